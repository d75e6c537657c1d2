"""The ledger in memory; it may stand on another ledger, whose operations come first."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import ClockBackwards
from ..time import now, show_instant
from .entries import Ledger, NewOperation, Operation
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
        self._declared: list[tuple[int, str]] = []  # transaction time, text

    @classmethod
    def above(cls, below: Ledger, position: Position, clock: int | None = None) -> MemoryLedger:
        """A ledger that begins as *below* is at *position*, whatever is appended there later."""
        ledger = cls()
        ledger._below = below
        ledger._start = ledger._position = position
        ledger._clock = clock
        return ledger

    @property
    def head(self) -> int:
        return self._position.operations

    @property
    def last(self) -> int | None:
        return self._position.last

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
            taken=lambda name: self.find(name) is not None,
            expecting=expecting,
        )
        self._clock = shown
        self._operations.append(recorded)
        for name in (recorded.name, *(item.name for item in recorded.evidence)):
            self._by_name[name] = recorded
        if operation.theory is not None:
            self._declared.append((recorded.recorded, operation.theory))
        self._position = Position(
            recorded.seq, self._position.evidence + len(recorded.evidence), recorded.recorded
        )
        return recorded

    def operations(self, known: int | None = None) -> Iterator[Operation]:
        if self._below is not None and self._start.last is not None:
            last = self._start.last
            yield from self._below.operations(last if known is None else min(known, last))
        for operation in self._operations:
            if known is not None and operation.recorded > known:
                return
            yield operation

    def declared(self, known: int | None = None) -> str | None:
        for recorded, text in reversed(self._declared):
            if known is None or recorded <= known:
                return text
        before = None
        if self._below is not None and self._start.last is not None:
            last = self._start.last
            before = self._below.declared(last if known is None else min(known, last))
        return self._declared[0][1] if before is None and self._declared else before

    def find(self, name: str) -> Operation | None:
        found = self._by_name.get(name)
        if found is None and self._below is not None:
            found = self._below.find(name)
            if found is not None and found.seq > self._start.operations:
                return None  # appended there since
        return found

    def fork(self) -> Ledger:
        return MemoryLedger.above(self, self._position, self._clock)
