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
        """Those that are *prefix* and one of the numbers, and perhaps others."""


def record(
    said: NewOperation,
    *,
    after: Position,
    reading: int,
    names: Names,
    expecting: int | None,
) -> Operation:
    """*said* as the next operation of a ledger that has come to *after*.

    reading: what the clock shows; the transaction time is later where it must be, to grow. Ages
        count from the reading, unless the clock ran ahead before: then from the transaction time.
    Raises: LedgerMoved, DuplicateName.
    """
    if expecting is not None and expecting != after.operations:
        raise LedgerMoved(
            f"the ledger has moved on: {after.operations} operations, not {expecting}",
            help="ask again and repeat the operation: what it was reasoned from has changed",
        )
    seq = after.operations + 1
    recorded = reading if after.last is None else max(reading, after.last + 1)
    name, *labels = _labels(said, seq, after.evidence + 1, names)
    dated = reading if recorded - reading < AHEAD_US else recorded
    items = [
        _filled(item, named, said, dated) for item, named in zip(said.evidence, labels, strict=True)
    ]
    evidence = [
        Evidence(number, seq, recorded, item)
        for number, item in enumerate(items, after.evidence + 1)
    ]
    withdrawals = tuple(
        replace(each, target=labels[0]) if each.target == ITSELF else each
        for each in said.withdrawals
    )
    filled = replace(said, name=name, evidence=tuple(items), withdrawals=withdrawals)
    return Operation(seq, recorded, filled, tuple(evidence))


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
    given = Counter(item.name for item in said.evidence if item.name is not None)
    wanted = {*given, f"op{seq}" if said.name is None else said.name}
    numbers = range(evidence_seq, evidence_seq + len(said.evidence))
    if given.total() < len(numbers) == 1:
        wanted.add(f"e{evidence_seq}")
    gone = names.among(wanted)
    if given.total() < len(numbers) > 1:
        gone |= names.numbered("e", numbers)
    used = {*given, *([] if said.name is None else [said.name])}
    for name in sorted(used):
        if name in gone or given[name] > 1:
            raise DuplicateName(
                f"there is an operation or evidence called `{name}` already",
                help="choose another label",
            )

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
