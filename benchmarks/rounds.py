"""Rounds in which two sides take turns to begin."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

ROUNDS = 20  # of what takes milliseconds

Figures = tuple[float, ...]
Side = Callable[[int], float]  # the figure of that round, from 0


def alternating(rounds: int, ours: Side, theirs: Side) -> tuple[Figures, Figures]:
    """The figures of ours, those of theirs."""
    figures: tuple[list[float], list[float]] = ([], [])
    for turn in range(rounds):
        for number, side in ((0, ours), (1, theirs)) if turn % 2 else ((1, theirs), (0, ours)):
            figures[number].append(side(turn))
    return tuple(figures[0]), tuple(figures[1])


def pieces(first: int, last: int) -> list[range]:
    """The numbers from *first* up to *last*, in as many pieces as there are rounds, none empty."""
    cuts = [first + (last - first) * turn // ROUNDS for turn in range(ROUNDS + 1)]
    return [range(start, stop) for start, stop in pairwise(cuts) if start < stop]


def seconds(work: Callable[[], object]) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def seconds_each(work: Callable[[Any], object], things: Sequence[Any]) -> float:
    """How long it takes for one of them, in the mean."""
    start = time.perf_counter()
    for thing in things:
        work(thing)
    return (time.perf_counter() - start) / len(things)
