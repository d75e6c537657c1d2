"""Facts in bulk: a table into a ledger."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .app import AsJson
from .ledger import LedgerFile, counted, declared, ledger
from .outcome import existing, outcome

if TYPE_CHECKING:
    from ..transfer import Columns


Table = Annotated[str, typer.Argument(metavar="FILE", help="CSV, or Parquet (.parquet).")]
Relation = Annotated[str, typer.Option(help="Of which each row is a fact.")]
Arguments = Annotated[
    str,
    typer.Option(metavar="A,B", help="Those with its arguments, in its order; else as it does."),
]
Text = Annotated[
    list[str], typer.Option(metavar="COLUMN", help="Text, whatever it looks like; repeatable.")
]
From = Annotated[
    str | None, typer.Option("--from", metavar="COLUMN", help="When it begins to hold.")
]
To = Annotated[
    str | None, typer.Option("--to", metavar="COLUMN", help="When it ends; `?` is unknown.")
]
Column = Annotated[str | None, typer.Option(metavar="COLUMN")]
Truth = Annotated[str | None, typer.Option(metavar="COLUMN", help="`false` denies the fact.")]
Source = Annotated[str | None, typer.Option(help="The source of all rows.")]
Zone = Annotated[
    str | None, typer.Option(help="Of date-times that name none, such as Europe/Berlin.")
]
Delimiter = Annotated[str, typer.Option(help="Of CSV: one character, or `tab`.")]
NoHeader = Annotated[bool, typer.Option("--no-header", help="The columns are 1, 2, and so on.")]


@ledger.command()
def load(
    path: LedgerFile,
    file: Table,
    relation: Relation,
    columns: Arguments = "",
    text: Text = [],  # noqa: B006 (typer makes a new one)
    start: From = None,
    end: To = None,
    source: Column = None,
    source_name: Source = None,
    weight: Column = None,
    reliability: Column = None,
    type: Column = None,
    label: Column = None,
    origin: Column = None,
    agent: Column = None,
    session: Column = None,
    truth: Truth = None,
    zone: Zone = None,
    delimiter: Delimiter = ",",
    no_header: NoHeader = False,
    as_json: AsJson = False,
) -> None:
    """Record each row of a table as evidence for a fact: all of them, or none.

    A cell is a number or a date where the language reads it so, and else text.
    """
    from ..transfer import Columns

    arguments = tuple(name.strip() for name in columns.split(",") if name.strip())
    mapping = Columns(
        relation, arguments, tuple(text), start, end, source, weight, reliability, type, label,
        origin, agent, session, truth, source_name, zone,
    )  # fmt: skip
    _load(path, file, mapping, _delimiter(delimiter), header=not no_header, as_json=as_json)


def _load(
    path: str, file: str, mapping: Columns, delimiter: str, *, header: bool, as_json: bool
) -> None:
    from ..report import bar
    from ..transfer import load_facts

    with outcome(as_json=as_json) as said, existing(path) as stored:
        theory = declared(stored, path)
        with bar(sys.stderr, "loading") as watch:
            loaded = load_facts(
                stored, theory, Path(file), mapping,
                delimiter=delimiter, header=header, watch=watch,
            )  # fmt: skip
        said.data["loaded"] = loaded
        said.say(f"loaded {counted(loaded, 'fact')} of {mapping.relation} into {path}")


def _delimiter(text: str) -> str:
    delimiter = {"tab": "\t", "\\t": "\t"}.get(text, text)
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise typer.BadParameter("must be one character, or `tab`", param_hint="--delimiter")
    return delimiter
