"""The tree: what a text says, as frozen values. Spans never take part in a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from ..errors import Span
from ..time import Interval, Period
from .declarations import AgentDecl as AgentDecl
from .declarations import Argument as Argument
from .declarations import AtMost as AtMost
from .declarations import ConstraintDecl as ConstraintDecl
from .declarations import DecayDecl as DecayDecl
from .declarations import Declaration as Declaration
from .declarations import DisjointWith as DisjointWith
from .declarations import EvidenceType as EvidenceType
from .declarations import GranularityDecl as GranularityDecl
from .declarations import InverseOf as InverseOf
from .declarations import Name as Name
from .declarations import PolicyDecl as PolicyDecl
from .declarations import PriorDecl as PriorDecl
from .declarations import Property as Property
from .declarations import ProtectDecl as ProtectDecl
from .declarations import RankDecl as RankDecl
from .declarations import RelationDecl as RelationDecl
from .declarations import RuleDecl as RuleDecl
from .declarations import Selection as Selection
from .declarations import SourceDecl as SourceDecl
from .declarations import Symmetric as Symmetric
from .declarations import ThresholdDecl as ThresholdDecl
from .declarations import Transitive as Transitive
from .sentences import Absent as Absent
from .sentences import And as And
from .sentences import Atom as Atom
from .sentences import Comparison as Comparison
from .sentences import Condition as Condition
from .sentences import Constant as Constant
from .sentences import If as If
from .sentences import Iff as Iff
from .sentences import Kind as Kind
from .sentences import Literal as Literal
from .sentences import Not as Not
from .sentences import Or as Or
from .sentences import Order as Order
from .sentences import Sentence as Sentence
from .sentences import Term as Term
from .sentences import Truth as Truth
from .sentences import Variable as Variable
from .sentences import no_span as _span
from .sentences import terms as terms

# -- operations ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Clauses:
    """What is said of a piece of evidence."""

    source: Name | None = None
    agent: Name | None = None
    weight: Decimal | None = None
    reliability: Decimal | None = None
    type: Name | None = None
    valid: Period | None = None  # None: nothing was said
    origin: Constant | None = None  # where the source has it from


@dataclass(frozen=True, slots=True)
class Believe:
    """`believe`, `doubt` (attacks) and `expand` (never automatic); verb says which."""

    verb: str
    sentence: Sentence
    clauses: Clauses = Clauses()
    label: Name | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Contract:
    """`together`: not all of the sentences are entailed; otherwise none of them is."""

    sentences: tuple[Sentence, ...]
    together: bool = False
    selection: Selection | None = None
    keeping_recovery: bool = False
    agent: Name | None = None
    valid: Interval | None = None
    because: str | None = None
    label: Name | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Revise:
    """`revise not white by full meet.`"""

    sentence: Sentence
    clauses: Clauses = Clauses()
    selection: Selection | None = None
    label: Name | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Retract:
    """`retract p by agent ada because "a typing error".`"""

    sentence: Sentence
    agent: Name | None
    because: str
    label: Name | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Touch:
    """`touch p.`: the evidence for p is used now."""

    sentence: Sentence
    label: Name | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Recover:
    """`recover LABEL.`"""

    operation: Name
    label: Name | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Consolidate:
    """Of the whole base, of the conflicts that the sentence takes part in, or of one conflict.

    conflict: its elements, all of them; never beside a sentence.
    """

    sentence: Sentence | None = None
    selection: Selection | None = None
    label: Name | None = None
    conflict: tuple[ElementName, ...] | None = None
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Clock:
    """`clock 2026-01-10.`"""

    instant: int  # microseconds since 1970-01-01 UTC
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Suppose:
    """`suppose { … }`: what happens inside stays inside."""

    statements: tuple[StatementNode, ...]
    span: Span | None = _span()


Operation = (
    Believe | Contract | Revise | Retract | Touch | Recover | Consolidate | Clock | Suppose
)  # fmt: skip


# -- questions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Instants:
    """`valid I` and `known I`, in microseconds; None where nothing is said."""

    valid: int | None = None
    known: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """verb: status entails why kernels remainders history stretches timeline.

    "stretches" is `history S along valid`. It and "timeline" have no valid instant.
    """

    verb: str
    sentence: Sentence
    instants: Instants = Instants()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Conflicts:
    """`conflicts.`; ever: those of all instants, and then no valid one is said."""

    instants: Instants = Instants()
    ever: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Explain:
    """`explain march.`: an operation, by its label or as an answer named it."""

    operation: Name
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Query:
    """`?- BODY.`; mode: None (TRUE or BOTH), "true" or "both"."""

    body: tuple[Condition, ...]
    mode: str | None = None
    instants: Instants = Instants()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ExpectStatus:
    """`expect both p.`"""

    status: str  # "true" "false" "both" "neither"
    sentence: Sentence
    instants: Instants = Instants()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ExpectEntailed:
    """`expect not entailed p.`"""

    sentence: Sentence
    entailed: bool = True
    instants: Instants = Instants()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ElementName:
    """`t` or `fly(tweety)`: how an element is named in `{ … }`."""

    label: str
    binding: tuple[Constant, ...] = ()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ExpectSets:
    """verb: kernels or remainders. `none` gives (), `{}` gives ((),)."""

    verb: str
    sentence: Sentence
    sets: tuple[tuple[ElementName, ...], ...]
    instants: Instants = Instants()
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ExpectConflicts:
    """`expect conflicts 1.`; ever: of all instants, as in Conflicts."""

    count: int
    instants: Instants = Instants()
    ever: bool = False
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class ExpectQuery:
    """Exactly these bindings, in any order; `none` gives ()."""

    query: Query
    bindings: tuple[tuple[tuple[str, Constant], ...], ...]
    span: Span | None = _span()


@dataclass(frozen=True, slots=True)
class Refuse:
    """The statement must be refused, and nothing changes."""

    statement: StatementNode
    span: Span | None = _span()


Expectation = ExpectStatus | ExpectEntailed | ExpectSets | ExpectConflicts | ExpectQuery | Refuse
StatementNode = Declaration | Operation | Question | Conflicts | Explain | Query | Expectation


@dataclass(frozen=True, slots=True)
class Program:
    """A whole text, in order."""

    statements: tuple[StatementNode, ...]
