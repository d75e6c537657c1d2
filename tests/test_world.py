"""What is decided without the solver is what the solver says; and plain cases do without it."""

from __future__ import annotations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import bases, goals, programs, sentences, text_of
from conftest import CI
from oracle.read import NOW
from reasoner import Limits, facts
from reasoner.reason.cutting import whole
from reasoner.reason.operators import FALSUM, settled, told
from reasoner.reason.snapshot import status
from reasoner.slice import Base
from reasoner.slice.world import Held, tells
from reasoner.solve import Find, answer_sets
from reasoner.syntax import parse_sentence
from reasoner.syntax.tree import Sentence
from reasoner.theory.normal import negated, normal
from reasoner.view import View

LIMITS = Limits(seconds=60)
EACH = settings(max_examples=400 if CI else 100)
GRANULARITY = st.sampled_from(("", "granularity evidence.\n"))


def base_of(text: str, goal: Sentence) -> Base:
    kb = reasoner.loads(text + "decay fact never.\n")
    view = View(kb.ledger, kb.theory, clock=NOW)
    return Base.revisable(whole(view, [goal], limits=LIMITS), NOW)


def solver_has_world(base: Base, goal: Sentence) -> bool:
    """Whether one of all the worlds in which the goal fails drops nothing."""
    atoms = facts.text(base.facts([goal]))
    found = answer_sets(["remainders.lp"], atoms, find=Find.SUBSETS, limits=LIMITS)
    return any(not each["dropped"] for each in found)


def judge(text: str, goals: list[Sentence]) -> None:
    for goal in (FALSUM, *goals):
        base = base_of(text, goal)
        for part in (base, base.where(lambda element: element.name != "e1")):
            found = Held(part).has_world(goal)
            assert found is None or found == solver_has_world(part, goal)


@EACH
@given(text=programs(), more=GRANULARITY, asked=st.lists(goals(), min_size=2, max_size=2))
def test_a_world_is_found_only_where_there_is_one(text: str, more: str, asked: list[str]) -> None:
    judge(text + more, [normal(parse_sentence(goal)) for goal in asked])


@EACH
@given(base=bases(), more=GRANULARITY, asked=st.lists(sentences(), min_size=2, max_size=2))
def test_so_it_is_with_compound_sentences(base, more: str, asked: list[Sentence]) -> None:
    judge(text_of(base) + more, list(map(normal, asked)))


@EACH
@given(text=programs(), more=GRANULARITY, goal=goals())
def test_what_is_told_plainly_is_told(text: str, more: str, goal: str) -> None:
    base = base_of(text + more, normal(parse_sentence(goal)))
    everything = told(base, LIMITS)
    assert base.plainly_told() <= everything
    for sentence in (normal(parse_sentence(goal)), negated(parse_sentence(goal))):
        found = tells(base, sentence)
        assert found is None or found == status(base, sentence, LIMITS).is_told_true
    assert settled(base, LIMITS) == base.settled(everything)


HORN = """
relation bird(x).  relation penguin(x).  relation flies(x).  relation sings(x).
rule pb: bird(X) :- penguin(X).
default fly: flies(X) :- bird(X).
believe bird(tweety).  believe sings(tweety) if flies(tweety) and bird(tweety).
believe penguin(opus).  believe -flies(opus) and -sings(opus).
"""

CONSISTENT = HORN.replace("believe penguin(opus).", "")


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        pytest.param("flies(tweety)", False, id="derived"),
        pytest.param(
            "sings(tweety) and bird(tweety)", False, id="a conjunction of what is derived"
        ),
        pytest.param("-sings(tweety)", True, id="its negation is derived"),
        pytest.param("penguin(tweety)", True, id="unknown"),
        pytest.param("penguin(tweety) or sings(opus)", True, id="a disjunction"),
    ],
)
def test_horn_clauses_are_decided(goal: str, expected: bool) -> None:
    sentence = normal(parse_sentence(goal))
    assert Held(base_of(CONSISTENT, sentence)).has_world(sentence) is expected


def test_a_direct_conflict_is_decided() -> None:
    assert Held(base_of(HORN, FALSUM)).has_world(FALSUM) is False


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[clingo.Control]:
    """The Controls that have solved something, in turn."""
    found: list[clingo.Control] = []
    solve = clingo.Control.solve

    def noted(control, *args, **kwargs):
        found.append(control)
        return solve(control, *args, **kwargs)

    monkeypatch.setattr(clingo.Control, "solve", noted)
    return found


def test_what_changes_nothing_starts_no_search(solved: list[clingo.Control]) -> None:
    kb = reasoner.loads(CONSISTENT)
    assert not kb.contract("penguin(tweety)").entailed
    assert not kb.revise("bird(opal)").dropped
    assert not kb.revise("-bird(oscar)").dropped
    assert not solved


def test_a_contraction_of_a_consistent_base_takes_one_search(solved) -> None:
    kb = reasoner.loads(CONSISTENT)
    change = kb.contract("sings(tweety)", by="recency")
    assert len(change.dropped) == 1
    assert len({id(control) for control in solved}) == 1
