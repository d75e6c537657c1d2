"""One contract for both stores; and what only a file can suffer."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.errors import (
    ClockBackwards,
    DamagedLedger,
    DuplicateName,
    LedgerBusy,
    LedgerMoved,
    NewerLedger,
    NotALedger,
    ReasonerError,
    StoredClock,
    UnreadableFile,
    Unstorable,
)
from reasoner.ledger import chain, database, reading, schema
from reasoner.ledger.codec import (
    DEPTH,
    decode,
    decode_constants,
    decode_intervals,
    encode,
    encode_constants,
    encode_intervals,
)
from reasoner.ledger.entries import (
    Cause,
    InstanceName,
    NewEvidence,
    NewOperation,
    Tombstone,
    Withdrawal,
)
from reasoner.ledger.memory import MemoryLedger
from reasoner.ledger.sqlite import SqliteLedger
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
from reasoner.time import BEGINNING, END, Interval, Period, now


@pytest.fixture(params=["memory", "sqlite", "fork of memory", "fork of sqlite"])
def ledger(request, tmp_path):
    path = tmp_path / "a ledger.db"
    store = MemoryLedger() if "memory" in request.param else SqliteLedger(path)
    yield store.fork() if "fork" in request.param else store
    if isinstance(store, SqliteLedger):
        store.close()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.db"


@contextmanager
def behind(path):
    """The file, opened by a program that is not ours."""
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def text(value):
    return Constant(Kind.TEXT, value, value)


def number(spelling):
    return Constant(Kind.NUMBER, Decimal(spelling), spelling)


def literal(relation, *arguments, positive=True):
    return Literal(Atom(relation, arguments), positive)


def evidence(relation="p", **said):
    return NewEvidence(literal(relation), relation, **said)


def believe(*items, **said):
    return NewOperation("believe", evidence=items or (evidence(),), **said)


EVERYTHING = NewOperation(
    verb="revise",
    name="audit",
    goal="p or q",
    selection="entrenchment, recency",
    agent="ada",
    reason='because "so"',
    session="monday",
    evidence=(
        NewEvidence(
            sentence=Or((literal("p", text("a")), literal("q", positive=False))),
            text="p(a) or not q",
            supports=False,
            name="audit",
            source="hr",
            agent="ada",
            weight=Decimal("0.90"),
            reliability=Decimal("0.123456789012345678901234567890"),
            type="preference",
            origin="a letter",
            valid=Period(5, 9, 7, END),
            session="sunday",
            dated=-7,
        ),
        evidence(
            name="second", valid=Period(BEGINNING, BEGINNING, 3, 3), session="monday", dated=3
        ),
    ),
    withdrawals=(
        Withdrawal("e1", Interval(1, 2), Cause.CONTRADICTION),
        Withdrawal(
            InstanceName("fly", (text("tweety"), number("-0.10"))), Interval(), Cause.MANUAL
        ),
        Withdrawal(InstanceName("law"), Interval(), Cause.EXHAUSTED),
    ),
    tombstones=(
        Tombstone(literal("p", text("a"), number("-0.10")), Interval(1, 2)),
        Tombstone(Or((literal("p"), literal("q"))), Interval()),
    ),
    touches=("second", "e1"),
    recovers=("march", (Interval(1, 2), Interval(4, END))),
    theory="relation p.",
    outcome='{"possible":true}',
)


# -- the contract of every store -------------------------------------------------------------------


def test_an_empty_ledger_has_no_head_and_no_time(ledger):
    assert (ledger.head, ledger.last, list(ledger.operations())) == (0, None, [])
    assert ledger.find("e1") is None


def test_what_is_appended_comes_back_whole(ledger):
    written = ledger.append(EVERYTHING)
    assert list(ledger.operations()) == [written]
    assert written.said == EVERYTHING
    assert [item.said for item in written.evidence] == list(EVERYTHING.evidence)
    assert [(item.seq, item.operation) for item in written.evidence] == [(1, 1), (2, 1)]
    assert {item.recorded for item in written.evidence} == {written.recorded} == {ledger.last}


def test_spellings_come_back_as_they_were_written(ledger):
    ledger.append(believe(NewEvidence(literal("p", number("-0.10")), "p(-0.10)")))
    (operation,) = ledger.operations()
    assert operation.evidence[0].said.sentence.atom.arguments[0].spelling == "-0.10"


def test_the_ledger_fills_in_what_was_left_open(ledger):
    before = now()
    operation = ledger.append(believe(session="monday"))
    said = operation.evidence[0].said
    assert (operation.name, said.name, said.session) == ("op1", "e1", "monday")
    assert before <= said.dated <= operation.recorded <= now()
    assert operation.said.evidence == (said,)


def test_transaction_time_grows_strictly_even_within_a_microsecond(ledger):
    times = [ledger.append(believe()).recorded for _ in range(20)]
    assert times == sorted(set(times))
    assert ledger.last == times[-1]


def test_operations_known_at_an_instant_are_those_recorded_by_then(ledger):
    first, second, third = (ledger.append(believe()) for _ in range(3))
    assert list(ledger.operations()) == [first, second, third]
    assert list(ledger.operations(second.recorded)) == [first, second]
    assert list(ledger.operations(second.recorded - 1)) == [first]
    assert list(ledger.operations(first.recorded - 1)) == []


def test_an_operation_is_found_by_its_name_and_by_its_evidence(ledger):
    one = ledger.append(believe(evidence(name="seen"), evidence()))
    two = ledger.append(believe(evidence(name="march"), name="march"))
    assert [ledger.find(name) for name in ("op1", "seen", "e2", "march")] == [one, one, one, two]
    assert ledger.find("e3") is None


def test_names_that_exist_are_skipped(ledger):
    ledger.append(believe(evidence(name="e2"), name="op2"))
    ledger.append(NewOperation("contract", name="e3"))
    operation = ledger.append(believe(evidence(), evidence(), evidence(name="op3")))
    assert [operation.name, *(item.name for item in operation.evidence)] == [
        "op4",
        "e4",
        "e5",
        "op3",
    ]


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param(believe(name="seen"), id="an operation like evidence"),
        pytest.param(believe(evidence(), evidence(name="seen")), id="evidence like evidence"),
        pytest.param(believe(evidence(name="op1")), id="evidence like an operation"),
        pytest.param(believe(name="op1"), id="an operation like an operation"),
        pytest.param(believe(evidence(name="x"), evidence(name="x")), id="twice at once"),
    ],
)
def test_a_name_is_given_once_and_a_refusal_writes_nothing(ledger, operation):
    first = ledger.append(believe(evidence(name="seen")))
    with pytest.raises(DuplicateName):
        ledger.append(operation)
    assert (list(ledger.operations()), ledger.head) == ([first], 1)
    assert ledger.append(believe()).evidence[0].name == "e2"


def test_an_operation_reasoned_from_an_older_head_is_refused(ledger):
    ledger.append(believe(), expecting=0)
    with pytest.raises(LedgerMoved):
        ledger.append(believe(), expecting=0)
    assert ledger.head == 1
    assert ledger.append(believe(), expecting=1).seq == 2


def test_a_fork_begins_the_same_and_goes_its_own_way(ledger):
    first = ledger.append(believe(evidence(name="seen")))
    fork = ledger.fork()
    here = ledger.append(believe(evidence(name="here")))
    there = fork.append(believe(evidence(name="there")), expecting=1)
    inner = fork.fork()
    deep = inner.append(believe())
    assert list(ledger.operations()) == [first, here]
    assert list(fork.operations()) == [first, there]
    assert list(inner.operations()) == [first, there, deep]
    assert list(inner.operations(first.recorded)) == [first]
    assert (fork.find("here"), ledger.find("there")) == (None, None)
    assert (inner.find("seen"), inner.find("there"), inner.head) == (first, there, 3)
    assert fork.append(believe(evidence(name="here"))).recorded > there.recorded
    with pytest.raises(DuplicateName):
        inner.append(believe(evidence(name="seen")))


def test_a_fork_of_an_empty_ledger_stays_empty(ledger):
    fork = ledger.fork()
    ledger.append(believe(name="later"))
    assert (list(fork.operations()), fork.head, fork.find("later")) == ([], 0, None)


def test_what_is_appended_during_a_reading_does_not_show_in_it(ledger):
    written = [ledger.append(believe()) for _ in range(3)]
    seen = []
    for operation in ledger.operations(ledger.last):
        seen.append(operation)
        ledger.append(believe())
    assert seen == written


HOSTILE = [
    "", "x" * 10_000, "İstanbul", "\u0131", "'; drop table evidence; --", '"\\', "a\nb\r\t",
    "\0", "\u2028", "🦢", "null", "1",
]  # fmt: skip


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_any_text_goes_everywhere_and_comes_back(ledger, value):
    said = NewEvidence(
        literal(value, text(value)), value, source=value, agent=value, origin=value, type=value
    )
    operation = NewOperation(
        verb=value, name=value, goal=value, selection=value, agent=value, reason=value,
        session=value, evidence=(said,), theory=value, outcome=value, recovers=(value, ()),
        withdrawals=(Withdrawal(InstanceName(value, (text(value),)), Interval(), Cause.MANUAL),),
    )  # fmt: skip
    written = ledger.append(operation)
    assert list(ledger.operations()) == [written]
    assert replace(written.said, evidence=(said,)) == operation
    assert written.evidence[0].said.sentence == literal(value, text(value))
    assert ledger.find(value) == written


# -- a ledger in memory: the clock -----------------------------------------------------------------


@pytest.fixture(params=[False, True], ids=["memory", "fork"])
def memory(request):
    return MemoryLedger().fork() if request.param else MemoryLedger()


def test_a_clock_gives_the_transaction_time_and_the_date(memory):
    first, second = memory.append(believe(), clock=1000), memory.append(believe(), clock=1000)
    assert (first.recorded, second.recorded) == (1000, 1001)
    assert [item.evidence[0].said.dated for item in (first, second)] == [1000, 1000]


def test_a_clock_stands_still_until_the_next(memory):
    memory.append(believe(), clock=1000)
    operation = memory.append(believe())
    assert (operation.recorded, operation.evidence[0].said.dated) == (1001, 1000)
    assert memory.append(believe(), clock=2000).recorded == 2000


def test_a_clock_never_goes_back(memory):
    memory.append(believe(), clock=1000)
    for ledger in (memory, memory.fork()):
        with pytest.raises(ClockBackwards):
            ledger.append(believe(), clock=999)
        assert ledger.head == 1


def test_a_refused_operation_does_not_move_the_clock(memory):
    memory.append(believe(name="x"), clock=1000)
    with pytest.raises(DuplicateName):
        memory.append(believe(name="x"), clock=5000)
    assert memory.append(believe(), clock=2000).recorded == 2000


# -- a ledger in a file ----------------------------------------------------------------------------


def test_a_file_is_read_again_by_the_next_program(path):
    with SqliteLedger(path) as ledger:
        written = [ledger.append(EVERYTHING), ledger.append(believe())]
    with SqliteLedger(str(path)) as ledger:
        assert list(ledger.operations()) == written
        assert ledger.append(believe()).seq == 3
        ledger.verify()


def test_more_operations_than_one_batch_are_read_in_order(path, monkeypatch):
    monkeypatch.setattr(reading, "OPERATIONS", 3)
    with SqliteLedger(path) as ledger:
        written = [ledger.append(believe()) for _ in range(7)]
        assert list(ledger.operations()) == written


def test_a_clock_is_refused_by_a_stored_ledger(path):
    with SqliteLedger(path) as ledger:
        with pytest.raises(StoredClock, match="its own time"):
            ledger.append(believe(), clock=now())
        assert ledger.head == 0


def test_a_fork_of_a_file_writes_nothing_to_it(path):
    with SqliteLedger(path) as ledger:
        ledger.append(believe())
        ledger.fork().append(believe())
        assert ledger.head == 1


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(evidence(name="\ud800"), id="a name"),
        pytest.param(evidence(source="a\udfff"), id="a source"),
        pytest.param(NewEvidence(literal("p", text("\ud800")), "p"), id="a constant"),
    ],
)
def test_half_a_character_is_refused_and_nothing_is_written(path, bad):
    with SqliteLedger(path) as ledger:
        with pytest.raises(Unstorable, match="lone surrogate"):
            ledger.append(believe(evidence(), bad))
        assert ledger.head == 0
        assert ledger.append(believe()).evidence[0].name == "e1"
        ledger.verify()


def test_an_append_that_fails_in_the_middle_leaves_the_file_as_it_was(path):
    with SqliteLedger(path) as ledger:
        first = ledger.append(believe())
        with behind(path) as other:
            other.execute(
                "create trigger full before insert on withdrawal "
                "begin select raise(abort, 'disk full'); end"
            )
        with pytest.raises(UnreadableFile, match="disk full"):
            ledger.append(EVERYTHING)
        assert list(ledger.operations()) == [first]
        assert ledger.find("audit") is None
        assert ledger.append(believe()).seq == 2
        ledger.verify()


def test_two_connections_see_each_other_and_cannot_both_win(path):
    with SqliteLedger(path) as one, SqliteLedger(path) as two:
        first = one.append(believe(evidence(name="seen")), expecting=0)
        with pytest.raises(LedgerMoved):
            two.append(believe(), expecting=0)
        with pytest.raises(DuplicateName):
            two.append(believe(evidence(name="seen")))
        second = two.append(believe(), expecting=1)
        assert list(one.operations()) == [first, second]


@pytest.mark.parametrize("shared", [False, True], ids=["a connection each", "one connection"])
def test_writers_at_once_lose_nothing(path, shared):
    """The file is new: they also make it at once."""
    one = SqliteLedger(path) if shared else None
    failures = []

    def write():
        try:
            ledger = one or SqliteLedger(path)
            for _ in range(10):
                ledger.append(believe())
                assert len(list(ledger.operations())) > 0
            if not shared:
                ledger.close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with SqliteLedger(path) as ledger:
        operations = list(ledger.operations())
        assert [operation.seq for operation in operations] == list(range(1, 41))
        times = [operation.recorded for operation in operations]
        assert times == sorted(set(times))
        ledger.verify()


ENDLESS = """
import sys
from reasoner.ledger.entries import NewOperation
from reasoner.ledger.sqlite import SqliteLedger
ledger = SqliteLedger(sys.argv[1])
while True:
    print(ledger.append(NewOperation("believe")).seq, flush=True)
"""


def test_what_was_acknowledged_survives_the_death_of_its_writer(path):
    command = [sys.executable, "-c", ENDLESS, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        for _ in range(20):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged = 20 + len([line for line in writer.stdout if line.endswith("\n")])
    with SqliteLedger(path) as ledger:
        assert ledger.head >= acknowledged
        assert [operation.seq for operation in ledger.operations()] == [*range(1, ledger.head + 1)]
        ledger.verify()
        assert ledger.append(believe()).seq == ledger.head


def test_a_file_is_written_through_to_the_disk_and_its_readers_do_not_wait(path):
    with SqliteLedger(path) as ledger:
        found = [ledger._file._pragma(name) for name in ("synchronous", "recursive_triggers")]
        mode = ledger._file._writer.execute("pragma journal_mode").fetchone()[0]
    assert (found, mode) == ([2, 1], "wal")


def test_a_writer_that_waits_too_long_is_told_so(path, monkeypatch):
    monkeypatch.setattr(database, "BUSY_S", 0.05)
    with SqliteLedger(path) as ledger:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(LedgerBusy):
            ledger.append(believe())
        other.execute("rollback")
        other.close()
        assert ledger.append(believe()).seq == 1


@pytest.mark.parametrize("table", schema.COLUMNS)
@pytest.mark.parametrize(
    "change",
    [
        pytest.param("update {0} set rowid = 9", id="an update"),
        pytest.param("delete from {0}", id="a deletion"),
        pytest.param("insert or replace into {0} select * from {0}", id="a replacement"),
    ],
)
def test_nothing_is_changed_or_deleted(path, table, change):
    with SqliteLedger(path) as ledger:
        ledger.append(EVERYTHING)
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            ledger._file._writer.execute(change.format(table))
        ledger.verify()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("update evidence set weight = '0.91' where seq = 1", id="a weight"),
        pytest.param("update operation set reason = null where seq = 1", id="a reason"),
        pytest.param("update evidence set operation = 2 where seq = 2", id="evidence moved"),
        pytest.param("update evidence set layer = 'agent' where seq = 2", id="an unused column"),
        pytest.param("update withdrawal set position = 7 where position = 0", id="an order"),
        pytest.param("delete from withdrawal where position = 2", id="a withdrawal gone"),
        pytest.param("update operation set hash = '' where seq = 2", id="the last link gone"),
        pytest.param("update operation set hash = '' where seq = 1", id="the first link gone"),
    ],
)
def test_the_chain_shows_what_was_changed_behind_the_triggers(path, change):
    with SqliteLedger(path) as ledger:
        ledger.append(EVERYTHING)
        ledger.append(believe())
        ledger.verify()
    with behind(path) as other:
        for table in schema.COLUMNS:
            other.execute(f"drop trigger {table}_no_update")
            other.execute(f"drop trigger {table}_no_delete")
        other.execute(change)
    with SqliteLedger(path) as ledger, pytest.raises(DamagedLedger):
        ledger.verify()


def test_the_chain_is_as_long_as_its_rows_are_distinct():
    rows = [("a", "bc"), ("ab", "c"), ("ab", "c", None), ("ab", None, "c"), ("1",), (1,), ("",), ()]
    hashes = {chain.chained("", [("operation", [row])]) for row in rows}
    assert len(hashes) == len(rows)


def test_stored_text_that_is_no_sentence_is_damage(path):
    with SqliteLedger(path) as ledger:
        ledger.append(believe())
    with behind(path) as other:
        other.execute("drop trigger evidence_no_update")
        other.execute("update evidence set sentence = '[\"what\"]'")
    with SqliteLedger(path) as ledger, pytest.raises(DamagedLedger):
        list(ledger.operations())


@pytest.mark.parametrize(
    "change",
    [
        pytest.param("evidence set weight = 'NaN'", id="a weight that is no number"),
        pytest.param("evidence set weight = '7'", id="a weight out of range"),
        pytest.param("evidence set reliability = '-1'", id="a reliability out of range"),
        pytest.param("evidence set sentence = '%s'" % ('["not",' * 3000), id="deep nonsense"),
        pytest.param(
            "evidence set sentence = '%s'" % ('["not",' * 3000 + "true" + "]" * 3000),
            id="a sentence nested too deep",
        ),
        pytest.param("evidence set sentence = '[\"+\",5]'", id="a number for a relation"),
        pytest.param('evidence set sentence = \'["+","p",5]\'', id="a bare number"),
        pytest.param(
            'evidence set sentence = \'["+","p",["n","NaN"]]\'', id="a number that is none"
        ),
        pytest.param(
            'evidence set sentence = \'["+","p",["d","1","1"]]\'', id="a date that is text"
        ),
        pytest.param("evidence set sentence = '[\"not\",true]'", id="no normal form"),
        pytest.param("operation set name = cast(x'ff' as text)", id="no UTF-8"),
    ],
)
def test_what_cannot_have_been_written_is_damage(path, change):
    with SqliteLedger(path) as ledger:
        ledger.append(believe())
    with behind(path) as other:
        for table in schema.COLUMNS:
            other.execute(f"drop trigger {table}_no_update")
        other.execute(f"update {change}")
    with SqliteLedger(path) as ledger, pytest.raises(DamagedLedger):
        list(ledger.operations())


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(lambda: believe(evidence(source=5)), id="a number for a source"),
        pytest.param(lambda: believe(evidence(dated=1.5)), id="an instant with a point"),
        pytest.param(lambda: believe(evidence(dated=2**63)), id="an instant out of range"),
        pytest.param(lambda: replace(believe(), reason=b"why"), id="bytes for a reason"),
    ],
)
def test_values_of_a_wrong_type_never_reach_the_chain(path, bad):
    with SqliteLedger(path) as ledger:
        with pytest.raises(Unstorable):
            ledger.append(bad())
        assert ledger.head == 0


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"], ids=repr)
def test_a_path_that_no_file_can_have_is_refused(tmp_path, name):
    with pytest.raises(UnreadableFile):
        SqliteLedger(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def foreign_database(path):
    with behind(path) as other:
        other.execute("create table person (name)")


def newer_ledger(path):
    SqliteLedger(path).close()
    with behind(path) as other:
        other.execute(f"pragma user_version = {schema.VERSION + 1}")


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        pytest.param(lambda p: p.mkdir(), UnreadableFile, id="a folder"),
        pytest.param(lambda p: p.write_text("relation p."), NotALedger, id="a short text"),
        pytest.param(lambda p: p.write_text("p. " * 9999), NotALedger, id="a long text"),
        pytest.param(foreign_database, NotALedger, id="another program's database"),
        pytest.param(newer_ledger, NewerLedger, id="a ledger of a later version"),
    ],
)
def test_what_is_not_our_ledger_is_refused_and_left_alone(path, make, expected):
    make(path)
    before = path.read_bytes() if path.is_file() else None
    with pytest.raises(expected) as error:
        SqliteLedger(path)
    assert error.value.help
    assert (path.read_bytes() if path.is_file() else None) == before


def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(UnreadableFile):
        SqliteLedger(tmp_path / "nowhere" / "ledger.db")


def test_an_empty_file_becomes_a_ledger(path):
    path.touch()
    with SqliteLedger(path) as ledger:
        assert ledger.append(believe()).seq == 1


@pytest.mark.parametrize("name", [":memory:", "file:x?mode=memory", "a b#c%20?.db", "İ.db"])
def test_a_path_is_a_path_whatever_is_in_it(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    SqliteLedger(name).close()
    assert (tmp_path / name).is_file()


def test_a_closed_ledger_says_so(path):
    ledger = SqliteLedger(path)
    ledger.close()
    ledger.close()
    with pytest.raises(ReasonerError, match="closed"):
        ledger.append(believe())


# -- the codec -------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
DECIMALS = st.one_of(
    st.sampled_from(["-0.10", "0", "-0", "1.0", str(2**80), str(-(10**400)), "1E+30"]),
    st.decimals(allow_nan=False, allow_infinity=False).map(str),
)
CONSTANTS = st.one_of(
    TEXTS.map(text),
    st.builds(Constant, st.just(Kind.TEXT), TEXTS, TEXTS),
    DECIMALS.map(number),
    st.builds(
        Constant,
        st.sampled_from([Kind.MONTH, Kind.DATE, Kind.MOMENT]),
        st.integers(BEGINNING, END),
        TEXTS,
    ),
)
LITERALS = st.builds(
    Literal,
    st.builds(Atom, TEXTS, st.lists(CONSTANTS, max_size=3).map(tuple)),
    st.booleans(),
)
SENTENCES = st.recursive(
    st.one_of(LITERALS, st.builds(Truth, st.booleans())),
    lambda parts: st.one_of(
        st.builds(Not, parts),
        st.builds(And, st.lists(parts, max_size=3).map(tuple)),
        st.builds(Or, st.lists(parts, max_size=3).map(tuple)),
        st.builds(If, parts, parts),
        st.builds(Iff, parts, parts),
    ),
    max_leaves=8,
)


@given(sentence=SENTENCES)
def test_a_sentence_is_decoded_exactly_spelling_included(sentence):
    found = decode(encode(sentence))
    assert found == sentence
    assert repr(found) == repr(sentence)  # which shows what a comparison leaves out


@given(constants=st.lists(CONSTANTS, max_size=4).map(tuple))
def test_constants_are_decoded_exactly(constants):
    assert repr(decode_constants(encode_constants(constants))) == repr(constants)


def test_intervals_are_decoded_exactly():
    intervals = (Interval(BEGINNING, -1), Interval(3, END))
    assert decode_intervals(encode_intervals(intervals)) == intervals


def test_a_sentence_nested_too_deep_is_refused():
    sentence = literal("p")
    for _ in range(DEPTH - 1):
        sentence = Not(sentence)
    assert decode(encode(sentence)) == sentence
    with pytest.raises(Unstorable, match="nested"):
        encode(Not(sentence))


def test_half_a_character_in_a_sentence_is_refused():
    with pytest.raises(Unstorable, match="lone surrogate"):
        encode(literal("p", text("\udc00")))


@pytest.mark.parametrize("store", ["memory", "sqlite"])
def test_declarations_are_in_force_from_when_they_were_recorded(store, tmp_path):
    ledger = MemoryLedger() if store == "memory" else SqliteLedger(tmp_path / "a.db")
    assert ledger.declared() is None
    first = ledger.append(NewOperation("declare", theory="relation p.\n"))
    ledger.append(NewOperation("consolidate"))
    second = ledger.append(NewOperation("declare", theory="relation q.\n"))
    assert ledger.declared(first.recorded - 1) == "relation p.\n"
    assert ledger.declared(second.recorded - 1) == "relation p.\n"
    assert ledger.declared() == "relation q.\n"
    fork = ledger.fork()
    fork.append(NewOperation("declare", theory="relation r.\n"))
    ledger.append(NewOperation("declare", theory="relation s.\n"))
    assert fork.declared() == "relation r.\n"
    assert fork.declared(second.recorded) == "relation q.\n"
