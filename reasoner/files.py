"""Finds rules/ and grammar/: inside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


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


def rule_files() -> tuple[Path, ...]:
    """Every rule file, sorted."""
    return tuple(sorted(_folder("rules").rglob("*.lp")))


def grammar_text() -> str:
    """The grammar of the belief language, as lark reads it."""
    return (_folder("grammar") / "beliefs.lark").read_text(encoding="utf-8")
