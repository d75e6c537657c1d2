"""Rules: those that are declared, and those that relations' properties stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from ..errors import Span
from ..syntax.show import show
from ..syntax.tree import (
    Atom,
    Comparison,
    Condition,
    ConstraintDecl,
    Declaration,
    DisjointWith,
    InverseOf,
    Literal,
    Property,
    RelationDecl,
    RuleDecl,
    Symmetric,
    Transitive,
    Variable,
    terms,
)
from .model import Rule, RuleKind


def rules(declarations: Sequence[Declaration]) -> tuple[Rule, ...]:
    """All rules, in the order of their declarations; properties that say the same give one."""
    labels = iter(rule_labels(declarations))
    arities = {d.name.text: len(d.arguments) for d in declarations if isinstance(d, RelationDecl)}
    found: list[Rule] = []
    for declaration in declarations:
        match declaration:
            case RelationDecl():
                found.extend(_of_properties(declaration, arities))
            case RuleDecl() | ConstraintDecl():
                found.append(_declared(declaration, next(labels)))
    return tuple(_without_repeats(found))


def rule_labels(declarations: Iterable[Declaration]) -> tuple[str, ...]:
    """The label of each rule and constraint: `rule1`, `constraint1` … where none is given.

    A number is passed over when a rule or constraint has that label already.
    """
    named = [d for d in declarations if isinstance(d, RuleDecl | ConstraintDecl)]
    given = {d.label.text for d in named if d.label is not None}
    free = {word: _free(word, given) for word in ("rule", "constraint")}
    words = ("constraint" if isinstance(d, ConstraintDecl) else "rule" for d in named)
    return tuple(
        next(free[word]) if d.label is None else d.label.text
        for d, word in zip(named, words, strict=True)
    )


def _free(word: str, given: set[str]) -> Iterator[str]:
    return (label for n in count(1) if (label := f"{word}{n}") not in given)


# -- declared rules --------------------------------------------------------------------------------


def _declared(declaration: RuleDecl | ConstraintDecl, label: str) -> Rule:
    head = declaration.head if isinstance(declaration, RuleDecl) else None
    text = show(declaration).removesuffix(".")
    because = text if declaration.label is None else label
    rule = _rule(label, _kind(declaration), head, declaration.body, because, declaration.span)
    possible = isinstance(declaration, ConstraintDecl) and declaration.possible
    return replace(rule, possible=possible)


def _kind(declaration: RuleDecl | ConstraintDecl) -> RuleKind:
    if isinstance(declaration, ConstraintDecl):
        return RuleKind.STRICT
    if declaration.default:
        return RuleKind.DEFAULT
    return RuleKind.REVISABLE if declaration.revisable else RuleKind.STRICT


def _rule(
    label: str,
    kind: RuleKind,
    head: Literal | None,
    body: tuple[Condition, ...],
    because: str,
    span: Span | None,
) -> Rule:
    return Rule(
        label,
        kind,
        head,
        tuple(condition for condition in body if isinstance(condition, Literal)),
        tuple(condition for condition in body if isinstance(condition, Comparison)),
        variables(body if head is None else (head, *body)),
        because,
        span=span,
    )


def variables(conditions: Iterable[Condition]) -> tuple[str, ...]:
    """The names of the variables, in order of first occurrence."""
    found = (term for condition in conditions for term in terms(condition))
    return tuple(dict.fromkeys(term.name for term in found if isinstance(term, Variable)))


# -- properties ------------------------------------------------------------------------------------


def _of_properties(relation: RelationDecl, arities: dict[str, int]) -> Iterator[Rule]:
    for stated in relation.properties:
        possible = isinstance(stated, DisjointWith) and stated.possible
        for label, because, head, body in _meaning(relation.name.text, stated, arities):
            rule = _rule(label, RuleKind.STRICT, head, body, because, stated.span)
            yield replace(rule, possible=possible)


def _meaning(
    name: str, stated: Property, arities: dict[str, int]
) -> Iterator[tuple[str, str, Literal | None, tuple[Literal, ...]]]:
    """Label, reason, head and body of what a property says; labels hold blanks, so none clash."""
    match stated:
        case Symmetric():
            one = (_literal(name, "YX"),)
            yield f"{name} symmetric", f"{name} is symmetric", _literal(name, "XY"), one
        case Transitive():
            two = (_literal(name, "XY"), _literal(name, "YZ"))
            yield f"{name} transitive", f"{name} is transitive", _literal(name, "XZ"), two
        case InverseOf(other):
            because = f"{name} is inverse of {other.text}"
            for here, there in ((name, other.text), (other.text, name)):
                turned = (_literal(there, "YX"),)
                yield f"{here} inverse of {there}", because, _literal(here, "XY"), turned
        case DisjointWith(other, possible):
            row = [f"X{n}" for n in range(1, arities[name] + 1)]
            text = f"{name} {{}}disjoint with {other.text}{' possible' if possible else ''}"
            both = (_literal(name, row), _literal(other.text, row))
            yield text.format(""), text.format("is "), None, both


def _literal(relation: str, names: Iterable[str]) -> Literal:
    return Literal(Atom(relation, tuple(map(Variable, names))))


def _without_repeats(found: Iterable[Rule]) -> Iterator[Rule]:
    """Declared rules all, of properties' rules only the first that says the same."""
    seen = set()
    for rule in found:
        if not rule.is_property:
            yield rule
        elif (meaning := (rule.head, frozenset(rule.body), rule.possible)) not in seen:
            seen.add(meaning)
            yield rule
