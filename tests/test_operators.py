"""Every verb and question, end to end, judged by the brute-force oracle on random bases."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from conftest import CI
from bases import VALID, bases, goals, programs, sentences, text_of
from oracle import change
from oracle.read import NOW, statements
from oracle.told import Statement, World, show
from reasoner.syntax import parse, parse_sentence
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import Sentence, Truth
from reasoner.theory import build
from reasoner.theory.normal import negated, normal
from reasoner.time import instant

# 2,000 cases of each in CI; a tenth of that, other ones each time, elsewhere.
EACH = settings(max_examples=2_000 if CI else 200)

FALSUM = Truth(False)
LISTS = (
    ("full meet",),
    ("maxichoice",),
    ("recency",),
    ("confidence",),
    ("cardinality",),
    ("entrenchment",),
    ("inclusion",),
    ("entrenchment", "recency"),
    ("confidence", "maxichoice"),
    ("cardinality", "confidence", "recency"),
    ("inclusion", "cardinality"),
    ("recency", "inclusion"),
    ("cardinality", "inclusion", "maxichoice"),
)
SELECTIONS = st.sampled_from(LISTS)


class Case:
    """A program in the product and in the oracle, at one instant."""

    def __init__(self, text: str, *question: Sentence, valid: str | None = None) -> None:
        self.kb = reasoner.loads(text)
        self.valid = valid
        program = parse(text)
        self.theory = build(program)
        self.said = statements(program, self.theory, NOW if valid is None else instant(valid))
        self.question = question
        self.world = World(self.theory, self.said, question=question)
        self.base = self.world.base()

    @property
    def at(self) -> reasoner.reason.questions.Questions:
        return self.kb.at(valid=NOW if self.valid is None else self.valid)

    def supposing(self, sentence: Sentence) -> change.Base:
        """The base when the sentence is told too, without the element that says it."""
        told = World(
            self.theory, [*self.said, Statement("new", sentence)], question=self.question
        ).base()
        return told.only(frozenset(e.name for e in told.elements if e.says != (sentence,)))


def named(parts: list[change.Part]) -> set[frozenset[str]]:
    return {frozenset(map(show, part)) for part in parts}


def found(parts: tuple[tuple[reasoner.Belief, ...], ...]) -> set[frozenset[str]]:
    return {frozenset(belief.name for belief in part) for part in parts}


def names(beliefs: tuple[reasoner.Belief, ...]) -> frozenset[str]:
    return frozenset(belief.name for belief in beliefs)


# -- questions ---


@EACH
@given(text=programs(), goal=goals(), valid=st.sampled_from(VALID))
def test_status_is_what_the_fixpoint_tells(text: str, goal: str, valid: str | None) -> None:
    case = Case(text, parse_sentence(goal), valid=valid)
    assert case.at.status(goal).value == case.world.status(parse_sentence(goal))


@EACH
@given(text=programs(), goal=goals(), valid=st.sampled_from(VALID))
def test_kernels_are_the_smallest_consistent_proofs(
    text: str, goal: str, valid: str | None
) -> None:
    sentence = parse_sentence(goal)
    case = Case(text, sentence, valid=valid)
    expected = change.kernels(case.base, sentence)
    assert found(case.at.kernels(goal)) == named(expected)
    assert case.at.entails(goal) == bool(expected)


@EACH
@given(text=programs(), goal=goals() | st.just("false"), valid=st.sampled_from(VALID))
def test_remainders_are_the_largest_parts_without_the_goal(
    text: str, goal: str, valid: str | None
) -> None:
    sentence = parse_sentence(goal)
    case = Case(text, sentence, valid=valid)
    assert found(case.at.remainders(goal)) == named(change.remainders(case.base, sentence))


@EACH
@given(text=programs(), valid=st.sampled_from(VALID))
def test_conflicts_are_the_smallest_inconsistent_parts(text: str, valid: str | None) -> None:
    case = Case(text, valid=valid)
    assert found(case.at.conflicts()) == named(change.conflicts(case.base))


# -- change ---


@EACH
@given(text=programs(), goal=goals(), selection=SELECTIONS)
def test_contraction_meets_the_selected_remainders(
    text: str, goal: str, selection: tuple[str, ...]
) -> None:
    sentence = parse_sentence(goal)
    case = Case(text, sentence)
    expected = change.contract(case.base, sentence, selection=selection)
    done = case.kb.contract(goal, by=", ".join(selection), valid=(NOW, None))
    assert names(done.dropped) == frozenset(map(show, expected.dropped))
    assert done.possible == expected.possible


@EACH
@given(text=programs(), one=goals(), other=goals(), together=st.booleans(), selection=SELECTIONS)
def test_several_goals_go_each_or_together(
    text: str, one: str, other: str, together: bool, selection: tuple[str, ...]
) -> None:
    pair = parse_sentence(one), parse_sentence(other)
    case = Case(text, *pair)
    if together:  # choice: not both; the same as giving up their conjunction
        both = parse_sentence(f"({one}) and ({other})")
        expected = change.contract(case.base, both, selection=selection)
    else:
        expected = change.contract(case.base, *pair, selection=selection)
    done = case.kb.contract(
        one, other, together=together, by=", ".join(selection), valid=(NOW, None)
    )
    assert names(done.dropped) == frozenset(map(show, expected.dropped))
    assert done.possible == expected.possible


@EACH
@given(text=programs(), goal=goals(), selection=SELECTIONS)
def test_revision_gives_up_the_negation_and_adds_the_newcomer(
    text: str, goal: str, selection: tuple[str, ...]
) -> None:
    sentence = normal(parse_sentence(goal))
    case = Case(text, sentence)
    base = case.supposing(sentence)
    expected = change.contract(base, negated(sentence), selection=selection)
    revise = {"by": ", ".join(selection), "valid": (NOW, None), "source": "s5"}
    if not expected.possible:
        with pytest.raises(reasoner.ReasonerError, match="E305"):
            case.kb.revise(goal, **revise)
        return
    done = case.kb.revise(goal, **revise)
    assert names(done.dropped) == frozenset(map(show, expected.dropped))
    at = case.kb.at(valid=NOW)
    assert at.entails(goal)
    new = {b.name for part in at.kernels(goal) for b in part if b.name == done.operation}
    assert not any(done.operation in part for part in found(at.conflicts())), new


@EACH
@given(text=programs(), about=st.none() | goals(), selection=SELECTIONS)
def test_consolidation_resolves_conflicts(
    text: str, about: str | None, selection: tuple[str, ...]
) -> None:
    sentence = None if about is None else normal(parse_sentence(about))
    case = Case(text, *([] if sentence is None else [sentence]))
    expected = change.consolidate(case.base, selection=selection, about=sentence)
    done = case.kb.consolidate(about, by=", ".join(selection))
    dropped = {b.name for part in done.over if NOW in part.valid for b in part.dropped}
    assert dropped == frozenset(map(show, expected.dropped))


# -- propositional bases with several items, weights and ranks ---


@EACH
@given(base=bases(), goal=sentences(), selection=SELECTIONS)
def test_contraction_of_compound_bases(
    base: change.Base, goal: Sentence, selection: tuple[str, ...]
) -> None:
    expected = change.contract(base, goal, selection=selection)
    kb = reasoner.loads(text_of(base))
    done = kb.contract(show_sentence(goal), by=", ".join(selection))
    assert names(done.dropped) == frozenset(map(show, expected.dropped))
    assert done.possible == expected.possible
    assert done.entailed == (bool(expected.dropped) or not expected.possible)


@EACH
@given(base=bases(), goal=sentences())
def test_kernels_and_remainders_of_compound_bases(base: change.Base, goal: Sentence) -> None:
    kb = reasoner.loads(text_of(base))
    text = show_sentence(goal)
    assert found(kb.kernels(text)) == named(change.kernels(base, goal))
    assert found(kb.remainders(text)) == named(change.remainders(base, goal))
