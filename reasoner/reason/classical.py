"""Sentences -> whether some world makes them true: by a truth table, or by python-sat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from ..errors import NotAValue, TooManyAtoms
from ..syntax.tree import And, Atom, If, Iff, Literal, Not, Or, Sentence, Truth
from ..theory.normal import each_atom

MOST_ATOMS = 20  # a table has 2 ** MOST_ATOMS worlds at most
ENGINES = ("python-sat", "truth table")


class Logic(Protocol):
    """Classical propositional logic, in worlds where what is given holds."""

    def is_possible(self, true: Sequence[Sentence], false: Sequence[Sentence] = ()) -> bool:
        """Whether in some world the one sentences are true and the others are false."""


def engine_named(name: str | None) -> str:
    """The engine of that name; without one python-sat where it is installed, else the table."""
    if name is None:
        return ENGINES[0] if find_spec("pysat") is not None else ENGINES[1]
    if name not in ENGINES:
        raise NotAValue(f"no engine is called {name!r}", help=f"name one of {', '.join(ENGINES)}")
    return name


def logic(engine: str, given: Sequence[Sentence], others: Iterable[Sentence]) -> Logic:
    """An engine for *given* and the *others*, which are all that it will be asked about.

    Raises: TooManyAtoms, E407, for a truth table.
    """
    return Solver(given) if engine == "python-sat" else Table(given, others)


class Table:
    """A truth table. A column is an integer: bit w is 1 when the sentence is true in world w."""

    def __init__(self, given: Sequence[Sentence], others: Iterable[Sentence]) -> None:
        found = dict.fromkeys(atom for each in (*given, *others) for atom in each_atom(each))
        if len(found) > MOST_ATOMS:
            raise TooManyAtoms(
                f"{len(found)} atoms are too many for a truth table",
                help="install python-sat: `pip install 'reasoner[certify]'`",
            )
        self._every, size = 1, 1  # over no atoms there is one world
        self._columns: dict[Sentence, int] = {}
        atoms: dict[Atom, int] = {}
        for new in found:  # each world becomes two: the atom false, then the atom true
            atoms = {atom: column | column << size for atom, column in atoms.items()}
            atoms[new] = self._every << size
            self._every |= self._every << size
            size *= 2
        self._atoms = atoms
        self._given = self._all(given)

    def is_possible(self, true: Sequence[Sentence], false: Sequence[Sentence] = ()) -> bool:
        common = self._given & self._all(true)
        for sentence in false:
            common &= ~self._column(sentence)
        return common != 0

    def _all(self, sentences: Iterable[Sentence]) -> int:
        common = self._every
        for sentence in sentences:
            common &= self._column(sentence)
        return common

    def _column(self, sentence: Sentence) -> int:
        if sentence not in self._columns:
            self._columns[sentence] = self._worlds(sentence)
        return self._columns[sentence]

    def _worlds(self, sentence: Sentence) -> int:
        match sentence:
            case Literal(atom, positive):
                column = self._atoms[Atom(atom.relation, atom.arguments)]
                return column if positive else self._every ^ column
            case Truth(value):
                return self._every if value else 0
            case Not(part):
                return self._every ^ self._column(part)
            case And(parts):
                return self._all(parts)
            case Or(parts):
                return self._every ^ self._all(map(Not, parts))
            case If(head, body):
                return self._column(head) | self._every ^ self._column(body)
            case Iff(left, right):
                return self._every ^ self._column(left) ^ self._column(right)


class Solver:
    """python-sat: each sentence has a literal that is true just where the sentence is (Tseitin)."""

    def __init__(self, given: Sequence[Sentence]) -> None:
        from pysat.solvers import Solver as Pysat

        self._solver: Any = Pysat(name="glucose4")
        self._literals: dict[Sentence, int] = {}
        self._last = 0
        for sentence in given:
            self._solver.add_clause([self._literal(sentence)])

    def is_possible(self, true: Sequence[Sentence], false: Sequence[Sentence] = ()) -> bool:
        assumed = [*map(self._literal, true), *(-self._literal(each) for each in false)]
        return bool(self._solver.solve(assumptions=assumed))

    def __del__(self) -> None:
        self._solver.delete()

    def _literal(self, sentence: Sentence) -> int:
        if sentence not in self._literals:
            self._literals[sentence] = self._defined(sentence)
        return self._literals[sentence]

    def _defined(self, sentence: Sentence) -> int:
        match sentence:
            case Literal(atom, positive):
                if not positive:
                    return -self._literal(Literal(Atom(atom.relation, atom.arguments)))
                return self._new()
            case Not(part):
                return -self._literal(part)
            case Truth(value):
                return self._conjunction([]) if value else -self._conjunction([])
            case And(parts):
                return self._conjunction([self._literal(part) for part in parts])
            case Or(parts):
                return -self._conjunction([-self._literal(part) for part in parts])
            case If(head, body):
                return -self._conjunction([-self._literal(head), self._literal(body)])
            case Iff(left, right):
                one, other = self._literal(left), self._literal(right)
                differ = [-self._conjunction([one, -other]), -self._conjunction([-one, other])]
                return self._conjunction(differ)

    def _conjunction(self, parts: Sequence[int]) -> int:
        new = self._new()
        for part in parts:
            self._solver.add_clause([-new, part])
        self._solver.add_clause([new, *(-part for part in parts)])
        return new

    def _new(self) -> int:
        self._last += 1
        return self._last
