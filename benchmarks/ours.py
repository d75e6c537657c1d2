"""The work as a program that embeds the reasoner does it: through its front door."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import cache

import reasoner

from .bases import ClauseBase, sentence

LIMITS = reasoner.Limits(seconds=4.0)

Sets = tuple[tuple[reasoner.Belief, ...], ...]


def load_ms(base: ClauseBase) -> float:
    """How long reading the base took; it is read once."""
    return _loaded(base)[1]


@cache
def _loaded(base: ClauseBase) -> tuple[reasoner.Reasoner, float]:
    _warm()
    start = time.perf_counter()
    return reasoner.loads(base.text, limits=LIMITS), (time.perf_counter() - start) * 1000


@cache
def _warm() -> None:
    """Import all that reading needs, and build the parser."""
    reasoner.loads("relation x. believe x.")


def remainders(base: ClauseBase) -> Sets:
    """All remainders by the goal."""
    return tuple(_loaded(base)[0].remainders(sentence(base.goal)))


def kernels(base: ClauseBase) -> Sets:
    """All kernels of the goal; of `false`, all conflicts."""
    kb = _loaded(base)[0]
    return tuple(kb.kernels(sentence(base.goal)) if base.goal else kb.conflicts())


def contraction(base: ClauseBase, by: str) -> reasoner.Change:
    """The goal contracted, in a sandbox."""
    with _loaded(base)[0].suppose() as world:
        return world.contract(sentence(base.goal), by=by)


def numbers(beliefs: Iterable[reasoner.Belief]) -> frozenset[int]:
    """The elements by number."""
    return frozenset(int(belief.name.removeprefix("e")) for belief in beliefs)


def as_sets(found: Sets) -> frozenset[frozenset[int]]:
    """Several sets of elements, by number."""
    return frozenset(map(numbers, found))
