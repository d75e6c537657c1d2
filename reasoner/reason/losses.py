"""What went of a base -> for each element a kernel it is in, and a witness against keeping it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..errors import TooManyAnswers
from ..solve import listed
from .methods import CUTS
from .operators import Operators, Task
from .parts import Part
from .selection import Remainders
from .witnesses import Witnesses, best_without

_AT_ONCE = 2_000  # the most selected remainders that are listed to choose a witness from

Loss = tuple[int, Part | None, Part | None]  # an element, its kernel, its witness
Lacking = Callable[[int], Part]  # from an element to a selected remainder without it


@dataclass(frozen=True)
class Chosen:
    """A task, how it was chosen what should go, and what went.

    method: as a selection names it, or "IncisionFunction", "SelectionFunction".
    policies: what compared remainders, or elements.
    """

    operators: Operators
    task: Task
    method: str
    policies: tuple[str, ...]
    dropped: tuple[int, ...]

    @property
    def kept(self) -> Part:
        return self.operators.everything.difference(self.dropped)

    @cached_property
    def remainders(self) -> Remainders:
        return self.operators.choices(self.task)

    @cached_property
    def witnesses(self) -> Witnesses:
        return Witnesses(self.remainders, self.operators.limits)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """How the policies value the elements."""
        return self.operators.base.values(self.policies)

    @cached_property
    def cut(self) -> int | None:
        """The value at and below which not all can be kept, of a method with a cut."""
        if self.method not in CUTS:
            return None
        numbers = sorted(self.operators.everything)
        for least in sorted(set(self.values), reverse=True):
            above = frozenset(e for e in numbers if self.values[e - 1] >= least)
            if not self.witnesses.fits(above):
                return least
        raise AssertionError("the base as a whole does not fit")

    def losses(self) -> Iterator[Loss]:
        """One for each element that went, in their order."""
        if self.method in CUTS:
            return self._below_the_cut()
        if self.method in _IS_CUT_OUT:
            return self._cut_out()
        return self._of_a_meet()

    def _of_a_meet(self) -> Iterator[Loss]:
        lacking, kernels = self._lacking(), _Kernels(self.witnesses)
        for element in self.dropped:
            witness = lacking(element)
            yield element, kernels.through(element, witness), witness

    def _cut_out(self) -> Iterator[Loss]:
        """Each with the first kernel that the method cuts it from; none shows more than that."""
        is_cut_out = _IS_CUT_OUT[self.method]
        obstacles = self.operators.obstacles(self.task)
        for element in self.dropped:
            kernel = next(k for k in obstacles if element in k and is_cut_out(self, element, k))
            yield element, kernel, self.witnesses.widened(kernel - {element})

    def _below_the_cut(self) -> Iterator[Loss]:
        """What no remainder lacks is in no kernel: it drowns."""
        kernels = _Kernels(self.witnesses)
        for element in self.dropped:
            witness = self.witnesses.without(element)
            kernel = None if witness is None else kernels.through(element, witness)
            yield element, kernel, witness

    # -- selected remainders ---

    def _lacking(self) -> Lacking:
        if self.method == "SelectionFunction":
            # those that hold what was kept have the same meet as those that were selected
            found = listed(self.remainders.each(), self.operators.limits)
            parts = [part for part in found if part >= self.kept]
            return lambda element: next(part for part in parts if element not in part)
        return self._selected_without if self.policies else self._any_without

    def _any_without(self, element: int) -> Part:
        found = self.witnesses.without(element)
        assert found is not None, "what full meet gives up, some remainder lacks"
        return found

    def _selected_without(self, element: int) -> Part:
        for part in self._found:
            if element not in part:
                return part
        if self._ways is None:
            part = best_without(self.operators, self.task, element, self.policies)
        else:
            lost = (next((w for w in ways if element in w), ways[0]) for ways in self._ways)
            part = self.operators.everything.difference(*lost)
        self._found.append(part)
        return part

    @cached_property
    def _found(self) -> list[Part]:
        return []

    @cached_property
    def _ways(self) -> tuple[tuple[Part, ...], ...] | None:
        """What the selected remainders lose, for each piece that decides alone.

        None where these are too many to be listed, and need not be.
        """
        few = self.operators.limits
        if "inclusion" not in self.policies:
            few = replace(few, answers=min(few.answers, _AT_ONCE))
        pieces: list[tuple[Callable[[Iterable[int]], Part], Remainders]]
        pieces = [(piece.whole, rest) for piece, rest in self.remainders.divide()]
        try:
            return tuple(
                tuple(whole(part) for part in _lost(replace(rest, limits=few), self.policies))
                for whole, rest in pieces or [(frozenset, self.remainders)]
            )
        except TooManyAnswers:
            if "inclusion" in self.policies:
                raise
            return None


def _lost(remainders: Remainders, policies: Sequence[str]) -> Iterator[Part]:
    """What each of the selected remainders loses."""
    return (remainders.base.everything - part for part in remainders.all_selected(policies))


class _Kernels:
    """One kernel serves all its elements."""

    def __init__(self, witnesses: Witnesses) -> None:
        self._witnesses = witnesses
        self._found: list[Part] = []

    def through(self, element: int, witness: Part) -> Part:
        """A kernel with the element; without one at hand, the rest of it is in the witness."""
        for kernel in self._found:
            if element in kernel:
                return kernel
        self._found.append(self._witnesses.obstacle(witness, element))
        return self._found[-1]


def _is_least(chosen: Chosen, element: int, kernel: Part) -> bool:
    return all(chosen.values[element - 1] <= chosen.values[e - 1] for e in kernel)


def _is_lowest(chosen: Chosen, element: int, kernel: Part) -> bool:
    if chosen.policies:
        return _is_least(chosen, element, kernel)
    return not any(chosen.operators.base.below(other, element) for other in kernel)


def _is_in(chosen: Chosen, element: int, kernel: Part) -> bool:
    return element in kernel


_IS_CUT_OUT: dict[str, Callable[[Chosen, int, Part], bool]] = {
    "kernel": _is_least,
    "smooth kernel": _is_least,
    "safe": _is_lowest,
    "IncisionFunction": _is_in,
}
"""The methods that cut kernels: whether they cut an element from one of them."""
