"""Giving up: too many, too long, or Ctrl-C; what was there before is there still."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import reasoner
from reasoner import Limits
from reasoner.errors import SolveTimeout, TooManyAnswers

ROOT = Path(__file__).resolve().parent.parent
HARD = 30  # 2 ** HARD remainders are more than any machine lists


def pairs(count: int) -> str:
    """*count* independent proofs of `goal`, of two beliefs each: 2 ** count remainders."""
    lines = ["relation goal.  relation left(n).  relation right(n)."]
    for n in range(count):
        lines += [f"believe l{n}: left({n}).", f"believe r{n}: goal if left({n})."]
    return "\n".join((*lines, ""))


# So that kernels and their hitting sets must decide.
CONFLICT = "believe left(0) and right(0).  believe -right(0).\n"


def test_as_many_answers_as_allowed_are_given():
    kb = reasoner.loads(pairs(4), limits=Limits(answers=16))
    assert len(kb.remainders("goal")) == 16


def test_one_answer_more_than_allowed_is_too_many():
    kb = reasoner.loads(pairs(4), limits=Limits(answers=15))
    with pytest.raises(TooManyAnswers):
        kb.remainders("goal")


@pytest.mark.parametrize("more", ["", CONFLICT], ids=["consistent", "inconsistent"])
def test_too_many_answers_come_with_those_that_were_found(more):
    kb = reasoner.loads(pairs(HARD) + more, limits=Limits(answers=100))
    with pytest.raises(TooManyAnswers) as gave_up:
        kb.remainders("goal")
    assert len(gave_up.value.found) >= 100


@pytest.mark.parametrize("more", ["", CONFLICT], ids=["consistent", "inconsistent"])
@pytest.mark.parametrize("verb", ["remainders", "contract"])
def test_out_of_time_ends_soon_and_changes_nothing(verb, more):
    kb = reasoner.loads(pairs(HARD) + more, limits=Limits(seconds=0.5, answers=10**9))
    head, began = kb.ledger.head, time.monotonic()
    with pytest.raises(SolveTimeout) as gave_up:
        getattr(kb, verb)("goal")
    assert time.monotonic() - began < 2
    assert gave_up.value.found
    assert kb.ledger.head == head
    assert kb.status("goal") is reasoner.Status.TRUE


def test_a_preference_finds_its_remainder_without_listing_the_others():
    kb = reasoner.loads(pairs(HARD), limits=Limits(answers=100))
    assert len(kb.contract("goal", by="maxichoice").dropped) == HARD


def test_ctrl_c_stops_a_question_in_a_program_that_goes_on():
    kb = reasoner.loads(pairs(HARD), limits=Limits(seconds=60, answers=10**9))
    threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        kb.remainders("goal")
    assert time.monotonic() - began < 1.5
    assert kb.status("goal") is reasoner.Status.TRUE


@pytest.mark.parametrize("question", ["remainders goal.", "contract goal by full meet."])
def test_ctrl_c_ends_the_command_within_a_second_and_one_line(question, tmp_path):
    (tmp_path / "file.bel").write_text(pairs(HARD) + question, encoding="utf-8")
    command = [sys.executable, "-c", "from reasoner.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "run", "file.bel", "--seconds", "60", "--answers", "1000000000"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    while f"r{HARD - 1}" not in process.stdout.readline():
        pass
    time.sleep(0.5)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - began < 1
    assert (process.returncode, errors) == (3, "interrupted\n")
