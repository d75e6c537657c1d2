"""What can go wrong: where in the text it is, what it is, and one thing to do next.

Codes: E1 text, E2 names and types, E3 logic, E4 solver, E5 files. One class per code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Source:
    """A text under the name that messages give it."""

    name: str
    text: str = field(repr=False)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source: lines and columns count from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    source: Source = field(compare=False, repr=False)

    def excerpt(self) -> str:
        """The place, its line, and carets under it."""
        lines = self.source.text.split("\n")
        text = lines[self.line - 1].rstrip("\r") if self.line <= len(lines) else ""
        gutter = " " * len(str(self.line))
        last = self.end_column if self.end_line == self.line else len(text) + 1
        carets = "^" * max(1, min(last, len(text) + 1) - self.column)
        pad = "".join("\t" if c == "\t" else " " for c in text[: self.column - 1])
        return (
            f"{gutter}--> {self.source.name}:{self.line}:{self.column}\n"
            f"{gutter} |\n{self.line} | {text}\n{gutter} | {pad}{carets}"
        )


class ReasonerError(Exception):
    """Any mistake the reasoner reports; the parts of its message are its data.

    Attributes:
        code: the error's number, as in the message.
        message: what is wrong, in one line.
        help: one thing that can be done at once, or None.
        span: where, or None for what came through Python.
    """

    code: ClassVar[str] = "E000"

    def __init__(self, message: str, *, help: str | None = None, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.span = span

    @property
    def errors(self) -> tuple[ReasonerError, ...]:
        """The single mistakes: this one, unless it stands for several."""
        return (self,)

    def __str__(self) -> str:
        parts = [f"error[{self.code}]: {self.message}"]
        if self.span is not None:
            parts.append(self.span.excerpt())
        if self.help is not None:
            parts.append(f"help: {self.help}")
        return "\n".join(parts)


class Mistakes(ReasonerError):
    """All mistakes of one text, in the order of the text."""

    def __init__(self, errors: Iterable[ReasonerError]) -> None:
        self._errors = tuple(
            sorted(errors, key=lambda e: (e.span is None, e.span or _NOWHERE, e.code, e.message))
        )
        super().__init__(f"{len(self._errors)} mistakes")

    @property
    def errors(self) -> tuple[ReasonerError, ...]:
        return self._errors

    def __str__(self) -> str:
        return "\n\n".join(str(error) for error in self._errors)


_NOWHERE = Span(0, 0, 0, 0, Source("", ""))


# -- E2: names and types ---------------------------------------------------------------------------


class UnknownRelation(ReasonerError):
    """Nothing declares the relation."""

    code = "E201"


class WrongArity(ReasonerError):
    """More or fewer arguments than the relation has."""

    code = "E202"


class AlreadyDeclared(ReasonerError):
    """A second declaration of what has one."""

    code = "E203"


class UnknownSource(ReasonerError):
    """Nothing declares the source."""

    code = "E204"


class UnknownAgent(ReasonerError):
    """Nothing declares the agent."""

    code = "E205"


class UnknownArgument(ReasonerError):
    """A relation has no argument of that name."""

    code = "E206"


class DuplicateArgument(ReasonerError):
    """Two arguments of one relation have one name."""

    code = "E207"


class WrongProperty(ReasonerError):
    """A relation cannot have the property, for what its arguments are."""

    code = "E208"


class SortClash(ReasonerError):
    """One constant or variable stands for two sorts."""

    code = "E209"


class DuplicateLabel(ReasonerError):
    """Two of evidence, operations and rules have one label."""

    code = "E210"


class UnknownLabel(ReasonerError):
    """No operation, evidence or rule of the needed kind has the label."""

    code = "E211"


class UnknownRank(ReasonerError):
    """`rank` names nothing that can be ranked."""

    code = "E212"


class UnknownPolicy(ReasonerError):
    """No selection has the name."""

    code = "E213"


class UnknownType(ReasonerError):
    """Nothing declares the type of evidence."""

    code = "E214"


class OutOfRange(ReasonerError):
    """A number outside what its place allows."""

    code = "E215"


class NotAValue(ReasonerError):
    """A Python value that no constant can stand for."""

    code = "E216"


class NotAnInstant(ReasonerError):
    """A value that names no instant or interval."""

    code = "E219"


# -- E3: logic -------------------------------------------------------------------------------------


class UnsafeVariable(ReasonerError):
    """A variable of a rule or constraint that its body does not bind."""

    code = "E301"


class NotInRule(ReasonerError):
    """`not` in the body of a rule or constraint."""

    code = "E302"


class CyclicRank(ReasonerError):
    """Ranks that go round in a circle."""

    code = "E303"


class NoModel(ReasonerError):
    """A background that contradicts itself."""

    code = "E304"


class Refused(ReasonerError):
    """A sentence that the background contradicts."""

    code = "E305"


class TooWeak(ReasonerError):
    """A revision by evidence that would not be accepted."""

    code = "E306"


class NotRecoverable(ReasonerError):
    """A recovery that cannot be: of what, or why not."""

    code = "E307"


class NothingToChoose(ReasonerError):
    """An operation under the policy `surface`, which chooses nothing."""

    code = "E309"


# -- E4: the solver --------------------------------------------------------------------------------


class SolveTimeout(ReasonerError):
    """Out of time; `.found` holds the answer sets so far."""

    code = "E401"

    def __init__(
        self, message: str, *, help: str | None = None, found: tuple[object, ...] = ()
    ) -> None:
        super().__init__(message, help=help)
        self.found = found


class TooManyAnswers(ReasonerError):
    """More answer sets than allowed; `.found` holds those."""

    code = "E402"

    def __init__(self, limit: int, found: tuple[object, ...]) -> None:
        super().__init__(
            f"more than {limit} answer sets",
            help="allow more with `limits=Limits(answers=…)`, or `--answers` on the command line",
        )
        self.found = found


class GroundingFailed(ReasonerError):
    """A rule program could not be grounded."""

    code = "E404"


# -- queries ---------------------------------------------------------------------------------------


class UnsafeQuery(ReasonerError):
    """A variable of a query that nothing gives a value."""

    code = "E308"


class QueryTimeout(ReasonerError):
    """A query took longer than its limit."""

    code = "E403"


class QueryTooLarge(ReasonerError):
    """A query has more answers than its limit."""

    code = "E405"


# -- E5: files -------------------------------------------------------------------------------------


class UnreadableFile(ReasonerError):
    """A file cannot be opened, read or written."""

    code = "E501"


class NotALedger(ReasonerError):
    """The file is there, and it is something else."""

    code = "E502"


class NewerLedger(ReasonerError):
    """A later version wrote the ledger."""

    code = "E503"


class DamagedLedger(ReasonerError):
    """What is stored is not what was written."""

    code = "E504"


class LedgerBusy(ReasonerError):
    """Another program has held the ledger for too long."""

    code = "E505"


class LedgerMoved(ReasonerError):
    """Someone wrote between the reading and the writing."""

    code = "E506"


class DuplicateName(ReasonerError):
    """An operation or evidence has the name already."""

    code = "E507"


class ClockBackwards(ReasonerError):
    """The clock was set to an instant before the one it showed."""

    code = "E508"


class StoredClock(ReasonerError):
    """A clock was set on a stored ledger."""

    code = "E509"


class Unstorable(ReasonerError):
    """A text or sentence that no file can hold."""

    code = "E510"


class WeightsTooLarge(ReasonerError):
    """The weights to compare add up to more than the solver can sum."""

    code = "E406"


# -- E1: text --------------------------------------------------------------------------------------


class UnexpectedText(ReasonerError):
    """Something that cannot stand where it does."""

    code = "E101"


class UnknownStatement(ReasonerError):
    """A statement begins with no word of the language."""

    code = "E102"


class NotYet(ReasonerError):
    """The language has it, and this version does not."""

    code = "E103"


class EmptyInterval(ReasonerError):
    """An interval that ends before it begins, or as it begins."""

    code = "E104"


class BadInstant(ReasonerError):
    """A date or date-time that does not exist, or is not written as one."""

    code = "E105"


class BadText(ReasonerError):
    """A text in quotes that does not end, or holds an unknown escape; or no text at all."""

    code = "E106"


class BadNumber(ReasonerError):
    """Not a number, or not one of the kind that is needed."""

    code = "E107"


class VariableHere(ReasonerError):
    """A variable where only a value can stand."""

    code = "E108"


class NeedsBrackets(ReasonerError):
    """`if` and `iff` in a row, which could be read in two ways."""

    code = "E109"


class TooDeep(ReasonerError):
    """A sentence nested deeper than any person nests."""

    code = "E110"


class SaidTwice(ReasonerError):
    """A clause that its statement has already, or that must stand before another."""

    code = "E111"


class ReservedName(ReasonerError):
    """A relation called by a word that begins sentences."""

    code = "E112"


class UnknownWord(ReasonerError):
    """A unit or a granularity that the language does not have."""

    code = "E113"
