"""Clauses (DIMACS) -> a base of disjunctions, and what a solver without a reasoner says of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import clingo

import reasoner
from reasoner import Belief, Limits, Reasoner

Clauses = Mapping[int, tuple[int, ...]]
"""By their numbers in the file, from 1: variables, negative where they are negated."""


def parse(text: str) -> Clauses:
    lines = (line.split() for line in text.splitlines() if line and line[0] not in "cp%")
    clauses = [tuple(map(int, line[:-1])) for line in lines]
    return dict(enumerate(clauses, 1))


def statements(clauses: Clauses) -> Clauses:
    """Without repeats: a clause that stands twice is one statement, with two reasons."""
    first: dict[frozenset[int], int] = {}
    for number, clause in clauses.items():
        first.setdefault(frozenset(clause), number)
    return {number: clauses[number] for number in first.values()}


def reasoner_of(clauses: Clauses, *, limits: Limits | None = None) -> Reasoner:
    """Each clause is believed: an element called `c` and its number."""
    said = [
        f"believe c{number}: {' or '.join(map(_literal, clause))}."
        for number, clause in clauses.items()
    ]
    return reasoner.loads("\n".join(["relation holds(variable).", *said]), limits=limits)


def numbers(beliefs: Iterable[Belief]) -> frozenset[int]:
    return frozenset(int(belief.name.removeprefix("c")) for belief in beliefs)


def _literal(variable: int) -> str:
    return f"{'-' if variable < 0 else ''}holds({abs(variable)})"


class Solver:
    """Satisfiability of parts of the clauses."""

    def __init__(self, clauses: Clauses) -> None:
        self._control = clingo.Control()
        self._numbers = frozenset(clauses)
        variables = {abs(variable) for clause in clauses.values() for variable in clause}
        program = [f"{{ v({variable}) }}." for variable in sorted(variables)]
        for number, clause in clauses.items():
            false = (f"{'not ' if each > 0 else ''}v({abs(each)})" for each in clause)
            program.append(f"{{ c({number}) }}. :- {', '.join([f'c({number})', *false])}.")
        self._control.add("base", [], "\n".join(program))
        self._control.ground([("base", [])])

    def core(self, part: Iterable[int]) -> frozenset[int] | None:
        """An inconsistent part of the part; None when it is consistent."""
        literals = {self._control.symbolic_atoms[_chosen(each)].literal: each for each in part}
        with self._control.solve(assumptions=[*literals], yield_=True) as found:
            if found.get().satisfiable:
                return None
            return frozenset(literals[each] for each in found.core())

    def satisfiable(self, part: Iterable[int]) -> bool:
        return self.core(part) is None

    def is_minimal_conflict(self, part: frozenset[int]) -> bool:
        return not self.satisfiable(part) and all(self.satisfiable(part - {n}) for n in part)

    def is_largest_consistent(self, part: frozenset[int]) -> bool:
        others = self._numbers - part
        return self.satisfiable(part) and not any(self.satisfiable(part | {n}) for n in others)

    def minimal_conflict(self) -> frozenset[int]:
        """One, by leaving out what is not needed."""
        found = self.core(self._numbers)
        assert found is not None
        for number in sorted(found):
            if number in found:
                found = self.core(found - {number}) or found
        return found


def _chosen(number: int) -> clingo.Symbol:
    return clingo.Function("c", [clingo.Number(number)])
