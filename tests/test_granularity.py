"""Evidence given up item by item: judged by brute force, and by worked examples."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

import reasoner
from bases import NEWCOMER, sentences
from judging import CASES, agree, agree_on_revision, names, shown
from oracle import family
from oracle.change import Element, conflicts, kernels, remainders
from oracle.granular import Evidence, evidence
from oracle.ranks import Order
from oracle.revision import revise
from reasoner.ledger.entries import InstanceName
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import And, Atom, If, Literal, Not, Or, Sentence, Truth
from reasoner.theory.normal import normal

# -- a worked example ------------------------------------------------------------------------------

RUMOURS = """
relation closed.  relation late.
source tram.  source bus.  source taxi.
granularity evidence.
rule r revisable: late :- closed.
believe t: closed from tram weight 0.2.
believe b: closed from bus weight 0.1.
believe x: closed from taxi weight 0.1.
"""  # any two of the three that count the tram's carry `closed` over the threshold, 0.3


def test_three_weak_sources_carry_a_statement_and_only_as_much_goes_as_must():
    kb = reasoner.loads(RUMOURS)
    assert {names(part) for part in kb.kernels("closed")} == {frozenset("tb"), frozenset("tx")}
    assert {names(part) for part in kb.remainders("closed")} == {frozenset("rt"), frozenset("rbx")}
    gone = {}
    for by in ("cardinality", "minimal kernel", "kernel, confidence", "full meet"):
        with kb.suppose() as world:
            gone[by] = "".join(sorted(names(world.contract("closed", by=by).dropped)))
            assert world.status("closed") is reasoner.Status.NEITHER
    assert gone == {
        "cardinality": "t", "minimal kernel": "bx", "kernel, confidence": "bx", "full meet": "btx",
    }  # fmt: skip


def test_what_stays_of_a_statement_counts_when_more_is_said():
    kb = reasoner.loads(RUMOURS)
    kb.contract("closed", by="cardinality")
    kb.believe("closed", source="tram", weight="0.05")
    assert kb.status("late") is reasoner.Status.NEITHER
    kb.believe("closed", source="tram", weight="0.1")
    assert kb.status("late") is reasoner.Status.TRUE


def test_an_item_says_why_it_is_silent_and_returns():
    kb = reasoner.loads(RUMOURS)
    kb.contract("closed", by="cardinality", label="doubts")
    silent = {each.evidence: each.reason for each in kb.why("closed").silent}
    assert "doubts" in silent["t"]
    assert names(kb.recover("doubts").restored) == frozenset("t")
    assert kb.status("late") is reasoner.Status.TRUE


def test_recovery_keeps_what_stays_of_a_statement_on_condition_too():
    """Half of what carried it would not be enough to bring it back."""
    kb = reasoner.loads(RUMOURS)
    done = kb.contract("closed or late", by="cardinality", keeping_recovery=True)
    assert names(done.dropped) == frozenset("t")
    assert {belief.text for belief in done.added} == {"closed if closed or late"}
    assert len(done.added) == 3
    kb.believe("closed or late")
    assert kb.entails("closed")


def test_a_source_that_repeats_itself_is_heard_once_and_its_strongest_word_counts():
    kb = reasoner.loads(
        "relation p.  source u.  source v.  granularity evidence.\n"
        "believe a: p from u weight 0.2.  believe b: p from u weight 0.3.\n"
        "believe c: p from v weight 0.1.\n"
    )
    assert [names(part) for part in kb.kernels("p")] == [frozenset("b"), frozenset("ac")]
    assert names(kb.contract("p", by="confidence").dropped) == frozenset("bc")


def test_a_sum_just_at_the_threshold_is_over_it():
    text = "relation p.  source u.  source v.  granularity evidence.  threshold 0.25.\n"
    kb = reasoner.loads(text + "believe a: p from u weight 0.2.  believe b: p from v weight 0.05.")
    assert [names(part) for part in kb.kernels("p")] == [frozenset("ab")]
    kb = reasoner.loads(text + "believe a: p from u weight 0.2.  believe b: p from v weight 0.04.")
    assert list(kb.kernels("p")) == []
    assert list(kb.remainders("false")) == [()]


# -- on random evidence ----------------------------------------------------------------------------

GOALS = 6
EACH = settings(max_examples=max(1, CASES // GOALS))
SOURCES = "uvw"
P, Q = Literal(Atom("p")), Literal(Atom("q"))
BACKGROUNDS = {
    "": (),
    "rule q :- p.": (If(Q, And((P,))),),
    "constraint :- p, q.": (Not(And((P, Q))),),
}
RULES = {
    "": (),
    "rule r1 revisable: q :- p.": (Element(InstanceName("r1"), (If(Q, And((P,))),)),),
    "rule r1 revisable: -q :- p.": (Element(InstanceName("r1"), (If(Not(Q), And((P,))),)),),
}
RANKS = ("", "rank u > v.", "rank u > v > w.", "rank e1 > e2.  rank w > facts.", "rank r1 > e3.")
_SAID = sentences(3).map(normal).filter(lambda said: not isinstance(said, Truth))
_POOL = st.lists(_SAID | st.sampled_from([P, normal(Not(P)), Q, If(Q, P)]), min_size=2, max_size=4)
_ITEM = st.tuples(st.integers(0, 3), st.sampled_from((5, 10, 15, 20, 30)), st.sampled_from(SOURCES))
BY_ELEMENTS = [(), ("entrenchment",), ("confidence",), ("recency",), ("maxichoice",)]
BY_REMAINDERS = [*BY_ELEMENTS, ("cardinality",), ("inclusion",), ("confidence", "recency")]


class Judged:
    """Items in the product and in the oracle, some of them protected, and goals."""

    def __init__(
        self, text: str, base: Evidence, goals: list[Sentence], protected: frozenset[str]
    ) -> None:
        self.text, self.goals, self.protected = text, goals, protected
        self.kb = reasoner.loads(text)
        self._order = Order(self.kb.theory.ranks)
        self.base = self._ranked(base)

    def _ranked(self, base: Evidence) -> Evidence:
        every = (*base.elements, *base.idle)
        below = self._order.pairs({e.name: _fits(e) for e in every})
        levels = [self.ranked(element) for element in every]
        rules = [element for element in levels if element.voice is None]
        items = sorted((e for e in levels if e.voice), key=lambda item: item.recorded)
        return evidence(items, rules, base.background, below)

    def ranked(self, element: Element) -> Element:
        return replace(element, level=self._order.level(_fits(element)))

    def __repr__(self) -> str:
        return self.text


def _fits(element: Element) -> list[list[str]]:
    if isinstance(element.name, InstanceName):
        return [[element.name.rule]]
    return [[element.name], [], [element.voice or ""], ["facts"]]


@st.composite
def judged(draw: st.DrawFn) -> Judged:
    """Up to seven items of two to four sentences; a source may speak for one twice."""
    pool = list(dict.fromkeys(draw(_POOL)))
    found = draw(st.lists(_ITEM, min_size=3, max_size=7))
    items = [
        Element(f"e{n}", (pool[place % len(pool)],), (n,), hundredths * 10_000, voice=source)
        for n, (place, hundredths, source) in enumerate(found, start=1)
    ]
    background, rules = draw(st.sampled_from(list(BACKGROUNDS))), draw(st.sampled_from(list(RULES)))
    ranks = draw(st.sampled_from(RANKS[: None if rules and len(items) > 2 else 4]))
    lines = ["relation p.  relation q.  relation r.", "granularity evidence.", background, rules]
    lines += [f"source {name}." for name in (*SOURCES, NEWCOMER)]
    lines += [
        f"believe {e.name}: {show_sentence(e.says[0])} from {e.voice} weight {e.weight / 1e6:.2f}."
        for e in items
    ]
    drawn = st.sampled_from([pool[0], pool[-1], And((pool[0], pool[-1])), Or((pool[0], pool[-1]))])
    goals = draw(st.lists(drawn | sentences(3), min_size=GOALS, max_size=GOALS))
    protected = draw(st.frozensets(st.sampled_from([str(e.name) for e in items]), max_size=2))
    protects = f"protect {', '.join(sorted(protected))}." if protected else ""
    text = "\n".join((*lines, ranks, protects, ""))
    return Judged(text, evidence(items, RULES[rules], BACKGROUNDS[background]), goals, protected)


def policies(method: str | None) -> st.SearchStrategy[tuple[str, ...]]:
    if method == "full kernel":
        return st.just(())
    return st.sampled_from(BY_REMAINDERS if method in (None, "minimal kernel") else BY_ELEMENTS)


@EACH
@given(case=judged())
def test_kernels_remainders_and_conflicts_are_sets_of_items(case: Judged) -> None:
    for goal in case.goals:
        note(show_sentence(goal))
        text, found = show_sentence(goal), kernels(case.base, goal)
        assert list(map(names, case.kb.kernels(text))).count(frozenset()) <= 1
        assert set(map(names, case.kb.kernels(text))) == set(map(shown, found))
        assert case.kb.entails(text) == bool(found)
        assert sorted(map(sorted, map(names, case.kb.remainders(text)))) == sorted(
            map(sorted, map(shown, remainders(case.base, goal)))
        )
    assert set(map(names, case.kb.conflicts())) == set(map(shown, conflicts(case.base)))


@pytest.mark.parametrize("method", family.METHODS)
@EACH
@given(case=judged(), data=st.data(), together=st.booleans())
def test_contraction_gives_up_items(
    method: str | None, case: Judged, data: st.DataObject, together: bool
) -> None:
    by = data.draw(policies(method))
    for place in range(GOALS):
        some = (case.goals * 2)[place : place + 1 + place % 2]
        note(f"contract {', '.join(map(show_sentence, some))}")
        expected = family.contract(case.base, *some, method=method, policies=by, together=together)
        with case.kb.suppose() as kb:
            texts = map(show_sentence, some)
            done = kb.contract(*texts, together=together, by=_names(method, by))
            assert agree(done, expected)


def _names(*found: str | tuple[str, ...] | None) -> list[str]:
    parts = [each if isinstance(each, tuple) else (each,) for each in found if each is not None]
    return [name for part in parts for name in part]


@pytest.mark.parametrize(
    "way", ["internal", "external", "semi", "screened", "credible", "negation free"]
)
@EACH
@given(case=judged(), data=st.data(), method=st.sampled_from(list(family.METHODS)))
def test_revision_gives_up_items(
    way: str, case: Judged, data: st.DataObject, method: str | None
) -> None:
    by = data.draw(policies(method))
    for said in case.goals:
        if isinstance(normal(said), Truth):
            continue
        weight = data.draw(st.sampled_from((300_000, 500_000)))
        new = case.ranked(Element(NEWCOMER, (normal(said),), (99,), weight, voice=NEWCOMER))
        note(f"revise {show_sentence(said)} weight {weight} by {by}")
        expected = revise(case.base, new, way, method=method, policies=by, protected=case.protected)
        with case.kb.suppose() as kb:
            assert agree_on_revision(kb, new, _names(way, method, by), expected)


@pytest.mark.parametrize("method", family.METHODS)
@EACH
@given(case=judged(), data=st.data())
def test_consolidation_gives_up_items(
    method: str | None, case: Judged, data: st.DataObject
) -> None:
    by = data.draw(policies(method))
    for about in (None, *(element.says[0] for element in case.base.elements if element.voice)):
        expected = family.consolidate(case.base, method=method, policies=by, about=about)
        with case.kb.suppose() as kb:
            text = None if about is None else show_sentence(about)
            assert names(kb.consolidate(text, by=_names(method, by)).dropped) == shown(
                expected.dropped
            )
    for conflict in conflicts(case.base)[:2]:
        expected = family.consolidate(case.base, method=method, policies=by, conflict=conflict)
        with case.kb.suppose() as kb:
            done = kb.consolidate(conflict=shown(conflict), by=_names(method, by))
            assert names(done.dropped) == shown(expected.dropped)


@EACH
@given(case=judged(), method=st.sampled_from(list(family.METHODS)))
def test_recovery_brings_every_item_back(case: Judged, method: str | None) -> None:
    for goal in case.goals:
        with case.kb.suppose() as kb:
            before = set(kb.remainders("false"))
            done = kb.contract(show_sentence(goal), by=_names(method))
            if done.dropped:
                kb.recover(done)
            assert set(kb.remainders("false")) == before


@EACH
@given(case=judged(), by=st.sampled_from(BY_REMAINDERS))
def test_a_contraction_that_keeps_recovery_loses_no_statement(
    case: Judged, by: tuple[str, ...]
) -> None:
    """Also where items of it stay that carry it no more."""
    said = {show_sentence(element.says[0]) for element in case.base.elements if element.voice}
    for goal in map(show_sentence, case.goals):
        with case.kb.suppose() as kb:
            entailed = [sentence for sentence in said if kb.entails(sentence)]
            done = kb.contract(goal, by=_names(by), keeping_recovery=True)
            assert not done.possible or not kb.entails(goal)
            kb.believe(goal)
            if not any(belief.name == "r1" for belief in done.dropped):
                assert [sentence for sentence in said if kb.entails(sentence)] == entailed
