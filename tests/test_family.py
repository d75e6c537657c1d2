"""The family of operators, each method and way of it, judged by brute force on random bases.

The bases are consistent and inconsistent ones of rules and compound sentences, with weights,
several items of evidence for a statement, and ranks, by levels or in a partial order. Each test
tries as many cases as the environment variable CASES says: `CASES=5000 pytest tests/test_family.py`
is the full search of some hours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

import reasoner
from bases import NEWCOMER, bases, entrenched, sentences, steps, text_of
from judging import CASES, agree, agree_on_revision, names, shown
from oracle import family
from oracle.change import Base, Element, Part, conflicts
from oracle.parts import avoiding, obstacles, remainders
from oracle.revision import revise
from oracle.selection import meet
from oracle.told import show
from reasoner import Belief, IncisionFunction, SelectionFunction
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import Not, Sentence, Truth
from reasoner.theory.normal import normal

GOALS = 8  # of each base: each is a case
EACH = settings(max_examples=max(1, CASES // GOALS))

METHODS = list(family.METHODS)
BY_ELEMENTS = [
    (),
    ("entrenchment",),
    ("confidence",),
    ("recency",),
    ("maxichoice",),
    ("entrenchment", "recency"),
    ("confidence", "maxichoice"),
]
BY_REMAINDERS = [
    *BY_ELEMENTS,
    ("cardinality",),
    ("inclusion",),
    ("inclusion", "cardinality"),
    ("recency", "inclusion"),
    ("cardinality", "confidence", "maxichoice"),
]
WAYS = ["internal", "external", "semi", "screened", "credible", "negation free"]


def policies(method: str | None) -> st.SearchStrategy[tuple[str, ...]]:
    """Lists of policies that a method can go by."""
    if method == "full kernel":
        return st.just(())
    return st.sampled_from(BY_REMAINDERS if method in (None, "minimal kernel") else BY_ELEMENTS)


class Judged:
    """A base in the product and in the oracle, and how to choose."""

    def __init__(
        self, text: str, base: Base, kb: reasoner.Reasoner, method: str | None,
        policies: tuple[str, ...], protected: Part,
    ) -> None:  # fmt: skip
        self.text, self.base, self.kb = text, base, kb
        self.method, self.policies, self.protected = method, policies, protected

    def by(self, way: str | None = None) -> list[str]:
        return [name for name in (way, self.method, *self.policies) if name is not None]

    def __repr__(self) -> str:
        return f"{self.text}by {self.by()}"


@st.composite
def judged(draw: st.DrawFn, method: str | None = None, is_consistent: bool | None = None) -> Judged:
    """By a method; the ranks are levels, or a partial order; some of the base is protected."""
    base = draw(bases(is_consistent=is_consistent))
    ranked = draw(st.none() | steps(base))
    text = text_of(base, ranked)
    protected = draw(st.sets(st.sampled_from(sorted(map(show, base.names))), max_size=2))
    if protected:
        text += f"protect {', '.join(sorted(protected))}.\n"
    kb = reasoner.loads(text)
    base, _ = entrenched(base, kb.theory.ranks, newcomer(Truth(True)))
    of_base = frozenset(name for name in base.names if show(name) in protected)
    return Judged(text, base, kb, method, draw(policies(method)), of_base)


def newcomer(said: Sentence, weight: int = 1_000_000) -> Element:
    return Element(NEWCOMER, (normal(said),), (99,), weight)


SAID = sentences().filter(lambda said: not isinstance(normal(said), Truth))
SOME_GOALS = st.lists(sentences(), min_size=GOALS, max_size=GOALS)
WEIGHTS = st.sampled_from((300_000, 500_000, 1_000_000))


Beliefs = tuple[Belief, ...]


# -- contraction -----------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@EACH
@given(data=st.data(), goals=SOME_GOALS)
def test_contraction_by_each_method(
    method: str | None, data: st.DataObject, goals: list[Sentence]
) -> None:
    case = data.draw(judged(method))
    for goal in goals:
        note(f"contract {show_sentence(goal)}")
        expected = family.contract(case.base, goal, method=method, policies=case.policies)
        with case.kb.suppose() as kb:
            assert agree(kb.contract(show_sentence(goal), by=case.by()), expected)


@pytest.mark.parametrize("together", [False, True], ids=["each", "together"])
@pytest.mark.parametrize("method", METHODS)
@EACH
@given(data=st.data(), goals=SOME_GOALS)
def test_contraction_by_several_goals(
    method: str | None, together: bool, data: st.DataObject, goals: list[Sentence]
) -> None:
    case = data.draw(judged(method))
    for place in range(GOALS):
        some = (goals * 2)[place : place + 2 + place % 2]
        note(f"contract {', '.join(map(show_sentence, some))}")
        expected = family.contract(
            case.base, *some, method=method, policies=case.policies, together=together
        )
        with case.kb.suppose() as kb:
            done = kb.contract(*map(show_sentence, some), together=together, by=case.by())
            assert agree(done, expected)


# -- revision --------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@EACH
@given(data=st.data(), method=st.sampled_from(METHODS))
def test_revision_in_each_way(way: str, data: st.DataObject, method: str | None) -> None:
    case = data.draw(judged(method))
    own = st.sampled_from([element.says[0] for element in case.base.elements])
    for _ in range(GOALS):
        said = data.draw(st.one_of(SAID, SAID, own, own.map(Not)))
        assert agree_by(case, newcomer(said, data.draw(WEIGHTS)), way)


def agree_by(case: Judged, new: Element, way: str) -> bool:
    note(f"revise {show_sentence(new.says[0])} weight {new.weight}")
    base, new = entrenched(case.base, case.kb.theory.ranks, new)
    expected = revise(
        base, new, way, method=case.method, policies=case.policies, protected=case.protected
    )
    with case.kb.suppose() as kb:
        return agree_on_revision(kb, new, case.by(way), expected)


# -- consolidation ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=max(1, CASES // 4))  # each base: all of it, statements, conflicts
@given(data=st.data())
def test_consolidation_by_each_method(method: str | None, data: st.DataObject) -> None:
    case = data.draw(judged(method, is_consistent=False))
    agree_on_consolidation(case, {}, {})
    for element in case.base.elements[-2:]:
        (said,) = element.says
        agree_on_consolidation(case, {"sentence": show_sentence(said)}, {"about": said})
    for conflict in conflicts(case.base)[-2:]:
        named = {"conflict": sorted(shown(conflict))}
        agree_on_consolidation(case, named, {"conflict": conflict})


def agree_on_consolidation(case: Judged, asked: dict[str, Any], wanted: dict[str, Any]) -> None:
    note(f"consolidate {asked}")
    expected = family.consolidate(case.base, method=case.method, policies=case.policies, **wanted)
    with case.kb.suppose() as kb:
        done = kb.consolidate(by=case.by(), **asked)
        assert names(done.dropped) == shown(expected.dropped)


# -- functions of one's own ------------------------------------------------------------------------


def preferred(parts: list[frozenset[str]]) -> list[frozenset[str]]:
    """Those with the most names at even places among what not all of them keep."""
    disputed = sorted(frozenset().union(*parts) - meet(parts))
    counts = [len(part.intersection(disputed[::2])) for part in parts]
    return [part for part, count in zip(parts, counts, strict=True) if count == max(counts)]


def incised(kernels: Iterable[frozenset[str]]) -> frozenset[str]:
    """The last name of each kernel, and of a long one the first too."""
    return frozenset().union(
        *({sorted(part)[-1], sorted(part)[0 if len(part) > 2 else -1]} for part in kernels)
    )


@SelectionFunction
def selection(parts: tuple[Beliefs, ...]) -> list[Beliefs]:
    wanted = set(preferred([names(part) for part in parts]))
    return [part for part in parts if names(part) in wanted]


@IncisionFunction
def incision(kernels: tuple[Beliefs, ...]) -> set[Belief]:
    cut = incised(map(names, kernels))
    return {belief for kernel in kernels for belief in kernel if belief.name in cut}


@SelectionFunction.ranking
def ranking(part: Beliefs) -> int:
    """A sum, so that connected parts are ranked alike apart and together."""
    return sum(ord(belief.name[-1]) for belief in part)


@EACH
@given(case=judged(), goals=SOME_GOALS, together=st.booleans())
def test_a_selection_function_chooses_among_all_remainders(
    case: Judged, goals: list[Sentence], together: bool
) -> None:
    for some in ones_and_pairs(goals):
        found = remainders(case.base, *some, together=together)
        everything = shown(case.base.names)
        kept = meet(preferred([shown(part) for part in found])) if found else everything
        with case.kb.suppose() as kb:
            done = kb.contract(*map(show_sentence, some), together=together, by=selection)
            assert (names(done.dropped), done.possible) == (everything - kept, bool(found))


@EACH
@given(case=judged(), goals=SOME_GOALS, together=st.booleans())
def test_an_incision_function_cuts_all_kernels(
    case: Judged, goals: list[Sentence], together: bool
) -> None:
    for some in ones_and_pairs(goals):
        found = obstacles(case.base, *some, together=together)
        possible = frozenset() not in found
        cut = incised(map(shown, found)) if possible else frozenset()
        with case.kb.suppose() as kb:
            done = kb.contract(*map(show_sentence, some), together=together, by=incision)
            assert (names(done.dropped), done.possible) == (cut, possible)


def ones_and_pairs(goals: list[Sentence]) -> list[tuple[Sentence, ...]]:
    half = len(goals) // 2
    return [*((goal,) for goal in goals[:half]), *zip(goals[:half], goals[half:], strict=True)]


@EACH
@given(case=judged(), said=st.lists(SAID, min_size=GOALS, max_size=GOALS))
def test_functions_choose_after_a_way_of_revising(case: Judged, said: list[Sentence]) -> None:
    """Internal and external revision by one newcomer differ in nothing but what stays anyway."""
    for sentence in said:
        found = remainders(case.base, Not(sentence))
        if not found or any(element.states(sentence) for element in case.base.elements):
            continue
        kept = meet(preferred([shown(part) for part in found]))
        for way in ("internal", "external"):
            with case.kb.suppose() as kb:
                done = kb.revise(show_sentence(sentence), by=[way, selection])
                assert names(done.dropped) == shown(case.base.names) - kept


@EACH
@given(case=judged(is_consistent=False))
def test_functions_consolidate_each_connected_part(case: Judged) -> None:
    bad = conflicts(case.base)
    parts = [shown(part) for part in avoiding(case.base, bad)]
    scores = [sum(ord(name[-1]) for name in part) for part in parts]
    best = [part for part, score in zip(parts, scores, strict=True) if score == max(scores)]
    with case.kb.suppose() as kb:
        assert names(kb.consolidate(by=ranking).dropped) == shown(case.base.names) - meet(best)
    with case.kb.suppose() as kb:
        assert names(kb.consolidate(by=incision).dropped) == incised(map(shown, bad))
