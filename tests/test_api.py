"""The front door: what a program that embeds the reasoner relies on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from pathlib import Path

import pytest

import reasoner
from reasoner import Status
from reasoner.syntax.tree import (
    And,
    Atom,
    Constant,
    Kind,
    Literal,
    Name,
    Not,
    Query,
    Recover,
    Truth,
    Variable,
)
from reasoner.time import BEGINNING, END, Interval, instant

OFFICE = """
relation budget(project, amount) singular.
relation closed(project).
relation urgent(project).
source hr trust 0.9.
"""


@pytest.fixture
def kb():
    return reasoner.loads(OFFICE)


def test_sentences_are_built_from_values(kb):
    budget, closed = kb.relation("budget"), kb.relation("closed")
    kb.believe(closed("apollo") | ~budget("apollo", 30000))
    kb.believe(-closed("apollo"))
    assert kb.entails("-budget(apollo, 30000)")
    kb.believe(closed("gemini") & budget("gemini", 1))
    assert kb.status("closed(gemini)") is Status.TRUE
    kb.believe(reasoner.If(kb.relation("urgent")("x"), closed("gemini")))
    assert kb.status("urgent(x)") is Status.TRUE


def test_a_ledger_is_taken_up_again(tmp_path):
    rules = tmp_path / "office.bel"
    rules.write_text(OFFICE, encoding="utf-8")
    with reasoner.open(rules, ledger=tmp_path / "office.db") as kb:
        kb.believe("budget(apollo, 30000)", source="hr", valid=("2026-01-01", None))
        change = kb.revise("budget(apollo, 40000)", valid=(date(2026, 3, 1), None))
        assert [belief.text for belief in change.dropped] == ["budget(apollo, 30000)"]
    with reasoner.open(rules, ledger=tmp_path / "office.db") as kb:
        assert kb.ask("budget(P, X)", valid="2026-04-01") == ({"P": "apollo", "X": 40000},)
        kb.recover(change)
        then = kb.at(valid="2026-04-01")
        assert then.status("budget(apollo, 30000)") is Status.TRUE
        moved = kb.history("budget(apollo, 30000)", valid="2026-04-01")
        assert [moment.status for moment in moved] == [Status.TRUE, Status.FALSE, Status.TRUE]


@pytest.mark.parametrize(("durable", "expected"), [(True, 2), (False, 1)])
def test_a_stored_ledger_is_as_durable_as_the_front_door_was_asked(tmp_path, durable, expected):
    def synchronous(kb):
        return kb.ledger._file._writer.execute("pragma synchronous").fetchone()[0]

    rules = tmp_path / "office.bel"
    rules.write_text(OFFICE)
    path = tmp_path / "office.db"
    with reasoner.loads(OFFICE, ledger=path, durable=durable) as kb:
        assert synchronous(kb) == expected
    with reasoner.open(rules, ledger=path, durable=durable) as kb:
        assert synchronous(kb) == expected
        kb.believe("urgent(apollo)")
    assert list(reasoner.run(rules, path, durable=durable)) == []
    with reasoner.open(rules, ledger=path) as kb:
        assert kb.status("urgent(apollo)") is Status.TRUE


def test_a_relation_keeps_its_arity_on_a_ledger(tmp_path):
    ledger = tmp_path / "a.db"
    reasoner.loads("relation p(x).", ledger=ledger).believe("p(a)")
    with pytest.raises(reasoner.ReasonerError, match="E511"):
        reasoner.loads("relation p(x, y).", ledger=ledger)
    assert reasoner.loads("relation p(x).", ledger=ledger).status("p(a)") is Status.TRUE


def test_a_status_is_no_truth_value(kb):
    with pytest.raises(TypeError, match="four values"):
        bool(kb.status("urgent(x)"))


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda kb: kb.status(True), id="a truth value for a sentence"),
        pytest.param(lambda kb: kb.believe("urgent(x)", valid="2025-03-01"), id="one instant"),
        pytest.param(lambda kb: kb.believe("urgent(x)", valid=date(2025, 3, 1)), id="a date"),
        pytest.param(lambda kb: kb.believe("urgent(x)", weight="abc"), id="a word for a weight"),
        pytest.param(lambda kb: kb.believe("urgent(x)", weight=True), id="true for a weight"),
        pytest.param(lambda kb: kb.contract("urgent(x)", by=["recensy"]), id="unknown policy"),
        pytest.param(lambda kb: kb.contract("urgent(x)", by=[7]), id="a number for a policy"),
        pytest.param(lambda kb: kb.at(valid="2025-13-01"), id="no such month"),
        pytest.param(lambda kb: kb.at(known=3.5), id="a float for an instant"),
        pytest.param(lambda kb: kb.believe("urgent(x)", source="nobody"), id="unknown source"),
        pytest.param(lambda kb: kb.relation("budgte"), id="unknown relation"),
        pytest.param(lambda kb: kb.relation("budget")("apollo"), id="too few values"),
    ],
)
def test_what_python_gets_wrong_is_a_clear_error_and_changes_nothing(kb, wrong):
    head = kb.ledger.head
    with pytest.raises(reasoner.ReasonerError, match=r"help: "):
        wrong(kb)
    assert kb.ledger.head == head


def test_changes_print_in_a_line(kb):
    kb.believe("budget(apollo, 1)", label="first")
    change = kb.revise("budget(apollo, 2)", label="second")
    assert str(change) == (
        "second: revise budget(apollo, 2), added second: budget(apollo, 2), "
        "dropped first: budget(apollo, 1)"
    )


# -- functions of one's own ------------------------------------------------------------------------

PAIR = "relation p.  relation q.  believe a: p.  believe b: q.  believe c: p and q.  believe d: -q."


def only(name):
    """Those of the remainders that keep an element."""
    return reasoner.SelectionFunction(
        lambda parts: [part for part in parts if name in {belief.name for belief in part}], name
    )


def test_a_selection_function_is_given_beliefs_and_chooses_among_them():
    kb = reasoner.loads("relation p.  relation q.  believe a: p.  believe b: p and q.")
    seen = []

    def choose(parts):
        seen.extend(parts)
        return parts

    change = kb.contract("p and q", by=reasoner.SelectionFunction(choose, "all of them"))
    assert [[belief.text for belief in part] for part in seen] == [["p"]]
    assert change.selection == ("all of them",)
    assert [belief.name for belief in change.dropped] == ["b"]


def test_a_ranking_selects_the_remainders_with_the_greatest_key():
    kb = reasoner.loads("relation p.  relation q.  believe a: p.  believe b: q.")
    by = reasoner.SelectionFunction.ranking(lambda part: [belief.name for belief in part] == ["b"])
    assert [belief.name for belief in kb.contract("p and q", by=by).dropped] == ["a"]


def test_an_incision_function_cuts_kernels():
    kb = reasoner.loads(PAIR)
    by = reasoner.IncisionFunction(lambda kernels: {kernel[0] for kernel in kernels}, "the first")
    change = kb.contract("p", by=by)
    assert [belief.name for belief in change.dropped] == ["a", "c"]
    assert kb.ledger.find(change.operation).said.selection == "the first"


@pytest.mark.parametrize(
    ("function", "code", "says"),
    [
        pytest.param(reasoner.SelectionFunction(lambda _: []), "E218", "none of", id="nothing"),
        pytest.param(
            reasoner.SelectionFunction(lambda _: [()]), "E218", "no remainder", id="no remainder"
        ),
        pytest.param(reasoner.IncisionFunction(lambda _: []), "E219", "whole", id="a whole kernel"),
        pytest.param(
            reasoner.IncisionFunction(lambda _: [reasoner.Belief("d", "-q")]),
            "E219", "no kernel", id="what is in no kernel",
        ),
    ],
)  # fmt: skip
def test_a_function_that_is_none_is_refused_and_changes_nothing(function, code, says):
    kb = reasoner.loads(PAIR)
    head = kb.ledger.head
    with pytest.raises(reasoner.ReasonerError, match=says) as refused:
        kb.contract("p", by=function)
    assert refused.value.code == code
    assert kb.ledger.head == head


def test_a_function_stands_after_a_way_of_revising_and_after_nothing_else():
    kb = reasoner.loads("relation p.  relation q.  believe a: p.  believe b: q if p.")
    change = kb.revise("-q", by=["external", only("b")])
    assert change.selection == ("external", "b")
    assert [belief.name for belief in change.dropped] == ["a"]
    for wrong in (["kernel", only("b")], ["recency", only("b")], [only("b"), "external"]):
        with pytest.raises(reasoner.ReasonerError, match="E216"):
            kb.revise("q", by=wrong)


def test_a_list_of_names_is_one_selection():
    kb = reasoner.loads("relation p.  believe a: p.")
    with kb.suppose() as world:
        change = world.revise("-p", by=["external", "kernel, recency"])
    assert change.selection == ("external", "kernel", "recency")


def test_one_conflict_is_consolidated_by_the_names_or_the_beliefs_of_its_elements():
    kb = reasoner.loads(
        "relation p.  relation q.\nbelieve a: p.  believe b: -p.  believe c: q.  believe d: -q."
    )
    first, second = kb.conflicts()
    change = kb.consolidate(conflict=first, by="recency")
    assert ([belief.name for belief in change.dropped], change.goal) == (["a"], "{ a, b }")
    assert list(kb.conflicts()) == [second]
    kb.consolidate(conflict=["d", "c"], by="maxichoice")
    assert list(kb.conflicts()) == []
    with pytest.raises(reasoner.ReasonerError, match="E310"):
        kb.consolidate(conflict=["c", "d"])


# -- where others stumbled -------------------------------------------------------------------------

METHODS = pytest.mark.parametrize(
    "by",
    ["full meet", "maxichoice", "kernel", "smooth kernel", "full kernel", "minimal kernel", "safe",
     "ensconcement", "severe", "possibilistic"],
)  # fmt: skip


@METHODS
def test_a_tautology_leaves_the_base_as_it_is(by):
    kb = reasoner.loads(PAIR)
    change = kb.contract("p or not p", by=by)
    assert (change.possible, change.dropped) == (False, ())
    assert list(kb.kernels("p or not p")) == [()]  # which nothing can cut
    assert list(kb.remainders("p or not p")) == []


@METHODS
def test_equivalent_sentences_are_different_elements(by):
    kb = reasoner.loads("relation a.  relation b.  believe x: a.  believe y: a and (a or b).")
    assert [[belief.name for belief in kernel] for kernel in kb.kernels("a")] == [["x"], ["y"]]
    assert [belief.name for belief in kb.contract("a", by=by).dropped] == ["x", "y"]


@METHODS
def test_kernels_that_share_elements_are_all_cut(by):
    kb = reasoner.loads(
        "relation a.  relation b.  relation c.\n"
        "believe k: a.  believe l: c if a.  believe m: c if b.  believe n: a or b.  believe o: b."
    )
    kernels = {frozenset(belief.name for belief in kernel) for kernel in kb.kernels("c")}
    assert kernels == {frozenset("kl"), frozenset("mo"), frozenset("lmn")}
    assert kb.contract("c", by=by).dropped
    assert not kb.entails("c")


@METHODS
@pytest.mark.parametrize("way", ["internal", "external", "negation free"])
def test_a_revision_by_several_sentences_is_consistent(way, by):
    kb = reasoner.loads(
        "relation a.  relation b.  relation c.  believe x: a.  believe y: b if a.  believe z: -c."
    )
    kb.revise("-b and c", by=f"{way}, {by}" if by != "full meet" else way)
    assert list(kb.conflicts()) == []
    assert kb.entails("-b and c")


def test_remainders_are_told_once_each():
    kb = reasoner.loads("relation p.  relation q.  believe p.  believe p and (q or -q).")
    assert list(kb.remainders("p")) == [()]


def test_what_is_to_be_given_up_may_be_a_conflict_too():
    kb = reasoner.loads("relation p.  relation q.  believe a: p.  believe b: -p.  believe c: q.")
    assert {b.name for b in kb.contract("q", "false", by="recency").dropped} == {"a", "c"}


def test_several_goals_without_atoms_concern_the_whole_base():
    kb = reasoner.loads("relation p.  relation q.  believe a: p.  believe b: -p.  believe c: q.")
    assert {b.name for b in kb.contract("q", "false").dropped} == {"a", "b", "c"}


def test_the_status_that_stays_is_said_though_nothing_was_entailed():
    kb = reasoner.loads(
        "relation a.  relation b.  relation q.  constraint :- a, b.  rule q :- a, b.\n"
        "believe a.  believe b.\n"
    )
    change = kb.contract("q")
    assert not change.entailed
    assert change.over[0].still_told


def test_why_names_every_item_that_carries_a_statement():
    kb = reasoner.loads(
        "relation p.  source s.  source t.  "
        "believe x: p from s weight 0.2.  believe y: p from t weight 0.2."
    )
    (proof,) = kb.why("p").support
    assert proof.steps[0].because == "x, y"


def test_a_revisable_rule_says_what_it_says():
    kb = reasoner.loads("relation p.  relation q.  rule r1 revisable: q :- p.  believe x: p.")
    assert {str(belief) for belief in next(kb.kernels("q"))} == {"r1: q :- p", "x: p"}


def test_opening_in_memory_carries_out_the_operations_of_a_text(tmp_path: Path):
    text = "relation p.  believe p.  expect false p."  # expectations are for `run`
    assert reasoner.loads(text).status("p") is Status.TRUE


def test_a_query_brings_its_own_constants_to_hand():
    kb = reasoner.loads(
        "relation boss(who, team) singular(who).  relation ok(who).\n"
        "rule ok(P) :- -boss(P, red).  believe boss(ann, red).\n"
    )
    assert kb.ask("-boss(cy, T)") == ({"T": "red"},)
    assert kb.ask("not -boss(cy, red)") == ()
    assert kb.ask("ok(P), P = cy") == ({"P": "cy"},)


def test_an_element_has_the_name_of_evidence_that_counts_at_that_instant():
    kb = reasoner.loads(
        "relation p.\n"
        "believe a: p valid from 2026-01-01 to 2026-02-01.\n"
        "believe b: p valid from 2026-03-01 to 2026-04-01.\n"
    )
    assert [b.name for b in next(kb.kernels("p", valid="2026-03-15"))] == ["b"]
    change = kb.contract("p", valid=("2026-03-01", "2026-04-01"))
    assert [b.name for b in change.dropped] == ["b"]


def test_a_long_chain_is_explained():
    rules = "\n".join(f"relation s{i}.  rule s{i + 1} :- s{i}." for i in range(1200))
    kb = reasoner.loads(rules + "\nrelation s1200.  believe s0.")
    (proof,) = kb.why("s1200").support
    assert len(proof.steps) == 1201
    assert proof.steps[-1].conclusion == "s1200"


# -- what Python gets wrong ------------------------------------------------------------------------


def urgent(argument):
    return Literal(Atom("urgent", (argument,)))


URGENT = urgent(Variable("X"))


def nested(levels, wrap=Not):
    sentence = urgent(Constant(Kind.TEXT, "x", "x"))
    for _ in range(levels):
        sentence = wrap(sentence)
    return sentence


def refused(kb, code, wrong):
    head = kb.ledger.head
    with pytest.raises(reasoner.ReasonerError) as caught:
        wrong(kb)
    assert {error.code for error in caught.value.errors} == {code}
    assert all(error.help for error in caught.value.errors)
    assert kb.ledger.head == head


NO_INSTANTS = [1.5, b"2026", Decimal(3), object(), True, "", "soon", 2**63, 1 - 2**63, 10**5000]
NO_INSTANTS += [datetime(2026, 1, 1), datetime.max.replace(tzinfo=timezone(-timedelta(hours=1)))]


@pytest.mark.parametrize("wrong", NO_INSTANTS, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda kb, i: kb.status("urgent(x)", known=i), id="known"),
        pytest.param(lambda kb, i: kb.at(valid=i), id="valid"),
        pytest.param(lambda kb, i: kb.history("urgent(x)", valid=i), id="history"),
        pytest.param(lambda kb, i: kb.believe("urgent(x)", valid=(i, None)), id="from"),
        pytest.param(lambda kb, i: kb.contract("urgent(x)", valid=(None, i)), id="to"),
        pytest.param(lambda kb, i: kb.set_clock(i), id="clock"),
    ],
)
def test_what_is_no_instant_is_told(kb, use, wrong):
    refused(kb, "E217", lambda kb: use(kb, wrong))


INTERVALS = ["", (), (1,), (1, 2, 3), (2, 1), (1, 1), 5, Interval(2**62), Interval(0, 2**62)]


@pytest.mark.parametrize("wrong", INTERVALS, ids=str)
def test_what_is_no_interval_is_told(kb, wrong):
    refused(kb, "E217", lambda kb: kb.believe("urgent(x)", valid=wrong))


def test_a_clock_shows_some_instant(kb):
    refused(kb, "E217", lambda kb: kb.set_clock(None))


def test_open_ends_and_the_last_instant_of_time_are_allowed(kb):
    last = Interval(instant("9999-12-31T23:59:59.999999Z"), END)
    kb.believe("urgent(x)", valid=last)
    kb.believe("urgent(y)", valid=Interval(BEGINNING, 0))
    assert kb.status("urgent(x)", valid=last.start) is Status.TRUE
    assert kb.status("urgent(y)", valid="-9999-01-01") is Status.TRUE
    kb.believe("urgent(z)", valid=(BEGINNING, END))
    assert kb.status("urgent(z)", valid="9999-12-31") is Status.TRUE


VERBS = ("believe", "doubt", "expand", "revise")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("E216", {"wieght": 0.1}),
        ("E216", {"surce": "hr"}),
        ("E216", {"because": "of it"}),
        ("E216", {"origin": []}),
        ("E216", {"weight": "half"}),
        ("E216", {"weight": ""}),
        ("E216", {"weight": True}),
        ("E216", {"weight": float("nan")}),
        ("E216", {"weight": Decimal("sNaN")}),
        ("E216", {"weight": [1]}),
        ("E215", {"weight": 1.5}),
        ("E215", {"weight": 10**4000}),
        ("E216", {"reliability": "inf"}),
        ("E215", {"reliability": -1}),
        ("E216", {"label": 5}),
        ("E216", {"label": ""}),
        ("E216", {"label": "two words"}),
        ("E216", {"label": "Capital"}),
        ("E216", {"label": "not"}),
        ("E216", {"label": "a\ud800"}),
        ("E210", {"label": "tidy"}),
        ("E507", {"label": "taken"}),
        ("E216", {"source": 5}),
        ("E216", {"agent": b"hr"}),
        ("E216", {"type": 5}),
    ],
    ids=str,
)
def test_what_is_said_of_evidence_is_checked(verb, code, said):
    kb = reasoner.loads(OFFICE + "rule tidy: closed(P) :- urgent(P). believe taken: closed(x).")
    refused(kb, code, lambda kb: getattr(kb, verb)("urgent(x)", **said))


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(lambda kb: kb.contract("urgent(x)", because=5), id="a reason"),
        pytest.param(lambda kb: kb.contract("urgent(x)", agent=5), id="an agent"),
        pytest.param(lambda kb: kb.contract("urgent(x)", label=5), id="a label"),
        pytest.param(lambda kb: kb.contract("urgent(x)", label=""), id="an empty label"),
        pytest.param(lambda kb: kb.contract("urgent(x)", by=""), id="an empty selection"),
        pytest.param(lambda kb: kb.recover(5), id="an operation"),
        pytest.param(lambda kb: kb.recover("op1", label=5), id="a label of a recovery"),
        pytest.param(lambda kb: kb.contract("urgent(x)", because="\ud800"), id="half a reason"),
        pytest.param(lambda kb: kb.execute("believe p."), id="text for an operation"),
        pytest.param(lambda kb: kb.execute(Recover(Name("op1"), Name(5))), id="a label in a tree"),
        pytest.param(lambda kb: kb.relation([]), id="a relation's name"),
        pytest.param(lambda kb: reasoner.loads(b"relation p."), id="bytes for a text"),
        pytest.param(lambda kb: kb.ask(5), id="a query"),
        pytest.param(lambda kb: kb.ask(Query((5,))), id="a number in a query"),
        pytest.param(lambda kb: kb.status(None), id="a sentence"),
        pytest.param(lambda kb: kb.status(Not("urgent(x)")), id="text inside a sentence"),
        pytest.param(lambda kb: kb.believe(And(())), id="a conjunction of nothing"),
        pytest.param(lambda kb: kb.believe(urgent("x")), id="a bare argument"),
        pytest.param(
            lambda kb: kb.believe(urgent(Constant(Kind.NUMBER, Decimal("NaN"), "NaN"))),
            id="a number that is none",
        ),
    ],
)
def test_values_of_a_wrong_type_are_told(kb, wrong):
    with pytest.raises(reasoner.ReasonerError, match=r"E21[36](.|\n)*help: "):
        wrong(kb)


SENTENCE_USES = [
    "believe", "doubt", "expand", "revise", "contract", "consolidate",
    "status", "confidence", "why", "entails", "kernels", "remainders", "history",
]  # fmt: skip


@pytest.mark.parametrize("use", SENTENCE_USES)
@pytest.mark.parametrize("stored", [False, True], ids=["memory", "stored"])
def test_sentences_are_ground_and_not_too_deep_wherever_they_are_used(tmp_path, use, stored):
    with reasoner.loads(OFFICE, ledger=tmp_path / "a.db" if stored else None) as kb:
        refused(kb, "E108", lambda kb: getattr(kb, use)(URGENT))
        refused(kb, "E108", lambda kb: getattr(kb, use)(~URGENT | kb.relation("closed")("x")))
        for wrap in (Not, lambda s: Truth(True) & s, lambda s: s | Truth(False)):
            refused(kb, "E110", lambda kb, wrap=wrap: getattr(kb, use)(nested(101, wrap)))
        refused(kb, "E110", lambda kb: getattr(kb, use)(nested(5000)))


@pytest.mark.parametrize("stored", [False, True], ids=["memory", "stored"])
def test_the_deepest_sentence_is_recorded(tmp_path, stored):
    with reasoner.loads(OFFICE, ledger=tmp_path / "a.db" if stored else None) as kb:
        alternating = nested(
            50, lambda s: kb.relation("closed")("x") | (kb.relation("urgent")("y") & s)
        )
        for sentence in (nested(100), alternating):
            (added,) = kb.believe(sentence).added
            assert kb.ledger.find(added.name).evidence[0].said.text == added.text


def test_a_query_may_have_variables(kb):
    kb.believe("urgent(x)")
    assert kb.ask(Query((URGENT,))) == ({"X": "x"},)


def test_instants_in_a_query_count(kb):
    kb.believe("urgent(x)", valid=("2026-07-01", None))
    early, late = "?- urgent(X) valid 2026-06-30.", "urgent(X) valid 2026-07-01"
    assert kb.ask(early) == ()
    assert kb.ask(late) == ({"X": "x"},)
    assert len(kb.bindings(late)) == 1
    assert kb.at(valid="2026-06-30").ask(late) == ({"X": "x"},)
    assert kb.ask("urgent(X) known 2020-01-01", valid="2026-08-01") == ()
    refused(kb, "E111", lambda kb: kb.ask(late, valid="2026-06-30"))
    refused(kb, "E111", lambda kb: kb.ask("urgent(X) known 2020-01-01", known="2026-06-30"))


def test_at_the_end_of_time_history_is_still_told(kb):
    kb.set_clock("9999-12-31T23:59:59.999999Z")
    kb.believe("urgent(x)")
    kb.doubt("urgent(x)")
    moved = kb.history("urgent(x)")
    assert [moment.status for moment in moved] == [Status.TRUE, Status.BOTH]


@pytest.mark.parametrize("path", ["a\0b", "a\ud800b", 5, b"a"], ids=repr)
def test_a_path_that_no_file_can_have_is_told(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    for use in (
        lambda: reasoner.open(path),
        lambda: reasoner.loads("relation p.", ledger=path),
        lambda: next(reasoner.run(path)),
    ):
        with pytest.raises(reasoner.ReasonerError, match="E501"):
            use()
    assert [error.code for error in reasoner.check(path)] == ["E501"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("E216", {"seconds": "p"}),
        ("E216", {"seconds": None}),
        ("E216", {"seconds": float("nan")}),
        ("E216", {"seconds": True}),
        ("E215", {"seconds": 10**400}),
        ("E215", {"seconds": -1}),
        ("E215", {"answers": 0}),
        ("E215", {"evidence": 0}),
        ("E216", {"evidence": "all"}),
        ("E216", {"answers": 1.5}),
        ("E216", {"answers": "many"}),
    ],
    ids=str,
)
def test_limits_that_are_none_are_told(code, wrong):
    with pytest.raises(reasoner.ReasonerError, match=code):
        reasoner.Limits(**wrong)


def test_names_that_are_text_in_another_guise_leave_the_chain_whole(tmp_path):
    class Source(str, Enum):  # noqa: UP042
        HR = "hr"

    with reasoner.loads(OFFICE, ledger=tmp_path / "a.db") as kb:
        kb.believe("urgent(x)", source=Source.HR, valid=(Whole(0), None))
        kb.ledger.verify()
        assert next(iter(kb.ledger.operations())).said.verb == "declare"


def test_declarations_on_a_ledger_that_cannot_be_read_are_damage(tmp_path):
    path = tmp_path / "a.db"
    with reasoner.loads("relation p.", ledger=path) as kb:
        kb.believe("p")
    with closing(sqlite3.connect(path)) as behind, behind:
        behind.execute("drop trigger operation_no_update")
        behind.execute("update operation set theory = 'relaton p.' where theory is not null")
    with pytest.raises(reasoner.ReasonerError, match=r"E504(.|\n)*help: "):
        reasoner.loads("relation p.", ledger=path)


class Whole(int):
    """A whole number of another type, that shows itself in its own way."""

    def __str__(self):
        return "zero"


def test_one_origin_counts_once_whether_a_call_names_it_or_a_table():
    kb = reasoner.loads("relation p(x). source a trust 0.2. source b trust 0.2.")
    kb.believe("p(one)", source="a", origin="AP, Paris")
    row = {"x": "one", "by": "b", "wire": "AP, Paris"}
    with kb.suppose() as world:
        columns = reasoner.Columns("p", source="by", origin="wire")
        assert world.load_facts([row], columns) == 1
        assert world.status("p(one)") is reasoner.Status.NEITHER
    with kb.suppose() as world:
        world.load_facts([row | {"wire": "Reuters"}], columns)
        assert world.status("p(one)") is reasoner.Status.TRUE
