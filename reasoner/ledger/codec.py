"""Sentences and constants as compact JSON text, and back exactly as they were (without spans).

A literal is `["+", relation, argument…]` (`"-"` negated), a connective `["and", part…]`, a truth
value JSON's own. A constant is its text, or `[kind, value]`; its spelling follows where it differs.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from ..errors import Unstorable
from ..syntax.tree import (
    And,
    Atom,
    Constant,
    If,
    Iff,
    Kind,
    Literal,
    Not,
    Or,
    Sentence,
    Term,
    Truth,
)
from ..time import Interval

DEPTH = 100  # connectives inside one another
_TAGS = {Kind.TEXT: "t", Kind.NUMBER: "n", Kind.DATE: "d", Kind.MOMENT: "m"}
_KINDS = {tag: kind for kind, tag in _TAGS.items()}


def encode(sentence: Sentence) -> str:
    """A ground sentence as text.

    Raises:
        Unstorable: E510, a lone surrogate in a text, or more than DEPTH levels.
    """
    return _dump(_sentence(sentence, DEPTH))


def decode(text: str) -> Sentence:
    """The sentence that `encode` made *text* of."""
    return _read_sentence(json.loads(text))


def encode_constants(constants: tuple[Constant, ...]) -> str:
    """Constants as text; raises as `encode` does."""
    return _dump([_constant(constant) for constant in constants])


def decode_constants(text: str) -> tuple[Constant, ...]:
    """The constants that `encode_constants` made *text* of."""
    return tuple(map(_read_constant, json.loads(text)))


def encode_intervals(intervals: tuple[Interval, ...]) -> str:
    """As compact JSON: a pair of instants for each."""
    return _dump([[interval.start, interval.end] for interval in intervals])


def decode_intervals(text: str) -> tuple[Interval, ...]:
    """The intervals that `encode_intervals` made *text* of."""
    return tuple(Interval(start, end) for start, end in json.loads(text))


def utf8(text: str) -> bytes:
    """The bytes of *text*; Unstorable (E510) where it holds half a character."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        place = f"character {error.start + 1} of {text[:40]!r}"
        raise Unstorable(
            f"{place} is a lone surrogate, which no file can hold",
            help="remove it, or decode the text with the encoding it was written in",
        ) from None


def _dump(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    utf8(text)
    return text


# -- writing ---------------------------------------------------------------------------------------


def _sentence(sentence: Sentence, depth: int) -> object:
    if depth == 0:
        raise Unstorable(
            f"the sentence is nested more than {DEPTH} levels deep",
            help="give a part of it a name of its own with a rule",
        )
    match sentence:
        case Literal(atom, positive):
            return ["+" if positive else "-", atom.relation, *map(_argument, atom.arguments)]
        case Truth(value):
            return value
        case Not(part):
            return ["not", _sentence(part, depth - 1)]
        case And(parts) | Or(parts):
            tag = "and" if isinstance(sentence, And) else "or"
            return [tag, *(_sentence(part, depth - 1) for part in parts)]
        case If(head, body):
            return ["if", _sentence(head, depth - 1), _sentence(body, depth - 1)]
        case Iff(left, right):
            return ["iff", _sentence(left, depth - 1), _sentence(right, depth - 1)]


def _argument(term: Term) -> object:
    assert isinstance(term, Constant), "only ground sentences are recorded"
    return _constant(term)


def _constant(constant: Constant) -> object:
    value = constant.value
    if constant.kind is Kind.TEXT and value == constant.spelling:
        return value
    plain = str(value) if isinstance(value, Decimal) else value
    tagged = [_TAGS[constant.kind], plain]
    return tagged if constant.spelling == plain else [*tagged, constant.spelling]


# -- reading ---------------------------------------------------------------------------------------


def _read_sentence(value: Any) -> Sentence:
    if isinstance(value, bool):
        return Truth(value)
    tag, *rest = value
    if tag in ("+", "-"):
        relation, *arguments = rest
        return Literal(Atom(relation, tuple(map(_read_constant, arguments))), tag == "+")
    parts = tuple(map(_read_sentence, rest))
    match tag:
        case "not":
            return Not(parts[0])
        case "and":
            return And(parts)
        case "or":
            return Or(parts)
        case "if":
            return If(parts[0], parts[1])
        case "iff":
            return Iff(parts[0], parts[1])
    raise ValueError(f"unknown tag {tag!r}")


def _read_constant(value: Any) -> Constant:
    if isinstance(value, str):
        return Constant(Kind.TEXT, value, value)
    tag, plain, *spelling = value
    kind = _KINDS[tag]
    exact = Decimal(plain) if kind is Kind.NUMBER else plain
    return Constant(kind, exact, spelling[0] if spelling else plain)
