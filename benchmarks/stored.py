"""The work on a stored ledger, as a program that embeds the reasoner does it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import reasoner
from reasoner.ledger.entries import Pattern
from reasoner.theory.values import constant
from reasoner.transfer import Columns, load_facts

from .dated import HEAD, SOURCES, Fact

TEXT = "\n".join(["relation member(person, team).", *(f"source {name}." for name in SOURCES)])


class Stored:
    """A reasoner on the ledger at *path*, which is made when there is none."""

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        self.kb = reasoner.loads(TEXT, ledger=path, durable=durable)
        self._member = self.kb.relation("member")

    def __enter__(self) -> Stored:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.kb.close()

    def believe(self, fact: Fact) -> None:
        """One fact, in a transaction of its own."""
        sentence = self._member(fact.person, fact.team)
        self.kb.believe(sentence, valid=(fact.since, fact.until), source=fact.source)

    def holds(self, fact: Fact, day: date, known: int | None = None) -> bool:
        """Whether a fact is TRUE on a day, as known at an instant (None: now)."""
        sentence = self._member(fact.person, fact.team)
        return self.kb.status(sentence, valid=day, known=known) is reasoner.Status.TRUE

    def recorded(self, fact: Fact) -> int:
        """When it was recorded."""
        arguments = tuple(map(constant, (fact.person, fact.team)))
        (item,) = self.kb.ledger.evidence(Pattern("member", arguments))
        return item.recorded


def load(path: Path, facts: Iterable[Fact]) -> None:
    """All facts in bulk, in one transaction; the ledger is made."""
    _load(path, facts, ("1", "2", "3", "4", "5"))


def load_csv(path: Path, lines: Path) -> None:
    """As `load`, from a file that `dated.write_csv` wrote."""
    _load(path, lines, HEAD)


def _load(path: Path, table: Path | Iterable[Fact], names: tuple[str, ...]) -> None:
    person, team, since, until, source = names
    columns = Columns("member", (person, team), start=since, end=until, source=source)
    with Stored(path) as stored:
        load_facts(stored.kb.ledger, stored.kb.theory, table, columns)
