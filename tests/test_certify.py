"""Certificates: a right explanation passes by each engine, and a wrong one by none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from conftest import CI
from explained import Explained, operations
from reasoner import Belief, Explanation, Limits, certify
from reasoner.answer import ExplainedOver, Loss
from reasoner.errors import NotAValue, SolveTimeout, TooManyAnswers, TooManyAtoms, UnknownLabel
from reasoner.reason import classical
from reasoner.reason.classical import ENGINES
from reasoner.time import END, Interval

EACH = settings(max_examples=36 if CI else 20)


@EACH
@given(case=operations())
def test_every_explanation_is_certified_by_each_engine(case: Explained) -> None:
    explanation = case.kb.explain(case.done)
    for engine in ENGINES:
        certificate = certify(case.kb, explanation, engine=engine)
        assert certificate, certificate.failed
        assert (certificate.engine, certificate.operation) == (engine, case.done.operation)


# -- wrong explanations ----------------------------------------------------------------------------

STRANGER = Belief("stranger", "stranger")


def of_sets(given: tuple[Belief, ...], others: list[Belief]) -> Iterator[tuple[Belief, ...]]:
    """The same set with one more, with one less, and with a belief that is not of the base."""
    yield from (tuple(each for each in given if each != out) for out in given)
    yield from (tuple(sorted((*given, other))) for other in others if other not in given)
    yield (*given, STRANGER)


def of_losses(loss: Loss, others: list[Belief], drowns: bool) -> Iterator[Loss]:
    """drowns: the method may give up what is in no kernel, which has no witness to check."""
    yield replace(loss, reason="it had to go")
    yield replace(loss, belief=STRANGER)
    yield replace(loss, goals=(*loss.goals, "stranger"))
    if loss.kernel is None or loss.witness is None:
        return
    yield replace(loss, goals=())
    yield replace(loss, kernel=None)
    yield replace(loss, witness=None)
    if not drowns:
        yield replace(loss, kernel=None, goals=(), witness=None)
    yield from (replace(loss, kernel=kernel) for kernel in of_sets(loss.kernel, others))
    yield from (replace(loss, witness=witness) for witness in of_sets(loss.witness, others))


def of_pieces(piece: ExplainedOver) -> Iterator[ExplainedOver]:
    there = [*piece.kept, *piece.dropped]
    yield replace(piece, entailed=not piece.entailed)
    yield replace(piece, possible=not piece.possible)
    yield replace(piece, kept=(*piece.kept, STRANGER))
    yield replace(piece, cut=0 if piece.cut is None else None)
    yield replace(piece, values=(*piece.values, (STRANGER, 0)))
    if piece.cut is not None:
        yield replace(piece, cut=piece.cut + 1)
        yield replace(piece, cut=piece.cut - 1)
    for belief in piece.kept:
        rest = tuple(each for each in piece.kept if each != belief)
        yield replace(piece, kept=rest)
        yield replace(piece, kept=rest, losses=(*piece.losses, Loss(belief, "it had to go")))
    for number, loss in enumerate(piece.losses):
        before, after = piece.losses[:number], piece.losses[number + 1 :]
        yield replace(piece, losses=(*before, *after))
        yield replace(piece, losses=(*before, loss, loss, *after))
        yield replace(piece, losses=(*before, *after), kept=(*piece.kept, loss.belief))
        for wrong in of_losses(loss, there, piece.cut is not None):
            yield replace(piece, losses=(*before, wrong, *after))
    refusing = piece.refused_by
    yield from (replace(piece, refused_by=by) for by in of_sets(refusing, there) if refusing)
    if there and not refusing:
        yield replace(piece, refused_by=tuple(there[:1]))
    yield replace(piece, valid=Interval(piece.valid.start, END - 1))
    yield replace(piece, valid=Interval(piece.valid.start + 1, piece.valid.end))


def wrong_ones(explanation: Explanation) -> Iterator[Explanation]:
    """Explanations that are wrong in one place."""
    yield replace(explanation, verb="believe")
    yield replace(explanation, goals=(*explanation.goals, "stranger"))
    yield replace(explanation, selection=(*explanation.selection, "surface"))
    yield replace(explanation, together=not explanation.together)
    for number, piece in enumerate(explanation.over):
        before, after = explanation.over[:number], explanation.over[number + 1 :]
        yield replace(explanation, over=(*before, *after))
        yield replace(explanation, over=(*before, piece, piece, *after))
        for wrong in of_pieces(piece):
            yield replace(explanation, over=(*before, wrong, *after))


@settings(max_examples=14 if CI else 10)
@given(case=operations(), engine=st.sampled_from(ENGINES))
def test_whatever_is_changed_in_an_explanation_is_found_out(case: Explained, engine: str) -> None:
    explanation = case.kb.explain(case.done)
    for wrong in wrong_ones(explanation):
        assert not certify(case.kb, wrong, engine=engine), wrong


# -- by hand ---------------------------------------------------------------------------------------


def wide(count: int) -> reasoner.Reasoner:
    """A contraction over more atoms than a truth table can hold."""
    atoms = [f"p{number}" for number in range(count)]
    lines = [f"relation {atom}. believe e{atom}: {atom}." for atom in atoms]
    return reasoner.loads("\n".join((*lines, f"contract all: {' and '.join(atoms)}.")))


def test_a_certificate_lists_what_was_checked():
    kb = reasoner.loads("relation p. relation q. believe a: p. believe b: q if p.")
    certificate = certify(kb, kb.explain(kb.contract("q", by="recency")), engine="truth table")
    assert [check.claim for check in certificate.checks] == [
        "it tells what the ledger says was asked",
        "it is explained once",
        "what is kept and what went are the base as it was",
        "what went is what the ledger withdrew",
        "there was something to give up, or not",
        "it was possible, or not",
        "it tells what refused the newcomer",
        "what is kept achieves what was asked",
        "the elements are valued so",
        "there is a cut, or not",
        "`a` went by the method that was asked for",
        "`a` is in its kernel",
        "the kernel of `a` is one, and nothing less",
        "the kernel of `a` entails just these goals",
        "the method may cut `a` from its kernel",
        "the witness of `a` is a remainder without it",
        "the witness of `a` holds what is kept",
        "the base is the same over the interval",
    ]
    assert all(check.holds for check in certificate.checks)
    assert certificate.failed == ()


def test_a_wrong_explanation_tells_which_claim_fails():
    kb = reasoner.loads(
        "relation p. relation q. believe a: p. believe b: q if p. believe c: p or -q."
    )
    explanation = kb.explain(kb.contract("q", by="recency"))
    (piece,) = explanation.over
    (loss,) = piece.losses
    too_much = replace(loss, kernel=(*loss.kernel, Belief("c", "p or -q")))
    wrong = replace(explanation, over=(replace(piece, losses=(too_much,)),))
    failed = [check.claim for check in certify(kb, wrong).failed]
    assert failed == ["the kernel of `a` is one, and nothing less"]


def test_contradictions_that_have_nothing_to_do_with_a_goal_are_left_alone():
    kb = reasoner.loads(
        "relation p. relation q. relation r. constraint :- p, q."
        "believe a: p. believe b: q. believe c: r. believe d: r if p and q."
    )
    explanation = kb.explain(kb.contract("r"))
    assert explanation.over[0].kept[:2] == (Belief("a", "p"), Belief("b", "q"))
    for engine in ENGINES:
        assert certify(kb, explanation, engine=engine)


def test_the_explanation_of_one_operation_does_not_certify_another():
    kb = reasoner.loads("relation p. relation q. believe a: p. believe b: q.")
    first, second = kb.explain(kb.contract("p")), kb.explain(kb.contract("q"))
    assert certify(kb, first) and certify(kb, second)
    assert not certify(kb, replace(first, operation=second.operation))
    with pytest.raises(UnknownLabel):
        certify(kb, replace(first, operation="nope"))


def test_more_atoms_than_a_truth_table_holds_are_left_to_python_sat():
    kb = wide(21)
    explanation = kb.explain("all")
    with pytest.raises(TooManyAtoms, match="21 atoms") as refused:
        certify(kb, explanation, engine="truth table")
    assert "reasoner[certify]" in refused.value.help
    assert certify(kb, explanation, engine="python-sat")
    kb = wide(20)
    assert certify(kb, kb.explain("all"), engine="truth table")


def test_without_python_sat_a_truth_table_certifies(monkeypatch):
    kb = wide(3)
    assert certify(kb, kb.explain("all")).engine == "python-sat"
    monkeypatch.setattr(classical, "find_spec", lambda name: None)
    assert certify(kb, kb.explain("all")).engine == "truth table"


def test_no_other_engine_is_known():
    kb = wide(2)
    with pytest.raises(NotAValue, match="no engine is called 'z3'"):
        certify(kb, kb.explain("all"), engine="z3")


def test_certifying_keeps_to_its_limits():
    lines = ["relation goal. believe goal."]
    for number in range(8):
        p = f"p{number}"
        lines.append(f"relation {p}. believe {p}. believe -{p}. believe goal if {p} and -{p}.")
    kb = reasoner.loads("\n".join((*lines, "contract gone: goal.")))
    explanation = kb.explain("gone")
    with pytest.raises(TooManyAnswers):
        certify(kb, explanation, limits=Limits(answers=10))
    with pytest.raises(SolveTimeout):
        certify(kb, explanation, limits=Limits(seconds=0))
