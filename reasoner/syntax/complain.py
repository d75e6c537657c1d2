"""What to say about a text that does not parse: the common mistakes by name, then the rest."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches

from ..errors import (
    BadText,
    NotYet,
    ReasonerError,
    Span,
    UnexpectedText,
    UnknownStatement,
    VariableHere,
)
from .grammar import statement_words, word
from .parts import AGGREGATES
from .show import quoted

NO_DOT = "this statement has no final dot"


@dataclass(frozen=True, slots=True)
class Place:
    """Where parsing stopped, and what the parser knew there."""

    text: str  # the token, or the character that begins none; "" at the end of the text
    kind: str  # the token's name in the grammar; "" for a character
    position: int  # its offset
    span: Span
    accepts: frozenset[str]  # the tokens that could have stood here
    previous: str  # the text of what was last understood
    after: Span  # the column after that
    begun: str  # the text of the statement so far
    opened: Span | None  # the innermost bracket that is still open

    def error(self, kind: type[ReasonerError], message: str, help: str) -> ReasonerError:
        return kind(message, help=help, span=self.span)

    @property
    def source(self) -> str:
        return self.span.source.text

    @property
    def read(self) -> str:
        """The source up to here."""
        return self.source[: self.position]

    @property
    def verb(self) -> str | None:
        """The word that the statement begins with, None before it."""
        first = re.match(r"\w+|\S", self.begun)
        return None if first is None else first[0]

    @property
    def in_body(self) -> bool:
        """Whether conditions stand here, and not sentences."""
        return self.verb in ("rule", "default", "constraint", "?")

    @property
    def on_new_line(self) -> bool:
        return self.span.line > self.after.line


def complain(place: Place) -> ReasonerError:
    """The mistake at *place*: what the first of the complaints that fits has to say."""
    for complaint in _COMPLAINTS:
        mistake = complaint(place)
        if mistake is not None:
            return mistake
    return _anything_else(place)


# -- how a text ends -------------------------------------------------------------------------------


def _no_dot(place: Place) -> ReasonerError | None:
    if "DOT" not in place.accepts or place.verb is None:
        return None
    if place.text in ("", "}", "?-") or place.text in statement_words():
        return UnexpectedText(NO_DOT, help="end it with `.`", span=place.after)
    return None


def _open_bracket(place: Place) -> ReasonerError | None:
    closes = "}" if "RBRACE" in place.accepts else ")"
    ends = place.text in ("", ".") or (place.on_new_line and place.text in statement_words())
    if place.opened is None or not ends or not place.accepts & {"RPAR", "RBRACE"}:
        return None
    message = "this bracket is never closed"
    return UnexpectedText(message, help=f"close it with `{closes}`", span=place.opened)


def _open_text(place: Place) -> ReasonerError | None:
    if place.text != '"' or place.kind:
        return None
    line = place.source[place.position :].split("\n")[0]
    span = replace(place.span, end_column=place.span.column + len(line))
    help = 'close it with `"` on its own line; write a line break as `\\n`, a backslash as `\\\\`'
    return BadText("this text in quotes does not end", help=help, span=span)


# -- signs of other languages ----------------------------------------------------------------------

_SIGNS = {
    ":=": "a rule's body follows `:-`, a label is followed by `:`",
    "<->": "write `iff`",
    "<=>": "write `iff`",
    "↔": "write `iff`",
    "->": "write the conclusion first: `flies if bird`",
    "→": "write the conclusion first: `flies if bird`",
    "=>": "write the conclusion first: `flies if bird`; compare with `>=`",
    "<-": "write `if` in a sentence, `:-` in a rule",
    "←": "write `if` in a sentence, `:-` in a rule",
    "==": "write `=`",
    "=<": "write `<=`",
    "<>": "write `!=`",
    "\\=": "write `!=`",
    "≠": "write `!=`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "&&": "write `and` in a sentence, `,` in a body",
    "&": "write `and` in a sentence, `,` in a body",
    "∧": "write `and` in a sentence, `,` in a body",
    "||": "write `or`",
    "|": "write `or`",
    "∨": "write `or`",  # noqa: RUF001
    "\\+": "write `not`",
    "~": "write `-p` or `not p`",
    "¬": "write `-p` or `not p`",
    "!": "write `-p` or `not p`",
    ";": "write `or` in a sentence; end a statement with `.`",
    "#": "a comment begins with `%`",
    "//": "a comment begins with `%`",
    "'": 'put text in double quotes: `"any text"`',
    "[": "the language has no lists: write one statement for each member",
    "+": "write a positive number without a sign",
}


def _foreign_sign(place: Place) -> ReasonerError | None:
    text = place.source
    for sign in sorted(_SIGNS, key=lambda sign: (-len(sign), sign)):
        for back in range(len(sign)):
            start = place.position - back
            if text.startswith(sign, start) and start >= 0:
                column = place.span.column - back
                span = replace(place.span, column=column, end_column=column + len(sign))
                message = f"`{sign}` means nothing here"
                return UnexpectedText(message, help=_SIGNS[sign], span=span)
    return None


# -- how a statement begins ------------------------------------------------------------------------

_ELSEWHERE = {
    "add": "believe", "assert": "believe", "assume": "suppose", "delete": "contract",
    "fact": "believe", "forget": "contract", "learn": "believe", "predicate": "relation",
    "remove": "contract", "tell": "believe", "undo": "recover", "update": "revise",
    "query": "?-", "ask": "?-", "now": "clock",
}  # fmt: skip


def _no_statement(place: Place) -> ReasonerError | None:
    if place.verb is not None or "SUPPOSE" not in place.accepts:
        return None
    if place.text == ".":
        return place.error(UnexpectedText, "nothing stands before this dot", "take it out")
    if place.text == "}":
        return place.error(UnexpectedText, "this closes no `suppose {`", "take it out")
    if place.text == ":-":
        help = "write `constraint :- …`"
        return place.error(UnknownStatement, "a constraint begins with its word", help)
    known = place.text.lower()
    words = set(statement_words()) - {word(name) for name in _REFUSED}
    near = get_close_matches(known, sorted(words), n=1, cutoff=0.6)
    if known in _ELSEWHERE or near:
        likely = _ELSEWHERE.get(known) or near[0]
        message = f"no statement begins with `{place.text}`"
        return place.error(UnknownStatement, message, f"did you mean `{likely}`?")
    if place.kind not in ("NAME", "VARIABLE", "MINUS", "NOT", "LPAR", "TRUE", "FALSE"):
        message = f"no statement begins with `{_visible(place.text)}`"
    else:
        message = f"`{place.text}` is no word that begins a statement"
    help = "say what to do with it: `believe …`, `rule …`, `status …`"
    return place.error(UnknownStatement, message, help)


# -- names, values and variables -------------------------------------------------------------------


def _capital(place: Place) -> ReasonerError | None:
    if place.kind != "VARIABLE":
        return None
    small = place.text.lstrip("_")
    small = small[:1].lower() + small[1:]
    message = f"`{place.text}` is a variable, since it begins with a capital or `_`"
    if {"STRING", "INSTANT"} & place.accepts:
        forms = [f"`{small}`"] if small[:1].islower() else []
        help = "write a value: " + " or ".join([*forms, f"`{quoted(place.text)}`"])
        if not small:
            help = "write a value; `?- …` finds the values there are"
        return place.error(VariableHere, f"{message}; only a value can stand here", help)
    if "NAME" in place.accepts and small:
        return place.error(
            UnexpectedText, f"{message}; a name is needed here", f"write it small: `{small}`"
        )
    return None


def _bracket_in_value(place: Place) -> ReasonerError | None:
    if place.text != "(" or not {"COMMA", "RPAR"} <= place.accepts:
        return None
    outer = re.search(r"(\w+)\(\s*\w+\s*$", place.read)
    if place.verb in ("?", "expect") and outer and outer[1] in AGGREGATES:
        message = f"the aggregate `{outer[1]}` is not supported yet"
        return place.error(NotYet, message, "ask `?- BODY.` and work on its answers")
    help = "put the whole value in quotes, or give its parts arguments of their own"
    return place.error(UnexpectedText, "a value has no arguments", help)


def _no_arguments(place: Place) -> ReasonerError | None:
    if place.text == ")" and place.previous == "(":
        help = "leave the brackets out when there are no arguments"
        return place.error(UnexpectedText, "nothing stands between these brackets", help)
    if place.text in (")", "]") and place.opened is None:
        return place.error(UnexpectedText, "this bracket was never opened", "take it out")
    return None


def _value_as_sentence(place: Place) -> ReasonerError | None:
    if place.kind not in ("NUMBER", "INSTANT", "STRING") or "NAME" not in place.accepts:
        return None
    if {"NOT", "LPAR", "MINUS"} & place.accepts:
        help = "write a relation with the value as its argument: `amount(30000)`"
        return place.error(UnexpectedText, f"`{place.text}` says nothing by itself", help)
    help = "a name begins with a small letter and stands without quotes"
    return place.error(UnexpectedText, f"`{_visible(place.text)}` is no name", help)


# -- words that join -------------------------------------------------------------------------------


_CLAUSE = re.compile(r"\b(from|by|weight|reliability|type|valid|known|origin|to|for|because)\b")


def _comma_in_sentence(place: Place) -> ReasonerError | None:
    if place.text != ",":
        return None
    if place.verb == "relation":
        help = "put a space between properties"
        return place.error(UnexpectedText, "no comma stands between properties", help)
    if place.in_body or place.opened or _CLAUSE.search(place.begun):
        return None
    return place.error(UnexpectedText, "a comma joins no sentences", "write `and`")


def _word_in_body(place: Place) -> ReasonerError | None:
    if not place.in_body or "COMMA" not in place.accepts or place.opened is not None:
        return None
    if place.text == "and":
        help = "write `,` between conditions"
        return place.error(UnexpectedText, "`and` joins no conditions", help)
    if place.text == "or":
        help = "write one statement for each alternative"
        return place.error(UnexpectedText, "`or` joins no conditions", help)
    return None


def _no_neck(place: Place) -> ReasonerError | None:
    """`:-`, `:` and `if` taken for each other, or left out."""
    if place.text == ":-" and place.verb == "constraint":
        help = f"write `constraint {place.previous}: :- …`"
        return place.error(UnexpectedText, "a label is followed by `:`", help)
    if place.text == ":-" and not place.in_body:
        help = "write `if`"
        if "_COLON" in place.accepts:
            help += f"; or, after a label, `{place.previous}: -…`"
        return place.error(UnexpectedText, "`:-` stands in rules only", help)
    if place.verb == "default" and "_COLON" in place.accepts and place.kind in ("NAME", "MINUS"):
        help = f"put `:` after `{place.previous}`"
        return place.error(UnexpectedText, "a label is followed by `:`", help)
    if place.verb == "default" and "_COLON" in place.accepts:
        help = f"write `default NAME: {place.previous}…`: the name tells its instances apart"
        return place.error(UnexpectedText, "a default needs a label", help)
    if place.verb == "constraint" and "_COLON" in place.accepts:
        help = f"write `constraint :- {place.previous}…`"
        return place.error(UnexpectedText, "a constraint's body follows `:-`", help)
    if "NECK" in place.accepts and place.text in ("if", "when", "where", ":"):
        help = "write `:-` instead"
        return place.error(UnexpectedText, f"`{place.text}` begins no body of a rule", help)
    if "NECK" in place.accepts and place.kind in ("NAME", "NOT", "MINUS"):
        help = "write `:-` between the two"
        return place.error(UnexpectedText, "this rule has no `:-` after its head", help)
    return None


def _policy_of_nothing(place: Place) -> ReasonerError | None:
    if place.verb != "policy" or place.text not in (".", ",") or place.previous == "default":
        return None
    if len(place.begun.split()) != 2:
        return None
    help = f"write `policy default {place.previous}{place.text}`"
    if place.text == ",":
        help = f"write `policy default {place.previous}, …`"
    message = "a policy is that of a relation, or the default one"
    return place.error(UnexpectedText, message, help)


def _valid(place: Place) -> ReasonerError | None:
    """The interval of an operation and the instant of a question, taken for each other."""
    if place.text == "to" and re.match(r"to\s+unknown\b", place.source[place.position :]):
        help = "let it follow the beginning: `valid from … to unknown`"
        return place.error(UnexpectedText, "`to unknown` ends no interval here", help)
    if not place.read.rstrip().endswith(("valid", "known")):
        return None
    if place.kind in ("INSTANT", "NUMBER"):
        help = f"write `valid from {place.text}`, `valid to …` or `valid at …`"
        return place.error(UnexpectedText, "evidence is valid over an interval", help)
    if place.text in ("from", "to", "at"):
        help = f"leave `{place.text}` out: `valid 2026-03-01`"
        return place.error(UnexpectedText, "a question is asked of one instant", help)
    return None


# -- the rest --------------------------------------------------------------------------------------

_COMPLAINTS: tuple[Callable[[Place], ReasonerError | None], ...] = (
    _no_dot,
    _open_bracket,
    _open_text,
    _foreign_sign,
    _no_statement,
    _policy_of_nothing,
    _capital,
    _bracket_in_value,
    _no_arguments,
    _comma_in_sentence,
    _word_in_body,
    _no_neck,
    _valid,
    _value_as_sentence,
)

_PATTERNS = {
    "NAME": "a name",
    "VARIABLE": "a variable",
    "STRING": "a text in quotes",
    "NUMBER": "a number",
    "INSTANT": "a date",
    "DURATION": "a duration such as `P3M`",
    "ORDER": "a comparison such as `<`",
    "_COLON": "`:`",
    "$END": "the end",
}


_REFUSED = frozenset({"WHYNOT"})
"""Words of the grammar that are refused by name wherever they stand."""


def _anything_else(place: Place) -> ReasonerError:
    """That it cannot stand here, and what can."""
    if place.text == "":
        return UnexpectedText("the text ends too early", help=_wanted(place), span=place.after)
    message = f"`{_visible(place.text)}` cannot stand here"
    return place.error(UnexpectedText, message, _wanted(place))


def _wanted(place: Place) -> str:
    patterns = [name for terminal, name in _PATTERNS.items() if terminal in place.accepts]
    words = {word(name) or "" for name in place.accepts - _PATTERNS.keys() - _REFUSED}
    wanted = [*patterns, *(f"`{w}`" for w in sorted(words) if w)]
    if wanted in ([], [_PATTERNS["$END"]]):
        return "take it out"
    return f"here can stand {', '.join(wanted)}"


def _visible(text: str) -> str:
    return text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
