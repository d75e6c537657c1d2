"""Random histories, step by step: sequenced is pointwise, recovery undoes, the past stays."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reasoner
from bases import QUESTIONS, goals, programs
from conftest import CI
from oracle import change
from oracle.history import Done, Here, Operation, When
from oracle.told import show
from reasoner.ledger import MemoryLedger, SqliteLedger
from reasoner.ledger.entries import Ledger
from reasoner.syntax import parse, parse_sentence
from reasoner.syntax.tree import Clock, Not, Program, Recover, Revise
from reasoner.theory import build
from reasoner.theory.normal import normal
from reasoner.time import instant

HISTORIES = settings(max_examples=400 if CI else 15)

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

RECORD = st.builds(
    "{} {{label}}: {}{}{}{}.".format,
    st.sampled_from(("believe", "doubt", "expand")), goals(), SOURCES, WEIGHTS, VALID,
)  # fmt: skip
CONTRACT = st.builds(
    "contract {{label}}: {}{} by {}{}{}.".format,
    goals() | st.builds("{}, {}".format, goals(), goals()),
    st.sampled_from(("", "", " each", " together")),
    SELECTIONS,
    st.sampled_from(("", " keeping recovery")),
    VALID,
)
REVISE = st.builds(
    "revise {{label}}: {}{}{}{} by {}.".format, goals(), SOURCES, WEIGHTS, VALID, SELECTIONS
)
CONSOLIDATE = st.builds(
    "consolidate {{label}}: {}by {}.".format,
    st.just("") | st.builds("{} ".format, goals()),
    SELECTIONS,
)
RECOVER = st.builds("recover {{label}}: {{op{}}}.".format, st.integers(0, 3))
CLOCK = st.sampled_from((1, 200, 400)).map("clock +{}".format)
STEPS = st.one_of(RECORD, CONTRACT, CONTRACT, REVISE, REVISE, CONSOLIDATE, RECOVER, RECOVER, CLOCK)


def histories(steps: int = 6, clock: bool = True) -> st.SearchStrategy[str]:
    """A program of `bases`, and operations after it; any of them may be recovered."""
    return st.builds(_history, programs(), st.lists(STEPS, min_size=1, max_size=steps), st.just(clock))


def _history(program: str, steps: list[str], has_clock: bool) -> str:
    year, days = 2030, 0
    lines = [program]
    if has_clock:
        lines.insert(0, f"clock {year}-01-01.")
    done: list[str] = []
    for number, step in enumerate(steps, start=6):
        if step.startswith("clock"):
            days += int(step.removeprefix("clock +"))
            if has_clock:
                month, day = 1 + days % 365 // 31, 1 + days % 365 % 31 % 28
                lines.append(f"clock {year + days // 365}-{month:02d}-{day:02d}.")
            continue
        targets = {f"op{n}": done[-1 - n % len(done)] if done else "e1" for n in range(4)}
        lines.append(step.format(label=f"h{number}", **targets))
        if step.startswith(("contract", "revise", "consolidate")):
            done.append(f"h{number}")
    return "\n".join(lines)


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

    def steps(self) -> Iterator[tuple[Operation, reasoner.Change | None]]:
        """Carry out and judge each operation; None where it was rightly refused.

        Ends early when the oracle would have too many subsets to try.
        """
        for node in self.program.statements:
            if isinstance(node, Clock):
                self.clock = node.instant
                self.kb.set_clock(node.instant)
                continue
            if isinstance(node, Operation):
                yield node, self._step(node)
            if any(len(here.base(self.now).elements) > MOST_ELEMENTS for here in self.here):
                return

    @property
    def now(self) -> int:
        """What the clock shows; without one nothing has an age."""
        return self.clock if self.clock is not None else self.ledger.last or 0

    def _step(self, node: Operation) -> reasoner.Change | None:
        refusal = self._refusal(node)
        if refusal is not None:
            before = self.ledger.head
            with pytest.raises(reasoner.ReasonerError) as refused:
                self.kb.execute(node)
            assert refused.value.code == refusal
            assert self.ledger.head == before
            return None
        blocked = self._blocked(node)
        done = self.kb.execute(node)
        assert self.ledger.last is not None
        at = When(self.ledger.last, self.now, self.session)
        expected = [here.do(node, done.operation, at) for here in self.here]
        for (first, last), outcome, is_blocked in zip(PIECES, expected, blocked, strict=True):
            for valid in (first, last):
                assert _at(done, valid) == outcome.dropped
                assert any(valid in interval for interval, _ in done.blocked) == is_blocked
        return done

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
        kernels = self.kb.kernels(sentence, valid=valid)
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
        return at.status(sentence), at.kernels(sentence), at.confidence(sentence)


def key(belief: reasoner.Belief) -> str:
    """What it says, or the name of a rule or an instance."""
    return belief.name if belief.name.startswith(("d(", "r")) else belief.text


def keys(beliefs: tuple[reasoner.Belief, ...]) -> frozenset[str]:
    return frozenset(map(key, beliefs))


def _at(done: reasoner.Change, valid: int) -> frozenset[str]:
    return frozenset(key(b) for piece in done.over if valid in piece.valid for b in piece.dropped)


def elements(kb: reasoner.Reasoner, valid: int) -> frozenset[str]:
    """Everything that is up for revision at an instant."""
    consistent = kb.remainders("false", valid=valid)
    return frozenset().union(*map(keys, (*consistent, *kb.conflicts(valid=valid))))


QUESTION = st.sampled_from(QUESTIONS) | goals()
PIECE = st.integers(0, len(PIECES) - 1)


@HISTORIES
@given(text=histories(), data=st.data())
def test_an_operation_does_at_each_instant_what_it_would_do_there_alone(text, data):
    life = Life(text)
    for _ in life.steps():
        life.check_past()
        life.ask(data.draw(QUESTION), data.draw(PIECE))
        life.check_answers(data.draw(QUESTION), data.draw(PIECE))
    life.check_elements()
    life.check_past()
