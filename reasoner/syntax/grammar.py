"""The parser that the grammar file makes, built once, when it is first needed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ..files import grammar_text

if TYPE_CHECKING:
    from lark import Lark

STARTS = ("start", "sentence_text", "query_text", "conflict")


@cache
def parser() -> Lark:
    """The LALR parser of the language; it starts at any of STARTS."""
    from lark import Lark

    return Lark(
        grammar_text(),
        parser="lalr",
        lexer="contextual",
        regex=True,
        propagate_positions=True,
        start=list(STARTS),
    )


@cache
def _name_pattern() -> Any:
    import regex

    return regex.compile(str(parser().get_terminal("NAME").pattern.value))


def is_name(text: str) -> bool:
    """Whether *text* can stand bare as a name or a constant."""
    return _name_pattern().fullmatch(text) is not None


@cache
def word(terminal: str) -> str | None:
    """The keyword or sign that a terminal of the grammar is, None for a pattern."""
    from lark.lexer import PatternStr

    pattern = parser().get_terminal(terminal).pattern
    return pattern.value if isinstance(pattern, PatternStr) else None


@cache
def statement_words() -> tuple[str, ...]:
    """The words that begin a statement, sorted."""
    start: Any = parser().parse_interactive("", start="start")
    words = (word(name) or "" for name in start.accepts() - {"$END"})
    return tuple(sorted(filter(str.isalpha, words)))
