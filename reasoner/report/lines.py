"""One line of a report, as plain text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class Role(Enum):
    """What a line is; a terminal may show each in its own way."""

    STATEMENT = "statement"
    ANSWER = "answer"
    DETAIL = "detail"
    FAILURE = "failure"
    SUMMARY = "summary"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; indent: in steps of two spaces; within: how many `suppose` it stands in."""

    text: str
    role: Role = Role.ANSWER
    indent: int = 0
    within: int = 0

    def inside(self, depth: int) -> Line:
        """The line as it stands inside *depth* sandboxes."""
        return replace(self, within=depth)


def plain(line: Line) -> str:
    """The line without colours; what happened inside `suppose` has a bar before it."""
    return "| " * line.within + "  " * line.indent + line.text
