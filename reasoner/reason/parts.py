"""Sets of elements, by number: the smallest ones, and as atoms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import facts

Part = frozenset[int]
"""A set of elements of a base, by number."""


def smallest(parts: Iterable[Part]) -> tuple[Part, ...]:
    """The ⊆-minimal ones, smallest first."""
    found: list[Part] = []
    for part in sorted(set(parts), key=lambda part: (len(part), sorted(part))):
        if not any(other <= part for other in found):
            found.append(part)
    return tuple(found)


def joint(proofs: Sequence[Sequence[Part]]) -> tuple[Part, ...]:
    """The ⊆-minimal parts that hold one of the parts of each list."""
    found: tuple[Part, ...] = (frozenset(),)
    for parts in proofs:
        found = smallest(one | other for one in found for other in parts)
    return found


def sets_as_facts(sets: Iterable[Part]) -> list[facts.Fact]:
    """Sets of elements for a rule program, numbered from 1."""
    found: list[facts.Fact] = []
    for number, members in enumerate(sets, 1):
        found.append(facts.Set(number))
        found.extend(facts.Contains(number, member) for member in sorted(members))
    return found
