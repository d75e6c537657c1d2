"""Everything at once, in parts: the same as one by one and as whole, and never all in memory."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import programs
from judging import CASES
from oracle.read import NOW
from reasoner import Belief, Limits, Status
from reasoner.errors import Mistakes, SolveTimeout, TooManyAnswers
from reasoner.ledger import SqliteLedger
from reasoner.ledger.entries import Cause, Ledger, Mark, NewEvidence, NewOperation, Sweep
from reasoner.reason.consolidating import (
    Consolidation,
    _part_by_part,
    _resolved,
    parts_in_question,
)
from reasoner.reason.contraction import Choice
from reasoner.reason.cutting import whole
from reasoner.reason.operators import Operators, settled, told
from reasoner.reason.overlaps import conflicts_at, conflicts_over
from reasoner.reason.run import Run
from reasoner.reason.snapshot import status
from reasoner.reason.statuses import statuses
from reasoner.slice import Base
from reasoner.slice.batches import batches
from reasoner.slice.partition import partition
from reasoner.syntax import parse, parse_sentence, show
from reasoner.syntax.tree import Literal, Sentence
from reasoner.theory import declarations
from reasoner.theory.normal import normal
from reasoner.time import ALWAYS, instant
from reasoner.view import View

LIMITS = Limits(seconds=60)
EACH = settings(max_examples=max(20, CASES))
INSTANTS = st.sampled_from((NOW, instant("2021-06-01")))
SIZES = st.sampled_from((1, 2, 3, 1000))

# -- how theories fall apart -----------------------------------------------------------------------


def keys(text: str) -> dict[str, tuple[int, ...] | None]:
    """The places of each relation that make its key."""
    found = partition(reasoner.loads(text).theory)
    if found.is_one:
        return {}
    return {
        relation: None if family.keys is None else family.keys[relation]
        for family in found.families
        for relation in family.relations
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("relation r(x, y).", {"r": (0, 1)}, id="without rules an atom is alone"),
        pytest.param("relation p.", {"p": None}, id="one without arguments is one part anyway"),
        pytest.param("relation r(x, y) singular.", {"r": (0,)}, id="a cardinality keeps its group"),
        pytest.param("relation r(x, y) singular(x).", {"r": (1,)}, id="whatever it determines"),
        pytest.param("relation r(x, y, z) singular(x).", {"r": (1, 2)}, id="or how many are left"),
        pytest.param("relation r(x) singular.", {"r": None}, id="a group of all is one part"),
        pytest.param(
            "relation u(x). relation e(x, y). rule u(X) :- e(X, Y).",
            {"u": (0,), "e": (0,)},
            id="a rule joins what shares a variable",
        ),
        pytest.param(
            "relation u(x). relation e(x, y). rule u(Y) :- e(X, Y).",
            {"u": (0,), "e": (1,)},
            id="at whatever place",
        ),
        pytest.param(
            "relation u(x). relation e(x, y) singular. rule u(Y) :- e(X, Y).",
            {"u": None, "e": None},
            id="but not where a cardinality joins values",
        ),
        pytest.param(
            "relation e(x, y) transitive.", {"e": None}, id="what recurs along a path has no key"
        ),
        pytest.param("relation e(x, y) symmetric.", {"e": None}, id="nor what is turned around"),
        pytest.param(
            "relation e(k, x, y). rule e(K, X, Z) :- e(K, X, Y), e(K, Y, Z).",
            {"e": (0,)},
            id="recursion within a key has one",
        ),
        pytest.param(
            "relation u(x). relation v(x). constraint :- u(X), v(Y).",
            {"u": None, "v": None},
            id="nor what a constraint sets beside each other",
        ),
        pytest.param(
            "relation e(x, y). constraint :- e(X, X), e(X, a).",
            {"e": (0,)},
            id="a place is found where two would do in one of the literals",
        ),
        pytest.param(
            "relation u(x). relation v(x). constraint :- u(a), v(a).",
            {"u": (0,), "v": (0,)},
            id="a constant is as good as a variable",
        ),
        pytest.param(
            "relation u(x). relation v(x). relation w(x). rule u(X) :- v(X). rule v(X) :- w(X).",
            {"u": (0,), "v": (0,), "w": (0,)},
            id="a family goes on through all its rules",
        ),
        pytest.param(
            "relation e(x, y). relation f(x, y) inverse of e.",
            {"e": (0,), "f": (1,)},
            id="properties are rules",
        ),
        pytest.param(
            "relation e(x, y, z). relation u(x). rule u(Z) :- e(X, Y, Z).",
            {"e": None, "u": None},
            id="no ledger is read in the order of a third argument",
        ),
        pytest.param(
            "relation u(x). relation v(x). rule u(X) :- v(X), -u(X).",
            {"u": (0,), "v": (0,)},
            id="a negative condition whose variables are bound changes nothing",
        ),
        pytest.param(
            "relation u(x). relation v(x). relation w(x). rule u(X) :- -v(X).",
            {},
            id="one that binds a variable asks for every constant there is",
        ),
    ],
)  # fmt: skip
def test_a_theory_falls_apart(text, expected):
    assert keys(text) == expected


def test_a_long_chain_of_rules_is_one_family():
    text = "".join(f"relation r{n}(x). " for n in range(400))
    text += "".join(f"rule r{n}(X) :- r{n + 1}(X). " for n in range(399))
    theory = reasoner.loads(text).theory
    (family,) = partition(theory).families
    assert family.keys is not None
    assert len(family.relations) == 400


def test_a_revisable_rule_is_given_up_whole():
    theory = reasoner.loads("relation u(x). relation v(x). rule r revisable: u(X) :- v(X).").theory
    assert partition(theory).families[0].keys is not None
    assert partition(theory, wholly=True).families[0].keys is None


# -- random bases of families with keys ------------------------------------------------------------

OFFICE = """
relation budget(project, amount) singular.  relation owner(project, person) at most 2.
relation closed(project).  relation late(project).  relation review(person, project).
relation note(project, text).  relation place(room, day, who) singular.  relation rain.
relation part(x, y) transitive.  relation open(project) disjoint with closed.
source s2 trust 0.5.  source s3 trust 0.1.
rule -closed(P) :- budget(P, X), X > 1.
default d: late(P) :- owner(P, ada).
rule r revisable: closed(P) :- late(P).
constraint :- review(X, P), closed(P).
rule open(P) :- review(ada, P), -late(P).
"""
_PROJECT, _PERSON = st.sampled_from("abcd"), st.sampled_from(("ada", "bob", "eve"))
_VALUE = st.sampled_from(("1", "2", "2.0", "x"))


@cache
def _atoms() -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("budget({}, {})".format, _PROJECT, _VALUE),
        st.builds("owner({}, {})".format, _PROJECT, _PERSON),
        st.builds("closed({})".format, _PROJECT),
        st.builds("late({})".format, _PROJECT),
        st.builds("review({}, {})".format, _PERSON, _PROJECT),
        st.builds("note({}, {})".format, _PROJECT, _VALUE),
        st.builds("place({}, {}, {})".format, _PROJECT, _VALUE, _PERSON),
        st.builds("part({}, {})".format, _PROJECT, _PROJECT),
        st.builds("open({})".format, _PROJECT),
        st.just("rain"),
    )


@cache
def _said() -> st.SearchStrategy[str]:
    literal = st.builds("{}{}".format, st.sampled_from(("", "", "", "-")), _atoms())
    form = ("{} or {}", "{} and {}", "{} if {}", "{} iff {}", "not ({} and {})", "{0} or -{0}")
    compound = st.builds(
        lambda form, one, two: form.format(one, two), st.sampled_from(form), literal, literal
    ).map(lambda text: text.replace("--", ""))
    return st.one_of(literal, literal, literal, literal, compound)


@cache
def _deeds() -> st.SearchStrategy[str]:
    verbs = st.sampled_from(("believe", "believe", "believe", "believe", "doubt"))
    clauses = st.sampled_from(
        ("", "", "", " from s2", " from s3", " weight 0.2", " valid from 2020-01-01 to 2022-01-01")
    )
    return st.one_of(
        *[st.builds("{} {}{}.".format, verbs, _said(), clauses)] * 6,
        st.builds("contract {}.".format, _atoms()),
        st.builds('retract {} because "wrong".'.format, _atoms()),
    )


@cache
def offices() -> st.SearchStrategy[str]:
    """Declarations, and up to some twenty operations on them."""
    return st.lists(_deeds(), min_size=1, max_size=18).map("\n".join)


def told_to(text: str, ledger: Ledger | None = None, declared: str = OFFICE) -> reasoner.Reasoner:
    """A reasoner to which was said what it takes; what it refuses it does not get."""
    kb = reasoner.Reasoner(reasoner.loads(declared).theory, ledger, limits=LIMITS)
    for line in text.splitlines():
        program = parse(declared + line)
        try:
            for _ in Run(kb, declarations(program)).replies(program.statements):
                pass
        except reasoner.ReasonerError as error:
            assert error.code.startswith("E3"), (line, error)
    return kb


def view_of(kb: reasoner.Reasoner, ledger: Ledger | None = None) -> View:
    return View(ledger or kb.ledger, kb.theory)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as found:
        yield Path(found)


def listed(view: View, valid: int, **how: object) -> list[tuple[str, Status]]:
    return [(show(literal), each) for literal, each in statuses(view, valid, LIMITS, **how)]


def is_everything(view: View, valid: int, found: dict[Sentence, Status]) -> bool:
    """Whether what is listed is all there is, judged atom by atom and against the whole base."""
    base = Base.at(whole(view, limits=LIMITS), valid)
    number = base.part.numbers.atom
    literals = told(base, LIMITS)
    spoken_of = {atom for each in view.statements() for atom in each.atoms}
    for atom in {*spoken_of, *(literal.atom for literal in found)}:
        alone = status(base, Literal(atom), LIMITS)
        assert found.get(Literal(atom), Status.NEITHER) is alone, atom
    for atom in map(base.part.numbers.atoms.__getitem__, {abs(n) - 1 for n in literals}):
        true, false = number(atom) in literals, -number(atom) in literals
        expected = Status.told(true=true, false=false)
        only_excluded = expected is Status.FALSE and atom not in spoken_of
        if Literal(atom) not in found:
            assert only_excluded, atom
            assert any(rule.head is None for rule in view.theory.rules), atom
        else:
            assert found[Literal(atom)].is_told_true >= expected.is_told_true
    return True


@EACH
@given(text=programs(), valid=INSTANTS, size=SIZES)
def test_statuses_are_those_of_the_whole_base(text, valid, size):
    view = view_of(reasoner.loads(text))
    found = list(statuses(view, valid, LIMITS, size=size))
    assert len(dict(found)) == len(found)
    assert is_everything(view, valid, dict(found))


@EACH
@given(text=offices(), valid=INSTANTS, size=SIZES)
def test_statuses_of_families_with_keys_are_those_of_the_whole_base(text, valid, size):
    kb = told_to(text)
    found = list(statuses(view_of(kb), valid, LIMITS, size=size))
    assert len(dict(found)) == len(found)
    assert is_everything(view_of(kb), valid, dict(found))
    asked = {literal: kb.status(literal, valid=valid) for literal, _ in found}
    assert asked == dict(kb.statuses(valid=valid))


@EACH
@given(text=offices(), valid=INSTANTS)
def test_the_order_of_statuses_depends_on_nothing_but_the_ledger(text, valid, folder):
    kb = told_to(text)
    found = listed(view_of(kb), valid)
    for size in (1, 3):
        assert listed(view_of(kb), valid, size=size) == found
    with SqliteLedger(folder / f"{len(list(folder.iterdir()))}.db", durable=False) as stored:
        half = len(text.splitlines()) // 2
        told_to("\n".join(text.splitlines()[:half]), stored)
        above = stored.fork()
        told_to("\n".join(text.splitlines()[half:]), above)
        told_to("\n".join(text.splitlines()[half:]), stored)
        twice = listed(view_of(kb, stored), valid)  # said in two sessions
        for ledger, size in product((above, stored), (2, 1000)):
            assert listed(view_of(kb, ledger), valid, size=size) == twice
    for relation in ("budget", "note", "late", "part", "rain"):
        of_it = [each for each in found if each[0].lstrip("-").split("(")[0] == relation]
        assert listed(view_of(kb), valid, relation=relation, size=2) == of_it


@pytest.mark.parametrize(
    ("declared", "said", "expected"),
    [
        pytest.param("", "u(k)", {"u(k)": "true"}, id="what evidence says"),
        pytest.param(
            "constraint :- u(X), v(X).",
            "u(k)",
            {"u(k)": "true", "v(k)": "false"},
            id="what a constraint denies of a constant that is told",
        ),
        pytest.param(
            "constraint :- u(X), e(X, Y).",
            "u(k)",
            {"u(k)": "true"},
            id="and not what it denies of every constant",
        ),
        pytest.param(
            "constraint :- v(a).", "u(k)", {"u(k)": "true"}, id="nor what it denies in any case"
        ),
        pytest.param(
            "rule v(X) :- u(X), -s(X, b).  constraint :- v(X), w(X).",
            "u(k) and s(k, a)",
            {"u(k)": "true", "s(k, a)": "true", "v(k)": "true", "w(k)": "false"},
            id="what a rule concludes, also from what a cardinality excludes",
        ),
        pytest.param(
            "", "s(k, a) and (u(k) or s(k, b))", {"s(k, a)": "true", "s(k, b)": "false"},
            id="what is excluded, if evidence speaks of it",
        ),
        pytest.param("", "-u(k) if u(k)", {"u(k)": "false"}, id="what a compound denies"),
    ],
)  # fmt: skip
def test_what_is_at_hand_is_listed(declared, said, expected):
    relations = "relation u(x). relation v(x). relation w(x). relation e(x, y)."
    kb = reasoner.loads(f"{relations} relation s(x, y) singular. {declared}")
    kb.believe(said)
    assert {show(literal): each.value for literal, each in kb.statuses()} == expected


# -- conflicts -------------------------------------------------------------------------------------


def conflicts_of(base: Base) -> set[tuple[Belief, ...]]:
    operators = Operators(settled(base, LIMITS), LIMITS)
    return {tuple(map(Belief.of, operators.base.names(part))) for part in operators.conflicts()}


@EACH
@given(
    text=st.one_of(offices().map(lambda text: (text, OFFICE)), programs().map(lambda t: ("", t))),
    valid=INSTANTS,
    size=SIZES,
)
def test_conflicts_found_part_by_part_are_those_of_the_whole_base(text, valid, size):
    said, declared = text
    kb = (
        told_to(said, reasoner.loads(declared).ledger, declared)
        if said
        else reasoner.loads(declared)
    )
    part = whole(view_of(kb), limits=LIMITS)
    found = list(conflicts_at(view_of(kb), valid, LIMITS, size=size))
    assert len(set(found)) == len(found)
    assert set(found) == conflicts_of(Base.revisable(part, valid))
    ever = list(conflicts_over(view_of(kb), ALWAYS, LIMITS, size=size))
    starts = {end for each in part.intervals() for end in (each.start, each.end)}
    everywhere = [conflicts_of(Base.revisable(part, at)) for at in {*starts, NOW}]
    assert len(set(ever)) == len(ever)
    assert set(ever) == set().union(*everywhere)


@EACH
@given(text=offices(), size=SIZES)
def test_consolidation_part_by_part_gives_up_what_it_does_as_a_whole(text, size):
    kb = told_to(text)
    view, wanted, choice = view_of(kb), Consolidation(), Choice()
    part = whole(view, limits=LIMITS)
    expected = [
        _resolved(each, wanted, choice, LIMITS)
        for each in parts_in_question(part, wanted, choice, LIMITS)
    ]
    found = list(_part_by_part(view_of(kb), choice, LIMITS, size=size))
    cause = Cause.CONTRADICTION
    assert {w for each in found for w in each.withdrawals(cause)} == {
        w for each in expected for w in each.withdrawals(cause)
    }
    assert {piece for each in found for piece in each.over} == {
        piece for each in expected for piece in each.over
    }


def test_consolidation_of_everything_is_one_operation():
    kb = reasoner.loads(OFFICE + "policy default recency.")
    for project in "abc":
        kb.believe(f"budget({project}, 1)")
        kb.believe(f"budget({project}, 2)")
    before = kb.ledger.head
    change = kb.consolidate()
    assert kb.ledger.head == before + 1
    assert [belief.text for belief in change.dropped] == [f"budget({p}, 1)" for p in "abc"]
    assert list(kb.conflicts()) == []


# -- bounded memory --------------------------------------------------------------------------------


class Watched:
    """A ledger that refuses to be read as a whole, and notes the most it gave at once."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.most = 0
        self.calls = 0

    def __getattr__(self, name: str) -> object:
        if name in ("operations", "fork"):
            raise AssertionError(f"`{name}` reads everything")
        return getattr(self.ledger, name)

    def swept(self, sweep: Sweep, after: Mark | None, upto: Mark | None, known: int) -> object:
        found = self.ledger.swept(sweep, after, upto, known)
        self.most = max(self.most, len(found))
        self.calls += 1
        return found


def facts_of(count: int) -> list[NewEvidence]:
    texts = [f"budget(p{n}, {n})" for n in range(count // 2)]
    texts += [f"owner(p{n}, bob)" for n in range(count // 4)]
    texts += [f"note(p{n}, n{n})" for n in range(count - len(texts))]
    texts += ["budget(p7, 8)", "closed(p9)", "owner(p11, ada)", "closed(p3) or note(p4, n4)"]
    return [NewEvidence(normal(parse_sentence(text)), text, weight=Decimal(1)) for text in texts]


@pytest.fixture(scope="module")
def large(folder) -> Iterator[Watched]:
    with SqliteLedger(folder / "large.db", durable=False) as ledger:
        ledger.append(NewOperation("believe", evidence=tuple(facts_of(10_000))))
        yield Watched(ledger)


def test_no_batch_and_no_stretch_is_larger_than_it_may_be(large):
    view = View(large, reasoner.loads(OFFICE).theory)
    sizes = [batch.size for batch in batches(view, partition(view.theory), size=500)]
    assert sum(sizes) == 10_004
    assert 250 < max(sizes) <= 500
    assert len(sizes) < 60
    assert large.most <= 500
    assert large.calls < 200


def test_everything_is_asked_of_a_large_ledger_without_reading_it_whole(large):
    view = View(large, reasoner.loads(OFFICE).theory)
    found = dict(statuses(view, NOW, LIMITS))
    both = {show(literal) for literal, each in found.items() if each is Status.BOTH}
    assert both == {"budget(p7, 7)", "budget(p7, 8)", "closed(p9)", "closed(p11)"}
    conflicts = {tuple(b.text for b in each) for each in conflicts_at(view, NOW, LIMITS)}
    assert ("budget(p7, 7)", "budget(p7, 8)") in conflicts
    assert ("budget(p9, 9)", "closed(p9)") in conflicts


def test_the_first_conflict_comes_before_the_rest_is_read(large):
    view = View(large, reasoner.loads(OFFICE).theory)
    before = large.calls
    next(conflicts_at(view, NOW, LIMITS, size=500))
    assert large.calls - before < 60


# -- limits, names ---------------------------------------------------------------------------------


def test_a_limit_holds_for_each_batch_and_says_how_far_it_came(large):
    view = View(large, reasoner.loads(OFFICE).theory)
    work = statuses(view, NOW, Limits(seconds=0))
    with pytest.raises(SolveTimeout):
        list(work)
    kb = reasoner.loads("relation a(x, y) singular. relation b(x, y) singular.")
    for name, values in (("a", 2), ("b", 3)):
        for value in range(values):
            kb.believe(f"{name}(k, {value})")
    few = conflicts_at(View(kb.ledger, kb.theory), NOW, Limits(answers=2), size=2)
    assert len(next(few)) == 2
    with pytest.raises(TooManyAnswers, match="more than 2 answer sets") as caught:
        list(few)
    assert "after 2 items of evidence" in str(caught.value)


def test_statuses_come_by_relation_and_of_the_past():
    kb = reasoner.loads("relation a(x). relation b(x).")
    kb.set_clock("2026-01-01")
    kb.believe("a(1)")
    kb.set_clock("2026-02-01")
    kb.believe("-a(1)")
    kb.believe("b(1)")
    assert [(show(s), v.value) for s, v in kb.statuses()] == [("a(1)", "both"), ("b(1)", "true")]
    assert [show(s) for s, _ in kb.statuses("b")] == ["b(1)"]
    then = kb.at(known="2026-01-15")
    assert [(show(s), v.value) for s, v in then.statuses()] == [("a(1)", "true")]
    with pytest.raises(Mistakes, match="c"):
        kb.statuses("c")


def test_what_an_older_theory_said_with_other_arguments_is_listed_too():
    kb = reasoner.loads("relation a(x). relation b(x, y).")
    kb.believe("a(1)")
    kb.believe("b(1, 2)")
    with kb.suppose(reasoner.loads("relation b(x, y, z) singular.").theory) as world:
        world.believe("b(1, 2, 3)")
        shown = [(show(s), v.value) for s, v in world.statuses()]
    assert sorted(shown) == [("a(1)", "true"), ("b(1, 2)", "true"), ("b(1, 2, 3)", "true")]
