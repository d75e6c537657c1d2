"""The theory: what a text declares, with every name resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum

from ..errors import Span
from ..syntax.tree import Comparison, Literal


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
    """

    label: str
    kind: RuleKind
    head: Literal | None
    body: tuple[Literal, ...]
    comparisons: tuple[Comparison, ...]
    variables: tuple[str, ...]
    because: str
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def is_property(self) -> bool:
        """Whether a relation's property stands for it: only then does its label hold a blank."""
        return " " in self.label


@dataclass(frozen=True, slots=True)
class Relation:
    """at_most: how many values the `determined` argument (an index) may have per group.

    span: where at_most is said.
    """

    name: str
    arguments: tuple[str, ...] = ()
    sorts: tuple[str | None, ...] = ()
    at_most: int | None = None
    determined: int | None = None
    type: str = "fact"
    span: Span | None = field(default=None, compare=False, repr=False)

    @property
    def arity(self) -> int:
        return len(self.arguments)


@dataclass(frozen=True, slots=True)
class Policy:
    """A selection by name, earlier names first."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HalfLife:
    """microseconds None: never decays. unit_us: ages count in completed units of this length."""

    microseconds: int | None
    unit_us: int = 86_400_000_000


@dataclass(frozen=True, slots=True)
class Ranks:
    """Entrenchment. Level 0 is the lowest rank (what nothing ranks); higher is firmer.

    The keys are names as declared, of evidence, rules, relations and sources, and the words
    `facts` and `defaults`; the most specific entry that matches an element decides.
    """

    levels: tuple[tuple[str, int], ...] = ()

    def level(self, name: str) -> int | None:
        return dict(self.levels).get(name)


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
    half_lives: tuple[tuple[str, HalfLife], ...] = ()  # evidence type, half-life
    threshold: Decimal = Decimal("0.3")
    prior: Decimal = Decimal(1)
    text: str = ""
    digest: str = ""
    _relation: dict[str, Relation] = field(
        default_factory=dict, compare=False, repr=False, init=False
    )

    def __post_init__(self) -> None:
        self._relation.update((relation.name, relation) for relation in self.relations)

    def relation(self, name: str) -> Relation | None:
        return self._relation.get(name)
