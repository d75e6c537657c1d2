"""Lines -> a stream: colours at a terminal, plain text elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, TextIO

from ..errors import UnreadableFile
from .lines import Line, Role, plain

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {
    Role.STATEMENT: "bold",
    Role.ANSWER: "",
    Role.DETAIL: "dim",
    Role.FAILURE: "bold red",
    Role.SUMMARY: "green",
    Role.ERROR: "bold red",
}


class Printer:
    """Prints on a stream (None: nowhere), each batch at once.

    A reader who has gone away (`| head`) is no error: the rest is not printed.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._console = _console(stream) if stream is not None and stream.isatty() else None

    def show(self, lines: Iterable[Line]) -> None:
        """Print *lines*.

        Raises: UnreadableFile, E501, when the stream takes no more (a full disk).
        """
        shown = list(lines)
        if self._console is None:
            self.write("".join(plain(line) + "\n" for line in shown))
            return
        for line in shown:
            self._console.print(_visible(plain(line)), style=_STYLES[line.role])

    def write(self, text: str) -> None:
        """Print *text* as it is. Raises as `show`."""
        if self._stream is None:
            return
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as failure:
            self._lose(failure)

    def _lose(self, failure: OSError) -> None:
        """Print no more; what the stream still holds must not fail again when Python ends."""
        assert self._stream is not None
        os.dup2(os.open(os.devnull, os.O_WRONLY), self._stream.fileno())
        self._stream = self._console = None
        if not isinstance(failure, BrokenPipeError):
            raise UnreadableFile(
                f"cannot write the report: {failure.strerror}",
                help="make room, or send the report elsewhere",
            ) from None


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    return Console(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)


def _visible(text: str) -> str:
    """Control characters as escapes: a text from a file must not command the terminal."""
    return "".join(c if c.isprintable() or c == "\t" else ascii(c)[1:-1] for c in text)
