"""What takes long -> a line at a terminal that counts, or a bar, and is gone at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO, TypeVar

Item = TypeVar("Item")

_AFTER_S = 1.0
_EVERY_S = 0.2
_CLEAR = "\r\x1b[2K"


def counting(
    stream: TextIO | None, *, after_s: float = _AFTER_S
) -> Callable[[Iterator[Item]], Iterator[Item]]:
    """What passes on what a search finds, and counts it on *stream* if that is a terminal.

    after_s: how long a search must take before anything is shown.
    """

    def watched(found: Iterator[Item]) -> Iterator[Item]:
        if stream is None or not stream.isatty():
            yield from found
            return
        line = _Line(stream, after_s)
        try:
            for each in found:
                line.count += 1
                yield each
        finally:
            line.remove()

    return watched


class _Line:
    """The count, written by a thread of its own: a solver may find nothing for long."""

    def __init__(self, stream: TextIO, after_s: float) -> None:
        self.count = 0
        self._stream, self._after_s = stream, after_s
        self._began = time.monotonic()
        self._over = Event()
        self._thread = Thread(target=self._show)
        self._thread.start()

    def remove(self) -> None:
        self._over.set()
        self._thread.join()

    def _show(self) -> None:
        if self._over.wait(self._after_s):
            return
        while not self._over.wait(_EVERY_S):
            seconds = time.monotonic() - self._began
            self._stream.write(f"{_CLEAR}found {self.count} in {seconds:.0f} s")
            self._stream.flush()
        self._stream.write(_CLEAR)
        self._stream.flush()


@contextmanager
def bar(stream: TextIO | None, what: str) -> Iterator[Callable[[float | None], None]]:
    """A bar on *stream* if that is a terminal, gone at the end; gives what moves it.

    It is moved to a part from 0 to 1; None: no one knows how much there is.
    """
    if stream is None or not stream.isatty():
        yield lambda part: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(file=stream), transient=True) as shown:
        task = shown.add_task(what, total=None)

        def move(part: float | None) -> None:
            if part is not None:
                shown.update(task, total=1.0, completed=part)

        yield move
