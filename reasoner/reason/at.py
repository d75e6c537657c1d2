"""A view: the questions of a reasoner, at a pair of instants of its own."""

from __future__ import annotations

from ..answer import Moment, Rectangle, Stretch
from ..syntax.tree import Sentence
from ..theory.model import Theory
from .questions import Questions, When, microseconds
from .snapshot import Snapshot


class At(Questions):
    """The questions of a reasoner, at a pair of instants of its own."""

    def __init__(self, reasoner: Questions, valid: When | None, known: When | None) -> None:
        self._reasoner = reasoner
        self._valid, self._known = microseconds(valid), microseconds(known)

    @property
    def theory(self) -> Theory:
        return self._reasoner.theory

    def history(
        self, sentence: str | Sentence, *, valid: When | None = None, known: When | None = None
    ) -> tuple[Moment, ...]:
        valid, known = self._instants(valid, known)
        return self._reasoner.history(sentence, valid=valid, known=known)

    def stretches(
        self, sentence: str | Sentence, *, known: When | None = None
    ) -> tuple[Stretch, ...]:
        return self._reasoner.stretches(sentence, known=self._instants(None, known)[1])

    def timeline(
        self, sentence: str | Sentence, *, known: When | None = None
    ) -> tuple[Rectangle, ...]:
        return self._reasoner.timeline(sentence, known=self._instants(None, known)[1])

    def _snapshot(self, valid: When | None, known: When | None) -> Snapshot:
        return self._reasoner._snapshot(*self._instants(valid, known))

    def _instants(self, valid: When | None, known: When | None) -> tuple[When | None, When | None]:
        return (
            self._valid if valid is None else valid,
            self._known if known is None else known,
        )
