"""What entails something -> a ⊆-minimal part of it that does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def minimal(items: Sequence[Item], entail: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """A ⊆-minimal part of *items* that entails, in their order (Junker 2004, QuickXplain).

    entail: monotone; it holds of all the items.
    """

    def needed(kept: list[Item], rest: list[Item], *, grown: bool) -> list[Item]:
        """What must be added to *kept* from *rest*; grown: *kept* has not been tried yet."""
        if grown and entail(kept):
            return []
        if len(rest) == 1:
            return rest
        first, second = rest[: len(rest) // 2], rest[len(rest) // 2 :]
        later = needed([*kept, *first], second, grown=True)
        return [*needed([*kept, *later], first, grown=bool(later)), *later]

    return [] if entail([]) else needed([], list(items), grown=False)
