"""The judge of the methods is judged: by examples worked out by hand, and by their laws."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bases import cases, sentences
from oracle import laws
from oracle.change import Base, entails
from oracle.examples import base_of, below, not_p, not_q, not_r, p, parts, q, r, ranked
from oracle.family import METHODS, consolidate, contract, hierarchy, implied
from oracle.parts import FALSE, obstacles
from reasoner.syntax.tree import And, If, Iff, Or, Sentence

p_or_q = Or((p, q))


def kept(base: Base, goal: Sentence, method: str | None, *policies: str) -> str:
    found = contract(base, goal, method=method, policies=policies).kept
    return " ".join(sorted(map(str, found)))


# -- methods, by hand ------------------------------------------------------------------------------

HANSSON = base_of(a=not_q, b=not_p, c=Or((p, not_q)))  # its two kernels of NEITHER: a b, b c
NEITHER = And((not_p, not_q))


@pytest.mark.parametrize(
    ("levels", "method", "expected"),
    [
        pytest.param({}, "kernel", "", id="all alike: whatever is in a kernel goes"),
        pytest.param({"c": 1}, "kernel", "c", id="not relevant: a goes though b alone would do"),
        pytest.param({"a": 1}, "kernel", "a", id="not closed: c goes though a implies it"),
        pytest.param({"a": 1}, "smooth kernel", "a c", id="closed"),
        pytest.param({"a": 1, "c": 1}, "kernel", "a c", id="one element cuts both kernels"),
        pytest.param({"b": 1}, "kernel", "b", id="and so do the two others"),
        pytest.param({"b": 1}, "minimal kernel", "b", id="a minimal incision, by rank"),
        pytest.param({"a": 1}, "minimal kernel", "a c", id="a minimal incision wastes nothing"),
        pytest.param({"a": 1}, "full kernel", "", id="the full one knows no ranks"),
        pytest.param({"a": 1}, "safe", "a", id="safe contraction by levels is kernel contraction"),
    ],
)
def test_incisions_of_hansson_s_two_kernels(levels, method, expected):
    assert set(obstacles(HANSSON, NEITHER)) == parts("a b", "b c")
    assert kept(ranked(HANSSON, **levels), NEITHER, method, "entrenchment") == expected


def test_kernel_contraction_loses_what_partial_meet_can_not():
    irrelevant = frozenset("c")
    assert not laws.relevance(HANSSON, NEITHER, irrelevant)
    assert laws.core_retainment(HANSSON, NEITHER, irrelevant)
    unclosed = frozenset("a")
    assert not laws.relative_closure(HANSSON, NEITHER, unclosed)
    assert not laws.disjunctive_elimination(HANSSON, NEITHER, unclosed)
    smooth = frozenset("ac")
    assert laws.relative_closure(HANSSON, NEITHER, smooth)
    assert laws.fullness(HANSSON, NEITHER, smooth)
    assert not laws.fullness(HANSSON, NEITHER, frozenset())


def test_smooth_kernel_contraction_may_keep_too_little_for_relevance():
    base = ranked(HANSSON, c=1)
    assert kept(base, NEITHER, "smooth kernel", "entrenchment") == "c"
    assert not laws.relevance(base, NEITHER, frozenset("c"))


def test_a_hierarchy_of_incomparable_elements_is_no_ranking():
    """a below b, and c beside both: no levels give what safe contraction gives of three goals."""
    base = base_of(a=p, b=q, c=r)
    goals = (And((p, q)), And((p, r)), And((q, r)))
    expected = ["b c", "b", "a"]
    assert [kept(below(base, ("a", "b")), goal, "safe") for goal in goals] == expected
    for a, b, c in product(range(3), repeat=3):
        levels = ranked(base, a=a, b=b, c=c)
        assert [kept(levels, goal, "safe", "entrenchment") for goal in goals] != expected


def test_chains_of_unequal_length_are_not_merged():
    base = below(base_of(a=p, b=q, c=r), ("a", "b"), ("b", "c"))
    assert hierarchy(base, ()) == {("a", "b"), ("b", "c"), ("a", "c")}
    assert kept(base, And((p, r)), "safe") == "b c"
    apart = below(base_of(a=p, b=q, c=r, d=And((p, q))), ("a", "b"), ("b", "c"))
    assert kept(apart, And((p, q)), "safe") == "b c"  # kernels a b, and d, which stands alone


def test_full_meet_does_not_obey_conjunctive_inclusion():
    base = base_of(a=not_q, b=Or((not_p, not_q)), c=p_or_q)
    either = Or((And((p, not_q)), And((not_p, q))))  # p or q, and not both
    by = [contract(base, goal, method="full kernel") for goal in (either, not_q)]
    both = contract(base, And((either, not_q)), method="full kernel")
    assert [found.kept for found in (*by, both)] == [set(), {"b", "c"}, {"b"}]
    assert not laws.conjunctive_inclusion(base, either, by[0].kept, both.kept)
    assert laws.conjunctive_overlap((by[0].kept, by[1].kept), both.kept)


def test_safe_contraction_without_a_hierarchy_is_full_meet():
    assert kept(HANSSON, NEITHER, "safe") == kept(HANSSON, NEITHER, None) == ""


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        pytest.param("possibilistic", "a", id="the cut: all of the lowest rank drowns"),
        pytest.param("severe", "a b", id="and what the cut entails"),
        pytest.param("ensconcement", "a b d", id="and what it entails where the goal fails"),
        pytest.param("kernel", "a b d e", id="while incisions touch the kernels alone"),
        pytest.param(None, "a b d e", id="as remainders do"),
    ],
)
def test_what_is_lost_below_the_cut(method, expected):
    """a, ranked above all others, is p or q; the goal p is c itself. e is unrelated."""
    base = ranked(base_of(a=p_or_q, b=Or((p, q, r)), c=p, d=q, e=r), a=1)
    assert kept(base, p, method) == expected


def test_the_cut_is_taken_at_the_rank_that_must_go():
    base = ranked(base_of(a=p, b=If(q, p), c=r, d=not_r), a=2, b=1, c=1, d=0)
    assert kept(base, q, "possibilistic") == "a"
    assert kept(base, p, "possibilistic") == ""
    assert kept(base, r, "possibilistic") == "a"
    assert kept(base, FALSE, "possibilistic") == "a b c"
    assert kept(base, q, "possibilistic", "recency") == "b c d"
    assert kept(base, q, "possibilistic", "maxichoice") == "a"


@pytest.mark.parametrize("method", METHODS)
def test_traps_that_others_fell_into(method):
    base = base_of(a=p, b=If(r, p), c=If(r, q), d=p_or_q, e=q)
    assert set(obstacles(base, r)) == parts("a b", "c e", "b c d")
    outcome = contract(base, r, method=method)
    assert not entails(outcome.base, r)
    tautology = contract(base, Or((p, not_p)), method=method)
    assert (tautology.possible, tautology.vacuous, tautology.kept) == (False, False, base.names)
    unknown = contract(base, not_p, method=method)
    assert (unknown.possible, unknown.vacuous, unknown.kept) == (True, True, base.names)
    twins = base_of(a=p, b=And((p, p_or_q)), c=q)
    assert not contract(twins, p, method=method).kept & frozenset("ab")


def test_minimal_incisions_go_by_policies_then_by_place():
    base = base_of(a=p, b=If(r, p), c=If(r, q), d=p_or_q, e=q)
    assert kept(base, r, "minimal kernel") == "a c d"
    assert kept(base, r, "minimal kernel", "recency") == "b d e"


# -- several goals ---------------------------------------------------------------------------------


def test_package_contraction_is_not_contraction_by_the_disjunction():
    """Fuhrmann and Hansson 1994: neither p nor q needs p or q to go."""
    base = base_of(a=p_or_q, b=Iff(p, q))
    assert set(obstacles(base, p, q)) == parts("a b")
    assert contract(base, p, q, method="minimal kernel").kept == {"a"}
    assert contract(base, p_or_q, method="minimal kernel").kept == {"b"}


@pytest.mark.parametrize("method", METHODS)
def test_choice_contraction_on_a_consistent_base_gives_up_the_conjunction(method):
    base = ranked(base_of(a=p, b=q, c=If(r, p), d=Or((r, not_q))), a=1, c=2)
    together = contract(base, p, q, r, method=method, together=True)
    assert together.kept == contract(base, And((p, q, r)), method=method).kept


def test_choice_contraction_sees_goals_that_no_coherent_part_proves_at_once():
    base = base_of(a=p, b=not_p)
    assert contract(base, And((p, not_p))).vacuous
    assert set(obstacles(base, p, not_p, together=True)) == parts("a b")
    assert contract(base, p, not_p, method="minimal kernel", together=True).kept == {"a"}


# -- inconsistent bases ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["smooth kernel", "severe", "ensconcement"])
def test_what_one_side_of_a_conflict_proves_does_not_come_back(method):
    """-a proves `c if a`, which with a proves c; a proves no such thing."""
    base = ranked(base_of(a=p, b=not_p, c=If(r, p)), a=1, b=1)
    outcome = contract(base, r, method=method, policies=("entrenchment",))
    assert outcome.kept == {"a", "b"}
    assert not laws.relative_closure(base, r, outcome.kept)
    assert entails(base.only(outcome.kept), If(r, p))


def test_partial_meet_is_relatively_closed_on_consistent_bases_only():
    base = base_of(If(p, q), a=Or((q, r)), b=And((not_r, not_p)), c=not_r)
    outcome = contract(base, And((not_r, p)), method="minimal kernel")
    assert outcome.kept == {"a", "b"}
    assert not laws.relative_closure(base, And((not_r, p)), outcome.kept)


# -- consolidation ---------------------------------------------------------------------------------

QUARREL = base_of(a=p, b=not_p, c=q, d=not_q)


def test_consolidation_is_of_all_of_a_statement_s_or_of_one_conflict():
    assert consolidate(QUARREL, method="kernel").kept == frozenset()
    assert consolidate(QUARREL, method="kernel", about=p).kept == {"c", "d"}
    assert consolidate(QUARREL, method="minimal kernel", about=p).kept == {"a", "c", "d"}
    assert consolidate(QUARREL, method="kernel", policies=("recency",)).kept == {"b", "d"}
    assert consolidate(QUARREL, conflict=frozenset("cd")).kept == {"a", "b"}
    assert consolidate(QUARREL, conflict=frozenset("ac")).vacuous
    assert consolidate(QUARREL, about=r).vacuous


def test_what_a_cut_implies_survives_consolidation_of_one_conflict():
    base = ranked(base_of(a=p, b=not_p, c=p_or_q, d=q, e=not_q), d=1, a=1, b=1)
    conflict = frozenset("de")
    assert consolidate(base, method="possibilistic", conflict=conflict).kept == {"a", "b", "d"}
    assert consolidate(base, method="severe", conflict=conflict).kept == {"a", "b", "c", "d"}


# -- identities and laws, on random bases ----------------------------------------------------------

ORDERS: list[tuple[str, ...]] = [
    (),
    ("entrenchment",),
    ("recency",),
    ("confidence", "recency"),
    ("entrenchment", "maxichoice"),
]
ORDER = st.sampled_from(ORDERS)
EACH = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)


@EACH
@given(cases(), sentences(), ORDER, st.booleans())
def test_every_method_succeeds_and_leaves_alone_what_is_not_entailed(case, other, order, together):
    """On inconsistent bases too, of one goal and of several."""
    base, goal = case
    for goals in ((goal,), (goal, other), (FALSE,)):
        bad = obstacles(base, *goals, together=together)
        for method in METHODS:
            outcome = contract(base, *goals, method=method, policies=order, together=together)
            assert outcome.possible == (frozenset() not in bad)
            assert outcome.vacuous == (not bad)
            if outcome.possible:
                assert obstacles(outcome.base, *goals, together=together) == []
            if outcome.vacuous or not outcome.possible:
                assert outcome.kept == base.names


@EACH
@given(cases(), sentences(), ORDER, st.booleans())
def test_full_kernel_is_full_meet_and_minimal_kernel_is_maxichoice(case, other, order, together):
    """Falappa, Ferme, Kern-Isberner 2006; on inconsistent bases too."""
    base, goal = case
    for goals in ((goal,), (goal, other), (FALSE,)):
        full = contract(base, *goals, method="full kernel", together=together)
        assert full == contract(base, *goals, together=together)
        one = contract(base, *goals, method="minimal kernel", policies=order, together=together)
        chosen = (*order, "maxichoice")
        assert one == contract(base, *goals, policies=chosen, together=together)


@EACH
@given(cases(), ORDER)
def test_which_method_keeps_more_than_which(case, order):
    """On inconsistent bases too. Severe withdrawal and ensconcement meet no such bound by kernels:
    what is below the cut goes, whether it is in a kernel or not.
    """
    base, goal = case
    by = {method: contract(base, goal, method=method, policies=order).kept for method in METHODS}
    assert by["full kernel"] <= by["kernel"] <= by["smooth kernel"]
    assert by["full kernel"] <= contract(base, goal, method="safe").kept
    assert by["possibilistic"] <= by["severe"] <= by["ensconcement"]
    if order:
        assert by["safe"] == by["kernel"]


@EACH
@given(cases(), ORDER)
def test_what_every_coherent_part_of_the_kept_proves_is_kept(case, order):
    """On inconsistent bases too; on consistent ones it is relative closure."""
    base, goal = case
    for method in ("smooth kernel", "severe", "ensconcement"):
        found = contract(base, goal, method=method, policies=order).kept
        assert implied(base, found) <= found


@EACH
@given(cases(is_consistent=True), ORDER)
def test_laws_of_the_methods_on_consistent_bases(case, order):
    base, goal = case
    by = {method: contract(base, goal, method=method, policies=order) for method in METHODS}
    if not by[None].possible:
        return
    for method in (None, "full kernel", "minimal kernel"):
        assert laws.relevance(base, goal, by[method].kept)
        assert laws.disjunctive_elimination(base, goal, by[method].kept)
    for method in (None, "full kernel", "minimal kernel", "smooth kernel", "ensconcement"):
        assert laws.relative_closure(base, goal, by[method].kept)
    for method in ("kernel", "smooth kernel", "safe"):
        assert laws.core_retainment(base, goal, by[method].kept)
        assert laws.incision(base, goal, by[method].kept)
    assert laws.disjunctive_elimination(base, goal, by["ensconcement"].kept)
    assert laws.fullness(base, goal, by["minimal kernel"].kept)


@EACH
@given(cases(is_consistent=True))
def test_a_cut_is_a_cut_by_the_classical_definition(case):
    """Williams 1994, Rott and Pagnucco 1999, as written: by classical proof from the whole cut."""
    base, goal = case
    above = contract(base, goal, method="possibilistic")
    if above.possible:
        said = {e.name: e.says[0] for e in base.elements}
        severe = {n for n in said if entails(above.base, said[n])}
        ensconced = {n for n in said if entails(above.base, Or((goal, said[n])))}
        assert contract(base, goal, method="severe").kept == above.kept | severe
        assert contract(base, goal, method="ensconcement").kept == above.kept | ensconced
