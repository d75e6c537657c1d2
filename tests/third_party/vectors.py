"""Revision vectors (items, tags, contents) -> operations on keyed beliefs.

The reading. `content(I, T, J)` says that under tag T the item I has the content J, a text; the
relation is singular, so that (I, T) is the key and J its value. To revise a tag is to revise by its
new content, which displaces the old one. To contract a proposition, a piece of such a text, is to
contract `said(I, P)`: that some content of the item has this piece, which is background. An item is
deprecated when nothing is believed of it any more.

A revision's number is its place among those of its item. A tag stands at the last revision that
said what is believed under it. A revision supersedes the one at which its tag stood before; the
same content again drops nothing, it has one more reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import reasoner
from reasoner import Change, Literal, Reasoner
from third_party import quoted

Op = Mapping[str, str]
Rows = list[dict[str, Any]]

BEFORE_ALL = "2025-01-01"
DECLARED = """
relation content(item, tag, json) singular.
relation piece(json, text).
relation said(item, text).
rule said(I, P) :- content(I, T, J), piece(J, P).
"""


@dataclass(frozen=True)
class Step:
    """One operation on its sentence: the news of a revision, the goal of a contraction.

    before, after: the instants whose knowledge it began and ended with.
    """

    op: Op
    sentence: Literal
    change: Change
    before: str

    @property
    def after(self) -> str:
        return self.op["at"]

    @property
    def is_revision(self) -> bool:
        return self.op["op"] == "revise"


@dataclass(frozen=True)
class Run:
    """A fixture's operations, carried out one after the other."""

    kb: Reasoner
    steps: tuple[Step, ...]

    @staticmethod
    def of(fixture: Mapping[str, Any]) -> Run:
        return Run.through([{**op, "content": content(op, fixture)} for op in fixture["ops"]])

    @staticmethod
    def through(ops: Sequence[Op]) -> Run:
        kb = reasoner.loads("\n".join([DECLARED, *_pieces(ops)]))
        steps: list[Step] = []
        for op in ops:
            before = steps[-1].after if steps else BEFORE_ALL
            kb.set_clock(op["at"])
            steps.append(Step(op, sentence(kb, op), carry_out(kb, op), before))
        return Run(kb, tuple(steps))

    # -- its end, in the words of the vectors; contents are written out, digests left out ---

    def state(self) -> dict[str, Rows]:
        return {
            "items": self.items(),
            "tags": self.tags(self.steps[-1].after),
            "revisions": [
                {
                    "item": step.op["item"],
                    "seq": self.number(step),
                    "content": step.op["content"],
                    "created_at": step.op["at"],
                }
                for step in sorted(self.revisions(), key=lambda step: step.op["item"])
            ],
            "supersedes": list(self.supersedes()),
        }

    def items(self) -> Rows:
        alive = {tag["item"] for tag in self.tags(self.steps[-1].after)}
        items = sorted({step.op["item"] for step in self.revisions()})
        return [{"item": item, "deprecated": item not in alive} for item in items]

    def tags(self, known: str) -> Rows:
        """Where the tags stood, as was known then."""
        found = []
        for row in self.kb.ask("?- true content(I, T, J)", known=known):
            key = (row["I"], row["T"], row["J"])
            (*_, last) = (
                step
                for step in self.revisions()
                if step.after <= known
                and (step.op["item"], step.op["tag"], step.op["content"]) == key
            )
            found.append({"item": key[0], "tag": key[1], "revision_seq": self.number(last)})
        return found

    def supersedes(self) -> Iterator[dict[str, Any]]:
        for step in self.revisions():
            for tag in self.tags(step.before):
                if (tag["item"], tag["tag"]) == (step.op["item"], step.op["tag"]):
                    yield {
                        "item": tag["item"],
                        "new_seq": self.number(step),
                        "old_seq": tag["revision_seq"],
                        "created_at": step.op["at"],
                    }

    def revisions(self) -> list[Step]:
        return [step for step in self.steps if step.is_revision]

    def number(self, revision: Step) -> int:
        item = revision.op["item"]
        return 1 + [s for s in self.revisions() if s.op["item"] == item].index(revision)


def carry_out(kb: Reasoner, op: Op) -> Change:
    verb = {"revise": kb.revise, "contract": kb.contract}[op["op"]]
    return verb(sentence(kb, op))


def sentence(kb: Reasoner, op: Op) -> Literal:
    if op["op"] == "revise":
        return kb.relation("content")(op["item"], op["tag"], op["content"])
    return kb.relation("said")(op["item"], op["proposition"])


def content(row: Mapping[str, str], fixture: Mapping[str, Any]) -> str:
    """The text of a content, also of a long one that the fixture only describes; "" without any."""
    if "content_json_ref" not in row:
        return row.get("content_json", "")
    long = fixture["content_fixtures"][row["content_json_ref"]]
    assert long["kind"] == "json_string_field_repeat"
    return f'{{"{long["field"]}":"{long["character"] * long["count"]}"}}'


def _pieces(ops: Sequence[Op]) -> Iterator[str]:
    pieces = sorted({op["proposition"] for op in ops if op["op"] == "contract"})
    for text in sorted({op["content"] for op in ops}):
        yield from (f"rule piece({quoted(text)}, {quoted(p)})." for p in pieces if p in text)
