"""Where no rule has a say: statuses and conflicts of single literals, read off the view.

`rules/belnap.lp` says the same, as a property of the tests shows; this needs no solver.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..answer import Status
from ..ledger.entries import Pattern
from ..slice.reach import grouped, pattern_of
from ..syntax.tree import Atom, Literal, Sentence
from ..time import Interval, cut
from ..view import Statement, View


@dataclass(frozen=True, slots=True)
class Alone:
    """A literal that only evidence and a cardinality speak of, with all that is said of its group.

    positive: whether it is asked for itself, or for its negation.
    """

    view: View
    atom: Atom
    positive: bool
    statements: Mapping[Literal, Statement]

    @staticmethod
    def of(view: View, sentence: Sentence) -> Alone | None:
        """None where rules or compounds may tell it."""
        if not isinstance(sentence, Literal) or any(
            rule.head is None or rule.head is literal
            for rule, literal in view.theory.occurrences(sentence.atom.relation)
        ):
            return None
        literals = {}
        for statement in view.about(grouped(view.theory, pattern_of(sentence.atom))):
            if not isinstance(statement.sentence, Literal):
                return None
            literals[statement.sentence] = statement
        return Alone(view, sentence.atom, sentence.positive, literals)

    @property
    def intervals(self) -> Iterator[Interval]:
        """Those at whose ends something changes."""
        for statement in self.statements.values():
            for item in statement.items:
                yield from item.effective

    def status_at(self, valid: int) -> Status:
        """Belnap's value at an instant."""
        told = {
            (literal.atom, literal.positive)
            for literal, statement in self.statements.items()
            if statement.weight_at(valid) >= self.view.threshold
        }
        others = {atom for atom, positive in told if positive and atom != self.atom}
        true = (self.atom, True) in told
        false = (self.atom, False) in told or len(others) >= _limit(self.view, self.atom)
        return (
            Status.told(true=true, false=false)
            if self.positive
            else Status.told(true=false, false=true)
        )

    def is_unopposed(self, over: Interval) -> bool:
        """Whether it can take part in no conflict, once it is said over an interval."""
        return all(self._is_unopposed_at(each.start) for each in cut(over, self.intervals))

    def _is_unopposed_at(self, valid: int) -> bool:
        said = {
            (literal.atom, literal.positive)
            for literal, statement in self.statements.items()
            if any(item.at(valid) for item in statement.items)
        }
        said.add((self.atom, self.positive))
        positive = {atom for atom, is_positive in said if is_positive}
        opposed = any((atom, False) in said for atom in positive)
        return not opposed and len(positive) <= _limit(self.view, self.atom)


def direct_status(view: View, sentence: Sentence, valid: int) -> Status | None:
    """Belnap's value of a literal that stands alone; else None."""
    alone = Alone.of(view, sentence)
    return None if alone is None else alone.status_at(valid)


def direct_statuses(
    view: View, statements: Iterable[Statement], valid: int
) -> dict[Atom, Status] | None:
    """The status of every atom that something is said of; None where a sentence is a compound.

    No rule may have to do with the statements, and their groups must be whole.
    """
    told: dict[Atom, list[bool]] = {}
    groups: defaultdict[Pattern, list[Atom]] = defaultdict(list)
    for statement in statements:
        if not isinstance(statement.sentence, Literal):
            return None
        if statement.weight_at(valid) >= view.threshold:
            atom, positive = statement.sentence.atom, statement.sentence.positive
            told.setdefault(atom, [False, False])[0 if positive else 1] = True
            if positive:
                groups[grouped(view.theory, pattern_of(atom))].append(atom)
    for members in groups.values():
        if len(members) > _limit(view, members[0]):
            for atom in members:
                told[atom][1] = True
    return {atom: Status.told(true=true, false=false) for atom, (true, false) in told.items()}


def is_unopposed(view: View, sentence: Sentence, over: Interval) -> bool:
    """Whether a newcomer that says *sentence* can take part in no conflict, seen directly."""
    match sentence:
        case Literal(atom) if not view.theory.occurrences(atom.relation):
            alone = Alone.of(view, sentence)
            return alone is not None and alone.is_unopposed(over)
    return False


def _limit(view: View, atom: Atom) -> float:
    """How many of the group may be true."""
    limit = view.theory.at_most(atom.relation)
    return float("inf") if limit is None else limit
