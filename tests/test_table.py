"""The tables of laws and operators on bases: a share of what `python -m tests.table` runs."""

from __future__ import annotations

import pytest

from tests.table import recheck, run
from tests.table.expected import (
    CONTRACTION,
    INCONSISTENT_CONTRACTION,
    INCONSISTENT_REVISION,
    REVISION,
    Cell,
)
from tests.table.families import Asked

SHARE = 16  # every sixteenth base
FIRM = {"contraction": CONTRACTION, "revision": REVISION}
TORN = {
    "contraction, inconsistent": INCONSISTENT_CONTRACTION,
    "revision, inconsistent": INCONSISTENT_REVISION,
}
STORED = [
    pytest.param(table, cell, id=": ".join((table, *cell)))
    for table in (*FIRM, *TORN)
    for cell in recheck.stored(table)
]


@pytest.mark.parametrize("table", FIRM)
def test_every_no_on_consistent_bases_has_its_counterexample(table: str) -> None:
    assert recheck.stored(table).keys() == {
        cell for cell, holds in FIRM[table].items() if not holds
    }


@pytest.mark.parametrize("table", TORN)
def test_every_law_that_only_inconsistent_bases_break_has_its_counterexample(table: str) -> None:
    assert recheck.stored(table).keys() == TORN[table].keys()


@pytest.mark.parametrize(("table", "cell"), STORED)
def test_a_counterexample_stands_by_the_oracle_and_through_the_verbs(
    table: str, cell: Cell
) -> None:
    case = recheck.stored(table)[cell]
    again = recheck.recheck_contraction if table.startswith("con") else recheck.recheck_revision
    assert again(*cell, case) == []


PUBLISHED = """
contraction | relevance | kernel | {-q; -p; p or -q} | -p and -q | {p or -q}
contraction | relative closure | kernel | {-q; -p; p or -q} | -p and -q | {-q}
contraction | recovery | full meet | {-p and -q} | -q | {}
contraction | conjunctive inclusion | full meet | {-q; -p or -q; p or q} | not (p iff q); -q \
| {} & {-p or -q; p or q} & {-p or -q}
contraction | conjunctive overlap | maxichoice | {-q; not (p iff q); p} | not (p iff q); -q \
| {p} & {p} & {-q}
"""


def test_the_counterexamples_of_the_tables_stand() -> None:
    """As smaller tables print them; those above are the same up to renaming, or no larger."""
    for cell, case in recheck.read_all(PUBLISHED, "contraction").items():
        assert recheck.recheck_contraction(*cell, case) == []


@pytest.mark.parametrize("section", [2, 3])
def test_no_yes_is_refuted(section: int) -> None:
    """On a share of the bases; the reasoner's kernels and remainders are those of a truth table."""
    asked = Asked(run.is_asked)
    for table in run.tables(section, seed=1, share=SHARE):
        found = run.searched(table, asked, only_yes=True)
        assert {cell for cell, its in found.items() if its.counterexample is not None} == set()
        assert {cell for cell, its in found.items() if not its.applicable} == set()
    assert asked.by_reasoner > 100


@pytest.mark.parametrize("section", [2, 3])
def test_the_verbs_keep_what_a_function_chooses(section: int) -> None:
    tried, wrong = run.through_the_verbs(section, seed=2, count=4)
    assert tried > 10
    assert wrong == []
