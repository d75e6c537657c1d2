"""Goes on after a mistake: at the next statement, with the parser as it was before this one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from ..errors import ReasonerError, Source, Span
from .complain import NO_DOT, Place, complain
from .grammar import statement_words

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.exceptions import UnexpectedInput
    from lark.lexer import LineCounter
    from lark.parsers.lalr_interactive_parser import InteractiveParser

# What can end a statement that went wrong, and what is stepped over whole on the way there.
_STEP = re.compile(
    r'%[^\n]*|"(?:\\.|[^"\\\n])*"|(?P<end>\.(?![0-9]))|(?P<brace>[{}])|\n\s*(?=(?P<word>[a-z]+)\b)'
)


class Recovery:
    """Parses one source, and collects a complaint for each statement that does not parse.

    lost: where those statements stand, as offsets into the source.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.mistakes: list[ReasonerError] = []
        self.lost: list[tuple[int, int]] = []

    def tree(self, parser: Lark, start: str) -> Tree[Token] | None:
        """Lark's tree of the statements that parse; None where nothing is left of them."""
        from lark.exceptions import UnexpectedInput

        try:
            return parser.parse(self.source.text, start=start, on_error=self._on_error)
        except UnexpectedInput:
            return None

    def _on_error(self, error: UnexpectedInput) -> bool:
        """Note the mistake; whether parsing can go on, from where `_resume` left the parser."""
        interactive = cast("InteractiveParser", cast(Any, error).interactive_parser)
        base = _statement_start(interactive)
        place = self._place(error, interactive, base)
        mistake = complain(place)
        if not (place.text == "}" and place.verb is None and self.mistakes):
            self.mistakes.append(mistake)  # else the end of a block that was not understood
        if base is None:
            return False
        counter: LineCounter = cast(Any, interactive.lexer_thread).state.line_ctr
        if mistake.message == NO_DOT:
            interactive.feed_token(_dot(place))
            self._move(counter, place.position)
            return True
        values = interactive.parser_state.value_stack[base:]
        braces = sum(str(value) == "{" for value in values)
        begun = base if place.text else _outermost(interactive)
        after = self._next_statement(place, braces)
        self.lost.append((_begin(interactive, begun, place.position), after))
        _forget(interactive, begun)
        self._move(counter, after)
        return True

    def _place(
        self, error: UnexpectedInput, interactive: InteractiveParser, base: int | None
    ) -> Place:
        """What complaints are made from."""
        token: Token | None = getattr(error, "token", None)
        values = interactive.parser_state.value_stack
        begun = values[base or 0 :]
        at_end = token is not None and token.type == "$END"
        position = len(self.source.text) if at_end else cast(int, error.pos_in_stream)
        text = self.source.text[position : position + 1] if token is None else str(token)
        opened = _open_bracket(begun or values)
        start, end, end_line, end_column = _extent(values[-1]) if values else (0, 0, 1, 1)
        return Place(
            text=text,
            kind=token.type if token is not None else "",
            position=position,
            span=self._span(position, len(text)),
            accepts=frozenset(cast(Any, interactive).accepts()),
            previous=self.source.text[start:end],
            after=Span(end_line, end_column, end_line, end_column + 1, self.source),
            begun=self.source.text[_start(begun[0]) : end] if begun else "",
            opened=None if opened is None else self._span(_start(opened), 1),
        )

    def _span(self, position: int, length: int) -> Span:
        text = self.source.text
        line = text.count("\n", 0, position) + 1
        column = position - text.rfind("\n", 0, position)
        return Span(line, column, line, column + max(1, length), self.source)

    def _next_statement(self, place: Place, braces: int) -> int:
        """Where to go on: after a dot, at a line that begins a statement, or at a block's end."""
        text = self.source.text
        if place.text == "}" and place.verb is None:
            return place.position + 1
        for step in _STEP.finditer(text, place.position):
            if step["end"] or (step["word"] in statement_words()):
                return step.end()
            if step["brace"]:
                braces += 1 if step["brace"] == "{" else -1
                if braces < 0:
                    return step.start()
        return len(text)

    def _move(self, counter: LineCounter, position: int) -> None:
        """Let the lexer go on at *position*."""
        text = self.source.text
        counter.char_pos = position
        counter.line = text.count("\n", 0, position) + 1
        counter.line_start_pos = text.rfind("\n", 0, position) + 1
        counter.column = position - counter.line_start_pos + 1


def _statement_start(interactive: InteractiveParser) -> int | None:
    """How much of the parser's stack lies before the innermost unfinished statement."""
    starts = _starts(interactive)
    return max(starts) if starts else None


def _outermost(interactive: InteractiveParser) -> int:
    """How much of it lies before the outermost one."""
    starts = _starts(interactive)
    return next(index for index in starts if index + 1 not in starts)


def _starts(interactive: InteractiveParser) -> list[int]:
    """Where on the parser's stack a statement could begin and the text or block could end."""
    state: Any = interactive.parser_state
    table = state.parse_conf.parse_table.states
    actions = [table[number] for number in state.state_stack]
    return [
        index
        for index, known in enumerate(actions)
        if "RELATION" in known and ("$END" in known or "RBRACE" in known)
    ]


def _begin(interactive: InteractiveParser, base: int, position: int) -> int:
    """Where in the text the stack's values after the first *base* begin; *position* without any."""
    values = interactive.parser_state.value_stack[base:]
    return _start(values[0]) if values else position


def _forget(interactive: InteractiveParser, base: int) -> None:
    """Take the parser back to where its stack had *base* values."""
    state = interactive.parser_state
    del state.state_stack[base + 1 :]
    del state.value_stack[base:]


def _open_bracket(values: list[Any]) -> Token | None:
    """The innermost bracket or brace among the *values* that none of them closes."""
    opened = []
    for value in values:
        kind = getattr(value, "type", None)
        if kind in ("LPAR", "LBRACE"):
            opened.append(value)
        elif kind in ("RPAR", "RBRACE") and opened:
            opened.pop()
    return opened[-1] if opened else None


def _extent(value: Any) -> tuple[int, int, int, int]:
    """Start, end, and the end's line and column, of a token or a tree."""
    place = getattr(value, "meta", value)
    if getattr(place, "empty", False):
        return 0, 0, 1, 1
    return place.start_pos, place.end_pos, place.end_line, place.end_column


def _start(value: Any) -> int:
    return _extent(value)[0]


def _dot(place: Place) -> Token:
    """The dot that was left out."""
    from lark import Token

    line, column = place.after.line, place.after.column
    return Token("DOT", ".", place.position, line, column, line, column + 1, place.position)
