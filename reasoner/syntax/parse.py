"""Text to tree: every mistake of the text is reported, not only the first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from ..errors import BadText, Mistakes, ReasonerError, Source, Span
from . import tree
from .build import Builder
from .grammar import parser
from .recover import Recovery

_WORD = re.compile(r"\w+|\{")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Draft:
    """What can be understood of a text that may have mistakes.

    program: the statements without any.
    lost: the words of the others, among them all names that those could have declared, and `{`
        where one of them opened a block.
    """

    program: tree.Program
    mistakes: tuple[ReasonerError, ...]
    lost: frozenset[str]


def parse_with_mistakes(text: str, name: str = "<text>") -> Draft:
    """The statements of *text*, which messages call *name*, and the mistakes of the others."""
    source, mistakes = _source(text, name)
    recovery, builder = Recovery(source), Builder(source)
    root = recovery.tree(parser(), "start")
    program = tree.Program(()) if root is None else builder.program(root)
    lost = [(0, len(source.text))] if root is None else recovery.lost + builder.lost
    words = {word for start, end in lost for word in _WORD.findall(source.text[start:end])}
    found = Mistakes([*mistakes, *recovery.mistakes, *builder.mistakes])
    return Draft(program, found.errors, frozenset(words))


def parse(text: str, name: str = "<text>") -> tree.Program:
    """The statements of *text*, which messages call *name*.

    Raises:
        Mistakes: E1, all that is wrong with the text, in its order.
    """
    draft = parse_with_mistakes(text, name)
    if draft.mistakes:
        raise Mistakes(draft.mistakes)
    return draft.program


def parse_sentence(text: str, name: str = "<sentence>") -> tree.Sentence:
    """One sentence, without variables; the final dot may be left out.

    Raises:
        Mistakes: E1, as for `parse`.
    """
    sentence: tree.Sentence = _read(text, name, "sentence_text")
    return sentence


def parse_query(text: str, name: str = "<query>") -> tree.Query:
    """The body of a query; `?-` before it and the final dot may be left out.

    Raises:
        Mistakes: E1, as for `parse`.
    """
    query: tree.Query = _read(text, name, "query_text")
    return query


def parse_elements(text: str, name: str = "<elements>") -> tuple[tree.ElementName, ...]:
    """A set of elements by name, in braces.

    Raises:
        Mistakes: E1, as for `parse`.
    """
    elements: tuple[tree.ElementName, ...] = _read(text, name, "conflict")
    return elements


def _read(text: str, name: str, start: str) -> Any:
    source, mistakes = _source(text, name)
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


def _source(text: str, name: str) -> tuple[Source, list[ReasonerError]]:
    """The text without half characters, and a mistake for each."""
    source = Source(name, _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text))
    return source, [_not_text(source, match.start()) for match in _SURROGATE.finditer(text)]


def _not_text(source: Source, position: int) -> ReasonerError:
    line = source.text.count("\n", 0, position) + 1
    column = position - source.text.rfind("\n", 0, position)
    span = Span(line, column, line, column + 1, source)
    help = "save the file as UTF-8, and type the character again"
    return BadText("half a character (a lone surrogate) stands here", help=help, span=span)
