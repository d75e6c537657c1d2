"""The command line: arguments -> a verb -> a report, and an exit code."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from io import TextIOWrapper

from . import ledger, load, rules, timeline
from .app import Code, app

__all__ = ["Code", "app", "ledger", "load", "main", "rules", "timeline"]


def main() -> None:
    """The command `reasoner`. It writes UTF-8, whatever the locale."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    code = _code_of_command()
    if any(thread.daemon for thread in threading.enumerate()):
        # Grounding still runs and cannot be stopped; it must not outlive the interpreter.
        os._exit(code)
    sys.exit(code)


def _code_of_command() -> int:
    """Carry out what the arguments say; a bug says so, and does not pass for a bad file."""
    try:
        app(prog_name="reasoner")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else Code.WELL
    except Exception as bug:
        what = " ".join(f"{type(bug).__name__}: {bug}".split())
        sys.stderr.write(f"internal error: {what}, please report it\n{traceback.format_exc()}")
        return Code.BUG
    return Code.WELL
