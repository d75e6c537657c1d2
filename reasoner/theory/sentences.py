"""Sentences and bodies against what is declared: relations, arities, sorts, safety."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase

from ..errors import (
    NotInRule,
    ReasonerError,
    SortClash,
    Span,
    UnknownRelation,
    UnsafeVariable,
    WrongArity,
)
from ..syntax.depth import MAX_DEPTH, depth, too_deep
from ..syntax.show import show
from ..syntax.tree import (
    Absent,
    Atom,
    Comparison,
    Condition,
    Constant,
    ConstraintDecl,
    Kind,
    Literal,
    Name,
    RuleDecl,
    Sentence,
    Variable,
)
from .model import Relation
from .names import Scope, line, unknown
from .normal import each_atom
from .rules import variables


def sentence_mistakes(scope: Scope, sentence: Sentence) -> Iterator[ReasonerError]:
    """What is wrong with the names in a sentence; its constants' sorts are noted in *scope*.

    One that came through Python may also be nested too deep: a text was read with that limit.
    """
    found = list(each_atom(sentence))
    if depth(sentence) > MAX_DEPTH:
        yield too_deep(next((atom.span for atom in found), None))
    yield from _atom_mistakes(scope, found)


def query_mistakes(scope: Scope, body: Iterable[Condition]) -> Iterator[ReasonerError]:
    """What is wrong with the names in a query; its safety is for the one who answers it."""
    return _atom_mistakes(scope, list(_body_atoms(body)))


def rule_mistakes(scope: Scope, rule: RuleDecl | ConstraintDecl) -> Iterator[ReasonerError]:
    """What is wrong with the names in a rule or constraint, and which variables are unsafe."""
    head = () if isinstance(rule, ConstraintDecl) else (rule.head,)
    yield from _atom_mistakes(scope, list(_body_atoms((*head, *rule.body))))
    for condition in rule.body:
        if isinstance(condition, Absent):
            positive = condition.literal.positive
            classical = ("-" if positive else "") + _written(condition.literal.atom)
            yield NotInRule(
                "`not` cannot stand here: more belief would mean that less follows",
                help=f"write `{classical}` for classical negation",
                span=condition.span,
            )
    yield from _unsafe(rule)


# -- relations, arities and sorts ------------------------------------------------------------------


def _body_atoms(conditions: Iterable[Condition]) -> Iterator[Atom]:
    for condition in conditions:
        match condition:
            case Literal(atom) | Absent(Literal(atom)):
                yield atom


def _atom_mistakes(scope: Scope, found: list[Atom]) -> Iterator[ReasonerError]:
    """The atoms of one statement: a variable in them is one variable."""
    joined: dict[str, tuple[str, Atom]] = {}
    for atom in found:
        relation = scope.relations.get(atom.relation)
        if relation is None:
            name = Name(atom.relation, _name_span(atom))
            yield unknown_relation(scope, name, len(atom.arguments))
        elif len(atom.arguments) != relation.arity:
            yield _wrong_arity(scope, atom, relation)
        else:
            yield from _sort_clashes(scope, atom, relation, joined)


def unknown_relation(scope: Scope, name: Name, arity: int | None) -> UnknownRelation:
    """That nothing declares the relation; arity None where that is not known."""
    arguments = "(…)" if arity is None or arity > 26 else f"({', '.join(ascii_lowercase[:arity])})"
    form = name.text if arity == 0 else name.text + arguments
    return unknown(
        UnknownRelation, "relation", name, scope.places, f"declare it: `relation {form}.`"
    )


def _name_span(atom: Atom) -> Span | None:
    """The relation's name alone."""
    span = atom.span
    if span is None:
        return None
    end = span.column + len(atom.relation)
    return Span(span.line, span.column, span.line, end, span.source)


def _wrong_arity(scope: Scope, atom: Atom, relation: Relation) -> WrongArity:
    takes = {0: "no arguments", 1: "1 argument"}.get(relation.arity, f"{relation.arity} arguments")
    return WrongArity(
        f"`{relation.name}` takes {takes}, and here it has {len(atom.arguments) or 'none'}",
        help=f"its form is `{form(relation)}`{line(scope.places.get(relation.name))}",
        span=atom.span,
    )


def form(relation: Relation) -> str:
    """`budget(project, amount)`, as declared."""
    arguments = (
        name if sort is None else f"{name}: {sort}"
        for name, sort in zip(relation.arguments, relation.sorts, strict=True)
    )
    return f"{relation.name}({', '.join(arguments)})" if relation.arity else relation.name


def _sort_clashes(
    scope: Scope, atom: Atom, relation: Relation, joined: dict[str, tuple[str, Atom]]
) -> Iterator[SortClash]:
    """Text constants have one sort in a whole text, variables one in a statement."""
    for term, sort in zip(atom.arguments, relation.sorts, strict=True):
        match term:
            case Constant(Kind.TEXT, str(text)) if sort is not None:
                before, place = scope.sorts.setdefault(text, (sort, atom.span))
                if before != sort:
                    yield SortClash(
                        f"`{show(term)}` stands for `{sort}` here, and for `{before}` elsewhere"
                        + line(place),
                        help="use two constants, or one sort for both arguments",
                        span=atom.span,
                    )
            case Variable(name) if sort is not None:
                before, other = joined.setdefault(name, (sort, atom))
                if before != sort:
                    where = f"in `{_written(other)}`"
                    yield SortClash(
                        f"`{name}` stands for `{sort}` here, and for `{before}` {where}",
                        help="use two variables, or one sort for both arguments",
                        span=atom.span,
                    )


def _written(atom: Atom) -> str:
    """The atom with its blanks as blanks."""
    terms = (
        Variable("_") if isinstance(term, Variable) and _is_blank(term.name) else term
        for term in atom.arguments
    )
    return show(Atom(atom.relation, tuple(terms)))


def _is_blank(variable: str) -> bool:
    """Whether a variable was written `_`; a number makes it differ from others."""
    return variable[:1] == "_" and variable[1:].isdigit()


# -- safety ----------------------------------------------------------------------------------------


def _unsafe(rule: RuleDecl | ConstraintDecl) -> Iterator[UnsafeVariable]:
    """Variables that no literal binds; in a constraint only positive ones do.

    A refused `not` counts as a literal, so that it makes one mistake and not two.
    """
    constraint = isinstance(rule, ConstraintDecl)
    binding = [
        condition
        for condition in rule.body
        if isinstance(condition, Absent)
        or (isinstance(condition, Literal) and (condition.positive or not constraint))
    ]
    bound = set(variables(binding))
    rest = [] if isinstance(rule, ConstraintDecl) else [rule.head]
    for condition in (*rest, *rule.body):
        for name in variables((condition,)):
            if name not in bound:
                bound.add(name)
                yield _unbound(name, condition, constraint)


def _unbound(name: str, condition: Condition, constraint: bool) -> UnsafeVariable:
    literal = "positive literal" if constraint else "literal"
    help = f"add a {literal} that holds `{name}` to the body"
    if _is_blank(name):
        name, help = "_", f"give the variable a name, and let a {literal} of the body hold it"
    verb = "is compared" if isinstance(condition, Comparison) else "stands here"
    message = f"`{name}` {verb}, and no {literal} of the body binds it"
    return UnsafeVariable(message, help=help, span=condition.span)
