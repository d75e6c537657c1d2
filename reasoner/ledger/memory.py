"""The ledger in memory; it may stand on another ledger, whose operations come first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import ClockBackwards
from ..syntax.tree import Sentence
from ..time import Interval, now, show_instant
from .entries import (
    Deed,
    Entombed,
    Evidence,
    Ledger,
    Mark,
    Name,
    NewOperation,
    Operation,
    Pattern,
    Sweep,
    Withdrawal,
    Withdrawn,
)
from .index import RULES, Index
from .recording import Position, record


class MemoryLedger:
    """A ledger that lives as long as the program.

    Without a clock it records at the wall clock; once a clock was given it stands still until
    the next one.
    """

    def __init__(self) -> None:
        self._below: Ledger | None = None
        self._start = Position()  # where what stands below ends
        self._position = Position()
        self._clock: int | None = None
        self._operations: list[Operation] = []
        self._by_name: dict[str, Operation] = {}
        self._declaring: list[Operation] = []  # those that changed the declarations
        self._index = Index()

    @classmethod
    def above(cls, below: Ledger, position: Position, clock: int | None = None) -> MemoryLedger:
        """A ledger that begins as *below* is at *position*, whatever is appended there later."""
        ledger = cls()
        ledger._below = below
        ledger._start = ledger._position = position
        ledger._clock = clock
        return ledger

    # -- writing -----------------------------------------------------------------------------------

    def append(
        self, operation: NewOperation, *, expecting: int | None = None, clock: int | None = None
    ) -> Operation:
        """See Ledger. A clock before the one given last is refused (ClockBackwards, E508)."""
        if clock is not None and self._clock is not None and clock < self._clock:
            raise ClockBackwards(
                f"the clock shows {show_instant(self._clock)} already; it never goes back",
                help=f"set it to {show_instant(self._clock)} or later",
            )
        shown = self._clock if clock is None else clock
        recorded = record(
            operation,
            after=self._position,
            reading=now() if shown is None else shown,
            names=_Names(self),
            expecting=expecting,
        )
        self._clock = shown
        self._add(recorded)
        return recorded

    def append_all(self, operations: Iterable[NewOperation]) -> int:
        """See Ledger."""
        ahead = MemoryLedger.above(self, self._position, self._clock)
        for operation in operations:
            ahead.append(operation)
        for recorded in ahead._operations:
            self._add(recorded)
        return len(ahead._operations)

    def _add(self, recorded: Operation) -> None:
        self._operations.append(recorded)
        for name in (recorded.name, *(item.name for item in recorded.evidence)):
            self._by_name[name] = recorded
        if recorded.said.theory is not None:
            self._declaring.append(recorded)
        self._index.add(recorded)
        self._position = self._position.after(recorded)

    # -- where it stands ---------------------------------------------------------------------------

    @property
    def head(self) -> int:
        return self._position.operations

    @property
    def last(self) -> int | None:
        return self._position.last

    def fork(self) -> Ledger:
        return MemoryLedger.above(self, self._position, self._clock)

    # -- reading: first what stands below, as far as this ledger begins with it --------------------

    def _under(self, known: int | None) -> tuple[Ledger, int] | None:
        last = self._start.last
        if self._below is None or last is None:
            return None
        return self._below, last if known is None else min(known, last)

    def operations(self, known: int | None = None) -> Iterator[Operation]:
        if under := self._under(known):
            yield from under[0].operations(under[1])
        for operation in self._operations:
            if known is not None and operation.recorded > known:
                return
            yield operation

    def relations(self) -> list[str]:
        found = set(self._below.relations()) if self._below is not None else set()
        return sorted(found.union(self._index.relations()))

    def compounds(self, known: int | None = None) -> list[Evidence]:
        under = self._under(known)
        found = under[0].compounds(under[1]) if under else []
        return found + [item for item in self._index.compounds if _is_known(item, known)]

    def mark(self, sweep: Sweep, after: Mark | None, count: int) -> Mark | None:
        own = self._index.swept(sweep).mark(after, count)
        under = self._under(None)
        other = under[0].mark(sweep, after, count) if under else None
        return min((mark for mark in (own, other) if mark is not None), default=None)

    def swept(
        self, sweep: Sweep, after: Mark | None, upto: Mark | None, known: int | None = None
    ) -> list[Evidence]:
        under = self._under(known)
        found = under[0].swept(sweep, after, upto, under[1]) if under else []
        own = self._index.swept(sweep).between(after, upto)
        return sorted([*found, *(item for item in own if _is_known(item, known))], key=_number)

    def evidence(self, pattern: Pattern, known: int | None = None) -> list[Evidence]:
        under = self._under(known)
        found = under[0].evidence(pattern, under[1]) if under else []
        return found + self._index.evidence(pattern, known)

    def speaks_of(self, relation: str) -> bool:
        under = self._under(None)
        return self._index.speaks_of(relation) or bool(under and under[0].speaks_of(relation))

    def withheld(
        self, names: Iterable[str], sentences: Iterable[Sentence], known: int | None = None
    ) -> tuple[list[Withdrawn], list[Entombed]]:
        names, sentences = set(names), set(sentences)
        under = self._under(known)
        withdrawn, entombed = under[0].withheld(names, sentences, under[1]) if under else ([], [])
        return (
            withdrawn + self._index.withdrawals.find(names, known),
            entombed + self._index.tombstones.find(sentences, known),
        )

    def withdrawn_rules(self, known: int | None = None) -> list[Withdrawn]:
        under = self._under(known)
        found = under[0].withdrawn_rules(under[1]) if under else []
        return found + self._index.withdrawals.find([RULES], known)

    def displaced(
        self, names: Iterable[str], known: int | None = None
    ) -> list[tuple[Deed, Withdrawal]]:
        wanted = set(names)
        under = self._under(known)
        found = under[0].displaced(wanted, under[1]) if under else []
        owners = (self._by_name[name] for name in wanted if name in self._by_name)
        for operation in sorted({each.seq: each for each in owners}.values(), key=_seq):
            own = {item.name for item in operation.evidence}
            if not wanted.isdisjoint(own) and (known is None or operation.recorded <= known):
                others = (each for each in operation.said.withdrawals if each.target not in own)
                found += [(_deed(operation), each) for each in others]
        return found

    def touches(self, names: Iterable[str], known: int | None = None) -> dict[str, int]:
        wanted = set(names)
        under = self._under(known)
        found = under[0].touches(wanted, under[1]) if under else {}
        return found | dict(touch for _, touch in self._index.touches.find(wanted, known))

    def recoveries(
        self, operations: Iterable[Name], known: int | None = None
    ) -> list[tuple[Name, tuple[Interval, ...]]]:
        wanted = set(operations)
        under = self._under(known)
        found = under[0].recoveries(wanted, under[1]) if under else []
        return found + [each for _, each in self._index.recoveries.find(wanted, known)]

    def deeds(
        self, names: Iterable[str], sentences: Iterable[Sentence], known: int | None = None
    ) -> list[Deed]:
        names, sentences = set(names), set(sentences)
        under = self._under(known)
        deeds = set(under[0].deeds(names, sentences, under[1]) if under else ())
        index = self._index
        done = [name for name, _ in index.withdrawals.find((*names, RULES), known)]
        done += [name for name, _ in index.touches.find(names, known)]
        done += [name for name, _ in index.tombstones.find(sentences, known)]
        operations = [self._by_name[name] for name in {*done, *names} if name in self._by_name]
        deeds |= {_deed(each) for each in (*operations, *self._declaring)}
        recoveries = index.recoveries.find([deed.name for deed in deeds], known)
        deeds |= {_deed(self._by_name[name]) for name, _ in recoveries}
        return sorted(deed for deed in deeds if known is None or deed.recorded <= known)

    def declared(self, known: int | None = None) -> str | None:
        for operation in reversed(self._declaring):
            if known is None or operation.recorded <= known:
                return operation.said.theory
        under = self._under(known)
        before = under[0].declared(under[1]) if under else None
        if before is None and self._declaring:
            return self._declaring[0].said.theory
        return before

    def find(self, name: str) -> Operation | None:
        found = self._by_name.get(name)
        if found is None and self._below is not None:
            found = self._below.find(name)
            if found is not None and found.seq > self._start.operations:
                return None  # appended there since
        return found

    def deed(self, name: str) -> Deed | None:
        found = self._by_name.get(name)
        if found is not None or self._below is None:
            return None if found is None else _deed(found)
        deed = self._below.deed(name)
        return None if deed is None or deed.seq > self._start.operations else deed


@dataclass(frozen=True, slots=True)
class _Names:
    """See recording.Names."""

    ledger: MemoryLedger

    def among(self, names: Iterable[str]) -> set[str]:
        return {name for name in names if self.ledger.deed(name) is not None}

    def numbered(self, prefix: str, numbers: range) -> set[str]:
        return self.among(f"{prefix}{number}" for number in numbers)


def _seq(operation: Operation) -> int:
    return operation.seq


def _number(item: Evidence) -> int:
    return item.seq


def _is_known(item: Evidence, known: int | None) -> bool:
    return known is None or item.recorded <= known


def _deed(operation: Operation) -> Deed:
    return Deed(operation.seq, operation.recorded, operation.name, operation.said.verb)
