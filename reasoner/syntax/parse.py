"""Text to tree: every mistake of the text is reported, not only the first."""

from __future__ import annotations

import re
from typing import Any

from ..errors import BadText, Mistakes, ReasonerError, Source, Span
from . import tree
from .build import Builder
from .grammar import parser
from .recover import Recovery

_SURROGATE = re.compile("[\ud800-\udfff]")


def parse(text: str, name: str = "<text>") -> tree.Program:
    """The statements of *text*, which messages call *name*.

    Raises:
        Mistakes: E1, all that is wrong with the text, in its order.
    """
    program: tree.Program = _read(text, name, "start")
    return program


def parse_sentence(text: str, name: str = "<sentence>") -> tree.Sentence:
    """One sentence, without variables and without a final dot.

    Raises:
        Mistakes: E1, as for `parse`.
    """
    sentence: tree.Sentence = _read(text, name, "sentence")
    return sentence


def parse_query(text: str, name: str = "<query>") -> tree.Query:
    """The body of a query; `?-` before it and the final dot may be left out.

    Raises:
        Mistakes: E1, as for `parse`.
    """
    query: tree.Query = _read(text, name, "query_text")
    return query


def _read(text: str, name: str, start: str) -> Any:
    source = Source(name, _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text))
    mistakes: list[ReasonerError] = [
        _not_text(source, match.start()) for match in _SURROGATE.finditer(text)
    ]
    recovery = Recovery(source)
    root = recovery.tree(parser(), start)
    mistakes += recovery.mistakes
    if root is not None:
        builder = Builder(source)
        built = builder.build(root)
        mistakes += builder.mistakes
    if mistakes:
        raise Mistakes(mistakes)
    return built


def _not_text(source: Source, position: int) -> ReasonerError:
    line = source.text.count("\n", 0, position) + 1
    column = position - source.text.rfind("\n", 0, position)
    span = Span(line, column, line, column + 1, source)
    help = "save the file as UTF-8, and type the character again"
    return BadText("half a character (a lone surrogate) stands here", help=help, span=span)
