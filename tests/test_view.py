"""The view against definitions short enough to be obviously right: one instant at a time."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reasoner.ledger.entries import (
    Cause,
    InstanceName,
    NewEvidence,
    NewOperation,
    Pattern,
    Tombstone,
    Withdrawal,
)
from reasoner.ledger.memory import MemoryLedger
from reasoner.syntax.tree import And, Atom, Literal, Not, Or, Sentence
from reasoner.theory.model import HalfLife, Theory
from reasoner.time import ALWAYS, BEGINNING, DAY_US, END, Interval, Period
from reasoner.view import View, Why

P, Q = Literal(Atom("p")), Literal(Atom("q"))
NOT_P, NOT_Q = Literal(Atom("p"), False), Literal(Atom("q"), False)
HOUR_US = DAY_US // 24
FLY, LAW = InstanceName("fly"), InstanceName("law")

# What can be said (sentence, supports), and the sentence in normal form that it supports.
SAYINGS = [
    (P, True, P),
    (P, False, NOT_P),
    (Not(P), True, NOT_P),
    (NOT_P, False, P),
    (Or((Q, P)), True, Or((P, Q))),
    (Or((P, Or((Q, P)))), True, Or((P, Q))),
    (Or((P, Q)), False, And((NOT_P, NOT_Q))),
]
SENTENCES = list(dict.fromkeys(form for _, _, form in SAYINGS))
VALID = [BEGINNING, *range(-1, 8), END - 1]  # every instant that the small intervals tell apart
THEORY = Theory(
    half_lives=(
        ("guess", HalfLife(5 * HOUR_US, HOUR_US)),
        ("habit", HalfLife(30 * DAY_US, from_use=True)),
        ("law", HalfLife(None)),
    ),
    threshold=Decimal("0.5"),
)
HALF_LIVES = {"fact": 365, "preference": 90, "inference": 30, "habit": 30, "odd": 365}  # days


# -- the oracle ------------------------------------------------------------------------------------


def rounded(full, halvings):
    """10^6 full, halved so often, to the nearest integer, found by integer powers alone."""
    if halvings.denominator == 1:
        return round(full * 10**6 / 2**halvings.numerator)
    power, root = halvings.numerator, halvings.denominator
    target = (full * 10**6) ** root / 2**power
    guess = int(float(full) * 10**6 * 0.5 ** float(halvings))
    return next(n for n in range(guess, guess + 3) if target <= (n + Fraction(1, 2)) ** root)


def weight_of(operations, item, clock):
    said = item.said
    used = [each.recorded for each in operations if item.name in each.said.touches]
    since = max([said.dated, *used]) if said.type == "habit" else said.dated
    age = max(0, clock - since)
    full = Fraction(said.weight) * Fraction(said.reliability)
    if said.type == "law":
        return rounded(full, Fraction(0))
    if said.type == "guess":
        return rounded(full, Fraction(age // HOUR_US, 5))
    return rounded(full, Fraction(age // DAY_US, HALF_LIVES[said.type]))


def is_recovered_at(operations, operation, valid):
    return any(
        recovery.said.recovers is not None
        and recovery.said.recovers[0] == operation.name
        and any(valid in interval for interval in recovery.said.recovers[1])
        for recovery in operations
    )


def withdrawn_at(operations, target, valid):
    return any(
        withdrawal.target == target
        and valid in withdrawal.valid
        and not is_recovered_at(operations, operation, valid)
        for operation in operations
        for withdrawal in operation.said.withdrawals
    )


def blocked_at(operations, sentence, valid):
    return any(
        tombstone.sentence == sentence
        and valid in tombstone.valid
        and not is_recovered_at(operations, operation, valid)
        for operation in operations
        for tombstone in operation.said.tombstones
    )


def holds_at(period, valid, possibly):
    """In every resolution, or in some."""
    if possibly:
        return period.start <= valid < period.end
    return period.start_by <= valid < period.end_from


def weight_at(operations, sentence, valid, clock, possibly=False):
    """None when nothing that supports the sentence is effective."""
    best = {}
    for operation in operations:
        for item in operation.evidence:
            said = item.said
            form = next(f for s, side, f in SAYINGS if (s, side) == (said.sentence, said.supports))
            if form != sentence or not holds_at(said.valid, valid, possibly):
                continue
            if withdrawn_at(operations, item.name, valid):
                continue
            if blocked_at(operations, sentence, valid):
                continue
            voice = (said.source if said.origin is None else "", said.origin, said.session)
            best[voice] = max(best.get(voice, 0), weight_of(operations, item, clock))
    return sum(best.values()) if best else None


# -- ledgers ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """One operation; numbers stand for names that exist when it is taken."""

    after: int  # on the clock, since the last step
    believes: tuple[NewEvidence, ...] = ()
    withdraws: tuple[tuple[int, Interval], ...] = ()
    blocks: tuple[tuple[Sentence, Interval], ...] = ()
    touches: tuple[int, ...] = ()
    recovers: tuple[int, tuple[Interval, ...]] | None = None


SIDES = st.tuples(
    st.one_of(st.integers(0, 7), st.just(BEGINNING)), st.one_of(st.integers(0, 7), st.just(END))
)
INTERVALS = SIDES.filter(lambda s: s[0] < s[1]).map(lambda s: Interval(*s)) | st.just(ALWAYS)
PERIODS = st.one_of(
    INTERVALS.map(Period.exact),
    st.lists(st.integers(0, 7), min_size=4, max_size=4)
    .map(sorted)
    .filter(lambda four: four[0] < four[3])
    .map(lambda four: Period(*four)),
    st.integers(0, 7).map(lambda start: Period.from_unknown_end((start, start))),
)
UNIT = st.sampled_from(["0", "0.000001", "0.3", "0.5", "0.999999", "1"]) | st.decimals(
    "0", "1", places=4
).map(str)
EVIDENCE = st.builds(
    lambda saying, **said: NewEvidence(saying[0], "", saying[1], **said),
    st.sampled_from(SAYINGS),
    source=st.sampled_from(["hr", "chat"]),
    origin=st.sampled_from([None, None, "hr", "letter"]),
    session=st.sampled_from(["monday", "tuesday"]),
    type=st.sampled_from([*HALF_LIVES, "guess", "law"]),
    weight=UNIT.map(Decimal),
    reliability=UNIT.map(Decimal),
    valid=PERIODS,
)
WITHDRAWALS = st.lists(st.tuples(st.integers(0, 9), INTERVALS), min_size=1, max_size=3).map(tuple)
BLOCKS = st.tuples(st.sampled_from(SENTENCES), INTERVALS)
AFTER = st.sampled_from([0, 1, HOUR_US - 1, 30 * HOUR_US, 40 * DAY_US, 1000 * DAY_US])
STEPS = st.lists(
    st.one_of(
        st.builds(Step, AFTER, believes=st.lists(EVIDENCE, min_size=1, max_size=2).map(tuple)),
        st.builds(Step, AFTER, withdraws=WITHDRAWALS),
        st.builds(Step, AFTER, blocks=st.lists(BLOCKS, min_size=1, max_size=2).map(tuple)),
        st.builds(Step, AFTER, touches=st.lists(st.integers(0, 9), max_size=3).map(tuple)),
        st.builds(
            Step,
            AFTER,
            recovers=st.tuples(st.integers(0, 9), st.lists(INTERVALS, max_size=2).map(tuple)),
        ),
    ),
    max_size=8,
)


def take(ledger, steps):
    clock = ledger.last or 0
    for step in steps:
        clock += step.after
        operations = list(ledger.operations())
        names = [item.name for operation in operations for item in operation.evidence]
        targets = [FLY, LAW, *names]
        ledger.append(
            NewOperation(
                "step",
                evidence=step.believes,
                withdrawals=tuple(
                    Withdrawal(targets[number % len(targets)], valid, Cause.MANUAL)
                    for number, valid in step.withdraws
                ),
                tombstones=tuple(Tombstone(*block) for block in step.blocks),
                touches=tuple(names[number % len(names)] for number in step.touches if names),
                recovers=None
                if step.recovers is None or not operations
                else (operations[step.recovers[0] % len(operations)].name, step.recovers[1]),
            ),
            clock=clock,
        )
    return ledger


def told(view):
    """All that a view says, one instant at a time."""
    return (
        {
            (statement.sentence, valid): (statement.items_at(valid), statement.weight_at(valid))
            for statement in view.statements()
            for valid in VALID
        },
        view.withdrawn(),
    )


# -- the view is what the definitions say ----------------------------------------------------------


@given(steps=STEPS, known=st.integers(0, 8), later=AFTER, possibly=st.booleans())
@settings(max_examples=100, deadline=None)
def test_a_view_says_at_each_instant_what_the_definition_says(steps, known, later, possibly):
    ledger = take(MemoryLedger(), steps)
    operations = list(ledger.operations())[:known]
    instant = operations[-1].recorded if operations else -1
    view = View(ledger, THEORY, known=instant, clock=instant + later)
    view = view.where_possible() if possibly else view
    for sentence in SENTENCES:
        statement = view.statement(sentence)
        for valid in VALID:
            expected = weight_at(operations, sentence, valid, instant + later, possibly)
            items = statement.items_at(valid) if statement else ()
            assert (statement.weight_at(valid) if items else None) == expected
    for target in (FLY, LAW):
        over = view.withdrawn().get(target, ())
        for valid in VALID:
            found = any(valid in interval for interval in over)
            assert found == withdrawn_at(operations, target, valid)


@given(steps=STEPS, later=STEPS)
@settings(max_examples=50, deadline=None)
def test_what_was_known_never_changes_when_the_ledger_grows(steps, later):
    ledger = take(MemoryLedger(), steps)
    open_view = View(ledger, THEORY)
    instants = [operation.recorded for operation in ledger.operations()]
    before = [told(View(ledger, THEORY, known=known)) for known in instants]
    take(ledger, later)
    assert [told(View(ledger, THEORY, known=known)) for known in instants] == before
    assert told(open_view) == (before[-1] if before else ({}, {}))


@given(steps=STEPS, withdraws=WITHDRAWALS)
@settings(max_examples=50, deadline=None)
def test_recovering_a_withdrawal_brings_back_every_instant(steps, withdraws):
    ledger = take(MemoryLedger(), steps)
    clock = 10_000 * DAY_US
    before = told(View(ledger, THEORY, clock=clock))
    take(ledger, [Step(0, withdraws=withdraws)])
    operation = list(ledger.operations())[-1]
    between = told(View(ledger, THEORY, clock=clock))
    ledger.append(NewOperation("recover", recovers=(operation.name, (ALWAYS,))))
    assert told(View(ledger, THEORY, clock=clock)) == before
    assert told(View(ledger, THEORY, known=operation.recorded, clock=clock)) == between


@given(steps=STEPS, within=INTERVALS)
@settings(max_examples=50, deadline=None)
def test_statements_within_an_interval_are_those_effective_in_it(steps, within):
    view = View(take(MemoryLedger(), steps), THEORY)
    instants = [valid for valid in VALID if valid in within]
    expected = [s for s in view.statements() if any(s.items_at(valid) for valid in instants)]
    assert list(view.statements(within)) == expected
    first = [statement.items[0].evidence.seq for statement in view.statements()]
    assert first == sorted(first)


@given(
    weight=st.decimals("0", "1", places=20),
    reliability=st.decimals("0", "1", places=3),
    age=st.integers(0, 1000),
    half_life=st.integers(1, 100),
)
@settings(max_examples=50, deadline=None)
def test_a_weight_is_rounded_once_to_the_nearest_millionth(weight, reliability, age, half_life):
    theory = Theory(half_lives=(("fact", HalfLife(half_life * DAY_US)),))
    view = aged(age * DAY_US, theory, weight=weight, reliability=reliability)
    full = Fraction(weight) * Fraction(reliability)
    assume(age / half_life < 60)
    assert view.statements()[0].items[0].weight == rounded(full, Fraction(age, half_life))


# -- weight by example -----------------------------------------------------------------------------


def aged(age_us, theory=THEORY, **said):
    """A view of one item that is *age_us* old."""
    ledger = MemoryLedger()
    ledger.append(NewOperation("believe", evidence=(NewEvidence(P, "p", **said),)), clock=0)
    return View(ledger, theory, clock=age_us)


@pytest.mark.parametrize(
    ("weight", "age_us", "type", "expected"),
    [
        pytest.param("1", 0, "fact", 1_000_000, id="new"),
        pytest.param("1", 365 * DAY_US, "fact", 500_000, id="a fact after a year"),
        pytest.param("1", 365 * DAY_US - 1, "fact", 500_950, id="the last day is not completed"),
        pytest.param("1", 90 * DAY_US, "preference", 500_000, id="a preference"),
        pytest.param("1", 60 * DAY_US, "inference", 250_000, id="an inference, twice"),
        pytest.param("1", 3 * DAY_US, "prediction", 500_000, id="a prediction"),
        pytest.param("1", 365 * DAY_US, "unheard of", 500_000, id="any other type is as a fact"),
        pytest.param("1", 5 * HOUR_US, "guess", 500_000, id="in hours"),
        pytest.param("1", 6 * HOUR_US - 1, "guess", 500_000, id="in completed hours"),
        pytest.param("0.7", 10**17, "law", 700_000, id="never"),
        pytest.param("0.000001", 3 * DAY_US, "prediction", 0, id="half a millionth goes to even"),
        pytest.param("0.000003", 3 * DAY_US, "prediction", 2, id="one and a half goes to even"),
        pytest.param("1", 10**18, "prediction", 0, id="as good as forgotten"),
        pytest.param("1", -DAY_US, "fact", 1_000_000, id="nothing is younger than new"),
    ],
)
def test_weight_decays_by_type(weight, age_us, type, expected):
    view = aged(age_us, weight=Decimal(weight), type=type)
    assert view.statements()[0].weight_at(0) == expected


def test_a_half_life_in_weeks_still_counts_days():
    theory = Theory(half_lives=(("fact", HalfLife(14 * DAY_US, 7 * DAY_US)),))
    assert aged(7 * DAY_US, theory).statements()[0].weight_at(0) == 707_107
    assert aged(6 * DAY_US, theory).statements()[0].weight_at(0) == 742_997


def test_ages_run_to_the_last_transaction_when_no_clock_is_given():
    ledger = MemoryLedger()
    ledger.append(NewOperation("believe", evidence=(NewEvidence(P, "p"),)), clock=0)
    ledger.append(NewOperation("believe", evidence=(NewEvidence(Q, "q"),)), clock=365 * DAY_US)
    assert [s.weight_at(0) for s in View(ledger, THEORY).statements()] == [500_000, 1_000_000]
    assert View(ledger, THEORY, known=0).statements()[0].weight_at(0) == 1_000_000


def test_evidence_dated_before_its_recording_is_as_old_as_it_says():
    assert aged(0, dated=-365 * DAY_US).statements()[0].weight_at(0) == 500_000


@pytest.mark.parametrize(
    ("two", "expected"),
    [
        pytest.param({}, 600_000, id="one source in one session counts once, at its strongest"),
        pytest.param({"session": "tuesday"}, 1_000_000, id="another session"),
        pytest.param({"source": "chat"}, 1_000_000, id="another source"),
        pytest.param({"origin": "letter"}, 1_000_000, id="an origin beside a source"),
        pytest.param({"origin": "hr"}, 1_000_000, id="an origin is no source of that name"),
        pytest.param(
            {"valid": Period.exact(Interval(start=5))}, 600_000, id="only where it is effective"
        ),
    ],
)
def test_an_echo_counts_once(two, expected):
    said = {"source": "hr", "session": "monday"}
    one = NewEvidence(P, "p", weight=Decimal("0.6"), **said)
    echo = NewEvidence(NOT_P, "-p", supports=False, weight=Decimal("0.4"), **{**said, **two})
    ledger = MemoryLedger()
    ledger.append(NewOperation("believe", evidence=(one, echo)), clock=0)
    (statement,) = View(ledger, THEORY).statements()
    assert statement.weight_at(0) == expected
    assert statement.weight_at(5) >= expected


def test_one_origin_counts_once_whoever_passes_it_on():
    said = {"origin": "letter", "session": "monday"}
    items = tuple(NewEvidence(P, "p", source=source, **said) for source in ("hr", "chat"))
    ledger = MemoryLedger()
    ledger.append(NewOperation("believe", evidence=items), clock=0)
    assert View(ledger, THEORY).statement(P).weight_at(0) == 1_000_000


@pytest.mark.parametrize(
    ("threshold", "expected"), [("0.3", 300_000), ("0", 0), ("0.0000005", 0), ("1.5", 1_500_000)]
)
def test_the_threshold_is_in_millionths(threshold, expected):
    view = View(MemoryLedger(), Theory(threshold=Decimal(threshold)))
    assert view.threshold == expected


# -- looking up, and why there is silence ----------------------------------------------------------


def test_a_sentence_is_found_however_it_is_put():
    view = aged(0, name="seen")
    assert view.told(Not(Not(P))) == (view.statements()[0], None)
    assert view.told(Not(P)) == (None, view.statements()[0])
    assert (view.statement(P).name, view.statement(Q)) == ("seen", None)


def test_statements_come_by_the_first_evidence_that_is_left():
    ledger = MemoryLedger()
    said = [(P, "gone"), (Q, "second"), (P, "third")]
    items = tuple(NewEvidence(sentence, "", name=name) for sentence, name in said)
    ledger.append(NewOperation("believe", evidence=items))
    assert [s.name for s in View(ledger, THEORY).statements()] == ["gone", "second"]
    withdrawal = Withdrawal("gone", ALWAYS, Cause.MANUAL)
    ledger.append(NewOperation("contract", withdrawals=(withdrawal,)))
    assert [s.name for s in View(ledger, THEORY).statements()] == ["second", "third"]


def test_an_empty_ledger_says_nothing_and_goes_on_saying_nothing():
    ledger = MemoryLedger()
    view = View(ledger, THEORY)
    ledger.append(NewOperation("believe", evidence=(NewEvidence(P, "p"),)))
    assert (view.statements(), view.withdrawn(), view.silent(P, 0)) == ((), {}, ())


LATER = Period.exact(Interval(start=9))


def test_silence_has_its_reasons():
    ledger = MemoryLedger()
    ledger.append(
        NewOperation(
            "believe",
            evidence=(
                NewEvidence(P, "p", name="old", type="prediction"),
                NewEvidence(P, "p", name="weak", weight=Decimal("0.1"), type="law"),
                NewEvidence(P, "p", name="later", valid=LATER),
                NewEvidence(P, "p", name="perhaps", valid=Period(start=-5, start_by=5)),
                NewEvidence(P, "p", name="gone"),
                NewEvidence(P, "p", name="back", weight=Decimal("0.1"), type="law"),
                NewEvidence(P, "p", supports=False, name="against"),
            ),
        ),
        clock=0,
    )
    for name, target in (("first", "gone"), ("second", "gone"), ("third", "back")):
        withdrawal = Withdrawal(target, ALWAYS, Cause.MANUAL)
        ledger.append(NewOperation("contract", name=name, withdrawals=(withdrawal,)))
    ledger.append(NewOperation("recover", recovers=("third", (ALWAYS,))))
    view = View(ledger, THEORY, clock=9 * DAY_US)
    found = [(s.evidence.name, s.why, list(s.by)) for s in view.silent(P, 0)]
    assert found == [
        ("old", Why.DECAYED, []),
        ("weak", Why.WEAK, []),
        ("later", Why.OUTSIDE, []),
        ("perhaps", Why.POSSIBLE, []),
        ("gone", Why.WITHDRAWN, ["first", "second"]),
        ("back", Why.WEAK, []),
    ]
    assert [s.evidence.name for s in view.silent(P, 9)] == ["gone"]
    ledger.append(NewOperation("retract", name="no", tombstones=(Tombstone(P, ALWAYS),)))
    found = [(s.evidence.name, s.why, s.by) for s in View(ledger, THEORY).silent(P, 9)]
    assert [found[0], found[3]] == [
        ("old", Why.ENTOMBED, ("no",)),
        ("perhaps", Why.ENTOMBED, ("no",)),
    ]
    assert found[4] == ("gone", Why.WITHDRAWN, ("first", "second"))
    assert view.silent(Not(P), 0) == ()


def test_a_statement_that_fell_silent_says_since_when():
    ledger = MemoryLedger()
    one, two = (NewEvidence(P, "p", type="prediction", source=source) for source in ("hr", "chat"))
    ledger.append(NewOperation("believe", evidence=(one,)), clock=0)
    ledger.append(NewOperation("believe", evidence=(two,)), clock=2 * DAY_US)
    # by day n it weighs 2^(-n/3) + 2^(-(n - 2)/3): over a half on day 7, not on day 8
    (statement,) = View(ledger, THEORY, clock=8 * DAY_US).statements()
    assert statement.weight_at(0) < 500_000
    since = {s.since for s in View(ledger, THEORY, clock=90 * DAY_US).silent(P, 0)}
    assert since == {8 * DAY_US}
    assert View(ledger, THEORY, clock=8 * DAY_US - 1).silent(P, 0) == ()


@given(steps=STEPS, after=AFTER, later=AFTER, valid=st.sampled_from(VALID))
@settings(max_examples=50, deadline=None)
def test_a_fall_into_silence_is_found_to_the_instant(steps, after, later, valid):
    ledger = take(MemoryLedger(), steps)
    start = (ledger.last or 0) + after
    view = View(ledger, THEORY, clock=start + later)
    for statement in view.statements():
        fall = view.falls_silent(statement, valid, start)
        if fall is not None:
            weights = [
                View(ledger, THEORY, clock=at).statement(statement.sentence).weight_at(valid)
                for at in (fall - 1, fall)
            ]
            assert weights[0] >= view.threshold > weights[1]
            assert start < fall <= start + later
        elif statement.items_at(valid):
            before = View(ledger, THEORY, clock=start).statement(statement.sentence)
            fell = before.weight_at(valid) >= view.threshold > statement.weight_at(valid)
            assert not fell


@given(steps=STEPS)
@settings(max_examples=50, deadline=None)
def test_what_is_looked_up_is_what_everything_holds(steps):
    ledger = take(MemoryLedger(), steps)
    everything = View(ledger, THEORY).statements()
    for name in ("p", "q"):
        mentioned = tuple(s for s in everything if Atom(name) in s.atoms)
        assert View(ledger, THEORY).about(Pattern(name)) == mentioned
