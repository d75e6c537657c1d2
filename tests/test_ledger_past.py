"""What a stored ledger answers, and refuses, after its declarations or its clock have moved."""

from __future__ import annotations

import pytest

import reasoner
from reasoner import Status
from reasoner.errors import NotALedger, OtherArity, UnknownRelation
from reasoner.ledger import MemoryLedger, SqliteLedger, sqlite
from reasoner.ledger.entries import NewEvidence, NewOperation
from reasoner.ledger.recording import AHEAD_US
from reasoner.syntax.tree import Atom, Literal
from reasoner.time import DAY_US, now


def test_the_past_is_asked_by_the_names_of_then(tmp_path):
    path = tmp_path / "k.db"
    with reasoner.loads("relation p(x). relation q(x).", path) as kb:
        kb.believe("p(one)")
        then = kb.ledger.last
    with reasoner.loads("relation q(x).", path) as kb:
        assert kb.status("p(one)", known=then) is Status.TRUE
        assert kb.at(known=then).ask("p(X)") == ({"X": "one"},)
        assert [each.status for each in kb.timeline("p(one)", known=then)] == [Status.TRUE]
        assert [each.status for each in kb.history("p(one)", known=then)] == [Status.TRUE]
        with pytest.raises(reasoner.ReasonerError) as refused:
            kb.status("p(one)")
        assert refused.value.code == UnknownRelation.code
        with pytest.raises(reasoner.ReasonerError):
            kb.status("r(one)", known=then)


def test_a_relation_keeps_its_arity_though_it_was_not_declared_for_a_while(tmp_path):
    path = tmp_path / "k.db"
    for text in ("relation p(x).", "relation z."):
        reasoner.loads(text, path).close()
    with pytest.raises(OtherArity):
        reasoner.loads("relation p(x, y).", path)


def test_what_is_recorded_after_a_clock_that_ran_ahead_has_a_history(tmp_path, monkeypatch):
    real = now()
    with reasoner.loads("relation p(x).", tmp_path / "k.db") as kb:
        monkeypatch.setattr(sqlite, "now", lambda: real + 3 * 365 * DAY_US)
        kb.believe("p(a)")
        monkeypatch.setattr(sqlite, "now", lambda: real)
        change = kb.believe("p(b)")
        recorded = kb.ledger.find(change.operation).recorded
        assert kb.status("p(b)", known=recorded) is kb.status("p(b)") is Status.TRUE
        assert [each.status for each in kb.history("p(b)")] == [Status.TRUE]


def test_under_a_clock_that_stands_still_ages_count_from_it():
    ledger = MemoryLedger()
    for _ in range(3):
        said = NewEvidence(Literal(Atom("p")), "p")
        ledger.append(NewOperation("believe", evidence=(said,)), clock=DAY_US)
    found = [(o.recorded - DAY_US, o.evidence[0].said.dated) for o in ledger.operations()]
    assert found == [(0, DAY_US), (1, DAY_US), (2, DAY_US)]
    assert AHEAD_US > 2


@pytest.mark.parametrize("content", [b"x", b"relation p(x).", b"SQLite format 2"])
def test_a_file_of_something_else_stays_as_it_is(tmp_path, content):
    path = tmp_path / "k.db"
    path.write_bytes(content)
    with pytest.raises(NotALedger):
        SqliteLedger(path)
    assert path.read_bytes() == content
