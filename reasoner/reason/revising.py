"""Contraction and revision over an interval: from a view to what goes and what comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from ..errors import NowhereCertain, StillRetracted
from ..ledger.entries import ITSELF, Evidence, NewEvidence
from ..slice import Base, Slice
from ..slice.fetch import contradicting, entailing
from ..solve import Limits
from ..syntax import show
from ..syntax.tree import And, If, Sentence
from ..theory.normal import negated, normal
from ..time import Interval, Period, subtract
from ..view import MILLION, Item, Statement, View, supported
from .contraction import Choice, Outcome, contract
from .cutting import about, whole
from .direct import is_unopposed
from .operators import Operators, settled
from .refusal import refused, require_model
from .sequence import Sequenced, Solved, sequenced
from .snapshot import status
from .ways import WAYS, Newcomer, semi

_LAST = 2**63 - 1  # the newcomer comes after all that is recorded


def contracted(
    view: View,
    goals: Sequence[Sentence],
    choice: Choice,
    within: Interval,
    limits: Limits,
    *,
    together: bool = False,
) -> Sequenced:
    """Stop entailing each of *goals*, or not all of them, at every instant of *within*.

    Raises: NoModel, when the background is inconsistent.
    """

    def solve(base: Base) -> Solved:
        operators = Operators(settled(base, limits), limits)
        outcome = contract(operators, goals, choice, together=together)
        if not outcome.possible:
            require_model(base.part, limits)
            return outcome, False
        rest = _without(base, outcome)
        told = [status(rest, goal, limits).is_told_true for goal in goals]
        return outcome, all(told) if together else any(told)

    return sequenced(looked_at(view, goals, choice, limits), within, solve)


def revised(view: View, said: NewEvidence, choice: Choice, limits: Limits) -> Sequenced:
    """Make room for *said* wherever it is valid, in the way that is chosen.

    The base is the view's with what is said added, so that an instance of a default which only
    the newcomer makes applicable takes part. Where the newcomer loses, it is dropped.

    Raises:
        Refused: E305, the background refuses the sentence.
        NoModel: E304, the background has no model.
    """
    sentence = normal(said.sentence)
    goal = negated(sentence)
    revise = WAYS[choice.chosen.way]

    def solve(base: Base) -> Solved:
        full = settled(base, limits)
        outcome = revise(Newcomer(full, sentence, limits), choice)
        if _refuses(outcome) and Operators(full, limits).is_background(goal):
            require_model(base.part, limits)
            raise refused(base.part, sentence, limits)
        outcome = _without_newcomer(outcome)
        told = status(_without(base, outcome), goal, limits).is_told_true
        return outcome, told

    within = certain(said)
    require_not_retracted(view, said, within)
    newcomer = supposed(view, sentence, said)
    part = looked_at(view, [sentence], choice, limits, newcomer)
    return sequenced(part, within, solve)


def decided(view: View, said: NewEvidence, choice: Choice, limits: Limits) -> Sequenced:
    """What goes when evidence arrives, by an automatic policy: the newcomer may be among it.

    Where nothing holds for sure, or the evidence carries no statement, nothing is decided.
    """
    sentence = supported(said)
    extent = said.valid.certain
    if extent is None or is_unopposed(view, sentence, extent):
        return Sequenced(())
    newcomer = supposed(view, sentence, said)
    if not newcomer.items:
        return Sequenced(())

    def solve(base: Base) -> Solved:
        full = settled(base, limits)
        return _without_newcomer(semi(Newcomer(full, sentence, limits), choice)), False

    part = looked_at(view, [sentence], choice, limits, newcomer)
    return sequenced(part, extent, solve)


def looked_at(
    view: View,
    goals: Sequence[Sentence],
    choice: Choice,
    limits: Limits,
    newcomer: Statement | None = None,
) -> Slice:
    """What the operation looks at: all, where it may give up what has no part in any proof."""
    follows = choice.asks_what_follows
    if choice.looks_at_all:
        return whole(view, goals, supposed=newcomer, follows=follows, limits=limits)
    if newcomer is None:
        return about(view, entailing(*goals), follows=follows, limits=limits)
    question = contradicting(newcomer.sentence, newcomer)
    return about(view, question, follows=follows, limits=limits)


def _refuses(outcome: Outcome) -> bool:
    return not outcome.possible or any(ITSELF in each.targets for each in outcome.dropped)


def _without_newcomer(outcome: Outcome) -> Outcome:
    """What was there before and is kept; the newcomer is told of where it is lost."""
    kept = tuple(element for element in outcome.kept if element.targets != (ITSELF,))
    return replace(outcome, kept=kept)


def certain(said: NewEvidence) -> Interval:
    """Where what is said holds for sure: there an operation acts.

    Raises: NowhereCertain, E311.
    """
    extent = said.valid.certain
    if extent is None or said.valid.has_unknown_end:
        raise NowhereCertain(
            f"`{said.text}` holds over no interval for sure: valid {said.valid.show()}",
            help="write `believe`, which records it all the same, or an end that is known",
        )
    return extent


def require_not_retracted(view: View, said: NewEvidence, within: Interval) -> None:
    """See that what is said will have an effect.

    Raises: StillRetracted, E313.
    """
    for name, over in view.blocked(said.sentence):
        if any(each.intersect(within) for each in over):
            raise StillRetracted(
                f"`{said.text}` was retracted by `{name}`, and stays so until that is recovered",
                help=f"write `recover {name}.` first",
            )


def supposed(view: View, sentence: Sentence, said: NewEvidence) -> Statement:
    """What is said, as if it were recorded; without items where a tombstone blocks all of it."""
    extent = said.valid.certain
    assert extent is not None, "an operation acts where its evidence holds for sure"
    at = max(view.clock, view.known + 1)  # later than all that is recorded
    evidence = Evidence(_LAST, 0, at, replace(said, name=ITSELF, dated=at))
    weight = effective_millionths(said.weight, said.reliability)
    blocked = [each for _, over in view.blocked(sentence) for each in over]
    effective = subtract((extent,), blocked)
    return Statement(sentence, (Item(evidence, weight, effective),) if effective else ())


def _without(base: Base, outcome: Outcome) -> Base:
    gone = {element.target for element in outcome.dropped}
    return base.where(lambda element: element.target not in gone)


# -- keeping recovery ---


def conditionals(view: View, done: Sequenced, goals: Sequence[Sentence]) -> tuple[NewEvidence, ...]:
    """`statement if goals` for each statement that loses evidence (pseudo-contraction).

    Each of its items passes on with its weight, source, type, session, date and the part of its
    validity in which that went; an item that stays supports the condition as well as before.
    Source: Hansson 1993, Nebel 1989 (recovery on bases).
    """
    goal = normal(And(tuple(goals)))
    found: list[NewEvidence] = []
    for interval, (outcome, _) in done.pieces:
        for sentence in dict.fromkeys(each.sentence for each in outcome.dropped):
            statement = None if sentence is None else view.statement(sentence)
            if statement is not None:
                items = statement.items_at(interval.start)
                found += (_conditional(item, statement.sentence, goal, interval) for item in items)
    return tuple(found)


def _conditional(item: Item, sentence: Sentence, goal: Sentence, interval: Interval) -> NewEvidence:
    said = item.evidence.said
    certain = said.valid.certain
    valid = None if certain is None else certain.intersect(interval)
    assert valid is not None, "what went there was effective there"
    kept = normal(If(sentence, goal))
    return replace(
        said, name=None, sentence=kept, text=show(kept), supports=True, valid=Period.exact(valid)
    )


def effective_millionths(weight: Decimal, reliability: Decimal) -> int:
    """What new evidence weighs when it is recorded."""
    return round(weight * reliability * MILLION)
