"""What is told of a sentence speaks against its denial: in status, confidence and proofs."""

from __future__ import annotations

import pytest

import reasoner
from reasoner import Status

DECLARED = "relation p.  relation q.\n"
DENIED = pytest.mark.parametrize("said", ["p if q", "p iff q", "p and q", "p or -q"])


@DENIED
def test_a_denial_is_false_where_the_sentence_is_told(said):
    kb = reasoner.loads(f"{DECLARED}believe law: {said}.")
    assert kb.status(f"not ({said})") is Status.FALSE
    assert kb.confidence(f"not ({said})") == 0.25
    (proof,) = kb.why(f"not ({said})").attack
    assert [belief.name for belief in proof.premises] == ["law"]


@DENIED
def test_a_sentence_is_false_where_its_denial_is_told(said):
    kb = reasoner.loads(f"{DECLARED}doubt law: {said}.")
    assert kb.status(said) is Status.FALSE
    assert kb.confidence(said) == 0.25
    (proof,) = kb.why(said).attack
    assert [belief.name for belief in proof.premises] == ["law"]


def test_a_denied_iff_is_not_the_iff_of_a_denial():
    """Only classical logic takes them for one: with p BOTH and q NEITHER they differ."""
    kb = reasoner.loads(f"{DECLARED}believe p.  believe -p.")
    assert kb.status("not (p iff q)") is Status.FALSE
    assert kb.status("-p iff q") is Status.TRUE
