"""Normal forms, values, and what a text declares."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from itertools import combinations, pairwise, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reasoner.errors import Mistakes, NotAValue
from reasoner.reason.run import run
from reasoner.syntax import parse, parse_query, parse_sentence
from reasoner.syntax.show import show
from reasoner.syntax.tree import (
    And,
    Atom,
    Constant,
    If,
    Iff,
    Kind,
    Literal,
    Name,
    Not,
    Or,
    Order,
    Program,
    Selection,
    Sentence,
    Suppose,
    Truth,
)
from reasoner.theory import (
    build,
    check,
    declarations,
    resolve_operation,
    resolve_query,
    resolve_sentence,
    theory_of,
)
from reasoner.theory.model import Core, HalfLife, Policy, Ranks, RuleKind
from reasoner.theory.normal import atom_key, atoms, negated, normal, sentence_key
from reasoner.theory.selections import (
    ELEMENT_POLICIES,
    METHODS,
    POLICIES,
    WAYS,
    Chosen,
    parts_of,
    selection_mistakes,
)
from reasoner.theory.values import compare, constant, python_value
from reasoner.time import partial
from strategies import CONSTANTS, PROGRAMS, SENTENCES, SENTENCES_PQR, TIMES

few = settings(max_examples=30)

# -- normal form -----------------------------------------------------------------------------------


Value = tuple[bool, bool]  # of Belnap's four: told true, told false


def value(sentence: Sentence, of: dict[Atom, Value]) -> Value:
    """FOUR's tables; on values that are one or the other they are the classical ones."""
    match sentence:
        case Literal(atom, positive):
            return of[atom] if positive else _not(of[atom])
        case Truth(true):
            return true, not true
        case Not(part):
            return _not(value(part, of))
        case And(several):
            return _and(*(value(part, of) for part in several))
        case Or(several):
            return _or(*(value(part, of) for part in several))
        case If(head, body):
            return _or(value(head, of), _not(value(body, of)))
        case Iff(left, right):
            one, other = value(left, of), value(right, of)
            return _and(_or(one, _not(other)), _or(other, _not(one)))


def _not(told: Value) -> Value:
    true, false = told
    return false, true


def _and(*told: Value) -> Value:
    return all(true for true, _ in told), any(false for _, false in told)


def _or(*told: Value) -> Value:
    return any(true for true, _ in told), all(false for _, false in told)


def table(sentence: Sentence) -> list[Value]:
    """The value for each of the 64 ways to tell p, q and r."""
    four = tuple(product((False, True), repeat=2))
    rows = product(four, repeat=3)
    return [value(sentence, dict(zip(map(Atom, "pqr"), row, strict=True))) for row in rows]


def parts(sentence: Sentence) -> list[Sentence]:
    """The sentence and all that it is made of."""
    match sentence:
        case Not(part):
            inside = [part]
        case And(several) | Or(several):
            inside = list(several)
        case If(one, other) | Iff(one, other):
            inside = [one, other]
        case _:
            inside = []
    return [sentence, *(each for part in inside for each in parts(part))]


@given(SENTENCES_PQR)
def test_a_normal_form_has_the_same_value_of_the_four(sentence):
    assert table(normal(sentence)) == table(sentence)


@given(SENTENCES_PQR)
def test_a_negation_has_the_opposite_value_of_the_four(sentence):
    assert table(negated(sentence)) == table(Not(sentence))


@few
@given(SENTENCES)
def test_a_normal_form_is_its_own(sentence):
    assert normal(normal(sentence)) == normal(sentence)


@few
@given(SENTENCES)
def test_a_negation_is_the_normal_form_of_not(sentence):
    assert negated(sentence) == normal(Not(sentence))
    assert normal(Not(Not(sentence))) == normal(sentence)


@few
@given(SENTENCES)
def test_the_negation_of_a_negation_is_the_normal_form_without_if_and_iff(sentence):
    assume(not any(isinstance(part, If | Iff) for part in parts(sentence)))
    assert negated(negated(sentence)) == normal(sentence)


@few
@given(SENTENCES)
def test_a_normal_form_is_flat_sorted_and_without_not(sentence):
    for part in parts(normal(sentence)):
        assert not isinstance(part, Not)
        if isinstance(part, And | Or):
            keys = [sentence_key(each) for each in part.parts]
            assert len(keys) > 1
            assert keys == sorted(set(keys))
            assert not any(isinstance(each, Truth | type(part)) for each in part.parts)


def test_a_denied_iff_is_no_iff_of_a_denied_side():
    """With p BOTH and q NEITHER the one is FALSE, the other TRUE."""
    of = {Atom("p"): (True, True), Atom("q"): (False, False), Atom("r"): (True, False)}
    p, q, _ = (Literal(atom) for atom in of)
    assert normal(Not(Iff(p, q))) != normal(Iff(Not(p), q))
    assert value(Not(Iff(p, q)), of) == (False, True)
    assert value(Iff(Not(p), q), of) == (True, False)


@few
@given(SENTENCES, SENTENCES)
def test_keys_are_equal_where_sentences_are(one, other):
    one, other = normal(one), normal(other)
    keys = sentence_key(one), sentence_key(other)
    assert (keys[0] == keys[1]) is (one == other)
    assert (keys[0] < keys[1]) + (keys[1] < keys[0]) == (one != other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("not p", "-p", id="not p is -p"),
        pytest.param("q or p", "p or q", id="the order does not matter"),
        pytest.param("p and (q and p)", "p and q", id="nor do brackets and repeats"),
        pytest.param("not (p or -q)", "-p and q", id="De Morgan"),
        pytest.param("not (p if q)", "-p and q", id="a rule that fails"),
        pytest.param("not not p if q", "p if q", id="a rule stays a rule"),
        pytest.param("p if q or q", "p if q", id="parts of a rule are normal"),
        pytest.param("p and true", "p", id="true adds nothing"),
        pytest.param("p or true", "true", id="true is enough"),
        pytest.param("p and false", "false", id="false spoils"),
        pytest.param("p if true", "p", id="a rule without a body"),
        pytest.param("p if false", "true", id="a rule that never fires"),
        pytest.param("false if (p if q)", "-p and q", id="a rule that refuses"),
        pytest.param("false iff not (p if q)", "p if q", id="a rule behind iff and false"),
        pytest.param("q iff p", "p iff q", id="the sides of iff"),
        pytest.param("p iff (q or r)", "p iff q or r", id="an iff is left readable"),
        pytest.param("not (p iff q)", "p and -q or -p and q", id="an iff that fails"),
        pytest.param("not p iff not q", "-p iff -q", id="negations stay on their side"),
        pytest.param("p iff (q if r)", "p iff q or -r", id="if in iff is material"),
        pytest.param("p(2) and p(b) and p(10)", "p(b) and p(2) and p(10)", id="by kind and value"),
        pytest.param("p(1) or p(1.0)", "p(1)", id="one number, however written"),
        pytest.param("p and -p", "p and -p", id="a contradiction stays one"),
    ],
)
def test_a_normal_form(text, expected):
    assert normal(parse_sentence(text)) == parse_sentence(expected)
    assert show(normal(parse_sentence(text))) == expected


def test_a_normal_form_has_no_places():
    for part in parts(normal(parse_sentence("p(a) and not (q if r)"))):
        assert part.span is None
    assert all(atom.span is None for atom in atoms(parse_sentence("p and q")))


@pytest.mark.parametrize(("join", "levels"), [(And, 50), (Or, 50), (If, 9), (Iff, 9)])
def test_a_sentence_may_nest_to_the_limit(join, levels):
    sentence = p = Literal(Atom("p"))
    for _ in range(levels):
        pair = (Not(sentence), p)
        sentence = join(pair) if join in (And, Or) else join(*pair)
    assert normal(normal(sentence)) == normal(sentence)
    assert len(show(negated(sentence))) < 3_000
    resolve_sentence(build(parse("relation p.")), sentence)


def test_a_sentence_from_python_is_not_nested_without_end():
    sentence = Literal(Atom("p"))
    for _ in range(100_000):
        sentence = Not(sentence)
    with pytest.raises(Mistakes, match="nested more than 100 deep"):
        resolve_sentence(build(parse("relation p.")), sentence)


def test_atoms_are_sorted_and_without_repeats():
    found = atoms(parse_sentence('r(2) if q and r("a") or -r(2)'))
    assert [show(atom) for atom in found] == ["q", "r(a)", "r(2)"]
    assert list(found) == sorted(found, key=atom_key)


# -- values ----------------------------------------------------------------------------------------


def month(text):
    return Constant(Kind.MONTH, partial(text)[0], text)


MOMENTS = st.datetimes(
    datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.sampled_from((UTC, timezone.max))
)
PYTHON_VALUES = st.one_of(
    st.text(), st.integers(), st.decimals(allow_nan=False, allow_infinity=False, places=5),
    st.dates(), MOMENTS,
)  # fmt: skip


@given(PYTHON_VALUES)
def test_a_value_comes_back_as_it_went_in(value):
    assert python_value(constant(value)) == value


@given(CONSTANTS)
def test_a_constant_comes_back_as_it_went_in(given):
    assert constant(python_value(given)) == given


@given(st.integers() | st.decimals(allow_nan=False, allow_infinity=False, places=5) | st.dates())
def test_a_value_is_spelt_as_the_language_spells_it(value):
    [argument] = parse_sentence(f"p({constant(value).spelling})").atom.arguments
    assert argument == constant(value)


@given(MOMENTS)
def test_a_moment_is_spelt_as_the_language_spells_it(value):
    [argument] = parse_sentence(f"p({constant(value).spelling})").atom.arguments
    assert argument == constant(value)


@pytest.mark.parametrize(
    ("value", "kind", "spelling"),
    [
        pytest.param("42", Kind.TEXT, "42", id="a text of digits"),
        pytest.param(10**5000, Kind.NUMBER, "1" + "0" * 5000, id="an integer of any size"),
        pytest.param(0.1, Kind.NUMBER, "0.1", id="a float as it prints"),
        pytest.param(1e22, Kind.NUMBER, "1" + "0" * 22, id="a float without its exponent"),
        pytest.param(Decimal("-0.10"), Kind.NUMBER, "-0.10", id="a decimal with its zeros"),
        pytest.param(date(2026, 3, 1), Kind.DATE, "2026-03-01", id="a date"),
        pytest.param(
            datetime(2026, 3, 1, 1, tzinfo=timezone(timedelta(hours=2))),
            Kind.MOMENT,
            "2026-02-28T23:00:00Z",
            id="a moment in UTC",
        ),
    ],
)
def test_a_constant_from_a_value(value, kind, spelling):
    made = constant(value)
    assert (made.kind, made.spelling) == (kind, spelling)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(True, "truth value", id="a boolean"),
        pytest.param(float("nan"), "not a finite number", id="nan"),
        pytest.param(Decimal("-Infinity"), "not a finite number", id="infinity"),
        pytest.param(Decimal("1e99999999"), "too long to write out", id="an endless number"),
        pytest.param(datetime(2026, 3, 1), "without a time zone", id="a naive datetime"),
        pytest.param(
            datetime.max.replace(tzinfo=timezone.min), "year 9999", id="after the last year"
        ),
        pytest.param(None, "NoneType", id="None"),
        pytest.param(["a"], "list", id="a list"),
    ],
)
def test_what_is_no_value_is_refused(value, expected):
    with pytest.raises(NotAValue, match=expected) as caught:
        constant(value)
    assert caught.value.help


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        pytest.param(2, 10, "<", id="numbers by value"),
        pytest.param(10**400, Decimal("0.1"), ">", id="numbers of any size"),
        pytest.param(1, Decimal("1.0"), "=", id="one number in two spellings"),
        pytest.param("10", "2", "<", id="texts by code point"),
        pytest.param("a", "ä", "<", id="texts of any script"),
        pytest.param("1", 1, None, id="a text and a number"),
        pytest.param(date(2026, 3, 1), date(2026, 3, 2), "<", id="dates"),
        pytest.param(date(2026, 3, 1), 20260301, None, id="a date and a number"),
        pytest.param(
            date(2026, 3, 1), datetime(2026, 3, 1, 1, tzinfo=UTC), "<", id="a date begins its day"
        ),
        pytest.param(
            date(2026, 3, 1), datetime(2026, 3, 1, tzinfo=UTC), "<=>", id="and equals no moment"
        ),
        pytest.param(month("2026-03"), month("2026-03"), "=", id="a month is itself"),
        pytest.param(month("2026-03"), month("2026-04"), "<", id="months"),
        pytest.param(month("0000-12"), month("-0001-01"), ">", id="months of long ago"),
        pytest.param(date(2026, 2, 28), month("2026-03"), "<", id="a day before all of a month"),
        pytest.param(month("2026-03"), date(2026, 4, 1), "<", id="a day after all of it"),
        pytest.param(month("2026-03"), date(2026, 3, 15), None, id="a day in it is in no order"),
        pytest.param(date(2026, 3, 1), month("2026-03"), "<=", id="its first instant isn't after"),
        pytest.param(
            datetime(2026, 3, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            month("2026-03"),
            ">=",
            id="its last instant isn't before",
        ),
        pytest.param(month("2026-03"), 202603, None, id="a month and a number"),
        pytest.param(month("2026-03"), "2026-03", None, id="a month and a text"),
    ],
)
def test_values_compare(left, right, expected):
    """`<=>` is neither before, nor after, nor equal; None is no order at all.

    `<=` alone is before or at the same instant, as far as is known.
    """
    held = {order.value for order in Order if compare(constant(left), order, constant(right))}
    meaning = {
        "<": {"<", "<=", "!="},
        ">": {">", ">=", "!="},
        "=": {"=", "<=", ">="},
        "<=>": {"<=", ">=", "!="},
        "<=": {"<=", "!="},
        ">=": {">=", "!="},
        None: {"!="},
    }
    assert held == meaning[expected]


@given(CONSTANTS, CONSTANTS)
def test_equality_is_that_of_constants(left: Constant, right: Constant):
    assert compare(left, Order.EQ, right) is (left == right)
    assert compare(left, Order.NE, right) is (left != right)
    assert compare(left, Order.LT, right) is compare(right, Order.GT, left)


@given(TIMES, TIMES)
def test_times_are_in_an_order_only_where_they_are_for_sure(left: Constant, right: Constant):
    (first, last), (other_first, other_last) = partial(left.spelling), partial(right.spelling)
    assert compare(left, Order.LT, right) is (last < other_first)
    assert compare(left, Order.GT, right) is (first > other_last)
    assert compare(left, Order.LE, right) is (last <= other_first or left == right)
    assert compare(left, Order.GE, right) is (first >= other_last or left == right)


NEAR = "2026-02 2026-03 2026-02-28 2026-03-01 2026-03-31T23:59:59.999999Z 2026-04-01 202603 soon"


@pytest.mark.parametrize("order", Order, ids=lambda order: order.value)
def test_rules_constraints_and_queries_compare_alike(order):
    program = parse(
        "relation t(x). relation pair(x, y). relation free(x, y)."
        f"rule pair(X, Y) :- t(X), t(Y), X {order.value} Y. rule free(X, Y) :- t(X), t(Y)."
        f"constraint :- free(X, Y), X {order.value} Y."
        + " ".join(f"believe t({each})." for each in NEAR.split())
        + f"?- pair(X, Y). ?- t(X), t(Y), X {order.value} Y. ?- both free(X, Y)."
    )
    answers = [reply.answer for reply in run(program)][-3:]
    values = [parse_sentence(f"t({each})").atom.arguments[0] for each in NEAR.split()]
    expected = {(x, y) for x, y in product(values, repeat=2) if compare(x, order, y)}
    for answer in answers:
        assert {(dict(found)["X"], dict(found)["Y"]) for found in answer} == expected


# -- theories --------------------------------------------------------------------------------------

OFFICE = """
relation budget(project, amount) singular.
relation manages(who: person, whom: person) transitive inverse of reports.
relation reports(whom: person, who: person) inverse of manages.
relation works_with(one, other) symmetric disjoint with avoids type preference.
relation avoids(one, other) symmetric disjoint with works_with.
relation phone(owner, number, place) at most 2(number).
relation idle.
source hr trust 0.9. source chat. agent ada.
rank hr > chat. rank budget > hr. rank facts > chat. rank facts > defaults.
protect never, budget. protect hr, budget.
policy default entrenchment, recency. policy budget full meet.
threshold 0.5. confidence prior 0. granularity evidence. decay rumour 36 hours. decay fact never.
decay preference 2 weeks.
rule manages(X, Y) :- reports(Z, X), reports(Y, Z), X != Y.
rule rule2 revisable: idle.
rule -idle :- manages(X, _), budget(_, A), A > 3.
default lazy: idle :- avoids(X, Y).
constraint :- idle, budget(P, "a \\"quoted\\" name").
constraint never: :- idle, -works_with(ada, ada).
"""


def office():
    return build(parse(OFFICE))


def test_a_theory_is_built_again_from_its_text():
    theory = office()
    again = build(parse(theory.text))
    assert again == theory
    assert again.digest == theory.digest
    assert theory.text.count("\n") == len(declarations(parse(OFFICE)))


def test_relations_know_their_arguments():
    theory = office()
    assert [relation.name for relation in theory.relations] == sorted(
        ["budget", "manages", "reports", "works_with", "avoids", "phone", "idle"]
    )
    budget, phone = theory.relation("budget"), theory.relation("phone")
    assert (budget.at_most, budget.determined, budget.type) == (1, 1, "fact")
    assert (phone.at_most, phone.determined) == (2, 1)
    assert theory.relation("manages").sorts == ("person", "person")
    assert theory.relation("works_with").type == "preference"
    assert theory.relation("nobody") is None


def test_properties_become_rules_once():
    properties = [rule for rule in office().rules if " " in rule.label]
    written = [
        (rule.because, rule.head and show(rule.head), ", ".join(map(show, rule.body)))
        for rule in properties
    ]
    assert written == [
        ("manages is transitive", "manages(X, Z)", "manages(X, Y), manages(Y, Z)"),
        ("manages is inverse of reports", "manages(X, Y)", "reports(Y, X)"),
        ("manages is inverse of reports", "reports(X, Y)", "manages(Y, X)"),
        ("works_with is symmetric", "works_with(X, Y)", "works_with(Y, X)"),
        ("works_with is disjoint with avoids", None, "works_with(X1, X2), avoids(X1, X2)"),
        ("avoids is symmetric", "avoids(X, Y)", "avoids(Y, X)"),
    ]
    assert {rule.kind for rule in properties} == {RuleKind.STRICT}


def test_rules_have_labels_reasons_and_variables():
    declared = [rule for rule in office().rules if " " not in rule.label]
    assert [(rule.label, rule.kind.value, rule.variables) for rule in declared] == [
        ("rule1", "strict", ("X", "Y", "Z")),
        ("rule2", "revisable", ()),
        ("rule3", "strict", ("X", "_1", "_2", "A")),
        ("lazy", "default", ("X", "Y")),
        ("constraint1", "strict", ("P",)),
        ("never", "strict", ()),
    ]
    assert [rule.because for rule in declared[:2]] == [
        "rule manages(X, Y) :- reports(Z, X), reports(Y, Z), X != Y",
        "rule2",
    ]
    assert list(map(show, declared[0].comparisons)) == ["X != Y"]
    assert declared[-1].head is None


def test_ranks_merge_by_the_longest_path():
    ranks = office().ranks
    assert dict(ranks.levels) == {"chat": 1, "defaults": 1, "facts": 2, "hr": 2, "budget": 3}
    assert ranks.level("phone") is None
    assert ranks.steps == (
        ("budget", "hr"), ("facts", "chat"), ("facts", "defaults"), ("hr", "chat"),
    )  # fmt: skip


def test_the_most_specific_entry_decides_and_of_several_the_highest():
    ranks = office().ranks
    assert ranks.deciding([["e1"], ["budget"], ["hr"], ["facts"]]) == ("budget",)
    assert ranks.deciding([["e1"], ["idle", "phone"], ["chat"], ["facts"]]) == ("chat",)
    assert ranks.deciding([["e1", "e2"], [], ["hr", "unnamed", "chat"], ["facts"]]) == ("hr",)
    assert ranks.deciding([["facts", "hr", "defaults", "hr"]]) == ("facts", "hr")
    assert ranks.deciding([["e1"], ["idle"], []]) == ()


def test_the_hierarchy_does_not_merge_levels():
    """`defaults` has a lower level than `hr`, and no chain puts it below."""
    ranks = office().ranks
    below = {
        (one, other)
        for one, other in product(["budget", "hr", "chat", "facts", "defaults"], repeat=2)
        if ranks.below([one], [other])
    }
    assert below == {
        ("chat", "hr"), ("chat", "budget"), ("hr", "budget"), ("chat", "facts"),
        ("defaults", "facts"),
    }  # fmt: skip


def test_what_nothing_ranks_is_below_all_that_is_ranked():
    ranks = office().ranks
    assert ranks.below([], ["chat"])
    assert not ranks.below(["chat"], [])
    assert not ranks.below([], [])


def test_with_several_entries_each_must_be_below_some_other():
    ranks = office().ranks
    assert ranks.below(["chat", "defaults"], ["facts"])
    assert not ranks.below(["chat", "defaults"], ["hr"])
    assert ranks.below(["chat", "defaults"], ["facts", "hr"])
    assert ranks.below(["chat"], ["defaults", "hr"])


ENTRIES = "abcdef"
CHAINS = st.lists(
    st.lists(st.sampled_from(ENTRIES), min_size=1, max_size=4, unique=True).map(sorted), max_size=4
)


def declared_ranks(chains) -> Ranks:
    """Chains whose names stand in the order of the alphabet, so that none goes round."""
    return build(parse("".join(f"rank {' > '.join(chain)}. " for chain in chains))).ranks


def declared_below(chains) -> set[tuple[str, str]]:
    """(lower, higher), by closing the declared steps under transitivity."""
    found = {(lower, higher) for chain in chains for higher, lower in pairwise(chain)}
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


@given(CHAINS)
def test_an_entry_is_below_another_where_declared_steps_lead_up_to_it(chains):
    ranks = declared_ranks(chains)
    found = {pair for pair in product(ENTRIES, repeat=2) if ranks.below(pair[:1], pair[1:])}
    assert found == declared_below(chains)


@given(CHAINS)
def test_elements_are_in_a_strict_partial_order_that_levels_respect(chains):
    ranks = declared_ranks(chains)
    levels = dict(ranks.levels)
    ranked = [each for each in ENTRIES if each in levels]
    elements = [(), *product(ranked), *combinations(ranked, 2)]
    for one, other in product(elements, repeat=2):
        if not ranks.below(one, other):
            continue
        assert not ranks.below(other, one)
        assert max(map(levels.get, one), default=0) < max(map(levels.get, other))
        assert all(ranks.below(one, more) for more in elements if ranks.below(other, more))


def test_the_hierarchy_may_be_deep():
    ranks = declared_ranks([[f"n{n:04}" for n in range(3_000)]])
    assert ranks.below(["n2999"], ["n0000"])
    assert not ranks.below(["n0000"], ["n2999"])


def test_the_core_is_what_any_entry_fits():
    core = office().core
    assert core == Core(("budget", "hr", "never"))
    assert core.protects([["e1"], ["idle", "budget"], ["chat"], ["facts"]])
    assert core.protects([["e1"], ["idle"], ["chat", "hr"], ["facts"]])
    assert not core.protects([["e1"], ["idle"], ["chat"], ["facts"]])
    assert not build(parse("")).core.protects([["e1"], ["facts"]])


def test_a_core_grows_inside_a_suppose():
    program = parse("relation p. relation q. protect p. suppose { protect q. }")
    suppose = program.statements[-1]
    assert isinstance(suppose, Suppose)
    inside = theory_of(declarations(program) + declarations(suppose))
    assert (build(program).core, inside.core) == (Core(("p",)), Core(("p", "q")))


def test_settings_are_read():
    theory = office()
    assert theory.sources == (("chat", Decimal(1)), ("hr", Decimal("0.9")))
    assert theory.agents == ("ada",)
    assert theory.policies == (
        (None, Policy(("entrenchment", "recency"))),
        ("budget", Policy(("full meet",))),
    )
    hour_us = 3_600_000_000
    assert theory.half_lives == (
        ("fact", HalfLife(None)),
        ("preference", HalfLife(14 * 24 * hour_us)),
        ("rumour", HalfLife(36 * hour_us, hour_us)),
    )
    assert (theory.threshold, theory.prior) == (Decimal("0.5"), 0)
    assert theory.granularity == "evidence"


def test_a_policy_may_decide_by_itself():
    theory = build(parse("relation p. policy p recency automatic. policy default surface."))
    assert theory.policies == (
        (None, Policy(("surface",))),
        ("p", Policy(("recency",), automatic=True)),
    )
    assert build(parse("policy default surface automatic.")).policies[0][1].automatic


def test_an_age_may_run_from_the_last_use():
    theory = build(parse("decay fact P90D from use. decay rumour PT36H."))
    day_us = 86_400_000_000
    assert theory.half_lives == (
        ("fact", HalfLife(90 * day_us, from_use=True)),
        ("rumour", HalfLife(36 * day_us // 24, day_us // 24)),
    )


def test_what_is_declared_possible_minds_what_may_be():
    theory = build(
        parse(
            "relation p(x) singular possible disjoint with q possible."
            "relation q(x) at most 2 disjoint with p."
            "constraint c possible: :- p(X), q(X). constraint d: :- p(X), q(X)."
        )
    )
    assert [theory.relation(name).possible for name in "pq"] == [True, False]
    assert [(rule.label, rule.because, rule.possible) for rule in theory.rules] == [
        ("p disjoint with q possible", "p is disjoint with q possible", True),
        ("q disjoint with p", "q is disjoint with p", False),
        ("c", "c", True),
        ("d", "d", False),
    ]


def test_an_empty_text_is_a_theory():
    theory = build(Program(()))
    assert (theory.threshold, theory.prior) == (Decimal("0.3"), 1)
    assert (theory.granularity, theory.core, theory.text) == ("statement", Core(()), "")


@settings(max_examples=15)
@given(PROGRAMS)
def test_any_text_is_checked_and_what_has_no_mistakes_is_a_theory(program):
    if not check(program):
        theory = build(program)
        assert build(parse(theory.text)) == theory


# -- selections ------------------------------------------------------------------------------------

REMAINDER_POLICIES = {
    "cardinality",
    "confidence",
    "entrenchment",
    "inclusion",
    "maxichoice",
    "recency",
}
SELECTED = st.lists(st.sampled_from((*WAYS, *METHODS, *POLICIES)), min_size=1, max_size=4)
ARRANGED = st.builds(
    lambda way, method, policies: way + method + policies,
    st.lists(st.sampled_from(WAYS), max_size=1),
    st.lists(st.sampled_from(METHODS), max_size=1),
    st.lists(st.sampled_from(POLICIES), unique=True, max_size=3),
)


def mistakes_of(names, *, ways):
    return list(selection_mistakes(Selection(tuple(map(Name, names))), ways=ways))


def makes_sense(names, *, ways) -> bool:
    """[way] [method] policies, where what comes first leaves the policies something to say."""
    rest = list(names)
    way = rest.pop(0) if ways and rest and rest[0] in WAYS else None
    method = rest.pop(0) if rest and rest[0] in METHODS else None
    allowed = set(POLICIES)
    if method is not None:
        allowed = {"full kernel": set(), "minimal kernel": REMAINDER_POLICIES}.get(
            method, set(ELEMENT_POLICIES)
        )
    elif way is not None:
        allowed -= {"surface"}
    return len(set(rest)) == len(rest) and set(rest) <= allowed


@given(SELECTED | ARRANGED, st.booleans())
def test_a_selection_is_a_way_a_method_and_policies(names, ways):
    assert (mistakes_of(names, ways=ways) == []) is makes_sense(names, ways=ways)


@given(SELECTED, st.booleans())
def test_the_order_that_is_offered_makes_sense(names, ways):
    for mistake in mistakes_of(names, ways=ways):
        if mistake.help.startswith("write `"):
            offered = mistake.help.removeprefix("write `").removesuffix("`").split(", ")
            assert makes_sense(offered, ways=ways)
            assert set(offered) <= set(names)


@given(ARRANGED)
def test_a_selection_comes_apart(names):
    assume(makes_sense(names, ways=True))
    chosen = parts_of(names)
    parts = [chosen.way, chosen.method, *chosen.policies]
    named = [part for part in parts if part in names]
    assert named == names
    assert set(parts) - set(names) <= {Chosen().way, Chosen().method}


def test_nothing_named_is_levi_and_partial_meet():
    assert parts_of(()) == Chosen("internal", "partial meet", ())
    assert parts_of(["semi", "smooth kernel", "recency"]) == Chosen(
        "semi", "smooth kernel", ("recency",)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("revise p by external, kernel, recency.", 0, id="all of it, in a revision"),
        pytest.param("contract p by external.", 1, id="no way of revising in a contraction"),
        pytest.param("consolidate by semi.", 1, id="nor in a consolidation"),
        pytest.param("policy default screened, recency.", 1, id="nor in a policy"),
        pytest.param("policy p severe.", 0, id="a method in a policy"),
        pytest.param("consolidate p by minimal kernel, inclusion.", 0, id="and elsewhere"),
    ],
)
def test_a_way_of_revising_stands_in_revisions_alone(text, expected):
    assert codes(f"relation p. {text}") == ["E213"] * expected


def test_names_of_the_literature_that_differ_here_are_explained():
    helps = {
        name: mistakes_of([name], ways=False)[0].help for name in ("lexicographic", "partial meet")
    }
    assert "`entrenchment`" in helps["lexicographic"]
    assert helps["partial meet"].startswith("leave it out")


# -- suppose and refuse ----------------------------------------------------------------------------


def codes(text: str, **given) -> list[str]:
    return [error.code for error in check(parse(text), **given)]


def test_a_suppose_adds_to_the_theory_around_it():
    program = parse("relation p. threshold 0.3. suppose { relation q. threshold 0.5. rank q > p. }")
    suppose = program.statements[-1]
    assert isinstance(suppose, Suppose)
    inside = theory_of(declarations(program) + declarations(suppose))
    assert [relation.name for relation in build(program).relations] == ["p"]
    assert [relation.name for relation in inside.relations] == ["p", "q"]
    assert (build(program).threshold, inside.threshold) == (Decimal("0.3"), Decimal("0.5"))
    assert inside.ranks.levels == (("p", 1), ("q", 2))
    assert theory_of(declarations(parse(inside.text))) == inside


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("believe p. relation p.", [], id="declarations may follow"),
        pytest.param("suppose { relation p. believe p. }", [], id="and hold inside a suppose"),
        pytest.param("suppose { relation p. } believe p.", ["E201"], id="only there"),
        pytest.param(
            "relation p. suppose { believe t: p. } suppose { believe t: p. recover t. }",
            [],
            id="two sandboxes may use one label",
        ),
        pytest.param(
            "relation p. suppose { believe t: p. } believe t: p.", ["E210"], id="not the outer one"
        ),
        pytest.param(
            "relation p. rank t > p. suppose { believe t: p. }", [], id="ranks of what comes inside"
        ),
        pytest.param(
            "relation p. rank p > facts. suppose { rank facts > p. } suppose { rank p > e1. }",
            ["E303"],
            id="a circle is told where it closes",
        ),
        pytest.param("relation p. refuse believe q from nobody.", [], id="refuse wants mistakes"),
        pytest.param("relation p. recover op3. recover e1.", [], id="names the ledger gives"),
        pytest.param("relation p. explain op3. explain e1.", [], id="to be explained"),
        pytest.param(
            "relation p. believe t: p. explain t. recover t.", [], id="any operation is explained"
        ),
        pytest.param("relation p. explain t. believe t: p.", ["E211"], id="once it is there"),
        pytest.param("rule r: p. relation p. explain r.", ["E211"], id="but no rule"),
        pytest.param(
            "relation p. default d: p. believe t: p. consolidate { t, d, e1 }.", [], id="a conflict"
        ),
        pytest.param("relation p. consolidate { t, u }.", ["E211", "E211"], id="of nothing"),
        pytest.param(
            "relation p. source hr. believe t: p. protect t, p, hr, unnamed, facts.",
            [],
            id="a core",
        ),
        pytest.param(
            'relation p. believe p. retract r: p because "x". recover r. touch t: p. explain t.',
            [],
            id="a retraction and a use have labels",
        ),
        pytest.param(
            'relation p. retract t: p because "x". touch t: p.', ["E210"], id="each its own"
        ),
        pytest.param(
            'retract p by agent bob because "x". touch q. timeline p. history p along valid.',
            ["E201", "E205", "E201", "E201", "E201"],
            id="what they are about is declared",
        ),
        pytest.param(
            "relation p. policy p automatic.", ["E213"], id="an automatic policy goes by another"
        ),
        pytest.param("relation p. believe p. protect t.", ["E212"], id="a core of nothing"),
        pytest.param("protect law.", [], id="or of what a program says"),
        pytest.param(
            "granularity evidence. suppose { granularity statement. }",
            [],
            id="another in a suppose",
        ),
        pytest.param("granularity evidence. granularity evidence.", ["E203"], id="but one here"),
        pytest.param("relation p. believe p from unnamed.", [], id="the source of those without"),
        pytest.param("rank law > seen.", [], id="labels may come from a program"),
        pytest.param("relation p. believe p. rank law > seen.", ["E212", "E212"], id="or not"),
        pytest.param(
            'relation p(a: x, b). believe p(1, a) and p(2026-03-01, "1").', [], id="no sort"
        ),
    ],
)
def test_a_text_is_checked_in_its_blocks(text, expected):
    assert codes(text) == expected


def test_a_ledger_may_know_the_label():
    text = (
        "relation p. recover march. explain march. rank march > p. protect march."
        "expect kernels p { april }. consolidate { april }."
    )
    assert codes(text) == ["E211", "E211", "E212", "E212", "E211", "E211"]
    assert codes(text, ledger_names={"march", "april"}.__contains__) == []


def test_a_statement_is_checked_among_the_declarations_around_it():
    around = declarations(parse("relation p. source hr."))
    assert codes("believe p from hr.", outer=around) == []
    assert codes("believe q from chat.", outer=around) == ["E201", "E204"]
    assert build(parse("relation q."), outer=around).text == (
        "relation p.\nsource hr.\nrelation q.\n"
    )


def test_all_mistakes_are_reported_in_the_order_of_the_text():
    with pytest.raises(Mistakes) as caught:
        build(parse("believe p.\nthreshold 0.\nbelieve q from hr."))
    assert [error.span.line for error in caught.value.errors] == [1, 2, 3, 3]


# -- what comes through Python ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("budget(apollo, 3) or idle", [], id="fine"),
        pytest.param("budgit(apollo, 3) or idle(now)", ["E201", "E202"], id="all at once"),
    ],
)
def test_a_sentence_is_resolved(text, expected):
    assert raised(resolve_sentence, parse_sentence(text)) == expected


def test_a_sentence_keeps_sorts_apart():
    theory = build(parse("relation owner(thing: asset, who: person)."))
    car = Literal(Atom("owner", (constant("car"), constant("car"))))
    with pytest.raises(Mistakes, match="E209"):
        resolve_sentence(theory, car)


def test_a_query_is_resolved():
    assert raised(resolve_query, parse_query("budget(P, X), X > 3")) == []
    assert raised(resolve_query, parse_query("budget(P), not idel")) == ["E202", "E201"]


def test_an_operation_is_resolved():
    [good, bad] = parse(
        "revise idle from hr by agent ada weight 0.5 type rumour by recency."
        "revise idle from hrr by agent bob weight 5 type guess by luck."
    ).statements
    assert raised(resolve_operation, good) == []
    assert sorted(raised(resolve_operation, bad)) == ["E204", "E205", "E213", "E214", "E215"]


def raised(resolve, node) -> list[str]:
    try:
        resolve(office(), node)
    except Mistakes as mistakes:
        return [error.code for error in mistakes.errors]
    return []
