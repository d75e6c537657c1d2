"""The command line, and the reports it prints."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import reasoner
from conftest import hear_ctrl_c
from reasoner.answer import Belief, Proof, Step
from reasoner.cli import app
from reasoner.errors import Mistakes
from reasoner.ledger import SqliteLedger
from reasoner.report import Line, Printer, Role, errors_to_json, plain, to_json
from reasoner.report.proofs import proof_lines
from reasoner.solve import Limits

ROOT = Path(__file__).resolve().parent.parent

WELL = "relation p. believe p. expect true p.\n"
FAILING = "relation p. relation q. rule r: q :- p. believe x: p.\nexpect false q.\n"
MISTAKEN = "relation swan.\nbelieve swam.\nbelieve swan(1).\n"

EVERYTHING = """\
relation bird(animal). relation flies(animal). relation budget(project, amount) singular.
source hr trust 0.9.
default wings: flies(X) :- bird(X).
clock 2026-01-01.
believe t: bird(tweety). doubt flies(tweety) weight 0.5.
believe first: budget(apollo, -0.10) from hr valid from 2026-01-01.
clock 2026-02-01T12:30:00Z.
revise second: budget(apollo, 2) valid from 2026-03-01 to 2026-04-01.
status bird(tweety). entails bird(tweety). why flies(tweety). kernels flies(tweety).
remainders flies(tweety). conflicts. history budget(apollo, -0.10) valid 2026-03-05.
?- budget(P, A) valid 2026-03-05. ?- bird(tweety). ?- bird(pip).
contract gone: bird(tweety) by recency because "no reason".
recover gone.
contract bird(tweety), bird(pip) together keeping recovery.
consolidate.
suppose { believe bird(pip). expect true bird(pip). }
expect neither bird(nobody). expect not entailed bird(nobody). expect conflicts 0.
expect kernels bird(nobody) none. expect ?- bird(nobody) none. refuse believe bird(a, b).
expect both bird(nobody).
"""

# Grounding `p` goes through MANY to the power of 5 rows, and nothing can stop it.
MANY = 60
ENDLESS = (
    "relation d(x). relation p.\n"
    "rule p :- d(A), d(B), d(C), d(D), d(E).\n"
    + "".join(f"believe d({number}).\n" for number in range(MANY))
    + "status p.\n"
)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run `reasoner …` on files given by their texts, in a folder of its own: code and output."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, **texts: str) -> tuple[int, str]:
        for name, text in texts.items():
            (tmp_path / f"{name}.bel").write_text(text, encoding="utf-8")
        ran = CliRunner().invoke(app, arguments, prog_name="reasoner", catch_exceptions=False)
        return ran.exit_code, ran.output

    return command


def start(*arguments: str, folder: Path, stdout: int | TextIO = subprocess.PIPE):
    """The command in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-c", "from reasoner.cli import main; main()", *arguments],
        cwd=folder, env=environment, stdout=stdout, stderr=subprocess.PIPE, text=True,
        preexec_fn=hear_ctrl_c,
    )  # fmt: skip


# -- exit codes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(WELL, 0, id="all well"),
        pytest.param("", 0, id="nothing to do"),
        pytest.param(FAILING, 1, id="an expectation failed"),
        pytest.param(MISTAKEN, 2, id="mistakes"),
        pytest.param("relation p. rule p. revise -p.", 2, id="refused by the background"),
    ],
)
def test_the_exit_code_says_how_it_went(run, text, expected):
    code, _ = run("run", "file.bel", file=text)
    assert code == expected


def test_giving_up_is_code_3(run):
    text = "relation p(x). " + "".join(f"believe p({n}). " for n in range(4))
    conjunction = " and ".join(f"p({n})" for n in range(4))
    code, output = run("run", "file.bel", "--answers", "3", file=f"{text}remainders {conjunction}.")
    assert code == 3
    assert "error[E402]: more than 3 answer sets" in output


REFUSED = "relation p. rule p.\nbelieve x: p.\nsuppose {\n  revise -p. }\nbelieve y: p.\n"
STOPPED = "stopped at line 4 of file.bel: what stands before it was carried out"


def test_an_error_that_stops_a_file_says_where_and_what_was_done(run):
    code, output = run("run", "file.bel", file=REFUSED)
    assert code == 2
    assert output.endswith(f"\n{STOPPED}, and nothing after it\n")
    _, output = run("run", "file.bel", "--ledger", "kept.db")
    assert output.endswith(f"\n{STOPPED} and recorded in kept.db, and nothing after it\n")
    with reasoner.loads("relation p. rule p.", ledger="kept.db") as kb:
        assert [operation.name for operation in kb.ledger.operations()] == ["op1", "x"]


def test_mistakes_found_before_a_file_is_carried_out_stop_at_no_line(run):
    assert "stopped" not in run("run", "file.bel", file=MISTAKEN)[1]
    [file] = document(run("run", "file.bel", "--json")[1])["files"]
    assert file["stopped"] is None
    [file] = document(run("run", "other.bel", "--json", other=REFUSED)[1])["files"]
    assert (file["stopped"], [reply["line"] for reply in file["replies"]]) == (4, [2])


def test_a_bug_is_code_4_with_a_traceback(tmp_path):
    (tmp_path / "file.bel").write_text(WELL, encoding="utf-8")
    broken = (
        "from reasoner.reason import run; del run.checked; from reasoner.cli import main; main()"
    )
    process = subprocess.run(
        [sys.executable, "-c", broken, "run", "file.bel"], cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip
    assert process.returncode == 4
    first, second, *_ = process.stderr.split("\n")
    assert first == "internal error: NameError: name 'checked' is not defined, please report it"
    assert second == "Traceback (most recent call last):"


def test_the_worst_code_of_several_files_counts_and_each_file_is_run(run):
    files = ("mistaken.bel", "failing.bel", "well.bel")
    code, output = run("run", *files, mistaken=MISTAKEN, failing=FAILING, well=WELL)
    assert code == 2
    assert [line for line in output.split("\n") if line.startswith("== ")] == [
        "== mistaken.bel",
        "== failing.bel",
        "== well.bel",
    ]
    assert output.endswith("1 expectation met\n")


def test_files_do_not_see_each_other(run):
    code, _ = run("run", "a.bel", "b.bel", a=WELL, b="relation p. expect neither p.")
    assert code == 0


@pytest.mark.parametrize("options", [("--seconds", "0"), ("--seconds", "nan"), ("--answers", "0")])
def test_a_limit_must_be_a_limit(run, options):
    code, output = run("run", "file.bel", *options, file=WELL)
    assert code == 2
    assert "Invalid value" in output


def test_a_relaxed_ledger_is_a_stored_one(run):
    code, output = run("run", "file.bel", "--relaxed", file=WELL)
    assert code == 2
    assert "stored ledger" in output
    assert run("run", "file.bel", "--relaxed", "--ledger", "kept.db")[0] == 0
    assert run("ledger", "verify", "kept.db")[0] == 0


# -- bad files -------------------------------------------------------------------------------------


@pytest.fixture
def rubbish(tmp_path):
    """A folder with what is no rule file and no ledger."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 20)
    (tmp_path / "latin").write_bytes("relation été.".encode("latin-1"))
    (tmp_path / "text").write_text("Dear diary, " * 100, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("file", ["missing", "folder", "binary", "latin", ""])
@pytest.mark.parametrize("verb", ["run", "check"])
def test_what_is_no_rule_file_is_an_error(run, rubbish, verb, file):
    code, output = run(verb, file)
    assert code == 2
    assert output.startswith("error[E501]: cannot read ")
    assert "\nhelp: " in output


@pytest.mark.parametrize("ledger", ["folder", "binary", "text", "no/such/folder", "latin", ""])
def test_what_is_no_ledger_is_an_error(run, rubbish, ledger):
    code, output = run("run", "file.bel", "--ledger", ledger, file=WELL)
    assert code == 2
    assert output.startswith("error[E5")
    assert "\nhelp: " in output


def test_a_file_name_that_is_no_text_is_an_error_too(tmp_path):
    process = start("check", os.fsdecode(b"bad\xff"), folder=tmp_path)
    output, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (2, "")
    assert output.startswith("error[E501]: cannot read `bad\\udcff`: ")


def test_a_stored_ledger_is_taken_up_again(run):
    first = "relation p. believe x: p."
    assert run("run", "first.bel", "--ledger", "kept.db", first=first)[0] == 0
    second = "relation p. expect true p."
    assert run("run", "second.bel", "--ledger", "kept.db", second=second)[0] == 0
    code, output = run("run", "first.bel", "--ledger", "kept.db")
    assert code == 2
    assert "`x`" in output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_an_error(tmp_path):
    (tmp_path / "file.bel").write_text(WELL, encoding="utf-8")
    with open("/dev/full", "w") as full:
        process = start("run", "file.bel", "--json", folder=tmp_path, stdout=full)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert errors.startswith("error[E501]: cannot write the report")
    assert "Traceback" not in errors


# -- check -----------------------------------------------------------------------------------------


def test_check_says_all_that_is_wrong_and_carries_nothing_out(run, tmp_path):
    code, output = run("check", "file.bel", file=MISTAKEN)
    assert code == 2
    assert [line[:12] for line in output.split("\n") if line.startswith("error")] == [
        "error[E201]:",
        "error[E202]:",
    ]
    assert run("check", "other.bel", other=FAILING) == (0, "other.bel: no mistakes\n")


# -- text ------------------------------------------------------------------------------------------


def test_a_failed_expectation_says_where_what_was_found_and_why(run):
    _, output = run("run", "file.bel", file=FAILING)
    assert output == (
        "believe x: p.\n"
        "expect false q.\n"
        "  failed (file.bel:2:1): found true\n"
        "    for:\n"
        "      q  [r]\n"
        "        p  [x]\n"
        "1 of 1 expectation failed\n"
    )


@pytest.mark.parametrize(
    ("expectation", "expected"),
    [
        ("expect not entailed p.", "it is entailed"),
        ("expect entailed q.", "it is not entailed"),
        ("expect kernels p none.", "found { x }"),
        ("expect remainders p none.", "found { e1, e2 }"),
        ("expect kernels q { x }.", "found none"),
        ("expect conflicts 2.", "found 0"),
        ("expect ?- n(X) none.", 'found { X = "two words" } { X = 1 }'),
        ("refuse believe p.", "it was not refused"),
    ],
)
def test_every_kind_of_expectation_says_what_was_found(run, expectation, expected):
    text = 'relation p. relation q. relation n(x). believe n(1). believe n("two words").\n'
    code, output = run("run", "file.bel", file=f"{text}believe x: p.\n{expectation}")
    assert code == 1
    assert f": {expected}\n" in output


def test_what_was_met_is_shown_on_request(run):
    assert run("run", "file.bel", file=WELL)[1].split("\n")[-2] == "1 expectation met"
    _, output = run("run", "file.bel", "--verbose")
    assert "expect true p.\n  met\n" in output


def test_a_change_is_told_for_each_interval(run):
    text = (
        "relation p. relation q. rule p :- q. believe x: p valid to 2026-02-01.\n"
        "believe y: q valid from 2026-02-01.\ncontract c: p valid from 2026-01-15."
    )
    assert run("run", "file.bel", file=text)[1].endswith(
        "contract c: p valid from 2026-01-15.\n"
        "  valid from 2026-01-15 to 2026-02-01\n"
        "    dropped x: p\n"
        "    chosen by full meet\n"
        "  valid from 2026-02-01\n"
        "    dropped y: q\n"
        "    chosen by full meet\n"
    )


def test_a_stretch_where_nothing_happened_is_not_told(run):
    text = (
        "relation p. relation q. relation r. rule p :- r.\n"
        "believe x: p valid from 2026-01-01 to 2026-02-01.\n"
        "believe y: r valid from 2026-03-01 to 2026-04-01.\n"
        "suppose { contract c: q. contract d: p valid from 2026-05-01. }\n"
        "contract e: p."
    )
    assert run("run", "file.bel", file=text)[1].endswith(
        "| contract c: q.\n"
        "|   nothing to give up\n"
        "| contract d: p valid from 2026-05-01.\n"
        "|   nothing to give up\n"
        "contract e: p.\n"
        "  valid from 2026-01-01 to 2026-02-01\n"
        "    dropped x: p\n"
        "    chosen by full meet\n"
        "  valid from 2026-03-01 to 2026-04-01\n"
        "    dropped y: r\n"
        "    chosen by full meet\n"
    )


def test_conflicts_over_one_interval_are_told_together(run):
    text = "relation p(x). relation q(x). constraint :- p(X), q(X).\n" + "".join(
        f"believe p{n}: p({n}){valid}. believe q{n}: q({n}).\n"
        for n, valid in ((1, ""), (2, " valid from 2026-01-01"), (3, ""))
    )
    _, output = run("run", "file.bel", file=f"{text}consolidate by recency.")
    assert output.endswith(
        "consolidate by recency.\n"
        "  recorded as op7\n"
        "  valid always\n"
        "    dropped p1: p(1)\n"
        "    dropped p3: p(3)\n"
        "    chosen by recency, kept 2 connected beliefs\n"
        "  valid from 2026-01-01\n"
        "    dropped p2: p(2)\n"
        "    chosen by recency, kept 1 connected belief\n"
    )


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ("contract q.", "  recorded as op2\n  nothing to give up\n"),
        ("contract s.", "  recorded as op2\n  not possible: the background entails it\n"),
        ("consolidate.", "  recorded as op2\n  nothing to give up\n"),
        ("believe q.", "  recorded as e2\n"),
        ("revise q.", "  recorded as op2, e2\n  nothing to give up\n"),
        ("contract c: p.", "  dropped x: p\n  chosen by full meet\n"),
    ],
)
def test_an_operation_tells_its_outcome_and_its_names(run, operation, expected):
    text = f"relation p. relation q. relation s. rule s.\nbelieve x: p.\n{operation}"
    assert run("run", "file.bel", file=text)[1] == f"believe x: p.\n{operation}\n{expected}"


def test_what_happens_inside_suppose_has_a_bar_before_it(run):
    text = "relation p. suppose { believe x: p. suppose { status p. } }"
    assert run("run", "file.bel", file=text)[1] == "| believe x: p.\n| | status p.\n| |   true\n"


def test_a_proof_is_a_tree_that_says_nothing_twice():
    steps = (
        Step("a", "x"),
        Step("b", "r1", ("a",)),
        Step("c", "r2", ("b", "a")),
        Step("d", "r3", ("b", "c")),
    )
    lines = proof_lines(Proof((Belief("x", "a"),), steps))
    assert [plain(line) for line in lines] == [
        "  d  [r3]",
        "    b  [r1]",
        "      a  [x]",
        "    c  [r2]",
        "      b  [r1]  (above)",
        "      a  [x]",
    ]


class Terminal(io.StringIO):
    """What a terminal would show."""

    def isatty(self) -> bool:
        return True


def test_a_text_cannot_command_the_terminal():
    terminal = Terminal()
    Printer(terminal).show([Line('p("\x1b[2J\x07[red]é")', Role.DETAIL)])
    assert r"p(\"" not in terminal.getvalue()
    assert r'p("\x1b[2J\x07[red]é")' in terminal.getvalue()


def test_a_long_line_is_not_broken_at_a_terminal():
    terminal = Terminal()
    Printer(terminal).show([Line("p " * 5_000)])
    assert terminal.getvalue().count("\n") == 1


# -- JSON ------------------------------------------------------------------------------------------


def document(output: str) -> dict:
    return json.loads(output)


def test_json_holds_every_kind_of_answer(run):
    code, output = run("run", "file.bel", "--json", file=EVERYTHING)
    [file] = document(output)["files"]
    assert file["errors"] == []
    assert code == document(output)["code"] == file["code"] == 1
    assert {tuple(reply) for reply in file["replies"]} == {
        ("statement", "line", "column", "depth", "met", "answer", "why")
    }
    answers = {reply["statement"]: reply["answer"] for reply in file["replies"]}
    assert answers["status bird(tweety)."] == "true"
    assert answers["?- bird(tweety)."] == [{}]
    assert answers["?- budget(P, A) valid 2026-03-05."] == [
        {"P": {"kind": "text", "value": "apollo"}, "A": {"kind": "number", "value": "2"}}
    ]
    assert answers["history budget(apollo, -0.10) valid 2026-03-05."][1]["recorded"] == (
        "2026-02-01T12:30:00Z"
    )
    [over] = answers["revise second: budget(apollo, 2) valid from 2026-03-01 to 2026-04-01."][
        "over"
    ]
    assert over["valid"] == {"from": "2026-03-01", "to": "2026-04-01"}
    assert over["dropped"] == [{"name": "first", "text": "budget(apollo, -0.10)"}]


def test_json_has_the_same_bytes_each_time(run):
    first = run("run", "file.bel", "--json", file=EVERYTHING)
    assert run("run", "file.bel", "--json") == first


@pytest.mark.parametrize(
    "text",
    ["", "a" * 10_000, 'quotes " and \\', "new\nline", "İstanbul", "\x1b[31m", "雪", "\u2028"],
)
def test_json_gives_a_text_back_as_it_was(run, text):
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    _, output = run("run", "f.bel", "--json", f=f"relation p(x). believe p({quoted}). ?- p(X).")
    [_, reply] = document(output)["files"][0]["replies"]
    assert reply["answer"] == [{"X": {"kind": "text", "value": text}}]


@pytest.mark.parametrize("number", [str(2**80), "-0.10", "0", "100000000000000000000000.5"])
def test_json_gives_a_number_back_as_it_was_written(run, number):
    _, output = run("run", "f.bel", "--json", f=f"relation p(x). believe p({number}). ?- p(X).")
    [_, reply] = document(output)["files"][0]["replies"]
    assert reply["answer"] == [{"X": {"kind": "number", "value": number}}]


def test_an_error_carries_its_parts_as_data(run):
    code, output = run("check", "file.bel", "--json", file=MISTAKEN)
    assert code == 2
    first, second = document(output)["files"][0]["errors"]
    assert first == {
        "code": "E201",
        "message": "no relation is called `swam`",
        "help": "did you mean `swan` (line 1)?",
        "file": "file.bel",
        "line": 2,
        "column": 9,
        "end": {"line": 2, "column": 13},
    }
    assert second["code"] == "E202"


def test_errors_and_replies_are_json_without_the_command_line(tmp_path):
    with pytest.raises(Mistakes) as caught:
        reasoner.loads("believe p.")
    [error] = errors_to_json(caught.value)
    assert error["code"] == "E201"
    (tmp_path / "file.bel").write_text(WELL, encoding="utf-8")
    replies = [to_json(reply) for reply in reasoner.run(tmp_path / "file.bel")]
    assert json.loads(json.dumps(replies)) == replies


# -- the process -----------------------------------------------------------------------------------


def test_help_needs_neither_solver_nor_parser(tmp_path):
    program = (
        "import sys; from reasoner.cli import app\n"
        "try: app(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'clingo', 'lark', 'pyDatalog', 'regex', 'sqlite3'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert "check" in ran.stdout
    assert ran.stdout.endswith("[]\n")


def test_help_says_what_the_limits_are():
    output = CliRunner().invoke(app, ["run", "--help"]).output
    limits = Limits()
    assert f"default: {limits.answers}" in output
    assert str(limits.seconds) in output


def test_the_front_door_opens_on_every_name():
    assert [name for name in reasoner.__all__ if getattr(reasoner, name) is None] == []
    assert dir(reasoner) == sorted(reasoner.__all__)
    with pytest.raises(AttributeError):
        _ = reasoner.nothing


def test_ctrl_c_gives_up_within_a_second(tmp_path):
    (tmp_path / "file.bel").write_text(ENDLESS, encoding="utf-8")
    process = start("run", "file.bel", folder=tmp_path)
    while f"e{MANY}" not in process.stdout.readline():
        pass
    time.sleep(0.5)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - began < 1
    assert process.returncode == 3
    assert errors == "interrupted\n"


def test_out_of_time_while_grounding_is_code_3(tmp_path):
    (tmp_path / "file.bel").write_text(ENDLESS, encoding="utf-8")
    process = start("run", "file.bel", "--seconds", "0.5", folder=tmp_path)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 3
    assert errors.startswith("error[E401]: ")


def test_a_reader_who_leaves_is_no_error_and_the_rest_is_still_carried_out(tmp_path):
    text = "relation p(x). " + "".join(f"believe p({n}). " for n in range(50))
    (tmp_path / "file.bel").write_text(text, encoding="utf-8")
    ledger = tmp_path / "kept.db"
    reading, writing = os.pipe()
    os.close(reading)
    process = start("run", "file.bel", "--ledger", str(ledger), folder=tmp_path, stdout=writing)
    os.close(writing)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
    kb = reasoner.loads("relation p(x).", ledger=ledger)
    assert len(kb.ask("p(X)")) == 50


# -- ledgers ---------------------------------------------------------------------------------------

DECLARED = "relation budget(project, amount) singular. relation seen. source hr trust 0.9.\n"
BUDGETS = (
    "project,amount,from,to,src\napollo,30000,2026-01-01,2026-03-01,hr\napollo,40000,2026-03-01,,\n"
)
LOAD = ("--relation", "budget", "--from", "from", "--to", "to", "--source", "src")


@pytest.fixture
def stored(run, tmp_path):
    """A ledger `kept.db` with two facts, in the folder where the command runs."""
    (tmp_path / "budgets.csv").write_text(BUDGETS, encoding="utf-8")
    assert run("run", "declared.bel", "--ledger", "kept.db", declared=DECLARED)[0] == 0
    code, output = run("ledger", "load", "kept.db", "budgets.csv", *LOAD)
    assert (code, output) == (0, "loaded 2 facts of budget into kept.db\n")
    return tmp_path


def test_a_whole_ledger_goes_out_and_in_to_the_byte(run, stored):
    assert run("ledger", "export", "kept.db", "-o", "out.jsonl")[0] == 0
    assert run("ledger", "import", "out.jsonl", "copy.db")[0] == 0
    text = (stored / "out.jsonl").read_text(encoding="utf-8")
    assert run("ledger", "export", "copy.db") == (0, text)
    assert run("ledger", "head", "copy.db") == run("ledger", "head", "kept.db")


def test_a_failed_import_leaves_no_ledger_behind(run, stored):
    run("ledger", "export", "kept.db", "-o", "out.jsonl")
    lines = (stored / "out.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (stored / "cut.jsonl").write_text("".join(lines[:-1]), encoding="utf-8")
    before = sorted(path.name for path in stored.iterdir())
    code, output = run("ledger", "import", "cut.jsonl", "copy.db")
    assert code == 2
    assert output.startswith("error[E515]: cut.jsonl cannot be imported, and nothing was")
    assert "\n --> cut.jsonl:4:1\n" in output
    assert sorted(path.name for path in stored.iterdir()) == before
    code, output = run("ledger", "import", "out.jsonl", "kept.db")
    assert (code, output[:12]) == (2, "error[E512]:")
    assert run("ledger", "verify", "kept.db")[0] == 0


def test_a_ledger_that_was_changed_is_found_out(run, stored):
    _, digest, _ = run("ledger", "head", "kept.db")[1].split()
    expected = "kept.db: 2 operations, as they were written\n"
    assert run("ledger", "verify", "kept.db", "--head", digest) == (0, expected)
    assert run("ledger", "verify", "kept.db", "--head", "0" * 64)[0] == 2
    with sqlite3.connect(stored / "kept.db") as connection:
        connection.execute("drop trigger evidence_no_update")
        connection.execute("update evidence set weight = '0.5' where seq = 2")
    connection.close()
    code, output = run("ledger", "verify", "kept.db", "--json")
    assert code == 2
    assert [error["code"] for error in json.loads(output)["errors"]] == ["E504"]


def test_a_bad_table_is_told_as_data_too(run, stored):
    (stored / "bad.csv").write_text("project,amount,from,to,src\nx,1,soon,,hr\n", encoding="utf-8")
    code, output = run("ledger", "load", "kept.db", "bad.csv", *LOAD, "--json")
    told = json.loads(output)
    assert (code, told["code"]) == (2, 2)
    first, summary = told["errors"]
    assert (first["code"], first["file"], first["line"], first["column"]) == (
        "E105", "bad.csv", 2, 5,
    )  # fmt: skip
    assert summary["code"] == "E516"
    code, output = run("ledger", "load", "kept.db", "budgets.csv", *LOAD, "--json")
    assert (code, json.loads(output)) == (0, {"code": 0, "loaded": 2, "errors": []})


def test_the_options_of_a_table_are_understood(run, stored):
    (stored / "plain.tsv").write_text("7\t007\n", encoding="utf-8")
    options = ("--relation", "budget", "--columns", "2, 1", "--text", "2", "--no-header")
    assert run("ledger", "load", "kept.db", "plain.tsv", *options, "--delimiter", "tab")[0] == 0
    assert "\n\"\"\"007\"\"\",7,,,unnamed," in run(
        "ledger", "facts", "kept.db", "--relation", "budget"
    )[1]  # fmt: skip
    code, output = run("ledger", "load", "kept.db", "plain.tsv", *options, "--delimiter", "::")
    assert code == 2
    assert "must be one character" in output


def test_facts_go_out_as_a_table_that_can_be_loaded(run, stored):
    code, output = run("ledger", "facts", "kept.db", "--relation", "budget")
    assert code == 0
    assert output.startswith("project,amount,from,to,source,weight,reliability,")
    assert "\napollo,30000,2026-01-01,2026-03-01,hr,1,0.9,fact,e1," in output
    options = ("--relation", "budget", "-o", "out.csv")
    assert run("ledger", "facts", "kept.db", *options) == (0, "wrote 2 rows to out.csv\n")
    assert (stored / "out.csv").read_text(encoding="utf-8") == output
    code, output = run("ledger", "facts", "kept.db")
    assert code == 2
    assert "help: give `--relation` and one of `budget`, `seen`\n" in output
    known = ("--relation", "budget", "--known", "2020-01-01")
    assert run("ledger", "facts", "kept.db", *known)[1].count("\n") == 1


def test_what_a_table_cannot_hold_is_said(run, stored):
    more = (
        "relation budget(project, amount). relation seen. source hr.\nbelieve seen or budget(a, 1)."
    )
    assert run("run", "more.bel", "--ledger", "kept.db", more=more)[0] == 0
    _, output = run("ledger", "facts", "kept.db", "--relation", "budget", "-o", "out.csv")
    assert output.endswith("left out: 1 compound sentence about budget; `ledger export` has all\n")


def test_a_timeline_is_a_table_data_or_a_picture(run, stored):
    sentence = "budget(apollo, 30000)"
    _, output = run("timeline", "kept.db", sentence)
    assert [line.split()[-1] for line in output.splitlines()] == ["status", "true", "false"]
    _, output = run("timeline", "kept.db", sentence, "--json")
    told = json.loads(output)
    assert told["sentence"] == sentence
    assert [each["valid"]["from"] for each in told["timeline"]] == ["2026-01-01", "2026-03-01"]
    _, output = run("timeline", "kept.db", sentence, "--svg", "budget.svg")
    assert output == "drew 2 rectangles in budget.svg\n"
    picture = ElementTree.fromstring((stored / "budget.svg").read_text(encoding="utf-8"))
    assert picture.find("{http://www.w3.org/2000/svg}title").text == sentence
    assert run("timeline", "kept.db", sentence, "--known", "2020-01-01") == (0, "none\n")
    assert run("timeline", "kept.db", "budget(apollo)")[0] == 2
    assert run("ledger", "verify", "kept.db")[1].startswith("kept.db: 2 operations")


@pytest.mark.parametrize(
    "command",
    [
        ("ledger", "head"), ("ledger", "verify"), ("ledger", "export"), ("ledger", "facts"),
        ("timeline",), ("ledger", "load"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_ledger_that_is_not_there_is_not_made(run, tmp_path, command):
    more = {"timeline": ["p"], "load": ["x.csv", "--relation", "p"]}.get(command[-1], [])
    code, output = run(*command, "none.db", *more)
    assert code == 2
    assert output.startswith("error[E501]: there is no ledger `none.db`\nhelp: make one: ")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("ledger", "export", "kept.db", "-o", "no/such/folder/out.jsonl"),
        ("ledger", "facts", "kept.db", "--relation", "seen", "-o", "no/such/folder/out.csv"),
        ("ledger", "import", "missing.jsonl", "new.db"),
        ("ledger", "import", ".", "new.db"),
        ("ledger", "load", "kept.db", "missing.csv", "--relation", "seen"),
        ("timeline", "kept.db", "seen", "--svg", "no/such/folder/seen.svg"),
    ],
    ids=" ".join,
)
def test_a_file_that_cannot_be_read_or_written_is_an_error(run, stored, arguments):
    before = sorted(path.name for path in stored.iterdir())
    code, output = run(*arguments)
    assert code == 2
    assert output.startswith("error[E501]: cannot ")
    assert "\nhelp: " in output
    assert sorted(path.name for path in stored.iterdir()) == before


def test_a_ledger_without_declarations_says_how_to_give_it_some(run, tmp_path):
    SqliteLedger(tmp_path / "bare.db").close()
    code, output = run("ledger", "load", "bare.db", "x.csv", "--relation", "p")
    assert code == 2
    assert "`reasoner run FILE.bel --ledger bare.db`" in output
