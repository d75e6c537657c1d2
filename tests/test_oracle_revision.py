"""The judge of the ways of revising is judged: by worked examples, and by their laws."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bases import cases
from oracle import revision_laws
from oracle.change import conflicts, entails
from oracle.examples import base_of, newcomer, not_p, not_q, not_r, p, q, r, ranked
from oracle.family import METHODS, consolidate
from oracle.revision import revise
from reasoner.syntax.tree import And, If, Not, Or
from reasoner.theory.normal import normal

QUARREL = base_of(a=p, b=not_p, c=q, d=not_q)
ORDER = st.sampled_from(
    [(), ("entrenchment",), ("recency",), ("confidence", "recency"), ("entrenchment", "maxichoice")]
)
EACH = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)


# -- ways of revising ------------------------------------------------------------------------------


def test_multiple_revision_is_consistent():
    base = base_of(a=p, b=If(q, p), c=not_r)
    for method in METHODS:
        assert conflicts(revise(base, newcomer(And((not_q, r))), method=method).base) == []


def test_semi_revision_may_give_up_the_newcomer():
    base = base_of(a=p, b=q, c=not_q)
    new = newcomer(not_p, weight=400_000)
    lost = revise(base, new, "semi", policies=("confidence",))
    assert (lost.survived, lost.base.names, lost.dropped) == (False, base.names, frozenset())
    won = revise(base, new, "semi", policies=("recency",))
    assert (won.survived, won.base.names, won.dropped) == (True, {"b", "c", "new"}, {"a"})
    neither = revise(base, new, "semi")
    assert (neither.survived, neither.base.names) == (False, {"b", "c"})


def test_a_newcomer_that_says_what_was_said_adds_its_evidence_to_that():
    base = base_of(a=p, b=not_p)
    outcome = revise(base, newcomer(p), "semi", policies=("confidence",))
    assert (outcome.survived, outcome.base.names, outcome.dropped) == (True, {"a"}, {"b"})
    (merged,) = outcome.base.elements
    assert (merged.weight, merged.recorded) == (2_000_000, (1, 99))
    assert revise(base, newcomer(p)).base.names == {"a"}


def test_a_protected_core_refuses_what_contradicts_it():
    base = base_of(a=p, b=If(q, p), c=not_r)
    refused = revise(base, newcomer(not_p), "screened", protected=frozenset("a"))
    assert (refused.survived, refused.possible, refused.base) == (False, True, base)
    spared = revise(base, newcomer(not_q), "screened", protected=frozenset("a"))
    assert (spared.survived, spared.dropped) == (True, {"b"})
    assert revise(base, newcomer(not_q)).dropped == {"a", "b"}


def test_a_protected_core_that_contradicts_itself_refuses_what_some_of_it_refutes():
    core = frozenset("ab")
    unrelated = revise(QUARREL, newcomer(r), "screened", protected=core)
    assert (unrelated.vacuous, unrelated.survived, unrelated.dropped) == (True, True, frozenset())
    assert not revise(QUARREL, newcomer(p), "screened", protected=frozenset("b")).survived
    joint = base_of(a=p, b=not_p, c=If(not_q, p), d=r)
    outcome = revise(joint, newcomer(q), "screened", protected=core)
    assert (outcome.survived, outcome.dropped) == (True, {"c"})
    assert not revise(joint, newcomer(q), "screened", protected=frozenset("ac")).survived


def test_what_contradicts_the_core_is_given_up_where_it_refutes_the_newcomer():
    base = base_of(a=p, b=not_p, c=If(not_q, not_p))
    outcome = revise(base, newcomer(q), "screened", protected=frozenset("a"))
    assert outcome.dropped == {"b", "c"}
    spared = revise(base, newcomer(q), "screened", protected=frozenset("ac"))
    assert spared.dropped == {"b"}


def test_credibility_is_limited_by_what_ranks_above_the_newcomer():
    base = ranked(base_of(a=p, b=q), a=2, b=1)
    credible = {
        level: revise(base, newcomer(not_p, level=level), "credible").survived for level in range(3)
    }
    assert credible == {0: False, 1: False, 2: True}
    assert revise(base, newcomer(not_q, level=1), "credible").base.names == {"a", "new"}
    newest = revise(base, newcomer(not_p), "credible", method="kernel", policies=("recency",))
    assert newest.survived


def test_negation_free_revision_settles_older_conflicts_too():
    base = base_of(a=p, b=not_p, c=q)
    assert revise(base, newcomer(r)).base.names == {"a", "b", "c", "new"}
    assert revise(base, newcomer(r), "negation free").base.names == {"c", "new"}
    assert revise(base, newcomer(Or((p, r))), "negation free", policies=("maxichoice",)).kept == {
        "a", "c",
    }  # fmt: skip


@pytest.mark.parametrize("method", ["severe", "possibilistic"])
def test_external_revision_by_a_cut_does_not_drown_the_newcomer(method):
    """(B + p) contracted by -p drops all at or below the rank of -p, but for the newcomer."""
    base = ranked(base_of(a=not_p, b=q), a=1)
    done = revise(base, newcomer(p), "external", method=method)
    assert (done.survived, done.dropped) == (True, {"a", "b"})
    assert revise(base, newcomer(p), "internal", method=method).survived
    assert revise(base, newcomer(p), "external", method="ensconcement").survived


@pytest.mark.parametrize(
    "way", ["internal", "external", "semi", "screened", "credible", "negation free"]
)
def test_what_the_background_refutes_is_refused_by_every_way(way):
    base = base_of(not_p, a=q)
    outcome = revise(base, newcomer(p), way)
    assert (outcome.possible, outcome.survived, outcome.base) == (False, False, base)


# -- laws, on random bases -------------------------------------------------------------------------

WAYS = ["internal", "external", "semi", "credible", "negation free"]


@EACH
@given(cases(), ORDER, st.sampled_from(list(METHODS)))
def test_laws_of_the_ways_of_revising(case, order, method):
    """On inconsistent bases too; a newcomer that loses by `credible` leaves all as it was."""
    base, said = case
    for way in WAYS:
        outcome = revise(base, newcomer(said), way, method=method, policies=order)
        if not outcome.possible or (way == "credible" and not outcome.survived):
            assert outcome.base == base
            continue
        drowns = way == "external" and method in ("severe", "possibilistic")
        assert outcome.survived == revision_laws.success(base, said, outcome.base)
        assert outcome.survived or way == "semi" or drowns
        assert revision_laws.inclusion(base, said, outcome.base)
        assert revision_laws.coherence(base, said, outcome.base)
        if way == "negation free" or not conflicts(base):
            assert revision_laws.consistency(base, said, outcome.base)
        if way != "negation free" or not conflicts(base):
            assert not outcome.survived or revision_laws.vacuity(base, said, outcome.base)


@EACH
@given(cases(), ORDER, st.sampled_from(list(METHODS)), st.data())
def test_laws_of_screened_revision(case, order, method, data):
    """Whatever is protected, and however inconsistent that is."""
    base, said = case
    core = data.draw(st.sets(st.sampled_from(sorted(base.names, key=str)), max_size=3))
    outcome = revise(
        base, newcomer(said), "screened", method=method, policies=order, protected=frozenset(core)
    )
    others = frozenset(e.name for e in base.elements if not e.states(said))
    refused = entails(base.only(core & others), Not(said))
    assert outcome.survived == (outcome.possible and not refused)
    if not outcome.survived:
        assert outcome.base == base
        return
    assert core <= outcome.base.names
    assert revision_laws.success(base, said, outcome.base)
    assert revision_laws.inclusion(base, said, outcome.base)
    assert revision_laws.coherence(base, said, outcome.base)
    assert revision_laws.vacuity(base, said, outcome.base)
    assert conflicts(base) or revision_laws.consistency(base, said, outcome.base)


@EACH
@given(cases(), ORDER, st.sampled_from([None, "kernel", "full kernel", "minimal kernel"]))
def test_external_revision_differs_from_internal_by_its_selection_alone(case, order, method):
    """A kernel of -p never contains p, so values of elements decide alike in B and in B + p."""
    base, said = case
    internal = revise(base, newcomer(said), method=method, policies=order)
    assert internal == revise(base, newcomer(said), "external", method=method, policies=order)


@EACH
@given(cases(is_consistent=True), ORDER)
def test_negation_free_revision_is_internal_on_consistent_bases(case, order):
    base, said = case
    internal = revise(base, newcomer(said), policies=order)
    assert revise(base, newcomer(said), "negation free", policies=order) == internal
    if internal.possible:
        assert revision_laws.relevance(base, said, internal.base)
        assert revision_laws.core_retainment(base, said, internal.base)


@EACH
@given(cases(), ORDER, st.sampled_from(list(METHODS)))
def test_semi_revision_is_consolidation_where_the_newcomer_makes_the_only_conflicts(
    case, order, method
):
    base, said = case
    joined = base.told(newcomer(said))
    if all("new" in conflict for conflict in conflicts(joined)):
        outcome = revise(base, newcomer(said), "semi", method=method, policies=order)
        whole = consolidate(joined, method=method, policies=order)
        assert not outcome.possible or outcome.base == whole.base


@EACH
@given(cases(), ORDER)
def test_revision_is_uniform_and_takes_expansion_first_or_not(case, order):
    base, said = case
    twin = normal(And((Or((said, said)), Or((said, Not(said))))))
    outcomes = [revise(base, newcomer(each), policies=order).base for each in (said, twin)]
    if not any(e.states(each) for e in base.elements for each in (said, twin)):
        assert revision_laws.uniformity(base, (said, twin), (outcomes[0], outcomes[1]))
    expanded = base.told(newcomer(said))
    own = next(e.name for e in expanded.elements if e.states(said))
    for way in WAYS:
        outcome = revise(base, newcomer(said), way, policies=order)
        again = revise(expanded, newcomer(said), way, policies=order)
        if outcome.survived and own == "new":
            assert revision_laws.pre_expansion(outcome.base, again.base)
