"""What the columns of a table say: a mapping, and where a table has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..errors import Mistakes, ReasonerError, UnknownColumn, WrongArity
from ..theory.model import Relation
from ..theory.names import near
from ..theory.sentences import form


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns of a table say what of the facts of one relation.

    Columns are named as in the table's header; without a header they are `1`, `2`, and so on.

    relation: of which each row is a fact.
    arguments: those that hold its arguments, in its order; () for those called as it calls them.
    text: those of them whose cells are text, whatever they look like.
    start, end: when the fact begins to hold, and ends.
    source, weight, reliability, type, label, origin, agent: as in the language; session: those of
        one source in one session count once.
    truth: holds `true`, or `false` where the fact is denied.
    source_name: the source of all rows, instead of a column.
    zone: the time zone of date-times that name none, such as `Europe/Berlin`.
    """

    relation: str
    arguments: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    start: str | None = None
    end: str | None = None
    source: str | None = None
    weight: str | None = None
    reliability: str | None = None
    type: str | None = None
    label: str | None = None
    origin: str | None = None
    agent: str | None = None
    session: str | None = None
    truth: str | None = None
    source_name: str | None = None
    zone: str | None = None


CLAUSES = (
    "start", "end", "source", "weight", "reliability", "type", "label", "origin", "agent",
    "session", "truth",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Places:
    """The same by position in a row, from 0. arguments: one for each of the relation's."""

    arguments: tuple[int, ...]
    text: frozenset[int]
    clauses: dict[str, int]


def placed(columns: Columns, relation: Relation, header: tuple[str, ...], table: str) -> Places:
    """Where a table with this header has the columns.

    Raises: Mistakes: E202, not as many as the relation has arguments; E513, no such column.
    """
    named = columns.arguments or relation.arguments
    clauses = {clause: name for clause in CLAUSES if (name := getattr(columns, clause)) is not None}
    mistakes = [
        *_mistakes(columns, relation, named),
        *_missing((*named, *clauses.values(), *columns.text), header, table),
    ]
    if mistakes:
        raise Mistakes(mistakes)
    return Places(
        tuple(map(header.index, named)),
        frozenset(map(header.index, columns.text)),
        {clause: header.index(name) for clause, name in clauses.items()},
    )


def _mistakes(
    columns: Columns, relation: Relation, named: tuple[str, ...]
) -> Iterator[ReasonerError]:
    if len(named) != relation.arity:
        yield WrongArity(
            f"`{relation.name}` has {relation.arity} arguments, and {len(named)} columns are named",
            help=f"name a column for each of `{form(relation)}`",
        )
    for name in columns.text:
        if name not in named:
            yield UnknownColumn(
                f"the column `{name}` is to be text, and it holds no argument",
                help=f"name one of {_listed(named)}",
            )
    if columns.source is not None and columns.source_name is not None:
        yield UnknownColumn(
            f"the source is both `{columns.source_name}` and what the column "
            f"`{columns.source}` says",
            help="give the one or the other",
        )


def _missing(
    names: tuple[str, ...], header: tuple[str, ...], table: str
) -> Iterator[ReasonerError]:
    for name in dict.fromkeys(names):
        if header.count(name) > 1:
            yield UnknownColumn(
                f"{header.count(name)} columns of {table} are called `{name}`",
                help="give each a name of its own, or leave the header out and number them",
            )
        elif name not in header:
            like = near(name, header)
            yield UnknownColumn(
                f"{table} has no column called `{name}`",
                help=f"it has {_listed(header)}" if like is None else f"did you mean `{like}`?",
            )


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "none"
