"""Import and export: whole ledgers to the byte, facts in bulk and back."""

from __future__ import annotations

import io
import sys
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import strategies
from reasoner.errors import (
    LedgerMoved,
    LedgerNotEmpty,
    MissingLibrary,
    Mistakes,
    NotAnExport,
    NotOneTable,
    ReasonerError,
    UnknownRelation,
    UnreadableFile,
)
from reasoner.ledger import MemoryLedger, SqliteLedger
from reasoner.ledger.entries import (
    Cause,
    InstanceName,
    NewEvidence,
    NewOperation,
    Tombstone,
    Withdrawal,
)
from reasoner.syntax import parse, show
from reasoner.syntax.tree import Atom, Literal
from reasoner.theory import build
from reasoner.theory.normal import normal
from reasoner.time import ALWAYS, END, Interval, Period, instant
from reasoner.transfer import (
    Columns,
    export_ledger,
    facts,
    import_ledger,
    load_facts,
    write_csv,
    write_parquet,
)
from reasoner.view import View

THEORY = build(
    parse(
        "relation budget(project: project, amount: amount) singular. relation seen. "
        "relation on(a, b). relation born(who, from) type rumour. "
        "source hr trust 0.9. source chat. agent ada. decay fact never. decay rumour never. "
        "rule taken: seen :- on(X, X).",
        "theory",
    )
)
ON = THEORY.relation("on")
DATED = Columns("on", start="from", end="to")


# -- whole ledgers ---------------------------------------------------------------------------------

DECIMALS = st.decimals(0, 1, places=3)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@st.composite
def periods(draw):
    start = draw(st.none() | strategies.WHENS)
    if start is not None and draw(st.booleans()):
        return Period.from_unknown_end(start)
    end = draw(st.none() | strategies.WHENS)
    assume(start is None or end is None or start[0] < end[1])
    return Period.of(start, end)


INTERVALS = st.builds(
    lambda start, length: Interval(start, start + length),
    strategies.INSTANTS_US,
    st.integers(1, 10**15),
) | st.just(ALWAYS)


@st.composite
def evidence(draw, sentences=strategies.SENTENCES):
    written = draw(sentences)
    supports = draw(st.booleans())
    return NewEvidence(
        normal(written) if supports else written,
        show(written),
        supports,
        None,
        draw(st.sampled_from(["unnamed", "hr", "chat"])),
        draw(st.none() | st.just("ada")),
        draw(DECIMALS),
        draw(DECIMALS),
        "fact",
        draw(st.none() | TEXTS),
        draw(periods()),
        draw(st.none() | TEXTS),
    )


TARGETS = st.sampled_from(["e1", "e2", "e3"]) | st.builds(
    InstanceName, st.just("fly"), st.lists(strategies.CONSTANTS, max_size=2).map(tuple)
)
OPERATIONS = st.builds(
    NewOperation,
    verb=st.sampled_from(["believe", "retract", "recover", "declare"]),
    goal=TEXTS,
    agent=st.none() | TEXTS,
    reason=st.none() | TEXTS,
    session=TEXTS,
    evidence=st.lists(evidence(), max_size=3).map(tuple),
    withdrawals=st.lists(
        st.builds(Withdrawal, TARGETS, INTERVALS, st.sampled_from(Cause)), max_size=2
    ).map(tuple),
    tombstones=st.lists(
        st.builds(Tombstone, strategies.SENTENCES.map(normal), INTERVALS), max_size=2
    ).map(tuple),
    touches=st.lists(st.sampled_from(["e1", "e2"]), max_size=2).map(tuple),
    recovers=st.none() | st.tuples(st.just("op1"), st.lists(INTERVALS, max_size=2).map(tuple)),
    theory=st.none() | TEXTS,
    outcome=st.sampled_from(["{}", '{"possible": true}']),
)


def exported(ledger: SqliteLedger) -> str:
    return "".join(export_ledger(ledger.chain()))


@settings(max_examples=25)
@given(operations=st.lists(OPERATIONS, max_size=4))
def test_an_imported_ledger_is_the_one_that_was_exported(operations):
    with TemporaryDirectory() as folder:
        with SqliteLedger(Path(folder) / "one", durable=False) as one:
            for operation in operations:
                one.append(operation)
            text, digest, recorded = exported(one), one.digest, list(one.operations())
        with SqliteLedger(Path(folder) / "other", durable=False) as other:
            assert import_ledger(io.StringIO(text), other) == len(operations)
            assert exported(other) == text
            assert list(other.operations()) == recorded
            assert other.verify(digest).hash == digest


@pytest.fixture
def new_ledger(tmp_path):
    """Makes stored ledgers, and closes them."""
    made = []

    def make() -> SqliteLedger:
        made.append(SqliteLedger(tmp_path / f"ledger{len(made)}", durable=False))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def small(new_ledger) -> list[str]:
    """The lines of a ledger of two operations."""
    ledger = new_ledger()
    said = Literal(Atom("seen"))
    ledger.append(NewOperation("declare", theory=THEORY.text))
    ledger.append(NewOperation("believe", name="x", evidence=(NewEvidence(said, "seen"),)))
    return list(export_ledger(ledger.chain()))


WAYS = {
    "nothing": (lambda lines: [], 1),
    "another file": (lambda lines: ["project,amount\n", "apollo,3\n"], 1),
    "no header": (lambda lines: lines[1:], 1),
    "cut between two lines": (lambda lines: lines[:-1], 4),
    "cut within a line": (lambda lines: [*lines[:2], lines[2][:40]], 3),
    "a line taken out": (lambda lines: [lines[0], *lines[2:]], 2),
    "a line twice": (lambda lines: [*lines[:2], *lines[1:]], 3),
    "two lines exchanged": (lambda lines: [lines[0], lines[2], lines[1], lines[3]], 2),
    "another word": (lambda lines: [line.replace("believe", "doubt") for line in lines], 3),
    "another weight": (lambda lines: [line.replace('"1"', '"0.9"') for line in lines], 3),
    "a blank": (lambda lines: [line.replace(',"verb"', ', "verb"') for line in lines], 2),
    "other line ends": (lambda lines: [line.replace("\n", "\r\n") for line in lines], 1),
    "something after it": (lambda lines: [*lines, "\n"], 5),
    "another number at the end": (
        lambda lines: [*lines[:3], lines[3].replace('"operations":2', '"operations":3')], 4,
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_what_is_not_as_it_was_exported_is_refused_with_its_line(new_ledger, small, way):
    change, line = WAYS[way]
    ledger = new_ledger()
    with pytest.raises(NotAnExport) as caught:
        import_ledger(change(small), ledger, "copy.jsonl")
    assert caught.value.span is not None and caught.value.help is not None
    assert (caught.value.span.source.name, caught.value.span.line) == ("copy.jsonl", line)
    assert ledger.head == 0


@settings(max_examples=60)
@given(place=st.integers(0), character=st.sampled_from('019 a"\\{}[],:\x00é'))
def test_no_changed_character_goes_unnoticed(place, character):
    with TemporaryDirectory() as folder, SqliteLedger(Path(folder) / "l", durable=False) as one:
        one.append(NewOperation("believe", evidence=(NewEvidence(Literal(Atom("seen")), "seen"),)))
        text = exported(one)
        at = place % len(text)
        assume(text[at] != character)
        changed = text[:at] + character + text[at + 1 :]
        with SqliteLedger(Path(folder) / "other", durable=False) as other:
            with pytest.raises(NotAnExport):
                import_ledger(io.StringIO(changed), other)
            assert other.head == 0


def test_a_later_format_is_told_from_a_broken_file(new_ledger, small):
    with pytest.raises(NotAnExport, match="version 2 of the format") as caught:
        import_ledger([small[0].replace(":1}", ":2}"), *small[1:]], new_ledger())
    assert caught.value.help == "upgrade the reasoner"


def test_a_whole_ledger_goes_into_an_empty_one_only(new_ledger, small):
    ledger = new_ledger()
    import_ledger(small, ledger)
    with pytest.raises(LedgerNotEmpty):
        import_ledger(small, ledger)
    assert ledger.head == 2


# -- facts in bulk ---------------------------------------------------------------------------------


@pytest.fixture
def csv_file(tmp_path):
    """Writes a table, and gives its path."""

    def write(text: str | bytes, name: str = "facts.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def loaded(table, columns=DATED, **options) -> list[NewEvidence]:
    """What a table says."""
    ledger = MemoryLedger()
    count = load_facts(ledger, THEORY, table, columns, session="s", **options)
    found = [item.said for operation in ledger.operations() for item in operation.evidence]
    assert count == len(found)
    return found


def refused(table, columns=DATED, **options) -> list[ReasonerError]:
    """What is wrong with a table, of which nothing is written."""
    ledger = MemoryLedger()
    with pytest.raises(Mistakes) as caught:
        load_facts(ledger, THEORY, table, columns, session="s", **options)
    assert ledger.head == 0
    return list(caught.value.errors)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        pytest.param("apollo", "apollo", id="a word"),
        pytest.param("Two words", '"Two words"', id="text"),
        pytest.param("-0.10", "-0.10", id="a number, as it is spelt"),
        pytest.param("007", "007", id="a number with zeros before it"),
        pytest.param("1952", "1952", id="a number, though it may be a year"),
        pytest.param("1e5", '"1e5"', id="no number of the language"),
        pytest.param("٣", '"٣"', id="digits of another script"),
        pytest.param("2026-03", "2026-03", id="a month"),
        pytest.param("-0043-03-15", "-0043-03-15", id="a day before the year 1"),
        pytest.param("2026-03-01T12:00:00Z", "2026-03-01T12:00:00Z", id="a date-time"),
        pytest.param("2026-03-01 12:00+01:00", "2026-03-01T12:00:00+01:00", id="with a blank"),
        pytest.param('"""42"""', '"42"', id="a number in quotes of its own is text"),
        pytest.param('"""a\\""\\n"""', '"a\\"\\n"', id="with escapes"),
        pytest.param('"""a"" and ""b"""', '"\\"a\\" and \\"b\\""', id="quotes within text"),
    ],
)
def test_a_cell_is_what_the_language_reads(csv_file, cell, expected):
    [said] = loaded(csv_file(f"a,b,from,to\nx,{cell},,\n"))
    assert said.text == f"on(x, {expected})"
    assert normal(parse_sentence(said.text)) == said.sentence


def parse_sentence(text: str):
    from reasoner.syntax import parse_sentence

    return parse_sentence(text)


def test_a_column_can_be_text_whatever_it_looks_like(csv_file):
    table = csv_file('a,b,from,to\n1,007,,\n1,2026-02-30,,\n1,"""x""",,\n1,,,\n')
    said = [each.text for each in loaded(table, Columns("on", text=("b",)))]
    assert said == ['on(1, "007")', 'on(1, "2026-02-30")', 'on(1, "\\"x\\"")', 'on(1, "")']


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("", "", "always"),
        ("2026-01-01", "", "from 2026-01-01"),
        ("", "2026-03-01T12:00:00Z", "to 2026-03-01T12:00:00Z"),
        ("1952", "1953-03", "from 1952 to 1953-03"),
        ("1952", "?", "from 1952 to unknown"),
        ("2026-01-31", "P1M", "from 2026-01-31 to 2026-02-28"),
        ("1952-03-01..1952-06-01", "1953", "from 1952-03-01..1952-06-01 to 1953"),
        ("2026-03-01 12:00", "2026-03-01T13:00:30", "from 2026-03-01T11:00:00Z to "
         "2026-03-01T12:00:30Z"),
    ],
)  # fmt: skip
def test_a_fact_holds_as_long_as_its_cells_say(csv_file, start, end, expected):
    columns = Columns("on", start="from", end="to", zone="Europe/Berlin")
    [said] = loaded(csv_file(f"a,b,from,to\nx,y,{start},{end}\n"), columns)
    assert said.valid.show() == expected


def test_all_that_the_language_says_of_evidence_can_stand_in_columns(csv_file):
    table = csv_file(
        "a;b;src;w;r;t;l;o;by;s;is\n"
        "x;y;hr;0.5;0.8;rumour;first;wire;ada;monday;false\n"
        "x;z;;;;;;;;;\n"
    )  # fmt: skip
    columns = Columns(
        "on", source="src", weight="w", reliability="r", type="t", label="l", origin="o",
        agent="by", session="s", truth="is",
    )  # fmt: skip
    first, second = loaded(table, columns, delimiter=";")
    assert first.text == "-on(x, y)" and first.sentence == normal(parse_sentence("-on(x, y)"))
    assert (first.source, first.weight, first.reliability) == ("hr", Decimal("0.5"), Decimal("0.8"))
    assert (first.type, first.name, first.origin) == ("rumour", "first", "wire")
    assert (first.agent, first.session) == ("ada", "monday")
    assert (second.source, second.weight, second.reliability) == ("unnamed", 1, 1)
    assert (second.type, second.origin, second.agent, second.session) == ("fact", None, None, "s")


def test_one_source_of_all_rows_lends_its_trust_and_a_relation_its_type(csv_file):
    columns = Columns("born", ("who", "year"), source_name="hr")
    [said] = loaded(csv_file("who,year\nada,1815\n"), columns)
    assert (said.source, said.reliability, said.type) == ("hr", Decimal("0.9"), "rumour")


@pytest.mark.parametrize(
    ("cells", "code", "column"),
    [
        pytest.param(",y,,,,,,", "E216", 1, id="no value"),
        pytest.param("x,2026-02-30,,,,,,", "E105", 3, id="no such day"),
        pytest.param("x,2026-03-01 12:00,,,,,,", "E105", 3, id="no zone"),
        pytest.param("x,y,soon,,,,,", "E105", 5, id="no instant"),
        pytest.param("x,y,????-03-01,,,,,", "E105", 5, id="an unknown year"),
        pytest.param("x,y,2026-03-01,2026-03-01,,,,", "E104", 16, id="of no length"),
        pytest.param("x,y,2026-03-01,2025,,,,", "E104", 16, id="inverted"),
        pytest.param("x,y,,?,,,,", "E105", 6, id="an unknown end without a start"),
        pytest.param("x,y,1952,P3M,,,,", "E105", 10, id="so long after some instant"),
        pytest.param("x,y,,,nobody,,,", "E204", 7, id="no such source"),
        pytest.param("x,y,,,,1.5,,", "E215", 8, id="out of range"),
        pytest.param("x,y,,,,much,,", "E107", 8, id="no number"),
        pytest.param("x,y,,,,,nobody,", "E205", 9, id="no such agent"),
        pytest.param("x,y,,,,,,not", "E216", 10, id="no label"),
        pytest.param("x,y,,,,,,taken", "E210", 10, id="the label of a rule"),
        pytest.param("x,y,,,,,", "E216", 1, id="a cell missing"),
    ],
)
def test_a_bad_cell_is_told_with_its_place(csv_file, cells, code, column):
    columns = Columns(
        "on", start="from", end="to", source="s", weight="w", agent="by", label="l"
    )  # fmt: skip
    table = csv_file(f"a,b,from,to,s,w,by,l\nx,y,,,,,,\n{cells}\n")
    wrong, summary = refused(table, columns)
    assert (wrong.code, summary.code) == (code, "E516")
    assert wrong.help is not None and summary.help is not None
    assert (wrong.span.source.name, wrong.span.line, wrong.span.column) == (str(table), 3, column)
    assert f"\n3 | {cells.rstrip(',')}" in str(wrong).replace('""', "")
    assert summary.message == f"1 row of 2 in {table} cannot be loaded, so none was"


def test_every_bad_cell_is_told_and_of_many_rows_the_first(csv_file):
    table = csv_file("a,b,from,to\n" + ",,soon,\n" * 30 + "x,y,,\n")
    *told, summary = refused(table)
    assert [(each.code, each.span.line) for each in told[:3]] == [
        ("E216", 2), ("E216", 2), ("E105", 2),
    ]  # fmt: skip
    assert len(told) == 60
    assert summary.message.startswith("30 rows of 31 in ")
    assert summary.message.endswith("so none was; the first 20 are shown")


def test_clocks_that_skip_or_repeat_a_time_are_not_guessed(csv_file):
    columns = Columns("on", start="from", zone="Europe/Berlin")
    rows = "x,y,2026-03-29T02:30:00\nx,y,2026-10-25T02:30:00\nx,y,2026-10-25T02:30:00+02:00\n"
    skipped, twice, summary = refused(csv_file(f"a,b,from\n{rows}"), columns)
    assert "Europe/Berlin" in skipped.message and "two instants" in twice.message
    assert summary.message.startswith("2 rows of 3 ")
    unknown, _ = refused(csv_file("a,b,from\nx,y,2026-03-29T02:30:00\n"),
                         Columns("on", start="from", zone="Europe/Berlni"))  # fmt: skip
    assert "Europe/Berlni" in str(unknown)


def test_a_text_of_two_sorts_in_one_table_is_an_error(csv_file):
    wrong, _ = refused(csv_file("project,amount\nx,1\ny,x\n"), Columns("budget"))
    assert (wrong.code, wrong.span.line, wrong.span.column) == ("E209", 3, 3)


def test_a_label_is_given_once(csv_file):
    wrong, _ = refused(csv_file("a,b,l\nx,y,one\nx,z,one\n"), Columns("on", label="l"))
    assert (wrong.code, wrong.span.line) == ("E210", 3)
    ledger = MemoryLedger()
    load_facts(ledger, THEORY, [("x", "y", "one")], Columns("on", ("1", "2"), label="3"))
    with pytest.raises(Mistakes, match="`one` is taken"):
        load_facts(ledger, THEORY, [("x", "z", "one")], Columns("on", ("1", "2"), label="3"))
    assert ledger.head == 1


@pytest.mark.parametrize(
    ("columns", "code", "expected"),
    [
        (Columns("on", ("a", "c")), "E513", "has no column called `c`"),
        (Columns("on", start="form"), "E513", "has no column called `form`"),
        (Columns("on", ("a", "twice")), "E513", "2 columns of "),
        (Columns("on", text=("from",)), "E513", "holds no argument"),
        (Columns("on", ("a", "b", "from")), "E202", "and 3 columns are named"),
        (Columns("on", source="from", source_name="hr"), "E513", "the source is both"),
    ],
)
def test_columns_that_do_not_fit_are_told_before_a_row_is_read(csv_file, columns, code, expected):
    table = csv_file("a,b,from,twice,twice\n,,,,\n")
    [wrong] = refused(table, columns)
    assert wrong.code == code and expected in wrong.message and wrong.help is not None


def test_a_relation_must_be_declared(csv_file):
    with pytest.raises(UnknownRelation, match="no relation is called `one`") as caught:
        loaded(csv_file("a,b\n"), Columns("one"))
    assert caught.value.help == "did you mean `on`?"


def test_a_table_without_a_header_numbers_its_columns(csv_file):
    columns = Columns("on", ("2", "1"))
    said = loaded(csv_file("x\ty\nz\tw\n"), columns, delimiter="\t", header=False)
    assert [each.text for each in said] == ["on(y, x)", "on(w, z)"]


def test_a_byte_order_mark_empty_lines_and_lines_within_cells_are_csv(csv_file):
    table = csv_file('\ufeffa,b,from,to\r\n\r\n"two\nlines",y,,\r\n\r\nx,,,\r\n')
    wrong, _ = refused(table)
    assert (wrong.code, wrong.span.line) == ("E216", 6)
    [said] = loaded(csv_file('\ufeffa,b,from,to\n"two\nlines",y,,\n'))
    assert said.text == 'on("two\\nlines", y)'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('a,b,from,to\nx,"y"z,,\n', "facts.csv:2: this is no CSV", id="quotes"),
        pytest.param('a,b,from,to\nx,"y,,\n', "this is no CSV", id="an open quote"),
        pytest.param("a,b,from,to\nx,\xe9,,\n".encode("latin-1"), "no", id="not UTF-8"),
    ],
)
def test_what_is_no_csv_is_an_error_and_nothing_is_written(csv_file, text, expected):
    ledger = MemoryLedger()
    with pytest.raises(UnreadableFile, match=expected):
        load_facts(ledger, THEORY, csv_file(text), DATED)
    assert ledger.head == 0


def test_bulk_is_written_in_operations_of_ten_thousand_and_moves_the_bar():
    ledger, moves = MemoryLedger(), []
    rows = ((f"x{number}", number) for number in range(20_001))
    count = load_facts(ledger, THEORY, rows, Columns("on", ("1", "2")), watch=moves.append)
    assert count == 20_001
    assert [(each.said.verb, len(each.evidence)) for each in ledger.operations()] == [
        ("expand", 10_000), ("expand", 10_000), ("expand", 1),
    ]  # fmt: skip
    assert len({item.said.session for each in ledger.operations() for item in each.evidence}) == 1
    assert ledger.declared() == THEORY.text
    assert moves == [None] * 3


def test_a_bad_row_at_the_end_takes_everything_back(new_ledger):
    ledger = new_ledger()
    rows = [("x", number) for number in range(10_001)]
    with pytest.raises(Mistakes):
        load_facts(ledger, THEORY, [*rows, ("x", None)], Columns("on", ("1", "2")))
    assert (ledger.head, ledger.declared()) == (0, None)


def test_facts_are_not_loaded_under_declarations_that_are_no_longer_in_force():
    ledger = MemoryLedger()
    ledger.append(NewOperation("declare", theory="relation on(a, b).\n"))
    with pytest.raises(LedgerMoved):
        load_facts(ledger, THEORY, [("x", "y")], Columns("on", ("1", "2")))
    assert ledger.head == 1


# -- rows of Python, and Parquet -------------------------------------------------------------------


def test_values_of_python_are_taken_as_they_are():
    rows = [
        {"a": "42", "b": 42},
        {"a": date(2026, 3, 1), "b": datetime(2026, 3, 1, tzinfo=UTC), "from": date(2026, 1, 1)},
        {"a": Decimal("0.10"), "b": "", "to": datetime(2026, 3, 1, 12, tzinfo=UTC)},
    ]
    *two, wrong = [{**row, "from": row.get("from"), "to": row.get("to")} for row in rows]
    assert [(each.text, each.valid.show()) for each in loaded(two)] == [
        ('on("42", 42)', "always"),
        ("on(2026-03-01, 2026-03-01T00:00:00Z)", "from 2026-01-01"),
    ]
    empty, _ = refused([wrong])
    assert (empty.code, empty.span.line) == ("E216", 1)


def test_a_truth_value_is_no_number_though_python_takes_it_for_one():
    wrong, _ = refused([(1, "x"), (True, "y")], Columns("on", ("1", "2")))
    assert (wrong.code, wrong.span.line) == ("E216", 2)


def test_equal_values_of_python_are_each_read_as_they_are():
    twice = datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    numbers = [(1, "x", None), (Decimal("1.0"), "x", None), (1.0, "x", None), ("1", "x", None)]
    said = loaded(
        [*numbers, ("y", "x", twice), ("y", "x", twice.replace(fold=1))],
        Columns("on", ("1", "2"), start="3"),
    )
    assert [each.text for each in said[:4]] == [
        "on(1, x)", "on(1.0, x)", "on(1.0, x)", 'on("1", x)',
    ]  # fmt: skip
    assert [each.valid.show() for each in said[4:]] == [
        "from 2026-10-25T00:30:00Z", "from 2026-10-25T01:30:00Z",
    ]  # fmt: skip


@pytest.mark.parametrize("row", ["on(x, y)", 3, {"x", "y"}])
def test_a_row_is_a_mapping_or_a_sequence(row):
    with pytest.raises(ReasonerError, match="is no row of a table"):
        loaded([row], Columns("on", ("1", "2")))


def test_the_first_row_names_the_columns_of_all():
    assert loaded([], Columns("on")) == []
    first = {"a": "x", "b": "y", "from": None}
    said = loaded([first, {"a": "x", "b": "z"}], Columns("on", start="from"))
    assert [each.valid for each in said] == [Period()] * 2
    with pytest.raises(ReasonerError, match="the column 'form' is in this row"):
        loaded([first, {"a": "x", "b": "z", "form": "2026"}], Columns("on", start="from"))


@pytest.fixture
def parquet_file(tmp_path):
    """Writes columns of Python's values, and gives the path."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")

    def write(**columns) -> Path:
        parquet.write_table(pa.table(columns), tmp_path / "facts.parquet")
        return tmp_path / "facts.parquet"

    return write


def test_a_column_of_parquet_has_its_type(parquet_file):
    moment = datetime(2026, 3, 1, 12, 0, 0, 5, tzinfo=UTC)
    table = parquet_file(
        a=["42", "x"], b=[42, 43], when=[date(2026, 3, 1), None], until=[moment, None]
    )  # fmt: skip
    said = loaded(table, Columns("on", ("a", "b"), start="when", end="until"))
    assert [(each.text, each.valid.show()) for each in said] == [
        ('on("42", 42)', "from 2026-03-01 to 2026-03-01T12:00:00.000005Z"),
        ("on(x, 43)", "always"),
    ]
    [wrong, _] = refused(parquet_file(a=["x", None], b=[True, False]), Columns("on"))[:2]
    assert (wrong.code, wrong.span.line, wrong.span.column) == ("E216", 1, 3)


def test_a_list_in_a_cell_is_refused_with_its_place(parquet_file):
    table = parquet_file(a=["x"], b=[[1, 2]], when=[[3]])
    argument, start, _ = refused(table, Columns("on", start="when"))
    assert (argument.code, argument.span.column) == ("E216", 3)
    assert (start.code, start.span.line) == ("E105", 1)


def test_a_naive_time_of_parquet_needs_a_zone(parquet_file):
    table = parquet_file(a=["x"], b=["y"], when=[datetime(2026, 3, 1, 12)])
    wrong, _ = refused(table, Columns("on", start="when"))
    assert (wrong.code, wrong.span.line) == ("E105", 1)
    [said] = loaded(table, Columns("on", start="when", zone="Europe/Berlin"))
    assert said.valid.show() == "from 2026-03-01T11:00:00Z"


def test_what_is_no_parquet_is_an_error(csv_file):
    pytest.importorskip("pyarrow")
    with pytest.raises(UnreadableFile, match=r"cannot read .*facts\.parquet"):
        loaded(csv_file("a,b\nx,y\n", "facts.parquet"), Columns("on"))


def test_without_its_library_parquet_names_the_extra(csv_file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(MissingLibrary) as caught:
        loaded(csv_file("", "facts.parquet"), Columns("on"))
    assert "pip install 'reasoner[parquet]'" in caught.value.help


# -- facts out -------------------------------------------------------------------------------------

NAMED = st.sampled_from(["x", "", "42", "2026-03", '"q"', "a,b", "two\nlines", "é"])
ON_FACTS = st.builds(
    lambda a, b, positive: Literal(Atom("on", (a, b)), positive),
    strategies.CONSTANTS | NAMED.map(lambda text: strategies.tree.Constant(
        strategies.tree.Kind.TEXT, text, text)),
    st.sampled_from("yz").map(lambda text: strategies.tree.Constant(
        strategies.tree.Kind.TEXT, text, text)),
    st.booleans(),
)  # fmt: skip


def weights(ledger, instants, *, possibly: bool):
    """What each sentence weighs at each of these instants."""
    view = View(ledger, THEORY)
    view = view.where_possible() if possibly else view
    found = {
        each.sentence: [each.weight_at(valid) for valid in instants] for each in view.statements()
    }
    return {sentence: at for sentence, at in found.items() if any(at)}


@settings(max_examples=60)
@given(
    items=st.lists(evidence(ON_FACTS), max_size=5),
    withdrawals=st.lists(st.tuples(st.integers(1, 5), INTERVALS), max_size=3),
    tombstone=st.none() | INTERVALS,
)
def test_facts_that_are_written_and_loaded_give_the_same_view(items, withdrawals, tombstone):
    ledger = MemoryLedger()
    ledger.append(NewOperation("believe", session="first", evidence=tuple(items)))
    gone = tuple(Withdrawal(f"e{number}", over, Cause.CONTRACTION) for number, over in withdrawals)
    graves = (Tombstone(items[0].sentence, tombstone),) if items and tombstone else ()
    graves = tuple(each for each in graves if items[0].supports)
    ledger.append(NewOperation("retract", withdrawals=gone, tombstones=graves))
    found = facts(ledger, THEORY, ON)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "on.csv"
        with path.open("w", encoding="utf-8", newline="") as stream:
            write_csv(found, stream)
        other = MemoryLedger()
        assert load_facts(other, THEORY, path, found.columns) == len(found.rows)
    holds = [each.valid for each in items]
    ends = {end for p in holds for end in (p.start, p.start_by, p.end_from, p.end)}
    ends |= {end for _, over in withdrawals for end in (over.start, over.end)}
    ends |= {tombstone.start, tombstone.end} if tombstone else {0}
    instants = sorted({us + step for us in ends for step in (-1, 0) if us + step >= -END})
    for possibly in (False, True):
        assert weights(other, instants, possibly=possibly) == weights(
            ledger, instants, possibly=possibly
        )


def test_what_no_table_can_hold_is_counted():
    ledger = MemoryLedger()
    said = normal(parse_sentence("on(x, y) or seen"))
    ledger.append(NewOperation("believe", evidence=(NewEvidence(said, "on(x, y) or seen"),)))
    found = facts(ledger, THEORY, ON)
    assert (found.rows, found.left_out) == ((), 1)


def test_facts_are_those_that_were_known_then():
    ledger = MemoryLedger()
    for number in (1, 2):
        said = normal(parse_sentence(f"on(x, {number})"))
        ledger.append(
            NewOperation("believe", evidence=(NewEvidence(said, ""),)), clock=instant("2026-01-01")
        )
    first = next(ledger.operations()).recorded
    assert len(facts(ledger, THEORY, ON, known=first).rows) == 1
    assert len(facts(ledger, THEORY, ON).rows) == 2


def test_a_clause_has_another_name_than_an_argument():
    found = facts(MemoryLedger(), THEORY, THEORY.relation("born"))
    assert found.header[:4] == ("who", "from", "from_", "to")
    stream = io.StringIO()
    write_csv(found, stream)
    assert stream.getvalue().count("\n") == 1


@pytest.mark.parametrize(
    "values",
    [
        pytest.param(["x", "42", ""], id="texts"),
        pytest.param([1, Decimal("0.10"), -(10**30)], id="numbers"),
        pytest.param([date(2026, 3, 1), date(1, 1, 1)], id="dates"),
        pytest.param([datetime(2026, 3, 1, 12, 0, 0, 1, tzinfo=UTC)], id="moments"),
        pytest.param([], id="nothing"),
    ],
)
def test_parquet_keeps_values_and_their_kinds(tmp_path, values):
    pytest.importorskip("pyarrow")
    ledger, other = MemoryLedger(), MemoryLedger()
    rows = [(value, "y", "1952", "?") for value in values if value != ""]
    load_facts(ledger, THEORY, rows, Columns("on", ("1", "2"), start="3", end="4"))
    found = facts(ledger, THEORY, ON)
    write_parquet(found, tmp_path / "on.parquet")
    load_facts(other, THEORY, tmp_path / "on.parquet", found.columns)
    assert facts(other, THEORY, ON) == found


def test_a_column_of_several_kinds_has_no_type_in_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    ledger = MemoryLedger()
    load_facts(ledger, THEORY, [("x", "y"), (1, "y")], Columns("on", ("1", "2")))
    with pytest.raises(NotOneTable, match="numbers and texts"):
        write_parquet(facts(ledger, THEORY, ON), tmp_path / "on.parquet")


@pytest.mark.parametrize(
    ("table", "columns", "delimiter"),
    [(5, Columns("on"), ","), ([], "on", ","), ([], Columns("on"), "tab"), ([], Columns("on"), "")],
)
def test_what_is_no_table_no_columns_or_no_delimiter_is_refused(table, columns, delimiter):
    with pytest.raises(ReasonerError) as refused:
        load_facts(MemoryLedger(), THEORY, table, columns, delimiter=delimiter)
    assert refused.value.code == "E216"
