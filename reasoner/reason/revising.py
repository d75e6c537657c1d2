"""Contraction and revision over an interval: from a view to what goes and what comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from ..ledger.entries import Evidence, NewEvidence
from ..slice import Base
from ..solve import Limits
from ..syntax import show
from ..syntax.tree import If, Sentence
from ..theory.normal import negated, normal
from ..time import Interval
from ..view import MILLION, Item, Statement, View
from .cutting import about
from .operators import FALSUM, Operators, Outcome, settled
from .refusal import refused, require_model
from .sequence import Sequenced, Solved, sequenced
from .snapshot import status


def contracted(
    view: View,
    goals: Sequence[Sentence],
    policies: Sequence[str],
    within: Interval,
    limits: Limits,
) -> Sequenced:
    """Stop entailing each of *goals* at every instant of *within*.

    Raises: NoModel, when the background is inconsistent.
    """

    def solve(base: Base) -> Solved:
        operators = Operators(settled(base, limits), limits)
        outcome = operators.contract(goals, policies)
        if not outcome.possible:
            require_model(base.part, limits)
            return outcome, False
        rest = _without(base, outcome)
        told = any(status(rest, goal, limits).is_told_true for goal in goals)
        return outcome, told

    return sequenced(about(view, goals, limits=limits), within, solve)


def revised(view: View, said: NewEvidence, policies: Sequence[str], limits: Limits) -> Sequenced:
    """Make room for *said*: give up its negation wherever it is valid (Levi identity).

    The base is the view's with what is said added, so that an instance of a default which only
    the newcomer makes applicable takes part; the newcomer itself is not up for choice.

    Raises:
        Refused: E305, the background refuses the sentence.
        NoModel: E304, the background has no model.
    """
    sentence = normal(said.sentence)
    goal = negated(sentence)

    def solve(base: Base) -> Solved:
        operators = Operators(
            settled(base, limits).where(lambda element: element.sentence != sentence), limits
        )
        outcome = operators.contract([] if goal == FALSUM else [goal], policies)
        if not outcome.possible:
            require_model(base.part, limits)
            raise refused(base.part, sentence, limits)
        told = status(_without(base, outcome), goal, limits).is_told_true
        return outcome, told

    statements = _supposing(view, sentence, said)
    part = about(view, [sentence], statements=statements, limits=limits)
    return sequenced(part, said.valid, solve)


def _supposing(view: View, sentence: Sentence, said: NewEvidence) -> list[Statement]:
    """The view's statements, with what is said standing among them as if it were recorded."""
    evidence = Evidence(0, 0, view.known, replace(said, name=said.name or "new", dated=view.clock))
    item = Item(evidence, effective_millionths(said.weight, said.reliability), (said.valid,))
    statements = list(view.statements())
    for index, statement in enumerate(statements):
        if statement.sentence == sentence:
            statements[index] = Statement(sentence, (*statement.items, item))
            return statements
    return [*statements, Statement(sentence, (item,))]


def _without(base: Base, outcome: Outcome) -> Base:
    gone = {element.target for element in outcome.dropped}
    return base.where(lambda element: element.target not in gone)


# -- keeping recovery ---


def conditionals(view: View, done: Sequenced, goal: Sentence) -> tuple[NewEvidence, ...]:
    """`statement if goal` for each dropped statement, item by item (pseudo-contraction).

    Each item passes on with its weight, source, type, session, date and the part of its validity
    in which it went. Source: Hansson 1993, Nebel 1989 (recovery on bases).
    """
    items = {item.evidence.name: item for s in view.statements() for item in s.items}
    return tuple(
        _conditional(items[name], element.sentence, goal, interval)
        for interval, (outcome, _) in done.pieces
        for element in outcome.dropped
        if element.sentence is not None and isinstance(element.target, tuple)
        for name in element.target
    )


def _conditional(item: Item, sentence: Sentence, goal: Sentence, interval: Interval) -> NewEvidence:
    said = item.evidence.said
    valid = said.valid.intersect(interval)
    assert valid is not None
    kept = normal(If(sentence, goal))
    return replace(said, name=None, sentence=kept, text=show(kept), supports=True, valid=valid)


def effective_millionths(weight: Decimal, reliability: Decimal) -> int:
    """What new evidence weighs when it is recorded."""
    return round(weight * reliability * MILLION)
