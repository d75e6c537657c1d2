"""Queries: the bindings for which a body holds, found by pyDatalog's engine from look-ups alone."""

from __future__ import annotations

import itertools
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any

from ..errors import QueryTimeout, QueryTooLarge, Span
from ..syntax.tree import (
    Absent,
    Atom,
    Comparison,
    Condition,
    Constant,
    Literal,
    Order,
    Term,
    Variable,
    terms,
)
from ..theory.normal import atom_key
from ..theory.values import compare
from .body import Plan, plan

Rows = Callable[[str, bool, tuple[Constant | None, ...]], Iterable[tuple[Constant, ...]]]
"""rows(relation, positive, pattern): the arguments of the atoms that match *pattern* (None: any)
and are told true (positive) or told false. More rows than match do no harm."""

Binding = tuple[tuple[str, Constant], ...]

_calls = itertools.count(1)


def answers(
    body: tuple[Condition, ...],
    rows: Rows,
    *,
    limit_s: float = 10.0,
    max_answers: int = 100_000,
) -> tuple[Binding, ...]:
    """Every binding for which *body* holds: sorted by value, without repeats.

    A binding lists the variables in order of first occurrence; those that begin with `_` are left
    out. Of equal values (`1`, `1.0`) the shortest spelling met is shown. A body without variables
    gives `((),)` when it holds and `()` when it does not.

    Args:
        rows: the only source of facts, asked with every argument that has a value by then.
        limit_s: wall-clock seconds; checked between steps and rows, not inside *rows* itself.
    Raises:
        UnsafeQuery: E308, nothing gives a variable a value.
        QueryTimeout: E403, out of time.
        QueryTooLarge: E405, more than *max_answers*.
    """
    limits = _Limits(limit_s, max_answers, body[0].span if body else None)
    found = _Call(rows, limits).run(plan(body))
    return tuple(sorted(found, key=_by_value))


def _by_value(binding: Binding) -> tuple[object, ...]:
    return atom_key(Atom("", tuple(value for _, value in binding)))


class _Limits:
    """What one query may cost, from now on."""

    def __init__(self, limit_s: float, max_answers: int, span: Span | None) -> None:
        self._limit_s = limit_s
        self._end = time.monotonic() + limit_s
        self._max_answers = max_answers
        self._span = span

    def check_time(self) -> None:
        if time.monotonic() > self._end:
            raise QueryTimeout(
                f"the query took longer than {self._limit_s:g} s",
                help="put a constant in place of a variable, or allow it more time",
                span=self._span,
            )

    def check_answers(self, count: int) -> None:
        if count > self._max_answers:
            raise QueryTooLarge(
                f"the query has more than {self._max_answers} answers",
                help="put a constant in place of a variable, or allow it more answers",
                span=self._span,
            )


class _Call:
    """One query in the engine: a predicate for each relation, an integer for each value.

    Given values themselves, the engine would round numbers and take `1` and `True` for one; and
    it drops the rows of `p(X, X)` unless equal arguments are one object. So each value has an
    integer, and each integer one `Const`.
    """

    def __init__(self, rows: Rows, limits: _Limits) -> None:
        from pyDatalog import pyEngine  # here, as only those who ask need it

        self._engine = pyEngine
        self._rows = rows
        self._limits = limits
        self._prefix = f"reasoner@{next(_calls)}"  # the engine's resolvers are global
        self._names: dict[object, str] = {}
        self._registered: set[str] = set()
        self._values: list[Constant] = []
        self._constants: dict[Constant, Any] = {}

    def run(self, ready: Plan) -> list[Binding]:
        """The bindings, in no order."""
        with _own_state(self._registered) as state:
            head = self._engine.Literal(self._prefix, [self._term(term) for _, term in ready.shown])
            body = [self._literal(condition) for condition in ready.conditions]
            facts = self._drive(state, self._engine.Clause(head, body))
        names = [name for name, _ in ready.shown]
        return [tuple(zip(names, map(self._value, fact.terms), strict=True)) for fact in facts]

    def _drive(self, state: Any, clause: Any) -> list[Any]:
        """The engine's own loop (`pyEngine.Literal.ask`), with limits."""
        state.Goal = goal = self._engine.Subgoal(clause.head)
        task, arguments = self._engine.ADD_CLAUSE, (goal, clause)
        while task is not None:
            self._limits.check_time()
            task, arguments = task(*arguments)
            self._limits.check_answers(len(goal.facts))
        return list(goal.facts.values())

    # -- into the engine ---------------------------------------------------------------------------

    def _literal(self, condition: Condition) -> Any:
        arguments = [self._term(term) for term in terms(condition)]
        key: tuple[object, ...]
        resolver: Callable[..., Iterable[Any]]
        match condition:
            case Comparison(order=order):
                key, resolver = (order,), partial(self._compared, order)
            case Absent(literal=Literal(Atom(relation), positive)):
                key = (relation, positive, "absent")
                resolver = partial(self._absent, relation, positive)
            case Literal(Atom(relation), positive):
                key = (relation, positive)
                resolver = partial(self._looked_up, relation, positive)
        return self._engine.Literal(self._predicate(key, len(arguments), resolver), arguments)

    def _predicate(self, key: object, arity: int, resolver: Callable[..., Iterable[Any]]) -> str:
        """The name by which the engine finds *resolver*."""
        name = self._names.setdefault(key, f"{self._prefix}:{len(self._names)}")
        self._engine.Python_resolvers[f"{name}/{arity}"] = resolver
        self._registered.add(f"{name}/{arity}")
        return name

    def _term(self, term: Term) -> Any:
        if isinstance(term, Variable):
            return self._engine.Var(term.name)
        known = self._constants.get(term)
        if known is None:
            known = self._constants[term] = self._engine.Const(len(self._values))
            self._values.append(term)
        elif term.spelling != self._values[known.id].spelling:
            self._values[known.id] = min(term, self._values[known.id], key=_spelled)
        return known

    # -- and back ----------------------------------------------------------------------------------

    def _value(self, term: Any) -> Constant:
        number: int = term.id
        return self._values[number]

    def _looked_up(self, relation: str, positive: bool, *arguments: Any) -> Iterator[list[Any]]:
        pattern = tuple(self._value(term) if term.is_const() else None for term in arguments)
        for row in self._rows(relation, positive, pattern):
            self._limits.check_time()
            yield [self._term(value) for value in row]

    def _absent(self, relation: str, positive: bool, *arguments: Any) -> tuple[bool, ...]:
        """Negation as failure. The engine's own (`~`) fetches every row; the first one decides."""
        rows = self._looked_up(relation, positive, *arguments)
        return () if any(_fits(arguments, row) for row in rows) else (True,)

    def _compared(self, order: Order, left: Any, right: Any) -> tuple[bool, ...]:
        return (True,) if compare(self._value(left), order, self._value(right)) else ()


def _fits(arguments: Iterable[Any], row: Iterable[Any]) -> bool:
    """Whether *row* is an instance of *arguments*: equal values are one object."""
    values: dict[Any, Any] = {}
    return all(
        (given if given.is_const() else values.setdefault(given.id, value)) is value
        for given, value in zip(arguments, row, strict=True)
    )


def _spelled(value: Constant) -> tuple[int, str]:
    return len(value.spelling), value.spelling


@contextmanager
def _own_state(registered: set[str]) -> Iterator[Any]:
    """Give this thread's engine a state that nothing else sees; afterwards all is as it was.

    registered: the resolvers to remove at the end; it may grow until then.
    """
    from pyDatalog import Logic, pyEngine

    before = getattr(Logic.tl, "logic", None)
    Logic.tl.logic = SimpleNamespace(  # a Logic() has these too, and primitives, at 12 x the cost
        Db={},
        Pred_registry=weakref.WeakValueDictionary(),
        Subgoals={},
        Tasks=pyEngine.TaskList(),
        Recursive_Tasks=pyEngine.TaskDeque(),
        Recursive=False,
        Goal=None,
        gc_uncollected=False,
    )
    try:
        yield Logic.tl.logic
    finally:
        for name in registered:
            del pyEngine.Python_resolvers[name]
        if before is None:
            del Logic.tl.logic
        else:
            Logic.tl.logic = before
