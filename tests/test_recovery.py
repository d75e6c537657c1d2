"""Undoing an operation: what returns, where, and what stands against it."""

from __future__ import annotations

import pytest

import reasoner
from reasoner.errors import NotRecoverable
from reasoner.time import Interval, instant

RENT = """
relation rent(flat, euros) singular.
source landlord.  source letter.

clock 2024-01-05.
believe lease: rent(attic, 700) from landlord valid from 2024-01-01.
clock 2024-06-20.
revise summer: rent(attic, 760) from landlord valid from 2024-07-01.
"""

SHIP = """
relation sound(ship).  relation sails(ship).
relation leaks(ship).
default trust: sails(X) :- sound(X).
believe hull: sound(argo).
believe port: sound(vega).
"""


def told(kb: reasoner.Reasoner, *sentences: str, **instants: str) -> list[str]:
    return [kb.status(sentence, **instants).value for sentence in sentences]


def refusal(kb: reasoner.Reasoner, name: str) -> NotRecoverable:
    """Why the operation cannot be recovered; nothing is written."""
    before = kb.ledger.head
    with pytest.raises(NotRecoverable) as refused:
        kb.recover(name)
    assert kb.ledger.head == before
    return refused.value


# -- a revision ------------------------------------------------------------------------------------


def test_a_new_fact_takes_over_at_the_very_instant_at_which_it_begins_to_hold():
    kb = reasoner.loads(RENT)
    both = "rent(attic, 700)", "rent(attic, 760)"
    assert told(kb, *both, valid="2024-06-30T23:59:59.999999Z") == ["true", "false"]
    assert told(kb, *both, valid="2024-07-01") == ["false", "true"]
    assert told(kb, both[0], valid="2024-07-01", known="2024-06-01") == ["true"]


def test_a_bounded_exception_ends_and_the_old_fact_goes_on():
    kb = reasoner.loads(RENT)
    kb.revise("rent(attic, 0)", valid=("2024-12-01", "2025-01-01"), label="gift")
    rents = [
        kb.ask("rent(attic, X)", valid=day)
        for day in ("2024-11-30T23:59:59.999999Z", "2024-12-01", "2024-12-31", "2025-01-01")
    ]
    assert rents == [({"X": 760},), ({"X": 0},), ({"X": 0},), ({"X": 760},)]


def test_recovering_a_revision_withdraws_what_it_added_and_brings_back_what_it_displaced():
    kb = reasoner.loads(RENT)
    kb.set_clock("2024-08-01")
    done = kb.recover("summer")
    assert [belief.name for belief in done.restored] == ["lease"]
    assert done.blocked == ()
    both = "rent(attic, 700)", "rent(attic, 760)"
    assert told(kb, *both, valid="2024-09-01") == ["true", "false"]


def test_what_was_believed_before_a_recovery_stays_answerable():
    kb = reasoner.loads(RENT)
    kb.set_clock("2024-08-01")
    kb.recover("summer")
    new = "rent(attic, 760)"
    answers = [
        kb.status(new, valid="2024-09-01", known=day).value
        for day in ("2024-06-19", "2024-06-20", "2024-07-31", "2024-08-01")
    ]
    assert answers == ["false", "true", "true", "false"]


def test_what_a_recovery_withdraws_is_silent_because_of_the_recovery():
    kb = reasoner.loads(RENT)
    kb.recover("summer", label="undo")
    (silence,) = kb.why("rent(attic, 760)", valid="2024-09-01").silent
    assert silence.evidence == "summer"
    assert "undo" in silence.reason


# -- what cannot be recovered ----------------------------------------------------------------------


def test_nothing_is_recovered_twice():
    kb = reasoner.loads(RENT)
    kb.recover("summer")
    assert "has been recovered already" in refusal(kb, "summer").message


def test_a_belief_is_no_operation_to_recover():
    refused = refusal(reasoner.loads(RENT), "lease")
    assert "`believe`" in refused.message
    assert refused.help is not None
    assert "contract" in refused.help


def test_a_recovery_is_no_operation_to_recover():
    kb = reasoner.loads(RENT)
    kb.recover("summer", label="undo")
    assert "`recover`" in refusal(kb, "undo").message


def test_what_changed_nothing_has_nothing_to_recover():
    kb = reasoner.loads(RENT)
    kb.contract("rent(cellar, 100)", label="idle")
    assert "changed nothing" in refusal(kb, "idle").message


def test_an_unknown_name_is_refused_by_that_name():
    assert "`sumer`" in refusal(reasoner.loads(RENT), "sumer").message


# -- blocked by a later revision -------------------------------------------------------------------


def test_where_a_later_revision_stands_in_the_way_everywhere_nothing_is_recovered():
    kb = reasoner.loads(RENT)
    kb.revise("rent(attic, 800)", valid=("2024-01-01", None), source="letter", label="audit")
    refused = refusal(kb, "summer")
    assert "`audit`" in refused.message
    assert refused.help is not None
    assert "audit" in refused.help


def test_where_a_later_revision_stands_in_the_way_at_some_instants_the_rest_is_recovered():
    kb = reasoner.loads(RENT)
    kb.revise("rent(attic, 0)", valid=("2024-09-01", "2024-10-01"), label="gift")
    done = kb.recover("summer")
    ((over, against),) = done.blocked
    assert over == Interval(instant("2024-09-01"), instant("2024-10-01"))
    assert [belief.name for belief in against] == ["gift"]
    assert [belief.name for belief in done.restored] == ["lease"]
    rents = [
        kb.ask("rent(attic, X)", valid=day)
        for day in ("2024-08-31T23:59:59Z", "2024-09-01", "2024-09-30", "2024-10-01")
    ]
    assert rents == [({"X": 700},), ({"X": 0},), ({"X": 0},), ({"X": 700},)]


def test_what_was_blocked_is_recovered_once_the_later_revision_is():
    kb = reasoner.loads(RENT)
    kb.revise("rent(attic, 0)", valid=("2024-09-01", "2024-10-01"), label="gift")
    kb.recover("summer")
    assert "cannot be recovered" in refusal(kb, "summer").message
    kb.recover("gift")
    kb.recover("summer")
    assert kb.ask("rent(attic, X)", valid="2024-09-15") == ({"X": 700},)
    assert "has been recovered already" in refusal(kb, "summer").message


def test_what_was_taken_at_other_instants_only_does_not_block():
    """`old` loses `tide` before 2000 and `moon` after; later, `moon` is in conflict before."""
    kb = reasoner.loads(
        """
        relation tide.  relation moon.  relation calm.  relation night.  relation storm.
        constraint :- moon, night, storm.
        rank high > tide.  rank late > moon.
        believe e1: tide.
        believe e2: moon.
        believe high: calm if tide valid to 2000-01-01.
        believe late: calm if moon valid from 2000-01-01.
        contract old: calm by entrenchment.
        revise watch: night valid to 2000-01-01.
        believe gale: storm.
        """
    )
    assert told(kb, "tide", "moon", valid="1990-01-01") == ["neither", "both"]
    done = kb.recover("old")
    assert done.blocked == ()
    assert told(kb, "tide", "moon", valid="1990-01-01") == ["true", "both"]
    assert told(kb, "tide", "moon", valid="2010-01-01") == ["true", "true"]


def test_a_revision_that_is_itself_recovered_blocks_nothing():
    kb = reasoner.loads(RENT)
    kb.revise("rent(attic, 800)", valid=("2024-07-01", None), label="audit")
    kb.recover("audit")
    assert [belief.name for belief in kb.recover("summer").restored] == ["lease"]


def test_a_later_belief_does_not_block_but_surfaces_as_both():
    kb = reasoner.loads(SHIP)
    kb.contract("sound(argo)", label="doubts")
    kb.believe("-sound(argo)")
    assert kb.recover("doubts").blocked == ()
    assert told(kb, "sound(argo)") == ["both"]


# -- contractions and consolidations ---------------------------------------------------------------


def test_a_recovered_contraction_leaves_no_trace_in_what_is_believed_now():
    kb = reasoner.loads(SHIP)

    def answers() -> tuple[object, ...]:
        goal = "sails(argo)"
        return tuple(kb.kernels(goal)), tuple(kb.remainders("false")), kb.status(goal)

    before = answers()
    kb.contract("sails(argo)", label="fog")
    assert kb.status("sails(argo)") is reasoner.Status.NEITHER
    kb.recover("fog")
    assert answers() == before


def test_an_instance_of_a_default_returns():
    kb = reasoner.loads(SHIP)
    done = kb.revise("-sails(argo)", by="recency", label="reef")
    assert [belief.name for belief in done.dropped] == ["trust(argo)"]
    assert [belief.name for belief in kb.recover("reef").restored] == ["trust(argo)"]
    assert told(kb, "sails(argo)", "sails(vega)") == ["true", "true"]


def test_a_revisable_rule_returns_whole():
    kb = reasoner.loads(
        "relation wet(x). relation cold(x). believe a: wet(fog). believe b: wet(rain).\n"
        "rule r1 revisable: cold(X) :- wet(X).\n"
        "rank facts > r1. policy default entrenchment.\n"
        "contract warm: cold(fog)."
    )
    assert told(kb, "cold(fog)", "cold(rain)") == ["neither", "neither"]
    assert [belief.name for belief in kb.recover("warm").restored] == ["r1"]
    assert told(kb, "cold(fog)", "cold(rain)") == ["true", "true"]


def test_recovering_a_contraction_that_kept_recovery_removes_the_conditions():
    kb = reasoner.loads(SHIP)

    def base() -> set[str]:
        (everything,) = kb.remainders("false")
        return {belief.text for belief in everything}

    before = base()
    kb.contract("sails(argo)", keeping_recovery=True, label="fog")
    condition = "sound(argo) if sails(argo)"
    assert base() == {condition, "sound(vega)", "sails(vega) :- sound(vega)"}
    kb.recover("fog")
    assert base() == before


def test_a_consolidation_is_recovered_with_the_conflict_it_resolved():
    kb = reasoner.loads(SHIP)
    kb.believe("-sound(argo)", label="survey")
    before = tuple(kb.conflicts())
    kb.consolidate(by="recency")
    assert tuple(kb.conflicts()) == ()
    operation = kb.history("sound(argo)")[-1].operation
    kb.recover(operation)
    assert tuple(kb.conflicts()) == before


def test_undoing_an_operation_that_came_before_others_is_allowed_and_said():
    kb = reasoner.loads(SHIP)
    kb.contract("sound(argo)", label="fog")
    kb.contract("sound(vega)", label="mist")
    done = kb.recover("fog")
    assert "`mist`" in done.note
    assert told(kb, "sound(argo)", "sound(vega)") == ["true", "neither"]


def test_what_a_recovery_withdrew_does_not_return_with_another():
    kb = reasoner.loads(RENT)
    kb.contract("rent(attic, 760)", label="rumour")
    kb.recover("summer")
    assert kb.recover("rumour").restored == ()
    both = "rent(attic, 700)", "rent(attic, 760)"
    assert told(kb, *both, valid="2024-09-01") == ["true", "false"]


# -- a newcomer that loses -------------------------------------------------------------------------

QUARREL = """
relation open(shop).
source sign.  source rumour trust 0.5.
protect board.
rank board > rumour.
believe board: -open(bakery) from sign.
"""
LOSES = pytest.mark.parametrize("by", ["semi, confidence", "screened", "credible"])


@LOSES
def test_a_newcomer_that_loses_is_recorded_and_withdrawn_by_one_operation(by):
    kb = reasoner.loads(QUARREL)
    done = kb.revise("open(bakery)", source="rumour", by=by, label="talk")
    assert [belief.name for belief in done.added] == ["talk"]
    assert [belief.name for belief in done.dropped] == ["talk"]
    assert told(kb, "open(bakery)") == ["false"]
    (silence,) = kb.why("open(bakery)").silent
    assert (silence.evidence, silence.reason) == ("talk", "withdrawn by `talk`")
    assert kb.history("open(bakery)") == kb.history("open(bakery)", known=kb.ledger.last)
    assert [moment.operation for moment in kb.history("open(bakery)")] == ["board"]


@LOSES
def test_what_said_the_same_before_a_newcomer_lost_stays_unless_it_loses_too(by):
    kb = reasoner.loads(f"{QUARREL}believe old: open(bakery) from rumour.")
    done = kb.revise("open(bakery)", weight=0.4, by=by, label="talk")
    gone = ["old"] if by.startswith("semi") else ["talk"]  # one statement with both, or one item
    assert [belief.name for belief in done.dropped] == gone
    assert told(kb, "open(bakery)") == ["false" if gone == ["old"] else "both"]


@LOSES
def test_recovering_a_revision_that_lost_restores_nothing_and_leaves_nothing(by):
    kb = reasoner.loads(QUARREL)
    before = tuple(kb.remainders("false"))
    kb.revise("open(bakery)", source="rumour", by=by, label="talk")
    done = kb.recover("talk")
    assert (done.restored, done.blocked) == ((), ())
    assert told(kb, "open(bakery)") == ["false"]
    assert tuple(kb.remainders("false")) == before
    assert "has been recovered already" in refusal(kb, "talk").message


def test_where_both_sides_lose_recovery_restores_the_old_one_alone():
    kb = reasoner.loads(QUARREL)
    kb.revise("open(bakery)", by="semi", label="talk")
    assert told(kb, "open(bakery)") == ["neither"]
    assert [belief.name for belief in kb.recover("talk").restored] == ["board"]
    assert told(kb, "open(bakery)") == ["false"]


def test_a_newcomer_loses_at_some_instants_and_wins_at_others():
    kb = reasoner.loads(
        "relation p.  protect law.\nbelieve law: -p valid from 2020-01-01 to 2021-01-01."
    )
    done = kb.revise("p", by="screened", label="talk")
    days = ["2019-06-01", "2020-06-01", "2021-06-01"]
    assert [kb.status("p", valid=day).value for day in days] == ["true", "false", "true"]
    assert [len(piece.dropped) for piece in done.over] == [0, 1, 0]
    kb.recover("talk")
    assert [kb.status("p", valid=day).value for day in days] == ["neither", "false", "neither"]


# -- in a sandbox ----------------------------------------------------------------------------------


def test_a_recovery_in_a_sandbox_stays_there():
    kb = reasoner.loads(RENT)
    with kb.suppose() as world:
        world.recover("summer")
        assert told(world, "rent(attic, 700)", valid="2024-09-01") == ["true"]
        assert "has been recovered already" in refusal(world, "summer").message
    assert told(kb, "rent(attic, 700)", valid="2024-09-01") == ["false"]
    kb.recover("summer")


def test_what_was_done_in_a_sandbox_can_be_recovered_there_only():
    kb = reasoner.loads(RENT)
    with kb.suppose() as world:
        done = world.contract("rent(attic, 760)", label="trial")
        world.recover(done)
        assert told(world, "rent(attic, 760)", valid="2024-09-01") == ["true"]
    assert "no operation is called `trial`" in refusal(kb, "trial").message
