"""Terms, sentences and conditions, as frozen values. Spans never take part in a comparison."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from typing import cast

from ..errors import Span


def no_span() -> Span | None:
    """The default of a span, which is for people: left out of comparisons."""
    return field(default=None, compare=False, repr=False)


# -- terms -----------------------------------------------------------------------------------------


class Kind(Enum):
    """What a constant is; constants of different kinds are never equal and never ordered."""

    TEXT = "text"
    NUMBER = "number"
    MONTH = "month"
    DATE = "date"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Constant:
    """A value. `apollo` and `"apollo"` are one text; `1` and `1.0` one number.

    value: str for TEXT, Decimal for NUMBER, for the others the first instant, in microseconds
        since 1970-01-01 UTC.
    spelling: how it was written (without quotes), so that `-0.10` comes back as `-0.10`.
    """

    kind: Kind
    value: str | Decimal | int
    spelling: str = field(compare=False)

    def __hash__(self) -> int:
        """That of the value: kinds seldom share one, and look-ups hash constants all the time."""
        return hash(self.value)


@dataclass(frozen=True, slots=True)
class Variable:
    """`X`, `Place`; each `_` gets a name of its own that begins with `_`."""

    name: str


Term = Constant | Variable


# -- sentences -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Atom:
    """`budget(apollo, 30000)`, `swan`."""

    relation: str
    arguments: tuple[Term, ...] = ()
    span: Span | None = no_span()


class _Connectives:
    """`p & q`, `p | q` and `~p` of sentences, in Python."""

    __slots__ = ()

    def __and__(self, other: Sentence) -> And:
        return And((cast("Sentence", self), other))

    def __or__(self, other: Sentence) -> Or:
        return Or((cast("Sentence", self), other))

    def __invert__(self) -> Not:
        return Not(cast("Sentence", self))


@dataclass(frozen=True, slots=True)
class Literal(_Connectives):
    """An atom, or its classical negation (`-p`)."""

    atom: Atom
    positive: bool = True
    span: Span | None = no_span()

    def __neg__(self) -> Literal:
        return Literal(self.atom, not self.positive)


@dataclass(frozen=True, slots=True)
class Truth(_Connectives):
    """`true` or `false`."""

    value: bool
    span: Span | None = no_span()


@dataclass(frozen=True, slots=True)
class Not(_Connectives):
    """`not p`."""

    part: Sentence
    span: Span | None = no_span()


@dataclass(frozen=True, slots=True)
class And(_Connectives):
    """`p and q and r`: two parts or more; a bracketed part is one part."""

    parts: tuple[Sentence, ...]
    span: Span | None = no_span()


@dataclass(frozen=True, slots=True)
class Or(_Connectives):
    """`p or q or r`: two parts or more; a bracketed part is one part."""

    parts: tuple[Sentence, ...]
    span: Span | None = no_span()


@dataclass(frozen=True, slots=True)
class If(_Connectives):
    """`head if body`."""

    head: Sentence
    body: Sentence
    span: Span | None = no_span()


@dataclass(frozen=True, slots=True)
class Iff(_Connectives):
    """`left iff right`."""

    left: Sentence
    right: Sentence
    span: Span | None = no_span()


Sentence = Literal | Truth | Not | And | Or | If | Iff


class Order(Enum):
    """How a comparison compares."""

    EQ = "="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="


@dataclass(frozen=True, slots=True)
class Comparison:
    """`X < 30000`."""

    left: Term
    order: Order
    right: Term
    span: Span | None = no_span()


@dataclass(frozen=True, slots=True)
class Absent:
    """`not p(X)` in a query (negation as failure); refused by name in a rule."""

    literal: Literal
    span: Span | None = no_span()


Condition = Literal | Comparison | Absent


def terms(condition: Condition) -> tuple[Term, ...]:
    """The terms of *condition*, in the order of the text."""
    match condition:
        case Literal(atom) | Absent(Literal(atom)):
            return atom.arguments
        case Comparison(left, _, right):
            return (left, right)
