"""What a part of a base entails, by truth table; its kernels and remainders by trying all parts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .bases import EVERY, Base, Part, Proposition

RECENT = 2**14  # results that are remembered: bases are tried one by one


@lru_cache(RECENT)
def worlds(part: Part) -> int:
    """The worlds in which all of it is true."""
    found = EVERY
    for proposition in part:
        found &= proposition
    return found


@lru_cache(RECENT)
def parts(base: Base) -> tuple[Part, ...]:
    """Every part, the smaller first."""
    sizes = range(len(base) + 1)
    return tuple(frozenset(some) for size in sizes for some in combinations(sorted(base), size))


@lru_cache(RECENT)
def coherent(part: Part) -> tuple[Part, ...]:
    """Its maximal consistent parts."""
    return _largest(each for each in parts(part) if worlds(each))


@lru_cache(RECENT)
def entails(part: Part, goal: Proposition) -> bool:
    """Whether some consistent part of it proves the goal; on consistent ones, classically."""
    return any(worlds(each) & ~goal == 0 for each in coherent(part))


@lru_cache(RECENT)
def implied(base: Base, part: Part) -> Part:
    """The elements of the base that every maximal consistent part of *part* proves."""
    return frozenset(
        each for each in base if all(worlds(some) & ~each == 0 for some in coherent(part))
    )


@lru_cache(RECENT)
def entailing(base: Base, goal: Proposition) -> frozenset[Part]:
    """The parts that entail the goal."""
    return frozenset(part for part in parts(base) if entails(part, goal))


def _largest(found: Iterable[Part]) -> tuple[Part, ...]:
    kept: list[Part] = []
    for part in sorted(found, key=len, reverse=True):
        if not any(part <= other for other in kept):
            kept.append(part)
    return tuple(kept)


@dataclass(frozen=True)
class Families:
    """What a contraction chooses among: the kernels of a goal, and the remainders."""

    kernels: frozenset[Part]
    remainders: frozenset[Part]


def by_truth_table(base: Base, goal: Proposition) -> Families:
    """Kernels: minimal parts that entail the goal. Remainders: maximal parts that do not."""
    bad = entailing(base, goal)
    minimal = (part for part in bad if not any(other < part for other in bad))
    return Families(
        frozenset(minimal), frozenset(_largest(part for part in parts(base) if part not in bad))
    )
