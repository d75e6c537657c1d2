"""Answers of the product beside those of the oracle.

CASES: how many cases are tried of each operator, an environment variable.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

import reasoner
from oracle.change import Element, Outcome, Part
from oracle.told import show
from reasoner import Belief
from reasoner.syntax import show as show_sentence

CASES = int(os.environ.get("CASES") or 24)


def names(beliefs: Iterable[Belief]) -> frozenset[str]:
    return frozenset(belief.name for belief in beliefs)


def shown(part: Part) -> frozenset[str]:
    return frozenset(map(show, part))


def agree(done: reasoner.Change, expected: Outcome) -> bool:
    """Whether the same goes, for the same reasons."""
    return (names(done.dropped), done.possible, done.entailed) == (
        shown(expected.dropped),
        expected.possible,
        not expected.vacuous,
    )


def agree_on_revision(
    kb: reasoner.Reasoner, new: Element, by: list[str], expected: Outcome
) -> bool:
    """Revise by a newcomer; whether the same goes, and the newcomer is refused or lost alike.

    A newcomer that loses with what said the same is part of that.
    """
    said = show_sentence(new.says[0])
    given = {"label": str(new.name), "source": str(new.name), "weight": new.weight / 1_000_000}
    try:
        done = kb.revise(said, by=by, **given)
    except reasoner.ReasonerError as error:
        return error.code == "E305" and not expected.possible
    recorded = kb.ledger.find(str(new.name))
    assert recorded is not None
    withdrawn = {each.target for each in recorded.said.withdrawals}
    dropped = names(done.dropped)
    return (
        (done.possible, done.entailed) == (expected.possible, not expected.vacuous)
        and (new.name not in withdrawn) == expected.survived
        and dropped - {new.name} == shown(expected.dropped)
        and (new.name not in dropped or not expected.survived)
    )
