"""Giving up: too many, too long, or Ctrl-C; what was there before is there still."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from itertools import islice
from pathlib import Path

import pytest

import reasoner
from conftest import hear_ctrl_c
from reasoner import Limits, SelectionFunction
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
MANY = pytest.mark.parametrize(
    "text",
    [
        pytest.param(pairs(HARD), id="consistent"),
        pytest.param(pairs(8) + CONFLICT, id="inconsistent"),  # more than 2 ** 8 remainders
    ],
)


def test_as_many_answers_as_allowed_are_given():
    kb = reasoner.loads(pairs(4), limits=Limits(answers=16))
    assert len(list(kb.remainders("goal"))) == 16


def test_one_answer_more_than_allowed_is_too_many():
    kb = reasoner.loads(pairs(4), limits=Limits(answers=15))
    with pytest.raises(TooManyAnswers):
        tuple(kb.remainders("goal"))


@MANY
def test_what_was_found_before_it_was_too_much_has_been_handed_out(text):
    kb = reasoner.loads(text, limits=Limits(answers=100))
    found = []
    with pytest.raises(TooManyAnswers):
        found.extend(kb.remainders("goal"))
    assert len(set(found)) == 100


@MANY
def test_what_an_operation_found_before_it_was_too_much_comes_with_the_error(text):
    kb = reasoner.loads(text, limits=Limits(answers=100))
    with pytest.raises(TooManyAnswers) as gave_up:
        kb.contract("goal", by=SelectionFunction(list))
    assert len(gave_up.value.found) >= 100


@pytest.mark.parametrize("more", ["", CONFLICT], ids=["consistent", "inconsistent"])
@pytest.mark.parametrize(
    "list_all",
    [
        pytest.param(lambda kb: deque(kb.remainders("goal"), maxlen=0), id="remainders"),
        pytest.param(lambda kb: kb.contract("goal", by=SelectionFunction(list)), id="contract"),
    ],
)
def test_out_of_time_ends_soon_and_changes_nothing(list_all, more):
    kb = reasoner.loads(pairs(HARD) + more, limits=Limits(seconds=0.5, answers=10**9))
    head, began = kb.ledger.head, time.monotonic()
    with pytest.raises(SolveTimeout):
        list_all(kb)
    assert time.monotonic() - began < 2
    assert kb.ledger.head == head
    assert kb.status("goal") is reasoner.Status.TRUE


@MANY
def test_full_meet_lists_nothing(text):
    kb = reasoner.loads(text, limits=Limits(answers=100))
    pieces = text.count("goal if")
    assert len(kb.contract("goal", by="full meet").dropped) >= 2 * pieces


def test_the_first_remainders_and_kernels_of_very_many_come_at_once():
    kb = reasoner.loads(pairs(HARD), limits=Limits(seconds=20, answers=10**9))
    found = list(islice(kb.remainders("goal"), 5))
    assert len(set(found)) == 5
    assert [len(kernel) for kernel in islice(kb.kernels("goal"), 5)] == [2] * 5


def test_kernels_come_smallest_first():
    text = "relation goal.  relation step(n).  believe whole: goal.\n"
    text += "believe a: goal if step(1) and step(2).  believe b: step(1).  believe c: step(2).\n"
    text += "believe d: goal if step(1)."
    sizes = [len(kernel) for kernel in reasoner.loads(text).kernels("goal")]
    assert sizes == [1, 2, 3]


def test_an_iterator_that_is_closed_lets_go_of_the_solver():
    kb = reasoner.loads(pairs(HARD), limits=Limits(seconds=20, answers=10**9))
    threads = threading.active_count()
    for question in (kb.remainders, kb.kernels):
        found = question("goal")
        next(found)
        found.close()
        assert next(found, None) is None
    assert threading.active_count() == threads
    assert kb.status("goal") is reasoner.Status.TRUE


def test_time_does_not_count_while_the_user_thinks():
    kb = reasoner.loads(pairs(4), limits=Limits(seconds=1))
    found = kb.remainders("goal")
    next(found)
    time.sleep(1.2)
    assert len(list(found)) == 15


def test_a_preference_finds_its_remainder_without_listing_the_others():
    kb = reasoner.loads(pairs(HARD), limits=Limits(answers=100))
    assert len(kb.contract("goal", by="maxichoice").dropped) == HARD


@pytest.fixture
def heard():
    """Ctrl-C is heard, also where the tests run as a job in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_stops_a_question_in_a_program_that_goes_on():
    kb = reasoner.loads(pairs(HARD), limits=Limits(seconds=60, answers=10**9))
    threading.Timer(0.5, signal.raise_signal, [signal.SIGINT]).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        deque(kb.remainders("goal"), maxlen=0)
    assert time.monotonic() - began < 1.5
    assert kb.status("goal") is reasoner.Status.TRUE


@pytest.mark.parametrize("question", ["remainders goal.", "expect remainders goal none."])
def test_ctrl_c_ends_the_command_within_a_second_and_one_line(question, tmp_path):
    (tmp_path / "file.bel").write_text(pairs(HARD) + question, encoding="utf-8")
    command = [sys.executable, "-c", "from reasoner.cli import main; main()"]
    process = subprocess.Popen(
        [*command, "run", "file.bel", "--seconds", "60", "--answers", "1000000000"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hear_ctrl_c,
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
