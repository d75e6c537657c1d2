"""Random lives of a ledger, step by step, judged at single instants by tests/oracle/bitemporal.py.

After each step: every answer ever given about the past is given again, a ledger fed with the same
operations answers the same, and the operation has done at each instant what it does there alone.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

import reasoner
from conftest import CI
from oracle import change
from oracle.bitemporal import Log, declared, says
from reasoner import Reasoner, ReasonerError
from reasoner.ledger import MemoryLedger
from reasoner.ledger.entries import (
    Cause,
    InstanceName,
    NewOperation,
    Operation,
    Withdrawal,
)
from reasoner.syntax import parse_sentence
from reasoner.syntax import show as show_sentence
from reasoner.syntax.tree import Not, Sentence
from reasoner.theory.model import Theory
from reasoner.theory.normal import atoms, negated, normal
from reasoner.time import ALWAYS, DAY_US, Interval, instant

MACHINES = int(os.environ.get("CASES") or (10 if CI else 6))
STEPS = 8  # after a few things have been said
MOST = 8  # elements: the oracle tries every subset

# -- what is declared and said ---------------------------------------------------------------------

_ALWAYS_DECLARED = "source a trust 0.9. source b trust 0.5. relation p. relation q. "
THEORIES = (
    _ALWAYS_DECLARED
    + "relation v(x) singular. relation s(x) type preference. rule q :- p. "
    + "decay preference 30 days from use.",
    _ALWAYS_DECLARED
    + "relation v(x) singular possible. relation s(x). constraint :- p, s(a). decay fact never. "
    + "policy v recency automatic.",
    _ALWAYS_DECLARED
    + "relation v(x). relation s(x) type preference. default d: q :- s(X). threshold 0.4. "
    + "decay preference 60 days from use. policy default confidence, recency automatic.",
    _ALWAYS_DECLARED
    + "relation v(x) singular. relation s(x). rule r revisable: -q :- p. rank a > b. "
    + "policy default entrenchment, maxichoice. policy s cardinality automatic.",
)

SENTENCES = st.sampled_from(
    ("p", "p", "-p", "q", "q", "-q", "v(a)", "v(a)", "v(b)", "-v(a)", "s(a)", "-s(a)",
     "p or q", "q if p", "not (p and s(a))", "p iff q", "v(a) if p")
)  # fmt: skip
ITSELF = st.just("{}")
DENIED = st.sampled_from(("{}", "not ({})"))
SOURCES = st.sampled_from(("a", "b", "unnamed"))
WEIGHTS = st.sampled_from((1, 1, 0.5, 0.3))
SELECTIONS = st.sampled_from(
    ("full meet", "maxichoice", "recency", "confidence", "cardinality", "entrenchment, recency")
)
BOUNDS = ("2020-01-01", "2021-01-01", "2022-01-01")
SPANS = st.sampled_from(
    ((None, None),) * 2
    + tuple((start, None) for start in BOUNDS)
    + tuple((None, end) for end in BOUNDS)
    + tuple((start, end) for start in BOUNDS for end in BOUNDS if start < end)
)
PERIODS = SPANS | st.sampled_from(
    (("2020", None), ("2020", "2021"), ("2020", "2020"), (None, "2021"), ("2021-01-01", "2021"),
     "2020/?", "2021-01-01/?", "2020-01-01/P1Y", "2021/2022-01-01")
)  # fmt: skip

INSTANTS = tuple(
    instant(text)
    for text in (
        "2019-06-01",
        "2020-01-01",
        "2020-06-01",
        "2020-12-31T23:59:59.999999Z",
        "2021-01-01",
        "2021-01-01T00:00:00.000001Z",
        "2021-12-31T23:59:59.999999Z",
        "2022-01-01",
        "2023-06-01",
    )
)
"""At least one in every stretch in which nothing of the above changes."""

NOWHERE_SURE = (("2020", "2020"), ("2021-01-01", "2021"), "2020/?", "2021-01-01/?")
"""The periods over which a revision cannot act: what ends at no known instant is among them."""

Span = tuple[str | None, str | None]
State = tuple[frozenset[str], frozenset[InstanceName]]
"""Of one instant: the evidence that is effective, the instances that are withdrawn."""


def state(log: Log) -> State:
    effective = frozenset(item.name for item in log.effective())
    return effective, frozenset(t for t in log.gone() if isinstance(t, InstanceName))


# -- an operation, at one instant alone ------------------------------------------------------------


class Alone:
    """What an operation comes to at one instant, from the log before it, by its definition."""

    def __init__(self, log: Log, theory: Theory) -> None:
        self.log, self.theory = log, theory

    def base(self, *question: Sentence) -> change.Base:
        return self.log.world(*question, theory=self.theory).base()

    def without(self, dropped: change.Part) -> State:
        """The state when all items of these statements, and these instances, are given up."""
        effective, gone = state(self.log)
        lost = {i.name for i in self.log.effective() if show_sentence(says(i)) in dropped}
        return effective - lost, gone | {n for n in dropped if isinstance(n, InstanceName)}

    def contract(self, goal: Sentence, by: tuple[str, ...]) -> change.Outcome:
        return change.contract(self.base(goal), goal, selection=by)

    def retract(self, goal: Sentence, by: tuple[str, ...]) -> State:
        """What a contraction gives up, and all that supports the goal, accepted or not."""
        return self.without(self.contract(goal, by).dropped | {show_sentence(goal)})

    def revise(self, goal: Sentence, by: tuple[str, ...]) -> State:
        """Here the newcomer is in the log: what else the base has is contracted."""
        told = self.base(goal)
        others = told.only(frozenset(e.name for e in told.elements if e.says != (goal,)))
        return self.without(change.contract(others, negated(goal), selection=by).dropped)

    def consolidate(self, about: Sentence | None, by: tuple[str, ...]) -> State:
        base = self.base(*([] if about is None else [about]))
        return self.without(change.consolidate(base, selection=by, about=about).dropped)


small = precondition(lambda life: life.is_small)
"""The oracle cannot try every subset of a large base."""

# -- answers ---------------------------------------------------------------------------------------


def told(kb: Reasoner, sentence: str, valid: int, known: int) -> object:
    at = kb.at(valid=valid, known=known)
    return at.status(sentence), at.confidence(sentence)


def proved(kb: Reasoner, sentence: str, valid: int, known: int) -> object:
    at = kb.at(valid=valid, known=known)
    return at.why(sentence), tuple(at.kernels(sentence))


Answer = Callable[[Reasoner, str, int, int], object]

# -- lives -----------------------------------------------------------------------------------------


class Life(RuleBasedStateMachine):
    """A reasoner on a ledger, which `open` gives; what it was asked, and what it answered."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, int, int, dict[Answer, object]]] = []
        self.clock = instant("2030-01-01")
        self.is_small = True
        self.said: list[str] = []

    @initialize(
        text=st.sampled_from(THEORIES),
        said=st.lists(st.tuples(SENTENCES, PERIODS, SOURCES, WEIGHTS), min_size=3, max_size=5),
    )
    def begin(self, text: str, said: list[tuple[str, Any, str, float]]) -> None:
        self.kb = self.open(text)
        for sentence, valid, source, weight in said:
            self.kb.expand(sentence, valid=valid, source=source, weight=weight)
            self.said.append(sentence)

    def open(self, text: str) -> Reasoner:
        raise NotImplementedError

    def wait(self, data: st.DataObject) -> None:
        """Let time pass."""

    @property
    def operations(self) -> list[Operation]:
        return list(self.kb.ledger.operations())

    def alone(self, operations: list[Operation], valid: int) -> Alone:
        """At one instant, as known after these operations."""
        known = operations[-1].recorded if operations else 0
        return Alone(Log(operations, known, valid, max(known, self.clock)), self.kb.theory)

    def everywhere(self, operations: list[Operation] | None = None) -> Iterator[Alone]:
        found = self.operations if operations is None else operations
        return (self.alone(found, valid) for valid in INSTANTS)

    # -- steps ---

    def step(
        self,
        data: st.DataObject,
        act: Callable[[], object],
        expected: Callable[[list[Operation], Operation, int], State],
        refusal: str | None = None,
    ) -> None:
        """Carry out one operation, and judge it at each instant; or it must be refused.

        Then ask something new of the past, and of now.

        expected: the state that the operations before, and this one, lead to at an instant.
        """
        before = self.operations
        if refusal is not None:
            with pytest.raises(ReasonerError) as refused:
                act()
            assert refused.value.code == refusal
            assert self.kb.ledger.head == len(before)
        else:
            act()
            after = self.operations
            assert len(after) == len(before) + 1
            for valid in INSTANTS:
                done = state(self.alone(after, valid).log)
                assert done == expected(before, after[-1], valid), (after[-1].said, valid)
        self.check_past()
        self.ask(data)
        self.ask_now(data)
        self.wait(data)
        self.is_small = all(len(here.base().elements) <= MOST for here in self.everywhere())

    @small
    @rule(
        data=st.data(), verb=st.sampled_from(("believe", "believe", "doubt", "expand")),
        valid=PERIODS, source=SOURCES, weight=WEIGHTS,
    )  # fmt: skip
    def record(
        self, data: st.DataObject, verb: str, valid: Any, source: str, weight: float
    ) -> None:
        self.say(data, verb, self.goal(data, DENIED), valid, source, weight)

    @small
    @rule(data=st.data(), verb=st.sampled_from(("believe", "expand")), valid=PERIODS)
    def insist(self, data: st.DataObject, verb: str, valid: Any) -> None:
        """Say again what was retracted."""
        sentence = data.draw(st.sampled_from(self.said))
        with suppress(ReasonerError):
            self.kb.retract(sentence, because="it was wrong")
        self.say(data, verb, sentence, valid, "unnamed", 1)

    def say(
        self, data: st.DataObject, verb: str, sentence: str, valid: Any, source: str, weight: float
    ) -> None:
        said = {"source": source, "weight": weight, "valid": valid}
        self.said.append(sentence)
        written = parse_sentence(sentence)
        goal = negated(written) if verb == "doubt" else normal(written)
        by = None if verb == "expand" else self.automatic(goal)

        def expected(before: list[Operation], new: Operation, valid: int) -> State:
            told = self.alone([*before, told_only(new)], valid)
            (item,) = new.evidence
            if by is None or item not in told.log.effective():
                return state(told.log)
            return told.consolidate(goal, by)

        self.step(data, lambda: getattr(self.kb, verb)(sentence, **said), expected)

    def goal(self, data: st.DataObject, form: st.SearchStrategy[str]) -> str:
        """About what was said, more often than not; *form* may deny it."""
        said = data.draw(st.sampled_from(self.said) | st.sampled_from(self.said) | SENTENCES)
        return data.draw(form).format(said)

    def automatic(self, goal: Sentence) -> tuple[str, ...] | None:
        """The policy that decides on arrival: of a relation that is spoken of, else the default."""
        policies = dict(self.kb.theory.policies)
        names = sorted({atom.relation for atom in atoms(goal)})
        own = [policies[name] for name in names if name in policies] or [policies.get(None)]
        return next((each.names for each in own if each is not None and each.automatic), None)

    def declared_policy(self, goal: Sentence) -> tuple[str, ...]:
        """That of the only relation that is spoken of, else the default one, else full meet."""
        policies = dict(self.kb.theory.policies)
        names = {atom.relation for atom in atoms(goal)}
        own = policies.get(*names) if len(names) == 1 else None
        found = own or policies.get(None)
        return ("full meet",) if found is None else found.names

    @small
    @rule(data=st.data(), valid=SPANS, by=SELECTIONS)
    def contract(self, data: st.DataObject, valid: Span, by: str) -> None:
        sentence = self.goal(data, ITSELF)
        goal, names, within = normal(parse_sentence(sentence)), selection(by), exact(valid)

        def expected(before: list[Operation], _: Operation, valid: int) -> State:
            here = self.alone(before, valid)
            if valid not in within:
                return state(here.log)
            return here.without(here.contract(goal, names).dropped)

        self.step(data, lambda: self.kb.contract(sentence, by=by, valid=valid), expected)

    @small
    @rule(data=st.data(), valid=PERIODS, by=SELECTIONS, weight=WEIGHTS)
    def revise(self, data: st.DataObject, valid: Any, by: str, weight: float) -> None:
        sentence = self.goal(data, DENIED)
        goal, names = normal(parse_sentence(sentence)), selection(by)
        if any(goal in here.log.buried() for here in self.everywhere()):
            return  # what a revision by a retracted sentence does is no matter of this test

        def expected(before: list[Operation], new: Operation, valid: int) -> State:
            told = self.alone([*before, told_only(new)], valid)
            if new.evidence[0] not in told.log.effective():
                return state(told.log)
            return told.revise(goal, names)

        refusal = None
        if Decimal(str(weight)) < self.kb.theory.threshold:
            refusal = "E306"
        elif valid in NOWHERE_SURE:
            refusal = "E311"
        elif change.entails(self.alone([], 0).base(goal).only(frozenset()), Not(goal)):
            refusal = "E305"
        self.said.append(sentence)
        act = lambda: self.kb.revise(sentence, by=by, valid=valid, weight=weight)  # noqa: E731
        self.step(data, act, expected, refusal)

    @small
    @rule(data=st.data())
    def retract(self, data: st.DataObject) -> None:
        sentence = self.goal(data, ITSELF)
        goal = normal(parse_sentence(sentence))
        by = self.declared_policy(goal)

        def expected(before: list[Operation], _: Operation, valid: int) -> State:
            return self.alone(before, valid).retract(goal, by)

        goes = any(here.contract(goal, by).dropped for here in self.everywhere())
        there = goes or self.support(goal)
        act = lambda: self.kb.retract(sentence, because="it was wrong")  # noqa: E731
        self.step(data, act, expected, None if there else "E312")

    @rule(data=st.data())
    def touch(self, data: st.DataObject) -> None:
        sentence = self.goal(data, ITSELF)
        names = self.support(normal(parse_sentence(sentence)))
        self.step(
            data,
            lambda: self.kb.touch(sentence),
            lambda before, _, valid: state(self.alone(before, valid).log),
            None if names else "E312",
        )
        if names:
            assert set(self.operations[-1].said.touches) == names

    def support(self, goal: Sentence) -> set[str]:
        """What supports a sentence at some instant, be it only possibly."""
        return {
            item.name
            for here in self.everywhere()
            for operation in here.log.operations
            for item in operation.evidence
            if says(item) == goal and here.log.valid in item.said.valid.possible
            if item.name not in here.log.gone() and goal not in here.log.buried()
        }

    @small
    @rule(data=st.data(), whole=st.booleans(), by=SELECTIONS)
    def consolidate(self, data: st.DataObject, whole: bool, by: str) -> None:
        about = None if whole else self.goal(data, ITSELF)
        goal = None if about is None else normal(parse_sentence(about))

        def expected(before: list[Operation], _: Operation, valid: int) -> State:
            return self.alone(before, valid).consolidate(goal, selection(by))

        self.step(data, lambda: self.kb.consolidate(about, by=by), expected)

    @precondition(lambda self: self.is_small and self.recoverable())
    @rule(data=st.data())
    def recover(self, data: st.DataObject) -> None:
        self.undo(data, data.draw(st.sampled_from(self.recoverable())))

    @small
    @rule(data=st.data(), valid=SPANS, again=SPANS, verb=st.sampled_from(("contract", "revise")))
    def quarrel(self, data: st.DataObject, valid: Span, again: Span, verb: str) -> None:
        """A change; a revision that stands in the way of its recovery where both reach; that."""
        sentence = data.draw(st.sampled_from(self.said))
        denied = f"not ({sentence})"
        before = self.kb.ledger.head
        with suppress(ReasonerError):
            if verb == "contract":
                self.kb.contract(sentence, valid=valid)
            else:
                self.kb.revise(denied, valid=valid)
            self.kb.revise(denied if verb == "contract" else sentence, valid=again)
        for undone in self.operations[before : before + 1]:
            self.undo(data, undone)

    def undo(self, data: st.DataObject, undone: Operation) -> None:
        trials = {valid: self.trial(undone, valid) for valid in INSTANTS}
        reached = [valid for valid, trial in trials.items() if trial is not None]
        free = {valid for valid in reached if not self.is_blocked(undone, trials[valid])}

        def expected(before: list[Operation], _: Operation, valid: int) -> State:
            return state((trials[valid] if valid in free else self.alone(before, valid)).log)

        act = lambda: self.kb.recover(undone.name)  # noqa: E731
        self.step(data, act, expected, None if free else "E307")

    def recoverable(self) -> list[Operation]:
        verbs = ("contract", "revise", "consolidate", "retract")
        return [each for each in self.operations if each.said.verb in verbs]

    def trial(self, undone: Operation, valid: int) -> Alone | None:
        """The instant as it would be if the operation were undone there; None: nothing to undo."""
        here = self.alone(self.operations, valid)
        took = any(valid in each.valid for each in undone.said.withdrawals)
        took |= any(valid in each.valid for each in undone.said.tombstones)
        brought = [e.name for e in undone.evidence if valid in e.said.valid.possible]
        if not (took or brought) or not here.log.in_force(undone):
            return None
        at = Interval(valid, valid + 1)
        said = NewOperation(
            "recover",
            name="trial",
            recovers=(undone.name, (at,)),
            withdrawals=tuple(Withdrawal(name, at, Cause.RECOVERY) for name in brought),
        )
        operations = [*self.operations, Operation(0, self.operations[-1].recorded + 1, said)]
        return self.alone(operations, valid)

    def is_blocked(self, undone: Operation, trial: Alone) -> bool:
        """Whether what returns is in a conflict with what a later revision added."""
        before = self.alone(self.operations, trial.log.valid)
        effective = trial.log.effective()
        there, gone = state(before.log)
        returns = {show_sentence(says(i)) for i in effective if i.name not in there}
        returns |= {show_sentence(says(i)) for i in effective if i.name in targets_of(undone)}
        returns |= {name for name in gone if name in targets_of(undone)}
        added = {
            item.name
            for each in self.operations
            if each.seq > undone.seq and each.said.verb == "revise"
            for item in each.evidence
        }
        news = {show_sentence(says(item)) for item in effective if item.name in added}
        return any(each & returns and each & news for each in change.conflicts(trial.base()))

    # -- questions ---

    def ask(self, data: st.DataObject) -> None:
        """As of any instant so far, or a little beside it; the answer is the oracle's."""
        sentence, valid = self.goal(data, DENIED), data.draw(st.sampled_from(INSTANTS))
        recorded = data.draw(st.sampled_from([each.recorded for each in self.operations]))
        known = recorded + data.draw(st.sampled_from((0, 0, -1, 1)))
        if known > self.operations[-1].recorded:
            known = recorded  # what comes later may still be recorded then
        log, goal = Log(self.operations, known, valid, known), parse_sentence(sentence)
        status = self.kb.status(sentence, valid=valid, known=known)
        assert status.value == log.world(goal).status(goal)
        question = sentence, valid, known
        self.asked.append((*question, {each: each(self.kb, *question) for each in (told, proved)}))

    def ask_now(self, data: st.DataObject) -> None:
        sentence, valid = self.goal(data, DENIED), data.draw(st.sampled_from(INSTANTS))
        here, goal = self.alone(self.operations, valid), parse_sentence(sentence)
        world = here.log.world(goal, theory=self.kb.theory)
        assert self.kb.status(sentence, valid=valid).value == world.status(goal)

    def check_past(self, answer: Answer = told) -> None:
        """Every answer ever given is given again, and by a ledger fed with the same operations."""
        fed = MemoryLedger()
        for each in self.operations:
            again = fed.append(each.said, clock=each.recorded)
            assert (again.recorded, again.evidence) == (each.recorded, each.evidence)
        replayed = Reasoner(self.kb.theory, fed)
        for *question, answers in self.asked:
            for kb in (self.kb, replayed):
                assert answer(kb, *question) == answers[answer]

    def teardown(self) -> None:
        if self.asked:
            self.check_past()
            self.check_past(proved)


def told_only(operation: Operation) -> Operation:
    """The operation, had it given nothing up."""
    return replace(operation, said=replace(operation.said, withdrawals=()))


def targets_of(operation: Operation) -> set[str | InstanceName]:
    return {each.target for each in operation.said.withdrawals}


def selection(by: str) -> tuple[str, ...]:
    return tuple(by.split(", "))


def exact(valid: Span) -> Interval:
    start, end = (None if side is None else instant(side) for side in valid)
    return Interval(
        ALWAYS.start if start is None else start, ALWAYS.end if end is None else end
    )  # fmt: skip


# -- in memory, and on a stored ledger that crashes ------------------------------------------------


class InMemory(Life):
    """With a clock, and declarations that change."""

    def open(self, text: str) -> Reasoner:
        kb = reasoner.loads(text)
        kb.set_clock(self.clock)
        return kb

    def wait(self, data: st.DataObject) -> None:
        self.clock += data.draw(st.sampled_from((0, 0, 0, 1, 40, 200))) * DAY_US
        self.kb.set_clock(self.clock)

    @rule(text=st.sampled_from(THEORIES))
    def declare(self, text: str) -> None:
        self.kb = Reasoner(declared(text), self.kb.ledger)
        self.clock = max(self.clock, self.kb.ledger.last or 0)
        self.kb.set_clock(self.clock)


class Stored(Life):
    """In one file, which is left without a warning and opened again."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0  # what it does is done now
        self.folder = tempfile.TemporaryDirectory()
        self.left: list[Reasoner] = []  # as they were, open

    def open(self, text: str) -> Reasoner:
        self.text = text
        return reasoner.loads(text, Path(self.folder.name) / "ledger.db")

    @rule(text=st.none() | st.sampled_from(THEORIES))
    def crash(self, text: str | None) -> None:
        """And open it again, perhaps under other declarations."""
        self.left.append(self.kb)
        self.kb = self.open(text or self.text)
        self.check_past()

    def teardown(self) -> None:
        super().teardown()
        for kb in (*self.left, *([self.kb] if hasattr(self, "kb") else [])):
            kb.close()
        self.folder.cleanup()


SETTINGS = settings(
    max_examples=MACHINES,
    stateful_step_count=STEPS,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_in_memory_the_past_stays_as_it_was_and_each_operation_is_that_of_its_instants():
    run_state_machine_as_test(InMemory, settings=SETTINGS)


def test_on_a_stored_ledger_too_through_crashes_and_other_declarations():
    run_state_machine_as_test(Stored, settings=SETTINGS)
