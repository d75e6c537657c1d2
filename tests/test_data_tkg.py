"""YAGO's dated facts: an audit of 20,509 of them, with dates known to a day, a month or a year.

The ATISE copy. A year or a month is some instant in it, the day of an end is its last; `####` is
unknown. An end that is not known comes after the start.
"""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import pytest

import reasoner
from conftest import SHARED
from reasoner import Limits, Reasoner, ReasonerError
from reasoner.time import BEGINNING, DAY_US, END, Period, instant, partial, show_instant
from reasoner.transfer import Columns, load_facts

DATA = "data/tkg"
CASE = "TK-07"
FILES = ("train", "valid", "test")
UNKNOWN = "?"
LATEST = instant("9999-12-31")

Row = tuple[str, str, str, str]  # who, whom or what, start, end: as the import reads them


@dataclass(frozen=True)
class Audit:
    """The facts by relation. inverted: those that end before they start.

    unreadable: those whose start is no date; so it is not known. counts: of dates, by their kind.
    """

    facts: dict[str, list[Row]]
    inverted: list[tuple[str, Row]]
    unreadable: list[tuple[str, Row]]
    counts: Counter[str]


@cache
def audit() -> Audit:
    found = Audit({}, [], [], Counter())
    names = dict(reversed(line.split("\t")) for line in _lines("relation2id.txt"))
    for file in FILES:
        for line in _lines(f"{file}.txt.gz"):
            who, relation, what, start, end = line.split("\t")
            name = names[relation].strip("<>")
            begins, ends = date(start), date(end)
            found.counts[f"from:{kind(begins)}"] += 1
            found.counts[f"to:{kind(ends)}"] += 1
            row = (f"e{who}", f"e{what}", begins or "", day_after(ends) or UNKNOWN)
            if begins is None:
                found.unreadable.append((name, row))
            elif ends and partial(begins)[0] > partial(ends)[1]:
                found.inverted.append((name, row))
            else:
                found.facts.setdefault(name, []).append(row)
    return found


def _lines(name: str) -> list[str]:
    path = SHARED / DATA / "atise_yago" / name
    data = path.read_bytes()
    text = (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8")
    return [line for line in text.split("\n") if line]


def date(text: str) -> str | None:
    """As the language writes it: `1952`, `1952-03`, `1952-03-09`; "" for what is not known.

    None: it is no date.
    """
    if text == "####-##-##":
        return ""
    parts = re.fullmatch(r"(-?)(\d{1,4})-(\d\d|##)-(\d\d|##)", text)
    if parts is None:
        return None
    known = [parts[2].zfill(4), *(each for each in parts.group(3, 4) if each != "##")]
    written = parts[1] + "-".join(known)
    try:
        partial(written)
    except ValueError:
        return None
    return written


def kind(written: str | None) -> str:
    if not written:
        return "unparseable" if written is None else "unknown_exact"
    return ("year", "month", "day")[written.lstrip("-").count("-")]


def day_after(written: str | None) -> str | None:
    """Where it ends that lasts through a day; a year or a month is some instant in it."""
    if not written or kind(written) != "day":
        return written
    return show_instant(instant(written) + DAY_US)


def declared(text: str) -> Reasoner:
    return reasoner.loads(f"decay fact never. {text}", limits=Limits(seconds=240))


def load(kb: Reasoner, relation: str, rows: Iterable[Row]) -> None:
    """Rows in bulk."""
    columns = Columns(relation, ("1", "2"), start="3", end="4")
    load_facts(kb.ledger, kb.theory, rows, columns, session="audit", header=False)


def load_always(kb: Reasoner, relation: str) -> None:
    """All facts of a relation, inverted and unreadable ones too, as if each held always."""
    others = [row for name, row in (*audit().inverted, *audit().unreadable) if name == relation]
    load(kb, relation, [(*row[:2], "", "") for row in (*audit().facts[relation], *others)])


def with_dates(relation: str, cardinality: str) -> Reasoner:
    """The facts of a relation; those whose start is not known one by one."""
    kb = declared(f"relation {relation}(who, what) {cardinality}.")
    load(kb, relation, audit().facts[relation])
    for name, (who, what, _, end) in audit().unreadable:
        if name == relation:
            ends = (LATEST, END) if end == UNKNOWN else partial(end)
            period = Period(BEGINNING, LATEST - 1, *ends)
            kb.believe(kb.relation(relation)(who, what), valid=period)
    return kb


def subjects_in_conflict(relation: str, cardinality: str) -> int:
    """Who has two values at one instant."""
    conflicts = with_dates(relation, cardinality).conflicts(ever=True)
    subjects = [subject(belief.text for belief in conflict) for conflict in conflicts]
    return len(set(subjects))


def subject(texts: Iterable[str]) -> str:
    (found,) = {re.fullmatch(r"\w+\((\w+), \w+\)", text).group(1) for text in texts}
    return found


@pytest.fixture(scope="session")
def expected(shared):
    found = json.loads(shared(f"{DATA}/expected.json").read_text(encoding="utf-8"))
    assert set(found) == {"atise_yago"}  # Wikidata's audit (TK-08) has no file
    for file in FILES:
        shared(f"{DATA}/atise_yago/{file}.txt.gz")
    return found["atise_yago"]


@pytest.fixture(scope="session")
def case(shared):
    cases = json.loads(shared("cases/cases.json").read_text(encoding="utf-8"))
    (found,) = (case for case in cases if case["id"] == CASE)
    return found


def test_every_row_is_read_and_its_dates_are_what_they_are_counted_as(expected, case):
    rows = sum(map(len, audit().facts.values())) + len(audit().inverted) + len(audit().unreadable)
    assert rows == expected["facts"] == case["expected"]["facts"]
    assert dict(audit().counts) == expected["date_precision"]
    assert audit().counts["from:unparseable"] == case["expected"]["unparseable_from"]
    assert audit().counts["to:unparseable"] == case["expected"]["unparseable_to"]
    assert audit().counts["to:unknown_exact"] == case["expected"]["unknown_to"]


def test_what_ends_before_it_starts_is_refused_row_by_row(expected, case):
    inverted = audit().inverted
    assert len(inverted) == case["expected"]["inverted"]
    assert len(inverted) == expected["inverted_intervals(from.earliest>to.latest)"]
    for name, row in inverted:
        kb = declared(f"relation {name}(who, what).")
        with pytest.raises(ReasonerError) as refused:
            load(kb, name, [row])
        assert "E104" in str(refused.value)
        assert kb.ledger.head == 0


RELATIONS = (
    "wasBornIn", "diedIn", "isMarriedTo", "worksAt",  # of the case
    "playsFor", "hasWonPrize", "created", "isAffiliatedTo", "owns", "graduatedFrom",
)  # fmt: skip


def test_every_relation_is_looked_at(expected, case):
    assert {f"<{name}>" for name in RELATIONS} == set(expected["relations"])
    given = case["input"]
    assert set(RELATIONS[:4]) == {
        *given["relations_declared_one"], *given["relations_declared_one_at_a_time"],
    }  # fmt: skip


@pytest.mark.parametrize("relation", RELATIONS)
def test_overlaps_are_the_conflicts_of_a_singular_relation_certain_and_possible(
    relation, expected, case
):
    wanted = expected["relations"][f"<{relation}>"]
    certain = subjects_in_conflict(relation, "singular")
    possible = subjects_in_conflict(relation, "singular possible")
    assert certain == wanted["certain_overlap_subjects"]
    assert possible == wanted["possible_overlap_subjects"]
    stated = case["expected"]
    assert certain == stated["one_at_a_time_certain_subjects"].get(relation, certain)
    assert possible == stated["one_at_a_time_possible_subjects"].get(relation, possible)


@pytest.mark.parametrize("relation", ["wasBornIn", "diedIn"])
def test_nobody_is_born_or_dies_twice(relation, case):
    """Whenever it was: one value for all time."""
    kb = declared(f"relation {relation}(who, where) singular.")
    load_always(kb, relation)
    assert len(list(kb.conflicts())) == case["expected"]["one_violations"][relation]


def test_who_is_married_to_someone_that_is_not_married_to_them(expected, case):
    """Whenever it was."""
    assert case["input"]["symmetric"] == ["isMarriedTo"]
    kb = declared("relation isMarriedTo(who, whom).")
    load_always(kb, "isMarriedTo")
    pairs = kb.ask("isMarriedTo(X, Y)")
    assert len(pairs) == expected["spouse_pairs"]
    alone = kb.ask("isMarriedTo(X, Y), not isMarriedTo(Y, X)")
    assert len(alone) == expected["spouse_pairs_without_symmetric"]
    assert len(alone) == case["expected"]["symmetric_missing"]
