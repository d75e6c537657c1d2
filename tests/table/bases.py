"""Propositions over p, q, r, how they are spelt, and the bases that the tables are tried on.

A proposition is a column of the truth table: bit w is 1 when it is true in world w. A base is a
set of propositions, each of which stands for the one sentence that spells it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations

Proposition = int
Base = frozenset[Proposition]
Part = frozenset[Proposition]

EVERY = 0b11111111  # the proposition that is true in all eight worlds
P, Q, R = 0b10101010, 0b11001100, 0b11110000


def negation(proposition: Proposition) -> Proposition:
    return EVERY ^ proposition


_LITERALS = {
    sign + name: column if not sign else negation(column)
    for name, column in (("p", P), ("q", Q), ("r", R))
    for sign in ("", "-")
}


@cache
def _spellings() -> dict[Proposition, str]:
    """Short sentences of pairwise different propositions, the simpler first."""
    found = {column: text for text, column in _LITERALS.items()}
    for size in (2, 3):
        for some in combinations(_LITERALS.items(), size):
            columns = [column for _, column in some]
            either, both = 0, EVERY
            for column in columns:
                either, both = either | column, both & column
            found.setdefault(either, " or ".join(text for text, _ in some))
            found.setdefault(both, " and ".join(text for text, _ in some))
    for some in permutations(_LITERALS.items(), 3):
        (one, a), (two, b), (three, c) = some
        found.setdefault(a | b & c, f"{one} or ({two} and {three})")
    for (one, left), (other, right) in combinations(_LITERALS.items(), 2):
        found.setdefault(negation(left ^ right), f"{one} iff {other}")
        found.setdefault(left ^ right, f"not ({one} iff {other})")
    return {**found, EVERY: "p or -p", 0: "false"}


def spell(proposition: Proposition) -> str:
    """A sentence for it: a short one, or else the worlds in which it is true."""
    return _spellings().get(proposition) or " or ".join(
        f"({' and '.join(text for text, column in _LITERALS.items() if column >> world & 1)})"
        for world in range(8)
        if proposition >> world & 1
    )


SPELT = tuple(_spellings())
TWO = tuple(p for p in SPELT if p & 0b1111 == p >> 4)
"""The 16 propositions over p and q, the simpler first."""
_PLACE = {proposition: place for place, proposition in enumerate(SPELT)}


@cache
def read(text: str) -> Proposition:
    """The proposition that `spell` spells so."""
    return next(each for each in range(EVERY + 1) if spell(each) == text)


def in_order(base: Part) -> tuple[Proposition, ...]:
    """What is in it, the simpler first."""
    return tuple(sorted(base, key=lambda proposition: (_PLACE.get(proposition, 999), proposition)))


def complexity(proposition: Proposition) -> int:
    """How many literals its sentence has, at least: short ones read better."""
    return sum(spell(proposition).count(name) for name in "pqr") + spell(proposition).count("iff")


THREE_WAYS: Base = frozenset({P, Q, R | negation(P) & negation(Q)})
"""Where transitively relational and maximizing selection fails conjunctive inclusion: for r each
of p and q will do, beside the third sentence; for p and q and r all three are needed."""

CHOSEN: tuple[Base, ...] = (THREE_WAYS, THREE_WAYS | {0})


# -- the bases -------------------------------------------------------------------------------------


def small(most: int = 3, least: int = 1) -> list[Base]:
    """Every base of *least* to *most* of the 16 propositions."""
    sizes = range(least, most + 1)
    return [frozenset(some) for size in sizes for some in combinations(TWO, size)]


def or_closed(base: Base) -> bool:
    """Whether with any two sentences their disjunction is in the base, up to equivalence."""
    return all(one | other in base for one, other in combinations(base, 2))


def _closed(base: Base) -> Base:
    more = {one | other for one in base for other in base}
    return base if more <= base else _closed(base | more)


def sampled(seed: int, count: int, sizes: tuple[int, ...], pool: tuple[int, ...]) -> list[Base]:
    """Different random bases of those sizes."""
    draw, found = random.Random(seed), dict[Base, None]()
    while len(found) < count:
        found.setdefault(frozenset(draw.sample(pool, draw.choice(sizes))))
    return list(found)


def larger(seed: int, count: int = 148) -> list[Base]:
    """Twice *count* bases over two atoms: of 4 to 6 sentences, and closed under disjunction."""
    found = sampled(seed, count, (4, 5, 6), TWO)
    closed = map(_closed, sampled(seed, 2000, (2, 3, 4), TWO))
    more = dict.fromkeys(base for base in closed if 4 <= len(base) <= 7 and base not in found)
    return [*found, *list(more)[:count]]


def three_atoms(seed: int, count: int = 250) -> list[Base]:
    """Random bases of 2 to 5 short sentences over three atoms."""
    return sampled(seed, count, (2, 3, 4, 5), SPELT)


# -- renamings -------------------------------------------------------------------------------------


@cache
def _renamings() -> tuple[dict[Proposition, Proposition], ...]:
    """The eight ways to swap p and q and to negate each, as maps of the 16 propositions."""
    found = []
    for swaps in (False, True):
        for turned in range(4):
            image = [_world(world, swaps) ^ turned for world in range(8)]
            found.append(
                {each: sum(1 << image[w] for w in range(8) if each >> w & 1) for each in TWO}
            )
    return tuple(found)


def _world(world: int, swaps: bool) -> int:
    return world & 4 | (world & 1) << 1 | (world & 2) >> 1 if swaps else world


def classes(bases: Iterable[Base]) -> list[Base]:
    """One of each class of bases over two atoms that are renamings of each other: the simplest.

    No law can tell the others from it.
    """
    found = dict[Base, None]()
    for base in bases:
        images = [frozenset(to[each] for each in base) for to in _renamings()]
        found.setdefault(min(images, key=lambda b: (sum(map(complexity, b)), _places(b))))
    return list(found)


def _places(base: Base) -> list[int]:
    return sorted(_PLACE[each] for each in base)
