"""Clauses and groups -> the literals that are certain, by unit propagation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from .part import Group, Instance

Clause = tuple[int, ...]  # literals of which one is true


class Certain:
    """The literals that hold in every world in question, closed under unit propagation.

    is_refuted: whether that showed that there is no such world.
    """

    def __init__(self, clauses: Iterable[Clause], groups: Sequence[Group]) -> None:
        self.literals: set[int] = set()
        self.is_refuted = False
        self._clauses = list(clauses)
        self._all_groups = groups
        self._mentions: dict[int, list[Clause]] = {}
        self._groups: dict[int, list[Group]] = {}
        for clause in self._clauses:
            for literal in clause:
                self._mentions.setdefault(-literal, []).append(clause)
        for group in groups:
            for member in group.members:
                self._groups.setdefault(member, []).append(group)
        for clause in self._clauses:
            if len(clause) < 2:
                self._require(clause)

    def add(self, literals: Iterable[int]) -> None:
        """These hold, and all that they force."""
        waiting = list(literals)
        while waiting:
            literal = waiting.pop()
            if literal in self.literals:
                continue
            self.literals.add(literal)
            self.is_refuted = self.is_refuted or -literal in self.literals
            for clause in self._mentions.get(literal, ()):
                left = self.open(clause)
                if left is not None and len(left) == 1:
                    waiting += left
            for group in self._groups.get(literal, ()):
                waiting += self._excluded(group)

    def supposing(self, clauses: Sequence[Clause]) -> Certain:
        """The same, with more clauses."""
        if any(len(clause) > 1 for clause in clauses):
            return Certain([*self._clauses, *clauses], self._all_groups)
        found = copy(self)
        found.literals = set(self.literals)
        for clause in clauses:
            found._require(clause)
        return found

    def _require(self, clause: Clause) -> None:
        self.is_refuted = self.is_refuted or not clause
        self.add(clause)

    def open(self, clause: Clause) -> Clause | None:
        """What is left of a clause: () if it fails, None if it holds."""
        if any(literal in self.literals for literal in clause):
            return None
        return tuple(literal for literal in clause if -literal not in self.literals)

    def open_members(self, group: Group) -> tuple[int, ...]:
        """The members of a group that may still be too many; () when they cannot be."""
        left = tuple(m for m in group.members if not self.literals & {m, -m})
        true = sum(member in self.literals for member in group.members)
        return left if true + len(left) > group.limit else ()

    @property
    def has_world(self) -> bool | None:
        """Whether there is such a world; None where this does not show it.

        It does where the world holds in which all that is not certain is false. So it decides
        every theory of Horn clauses (Dowling, Gallier 1984).
        """
        if self.is_refuted:
            return False
        literals = self.literals
        holds = all(
            any(-each not in literals if each < 0 else each in literals for each in clause)
            for clause in self._clauses
        ) and all(sum(m in literals for m in g.members) <= g.limit for g in self._all_groups)
        return True if holds else None

    def _excluded(self, group: Group) -> Iterator[int]:
        true = [member for member in group.members if member in self.literals]
        if len(true) == group.limit:
            yield from (-member for member in group.members if member not in self.literals)


def clause_of(instance: Instance) -> Clause:
    """A ground rule as the material implication."""
    head = (instance.head,) if instance.head else ()
    return (*(-literal for literal in instance.body), *head)
