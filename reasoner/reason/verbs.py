"""The verbs: each operation reads a view, and appends one entry to the ledger."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from decimal import Decimal

from ..answer import Belief, Change, ChangeOver
from ..errors import LedgerMoved, NothingThere, NotRecoverable, TooWeak
from ..ledger.entries import (
    ITSELF,
    Cause,
    Ledger,
    NewEvidence,
    NewOperation,
    Operation,
    Tombstone,
)
from ..solve import Limits
from ..syntax import show
from ..syntax.tree import (
    Believe,
    Clauses,
    Consolidate,
    Constant,
    Contract,
    Kind,
    Literal,
    Name,
    Recover,
    Retract,
    Revise,
    Selection,
    Sentence,
    Touch,
)
from ..theory.model import Theory
from ..theory.normal import normal
from ..time import ALWAYS, Interval, Period
from ..view import View, words
from .consolidating import Consolidation, consolidated
from .contraction import Choice
from .functions import Function
from .policy import automatic, nothing_to_choose, selection
from .recovery import recovery
from .retracting import displaced, retracted, supporting
from .revising import conditionals, contracted, decided, effective_millionths, revised
from .sequence import Sequenced

Operating = Believe | Contract | Revise | Retract | Touch | Recover | Consolidate

_PAUSE_S = 0.001  # before an operation is solved again because another writer came between


@dataclass(frozen=True, slots=True)
class Verbs:
    """One operation on one ledger under one theory.

    clock: what the clock reads, for ages; stands_still: the ledger is to record at that instant.
    function: a selection or incision function that chooses, instead of what is named.
    """

    ledger: Ledger
    theory: Theory
    session: str
    clock: int
    stands_still: bool
    limits: Limits
    function: Function | None = None

    def execute(self, node: Operating) -> Change:
        """Carry out one operation; on any error the ledger is as it was.

        Raises: whatever the operation refuses; LedgerMoved when other writers keep coming until
            the limit of time is over.
        """
        pause = _PAUSE_S
        while True:
            try:
                return self._once(node)
            except LedgerMoved:
                if self.limits.left() < pause:
                    raise
            time.sleep(pause)
            pause *= 1.5

    def _once(self, node: Operating) -> Change:
        match node:
            case Believe():
                return self._believe(node)
            case Contract():
                return self._contract(node)
            case Revise():
                return self._revise(node)
            case Retract():
                return self._retract(node)
            case Touch():
                return self._touch(node)
            case Recover():
                return self._recover(node)
            case Consolidate():
                return self._consolidate(node)

    # -- verbs ---

    def _believe(self, node: Believe) -> Change:
        said = self._evidence(node.sentence, node.clauses, _text(node.label))
        if node.verb == "doubt":
            said = replace(said, supports=False, sentence=node.sentence)
        head = self.ledger.head
        choice = None if node.verb == "expand" else automatic(self.theory, said.sentence)
        done = Sequenced(())
        if choice is not None:
            done = decided(self._view(), said, choice, self.limits)
        entry = NewOperation(node.verb, name=said.name, goal=said.text, evidence=(said,))
        withdrawals = done.withdrawals(Cause.SUPERSEDED)
        if choice is None or not withdrawals:
            recorded = self._append(entry, head)
            return Change(recorded.name, node.verb, said.text, added=_added(recorded))
        entry = replace(
            entry,
            selection=", ".join(choice.shown),
            withdrawals=withdrawals,
        )
        return self._finish(entry, head, choice, done.over)

    def _contract(self, node: Contract) -> Change:
        head, view = self.ledger.head, self._view()
        written = tuple(normal(sentence) for sentence in node.sentences)
        choice = self._choose(written, node.selection)
        within = node.valid or ALWAYS
        done = contracted(view, written, choice, within, self.limits, together=node.together)
        entry = NewOperation(
            "contract",
            name=_text(node.label),
            goal=", ".join(map(show, node.sentences)),
            selection=", ".join(choice.shown),
            agent=_text(node.agent),
            reason=node.because,
            evidence=conditionals(view, done, written) if node.keeping_recovery else (),
            withdrawals=done.withdrawals(Cause.CONTRACTION),
            outcome=_asked(node.sentences, node.together, within),
        )
        return self._finish(entry, head, choice, done.over)

    def _retract(self, node: Retract) -> Change:
        head, view = self.ledger.head, self._view()
        goal = normal(node.sentence)
        choice = selection(self.theory, (goal,), None)
        if "surface" in choice.policies:
            choice = Choice()
        done = contracted(view, (goal,), choice, ALWAYS, self.limits)
        entry = NewOperation(
            "retract",
            name=_text(node.label),
            goal=show(node.sentence),
            selection=", ".join(choice.shown),
            agent=_text(node.agent),
            reason=node.because,
            withdrawals=retracted(view, goal, done),
            tombstones=(Tombstone(goal, ALWAYS),),
            outcome=_asked((node.sentence,), False, ALWAYS),
        )
        change = self._finish(entry, head, choice, done.over)
        return replace(change, note=displaced(self.ledger, entry.withdrawals))

    def _touch(self, node: Touch) -> Change:
        head, goal = self.ledger.head, normal(node.sentence)
        names = supporting(self._view(), goal)
        if not names:
            raise NothingThere(
                f"nothing supports `{show(node.sentence)}`: nothing to touch",
                help="touch what was said, in the words in which it was said",
                span=node.span,
            )
        entry = NewOperation(
            "touch", name=_text(node.label), goal=show(node.sentence), touches=names
        )
        return Change(self._append(entry, head).name, "touch", entry.goal)

    def _revise(self, node: Revise) -> Change:
        head, view = self.ledger.head, self._view()
        said = self._evidence(node.sentence, node.clauses, _text(node.label))
        if effective_millionths(said.weight, said.reliability) < view.threshold:
            raise TooWeak(
                f"weight {said.weight} with reliability {said.reliability} is under the threshold "
                f"{self.theory.threshold}: `{said.text}` would not be believed",
                help="write `believe`, which records it all the same and gives nothing up",
                span=node.span,
            )
        goals = (normal(node.sentence),)
        choice = selection(self.theory, goals, node.selection, self.function)
        surfaces = "surface" in choice.policies
        done = Sequenced(()) if surfaces else revised(view, said, choice, self.limits)
        entry = NewOperation(
            "revise",
            name=said.name,
            goal=said.text,
            selection=", ".join(choice.shown),
            agent=said.agent,
            evidence=(said,),
            withdrawals=done.withdrawals(Cause.CONTRADICTION),
        )
        return self._finish(entry, head, choice, done.over)

    def _recover(self, node: Recover) -> Change:
        head = self.ledger.head
        operation = self.ledger.find(node.operation.text)
        if operation is None:
            raise NotRecoverable(
                f"no operation is called `{node.operation.text}`",
                help="name an operation by its label, or as its answer named it (`op3`)",
                span=node.operation.span,
            )
        found = recovery(self.ledger, self.theory, operation, self.clock, self.limits)
        entry = found.entry(_text(node.label), self.session)
        recorded = self._append(entry, head)
        later = [o.name for o in self.ledger.operations() if _chose_after(o, operation)]
        note = ""
        if later:
            note = "decided while it was gone: " + ", ".join(f"`{name}`" for name in later)
        return Change(
            recorded.name, "recover", operation.name,
            restored=found.restored, blocked=found.blocked, note=note,
        )  # fmt: skip

    def _consolidate(self, node: Consolidate) -> Change:
        head, view = self.ledger.head, self._view()
        about = normal(node.sentence) if node.sentence is not None else None
        choice = self._choose(() if about is None else (about,), node.selection)
        wanted = Consolidation(about, node.conflict)
        done = consolidated(view, wanted, choice, self.limits)
        over = tuple(piece for each in done for piece in each.over if piece.entailed)
        entry = NewOperation(
            "consolidate",
            name=_text(node.label),
            goal=_goal(node),
            selection=", ".join(choice.shown),
            withdrawals=tuple(w for each in done for w in each.withdrawals(Cause.CONTRADICTION)),
        )
        change = self._finish(entry, head, choice, over)
        if about is None or view.statement(about) is not None:
            return change
        return replace(change, note=f"no evidence says `{show(about)}` itself")

    # -- parts ---

    def _view(self) -> View:
        return View(self.ledger, self.theory, clock=self.clock)

    def _choose(self, goals: tuple[Sentence, ...], named: Selection | None) -> Choice:
        choice = selection(self.theory, goals, named, self.function)
        if "surface" in choice.policies:
            raise nothing_to_choose()
        return choice

    def _evidence(self, sentence: Sentence, clauses: Clauses, name: str | None) -> NewEvidence:
        source = clauses.source.text if clauses.source is not None else "unnamed"
        reliability = clauses.reliability
        if reliability is None:
            reliability = dict(self.theory.sources).get(source, Decimal(1))
        return NewEvidence(
            normal(sentence),
            show(sentence),
            name=name,
            source=source,
            agent=_text(clauses.agent),
            weight=Decimal(1) if clauses.weight is None else clauses.weight,
            reliability=reliability,
            type=clauses.type.text if clauses.type is not None else self._type(sentence),
            valid=clauses.valid or Period(),
            origin=None if clauses.origin is None else _plain(clauses.origin),
            session=self.session,
        )

    def _type(self, sentence: Sentence) -> str:
        """A literal's evidence has the type of its relation, a compound's that of a fact."""
        if isinstance(sentence, Literal):
            relation = self.theory.relation(sentence.atom.relation)
            return relation.type if relation is not None else "fact"
        return "fact"

    def _append(self, entry: NewOperation, head: int) -> Operation:
        """The one place where a verb writes."""
        entry = replace(entry, session=self.session, theory=self._unrecorded())
        clock = self.clock if self.stands_still else None
        return self.ledger.append(entry, expecting=head, clock=clock)

    def _unrecorded(self) -> str | None:
        """The text of the theory, when the ledger does not have it as the last."""
        return None if self.ledger.declared() == self.theory.text else self.theory.text

    def _finish(
        self,
        entry: NewOperation,
        head: int,
        choice: Choice,
        over: tuple[ChangeOver, ...],
    ) -> Change:
        outcome = json.loads(entry.outcome) | {
            "possible": all(piece.possible for piece in over),
            "entailed": any(piece.entailed for piece in over),
            "clock": self.clock,
            "selection": list(choice.shown),
            "function": type(self.function).__name__ if self.function is not None else None,
        }
        recorded = self._append(replace(entry, outcome=json.dumps(outcome, sort_keys=True)), head)
        over = tuple(_named(piece, recorded) for piece in over)
        return Change(
            recorded.name, entry.verb, entry.goal, choice.shown, over, added=_added(recorded)
        )


def _asked(sentences: tuple[Sentence, ...], together: bool, within: Interval) -> str:
    """What a contraction was to achieve, so that it can be read again."""
    return json.dumps({
        "goals": list(map(show, sentences)),
        "together": together,
        "valid": [within.start, within.end],
    })  # fmt: skip


def _plain(origin: Constant) -> str:
    """An origin as a table has it, too: text without quotes, all else as it was written."""
    return str(origin.value) if origin.kind is Kind.TEXT else origin.spelling


def _text(name: Name | None) -> str | None:
    return None if name is None else name.text


def _goal(node: Consolidate) -> str:
    if node.conflict is not None:
        return "{ " + ", ".join(map(show, node.conflict)) + " }"
    return "" if node.sentence is None else show(node.sentence)


def _named(piece: ChangeOver, operation: Operation) -> ChangeOver:
    """What was done, with the newcomer under the name that the ledger gave it."""
    named = tuple(
        Belief(operation.evidence[0].name, each.text) if each.name == ITSELF else each
        for each in piece.dropped
    )
    return replace(piece, dropped=named)


def _added(operation: Operation) -> tuple[Belief, ...]:
    """The evidence of an operation; what attacks a sentence says its negation."""
    return tuple(Belief(each.name, words(each.said)) for each in operation.evidence)


def _chose_after(each: Operation, operation: Operation) -> bool:
    return each.seq > operation.seq and bool(each.said.withdrawals) and each.said.verb != "recover"
