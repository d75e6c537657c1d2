"""What a ledger holds: operations with evidence, withdrawals, tombstones, touches, recoveries.

Nothing in it is ever changed.

Instants are microseconds since 1970-01-01 UTC. Sentences are in normal form (theory.normal).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Protocol

from ..syntax.tree import Constant, Sentence
from ..time import Interval, Period


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


_EVER = Period()


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
    valid: Period = _EVER
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
class Tombstone:
    """Whatever supports the sentence, in normal form, is ineffective over `valid`.

    It holds for what is recorded later too, until its operation is recovered.
    """

    sentence: Sentence
    valid: Interval


@dataclass(frozen=True, slots=True)
class NewOperation:
    """One operation, written in one transaction.

    verb: believe doubt expand contract revise recover consolidate retract touch, or declare.
    name: its label; None lets the ledger choose (`op3`). goal: the sentence(s), as text.
    touches: names of evidence that was used, from which its age counts where its type says so.
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
    tombstones: tuple[Tombstone, ...] = ()
    touches: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Pattern:
    """Ground atoms of one relation: an argument None stands for any constant."""

    relation: str
    arguments: tuple[Constant | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Sweep:
    """The literals of one relation, in the order of the keys of one or two of their arguments.

    places: (0,), (1,) or (0, 1).
    """

    relation: str
    places: tuple[int, ...]


Mark = tuple[str, ...]
"""Where a sweep stands: the keys of those arguments (keys.constant_key)."""


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stored ledger ends: its last operation, and the hash that covers all up to it."""

    seq: int
    hash: str


Name = str  # of an operation
Withdrawn = tuple[Name, Withdrawal]
"""A withdrawal, with the name of its operation."""

Entombed = tuple[Name, Tombstone]
"""A tombstone, with the name of its operation."""


@dataclass(frozen=True, slots=True, order=True)
class Deed:
    """An operation, without what it recorded."""

    seq: int
    recorded: int  # transaction time
    name: Name
    verb: str


class Ledger(Protocol):
    """The one small interface behind which the stores stand.

    `known` is a transaction time: what was recorded at or before it (None: everything so far).
    What the look-ups cost follows what they find, not the size of the ledger; all that they
    return stands in the order of recording.
    """

    # -- writing -----------------------------------------------------------------------------------

    def append(
        self, operation: NewOperation, *, expecting: int | None = None, clock: int | None = None
    ) -> Operation:
        """Write one operation in one transaction and return it as recorded.

        expecting: the `head` that the operation was reasoned from; LedgerMoved when it changed.
        clock: transaction time for a ledger in memory; refused by a stored one.
        Raises: LedgerMoved, DuplicateName, ClockBackwards; then nothing has been written.
        """

    def append_all(self, operations: Iterable[NewOperation]) -> int:
        """Write many operations in one transaction, all or none, and return how many.

        *operations* may be a generator: one at a time is held. For bulk: it checks names as
        `append` does. Raises as `append` does.
        """

    # -- where it stands ---------------------------------------------------------------------------

    @property
    def head(self) -> int:
        """seq of the last operation, 0 for an empty ledger."""

    @property
    def last(self) -> int | None:
        """Transaction time of the last operation, None for an empty ledger."""

    # -- everything --------------------------------------------------------------------------------

    def operations(self, known: int | None = None) -> Iterator[Operation]:
        """Every operation recorded at or before *known* (all, for None), by seq."""

    # -- sweeps: everything, a stretch at a time ---------------------------------------------------

    def relations(self) -> list[str]:
        """The relations of all literals that evidence was ever recorded about, sorted."""

    def compounds(self, known: int | None = None) -> list[Evidence]:
        """Every item about a sentence that was not recorded as a literal."""

    def mark(self, sweep: Sweep, after: Mark | None, count: int) -> Mark | None:
        """A mark with about *count* items between *after* (None: the beginning) and it.

        None where fewer are left. Several items of one mark are never parted.
        """

    def swept(
        self, sweep: Sweep, after: Mark | None, upto: Mark | None, known: int | None = None
    ) -> list[Evidence]:
        """The items after one mark, up to another (None: from the beginning, to the end).

        What lacks one of the arguments, as another theory had it, comes with the beginning.
        """

    # -- look-ups ----------------------------------------------------------------------------------

    def evidence(self, pattern: Pattern, known: int | None = None) -> list[Evidence]:
        """Every item about a sentence with an atom that fits *pattern* (also inside a compound)."""

    def speaks_of(self, relation: str) -> bool:
        """Whether any evidence was ever about the relation, in a compound or alone."""

    def withheld(
        self, names: Iterable[str], sentences: Iterable[Sentence], known: int | None = None
    ) -> tuple[list[Withdrawn], list[Entombed]]:
        """Withdrawals of evidence with these names; tombstones of these (normal) sentences."""

    def withdrawn_rules(self, known: int | None = None) -> list[Withdrawn]:
        """The withdrawals of rules and of instances of defaults."""

    def displaced(
        self, names: Iterable[str], known: int | None = None
    ) -> list[tuple[Deed, Withdrawal]]:
        """What the operations that recorded evidence with these names withdrew of other things."""

    def touches(self, names: Iterable[str], known: int | None = None) -> dict[str, int]:
        """When evidence with these names was last touched; only what was touched is in it."""

    def recoveries(
        self, operations: Iterable[Name], known: int | None = None
    ) -> list[tuple[Name, tuple[Interval, ...]]]:
        """What was recovered of these operations: (operation, intervals), one for each recovery."""

    def deeds(
        self, names: Iterable[str], sentences: Iterable[Sentence], known: int | None = None
    ) -> list[Deed]:
        """Every operation that may bear on evidence with these names, or on these sentences.

        It recorded, withdrew or touched such evidence, or blocked such a sentence; it withdrew a
        rule or an instance of a default; it undid one of those, or changed the declarations.
        """

    def declared(self, known: int | None = None) -> str | None:
        """The text of the declarations in force at *known* (None: now); None without any.

        Before the first were recorded, the first are in force: there have been no others.
        """

    def find(self, name: str) -> Operation | None:
        """The operation of that name, or the one that recorded evidence of that name."""

    def deed(self, name: str) -> Deed | None:
        """As `find`, at the cost of a look-up however much the operation recorded."""

    def fork(self) -> Ledger:
        """A ledger in memory that begins as this one; what is appended there stays there."""
