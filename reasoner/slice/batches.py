"""A view -> its evidence in parts that have nothing to do with each other, some at a time.

Memory is bounded by the size of a batch, by the largest part, and by the compound sentences with
the literals that they join: these are held until all that they join has been read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ..ledger.entries import Evidence
from ..syntax.tree import Atom, Literal, Sentence
from ..theory.normal import atom_key, atoms
from ..view import View, supported
from .linked import linked
from .partition import Family, Key, Partition

AT_ONCE = 2000
"""How many items of evidence are looked at together, unless a single part has more."""

_NOWHERE: Key = (-1, ())  # of sentences without an atom


@dataclass(frozen=True)
class Batch:
    """Some whole parts of a view.

    evidence: all that was ever said of their sentences, which are in normal form.
    """

    evidence: dict[Sentence, list[Evidence]]
    _partition: Partition
    _places: Mapping[Key, int]

    @property
    def size(self) -> int:
        """How many items of evidence."""
        return sum(map(len, self.evidence.values()))

    def order(self, atom: Atom) -> tuple[int, tuple[object, ...]]:
        """What sorts the atoms of its parts: part by part, by relation and arguments in each."""
        return self._places[self._partition.key(atom)], atom_key(atom)


def batches(
    view: View, partition: Partition, *, relation: str | None = None, size: int = AT_ONCE
) -> Iterator[Batch]:
    """All evidence of a view, each item in one batch, with all it hangs together with.

    Families come one after the other, in each the keys in order; what compound sentences join
    comes when the last of it was read.

    relation: only the parts that may hold something of it.
    """
    some: list[_Part] = []
    count = 0
    for part in _Parts(view, partition, relation, size).parts():
        if some and count + len(part.evidence) > size:
            yield _batch(partition, some)
            some, count = [], 0
        some.append(part)
        count += len(part.evidence)
    if some:
        yield _batch(partition, some)


@dataclass(slots=True)
class _Part:
    """Evidence that hangs together; waiting: the keys of which more may come."""

    keys: frozenset[Key]
    evidence: list[Evidence]
    waiting: set[Key] = field(default_factory=set)


def _batch(partition: Partition, parts: list[_Part]) -> Batch:
    found: dict[Sentence, list[Evidence]] = {}
    for part in parts:
        for item in sorted(part.evidence, key=lambda each: each.seq):
            found.setdefault(supported(item.said), []).append(item)
    places = {key: place for place, part in enumerate(parts) for key in part.keys}
    return Batch(found, partition, places)


@dataclass(slots=True)
class _Parts:
    view: View
    partition: Partition
    relation: str | None
    size: int
    joined: dict[Key, _Part] = field(default_factory=dict)  # by compounds

    def parts(self) -> Iterator[_Part]:
        self._join()
        for key, evidence in self._by_key():
            part = self.joined.get(key)
            if part is None:
                yield _Part(frozenset([key]), evidence)
                continue
            part.evidence += evidence
            part.waiting.discard(key)
            if not part.waiting:
                yield part
        unfinished = {id(part): part for part in self.joined.values() if part.waiting}
        yield from unfinished.values()

    def _join(self) -> None:
        """Read the compounds, and join what they speak of."""
        compounds = [
            (item, self._keys(supported(item.said)))
            for item in self.view.ledger.compounds(self.view.known)
        ]
        if not compounds:
            return
        found = linked(keys for _, keys in compounds)
        members: dict[Key, list[Key]] = {}
        for key in dict.fromkeys(key for _, keys in compounds for key in keys):
            members.setdefault(found[key], []).append(key)
        for keys in members.values():
            if self._is_wanted(keys):
                part = _Part(frozenset(keys), [], set(keys))
                self.joined.update(dict.fromkeys(keys, part))
        for item, keys in compounds:
            if keys[0] in self.joined:
                self.joined[keys[0]].evidence.append(item)

    def _keys(self, sentence: Sentence) -> list[Key]:
        spoken_of = [sentence.atom] if isinstance(sentence, Literal) else atoms(sentence)
        return [self.partition.key(atom) for atom in spoken_of] or [_NOWHERE]

    def _is_wanted(self, keys: list[Key]) -> bool:
        if self.relation is None or self.partition.is_one:
            return True
        return any(number == self.partition.family(self.relation) for number, _ in keys)

    # -- literals ---

    def _by_key(self) -> Iterator[tuple[Key, list[Evidence]]]:
        """All literals, by key: each key comes once."""
        recorded = self.view.ledger.relations()
        if self.partition.is_one:
            yield (0, ()), [item for each in recorded for item in self._all(Family((each,)))]
            return
        for number, family in enumerate(self.partition.families):
            present = tuple(sorted(set(family.relations).intersection(recorded)))
            if present and self._reads(number):
                yield from self._of(Family(present, family.keys))
        if self._reads(len(self.partition.families)):
            for name in recorded:
                if self.partition.family(name) == len(self.partition.families):
                    yield from self._of(Family((name,), {name: (0,)}))

    def _reads(self, number: int) -> bool:
        """Whether a family has to do with what is wanted."""
        if self.relation is None or number == self.partition.family(self.relation):
            return True
        return any(family == number for family, _ in self.joined)

    def _of(self, family: Family) -> Iterator[tuple[Key, list[Evidence]]]:
        stretches = [self._all(family)] if family.keys is None else self._stretches(family)
        for stretch in stretches:
            found: dict[Key, list[Evidence]] = {}
            for item in stretch:
                (key,) = self._keys(supported(item.said))
                if key in self.joined or self._is_wanted([key]):
                    found.setdefault(key, []).append(item)
            yield from sorted(found.items())

    def _all(self, family: Family) -> list[Evidence]:
        ledger, known = self.view.ledger, self.view.known
        return [i for each in family.sweeps for i in ledger.swept(each, None, None, known)]

    def _stretches(self, family: Family) -> Iterator[list[Evidence]]:
        """The literals of a family, stretch by stretch, each up to the same mark in all of it."""
        ledger, known, sweeps = self.view.ledger, self.view.known, family.sweeps
        count = max(1, self.size // len(sweeps))
        after = None
        while True:
            marks = [ledger.mark(sweep, after, count) for sweep in sweeps]
            upto = min((mark for mark in marks if mark is not None), default=None)
            yield [i for each in sweeps for i in ledger.swept(each, after, upto, known)]
            if upto is None:
                return
            after = upto
