"""Back to text: constants, sentences and conditions; the rest of the tree is in show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import singledispatch

from . import tree
from .grammar import is_name

_PLAIN = re.compile(r"[a-z]\w*", re.ASCII)
_OPENING_WORDS = frozenset({"not", "true", "both"})  # that a condition or a query begins with
_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


@singledispatch
def show(node: object) -> str:
    """Any node of the tree as the language writes it."""
    raise TypeError(f"{type(node).__name__} is no node of the tree")


def show_constant(constant: tree.Constant) -> str:
    """`apollo`, `"any text"`; a number or an instant as it was spelt."""
    if constant.kind is not tree.Kind.TEXT:
        return constant.spelling
    text = str(constant.value)
    return text if _PLAIN.fullmatch(text) or is_name(text) else quoted(text)


def quoted(text: str) -> str:
    """*text* in quotes, with its escapes."""
    return f'"{text.translate(_ESCAPES)}"'


def words(*parts: str | None) -> str:
    """Those of the parts that say something, with a blank between."""
    return " ".join(part for part in parts if part)


def listed(parts: Iterable[object]) -> str:
    """Nodes, with commas."""
    return ", ".join(map(show, parts))


def decimal(value: Decimal) -> str:
    """A number without an exponent."""
    return format(value, "f")


# -- sentences and conditions ----------------------------------------------------------------------

_CONDITIONAL = (tree.If, tree.Iff)
_COMPOUND = (tree.And, tree.Or, tree.If, tree.Iff)


def _bracketed(part: tree.Sentence, *looser: type) -> str:
    return f"({show(part)})" if isinstance(part, looser) else show(part)


@show.register
def _constant(node: tree.Constant) -> str:
    return show_constant(node)


@show.register
def _variable(node: tree.Variable) -> str:
    return node.name


@show.register
def _atom(node: tree.Atom) -> str:
    return f"{node.relation}({listed(node.arguments)})" if node.arguments else node.relation


@show.register
def _literal(node: tree.Literal) -> str:
    return ("" if node.positive else "-") + show(node.atom)


@show.register
def _truth(node: tree.Truth) -> str:
    return "true" if node.value else "false"


@show.register
def _not(node: tree.Not) -> str:
    return "not " + _bracketed(node.part, *_COMPOUND)


@show.register
def _and(node: tree.And) -> str:
    return " and ".join(_bracketed(part, *_COMPOUND) for part in node.parts)


@show.register
def _or(node: tree.Or) -> str:
    return " or ".join(_bracketed(part, tree.Or, *_CONDITIONAL) for part in node.parts)


@show.register
def _if(node: tree.If) -> str:
    return f"{_bracketed(node.head, *_CONDITIONAL)} if {_bracketed(node.body, *_CONDITIONAL)}"


@show.register
def _iff(node: tree.Iff) -> str:
    return f"{_bracketed(node.left, *_CONDITIONAL)} iff {_bracketed(node.right, *_CONDITIONAL)}"


@show.register
def _comparison(node: tree.Comparison) -> str:
    left = show(node.left)
    if isinstance(node.left, tree.Constant) and left in _OPENING_WORDS:
        left = quoted(left)
    return f"{left} {node.order.value} {show(node.right)}"


@show.register
def _absent(node: tree.Absent) -> str:
    return "not " + show(node.literal)
