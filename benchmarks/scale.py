"""Every verb on stored bases of growing size: `python -m benchmarks.scale`.

Figures are the median and the 95th percentile of calls, each on a target of its own. Growth is
the median at the largest size over that at the smallest.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import reasoner

from .duel import PINNED, RIVAL, Duel, missing
from .figures import Row
from .rounds import seconds
from .shapes import SHAPES
from .tasks import ARRIVE, BELIEVE, CONTRACT, DERIVED, METHODS, OPPOSE, REVISE, TOLD
from .workers import APPEND, ENDED, ON_WHOLE, WHOLE, WRONG, Stage, Took, Worker

SIZES = (1_000, 10_000, 100_000, 1_000_000)
HUGE = 10_000_000
SMALL_ENOUGH = 10_000  # for the rival, and for solving the whole base
ENOUGH_S = 10.0  # no new round of a verb on one base begins after so much of it
AT_LEAST = 5  # rounds, whatever they take
WHOLE_LIMIT = 15  # times the limit, and AT_LEAST rounds

AIMS_MS = {TOLD: 1, DERIVED: 1, BELIEVE: 2, REVISE: 2, ARRIVE: 8, CONTRACT: 8, OPPOSE: 8}
GROWTH = 1.5
MEMORY_MB = 200


@dataclass(frozen=True)
class Given:
    """What is measured, and where the bases are."""

    shapes: tuple[str, ...]
    sizes: tuple[int, ...]
    rounds: int
    seed: int
    limit: float
    folder: Path
    rival: str


@dataclass(frozen=True)
class Cell:
    """A verb at one size: seconds of each call; trouble: why there are none."""

    seconds: tuple[float, ...] = ()
    trouble: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def is_slow(self) -> bool:
        """Whether a call did not end in time."""
        return self.trouble.startswith(">")

    @property
    def shown(self) -> str:
        """Median and 95th percentile in milliseconds, or the trouble."""
        if self.trouble:
            return self.trouble.split(":")[0]
        late = sorted(self.seconds)[-(-len(self.seconds) * 95 // 100) - 1]
        return f"{_digits(self.median * 1e3)} / {_digits(late * 1e3)}"


@dataclass(frozen=True)
class Line:
    """A verb at all sizes, from the smallest on. aim: of the largest one's median, in ms."""

    verb: str
    cells: tuple[Cell, ...]
    aim: float | None = None

    @property
    def growth(self) -> float | None:
        """None where there is nothing to compare."""
        first, last = self.cells[0], self.cells[-1]
        if len(self.cells) < 2 or first.trouble or last.trouble:
            return None
        return last.median / first.median

    @property
    def missed(self) -> tuple[str, ...]:
        """Which of its aims are missed."""
        last = self.cells[-1]
        found = []
        if self.aim is not None and (last.trouble or last.median * 1e3 > self.aim):
            found.append("time")
        if len(self.cells) > 1 and (self.growth is None or self.growth > GROWTH):
            found.append("growth")
        return tuple(found)

    @property
    def shown(self) -> tuple[str, ...]:
        """As a row of a table."""
        growth = "" if self.growth is None else f"{self.growth:.2f}"
        aim = "" if self.aim is None else f"{self.aim:g}"
        cells = (cell.shown for cell in self.cells)
        return self.verb, *cells, growth, aim, ", ".join(self.missed)


# -- bases ---


@dataclass(frozen=True)
class Loaded:
    """A base on disk. seconds: that loading took; None where it was there already."""

    stage: Stage
    seconds: float | None

    @property
    def shown(self) -> tuple[str, ...]:
        """As a row of a table: beliefs, microseconds and bytes for each."""
        count = self.stage.count
        each = "" if self.seconds is None else _digits(self.seconds * 1e6 / count)
        return _power(count), each, _digits(self.stage.path.stat().st_size / count)


def loaded(given: Given, shape: str, count: int) -> Loaded:
    """The base of a shape, made when it is not in the folder."""
    path = given.folder / f"{shape}-{count}-{given.seed}.db"
    stage = Stage(shape, count, given.seed, path, given.limit)
    if path.exists():
        return Loaded(stage, None)
    spent = _load(stage, path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)
    return Loaded(stage, spent)


def _load(stage: Stage, path: Path) -> float:
    """The seconds that its facts take, without the opening of the ledger."""
    for left in path.parent.glob(f"{path.name}*"):
        left.unlink()
    shape = stage.made()
    with reasoner.loads(shape.text, ledger=path, durable=False) as kb:
        return seconds(lambda: [kb.load_facts(rows, columns) for columns, rows in shape.tables()])


# -- figures ---


def measured(verbs: Iterable[str], workers: Sequence[Worker], rounds: int) -> Iterator[Line]:
    """Each verb at every size; the sizes take turns, after one call each to warm up."""
    for verb in verbs:
        cells = [Cell(trouble=worker.do(verb, -1).trouble) for worker in workers]
        for turn in range(rounds):
            for n, worker in enumerate(workers):
                if _goes_on(cells[n]):
                    cells[n] = _with(cells[n], worker.do(verb, turn))
        yield Line(verb, tuple(cells), AIMS_MS.get(verb))


def _goes_on(cell: Cell) -> bool:
    calls = cell.seconds
    return not cell.trouble and (len(calls) < AT_LEAST or sum(calls) < ENOUGH_S)


def _with(cell: Cell, took: Took) -> Cell:
    return Cell(trouble=took.trouble) if took.trouble else Cell((*cell.seconds, took.seconds))


def memory(stage: Stage, lines: Sequence[Line], turns: int = 5) -> int:
    """The most that a new process has, in bytes, for every verb that ends in time at this size."""
    with closing(Worker(stage)) as worker:
        for line in lines:
            if not line.cells[-1].trouble:
                for turn in range(turns):
                    worker.do(line.verb, turn)
        return worker.memory()


def against_rival(given: Given) -> Iterator[tuple[int, Row]]:
    """Adding and status of dated facts at FULL, against the durable rival."""
    for count in given.sizes:
        if count > SMALL_ENOUGH:
            return
        with tempfile.TemporaryDirectory(dir=given.folder) as folder:
            sides = (sys.executable, "reasoner"), (given.rival, RIVAL)
            duel = Duel(*sides, Path(folder), count, given.seed, opened=1)
            with closing(duel.rows()) as rows:
                yield from ((count, row) for row in islice(rows, 2))


# -- the report ---


def report(given: Given) -> Iterator[str]:
    """The tables, as Markdown, each when it is measured."""
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    yield (
        f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, "
        f"{day}; seed {given.seed}, up to {given.rounds} rounds, limit {given.limit:g} s. Median / "
        "95th percentile, in ms."
    )
    ratios: list[tuple[str, ...]] = []
    for shape in given.shapes:
        yield from _of_shape(given, shape, ratios)
    if ratios:
        yield "**Against solving the whole base** (medians, ms)"
        yield markdown(("shape", "verb", "size", "ours", "whole", "ratio"), ratios)
    yield from _of_rival(given)


def _of_shape(given: Given, shape: str, ratios: list[tuple[str, ...]]) -> Iterator[str]:
    bases = [loaded(given, shape, count) for count in given.sizes]
    stages = [base.stage for base in bases]
    lines = _lines([*METHODS, APPEND], stages, given.rounds)
    small = [
        replace(stage, limit=WHOLE_LIMIT * stage.limit)
        for stage in stages
        if stage.count <= SMALL_ENOUGH
    ]
    if small:
        wholes = _lines(ON_WHOLE, small, min(AT_LEAST, given.rounds))
        ratios += (row for line in wholes for row in _ratios(shape, line, lines, small))
    yield f"**{shape}**: {SHAPES[shape].says}"
    head = ("", *map(_power, given.sizes), "growth", "aim", "missed")
    yield markdown(head, [line.shown for line in lines])
    yield _memory(stages[-1], lines)
    yield markdown(("beliefs", "load, us each", "bytes each"), [base.shown for base in bases])


def _memory(stage: Stage, lines: Sequence[Line]) -> str:
    size = _power(stage.count)
    if all(line.cells[-1].trouble for line in lines):
        return f"Memory at {size}: not measured, since no verb ends in time."
    most = memory(stage, lines) / 1e6
    verdict = "" if most < MEMORY_MB else ", missed"
    return f"Memory at {size}: {most:.0f} MB (aim {MEMORY_MB}{verdict})."


def _lines(verbs: Iterable[str], stages: Iterable[Stage], rounds: int) -> list[Line]:
    with ExitStack() as stack:
        workers = [stack.enter_context(closing(Worker(stage))) for stage in stages]
        return list(measured(verbs, workers, rounds))


def _ratios(
    shape: str, line: Line, ours: Sequence[Line], stages: Sequence[Stage]
) -> Iterator[tuple[str, ...]]:
    verb = line.verb.removeprefix(WHOLE)
    (same,) = (each for each in ours if each.verb == verb)
    for stage, mine, whole in zip(stages, same.cells, line.cells, strict=False):
        ratio = ""
        if mine.seconds and whole.seconds:
            ratio = f"{mine.median / whole.median:.3f}"
        elif mine.seconds and whole.is_slow:
            ratio = f"< {mine.median / stage.limit:.3f}"
        yield shape, verb, _power(stage.count), _middle(mine), _middle(whole), ratio


def _middle(cell: Cell) -> str:
    return cell.trouble.split(":")[0] or _digits(cell.median * 1e3)


def _of_rival(given: Given) -> Iterator[str]:
    title = f"{RIVAL} {PINNED}"
    why = missing(given.rival)
    if why:
        yield f"**Against {title}**: left out: {why}"
        return
    rows = [_against(count, row) for count, row in against_rival(given)]
    yield f"**Against {title}** (medians, ms; dated facts, `synchronous` FULL)"
    yield markdown(("work", "size", "ours", RIVAL, "ratio"), rows)


def _against(count: int, row: Row) -> tuple[str, ...]:
    ours, theirs = (_digits(statistics.median(side) * 1e3) for side in (row.ours, row.theirs))
    ratio = "DIFFER" if row.agree is False else f"{row.ratio:.2f}"
    return row.name, _power(count), ours, theirs, ratio


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose columns are as wide as they must be, the first to the left."""
    widths = [max(3, *map(len, column)) for column in zip(head, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        shown = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return "| " + " | ".join(shown) + " |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([line(head), line(rule), *map(line, rows)])


def _digits(number: float) -> str:
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def _power(count: int) -> str:
    power = len(str(count)) - 1
    return f"10^{power}" if count == 10**power else str(count)


# -- the command ---

README = Path(__file__).with_name("README.md")
BEGIN, STOP = "<!-- scale: begin -->", "<!-- scale: end -->"


def written(page: str, text: str) -> str:
    """The page with *text* between the two markers, instead of what was there."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(STOP)
    return f"{before}{BEGIN}\n\n{text}\n\n{STOP}{after}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 1 when some answer is wrong, or there is none for another reason than time."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES), help="in beliefs")
    parser.add_argument("--huge", action="store_true", help=f"{HUGE} beliefs too")
    parser.add_argument("--rounds", type=int, default=40, help="calls of each verb on each base")
    parser.add_argument("--limit", type=float, default=2.0, help="seconds that a call may take")
    parser.add_argument("--seed", type=int, default=0, help="of bases and targets")
    parser.add_argument("--rival-python", default=sys.executable, help=f"which has {RIVAL}")
    parser.add_argument("--folder", type=Path, help="where the bases are kept, for the next run")
    parser.add_argument("--write", action="store_true", help=f"the tables into {README.name}")
    given = parser.parse_args(arguments)
    for name in given.shapes:
        if name not in SHAPES:
            parser.error(f"no shape is called {name}; there are {', '.join(SHAPES)}")
    sizes = tuple(sorted({*given.sizes, *([HUGE] if given.huge else [])}))
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        shapes = tuple(given.shapes or SHAPES)
        what = Given(
            shapes, sizes, given.rounds, given.seed, given.limit, folder, given.rival_python
        )
        parts = []
        for part in report(what):
            print(part, end="\n\n", flush=True)
            parts.append(part)
    text = "\n\n".join(parts)
    if given.write:
        README.write_text(written(README.read_text(encoding="utf-8"), text), encoding="utf-8")
    return 1 if any(word in text for word in (WRONG, ENDED, "DIFFER")) else 0


if __name__ == "__main__":
    sys.exit(main())
