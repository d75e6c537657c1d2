"""The judge of evidence given up item by item is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bases import sentences
from oracle.change import Base, Element, conflicts, entails, kernels, remainders, subsets
from oracle.examples import not_p, not_q, p, parts, q, r
from oracle.family import METHODS, contract
from oracle.granular import THRESHOLD, Evidence, evidence
from oracle.parts import FALSE, obstacles
from oracle.revision import revise
from reasoner.ledger.entries import InstanceName
from reasoner.syntax.tree import And, If, Or, Sentence, Truth
from reasoner.theory.normal import normal


def items(*said: tuple[str, Sentence, int, str]) -> list[Element]:
    """Each (name, sentence, hundredths, voice); the n-th was recorded at n."""
    return [
        Element(name, (sentence,), (n,), hundredths * 10_000, voice=voice)
        for n, (name, sentence, hundredths, voice) in enumerate(said, start=1)
    ]


RUMOURS = evidence(items(("x", p, 20, "u"), ("a", p, 10, "v"), ("b", p, 10, "w")))


def test_each_remainder_gives_up_only_as_much_evidence_as_it_must():
    assert set(kernels(RUMOURS, p)) == parts("x a", "x b")
    assert set(remainders(RUMOURS, p)) == parts("x", "a b")
    assert contract(RUMOURS, p).kept == frozenset()
    assert contract(RUMOURS, p, policies=("cardinality",)).kept == {"a", "b"}
    assert contract(RUMOURS, p, policies=("confidence",)).kept == frozenset()  # 0.2 either way
    assert contract(RUMOURS, p, method="minimal kernel").kept == {"x"}
    assert contract(RUMOURS, p, method="kernel", policies=("confidence",)).kept == {"x"}


def test_a_sum_just_at_the_threshold_accepts():
    assert entails(evidence(items(("a", p, 20, "u"), ("b", p, 10, "v"))), p)
    below = evidence(items(("a", p, 20, "u"), ("b", p, 9, "v"), ("c", q, 50, "u")))
    assert not entails(below, p)
    assert (below.names, [item.name for item in below.idle]) == ({"c"}, ["a", "b"])


def test_a_voice_counts_once_for_a_sentence_and_its_strongest_kept_item_speaks():
    base = evidence(items(("a", p, 20, "u"), ("b", p, 30, "u"), ("c", p, 10, "v")))
    assert set(kernels(base, p)) == parts("b", "a c")
    assert set(remainders(base, p)) == parts("a", "c")


def test_items_of_two_sentences_conflict_only_where_both_are_carried():
    base = evidence(
        items(("a", p, 20, "u"), ("b", p, 20, "v"), ("c", not_p, 40, "u"), ("d", q, 30, "u"))
    )
    assert conflicts(base) == [frozenset("abc")]
    assert set(remainders(base, FALSE)) == parts("a b d", "a c d", "b c d")
    assert entails(base, And((p, q)))
    assert entails(base, not_p)


def test_a_rule_needs_no_items():
    rule = Element(InstanceName("r"), (If(q, p),))
    base = evidence(items(("a", p, 20, "u"), ("b", p, 20, "v")), [rule])
    assert kernels(base, q) == [frozenset({InstanceName("r"), "a", "b"})]


def test_an_item_whose_sentence_the_rest_implies_comes_back_to_a_smooth_kernel():
    base = evidence(
        items(
            ("a", not_q, 40, "u"),
            ("b", not_p, 30, "u"),
            ("c", Or((p, not_q)), 20, "u"),
            ("d", Or((p, not_q)), 20, "v"),
        )
    )
    goal = And((not_p, not_q))
    by = {m: contract(base, goal, method=m, policies=("confidence",)).kept for m in METHODS}
    assert set(obstacles(base, goal)) == parts("a b", "b c d")
    assert (by["kernel"], by["smooth kernel"]) == ({"a"}, {"a", "c", "d"})


def test_a_newcomer_may_be_carried_by_older_items_of_what_it_says():
    base = evidence(items(("a", p, 20, "u"), ("c", not_p, 40, "u")))
    assert base.names == {"c"}
    new = Element("new", (p,), (9,), 400_000, voice="w")
    outcome = revise(base, new)
    assert (outcome.base.names, outcome.dropped) == ({"a", "new"}, {"c"})
    assert not revise(base, replace(new, weight=300_000), "semi").survived


# -- on random evidence ----------------------------------------------------------------------------

EACH = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
_SAID = sentences(3).map(normal).filter(lambda said: not isinstance(said, Truth))
_POOL = st.lists(_SAID | st.sampled_from([p, not_p, q, If(q, p)]), min_size=2, max_size=4)
_ITEM = st.tuples(st.integers(0, 3), st.sampled_from((10, 15, 20, 30, 50)), st.sampled_from("uvw"))


@st.composite
def bodies(draw: st.DrawFn, whole: bool = False) -> tuple[Evidence, Sentence]:
    """Up to six items of up to four sentences, and a goal. whole: one strong item a sentence."""
    pool = list(dict.fromkeys(draw(_POOL)))
    found = draw(st.lists(_ITEM, min_size=2, max_size=6))
    said = [(f"e{n}", pool[s % len(pool)], w, v) for n, (s, w, v) in enumerate(found, start=1)]
    if whole:
        said = [(f"e{n}", sentence, 30 + n, "u") for n, sentence in enumerate(pool, start=1)]
    made = [replace(e, level=draw(st.integers(0, 2))) for e in items(*said)]
    goal = draw(st.sampled_from([pool[0], pool[-1], And((pool[0], pool[-1]))]) | sentences(3))
    background = draw(st.sampled_from([(), (If(r, p),), (Or((not_p, not_q)),)]))
    return evidence(made, background=background), goal


def statements(base: Evidence) -> Base:
    """The base of the sentences that the items carry, each named by itself."""
    said = dict.fromkeys(element.says for element in base.elements)
    elements = tuple(Element(str(number), each) for number, each in enumerate(said))
    return Base(elements, base.background)


@EACH
@given(bodies())
def test_what_remainders_of_items_carry_are_the_remainders_of_statements(case):
    """On inconsistent bases too: the last item given up is what carried its sentence."""
    base, goal = case
    whole = statements(base)
    for each in (goal, FALSE):
        carried = {
            frozenset(e.says for e in base.of(base.heard(part))) for part in remainders(base, each)
        }
        assert carried == {
            frozenset(e.says for e in whole.of(part)) for part in remainders(whole, each)
        }
        assert entails(base, each) == entails(whole, each)


@EACH
@given(bodies())
def test_more_items_never_carry_less(case):
    base, _ = case
    for part in subsets(base):
        for name in base.names - part:
            assert base.heard(part) <= base.heard(part | {name})
            assert base.weight(part) <= base.weight(part | {name})


@EACH
@given(bodies(), st.sampled_from([(), ("entrenchment",), ("recency",), ("confidence", "recency")]))
def test_every_method_succeeds_with_items(case, order):
    base, goal = case
    for each in (goal, FALSE):
        for method in METHODS:
            outcome = contract(base, each, method=method, policies=order)
            assert not outcome.possible or obstacles(outcome.base, each) == []
    full = contract(base, goal, method="full kernel")
    assert full == contract(base, goal)


@EACH
@given(bodies(whole=True), st.sampled_from([(), ("entrenchment",), ("confidence", "recency")]))
def test_one_strong_item_for_each_sentence_is_a_base_of_statements(case, order):
    base, goal = case
    assert all(element.weight >= THRESHOLD for element in base.elements)
    plain = Base(tuple(replace(e, voice=None) for e in base.elements), base.background)
    for method in METHODS:
        items_kept = contract(base, goal, method=method, policies=order).kept
        assert items_kept == contract(plain, goal, method=method, policies=order).kept


@pytest.mark.parametrize("way", ["internal", "external", "semi", "credible", "negation free"])
@EACH
@given(case=bodies())
def test_no_conflict_of_a_newcomer_s_items_is_left(way, case):
    base, said = case
    if isinstance(normal(said), Truth):
        return
    new = Element("new", (normal(said),), (99,), 400_000, 2, voice="new")
    outcome = revise(base, new, way)
    if outcome.survived:
        own = {e.name for e in outcome.base.elements if e.states(said)}
        assert "new" in own
        assert not any(conflict & own for conflict in conflicts(outcome.base))
