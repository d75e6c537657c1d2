"""Declarations, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ..errors import Span
from .sentences import Condition, Literal
from .sentences import no_span as _span


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its place: a label, source, agent, relation, argument, sort or type."""

    text: str
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Argument:
    """`thing`, or `thing: asset`."""

    name: Name
    sort: Name | None = None


@dataclass(frozen=True, slots=True)
class AtMost:
    """`singular` is at_most 1; `argument` is the determined one, None for the last.

    possible: whether it minds overlaps that are only possible; of others it minds certain ones.
    """

    limit: int
    argument: Name | None = None
    possible: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Symmetric:
    """`symmetric`."""

    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Transitive:
    """`transitive`."""

    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class InverseOf:
    """`inverse of parent`."""

    relation: Name
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class DisjointWith:
    """`disjoint with bird`, and `… possible`."""

    relation: Name
    possible: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class EvidenceType:
    """`type preference`: of the evidence that names none."""

    type: Name
    span: Span | None = _span()


Property = AtMost | Symmetric | Transitive | InverseOf | DisjointWith | EvidenceType


@dataclass(frozen=True, slots=True)
class RelationDecl:
    """`relation budget(project, amount) singular.`"""

    name: Name
    arguments: tuple[Argument, ...] = ()
    properties: tuple[Property, ...] = ()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class SourceDecl:
    """`source hr trust 0.9.`"""

    name: Name
    trust: Decimal | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class AgentDecl:
    """`agent ada.`"""

    name: Name
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class RankDecl:
    """`rank law > seen > map.`, highest first."""

    names: tuple[Name, ...]
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ProtectDecl:
    """`protect law, facts.`: the core that screened revision keeps."""

    names: tuple[Name, ...]
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Selection:
    """How an operation chooses: names such as ("external", "smooth kernel", "recency").

    A string in quotes (`"mine.lp"`) is a rule file of the user's; it keeps its quotes here.
    """

    names: tuple[Name, ...]
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class PolicyDecl:
    """`policy budget recency.`; relation is None for `policy default …`."""

    relation: Name | None
    selection: Selection
    automatic: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ThresholdDecl:
    """`threshold 0.3.`"""

    value: Decimal
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class PriorDecl:
    """`confidence prior 1.`"""

    value: Decimal
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class DecayDecl:
    """`decay preference 90 days.`; amount None for `never`."""

    type: Name
    amount: Decimal | None
    unit: str | None = None  # "days", "hours", "minutes", "seconds", "weeks"; plural always
    from_use: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class GranularityDecl:
    """`granularity statement.`"""

    value: str  # "statement" or "evidence"
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class RuleDecl:
    """`rule [label] [revisable]: head :- body.`, and `default label: head :- body.`"""

    head: Literal
    body: tuple[Condition, ...] = ()
    label: Name | None = None
    revisable: bool = False
    default: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ConstraintDecl:
    """`constraint [label [possible]]: :- body.`; only one with a label is possible."""

    body: tuple[Condition, ...]
    label: Name | None = None
    possible: bool = False
    span: Span | None = _span()


Declaration = (
    RelationDecl | SourceDecl | AgentDecl | RankDecl | ProtectDecl | PolicyDecl | ThresholdDecl
    | PriorDecl | DecayDecl | GranularityDecl | RuleDecl | ConstraintDecl
)  # fmt: skip
