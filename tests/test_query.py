"""Queries: answers are those of the definition, values survive, and nothing leaks or hangs."""

from __future__ import annotations

import itertools
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reasoner.errors import QueryTimeout, QueryTooLarge, Source, Span, UnsafeQuery
from reasoner.reason.query import Rows, answers
from reasoner.syntax.tree import (
    Absent,
    Atom,
    Comparison,
    Condition,
    Constant,
    Literal,
    Order,
    Term,
    Variable,
)
from reasoner.theory.values import compare, constant

Row = tuple[Constant, ...]
Tables = dict[tuple[str, bool, int], list[Row]]

X, Y, Z, W = map(Variable, "XYZW")
ANY, ANY2 = Variable("_1"), Variable("_2")
ONE, TWO, THREE = constant(1), constant(2), constant(3)


def told(relation: str, *arguments: Term) -> Literal:
    return Literal(Atom(relation, arguments))


def denied(relation: str, *arguments: Term) -> Literal:
    return Literal(Atom(relation, arguments), positive=False)


def no(relation: str, *arguments: Term) -> Absent:
    return Absent(told(relation, *arguments))


def table(*literals: Literal) -> Tables:
    tables: Tables = {}
    for literal in literals:
        row = tuple(term for term in literal.atom.arguments if isinstance(term, Constant))
        tables.setdefault((literal.atom.relation, literal.positive, len(row)), []).append(row)
    return tables


def reading(tables: Tables) -> Rows:
    def rows(relation: str, positive: bool, pattern: tuple[Constant | None, ...]) -> Iterator[Row]:
        for row in tables.get((relation, positive, len(pattern)), []):
            if all(p is None or p == value for p, value in zip(pattern, row, strict=True)):
                yield row

    return rows


def ask(tables: Tables, *body: Condition) -> list[tuple[str, ...]]:
    """The values of each answer, as written."""
    found = answers(body, reading(tables))
    return [tuple(value.spelling for _, value in binding) for binding in found]


FAMILY = table(
    told("parent", constant("ada"), constant("ben")),
    told("parent", constant("ben"), constant("cleo")),
    told("parent", constant("ben"), constant("dan")),
    told("age", constant("ada"), constant(70)),
    told("age", constant("ben"), constant(41)),
    told("age", constant("cleo"), constant(9)),
    denied("likes", constant("cleo"), constant("dan")),
    told("likes", constant("dan"), constant("dan")),
    told("raining"),
)


# -- what a body means -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param([told("parent", X, constant("dan"))], [("ben",)], id="a look-up"),
        pytest.param(
            [told("parent", X, Y), told("parent", Y, Z)],
            [("ada", "ben", "cleo"), ("ada", "ben", "dan")],
            id="a join",
        ),
        pytest.param([told("parent", X, ANY)], [("ada",), ("ben",)], id="_ is left out"),
        pytest.param([told("likes", X, X)], [("dan",)], id="a variable twice in one literal"),
        pytest.param([denied("likes", X, Y)], [("cleo", "dan")], id="a classical negation"),
        pytest.param(
            [told("parent", ANY, X), no("age", X, ANY2)], [("dan",)], id="not, of any value"
        ),
        pytest.param(
            [no("parent", X, ANY), told("parent", ANY2, X)],
            [("cleo",), ("dan",)],
            id="not stands before what binds it",
        ),
        pytest.param(
            [told("parent", X, Y), Absent(denied("likes", Y, constant("dan")))],
            [("ada", "ben"), ("ben", "dan")],
            id="not of a classical negation",
        ),
        pytest.param(
            [told("parent", X, Y), no("parent", X, Y)], [], id="a literal with its absence"
        ),
        pytest.param([told("parent", X, Y), no("parent", ANY, ANY2)], [], id="no row at all"),
        pytest.param([told("parent", X, Y), no("likes", ANY, ANY)], [], id="no one likes himself"),
        pytest.param(
            [Comparison(X, Order.GT, constant(40)), told("age", Y, X)],
            [("41", "ben"), ("70", "ada")],
            id="a comparison stands before what binds it",
        ),
        pytest.param([Comparison(X, Order.EQ, THREE)], [("3",)], id="= gives a value"),
        pytest.param(
            [Comparison(X, Order.EQ, Y), Comparison(Y, Order.EQ, THREE)],
            [("3", "3")],
            id="= passes a value on",
        ),
        pytest.param(
            [told("age", X, Y), told("parent", Z, W), Comparison(X, Order.EQ, W)],
            [("ben", "41", "ada", "ben"), ("cleo", "9", "ben", "cleo")],
            id="= joins",
        ),
        pytest.param(
            [Comparison(X, Order.EQ, ONE), Comparison(TWO, Order.EQ, X)], [], id="= of two values"
        ),
        pytest.param([told("parent", X, Y), Comparison(X, Order.NE, X)], [], id="X != X"),
        pytest.param([told("raining")], [()], id="no variables, and it holds"),
        pytest.param([no("raining")], [], id="no variables, and it does not hold"),
        pytest.param([told("parent", ANY, ANY2)], [()], id="only anonymous variables"),
        pytest.param([told("snowing")], [], id="a relation without rows"),
        pytest.param([Comparison(ONE, Order.LT, TWO)], [()], id="constants compared"),
        pytest.param([], [()], id="an empty body"),
    ],
)
def test_a_body_has_these_answers(body, expected):
    assert ask(FAMILY, *body) == expected


def test_a_binding_lists_the_variables_in_order_of_first_occurrence():
    body = (no("parent", Y, ANY), Comparison(Z, Order.EQ, ONE), told("parent", X, Y))
    found = answers(body, reading(FAMILY))
    assert [[name for name, _ in binding] for binding in found] == [["Y", "Z", "X"]] * 2


def test_rows_that_do_not_match_the_pattern_do_no_harm():
    everything = [(ONE, TWO), (TWO, THREE), (TWO, TWO)]
    assert answers((told("p", TWO, X),), lambda *_: everything) == ((("X", TWO),), (("X", THREE),))


# -- values ----------------------------------------------------------------------------------------

HUGE = 10**40
VALUES = [  # in order
    constant(""),
    constant('"quoted" \\ and\nbroken'),
    constant("'"),
    constant("0"),
    constant("1"),
    constant("2026-03-01"),
    constant("False"),
    constant("None"),
    constant("True"),
    constant("X"),
    constant("~p"),
    constant("ünï"),
    constant(-HUGE),
    constant(Decimal("-0.10")),
    constant(0),
    constant(1),
    constant(Decimal("1.000000000000000000000000000001")),
    constant(2**31),
    constant(HUGE),
    constant(HUGE + 1),
    constant(date(2026, 3, 1)),
    constant(datetime(2026, 3, 1, tzinfo=UTC)),
    constant(datetime(2026, 3, 1, 0, 0, 0, 1, tzinfo=UTC)),
]


def test_values_come_back_as_they_went_in_and_sorted():
    tables = table(*(told("p", value) for value in reversed(VALUES)))
    found = [binding[0][1] for binding in answers((told("p", X),), reading(tables))]
    assert [(v.kind, v.value, v.spelling) for v in found] == [
        (v.kind, v.value, v.spelling) for v in VALUES
    ]


@pytest.mark.parametrize("order", Order, ids=lambda order: order.value)
def test_comparisons_are_made_on_the_values(order):
    tables = table(*(told("p", value) for value in VALUES))
    body = (told("p", X), told("p", Y), Comparison(X, order, Y))
    expected = {(x, y) for x in VALUES for y in VALUES if compare(x, order, y)}
    found = {(b[0][1], b[1][1]) for b in answers(body, reading(tables))}
    assert found == expected


def test_equal_values_join_and_the_shortest_spelling_is_shown():
    tables = table(
        told("p", constant(Decimal("1.00"))), told("q", constant(1)), told("r", constant("1"))
    )
    assert ask(tables, told("p", X), told("q", X)) == [("1",)]
    assert ask(tables, told("q", X), told("p", X)) == [("1",)]
    assert ask(tables, told("p", X)) == [("1.00",)]
    assert ask(tables, told("q", X), told("r", X)) == []


# -- the definition --------------------------------------------------------------------------------

POOL = [ONE, constant("1"), constant(Decimal("-0.10")), constant(HUGE)]
TERMS = st.sampled_from([X, Y, Z, ANY, ANY2, X, Y, Z, ONE, constant("1")])
PAIRS = st.builds(Atom, st.sampled_from("qr"), st.tuples(TERMS, TERMS))
SINGLES = st.builds(Atom, st.just("p"), st.tuples(TERMS))
ATOMS = st.one_of(PAIRS, PAIRS, PAIRS, SINGLES, SINGLES, st.builds(Atom, st.just("n")))
LITERALS = st.builds(Literal, ATOMS, st.sampled_from([True, True, False]))
CHECKS = st.one_of(
    st.builds(Absent, LITERALS), st.builds(Comparison, TERMS, st.sampled_from(Order), TERMS)
)
BODIES = st.lists(st.one_of(LITERALS, CHECKS), max_size=5).map(tuple)
JOINS = st.lists(LITERALS, min_size=2, max_size=3)


@st.composite
def safe_bodies(draw: st.DrawFn) -> tuple[Condition, ...]:
    """Some positive literals, and those of some checks that are safe beside them."""
    body: list[Condition] = [*draw(JOINS)]
    for condition in draw(st.lists(CHECKS, min_size=2, max_size=3)):
        place = draw(st.integers(0, len(body)))
        longer = [*body[:place], condition, *body[place:]]
        body = longer if safe(tuple(longer)) else body
    return tuple(body)


@st.composite
def some_tables(draw: st.DrawFn) -> Tables:
    """Any subset of all rows, for each relation and sign."""
    tables: Tables = {}
    for (relation, arity), positive in itertools.product(SHAPES, [True, False]):
        rows = list(itertools.product(POOL, repeat=arity))
        chosen = draw(st.integers(0, 2 ** len(rows) - 1))
        tables[relation, positive, arity] = [r for i, r in enumerate(rows) if chosen >> i & 1]
    return tables


SHAPES = [("n", 0), ("p", 1), ("q", 2), ("r", 2)]


def terms_of(condition: Condition) -> tuple[Term, ...]:
    match condition:
        case Comparison(left=left, right=right):
            return left, right
        case Absent(literal=literal):
            return literal.atom.arguments
    return condition.atom.arguments


def variables(conditions: Iterable[Condition]) -> list[str]:
    found = [t.name for c in conditions for t in terms_of(c) if isinstance(t, Variable)]
    return list(dict.fromkeys(found))


def safe(body: tuple[Condition, ...]) -> bool:
    """By definition: positive literals and constants give values, and `=` passes them on."""
    known = set(variables(c for c in body if isinstance(c, Literal)))
    for _ in body:
        for c in body:
            if isinstance(c, Comparison) and c.order is Order.EQ:
                given = [not isinstance(t, Variable) or t.name in known for t in terms_of(c)]
                known |= set(variables([c])) if any(given) else set()
    return all(n in known or n in anyones(body) for n in variables(body))


def anyones(body: tuple[Condition, ...]) -> set[str]:
    """The `_` that stand under one `not` and nowhere else."""
    places = {n: [c for c in body if n in variables([c])] for n in variables(body)}
    return {
        n for n, (c, *more) in places.items() if n[0] == "_" and isinstance(c, Absent) and not more
    }


def matches(literal: Literal, tables: Tables, values: dict[str, Constant]) -> bool:
    arguments = literal.atom.arguments
    for row in tables.get((literal.atom.relation, literal.positive, len(arguments)), []):
        env = dict(values)
        given = [env.setdefault(t.name, v) if isinstance(t, Variable) else t
                 for t, v in zip(arguments, row, strict=True)]  # fmt: skip
        if tuple(given) == row:
            return True
    return False


def holds(condition: Condition, tables: Tables, values: dict[str, Constant]) -> bool:
    match condition:
        case Comparison(order=order):
            left, right = (values[t.name] if isinstance(t, Variable) else t
                           for t in terms_of(condition))  # fmt: skip
            return compare(left, order, right)
        case Absent(literal=literal):
            return not matches(literal, tables, values)
    return matches(condition, tables, values)


def by_definition(body: tuple[Condition, ...], tables: Tables) -> set[tuple[object, ...]]:
    """Try every value for every variable."""
    names = [n for n in variables(body) if n not in anyones(body)]
    found = set()
    for row in itertools.product(POOL, repeat=len(names)):
        values = dict(zip(names, row, strict=True))
        if all(holds(condition, tables, values) for condition in body):
            found.add(tuple((n, values[n]) for n in names if n[0] != "_"))
    return found


@settings(max_examples=300, deadline=None)
@given(body=BODIES)
def test_exactly_the_safe_bodies_are_answered(body):
    try:
        answers(body, reading({}))
    except UnsafeQuery:
        assert not safe(body)
    else:
        assert safe(body)


@settings(max_examples=300, deadline=None)
@given(body=safe_bodies(), tables=some_tables())
def test_answers_are_those_of_the_definition(body, tables):
    found = answers(body, reading(tables))
    assert len(set(found)) == len(found)
    assert set(found) == by_definition(body, tables)


@settings(max_examples=60, deadline=None)
@given(body=safe_bodies(), tables=some_tables(), random=st.randoms())
def test_the_order_of_rows_and_of_conditions_changes_nothing(body, tables, random):
    shuffled = {key: random.sample(rows, len(rows)) for key, rows in tables.items()}
    other = tuple(random.sample(body, len(body)))
    found = answers(body, reading(tables))
    assert answers(body, reading(shuffled)) == found
    assert {*map(frozenset, answers(other, reading(tables)))} == {*map(frozenset, found)}


# -- safety ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "message"),
    [
        pytest.param(
            [Comparison(X, Order.LT, THREE)],
            "`X` stands in a comparison, and nothing gives it a value",
            id="only compared",
        ),
        pytest.param(
            [told("p", Y), Comparison(X, Order.EQ, Z)],
            "`X` stands in a comparison, and nothing gives it a value",
            id="equal to what has no value",
        ),
        pytest.param(
            [told("p", Y), no("q", Y, X)],
            "`X` stands under `not`, and nothing gives it a value",
            id="only under not",
        ),
        pytest.param(
            [no("p", ANY), no("q", ANY)],
            "`_1` stands under `not`, and nothing gives it a value",
            id="one _ under two nots",
        ),
    ],
)
def test_a_body_that_gives_a_variable_no_value_is_refused(body, message):
    with pytest.raises(UnsafeQuery) as caught:
        answers(tuple(body), reading({}))
    assert caught.value.message == message


def test_a_refusal_says_where_and_what_next():
    span = Span(1, 10, 1, 20, Source("q.bel", "?- p(Y), not q(Y, X)."))
    body = (told("p", Y), Absent(told("q", Y, X), span))
    with pytest.raises(UnsafeQuery) as caught:
        answers(body, reading({}))
    assert str(caught.value) == (
        "error[E308]: `X` stands under `not`, and nothing gives it a value\n"
        " --> q.bel:1:10\n"
        "  |\n"
        "1 | ?- p(Y), not q(Y, X).\n"
        "  |          ^^^^^^^^^^\n"
        "help: add a condition without `not` that gives `X` a value,"
        " or write `_` if any value will do"
    )


# -- demand ----------------------------------------------------------------------------------------


def recording(tables: Tables) -> tuple[Rows, list[str]]:
    asked: list[str] = []

    def rows(relation: str, positive: bool, pattern: tuple[Constant | None, ...]) -> Iterable[Row]:
        shown = ", ".join("?" if p is None else p.spelling for p in pattern)
        asked.append(f"{'' if positive else '-'}{relation}({shown})")
        return reading(tables)(relation, positive, pattern)

    return rows, asked


EDGES = table(*(told("e", constant(i), constant(i + 1)) for i in range(5)), told("big", THREE))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param([told("e", ONE, X)], ["e(1, ?)"], id="a constant"),
        pytest.param(
            [told("e", X, Y), told("e", ONE, X)],
            ["e(1, ?)", "e(2, ?)"],
            id="the literal with a constant goes first",
        ),
        pytest.param(
            [told("e", X, Y), told("big", Y), Comparison(X, Order.EQ, TWO)],
            ["e(2, ?)", "big(3)"],
            id="what = says is known from the start",
        ),
        pytest.param(
            [told("big", W), told("t", ONE, X, Y, Z), told("e", X, W)],
            ["t(1, ?, ?, ?)"],
            id="a literal with a bound argument goes before a smaller one without",
        ),
        pytest.param(
            [told("e", ONE, X), told("e", X, Y), Comparison(X, Order.GT, constant(7))],
            ["e(1, ?)"],
            id="a comparison cuts before the next look-up",
        ),
        pytest.param(
            [no("big", X), told("e", TWO, X), told("e", X, Y)],
            ["e(2, ?)", "big(3)"],
            id="a not cuts before the next look-up",
        ),
        pytest.param(
            [told("e", TWO, X), Absent(denied("e", X, ANY))],
            ["e(2, ?)", "-e(3, ?)"],
            id="under not, too",
        ),
        pytest.param(
            [told("e", X, X), told("e", ONE, X)],
            ["e(1, ?)", "e(2, 2)"],
            id="a variable twice is not a bound argument",
        ),
        pytest.param(
            [told("e", X, Y), told("big", ANY), told("raining")],
            ["raining()"],
            id="a literal without variables goes first",
        ),
        pytest.param(
            [told("e", TWO, X), told("e", TWO, Y), told("e", TWO, Z)],
            ["e(2, ?)"],
            id="no look-up is made twice",
        ),
    ],
)
def test_look_ups_are_as_bound_as_they_can_be(body, expected):
    rows, asked = recording(EDGES)
    answers(tuple(body), rows)
    assert asked == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param([no("p", ANY, ANY2)], [(ONE, TWO)], id="any row"),
        pytest.param([no("p", ANY, ANY)], [(ONE, TWO), (TWO, TWO)], id="a row of equal values"),
    ],
)
def test_not_takes_rows_up_to_the_first_that_matches(body, expected):
    taken = []

    def rows(relation, positive, pattern):
        for row in [(ONE, TWO), (TWO, TWO), (TWO, THREE)]:
            taken.append(row)
            yield row

    assert answers(tuple(body), rows) == ()
    assert taken == expected


# -- limits ----------------------------------------------------------------------------------------


def endless(relation: str, positive: bool, pattern: tuple[Constant | None, ...]) -> Iterator[Row]:
    return ((constant(i),) * len(pattern) for i in itertools.count())


def hundred(relation: str, positive: bool, pattern: tuple[Constant | None, ...]) -> list[Row]:
    return [pattern] if None not in pattern else [(constant(i),) for i in range(100)]


@pytest.mark.parametrize(
    ("body", "rows"),
    [
        pytest.param([told("p", X)], endless, id="rows without end"),
        pytest.param(
            [told("p", v) for v in (X, Y, Z, W)] + [no("q", X, Y, Z, W)],
            hundred,
            id="a product without answers",
        ),
    ],
)
def test_a_query_out_of_time_says_so(body, rows):
    with pytest.raises(QueryTimeout, match=r"took longer than 0\.05 s"):
        answers(tuple(body), rows, limit_s=0.05)


def test_too_many_answers_are_refused_not_cut_short():
    body = (told("p", X), told("p", Y))
    assert len(answers(body, hundred, max_answers=10_000)) == 10_000
    with pytest.raises(QueryTooLarge, match="more than 9999 answers"):
        answers(body, hundred, max_answers=9_999)


# -- isolation -------------------------------------------------------------------------------------


def engine_state() -> tuple[object, dict[str, Callable[..., object]]]:
    from pyDatalog import Logic, pyEngine

    return getattr(Logic.tl, "logic", None), dict(pyEngine.Python_resolvers)


def failing(relation: str, positive: bool, pattern: tuple[Constant | None, ...]) -> Iterable[Row]:
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        pytest.param(reading(FAMILY), None, id="after an answer"),
        pytest.param(failing, ZeroDivisionError, id="after a failure of the store"),
        pytest.param(endless, QueryTimeout, id="after a time-out"),
    ],
)
def test_the_engine_is_left_as_it_was(rows, error):
    before = engine_state()
    try:
        answers((told("parent", X, Y),), rows, limit_s=0.05)
    except Exception as caught:
        assert type(caught) is error
    else:
        assert error is None
    assert engine_state() == before


def test_a_program_of_the_hosts_own_is_untouched():
    from pyDatalog import pyDatalog

    pyDatalog.assert_fact("p", 7)
    assert ask(table(told("p", ONE)), told("p", X)) == [("1",)]
    assert pyDatalog.ask("p(X)").answers == [(7,)]
    pyDatalog.clear()


def test_rows_may_ask_queries_themselves():
    def derived(relation, positive, pattern):
        if relation != "grandparent":
            yield from reading(FAMILY)(relation, positive, pattern)
            return
        body = (told("parent", X, Y), told("parent", Y, Z))
        for binding in answers(body, reading(FAMILY)):
            values = dict(binding)
            yield values["X"], values["Z"]

    found = answers((told("grandparent", X, Y), no("likes", Y, Y)), derived)
    assert [(x.spelling, y.spelling) for (_, x), (_, y) in found] == [("ada", "cleo")]


def test_two_threads_with_different_rows_do_not_meet():
    turn = threading.Barrier(2, timeout=10)
    found: dict[int, list[object]] = {}

    def work(me: int) -> None:
        mine = table(*(told("p", constant(10 * i + me)) for i in range(8)), told("q", constant(me)))
        calm = reading(mine)

        def rows(relation, positive, pattern):
            turn.wait()  # both are inside the engine, in step
            return calm(relation, positive, pattern)

        found[me] = [answers((told("p", X), no("q", X)), rows) for _ in range(20)]

    threads = [threading.Thread(target=work, args=(me,)) for me in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    expected = {
        me: [tuple((("X", constant(10 * i + me)),) for i in range(1, 8))] * 20 for me in (1, 2)
    }
    assert found == expected


def test_the_engine_is_imported_by_the_first_query_only():
    program = "import sys, reasoner.reason.query; print('pyDatalog' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert shown.stdout == "False\n", shown.stderr
