"""Where no rule has a say: statuses and conflicts of single literals, read off the view.

`rules/belnap.lp` says the same, as a property of the tests shows; this needs no solver.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..answer import Status
from ..ledger.entries import Pattern
from ..slice.reach import grouped, pattern_of, reached
from ..syntax.tree import Atom, Literal, Sentence
from ..view import Statement, View


def direct_status(view: View, sentence: Sentence, valid: int) -> Status | None:
    """Belnap's value of a literal that only evidence and a cardinality speak of; else None."""
    if not isinstance(sentence, Literal):
        return None
    statements = _told_alone(view, sentence.atom)
    if statements is None:
        return None
    told = {
        (literal.atom, literal.positive)
        for literal, statement in statements.items()
        if statement.weight_at(valid) >= view.threshold
    }
    others = {atom for atom, positive in told if positive and atom != sentence.atom}
    excluded = len(others) >= _limit(view, sentence.atom)
    true, false = (sentence.atom, True) in told, (sentence.atom, False) in told or excluded
    return (
        Status.told(true=true, false=false)
        if sentence.positive
        else Status.told(true=false, false=true)
    )


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


def is_unopposed(view: View, sentence: Sentence) -> bool:
    """Whether a newcomer that says *sentence* can take part in no conflict, seen directly."""
    if not isinstance(sentence, Literal):
        return False
    statements = _told_alone(view, sentence.atom)
    if statements is None:
        return False
    said = {(literal.atom, literal.positive) for literal in (*statements, sentence)}
    positive = {atom for atom, is_positive in said if is_positive}
    opposed = any((atom, False) in said for atom in positive)
    return not opposed and len(positive) <= _limit(view, sentence.atom)


def _told_alone(view: View, atom: Atom) -> dict[Literal, Statement] | None:
    """The statements about an atom and its group; None where rules or compounds speak of them."""
    found = reached(view, [pattern_of(atom)])
    if found is None or found.by_rules:
        return None
    literals = {}
    for statement in found.statements:
        if not isinstance(statement.sentence, Literal):
            return None
        literals[statement.sentence] = statement
    return literals


def _limit(view: View, atom: Atom) -> float:
    """How many of the group may be true."""
    relation = view.theory.relation(atom.relation)
    return float("inf") if relation is None or relation.at_most is None else relation.at_most
