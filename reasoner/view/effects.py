"""What operations do to evidence that is recorded: withdraw it, block it, use it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from ..ledger.entries import (
    Entombed,
    Evidence,
    InstanceName,
    Ledger,
    Name,
    Operation,
    Withdrawn,
)
from ..syntax.tree import Sentence
from ..time import Interval, subtract

Target = str | InstanceName
T = TypeVar("T")
InForce = tuple[tuple[Name, tuple[Interval, ...]], ...]
"""Operations, each with the instants at which what it did is in force; never ()."""


@dataclass(frozen=True, slots=True)
class Effects:
    """By what it is done to; what is not there had nothing done to it.

    used: when evidence was last used, by its name.
    """

    withdrawn: Mapping[Target, InForce] = field(default_factory=dict)
    entombed: Mapping[Sentence, InForce] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)

    @staticmethod
    def of_all(operations: Iterable[Operation]) -> Effects:
        """Those of a whole ledger."""
        withdrawals: list[Withdrawn] = []
        tombstones: list[Entombed] = []
        recoveries: list[tuple[Name, tuple[Interval, ...]]] = []
        used: dict[str, int] = {}
        for operation in operations:
            said, name = operation.said, operation.name
            withdrawals.extend((name, each) for each in said.withdrawals)
            tombstones.extend((name, each) for each in said.tombstones)
            used.update(dict.fromkeys(said.touches, operation.recorded))
            if said.recovers is not None:
                recoveries.append(said.recovers)
        return _effects(withdrawals, tombstones, used, recoveries)

    @staticmethod
    def on(
        evidence: Iterable[Evidence],
        supported: Iterable[Sentence],
        ledger: Ledger,
        known: int,
        *,
        ask_for_use: bool,
    ) -> Effects:
        """Those on some evidence, and on the sentences that it supports."""
        names = [each.name for each in evidence]
        withdrawals, tombstones = ledger.withheld(names, supported, known)
        used = ledger.touches(names, known) if ask_for_use else {}
        return _effects(
            withdrawals, tombstones, used, _recoveries(withdrawals, tombstones, ledger, known)
        )

    @staticmethod
    def on_rules(ledger: Ledger, known: int) -> Effects:
        """Those on instances of defaults and on revisable rules."""
        withdrawals = ledger.withdrawn_rules(known)
        return _effects(withdrawals, [], {}, _recoveries(withdrawals, [], ledger, known))


def _recoveries(
    withdrawals: list[Withdrawn],
    tombstones: list[Entombed],
    ledger: Ledger,
    known: int,
) -> list[tuple[Name, tuple[Interval, ...]]]:
    names = dict.fromkeys(name for name, _ in (*withdrawals, *tombstones))
    return ledger.recoveries(names, known) if names else []


def _effects(
    withdrawals: Iterable[Withdrawn],
    tombstones: Iterable[Entombed],
    used: Mapping[str, int],
    recoveries: Iterable[tuple[Name, tuple[Interval, ...]]],
) -> Effects:
    recovered: defaultdict[Name, list[Interval]] = defaultdict(list)
    for name, over in recoveries:
        recovered[name].extend(over)

    def in_force(done: Iterable[tuple[T, Name, Interval]]) -> dict[T, InForce]:
        """By what it was done to: which operations did it, and where that still holds."""
        found: defaultdict[T, list[tuple[Name, tuple[Interval, ...]]]] = defaultdict(list)
        for to, name, valid in done:
            if left := subtract((valid,), recovered.get(name, ())):
                found[to].append((name, left))
        return {to: tuple(each) for to, each in found.items()}

    return Effects(
        in_force((each.target, name, each.valid) for name, each in withdrawals),
        in_force((each.sentence, name, each.valid) for name, each in tombstones),
        used,
    )
