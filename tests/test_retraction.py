"""Retraction and its tombstones, touches, and policies that decide on arrival."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import goals, programs
from judging import CASES
from oracle.read import NOW
from reasoner import Status
from reasoner.errors import NothingThere, NotRecoverable, NowhereCertain, ReasonerError
from reasoner.reason.cutting import whole
from reasoner.reason.operators import Operators, settled
from reasoner.slice import Base
from reasoner.solve import Limits
from reasoner.syntax import parse_sentence
from reasoner.theory.normal import normal
from reasoner.time import ALWAYS
from reasoner.view import View

EACH = settings(max_examples=max(20, CASES // 4))
CITY = """
relation lives(person, city) singular.  relation adult(person).  relation votes(person).
source registry.  source gossip.  agent ada.
rule votes(X) :- adult(X), lives(X, oslo).
clock 2026-01-01.
believe first: lives(eve, rome) from gossip.
clock 2026-02-01.
"""


def held(kb: reasoner.Reasoner, sentence: str, days: tuple[str, ...]) -> list[str]:
    return [kb.status(sentence, valid=day).value for day in days]


# -- retract ---------------------------------------------------------------------------------------


def test_what_is_retracted_stays_out_whatever_is_said_later_until_it_is_recovered():
    kb = reasoner.loads(CITY)
    done = kb.retract("lives(eve, rome)", because="a mix-up", agent="ada", label="no")
    assert [belief.name for belief in done.dropped] == ["first"]
    kb.believe("lives(eve, rome)", source="registry", label="again")
    assert kb.status("lives(eve, rome)") is Status.NEITHER
    silent = {each.evidence: each.reason for each in kb.why("lives(eve, rome)").silent}
    assert silent == {"first": "withdrawn by `no`", "again": "blocked by the tombstone of `no`"}
    back = kb.recover("no")
    assert [belief.name for belief in back.restored] == ["first"]
    assert kb.status("lives(eve, rome)") is Status.TRUE
    assert {each.evidence for each in kb.why("lives(eve, rome)").silent} == set()


def test_a_retraction_keeps_its_author_and_its_reason():
    kb = reasoner.loads(CITY)
    done = kb.retract("lives(eve, rome)", because="a mix-up", agent="ada")
    said = kb.ledger.find(done.operation).said
    assert (said.verb, said.agent, said.reason) == ("retract", "ada", "a mix-up")
    with pytest.raises(ReasonerError, match="reason"):
        kb.retract("adult(eve)", because="")


def test_the_history_before_a_retraction_stays_as_it_was():
    kb = reasoner.loads(CITY)
    kb.retract("lives(eve, rome)", because="a mix-up")
    assert kb.status("lives(eve, rome)", known="2026-01-15") is Status.TRUE
    moments = [(m.verb, m.status) for m in kb.history("lives(eve, rome)")]
    assert moments == [("believe", Status.TRUE), ("retract", Status.NEITHER)]


def test_what_nothing_says_cannot_be_retracted():
    kb = reasoner.loads(CITY)
    before = kb.ledger.head
    with pytest.raises(NothingThere, match="nothing to retract"):
        kb.retract("lives(eve, oslo)", because="never heard of it")
    assert kb.ledger.head == before


def test_a_conclusion_is_retracted_with_what_it_rests_on():
    kb = reasoner.loads(CITY)
    kb.believe("adult(eve)", label="grown")
    kb.revise("lives(eve, oslo)", label="moved")
    done = kb.retract("votes(eve)", because="not here")
    assert {belief.name for belief in done.dropped} == {"grown", "moved"}
    kb.believe("votes(eve)")
    assert kb.status("votes(eve)") is Status.NEITHER


def test_weak_evidence_is_retracted_too():
    kb = reasoner.loads(CITY)
    kb.believe("adult(eve)", weight="0.2", source="gossip", label="weak")
    kb.retract("adult(eve)", because="gossip")
    kb.believe("adult(eve)", weight="0.2", source="registry")
    assert kb.status("adult(eve)") is Status.NEITHER


def test_a_retraction_names_what_the_retracted_had_displaced():
    kb = reasoner.loads(CITY)
    kb.revise("lives(eve, oslo)", label="moved")
    done = kb.retract("lives(eve, oslo)", because="it was another Eve")
    assert "`moved` had displaced `first`" in done.note
    assert "`recover moved.`" in done.note
    kb.recover("moved")
    assert kb.status("lives(eve, rome)") is Status.TRUE
    assert kb.status("lives(eve, oslo)") is Status.FALSE


def test_a_retraction_says_what_was_dropped_and_why():
    kb = reasoner.loads(CITY)
    done = kb.retract("lives(eve, rome)", because="a mix-up")
    explained = kb.explain(done)
    (over,) = explained.over
    assert [loss.belief.name for loss in over.losses] == ["first"]
    assert reasoner.certify(kb, kb.explain(done))


@EACH
@given(text=programs(), asked=st.lists(goals(), min_size=4, max_size=4))
def test_what_was_retracted_is_not_entailed_and_recovery_brings_all_back(text, asked):
    kb = reasoner.loads(text)
    for goal in asked:
        with kb.suppose() as world:
            try:
                done = world.retract(goal, because="so")
            except NothingThere:
                assert not world.entails(goal) or not list(world.remainders(goal))
                continue
            possible = all(piece.possible for piece in done.over)
            assert world.entails(goal) is not possible
            world.believe(goal)
            assert world.entails(goal) is not possible
            with world.suppose() as undone:
                undone.recover(done)
                for other in (goal, *asked):
                    if normal(parse_sentence(other)) != normal(parse_sentence(goal)):
                        assert undone.status(other) is _with(kb, goal).status(other)


def _with(kb: reasoner.Reasoner, goal: str) -> reasoner.Reasoner:
    """The base with the goal believed once more, which was not retracted."""
    with kb.suppose() as world:
        world.believe(goal)
        return world


# -- touch -----------------------------------------------------------------------------------------


def test_use_keeps_what_decays_from_use():
    text = """
    relation likes(person, dish) type preference.
    decay preference 30 days {}.
    clock 2026-01-01.  believe likes(ann, tea).
    clock 2026-02-15.  touch likes(ann, tea).
    clock 2026-03-15.
    """
    used, plain = (reasoner.loads(text.format(how)) for how in ("from use", ""))
    assert used.status("likes(ann, tea)") is Status.TRUE
    assert plain.status("likes(ann, tea)") is Status.NEITHER
    (silent,) = plain.why("likes(ann, tea)").silent
    assert silent.reason == "decayed, under the threshold since 2026-02-23"
    assert used.status("likes(ann, tea)", known="2026-02-14") is Status.TRUE
    assert [m.verb for m in plain.history("likes(ann, tea)")] == ["believe", "decay"]
    assert [m.verb for m in used.history("likes(ann, tea)")] == ["believe"]


def test_nothing_is_touched_where_nothing_was_said():
    kb = reasoner.loads(CITY)
    with pytest.raises(NothingThere, match="nothing to touch"):
        kb.touch("adult(eve)")


def test_questions_touch_nothing():
    kb = reasoner.loads(CITY)
    before = kb.ledger.head
    for _ in range(5):
        kb.status("lives(eve, rome)"), kb.why("lives(eve, rome)"), kb.ask("lives(X, Y)")
    assert kb.ledger.head == before


# -- automatic policies ----------------------------------------------------------------------------

NEWEST = CITY.replace("clock 2026-01-01.", "policy lives recency automatic. clock 2026-01-01.")


def test_the_newest_wins_where_a_policy_is_automatic():
    kb = reasoner.loads(NEWEST)
    done = kb.believe("lives(eve, oslo)", label="second")
    assert [belief.name for belief in done.dropped] == ["first"]
    assert done.selection == ("semi", "recency")
    assert kb.status("lives(eve, oslo)") is Status.TRUE
    assert kb.status("lives(eve, rome)") is Status.FALSE
    assert kb.status("lives(eve, rome)", known="2026-01-15") is Status.TRUE
    (withdrawal,) = kb.ledger.find("second").said.withdrawals
    assert withdrawal.cause.value == "superseded"
    assert reasoner.certify(kb, kb.explain(done))


def test_the_newcomer_may_lose():
    kb = reasoner.loads(NEWEST.replace("recency", "confidence"))
    done = kb.believe("lives(eve, oslo)", weight="0.5", label="second")
    assert [belief.name for belief in done.dropped] == ["second"]
    assert kb.status("lives(eve, rome)") is Status.TRUE


def test_what_an_automatic_policy_did_is_not_recovered():
    kb = reasoner.loads(NEWEST)
    kb.believe("lives(eve, oslo)", label="second")
    with pytest.raises(NotRecoverable, match="an automatic policy decided it"):
        kb.recover("second")


def test_expansion_touches_no_automatic_policy():
    kb = reasoner.loads(NEWEST)
    kb.expand("lives(eve, oslo)")
    assert kb.status("lives(eve, oslo)") is Status.BOTH


def test_it_decides_only_over_the_interval_of_the_newcomer():
    kb = reasoner.loads(NEWEST)
    kb.believe("lives(eve, oslo)", valid=("2026-05-01", "2026-06-01"))
    held = [
        kb.status("lives(eve, rome)", valid=day).value
        for day in ("2026-04-30", "2026-05-01", "2026-06-01")
    ]
    assert held == ["true", "false", "true"]


def test_a_doubt_is_decided_too():
    kb = reasoner.loads(NEWEST)
    done = kb.doubt("lives(eve, rome)")
    assert [belief.name for belief in done.dropped] == ["first"]
    assert kb.status("lives(eve, rome)") is Status.FALSE


def test_a_later_default_policy_does_not_decide_for_a_relation_with_one_of_its_own():
    kb = reasoner.loads(
        CITY.replace(
            "clock 2026-01-01.",
            "policy default recency automatic. policy lives recency. clock 2026-01-01.",
            1,
        )
    )
    kb.believe("lives(eve, oslo)")
    assert kb.status("lives(eve, oslo)") is Status.BOTH


def test_a_source_that_repeats_itself_is_no_stronger_for_it_when_a_policy_decides():
    kb = reasoner.loads(
        "relation p. source a trust 0.9. source b trust 0.5. policy default confidence automatic."
    )
    kb.expand("-p", source="a")
    kb.expand("p", source="b", label="once")
    said = kb.believe("p", source="b", label="again")
    assert [belief.name for belief in said.dropped] == ["once"]  # the statement, with both
    assert kb.status("p") is Status.FALSE


@EACH
@given(
    text=programs(),
    asked=st.lists(goals(), min_size=4, max_size=4),
    policy=st.sampled_from(("recency", "confidence", "full meet", "maxichoice")),
)
def test_after_a_decision_no_conflict_holds_the_newcomer(text, asked, policy):
    kb = reasoner.loads(text + f"policy default {policy} automatic.")
    for goal in asked:
        with kb.suppose() as world:
            new = world.believe(goal).added[0].name
            view = View(world.ledger, world.theory, clock=NOW)
            part = whole(view, limits=Limits()).about([normal(parse_sentence(goal))])
            operators = Operators(settled(Base.revisable(part, NOW), Limits()), Limits())
            for conflict in operators.conflicts():
                assert all(new not in each.targets for each in operators.base.names(conflict))


# -- what only may hold ----------------------------------------------------------------------------


def test_a_revision_needs_an_interval_that_holds_for_sure():
    kb = reasoner.loads(CITY)
    before = kb.ledger.head
    for valid in (("1952", "1952"), ("2005-01-01", "unknown")):
        with pytest.raises(NowhereCertain):
            kb.revise("lives(eve, oslo)", valid=valid)
    assert kb.ledger.head == before


def test_what_may_hold_is_not_told_and_says_so():
    kb = reasoner.loads(CITY)
    kb.believe("adult(eve)", valid="1952/1960", label="perhaps")
    statuses = [
        kb.status("adult(eve)", valid=day).value
        for day in ("1951-12-31", "1952-06-01", "1953-01-01", "1959-12-31", "1960-06-01")
    ]
    assert statuses == ["neither", "neither", "true", "true", "neither"]
    (silent,) = kb.why("adult(eve)", valid="1952-06-01").silent
    assert silent.reason == "may hold, valid from 1952 to 1960"


def test_a_revision_over_a_year_acts_where_it_is_certain():
    kb = reasoner.loads(CITY)
    kb.revise("lives(eve, oslo)", valid=("1952", None))
    held = [
        kb.status("lives(eve, rome)", valid=day).value
        for day in ("1951-01-01", "1952-06-01", "1953-01-01")
    ]
    assert held == ["true", "true", "false"]


def test_a_constraint_says_which_overlaps_it_minds():
    text = """
    relation office(post, person) singular{}.
    believe a: office(mayor, ann) valid from 2020 to 2024.
    believe b: office(mayor, bob) valid from 2024-06-15.
    """
    certain, possible = (reasoner.loads(text.format(how)) for how in ("", " possible"))
    assert list(certain.conflicts(ever=True)) == []
    (conflict,) = possible.conflicts(ever=True)
    assert [belief.name for belief in conflict] == ["a", "b"]
    (there,) = possible.conflicts(valid="2024-07-01")
    assert there == conflict
    assert list(possible.conflicts(valid="2023-07-01")) == []


# -- timeline --------------------------------------------------------------------------------------


def test_the_rectangles_of_a_statement():
    kb = reasoner.loads(CITY)
    kb.set_clock("2026-03-01")
    kb.revise("lives(eve, oslo)", valid=("2026-02-15", None), label="moved")
    shown = [
        (r.known.show(), r.valid.show(), r.status.value) for r in kb.timeline("lives(eve, rome)")
    ]
    assert shown == [
        ("from 2026-01-01 to 2026-03-01", "always", "true"),
        ("from 2026-03-01", "to 2026-02-15", "true"),
        ("from 2026-03-01", "from 2026-02-15", "false"),
    ]
    assert [(s.valid.show(), s.status.value) for s in kb.stretches("lives(eve, rome)")] == [
        ("to 2026-02-15", "true"),
        ("from 2026-02-15", "false"),
    ]
    assert [s.valid for s in kb.stretches("lives(eve, rome)", known="2026-02-15")] == [ALWAYS]


@EACH
@given(text=programs(), asked=st.lists(goals(), min_size=2, max_size=2))
def test_a_timeline_says_at_each_pair_of_instants_what_the_status_is(text, asked):
    kb = reasoner.loads(text)
    operations = list(kb.ledger.operations())
    for goal in asked:
        found = kb.timeline(goal)
        valid_at = sorted({r.valid.start for r in found} | {r.valid.end - 1 for r in found} | {NOW})
        for operation in operations:
            for valid in valid_at:
                at = operation.recorded
                there = [r.status for r in found if at in r.known and valid in r.valid]
                (expected,) = there or [Status.NEITHER]
                if -(10**16) < valid < 10**17:
                    assert kb.status(goal, valid=valid, known=at) is expected
