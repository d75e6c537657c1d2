"""A query's body made ready to run: equalities solved, safety checked, conditions in order."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..errors import UnsafeQuery
from ..syntax.tree import (
    Absent,
    Atom,
    Comparison,
    Condition,
    Constant,
    Literal,
    Order,
    Term,
    Variable,
    terms,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run, and how to read its answers.

    conditions: each check stands as early as its variables have values, and each positive
        literal after those that can bind its arguments. No equality is left, except one between
        two constants that differ: it never holds.
    shown: the body's named variables in order of first occurrence, each with the term that
        stands for it in `conditions`.
    """

    conditions: tuple[Condition, ...]
    shown: tuple[tuple[str, Term], ...]


def plan(body: tuple[Condition, ...]) -> Plan:
    """Make *body* ready.

    A variable is safe when a positive literal holds it, or when it equals (`X = 3`, `X = Y`) a
    constant or a safe variable. One that begins with `_` may also stand in one `not` and nowhere
    else: `not p(X, _)` says that no second argument will do.

    Raises:
        UnsafeQuery: E308, for the first variable of the body that is not safe.
    """
    equal, rest = _solve(body)
    conditions = tuple(_substitute(condition, equal) for condition in rest)
    providers = {name for c in conditions if isinstance(c, Literal) for name in _names(c)}
    _check(body, equal, providers)
    names = dict.fromkeys(name for condition in body for name in _names(condition))
    return Plan(
        _ordered(conditions, providers),
        tuple((n, _stand_in(Variable(n), equal)) for n in names if not n.startswith("_")),
    )


def _names(condition: Condition) -> list[str]:
    """Its variables, with repeats."""
    return [term.name for term in terms(condition) if isinstance(term, Variable)]


# -- equalities ---


def _solve(body: tuple[Condition, ...]) -> tuple[dict[str, Term], list[Condition]]:
    """Unify what `=` equates: what each variable is replaced by, and the conditions left."""
    equal: dict[str, Term] = {}
    rest: list[Condition] = []
    for condition in body:
        if not (isinstance(condition, Comparison) and condition.order is Order.EQ):
            rest.append(condition)
            continue
        left, right = _stand_in(condition.left, equal), _stand_in(condition.right, equal)
        if left == right:
            continue
        if isinstance(left, Variable):
            equal[left.name] = right
        elif isinstance(right, Variable):
            equal[right.name] = left
        else:
            rest.append(condition)
    return equal, rest


def _stand_in(term: Term, equal: dict[str, Term]) -> Term:
    """The constant or the variable that *term* was found equal to; itself when there is none."""
    while isinstance(term, Variable) and term.name in equal:
        term = equal[term.name]
    return term


def _substitute(condition: Condition, equal: dict[str, Term]) -> Condition:
    match condition:
        case Comparison(left=left, right=right):
            return replace(condition, left=_stand_in(left, equal), right=_stand_in(right, equal))
        case Absent(literal=literal):
            return replace(condition, literal=_in_literal(literal, equal))
        case Literal():
            return _in_literal(condition, equal)


def _in_literal(literal: Literal, equal: dict[str, Term]) -> Literal:
    arguments = tuple(_stand_in(term, equal) for term in literal.atom.arguments)
    return replace(literal, atom=Atom(literal.atom.relation, arguments, literal.atom.span))


# -- safety ---


def _check(body: tuple[Condition, ...], equal: dict[str, Term], providers: set[str]) -> None:
    for condition in body:
        for name in _names(condition):
            term = _stand_in(Variable(name), equal)
            safe = isinstance(term, Constant) or term.name in providers
            if not safe and not _is_any(name, condition, body):
                raise _unsafe(name, condition)


def _is_any(name: str, condition: Condition, body: tuple[Condition, ...]) -> bool:
    """Whether the variable is a `_` that stands under one `not` and nowhere else."""
    alone = sum(name in _names(other) for other in body) == 1
    return name.startswith("_") and isinstance(condition, Absent) and alone


def _unsafe(name: str, condition: Condition) -> UnsafeQuery:
    where = "in a comparison" if isinstance(condition, Comparison) else "under `not`"
    advice = f"add a condition without `not` that gives `{name}` a value"
    if isinstance(condition, Absent):
        advice += ", or write `_` if any value will do"
    return UnsafeQuery(
        f"`{name}` stands {where}, and nothing gives it a value", help=advice, span=condition.span
    )


# -- order -----------------------------------------------------------------------------------------


def _ordered(conditions: tuple[Condition, ...], providers: set[str]) -> tuple[Condition, ...]:
    """At each place the condition that is cheapest there; the order of the text decides a tie."""
    missing = {i: providers.intersection(_names(c)) for i, c in enumerate(conditions)}
    ordered = []
    while missing:
        place = min(missing, key=lambda i: _cost(conditions[i], missing[i]))
        known = missing.pop(place)
        ordered.append(conditions[place])
        for names in missing.values():
            names -= known
    return tuple(ordered)


def _cost(condition: Condition, missing: set[str]) -> tuple[int, ...]:
    """Smaller is cheaper: comparisons, look-ups of one atom, `not`; then what has more bound.

    missing: those of its variables that have no value yet.
    """
    match condition:
        case Comparison():
            return (5 if missing else 0,)
        case Absent():
            return (5 if missing else 2,)
        case Literal(atom=atom):
            if not missing:
                return (1,)
            bound = len(atom.arguments) - sum(name in missing for name in _names(condition))
            return (3 if bound else 4, len(missing), -bound)
