"""Declarations and operations from lark's tree; what the grammar lets through is refused here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ..errors import EmptyInterval, ReservedName, SaidTwice, Span, UnknownWord
from ..time import BEGINNING, END, UNITS_US, Interval, show_instant
from . import tree
from .parts import Parts, number_blanks

if TYPE_CHECKING:
    from lark import Token
    from lark.tree import Meta

RESERVED = frozenset({"not", "true", "false", "both", "by"})  # no relation is called so


@dataclass(frozen=True, slots=True)
class Said:
    """A clause: what it is about, in the words that begin it, and what it says."""

    words: str
    value: Any
    span: Span


class Statements(Parts):
    """The rules of declarations, operations and their clauses."""

    # -- declarations ------------------------------------------------------------------------------

    def relation_decl(
        self,
        place: Meta,
        name: tree.Name,
        arguments: tuple[tree.Argument, ...] | None,
        *properties: tree.Property,
    ) -> tree.RelationDecl:
        if name.text in RESERVED:
            help = f"choose another name, such as `{name.text}_`"
            message = f"no relation can be called `{name.text}`: the word begins sentences"
            self.mistakes.append(ReservedName(message, help=help, span=name.span))
        return tree.RelationDecl(name, arguments or (), properties, self.span(place))

    def arguments(self, place: Meta, *arguments: tree.Argument) -> tuple[tree.Argument, ...]:
        return arguments

    def argument(self, place: Meta, name: tree.Name, sort: tree.Name | None) -> tree.Argument:
        return tree.Argument(name, sort)

    def singular(self, place: Meta, argument: tree.Name | None) -> tree.AtMost:
        return tree.AtMost(1, argument, self.span(place))

    def at_most(self, place: Meta, limit: Token, argument: tree.Name | None) -> tree.AtMost:
        return tree.AtMost(self.whole(limit), argument, self.span(place))

    def symmetric(self, place: Meta) -> tree.Symmetric:
        return tree.Symmetric(self.span(place))

    def transitive(self, place: Meta) -> tree.Transitive:
        return tree.Transitive(self.span(place))

    def inverse_of(self, place: Meta, relation: tree.Name) -> tree.InverseOf:
        return tree.InverseOf(relation, self.span(place))

    def disjoint_with(self, place: Meta, relation: tree.Name) -> tree.DisjointWith:
        return tree.DisjointWith(relation, self.span(place))

    def evidence_type(self, place: Meta, name: tree.Name) -> tree.EvidenceType:
        return tree.EvidenceType(name, self.span(place))

    def source_decl(self, place: Meta, name: tree.Name, trust: Token | None) -> tree.SourceDecl:
        value = None if trust is None else self.decimal(trust)
        return tree.SourceDecl(name, value, self.span(place))

    def agent_decl(self, place: Meta, name: tree.Name) -> tree.AgentDecl:
        return tree.AgentDecl(name, self.span(place))

    def rank_decl(self, place: Meta, *names: tree.Name) -> tree.RankDecl:
        return tree.RankDecl(names, self.span(place))

    def protect_decl(self, place: Meta, *names: tree.Name) -> tree.ProtectDecl:
        return tree.ProtectDecl(names, self.span(place))

    def policy_decl(
        self,
        place: Meta,
        relation: Token,
        selection: tree.Selection,
        automatic: Token | None,
    ) -> tree.PolicyDecl:
        if automatic is not None:
            help = "leave `automatic` out, and `consolidate` after the statements in question"
            self.not_yet(automatic, "an `automatic` policy", help)
        name = self.name(place, relation) if relation.type == "NAME" else None
        return tree.PolicyDecl(name, selection, self.span(place))

    def threshold_decl(self, place: Meta, value: Token) -> tree.ThresholdDecl:
        return tree.ThresholdDecl(self.decimal(value), self.span(place))

    def prior_decl(self, place: Meta, value: Token) -> tree.PriorDecl:
        return tree.PriorDecl(self.decimal(value), self.span(place))

    def decay_decl(
        self,
        place: Meta,
        name: tree.Name,
        amount: Token,
        unit: tree.Name | None = None,
        from_use: None = None,
    ) -> tree.DecayDecl:
        if unit is None:
            return tree.DecayDecl(name, None, span=self.span(place))
        plural = unit.text if unit.text.endswith("s") else unit.text + "s"
        if plural not in UNITS_US:
            message = f"no unit is called `{unit.text}`"
            help = f"write one of {', '.join(sorted(UNITS_US))}"
            self.mistakes.append(UnknownWord(message, help=help, span=unit.span))
        value = self.decimal(amount)
        return tree.DecayDecl(name, value, plural, self.span(place))

    def from_use(self, place: Meta) -> None:
        help = "leave it out: age counts from the instant at which evidence was recorded"
        self.not_yet(place, "`from use`", help)

    def granularity_decl(self, place: Meta, value: tree.Name) -> tree.GranularityDecl:
        if value.text not in ("evidence", "statement"):
            message = f"no granularity is called `{value.text}`"
            help = "write `granularity evidence.` or `granularity statement.`"
            self.mistakes.append(UnknownWord(message, help=help, span=value.span))
        return tree.GranularityDecl(value.text, self.span(place))

    def rule_decl(
        self,
        place: Meta,
        label: tuple[tree.Name, bool] | None,
        head: tree.Literal,
        body: tuple[tree.Condition, ...] | None,
    ) -> tree.RuleDecl:
        name, revisable = label or (None, False)
        head, conditions = _rule(head, body)
        return tree.RuleDecl(head, conditions, name, revisable, span=self.span(place))

    def rule_label(
        self, place: Meta, name: tree.Name, revisable: Token | None
    ) -> tuple[tree.Name, bool]:
        return name, revisable is not None

    def default_decl(
        self,
        place: Meta,
        label: tree.Name,
        head: tree.Literal,
        body: tuple[tree.Condition, ...] | None,
    ) -> tree.RuleDecl:
        head, conditions = _rule(head, body)
        return tree.RuleDecl(head, conditions, label, default=True, span=self.span(place))

    def constraint_decl(
        self, place: Meta, label: tree.Name | None, body: tuple[tree.Condition, ...]
    ) -> tree.ConstraintDecl:
        return tree.ConstraintDecl(number_blanks(body), label, self.span(place))

    # -- operations --------------------------------------------------------------------------------

    def believe(
        self,
        place: Meta,
        verb: Token,
        label: tree.Name | None,
        sentence: tree.Sentence,
        *clauses: Said,
    ) -> tree.Believe:
        said = self.said(clauses)
        return tree.Believe(verb.value, sentence, _clauses(said), label, self.span(place))

    def contract(
        self,
        place: Meta,
        label: tree.Name | None,
        goals: tuple[tree.Sentence, ...],
        manner: Token | None,
        *clauses: Said,
    ) -> tree.Contract:
        said = self.said(clauses)
        return tree.Contract(
            goals,
            together=manner is not None and manner.type == "TOGETHER",
            selection=said.get("by"),
            keeping_recovery=said.get("keeping recovery", False),
            agent=said.get("by agent"),
            valid=said.get("valid"),
            because=said.get("because"),
            label=label,
            span=self.span(place),
        )

    def goals(self, place: Meta, *sentences: tree.Sentence) -> tuple[tree.Sentence, ...]:
        return sentences

    def revise(
        self, place: Meta, label: tree.Name | None, sentence: tree.Sentence, *clauses: Said
    ) -> tree.Revise:
        said = self.said(clauses)
        selection = said.get("by")
        return tree.Revise(sentence, _clauses(said), selection, label, self.span(place))

    def recover(self, place: Meta, label: tree.Name | None, name: tree.Name) -> tree.Recover:
        return tree.Recover(name, label, self.span(place))

    def consolidate(
        self,
        place: Meta,
        label: tree.Name | None,
        about: tree.Sentence | tuple[tree.ElementName, ...] | None,
        by: Said | None,
    ) -> tree.Consolidate:
        selection = None if by is None else by.value
        if isinstance(about, tuple):
            return tree.Consolidate(None, selection, label, about, self.span(place))
        return tree.Consolidate(about, selection, label, span=self.span(place))

    def clock(self, place: Meta, instant: int) -> tree.Clock:
        return tree.Clock(instant, self.span(place))

    def suppose(self, place: Meta, *statements: tree.StatementNode | None) -> tree.Suppose:
        return tree.Suppose(tuple(present(statements)), self.span(place))

    def retract(
        self, place: Meta, label: tree.Name | None, sentence: tree.Sentence, *clauses: Said
    ) -> None:
        self.said(clauses)
        help = 'write `contract … because "…"`, which leaves no tombstone'
        self.not_yet(place, "`retract`", help)

    # -- clauses -----------------------------------------------------------------------------------

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
        self.not_yet(place, "`origin`", "leave it out, and name the source: `from SOURCE`")
        return self._clause("origin", place, constant)

    def to_unknown(self, place: Meta) -> Said:
        self.not_yet(place, "`to unknown`", "leave the end open: `valid from 2026-03-01`")
        return self._clause("to unknown", place, None)

    def valid(self, place: Meta, ends: tuple[int, int]) -> Said:
        start, end = ends
        if start < end:
            return self._clause("valid", place, Interval(start, end))
        message = "this interval holds no instant: its end is not after its beginning"
        help = f"for one instant, write `valid at {show_instant(start)}`"
        self.mistakes.append(EmptyInterval(message, help=help, span=self.span(place)))
        return self._clause("valid", place, None)

    def valid_from(self, place: Meta, start: int, end: int | None) -> tuple[int, int]:
        return start, END if end is None else end

    def valid_to(self, place: Meta, end: int) -> tuple[int, int]:
        return BEGINNING, end

    def valid_at(self, place: Meta, instant: int) -> tuple[int, int]:
        return instant, instant + 1

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


def _rule(
    head: tree.Literal, body: tuple[tree.Condition, ...] | None
) -> tuple[tree.Literal, tuple[tree.Condition, ...]]:
    """Head and body with their blanks numbered."""
    first, *rest = number_blanks((head, *(body or ())))
    return cast(tree.Literal, first), tuple(rest)


def _clauses(said: dict[str, Any]) -> tree.Clauses:
    return tree.Clauses(
        source=said.get("from"),
        agent=said.get("by agent"),
        weight=said.get("weight"),
        reliability=said.get("reliability"),
        type=said.get("type"),
        valid=said.get("valid"),
    )


def present(statements: Iterable[tree.StatementNode | None]) -> Iterator[tree.StatementNode]:
    """The statements without what was refused by name."""
    return (statement for statement in statements if statement is not None)
