"""One element -> a largest part that holds without it, and a smallest one that needs it."""

from __future__ import annotations

from collections.abc import Sequence

from ..solve import Find, Limits, Search
from .minimal import minimal
from .operators import Operators, Task
from .parts import Part
from .selection import Remainders


class Witnesses:
    """What shows, of single elements, that keeping them would not do.

    A part *fits* when it achieves the task; parts of it do so too. The remainders are the
    ⊆-maximal parts that fit.
    """

    def __init__(self, remainders: Remainders, limits: Limits) -> None:
        self._limits = limits
        self._everything = remainders.base.everything
        self._free, self._steered = (
            Search([remainders.program], remainders.atoms, find=Find.SUBSETS, limits=limits)
            for _ in range(2)
        )
        self._found: list[Part] = []

    def fits(self, part: Part) -> bool:
        return self._wider(part) is not None

    def widened(self, part: Part) -> Part:
        """A remainder that holds a part that fits."""
        wider = self._wider(part)
        assert wider is not None, "a part that fits is in a remainder"
        return wider

    def without(self, element: int) -> Part | None:
        """A remainder that lacks the element; None when all hold it.

        What is tried next lies in no remainder found before, so that few are looked at.
        """
        for part in self._found:
            if element not in part:
                return part
        lacking = [("kept", element, False)]
        while (answer := self._steered.first(lacking, limits=self._limits)) is not None:
            wider = self.widened(self._everything - answer["dropped"])
            self._found.append(wider)
            self._steered.forbid(*(("kept", e, False) for e in sorted(self._everything - wider)))
            if element not in wider:
                return wider
        return None

    def obstacle(self, part: Part, *through: int) -> Part:
        """A ⊆-minimal part that does not fit, in *part* and what it goes *through*.

        Without the latter elements, *part* fits.
        """

        def fails(items: Sequence[int]) -> bool:
            return not self.fits(frozenset((*through, *items)))

        return frozenset((*through, *minimal(sorted(part.difference(through)), fails)))

    def _wider(self, part: Part) -> Part | None:
        assumed = [("kept", element, True) for element in sorted(part)]
        answer = self._free.first(assumed, limits=self._limits)
        return None if answer is None else self._everything - answer["dropped"]


def best_without(operators: Operators, task: Task, element: int, policies: Sequence[str]) -> Part:
    """One of the remainders that additive policies prefer, which lacks an element.

    There is one: so the best of the base without the element are among the best of all.
    """
    ordered = tuple(dict.fromkeys((*policies, "maxichoice")))
    if not operators.is_one_world(task):
        obstacles = operators.obstacles(task)
        found = operators.cut([*obstacles, frozenset([element])]).selected(ordered)
        assert found is not None
        return found
    out = operators.base.elements[element - 1]
    rest = operators.base.where(lambda each: each is not out)
    found = Operators(rest, operators.limits).choices(task).selected(ordered)
    assert found is not None, "what is possible with the element is so without it"
    return frozenset(number + (number >= element) for number in found)
