"""What follows from which part of a base, straight from the definitions: every subset is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from reasoner.ledger.entries import InstanceName
from reasoner.syntax.tree import Sentence, Truth
from reasoner.theory.normal import normal

from .logic import Table

Name = str | InstanceName
Part = frozenset[Name]  # a set of elements, by name
FALSE = Truth(False)  # to entail it is to be inconsistent, wherever a goal can be given


@dataclass(frozen=True)
class Element:
    """What can be given up: a statement (one sentence), or a rule or its instance.

    recorded: the transaction times of its evidence; () for what is older than every transaction.
    weight: millionths. level: its rank, 0 the lowest. voice: of an item of evidence, the source
    and session (or origin) that speaks.
    """

    name: Name
    says: tuple[Sentence, ...]
    recorded: tuple[int, ...] = ()
    weight: int = 1_000_000
    level: int = 0
    voice: str | None = None

    def states(self, sentence: Sentence) -> bool:
        """Whether it is evidence for just this sentence."""
        return isinstance(self.name, str) and self.says == (normal(sentence),)


@dataclass(frozen=True)
class Base:
    """Elements in ledger order, and what holds whatever is given up.

    below: which element is declared to stand below which, (lower, higher); not merged to levels.
    firm: which elements are not given up, whatever they entail or contradict.
    """

    elements: tuple[Element, ...]
    background: tuple[Sentence, ...] = ()
    below: frozenset[tuple[Name, Name]] = frozenset()
    firm: Part = frozenset()

    @property
    def names(self) -> Part:
        return frozenset(element.name for element in self.elements)

    def only(self, part: Part) -> Base:
        return replace(self, elements=self.of(part))

    def of(self, part: Part) -> tuple[Element, ...]:
        """The elements of a part, in order."""
        return tuple(e for e in self.elements if e.name in part)

    def heard(self, part: Part) -> Part:
        """The elements of a part whose words count in it."""
        return part

    def weight(self, part: Part) -> int:
        """The total effective weight of a part, in millionths."""
        return sum(element.weight for element in self.of(part))

    def told(self, new: Element) -> Base:
        """The base with a newcomer: last, or one with the statement that says the same."""
        for old in self.elements:
            if old.states(new.says[0]):
                return replace(
                    self, elements=tuple(_both(e, new) if e is old else e for e in self.elements)
                )
        return replace(self, elements=(*self.elements, new))


def _both(old: Element, new: Element) -> Element:
    """One statement with the evidence of two."""
    return replace(
        old,
        recorded=old.recorded + new.recorded,
        weight=old.weight + new.weight,
        level=max(old.level, new.level),
    )


# -- what follows from which part ------------------------------------------------------------------


def subsets(base: Base) -> list[Part]:
    """Every set of elements, the smaller first."""
    names = [element.name for element in base.elements]
    sizes = range(len(names) + 1)
    return [frozenset(some) for size in sizes for some in combinations(names, size)]


def worlds(base: Base, *goals: Sentence) -> tuple[Table, dict[Part, int]]:
    """The table, and for every part the worlds of what it says with the background."""
    said = {element.name: element.says for element in base.elements}
    table = Table([*base.background, *(s for says in said.values() for s in says), *goals])
    ground = table.all_of(base.background)
    columns = {name: table.all_of(says) for name, says in said.items()}
    found = {}
    for part in subsets(base):
        found[part] = ground
        for name in base.heard(part):
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
    table, models_of = worlds(base, goal)
    goals = table.column(goal)
    return [part for part, models in models_of.items() if models and models & ~goals == 0]


def conflicts(base: Base) -> list[Part]:
    """The ⊆-minimal parts that have no model with the background."""
    return smallest(part for part, models in worlds(base)[1].items() if not models)


def kernels(base: Base, goal: Sentence) -> list[Part]:
    """The ⊆-minimal consistent parts that prove the goal."""
    return smallest(proofs(base, goal))


def entails(base: Base, goal: Sentence) -> bool:
    """Whether some consistent part proves the goal."""
    return bool(proofs(base, goal))


def entailing(
    base: Base, goals: tuple[Sentence, ...], together: bool = False
) -> Callable[[Part], bool]:
    """Whether a part entails one of the goals (*together*: all of them, each somehow)."""
    found = [conflicts(base) if goal == FALSE else kernels(base, goal) for goal in goals]
    quantity = all if together else any

    def is_entailed(part: Part) -> bool:
        return quantity(any(kernel <= part for kernel in of_goal) for of_goal in found)

    return is_entailed


def remainders(base: Base, *goals: Sentence, together: bool = False) -> list[Part]:
    """The ⊆-maximal parts that entail none of the goals (*together*: that do not entail all).

    Of `false`: the ⊆-maximal consistent parts. () when there is no such part.
    """
    is_entailed = entailing(base, goals, together)
    return largest(part for part in subsets(base) if not is_entailed(part))


def obstacles(base: Base, *goals: Sentence, together: bool = False) -> list[Part]:
    """The ⊆-minimal parts that entail one of the goals (*together*: all of them).

    Of one goal its kernels, of `false` the conflicts; of each, what is not firm.
    """
    is_entailed = entailing(base, goals, together)
    return smallest(part - base.firm for part in subsets(base) if is_entailed(part))


def avoiding(base: Base, parts: list[Part]) -> list[Part]:
    """The ⊆-maximal sets of elements that contain none of the parts."""
    return largest(part for part in subsets(base) if not any(p <= part for p in parts))
