"""The parts of a statement: values, instants, sentences and bodies, from lark's tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count
from typing import TYPE_CHECKING, TypeVar, cast

from ..errors import (
    BadInstant,
    BadNumber,
    BadText,
    NeedsBrackets,
    NotYet,
    ReasonerError,
    Source,
    Span,
    UnexpectedText,
)
from ..time import Duration, partial, show_instant
from . import tree
from .show import quoted, show

if TYPE_CHECKING:
    from lark import Token
    from lark.tree import Meta

AGGREGATES = ("count", "sum", "min", "max")

_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_COUNT = re.compile(r"[0-9]{1,9}")
_MONTH = re.compile(r"-?[0-9]{4}-[0-9]{2}")
_REPAIRED = re.compile(r"(.*?)[:;] (?:an? \w+ is written (.*)|((?:write|leave|end) .*))")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {'"': '"', "\\": "\\", "n": "\n"}
_FORMS = "write a date such as `2026-03-01`, or a date-time such as `2026-03-09T23:59:59Z`"

C = TypeVar("C", bound=tree.Condition)


@dataclass(frozen=True, slots=True)
class When:
    """An instant, or the first and last one of a year or a month.

    text: how it was written; "" for what is none, and is among the mistakes.
    """

    first: int
    last: int
    text: str

    @property
    def ends(self) -> tuple[int, int]:
        return self.first, self.last

    @property
    def is_exact(self) -> bool:
        return self.first == self.last


class Parts:
    """One method per rule of the grammar, each from a place and children to a value.

    What a method finds wrong it adds to `mistakes`; what it then returns is never used.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.mistakes: list[ReasonerError] = []

    def span(self, place: Meta | Token) -> Span:
        line, column = cast(int, place.line), cast(int, place.column)
        end_line, end_column = cast(int, place.end_line), cast(int, place.end_column)
        return Span(line, column, end_line, end_column, self.source)

    def not_yet(self, place: Meta | Token, what: str, help: str) -> None:
        """Refuse by name what the language has and this version has not."""
        message = f"{what} is not supported yet"
        self.mistakes.append(NotYet(message, help=help, span=self.span(place)))

    # -- the smallest parts ------------------------------------------------------------------------

    def name(self, place: Meta, token: Token) -> tree.Name:
        return tree.Name(token.value, self.span(token))

    def label(self, place: Meta, name: tree.Name) -> tree.Name:
        return name

    def constant(self, place: Meta, token: Token) -> tree.Constant:
        match token.type:
            case "NUMBER":
                return tree.Constant(tree.Kind.NUMBER, self.decimal(token), token.value)
            case "INSTANT":
                kind = tree.Kind.MONTH if _MONTH.fullmatch(token) else tree.Kind.DATE
                kind = tree.Kind.MOMENT if "T" in token else kind
                return tree.Constant(kind, self.when(place, token).first, token.value)
            case "STRING":
                text = self.unquoted(token)
                return tree.Constant(tree.Kind.TEXT, text, text)
        return tree.Constant(tree.Kind.TEXT, token.value, token.value)

    def variable(self, place: Meta, token: Token) -> tree.Variable:
        return tree.Variable(token.value)

    def instant(self, place: Meta, token: Token) -> int:
        when = self.when(place, token)
        if not when.is_exact:
            message = f"`{token}` names no single instant, as is needed here"
            help = f"write the day, such as `{show_instant(when.first)}`"
            self.mistakes.append(BadInstant(message, help=help, span=self.span(token)))
        return when.first

    def when(self, place: Meta, token: Token) -> When:
        try:
            return When(*partial(token.value), token.value)
        except ValueError as error:
            self._no_time(error, _FORMS, token)
            return When(0, 0, "")

    def duration(self, token: Token) -> Duration | None:
        try:
            return Duration.read(token.value)
        except ValueError as error:
            self._no_time(error, "write a duration such as `P3M` or `P90D`", token)
            return None

    def after(self, us: int, token: Token) -> int | None:
        """The instant that the duration *token* leads to from *us*."""
        duration = self.duration(token)
        try:
            return None if duration is None else duration.after(us)
        except ValueError as error:
            self._no_time(error, "write a shorter duration", token)
            return None

    def _no_time(self, error: ValueError, otherwise: str, token: Token) -> None:
        """Pass on what is wrong with a text, and what to do where that is said too."""
        said = _REPAIRED.fullmatch(str(error))
        message, help = str(error), otherwise
        if said is not None:
            message, help = said[1], said[3] or f"write {said[2]}"
        self.mistakes.append(BadInstant(message, help=help, span=self.span(token)))

    def decimal(self, token: Token) -> Decimal:
        text = token.value
        if _NUMBER.fullmatch(text):
            return Decimal(text)
        help = f"put text in quotes: `{quoted(text)}`"
        if re.fullmatch(r"-?[0-9.]+[eE][0-9]+", text):
            help = "write the number out, without an exponent"
        elif _NUMBER.fullmatch(text.replace("_", "")):
            help = f"write it without `_`: `{text.replace('_', '')}`"
        self.mistakes.append(BadNumber(f"`{text}` is no number", help=help, span=self.span(token)))
        return Decimal(0)

    def whole(self, token: Token) -> int:
        """A number to count with."""
        if _COUNT.fullmatch(token.value):
            return int(token.value)
        message = f"`{token.value}` is no number to count with"
        help = "write a whole number of at most nine digits, such as `2`"
        self.mistakes.append(BadNumber(message, help=help, span=self.span(token)))
        return 0

    def unquoted(self, token: Token) -> str:
        """The text that a quoted one stands for."""
        inside = token.value[1:-1]
        if "\\" not in inside:
            return cast(str, inside)
        for escape in _ESCAPE.finditer(inside):
            if escape[1] not in _ESCAPED:
                whole = self.span(token)
                column = whole.column + 1 + escape.start()
                span = replace(whole, column=column, end_column=column + 2)
                help = f'write `\\\\{escape[1]}` for a backslash; `\\"` and `\\n` are the others'
                self.mistakes.append(BadText(f"`{escape[0]}` is no escape", help=help, span=span))
        return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], ""), inside)

    # -- sentences ---------------------------------------------------------------------------------

    def ground_atom(self, place: Meta, relation: Token, *terms: tree.Term | None) -> tree.Atom:
        arguments = tuple(term for term in terms if term is not None)
        return tree.Atom(relation.value, arguments, self.span(place))

    def fact(self, place: Meta, minus: Token | None, atom: tree.Atom) -> tree.Literal:
        return tree.Literal(atom, minus is None, self.span(place))

    atom = ground_atom
    literal = fact

    def truth(self, place: Meta, token: Token) -> tree.Truth:
        return tree.Truth(token.type == "TRUE", self.span(place))

    def group(self, place: Meta, sentence: tree.Sentence) -> tree.Sentence:
        return sentence

    def absence(self, place: Meta, part: tree.Sentence) -> tree.Not:
        return tree.Not(part, self.span(place))

    def conjunction(self, place: Meta, *parts: tree.Sentence) -> tree.And:
        return tree.And(parts, self.span(place))

    def disjunction(self, place: Meta, *parts: tree.Sentence) -> tree.Or:
        return tree.Or(parts, self.span(place))

    def conditional(
        self, place: Meta, left: tree.Sentence, sign: Token, right: tree.Sentence, *more: object
    ) -> tree.If | tree.Iff:
        span = self.span(place)
        node = tree.If(left, right, span) if sign.type == "IF" else tree.Iff(left, right, span)
        if more:
            rest = " ".join(_operand(part) for part in more)
            whole = f"({show(node)}) {rest}"
            message = "`if` and `iff` do not chain: this could be read in two ways"
            help = f"bracket it, for instance `{whole}`"
            self.mistakes.append(NeedsBrackets(message, help=help, span=span))
        return node

    # -- bodies ------------------------------------------------------------------------------------

    def body(self, place: Meta, *conditions: tree.Condition) -> tuple[tree.Condition, ...]:
        return conditions

    def absent(self, place: Meta, literal: tree.Literal) -> tree.Absent:
        return tree.Absent(literal, self.span(place))

    def comparison(
        self, place: Meta, left: tree.Term, order: Token, right: tree.Term
    ) -> tree.Comparison:
        return tree.Comparison(left, tree.Order(order.value), right, self.span(place))

    def aggregate(self, place: Meta, left: tree.Term, order: Token, *rest: Token) -> tree.Condition:
        name = rest[0]
        if name.value in AGGREGATES:
            self.not_yet(place, f"the aggregate `{name}`", "ask `?- BODY.` and work on its answers")
        else:
            message = f"`{name}` is a value, and a value has no arguments"
            help = "compare with a variable, and let a condition of its own bind it"
            self.mistakes.append(UnexpectedText(message, help=help, span=self.span(place)))
        return tree.Comparison(left, tree.Order(order.value), left)


def _operand(part: object) -> str:
    """A sign, or a sentence with the brackets that it needs beside one."""
    if isinstance(part, str):
        return str(part)
    return f"({show(part)})" if isinstance(part, tree.If | tree.Iff) else show(part)


# -- blanks ----------------------------------------------------------------------------------------

_BLANK = tree.Variable("_")


def number_blanks(conditions: Iterable[C]) -> tuple[C, ...]:
    """The conditions of one statement, each `_` now a variable of its own (`_1`, `_2`, …)."""
    conditions = tuple(conditions)
    used = {term for condition in conditions for term in tree.terms(condition)}
    if _BLANK not in used:
        return conditions
    names = (tree.Variable(f"_{number}") for number in count(1))
    fresh = (variable for variable in names if variable not in used)
    return tuple(_filled(condition, fresh) for condition in conditions)


def _filled(condition: C, fresh: Iterator[tree.Variable]) -> C:
    """*condition* with a variable from *fresh* for each blank."""

    def fill(term: tree.Term) -> tree.Term:
        return next(fresh) if term == _BLANK else term

    match condition:
        case tree.Literal():
            atom = replace(condition.atom, arguments=tuple(map(fill, condition.atom.arguments)))
            return replace(condition, atom=atom)
        case tree.Absent():
            return replace(condition, literal=_filled(condition.literal, fresh))
    return replace(condition, left=fill(condition.left), right=fill(condition.right))
