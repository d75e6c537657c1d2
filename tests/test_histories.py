"""Random histories, step by step: sequenced is pointwise, recovery undoes, the past stays."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import reasoner
from bases import QUESTIONS, goals, programs
from conftest import CI
from oracle import change
from oracle.history import Here, Operation, When
from oracle.told import show
from reasoner.errors import NotRecoverable, Refused, TooWeak
from reasoner.ledger import MemoryLedger, SqliteLedger
from reasoner.ledger.entries import Ledger
from reasoner.syntax import parse, parse_sentence
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import Believe, Clock, Contract, Not, Program, Recover, Revise
from reasoner.theory import build
from reasoner.theory.normal import normal
from reasoner.time import Interval, Period, instant

# -- histories as text -----------------------------------------------------------------------------

BOUNDS = ("2020-01-01", "2021-01-01", "2022-01-01")  # whatever holds in between holds throughout
PIECES = tuple(  # a first and a last instant of each stretch between bounds
    (instant(first), instant(last))
    for first, last in (
        ("2019-01-01", "2019-12-31T23:59:59.999999Z"),
        ("2020-01-01", "2020-12-31T23:59:59.999999Z"),
        ("2021-01-01", "2021-12-31T23:59:59.999999Z"),
        ("2022-01-01", "2023-01-01"),
    )
)
MOST_ELEMENTS = 9  # the oracle tries every subset

SELECTIONS = st.sampled_from(
    ("full meet", "maxichoice", "recency", "confidence", "cardinality", "entrenchment",
     "inclusion", "entrenchment, recency", "confidence, maxichoice", "recency, inclusion")
)  # fmt: skip
VALID = st.sampled_from(
    ("",) * 5
    + tuple(f" valid from {start}" for start in BOUNDS)
    + tuple(f" valid to {end}" for end in BOUNDS)
    + tuple(f" valid from {a} to {b}" for a in BOUNDS for b in BOUNDS if a < b)
)
SOURCES = st.sampled_from(("", "", " from s2", " from s3", " from s5"))
WEIGHTS = st.sampled_from(("", "", "", " weight 0.5", " weight 0.35"))

METHODS = st.sampled_from(
    ("kernel, entrenchment", "full kernel", "minimal kernel, recency", "smooth kernel, confidence",
     "safe", "ensconcement", "severe, recency", "possibilistic")
)  # fmt: skip
WAYS = st.sampled_from(("internal", "external", "semi", "screened", "credible", "negation free"))

# Goals: what the program said, what denies it, or anything.
SAID = st.builds("{{said[{}]}}".format, st.integers(0, 4))
DENIED = st.builds("not ({})".format, SAID)
GOALS = st.one_of(SAID, DENIED, goals())

RECORD = st.builds(
    "{} {{label}}: {}{}{}{}.".format,
    st.sampled_from(("believe", "doubt", "expand")), GOALS, SOURCES, WEIGHTS, VALID,
)  # fmt: skip
CONTRACT = st.builds(
    "contract {{label}}: {}{} by {}{}{}.".format,
    st.one_of(SAID, goals(), st.builds("{}, {}".format, SAID, goals())),
    st.sampled_from(("", "", " each", " together")),
    SELECTIONS,
    st.sampled_from(("", " keeping recovery")),
    VALID,
)
REVISE = st.builds(
    "revise {{label}}: {}{}{}{} by {}.".format,
    DENIED | goals(), SOURCES, WEIGHTS, VALID, SELECTIONS,
)  # fmt: skip
CONSOLIDATE = st.builds(
    "consolidate {{label}}: {}by {}.".format,
    st.just("") | st.builds("{} ".format, SAID),
    SELECTIONS,
)
# The other methods and ways, for what each must be whatever it does.
CHANGES = st.one_of(
    st.builds("contract {{label}}: {} by {}{}.".format, SAID | goals(), METHODS, VALID),
    st.builds(
        "revise {{label}}: {}{}{}{} by {}, {}.".format,
        DENIED | goals(), SOURCES, WEIGHTS, VALID, WAYS,
        METHODS | SELECTIONS.filter(lambda by: by != "full meet"),
    ),
)  # fmt: skip
OTHERS = CHANGES | st.builds("consolidate {{label}}: by {}.".format, METHODS)
RECOVER = st.builds("recover {{label}}: {{done[{}]}}.".format, st.integers(0, 2))
# A change, then a revision that stands against its recovery where both reach, then that recovery.
QUARREL = st.builds(
    "{0} {{label}}: {1}{2} by {3}.\n"
    "revise {{label}}: not ({1}){4} by {3}.\n"
    "recover {{label}}: {{done[1]}}.".format,
    st.sampled_from(("contract", "revise")), SAID, VALID, SELECTIONS, VALID,
)  # fmt: skip
CLOCK = st.sampled_from(("clock 1", "clock 200", "clock 400"))  # days on
STEPS = st.one_of(CONTRACT, REVISE, RECOVER, QUARREL, RECORD, CONSOLIDATE | CLOCK)


def histories(has_clock: bool = True) -> st.SearchStrategy[str]:
    """A program of `bases`, and operations after it; any of them may be recovered."""
    steps = st.lists(STEPS, min_size=3, max_size=6)
    return st.builds(_history, programs(), steps, st.just(has_clock))


def _history(program: str, steps: list[str], has_clock: bool) -> str:
    """done: the operations that may be recovered, the last first; before one is, none is."""
    clock = datetime(2030, 1, 1)
    lines = [f"clock {clock:%Y-%m-%d}."] * has_clock + [program]
    done: list[str] = []
    for number, step in enumerate("\n".join(steps).splitlines(), start=6):
        verb, _, rest = step.partition(" ")
        if verb == "clock":
            clock += timedelta(days=int(rest))
            lines += [f"clock {clock:%Y-%m-%d}."] * has_clock
        elif verb != "recover" or done:
            lines.append(_filled(step, program, f"h{number}", done))
        if verb in ("contract", "revise", "consolidate"):
            done.insert(0, f"h{number}")
    return "\n".join(lines)


def _filled(step: str, program: str, label: str, done: list[str]) -> str:
    said = [show_sentence(n.sentence) for n in parse(program).statements if isinstance(n, Believe)]
    return step.format(label=label, said=said * 5, done=done * 3)  # so that no place is past an end


# -- a history as it happens -----------------------------------------------------------------------


@dataclass
class Asked:
    """A question about the past, and what was answered."""

    sentence: str
    valid: int
    known: int
    answer: tuple[object, ...]


@dataclass
class Life:
    """A program carried out one operation at a time, in the product and at each instant alone."""

    text: str
    ledger: Ledger = field(default_factory=MemoryLedger)
    here: list[Here] = field(init=False)
    asked: list[Asked] = field(default_factory=list)
    session: int = 0
    clock: int | None = None

    def __post_init__(self) -> None:
        self.program: Program = parse(self.text)
        self.theory = build(self.program)
        self.kb = reasoner.Reasoner(self.theory, self.ledger)
        self.here = [Here(self.theory, first) for first, _ in PIECES]

    def steps(self) -> Iterator[None]:
        """Carry out and judge each operation; pause after those that follow the program.

        Ends early when the oracle would have too many subsets to try.
        """
        for node in self.program.statements:
            if isinstance(node, Clock):
                self.clock = node.instant
                self.kb.set_clock(node.instant)
                continue
            if isinstance(node, Operation):
                self._step(node)
                if node.label is not None and node.label.text.startswith("h"):
                    yield
            if any(len(here.base(self.now).elements) > MOST_ELEMENTS for here in self.here):
                return

    @property
    def now(self) -> int:
        """What the clock shows; without one nothing has an age."""
        return self.clock if self.clock is not None else self.ledger.last or 0

    def _step(self, node: Operation) -> None:
        refusal = self._refusal(node)
        if refusal is not None:
            before = self.ledger.head
            with pytest.raises(reasoner.ReasonerError) as refused:
                self.kb.execute(node)
            assert refused.value.code == refusal
            assert self.ledger.head == before
            return
        blocked = self._blocked(node)
        done = self.kb.execute(node)
        assert self.ledger.last is not None
        at = When(self.ledger.last, self.now, self.session)
        expected = [here.do(node, done.operation, at) for here in self.here]
        for (first, last), outcome, is_blocked in zip(PIECES, expected, blocked, strict=True):
            for valid in (first, last):
                there = [piece for piece in done.over if valid in piece.valid]
                assert {key(b) for piece in there for b in piece.dropped} == outcome.dropped
                assert all(piece.possible for piece in there) == outcome.possible
                assert any(valid in interval for interval, _ in done.blocked) == is_blocked

    def _refusal(self, node: Operation) -> str | None:
        """The code with which it must be refused; None when it must not be."""
        match node:
            case Recover(operation):
                reached = [here for here in self.here if here.can_restore(operation.text)]
                blocked = [here.is_blocked(operation.text, self.now) for here in reached]
                return "E307" if all(blocked) else None
            case Revise(sentence):
                new = self.here[0].item("", normal(sentence), node.clauses, When(0, 0))
                if new.weight(0) < self.theory.threshold * 1_000_000:
                    return "E306"
                background = self.here[0].base(self.now, sentence).only(frozenset())
                return "E305" if change.entails(background, Not(sentence)) else None
        return None

    def _blocked(self, node: Operation) -> list[bool]:
        if not isinstance(node, Recover):
            return [False] * len(self.here)
        name = node.operation.text
        return [here.can_restore(name) and here.is_blocked(name, self.now) for here in self.here]

    def go_on(self, ledger: Ledger) -> None:
        """Continue on a ledger that says the same, in a new session."""
        self.kb.close()
        self.ledger, self.session = ledger, self.session + 1
        self.kb = reasoner.Reasoner(self.theory, ledger)

    # -- what must hold after each step ---

    def check_elements(self) -> None:
        """The base at every instant is the one to which the history comes there."""
        for here, instants in zip(self.here, PIECES, strict=True):
            expected = {show(element.name) for element in here.base(self.now).elements}
            for valid in instants:
                assert elements(self.kb, valid) == expected

    def check_answers(self, sentence: str, piece: int) -> None:
        """Status and kernels at an instant; where all is consistent, TRUE is entailed."""
        here, valid, goal = self.here[piece], PIECES[piece][0], parse_sentence(sentence)
        status = self.kb.status(sentence, valid=valid)
        assert status.value == here.world(self.now, goal).status(goal)
        base = here.base(self.now, goal)
        kernels = tuple(self.kb.kernels(sentence, valid=valid))
        assert {keys(kernel) for kernel in kernels} == {
            frozenset(map(show, kernel)) for kernel in change.kernels(base, goal)
        }
        if status is reasoner.Status.TRUE and not change.conflicts(base):
            assert kernels

    def ask(self, sentence: str, piece: int) -> None:
        """Ask as of now, and remember the answer."""
        known, valid = self.ledger.last, PIECES[piece][piece % 2]
        if known is not None:
            self.asked.append(Asked(sentence, valid, known, self._answer(sentence, valid, known)))

    def check_past(self) -> None:
        """Every answer ever given is given again."""
        for asked in self.asked:
            assert self._answer(asked.sentence, asked.valid, asked.known) == asked.answer

    def _answer(self, sentence: str, valid: int, known: int) -> tuple[object, ...]:
        at = self.kb.at(valid=valid, known=known)
        return at.status(sentence), tuple(at.kernels(sentence)), at.confidence(sentence)


def key(belief: reasoner.Belief) -> str:
    """What it says, in normal form; or the name of a rule or an instance."""
    return belief.name if belief.name[0] in "dr" else _in_normal_form(belief.text)


@lru_cache(maxsize=1024)
def _in_normal_form(text: str) -> str:
    return show_sentence(normal(parse_sentence(text)))


def keys(beliefs: tuple[reasoner.Belief, ...]) -> frozenset[str]:
    return frozenset(map(key, beliefs))


def elements(kb: reasoner.Reasoner, valid: int) -> frozenset[str]:
    """Everything that is up for revision at an instant."""
    consistent = kb.remainders("false", valid=valid)
    return frozenset().union(*map(keys, (*consistent, *kb.conflicts(valid=valid))))


QUESTION = st.sampled_from(QUESTIONS) | goals()
PIECE = st.integers(0, len(PIECES) - 1)
ASKED = st.tuples(QUESTION, PIECE)


@settings(max_examples=8 if CI else 6)
@given(text=histories(), data=st.data())
def test_an_operation_does_at_each_instant_what_it_would_do_there_alone(text, data):
    """And what was once answered about the past is answered again after each."""
    life = Life(text)
    for _ in life.steps():
        life.check_past()
        life.ask(*data.draw(ASKED))
        life.check_answers(*data.draw(ASKED))
    life.check_elements()
    life.check_past()


@settings(max_examples=4 if CI else 3)
@given(text=histories(has_clock=False), data=st.data())
def test_a_stored_ledger_goes_on_as_it_was_when_it_is_opened_again(text, data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "history.db"
        life = Life(text, SqliteLedger(path))
        for _ in life.steps():
            life.ask(*data.draw(ASKED))
            if data.draw(st.booleans()):
                life.go_on(SqliteLedger(path))
            life.check_past()
        life.check_elements()
        life.kb.close()


def test_an_answer_about_the_past_is_given_under_the_declarations_of_then(tmp_path):
    path = tmp_path / "kept.db"
    relations = "relation p.  relation q.\n"
    with reasoner.loads(relations + "rule q :- p.", path) as kb:
        kb.believe("p")
        known = kb.ledger.last
    with reasoner.loads(relations + "rule -q :- p.  decay fact 1 days.", path) as kb:
        assert kb.status("q") is reasoner.Status.FALSE
        assert kb.status("q", known=known) is reasoner.Status.TRUE
        assert tuple(kb.kernels("-q", known=known)) == ()


@settings(max_examples=6 if CI else 4)
@given(text=histories(), data=st.data())
def test_a_ledger_written_again_gives_every_answer_again(text, data):
    life = Life(text)
    for _ in life.steps():
        life.ask(*data.draw(ASKED))
    again = MemoryLedger()
    for operation in life.ledger.operations():
        assert again.append(operation.said, clock=operation.recorded) == operation
    life.go_on(again)
    life.check_past()


@settings(max_examples=10 if CI else 8)
@given(
    text=programs(),
    step=st.one_of(CONTRACT, REVISE, CONSOLIDATE, OTHERS, OTHERS),
    questions=st.lists(QUESTION, min_size=2, max_size=2),
)
def test_a_recovery_undoes_its_operation_at_every_instant(text, step, questions):
    kb = reasoner.loads(text)
    before = everything(kb, questions)
    (operation,) = parse(_filled(step, text, "it", [])).statements
    try:
        done = kb.execute(operation)
    except (Refused, TooWeak):
        assume(False)
    if done.added or done.dropped:
        assert kb.recover("it").blocked == ()
        assert everything(kb, questions) == before
    else:
        with pytest.raises(NotRecoverable):
            kb.recover("it")


@settings(max_examples=12 if CI else 8)
@given(text=programs(), protected=st.sampled_from(("e1", "u", "d")), step=CHANGES)
def test_every_method_and_way_is_sequenced(text, protected, step):
    """Over its interval it drops at each instant what it drops where it is done there alone."""
    declared = {"e1": "e1:", "u": "relation u", "d": "default d:"}[protected]
    text += f"protect {protected}.\n" if declared in text else ""
    (whole,) = parse(_filled(step, text, "it", [])).statements
    try:
        done = reasoner.loads(text).execute(whole)
    except (Refused, TooWeak):
        assume(False)
    for valid in sum(PIECES, ()):
        here = [piece for piece in done.over if valid in piece.valid]
        if here:
            alone = reasoner.loads(text).execute(_only_at(whole, valid))
            assert {b.name for piece in here for b in piece.dropped} == {
                belief.name for belief in alone.dropped
            }


def _only_at(whole: Contract | Revise, valid: int) -> Contract | Revise:
    there = Interval(valid, valid + 1)
    if isinstance(whole, Contract):
        return replace(whole, valid=there)
    return replace(whole, clauses=replace(whole.clauses, valid=Period.exact(there)))


def everything(kb: reasoner.Reasoner, questions: list[str]) -> list[object]:
    """The base and some answers, at the first or the last instant of each stretch."""
    instants = [piece[number % 2] for number, piece in enumerate(PIECES)]
    answers: list[object] = [tuple(kb.remainders("false", valid=valid)) for valid in instants]
    answers += [tuple(kb.conflicts(valid=valid)) for valid in instants]
    for question in questions:
        answers += [kb.status(question, valid=valid) for valid in instants]
        answers += [tuple(kb.kernels(question, valid=valid)) for valid in instants]
    return answers


ANY_ORDER = ("full meet", "confidence", "cardinality", "entrenchment", "inclusion")


@settings(max_examples=12 if CI else 8)
@given(
    text=programs(),
    goal=goals(),
    selection=st.sampled_from(ANY_ORDER),
    piece=PIECE,
    random=st.randoms(use_true_random=False),
)
def test_the_order_of_believing_matters_to_no_answer(text, goal, selection, piece, random):
    """Nor to a contraction, except by what compares times or breaks ties."""
    lines = text.splitlines()
    shuffled = sorted(lines, key=lambda line: random.random() if _is_said(line) else -1)
    answers = []
    for each in (lines, shuffled):
        kb, valid = reasoner.loads("\n".join(each)), PIECES[piece][0]
        told = kb.status(goal, valid=valid), kb.confidence(goal, valid=valid)
        kernels = set(map(keys, kb.kernels(goal, valid=valid)))
        remainders = set(map(keys, kb.remainders(goal, valid=valid)))
        conflicts = set(map(keys, kb.conflicts(valid=valid)))
        done = kb.contract(goal, by=selection, valid=(valid, None))
        answers.append((told, kernels, remainders, conflicts, keys(done.dropped)))
    assert answers[0] == answers[1]


def _is_said(line: str) -> bool:
    return line.startswith(("believe", "doubt"))
