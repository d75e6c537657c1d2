"""`python -m tests.table`: recompute the tables, and say what is not as expected."""

from __future__ import annotations

import argparse
import sys
import time

from . import run
from .families import Asked

THROUGH_THE_VERBS = 30  # bases


def main() -> int:
    """Exit code 1 when a cell, a counterexample or a verb differs."""
    options = _options()
    wrong: list[str] = []
    for section in (2, 3) if options.section is None else (options.section,):
        asked = Asked(run.is_asked)
        for table in run.tables(section, options.seed, options.share):
            began = time.process_time()
            found = run.searched(table, asked)
            print(f"\n{table.name}: {len(table.bases)} bases", end="")
            print(f", {time.process_time() - began:.0f} s\n")
            print("\n".join(run.lines(table, found)))
            wrong += run.differences(table, found)
        print(f"\nFamilies: {asked.by_reasoner} by the reasoner and by truth table, alike;", end="")
        print(f" {asked.by_table} by truth table alone.")
        count = max(1, THROUGH_THE_VERBS // options.share)
        tried, differing = run.through_the_verbs(section, options.seed, count)
        print(f"Through the verbs: {tried} random functions, {len(differing)} differ.")
        wrong += differing
    print(*(["", "Differences:", *wrong] if wrong else ["", "No differences."]), sep="\n")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.table", description=__doc__)
    parser.add_argument("--section", type=int, choices=(2, 3), help="2 contraction, 3 revision")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="every N-th base")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
