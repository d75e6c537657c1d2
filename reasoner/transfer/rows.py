"""A row of a table -> evidence; what does not fit the declarations is raised without a place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, Generic, NamedTuple, TypeVar

from ..errors import (
    DuplicateLabel,
    NotAValue,
    ReasonerError,
    SortClash,
    UnknownAgent,
    UnknownSource,
    UnknownType,
)
from ..ledger.entries import NewEvidence
from ..syntax import show_constant
from ..syntax.tree import Atom, Constant, Kind, Literal, Name
from ..theory.labels import is_label
from ..theory.model import Relation, Theory
from ..theory.names import UNNAMED, Scope, unknown
from ..theory.values import is_text
from .cells import OPEN, Cells, Side, fraction, period, truth
from .columns import Columns, Places
from .tables import Row

_REMEMBERED = 100_000  # cells of one column
_ONE = Decimal(1)
_OF_ITS_OWN = ("start", "end", "label")  # clauses that most rows have for themselves

Found = TypeVar("Found")


class _Remembered(dict[Any, Found], Generic[Found]):
    """What cells of one column were read as."""

    def __init__(self, read: Callable[[Any], Found]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, cell: Any) -> Found:
        found = self._read(cell)
        if len(self) >= _REMEMBERED:
            self.clear()
        self[cell] = found
        return found


class _Said(NamedTuple):
    """What the clauses of a row say, but for those of its own."""

    source: str
    agent: str | None
    weight: Decimal
    reliability: Decimal
    type: str
    origin: str | None
    session: str | None
    truth: bool


class Reader:
    """Reads the rows of one table.

    taken: whether the ledger has something of a name. plain, alike: as in Table.
    """

    def __init__(
        self,
        theory: Theory,
        relation: Relation,
        columns: Columns,
        places: Places,
        *,
        plain: bool,
        alike: frozenset[type],
        taken: Callable[[str], bool],
    ) -> None:
        self._theory, self._relation, self._columns = theory, relation, columns
        self._scope = Scope.of(theory)
        self._trust = dict(theory.sources)
        self._rules = {rule.label for rule in theory.rules}
        self._cells = Cells(plain, columns.zone)
        self._taken, self._labels = taken, set[str]()
        self._alike = alike
        self._sorts: dict[str, str] = {}
        sorts = relation.sorts
        if len(set(sorts) - {None}) == 1:
            sorts = (None,) * relation.arity  # nothing can clash
        self._arguments = [
            (index, self._remembered(self._argument(index in places.text, sort)))
            for index, sort in zip(places.arguments, sorts, strict=True)
        ]
        self._places = places.clauses
        self._reads = {
            clause: self._remembered(self._reading(clause))
            for clause in places.clauses
            if clause not in _OF_ITS_OWN
        }
        self._saying = [places.clauses[clause] for clause in self._reads]
        self._clauses = self._remembered_together(self._read_clauses)
        self._sides = [
            (places.clauses.get(clause), self._remembered(read))
            for clause, read in (("start", self._cells.start), ("end", self._cells.end))
        ]
        self._source = self._declared_source(columns.source_name) or UNNAMED

    def _remembered(self, read: Callable[[Any], Found]) -> Callable[[Any], Found]:
        """Reads equal cells once, where they say the same."""
        found, alike = _Remembered(read), self._alike
        if self._cells.plain:
            return found.__getitem__
        return lambda cell: found[cell] if type(cell) in alike else read(cell)

    def _remembered_together(
        self, read: Callable[[tuple[object, ...]], Found]
    ) -> Callable[[tuple[object, ...]], Found]:
        """The same of several cells."""
        found, alike = _Remembered(read), self._alike
        return lambda cells: found[cells] if alike.issuperset(map(type, cells)) else read(cells)

    # -- a row -------------------------------------------------------------------------------------

    def evidence(self, row: Row) -> NewEvidence:
        """What a row says. Raises: what is wrong with some cell of it."""
        arguments = [read(row[index]) for index, read in self._arguments]
        said = self._clauses(tuple([row[index] for index in self._saying]))
        start, end = [read(None if at is None else row[at]) for at, read in self._sides]
        atom = Atom(self._relation.name, tuple([value for value, _ in arguments]))
        text = self._relation.name
        if arguments:
            text += f"({', '.join([shown for _, shown in arguments])})"
        if not said.truth:
            text = f"-{text}"
        return NewEvidence(
            Literal(atom, said.truth), text, True, self._label(row), said.source, said.agent,
            said.weight, said.reliability, said.type, said.origin, period(start, end), said.session,
        )  # fmt: skip

    def _read_clauses(self, cells: tuple[object, ...]) -> _Said:
        """What the cells of `_saying` say."""
        reads = zip(self._reads.items(), cells, strict=True)
        found: dict[str, Any] = {clause: read(cell) for (clause, read), cell in reads}
        source = found.get("source") or self._source
        reliability = found.get("reliability")
        return _Said(
            source,
            found.get("agent"),
            _ONE if found.get("weight") is None else found["weight"],
            self._trust.get(source, _ONE) if reliability is None else reliability,
            found.get("type") or self._relation.type,
            found.get("origin"),
            found.get("session"),
            found.get("truth", True),
        )

    def mistakes(self, row: Row) -> Iterator[tuple[int, ReasonerError]]:
        """Every cell that is wrong: its position, and what is wrong with it."""
        reads = [(self._places[clause], read) for clause, read in self._reads.items()]
        for index, read in (*self._arguments, *reads):
            try:
                read(row[index])
            except ReasonerError as mistake:
                yield index, mistake
        try:
            sides: list[Side] = []
            for at, read in self._sides:
                sides.append(read(None if at is None else row[at]))
            period(*sides)
        except ReasonerError as mistake:
            yield at or 0, mistake
        try:
            self._label(row)
        except ReasonerError as mistake:
            yield self._places["label"], mistake

    # -- cells: what each says, or what is wrong with it -------------------------------------------

    def _argument(
        self, is_text: bool, sort: str | None
    ) -> Callable[[object], tuple[Constant, str]]:
        """Reads a value and shows it. A text has at most one sort in a table."""
        read = self._cells.text if is_text else self._cells.argument

        def argument(cell: object) -> tuple[Constant, str]:
            value = read(cell)
            shown = show_constant(value)
            if sort is not None and value.kind is Kind.TEXT:
                before = self._sorts.setdefault(str(value.value), sort)
                if before != sort:
                    raise SortClash(
                        f"`{shown}` stands for `{sort}` here, and for `{before}` elsewhere",
                        help="use two constants, or one sort for both arguments",
                    )
            return value, shown

        return argument

    def _reading(self, clause: str) -> Callable[[Any], Any]:
        match clause:
            case "source":
                return self._declared_source
            case "agent":
                return self._agent
            case "type":
                return self._type
            case "weight" | "reliability":
                return fraction
            case "truth":
                return truth
        return _text

    def _declared_source(self, cell: object) -> str | None:
        name = _text(cell)
        if name is not None and name not in self._scope.sources and name != UNNAMED:
            declare = f"declare it: `source {name}.`"
            raise unknown(UnknownSource, "source", Name(name), self._scope.sources, declare)
        return name

    def _agent(self, cell: object) -> str | None:
        name = _text(cell)
        if name is not None and name not in self._scope.agents:
            declare = f"declare it: `agent {name}.`"
            raise unknown(UnknownAgent, "agent", Name(name), self._scope.agents, declare)
        return name

    def _type(self, cell: object) -> str | None:
        name = _text(cell)
        if name is not None and name not in self._scope.types:
            declare = f"declare it, as in `decay {name} 90 days.`"
            raise unknown(UnknownType, "type of evidence", Name(name), self._scope.types, declare)
        return name

    def _label(self, row: Row) -> str | None:
        index = self._places.get("label")
        label = None if index is None else _text(row[index])
        if label is None:
            return None
        if not is_label(label):
            raise NotAValue(
                f"`{label}` can be no label", help="write one small word, such as `first_report`"
            )
        if label in self._rules or label in self._labels or self._taken(label):
            raise DuplicateLabel(
                f"the label `{label}` is taken", help="give each row a label of its own"
            )
        self._labels.add(label)
        return label


def _text(cell: object) -> str | None:
    """None for an empty cell. Raises: NotAValue, for half a character."""
    if cell in OPEN:
        return None
    text = str(cell)
    if not is_text(text):
        raise NotAValue(f"{text!r} holds half a character", help="decode it as it was encoded")
    return text
