"""Everything in a view, in parts that have nothing to do with each other: never all at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import SolveTimeout, TooManyAnswers
from ..slice.batches import AT_ONCE, Batch, batches
from ..slice.partition import Partition, partition
from ..solve import Limits
from ..view import View


class Partwise:
    """A pass over a view, batch by batch, with limits that hold for each batch.

    The clock of a batch starts when it has been read; what is done with the answers, and the
    reading, count for nothing. An error at a limit says how much was done by then.
    """

    def __init__(
        self,
        view: View,
        limits: Limits,
        *,
        relation: str | None = None,
        size: int = AT_ONCE,
        parts: Partition | None = None,
    ) -> None:
        """parts: how it falls apart, by default as the theory says; others: see `batches`."""
        self._limits = limits
        self._done = 0
        parts = partition(view.theory) if parts is None else parts
        self.is_one = parts.is_one
        self._batches = batches(view, parts, relation=relation, size=size)

    def each(self) -> Iterator[tuple[Batch, Limits]]:
        """The batches, each with its limits, running."""
        for batch in self._batches:
            yield batch, self._limits.begin()
            self._done += batch.size

    @contextmanager
    def telling(self) -> Iterator[None]:
        """Errors at a limit say how far it came."""
        try:
            yield
        except (SolveTimeout, TooManyAnswers) as error:
            if self._done:
                error.message += f", after {self._done} items of evidence were done with"
            raise
