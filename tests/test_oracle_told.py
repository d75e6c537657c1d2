"""The judge of what is told is judged: by the worked examples, and by DESIGN's own sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bases import QUESTIONS, bases, programs, text_of
from oracle.change import Element, Part, conflicts, entails, kernels, remainders, revise
from oracle.read import statements
from oracle.told import Statement, World, show
from reasoner.ledger.entries import InstanceName
from reasoner.syntax import parse, parse_sentence
from reasoner.syntax.tree import (
    And,
    Atom,
    Comparison,
    Constant,
    If,
    Iff,
    Kind,
    Literal,
    Not,
    Or,
    Order,
    Sentence,
    Term,
    Variable,
)
from reasoner.theory import build
from reasoner.theory.model import Ranks, Relation, Rule, RuleKind, Theory
from reasoner.theory.normal import normal

p, q = (Literal(Atom(name)) for name in "pq")


def term(text: str) -> Term:
    return Variable(text) if text[0].isupper() else Constant(Kind.TEXT, text, text)


def said(text: str) -> Literal:
    """`-flies(tweety)`; capitals are variables."""
    name, _, inside = text.removeprefix("-").rstrip(")").partition("(")
    arguments = tuple(term(each) for each in inside.split(", ") if each)
    return Literal(Atom(name, arguments), not text.startswith("-"))


def rule(
    text: str,
    kind: RuleKind = RuleKind.STRICT,
    label: str = "r",
    comparisons: tuple[Comparison, ...] = (),
) -> Rule:
    """`h :- b; c`, or a denial `:- b; c`."""
    head, _, body = text.partition(":-")
    literals = tuple(said(each) for each in body.strip().split("; "))
    first = (said(head.strip()),) if head else ()
    terms = [each for literal in first + literals for each in literal.atom.arguments]
    variables = tuple(dict.fromkeys(each.name for each in terms if isinstance(each, Variable)))
    return Rule(label, kind, first[0] if first else None, literals, comparisons, variables, label)


def theory(*rules: Rule, ranks: Ranks | None = None, **arities: int | Relation) -> Theory:
    relations = [
        arity
        if isinstance(arity, Relation)
        else Relation(name, ("x", "y")[:arity], (None,) * arity)
        for name, arity in arities.items()
    ]
    return Theory(relations=tuple(relations), rules=rules, ranks=ranks or Ranks())


def world(theory: Theory, *withdrawn: InstanceName, **statements: Sentence) -> World:
    """Each keyword is a statement; the n-th was recorded at n."""
    return World(
        theory,
        [
            Statement(name, normal(sentence), recorded=(n,))
            for n, (name, sentence) in enumerate(statements.items(), start=1)
        ],
        withdrawn,
    )


BIRDS = theory(
    rule("bird(X) :- penguin(X)"),
    rule("flies(X) :- bird(X)", RuleKind.DEFAULT, "fly"),
    rule(":- flies(X); nests(X, underground)", label="c"),
    ranks=Ranks((("defaults", 1), ("facts", 2))),
    bird=1, penguin=1, flies=1, nests=2,
)  # fmt: skip


def names(found: list[Part]) -> set[frozenset[str]]:
    return {frozenset(map(show, part)) for part in found}


def test_tweety_has_one_kernel_and_two_remainders():
    birds = world(BIRDS, t=said("penguin(tweety)"), r=said("bird(robin)"))
    goal = said("flies(tweety)")
    assert birds.status(goal) == "true"
    base = birds.base()
    assert [show(element.name) for element in base.elements] == [
        "fly(robin)", "fly(tweety)", "t", "r",
    ]  # fmt: skip
    assert names(kernels(base, goal)) == {frozenset({"t", "fly(tweety)"})}
    assert names(remainders(base, goal)) == {
        frozenset({"r", "t", "fly(robin)"}),
        frozenset({"r", "fly(robin)", "fly(tweety)"}),
    }


def test_a_fact_outranks_the_default_for_tweety_alone():
    base = world(BIRDS, t=said("penguin(tweety)"), r=said("bird(robin)")).base()
    new = Element("keeper", (said("-flies(tweety)"),))
    outcome = revise(base, new, selection=("entrenchment", "recency"))
    assert names([outcome.dropped]) == {frozenset({"fly(tweety)"})}
    withdrawn = [name for name in outcome.dropped if isinstance(name, InstanceName)]
    after = world(
        BIRDS,
        *withdrawn,
        t=said("penguin(tweety)"),
        r=said("bird(robin)"),
        keeper=said("-flies(tweety)"),
    )
    assert after.status(said("flies(tweety)")) == "false"
    assert after.status(said("bird(tweety)")) == "true"
    assert after.status(said("flies(robin)")) == "true"


def test_a_violated_constraint_makes_its_members_both_and_nothing_else():
    birds = world(BIRDS, r=said("bird(robin)"), n=said("nests(robin, underground)"))
    assert birds.status(said("flies(robin)")) == "both"
    assert birds.status(said("nests(robin, underground)")) == "both"
    assert birds.status(said("bird(robin)")) == "true"
    assert names(conflicts(birds.base())) == {frozenset({"r", "n", "fly(robin)"})}


DIAGNOSIS = theory(
    diagnosis=Relation("diagnosis", ("patient", "disease"), (None, None), at_most=1, determined=1)
)


def test_two_doctors_disagree_in_sight():
    first, second = said("diagnosis(p1, meningitis)"), said("diagnosis(p1, concussion)")
    tumour = said("diagnosis(p1, tumour)")
    doctors = World(
        DIAGNOSIS,
        [
            Statement("e1", first, 990_000, (1,)),
            Statement("e2", tumour, 20_000, (2, 4)),
            Statement("e3", second, 990_000, (3,)),
        ],
    )
    statuses = [doctors.status(each) for each in (first, second, tumour, Or((first, tumour)))]
    assert statuses == ["both", "both", "false", "both"]
    assert names(conflicts(doctors.base())) == {frozenset({"e1", "e3"})}


def test_a_second_value_is_excluded_for_the_constants_of_the_question_too():
    asked = said("diagnosis(p1, flu)")
    one = Statement("e1", said("diagnosis(p1, meningitis)"))
    assert World(DIAGNOSIS, [one], question=[asked]).status(asked) == "false"
    assert entails(World(DIAGNOSIS, [one], question=[asked]).base(), Not(asked))


@pytest.mark.parametrize(
    ("sentence", "goal", "expected"),
    [
        pytest.param(And((p, q)), p, "true", id="a conjunction tells its conjuncts"),
        pytest.param(Or((p, q)), p, "neither", id="a disjunction tells neither part"),
        pytest.param(Or((p, q)), Or((q, p)), "true", id="but itself"),
        pytest.param(If(q, p), q, "neither", id="a conditional waits for its body"),
        pytest.param(And((p, If(q, p))), q, "true", id="and then tells its head"),
        pytest.param(And((Not(q), If(q, p))), p, "neither", id="there is no contraposition"),
        pytest.param(And((p, Not(p))), Or((p, q)), "true", id="FOUR: both or neither is true"),
        pytest.param(Iff(p, q), Iff(q, p), "true", id="an equivalence tells itself"),
        pytest.param(And((p, Not(p))), q, "neither", id="nothing explodes"),
    ],
)
def test_a_compound_tells_what_it_says_literally(sentence, goal, expected):
    assert world(theory(p=0, q=0), e=sentence).status(goal) == expected


def test_a_body_may_be_negative_and_a_denial_tells_the_missing_member():
    told = world(theory(rule(":- p; -q", label="c"), p=0, q=0), e=p)
    assert told.status(q) == "true"
    assert entails(told.base(), q)


def test_a_member_that_a_denial_repeats_is_not_its_own_fellow():
    asymmetric = theory(rule(":- likes(X, Y); likes(Y, X)", label="c"), likes=2)
    told = world(asymmetric, e=said("likes(a, b)"))
    assert told.status(said("likes(a, a)")) == "false"
    assert told.status(said("likes(b, a)")) == "false"


def test_any_value_beyond_the_second_is_excluded_where_two_are_told():
    likes = Relation("likes", ("who", "what"), (None, None), at_most=2, determined=1)
    told = world(
        theory(likes=likes),
        e1=said("likes(a, tea)"),
        e2=said("likes(a, milk)"),
        e3=said("likes(b, gin)"),
    )
    assert told.status(said("likes(a, gin)")) == "false"
    assert told.status(said("likes(a, tea)")) == "true"
    assert told.status(said("likes(b, tea)")) == "neither"


def test_a_rule_is_grounded_over_constants_of_its_sorts_only():
    owns = Relation("owns", ("who", "what"), ("person", "thing"))
    rich = Relation("rich", ("who",), ("person",))
    rules = (rule("rich(X) :- owns(X, Y)"), rule(":- rich(X); -rich(Y)", label="c"))
    told = world(
        theory(*rules, owns=owns, rich=rich), e=said("owns(ada, car)"), f=said("rich(bob)")
    )
    assert told.status(said("rich(ada)")) == "true"
    assert {literal.atom for i in told.instances for literal in i.body} == {
        said(text).atom for text in ("owns(ada, car)", "owns(bob, car)", "rich(ada)", "rich(bob)")
    }


def test_a_comparison_decides_which_instances_there_are():
    unequal = Comparison(Variable("Y"), Order.NE, Variable("Z"))
    different = rule(":- likes(X, Y); likes(X, Z)", comparisons=(unequal,))
    told = world(theory(different, likes=2), e=said("likes(a, tea)"))
    assert told.status(said("likes(a, tea)")) == "true"
    assert told.status(said("likes(a, a)")) == "false"


def test_a_revisable_rule_is_one_element_given_up_whole():
    revisable = rule("q(X) :- p(X)", RuleKind.REVISABLE, "r1")
    pq = theory(revisable, p=1, q=1)
    told = world(pq, e=said("p(a)"), f=said("p(b)"))
    assert [show(element.name) for element in told.base().elements] == ["r1", "e", "f"]
    assert names(kernels(told.base(), said("q(a)"))) == {frozenset({"r1", "e"})}
    gone = world(pq, InstanceName("r1"), e=said("p(a)"), f=said("p(b)"))
    assert gone.status(said("q(b)")) == "neither"
    assert gone.base().names == {"e", "f"}


def test_what_is_told_too_lightly_is_not_accepted():
    light = Statement("e", p, 299_999)
    just = Statement("f", q, 300_000)
    told = World(theory(p=0, q=0), [light, just])
    assert (told.status(p), told.status(q)) == ("neither", "true")
    assert told.base().names == {"f"}


# -- programs --------------------------------------------------------------------------------------


def world_of(text: str, *question: Sentence) -> World:
    program = parse(text)
    theory = build(program)
    return World(theory, statements(program, theory), question=question)


def test_weight_reliability_and_valid_time_are_read_from_a_program():
    text = """
    relation p.  relation q.
    source hr trust 0.5.  source chat trust 0.2.
    believe e1: p from chat.
    doubt e2: -p from hr weight 0.3 valid from 2020-01-01.
    doubt e3: q.
    believe e4: q valid to 2020-01-01.
    """
    told = world_of(text)
    assert [(s.name, s.weight, s.recorded) for s in told.statements] == [
        ("e1", 350_000, (4, 5)),
        ("e3", 1_000_000, (6,)),
    ]
    assert (told.status(p), told.status(q)) == ("true", "false")


def test_the_most_specific_rank_decides():
    text = """
    relation p.  relation q.  relation r.
    source hr.
    default d: r :- p.
    believe e1: p.  believe e2: q from hr.  believe e3: r from hr.  believe e4: p or q.
    rank e1 > q > hr > facts > defaults > p.
    """
    levels = {show(element.name): element.level for element in world_of(text).base().elements}
    assert levels == {"e1": 6, "e2": 5, "e3": 4, "e4": 5, "d": 2}


def test_chains_state_a_hierarchy_that_levels_would_merge():
    text = """
    relation p.  relation q.  relation r.  relation s.
    default d: s :- p.
    believe e1: p.  believe e2: q.  believe e3: r.  believe e4: s.
    rank p > q.  rank r > facts > defaults.
    protect q, e3.
    """
    told = world_of(text)
    levels = {show(element.name): element.level for element in told.base().elements}
    assert levels == {"d": 1, "e1": 2, "e2": 1, "e3": 3, "e4": 2}
    below = {(show(low), show(high)) for low, high in told.base().below}
    assert below == {("e2", "e1"), ("d", "e4"), ("d", "e3"), ("e4", "e3")}
    assert told.protected() == {"e2", "e3"}


def test_what_nothing_ranks_is_below_all_that_is_ranked():
    told = world_of("relation p. relation q. believe e1: p. believe e2: q. rank p > r. relation r.")
    assert told.base().below == {("e2", "e1")}


@settings(max_examples=60)
@given(bases())
def test_a_base_written_as_a_program_is_read_back(base):
    again = world_of(text_of(base)).base()
    shape = [(show(e.name), e.says, e.weight, len(e.recorded)) for e in base.elements]
    assert [(show(e.name), e.says, e.weight, len(e.recorded)) for e in again.elements] == shape
    assert {*again.background} == {*base.background}
    for one, same in zip(base.elements, again.elements, strict=True):
        for other, too in zip(base.elements, again.elements, strict=True):
            assert (one.level < other.level) == (same.level < too.level)


@settings(max_examples=40)
@given(programs())
def test_on_a_consistent_base_what_is_told_is_entailed(text):
    questions = [parse_sentence(question) for question in QUESTIONS]
    told = world_of(text, *questions)
    base = told.base()
    assert frozenset() not in conflicts(base)
    if conflicts(base) == []:
        for question in questions:
            assert told.status(question) != "both"
            assert told.status(question) != "true" or entails(base, question)
