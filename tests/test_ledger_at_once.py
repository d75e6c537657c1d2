"""Several programs on one ledger: they are killed, or write and read at once, and nothing is lost.

ROUNDS (of killing) and SECONDS (of reading and writing) in the environment: 100 and 60 for a full
run.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

from at_once import BULK, ITEMS
from reasoner.ledger import SqliteLedger
from reasoner.ledger.entries import Pattern

ROUNDS = int(os.environ.get("ROUNDS", "2"))
SECONDS = float(os.environ.get("SECONDS", "2"))
HERE = Path(__file__).parent


class Program:
    """One that runs until its input ends; what it prints goes into files."""

    def __init__(self, deed, path, name):
        self._printed, self._complaint = (path.with_name(f"{name}.{end}") for end in ("out", "err"))
        command = [sys.executable, str(HERE / "at_once.py"), deed, str(path), name]
        with self._printed.open("wb") as printed, self._complaint.open("wb") as complaint:
            self._running = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=printed,
                stderr=complaint,
                env={**os.environ, "PYTHONPATH": str(HERE.parent)},
            )

    def lines(self):
        """Those that it has written to their ends."""
        written = self._printed.read_bytes().splitlines(keepends=True)
        return [json.loads(line) for line in written if line.endswith(b"\n")]

    def wait_for_a_line(self):
        while not self.lines() and self._running.poll() is None:
            time.sleep(0.02)

    def stop(self):
        self._running.stdin.close()

    def kill(self):
        self._running.kill()

    def outcome(self):
        """Its exit code and what it complained of, when it has ended."""
        self._running.stdin.close()
        return self._running.wait(), self._complaint.read_text(encoding="utf-8")


@contextmanager
def programs(deeds, path):
    """One for each name; killed at the end, if they have not ended."""
    running = {}
    try:
        for name, deed in deeds.items():
            running[name] = Program(deed, path, name)
        yield running
    finally:
        for each in running.values():
            each.kill()
            each.outcome()


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_what_was_acknowledged_survives_the_death_of_every_writer(tmp_path, turn):
    """The file is new, so that its making is a part of it."""
    path, draw = tmp_path / "ledger.db", random.Random(turn)
    with programs({"ann": "write", "bob": "write", "cy": "load"}, path) as running:
        for writer in running.values():
            writer.wait_for_a_line()
        time.sleep(draw.uniform(0, 0.3))
        for writer in draw.sample(list(running.values()), k=len(running)):
            writer.kill()
            time.sleep(draw.choice([0, 0, 0.02]))
        for writer in running.values():
            assert writer.outcome() == (-signal.SIGKILL, "")
        acknowledged = [line for writer in running.values() for line in writer.lines()]
    with SqliteLedger(path) as ledger:
        for name, seq in acknowledged:
            found = ledger.find(name)
            assert found is not None
            assert seq in (None, found.seq)
        assert len(acknowledged) >= len(running)
        head = ledger.verify()
        operations = list(ledger.operations())
        assert [each.seq for each in operations] == [*range(1, head.seq + 1)]
        loaded = [each for each in operations if each.name.startswith("cy ")]
        assert len(loaded) % BULK == 0
        assert {len(each.evidence) for each in loaded} == {ITEMS}


def test_four_write_and_four_read_and_nothing_is_lost(tmp_path, record_property):
    """No error, also of a lock that was waited for too long; the longest wait is reported."""
    path = tmp_path / "ledger.db"
    writers = {"ann": "write", "bob": "write", "cy": "write", "di": "load"}
    readers = {name.upper(): "read" for name in writers}
    with programs({**writers, **readers}, path) as running:
        for name in writers:
            running[name].wait_for_a_line()
        time.sleep(SECONDS)
        for each in running.values():
            each.stop()
        outcomes = {name: each.outcome() for name, each in running.items()}
        printed = {name: each.lines() for name, each in running.items()}
    assert outcomes == dict.fromkeys(running, (0, ""))
    acknowledged = Counter({name: len(printed[name]) for name in writers})
    with SqliteLedger(path) as ledger:
        ledger.verify()
        for name, deed in writers.items():
            operations = acknowledged[name] * (BULK if deed == "load" else 1)
            names = [ledger.find(f"{name} {number}") for number in range(operations)]
            assert None not in names
            assert ledger.find(f"{name} {operations}") is None
        assert ledger.head == sum(acknowledged.values()) + (BULK - 1) * acknowledged["di"]
        total = acknowledged.total() - acknowledged["di"] + BULK * ITEMS * acknowledged["di"]
        assert len(ledger.evidence(Pattern("wrote", (None, None)))) == total
    for name in readers:
        (report,) = printed[name]
        assert report["reads"] > 0
        record_property(name, report)
        print(name, report)
