"""Every method of giving up, straight from its definition: what it keeps, given what must go.

A method is given the *obstacles*: ⊆-minimal sets of elements none of which may be kept whole. They
are kernels, conflicts, or what several goals make of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from reasoner.syntax.tree import Not, Sentence, Truth

from .change import Outcome, conditioned
from .parts import (
    FALSE,
    Base,
    Element,
    Name,
    Part,
    avoiding,
    conflicts,
    entails,
    largest,
    obstacles,
    smallest,
    subsets,
    worlds,
)
from .selection import FULL_MEET, Selection, meet, select, times

Method = str | None  # a name of METHODS; None is partial meet
Value = dict[Name, tuple[Any, ...]]  # the larger, the rather kept
Goals = tuple[Sentence, ...]
TRUE = Truth(True)
ENTRENCHMENT: Selection = ("entrenchment",)

# -- how elements are valued -----------------------------------------------------------------------

VALUES: dict[str, Callable[[Base, Element], Any]] = {
    "entrenchment": lambda base, element: element.level,
    "confidence": lambda base, element: element.weight,
    "recency": lambda base, element: tuple(sorted(times(element), reverse=True)),
    "maxichoice": lambda base, element: -base.elements.index(element),
}


def values(base: Base, policies: Selection) -> Value:
    """Each policy orders elements; earlier ones first. Without policies all are alike."""
    return {e.name: tuple(VALUES[name](base, e) for name in policies) for e in base.elements}


def hierarchy(base: Base, policies: Selection) -> set[tuple[Name, Name]]:
    """(lower, higher): by the policies, else the transitive closure of what is declared."""
    if policies:
        value = values(base, policies)
        return {(low, high) for low, high in product(value, value) if value[low] < value[high]}
    found = set(base.below)
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


def lowest(part: Part, order: set[tuple[Name, Name]]) -> Part:
    """The elements of a part with none of it below them."""
    return frozenset(name for name in part if not any((other, name) in order for other in part))


def cut(base: Base, bad: Iterable[Part], value: Value) -> Part:
    """The largest part, closed upwards in value, that contains no obstacle."""
    closed = [frozenset(n for n in value if value[n] >= least) for least in value.values()]
    free = [part for part in closed if not any(obstacle <= part for obstacle in bad)]
    return max(free, key=len, default=frozenset())


def implied(base: Base, part: Part, given: Sentence = TRUE) -> Part:
    """The elements that each ⊆-maximal part of *part* with a model with *given* then proves.

    Where the part is consistent with *given*, that is classical proof from both.
    """
    table, models = worlds(base, given)
    assumed = table.column(given)
    coherent = largest(p for p in models if p <= part and models[p] & assumed)
    return frozenset(
        element.name
        for element in base.elements
        if all(models[p] & assumed & ~table.all_of(element.says) == 0 for p in coherent)
    )


# -- methods: (base, obstacles, policies, goals) -> what is kept -----------------------------------


def partial_meet(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """The meet of the selected ⊆-maximal parts that contain no obstacle."""
    return meet(select(base, avoiding(base, bad), policies or FULL_MEET))


def kernel(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """What is in no obstacle as one of its least valued elements (Hansson 1994)."""
    value = values(base, policies)
    least = [min(value[name] for name in part) for part in bad]
    return base.names.difference(
        *({n for n in part if value[n] == low} for part, low in zip(bad, least, strict=True))
    )


def full_kernel(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """What is in no obstacle."""
    return base.names.difference(*bad)


def minimal_kernel(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """What one ⊆-minimal incision leaves: the best by the policies, then by ledger order."""
    incisions = smallest(part for part in subsets(base) if all(part & each for each in bad))
    (kept,) = select(base, [base.names - part for part in incisions], (*policies, "maxichoice"))
    return kept


def smooth_kernel(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """What `kernel` keeps, and what that implies."""
    rest = kernel(base, bad, policies, goals)
    return rest | implied(base, rest)


def safe(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """What is in no obstacle as one with none below it (Alchourron, Makinson 1985)."""
    order = hierarchy(base, policies)
    return base.names.difference(*(lowest(part, order) for part in bad))


def possibilistic(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """The cut, with what is firm (Dubois, Prade 1992)."""
    return cut(base, bad, values(base, policies or ENTRENCHMENT)) | base.firm


def severe(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """The cut, and what it implies (Rott, Pagnucco 1999)."""
    above = possibilistic(base, bad, policies, goals)
    return above | implied(base, above)


def ensconcement(base: Base, bad: list[Part], policies: Selection, goals: Goals) -> Part:
    """The cut, and what it implies with each goal that is given up denied (Williams 1994)."""
    above = possibilistic(base, bad, policies, goals)
    entailed = [goal for goal in goals if goal == FALSE or entails(base, goal)]
    lost = [goal for goal in entailed if not entails(base.only(above), goal)]
    return above | meet(implied(base, above, Not(goal)) for goal in lost)


METHODS: dict[Method, Callable[[Base, list[Part], Selection, Goals], Part]] = {
    None: partial_meet,
    "kernel": kernel,
    "full kernel": full_kernel,
    "minimal kernel": minimal_kernel,
    "smooth kernel": smooth_kernel,
    "safe": safe,
    "ensconcement": ensconcement,
    "severe": severe,
    "possibilistic": possibilistic,
}

# -- change ----------------------------------------------------------------------------------------


def give_up(
    base: Base, bad: list[Part], method: Method, policies: Selection, goals: Goals = (FALSE,)
) -> Outcome:
    """Keep no obstacle whole; an empty one, which nothing would remove, leaves all as it is."""
    if not bad or frozenset() in bad:
        return Outcome(base, base.names, frozenset(), possible=not bad, vacuous=not bad)
    kept = METHODS[method](base, bad, policies, goals)
    return Outcome(base.only(kept), kept, base.names - kept)


def contract(
    base: Base,
    *goals: Sentence,
    method: Method = None,
    policies: Selection = (),
    together: bool = False,
    keeping_recovery: bool = False,
) -> Outcome:
    """Entail none of the goals any more (*together*: not all of them).

    keeping_recovery: of one goal; what is dropped stays on condition, as `it if goal`.
    """
    outcome = give_up(base, obstacles(base, *goals, together=together), method, policies, goals)
    if not keeping_recovery:
        return outcome
    after = conditioned(base, outcome.kept, goals[0])
    return Outcome(after, outcome.kept, outcome.dropped, outcome.possible, outcome.vacuous)


def consolidate(
    base: Base,
    *,
    method: Method = None,
    policies: Selection = (),
    about: Sentence | None = None,
    conflict: Part | None = None,
) -> Outcome:
    """Give up what makes the conflicts: all, those of a statement, or the one that is named."""
    wanted = {e.name for e in base.elements if about is None or e.states(about)}
    bad = [each for each in conflicts(base) if each & wanted and conflict in (None, each)]
    return give_up(base, bad, method, policies)
