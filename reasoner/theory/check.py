"""Checking: all mistakes of a text at once, and of what comes through Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import get_args

from ..errors import Mistakes, ReasonerError
from ..syntax.tree import Declaration, Operation, Program, Query, Sentence, Suppose
from .assembly import declarations, theory_of
from .declare import declare, label_of
from .declared import declaration_mistakes
from .labels import Known, given_label_mistakes, known, label_mistakes
from .model import Theory
from .names import Scope
from .ranks import circles
from .sentences import is_plain, query_mistakes, sentence_mistakes
from .uses import use_mistakes


def _no_name(name: str) -> bool:
    return False


def check(
    program: Program,
    *,
    outer: Sequence[Declaration] = (),
    ledger_names: Callable[[str], bool] = _no_name,
) -> tuple[ReasonerError, ...]:
    """All mistakes in the names and types of a text, in its order; () when there are none.

    Declarations hold for the whole text, wherever they stand, and inside a `suppose` for that.
    What stands behind `refuse` is left to the run, as any mistake there is what is wanted.

    Args:
        outer: declarations that hold too, and have no mistakes of their own.
        ledger_names: whether a stored ledger has evidence or an operation of that name.
    """
    scope = Scope()
    for _ in declare(scope, outer):
        raise ValueError("outer declarations with mistakes of their own")
    found = _block(known(program, ledger_names), scope, program, set())
    return Mistakes(found).errors


def build(
    program: Program,
    *,
    outer: Sequence[Declaration] = (),
    ledger_names: Callable[[str], bool] = _no_name,
) -> Theory:
    """The theory of a text: of *outer* and its own declarations, not those inside a `suppose`.

    Raises:
        Mistakes: E2 and E3, all that check finds.
    """
    _raise(check(program, outer=outer, ledger_names=ledger_names))
    return theory_of((*outer, *declarations(program)))


def resolve_sentence(theory: Theory, sentence: Sentence) -> None:
    """Check a sentence's relations, arities and sorts.

    Raises:
        Mistakes: E201, E202, E209; from Python also E108, E110, E216.
    """
    if not is_plain(theory.relation, sentence):
        _raise(sentence_mistakes(Scope.of(theory), sentence))


def resolve_query(theory: Theory, query: Query) -> None:
    """Check a query's relations, arities and sorts; its safety is for the one who answers it.

    Raises:
        Mistakes: E201, E202, E209.
    """
    _raise(query_mistakes(Scope.of(theory), query.body))


def resolve_operation(theory: Theory, operation: Operation) -> None:
    """Check all that an operation names but the labels that only a ledger knows.

    Raises:
        Mistakes: E2; E1 for a sentence that no text can hold.
    """
    _raise(use_mistakes(Scope.of(theory), operation))
    _raise(given_label_mistakes(theory, operation))


def _raise(found: Iterable[ReasonerError]) -> None:
    mistakes = tuple(found)
    if mistakes:
        raise Mistakes(mistakes)


def _block(
    known: Known, scope: Scope, block: Program | Suppose, earlier: set[str]
) -> Iterator[ReasonerError]:
    """The mistakes of one block, then of each `suppose` in it: those see all of its names."""
    around = tuple(scope.ranks)
    yield from declare(scope, block.statements)
    if not any(circles(around)):
        yield from circles(scope.ranks)
    inside: list[tuple[Suppose, set[str]]] = []
    for statement in block.statements:
        if isinstance(statement, Suppose):
            inside.append((statement, set(earlier)))
            continue
        if isinstance(statement, get_args(Declaration)):
            yield from declaration_mistakes(scope, statement)
        else:
            yield from use_mistakes(scope, statement)
        yield from label_mistakes(known, scope, earlier, statement)
        given = label_of(statement)
        if given is not None and given[1].kind != "rule":
            earlier.add(given[0])
    for suppose, before in inside:
        yield from _block(known, scope.inner(), suppose, before)
