"""Values <-> the small integers that stand for them in one slice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..syntax.tree import Atom, Constant, Literal, Order
from ..theory.values import compare


@dataclass(slots=True)
class Numbers:
    """Numbers constants, relations, sorts (from 0) and ground atoms (from 1) as they come."""

    constants: list[Constant] = field(default_factory=list)
    atoms: list[Atom] = field(default_factory=list)
    _constants: dict[Constant, int] = field(default_factory=dict)
    _relations: dict[str, int] = field(default_factory=dict)
    _sorts: dict[str | None, int] = field(default_factory=lambda: {None: 0})
    _atoms: dict[Atom, int] = field(default_factory=dict)

    def constant(self, constant: Constant) -> int:
        number = self._constants.setdefault(constant, len(self.constants))
        if number == len(self.constants):
            self.constants.append(constant)
        return number

    def relation(self, name: str) -> int:
        return self._relations.setdefault(name, len(self._relations))

    def sort(self, name: str | None) -> int:
        return self._sorts.setdefault(name, len(self._sorts))

    def atom(self, atom: Atom) -> int:
        number = self._atoms.setdefault(atom, len(self.atoms) + 1)
        if number > len(self.atoms):
            self.atoms.append(Atom(atom.relation, atom.arguments))
        return number

    def of_literal(self, literal: Literal) -> int:
        """The number of its atom, negative for `-p`."""
        number = self.atom(literal.atom)
        return number if literal.positive else -number

    def literal(self, number: int) -> Literal:
        """The literal that a number other than 0 stands for."""
        return Literal(self.atoms[abs(number) - 1], number > 0)


def comparison(numbers: Numbers) -> Callable[[int, int, int], int]:
    """The external function by which a program compares the values behind its numbers."""
    orders = tuple(Order)

    def holds(order: int, left: int, right: int) -> int:
        constants = numbers.constants
        return int(compare(constants[left], orders[order], constants[right]))

    return holds
