"""Ledgers: exported, imported, filled with facts, verified."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import UnknownRelation, UnreadableFile
from ..files import user_path
from .app import AsJson, app
from .outcome import existing, outcome, whole_file

if TYPE_CHECKING:
    from ..ledger import SqliteLedger
    from ..theory.model import Relation, Theory
    from ..transfer import Facts

ledger = typer.Typer(help="Export, import, load, verify a stored ledger.", no_args_is_help=True)
app.add_typer(ledger, name="ledger")

LedgerFile = Annotated[str, typer.Argument(metavar="LEDGER", help="The file of a stored ledger.")]
Known = Annotated[str | None, typer.Option(metavar="INSTANT", help="As it was known then.")]
Column = Annotated[str | None, typer.Option(metavar="COLUMN")]


@ledger.command()
def head(path: LedgerFile, as_json: AsJson = False) -> None:
    """Where a ledger ends: its last operation, the hash that covers all, and when it was."""
    from ..time import show_instant

    with outcome(as_json=as_json) as said, existing(path) as stored:
        last = stored.last
        recorded = None if last is None else show_instant(last)
        said.data |= {"seq": stored.head, "hash": stored.digest, "recorded": recorded}
        said.say(" ".join(filter(None, (str(stored.head), stored.digest, recorded))))


@ledger.command()
def verify(
    path: LedgerFile,
    head: Annotated[
        str | None, typer.Option(metavar="HASH", help="A hash that was noted: it must be there.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compute every hash anew, and find the first operation that is not what was written."""
    with outcome(as_json=as_json) as said, existing(path) as stored:
        found = stored.verify(head)
        said.data |= {"seq": found.seq, "hash": found.hash}
        said.say(f"{path}: {counted(found.seq, 'operation')}, as they were written")


# -- the whole -------------------------------------------------------------------------------------


@ledger.command("export")
def export_(
    path: LedgerFile,
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE")] = None,
) -> None:
    """Write a whole ledger as JSON Lines: one line for each operation, with its hash.

    Every hash is computed anew before: what is not as it was written is not exported.
    """
    from ..report import Printer, bar
    from ..transfer import export_ledger

    with outcome(quiet=output is None) as said, existing(path) as stored:
        total = max(stored.verify().seq, 1)
        with bar(sys.stderr if output else None, "exporting") as watch:
            lines = _watched(
                export_ledger(stored.chain()), lambda number: min(number / total, 1.0), watch
            )
            if output is None:
                out = Printer(sys.stdout)
                for line in lines:
                    out.write(line)
                return
            with whole_file(output) as part, part.open("w", encoding="utf-8", newline="") as file:
                file.writelines(lines)
        said.say(f"exported {path} to {output}")


@ledger.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `ledger export` wrote.")],
    path: Annotated[str, typer.Argument(metavar="LEDGER", help="A new file.")],
    as_json: AsJson = False,
) -> None:
    """Make a ledger of an export: names, hashes and transaction times stay as they are."""
    from ..report import bar
    from ..transfer import import_ledger

    with outcome(as_json=as_json) as said, _source(file) as (lines, part), _new(path) as stored:
        with bar(sys.stderr, "importing") as watch:
            count = import_ledger(_watched(lines, part, watch), stored, file)
        said.data["imported"] = count
        said.say(f"imported {counted(count, 'operation')} into {path}")


def _watched(
    lines: Iterable[str], part: Callable[[int], float], watch: Callable[[float | None], None]
) -> Iterator[str]:
    """The lines; before each, *watch* is told how much of the whole there was."""
    for number, line in enumerate(lines):
        watch(part(number))
        yield line


@contextmanager
def _source(file: str) -> Iterator[tuple[TextIOWrapper, Callable[[int], float]]]:
    """The lines of a file with their ends as they are, and how much of it was read so far.

    Raises: UnreadableFile.
    """
    try:
        with user_path(file).open("rb") as raw:
            size = os.fstat(raw.fileno()).st_size or 1
            yield TextIOWrapper(raw, encoding="utf-8", newline="\n"), lambda _: raw.tell() / size
    except OSError as failure:
        raise UnreadableFile(
            f"cannot read `{file}`: {failure.strerror or failure}",
            help="give the path of a file that `reasoner ledger export` wrote",
        ) from None


@contextmanager
def _new(path: str) -> Iterator[SqliteLedger]:
    """A ledger to fill: the file that it makes is gone again after an error."""
    from ..ledger import SqliteLedger

    target = user_path(path)
    is_new = not target.exists()
    try:
        with SqliteLedger(path) as stored:
            yield stored
    except BaseException:
        for name in (target.name, f"{target.name}-wal", f"{target.name}-shm") if is_new else ():
            target.with_name(name).unlink(missing_ok=True)
        raise


# -- facts -----------------------------------------------------------------------------------------


@ledger.command()
def facts(
    path: LedgerFile,
    relation: Annotated[str | None, typer.Option(help="If there are several.")] = None,
    known: Known = None,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="CSV, or Parquet.")
    ] = None,
) -> None:
    """Write the facts of a relation as a table, which `ledger load` can read again."""
    from ..report import Printer
    from ..transfer import facts, write_csv, write_parquet

    with outcome(quiet=output is None) as said, existing(path) as stored:
        instant = _instant(known)
        theory = declared(stored, path, instant)
        found = facts(stored, theory, _relation(theory, relation), instant)
        if output is None:
            write_csv(found, Printer(sys.stdout))
        else:
            with whole_file(output) as part:
                if output.endswith(".parquet"):
                    write_parquet(found, part)
                else:
                    with part.open("w", encoding="utf-8", newline="") as file:
                        write_csv(found, file)
            said.say(f"wrote {counted(len(found.rows), 'row')} to {output}")
        if found.left_out:
            said.say(_left_out(found))


def _left_out(found: Facts) -> str:
    what = counted(found.left_out, "compound sentence")
    return f"left out: {what} about {found.columns.relation}; `ledger export` has all"


def declared(stored: SqliteLedger, path: str, known: int | None = None) -> Theory:
    """The theory in force. Raises: UnreadableFile, E501, when nothing was ever declared."""
    from ..reason.inforce import in_force
    from ..theory.model import Theory
    from ..time import END

    if stored.declared() is None:
        raise UnreadableFile(
            f"the ledger `{path}` declares nothing",
            help=f"run the file with its declarations: `reasoner run FILE.bel --ledger {path}`",
        )
    return in_force(stored, END if known is None else known, otherwise=Theory())


def _relation(theory: Theory, name: str | None) -> Relation:
    if name is None and len(theory.relations) == 1:
        return theory.relations[0]
    found = None if name is None else theory.relation(name)
    if found is None:
        listed = ", ".join(f"`{each.name}`" for each in theory.relations)
        what = "no relation is named" if name is None else f"no relation is called `{name}`"
        raise UnknownRelation(what, help=f"give `--relation` and one of {listed or 'none'}")
    return found


def _instant(known: str | None) -> int | None:
    from ..reason.questions import microseconds

    return microseconds(known)


def counted(number: int, noun: str) -> str:
    """`1 fact`, `2,000 facts`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
