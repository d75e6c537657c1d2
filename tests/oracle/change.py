"""Partial meet change of bases, straight from the definitions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reasoner.syntax.tree import And, If, Not, Sentence

from .parts import Base as Base
from .parts import Element as Element
from .parts import Name as Name
from .parts import Part as Part
from .parts import avoiding
from .parts import conflicts as conflicts
from .parts import entails as entails
from .parts import kernels as kernels
from .parts import largest as largest
from .parts import remainders as remainders
from .parts import smallest as smallest
from .parts import subsets as subsets
from .selection import FULL_MEET as FULL_MEET
from .selection import Selection as Selection
from .selection import meet as meet
from .selection import select as select


@dataclass(frozen=True)
class Outcome:
    """The base that a change gives. Impossible and vacuous ones leave it as it was.

    kept, dropped: elements of the base before; a revision's newcomer is in neither.
    survived: whether the newcomer of a revision is believed.
    """

    base: Base
    kept: Part
    dropped: Part
    possible: bool = True
    vacuous: bool = False
    survived: bool = True


def contract(
    base: Base,
    *goals: Sentence,
    selection: Selection = FULL_MEET,
    together: bool = False,
    keeping_recovery: bool = False,
) -> Outcome:
    """Entail none of the goals any more (*together*: not all of them).

    keeping_recovery: of one goal; what is dropped stays on condition, as `it if goal`.
    """
    found = remainders(base, *goals, together=together)
    if not found or found == [base.names]:
        return Outcome(base, base.names, frozenset(), bool(found), bool(found))
    kept = meet(select(base, found, selection))
    after = conditioned(base, kept, goals[0]) if keeping_recovery else base.only(kept)
    return Outcome(after, kept, base.names - kept)


def conditioned(base: Base, kept: Part, goal: Sentence) -> Base:
    """What is not kept stays on condition, as `it if goal`."""
    return replace(
        base,
        elements=tuple(
            e if e.name in kept else replace(e, says=tuple(If(said, goal) for said in e.says))
            for e in base.elements
        ),
    )


def revise(base: Base, new: Element, *, selection: Selection = FULL_MEET) -> Outcome:
    """Contract what contradicts the newcomer, then add it as the last element (Levi)."""
    outcome = contract(base, Not(And(new.says)), selection=selection)
    if not outcome.possible:
        return replace(outcome, survived=False)
    return replace(outcome, base=replace(base, elements=(*outcome.base.elements, new)))


def consolidate(
    base: Base, *, selection: Selection = FULL_MEET, about: Sentence | None = None
) -> Outcome:
    """Give up what makes the conflicts, or those that an element saying *about* takes part in."""
    wanted = {e.name for e in base.elements if about is None or about in e.says}
    bad = [conflict for conflict in conflicts(base) if conflict & wanted]
    if not bad:
        return Outcome(base, base.names, frozenset(), vacuous=True)
    kept = meet(select(base, avoiding(base, bad), selection))
    return Outcome(base.only(kept), kept, base.names - kept)
