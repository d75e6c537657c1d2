"""Declaring: the names that statements bring in, and that none is brought in twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..errors import AlreadyDeclared, DuplicateLabel, ReasonerError
from ..syntax.tree import (
    AgentDecl,
    Believe,
    Consolidate,
    ConstraintDecl,
    Contract,
    DecayDecl,
    EvidenceType,
    GranularityDecl,
    Name,
    PolicyDecl,
    PriorDecl,
    RankDecl,
    Recover,
    RelationDecl,
    Retract,
    Revise,
    RuleDecl,
    SourceDecl,
    StatementNode,
    ThresholdDecl,
    Touch,
)
from .assembly import relation_of
from .names import Label, Places, Scope, line
from .normal import negated, normal
from .rules import rule_labels


def declare(scope: Scope, statements: Iterable[StatementNode]) -> Iterator[ReasonerError]:
    """Put all names of one block into *scope*; the errors are those that were taken.

    What sets something (a threshold, a policy …) may do so once in a block, and again in a
    `suppose` inside it.
    """
    statements = tuple(statements)
    settings: Places = {}
    for statement in statements:
        match statement:
            case RelationDecl(name):
                if name.text not in scope.places:
                    scope.relations[name.text] = relation_of(statement)
                yield from _once(scope.places, f"the relation `{name.text}`", name)
                for stated in statement.properties:
                    if isinstance(stated, EvidenceType):
                        scope.types.setdefault(stated.type.text, stated.span)
            case SourceDecl(name):
                yield from _once(scope.sources, f"the source `{name.text}`", name)
            case AgentDecl(name):
                yield from _once(scope.agents, f"the agent `{name.text}`", name)
            case RankDecl():
                scope.ranks.append(statement)
            case DecayDecl(type_):
                scope.types.setdefault(type_.text, statement.span)
        setting = _setting(statement)
        if setting is not None:
            yield from _once(settings, setting, Name(setting, statement.span))
    yield from _labels(scope, statements)


def _setting(statement: StatementNode) -> str | None:
    match statement:
        case DecayDecl(type_):
            return f"the half-life of `{type_.text}`"
        case PolicyDecl(None):
            return "the default policy"
        case PolicyDecl(Name(relation)):
            return f"the policy of `{relation}`"
        case ThresholdDecl():
            return "the threshold"
        case PriorDecl():
            return "the confidence prior"
        case GranularityDecl():
            return "the granularity"
    return None


def _once(places: Places, what: str, name: Name) -> Iterator[AlreadyDeclared]:
    if name.text not in places:
        places[name.text] = name.span
        return
    first = places[name.text]
    other = "the other" if first is None else f"the one in line {first.line}"
    yield AlreadyDeclared(
        f"{what} is declared already",
        help=f"remove this declaration, or {other}",
        span=name.span,
    )


# -- labels: evidence, operations and rules share one space ----------------------------------------


def _labels(scope: Scope, statements: tuple[StatementNode, ...]) -> Iterator[DuplicateLabel]:
    for statement in statements:
        given = label_of(statement)
        if given is None:
            continue
        name, label = given
        old = scope.labels.setdefault(name, label)
        if old is not label:
            yield DuplicateLabel(
                f"the label `{name}` is taken",
                help=f"choose another: it names {_naming(old)}",
                span=label.span,
            )
    yield from _automatic_labels(scope, statements)


def label_of(statement: StatementNode) -> tuple[str, Label] | None:
    """The label that a statement gives."""
    match statement:
        case Believe(verb="doubt", sentence=sentence, label=Name(name, span)):
            return name, Label("evidence", span, negated(normal(sentence)))
        case Believe(sentence=sentence, label=Name(name, span)):
            return name, Label("evidence", span, sentence)
        case Revise(sentence=sentence, label=Name(name, span)):
            return name, Label("evidence", span, sentence)
        case RuleDecl(label=Name(name, span)) | ConstraintDecl(label=Name(name, span)):
            return name, Label("rule", span)
        case (
            Contract(label=Name(name, span))
            | Retract(label=Name(name, span))
            | Touch(label=Name(name, span))
            | Recover(label=Name(name, span))
            | Consolidate(label=Name(name, span))
        ):
            return name, Label("operation", span)
    return None


def _automatic_labels(
    scope: Scope, statements: tuple[StatementNode, ...]
) -> Iterator[DuplicateLabel]:
    """`rule1` …, for the rules without a label of this block."""
    added = [each for each in statements if isinstance(each, RuleDecl | ConstraintDecl)]
    scope.rules.extend(added)
    names = rule_labels(scope.rules)[len(scope.rules) - len(added) :]
    for rule, name in zip(added, names, strict=True):
        if rule.label is None:
            label = Label("rule", rule.span)
            old = scope.labels.setdefault(name, label)
            if old is not label:
                yield DuplicateLabel(
                    f"without a label this is called `{name}`, as is {_naming(old)}",
                    help="give it a label of its own",
                    span=rule.span,
                )


def _naming(label: Label) -> str:
    return f"the {label.kind}{line(label.span)}"
