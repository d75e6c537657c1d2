"""Every message, whole: tests/errors/E101-no-dot.bel is carried out and says E101-no-dot.txt."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import reasoner
from reasoner import errors
from reasoner.errors import ReasonerError
from reasoner.reason.checking import understood
from reasoner.reason.run import run

FOLDER = Path(__file__).parent / "errors"
SAMPLES = sorted(FOLDER.glob("*.bel"))

FROM_PYTHON_ALONE = {"E216", "E217", "E218", "E219"}  # what no text can hold
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


# -- all that is wrong is told at once -------------------------------------------------------------

WRONG = FOLDER / "E101-with-names.bel"

GOOD = """
relation asset(thing). relation owner(asset: thing, who: person) singular(who).
relation seen. relation lost disjoint with seen.
source hr trust 0.9. source chat. agent ada. decay rumour 3 days.
rule found: seen :- owner(X, Y), asset(X).
rule lost :- -asset(X).
rule lost :- -owner(X, _).
default d: owner(X, ada) :- asset(X).  constraint :- asset(X), owner(X, ada).
rank law > rule2 > d > chat.
protect law, d, chat.
believe law: asset(car) from hr type rumour by agent ada.
contract gone: asset(car), seen each by recency.
explain gone.
recover gone.
consolidate { law, d(car) } by recency.
suppose { relation inner. believe x: inner. expect kernels inner { x }. }
suppose { relation inner. believe y: -inner. ?- not inner, owner(X, _). }
expect remainders seen none.
"""


def codes_of(wrong):
    with pytest.raises(ReasonerError) as caught:
        wrong()
    return [error.code for error in caught.value.errors]


def test_every_way_to_read_a_file_tells_all_that_is_wrong_with_it(tmp_path):
    told = [error.code for error in reasoner.check(WRONG)]
    assert {code[:2] for code in told} == {"E1", "E2", "E3"}
    assert codes_of(lambda: list(reasoner.run(WRONG))) == told
    assert codes_of(lambda: reasoner.open(WRONG)) == told
    assert codes_of(lambda: reasoner.loads(WRONG.read_text(encoding="utf-8"))) == told
    of_a_ledger = [code for code in told if code != "E211"]  # which may have any label
    assert codes_of(lambda: list(reasoner.run(WRONG, tmp_path / "new"))) == of_a_ledger
    assert codes_of(lambda: reasoner.open(WRONG, tmp_path / "new")) == of_a_ledger


def test_the_good_text_is_good():
    assert reasoner.loads(GOOD)


@pytest.mark.parametrize("place", [found.start() for found in re.finditer(r"\s+", GOOD)])
def test_what_is_not_understood_makes_no_other_mistakes(place):
    broken = f"{GOOD[:place]} $ {GOOD[place:]}"
    assert set(codes_of(lambda: understood(broken))) <= {"E101", "E102"}


def test_a_background_without_a_model_waits_until_the_rest_is_right():
    text = "relation p. rule p. rule -p. "
    assert codes_of(lambda: reasoner.loads(text)) == ["E304"]
    assert codes_of(lambda: reasoner.loads(text + "believe q.")) == ["E201"]
    assert codes_of(lambda: reasoner.loads(text + "believe p p.")) == ["E101"]
