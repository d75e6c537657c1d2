"""Dated facts from a seed: who was a member of which team, since when, until when."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

TEAMS = 97  # to draw from in each turn of the persons, so that none is twice in one team
SOURCES = ("hr", "census", "press", "interview")
_FIRST = date(1990, 1, 1)
_DAYS = 12_000  # in which facts begin
_LONGEST = 3_000  # days that one holds, when it has an end


class Fact(NamedTuple):
    """That a person is a member of a team from a day on, to another or so far (until None)."""

    person: str
    team: str
    since: date
    until: date | None
    source: str

    def holds(self, day: date) -> bool:
        """Whether it does at the beginning of that day."""
        return self.since <= day and (self.until is None or day < self.until)


class Facts:
    """The facts of a seed by number, from 0; no two of them are about the same sentence."""

    def __init__(self, count: int, seed: int = 0) -> None:
        self.count = count
        self._seed = seed
        self._persons = count // 10 + 1

    def __getitem__(self, number: int) -> Fact:
        drawn = bits(number, self._seed)
        since = _FIRST + timedelta(days=drawn % _DAYS)
        length = drawn // _DAYS % (2 * _LONGEST) + 1  # half of them have no end
        turn, person = divmod(number, self._persons)
        return Fact(
            f"p{person}",
            f"t{turn * TEAMS + drawn % TEAMS}",
            since,
            since + timedelta(days=length) if length <= _LONGEST else None,
            SOURCES[drawn % len(SOURCES)],
        )

    def between(self, first: int, last: int) -> Iterator[Fact]:
        """Those from *first* up to *last*, which is not among them."""
        return map(self.__getitem__, range(first, last))

    def day(self, number: int) -> date:
        """A day to ask about fact *number*: in one case of four it does not hold then."""
        fact = self[number]
        return fact.since + timedelta(days=-1 if number % 4 == 0 else 1)


def bits(number: int, seed: int) -> int:
    """Thirty bits that look drawn, of any number alone (Knuth's multiplicative hashing)."""
    mixed = (number + 1 + seed * 7919) * 2_654_435_761 % 2**32
    return (mixed ^ mixed >> 15) * 2_246_822_519 % 2**32 >> 2


HEAD = ("person", "team", "from", "to", "source")


def write_csv(path: Path, facts: Iterable[Fact]) -> None:
    """A line for each; an open end is empty."""
    with path.open("w", newline="", encoding="utf-8") as file:
        lines = csv.writer(file)
        lines.writerow(HEAD)
        lines.writerows(facts)


def read_csv(path: Path) -> Iterator[Fact]:
    """The facts of a file that `write_csv` wrote."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        assert tuple(next(rows)) == HEAD
        for person, team, since, until, source in rows:
            end = date.fromisoformat(until) if until else None
            yield Fact(person, team, date.fromisoformat(since), end, source)
