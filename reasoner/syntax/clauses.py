"""Clauses from lark's tree: who says it, how strongly, and when it holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import BadInstant, EmptyInterval, SaidTwice, Span, UnexpectedText
from ..time import Interval, Period, show_instant
from . import tree
from .parts import Parts, When

if TYPE_CHECKING:
    from lark import Token
    from lark.tree import Meta


@dataclass(frozen=True, slots=True)
class Said:
    """A clause: what it is about, in the words that begin it, and what it says."""

    words: str
    value: Any
    span: Span


class Clauses(Parts):
    """The rules of clauses."""

    def said(self, clauses: Iterable[Said]) -> dict[str, Any]:
        """Each clause's value by its words; None, for a word that is not said, is left out."""
        said: dict[str, Any] = {}
        for clause in clauses:
            if clause.words in said:
                message, help = f"`{clause.words}` is said twice", "leave one of the two out"
                self.mistakes.append(SaidTwice(message, help=help, span=clause.span))
            if clause.words == "by agent" and "by" in said:
                message = "the agent is named after the selection"
                help = "let the selection stand last: `by agent … by …`"
                self.mistakes.append(SaidTwice(message, help=help, span=clause.span))
            said[clause.words] = clause.value
        return said

    def _clause(self, words: str, place: Meta, value: object) -> Said:
        return Said(words, value, self.span(place))

    def from_source(self, place: Meta, name: tree.Name) -> Said:
        return self._clause("from", place, name)

    def by_agent(self, place: Meta, name: tree.Name) -> Said:
        return self._clause("by agent", place, name)

    def weight(self, place: Meta, token: Token) -> Said:
        return self._clause("weight", place, self.decimal(token))

    def reliability(self, place: Meta, token: Token) -> Said:
        return self._clause("reliability", place, self.decimal(token))

    def type(self, place: Meta, name: tree.Name) -> Said:
        return self._clause("type", place, name)

    def origin(self, place: Meta, constant: tree.Constant) -> Said:
        return self._clause("origin", place, constant)

    def by_selection(self, place: Meta, selection: tree.Selection) -> Said:
        return self._clause("by", place, selection)

    def keeping_recovery(self, place: Meta) -> Said:
        return self._clause("keeping recovery", place, True)

    def because(self, place: Meta, reason: Token) -> Said:
        return self._clause("because", place, self.unquoted(reason))

    def selection(self, place: Meta, *names: tree.Name) -> tree.Selection:
        return tree.Selection(names, self.span(place))

    def phrase(self, place: Meta, first: Token, second: Token) -> tree.Name:
        return tree.Name(f"{first} {second}", self.span(place))

    def rule_file(self, place: Meta, token: Token) -> tree.Name:
        self.unquoted(token)
        return tree.Name(token.value, self.span(place))

    # -- when it holds -----------------------------------------------------------------------------

    def valid(self, place: Meta, period: Period | None) -> Said:
        return self._clause("valid", place, period)

    def valid_from(self, place: Meta, start: When, end: When | Token | None) -> Period | None:
        if isinstance(end, When):
            return self._period(place, start, end)
        if end is None:
            return Period.of(start.ends, None)
        if end.type == "UNKNOWN":
            return Period.from_unknown_end(start.ends)
        return self._lasting(place, start, end)

    def _period(self, place: Meta, start: When, end: When) -> Period | None:
        if not start.text or not end.text:
            return None
        if start.first < end.last:
            return Period.of(start.ends, end.ends)
        message = "this interval holds no instant: its end is not after its beginning"
        help = "let it end later, or leave the end open"
        if start.is_exact:
            help = f"for one instant, write `valid at {start.text}`"
        self.mistakes.append(EmptyInterval(message, help=help, span=self.span(place)))
        return None

    def _lasting(self, place: Meta, start: When, length: Token) -> Period | None:
        """From an instant on, for an ISO 8601 duration."""
        if not start.is_exact:
            message = f"`for {length}` counts from an instant, and `{start.text}` names none"
            help = f"write the day, such as `{show_instant(start.first)}`"
            self.mistakes.append(BadInstant(message, help=help, span=self.span(place)))
            return None
        end = self.after(start.first, length)
        return None if end is None else self._period(place, start, When(end, end, length.value))

    def valid_to(self, place: Meta, end: When | Token) -> Period | None:
        if isinstance(end, When):
            return Period.of(None, end.ends)
        message = "an end that is not known needs a beginning"
        help = "write `valid from … to unknown`, or leave `valid …` out"
        self.mistakes.append(UnexpectedText(message, help=help, span=self.span(place)))
        return None

    def valid_at(self, place: Meta, when: When) -> Period | None:
        if when.is_exact:
            return Period.exact(Interval(when.first, when.first + 1))
        message = f"`at {when.text}` could mean all of that time, or some instant in it"
        help = f"write `valid from {when.text} to …`, or the day"
        self.mistakes.append(BadInstant(message, help=help, span=self.span(place)))
        return None

    def interval(self, clauses: Iterable[Said]) -> Interval | None:
        """The interval of an operation, which acts between exact instants."""
        for clause in clauses:
            if isinstance(clause.value, Period):
                if clause.value.is_exact:
                    return clause.value.possible
                message = "an operation acts from one exact instant to another"
                help = "write days, as in `from 2026-01-01 to 2026-02-01`, or leave the end open"
                self.mistakes.append(BadInstant(message, help=help, span=clause.span))
        return None


def of_evidence(said: dict[str, Any]) -> tree.Clauses:
    """What clauses say of evidence."""
    return tree.Clauses(
        source=said.get("from"),
        agent=said.get("by agent"),
        weight=said.get("weight"),
        reliability=said.get("reliability"),
        type=said.get("type"),
        valid=said.get("valid"),
        origin=said.get("origin"),
    )
