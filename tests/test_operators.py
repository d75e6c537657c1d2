"""Every verb and question, end to end, judged by the brute-force oracle on random bases."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import VALID, bases, goals, programs, sentences, text_of
from conftest import CI
from oracle import change
from oracle.read import NOW, statements
from oracle.told import Statement, World, show
from reasoner.reason.questions import Questions
from reasoner.syntax import parse, parse_sentence
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import Sentence
from reasoner.theory import build
from reasoner.theory.normal import negated, normal
from reasoner.time import instant

GOALS = 8  # asked of each base: each is a case
# Cases in CI; a tenth of that, other ones each time, elsewhere. Kernels, remainders and contraction
# are asked of programs and of bases of compound sentences; tests/test_exhaustive.py adds 730 more.
EACH = settings(max_examples=(600 if CI else 100) // GOALS)
COMPOUND = settings(max_examples=(1_400 if CI else 100) // GOALS)
TWICE = settings(max_examples=(2_000 if CI else 200) // GOALS)  # what compound bases are not asked

GOALS_ASKED = st.lists(goals(), min_size=GOALS, max_size=GOALS)
SELECTIONS = st.sampled_from(
    (
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
)


class Case:
    """A program in the product and in the oracle, at one instant."""

    def __init__(self, text: str, valid: str | None = None) -> None:
        self.kb = reasoner.loads(text)
        self.theory = build(program := parse(text))
        when = NOW if valid is None else instant(valid)
        self.at: Questions = self.kb.at(valid=when)
        self._said = statements(program, self.theory, when)

    def world(self, *question: Sentence) -> World:
        return World(self.theory, self._said, question=question)

    def base(self, *question: Sentence) -> change.Base:
        return self.world(*question).base()

    def supposing(self, sentence: Sentence) -> change.Base:
        """The base when the sentence is told too, without the element that says it."""
        said = [*self._said, Statement("new", sentence)]
        base = World(self.theory, said, question=(sentence,)).base()
        return base.only(frozenset(e.name for e in base.elements if e.says != (sentence,)))


def named(parts: list[change.Part]) -> set[frozenset[str]]:
    return {frozenset(map(show, part)) for part in parts}


def found(parts: tuple[tuple[reasoner.Belief, ...], ...]) -> set[frozenset[str]]:
    return {names(part) for part in parts}


def names(beliefs: tuple[reasoner.Belief, ...]) -> frozenset[str]:
    return frozenset(belief.name for belief in beliefs)


def agree(done: reasoner.Change, expected: change.Outcome) -> bool:
    return (names(done.dropped), done.possible, done.entailed) == (
        frozenset(map(show, expected.dropped)),
        expected.possible,
        not expected.vacuous,
    )


# -- questions ---


@EACH
@given(text=programs(), asked=GOALS_ASKED, valid=st.sampled_from(VALID))
def test_status_is_what_the_fixpoint_tells(text: str, asked: list[str], valid: str | None) -> None:
    case = Case(text, valid)
    for goal in asked:
        sentence = parse_sentence(goal)
        assert case.at.status(goal).value == case.world(sentence).status(sentence)


@EACH
@given(text=programs(), asked=GOALS_ASKED, valid=st.sampled_from(VALID))
def test_kernels_are_the_smallest_consistent_proofs(
    text: str, asked: list[str], valid: str | None
) -> None:
    case = Case(text, valid)
    for goal in asked:
        sentence = parse_sentence(goal)
        expected = change.kernels(case.base(sentence), sentence)
        assert found(case.at.kernels(goal)) == named(expected)
        assert case.at.entails(goal) == bool(expected)


@EACH
@given(text=programs(), asked=GOALS_ASKED, valid=st.sampled_from(VALID))
def test_remainders_are_the_largest_parts_without_the_goal(
    text: str, asked: list[str], valid: str | None
) -> None:
    case = Case(text, valid)
    for goal in ("false", *asked[1:]):
        sentence = parse_sentence(goal)
        expected = change.remainders(case.base(sentence), sentence)
        assert found(case.at.remainders(goal)) == named(expected)


@EACH
@given(several=st.lists(programs(), min_size=4, max_size=4), valid=st.sampled_from(VALID))
def test_conflicts_are_the_smallest_inconsistent_parts(
    several: list[str], valid: str | None
) -> None:
    for text in several:
        case = Case(text, valid)
        assert found(case.at.conflicts()) == named(change.conflicts(case.base()))


# -- change ---


@EACH
@given(text=programs(), asked=GOALS_ASKED, selection=SELECTIONS)
def test_contraction_meets_the_selected_remainders(
    text: str, asked: list[str], selection: tuple[str, ...]
) -> None:
    case = Case(text)
    for goal in asked:
        sentence = parse_sentence(goal)
        expected = change.contract(case.base(sentence), sentence, selection=selection)
        with case.kb.suppose() as kb:
            assert agree(kb.contract(goal, by=", ".join(selection), valid=(NOW, None)), expected)


@EACH
@given(text=programs(), asked=GOALS_ASKED, selection=SELECTIONS)
def test_several_goals_go_each_or_together(
    text: str, asked: list[str], selection: tuple[str, ...]
) -> None:
    case, by = Case(text), ", ".join(selection)
    for one, other in zip(asked, asked[1:] + asked[:1], strict=True):
        pair = parse_sentence(one), parse_sentence(other)
        base = case.base(*pair)
        with case.kb.suppose() as kb:
            done = kb.contract(one, other, by=by, valid=(NOW, None))
            assert agree(done, change.contract(base, *pair, selection=selection))
        with case.kb.suppose() as kb:
            done = kb.contract(one, other, together=True, by=by, valid=(NOW, None))
            # not both, which is to give up their conjunction
            assert agree(done, change.contract(base, *pair, selection=selection, together=True))


@TWICE
@given(text=programs(), asked=GOALS_ASKED, selection=SELECTIONS)
def test_revision_gives_up_the_negation_and_adds_the_newcomer(
    text: str, asked: list[str], selection: tuple[str, ...]
) -> None:
    case = Case(text)
    for goal in asked:
        sentence = normal(parse_sentence(goal))
        base = case.supposing(sentence)
        expected = change.contract(base, negated(sentence), selection=selection)
        with case.kb.suppose() as kb:
            if not expected.possible:
                with pytest.raises(reasoner.ReasonerError, match="E305"):
                    kb.revise(goal, by=", ".join(selection), valid=(NOW, None))
                continue
            done = kb.revise(goal, by=", ".join(selection), valid=(NOW, None), source="s5")
            assert agree(done, expected)
            at = kb.at(valid=NOW)
            assert at.entails(goal)
            assert not any(done.operation in conflict for conflict in found(at.conflicts()))


@TWICE
@given(text=programs(), asked=GOALS_ASKED, selection=SELECTIONS)
def test_consolidation_resolves_conflicts(
    text: str, asked: list[str], selection: tuple[str, ...]
) -> None:
    case = Case(text)
    for goal in (None, *asked[1:]):
        sentences = [] if goal is None else [normal(parse_sentence(goal))]
        expected = change.consolidate(
            case.base(*sentences), selection=selection, about=next(iter(sentences), None)
        )
        with case.kb.suppose() as kb:
            done = kb.consolidate(goal, by=", ".join(selection))
        dropped = {b.name for part in done.over if NOW in part.valid for b in part.dropped}
        assert dropped == frozenset(map(show, expected.dropped))


# -- propositional bases of compound sentences, with several items each, weights and ranks ---


@COMPOUND
@given(
    base=bases(),
    asked=st.lists(sentences(), min_size=GOALS, max_size=GOALS),
    selection=SELECTIONS,
)
def test_compound_bases_change_as_the_oracle_says(
    base: change.Base, asked: list[Sentence], selection: tuple[str, ...]
) -> None:
    case = reasoner.loads(text_of(base))
    for goal in asked:
        text = show_sentence(goal)
        assert found(case.kernels(text)) == named(change.kernels(base, goal))
        assert found(case.remainders(text)) == named(change.remainders(base, goal))
        with case.suppose() as kb:
            done = kb.contract(text, by=", ".join(selection))
            assert agree(done, change.contract(base, goal, selection=selection))
