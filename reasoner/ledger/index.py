"""Where a ledger in memory finds what it looks up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from ..syntax.tree import Literal, Sentence
from ..theory.normal import each_atom
from ..time import Interval
from .entries import (
    Evidence,
    InstanceName,
    Name,
    Operation,
    Pattern,
    Sweep,
    Tombstone,
    Withdrawal,
)
from .keys import fits
from .sweep import Swept

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[T]):
    recorded: int  # of its operation, which no other has
    position: int  # in it
    operation: Name
    what: T


class Entries(Generic[T]):
    """What operations did, by what they did it to."""

    def __init__(self) -> None:
        self._by_key: defaultdict[Hashable, list[_Entry[T]]] = defaultdict(list)

    def add(self, operation: Operation, done: Iterable[tuple[Hashable, T]]) -> None:
        """*done*: to what, what."""
        for position, (key, what) in enumerate(done):
            entry = _Entry(operation.recorded, position, operation.name, what)
            self._by_key[key].append(entry)

    def find(self, keys: Iterable[Hashable], known: int | None) -> list[tuple[Name, T]]:
        """Each with the name of its operation, in the order of recording."""
        found = [
            entry
            for key in set(keys)
            for entry in self._by_key.get(key, ())
            if known is None or entry.recorded <= known
        ]
        found.sort(key=lambda entry: (entry.recorded, entry.position))
        return [(entry.operation, entry.what) for entry in found]


RULES = None
"""The key of what is done to rules and to instances of defaults."""


@dataclass(frozen=True, slots=True)
class Index:
    """Of the operations of one ledger; recoveries by the operation that was recovered."""

    withdrawals: Entries[Withdrawal] = field(default_factory=Entries)
    tombstones: Entries[Tombstone] = field(default_factory=Entries)
    touches: Entries[tuple[str, int]] = field(default_factory=Entries)  # name, when
    recoveries: Entries[tuple[Name, tuple[Interval, ...]]] = field(default_factory=Entries)
    compounds: list[Evidence] = field(default_factory=list)
    _evidence: defaultdict[Hashable, list[Evidence]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _literals: defaultdict[str, list[Evidence]] = field(default_factory=lambda: defaultdict(list))
    _swept: dict[Sweep, Swept] = field(default_factory=dict)

    def add(self, operation: Operation) -> None:
        """Take in what an operation recorded, after all that were recorded before it."""
        said = operation.said
        self.withdrawals.add(
            operation,
            (
                (RULES if isinstance(each.target, InstanceName) else each.target, each)
                for each in said.withdrawals
            ),
        )
        self.tombstones.add(operation, ((each.sentence, each) for each in said.tombstones))
        self.touches.add(operation, ((name, (name, operation.recorded)) for name in said.touches))
        if said.recovers is not None:
            self.recoveries.add(operation, [(said.recovers[0], said.recovers)])
        for item in operation.evidence:
            for key in _keys(item.said.sentence):
                self._evidence[key].append(item)
            sentence = item.said.sentence
            if isinstance(sentence, Literal):
                self._literals[sentence.atom.relation].append(item)
            else:
                self.compounds.append(item)

    def speaks_of(self, relation: str) -> bool:
        """See Ledger.speaks_of."""
        return relation in self._evidence

    def evidence(self, pattern: Pattern, known: int | None) -> list[Evidence]:
        """See Ledger.evidence."""
        arity = len(pattern.arguments)
        lists = [self._evidence.get((pattern.relation, arity), [])]
        for place, constant in enumerate(pattern.arguments):
            if constant is not None:
                lists.append(self._evidence.get((pattern.relation, arity, place, constant), []))
        return [
            item
            for item in min(lists, key=len)
            if (known is None or item.recorded <= known) and fits(pattern, item.said.sentence)
        ]

    def relations(self) -> Iterator[str]:
        """Those of literals."""
        return iter(self._literals)

    def swept(self, sweep: Sweep) -> Swept:
        """The literals of a relation in an order, sorted when that is first asked for."""
        items = self._literals.get(sweep.relation, [])
        found = self._swept.get(sweep)
        if found is None or len(found.items) != len(items):
            found = self._swept[sweep] = Swept.of(sweep, items)
        return found


def _keys(sentence: Sentence) -> set[Hashable]:
    """Of the relation, with its arity and without, and of each argument, of each atom."""
    found: set[Hashable] = set()
    for atom in each_atom(sentence):
        key = (atom.relation, len(atom.arguments))
        found |= {key, atom.relation}
        found.update((*key, place, term) for place, term in enumerate(atom.arguments))
    return found
