"""The front door: what a program that embeds the reasoner relies on."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import reasoner
from reasoner import Status

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
        pytest.param(lambda kb: kb.contract("urgent(x)", by=["recency"]), id="a list of policies"),
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
    assert {str(belief) for belief in kb.kernels("q")[0]} == {"r1: q :- p", "x: p"}


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
    assert [b.name for b in kb.kernels("p", valid="2026-03-15")[0]] == ["b"]
    change = kb.contract("p", valid=("2026-03-01", "2026-04-01"))
    assert [b.name for b in change.dropped] == ["b"]


def test_a_long_chain_is_explained():
    rules = "\n".join(f"relation s{i}.  rule s{i + 1} :- s{i}." for i in range(1200))
    kb = reasoner.loads(rules + "\nrelation s1200.  believe s0.")
    (proof,) = kb.why("s1200").support
    assert len(proof.steps) == 1201
    assert proof.steps[-1].conclusion == "s1200"
