"""Finds rules/ and grammar/, inside the package or beside it; and what a path can be."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path

from .errors import UnreadableFile

_PACKAGE = Path(__file__).resolve().parent
_INCLUDE = re.compile(r'^#include "([^"]+)"\.', re.MULTILINE)


def _folder(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def rule_file(name: str) -> Path:
    """The rule file called *name*, relative to rules/: `contraction.lp`, `policy/recency.lp`.

    Raises:
        FileNotFoundError: there is none.
    """
    path = _folder("rules") / name
    if not path.is_file():
        raise FileNotFoundError(f"no rule file is called {name}")
    return path


@cache
def rule_text(*names: str) -> str:
    """The rule files called *names* as one program, what they include in its place, once."""
    read: set[Path] = set()

    def text(path: Path) -> str:
        if path in read:
            return ""
        read.add(path)
        own = path.read_text(encoding="utf-8")
        return "#program base.\n" + _INCLUDE.sub(lambda found: included(path, found[1]), own)

    def included(path: Path, name: str) -> str:
        return text(path.with_name(name)) + "#program base.\n"

    return "\n".join(text(rule_file(name)) for name in names)


def rule_files() -> tuple[Path, ...]:
    """Every rule file, sorted."""
    return tuple(sorted(_folder("rules").rglob("*.lp")))


def grammar_text() -> str:
    """The grammar of the belief language, as lark reads it."""
    return (_folder("grammar") / "beliefs.lark").read_text(encoding="utf-8")


def user_path(path: str | Path) -> Path:
    """The path of a file that a user names.

    Raises:
        UnreadableFile: E501, no file can be called so.
    """
    try:
        if not isinstance(path, str | Path) or b"\0" in os.fsencode(path):
            raise ValueError
    except ValueError:
        raise UnreadableFile(
            f"{path!r} can be no file's name", help="give the path as text, such as `office.bel`"
        ) from None
    return Path(path)
