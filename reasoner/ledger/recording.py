"""From what is said to what is recorded: positions, names and instants filled in.

Every store records through `record`, so that they cannot differ in it. Nothing is written here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from ..errors import DuplicateName, LedgerMoved
from .entries import ITSELF, Evidence, NewEvidence, NewOperation, Operation

AHEAD_US = 1_000_000
"""How far transaction times may run ahead of a clock that stands still while they are given."""


@dataclass(frozen=True, slots=True)
class Position:
    """How far a ledger has come. last: its last transaction time, None when it is empty."""

    operations: int = 0
    evidence: int = 0
    last: int | None = None

    def after(self, operation: Operation) -> Position:
        """Where it has come to when *operation* is recorded."""
        count = self.evidence + len(operation.evidence)
        return Position(operation.seq, count, operation.recorded)


class Names(Protocol):
    """Those that operations and evidence in the ledger have."""

    def among(self, names: Iterable[str]) -> set[str]:
        """Those of these."""

    def numbered(self, prefix: str, numbers: range) -> set[str]:
        """Those that are *prefix* and one of the numbers, and perhaps others.

        prefix: `op` or `e`; numbers: of operations, or of evidence, that are still to come.
        """


@dataclass(frozen=True, slots=True)
class Place:
    """Where an operation goes, and what it and its evidence are given there.

    first: the seq of its first evidence. labels: the names of its evidence. dated: the instant
    that ages count from where nothing else is said.
    """

    seq: int
    recorded: int
    first: int
    name: str
    labels: list[str]
    dated: int


def place(
    said: NewOperation, *, after: Position, reading: int, names: Names, expecting: int | None
) -> Place:
    """The place of the next operation of a ledger that has come to *after*.

    reading: what the clock shows; the transaction time is later where it must be, to grow. Ages
        count from the reading, unless the clock ran ahead before: then from the transaction time.
    Raises: LedgerMoved, DuplicateName.
    """
    if expecting is not None and expecting != after.operations:
        raise LedgerMoved(
            f"the ledger has moved on: {after.operations} operations, not {expecting}",
            help="ask again and repeat the operation: what it was reasoned from has changed",
        )
    seq, first = after.operations + 1, after.evidence + 1
    recorded = reading if after.last is None else max(reading, after.last + 1)
    name, *labels = _labels(said, seq, first, names)
    dated = reading if recorded - reading < AHEAD_US else recorded
    return Place(seq, recorded, first, name, labels, dated)


def record(
    said: NewOperation, *, after: Position, reading: int, names: Names, expecting: int | None
) -> Operation:
    """*said* as the next operation of a ledger; arguments and errors as those of `place`."""
    at = place(said, after=after, reading=reading, names=names, expecting=expecting)
    items = tuple(
        [
            _filled(item, label, said, at.dated)
            for item, label in zip(said.evidence, at.labels, strict=True)
        ]
    )
    evidence = [
        Evidence(number, at.seq, at.recorded, item) for number, item in enumerate(items, at.first)
    ]
    return Operation(at.seq, at.recorded, named(said, at, items), tuple(evidence))


def named(said: NewOperation, at: Place, evidence: tuple[NewEvidence, ...]) -> NewOperation:
    """*said* with its name and this evidence; what withdraws the evidence itself names it."""
    withdrawals = tuple(
        replace(each, target=at.labels[0]) if each.target == ITSELF else each
        for each in said.withdrawals
    )
    return replace(said, name=at.name, evidence=evidence, withdrawals=withdrawals)


def _filled(item: NewEvidence, name: str, said: NewOperation, dated: int) -> NewEvidence:
    """`replace` would do, at a third of the speed; a bulk of evidence comes through here."""
    return NewEvidence(
        item.sentence,
        item.text,
        item.supports,
        name,
        item.source,
        item.agent,
        item.weight,
        item.reliability,
        item.type,
        item.origin,
        item.valid,
        said.session if item.session is None else item.session,
        dated if item.dated is None else item.dated,
    )


def _labels(said: NewOperation, seq: int, evidence_seq: int, names: Names) -> list[str]:
    """The operation's name, then those of its evidence.

    An operation and one item of its own evidence may share a name: a label means both.
    """
    labels = [item.name for item in said.evidence if item.name is not None]
    used = {*labels, *([] if said.name is None else [said.name])}
    _require_free(used, labels, names)
    numbers = range(evidence_seq, evidence_seq + len(said.evidence))
    gone = names.numbered("op", range(seq, seq + 1)) if said.name is None else set()
    if len(labels) < len(numbers):
        gone |= names.numbered("e", numbers)

    def choose(prefix: str, number: int, asked: int) -> str:
        while (
            (name := f"{prefix}{number}") in used
            or name in gone
            or (number >= asked and names.among([name]))
        ):
            number += 1
        used.add(name)
        return name

    name = choose("op", seq, seq + 1) if said.name is None else said.name
    return [name] + [
        choose("e", number, numbers.stop) if item.name is None else item.name
        for number, item in zip(numbers, said.evidence, strict=True)
    ]


def _require_free(used: set[str], labels: list[str], names: Names) -> None:
    """See that none of these is taken, and no two items have one label. Raises: DuplicateName."""
    if not used:
        return
    wrong = names.among(used)
    if len(set(labels)) < len(labels):
        wrong |= {label for label, count in Counter(labels).items() if count > 1}
    if wrong:
        raise DuplicateName(
            f"there is an operation or evidence called `{min(wrong)}` already",
            help="choose another label",
        )
