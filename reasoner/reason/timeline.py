"""A statement on the two axes of time: stretches of valid time, and rectangles of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..answer import Rectangle, Status, Stretch
from ..slice import Base
from ..slice.fetch import telling
from ..solve import Limits
from ..syntax.tree import Sentence
from ..time import ALWAYS, END, Interval, coalesce, cut
from ..view import View
from .cutting import about, linked_statements
from .direct import Alone
from .snapshot import status

Row = tuple[tuple[Interval, Status], ...]
"""Stretches of valid time by start, as known at one instant; NEITHER is left out."""


def stretches(view: View, sentence: Sentence, limits: Limits) -> tuple[Stretch, ...]:
    """Where on the valid axis the statement has which status; elsewhere it is NEITHER."""
    return tuple(Stretch(*each) for each in _row(view, sentence, limits))


def rectangles(
    instants: Iterable[int], view_at: Callable[[int], View], sentence: Sentence, limits: Limits
) -> tuple[Rectangle, ...]:
    """Where on both axes it has which status, by transaction time; elsewhere it is NEITHER.

    Args:
        instants: the transaction times at which something may have changed, sorted.
        view_at: the ledger as it was known at one of them.
    """
    rows = [(known, _row(view_at(known), sentence, limits)) for known in instants]
    open_since: dict[tuple[Interval, Status], int] = {}
    found: list[Rectangle] = []
    for known, row in [*rows, (END, ())]:
        for cell in [cell for cell in open_since if cell not in row]:
            found.append(Rectangle(Interval(open_since.pop(cell), known), *cell))
        for cell in row:
            open_since.setdefault(cell, known)
    return tuple(sorted(found, key=lambda each: (each.known, each.valid)))


def fadings(view: View, sentence: Sentence, valid: int | None) -> list[int]:
    """The transaction times, after what the view knows, at which decay silences a statement.

    They run up to the view's clock. Only what is linked with *sentence* is looked at.
    valid: at that instant; None for any.
    """
    found: set[int] = set()
    for statement in linked_statements(view, [sentence]):
        effective = [each for item in statement.items for each in item.effective]
        starts = [valid] if valid is not None else [each.start for each in cut(ALWAYS, effective)]
        for start in starts:
            silent = view.falls_silent(statement, start, after=view.known)
            if silent is not None:
                found.add(silent)
    return sorted(found)


def _row(view: View, sentence: Sentence, limits: Limits) -> Row:
    return tuple(
        (interval, value)
        for interval, value in coalesce(_cells(view, sentence, limits))
        if value is not Status.NEITHER
    )


def _cells(view: View, sentence: Sentence, limits: Limits) -> Iterator[tuple[Interval, Status]]:
    """The status on each elementary interval of valid time."""
    alone = Alone.of(view, sentence)
    if alone is not None:
        for interval in cut(ALWAYS, alone.intervals):
            yield interval, alone.status_at(interval.start)
        return
    part = about(view, telling(sentence), limits=limits)
    for interval in cut(ALWAYS, part.intervals()):
        yield interval, status(Base.at(part, interval.start), sentence, limits)
