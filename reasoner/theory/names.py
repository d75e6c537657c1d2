"""Names: what may be named at one place of a text, where it was declared, and what is near."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TypeVar

from ..errors import ReasonerError, Span
from ..syntax.tree import ConstraintDecl, Name, RankDecl, RuleDecl
from .model import Relation, Theory

BUILT_IN_TYPES = ("fact", "preference", "inference", "prediction")
UNNAMED = "unnamed"  # the source of evidence that names none
_AUTOMATIC = re.compile(r"(e|op)[0-9]+")

E = TypeVar("E", bound=ReasonerError)
Places = dict[str, Span | None]


@dataclass(frozen=True, slots=True)
class Label:
    """kind: evidence, operation or rule."""

    kind: str
    span: Span | None


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
    found = get_close_matches(name, sorted(names), n=1)
    return found[0] if found else None


def unknown(error: type[E], what: str, name: Name, places: Places, otherwise: str) -> E:
    """The error that nothing of this kind has the name, with the nearest or what else to do."""
    like = near(name.text, places)
    help = otherwise if like is None else f"did you mean `{like}`{line(places[like])}?"
    return error(f"no {what} is called `{name.text}`", help=help, span=name.span)
