"""Explanations: what each belief went for, how many remainders there were, and what decided."""

from __future__ import annotations

import json
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import reasoner
from bases import bases, sentences, text_of
from conftest import CI
from explained import BY_REMAINDERS, CUTTING, SELECTING, Explained, names, operations
from oracle import change
from oracle.parts import FALSE, conflicts
from oracle.selection import select
from oracle.told import show as shown
from reasoner import Explanation, Limits
from reasoner.answer import Count, ExplainedOver
from reasoner.cli import app
from reasoner.errors import UnknownLabel
from reasoner.report import plain
from reasoner.report.explanations import explanation_lines
from reasoner.syntax import show

EACH = settings(max_examples=40 if CI else 20)
GOALS = st.lists(sentences(), min_size=4, max_size=4)


def only(explanation: Explanation) -> ExplainedOver:
    (piece,) = explanation.over
    return piece


def lines(explanation: Explanation) -> list[str]:
    return [plain(line) for line in explanation_lines(explanation)]


# -- judged by the oracle --------------------------------------------------------------------------


@EACH
@given(base=bases(), goals=GOALS, policies=st.sampled_from(BY_REMAINDERS))
def test_counts_and_stages_are_those_of_the_oracle(base, goals, policies):
    kb = reasoner.loads(text_of(base))
    for goal in goals:
        with kb.suppose() as inner:
            done = inner.contract(show(goal), by=list(policies) or "full meet")
            piece = only(inner.explain(done))
        remainders = change.remainders(base, goal)
        assert piece.remainders == Count(len(remainders))
        if not (done.entailed and done.possible):
            assert piece.stages == ()
            continue
        left = [len(select(base, remainders, policies[: n + 1])) for n in range(len(policies))]
        expected = list(zip(policies, left, strict=True)) or [("full meet", len(remainders))]
        assert [(stage.policy, stage.left.number) for stage in piece.stages] == expected


@EACH
@given(base=bases(is_consistent=False))
def test_the_remainders_of_a_consolidation_are_counted_part_by_part(base):
    kb = reasoner.loads(text_of(base))
    explanation = kb.explain(kb.consolidate(by="full meet"))
    counts = [piece.remainders.number for piece in explanation.over]
    named = {frozenset(map(shown, conflict)) for conflict in conflicts(base)}
    assert prod(counts) == len(change.remainders(base, FALSE))
    kernels = {names(loss.kernel) for piece in explanation.over for loss in piece.losses}
    assert kernels <= named


@EACH
@given(case=operations())
def test_an_explanation_tells_what_the_change_told(case: Explained) -> None:
    explanation = case.kb.explain(case.done.operation)
    told = [(p.valid, p.dropped, p.kept, p.possible, p.entailed) for p in explanation.over]
    assert told == [(p.valid, p.dropped, p.kept, p.possible, p.entailed) for p in case.done.over]
    asked = explanation.operation, explanation.verb, explanation.selection
    assert asked == (case.done.operation, case.done.verb, case.done.selection)


# -- by hand ---------------------------------------------------------------------------------------

TWEETY = """
relation bird(x). relation penguin(x). relation flies(x).
rule bird(X) :- penguin(X).
default fly: flies(X) :- bird(X).
believe t: penguin(tweety).
"""

SWAN = """
relation swan(x). relation european(x). relation white(x).
source book. source eye.
believe all: white(s) if swan(s) from book.
believe one: swan(s) from eye.
believe eu: european(s) from eye.
rank eye > book.
"""


def test_tweety_a_kernel_and_a_witness_for_each_that_went():
    kb = reasoner.loads(TWEETY)
    explanation = kb.explain(kb.contract("flies(tweety)", label="grounded"))
    assert lines(explanation) == [
        "grounded: contract flies(tweety)",
        "2 remainders",
        "what tied was met",
        "dropped fly(tweety): flies(tweety) :- bird(tweety)",
        "  because a selected remainder lacks it",
        "  { fly(tweety), t } entails flies(tweety)",
        "  { t } does what was asked, and not with it",
        "dropped t: penguin(tweety)",
        "  because a selected remainder lacks it",
        "  { fly(tweety), t } entails flies(tweety)",
        "  { fly(tweety) } does what was asked, and not with it",
    ]


def test_swan_which_policy_decided():
    kb = reasoner.loads(SWAN)
    done = kb.revise("-white(s)", source="eye", by="recency, entrenchment", label="black")
    piece = only(kb.explain(done))
    assert [(stage.policy, str(stage.left)) for stage in piece.stages] == [
        ("recency", "1"),
        ("entrenchment", "1"),
    ]
    assert (piece.decided_by, piece.met) == ("recency", Count(1))
    (loss,) = piece.losses
    assert (names(loss.kernel), loss.goals) == ({"all", "one"}, ("white(s)",))
    assert names(loss.witness) == {"one"}
    assert lines(kb.explain("black"))[1:4] == [
        "2 remainders",
        "recency left 1, and decided",
        "entrenchment left 1",
    ]


RANKED = "relation p. relation q. relation r. believe a: p. believe b: q. believe c: r.\n"


def test_a_later_policy_may_decide_where_one_ties():
    kb = reasoner.loads(RANKED + "rank c > a. rank c > b.")
    by = "entrenchment, cardinality, maxichoice"
    piece = only(kb.explain(kb.contract("p and q and r", by=by)))
    assert [stage.left.number for stage in piece.stages] == [2, 2, 1]
    assert (piece.remainders, piece.decided_by) == (Count(3), "maxichoice")
    (loss,) = piece.losses
    assert loss.belief.name == "b"


def test_what_ties_in_the_end_is_met():
    kb = reasoner.loads(RANKED + "rank c > a. rank c > b.")
    piece = only(kb.explain(kb.contract("p and q and r", by="entrenchment, cardinality")))
    assert (piece.decided_by, piece.met) == ("entrenchment", Count(2))
    assert [(loss.belief.name, names(loss.witness)) for loss in piece.losses] == [
        ("a", {"b", "c"}),
        ("b", {"a", "c"}),
    ]


def test_a_method_tells_its_values_and_its_cut_and_what_drowned():
    kb = reasoner.loads(RANKED + "rank c > b > a.")
    piece = only(kb.explain(kb.contract("q", by="possibilistic")))
    assert ([(belief.name, value) for belief, value in piece.values], piece.cut) == (
        [("a", 0), ("b", 1), ("c", 2)],
        1,
    )
    drowned, went = piece.losses
    assert (drowned.belief.name, drowned.kernel, drowned.witness) == ("a", None, None)
    assert (went.belief.name, names(went.kernel), names(went.witness)) == ("b", {"b"}, {"a", "c"})
    assert lines(kb.explain("op4")) == [
        "op4: contract q by possibilistic",
        "1 remainder",
        "valued { c } > { b } > { a }",
        "at or below the cut { a, b }",
        "dropped a: p",
        "  because it is at or below the cut",
        "  it is in no kernel",
        "dropped b: q",
        "  because it is at or below the cut",
        "  { b } entails q",
        "  { a, c } does what was asked, and not with it",
        "kept { c }",
    ]


@pytest.mark.parametrize(
    ("declared", "by"),
    [
        pytest.param("protect old.", "screened", id="by what is protected"),
        pytest.param("rank old > new.", "credible", id="by what is more credible"),
    ],
)
def test_a_newcomer_that_lost_tells_what_refused_it(declared, by):
    kb = reasoner.loads(
        "relation p. relation q. relation r. source new.\n"
        f"believe old: p. believe other: q. believe un: r. {declared}\n"
    )
    explanation = kb.explain(kb.revise("-p", by=by, source="new", label="late"))
    piece = only(explanation)
    assert names(piece.refused_by) == {"old"}
    assert ([loss.belief.name for loss in piece.losses], piece.remainders) == (["late"], None)
    assert lines(explanation)[1] == "refused by { old }"


def test_what_a_kernel_entails_is_told_of_several_goals():
    kb = reasoner.loads(RANKED)
    each = only(kb.explain(kb.contract("p", "q", label="each")))
    assert [loss.goals for loss in each.losses] == [("p",), ("q",)]
    kb = reasoner.loads(RANKED)
    explanation = kb.explain(kb.contract("p", "q", together=True, by="maxichoice"))
    assert explanation.together
    (loss,) = only(explanation).losses
    assert (names(loss.kernel), loss.goals) == ({"a", "b"}, ("p", "q"))


# -- after the fact --------------------------------------------------------------------------------


def test_what_comes_later_changes_no_explanation(tmp_path):
    rules = "relation p. relation q. source s. rule q :- p.\n"
    with reasoner.loads(rules, tmp_path / "ledger.db") as kb:
        kb.believe("p", label="x", source="s")
        kb.contract("q", by="recency", label="gone")
        before = kb.explain("gone")
        kb.recover("gone")
        kb.believe("p", label="again")
        kb.contract("p", label="whole")
    edited = "relation p. relation q. relation r. source s. rule r :- q. threshold 0.9.\n"
    with reasoner.loads(edited, tmp_path / "ledger.db") as kb:
        assert kb.explain("gone") == before
        assert names(before.over[0].losses[0].kernel) == {"x"}
        with kb.suppose() as inner:
            inner.believe("r")
            assert inner.explain("gone") == before


def test_evidence_weighs_what_it_weighed_then():
    text = "relation p. relation q. constraint :- p, q. clock {}.\n"
    kb = reasoner.loads(text.format("2026-01-01"))
    kb.believe("p", label="old", weight="0.6")
    kb.set_clock("2026-06-01")
    kb.believe("q", label="new", weight="0.5")
    kb.consolidate(by="confidence", label="then")
    before = kb.explain("then")
    assert [loss.belief.name for loss in only(before).losses] == ["old"]
    kb.set_clock("2028-01-01")
    assert kb.explain("then") == before


@pytest.mark.parametrize("function", [SELECTING, CUTTING], ids=["selecting", "cutting"])
def test_what_a_function_chose_is_read_from_the_ledger(tmp_path, function):
    with reasoner.loads("relation p. relation q. relation r.", tmp_path / "ledger.db") as kb:
        for label, sentence in (("a", "p"), ("b", "q if p"), ("c", "r"), ("d", "q if r")):
            kb.believe(sentence, label=label)
        done = kb.contract("q", by=function)
    with reasoner.loads("relation p. relation q. relation r.", tmp_path / "ledger.db") as kb:
        explanation = kb.explain(done.operation)
    assert explanation.selection == (function.name,)
    piece = only(explanation)
    assert piece.dropped == done.dropped
    assert all(loss.belief in loss.kernel for loss in piece.losses)


def test_each_interval_is_explained():
    kb = reasoner.loads("relation p. relation q.\nbelieve a: p.\n")
    kb.believe("q if p", label="b", valid=("2026-01-01", "2027-01-01"))
    explanation = kb.explain(kb.contract("q", valid=("2025-01-01", None)))
    assert [(piece.valid.show(), piece.entailed) for piece in explanation.over] == [
        ("from 2025-01-01 to 2026-01-01", False),
        ("from 2026-01-01 to 2027-01-01", True),
        ("from 2027-01-01", False),
    ]
    assert "valid from 2026-01-01 to 2027-01-01" in lines(explanation)


@pytest.mark.parametrize(
    ("do", "said"),
    [
        pytest.param(
            lambda kb: kb.believe("p"),
            "nothing was chosen: `believe` gives nothing up",
            id="believing",
        ),
        pytest.param(
            lambda kb: kb.recover(kb.contract("q")),
            "nothing was chosen: `recover` gives nothing up",
            id="recovering",
        ),
        pytest.param(
            lambda kb: kb.revise("-q", by="surface"),
            "nothing was chosen: the policy `surface` chooses nothing",
            id="surfacing",
        ),
        pytest.param(lambda kb: kb.consolidate(), "nothing to give up", id="no conflict"),
        pytest.param(lambda kb: kb.contract("p"), "nothing to give up", id="not entailed"),
        pytest.param(
            lambda kb: kb.contract("q or -q"),
            "not possible: the background entails it",
            id="a tautology",
        ),
    ],
)
def test_where_nothing_went_it_says_why(do, said):
    kb = reasoner.loads("relation p. relation q. believe x: q.")
    assert lines(kb.explain(do(kb)))[1] == said


def test_an_unknown_operation_is_refused():
    kb = reasoner.loads("relation p.")
    with pytest.raises(UnknownLabel, match="no operation is called `nope`"):
        kb.explain("nope")


# -- limits ----------------------------------------------------------------------------------------


def pairs(count: int) -> str:
    """That many independent proofs of `goal` from two sentences each, linked by a last element."""
    lines = ["relation goal."]
    for n in range(count):
        lines.append(f"relation p{n}. believe a{n}: p{n}. believe b{n}: goal if p{n}.")
    return "\n".join(lines)


def test_where_the_base_falls_apart_remainders_are_counted_by_their_parts():
    kb = reasoner.loads(pairs(30))
    piece = only(kb.explain(kb.contract("goal", by="cardinality")))
    assert piece.remainders == Count(2**30)
    assert piece.stages[0].left == Count(2**30)


def test_a_count_that_reaches_a_limit_says_more_than():
    either = " or ".join(f"p{n}" for n in range(6))
    text = pairs(6) + f"\nbelieve last: goal if {either}."
    kb = reasoner.loads(text, limits=Limits(answers=20))
    done = kb.contract("goal and (p0 or p1)", by="recency")
    piece = only(kb.explain(done))
    assert piece.remainders == Count(20, is_complete=False)
    assert str(piece.remainders) == "more than 20"
    assert piece.stages[0].left == Count(1)
    assert piece.decided_by == "recency"


# -- the language, and the reports -----------------------------------------------------------------

TEXT = TWEETY + "contract grounded: flies(tweety) by maxichoice.\nexplain grounded.\n"


@pytest.fixture
def run(tmp_path):
    def command(text: str, *options: str) -> str:
        (tmp_path / "file.bel").write_text(text, encoding="utf-8")
        arguments = ["run", str(tmp_path / "file.bel"), *options]
        ran = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert ran.exit_code == 0
        return ran.output

    return command


def test_a_rule_file_asks_for_an_explanation(run):
    assert run(TEXT).endswith(
        """\
explain grounded.
  grounded: contract flies(tweety) by maxichoice
  2 remainders
  maxichoice left 1, and decided
  dropped t: penguin(tweety)
    because a selected remainder lacks it
    { fly(tweety), t } entails flies(tweety)
    { fly(tweety) } does what was asked, and not with it
  kept { fly(tweety) }
"""
    )


def test_an_explanation_is_json(run):
    [file] = json.loads(run(TEXT, "--json"))["files"]
    answer = file["replies"][-1]["answer"]
    [piece] = answer.pop("over")
    assert answer == {
        "operation": "grounded",
        "verb": "contract",
        "goals": ["flies(tweety)"],
        "selection": ["maxichoice"],
        "together": False,
    }
    t, fly = (
        {"name": "t", "text": "penguin(tweety)"},
        {"name": "fly(tweety)", "text": "flies(tweety) :- bird(tweety)"},
    )
    assert piece == {
        "valid": {"from": None, "to": None},
        "kept": [fly],
        "losses": [
            {
                **t,
                "reason": "a selected remainder lacks it",
                "kernel": [fly, t],
                "goals": ["flies(tweety)"],
                "witness": [fly],
            }
        ],
        "entailed": True,
        "possible": True,
        "remainders": {"number": 2, "is_complete": True},
        "stages": [{"policy": "maxichoice", "left": {"number": 1, "is_complete": True}}],
        "decided_by": "maxichoice",
        "values": [],
        "cut": None,
        "refused_by": [],
    }
