"""An error: where in the text it is, what it is, and one thing to do next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A text under the name that messages give it; of a large file only from line *first* on."""

    name: str
    text: str = field(repr=False)
    first: int = 1


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
        index = self.line - self.source.first
        text = lines[index].rstrip("\r") if index < len(lines) else ""
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
        stopped: the statement at which a file stopped, all before it being done; None for what
            was found before the file was carried out.
    """

    code: str = "E000"

    def __init__(self, message: str, *, help: str | None = None, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.span = span
        self.stopped: Span | None = None

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
        if len(self._errors) == 1:
            (only,) = self._errors
            self.code, self.message = only.code, only.message
            self.help, self.span = only.help, only.span

    @property
    def errors(self) -> tuple[ReasonerError, ...]:
        return self._errors

    def __str__(self) -> str:
        return "\n\n".join(str(error) for error in self._errors)


_NOWHERE = Span(0, 0, 0, 0, Source("", ""))
