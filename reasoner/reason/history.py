"""History: how a statement's status moved along transaction time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from ..answer import Moment, Status
from ..ledger.entries import Deed, Ledger
from ..syntax.tree import Sentence
from ..theory.model import Theory
from ..view import View
from .cutting import linked_statements
from .inforce import in_force

Fadings = Callable[[int, int], Iterable[int]]
"""When decay may have changed the status, after one transaction time and up to another."""


def history(
    movements: Iterable[tuple[int, Deed | None]], status_at: Callable[[int], Status]
) -> tuple[Moment, ...]:
    """The operations and the days of decay after which the status was another, oldest first.

    status_at: the status as it was known at a transaction time.
    """
    moments: list[Moment] = []
    before = Status.NEITHER
    for at, deed in movements:
        now = status_at(at)
        if now is not before:
            name, verb = (None, "decay") if deed is None else (deed.name, deed.verb)
            moments.append(Moment(name, verb, at, now))
        before = now
    return tuple(moments)


def movements(
    ledger: Ledger, theory: Theory, sentence: Sentence, until: int, fadings: Fadings
) -> Iterator[tuple[int, Deed | None]]:
    """Every transaction time at which the status of *sentence* may change; None: by decay.

    Of the operations, those that bear on what is linked with the sentence under any of the
    theories that were in force.
    """
    deeds = _bearing_on(ledger, theory, sentence, until)
    for deed, later in pairwise([*deeds, None]):
        assert deed is not None
        yield deed.recorded, deed
        end = until if later is None else later.recorded - 1
        yield from ((at, None) for at in fadings(deed.recorded, end))


def _bearing_on(ledger: Ledger, theory: Theory, sentence: Sentence, until: int) -> list[Deed]:
    declaring = [deed.recorded for deed in ledger.deeds((), (), until)]
    theories = {
        each.text: each for each in (in_force(ledger, at, theory) for at in [until, *declaring])
    }
    names: dict[str, None] = {}
    sentences: dict[Sentence, None] = {}
    for each in theories.values():
        view = View(ledger, each, known=until).ever()
        for statement in linked_statements(view, [sentence]):
            sentences[statement.sentence] = None
            names.update((item.evidence.name, None) for item in statement.items)
    return ledger.deeds(names, sentences, until)
