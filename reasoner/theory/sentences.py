"""Sentences and bodies against what is declared: relations, arities, sorts, safety."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from string import ascii_lowercase

from ..errors import (
    NotAValue,
    NotInRule,
    ReasonerError,
    SortClash,
    Span,
    UnknownRelation,
    UnsafeVariable,
    VariableHere,
    WrongArity,
)
from ..syntax.depth import MAX_DEPTH, depth, too_deep
from ..syntax.show import show
from ..syntax.tree import (
    Absent,
    And,
    Atom,
    Comparison,
    Condition,
    Constant,
    ConstraintDecl,
    If,
    Iff,
    Kind,
    Literal,
    Name,
    Not,
    Or,
    Order,
    RuleDecl,
    Sentence,
    Term,
    Truth,
    Variable,
)
from .model import Relation
from .names import Label, Scope, line, unknown
from .normal import each_atom
from .rules import variables
from .values import is_text


def sentence_mistakes(scope: Scope, sentence: Sentence) -> Iterator[ReasonerError]:
    """What is wrong with the names in a sentence; its constants' sorts are noted in *scope*.

    One that came through Python may also be malformed, nested too deep, or hold variables: a
    text was read within these limits.
    """
    if is_plain(scope.relations.get, sentence):
        return
    if not _is_sentence(sentence):
        yield NotAValue(
            f"a part of this {type(sentence).__name__} is no sentence, or an argument is no value",
            help="build it from literals: `kb.relation(name)(value, …)`",
        )
    elif depth(sentence) > MAX_DEPTH:
        yield too_deep(next((atom.span for atom in each_atom(sentence)), None))
    else:
        found = list(each_atom(sentence))
        yield from _variables_here(found)
        yield from _atom_mistakes(scope, found)


def is_plain(relation: Callable[[str], Relation | None], sentence: Sentence) -> bool:
    """Whether it is a literal of values alone, as its relation has them, and none has a sort.

    Most sentences are, and then nothing is wrong with them.
    """
    match sentence:
        case Literal(Atom(str(name), tuple(arguments)), bool()):
            declared = relation(name)
            return (
                declared is not None
                and len(arguments) == declared.arity
                and not any(declared.sorts)
                and all(isinstance(term, Constant) and _is_term(term) for term in arguments)
            )
    return False


def _is_sentence(sentence: Sentence) -> bool:
    """Whether it is one in all of its parts."""
    waiting: list[object] = [sentence]
    while waiting:
        match waiting.pop():
            case Literal() as literal:
                if not _is_literal(literal):
                    return False
            case Truth(bool()):
                pass
            case Not(part):
                waiting.append(part)
            case And(tuple(parts)) | Or(tuple(parts)) if parts:
                waiting.extend(parts)
            case If(one, other) | Iff(one, other):
                waiting.extend((one, other))
            case _:
                return False
    return True


def _is_condition(condition: Condition) -> bool:
    match condition:
        case (Literal() as literal) | Absent(Literal() as literal):
            return _is_literal(literal)
        case Comparison(left, Order(), right):
            return _is_term(left) and _is_term(right)
    return False


def _is_literal(literal: Literal) -> bool:
    match literal:
        case Literal(Atom(str(), tuple(arguments)), bool()):
            return all(map(_is_term, arguments))
    return False


def _is_term(term: Term) -> bool:
    match term:
        case Variable(str()):
            return True
        case Constant(Kind.TEXT, str() as text, str()):
            return is_text(text)
        case Constant(Kind.NUMBER, Decimal() as number, str()):
            return number.is_finite()
        case Constant(Kind.MONTH | Kind.DATE | Kind.MOMENT, int(), str()):
            return True
    return False


def _variables_here(found: Iterable[Atom]) -> Iterator[VariableHere]:
    """Variables, each once, where only values can stand."""
    names = {
        term.name: atom.span
        for atom in found
        for term in atom.arguments
        if isinstance(term, Variable)
    }
    for name, span in names.items():
        yield VariableHere(
            f"`{name}` is a variable; only a value can stand here",
            help="give a value; a query finds the values there are",
            span=span,
        )


def query_mistakes(scope: Scope, body: Iterable[Condition]) -> Iterator[ReasonerError]:
    """What is wrong with the names in a query; its safety is for the one who answers it."""
    conditions = tuple(body)
    if not all(map(_is_condition, conditions)):
        yield NotAValue("this is no query", help="write it as text, such as `budget(P, X), X > 3`")
        return
    yield from _atom_mistakes(scope, list(_body_atoms(conditions)))


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
    label = scope.labels.get(name.text) if arity == 0 else None
    if label is not None:
        return _label_as_sentence(name, label)
    arguments = "(…)" if arity is None or arity > 26 else f"({', '.join(ascii_lowercase[:arity])})"
    form = name.text if arity == 0 else name.text + arguments
    return unknown(
        UnknownRelation, "relation", name, scope.places, f"declare it: `relation {form}.`"
    )


def _label_as_sentence(name: Name, label: Label) -> UnknownRelation:
    what = "a rule" if label.kind == "rule" else "a statement"
    help = "write the sentence that is meant: what it says, and not its name"
    if label.says is not None:
        help = f"write what that one says: `{show(label.says)}`"
    return UnknownRelation(
        f"`{name.text}` is the label of {what}{line(label.span)}, and no sentence",
        help=help,
        span=name.span,
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
