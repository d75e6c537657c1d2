"""The rival and ours in processes of their own, which take turns: a row for each piece of work."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from .figures import MEGABYTES, MICROSECONDS, MILLISECONDS, Row
from .rounds import ROUNDS, Figures, alternating, pieces, seconds

RIVAL = "memvara"
PINNED = "0.21.0"
_ROOT = Path(__file__).parent.parent
_ASKED = 2_000  # facts, of all of them


def missing(python: str) -> str:
    """Why the rival cannot run under that interpreter; "" when it can."""
    needs = (
        "import sqlite3, importlib.metadata as m\n"
        f"assert m.version('{RIVAL}') == '{PINNED}', m.version('{RIVAL}')\n"
        "if sqlite3.sqlite_version_info < (3, 42): import pysqlite3\n"
    )
    try:
        tried = subprocess.run([python, "-c", needs], capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return tried.stderr.strip().splitlines()[-1] if tried.returncode else ""


class Contestant:
    """A process of `benchmarks.contestants`, at the file *path*."""

    def __init__(self, python: str, name: str, path: Path) -> None:
        self._name = name
        self._process = subprocess.Popen(
            [python, "-m", "benchmarks.contestants", name, str(path)],
            cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self) -> Contestant:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def do(self, order: str, **given: Any) -> dict[str, Any]:
        """Send one order and wait for its answer.

        Raises: RuntimeError, when the process ended instead.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": order, **given}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._name} ended at `{order}`: see above")
        return dict(json.loads(line))


Side = tuple[str, str]  # interpreter, name of the keeper
Pair = tuple[Contestant, Contestant]  # ours, theirs
Order = dict[str, Any]


class Duel:
    """Two sides at *count* facts; files go into *folder*, and are opened *opened* times."""

    def __init__(
        self, ours: Side, theirs: Side, folder: Path, count: int, seed: int, opened: int
    ) -> None:
        self._sides = {"ours": ours, "theirs": theirs}
        self._folder, self._count, self._seed, self._opened = folder, count, seed, opened

    def rows(self) -> Generator[Row]:
        """All at FULL on both sides; then what writes, at NORMAL."""
        with self._started("ours", "full") as ours, self._started("theirs", "full") as theirs:
            pair = (ours, theirs)
            yield self._added(pair, self._count, "full")
            yield self._asked(pair)
            yield self._added_and_asked(pair, "full")
            yield self._reopened(pair)
            yield self._most_memory(pair)
        yield self._on_disk()
        yield self._from_nothing()
        with self._started("ours", "normal") as ours, self._started("theirs", "normal") as theirs:
            pair = (ours, theirs)
            yield self._added(pair, max(1, self._count // 5), "normal")
            yield self._added_and_asked(pair, "normal")

    def _started(self, side: str, level: str) -> Contestant:
        home = self._home(side, level)
        home.mkdir(exist_ok=True)
        contestant = Contestant(*self._sides[side], home / "facts.db")
        contestant.do("open", count=self._count, seed=self._seed, durable=level == "full")
        return contestant

    def _home(self, side: str, level: str) -> Path:
        return self._folder / f"{side}-{level}"

    # -- pieces of work ---

    def _added(self, pair: Pair, count: int, level: str) -> Row:
        return self._row(f"add, {level.upper()}", MICROSECONDS, pair, "add", _spans(0, count))

    def _asked(self, pair: Pair) -> Row:
        step = max(1, self._count // _ASKED)
        orders = [{"numbers": list(piece)[::step]} for piece in pieces(0, self._count)]
        return self._row("status", MICROSECONDS, pair, "ask", orders)

    def _added_and_asked(self, pair: Pair, level: str) -> Row:
        """New facts, beyond those that are there."""
        orders = _spans(self._count, self._count + max(ROUNDS, self._count // 10))
        name = f"add, then ask, {level.upper()}"
        return self._row(name, MICROSECONDS, pair, "add_and_ask", orders)

    def _reopened(self, pair: Pair) -> Row:
        orders = [{"number": number} for number in range(self._opened)]
        return self._row("reopen, first status", MILLISECONDS, pair, "reopen", orders)

    def _most_memory(self, pair: Pair) -> Row:
        ours, theirs = (side.do("memory")["bytes"] for side in pair)
        for side in pair:
            side.do("close")
        return self._made("memory, at most", MEGABYTES, (ours,), (theirs,))

    def _on_disk(self) -> Row:
        homes = (self._home(side, "full") for side in self._sides)
        ours, theirs = (sum(file.stat().st_size for file in home.iterdir()) for home in homes)
        return self._made("disk", MEGABYTES, (ours,), (theirs,))

    def _from_nothing(self) -> Row:
        """A new process, its imports, and a first answer."""

        def first(side: str, turn: int) -> None:
            with self._started(side, "full") as process:
                process.do("ask", numbers=[turn])

        ours, theirs = alternating(
            self._opened,
            lambda turn: seconds(partial(first, "ours", turn)),
            lambda turn: seconds(partial(first, "theirs", turn)),
        )
        return self._made("new process, first status", MILLISECONDS, ours, theirs)

    def _row(self, name: str, unit: str, pair: Pair, order: str, given: Sequence[Order]) -> Row:
        """Both carry out each order, and take turns to begin; figures are for one fact."""
        found: list[list[Any]] = [[], []]

        def seconds_of(side: int, turn: int) -> float:
            answer = pair[side].do(order, **given[turn])
            found[side].append(answer.get("holds"))
            return float(answer["seconds"]) / _facts(given[turn])

        figures = alternating(len(given), partial(seconds_of, 0), partial(seconds_of, 1))
        agree = None if found[0][0] is None else found[0] == found[1]
        return self._made(name, unit, *figures, agree=agree)

    def _made(
        self, name: str, unit: str, ours: Figures, theirs: Figures, agree: bool | None = None
    ) -> Row:
        return Row(name, self._sides["theirs"][1], unit, ours, theirs, aim=1.0, agree=agree)


def _spans(first: int, last: int) -> list[Order]:
    return [{"first": piece.start, "last": piece.stop} for piece in pieces(first, last)]


def _facts(order: Order) -> int:
    if "numbers" in order:
        return len(order["numbers"])
    return order["last"] - order["first"] if "last" in order else 1
