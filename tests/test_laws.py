"""The laws that the rule files claim, each tried on random bases through the product."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import bases, sentences, text_of
from conftest import CI
from oracle import change, laws
from oracle.told import show
from reasoner.files import rule_file
from reasoner.ledger.entries import InstanceName
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import And, Atom, Iff, Literal, Not, Or, Sentence
from rule_header import laws as claimed_laws

RULES = rule_file("remainders.lp").parent
CLAIMS = [
    (path.name, operation, law)
    for path in sorted(RULES.rglob("*.lp"))
    for operation, law in claimed_laws(path)
]
FILES = list(dict.fromkeys(file for file, _, _ in CLAIMS))

Selection = tuple[str, ...]
LISTS: tuple[Selection, ...] = (
    ("full meet",),
    ("maxichoice",),
    ("recency",),
    ("confidence",),
    ("cardinality",),
    ("entrenchment",),
    ("inclusion",),
    ("entrenchment", "recency"),
    ("cardinality", "confidence", "maxichoice"),
    ("inclusion", "cardinality"),
)
SELECTIONS = st.sampled_from(LISTS)
INCISIONS = st.sampled_from(
    (("kernel",), ("kernel", "entrenchment"), ("kernel", "recency", "maxichoice"), ("safe",))
)  # what cumulative.lp decides

CONSISTENT = bases(is_consistent=True)
BASES = CONSISTENT | bases(is_consistent=False)

GOALS = 8  # given up by each base: each is a case
SOME_GOALS = st.lists(sentences(), min_size=GOALS, max_size=GOALS)
# 400 cases of each file in CI; a fifth of that, other ones each time, elsewhere.
EACH = settings(max_examples=(280 if CI else 80) // GOALS)
SOME = settings(max_examples=(120 if CI else 80) // GOALS)  # what no header claims

P, Q = Literal(Atom("p")), Literal(Atom("q"))


def kept_by(
    kb: reasoner.Reasoner,
    base: change.Base,
    goal: Sentence,
    selection: Selection,
    *,
    keeping_recovery: bool = False,
) -> change.Part:
    """What the product, which is at *base*, keeps in a contraction."""
    done = kb.contract(
        show_sentence(goal), by=", ".join(selection), keeping_recovery=keeping_recovery
    )
    dropped = {belief.name for belief in done.dropped}
    return frozenset(name for name in base.names if show(name) not in dropped)


def alike(base: change.Base, goal: Sentence, other: Sentence) -> Sentence:
    """Another goal that the same parts of the base entail.

    Where a statement is in every kernel, it is that statement and the goal; else it says the
    goal in other words.
    """
    kernels = change.kernels(base, goal)
    shared = frozenset.intersection(*kernels) if kernels else frozenset()
    for element in base.elements:
        if element.name in shared:
            return And((goal, *element.says))
    return Or((goal, And((goal, other))))


def base_of(*said: Sentence) -> change.Base:
    """The n-th was recorded at n."""
    return change.Base(
        tuple(change.Element(f"e{n}", (each,), (n,)) for n, each in enumerate(said, start=1))
    )


# -- what the rule files claim ---------------------------------------------------------------------


@pytest.mark.parametrize(("file", "operation", "law"), CLAIMS, ids=" ".join)
def test_what_a_file_claims_is_a_law_of_an_operation_that_is_tried(
    file: str, operation: str, law: str
) -> None:
    assert operation == "contraction"
    assert callable(getattr(laws, law, None))


@pytest.mark.parametrize("file", FILES)
@EACH
@given(base=BASES, goals=SOME_GOALS, selection=SELECTIONS, incision=INCISIONS)
def test_contraction_obeys_every_law_that_the_file_claims(
    file: str,
    base: change.Base,
    goals: list[Sentence],
    selection: Selection,
    incision: Selection,
) -> None:
    loaded = reasoner.loads(text_of(base))
    by = incision if file == "cumulative.lp" else selection

    @cache
    def kept(goal: Sentence) -> change.Part:
        with loaded.suppose() as kb:
            return kept_by(kb, base, goal, by)

    def holds(law: str, goal: Sentence, other: Sentence) -> bool:
        if law != "uniformity":
            return bool(getattr(laws, law)(base, goal, kept(goal)))
        pair = goal, alike(base, goal, other)
        return laws.uniformity(base, pair, (kept(pair[0]), kept(pair[1])))

    for goal, other in zip(goals, goals[1:] + goals[:1], strict=True):
        claimed = [law for _, law in claimed_laws(RULES / file)]
        assert [law for law in claimed if not holds(law, goal, other)] == []


# -- recovery --------------------------------------------------------------------------------------


def test_no_rule_file_claims_recovery() -> None:
    assert "recovery" not in {law for _, _, law in CLAIMS}


@SOME
@given(base=BASES, goals=SOME_GOALS, selection=SELECTIONS)
def test_recovery_holds_for_statements_where_it_is_kept(
    base: change.Base, goals: list[Sentence], selection: Selection
) -> None:
    said = tuple(e for e in base.elements if not isinstance(e.name, InstanceName))
    base = change.Base(said, base.background)
    loaded = reasoner.loads(text_of(base))
    for goal in goals:
        with loaded.suppose() as kb:
            kept_by(kb, base, goal, selection, keeping_recovery=True)
            is_background = change.entails(base.only(frozenset()), goal)
            assert kb.entails(show_sentence(goal)) == is_background
            kb.believe(show_sentence(goal), source="s1")
            for element in base.elements:
                if change.entails(base, element.says[0]):
                    assert kb.entails(show_sentence(element.says[0]))


NEITHER = base_of(And((Not(P), Not(Q))))


@pytest.mark.parametrize("selection", LISTS, ids=", ".join)
def test_recovery_fails_where_it_is_not_kept(selection: Selection) -> None:
    """Its smallest counterexample: `-p and -q` goes for the sake of `-q`, and does not return."""
    kb = reasoner.loads(text_of(NEITHER))
    kept = kept_by(kb, NEITHER, Not(Q), selection)
    assert kept == frozenset()
    assert not laws.recovery(NEITHER, Not(Q), NEITHER.only(kept))
    kb.believe("-q")
    assert not kb.entails("-p")


@pytest.mark.parametrize("selection", LISTS, ids=", ".join)
def test_the_same_base_recovers_where_it_is_kept(selection: Selection) -> None:
    kb = reasoner.loads(text_of(NEITHER))
    kept_by(kb, NEITHER, Not(Q), selection, keeping_recovery=True)
    assert not kb.entails("-q")
    kb.believe("-q")
    assert kb.entails("-p and -q")


# -- the supplementary laws ------------------------------------------------------------------------

# Each maximises a sum of positive numbers: more is always better, and any two compare.
ADDITIVE = [names for names in LISTS if names != ("full meet",) and "inclusion" not in names]


@SOME
@given(
    base=CONSISTENT,
    goals=SOME_GOALS,
    selection=st.sampled_from([("full meet",), *ADDITIVE]),
)
def test_what_two_contractions_share_survives_that_by_their_conjunction(
    base: change.Base, goals: list[Sentence], selection: Selection
) -> None:
    """Conjunctive overlap, for full meet and for selections that maximise (Hansson 1993).

    Of what is kept, not of what follows from it: {-p, -q}, by `-p` and by `-q`, keeps `-q` and
    `-p`, and by both nothing, though `-p or -q` follows from either.
    """
    loaded = reasoner.loads(text_of(base))
    for one, other in zip(goals, goals[1:] + goals[:1], strict=True):
        kept = []
        for goal in (one, other, And((one, other))):
            with loaded.suppose() as kb:
                kept.append(kept_by(kb, base, goal, selection))
        assert laws.conjunctive_overlap((kept[0], kept[1]), kept[2])


def test_full_meet_fails_conjunctive_inclusion() -> None:
    """Its smallest counterexample: {-q, -p or -q, p or q}, by `p xor q` and by `-q`."""
    base = base_of(Not(Q), Or((Not(P), Not(Q))), Or((P, Q)))
    goal = Not(Iff(P, Q))
    loaded = reasoner.loads(text_of(base))
    kept = []
    for each in (goal, And((goal, Not(Q)))):
        with loaded.suppose() as kb:
            kept.append(kept_by(kb, base, each, ("full meet",)))
    assert not laws.conjunctive_inclusion(base, goal, kept[0], kept[1])
