"""Statements and rule instances, found by demand -> the slice that they make."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..syntax.tree import Atom, Constant, Sentence
from ..theory.model import Relation, RuleKind
from ..theory.normal import constants_key, each_atom
from ..view import Statement, View
from .numbers import Numbers
from .part import Group, Slice, groups_of, instance_of
from .support import Instantiated


def assembled(
    view: View,
    statements: Iterable[Statement],
    instances: Iterable[Instantiated],
    goals: Iterable[Sentence],
) -> Slice:
    """The slice of *view* that holds these; the goals' atoms stand in its groups too."""
    theory, numbers = view.theory, Numbers()
    statements = tuple(statements)
    ordered = sorted(instances, key=lambda each: (each[0], constants_key(each[1])))
    found = tuple(instance_of(numbers, theory.rules[n], binding) for n, binding in ordered)
    members = _members(view, numbers, statements, goals)
    labels = {instance.rule.label for instance in found}
    revisable = (rule for rule in theory.rules if rule.kind is RuleKind.REVISABLE)
    return Slice(
        theory,
        numbers,
        found,
        tuple(_groups(numbers, theory.relations, members)),
        statements,
        tuple(rule for rule in revisable if rule.label in labels),
        {} if all(each.rule.kind is RuleKind.STRICT for each in found) else view.withdrawn(),
        view.threshold,
    )


def _members(
    view: View, numbers: Numbers, statements: Iterable[Statement], goals: Iterable[Sentence]
) -> dict[str, set[tuple[Constant, ...]]]:
    """The atoms of cardinalities that are spoken of, by relation."""
    found: defaultdict[str, set[tuple[Constant, ...]]] = defaultdict(set)
    spoken_of: list[Atom] = [atom for each in statements for atom in each.atoms]
    spoken_of += [atom for goal in goals for atom in each_atom(goal)]
    for atom in (*spoken_of, *numbers.atoms):
        if view.theory.at_most(atom.relation) is not None and view.theory.declares(atom):
            row = tuple(term for term in atom.arguments if isinstance(term, Constant))
            found[atom.relation].add(row)
    return found


def _groups(
    numbers: Numbers, relations: Iterable[Relation], members: dict[str, set[tuple[Constant, ...]]]
) -> Iterator[Group]:
    for relation in relations:
        if relation.name in members:
            yield from groups_of(numbers, relation, members[relation.name])
