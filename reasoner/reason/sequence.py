"""Sequenced operations: one solution for each distinct timeslice of an interval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..answer import Belief, ChangeOver
from ..ledger.entries import Cause, InstanceName, Withdrawal
from ..slice import Base, Element, Slice
from ..time import ALWAYS, Interval, coalesce, cut, union
from .contraction import Outcome

Solved = tuple[Outcome, bool]  # what was kept; whether the status still tells what was to go


@dataclass(frozen=True, slots=True)
class Sequenced:
    """An operation's outcome over its interval: adjacent pieces differ."""

    pieces: tuple[tuple[Interval, Solved], ...]

    @property
    def over(self) -> tuple[ChangeOver, ...]:
        """The same as answers have it."""
        shown = coalesce((interval, _shown(*solved)) for interval, solved in self.pieces)
        return tuple(replace(change, valid=interval) for interval, change in shown)

    def withdrawals(self, cause: Cause) -> tuple[Withdrawal, ...]:
        """What becomes ineffective where: every item of a dropped statement, and instances."""
        over: dict[str | InstanceName, list[Interval]] = {}
        for interval, (outcome, _) in self.pieces:
            for element in outcome.dropped:
                for target in element.targets:
                    over.setdefault(target, []).append(interval)
        return tuple(
            Withdrawal(target, interval, cause)
            for target, intervals in over.items()
            for interval in union(intervals)
        )


def sequenced(part: Slice, within: Interval, solve: Callable[[Base], Solved]) -> Sequenced:
    """Solve once for each distinct timeslice of *part*: op(K) at v is op of K at v (DESIGN 3.6)."""
    intervals = tuple(cut(within, part.intervals()))
    if len(intervals) == 1:
        return Sequenced(((intervals[0], solve(Base.revisable(part, intervals[0].start))),))
    solved: dict[tuple[Element, ...], Solved] = {}
    pieces = []
    for interval in intervals:
        base = Base.revisable(part, interval.start)
        if base.elements not in solved:
            solved[base.elements] = solve(base)
        pieces.append((interval, solved[base.elements]))
    return Sequenced(tuple(coalesce(pieces)))


def _shown(outcome: Outcome, still_told: bool) -> ChangeOver:
    return ChangeOver(
        ALWAYS,
        _beliefs(outcome.dropped),
        _beliefs(outcome.kept),
        outcome.possible,
        outcome.entailed,
        still_told,
    )


def _beliefs(elements: tuple[Element, ...]) -> tuple[Belief, ...]:
    return tuple(Belief.of(element) for element in elements)
