"""Sentences and constants as compact JSON text, and back exactly as they were (without spans).

A literal is `["+", relation, argument…]` (`"-"` negated), a connective `["and", part…]`, a truth
value JSON's own. A constant is its text, or `[kind, value]`; its spelling follows where it differs.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from json.encoder import encode_basestring as _quoted
from operator import index
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

DEPTH = 300  # connectives inside one another: more than any sentence has when it comes here
TAGS = {Kind.TEXT: "t", Kind.NUMBER: "n", Kind.DATE: "d", Kind.MOMENT: "m", Kind.MONTH: "M"}
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_KINDS = {tag: kind for kind, tag in TAGS.items()}

_READING = json.JSONDecoder()


def encode(sentence: Sentence) -> str:
    """A ground sentence as text.

    Raises:
        Unstorable: E510, a lone surrogate in a text, or more than DEPTH levels.
    """
    if isinstance(sentence, Literal) and (quick := _quick(sentence)) is not None:
        return quick
    return encode_with(_constant, sentence)


def encode_with(constant: Callable[[Constant], object], sentence: Sentence) -> str:
    """As `encode`, with constants in another form."""
    return _dump(_sentence(sentence, DEPTH, constant))


def decode(text: str) -> Sentence:
    """The sentence that `encode` made *text* of."""
    value, end = _READING.raw_decode(text)
    if end != len(text):
        raise ValueError(f"more than one sentence: {text[:40]}")
    return _read_sentence(value, DEPTH)


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
    return tuple(Interval(index(start), index(end)) for start, end in json.loads(text))


def utf8(text: str) -> bytes:
    """The bytes of *text*; Unstorable (E510) where it holds half a character."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise half_a_character(error) from None


def half_a_character(error: UnicodeEncodeError) -> Unstorable:
    """What no file can hold, as our own error."""
    place = f"character {error.start + 1} of {error.object[:40]!r}"
    return Unstorable(
        f"{place} is a lone surrogate, which no file can hold",
        help="remove it, or decode the text with the encoding it was written in",
    )


def _dump(value: object) -> str:
    text = _JSON.encode(value)
    utf8(text)
    return text


# -- writing ---------------------------------------------------------------------------------------


def _quick(literal: Literal) -> str | None:
    """The same as in general, of a literal whose constants are all text spelt as it is."""
    parts = ['"+"' if literal.positive else '"-"', _quoted(literal.atom.relation)]
    for term in literal.atom.arguments:
        if not isinstance(term, Constant) or term.value != term.spelling:
            return None
        parts.append(_quoted(term.spelling))
    text = f"[{','.join(parts)}]"
    if not text.isascii():
        utf8(text)
    return text


def _sentence(sentence: Sentence, depth: int, constant: Callable[[Constant], object]) -> object:
    if depth == 0:
        raise Unstorable(
            f"the sentence is nested more than {DEPTH} levels deep",
            help="give a part of it a name of its own with a rule",
        )

    def write(part: Sentence) -> object:
        return _sentence(part, depth - 1, constant)

    match sentence:
        case Literal(atom, positive):
            arguments = map(constant, map(_ground, atom.arguments))
            return ["+" if positive else "-", atom.relation, *arguments]
        case Truth(value):
            return value
        case Not(part):
            return ["not", write(part)]
        case And(parts) | Or(parts):
            tag = "and" if isinstance(sentence, And) else "or"
            return [tag, *map(write, parts)]
        case If(head, body):
            return ["if", write(head), write(body)]
        case Iff(left, right):
            return ["iff", write(left), write(right)]


def _ground(term: Term) -> Constant:
    assert isinstance(term, Constant), "only ground sentences are recorded"
    return term


def _constant(constant: Constant) -> object:
    value = constant.value
    if constant.kind is Kind.TEXT and value == constant.spelling:
        return value
    plain = str(value) if isinstance(value, Decimal) else value
    tagged = [TAGS[constant.kind], plain]
    return tagged if constant.spelling == plain else [*tagged, constant.spelling]


# -- reading: ValueError, or ArithmeticError for a number, for what `encode` never makes -----------


def _read_sentence(value: Any, depth: int) -> Sentence:
    if depth == 0:
        raise ValueError(f"a sentence nested more than {DEPTH} levels deep")
    match value:
        case [("+" | "-") as sign, str(relation), *arguments]:
            return Literal(Atom(relation, tuple(map(_read_constant, arguments))), sign == "+")
        case bool():
            return Truth(value)

    def read(part: Any) -> Sentence:
        return _read_sentence(part, depth - 1)

    match value:
        case ["not", part]:
            return Not(read(part))
        case ["and", *parts]:
            return And(tuple(map(read, parts)))
        case ["or", *parts]:
            return Or(tuple(map(read, parts)))
        case ["if", head, body]:
            return If(read(head), read(body))
        case ["iff", left, right]:
            return Iff(read(left), read(right))
    raise ValueError(f"no sentence: {str(value)[:40]}")


def _read_constant(value: Any) -> Constant:
    match value:
        case str():
            return Constant(Kind.TEXT, value, value)
        case ["t", str(plain), str(spelling)]:
            return Constant(Kind.TEXT, plain, spelling)
        case ["n", str(plain), *spelling] if Decimal(plain).is_finite():
            return Constant(Kind.NUMBER, Decimal(plain), _spelling(plain, spelling))
        case [("d" | "m" | "M") as tag, int(us), str(spelling)] if not isinstance(us, bool):
            return Constant(_KINDS[tag], us, spelling)
    raise ValueError(f"no constant: {str(value)[:40]}")


def _spelling(plain: str, spelling: list[Any]) -> str:
    """How it was written, which is said only where it differs."""
    match spelling:
        case []:
            return plain
        case [str(written)]:
            return written
    raise ValueError(f"no spelling: {str(spelling)[:40]}")
