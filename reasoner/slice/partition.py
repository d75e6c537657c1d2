"""A theory -> the families of its relations, and by what their statements fall apart.

Rules, constraints and properties join relations into families. A family has a *key* where each of
its relations has an argument place, and in every rule all literals have one and the same term at
these places: then no rule instance, and no group of a cardinality, joins statements with different
constants there (as relations that are partitioned alike by one attribute never meet in a join).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..ledger.entries import Sweep
from ..ledger.keys import constant_key
from ..syntax.tree import Atom, Constant, Term, Variable
from ..theory.model import Relation, Rule, RuleKind, Theory
from .linked import linked

Places = tuple[int, ...]
Key = tuple[int, tuple[str, ...]]
"""What a statement hangs together by: its family, and the keys of some of its arguments."""

_SWEPT = (0, 1)  # the places in whose order a ledger can be read


@dataclass(frozen=True, slots=True)
class Family:
    """Relations that rules join, sorted; none of another family has to do with them.

    keys: the places of each relation that make the key; None where it is one part.
    """

    relations: tuple[str, ...]
    keys: Mapping[str, Places] | None = None

    @property
    def sweeps(self) -> tuple[Sweep, ...]:
        """How to read each relation so that no key is parted."""
        if self.keys is None:
            return tuple(Sweep(relation, _SWEPT[:1]) for relation in self.relations)
        return tuple(
            Sweep(relation, tuple(place for place in self.keys[relation] if place in _SWEPT))
            for relation in self.relations
        )


@dataclass(frozen=True)
class Partition:
    """The families of a theory, by first relation; other relations are families of their own.

    is_one: whether nothing falls apart, since the constants of the whole base matter.
    """

    families: tuple[Family, ...]
    is_one: bool
    _theory: Theory
    _family: dict[str, int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for number, family in enumerate(self.families):
            self._family.update(dict.fromkeys(family.relations, number))

    def family(self, relation: str) -> int:
        """Its number; that of a relation which is not declared is no family's."""
        return self._family.get(relation, len(self.families))

    def key(self, atom: Atom) -> Key:
        """What hangs together has one key, but for what compound sentences join."""
        if self.is_one:
            return 0, ()
        number = self.family(atom.relation)
        declared = self._theory.relation(atom.relation)
        if declared is None or declared.arity != len(atom.arguments):  # of another theory
            return number, ("", atom.relation, *map(_text, atom.arguments))
        keys = self.families[number].keys
        if keys is None:
            return number, ()
        return number, tuple(_text(atom.arguments[place]) for place in keys[atom.relation])


def partition(theory: Theory, *, wholly: bool = False) -> Partition:
    """The families of a theory.

    wholly: whether what a revisable rule has to do with is one part, since it is given up whole.
    """
    joined = linked([rule.literals[0].atom.relation, *_relations(rule)] for rule in theory.rules)
    rules: dict[str, list[Rule]] = {}
    for rule in theory.rules:
        rules.setdefault(joined[rule.literals[0].atom.relation], []).append(rule)
    members: dict[str, list[Relation]] = {}
    for relation in theory.relations:
        members.setdefault(joined[relation.name], []).append(relation)
    families = (
        Family(
            tuple(sorted(relation.name for relation in some)),
            _keys(some, rules.get(root, []), wholly=wholly),
        )
        for root, some in members.items()
    )
    is_one = not all(map(_is_anchored, theory.rules))
    return Partition(tuple(sorted(families, key=lambda each: each.relations)), is_one, theory)


def _relations(rule: Rule) -> Iterator[str]:
    return (literal.atom.relation for literal in rule.literals)


def _is_anchored(rule: Rule) -> bool:
    """Whether positive conditions bind all variables: then only constants of what is told matter.

    And there is one, so that what is false everywhere is a model of all such rules together.
    """
    positive = [literal for literal in rule.body if literal.positive]
    bound = {t.name for each in positive for t in each.atom.arguments if isinstance(t, Variable)}
    return bool(positive) and bound.issuperset(rule.variables)


def _text(term: Term) -> str:
    assert isinstance(term, Constant), "only ground atoms have a key"
    return constant_key(term)


# -- keys ---


def _keys(
    relations: Sequence[Relation], rules: Sequence[Rule], *, wholly: bool
) -> dict[str, Places] | None:
    if not rules:
        (relation,) = relations
        places = tuple(n for n in range(relation.arity) if n != relation.determined)
        return {relation.name: places} if any(place in _SWEPT for place in places) else None
    if wholly and any(rule.kind is RuleKind.REVISABLE for rule in rules):
        return None
    allowed = {
        relation.name: {n for n in _SWEPT if n < relation.arity and n != relation.determined}
        for relation in relations
    }
    first = relations[0].name
    ways = (_assigned(first, place, rules, allowed) for place in sorted(allowed[first]))
    return next((way for way in ways if way is not None), None)


def _assigned(
    first: str, place: int, rules: Sequence[Rule], allowed: Mapping[str, set[int]]
) -> dict[str, Places] | None:
    """A place for each relation, *place* for the first, so that all literals of a rule agree."""
    speaking: dict[str, list[Rule]] = {}
    for rule in rules:
        for name in dict.fromkeys(_relations(rule)):
            speaking.setdefault(name, []).append(rule)
    found, waiting = {first: place}, [first]
    while waiting:
        name = waiting.pop()
        for rule in speaking[name]:
            atoms = [literal.atom for literal in rule.literals]
            term = next(a.arguments[found[name]] for a in atoms if a.relation == name)
            for atom in atoms:
                other = atom.relation
                if other not in found:
                    places = (p for p in sorted(allowed[other]) if atom.arguments[p] == term)
                    if (agreeing := next(places, None)) is None:
                        return None
                    found[other] = agreeing
                    waiting.append(other)
                if atom.arguments[found[other]] != term:
                    return None
    return {name: (where,) for name, where in found.items()}
