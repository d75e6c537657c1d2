"""Declarations and operations from lark's tree; what the grammar lets through is refused here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, cast

from ..errors import BadInstant, ReservedName, UnexpectedText, UnknownWord
from ..time import UNITS_US
from . import tree
from .clauses import Clauses, Said, of_evidence
from .parts import number_blanks

if TYPE_CHECKING:
    from lark import Token
    from lark.tree import Meta

RESERVED = frozenset({"not", "true", "false", "both", "by"})  # no relation is called so

_LAST_UNIT = {"W": "weeks", "D": "days", "H": "hours", "M": "minutes", "S": "seconds"}

Length = tuple[Decimal, str]  # an amount, and the unit it counts


class Statements(Clauses):
    """The rules of declarations and operations."""

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

    def singular(
        self, place: Meta, argument: tree.Name | None, possible: Token | None
    ) -> tree.AtMost:
        return tree.AtMost(1, argument, possible is not None, self.span(place))

    def at_most(
        self, place: Meta, limit: Token, argument: tree.Name | None, possible: Token | None
    ) -> tree.AtMost:
        count = self.whole(limit)
        return tree.AtMost(count, argument, possible is not None, self.span(place))

    def symmetric(self, place: Meta) -> tree.Symmetric:
        return tree.Symmetric(self.span(place))

    def transitive(self, place: Meta) -> tree.Transitive:
        return tree.Transitive(self.span(place))

    def inverse_of(self, place: Meta, relation: tree.Name) -> tree.InverseOf:
        return tree.InverseOf(relation, self.span(place))

    def disjoint_with(
        self, place: Meta, relation: tree.Name, possible: Token | None
    ) -> tree.DisjointWith:
        return tree.DisjointWith(relation, possible is not None, self.span(place))

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
        name = self.name(place, relation) if relation.type == "NAME" else None
        return tree.PolicyDecl(name, selection, automatic is not None, self.span(place))

    def threshold_decl(self, place: Meta, value: Token) -> tree.ThresholdDecl:
        return tree.ThresholdDecl(self.decimal(value), self.span(place))

    def prior_decl(self, place: Meta, value: Token) -> tree.PriorDecl:
        return tree.PriorDecl(self.decimal(value), self.span(place))

    def decay_decl(
        self,
        place: Meta,
        name: tree.Name,
        length: Length | Token,
        from_use: bool | None = None,
    ) -> tree.DecayDecl:
        if not isinstance(length, tuple):
            return tree.DecayDecl(name, None, span=self.span(place))
        return tree.DecayDecl(name, *length, from_use is not None, self.span(place))

    def fixed_length(self, place: Meta, token: Token) -> Length:
        duration = self.duration(token)
        if duration is not None and duration.months:
            message = f"`{token}` has no fixed length: months and years differ"
            help = "write it in days, such as `90 days`"
            self.mistakes.append(BadInstant(message, help=help, span=self.span(token)))
        if duration is None or duration.months:
            return Decimal(0), "days"
        unit = _LAST_UNIT[token[-1]]
        return Decimal(duration.us) / UNITS_US[unit], unit

    def counted(self, place: Meta, amount: Token, unit: tree.Name) -> Length:
        plural = unit.text if unit.text.endswith("s") else unit.text + "s"
        if plural not in UNITS_US:
            message = f"no unit is called `{unit.text}`"
            help = f"write one of {', '.join(sorted(UNITS_US))}"
            self.mistakes.append(UnknownWord(message, help=help, span=unit.span))
        return self.decimal(amount), plural

    def from_use(self, place: Meta) -> bool:
        return True

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
        self,
        place: Meta,
        label: tuple[tree.Name, bool] | None,
        body: tuple[tree.Condition, ...],
    ) -> tree.ConstraintDecl:
        name, possible = label or (None, False)
        return tree.ConstraintDecl(number_blanks(body), name, possible, self.span(place))

    constraint_label = rule_label

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
        return tree.Believe(verb.value, sentence, of_evidence(said), label, self.span(place))

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
            valid=self.interval(clauses),
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
        return tree.Revise(sentence, of_evidence(said), selection, label, self.span(place))

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
    ) -> tree.Retract:
        said = self.said(clauses)
        if "because" not in said:
            message, help = "a retraction says why", 'end it with `because "…"`'
            self.mistakes.append(UnexpectedText(message, help=help, span=self.span(place)))
        reason = said.get("because", "")
        return tree.Retract(sentence, said.get("by agent"), reason, label, self.span(place))

    def touch(self, place: Meta, label: tree.Name | None, sentence: tree.Sentence) -> tree.Touch:
        return tree.Touch(sentence, label, self.span(place))


def _rule(
    head: tree.Literal, body: tuple[tree.Condition, ...] | None
) -> tuple[tree.Literal, tuple[tree.Condition, ...]]:
    """Head and body with their blanks numbered."""
    first, *rest = number_blanks((head, *(body or ())))
    return cast(tree.Literal, first), tuple(rest)


def present(statements: Iterable[tree.StatementNode | None]) -> Iterator[tree.StatementNode]:
    """The statements without what was refused by name."""
    return (statement for statement in statements if statement is not None)
