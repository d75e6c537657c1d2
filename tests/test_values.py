"""Values: whatever goes in comes back as it was, from every answer, and never meets the solver."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import reasoner
from reasoner import Literal, Reasoner, ReasonerError, Status
from reasoner.facts import PREDICATES
from reasoner.files import rule_files
from reasoner.syntax import parse_sentence, show
from reasoner.theory.values import constant

THEORY = """
relation says(what).
relation heard(what).
rule heard(X) :- says(X).
"""

LONG = 'x"\\\n' * 2500
TEXTS = [
    "",
    " ",
    LONG,
    '"',
    '""',
    "\\",
    '\\"',
    "\\n",
    "a\nb",
    "a\r\nb",
    "\r",
    "\t\x00\x1f\x7f",
    "% no comment",
    "what). believe says(ever",
    "İstanbul",
    "istanbul",
    "\u0131stanbul",
    "I\u0307stanbul",
    "é",
    "e\u0301",
    "ß",
    "SS",
    "\u2028\u2029\x85",
    "\ufeff",
    "\u202eabc",
    "🦉" * 3,
    "名前",
    "not",
    "true",
    "X",
    "_",
    "10",
    "-0.10",
    "2026-03-01",
    "2026-03-01T00:00:00Z",
]
NUMBERS = [
    0,
    10,
    -7,
    2**31,
    2**32 + 1,
    2**80,
    -(2**80),
    10**5000 + 1,
    Decimal("-0.10"),
    Decimal("0.1"),
    Decimal("1.50"),
    Decimal("0.30000000000000000000000000000000000004"),
    Decimal("1E+30"),
]
TIMES = [
    date(1, 1, 1),
    date(2026, 3, 1),
    date(9999, 12, 31),
    datetime(2026, 3, 1, tzinfo=UTC),
    datetime(2026, 3, 9, 23, 59, 59, 999_999, tzinfo=timezone(timedelta(hours=-3, minutes=-30))),
]
VALUES: list[Any] = [*TEXTS, *NUMBERS, *TIMES]
TELLING = ["", LONG, '"', "a\nb", "İstanbul", "10", 10, 2**80, Decimal("-0.10"), TIMES[1], TIMES[4]]


def name(value: Any) -> str:
    return f"{constant(value).spelling!a}"[:30] if value is not LONG else "10,000 characters"


# -- what came back --------------------------------------------------------------------------------


def assert_same(found: Any, value: Any) -> None:
    """Equal, of the same kind, and with the same digits."""
    match value:
        case int():
            assert isinstance(found, int) and found == value
        case Decimal():
            assert isinstance(found, int | Decimal) and found == value
            whole = value.as_tuple().exponent == 0
            assert whole or found.as_tuple() == value.as_tuple()
        case datetime():
            assert isinstance(found, datetime) and found == value and found.tzinfo is UTC
        case _:
            assert type(found) is type(value) and found == value


def assert_says(text: str, literal: Literal) -> None:
    """The text of an answer, read again, is the literal, in the same spelling."""
    again = parse_sentence(text)
    assert again == literal
    assert [term.spelling for term in again.atom.arguments] == [
        term.spelling for term in literal.atom.arguments
    ]


def texts_about(kb: Reasoner, literal: Literal) -> Iterator[str]:
    """Every text about *literal* in the answers to questions about it."""
    why = kb.why(literal)
    yield why.sentence
    for proof in why.support:
        yield from (premise.text for premise in proof.premises)
        yield proof.steps[-1].conclusion
    for kernel in kb.kernels(literal):
        yield from (belief.text for belief in kernel)


def assert_is_believed(kb: Reasoner, value: Any) -> None:
    literal = kb.relation("says")(value)
    assert kb.status(literal) is Status.TRUE
    assert kb.status(show(literal)) is Status.TRUE
    assert kb.entails(literal)
    assert kb.history(literal)[-1].status is Status.TRUE
    for text in texts_about(kb, literal):
        assert_says(text, literal)
    derived = kb.why(kb.relation("heard")(value))
    assert_says(derived.support[0].steps[0].conclusion, literal)
    assert_says(derived.sentence, kb.relation("heard")(value))


def assert_all_are_answered(kb: Reasoner, values: list[Any]) -> None:
    spelled = {constant(value): constant(value).spelling for value in values}
    for query in ("says(X)", "heard(X)"):
        found = {constant(answer["X"]): answer["X"] for answer in kb.ask(query)}
        assert set(found) == set(spelled)
        for value in values:
            assert_same(found[constant(value)], value)
        bound = {value: value.spelling for ((_, value),) in kb.bindings(query)}
        assert bound == spelled
    (everything,) = kb.remainders("false")
    assert {parse_sentence(belief.text) for belief in everything} == {
        kb.relation("says")(value) for value in values
    }


# -- as Python values ------------------------------------------------------------------------------


@pytest.mark.parametrize("value", TELLING, ids=name)
def test_a_value_comes_back_from_every_question(value):
    kb = reasoner.loads(THEORY)
    kb.believe("says(something) or heard(nothing)")
    kb.believe(kb.relation("says")(value))
    assert_is_believed(kb, value)


@pytest.fixture(scope="module")
def stored(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("values") / "values.db"
    kb = reasoner.loads(THEORY, path)
    for value in TELLING:
        kb.believe(kb.relation("says")(value))
    return path


@pytest.mark.parametrize("value", TELLING, ids=name)
def test_a_value_comes_back_from_a_ledger_that_is_opened_again(value, stored):
    assert_is_believed(reasoner.loads(THEORY, stored), value)


def test_all_values_answer_a_query(tmp_path):
    in_memory = reasoner.loads(THEORY)
    writer = reasoner.loads(THEORY, tmp_path / "values.db")
    for value in VALUES:
        in_memory.believe(in_memory.relation("says")(value))
        writer.believe(writer.relation("says")(value))
    assert_all_are_answered(in_memory, VALUES)
    assert_all_are_answered(reasoner.loads(THEORY, tmp_path / "values.db"), VALUES)


@pytest.mark.parametrize("value", TELLING, ids=name)
def test_a_value_comes_back_from_every_change(value):
    kb = reasoner.loads(THEORY)
    literal = kb.relation("says")(value)
    believed = kb.believe(literal)
    assert_says(believed.goal, literal)
    assert_says(believed.added[0].text, literal)
    revised = kb.revise(Literal(literal.atom, positive=False))
    assert_says(revised.dropped[0].text, literal)
    assert_says(revised.added[0].text, Literal(literal.atom, positive=False))
    kb.recover(revised)
    contracted = kb.contract(literal)
    assert_says(contracted.dropped[0].text, literal)
    assert_says(kb.recover(contracted).restored[0].text, literal)
    assert kb.status(literal) is Status.TRUE


TYPED = st.one_of(
    st.text(),
    st.integers(),
    st.integers(-(10**400), 10**400),
    st.from_regex(r"-?[0-9]{1,40}(\.[0-9]{1,20})?", fullmatch=True).map(Decimal),
    st.dates(),
    st.datetimes(
        min_value=datetime(2, 1, 1),
        max_value=datetime(9998, 1, 1),
        timezones=st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m))),
    ),
)


@settings(max_examples=20)
@given(values=st.lists(TYPED, min_size=1, max_size=4, unique_by=constant))
def test_any_values_come_back(values):
    kb = reasoner.loads(THEORY)
    for value in values:
        kb.believe(kb.relation("says")(value))
    assert_all_are_answered(kb, values)


@settings(max_examples=10)
@given(values=st.lists(TYPED, min_size=1, max_size=4, unique_by=constant))
def test_any_values_come_back_from_a_stored_ledger(values, tmp_path_factory):
    path = tmp_path_factory.mktemp("any") / "any.db"
    writer = reasoner.loads(THEORY, path)
    for value in values:
        writer.believe(writer.relation("says")(value))
    assert_all_are_answered(reasoner.loads(THEORY, path), values)


# -- through text ----------------------------------------------------------------------------------


def written(value: Any) -> str:
    """The value as a person would write it in a rule file."""
    match value:
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return f'"{escaped}"'
        case int() | Decimal():
            return f"{Decimal(value):f}"
        case datetime() | date():
            return value.isoformat()
    raise AssertionError(value)


def program(values: list[Any]) -> str:
    lines = [f"believe says({written(value)})." for value in values]
    lines += [f"expect true heard({written(value)})." for value in values[:4]]
    answers = " ".join(f"{{ X = {written(value)} }}" for value in values)
    return "\n".join([THEORY, *lines, f"expect ?- says(X) {answers}.", "?- says(X)."])


def run(text: str, folder: Path, ledger: Path | None = None) -> Any:
    """The last answer of a file; all its expectations hold."""
    path = folder / "values.bel"
    path.write_bytes(text.encode())
    replies = list(reasoner.run(path, ledger))
    assert [reply for reply in replies if reply.met is False] == []
    return replies[-1].answer


def test_a_file_says_every_value(tmp_path):
    bindings = run(program(VALUES), tmp_path)
    found = {value: value.spelling for ((_, value),) in bindings}
    expected = [value for value in VALUES if not isinstance(value, str)]
    assert {constant(value) for value in VALUES} == set(found)
    assert [found[constant(value)] for value in expected] == [written(v) for v in expected]


def test_a_file_says_every_value_to_a_stored_ledger(tmp_path):
    run(program(VALUES), tmp_path, tmp_path / "values.db")
    kb = reasoner.loads(THEORY, tmp_path / "values.db")
    found = {constant(answer["X"]): answer["X"] for answer in kb.ask("heard(X)")}
    assert set(found) == set(map(constant, VALUES))
    for value in (value for value in VALUES if value != Decimal("1E+30")):  # written out: an int
        assert_same(found[constant(value)], value)


@settings(max_examples=20)
@given(values=st.lists(TYPED, min_size=1, max_size=4, unique_by=constant))
@example(values=["\r"])
def test_any_values_come_back_from_text(values, tmp_path_factory):
    bindings = run(program(values), tmp_path_factory.mktemp("text"))
    assert {value for ((_, value),) in bindings} == set(map(constant, values))


@settings(max_examples=25)
@given(value=st.text())
def test_an_answer_can_be_written_into_a_file_again(value, tmp_path_factory):
    kb = reasoner.loads("relation says(what).")
    change = kb.believe(kb.relation("says")(value))
    text = f"relation says(what).\nbelieve {change.added[0].text}.\n?- says(X)."
    (((_, found),),) = run(text, tmp_path_factory.mktemp("again"))
    assert found.value == value


def test_a_name_is_the_text_it_spells():
    kb = reasoner.loads(THEORY + "believe says(istanbul). believe says(übung).")
    assert kb.status('says("istanbul")') is Status.TRUE
    assert kb.status('says("übung")') is Status.TRUE
    assert kb.status("says(istanbul)") is Status.TRUE
    assert kb.status('says("İstanbul")') is Status.NEITHER
    assert kb.status('says("ubung")') is Status.NEITHER


def test_values_in_declarations_are_answered_long_after_the_file_was_edited(tmp_path):
    facts = "\n".join(f"rule says({written(value)})." for value in VALUES)
    before = reasoner.loads(THEORY + facts, tmp_path / "rules.db")
    instant = before.ledger.last
    assert instant is not None
    after = reasoner.loads(THEORY, tmp_path / "rules.db")
    assert after.ask("heard(X)") == ()
    found = {constant(answer["X"]) for answer in after.ask("heard(X)", known=instant)}
    assert found == set(map(constant, VALUES))


def test_reasons_come_back_from_a_stored_ledger(tmp_path):
    kb = reasoner.loads(THEORY, tmp_path / "reasons.db")
    for text in TEXTS:
        kb.contract("says(rumour)", because=text)
    again = reasoner.loads(THEORY, tmp_path / "reasons.db")
    done = [o.said for o in again.ledger.operations() if o.said.verb == "contract"]
    assert [said.reason for said in done] == TEXTS


@pytest.mark.parametrize("value", ["\ud800", "a\udfffb"], ids=["half a pair", "the other half"])
@pytest.mark.parametrize("where", ["memory", "stored"])
def test_half_a_character_is_refused(value, where, tmp_path):
    kb = reasoner.loads(THEORY, tmp_path / "half.db" if where == "stored" else None)
    with pytest.raises(ReasonerError):
        kb.believe(kb.relation("says")(value))
    assert kb.ask("says(X)") == ()


# -- compared by what they are ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        pytest.param(f"X > {2**70}", [2**70 + 1, 2**80], id="more than 2 to the 70"),
        pytest.param(f"X >= {2**70}", [2**70, 2**70 + 1, 2**80], id="at least 2 to the 70"),
        pytest.param(f"X = {2**70}.0", [2**70], id="an integer is a decimal"),
        pytest.param("X = 10", [10], id="ten is a number"),
        pytest.param('X = "10"', ["10"], id="ten is a text"),
        pytest.param("X = -0.1", [Decimal("-0.10")], id="zeros at the end do not count"),
        pytest.param("X < 0", [Decimal("-0.10")], id="texts are not numbers"),
        pytest.param('X < "1"', [""], id="texts are ordered as texts"),
        pytest.param('X >= "İ"', ["İ", "名"], id="by code point"),
        pytest.param("X < 2026-03-01", [date(2026, 2, 28)], id="a date is no number"),
        pytest.param(
            "X > 2026-03-01T00:30:00+01:00",
            [date(2026, 3, 1)],
            id="a date is its beginning in UTC",
        ),
    ],
)
def test_rules_and_queries_compare_values(condition, expected):
    kb = reasoner.loads(f"{THEORY} relation found(what). rule found(X) :- says(X), {condition}.")
    for value in (2**70, 2**70 + 1, 2**80, 10, "10", Decimal("-0.10"), "", "İ", "名",
                  date(2026, 2, 28), date(2026, 3, 1)):  # fmt: skip
        kb.believe(kb.relation("says")(value))
    for query in ("found(X)", f"says(X), {condition}"):
        found = [answer["X"] for answer in kb.ask(query)]
        assert sorted(found, key=str) == sorted(expected, key=str)


def test_one_number_in_two_spellings_is_one_value():
    kb = reasoner.loads("relation temperature(place, degrees) singular.")
    kb.believe("temperature(attic, -0.10)")
    kb.believe("temperature(attic, -0.1)")
    assert tuple(kb.conflicts()) == ()
    assert kb.status("temperature(attic, -0.100)") is Status.TRUE
    assert kb.status('temperature(attic, "-0.10")') is Status.FALSE
    assert len(kb.ask("temperature(attic, X)")) == 1


def test_texts_that_look_alike_are_different_values():
    kb = reasoner.loads("relation city(name) singular.")
    for text in ("İstanbul", "I\u0307stanbul", "istanbul"):
        kb.believe(kb.relation("city")(text))
    assert len(tuple(kb.conflicts())) == 3


# -- and never meet the solver ---------------------------------------------------------------------

_OURS = re.compile(
    r"program|base|[tfphacnwi]_\d+|X\d+|Y|V_\d+(_\d+)*|dom|defined|compare|"
    r"[sd]_[tf]\d+_[bf]*|e_[tf]\d+|i_\d+_\d+|c|S|look|compounds|atoms|" + "|".join(PREDICATES)
)
_SIGNS = re.compile(r"[\s.,:()=@#/!-]*")


def test_the_solver_sees_numbers_and_our_own_names_only(monkeypatch):
    given: list[str] = []
    add = clingo.Control.add

    def recording_add(control: clingo.Control, *arguments: Any) -> None:
        given.append(arguments[-1])
        add(control, *arguments)

    monkeypatch.setattr(clingo.Control, "add", recording_add)
    everything()
    assert len(given) > 20
    ours = {line for file in rule_files() for line in file.read_text("utf-8").splitlines()}
    for program in given:
        text = "\n".join(line for line in program.splitlines() if line not in ours)
        words, signs = re.findall(r"\w+", text), re.sub(r"\w+", "", text)
        assert _SIGNS.fullmatch(signs), signs
        foreign = {word for word in words if not (_OURS.fullmatch(word) or word.isdecimal())}
        assert foreign == set()
        assert not {"918273645", str(2**80), "2026"} & set(words)


def everything() -> None:
    """Each verb and question once, with words and values that are easy to recognise."""
    kb = reasoner.loads(
        """
        relation große_stadt(ort, zahl: anzahl) singular.  relation ruf(ort).
        source zeitung trust 0.9.
        rule ruf(Öffentlich) :- große_stadt(Öffentlich, Zahl), Zahl > 918273645.
        default sitte: -ruf(X) :- große_stadt(X, 918273645).
        constraint streng: :- ruf(X), große_stadt(X, Y), Y < 2026-03-01.
        rank zeitung > sitte.
        """
    )
    city = kb.relation("große_stadt")
    kb.believe(city('"İstanbul"). fremd(', 2**80), source="zeitung", label="meldung")
    kb.believe(city("x", Decimal("-0.10")))
    kb.believe(city("x", "text"))
    kb.believe("ruf(y) or not große_stadt(y, 918273645)")
    for goal in ("ruf(x)", 'ruf("\\"İstanbul\\"). fremd(")', "große_stadt(x, text) iff ruf(z)"):
        for question in ("status", "why", "entails", "kernels", "remainders", "history"):
            getattr(kb, question)(goal)
    kb.ask("große_stadt(X, Zahl), Zahl != 2026-01-01")
    kb.conflicts()
    for by in ("full meet", "maxichoice", "entrenchment, recency", "confidence", "cardinality"):
        with kb.suppose() as world:
            world.revise(city("x", 918273645), by=by)
            world.contract("ruf(x)", by=by)
    kb.consolidate(by="entrenchment")
