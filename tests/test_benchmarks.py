"""The benchmarks run, and the two sides of each agree, on the smallest bases they have."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("pysat", reason="the benchmarks need python-sat: the extra `bench`")

from benchmarks import operators, theirs
from benchmarks.bases import ClauseBase, chain, par
from benchmarks.clocks import Row, measured

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
