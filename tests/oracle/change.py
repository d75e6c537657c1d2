"""Bases and their change, straight from the definitions: every subset is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from reasoner.ledger.entries import InstanceName
from reasoner.syntax.tree import And, If, Not, Sentence, Truth
from reasoner.time import BEGINNING

from .logic import Table

Name = str | InstanceName
Part = frozenset[Name]  # a set of elements, by name
Selection = tuple[str, ...]  # names of SELECTIONS, earlier ones first
FULL_MEET: Selection = ("full meet",)


@dataclass(frozen=True)
class Element:
    """What can be given up: a statement (one sentence), or a rule or its instance.

    recorded: the transaction times of its evidence; () for what is older than every transaction.
    weight: millionths. level: its rank, 0 the lowest.
    """

    name: Name
    says: tuple[Sentence, ...]
    recorded: tuple[int, ...] = ()
    weight: int = 1_000_000
    level: int = 0


@dataclass(frozen=True)
class Base:
    """Elements in ledger order, and what holds whatever is given up."""

    elements: tuple[Element, ...]
    background: tuple[Sentence, ...] = ()

    @property
    def names(self) -> Part:
        return frozenset(element.name for element in self.elements)

    def only(self, part: Part) -> Base:
        return replace(self, elements=tuple(e for e in self.elements if e.name in part))


# -- what follows from which part ------------------------------------------------------------------


def subsets(base: Base) -> list[Part]:
    """Every set of elements, the smaller first."""
    names = [element.name for element in base.elements]
    sizes = range(len(names) + 1)
    return [frozenset(some) for size in sizes for some in combinations(names, size)]


def _worlds(base: Base, *goals: Sentence) -> tuple[Table, dict[Part, int]]:
    """The table, and for every part the worlds of what it says with the background."""
    said = {element.name: element.says for element in base.elements}
    table = Table([*base.background, *(s for says in said.values() for s in says), *goals])
    ground = table.all_of(base.background)
    columns = {name: table.all_of(says) for name, says in said.items()}
    found = {}
    for part in subsets(base):
        found[part] = ground
        for name in part:
            found[part] &= columns[name]
    return table, found


def smallest(parts: Iterable[Part]) -> list[Part]:
    """The ⊆-minimal ones."""
    found: list[Part] = []
    for part in sorted(parts, key=len):
        if not any(smaller <= part for smaller in found):
            found.append(part)
    return found


def largest(parts: Iterable[Part]) -> list[Part]:
    """The ⊆-maximal ones."""
    found: list[Part] = []
    for part in sorted(parts, key=len, reverse=True):
        if not any(part <= larger for larger in found):
            found.append(part)
    return found


def proofs(base: Base, goal: Sentence) -> list[Part]:
    """The consistent parts that with the background prove the goal."""
    table, worlds = _worlds(base, goal)
    goals = table.column(goal)
    return [part for part, models in worlds.items() if models and models & ~goals == 0]


def conflicts(base: Base) -> list[Part]:
    """The ⊆-minimal parts that have no model with the background."""
    return smallest(part for part, models in _worlds(base)[1].items() if not models)


def kernels(base: Base, goal: Sentence) -> list[Part]:
    """The ⊆-minimal consistent parts that prove the goal."""
    return smallest(proofs(base, goal))


def entails(base: Base, goal: Sentence) -> bool:
    """Whether some consistent part proves the goal."""
    return bool(proofs(base, goal))


def remainders(base: Base, *goals: Sentence, together: bool = False) -> list[Part]:
    """The ⊆-maximal parts that entail none of the goals (*together*: that do not entail all).

    Of `false`: the ⊆-maximal consistent parts. () when there is no such part.
    """
    if goals == (Truth(False),):
        return _avoiding(base, conflicts(base))
    entailing = [kernels(base, goal) for goal in goals]

    def entailed(part: Part) -> list[bool]:
        return [any(kernel <= part for kernel in of_goal) for of_goal in entailing]

    return largest(
        part
        for part in subsets(base)
        if not (all(entailed(part)) if together else any(entailed(part)))
    )


def _avoiding(base: Base, parts: list[Part]) -> list[Part]:
    """The ⊆-maximal sets of elements that contain none of the parts."""
    return largest(part for part in subsets(base) if not any(p <= part for p in parts))


# -- selection -------------------------------------------------------------------------------------

Choice = Callable[[Base, list[Part]], list[Part]]  # from some parts to the best of them


def _kept(base: Base, part: Part) -> list[Element]:
    return [element for element in base.elements if element.name in part]


def _times(element: Element) -> tuple[int, ...]:
    return element.recorded or (BEGINNING,)


def _recency(base: Base, part: Part) -> tuple[int, ...]:
    """How many items of evidence it keeps of each transaction time, the newest first."""
    times = {time for element in base.elements for time in _times(element)}
    kept = [time for element in _kept(base, part) for time in _times(element)]
    return tuple(kept.count(time) for time in sorted(times, reverse=True))


def _confidence(base: Base, part: Part) -> tuple[int, ...]:
    return (sum(element.weight for element in _kept(base, part)),)


def _cardinality(base: Base, part: Part) -> tuple[int, ...]:
    return (len(part),)


def _by_level(base: Base, part: Part) -> list[Part]:
    """What it keeps of each rank, the highest first."""
    levels = sorted({element.level for element in base.elements}, reverse=True)
    kept = _kept(base, part)
    return [frozenset(e.name for e in kept if e.level == level) for level in levels]


def _entrenchment(base: Base, part: Part) -> tuple[int, ...]:
    return tuple(map(len, _by_level(base, part)))


def _beats_by_inclusion(base: Base, better: Part, worse: Part) -> bool:
    """At the highest rank at which the two differ, *better* keeps strictly more."""
    for more, less in zip(_by_level(base, better), _by_level(base, worse), strict=True):
        if more != less:
            return more > less
    return False


def _unbeaten(base: Base, parts: list[Part]) -> list[Part]:
    return [
        part for part in parts if not any(_beats_by_inclusion(base, other, part) for other in parts)
    ]


def _first(base: Base, parts: list[Part]) -> list[Part]:
    """The one whose elements come first in the base."""
    places = {element.name: place for place, element in enumerate(base.elements)}
    return [min(parts, key=lambda part: sorted(places[name] for name in part))]


def _most(key: Callable[[Base, Part], tuple[int, ...]]) -> Choice:
    """The choice of the parts whose key is the largest."""

    def choose(base: Base, parts: list[Part]) -> list[Part]:
        keys = [key(base, part) for part in parts]
        return [part for part, its in zip(parts, keys, strict=True) if its == max(keys)]

    return choose


SELECTIONS: dict[str, Choice] = {
    "full meet": lambda base, parts: parts,
    "maxichoice": _first,
    "recency": _most(_recency),
    "confidence": _most(_confidence),
    "cardinality": _most(_cardinality),
    "entrenchment": _most(_entrenchment),
    "inclusion": _unbeaten,
}


def select(base: Base, parts: list[Part], selection: Selection) -> list[Part]:
    """The best of the parts; each name decides among the best of the name before it."""
    for name in selection:
        parts = SELECTIONS[name](base, parts)
    return parts


def meet(parts: Iterable[Part]) -> Part:
    """What all of the parts (at least one) have in common."""
    return frozenset.intersection(*parts)


# -- change ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """The base that a change gives. Impossible and vacuous ones leave it as it was.

    kept, dropped: elements of the base before; a revision's newcomer is in neither.
    """

    base: Base
    kept: Part
    dropped: Part
    possible: bool = True
    vacuous: bool = False


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
    after = _conditioned(base, kept, goals[0]) if keeping_recovery else base.only(kept)
    return Outcome(after, kept, base.names - kept)


def _conditioned(base: Base, kept: Part, goal: Sentence) -> Base:
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
        return outcome
    return replace(outcome, base=replace(base, elements=(*outcome.base.elements, new)))


def consolidate(
    base: Base, *, selection: Selection = FULL_MEET, about: Sentence | None = None
) -> Outcome:
    """Give up what makes the conflicts, or those that an element saying *about* takes part in."""
    wanted = {e.name for e in base.elements if about is None or about in e.says}
    bad = [conflict for conflict in conflicts(base) if conflict & wanted]
    if not bad:
        return Outcome(base, base.names, frozenset(), vacuous=True)
    kept = meet(select(base, _avoiding(base, bad), selection))
    return Outcome(base.only(kept), kept, base.names - kept)
