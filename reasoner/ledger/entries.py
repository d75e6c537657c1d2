"""What a ledger holds: operations, evidence, withdrawals, recoveries; nothing is ever changed.

Instants are microseconds since 1970-01-01 UTC. Sentences are in normal form (theory.normal).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Protocol

from ..syntax.tree import Constant, Sentence
from ..time import ALWAYS, Interval


class Cause(Enum):
    """Why something was withdrawn: a closed list."""

    CONTRADICTION = "contradiction"
    SUPERSEDED = "superseded"
    CONTRACTION = "contraction"
    MANUAL = "manual"
    REVIEW = "review"
    EXHAUSTED = "evidence exhausted"
    RECOVERY = "recovery"


@dataclass(frozen=True, slots=True)
class InstanceName:
    """An instance of a default (rule label, binding), or a revisable rule (binding ())."""

    rule: str
    binding: tuple[Constant, ...] = ()


@dataclass(frozen=True, slots=True)
class NewEvidence:
    """Evidence on its way to the ledger; name None lets the ledger choose (`e7`).

    sentence: what was said; the evidence supports it, or attacks it when supports is False. What
        is attacked stands as it was written: `not (p iff q)` and its normal form have the same
        value, but their negations not the same normal form.
    text: the sentence as it was written.
    dated: the instant its age counts from, None for the instant of recording.
    """

    sentence: Sentence
    text: str
    supports: bool = True
    name: str | None = None
    source: str = "unnamed"
    agent: str | None = None
    weight: Decimal = Decimal(1)
    reliability: Decimal = Decimal(1)
    type: str = "fact"
    origin: str | None = None
    valid: Interval = ALWAYS
    session: str | None = None  # None: the session of the operation
    dated: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One item of the ledger. `said`: what NewEvidence says, name, session, dated filled in."""

    seq: int  # position among all evidence, from 1
    operation: int  # seq of the operation that recorded it
    recorded: int  # transaction time
    said: NewEvidence

    @property
    def name(self) -> str:
        assert self.said.name is not None
        return self.said.name


ITSELF = "*"
"""As the target of a withdrawal: the evidence that the same operation records."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """target: the name of an evidence item, or an instance; ineffective over `valid`."""

    target: str | InstanceName
    valid: Interval
    cause: Cause


@dataclass(frozen=True, slots=True)
class NewOperation:
    """One operation, written in one transaction.

    verb: believe doubt expand contract revise recover consolidate, or declare.
    name: its label; None lets the ledger choose (`op3`). goal: the sentence(s), as text.
    recovers: (name of the operation, intervals over which its withdrawals cease).
    theory: the text of the declarations, when they differ from those in force.
    outcome: JSON text, what the operation found (possible, vacuous …), so replay never solves.
    """

    verb: str
    name: str | None = None
    goal: str = ""
    selection: str = ""
    agent: str | None = None
    reason: str | None = None
    session: str = ""
    evidence: tuple[NewEvidence, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    recovers: tuple[str, tuple[Interval, ...]] | None = None
    theory: str | None = None
    outcome: str = "{}"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation as recorded. `said` holds what NewOperation says, with its name filled in."""

    seq: int  # from 1
    recorded: int  # transaction time: strictly greater than that of every earlier operation
    said: NewOperation
    evidence: tuple[Evidence, ...] = ()

    @property
    def name(self) -> str:
        assert self.said.name is not None
        return self.said.name


class Ledger(Protocol):
    """The one small interface behind which the stores stand."""

    def append(
        self, operation: NewOperation, *, expecting: int | None = None, clock: int | None = None
    ) -> Operation:
        """Write one operation in one transaction and return it as recorded.

        expecting: the `head` that the operation was reasoned from; LedgerMoved when it changed.
        clock: transaction time for a ledger in memory; refused by a stored one.
        Raises: LedgerMoved, DuplicateName, ClockBackwards; then nothing has been written.
        """

    @property
    def head(self) -> int:
        """seq of the last operation, 0 for an empty ledger."""

    @property
    def last(self) -> int | None:
        """Transaction time of the last operation, None for an empty ledger."""

    def operations(self, known: int | None = None) -> Iterator[Operation]:
        """Every operation recorded at or before *known* (all, for None), by seq."""

    def declared(self, known: int | None = None) -> str | None:
        """The text of the declarations in force at *known* (None: now); None without any.

        Before the first were recorded, the first are in force: there have been no others.
        """

    def find(self, name: str) -> Operation | None:
        """The operation of that name, or the one that recorded evidence of that name."""

    def fork(self) -> Ledger:
        """A ledger in memory that begins as this one; what is appended there stays there."""
