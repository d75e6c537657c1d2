"""A ledger in a file: earlier versions, what verify sees, whole copies, and what look-ups cost."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, contextmanager
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest

import reasoner
from reasoner.errors import DamagedLedger, DuplicateName, LedgerNotEmpty, ReasonerError
from reasoner.ledger import MemoryLedger, SqliteLedger, lookup, migrate, names, reading, schema
from reasoner.ledger.chain import links
from reasoner.ledger.entries import (
    Cause,
    InstanceName,
    NewEvidence,
    NewOperation,
    Pattern,
    Tombstone,
    Withdrawal,
)
from reasoner.syntax.tree import Atom, Constant, Kind, Literal, Or
from reasoner.time import Interval, Period, now

ROUNDS = int(os.environ.get("ROUNDS", "3"))
OLD = {
    int(path.stem.removeprefix("version-")): path
    for path in sorted((Path(__file__).parent / "ledgers").glob("version-*.sql"))
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "ledger.db"


@contextmanager
def behind(path):
    """The file, opened by a program that is not ours; what it does is done without triggers."""
    with closing(sqlite3.connect(path)) as connection, connection:
        triggers = "select name from sqlite_master where type = 'trigger'"
        for (name,) in connection.execute(triggers).fetchall():
            connection.execute(f"drop trigger {name}")
        yield connection


def text(value):
    return Constant(Kind.TEXT, value, value)


def number(spelling):
    return Constant(Kind.NUMBER, Decimal(spelling), spelling)


def literal(relation, *arguments):
    return Literal(Atom(relation, arguments))


def fact(relation, *arguments, **said):
    return NewEvidence(literal(relation, *arguments), relation, **said)


def believe(*items, **said):
    return NewOperation("believe", evidence=items, **said)


BUDGET = literal("budget", text("apollo"), number("30000"))
STORY = (
    believe(
        fact("p", text("a"), number("1.0")),
        NewEvidence(Or((literal("p", text("b")), literal("q"))), "p(b) or q"),
        fact("q", valid=Period(0, 5, 7, 9)),
    ),
    NewOperation(
        "retract",
        withdrawals=(
            Withdrawal("e1", Interval(0, 9), Cause.MANUAL),
            Withdrawal(InstanceName("law", (text("a"),)), Interval(), Cause.CONTRACTION),
        ),
        tombstones=(Tombstone(BUDGET, Interval()), Tombstone(literal("q"), Interval(1, 2))),
        touches=("e2", "e1"),
    ),
    NewOperation("recover", recovers=("op2", (Interval(),))),
    believe(fact("p", text("c")), fact("q", valid=Period(0, 0, 1, 9))),
)


def written(path, operations=STORY):
    with SqliteLedger(path) as ledger:
        return [ledger.append(operation) for operation in operations]


# -- earlier versions ------------------------------------------------------------------------------


@pytest.fixture
def of_version(path):
    """Makes a ledger that an earlier version wrote."""

    def made(version):
        with closing(sqlite3.connect(path)) as connection:
            connection.executescript(OLD[version].read_text(encoding="utf-8"))
        return path

    return made


@pytest.fixture(params=OLD)
def old(request, of_version):
    """A ledger that an earlier version wrote."""
    return of_version(request.param)


def kept(path):
    """What every version has: the columns of the first, and the hashes, wherever they stand."""
    with closing(sqlite3.connect(path)) as connection:
        widths = {"operation": 16, "evidence": 19, "withdrawal": 8}
        found = {
            table: [
                row[:width] for row in connection.execute(f"select * from {table} order by 1, 2")
            ]
            for table, width in widths.items()
        }
        version = connection.execute("pragma user_version").fetchone()[0]
        hashes = "operation" if version >= 3 else "chain"
        query = f"select hash from {hashes} order by rowid"
        return {**found, "hashes": [hash for (hash,) in connection.execute(query)]}


def made_of(path):
    with closing(sqlite3.connect(path)) as connection:
        version = connection.execute("pragma user_version").fetchone()[0]
        schema = connection.execute("select type, name, sql from sqlite_master order by 1, 2")
        return version, schema.fetchall()


def test_an_earlier_ledger_becomes_a_new_one_and_keeps_what_it_held(old, tmp_path):
    before = kept(old)
    SqliteLedger(old).close()
    SqliteLedger(tmp_path / "new.db").close()
    assert made_of(old) == made_of(tmp_path / "new.db")
    assert made_of(old)[0] == schema.VERSION
    assert kept(old) == before


def test_the_chain_of_an_earlier_ledger_still_holds(old):
    noted = kept(old)["hashes"]
    with SqliteLedger(old) as ledger:
        assert ledger.digest == noted[-1]
        for hash in noted:
            assert ledger.verify(hash).hash == ledger.digest
        ledger.append(believe(fact("later")))
        assert ledger.verify(noted[-1]).seq == len(noted) + 1


def test_in_a_ledger_of_version_1_is_found_what_was_said(of_version):
    with SqliteLedger(of_version(1)) as ledger:
        budgets = ledger.evidence(Pattern("budget", (text("apollo"), number("30000.00"))))
        assert [item.name for item in budgets] == ["first", "same"]
        tweety = ledger.evidence(Pattern("bird", (text("tweety"),)))
        assert [item.name for item in tweety] == ["rain", "b"]
        assert [item.name for item in ledger.evidence(Pattern("quiet"))] == ["either", "rain", "d"]
        withdrawn, _ = ledger.withheld(["first", "c"], ())
        assert [name for name, _ in withdrawn] == ["march", "stop"]
        ((name, withdrawal),) = ledger.withdrawn_rules()
        assert (name, withdrawal.target) == ("ground", InstanceName("habit", (text("tweety"),)))
        assert [name for name, _ in ledger.recoveries(["stop", "march"])] == ["stop"]
        assert all(item.said.valid.is_exact for item in budgets)


def test_in_a_ledger_of_version_2_is_found_what_was_said(of_version):
    with SqliteLedger(of_version(2)) as ledger:
        leads = ledger.evidence(Pattern("leads", (None, text("apollo"))))
        assert [(item.name, item.said.valid.is_exact) for item in leads] == [
            ("early", False), ("e7", False),
        ]  # fmt: skip
        told = ledger.evidence(Pattern("at"))
        assert [item.name for item in told] == []
        told = ledger.evidence(Pattern("at", (None, None, None)))
        assert [item.name for item in told] == ["e11", "e17", "e13", "op20", "e15", "rain"]
        keeps = literal("keeps", text("apollo"), text("e1"))
        withdrawn, entombed = ledger.withheld(["e2", "e5", "e18"], [keeps])
        assert [name for name, _ in withdrawn] == ["stop", "op16", "op22"]
        assert [name for name, _ in entombed] == ["op16"]
        assert list(ledger.touches(["early", "e7"])) == ["early"]
        assert [name for name, _ in ledger.recoveries(["stop", "ground"])] == ["stop"]
        (displaced,) = ledger.displaced(["march"])
        assert displaced[1].target == "first"


@pytest.mark.parametrize(
    ("name", "seq"),
    [
        pytest.param("first", 2, id="one that was given"),
        pytest.param("e2", 3, id="one that was given to the row of its number"),
        pytest.param("e4", 4, id="evidence's, one that was given to the row before"),
        pytest.param("e5", 5, id="evidence's, one that had to step over it"),
        pytest.param("e3", None, id="evidence's, one that no row has"),
        pytest.param("e13", 18, id="evidence's, in the middle of an operation"),
        pytest.param("op20", 18, id="an operation's, which evidence has"),
        pytest.param("op21", 20, id="an operation's, one that had to step over it"),
        pytest.param("op22", 21, id="an operation's, one that had to step over that"),
        pytest.param("op12", 9, id="one that an operation and its own evidence share"),
        pytest.param("op5", 5, id="an operation's, that of its number"),
        pytest.param("op05", None, id="one that only ends in the number"),
    ],
)
def test_in_a_ledger_of_version_2_every_name_means_what_it_meant(of_version, name, seq):
    with SqliteLedger(of_version(2)) as ledger:
        found = ledger.deed(name)
        assert (None if found is None else found.seq) == seq
        if seq is not None:
            with pytest.raises(DuplicateName):
                ledger.append(believe(fact("p", name=name)))


ASKED = {
    1: (
        "budget(apollo, 30000)", "budget(apollo, 40000)", "bird(sam)", "bird(tweety)", "fly(sam)",
        "fly(tweety)", "quiet iff fly(sam)", "fly(tweety) or quiet or budget(gemini, -0.1)",
    ),
    2: (
        "budget(apollo, 30000)", "budget(apollo, 40000)", "keeps(apollo, e1)", "bird(tweety)",
        "bird(sam)", "fly(sam)", "quiet iff fly(sam)", "leads(ann, apollo)", "leads(bob, apollo)",
        "at(cy, berlin, 2)", "bird(kim)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("version", "known", "valid", "expected"),
    [
        (1, "op10", "2025-06-01", "neither neither true true true true false true"),
        (1, "op10", "2026-02-15", "true false true true true true false true"),
        (1, "stop", "2026-02-15", "true false neither neither neither neither false true"),
        (1, "stop", "2026-04-01", "false true neither neither neither neither false true"),
        (1, "op15", "2026-02-15", "true false true neither true neither false true"),
        (1, "op15", "2026-04-01", "false true true neither true neither false true"),
        (2, "op8", "2026-02-15", "t f t t t t n n n n n"),
        (2, "op12", "1955-01-01", "n n t t t t f n t n n"),
        (2, "march", "2026-04-01", "f t t t t t f n n n n"),
        (2, "stop", "2026-02-15", "t f t n n n f n n n n"),
        (2, "back", "2026-02-15", "t f t n t t f n n n n"),
        (2, "op16", "1955-01-01", "n n n n t t f n t n n"),
        (2, "op21", "2026-04-01", "f t n n t t f n n t t"),
        (2, "op23", "2026-04-01", "f t n n t t f n n t n"),
    ],
)
def test_questions_to_an_earlier_ledger_are_answered_as_it_answered_them(
    of_version, version, known, valid, expected
):
    path = of_version(version)
    with SqliteLedger(path) as ledger:
        declarations, instant = ledger.declared(), ledger.find(known).recorded
    then = reasoner.loads(declarations, ledger=path).at(valid=valid, known=instant)
    found = [then.status(each).value for each in ASKED[version]]
    assert [each[0] for each in found] == [each[0] for each in expected.split()]


def test_programs_that_open_an_earlier_ledger_at_once_all_succeed(old):
    failures = []

    def use():
        try:
            with SqliteLedger(old) as ledger:
                ledger.append(believe(fact("p")))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=use) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with SqliteLedger(old) as ledger:
        assert len(ledger.evidence(Pattern("p"))) == 6
        ledger.verify()


@pytest.mark.parametrize(
    ("version", "change"),
    [
        pytest.param(
            1, "update evidence set sentence = '[\"what\"]' where seq = 3", id="no sentence"
        ),
        pytest.param(1, "delete from chain where operation = 4", id="a hash gone"),
        pytest.param(2, "insert into chain values (99, 'ab')", id="a hash too many"),
        pytest.param(2, "update chain set operation = 99 where operation = 4", id="a hash of none"),
    ],
)
def test_an_earlier_ledger_that_is_damaged_stays_as_it_is(of_version, version, change):
    path = of_version(version)
    with behind(path) as other:
        other.execute(change)
    before = made_of(path), kept(path)
    with pytest.raises(DamagedLedger):
        SqliteLedger(path)
    assert (made_of(path), kept(path)) == before


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param("update operation set goal = 'x' where seq = 7", "operation 7", id="a goal"),
        pytest.param("delete from evidence where seq = 13", "operation 18", id="evidence gone"),
        pytest.param("update evidence set operation = 3 where seq = 4", "operation 3", id="moved"),
        pytest.param("update chain set hash = 'x' where operation = 9", "operation 9", id="a hash"),
    ],
)
def test_what_was_changed_in_an_earlier_ledger_still_shows(of_version, change, expected):
    path = of_version(2)
    with behind(path) as other:
        other.execute(change)
    with SqliteLedger(path) as ledger, pytest.raises(DamagedLedger, match=expected):
        ledger.verify()


# -- dying in the middle ---------------------------------------------------------------------------

DYING = """
import os, signal, sqlite3, sys
path, statements, deed = sys.argv[1], int(sys.argv[2]), sys.argv[3]

class Mortal(sqlite3.Connection):
    left = statements
    def _count(self):
        Mortal.left -= 1
        if Mortal.left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
    def execute(self, *given):
        self._count()
        return super().execute(*given)
    def executemany(self, *given):
        self._count()
        return super().executemany(*given)

from reasoner.ledger.sqlite import SqliteLedger
from reasoner.ledger.entries import NewEvidence, NewOperation
from reasoner.syntax.tree import Atom, Literal
connect = sqlite3.connect
if deed == "open":
    sqlite3.connect = lambda *given, **named: connect(*given, factory=Mortal, **named)
    SqliteLedger(path)
else:
    opened = SqliteLedger(path)
    opened._file._writer = connect(path, isolation_level=None, factory=Mortal)
    Mortal.left = statements
    item = NewEvidence(Literal(Atom("p", ())), "p")
    opened.append_all(NewOperation("believe", evidence=(item,) * 9) for _ in range(3))
print("done")
"""


def dies_after(statements, path, deed):
    """Whether a program died at its SQL statement of that number, and not after the last."""
    command = [sys.executable, "-c", DYING, str(path), str(statements), deed]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) in ((-signal.SIGKILL, ""), (0, "done\n")), done.stderr
    return done.returncode != 0


def moments(statements):
    """Some numbers of statements up to this one; in a full run all. Then more than there are."""
    return [*range(1, statements, max(1, statements // ROUNDS)), 10_000]


@pytest.mark.parametrize("statements", moments(40))
def test_an_opening_that_dies_leaves_the_earlier_ledger_or_the_new_one(old, statements):
    before = made_of(old), kept(old)
    died = dies_after(statements, old, "open")
    assert made_of(old) == before[0] or made_of(old)[0] == schema.VERSION
    assert died or made_of(old)[0] == schema.VERSION
    assert kept(old) == before[1]
    with SqliteLedger(old) as ledger:
        ledger.verify()
        assert len(ledger.evidence(Pattern("quiet"))) == 3


@pytest.mark.parametrize("statements", moments(18))
def test_many_operations_of_a_program_that_dies_leave_the_ledger_as_it_was(path, statements):
    before = written(path)
    died = dies_after(statements, path, "append_all")
    with SqliteLedger(path) as ledger:
        ledger.verify()
        assert list(ledger.operations())[: len(before)] == before
        assert ledger.head == len(before) + (0 if died else 3)


# -- verify ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(
            "update evidence set text = 'other' where seq = 4", "operation 4 is not", id="a text"
        ),
        pytest.param(
            "update evidence set start_by = null where seq = 3", "operation 1 is not", id="a bound"
        ),
        pytest.param(
            "update evidence set start_by = 7, end_from = 5 where seq = 3",
            "operation 1 is not",
            id="two bounds",
        ),
        pytest.param(
            "update tombstone set valid_end = 3 where position = 1", "operation 2 is not",
            id="a tombstone",
        ),
        pytest.param(
            "update touch set evidence = 'e3' where position = 1", "operation 2 is not",
            id="a touch",
        ),
        pytest.param(
            "update operation set recovers = 'op1' where seq = 3", "operation 3 is not",
            id="a recovery",
        ),
        pytest.param(
            "update operation set hash = 'ab' where seq = 2", "operation 2 is not", id="a hash"
        ),
        pytest.param(
            "update evidence set text = cast(x'ff' as text) where seq = 4",
            "operation 4 cannot be read",
            id="no text",
        ),
        pytest.param(
            "delete from evidence where seq = 2", "operation 1: .*`evidence` is missing",
            id="evidence gone",
        ),
        pytest.param(
            "delete from withdrawal where position = 0", "operation 2: .*`withdrawal` is missing",
            id="a withdrawal gone",
        ),
        pytest.param(
            "delete from touch where position = 0", "operation 2: .*`touch` is missing",
            id="a touch gone",
        ),
        pytest.param(
            "delete from tombstone where position = 0", "operation 2: .*`tombstone` is missing",
            id="a tombstone gone",
        ),
        pytest.param(
            "delete from operation where seq = 2", "operation 2 is not in the table `operation`",
            id="an operation gone",
        ),
        pytest.param(
            "update operation set last_evidence = 2 where seq = 1", "operation 1: its evidence",
            id="evidence of a later operation",
        ),
        pytest.param(
            "update operation set last_evidence = 4 where seq = 4", "operation 4 is not",
            id="the last evidence out of reach",
        ),
        pytest.param(
            "update operation set last_evidence = 9 where seq = 4", "operation 4: its evidence",
            id="evidence that there is not",
        ),
        pytest.param(
            "insert into touch values (9, 0, 'e1')", "`touch` has rows that belong to no",
            id="a touch of no operation",
        ),
        pytest.param(
            "insert into operation select 0, 1, 'x', verb, goal, selection, agent, session, layer, "
            "author, role, reason, recovers, recovers_over, theory, outcome, 0, hash "
            "from operation where seq = 1",
            "`operation` has rows that belong to no",
            id="an operation before the first",
        ),
        pytest.param(
            "insert into evidence select 9, 9, 'x', sentence, text, supports, source, agent, "
            "layer, author, role, weight, reliability, type, origin, valid_start, valid_end, "
            "session, dated, start_by, end_from, relation, first, second from evidence "
            "where seq = 1",
            "`evidence` has rows that belong to no",
            id="evidence of no operation",
        ),
        pytest.param(
            "update evidence set first = 'tz' where seq = 4", "operation 4: evidence 4 would not",
            id="found by another argument",
        ),
        pytest.param(
            "update evidence set relation = 'q' where seq = 1", "operation 1: evidence 1 would not",
            id="found by another relation",
        ),
        pytest.param(
            "update mention set second = 't' where position = 1", "operation 1: .*`mention`",
            id="a mention of something else",
        ),
        pytest.param(
            "delete from mention where position = 1", "operation 1: .*`mention`",
            id="a mention gone",
        ),
        pytest.param(
            "insert into mention values (4, 0, 'p', null, null)", "operation 4: .*`mention`",
            id="a mention too many",
        ),
        pytest.param(
            "insert into mention values (44, 0, 'p', null, null)", "`mention` has rows",
            id="a mention by nothing",
        ),
        pytest.param(
            "update tombstone set key = '' where position = 0",
            "operation 2: tombstone 1 would not",
            id="a tombstone on something else",
        ),
    ],
)  # fmt: skip
def test_verify_names_the_first_operation_that_is_not_what_was_written(path, change, expected):
    written(path)
    with behind(path) as other:
        other.execute(change)
    with SqliteLedger(path) as ledger, pytest.raises(DamagedLedger, match=expected):
        ledger.verify()


def test_verify_sees_an_index_that_would_miss_evidence(path):
    written(path, [believe(fact("p", text("needle")))])
    found = path.read_bytes()
    size = int.from_bytes(found[16:18], "big")
    index_leaf = 0x0A
    pages = [found[first : first + size] for first in range(0, len(found), size)]
    bent = [
        page.replace(b"tneedle", b"tmeedle") if page[0] == index_leaf else page for page in pages
    ]
    assert bent != pages
    path.write_bytes(b"".join(bent))
    with SqliteLedger(path) as ledger:
        assert ledger.evidence(Pattern("p", (text("needle"),))) == []
        with pytest.raises(DamagedLedger):
            ledger.verify()


def test_a_head_that_was_noted_is_in_the_chain_for_ever(path):
    with SqliteLedger(path) as ledger:
        noted = [ledger.digest]
        for operation in STORY:
            ledger.append(operation)
            noted.append(ledger.digest)
        assert len(set(noted)) == len(noted)
        for digest in noted:
            head = ledger.verify(digest)
            assert (head.seq, head.hash) == (len(STORY), noted[-1])


def test_a_tail_that_was_cut_off_shows_by_a_head_that_was_noted(path):
    written(path)
    with SqliteLedger(path) as ledger:
        noted = ledger.digest
    with behind(path) as other:
        other.execute("delete from evidence where operation = 4")
        other.execute("delete from operation where seq = 4")
    with SqliteLedger(path) as ledger:
        assert ledger.verify().seq == 3
        with pytest.raises(DamagedLedger, match="gone"):
            ledger.verify(noted)


def test_verify_reads_in_batches_and_sees_all(path, monkeypatch):
    monkeypatch.setattr("reasoner.ledger.reading.OPERATIONS", 3)
    monkeypatch.setattr("reasoner.ledger.reading.ITEMS", 2)
    operations = [*STORY, NewOperation("consolidate"), *STORY[:1] * 3, STORY[3]] * 3
    recorded = written(path, operations)
    with SqliteLedger(path) as ledger:
        assert ledger.verify().seq == len(operations)
        assert list(ledger.operations()) == recorded
        assert list(ledger.operations(recorded[4].recorded)) == recorded[:5]


@pytest.mark.parametrize("table", schema.COLUMNS)
def test_a_stranger_changes_and_deletes_nothing_and_verify_sees_a_replacement(path, table):
    """Another program's `insert or replace` passes by the triggers, unless it asks for them."""
    written(path)
    with closing(sqlite3.connect(path)) as other:
        for change in (f"update {table} set rowid = 99", f"delete from {table}"):
            with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
                other.execute(change)
        row = list(other.execute(f"select * from {table} order by rowid limit 1").fetchone())
        column = {"evidence": 3, "operation": 4}.get(table, len(row) - 1)
        row[column] = '["+","forged"]' if isinstance(row[column], str | None) else 77
        marks = ",".join("?" * len(row))
        other.execute(f"insert or replace into {table} values ({marks})", row)
        other.commit()
    with SqliteLedger(path) as ledger, pytest.raises(DamagedLedger):
        ledger.verify()


# -- a whole copy ----------------------------------------------------------------------------------


def test_a_copy_holds_the_same_to_the_hash(path, tmp_path):
    recorded = written(path)
    with SqliteLedger(path) as ledger, SqliteLedger(tmp_path / "copy.db") as copy:
        assert copy.restore(ledger.chain()) == len(STORY)
        assert list(copy.operations()) == recorded
        assert list(copy.chain()) == list(ledger.chain()) == list(links(recorded))
        assert copy.verify() == ledger.verify()
        assert copy.evidence(Pattern("q")) == ledger.evidence(Pattern("q"))
        assert copy.append(believe(fact("p"))).name == "op5"


def test_a_copy_goes_into_an_empty_ledger_only(path, tmp_path):
    written(path)
    with SqliteLedger(path) as ledger, SqliteLedger(tmp_path / "copy.db") as copy:
        first = copy.append(believe(fact("p")))
        with pytest.raises(LedgerNotEmpty):
            copy.restore(ledger.chain())
        assert list(copy.operations()) == [first]


def other_text(entries):
    (operation, hash), *rest = entries
    (item, *items) = operation.evidence
    forged = replace(item, said=replace(item.said, text="forged"))
    said = replace(operation.said, evidence=(forged.said, *operation.said.evidence[1:]))
    return [(replace(operation, said=said, evidence=(forged, *items)), hash), *rest]


def earlier(entries):
    """Hashed anew, as a forger would."""
    first, second, *_ = (operation for operation, _ in entries)
    return links([first, replace(second, recorded=first.recorded)])


def same_name(entries):
    first, *_ = (operation for operation, _ in entries)
    later = replace(first, seq=2, recorded=first.recorded + 1, evidence=(),
                    said=replace(first.said, evidence=()))  # fmt: skip
    return links([first, later])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(lambda entries: [*entries[:2], *entries[3:]], DamagedLedger, id="a gap"),
        pytest.param(lambda entries: entries[::-1], DamagedLedger, id="another order"),
        pytest.param(
            lambda entries: [*entries[:-1], (entries[-1][0], "ab")], DamagedLedger, id="a hash"
        ),
        pytest.param(other_text, DamagedLedger, id="a text"),
        pytest.param(earlier, DamagedLedger, id="a time that does not grow"),
        pytest.param(same_name, DuplicateName, id="a name twice"),
    ],
)
def test_a_copy_that_is_not_what_was_written_leaves_nothing(path, tmp_path, change, expected):
    written(path)
    with SqliteLedger(path) as ledger, SqliteLedger(tmp_path / "copy.db") as copy:
        entries = list(ledger.chain())
        with pytest.raises(expected):
            copy.restore(change(entries))
        assert copy.head == 0


# -- transaction time ------------------------------------------------------------------------------


def ahead(path):
    """A ledger whose last operation was recorded when a clock showed too much; that instant."""
    memory = MemoryLedger()
    recorded = memory.append(believe(fact("p")), clock=now() + 10**15).recorded
    with SqliteLedger(path) as ledger:
        ledger.restore(links(memory.operations()))
    return recorded


def test_transaction_time_grows_while_the_clock_shows_less(path):
    last = ahead(path)
    with SqliteLedger(path) as one, SqliteLedger(path) as two:
        times = [each.append(believe(fact("p"))).recorded for each in (one, two, one)]
        one.append_all(believe(fact("p")) for _ in range(2))
        assert times == [last + 1, last + 2, last + 3]
        assert [each.recorded for each in two.operations()] == [*range(last, last + 6)]
        assert one.last == two.last == last + 5
        two.verify()


def test_what_is_recorded_above_a_ledger_is_recorded_after_it(path):
    last = ahead(path)
    with SqliteLedger(path) as ledger:
        assert ledger.fork().append(believe(fact("p"))).recorded == last + 1


def test_after_a_clock_that_ran_ahead_ages_count_from_transaction_times(path):
    ahead(path)
    with SqliteLedger(path) as ledger:
        (item,) = ledger.append(believe(fact("p"))).evidence
        assert item.said.dated == item.recorded > now()


# -- what it costs ---------------------------------------------------------------------------------


def of_two(query, *more):
    """The query for two names, with its values."""
    ((asked, values),) = lookup.each(query, ["e1", "b"])
    return asked, [*values, *more]


@pytest.mark.parametrize(
    ("query", "values"),
    [
        pytest.param(*lookup.evidence_about(pattern, 0), id=name)
        for name, pattern in {
            "evidence by relation": Pattern("p", (None,)),
            "evidence by its first argument": Pattern("p", (text("a"),)),
            "evidence by its second argument": Pattern("p", (None, text("a"))),
            "evidence by both": Pattern("p", (text("a"), text("b"))),
        }.items()
    ]
    + [
        pytest.param(*next(lookup.withheld("ab", "c", 0)), id="withdrawals and tombstones"),
        pytest.param(*of_two(lookup.DISPLACED, 0), id="what was displaced"),
        pytest.param(lookup.HEAD, [], id="the last operation"),
        pytest.param(lookup.LAST, [], id="the last transaction time"),
        pytest.param(*of_two(lookup.TOUCHES, 0), id="touches"),
        pytest.param(*of_two(lookup.RECOVERIES, 0), id="recoveries"),
        pytest.param(*of_two(lookup.DEEDS_ON_EVIDENCE), id="deeds on evidence"),
        pytest.param(*of_two(lookup.DEEDS_ON_SENTENCES), id="deeds on sentences"),
        pytest.param(*of_two(lookup.UNDOING), id="what was undone"),
        pytest.param(*of_two(lookup.DEEDS, 0), id="deeds"),
        pytest.param(*of_two(lookup.OWNER), id="the operation of a name"),
        pytest.param(*of_two(lookup.OWNERS), id="the operations of names"),
        pytest.param(*of_two(names.AMONG), id="names that are taken"),
        pytest.param(names.BETWEEN, ["e1", "e2", 2], id="names between two"),
        pytest.param(lookup.STANDING, [], id="where the ledger stands"),
        pytest.param(lookup.RECORDED, [1], id="when an operation was recorded"),
        pytest.param(reading.LAST_EVIDENCE, [1], id="the last evidence of an operation"),
        pytest.param(lookup.DECLARED, [0], id="declarations"),
    ],
)
def test_a_look_up_goes_by_an_index(path, query, values):
    written(path)
    with SqliteLedger(path) as ledger:
        plan = [row[-1] for row in ledger._file.rows(f"explain query plan {query}", values)]
    assert [step for step in plan if "SCAN" in step] == []
    assert [step for step in plan if "SEARCH" in step]


@pytest.mark.parametrize(
    ("query", "values"), [(lookup.WITHDRAWALS_OF_RULES, [0]), (lookup.DEEDS_ON_RULES, [])]
)
def test_what_was_done_to_rules_is_all_that_is_read_to_find_it(path, query, values):
    written(path)
    with SqliteLedger(path) as ledger:
        plan = [row[-1] for row in ledger._file.rows(f"explain query plan {query}", values)]
    scans = [step for step in plan if "SCAN" in step]
    assert scans
    for step in scans:
        assert re.search("INDEX (withdrawal_of_rules|declarations)$", step)


def steps(connection, deed):
    """How many steps SQLite's machine takes for it."""
    count = 0

    def step():
        nonlocal count
        count += 1

    connection.set_progress_handler(step, 1)
    deed()
    connection.set_progress_handler(None, 0)
    return count


SAME_AGAIN = """
create temp view n as with n(i) as (select 99 union all select i + 1 from n where i < 98 + {0})
    select i from n;
create temp table o as select * from operation where seq = 10;
create temp table e as select * from evidence where seq = 9;
insert into operation select i, {1} + i, 'op' || i, verb, goal, selection, agent, session, layer,
    author, role, reason, recovers, recovers_over, theory, outcome from n, o;
insert into evidence select i, i, 'e' || i, sentence, text, supports, source, agent, layer, author,
    role, weight, reliability, type, origin, valid_start, valid_end, session, dated, start_by,
    end_from, relation, first, second from n, e;
insert into chain select i, 'ab' from n;
"""  # as often as is asked for


def test_what_bringing_a_ledger_forward_costs_for_each_operation_does_not_grow(of_version):
    costs = []
    for count in (300, 3000):
        path = of_version(2)
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.executescript(SAME_AGAIN.format(count, 2**60))
            costs.append(steps(connection, partial(migrate.upgrade, connection, 2)))
        path.unlink()
    assert 0 < costs[1] < 15 * costs[0]


def test_what_a_look_up_and_an_append_cost_does_not_grow_with_the_ledger(path):
    def many(count, start):
        items = (fact("p", text(f"a{n}"), text(f"b{n % 7}")) for n in range(start, start + count))
        return [believe(item) for item in items]

    with SqliteLedger(path) as ledger:
        costs, pattern = [], Pattern("p", (text("a5"), None))
        for count, start in ((300, 0), (3000, 300)):
            ledger.append_all(many(count, start))
            reader, writer = ledger._file._reader, ledger._file._writer
            costs.append(
                [
                    steps(reader, partial(ledger.evidence, pattern)),
                    steps(reader, partial(ledger.find, "e7")),
                    steps(reader, lambda: ledger.last),
                    steps(reader, ledger.declared),
                    steps(writer, partial(ledger.append, believe(fact("r")))),
                ]
            )
    early, late = costs
    assert all(then > 0 for then in early)
    assert all(now <= 2 * then + 20 for then, now in zip(early, late, strict=True))


def test_what_is_asked_of_one_item_does_not_grow_with_what_was_recorded_beside_it(path):
    sentence = fact("p", text("a1")).sentence
    with SqliteLedger(path) as ledger:
        costs = []
        for start, end in ((0, 30), (30, 3000)):
            items = tuple(fact("p", text(f"a{n}"), name=f"n{n}") for n in range(start, end))
            withdrawal = Withdrawal("gone", Interval(), Cause.CONTRADICTION)
            ledger.append(NewOperation("revise", evidence=items, withdrawals=(withdrawal,)))
            reader, name = ledger._file._reader, f"n{start + 1}"
            costs.append(
                [
                    steps(reader, partial(ledger.deed, name)),
                    steps(reader, partial(ledger.displaced, [name])),
                    steps(reader, partial(ledger.withheld, [name], [sentence])),
                ]
            )
    early, late = costs
    assert all(then > 0 for then in early)
    assert all(now <= 2 * then + 20 for then, now in zip(early, late, strict=True))


@pytest.mark.parametrize(("durable", "expected"), [(True, 2), (False, 1)])
def test_a_ledger_is_as_durable_as_it_is_asked_to_be(path, durable, expected):
    with SqliteLedger(path, durable=durable) as ledger:
        synchronous = ledger._file._writer.execute("pragma synchronous").fetchone()[0]
        ledger.append(believe(fact("p")))
        ledger.verify()
    assert synchronous == expected


# -- readers ---------------------------------------------------------------------------------------


def test_whoever_reads_waits_for_no_one_who_writes(path):
    """In another thread, in another program, and in what is being written itself."""
    recorded = written(path)
    found = []

    def look(ledger):
        found.append((ledger.head, len(ledger.evidence(Pattern("q"))), list(ledger.operations())))

    with SqliteLedger(path) as one, SqliteLedger(path) as two:

        def new():
            yield believe(fact("q"))
            look(one)
            for ledger in (one, two):
                thread = threading.Thread(target=look, args=[ledger])
                thread.start()
                thread.join()
            yield believe(fact("q"))

        assert one.append_all(new()) == 2
        assert found == [(4, 3, recorded)] * 3
        assert two.head == 6


def test_a_ledger_that_is_being_written_is_not_written_from_within(path):
    with SqliteLedger(path) as ledger:

        def new():
            yield believe(fact("p"))
            ledger.append(believe(fact("p")))

        with pytest.raises(ReasonerError):
            ledger.append_all(new())
        assert ledger.head == 0
        ledger.append(believe(fact("p")))
        ledger.verify()
