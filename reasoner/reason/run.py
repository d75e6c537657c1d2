"""A whole text, statement by statement: operations are carried out, questions answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, assert_never

from ..answer import Belief, Change, Explanation, Moment, Rectangle, Status, Stretch, Why
from ..errors import ReasonerError, SolveTimeout, TooManyAnswers, UnreadableFile
from ..ledger.entries import Ledger
from ..solve import Limits
from ..syntax import show
from ..syntax.tree import (
    Believe,
    Clock,
    Conflicts,
    Consolidate,
    Contract,
    Declaration,
    Expectation,
    ExpectConflicts,
    ExpectEntailed,
    ExpectQuery,
    ExpectSets,
    ExpectStatus,
    Explain,
    Instants,
    Program,
    Query,
    Question,
    Recover,
    Refuse,
    Retract,
    Revise,
    StatementNode,
    Suppose,
    Touch,
)
from ..theory import build, declarations, theory_of
from .background import require_background
from .checking import checked, understood
from .query import Binding
from .reasoner import Reasoner

Answer = (
    Change | Status | bool | str | Why | Explanation | tuple[tuple[Belief, ...], ...]
    | tuple[Moment, ...] | tuple[Stretch, ...] | tuple[Rectangle, ...] | tuple[Binding, ...] | None
)  # fmt: skip

Found = Iterator[tuple[Belief, ...]]
Watch = Callable[[Found], Found]
"""Stands between a search and what is done with the sets it finds, to show how many they are."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What one statement came to.

    answer: a Change for an operation, the answer for a question, what was found for an
        expectation; None for the clock.
    met: for an expectation, whether it held; None for everything else.
    why: for a status that was not the expected one, why it is what it is.
    depth: how many `suppose` it stands in.
    """

    statement: StatementNode
    answer: Answer
    met: bool | None = None
    why: Why | None = None
    depth: int = 0


def read(path: str | Path, *, stored: bool = False) -> Program:
    """Read a rule file; *stored*: for a ledger, which may have any label that the file has not.

    Raises: UnreadableFile, E501; Mistakes, when some of it does not parse: all that is wrong.
    """
    try:
        text = Path(path).read_bytes().decode()  # as it is: `\r` in a text is not `\n`
    except (OSError, UnicodeError) as failure:
        reason = getattr(failure, "strerror", None) or "it is not text in UTF-8"
        raise UnreadableFile(
            f"cannot read `{path}`: {reason}", help="give the path of a rule file (`.bel`)"
        ) from None
    return understood(text, str(path), ledger_names=lambda _: stored)


def run(
    program: Program,
    ledger: Ledger | None = None,
    *,
    limits: Limits | None = None,
    watch: Watch = iter,
) -> Iterator[Reply]:
    """Check a program, then carry it out, one reply a statement (declarations have none).

    watch: sees the sets that `kernels`, `remainders` and `conflicts` find, one by one.
    Raises: Mistakes before anything is done; later, what an operation refuses, with its place:
        then all before it is done and nothing after it.
    """
    theory = checked(program, ledger, limits=limits)
    reasoner = Reasoner(theory, ledger, limits=limits)
    yield from Run(reasoner, declarations(program), watch).replies(program.statements)


@dataclass(frozen=True, slots=True)
class Run:
    """Carries out statements on a reasoner whose declarations are given."""

    reasoner: Reasoner
    declared: tuple[Declaration, ...]
    watch: Watch = iter
    depth: int = 0

    def replies(self, statements: tuple[StatementNode, ...]) -> Iterator[Reply]:
        for statement in statements:
            try:
                yield from self._one(statement)
            except ReasonerError as error:
                if error.span is None:
                    error.span = statement.span
                error.stopped = error.stopped or statement.span
                raise

    def _one(self, node: StatementNode) -> Iterator[Reply]:
        if isinstance(node, Declaration):
            return
        if isinstance(node, Expectation):
            yield self._expect(node)
            return
        match node:
            case (
                Believe() | Contract() | Revise() | Retract() | Touch() | Recover() | Consolidate()
            ):
                yield self._reply(node, self.reasoner.execute(node))
            case Clock():
                self.reasoner.set_clock(node.instant)
                yield self._reply(node, None)
            case Suppose():
                with self._scope(node.statements) as inner:
                    yield from inner.replies(node.statements)
            case Question() | Conflicts() | Query() | Explain():
                yield self._reply(node, self._answer(node))
            case _:
                assert_never(node)

    # -- questions ---

    def _answer(self, node: Question | Conflicts | Query | Explain) -> Answer:
        match node:
            case Explain():
                return self.reasoner.explain(node.operation.text)
            case Conflicts():
                instants = _instants(node.instants)
                return self._listed(self.reasoner.conflicts(ever=node.ever, **instants))
            case Query():
                return self.reasoner.bindings(node, **_instants(node.instants))
            case Question(verb="stretches" | "timeline"):
                ask = getattr(self.reasoner, node.verb)
                along: Answer = ask(node.sentence, known=node.instants.known)
                return along
            case Question():
                ask = getattr(self.reasoner, node.verb)
                answer: Answer | Found
                answer = ask(node.sentence, **_instants(node.instants))
                return self._listed(answer) if isinstance(answer, Iterator) else answer

    # -- expectations ---

    def _expect(self, node: Expectation) -> Reply:
        match node:
            case ExpectStatus():
                found = self.reasoner.status(node.sentence, **_instants(node.instants))
                met = found.value == node.status
                return self._reply(node, found, met, None if met else self._why(node))
            case ExpectEntailed():
                entailed = self.reasoner.entails(node.sentence, **_instants(node.instants))
                met = entailed is node.entailed
                return self._reply(node, entailed, met, None if met else self._why(node))
            case ExpectSets():
                ask = getattr(self.reasoner, node.verb)
                sets = self._listed(ask(node.sentence, **_instants(node.instants)))
                wanted = {frozenset(map(show, names)) for names in node.sets}
                named = {frozenset(belief.name for belief in part) for part in sets}
                return self._reply(node, sets, named == wanted)
            case ExpectConflicts():
                instants = _instants(node.instants)
                conflicts = self._listed(self.reasoner.conflicts(ever=node.ever, **instants))
                return self._reply(node, conflicts, len(conflicts) == node.count)
            case ExpectQuery():
                query = node.query
                bindings = self.reasoner.bindings(query, **_instants(query.instants))
                met = {frozenset(b) for b in bindings} == {frozenset(b) for b in node.bindings}
                return self._reply(node, bindings, met)
            case Refuse():
                return self._refuse(node)

    def _why(self, node: ExpectStatus | ExpectEntailed) -> Why | None:
        """Why an expectation failed; None when that would take too long to say."""
        try:
            return self.reasoner.why(node.sentence, **_instants(node.instants))
        except (SolveTimeout, TooManyAnswers):
            return None

    def _refuse(self, node: Refuse) -> Reply:
        """Try the statement in a sandbox: it must be refused, and not for want of time."""
        statements = (node.statement,)
        try:
            taken = self.reasoner.ledger.find
            build(Program(statements), outer=self.declared, ledger_names=lambda n: bool(taken(n)))
            with self._scope(statements) as inner:
                for _ in inner.replies(statements):
                    pass
        except ReasonerError as refusal:
            if refusal.code.startswith("E4"):
                raise
            return self._reply(node, str(refusal), met=True)
        return self._reply(node, None, met=False)

    @contextmanager
    def _scope(self, statements: tuple[StatementNode, ...]) -> Iterator[Run]:
        """A sandbox in which the declarations among *statements* hold too."""
        inner = declarations(Program(statements))
        declared = self.declared + inner
        theory = theory_of(declared) if inner else self.reasoner.theory
        if inner:
            require_background(theory)
        with self.reasoner.suppose(theory) as sandbox:
            yield Run(sandbox, declared, self.watch, self.depth + 1)

    def _listed(self, parts: Found) -> tuple[tuple[Belief, ...], ...]:
        """All of them, smallest first, then by name."""
        found: list[tuple[Belief, ...]] = []
        try:
            for part in self.watch(parts):
                found.append(part)
        except (SolveTimeout, TooManyAnswers) as error:
            error.found = tuple(found)
            raise
        return tuple(sorted(found, key=lambda part: (len(part), part)))

    def _reply(
        self, node: StatementNode, answer: Answer, met: bool | None = None, why: Why | None = None
    ) -> Reply:
        return Reply(node, answer, met, why, self.depth)


class _Instants(TypedDict):
    valid: int | None
    known: int | None


def _instants(instants: Instants) -> _Instants:
    return {"valid": instants.valid, "known": instants.known}
