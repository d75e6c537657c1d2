"""The benchmarks run, and the two sides of each agree, on the smallest bases they have."""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta

import pytest

pytest.importorskip("pysat", reason="the benchmarks need python-sat: the extra `bench`")

from benchmarks import figures, ledger, operators, theirs
from benchmarks.bases import ClauseBase, chain, par
from benchmarks.clocks import Row, measured
from benchmarks.dated import Facts, read_csv, write_csv
from benchmarks.duel import RIVAL, Duel

SMALL = [
    pytest.param(task, id=f"{task.name} {task.against}".rstrip())
    for benchmark in operators.BENCHMARKS.values()
    for task in benchmark(0, True)
]
EVEN = (10, 10, 10, 10)
TRIANGLE = ClauseBase(((1,), (-1, 2), (-2,), (2,)), (), EVEN)  # conflicts {1, 2, 3} and {3, 4}


@pytest.mark.parametrize("task", SMALL)
def test_both_sides_find_the_same(task):
    expected = task.known if task.known is not None else task.theirs()
    assert task.same(task.ours(), expected)


@pytest.mark.parametrize("task", SMALL)
def test_a_side_that_finds_nothing_is_seen(task):
    expected = task.known if task.known is not None else task.theirs()
    assert not task.same(task.ours(), type(expected)())


def test_their_side_finds_what_is_known_of_a_small_base():
    assert set(theirs.corrections(TRIANGLE)) == {frozenset(s) for s in ({3}, {1, 4}, {2, 4})}
    assert set(theirs.kernels_by_marco(TRIANGLE)) == {frozenset({1, 2, 3}), frozenset({3, 4})}
    assert set(theirs.kernels_by_optux(TRIANGLE)) == {frozenset({1, 2, 3}), frozenset({3, 4})}
    assert theirs.dropped_by_first(TRIANGLE) == {3}
    assert theirs.lightest_correction(TRIANGLE) == {3}


def test_both_ways_to_the_meet_of_the_optima_agree():
    assert theirs.dropped_by_best(par(8)) == theirs.dropped_by_best_each(par(8)) == set(range(1, 9))


def test_a_seed_names_one_base():
    shape = operators.Shape(12, 6, (2, 3))
    assert operators.consistent(shape, 3) == operators.consistent(shape, 3)
    assert operators.consistent(shape, 3) != operators.consistent(shape, 4)


def test_a_chain_reads_as_one_proof_and_as_many_facts():
    believed = [line for line in chain(4).text.splitlines() if line.startswith("believe")]
    assert believed == [
        "believe e1: x1 weight 1.0.",
        "believe e2: x2 if x1 weight 1.0.",
        "believe e3: x3 weight 1.0.",
        "believe e4: x4 weight 1.0.",
    ]


def test_a_difference_is_reported_and_is_an_error(monkeypatch, capsys):
    def broken(seed, small):
        yield operators.all_kernels("broken", chain(4), lambda _: [frozenset({1})], "nobody")

    monkeypatch.setattr(operators, "BENCHMARKS", {"broken": broken})
    assert operators.main(["broken", "--repeat", "1"]) == 1
    assert "DIFFER" in capsys.readouterr().out


def test_the_command_prints_a_table_or_data(capsys):
    assert operators.main(["chain", "--small", "--repeat", "1", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["agree"] for row in rows] == [True, True, True]
    assert operators.main(["chain", "--small", "--repeat", "1"]) == 0
    assert "chain/maxichoice/8" in capsys.readouterr().out


def test_shares_of_the_time_are_shares():
    row = measured(next(operators.chains(0, True)), repeat=1)
    assert sum(row.parts.values()) == pytest.approx(1)
    assert all(0 < row.parts[part] < 1 for part in ("ground", "solve", "rest"))


@pytest.mark.parametrize(
    ("ours_ms", "theirs_ms", "against", "expected"),
    [
        pytest.param((30.0, 10.0, 20.0), (100.0,), "LBX", (0.2, 0.2), id="of medians"),
        pytest.param((40.0,), (), "LBX", (0.0, 0.01), id="theirs was stopped"),
        pytest.param((), (100.0,), "LBX", (40.0, float("inf")), id="ours was stopped"),
        pytest.param((40.0,), (), "", (0.0, float("inf")), id="there is no other side"),
    ],
)
def test_the_ratio_lies_between(ours_ms, theirs_ms, against, expected):
    row = Row("", against, 1, True, 0.0, ours_ms, theirs_ms)
    assert row.bounds == pytest.approx(expected)


# -- the ledger ---


def test_the_seed_of_dated_facts_says_all_of_them():
    facts, others = (list(Facts(500, seed).between(0, 500)) for seed in (1, 2))
    assert facts == list(Facts(500, 1).between(0, 500)) != others
    assert len({(fact.person, fact.team) for fact in facts}) == 500
    open_ends = sum(fact.until is None for fact in facts)
    assert 150 < open_ends < 350


def test_a_dated_fact_holds_from_its_first_day_to_before_its_end():
    for fact in Facts(50).between(0, 50):
        end = fact.until or date(2100, 1, 1)
        assert fact.holds(fact.since)
        assert fact.holds(end - timedelta(days=1))
        assert not fact.holds(fact.since - timedelta(days=1))
        assert fact.holds(end) is (fact.until is None)


def test_dated_facts_come_back_from_csv(tmp_path):
    facts = list(Facts(40).between(0, 40))
    write_csv(tmp_path / "facts.csv", facts)
    assert list(read_csv(tmp_path / "facts.csv")) == facts


def test_the_ledger_is_measured_and_both_sides_hold_the_same(capsys):
    assert ledger.main(["single", "bulk", "opening", "as-of", "--small", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["rows"]}
    assert len(rows) == 8
    assert all(figure > 0 for row in rows.values() for figure in (*row["ours"], *row["theirs"]))
    assert rows["believe, FULL"]["agree"] is True
    assert rows["open 200, first status"]["ratio"] is None


def test_two_libraries_take_turns_and_answer_the_same(tmp_path):
    ours = (sys.executable, "reasoner")
    rows = list(Duel(ours, ours, tmp_path, count=30, seed=1, opened=1).rows())
    agreed = {row.name for row in rows if row.agree is not None}
    assert agreed == {
        "status",
        "add, then ask, FULL",
        "add, then ask, NORMAL",
        "reopen, first status",
    }
    assert all(row.agree is not False and row.ratio > 0 for row in rows)


def test_a_rival_that_is_not_there_is_left_out_with_the_reason(capsys):
    assert ledger.main([RIVAL, "--small", "--rival-python", "no-such-python"]) == 0
    assert "memvara 0.21.0: left out: [Errno 2] No such file" in capsys.readouterr().out


def test_what_is_measured_is_held_against_its_aim():
    slow = figures.Row("a", "raw", "us", (9.0, 3.0, 4.0), (1.0, 2.0), aim=2.0, agree=True)
    assert (slow.ratio, slow.met) == (pytest.approx(4.0 / 1.5), False)
    assert figures.Row("b", "", "ms", (0.1,), aim=0.2).met is True
    assert figures.Row("c", "raw", "us", (1.0,), (1.0,)).met is None
    other = figures.Row("d", "raw", "us", (1.0,), (1.0,), agree=False)
    shown = figures.table([slow, other]).splitlines()
    assert shown[1].endswith("missed")
    assert shown[2].endswith("DIFFER")
    assert shown[-1] == "0 of 1 aims are met."
