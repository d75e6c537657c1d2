"""Selections: the names that stand after `by`, and which lists of them make sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..errors import UnknownPolicy
from ..syntax.tree import Name, Selection
from .names import near

WAYS = ("credible", "external", "internal", "negation free", "screened", "semi")
"""Ways of revising; at most one, first, and in `revise` alone."""

METHODS = (
    "ensconcement",
    "full kernel",
    "kernel",
    "minimal kernel",
    "possibilistic",
    "safe",
    "severe",
    "smooth kernel",
)
"""How what goes is found; at most one, before all policies. Without one: partial meet."""

POLICIES = (
    "cardinality",
    "confidence",
    "entrenchment",
    "full meet",
    "inclusion",
    "maxichoice",
    "recency",
    "surface",
)
"""What is preferred, earlier names first: among remainders, or after a method among elements."""

ELEMENT_POLICIES = ("confidence", "entrenchment", "maxichoice", "recency")
"""The policies that order single elements."""

_REMAINDER_POLICIES = tuple(each for each in POLICIES if each not in ("full meet", "surface"))
_ELSEWHERE = {
    "automatic": "name before it what it decides by, as in `recency automatic`",
    "lexicographic": "write `entrenchment`, which goes by number in each rank, highest first",
    "partial meet": "leave it out: without a method, the remainders that are selected are met",
}
_Wrong = tuple[str, str]  # what is wrong with a name, and the help


@dataclass(frozen=True, slots=True)
class Chosen:
    """A selection by its parts; the defaults are Levi's identity, and partial meet.

    policies: as they were named; () leaves the choice to the method (full meet without one).
    """

    way: str = "internal"
    method: str = "partial meet"
    policies: tuple[str, ...] = ()


def parts_of(names: Iterable[str]) -> Chosen:
    """The parts of a list of names in which selection_mistakes finds nothing wrong."""
    names = tuple(names)
    chosen = Chosen(policies=tuple(name for name in names if name in POLICIES))
    for name in names:
        if name in WAYS:
            chosen = replace(chosen, way=name)
        elif name in METHODS:
            chosen = replace(chosen, method=name)
    return chosen


def selection_mistakes(
    selection: Selection | None, *, ways: bool = False
) -> Iterator[UnknownPolicy]:
    """What is wrong with a selection, at most once for each of its names.

    ways: whether a way of revising may stand in it, as after `revise`.
    """
    names: tuple[Name, ...] = () if selection is None else selection.names
    listed = _List(tuple(name.text for name in names), ways)
    for place, name in enumerate(names):
        wrong = listed.wrong(name.text, listed.names[:place])
        if wrong is not None:
            message, help = wrong
            yield UnknownPolicy(message, help=help, span=name.span)


@dataclass(frozen=True, slots=True)
class _List:
    """The names of one selection; ways: whether those of revising have a place in it."""

    names: tuple[str, ...]
    ways: bool

    @property
    def way(self) -> str | None:
        return _first(self.names, WAYS) if self.ways else None

    @property
    def method(self) -> str | None:
        return _first(self.names, METHODS)

    @property
    def in_order(self) -> tuple[str, ...]:
        """Those of the names that make sense together, as they are to be written."""
        allowed = _policies_after(self.method)
        policies = (name for name in dict.fromkeys(self.names) if name in allowed)
        return tuple(name for name in (self.way, self.method, *policies) if name is not None)

    def wrong(self, name: str, before: Sequence[str]) -> _Wrong | None:
        """What is wrong with a name that follows those *before* it; None where nothing is."""
        if name not in (*WAYS, *METHODS, *POLICIES):
            return self._unknown(name)
        if name in before:
            return f"`{name}` is named twice", "leave one of the two out"
        if name in POLICIES:
            return self._pointless(name)
        if name in METHODS:
            return self._out_of_place(name, before, METHODS, "method")
        if self.ways:
            return self._out_of_place(name, before, WAYS, "way of revising")
        help = f"leave it out, or name it where something is revised: `revise … by {name}`"
        return f"`{name}` is a way of revising, and nothing is revised here", help

    def _unknown(self, name: str) -> _Wrong:
        choice = f"choose policies ({', '.join(POLICIES)}); a method ({', '.join(METHODS)}) may "
        choice += "stand before them"
        if self.ways:
            choice += f", a way of revising ({', '.join(WAYS)}) before all"
        if name.startswith('"'):
            return f"a rule file ({name}) cannot yet be a policy", choice
        like = near(name, (*WAYS, *METHODS, *POLICIES))
        likely = choice if like is None else f"did you mean `{like}`?"
        return f"no policy is called `{name}`", _ELSEWHERE.get(name, likely)

    def _out_of_place(
        self, name: str, before: Sequence[str], kind: Sequence[str], what: str
    ) -> _Wrong | None:
        """A second name of its kind, or one that stands after what should follow it."""
        same = _first(before, kind)
        if same is not None:
            return _exclude(same, name)
        order = self.in_order
        later = _first(before, order[order.index(name) + 1 :])
        if later is None:
            return None
        return f"the {what} `{name}` belongs before `{later}`", f"write `{', '.join(order)}`"

    def _pointless(self, name: str) -> _Wrong | None:
        """A policy that the method, or the way of revising, has no use for."""
        other = self.method or self.way
        if other is None or name in _policies_after(self.method):
            return None
        if other == "full kernel":
            help = f"leave `{name}` out"
            return "`full kernel` cuts all that is in a kernel, and takes no policies", help
        if name in ("full meet", "surface"):
            return _exclude(other, name)
        return (
            f"`{name}` says nothing of single elements, which `{other}` compares",
            f"choose among {', '.join(ELEMENT_POLICIES)}",
        )


def _policies_after(method: str | None) -> tuple[str, ...]:
    """What a method can go by; without one, what a way of revising can."""
    match method:
        case None:
            return (*_REMAINDER_POLICIES, "full meet")
        case "full kernel":
            return ()
        case "minimal kernel":
            return _REMAINDER_POLICIES
    return ELEMENT_POLICIES


def _exclude(one: str, other: str) -> _Wrong:
    return f"`{one}` and `{other}` exclude each other", "name one of the two"


def _first(names: Sequence[str], kind: Sequence[str]) -> str | None:
    return next((name for name in names if name in kind), None)
