"""What an operation met and did -> why: what each belief went for, and what decided."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from math import prod

from ..answer import Belief, Count, ExplainedOver, Explanation, Loss, Stage
from ..errors import SolveTimeout, TooManyAnswers
from ..solve import Limits
from ..syntax import show
from ..time import ALWAYS, Interval
from .contraction import Outcome
from .losses import Chosen
from .methods import CUTS
from .operators import FALSUM, Operators
from .parts import Part
from .replay import Case, Replay
from .selection import Remainders

REASONS = {
    "partial meet": "a selected remainder lacks it",
    "SelectionFunction": "a selected remainder lacks it",
    "full kernel": "it is in a kernel",
    "kernel": "nothing in its kernel is valued less",
    "smooth kernel": "nothing in its kernel is valued less, and what is left does not imply it",
    "safe": "nothing in its kernel is below it",
    "possibilistic": "it is at or below the cut",
    "severe": "it is at or below the cut, and what is above does not imply it",
    "ensconcement": "it is at or below the cut, and what is above does not imply `goal or it`",
    "IncisionFunction": "the function cuts it from its kernel",
}
"""What each method says of what it gives up."""

REFUSED = "it was refused"

VALUING = ("kernel", "smooth kernel", "safe", *CUTS)
"""The methods that go by how single elements are valued."""


def explained(replay: Replay, limits: Limits) -> Explanation:
    """Why an operation kept and dropped what it did.

    Raises: SolveTimeout, TooManyAnswers, as operations do; counts that reach a limit say so.
    """
    known: dict[object, ExplainedOver] = {}
    pieces: list[ExplainedOver] = []
    for case in replay.cases:
        key = case.before, case.dropped, case.is_lost
        if key not in known:
            known[key] = _over(replay, case, limits)
        pieces.append(replace(known[key], valid=case.valid))
    operation = replay.operation
    if operation.said.verb == "consolidate":
        pieces = [piece for piece in pieces if piece.entailed]
    return Explanation(
        operation.name, operation.said.verb, replay.goals, replay.choice.shown, replay.together,
        tuple(_joined(pieces)),
    )  # fmt: skip


def _joined(pieces: Iterable[ExplainedOver]) -> Iterator[ExplainedOver]:
    """Pieces that touch and say the same become one."""
    last: ExplainedOver | None = None
    for piece in pieces:
        if last is not None and last.valid.end == piece.valid.start:
            both = Interval(last.valid.start, piece.valid.end)
            if replace(last, valid=both) == replace(piece, valid=both):
                last = replace(last, valid=both)
                continue
        if last is not None:
            yield last
        last = piece
    if last is not None:
        yield last


def _over(replay: Replay, case: Case, limits: Limits) -> ExplainedOver:
    operators = Operators(case.base, limits)
    task = case.task(operators)
    if isinstance(task, Outcome):
        remainders = Count(1 if task.possible else 0)
        return ExplainedOver(ALWAYS, case.kept, (), task.entailed, task.possible, remainders)
    method, policies = chosen_by(replay)
    chosen = Chosen(operators, task, method, policies, case.dropped)
    if case.is_lost:
        by = chosen.witnesses.obstacle(operators.everything)
        loss = Loss(case.newcomer_belief, REFUSED)
        return ExplainedOver(ALWAYS, case.kept, (loss,), refused_by=case.beliefs(by))
    losses = tuple(_losses(replay, case, chosen))
    remainders, *left = _counts(chosen)
    stages = tuple(map(Stage, _compared(chosen), left))
    if chosen.method == "partial meet" and not stages:
        stages = (Stage("full meet", remainders),)
    return ExplainedOver(
        ALWAYS, case.kept, losses,
        remainders=remainders,
        stages=stages,
        values=_values(case, chosen),
        cut=chosen.cut,
    )  # fmt: skip


def chosen_by(replay: Replay) -> tuple[str, tuple[str, ...]]:
    """The method, and what compared remainders or elements for it.

    A minimal incision leaves what maxichoice keeps.
    """
    method, policies = replay.choice.chosen.method, replay.choice.policies
    if replay.function is not None:
        return replay.function, ()
    if method == "minimal kernel":
        return "partial meet", tuple(dict.fromkeys((*policies, "maxichoice")))
    return method, policies or (("entrenchment",) if method in CUTS else ())


def _losses(replay: Replay, case: Case, chosen: Chosen) -> Iterator[Loss]:
    names = case.beliefs
    for element, kernel, witness in chosen.losses():
        (belief,) = names([element])
        if kernel is None or witness is None:
            yield Loss(belief, REASONS[chosen.method])
            continue
        goals = tuple(_entailed(case, chosen, kernel))
        yield Loss(belief, REASONS[chosen.method], names(kernel), goals, names(witness))


def _entailed(case: Case, chosen: Chosen, kernel: Part) -> Iterator[str]:
    """Which of the goals a kernel entails; a conflict, `false`."""
    task = chosen.task
    if FALSUM in task.goals or len(task.goals) == 1 or task.together:
        return map(show, task.goals)
    base = chosen.operators.base
    members = {id(element) for element in base.names(kernel)}
    alone = Operators(base.where(lambda each: id(each) in members), chosen.operators.limits)
    return (show(goal) for goal in task.goals if alone.entails(goal))


def _values(case: Case, chosen: Chosen) -> tuple[tuple[Belief, int], ...]:
    if chosen.method not in VALUING or not chosen.policies:
        return ()
    beliefs = case.beliefs(sorted(chosen.operators.everything))
    return tuple(zip(beliefs, chosen.values, strict=True))


# -- how many ---


def _compared(chosen: Chosen) -> tuple[str, ...]:
    """The policies that compared remainders."""
    return chosen.policies if chosen.method == "partial meet" else ()


def _counts(chosen: Chosen) -> Iterator[Count]:
    """How many remainders there were, and how many were left by each policy in turn.

    Each count may take its share of the time that is left.
    """
    stages = _compared(chosen)
    for done in range(len(stages) + 1):
        share = _share(chosen.operators.limits, len(stages) + 2 - done)
        yield _count(chosen.remainders, stages[:done], share)


def _count(remainders: Remainders, policies: Sequence[str], limits: Limits) -> Count:
    """How many remainders are selected: where the base falls apart, so many for each of others."""
    pieces = remainders.divide()
    if not pieces:
        return _counted(replace(remainders, limits=limits), policies)
    counts = [_count(rest, policies, limits) for _, rest in pieces]
    least = prod(count.number if count.is_complete else count.number + 1 for count in counts)
    is_complete = all(count.is_complete for count in counts)
    return Count(least if is_complete else least - 1, is_complete)


def _counted(remainders: Remainders, policies: Sequence[str]) -> Count:
    number = 0
    try:
        if policies:
            return Count(len(remainders.all_selected(policies)))
        with closing(remainders.each()) as parts:
            for number, _ in enumerate(parts, 1):
                if number > remainders.limits.answers:
                    break
            else:
                return Count(number)
    except (SolveTimeout, TooManyAnswers) as gave_up:
        if "inclusion" not in policies:  # else what was found is what it compares
            number = max(number, len(gave_up.found))
    return Count(max(number - 1, 0), is_complete=False)


def _share(limits: Limits, of: int) -> Limits:
    return replace(limits, deadline=time.monotonic() + max(limits.left(), 0) / of)
