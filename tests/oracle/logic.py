"""Classical propositional logic by truth table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from reasoner.syntax.tree import And, Atom, If, Iff, Literal, Not, Or, Sentence, Truth

MOST_ATOMS = 20  # a table has 2 ** MOST_ATOMS worlds at most


def atoms_of(sentence: Sentence) -> Iterator[Atom]:
    """The atoms in a sentence, with repeats."""
    match sentence:
        case Literal(atom):
            yield atom
        case Not(part):
            yield from atoms_of(part)
        case And(parts) | Or(parts):
            yield from chain.from_iterable(map(atoms_of, parts))
        case If(left, right) | Iff(left, right):
            yield from chain(atoms_of(left), atoms_of(right))


def holds(sentence: Sentence, world: frozenset[Atom]) -> bool:
    """Whether a sentence is true in the world whose true atoms are these."""
    match sentence:
        case Literal(atom, positive):
            return (atom in world) == positive
        case Truth(value):
            return value
        case Not(part):
            return not holds(part, world)
        case And(parts):
            return all(holds(part, world) for part in parts)
        case Or(parts):
            return any(holds(part, world) for part in parts)
        case If(head, body):
            return holds(head, world) or not holds(body, world)
        case Iff(left, right):
            return holds(left, world) == holds(right, world)


def models(atoms: Iterable[Atom], sentences: Iterable[Sentence]) -> set[frozenset[Atom]]:
    """The worlds over *atoms* in which all sentences are true."""
    every, all_of = tuple(dict.fromkeys(atoms)), tuple(sentences)
    sizes = range(len(every) + 1)
    worlds = chain.from_iterable(map(frozenset, combinations(every, size)) for size in sizes)
    return {world for world in worlds if all(holds(sentence, world) for sentence in all_of)}


class Table:
    """The truth table over the atoms of some sentences, one column per sentence.

    A column is an integer: bit w is 1 when the sentence is true in world number w.
    """

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self.atoms = tuple(dict.fromkeys(chain.from_iterable(map(atoms_of, sentences))))
        if len(self.atoms) > MOST_ATOMS:
            raise ValueError(f"{len(self.atoms)} atoms are too many for a truth table")
        self.every, size = 1, 1  # over no atoms there is one world
        self._columns: dict[Atom, int] = {}
        for new in self.atoms:  # each world becomes two: the atom false, then the atom true
            self._columns = {atom: old | old << size for atom, old in self._columns.items()}
            self._columns[new] = self.every << size
            self.every |= self.every << size
            size *= 2

    def worlds(self) -> Iterator[frozenset[Atom]]:
        """The worlds, by number."""
        for number in range(2 ** len(self.atoms)):
            yield frozenset(a for place, a in enumerate(self.atoms) if number >> place & 1)

    def column(self, sentence: Sentence) -> int:
        """The worlds in which a sentence is true."""
        match sentence:
            case Literal(atom, positive):
                return self._columns[atom] if positive else self.every ^ self._columns[atom]
            case Truth(value):
                return self.every if value else 0
            case Not(part):
                return self.every ^ self.column(part)
            case And(parts):
                return self.all_of(parts)
            case Or(parts):
                return self.every ^ self.all_of(map(Not, parts))
            case If(head, body):
                return self.column(head) | self.every ^ self.column(body)
            case Iff(left, right):
                return self.every ^ self.column(left) ^ self.column(right)

    def all_of(self, sentences: Iterable[Sentence]) -> int:
        """The worlds in which all of the sentences are true."""
        common = self.every
        for sentence in sentences:
            common &= self.column(sentence)
        return common


def consistent(sentences: Iterable[Sentence]) -> bool:
    """Whether some world makes all of the sentences true."""
    all_of = tuple(sentences)
    return Table(all_of).all_of(all_of) != 0


def proves(premises: Iterable[Sentence], goal: Sentence) -> bool:
    """Whether the goal is true in every world that makes all of the premises true."""
    return not consistent((*premises, Not(goal)))
