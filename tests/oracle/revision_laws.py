"""The laws of base revision: whether one outcome, or two together, obey them.

*before* is the base before, *said* what the newcomer says, *after*
the revised base. Those of Hansson 1993, "Reversing the Levi identity".
"""

from __future__ import annotations

from reasoner.syntax.tree import Not, Sentence

from . import laws
from .parts import Base, Part, conflicts, entails, kernels


def _kept(before: Base, after: Base) -> Part:
    return before.names & after.names


def _own(base: Base, said: Sentence) -> Part:
    return frozenset(element.name for element in base.elements if element.states(said))


def success(before: Base, said: Sentence, after: Base) -> bool:
    """The newcomer is in, unless the background refutes it."""
    return after.heard(after.names) & _own(after, said) != set() or entails(
        before.only(frozenset()), Not(said)
    )


def inclusion(before: Base, said: Sentence, after: Base) -> bool:
    """Nothing but the newcomer is added."""
    return after.names - before.names <= _own(after, said)


def consistency(before: Base, said: Sentence, after: Base) -> bool:
    """The result is consistent, if the newcomer is with the background.

    Of consistent bases only: elsewhere all ways but the negation free leave older conflicts alone.
    """
    return not conflicts(after) or entails(before.only(frozenset()), Not(said))


def coherence(before: Base, said: Sentence, after: Base) -> bool:
    """The newcomer takes part in no conflict: consistency, for inconsistent bases too."""
    own = _own(after, said)
    return not any(conflict & own for conflict in conflicts(after))


def vacuity(before: Base, said: Sentence, after: Base) -> bool:
    """What does not speak against the newcomer stays."""
    return entails(before, Not(said)) or before.names <= after.names


def relevance(before: Base, said: Sentence, after: Base) -> bool:
    """Whatever is dropped would, with some part between kept and all, refute the newcomer."""
    return laws.relevance(before, Not(said), _kept(before, after))


def core_retainment(before: Base, said: Sentence, after: Base) -> bool:
    """Whatever is dropped makes some part of the base refute the newcomer."""
    return laws.core_retainment(before, Not(said), _kept(before, after))


def uniformity(before: Base, said: tuple[Sentence, Sentence], after: tuple[Base, Base]) -> bool:
    """Two newcomers that the same parts refute are revised by alike."""
    first, second = (set(kernels(before, Not(each))) for each in said)
    return first != second or _kept(before, after[0]) == _kept(before, after[1])


def weak_uniformity(
    before: Base, said: tuple[Sentence, Sentence], after: tuple[Base, Base]
) -> bool:
    """Uniformity, of newcomers that the base says already."""
    is_said = all(_own(before, each) for each in said)
    return not is_said or uniformity(before, said, after)


def pre_expansion(after: Base, after_expansion: Base) -> bool:
    """Revision of the base with the newcomer added comes to the same: (B + p) * p = B * p."""
    return after.names == after_expansion.names
