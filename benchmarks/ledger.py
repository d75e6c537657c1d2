"""The stored ledger, against raw SQLite and a rival: `python -m benchmarks.ledger`.

Figures are medians for one call or one fact; a ratio is ours over theirs in the same run, in
which the two sides take turns. An aim is the most that the ratio may be; where nothing stands
against ours, the most that ours may be.
"""

from __future__ import annotations

import argparse
import cProfile
import io
import json
import pstats
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path

from .dated import Facts, read_csv, write_csv
from .duel import PINNED, RIVAL, Contestant, Duel, missing
from .figures import MICROSECONDS, MILLISECONDS, Row, table
from .raw import EVIDENCE, RawTables, blocks, evidence_count, tables
from .rounds import alternating, pieces, seconds, seconds_each
from .stored import Stored, load, load_csv

OPENING_S = 0.2
NO_SLOWER = 1.1  # a tenth is noise
EARLY = 1_000  # facts up to this one are early


@dataclass(frozen=True)
class Bench:
    """What is measured. many: facts of the large ledger; few: those of the others.

    repeat: how often many are loaded; opened: how often a ledger is opened.
    rival: the interpreter that has it.
    """

    folder: Path
    many: int
    few: int
    repeat: int
    opened: int
    seed: int
    rival: str

    @cached_property
    def facts(self) -> Facts:
        """Those of the large ledger."""
        return Facts(self.many, self.seed)

    @cached_property
    def large(self) -> Path:
        """The large ledger, made once."""
        path = self.new("large")
        load(path, self.facts.between(0, self.many))
        return path

    def new(self, name: str) -> Path:
        """A file that is not there yet."""
        return self.folder / f"{name}-{time.monotonic_ns()}.db"


# -- writing ---


def single(bench: Bench) -> Iterator[Row]:
    """`believe`, in a transaction of its own, against an insert of the row that it makes."""
    like = bench.new("like")
    load(like, bench.facts.between(0, bench.few))
    yield _single(bench, like, durable=True)
    yield _single(bench, like, durable=False)


def _single(bench: Bench, like: Path, durable: bool) -> Row:
    rows = [row for block in blocks(like, EVIDENCE) for row in block]
    parts = pieces(0, len(rows))
    path, raw = bench.new("ours"), RawTables(bench.new("raw"), like, durable=durable)
    with Stored(path, durable=durable) as ours:
        figures = alternating(
            len(parts),
            lambda turn: seconds_each(ours.believe, [bench.facts[n] for n in parts[turn]]),
            lambda turn: seconds_each(raw.insert, [rows[n] for n in parts[turn]]),
        )
    raw_count = raw.count()
    raw.close()
    same = evidence_count(path) == raw_count == len(rows)
    name = "believe, FULL" if durable else "believe, NORMAL"
    aim = 2.0 if durable else None
    return Row(name, "insert", MICROSECONDS, *figures, aim=aim, agree=same)


def bulk(bench: Bench) -> Iterator[Row]:
    """Loading many facts, against `executemany` of the rows that they become."""
    facts = list(bench.facts.between(0, bench.many))
    lines = bench.new("lines").with_suffix(".csv")
    write_csv(lines, facts)
    everything = tables(bench.large)

    def ours(_: int) -> float:
        return _loading(bench, partial(load, facts=facts))

    def ours_csv(_: int) -> float:
        return _loading(bench, partial(load_csv, lines=lines))

    def raw(_: int) -> float:
        return _filling(bench, [EVIDENCE])

    def raw_csv(_: int) -> float:
        return seconds(lambda: sum(1 for _ in read_csv(lines))) / bench.many + raw(0)

    name = f"load/{bench.many}"
    rows = alternating(bench.repeat, ours, raw)
    yield Row(f"{name} rows", "executemany", MICROSECONDS, *rows, aim=3.0)
    floor = tuple(_filling(bench, everything, large_cache=True) for _ in range(bench.repeat))
    yield Row(f"{name} rows", "all our tables, our cache", MICROSECONDS, rows[0], floor)
    from_csv = alternating(bench.repeat, ours_csv, raw_csv)
    yield Row(f"{name} CSV", "csv, executemany", MICROSECONDS, *from_csv, aim=3.0)


def _loading(bench: Bench, work: Callable[[Path], None]) -> float:
    """Seconds a fact; the ledger is not kept."""
    path = bench.new("ours")
    spent = seconds(lambda: work(path))
    assert evidence_count(path) == bench.many
    path.unlink()
    return spent / bench.many


def _filling(bench: Bench, names: Sequence[str], large_cache: bool = False) -> float:
    """The same in raw tables."""
    path = bench.new("raw")
    raw = RawTables(path, bench.large, names, large_cache=large_cache)
    spent = raw.fill()
    assert raw.count() == bench.many
    spent += seconds(raw.close)
    path.unlink()
    return spent / bench.many


# -- reading ---


def opening(bench: Bench) -> Iterator[Row]:
    """Opening the large ledger and answering a first status."""
    asked = [(bench.facts[n], bench.facts.day(n)) for n in range(0, bench.many, bench.many // 7)]

    def here(turn: int) -> None:
        with Stored(bench.large) as kept:
            kept.holds(*asked[turn % len(asked)])

    def from_nothing(turn: int) -> None:
        with Contestant(sys.executable, "reasoner", bench.large) as process:
            process.do("open", count=bench.many, seed=bench.seed, durable=True)
            process.do("ask", numbers=[turn])

    name = f"open {bench.many}, first status"
    for where, work, aim in ("", here, OPENING_S), (", new process", from_nothing, None):
        work(0)
        times = tuple(seconds(partial(work, turn)) for turn in range(1, bench.opened + 1))
        yield Row(name + where, "", MILLISECONDS, times, aim=aim)


def as_of(bench: Bench) -> Iterator[Row]:
    """A status as known when its fact was recorded: the last facts, against early ones."""
    size = min(EARLY, bench.many // 2)
    parts = pieces(0, size)
    small = bench.new("small")
    load(small, bench.facts.between(0, size))
    with Stored(bench.large) as kept, Stored(small) as other:
        found = alternating(
            len(parts),
            lambda turn: _asking(bench, kept, [bench.many - 1 - n for n in parts[turn]]),
            lambda turn: _asking(bench, kept, parts[turn]),
        )
        name = f"as-of status, the {bench.many}th"
        yield Row(name, f"the {size}th", MICROSECONDS, *found, aim=NO_SLOWER)
        found = alternating(
            len(parts),
            lambda turn: _asking(bench, kept, parts[turn]),
            lambda turn: _asking(bench, other, parts[turn]),
        )
        yield Row(f"status of {bench.many}", f"of {size}", MICROSECONDS, *found)


def _asking(bench: Bench, kept: Stored, numbers: Sequence[int]) -> float:
    """Seconds a question; that each answers what is so is checked."""
    facts = bench.facts
    asked = [(facts[n], facts.day(n), kept.recorded(facts[n])) for n in numbers]
    found: list[bool] = []
    spent = seconds_each(lambda each: found.append(kept.holds(*each)), asked)
    assert found == [fact.holds(day) for fact, day, _ in asked]
    return spent


def rival(bench: Bench) -> Iterator[Row]:
    """Every piece of work at few facts, against the rival."""
    ours, theirs = (sys.executable, "reasoner"), (bench.rival, RIVAL)
    yield from Duel(ours, theirs, bench.folder, bench.few, bench.seed, bench.opened).rows()


BENCHMARKS: dict[str, Callable[[Bench], Iterator[Row]]] = {
    "single": single,
    "bulk": bulk,
    "opening": opening,
    "as-of": as_of,
    RIVAL: rival,
}


# -- the command ---


def main(arguments: Sequence[str] | None = None) -> int:
    """Run benchmarks; 1 when the two sides differ somewhere."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ledger", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHMARKS))
    parser.add_argument("--many", type=int, default=1_000_000, help="facts of the large ledger")
    parser.add_argument("--few", type=int, default=10_000, help="facts of the others")
    parser.add_argument("--small", action="store_true", help="next to no facts, as a check")
    parser.add_argument("--seed", type=int, default=0, help="of the facts")
    parser.add_argument("--repeat", type=int, default=2, help="how often many are loaded")
    parser.add_argument("--rival-python", default=sys.executable, help=f"which has {RIVAL}")
    parser.add_argument("--folder", type=Path, help="where the files go (and are deleted)")
    parser.add_argument("--json", action="store_true", help="print data instead of a table")
    parser.add_argument("--profile", metavar="NAME", help="where the time of a benchmark goes")
    given = parser.parse_args(arguments)
    names = [given.profile] if given.profile else given.names or list(BENCHMARKS)
    for name in names:
        if name not in BENCHMARKS:
            parser.error(f"no benchmark is called {name}; there are {', '.join(BENCHMARKS)}")
    many, few, opened = (200, 40, 1) if given.small else (given.many, given.few, 7)
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        bench = Bench(
            Path(folder), many, min(few, many), given.repeat, opened, given.seed, given.rival_python
        )
        if given.profile:
            print(_profile(bench, given.profile))
            return 0
        rows, left_out = _measured(bench, names)
    if given.json:
        data = [asdict(row) | {"ratio": row.ratio, "met": row.met} for row in rows]
        print(json.dumps({"seed": given.seed, "rows": data, "left_out": left_out}, indent=1))
    else:
        print(
            table(rows), *(f"{name}: left out: {why}" for name, why in left_out.items()), sep="\n"
        )
    return 1 if any(row.agree is False for row in rows) else 0


def _measured(bench: Bench, names: Sequence[str]) -> tuple[list[Row], dict[str, str]]:
    """The rows, and why which benchmark is left out."""
    rows: list[Row] = []
    left_out: dict[str, str] = {}
    for name in names:
        why = missing(bench.rival) if name == RIVAL else ""
        if why:
            left_out[f"{RIVAL} {PINNED}"] = why
        else:
            rows += BENCHMARKS[name](bench)
    return rows, left_out


def _profile(bench: Bench, name: str, top: int = 40) -> str:
    """The functions in which most time is spent by themselves, raw sides included."""
    assert bench.large  # made before
    profiler = cProfile.Profile()
    profiler.runcall(list, BENCHMARKS[name](bench))
    text = io.StringIO()
    pstats.Stats(profiler, stream=text).sort_stats("tottime").print_stats(top)
    return text.getvalue()


if __name__ == "__main__":
    sys.exit(main())
