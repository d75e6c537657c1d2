"""Single declarations: what a relation, source, policy or number in one may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

from ..errors import (
    AlreadyDeclared,
    DuplicateArgument,
    OutOfRange,
    ReasonerError,
    Span,
    UnknownArgument,
    WrongProperty,
)
from ..syntax.tree import (
    Argument,
    AtMost,
    ConstraintDecl,
    DecayDecl,
    Declaration,
    DisjointWith,
    EvidenceType,
    InverseOf,
    PolicyDecl,
    PriorDecl,
    Property,
    RelationDecl,
    RuleDecl,
    SourceDecl,
    Symmetric,
    ThresholdDecl,
    Transitive,
)
from ..time import UNITS_US
from .assembly import relation_of
from .model import Relation
from .names import Scope, near
from .selections import selection_mistakes
from .sentences import form, rule_mistakes, unknown_relation

_SMALLEST = Decimal("0.000001")  # the unit in which weights are summed
_MOST = Decimal(1000)


def declaration_mistakes(scope: Scope, declaration: Declaration) -> Iterator[ReasonerError]:
    """What is wrong with one declaration, other than that its name was taken."""
    match declaration:
        case RelationDecl():
            yield from _relation(scope, declaration)
        case RuleDecl() | ConstraintDecl():
            yield from rule_mistakes(scope, declaration)
        case PolicyDecl(relation, selection):
            if relation is not None and relation.text not in scope.relations:
                yield unknown_relation(scope, relation, None)
            yield from selection_mistakes(selection)
        case SourceDecl(_, Decimal() as trust):
            yield from fraction_mistakes("trust", trust, declaration.span)
        case ThresholdDecl(value) if not _SMALLEST <= value <= _MOST:
            yield _out("threshold", value, f"from {_SMALLEST:f} to {_MOST}", declaration.span)
        case PriorDecl(value) if value < 0:
            yield _out("confidence prior", value, "of 0 or more", declaration.span)
        case DecayDecl(_, Decimal() as amount, str(unit)) if amount * UNITS_US[unit] < 1:
            yield _out("half-life", amount, "above 0, or `never`", declaration.span)


def fraction_mistakes(what: str, value: Decimal | None, span: Span | None) -> Iterator[OutOfRange]:
    """Trust, weight and reliability lie in [0, 1]."""
    if value is not None and not (value.is_finite() and 0 <= value <= 1):
        yield _out(what, value, "from 0 to 1", span)


def _out(what: str, value: Decimal, wanted: str, span: Span | None) -> OutOfRange:
    message = f"the {what} {value:f} is out of range"
    return OutOfRange(message, help=f"give a number {wanted}", span=span)


# -- relations -------------------------------------------------------------------------------------


def _relation(scope: Scope, declaration: RelationDecl) -> Iterator[ReasonerError]:
    relation = relation_of(declaration)
    yield from _repeated_arguments(relation.name, declaration.arguments)
    said = Counter(type(stated) for stated in declaration.properties)
    for stated in declaration.properties:
        if said[type(stated)] > 1 and isinstance(stated, AtMost | EvidenceType):
            said[type(stated)] = 0
            what = "type" if isinstance(stated, EvidenceType) else "number of values"
            yield AlreadyDeclared(
                f"the {what} of `{relation.name}` is declared twice",
                help="leave one of the two out",
                span=declaration.span,
            )
        yield from _property(scope, relation, stated)


def _repeated_arguments(
    relation: str, arguments: tuple[Argument, ...]
) -> Iterator[DuplicateArgument]:
    seen = set()
    for argument in arguments:
        if argument.name.text in seen:
            yield DuplicateArgument(
                f"two arguments of `{relation}` are called `{argument.name.text}`",
                help="give each argument a name of its own",
                span=argument.name.span,
            )
        seen.add(argument.name.text)


def _property(scope: Scope, relation: Relation, stated: Property) -> Iterator[ReasonerError]:
    match stated:
        case AtMost():
            yield from _at_most(relation, stated)
        case Symmetric():
            yield from _square(relation, "symmetric", stated.span)
        case Transitive():
            yield from _square(relation, "transitive", stated.span)
        case InverseOf(name):
            other = scope.relations.get(name.text)
            if other is None:
                yield unknown_relation(scope, name, 2)
            else:
                yield from _inverse(relation, other, stated.span)
        case DisjointWith(name):
            other = scope.relations.get(name.text)
            if other is None:
                yield unknown_relation(scope, name, relation.arity)
            else:
                yield from _disjoint(relation, other, stated.span)


def _at_most(relation: Relation, stated: AtMost) -> Iterator[ReasonerError]:
    if stated.limit < 1:
        message = f"`at most {stated.limit}` leaves `{relation.name}` no value at all"
        yield OutOfRange(message, help="give a number of 1 or more", span=stated.span)
    if not relation.arguments:
        message = f"`{relation.name}` has no argument whose values could be counted"
        yield WrongProperty(message, help="leave the property out", span=stated.span)
    elif stated.argument is not None and stated.argument.text not in relation.arguments:
        like = near(stated.argument.text, relation.arguments)
        yield UnknownArgument(
            f"`{relation.name}` has no argument `{stated.argument.text}`",
            help=f"its form is `{form(relation)}`" if like is None else f"did you mean `{like}`?",
            span=stated.argument.span,
        )


def _square(relation: Relation, word: str, span: Span | None) -> Iterator[WrongProperty]:
    """Symmetric and transitive relations hold between things of one sort."""
    if relation.arity != 2:
        yield WrongProperty(
            f"`{relation.name}` cannot be `{word}`: only relations of two arguments are",
            help=f"leave `{word}` out",
            span=span,
        )
    else:
        yield from _same_sorts(relation.name, relation.sorts[:1], relation.sorts[1:], word, span)


def _inverse(relation: Relation, other: Relation, span: Span | None) -> Iterator[WrongProperty]:
    for one in dict.fromkeys((relation, other)):
        if one.arity != 2:
            yield WrongProperty(
                f"`{one.name}` has no inverse: only relations of two arguments have",
                help="leave `inverse of` out",
                span=span,
            )
            return
    word = f"inverse of {other.name}"
    yield from _same_sorts(relation.name, relation.sorts, other.sorts[::-1], word, span)


def _disjoint(relation: Relation, other: Relation, span: Span | None) -> Iterator[WrongProperty]:
    word = f"disjoint with {other.name}"
    if relation.name == other.name:
        yield WrongProperty(
            f"`{relation.name}` cannot be disjoint with itself: it would never hold",
            help=f"write `constraint :- {_open_atom(relation)}.` if that is meant",
            span=span,
        )
    elif relation.arity != other.arity:
        yield WrongProperty(
            f"`{relation.name}` cannot be `{word}`: they differ in the number of arguments",
            help="write a constraint that says which arguments are the same",
            span=span,
        )
    else:
        yield from _same_sorts(relation.name, relation.sorts, other.sorts, word, span)


def _open_atom(relation: Relation) -> str:
    row = ", ".join(f"X{n}" for n in range(1, relation.arity + 1))
    return f"{relation.name}({row})" if row else relation.name


def _same_sorts(
    relation: str,
    sorts: tuple[str | None, ...],
    others: tuple[str | None, ...],
    word: str,
    span: Span | None,
) -> Iterator[WrongProperty]:
    for one, other in zip(sorts, others, strict=True):
        if one is not None and other is not None and one != other:
            yield WrongProperty(
                f"`{relation}` cannot be `{word}`: `{one}` would have to be `{other}`",
                help=f"leave `{word}` out, or give both arguments one sort",
                span=span,
            )
            return
