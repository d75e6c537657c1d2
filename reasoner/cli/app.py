"""The command: its exit codes, and what all its verbs share."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

import typer


class Code(IntEnum):
    """What the exit code says; of several files the worst one counts."""

    WELL = 0
    FAILED = 1  # an expectation was not met
    BAD_INPUT = 2
    GAVE_UP = 3  # too long, too many, or interrupted
    BUG = 4  # the reasoner itself failed


app = typer.Typer(
    help="Beliefs with reasons: carry out rule files, check them, and keep ledgers.",
    epilog="Exit code: 0 all well, 1 an expectation failed, 2 bad input, 3 gave up, "
    "4 internal error.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            typer.echo(f"reasoner {version('reasoner')}")
        except PackageNotFoundError:
            typer.echo("reasoner, not installed")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None: ...
