"""Consolidation at every instant: from a view to what goes, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import NotAConflict
from ..slice import Base, Slice
from ..slice.batches import AT_ONCE
from ..slice.fetch import contradicting
from ..slice.partition import partition
from ..solve import Limits, listed
from ..syntax import show
from ..syntax.tree import ElementName, Sentence
from ..theory.model import RuleKind, Theory
from ..time import ALWAYS
from ..view import View
from .contraction import Choice, consolidate
from .cutting import about, whole
from .groups import divided
from .operators import Operators, settled, suspects
from .parts import Part
from .partwise import Partwise
from .sequence import Sequenced, Solved, sequenced


@dataclass(frozen=True, slots=True)
class Consolidation:
    """Which conflicts are to go: those that a statement takes part in, one of them, or all.

    conflict: that one, by the names of its elements.
    """

    about: Sentence | None = None
    conflict: tuple[ElementName, ...] | None = None

    def among(self, operators: Operators) -> tuple[Part, ...] | None:
        """The conflicts in question at one instant; None for all there are.

        Where the background has no model, the one conflict is empty, and in question too.
        """
        if self.about is None and self.conflict is None:
            return None
        base = operators.base
        found = listed(operators.conflicts(), operators.limits)
        if self.conflict is not None:
            wanted = set(map(show, self.conflict))
            return tuple(p for p in found if {e.name for e in base.names(p)} == wanted)
        said = {n for n, e in enumerate(base.elements, 1) if e.sentence == self.about}
        return tuple(part for part in found if part & said or not part)


def consolidated(
    view: View, wanted: Consolidation, choice: Choice, limits: Limits
) -> tuple[Sequenced, ...]:
    """Give up something of each conflict in question, in each connected part that has one.

    Where all are in question it goes through the view part by part, if the choice allows.

    Raises: NotAConflict, E310, when what is named is a conflict at no instant.
    """
    if wanted == Consolidation() and _is_by_part(view.theory, choice):
        return tuple(_part_by_part(view, choice, limits))
    part = looked_at(view, wanted, choice, limits)
    suspected = parts_in_question(part, wanted, choice, limits)
    done = tuple(_resolved(each, wanted, choice, limits) for each in suspected)
    if wanted.conflict is not None and not any(piece.entailed for d in done for piece in d.over):
        names = ", ".join(map(show, wanted.conflict))
        raise NotAConflict(
            f"{{ {names} }} is no conflict",
            help="name all elements of one of those that `conflicts.` lists",
            span=wanted.conflict[0].span,
        )
    return done


def looked_at(view: View, wanted: Consolidation, choice: Choice, limits: Limits) -> Slice:
    """What the operation looks at: all, unless the conflicts of one statement are in question."""
    follows = choice.asks_what_follows
    if wanted.about is None:
        return whole(view, follows=follows, limits=limits)
    if choice.looks_at_all:
        return whole(view, [wanted.about], follows=follows, limits=limits)
    return about(view, contradicting(wanted.about), follows=follows, limits=limits)


def _resolved(part: Slice, wanted: Consolidation, choice: Choice, limits: Limits) -> Sequenced:
    def solve(base: Base) -> Solved:
        operators = Operators(settled(base, limits), limits)
        return consolidate(operators, choice, wanted.among(operators)), False

    return sequenced(part, ALWAYS, solve)


def _is_by_part(theory: Theory, choice: Choice) -> bool:
    """Whether what goes in one part says nothing of what goes in another."""
    if choice.looks_at_all:
        return False
    revisable = any(rule.kind is RuleKind.REVISABLE for rule in theory.rules)
    return not (choice.asks_what_follows and revisable)  # which follow is asked of all constants


def _part_by_part(
    view: View, choice: Choice, limits: Limits, *, size: int = AT_ONCE
) -> Iterator[Sequenced]:
    """Every conflict resolved; only what may be in one is held."""
    work = Partwise(view, limits, size=size, parts=partition(view.theory, wholly=True))
    with work.telling():
        for batch, running in work.each():
            groups, rest = divided(view, view.counted(batch.evidence))
            clashing = (g for g in groups if any(g.conflicts_over(ALWAYS, view.threshold)))
            statements = [*rest, *(each for group in clashing for each in group.statements)]
            if not statements:
                continue
            part = whole(
                view, statements=statements, follows=choice.asks_what_follows, limits=running
            )
            for each in suspects(Base.ever(part), running):
                yield _resolved(each, Consolidation(), choice, running)


def parts_in_question(
    part: Slice, wanted: Consolidation, choice: Choice, limits: Limits
) -> tuple[Slice, ...]:
    """The connected parts to look at; all of it, where unrelated beliefs may go too."""
    found = suspects(Base.ever(part), limits)
    return (part,) if found and choice.looks_at_all else found
