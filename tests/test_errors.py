"""Every message, whole: tests/errors/E101-no-dot.bel is carried out and says E101-no-dot.txt."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner import errors
from reasoner.errors import ReasonerError
from reasoner.reason.checking import understood
from reasoner.reason.run import run

FOLDER = Path(__file__).parent / "errors"
SAMPLES = sorted(FOLDER.glob("*.bel"))

FROM_PYTHON_ALONE = {"E216", "E217"}  # a value or an instant that no text can hold
FROM_A_FILE_TOO = {"E508"}  # of what else belongs to the solver and to stored ledgers


def complaint(path: Path) -> str:
    """All that is said of a file: of its text and names, else of what it does."""
    try:
        program = understood(path.read_text(encoding="utf-8"), path.name)
        for _ in run(program):
            pass
    except ReasonerError as error:
        return f"{error}\n"
    return ""


def codes() -> list[str]:
    """Of every mistake that a rule file can have."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    found = {kind.code for kind in kinds if issubclass(kind, ReasonerError)}
    of_files = {code for code in found if code[:2] in ("E1", "E2", "E3")} - FROM_PYTHON_ALONE
    return sorted(of_files | FROM_A_FILE_TOO)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_mistake_is_told_in_these_words(path):
    said = complaint(path)
    assert said == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert f"error[{path.name[:4]}]: " in said
    assert "\nhelp: " in said


@pytest.mark.parametrize("code", codes())
def test_a_code_has_a_sample(code):
    assert [path for path in SAMPLES if path.name.startswith(f"{code}-")]


def test_every_sample_has_its_words_and_a_code():
    texts = {path.stem for path in FOLDER.glob("*.txt")}
    assert texts == {path.stem for path in SAMPLES}
    assert {name[:4] for name in texts} <= set(codes())
