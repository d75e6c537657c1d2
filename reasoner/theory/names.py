"""Names: what may be named at one place of a text, where it was declared, and what is near."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeVar

from ..errors import ReasonerError, Span
from ..syntax.tree import ConstraintDecl, Name, RankDecl, RuleDecl, Sentence
from .model import Relation, Theory

BUILT_IN_TYPES = ("fact", "preference", "inference", "prediction")
UNNAMED = "unnamed"  # the source of evidence that names none
_SHORT = range(2, 5)  # letters of names in which difflib sees no likeness
_AUTOMATIC = re.compile(r"(e|op)[0-9]+")

E = TypeVar("E", bound=ReasonerError)
Places = dict[str, Span | None]


@dataclass(frozen=True, slots=True)
class Label:
    """kind: evidence, operation or rule; says: what evidence says."""

    kind: str
    span: Span | None
    says: Sentence | None = None


@dataclass(slots=True)
class Scope:
    """What is declared where, filled while a text is read; `inner` begins that of a `suppose`.

    sorts: each text constant that stood where a sort is declared, with that sort.
    """

    relations: dict[str, Relation] = field(default_factory=dict)
    places: Places = field(default_factory=dict)  # of the relations' declarations
    sources: Places = field(default_factory=dict)
    agents: Places = field(default_factory=dict)
    types: Places = field(default_factory=lambda: dict.fromkeys(BUILT_IN_TYPES))
    labels: dict[str, Label] = field(default_factory=dict)
    rules: list[RuleDecl | ConstraintDecl] = field(default_factory=list)
    ranks: list[RankDecl] = field(default_factory=list)
    sorts: dict[str, tuple[str, Span | None]] = field(default_factory=dict)

    def inner(self) -> Scope:
        """A scope that begins with all of this one's names."""
        return Scope(
            dict(self.relations), dict(self.places), dict(self.sources), dict(self.agents),
            dict(self.types), dict(self.labels), list(self.rules), list(self.ranks),
            dict(self.sorts),
        )  # fmt: skip

    @classmethod
    def of(cls, theory: Theory) -> Scope:
        """The names of a theory; it doesn't say where they were declared."""
        scope = cls()
        scope.relations.update((relation.name, relation) for relation in theory.relations)
        scope.sources.update(dict.fromkeys(name for name, _ in theory.sources))
        scope.agents.update(dict.fromkeys(theory.agents))
        scope.types.update(dict.fromkeys(name for name, _ in theory.half_lives))
        scope.types.update(dict.fromkeys(relation.type for relation in theory.relations))
        return scope


def is_automatic(name: str) -> bool:
    """Whether the ledger gives such names: `e7`, `op3`."""
    return _AUTOMATIC.fullmatch(name) is not None


def line(span: Span | None) -> str:
    """` (line 3)`; nothing for what has no place."""
    return "" if span is None else f" (line {span.line})"


def near(name: str, names: Iterable[str]) -> str | None:
    """The name most like *name*, None when none is."""
    names = sorted(names)
    found = [other for other in names if other.casefold() == name.casefold()]
    found = found or get_close_matches(name, names, n=1)
    if not found and len(name) in _SHORT:
        found = [other for other in names if len(other) in _SHORT and _one_slip(name, other)]
    return found[0] if found else None


def _one_slip(name: str, other: str) -> bool:
    """Whether one letter is wrong, missing or too much, or two neighbours changed places."""
    if len(name) != len(other):
        short, long = sorted((name, other), key=len)
        return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    wrong = [i for i, (a, b) in enumerate(zip(name, other, strict=True)) if a != b]
    if len(wrong) == 2:
        first, second = wrong
        swapped = name[second] + name[first] == other[first] + other[second]
        return second == first + 1 and swapped
    return len(wrong) == 1


def unknown(error: type[E], what: str, name: Name, places: Places, otherwise: str) -> E:
    """The error that nothing of this kind has the name, with the nearest or what else to do."""
    like = near(name.text, places)
    help = otherwise if like is None else f"did you mean `{like}`{line(places[like])}?"
    return error(f"no {what} is called `{name.text}`", help=help, span=name.span)
