"""What hangs together: things that are linked directly, or through others."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from networkx.utils import UnionFind


def linked(groups: Iterable[Iterable[Hashable]]) -> UnionFind:
    """Disjoint sets: `found[thing]` is the same for all that *groups* link, and only for them."""
    from networkx.utils import UnionFind  # takes a quarter of a second: not before it is needed

    found = UnionFind()
    for group in groups:
        found.union(*group)
    return found
