"""Long enumerations count at a terminal, and leave nothing behind."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from reasoner.report import bar, counting

CLEAR = "\r\x1b[2K"


class Terminal(io.StringIO):
    """What a terminal would show."""

    def isatty(self) -> bool:
        return True


def slow(count: int, pause_s: float) -> Iterator[int]:
    for number in range(count):
        time.sleep(pause_s)
        yield number


def test_a_long_search_is_counted_and_the_line_is_removed():
    terminal = Terminal()
    assert list(counting(terminal, after_s=0.05)(slow(8, 0.1))) == list(range(8))
    shown = terminal.getvalue().split(CLEAR)
    assert shown[0] == shown[-1] == ""
    assert any(line.startswith("found ") for line in shown)


def test_nothing_is_shown_of_a_short_search():
    terminal = Terminal()
    assert list(counting(terminal)(iter(range(100)))) == list(range(100))
    assert terminal.getvalue() == ""


def test_the_line_is_removed_when_the_search_fails():
    def failing() -> Iterator[int]:
        yield from slow(1, 0.4)
        raise TimeoutError

    terminal = Terminal()
    with pytest.raises(TimeoutError):
        list(counting(terminal, after_s=0.05)(failing()))
    assert terminal.getvalue().endswith(CLEAR)
    shown = terminal.getvalue()
    time.sleep(0.3)
    assert terminal.getvalue() == shown


@pytest.mark.parametrize("stream", [None, io.StringIO()], ids=["no stream", "no terminal"])
def test_nothing_is_shown_elsewhere(stream):
    assert list(counting(stream, after_s=0.01)(slow(3, 0.1))) == [0, 1, 2]
    assert stream is None or stream.getvalue() == ""


def test_a_bar_moves_at_a_terminal_and_is_removed():
    terminal = Terminal()
    with bar(terminal, "loading") as move:
        for part in (None, 0.25, 1.0):
            move(part)
    shown = terminal.getvalue()
    assert "loading" in shown and "100%" in shown
    assert shown.rstrip("\n").endswith("\x1b[2K")


@pytest.mark.parametrize("stream", [None, io.StringIO()], ids=["no stream", "no terminal"])
def test_no_bar_is_shown_elsewhere(stream):
    with bar(stream, "loading") as move:
        move(0.5)
    assert stream is None or stream.getvalue() == ""


def test_the_command_counts_on_stderr_before_it_gives_up(tmp_path):
    lines = ["relation goal."]
    for n in range(40):
        lines.append(f"relation p{n}. believe p{n}. believe goal if p{n}.")
    lines.append("remainders goal.")
    (tmp_path / "long.bel").write_text("\n".join(lines), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = "from reasoner.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", command, "run", "long.bel", "--seconds", "2.5",
         "--answers", "100000000"],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as running:  # fmt: skip
        os.close(theirs)
        output, _ = running.communicate(timeout=60)
    counts, error = _everything(ours).decode().rsplit(CLEAR, 1)
    assert running.returncode == 3
    assert counts.startswith(f"{CLEAR}found ")
    assert "error[E401]" in error
    assert b"found" not in output


def _everything(terminal: int) -> bytes:
    """What was written to a terminal whose other side is closed."""
    found = b""
    try:
        while part := os.read(terminal, 65536):
            found += part
    except OSError:  # so Linux says that the other side is closed
        pass
    os.close(terminal)
    return found
