"""The judge is judged: by published answers, by plain truth tables, and by the laws."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bases import bases, literals, sentences
from oracle import laws
from oracle.change import (
    Base,
    Element,
    conflicts,
    consolidate,
    contract,
    entails,
    kernels,
    largest,
    remainders,
    revise,
    select,
    subsets,
)
from oracle.examples import base_of, p, parts, q, r, ranked
from oracle.logic import Table, consistent, holds, models, proves
from reasoner.syntax.tree import And, Atom, If, Iff, Literal, Not, Or, Sentence, Truth

FALSE = Truth(False)


def not_(sentence: Sentence) -> Sentence:
    return Not(sentence)


def and_(*parts: Sentence) -> Sentence:
    return And(parts)


def or_(*parts: Sentence) -> Sentence:
    return Or(parts)


# -- logic -----------------------------------------------------------------------------------------


@given(st.lists(sentences(), max_size=3))
def test_a_column_is_the_truth_table_written_as_a_number(said):
    table = Table(said)
    for sentence in said:
        column = table.column(sentence)
        for number, world in enumerate(table.worlds()):
            assert (column >> number & 1 == 1) == holds(sentence, world)


@given(st.lists(sentences(), max_size=3), sentences())
def test_proof_is_truth_in_every_model(premises, goal):
    atoms = Table([*premises, goal]).atoms
    found = models(atoms, premises)
    assert consistent(premises) == bool(found)
    assert proves(premises, goal) == (models(atoms, [*premises, goal]) == found)


# -- worked examples -------------------------------------------------------------------------------

swan, swedish, european, white = (
    Literal(Atom(name)) for name in ("swan", "swedish", "european", "white")
)
SWAN = base_of(
    law=If(white, and_(swan, european)), seen=swan, north=swedish, map=If(european, swedish)
)


def test_the_swan_has_one_kernel_and_four_remainders():
    assert set(kernels(SWAN, white)) == parts("law seen north map")
    assert set(remainders(SWAN, white)) == parts(
        "seen north map", "law north map", "law seen map", "law seen north"
    )


def test_full_meet_revision_of_the_swan_leaves_the_newcomer_alone():
    outcome = revise(SWAN, Element("new", (not_(white),)))
    assert outcome.base.names == {"new"}
    assert entails(outcome.base, not_(white))
    assert not entails(outcome.base, swan)


def test_the_least_entrenched_premise_of_the_swan_goes():
    base = ranked(SWAN, law=3, seen=2, map=1)
    outcome = revise(base, Element("new", (not_(white),)), selection=("entrenchment",))
    assert outcome.dropped == {"north"}


def test_the_swan_returns_whole_when_recovery_was_kept():
    outcome = contract(SWAN, white, keeping_recovery=True)
    assert not entails(outcome.base, white)
    assert not entails(outcome.base, swan)
    again = Base((*outcome.base.elements, Element("new", (white,))))
    assert entails(again, and_(swan, swedish))


@pytest.mark.parametrize(
    ("base", "kept", "q_follows"),
    [
        pytest.param(base_of(a=p, b=or_(p, q)), {"b", "new"}, True, id="saw a hamburger"),
        pytest.param(base_of(a=p), {"new"}, False, id="saw the lights only"),
    ],
)
def test_hansson_s_hamburgers_have_one_closure_and_two_revisions(base, kept, q_follows):
    outcome = revise(base, Element("new", (not_(p),)))
    assert outcome.base.names == kept
    assert entails(outcome.base, q) is q_follows


LOTTERY = base_of(a=not_(p), b=not_(q), c=not_(r), some=or_(p, q, r))


def test_a_lottery_of_three_tickets_has_four_largest_consistent_parts():
    expected = parts("a b some", "a c some", "b c some", "a b c")
    assert set(remainders(LOTTERY, FALSE)) == expected
    assert conflicts(LOTTERY) == [LOTTERY.names]
    assert consolidate(LOTTERY).kept == frozenset()


def test_both_sides_of_a_lottery_are_entailed_and_nothing_explodes():
    assert entails(LOTTERY, p)
    assert entails(LOTTERY, not_(p))
    assert not entails(LOTTERY, FALSE)
    assert not entails(LOTTERY, swan)


def test_the_full_adder_has_reiter_s_conflicts_and_diagnoses():
    """Inputs 1, 0, 1; observed sum 1, carry 0. x, y, z: the outputs of X1, A1, A2."""
    x, y, z = (Literal(Atom(name)) for name in "xyz")
    gates = {"x1": x, "x2": not_(x), "a1": not_(y), "a2": Iff(z, x), "o1": not_(or_(y, z))}
    ok = {name: Literal(Atom(name)) for name in gates}
    adder = base_of(*(If(works, ok[name]) for name, works in gates.items()), **ok)
    assert set(conflicts(adder)) == parts("x1 x2", "x1 a2 o1")
    diagnoses = {adder.names - part for part in remainders(adder, FALSE)}
    assert diagnoses == parts("x1", "x2 a2", "x2 o1")


def test_a_penguin_s_legs_do_not_drown_under_the_lexicographic_policy():
    bird, penguin, flies, legs = (Literal(Atom(n)) for n in ("bird", "penguin", "flies", "legs"))
    base = base_of(
        penguin,
        fly=If(flies, bird),
        leg=If(legs, bird),
        kind=If(bird, penguin),
        not_fly=If(not_(flies), penguin),
    )
    base = ranked(base, kind=1, not_fly=1)
    outcome = consolidate(base, selection=("entrenchment",))
    assert outcome.dropped == {"fly"}
    assert entails(outcome.base, legs)


def test_parts_that_only_together_break_the_background_prove_nothing():
    base = base_of(not_(and_(p, q)), a=p, b=q, c=If(r, and_(p, q)))
    assert not entails(base, r)
    assert kernels(base, r) == []
    assert set(conflicts(base)) == parts("a b")


# -- change ----------------------------------------------------------------------------------------


def test_what_the_background_proves_can_not_be_given_up():
    outcome = contract(base_of(p, a=q), p)
    assert (outcome.possible, outcome.kept) == (False, {"a"})


def test_what_is_not_entailed_costs_nothing():
    outcome = contract(base_of(a=q), p)
    assert (outcome.possible, outcome.vacuous, outcome.kept) == (True, True, {"a"})


def test_what_the_background_refutes_is_refused():
    outcome = revise(base_of(not_(p), a=q), Element("new", (p,)))
    assert (outcome.possible, outcome.base.names) == (False, {"a"})


def test_each_gives_up_all_the_goals_and_together_one_of_them():
    base = base_of(a=p, b=q, c=r)
    assert contract(base, p, q).kept == {"c"}
    assert set(remainders(base, p, q, together=True)) == parts("a c", "b c")


def test_consolidation_of_one_conflict_leaves_the_others_alone():
    base = base_of(a=p, b=not_(p), c=q, d=not_(q))
    assert consolidate(base, about=p).kept == {"c", "d"}
    assert consolidate(base, about=p, selection=("recency",)).kept == {"b", "c", "d"}
    assert consolidate(base, about=r).vacuous


TIMED = Base(
    (
        Element("old", (p,), (1,), 400_000, 2),
        Element("both", (q,), (2, 5), 700_000, 1),
        Element("new", (r,), (4,), 300_000, 1),
        Element("rule", (If(p, q),), (), 1_000_000, 0),
    )
)


@pytest.mark.parametrize(
    ("selection", "of", "expected"),
    [
        pytest.param("recency", ("old both", "new"), ("old both",), id="newest item decides"),
        pytest.param("recency", ("old", "rule"), ("old",), id="a rule is older than all"),
        pytest.param("recency", ("old new", "new"), ("old new",), id="a tie passes to the next"),
        pytest.param("confidence", ("old new", "both"), ("old new", "both"), id="weights add up"),
        pytest.param("confidence", ("old new", "rule"), ("rule",), id="a rule weighs one"),
        pytest.param("cardinality", ("old new", "both"), ("old new",), id="most kept"),
        pytest.param("entrenchment", ("old", "both new rule"), ("old",), id="highest rank first"),
        pytest.param("entrenchment", ("both", "new"), ("both", "new"), id="ranks count"),
        pytest.param("entrenchment", ("both", "new rule"), ("new rule",), id="then the next rank"),
        pytest.param("inclusion", ("both", "new rule"), ("both", "new rule"), id="no inclusion"),
        pytest.param("inclusion", ("old new", "old rule"), ("old new",), id="strictly more"),
        pytest.param("entrenchment recency", ("both", "new"), ("both",), id="the second decides"),
        pytest.param("maxichoice", ("both new", "old rule"), ("old rule",), id="ledger order"),
        pytest.param("full meet", ("both", "new"), ("both", "new"), id="nothing is chosen"),
    ],
)
def test_a_selection_chooses_the_best_parts(selection, of, expected):
    names = (selection,) if selection == "full meet" else tuple(selection.split())
    chosen = select(TIMED, [frozenset(each.split()) for each in of], names)
    assert set(chosen) == parts(*expected)


SELECTIONS = [
    ("full meet",), ("maxichoice",), ("recency",), ("confidence",), ("cardinality",),
    ("entrenchment",), ("inclusion",), ("entrenchment", "recency"),
]  # fmt: skip


# -- laws ------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(bases(), sentences(), st.sampled_from(SELECTIONS))
def test_partial_meet_obeys_its_laws(base, goal, selection):
    kept = contract(base, goal, selection=selection).kept
    for law in (laws.success, laws.inclusion, laws.vacuity, laws.failure):
        assert law(base, goal, kept), law
    for law in (laws.relevance, laws.core_retainment, laws.incision):
        assert law(base, goal, kept), law


@settings(max_examples=30)
@given(bases(), literals(), literals(), st.sampled_from(SELECTIONS))
def test_partial_meet_is_uniform(base, one, other, selection):
    goals = (And((one, other)), Not(Or((Not(one), Not(other)))))
    kept = tuple(contract(base, goal, selection=selection).kept for goal in goals)
    assert laws.uniformity(base, goals, kept)


@settings(max_examples=30)
@given(bases(is_consistent=True), sentences())
def test_recovery_holds_where_it_was_kept(base, goal):
    outcome = contract(base, goal, keeping_recovery=True)
    assert laws.recovery(base, goal, outcome.base)


@settings(max_examples=60)
@given(bases(), sentences(), st.sampled_from(SELECTIONS))
def test_revision_succeeds_and_leaves_no_conflict_with_the_newcomer(base, said, selection):
    outcome = revise(base, Element("new", (said,)), selection=selection)
    if outcome.possible:
        assert entails(outcome.base, said)
        assert not any("new" in conflict for conflict in conflicts(outcome.base))


@settings(max_examples=60)
@given(bases(), st.sampled_from(SELECTIONS))
def test_consolidation_leaves_no_conflict(base, selection):
    assert conflicts(consolidate(base, selection=selection).base) == []


@settings(max_examples=60)
@given(bases(), sentences())
def test_remainders_are_what_misses_something_of_every_kernel(base, goal):
    """Two definitions written apart: what entails the goal holds a kernel, and no other part."""
    found = kernels(base, goal)
    largest_without = largest(part for part in subsets(base) if not any(k <= part for k in found))
    assert set(remainders(base, goal)) == set(largest_without)
    assert all(not entails(base.only(part), goal) for part in remainders(base, goal))


def test_plain_base_contraction_does_not_recover():
    base = base_of(a=and_(not_(p), not_(q)))
    outcome = contract(base, not_(q))
    assert outcome.kept == frozenset()
    assert not laws.recovery(base, not_(q), outcome.base)


def test_a_kernel_contraction_may_give_up_what_is_not_relevant():
    base = base_of(a=not_(q), b=not_(p), c=or_(p, not_(q)))
    goal, kept = and_(not_(p), not_(q)), frozenset({"c"})
    assert laws.incision(base, goal, kept)
    assert laws.core_retainment(base, goal, kept)
    assert not laws.relevance(base, goal, kept)
