"""Statements that no rule speaks of, in the groups of their cardinalities: conflicts read off.

Such a group shares no atom with anything else, so its conflicts are what its definition says: a
literal and its opposite, and one more value than a cardinality allows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..answer import Belief
from ..ledger.entries import Pattern
from ..slice.program import negated_in_bodies
from ..slice.reach import grouped, pattern_of
from ..syntax.tree import Literal
from ..time import Interval, cut
from ..view import Statement, View, words
from .functions import Beliefs


@dataclass(frozen=True, slots=True)
class Group:
    """Literals of one relation that may conflict with each other, and with nothing else.

    limit: how many of them may be true.
    """

    statements: tuple[Statement, ...]
    limit: int | None

    def conflicts_at(self, valid: int, threshold: int) -> Iterator[Beliefs]:
        """The ⊆-minimal sets that cannot hold together, smallest first."""
        accepted = [s for s in self.statements if s.weight_at(valid) >= threshold]
        accepted.sort(key=lambda statement: statement.items_at(valid)[0].evidence.seq)
        true = {_literal(s).atom: s for s in accepted if _literal(s).positive}
        pairs = [
            (true[atom], s)
            for s in accepted
            if not _literal(s).positive and (atom := _literal(s).atom) in true
        ]
        for conflict in pairs:
            yield self._named(conflict, valid)
        if self.limit is not None:
            for more in combinations(true.values(), self.limit + 1):
                yield self._named(more, valid)

    def conflicts_over(self, within: Interval, threshold: int) -> Iterator[Beliefs]:
        """Those of every instant of *within*; one may come more than once."""
        effective = [i for s in self.statements for item in s.items for i in item.effective]
        for interval in cut(within, effective):
            yield from self.conflicts_at(interval.start, threshold)

    def _named(self, conflict: Sequence[Statement], valid: int) -> Beliefs:
        firsts = [(s, s.items_at(valid)[0]) for s in conflict]
        firsts.sort(key=lambda pair: pair[1].evidence.seq)
        return tuple(Belief(item.evidence.name, words(item.evidence.said)) for s, item in firsts)


def divided(
    view: View, statements: Iterable[Statement]
) -> tuple[tuple[Group, ...], tuple[Statement, ...]]:
    """The groups that no rule has to do with, and all statements in none of them.

    statements: those of a view, or of parts of it.

    Groups that cannot hold a conflict are left out. Where rules ask for the negations of all
    constants at hand, or items of evidence are given up one by one, there are no groups.
    """
    statements, theory = tuple(statements), view.theory
    if theory.granularity != "statement" or negated_in_bodies(theory):
        return (), statements
    compound = {
        atom.relation
        for statement in statements
        if not isinstance(statement.sentence, Literal)
        for atom in statement.atoms
    }
    groups: defaultdict[Pattern, list[Statement]] = defaultdict(list)
    rest = []
    for statement in statements:
        literal = statement.sentence
        if (
            isinstance(literal, Literal)
            and literal.atom.relation not in compound
            and not theory.occurrences(literal.atom.relation)
        ):
            groups[grouped(theory, pattern_of(literal.atom))].append(statement)
        else:
            rest.append(statement)
    found = (
        Group(tuple(some), theory.at_most(pattern.relation))
        for pattern, some in groups.items()
        if some[1:]
    )
    return tuple(found), tuple(rest)


def _literal(statement: Statement) -> Literal:
    assert isinstance(statement.sentence, Literal)
    return statement.sentence
