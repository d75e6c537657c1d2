"""Programs that use one ledger at once, each until it is killed or told to stop.

    python at_once.py write|load|read LEDGER NAME

They print a JSON line for each thing that was acknowledged, and stop when their input ends.
"""

from __future__ import annotations

import json
import select
import sys
import time

from reasoner.ledger import SqliteLedger
from reasoner.ledger.entries import NewEvidence, NewOperation, Pattern
from reasoner.syntax.tree import Atom, Constant, Kind, Literal

BULK, ITEMS = 3, 40  # operations of one `append_all`, items of evidence in each


def is_over():
    """Whether the parent has closed our input."""
    return bool(select.select([sys.stdin], [], [], 0)[0])


def believe(name, number, items=1):
    constants = (Constant(Kind.TEXT, name, name), Constant(Kind.TEXT, str(number), str(number)))
    item = NewEvidence(Literal(Atom("wrote", constants)), "wrote")
    return NewOperation("believe", name=f"{name} {number}", evidence=(item,) * items)


def write(ledger, name):
    """One operation after the other."""
    number = 0
    while not is_over():
        operation = ledger.append(believe(name, number))
        print(json.dumps([operation.name, operation.seq]), flush=True)
        number += 1


def load(ledger, name):
    """Several operations in one transaction, again and again."""
    number = 0
    while not is_over():
        ledger.append_all(believe(name, number + place, ITEMS) for place in range(BULK))
        print(json.dumps([f"{name} {number + BULK - 1}", None]), flush=True)
        number += BULK


def read(ledger, name):
    """Look up, and see that nothing that was there is gone; at the end the longest wait, in s."""
    longest, reads, seen, head = 0.0, 0, 0, 0
    pattern = Pattern("wrote", (Constant(Kind.TEXT, name, name), None))
    while not is_over():
        began = time.perf_counter()
        found, now = len(ledger.evidence(pattern)), ledger.head
        longest = max(longest, time.perf_counter() - began)
        assert found >= seen and now >= head, "something is gone"
        seen, head, reads = found, now, reads + 1
    print(json.dumps({"reads": reads, "longest_s": longest}), flush=True)


if __name__ == "__main__":
    deed, path, name = sys.argv[1:]
    with SqliteLedger(path) as ledger:
        {"write": write, "load": load, "read": read}[deed](ledger, name)
