"""The command line: arguments -> a verb -> a report, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

if TYPE_CHECKING:
    from . import Limits, ReasonerError, Reply
    from .report import Json, Line


class Code(IntEnum):
    """What the exit code says; of several files the worst decides."""

    WELL = 0
    FAILED = 1  # an expectation was not met
    BAD_INPUT = 2
    GAVE_UP = 3  # too long, too much, or interrupted


app = typer.Typer(
    help="Beliefs with reasons: run rule files, or check them.",
    epilog="Exit code: 0 all well, 1 an expectation failed, 2 bad input, 3 gave up.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Files = Annotated[list[str], typer.Argument(metavar="FILE…", help="Rule files (`.bel`).")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def main() -> None:
    """The command `reasoner`. All output is UTF-8, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, _Reconfigurable):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    app()


@app.callback()
def _options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    pass
