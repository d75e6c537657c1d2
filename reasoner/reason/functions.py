"""Selection functions and incision functions that a user writes in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..answer import Belief
from ..errors import NotAnIncision, NotASelection, NotAValue
from ..syntax.tree import Name, Selection
from ..theory.selections import WAYS

Beliefs = tuple[Belief, ...]  # in ledger order


@dataclass(frozen=True, slots=True)
class SelectionFunction:
    """From all remainders to those whose meet is kept (Alchourrón, Gärdenfors, Makinson 1985).

    choose: gets the remainders in a fixed order and gives some of them, at least one. They hold
        what is connected with the goal; all else is kept.
    name: what the ledger and answers call it.
    """

    choose: Callable[[tuple[Beliefs, ...]], Iterable[Beliefs]]
    name: str = "a selection function"

    @staticmethod
    def ranking(key: Callable[[Beliefs], Any], name: str = "a ranking") -> SelectionFunction:
        """The remainders with the greatest key: transitively relational, whatever the key."""

        def choose(remainders: tuple[Beliefs, ...]) -> Iterable[Beliefs]:
            keys = [key(remainder) for remainder in remainders]
            greatest = max(keys)
            return [r for r, its in zip(remainders, keys, strict=True) if its == greatest]

        return SelectionFunction(choose, name)

    def selected(self, remainders: tuple[Beliefs, ...]) -> tuple[Beliefs, ...]:
        """What is chosen of the remainders, at least one.

        Raises: NotASelection, E218.
        """
        chosen = tuple(map(tuple, self.choose(remainders)))
        if not chosen:
            raise NotASelection(
                f"`{self.name}` chooses none of {len(remainders)} remainders",
                help="choose at least one; all of them is full meet",
            )
        if not set(chosen) <= set(remainders):
            raise NotASelection(
                f"`{self.name}` chooses what is no remainder",
                help="give back some of the tuples that it was given",
            )
        return chosen


@dataclass(frozen=True, slots=True)
class IncisionFunction:
    """From all kernels to what is cut out of them (Hansson 1994).

    cut: gets the kernels, smallest first, and gives beliefs that are in kernels, at least one of
        each kernel.
    name: what the ledger and answers call it.
    """

    cut: Callable[[tuple[Beliefs, ...]], Iterable[Belief]]
    name: str = "an incision function"

    def incised(self, kernels: tuple[Beliefs, ...]) -> frozenset[Belief]:
        """What is cut out of the kernels.

        Raises: NotAnIncision, E219.
        """
        cut = frozenset(self.cut(kernels))
        if not cut <= frozenset().union(*kernels):
            raise NotAnIncision(
                f"`{self.name}` cuts what is in no kernel",
                help="cut only beliefs of the kernels that it was given",
            )
        missed = [kernel for kernel in kernels if cut.isdisjoint(kernel)]
        if missed:
            names = ", ".join(belief.name for belief in missed[0])
            raise NotAnIncision(
                f"`{self.name}` leaves the kernel {{ {names} }} whole",
                help="cut at least one belief of each kernel",
            )
        return cut


Function = SelectionFunction | IncisionFunction

By = str | Function | Sequence[str | Function]
"""How to choose: names as in the language, `"external, kernel, recency"`, or a list of them, whose
last may be a function."""


def choosing(by: By | None) -> tuple[Selection | None, Function | None]:
    """The names, and the function, by which to choose.

    Raises: NotAValue, E216.
    """
    if by is None:
        return None, None
    given: list[object] = list(by) if isinstance(by, list | tuple) else [by]
    function = given[-1] if given and isinstance(given[-1], Function) else None
    names: list[Name] = []
    for each in given if function is None else given[:-1]:
        if not isinstance(each, str):
            raise NotAValue(
                f"a value of type {type(each).__name__} is no selection",
                help='write it as `"entrenchment, recency"`',
            )
        names.extend(Name(name.strip()) for name in each.split(","))
    if function is not None and any(name.text not in WAYS for name in names):
        raise NotAValue(
            f"`{function.name}` chooses already",
            help="name nothing beside a function but a way of revising, such as `external`",
        )
    return Selection(tuple(names)) if names else None, function
