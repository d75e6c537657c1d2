"""Minimal unsatisfiable sets of clauses are conflicts; the largest satisfiable ones, remainders.

Third-party instances, with what other programs found in them. A correction set (MCS) is what a
remainder of `false` leaves out.
"""

from __future__ import annotations

import gzip
import json
from functools import cache

import pytest

from reasoner import Limits, Reasoner, ReasonerError
from third_party.dimacs import Clauses, Solver, numbers, parse, reasoner_of, statements

EXPECTED = "data/mus/expected.json"
SMALL = "test.cnf"
LARGE = "bf1355-228.cnf"


@pytest.fixture(scope="session")
def expected(shared):
    return json.loads(shared(EXPECTED).read_text(encoding="utf-8"))


def test_every_instance_is_looked_at(expected):
    assert set(expected) == {SMALL, LARGE}


# -- a small one, in full --------------------------------------------------------------------------


@pytest.fixture(scope="session")
def small(shared) -> Reasoner:
    return reasoner_of(parse(shared(f"data/mus/{SMALL}").read_text(encoding="utf-8")))


def sets(listed) -> set[frozenset[int]]:
    return set(map(frozenset, listed))


def test_conflicts_are_the_minimal_unsatisfiable_sets_smallest_first(small, expected):
    found = list(map(numbers, small.conflicts()))
    assert set(found) == sets(expected[SMALL]["muses"])
    assert [len(each) for each in found] == [2, 2, 3]


def test_remainders_of_false_leave_out_the_minimal_correction_sets(small, expected):
    everything = frozenset(range(1, expected[SMALL]["n"] + 1))
    left_out = {everything - numbers(part) for part in small.remainders("false")}
    assert left_out == sets(expected[SMALL]["mcses"])


def test_consolidation_by_cardinality_keeps_as_many_as_can_be_kept(small, expected):
    with small.suppose() as world:
        change = world.consolidate(by="cardinality, maxichoice")
    assert len(change.kept) == expected[SMALL]["max_consistent"]
    assert len(change.dropped) == expected[SMALL]["n"] - expected[SMALL]["max_consistent"]


# -- a circuit with 7307 clauses -------------------------------------------------------------------


@pytest.fixture(scope="session")
def large(shared, expected) -> Clauses:
    packed = shared(f"data/mus/{LARGE}.gz").read_bytes()
    clauses = parse(gzip.decompress(packed).decode("ascii"))
    assert len(clauses) == expected[LARGE]["clauses"]
    assert not expected[LARGE]["sat"]
    return statements(clauses)


def solver(clauses: Clauses) -> Solver:
    return _solver(tuple(clauses.items()))


@cache
def _solver(clauses: tuple[tuple[int, tuple[int, ...]], ...]) -> Solver:
    return Solver(dict(clauses))


@pytest.fixture(scope="session")
def neighbourhood(large) -> Clauses:
    """A minimal conflict of the circuit with all clauses over its variables."""
    conflict = solver(large).minimal_conflict()
    variables = {abs(each) for number in conflict for each in large[number]}
    return {
        number: clause for number, clause in large.items() if variables.issuperset(map(abs, clause))
    }


def test_a_conflict_of_a_part_of_a_circuit_is_minimal_and_none_is_smaller(neighbourhood):
    kb = reasoner_of(neighbourhood)
    first, second = map(numbers, (part for part, _ in zip(kb.conflicts(), range(2), strict=False)))
    assert solver(neighbourhood).is_minimal_conflict(first)
    assert solver(neighbourhood).is_minimal_conflict(second)
    assert len(first) <= min(len(second), len(solver(neighbourhood).minimal_conflict()))


def test_the_remainders_of_a_part_of_a_circuit_are_largest_and_hit_its_conflicts(neighbourhood):
    kb = reasoner_of(neighbourhood)
    conflict = numbers(next(iter(kb.conflicts())))
    found = list(map(numbers, kb.remainders("false")))
    assert len(found) > len(conflict)
    assert all(conflict - part for part in found)
    assert all(map(solver(neighbourhood).is_largest_consistent, found[::20]))


def test_a_whole_circuit_is_consolidated_and_a_conflict_of_it_found_or_a_limit_reached(large):
    """Never a wrong answer; the smallest conflict of thousands may take more time than it has."""
    kb = reasoner_of(large, limits=Limits(seconds=60))
    hurried = Reasoner(kb.theory, kb.ledger, limits=Limits(seconds=3))
    try:
        conflict = numbers(next(iter(hurried.conflicts())))
    except ReasonerError as error:
        assert error.code == "E401"
    else:
        assert solver(large).is_minimal_conflict(conflict)
    dropped = numbers(kb.consolidate(by="maxichoice").dropped)
    assert dropped
    assert solver(large).is_largest_consistent(frozenset(large) - dropped)
