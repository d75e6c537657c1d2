"""What stores look up is what a reading of every operation would find, at any known instant."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.errors import DuplicateName, Unstorable
from reasoner.ledger import MemoryLedger, SqliteLedger
from reasoner.ledger.entries import (
    ITSELF,
    Cause,
    Deed,
    InstanceName,
    NewEvidence,
    NewOperation,
    Pattern,
    Tombstone,
    Withdrawal,
)
from reasoner.ledger.keys import constant_key, sentence_key
from reasoner.syntax.tree import (
    And,
    Atom,
    Constant,
    If,
    Iff,
    Kind,
    Literal,
    Not,
    Or,
    Truth,
)
from reasoner.theory.normal import each_atom, normal
from reasoner.time import BEGINNING, END, Interval, Period

CONSTANTS = (
    Constant(Kind.TEXT, "30000", "30000"),
    Constant(Kind.NUMBER, Decimal("30000"), "30000"),
    Constant(Kind.NUMBER, Decimal("30000.0"), "30000.0"),
    Constant(Kind.NUMBER, Decimal("0"), "0"),
    Constant(Kind.NUMBER, Decimal("-0.0"), "-0.0"),
    Constant(Kind.DATE, 0, "1970-01-01"),
    Constant(Kind.MOMENT, 0, "1970-01-01T00:00:00Z"),
    Constant(Kind.TEXT, "a\0b", "a\0b"),
)
each_constant = st.sampled_from(CONSTANTS)
ATOMS = st.builds(Atom, st.sampled_from(["p", "q"]), st.lists(each_constant, max_size=3).map(tuple))
LITERALS = st.builds(Literal, ATOMS, st.booleans())
SENTENCES = st.recursive(
    LITERALS | st.builds(Truth, st.booleans()),
    lambda parts: st.one_of(
        st.builds(Not, parts),
        st.builds(And, st.lists(parts, min_size=2, max_size=3).map(tuple)),
        st.builds(Or, st.lists(parts, min_size=2, max_size=3).map(tuple)),
        st.builds(If, parts, parts),
        st.builds(Iff, parts, parts),
    ),
    max_leaves=4,
)
PATTERNS = st.builds(
    Pattern,
    st.sampled_from(["p", "q", "r"]),
    st.lists(st.none() | each_constant, max_size=3).map(tuple),
)
NAMES = [f"e{number}" for number in range(1, 5)]
OPERATIONS = [f"op{number}" for number in range(1, 5)]
each_instant = st.sampled_from([BEGINNING, 0, 7, END])
INTERVALS = st.sampled_from([Interval(), Interval(0, 7), Interval(7, END)])
PERIODS = st.sampled_from(
    [Period(), Period(0, 7, 8, END), Period(0, 0, 1, END), Period(0, 5, 7, 7)]
)
INSTANCES = st.builds(InstanceName, st.just("law"), st.lists(each_constant, max_size=1).map(tuple))


@st.composite
def new_evidence(draw):
    supports = draw(st.booleans())
    sentence = draw(SENTENCES)
    said = normal(sentence) if supports else sentence  # an attacked sentence stays as written
    return NewEvidence(said, "said", supports=supports, valid=draw(PERIODS))


NEW = st.builds(
    NewOperation,
    verb=st.just("believe"),
    evidence=st.lists(new_evidence(), max_size=3).map(tuple),
    withdrawals=st.lists(
        st.builds(Withdrawal, st.sampled_from(NAMES) | INSTANCES, INTERVALS, st.just(Cause.MANUAL)),
        max_size=2,
    ).map(tuple),
    tombstones=st.lists(st.builds(Tombstone, SENTENCES.map(normal), INTERVALS), max_size=2).map(
        tuple
    ),
    touches=st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
    theory=st.none() | st.just("relation p."),
    recovers=st.none()
    | st.tuples(st.sampled_from(OPERATIONS), st.lists(INTERVALS, max_size=2).map(tuple)),
)
STORES = ["memory", "sqlite", "fork of memory", "fork of sqlite"]


@contextmanager
def opened(store):
    """A new ledger; not the most durable, which would take its time."""
    if "sqlite" not in store:
        yield MemoryLedger()
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        SqliteLedger(Path(folder) / "a.db", durable=False) as ledger,
    ):
        yield ledger


def recorded(ledger, store, operations, split):
    """The ledger that holds *operations*: for a fork, the first of them in what it stands on."""
    if "fork" not in store:
        split = len(operations)
    for operation in operations[:split]:
        ledger.append(operation)
    if "fork" not in store:
        return ledger
    fork = ledger.fork()
    ledger.append(NewOperation("believe", evidence=(NewEvidence(Literal(Atom("p", ())), "late"),)))
    for operation in operations[split:]:
        fork.append(operation)
    return fork


def _of_the_past(operation, seq):
    """Without a recovery of what is not recorded yet."""
    recovers = operation.recovers
    is_early = recovers is not None and OPERATIONS.index(recovers[0]) + 1 >= seq
    return replace(operation, recovers=None) if is_early else operation


# -- the definition: a reading of everything -------------------------------------------------------


def is_about(item, pattern):
    return any(
        atom.relation == pattern.relation
        and len(atom.arguments) == len(pattern.arguments)
        and all(
            want in (None, has) for want, has in zip(pattern.arguments, atom.arguments, strict=True)
        )
        for atom in each_atom(item.said.sentence)
    )


def expected_withdrawals(operations, targets):
    return [
        (operation.name, each)
        for operation in operations
        for each in operation.said.withdrawals
        if (isinstance(each.target, InstanceName) if targets is None else each.target in targets)
    ]


def deed_of(operation):
    return Deed(operation.seq, operation.recorded, operation.name, operation.said.verb)


def expected_displacements(operations, names):
    return [
        (deed_of(operation), each)
        for operation in operations
        if any(item.name in names for item in operation.evidence)
        for each in operation.said.withdrawals
        if all(item.name != each.target for item in operation.evidence)
    ]


def expected_touches(operations, names):
    return {
        name: operation.recorded
        for operation in operations
        for name in operation.said.touches
        if name in names
    }


def expected_deeds(operations, names, sentences):
    """What bears on them, and what undid that."""

    def bears(operation):
        said = operation.said
        return (
            any(item.name in names for item in operation.evidence)
            or any(isinstance(each.target, InstanceName) or each.target in names
                   for each in said.withdrawals)
            or any(name in names for name in said.touches)
            or any(each.sentence in sentences for each in said.tombstones)
            or said.theory is not None
        )  # fmt: skip

    undone = {operation.name for operation in operations if bears(operation)}
    return [
        deed_of(operation)
        for operation in operations
        if operation.name in undone
        or (operation.said.recovers is not None and operation.said.recovers[0] in undone)
    ]


@settings(max_examples=60)
@given(data=st.data(), store=st.sampled_from(STORES), new=st.lists(NEW, min_size=1, max_size=5))
def test_a_look_up_finds_what_a_reading_of_everything_finds(data, store, new):
    new = [_of_the_past(operation, seq) for seq, operation in enumerate(new, 1)]
    with opened(store) as below:
        ledger = recorded(below, store, new, data.draw(st.integers(0, len(new)), label="below"))
        instants = [operation.recorded for operation in ledger.operations()]
        known = data.draw(
            st.none() | st.sampled_from([us + shift for us in instants for shift in (-1, 0)]),
            label="known",
        )
        operations = list(ledger.operations(known))
        pattern = data.draw(PATTERNS, label="pattern")
        assert ledger.evidence(pattern, known) == [
            item for each in operations for item in each.evidence if is_about(item, pattern)
        ]
        names = data.draw(st.lists(st.sampled_from(NAMES)), label="names")
        assert ledger.withdrawn_rules(known) == expected_withdrawals(operations, None)
        assert ledger.displaced(names, known) == expected_displacements(operations, names)
        assert ledger.touches(names, known) == expected_touches(operations, names)
        buried = data.draw(st.lists(SENTENCES.map(normal), max_size=3), label="sentences")
        buried += [each.sentence for operation in new for each in operation.tombstones][:2]
        entombed = [
            (operation.name, each)
            for operation in operations
            for each in operation.said.tombstones
            if each.sentence in buried
        ]
        withdrawn = expected_withdrawals(operations, names)
        assert ledger.withheld(names, buried, known) == (withdrawn, entombed)
        for name in names:
            found = ledger.find(name)
            assert ledger.deed(name) == (None if found is None else deed_of(found))
        assert ledger.deeds(names, buried, known) == expected_deeds(operations, names, buried)
        undone = data.draw(st.lists(st.sampled_from(OPERATIONS)), label="operations")
        assert ledger.recoveries(undone, known) == [
            operation.said.recovers
            for operation in operations
            if operation.said.recovers is not None and operation.said.recovers[0] in undone
        ]


@given(one=each_constant, other=each_constant)
def test_constants_have_one_key_exactly_when_they_are_equal(one, other):
    assert (constant_key(one) == constant_key(other)) == (one == other)


@given(one=SENTENCES.map(normal), other=SENTENCES.map(normal))
def test_sentences_have_one_key_exactly_when_they_are_equal(one, other):
    assert (sentence_key(one) == sentence_key(other)) == (one == other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("30000", "30000.000", id="an end of zeros"),
        pytest.param("0", "-0.00", id="nothing"),
        pytest.param("1E+30", "1" + "0" * 30, id="an exponent"),
        pytest.param("1E+999999", "10E+999998", id="a large exponent"),
        pytest.param(f"{10**400}.0", str(10**400), id="more digits than a context has"),
    ],
)
def test_equal_numbers_have_one_key_however_they_are_written(one, other):
    found = {constant_key(Constant(Kind.NUMBER, Decimal(each), each)) for each in (one, other)}
    assert len(found) == 1


def test_numbers_that_differ_in_the_last_of_many_digits_have_two_keys():
    one, other = (Constant(Kind.NUMBER, Decimal(10**60 + last), "") for last in (1, 2))
    assert constant_key(one) != constant_key(other)


# -- the rest of the contract ----------------------------------------------------------------------


@pytest.fixture(params=STORES)
def ledger(request):
    with opened(request.param) as ledger:
        yield ledger.fork() if "fork" in request.param else ledger


def fact(name=None, relation="p", *arguments):
    return NewEvidence(Literal(Atom(relation, arguments)), relation, name=name)


def test_many_names_are_looked_up_at_once_in_the_order_of_recording(ledger):
    names = [f"n{number}" for number in range(2500)]
    ledger.append(NewOperation("believe", evidence=tuple(fact(name) for name in names)))
    for name in reversed(names[::50]):
        withdrawal = Withdrawal(name, Interval(), Cause.MANUAL)
        ledger.append(NewOperation("contract", withdrawals=(withdrawal,), touches=(name,)))
    sentences = [fact(relation=f"q{number}").sentence for number in range(1200)]
    tombstones = tuple(Tombstone(sentence, Interval()) for sentence in sentences)
    ledger.append(NewOperation("retract", tombstones=tombstones))
    withdrawn, entombed = ledger.withheld(names, sentences)
    assert [each.target for _, each in withdrawn] == list(reversed(names[::50]))
    assert [each for _, each in entombed] == list(tombstones)
    assert sorted(ledger.touches(names)) == sorted(names[::50])


def test_no_names_find_nothing(ledger):
    withdrawal = Withdrawal("e1", Interval(), Cause.MANUAL)
    ledger.append(NewOperation("contract", withdrawals=(withdrawal,), touches=("e1",)))
    assert ledger.withheld([], []) == ([], [])
    assert (ledger.touches([]), ledger.recoveries([]), ledger.displaced([])) == ({}, [], [])


def test_a_generator_of_names_is_read_once(ledger):
    withdrawal = Withdrawal("e1", Interval(), Cause.MANUAL)
    operation = ledger.append(NewOperation("contract", withdrawals=(withdrawal,)))
    assert ledger.withheld((name for name in ["e1"]), ()) == ([(operation.name, withdrawal)], [])


def test_no_tombstone_stands_on_a_sentence_too_deep_to_record():
    sentence = Literal(Atom("p", ()))
    for number in range(400):
        parts = (sentence, Literal(Atom(f"p{number}", ())))
        sentence = And(parts) if number % 2 else Or(parts)
    with opened("sqlite") as ledger:
        with pytest.raises(Unstorable):
            ledger.append(NewOperation("retract", tombstones=(Tombstone(sentence, Interval()),)))
        assert ledger.withheld((), [sentence]) == ([], [])


# -- many operations at once -----------------------------------------------------------------------


def test_many_operations_are_recorded_as_one_by_one(ledger):
    first = ledger.append(NewOperation("believe", evidence=(fact("e3"),)))
    new = [NewOperation("believe", evidence=(fact(), fact(f"label{n}"), fact())) for n in range(4)]
    assert ledger.append_all(iter(new)) == 4
    with opened("memory") as other:
        other.append(NewOperation("believe", evidence=(fact("e3"),)))
        for operation in new:
            other.append(operation)
        alone = [[item.name for item in each.evidence] for each in other.operations()]
    operations = list(ledger.operations())
    assert operations[0] == first
    assert [[item.name for item in each.evidence] for each in operations] == alone
    times = [operation.recorded for operation in operations]
    assert times == sorted(set(times))
    assert ledger.head == 5


LABELS = ["e1", "e2", "e3", "e5", "e02", "op1", "op2", "op3", "op5", "x"]
each_label = st.none() | st.sampled_from(LABELS)


def attempted(ledger, name, labels):
    """The names that were given, None where one was refused."""
    try:
        new = NewOperation("believe", name=name, evidence=tuple(map(fact, labels)))
        operation = ledger.append(new)
    except DuplicateName:
        return None
    return operation.name, [item.name for item in operation.evidence]


@settings(max_examples=60)
@given(said=st.lists(st.tuples(each_label, st.lists(each_label, max_size=3)), max_size=6))
def test_every_store_gives_and_refuses_the_same_names_and_finds_what_has_them(said):
    with opened("memory") as memory, opened("sqlite") as stored:
        for name, labels in said:
            assert attempted(stored, name, labels) == attempted(memory, name, labels)
        for name in [*LABELS, *(f"{prefix}{n}" for prefix in ("e", "op") for n in range(20))]:
            one, other = stored.deed(name), memory.deed(name)
            assert (one and one.seq) == (other and other.seq)


def without_instants(operation):
    items = [replace(item.said, dated=None) for item in operation.evidence]
    said = replace(operation.said, evidence=tuple(items))
    return said, [(item.seq, item.operation) for item in operation.evidence]


@settings(max_examples=30)
@given(new=st.lists(NEW, max_size=4), itself=st.booleans())
def test_what_is_recorded_in_bulk_is_to_the_letter_what_is_recorded_one_by_one(new, itself):
    dated = replace(fact("own"), session="s", dated=7)
    withdrawal = Withdrawal(ITSELF, Interval(), Cause.MANUAL)
    of_itself = NewOperation("believe", evidence=(dated,), withdrawals=(withdrawal,) * itself)
    new = [*new, of_itself]
    with opened("sqlite") as one, opened("sqlite") as other:
        for operation in new:
            one.append(operation)
        other.append_all(new)
        found, expected = list(other.operations()), list(one.operations())
        assert list(map(without_instants, found)) == list(map(without_instants, expected))
        assert found[-1].evidence[0].said.dated == 7
        instants = [
            (each.recorded, item.said.dated) for each in found[:-1] for item in each.evidence
        ]
        assert all(recorded >= instant > 0 for recorded, instant in instants)
        other.verify()


def duplicate():
    yield NewOperation("believe", evidence=(fact("new"),))
    yield NewOperation("believe", evidence=(fact("seen"),))


def failing():
    yield NewOperation("believe", evidence=(fact("new"),))
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("operations", "expected"),
    [
        pytest.param(duplicate, DuplicateName, id="a name that is taken"),
        pytest.param(failing, ZeroDivisionError, id="a source that fails"),
    ],
)
def test_of_many_operations_all_are_written_or_none(ledger, operations, expected):
    seen = ledger.append(NewOperation("believe", evidence=(fact("seen"),)))
    with pytest.raises(expected):
        ledger.append_all(operations())
    assert list(ledger.operations()) == [seen]
    assert ledger.find("new") is None
    assert ledger.append(NewOperation("believe", evidence=(fact("new"),))).seq == 2


def test_no_operations_at_all_are_none(ledger):
    assert (ledger.append_all([]), ledger.head) == (0, 0)


@pytest.mark.parametrize("count", [1, 8, 12, 95])
def test_a_chosen_name_steps_over_every_one_that_is_taken(ledger, count):
    """Numbers with one, two and three digits; a name that only looks like one is no obstacle."""
    taken = ["e10", "e11", "e99", "e100", "e9x", "e010"]
    ledger.append(NewOperation("believe", evidence=tuple(map(fact, taken)), name="e12"))
    chosen = []
    for _ in range(2):
        many = NewOperation("believe", evidence=tuple(fact() for _ in range(count)))
        chosen += [item.name for item in ledger.append(many).evidence]
    assert len(set(chosen)) == len(chosen)
    assert {*taken, "e12"}.isdisjoint(chosen)
    free = [f"e{n}" for n in range(7, 400) if f"e{n}" not in {*taken, "e12"}]
    assert chosen == free[: len(chosen)]
