"""A process that keeps dated facts with one library and says how long each piece of work takes.

`python -m benchmarks.contestants NAME FILE`: orders come in and answers go out as JSON, one a
line. It needs no more than the library it is about, so that each can have its own environment.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from datetime import time as clock
from pathlib import Path
from typing import Any, Protocol

from .dated import Fact, Facts


class Keeper(Protocol):
    """What is asked of a library; it opens its file when it is made."""

    def believe(self, fact: Fact) -> None:
        """Write one fact, in a transaction of its own."""

    def holds(self, fact: Fact, day: date) -> bool:
        """Whether it holds on a day, as far as is known now."""

    def close(self) -> None:
        """Let go of the file."""


def reasoner(path: Path, durable: bool) -> Keeper:
    """Ours."""
    from .stored import Stored

    return Stored(path, durable=durable)


class Memvara:
    """memvara 0.21.0: `remember` writes, and the timeline of a slot at an instant answers.

    It commits at `synchronous = normal`; its documentation says to set FULL where what was
    acknowledged must survive a loss of power.
    """

    def __init__(self, path: Path, durable: bool) -> None:
        if sqlite3.sqlite_version_info < (3, 42):  # its text index needs an option of that one
            import pysqlite3

            sys.modules["sqlite3"] = pysqlite3
        from memvara import Memvara, NullLLM

        self._memory = Memvara(str(path), llm=NullLLM(), user="bench")
        if durable:
            self._memory.store._db.execute("pragma synchronous = full")

    def believe(self, fact: Fact) -> None:
        self._memory.remember(
            fact.person,
            "member",
            fact.team,
            valid_from=_instant(fact.since),
            valid_to=None if fact.until is None else _instant(fact.until),
            extractor=fact.source,
        )

    def holds(self, fact: Fact, day: date) -> bool:
        claims = self._memory.history(fact.person, "member", valid_at=_instant(day))
        return any(claim.object == fact.team for claim in claims)

    def close(self) -> None:
        self._memory.close()


def _instant(day: date) -> datetime:
    return datetime.combine(day, clock(), UTC)


KEEPERS: dict[str, Callable[[Path, bool], Keeper]] = {"reasoner": reasoner, "memvara": Memvara}


class Work:
    """The orders, each a method; the answers hold seconds, and what was found."""

    def __init__(self, name: str, path: Path) -> None:
        self._make, self._path = KEEPERS[name], path
        self._keeper: Keeper | None = None
        self._facts, self._durable = Facts(0), True

    def open(self, count: int, seed: int, durable: bool) -> dict[str, Any]:
        """Open the file, for *count* facts of a seed."""
        self._facts, self._durable = Facts(count, seed), durable
        start = time.perf_counter()
        self._keeper = self._make(self._path, durable)
        return {"seconds": time.perf_counter() - start}

    def add(self, first: int, last: int) -> dict[str, Any]:
        """Write facts, one at a time."""
        keeper, facts = self._kept(), list(self._facts.between(first, last))
        start = time.perf_counter()
        for fact in facts:
            keeper.believe(fact)
        return {"seconds": time.perf_counter() - start}

    def ask(self, numbers: list[int]) -> dict[str, Any]:
        """Whether each of these facts holds on its day."""
        keeper, asked = self._kept(), [(self._facts[n], self._facts.day(n)) for n in numbers]
        start = time.perf_counter()
        found = [keeper.holds(fact, day) for fact, day in asked]
        return {"seconds": time.perf_counter() - start, "holds": found}

    def add_and_ask(self, first: int, last: int) -> dict[str, Any]:
        """Write each fact, and ask about it at once."""
        keeper = self._kept()
        asked = [(self._facts[n], self._facts.day(n)) for n in range(first, last)]
        found = []
        start = time.perf_counter()
        for fact, day in asked:
            keeper.believe(fact)
            found.append(keeper.holds(fact, day))
        return {"seconds": time.perf_counter() - start, "holds": found}

    def reopen(self, number: int) -> dict[str, Any]:
        """Close the file, open it again, and ask about one fact; closing is not timed."""
        self.close()
        fact, day = self._facts[number], self._facts.day(number)
        start = time.perf_counter()
        self._keeper = self._make(self._path, self._durable)
        found = [self._keeper.holds(fact, day)]
        return {"seconds": time.perf_counter() - start, "holds": found}

    def memory(self) -> dict[str, Any]:
        """The most memory that this process has had, in bytes (Linux)."""
        status = Path("/proc/self/status").read_text(encoding="ascii")
        kilobytes = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
        return {"bytes": int(kilobytes.split()[1]) * 1024}

    def close(self) -> dict[str, Any]:
        """Close the file."""
        self._kept().close()
        return {}

    def _kept(self) -> Keeper:
        assert self._keeper is not None, "the first order is `open`"
        return self._keeper


def main(name: str, path: str) -> None:
    """Carry out orders until there are no more."""
    work = Work(name, Path(path))
    for line in sys.stdin:
        order = json.loads(line)
        print(json.dumps(getattr(work, order.pop("do"))(**order)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
