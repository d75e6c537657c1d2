"""The theory: what a text declares, with every name resolved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import Enum

from ..errors import Span
from ..syntax.tree import Atom, Comparison, Literal


class RuleKind(Enum):
    """How firmly a rule holds, and what of it can be given up."""

    STRICT = "strict"  # background: never given up
    REVISABLE = "revisable"  # one element of the base, given up whole
    DEFAULT = "default"  # one element per instance


@dataclass(frozen=True, slots=True)
class Rule:
    """`head :- body`, or a denial when head is None. Relations' properties become rules too.

    variables: in order of first occurrence, head first; the order of a binding.
    because: how an answer names it: its label, or what declared it (`likes is symmetric`).
    possible: of a denial: it minds what may hold at one instant, not only what holds for sure.
    """

    label: str
    kind: RuleKind
    head: Literal | None
    body: tuple[Literal, ...]
    comparisons: tuple[Comparison, ...]
    variables: tuple[str, ...]
    because: str
    possible: bool = False
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def literals(self) -> tuple[Literal, ...]:
        """Head and body."""
        return self.body if self.head is None else (self.head, *self.body)

    @property
    def is_property(self) -> bool:
        """Whether a relation's property stands for it: only then does its label hold a blank."""
        return " " in self.label


@dataclass(frozen=True, slots=True)
class Relation:
    """at_most: how many values the `determined` argument (an index) may have per group.

    possible: whether at_most minds what may hold at one instant, not only what holds for sure.
    span: where at_most is said.
    """

    name: str
    arguments: tuple[str, ...] = ()
    sorts: tuple[str | None, ...] = ()
    at_most: int | None = None
    determined: int | None = None
    type: str = "fact"
    possible: bool = False
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def arity(self) -> int:
        return len(self.arguments)


@dataclass(frozen=True, slots=True)
class Policy:
    """A selection by name, earlier names first.

    automatic: it also decides when evidence arrives, not only within operations.
    """

    names: tuple[str, ...]
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class HalfLife:
    """microseconds None: never decays. unit_us: ages count in completed units of this length.

    from_use: ages run from the last touch of the evidence, if there is one.
    """

    microseconds: int | None
    unit_us: int = 86_400_000_000
    from_use: bool = False


Fitting = Iterable[Iterable[str]]
"""The names by which `rank` and `protect` can reach one element, in groups: its evidence or rule
first, then its relations, its sources, and the word `facts` or `defaults`."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """Entrenchment. Level 0 is the lowest rank (what nothing ranks); higher is firmer.

    Entries are names as declared, of evidence, rules, relations and sources, and the words
    `facts` and `defaults`; the most specific one that fits an element decides.

    steps: (higher, lower), as they follow each other in the declared chains, sorted.
    """

    levels: tuple[tuple[str, int], ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    _level: dict[str, int] = field(default_factory=dict, compare=False, repr=False, init=False)
    _higher: dict[str, list[str]] = field(
        default_factory=dict, compare=False, repr=False, init=False
    )
    _above: dict[str, frozenset[str]] = field(
        default_factory=dict, compare=False, repr=False, init=False
    )

    def __post_init__(self) -> None:
        self._level.update(self.levels)
        for higher, lower in self.steps:
            self._higher.setdefault(lower, []).append(higher)

    def level(self, name: str) -> int | None:
        return self._level.get(name)

    def deciding(self, fitting: Fitting) -> tuple[str, ...]:
        """The entries that decide the rank of an element, sorted; () for what nothing ranks.

        They are those of the highest level in the first group that holds any entry.
        """
        for names in fitting:
            levels = {name: self._level[name] for name in names if name in self._level}
            if levels:
                highest = max(levels.values())
                return tuple(sorted(name for name in levels if levels[name] == highest))
        return ()

    def below(self, one: Collection[str], other: Collection[str]) -> bool:
        """Whether one element is declared less firm than another; levels are not compared.

        This is the hierarchy of safe contraction (Alchourrón, Makinson 1985), a strict partial
        order: the transitive closure of the declared chains. What nothing ranks is below all that
        is ranked. Where several entries decide, each of *one* is below some entry of *other*.

        Args:
            one, other: the entries that decide each element's rank (see deciding).
        """
        return bool(other) and all(not self._entries_above(name).isdisjoint(other) for name in one)

    def _entries_above(self, name: str) -> frozenset[str]:
        """All entries that chains put above *name*, through whatever stands between."""
        if name not in self._above:
            found: set[str] = set()
            waiting = [name]
            while waiting:
                new = [each for each in self._higher.get(waiting.pop(), ()) if each not in found]
                found.update(new)
                waiting.extend(new)
            self._above[name] = frozenset(found)
        return self._above[name]


@dataclass(frozen=True, slots=True)
class Core:
    """What `protect` names, for screened revision (Makinson 1997). Entries are as in Ranks."""

    entries: tuple[str, ...] = ()

    def protects(self, fitting: Fitting) -> bool:
        """Whether an element is protected, as any entry fits it."""
        return any(name in self.entries for names in fitting for name in names)


@dataclass(frozen=True, slots=True)
class Theory:
    """Everything declared. Mappings are tuples of pairs sorted by name, so equal texts are equal.

    text: the declarations as recorded in the ledger; digest: SHA-256 of the text, hexadecimal.
    """

    relations: tuple[Relation, ...] = ()
    sources: tuple[tuple[str, Decimal], ...] = ()  # name, trust
    agents: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    policies: tuple[tuple[str | None, Policy], ...] = ()  # relation (None: all others), policy
    ranks: Ranks = Ranks()
    core: Core = Core()
    half_lives: tuple[tuple[str, HalfLife], ...] = ()  # evidence type, half-life
    threshold: Decimal = Decimal("0.3")
    prior: Decimal = Decimal(1)
    granularity: str = "statement"  # or "evidence": what is given up at once
    text: str = ""
    digest: str = ""
    _relation: dict[str, Relation] = field(
        default_factory=dict, compare=False, repr=False, init=False
    )

    _place: dict[str, int] = field(default_factory=dict, compare=False, repr=False, init=False)
    _occurrences: dict[str, list[tuple[Rule, Literal]]] = field(
        default_factory=dict, compare=False, repr=False, init=False
    )

    derived: dict[object, object] = field(
        default_factory=dict, compare=False, repr=False, init=False
    )
    """What is made of the theory once and for all, by what it is made for."""

    def __post_init__(self) -> None:
        self._relation.update((relation.name, relation) for relation in self.relations)
        self._place.update((relation.name, n) for n, relation in enumerate(self.relations))
        for rule in self.rules:
            for literal in rule.literals:
                self._occurrences.setdefault(literal.atom.relation, []).append((rule, literal))

    def relation(self, name: str) -> Relation | None:
        return self._relation.get(name)

    def place(self, relation: str) -> int:
        """Which of the relations it is, from 0."""
        return self._place[relation]

    def declares(self, atom: Atom) -> bool:
        """Whether it has the relation, with as many arguments; a ledger may have others."""
        found = self._relation.get(atom.relation)
        return found is not None and found.arity == len(atom.arguments)

    def at_most(self, relation: str) -> int | None:
        """How many of a group of the relation may be true; None for any number."""
        found = self._relation.get(relation)
        return None if found is None else found.at_most

    def about(self, relations: Collection[str]) -> Theory:
        """What of it speaks of these relations alone: they, and rules of no others."""
        rules = (
            rule
            for rule in self.rules
            if all(literal.atom.relation in relations for literal in rule.literals)
        )
        some = (relation for relation in self.relations if relation.name in relations)
        return replace(self, relations=tuple(some), rules=tuple(rules))

    def occurrences(self, relation: str) -> Sequence[tuple[Rule, Literal]]:
        """Every literal of the relation in a rule or constraint, with that."""
        return self._occurrences.get(relation, ())
