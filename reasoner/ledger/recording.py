"""From what is said to what is recorded: positions, names and instants filled in.

Every store records through `record`, so that they cannot differ in it. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..errors import DuplicateName, LedgerMoved
from .entries import ITSELF, Evidence, NewEvidence, NewOperation, Operation


@dataclass(frozen=True, slots=True)
class Position:
    """How far a ledger has come. last: its last transaction time, None when it is empty."""

    operations: int = 0
    evidence: int = 0
    last: int | None = None


def record(
    said: NewOperation,
    *,
    after: Position,
    reading: int,
    taken: Callable[[str], bool],
    expecting: int | None,
) -> Operation:
    """*said* as the next operation of a ledger that has come to *after*.

    reading: what the clock shows; the transaction time is later where it must be, to grow.
    taken: whether an operation or evidence in the ledger has a name.
    Raises: LedgerMoved, DuplicateName.
    """
    if expecting is not None and expecting != after.operations:
        raise LedgerMoved(
            f"the ledger has moved on: {after.operations} operations, not {expecting}",
            help="ask again and repeat the operation: what it was reasoned from has changed",
        )
    seq = after.operations + 1
    recorded = reading if after.last is None else max(reading, after.last + 1)
    name, *names = _names(said, seq, after.evidence + 1, taken)
    evidence = tuple(
        Evidence(after.evidence + 1 + index, seq, recorded, _filled(item, named, said, reading))
        for index, (item, named) in enumerate(zip(said.evidence, names, strict=True))
    )
    withdrawals = tuple(
        replace(each, target=names[0]) if each.target == ITSELF else each
        for each in said.withdrawals
    )
    items = tuple(item.said for item in evidence)
    filled = replace(said, name=name, evidence=items, withdrawals=withdrawals)
    return Operation(seq, recorded, filled, evidence)


def _filled(item: NewEvidence, name: str, said: NewOperation, reading: int) -> NewEvidence:
    return replace(
        item,
        name=name,
        session=said.session if item.session is None else item.session,
        dated=reading if item.dated is None else item.dated,
    )


def _names(
    said: NewOperation, seq: int, evidence_seq: int, taken: Callable[[str], bool]
) -> list[str]:
    """The operation's name, then those of its evidence.

    An operation and one item of its own evidence may share a name: a label means both.
    """
    labels = [item.name for item in said.evidence if item.name is not None]
    used = {*labels, *([] if said.name is None else [said.name])}
    for name in sorted(used):
        if taken(name) or labels.count(name) > 1:
            raise DuplicateName(
                f"there is an operation or evidence called `{name}` already",
                help="choose another label",
            )

    def choose(prefix: str, number: int) -> str:
        while (name := f"{prefix}{number}") in used or taken(name):
            number += 1
        used.add(name)
        return name

    name = choose("op", seq) if said.name is None else said.name
    return [name] + [
        choose("e", evidence_seq + index) if item.name is None else item.name
        for index, item in enumerate(said.evidence)
    ]
