"""What is looked up for a goal is what the whole base holds for it, whatever the rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import goals, programs
from judging import CASES
from oracle.read import NOW
from reasoner import Belief
from reasoner.ledger.entries import Pattern
from reasoner.reason.cutting import about, linked, linked_statements, whole
from reasoner.reason.direct import direct_status, direct_statuses, is_unopposed
from reasoner.reason.groups import divided
from reasoner.reason.operators import Operators, settled
from reasoner.reason.snapshot import status
from reasoner.slice import Base, Slice
from reasoner.slice.fetch import telling
from reasoner.slice.reach import reached
from reasoner.solve import Limits
from reasoner.syntax import parse_sentence
from reasoner.syntax.tree import Literal, Sentence
from reasoner.theory.normal import normal
from reasoner.time import ALWAYS, instant
from reasoner.view import View

LIMITS = Limits(seconds=60)
GOALS = st.lists(goals(), min_size=4, max_size=4)
EACH = settings(max_examples=max(20, CASES // 4))


def view_of(text: str) -> View:
    kb = reasoner.loads(text)
    return View(kb.ledger, kb.theory, clock=NOW)


def said(part: Slice) -> tuple[object, ...]:
    """All that a slice says, whatever its atoms are numbered."""
    literal = part.numbers.literal
    return (
        {s.sentence: s.items for s in part.statements},
        {
            (i.name, literal(i.head) if i.head else None, frozenset(map(literal, i.body)))
            for i in part.instances
        },
        {(g.because, g.limit, frozenset(map(literal, g.members))) for g in part.groups},
        {rule.label for rule in part.revisable},
        part.withdrawn,
    )


@EACH
@given(text=programs(), asked=GOALS, follows=st.booleans())
def test_a_slice_that_is_looked_up_is_the_same_part_of_the_whole(text, asked, follows):
    view = view_of(text)
    for goal in map(normal, map(parse_sentence, asked)):
        everything = whole(view, [goal], follows=follows, limits=LIMITS)
        anew = View(view.ledger, view.theory, clock=NOW)  # which has read nothing
        reach = linked(anew, [goal], follows=follows)
        found = whole(anew, [goal], reach=reach, follows=follows, limits=LIMITS).about([goal])
        assert said(found) == said(everything.about([goal]))


@EACH
@given(text=programs(), asked=GOALS)
def test_a_status_that_is_read_off_is_that_of_the_rule_program(text, asked):
    view = view_of(text)
    for goal in map(normal, map(parse_sentence, asked)):
        found = direct_status(view, goal, NOW)
        if found is not None:
            base = Base.at(about(view, telling(goal), limits=LIMITS), NOW)
            assert found is status(base, goal, LIMITS)


@EACH
@given(text=programs(), asked=GOALS)
def test_a_newcomer_that_is_unopposed_makes_no_conflict(text, asked):
    kb = reasoner.loads(text)
    for goal in map(normal, map(parse_sentence, asked)):
        if is_unopposed(View(kb.ledger, kb.theory), goal, ALWAYS):
            with kb.suppose() as world:
                new = world.expand(goal).added[0].name
                base = settled(
                    Base.revisable(
                        whole(View(world.ledger, world.theory, clock=NOW), limits=LIMITS),
                        NOW,
                    ),
                    LIMITS,
                )
                conflicts = list(Operators(base, LIMITS).conflicts())
                touched = [
                    base.names(part)
                    for part in conflicts
                    if any(new in e.targets for e in base.names(part))
                ]
                assert touched == []


@pytest.fixture
def office() -> reasoner.Reasoner:
    return reasoner.loads(
        """
        relation budget(project, amount) singular.  relation owner(project, person) at most 2.
        relation closed(project).  relation ancestor(a, b).  relation parent(a, b).
        rule -closed(P) :- budget(P, X), X > 0.
        rule ancestor(X, Y) :- parent(X, Y).  rule ancestor(X, Z) :- parent(X, Y), ancestor(Y, Z).
        """
        + "".join(
            f"believe budget(p{n}, {n}). believe owner(p{n}, ada). believe parent(a{n}, b{n})."
            for n in range(50)
        )
    )


def texts(kb: reasoner.Reasoner, text: str) -> set[str]:
    goal: Sentence = normal(parse_sentence(text))
    found = linked_statements(View(kb.ledger, kb.theory), [goal])
    return {item.evidence.said.text for each in found for item in each.items}


def test_only_what_can_matter_is_looked_up(office):
    assert texts(office, "owner(p7, bob)") == {"owner(p7, ada)"}
    assert texts(office, "budget(p7, 3)") == {"budget(p7, 7)"}
    assert texts(office, "closed(p7)") == {"budget(p7, 7)"}
    assert texts(office, "closed(p7) or owner(p8, ada)") == {"budget(p7, 7)", "owner(p8, ada)"}
    office.believe("closed(p7) if owner(p9, ada)")
    assert texts(office, "budget(p7, 7)") == {
        "budget(p7, 7)",
        "closed(p7) if owner(p9, ada)",
        "owner(p9, ada)",
    }


def test_a_relation_that_is_asked_as_a_whole_is_read_as_a_whole(office):
    found = reached(View(office.ledger, office.theory), [Pattern("owner", (None, None))])
    assert found is not None
    assert (len(found.statements), found.by_rules) == (50, False)


@EACH
@given(text=programs())
def test_conflicts_that_are_read_off_are_those_of_the_solver(text):
    kb = reasoner.loads(text)
    view = View(kb.ledger, kb.theory)
    groups, _ = divided(view, view.statements())
    for valid in (NOW, instant("2021-06-01")):
        base = settled(Base.revisable(whole(view, limits=LIMITS), valid), LIMITS)
        expected = {
            tuple(map(Belief.of, base.names(part))) for part in Operators(base, LIMITS).conflicts()
        }
        assert set(kb.conflicts(valid=valid)) == expected
        read_off = [c for group in groups for c in group.conflicts_at(valid, view.threshold)]
        assert len(read_off) == len(set(read_off))
        assert set(read_off) <= expected


@EACH
@given(text=programs(), valid=st.sampled_from((NOW, instant("2021-06-01"))))
def test_statuses_that_are_read_off_are_those_of_the_rule_program(text, valid):
    kb = reasoner.loads(text)
    view = View(kb.ledger, kb.theory)
    for relation in kb.theory.relations:
        found = reached(view, [Pattern(relation.name, (None,) * relation.arity)])
        if found is None or found.by_rules:
            continue
        statuses = direct_statuses(view, found.statements, valid)
        if statuses is not None:
            told = {atom: s for atom, s in statuses.items() if s.is_told_true}
            base = Base.at(whole(view, limits=LIMITS), valid)
            for atom in {atom for each in found.statements for atom in each.atoms}:
                expected = status(base, Literal(atom), LIMITS)
                assert told.get(atom) is (expected if expected.is_told_true else None)
