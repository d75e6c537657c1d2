"""Ways of revising: a base in which the newcomer stands -> what is kept, the newcomer or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..ledger.entries import ITSELF
from ..slice import Base, Element
from ..solve import Limits
from ..syntax.tree import Sentence
from ..theory.normal import negated
from ..theory.selections import ELEMENT_POLICIES
from .consolidating import Consolidation
from .contraction import Choice, Outcome, consolidate, contract
from .operators import FALSUM, Operators


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A sentence that the background allows, and the settled base with its evidence.

    base: the newcomer, and all else that says the same, stands in it.
    """

    base: Base
    sentence: Sentence
    limits: Limits

    def says(self, element: Element) -> bool:
        return element.sentence == self.sentence

    @property
    def own(self) -> tuple[Element, ...]:
        return tuple(filter(self.says, self.base.elements))

    @property
    def others(self) -> Base:
        return self.base.where(lambda element: not self.says(element))

    def operators(self, base: Base) -> Operators:
        return Operators(base, self.limits)

    def lost(self) -> Outcome:
        """All stays as it was, without the newcomer's evidence; what said the same stays."""
        new = (each for each in self.own if ITSELF in each.targets)
        dropped = tuple(replace(each, name=ITSELF, target=(ITSELF,)) for each in new)
        return Outcome(tuple(e for e in self.base.elements if e.targets != (ITSELF,)), dropped)

    def ordered(self, outcome: Outcome) -> Outcome:
        """The outcome as one of the whole base: what is not dropped is kept."""
        dropped = {element.target for element in outcome.dropped}
        kept = (each for each in self.base.elements if each.target not in dropped)
        return replace(outcome, kept=tuple(kept))


Way = Callable[[Newcomer, Choice], Outcome]


def internal(newcomer: Newcomer, choice: Choice) -> Outcome:
    """Contract the negation, then add the newcomer (Levi 1977)."""
    return newcomer.ordered(_contracted(newcomer, newcomer.others, choice))


def external(newcomer: Newcomer, choice: Choice) -> Outcome:
    """Add the newcomer, then contract the negation (Hansson 1993).

    What says the same stays: no kernel of the negation holds it, but a cut might drown it.
    """
    outcome = _contracted(newcomer, newcomer.base, choice)
    dropped = tuple(element for element in outcome.dropped if not newcomer.says(element))
    return newcomer.ordered(replace(outcome, dropped=dropped))


def semi(newcomer: Newcomer, choice: Choice) -> Outcome:
    """Add the newcomer, then consolidate the conflicts it takes part in (Hansson 1997)."""
    operators = newcomer.operators(newcomer.base)
    return consolidate(operators, choice, Consolidation(newcomer.sentence).among(operators))


def screened(newcomer: Newcomer, choice: Choice) -> Outcome:
    """As `internal`, but what is protected is not given up (Makinson 1997).

    Where that entails the negation, the newcomer is lost.
    """
    core = newcomer.operators(protected(newcomer))
    if core.entails(negated(newcomer.sentence)):
        return newcomer.lost()
    others = newcomer.others.fixing(lambda element: element.protected)
    return newcomer.ordered(_contracted(newcomer, others, choice))


def protected(newcomer: Newcomer) -> Base:
    """The elements that screened revision takes for granted, but for what says the same."""
    return newcomer.others.where(lambda element: element.protected)


def credible(newcomer: Newcomer, choice: Choice) -> Outcome:
    """As `internal`, unless elements valued higher than the newcomer refute it.

    The policies value the elements, else their rank does. Source: Hansson, Fermé, Cantwell,
    Falappa 2001 (credibility-limited revision).
    """
    higher = newcomer.operators(more_credible(newcomer, choice))
    if higher.entails(negated(newcomer.sentence)):
        return newcomer.lost()
    return internal(newcomer, choice)


def more_credible(newcomer: Newcomer, choice: Choice) -> Base:
    """The elements that are valued higher than the newcomer."""
    base = newcomer.base
    ordering = [name for name in choice.policies if name in ELEMENT_POLICIES]
    values = base.values(ordering or ("entrenchment",))
    own = set(newcomer.own)
    limit = max(v for e, v in zip(base.elements, values, strict=True) if e in own)
    higher = {e for e, v in zip(base.elements, values, strict=True) if v > limit}
    return base.where(higher.__contains__)


def negation_free(newcomer: Newcomer, choice: Choice) -> Outcome:
    """Keep the largest parts that have a model with the newcomer (Hansson 1999)."""
    base = newcomer.base.fixing(newcomer.says)
    return newcomer.ordered(contract(newcomer.operators(base), [FALSUM], choice))


def _contracted(newcomer: Newcomer, base: Base, choice: Choice) -> Outcome:
    goal = negated(newcomer.sentence)
    return contract(newcomer.operators(base), [] if goal == FALSUM else [goal], choice)


WAYS: dict[str, Way] = {
    "internal": internal,
    "external": external,
    "semi": semi,
    "screened": screened,
    "credible": credible,
    "negation free": negation_free,
}
