"""The background where it stands in the way: whether it has a model, and what of it refuses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..errors import NoModel, Refused, Span
from ..slice import Base, Slice
from ..slice.element import show_instance
from ..slice.part import Group, Instance
from ..solve import Limits
from ..syntax import show
from ..syntax.tree import Condition, Name, RuleDecl, Sentence
from ..theory.model import Rule, RuleKind
from ..theory.names import line
from ..theory.normal import negated
from .minimal import minimal
from .operators import FALSUM, Operators


def require_model(part: Slice, limits: Limits) -> None:
    """See that the background of *part* has a model.

    Raises: NoModel, E304, with a minimal set of rules and constraints that have none.
    """
    if Operators(Base(part, ()), limits).is_consistent:
        return
    culprits = _refusing(part, FALSUM, limits)
    rules = [each for each in culprits if each.can_give_way] or culprits
    raise NoModel(
        f"these cannot all hold: {_listed(culprits)}", help=rules[-1].way_out, span=rules[-1].span
    )


def refused(part: Slice, sentence: Sentence, limits: Limits) -> Refused:
    """The error that the background, which has a model, entails the negation of *sentence*."""
    culprits = _refusing(part, negated(sentence), limits)
    if not culprits:
        return Refused(f"`{show(sentence)}` cannot be true", help="revise by what can be true")
    rules = [each for each in culprits if each.can_give_way] or culprits
    return Refused(f"`{show(sentence)}` is refused by {_listed(culprits)}", help=rules[-1].way_out)


@dataclass(frozen=True, slots=True)
class _Culprit:
    """Something of the background, in words, with its place.

    rule: what it is an instance of; None for the cardinality of a relation.
    """

    text: str
    span: Span | None
    rule: Rule | None = None

    @property
    def can_give_way(self) -> bool:
        """Whether it can be written as a default."""
        return self.rule is not None and self.rule.head is not None and not self.rule.is_property

    @property
    def way_out(self) -> str:
        if self.rule is None or self.rule.is_property:
            return f"leave out that `{self.text}`{line(self.span)}, if there are exceptions"
        if self.rule.head is None:
            return f"leave out the constraint{line(self.span)}, if there are exceptions"
        body: tuple[Condition, ...] = (*self.rule.body, *self.rule.comparisons)
        default = RuleDecl(self.rule.head, body, Name(self.rule.label), default=True)
        return f"write the rule{line(self.span)} as a default, which gives way: `{show(default)}`"


def _listed(culprits: Sequence[_Culprit]) -> str:
    *others, last = (f"`{each.text}`{line(each.span)}" for each in culprits)
    return f"{', '.join(others)} and {last}" if others else last


def _refusing(part: Slice, goal: Sentence, limits: Limits) -> tuple[_Culprit, ...]:
    """A ⊆-minimal part of the background that entails *goal*."""

    def entail(items: Sequence[Instance | Group]) -> bool:
        some = replace(
            part,
            instances=tuple(item for item in items if isinstance(item, Instance)),
            groups=tuple(item for item in items if isinstance(item, Group)),
            statements=(),
        )
        return Operators(Base(some, ()), limits).is_background(goal)

    items: list[Instance | Group] = [*part.groups]
    items[:0] = (each for each in part.instances if each.rule.kind is RuleKind.STRICT)
    return tuple(_culprit(part, item) for item in minimal(items, entail))


def _culprit(part: Slice, item: Instance | Group) -> _Culprit:
    if isinstance(item, Instance):
        property_ = item.rule.because if item.rule.is_property else None
        return _Culprit(property_ or show_instance(part, item), item.rule.span, item.rule)
    relation = part.theory.relation(part.numbers.atoms[item.members[0] - 1].relation)
    return _Culprit(item.because, None if relation is None else relation.span)
