"""One answer of the command: as text or as JSON, with an exit code; and files written whole."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..errors import ReasonerError, UnreadableFile
from ..files import user_path
from .app import Code

if TYPE_CHECKING:
    from ..ledger import SqliteLedger
    from ..report import Json, Line


@dataclass(slots=True)
class Outcome:
    """What a verb has to say. lines: as text; data: as JSON, beside `code` and `errors`."""

    lines: list[Line] = field(default_factory=list)
    data: dict[str, Json] = field(default_factory=dict)

    def say(self, text: str) -> None:
        """One more line of text."""
        from ..report import Line, Role

        self.lines.append(Line(text, Role.SUMMARY))


@contextmanager
def outcome(*, as_json: bool = False, quiet: bool = False) -> Iterator[Outcome]:
    """Report what a verb came to, or its error.

    quiet: what it says goes to the standard error, since its answer went to the other.
    Raises: typer.Exit, always.
    """
    from ..report import Line, Printer, Role, error_lines, errors_to_json

    said, code, errors = Outcome(), Code.WELL, list["Json"]()
    try:
        yield said
        if not as_json:
            Printer(sys.stderr if quiet else sys.stdout).show(said.lines)
    except ReasonerError as error:
        gave_up = any(each.code.startswith("E4") for each in error.errors)
        code, errors = Code.GAVE_UP if gave_up else Code.BAD_INPUT, errors_to_json(error)
        if not as_json:
            Printer(sys.stderr).show(error_lines(error))
    except KeyboardInterrupt:
        code = Code.GAVE_UP
        Printer(sys.stderr).show([Line("interrupted", Role.ERROR)])
    if as_json:
        document: dict[str, Json] = {"code": code, **said.data, "errors": errors}
        Printer(sys.stdout).write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    raise typer.Exit(code)


def existing(path: str) -> SqliteLedger:
    """The ledger in a file that is there.

    Raises: UnreadableFile, E501, and as SqliteLedger does.
    """
    from ..ledger import SqliteLedger

    file = user_path(path)
    if not file.exists() or (file.is_file() and file.stat().st_size == 0):
        is_empty = file.exists()
        raise UnreadableFile(
            f"`{path}` is an empty file" if is_empty else f"there is no ledger `{path}`",
            help=f"make one: `reasoner run FILE.bel --ledger {path}`",
        )
    return SqliteLedger(path)


@contextmanager
def whole_file(path: str) -> Iterator[Path]:
    """A new file to write, which takes the place of the one at *path* when it is complete.

    Raises: UnreadableFile, E501, also where a database stands: it may be a ledger.
    """
    from ..ledger.database import MAGIC, first_bytes

    target = user_path(path)
    if first_bytes(target) == MAGIC:
        raise UnreadableFile(
            f"`{path}` is a SQLite file, and stays as it is", help="name another file to write"
        )
    part = target.with_name(f"{target.name}.part")
    try:
        yield part
        part.replace(target)
    except OSError as failure:
        raise UnreadableFile(
            f"cannot write `{path}`: {failure.strerror or failure}",
            help="name a file in a folder that is there and can be written",
        ) from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
