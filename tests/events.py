"""Cases of ../shared that are events and questions on the two axes of time, put to a reasoner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import reasoner
from reasoner import Literal, Reasoner, Status
from reasoner.syntax import show
from reasoner.syntax.tree import Atom, Query, Variable
from reasoner.theory.values import constant
from reasoner.time import DAY_US, END, Interval, instant, union

Given = Mapping[str, Any]
Fact = tuple[Any, ...]  # a relation and its values
Row = tuple[Any, ...]  # the values that a pattern asked for; then, or alone, when: from, to


def us(when: str | int) -> int:
    """An instant of a case; an integer counts days."""
    return when * DAY_US if isinstance(when, int) else instant(when)


def span(valid: Iterable[str | int | None]) -> tuple[int | None, int | None]:
    """From, to."""
    start, end = (None if when is None else us(when) for when in valid)
    return start, end


# -- what a case declares --------------------------------------------------------------------------


def theory(given: Given, *, automatic: bool = False) -> str:
    """Its relations and rules. No case of these speaks of decay, so nothing decays.

    automatic: what is believed of a relation with one value decides by recency on arrival.
    """
    rules = given.get("rules", [])
    atoms = [event["fact"] for event in given["events"]]
    atoms += [query[key] for query in given["queries"].values() for key in ("pattern", "a", "b")
              if key in query]  # fmt: skip
    atoms += [atom for rule in rules for atom in (rule["head"], *rule["body"])]
    arities = {atom[0]: len(atom) - 1 for atom in atoms}
    one = {name for name, said in given["relations"].items() if said["cardinality"] == "one"}
    assert all(said["cardinality"] in ("one", "many") for said in given["relations"].values())
    lines = ["decay fact never."]
    for name, arity in sorted(arities.items()):
        arguments = ", ".join(f"a{number}" for number in range(arity))
        lines.append(f"relation {name}({arguments}){' singular' if name in one else ''}.")
    lines += [f"policy {name} recency automatic." for name in sorted(one) if automatic]
    return "\n".join((*lines, *map(_rule, rules)))


def _rule(rule: Given) -> str:
    head, *body = (
        f"{name}({', '.join(value.removeprefix('?').upper() for value in values)})"
        for name, *values in (rule["head"], *rule["body"])
    )
    return f"rule {rule['id']}: {head} :- {', '.join(body)}."


# -- the events, carried out -----------------------------------------------------------------------


@dataclass
class Story:
    """The events of a case, carried out one after the other.

    In memory each is recorded at its own instant; a stored ledger has its own time, and the
    instants of the case stand for those of the ledger.

    believing: a put is a `believe` and the policy decides, instead of a `revise by recency`.
    retracting: what is retracted is so with `retract`, instead of `contract`.
    """

    given: Given
    believing: bool = False
    retracting: bool = False
    ledger: Path | None = None
    recorded: dict[int, int] = field(default_factory=dict)  # instants of the ledger: of the case
    done: int = 0  # how many of the events

    def __post_init__(self) -> None:
        self.text = theory(self.given, automatic=self.believing)
        self.kb: Reasoner = reasoner.loads(self.text, self.ledger)
        for event in self.given["events"]:
            if self.ledger is None:
                self.kb.set_clock(us(event["tx"]))
            self._do(event)
            assert self.kb.ledger.last is not None
            self.recorded.setdefault(self.kb.ledger.last, us(event["tx"]))
            self.done += 1

    def reopen(self) -> None:
        """Take up the stored ledger again."""
        self.kb.close()
        self.kb = reasoner.loads(self.text, self.ledger)

    def _do(self, event: Given) -> None:
        assert set(event) <= {"tx", "op", "fact", "valid"}
        valid = span(event.get("valid", (None, None)))
        match event["op"]:
            case "put" if self.believing:
                self.kb.believe(self.literal(event["fact"]), valid=valid)
            case "put":
                self._put(event["fact"], valid)
            case "assert":
                self.kb.believe(self.literal(event["fact"]), valid=valid)
            case "retract" if self.retracting:
                for fact in self.said(event["fact"]):
                    self.kb.retract(self.literal(fact), because="the case says so")
            case "end" | "retract":
                self.kb.contract(*map(self.literal, self.said(event["fact"])), valid=valid)
            case "update_where_held":
                for held in self._held(event["fact"], Interval(*valid)):
                    self._put(event["fact"], (held.start, held.end))
            case other:
                raise AssertionError(f"nothing does `{other}`")

    def _put(self, fact: Fact, valid: tuple[int | None, int | None]) -> None:
        self.kb.revise(self.literal(fact), by="recency", valid=valid)

    def _held(self, fact: Fact, within: Interval) -> Iterator[Interval]:
        """Where some value stands in the place of the last, inside an interval."""
        stretches = [Interval(*row[-2:]) for row in self.segments([*fact[:-1], "?"], None)]
        return filter(None, (within.intersect(each) for each in stretches))

    def said(self, pattern: Iterable[Any]) -> list[Fact]:
        """The facts that fit a pattern and have been said so far; `*` and `?…` fit anything."""
        pattern = tuple(pattern)
        past = self.given["events"][: self.done]
        facts = {tuple(event["fact"]): None for event in past if event["op"] in ("put", "assert")}
        return [f for f in facts if len(f) == len(pattern) and all(map(_fits, pattern, f))]

    def literal(self, fact: Iterable[Any]) -> Literal:
        name, *values = fact
        return self.kb.relation(name)(*values)

    # -- the transaction axis ---

    def known(self, when: str | int | None) -> int | None:
        """The instant of the ledger that stands for one of the case."""
        if when is None or self.ledger is None:
            return None if when is None else us(when)
        before = min(self.recorded) - 1
        return max((at for at, said in self.recorded.items() if said <= us(when)), default=before)

    # -- questions ---

    def answer(self, query: Given, ask: Asking) -> list[Row]:
        """What the case expects, in its order."""
        known, valid = query.get("known_at"), query.get("valid_at")
        match query["ask"]:
            case "values":
                return self.values(query["pattern"], valid, self.known(known))
            case "segments":
                return ask.segments(self, query["pattern"], self.known(known))
            case "tx_history":
                return ask.tx_history(self, query["pattern"], us(valid))
            case "overlap":
                return self._overlap(query["a"], query["b"], self.known(known), ask)
            case other:
                raise AssertionError(f"nothing asks `{other}`")

    def values(self, pattern: list[Any], valid: str | int | None, known: int | None) -> list[Row]:
        at = None if valid is None else us(valid)
        rows = self.kb.at(valid=at, known=known).ask(_query(pattern))
        return sorted(tuple(row.values()) for row in rows)

    def _overlap(
        self, one: list[Any], other: list[Any], known: int | None, ask: Asking
    ) -> list[Row]:
        """Both at once, with the same value."""
        return sorted(
            (value, shared.start, shared.end)
            for value, *first in ask.segments(self, one, known)
            for again, *second in ask.segments(self, other, known)
            if value == again
            if (shared := Interval(*first).intersect(Interval(*second))) is not None
        )

    def segments(self, pattern: list[Any], known: int | None) -> list[Row]:
        """The stretches of valid time, from questions about one instant of each piece of it."""
        cuts = self.cuts()
        held: dict[Row, list[Interval]] = {}
        for start, end in zip(cuts, [*cuts[1:], END], strict=True):
            for row in self.kb.ask(_query(pattern), valid=start, known=known):
                held.setdefault(tuple(row.values()), []).append(Interval(start, end))
        return _rows(held)

    def cuts(self) -> list[int]:
        """An instant before all that is said, and every end of what is."""
        spans = [span(event.get("valid", (None, None))) for event in self.given["events"]]
        ends = sorted({end for each in spans for end in each if end is not None} | {0})
        return [ends[0] - DAY_US, *ends]

    def tx_history(self, pattern: list[Any], valid: int) -> list[Row]:
        """The stretches of transaction time, from a question after each operation."""
        held: dict[Row, list[Interval]] = {}
        recorded = list(self.recorded)
        for at, until in zip(recorded, [*recorded[1:], END], strict=True):
            for row in self.kb.ask(_query(pattern), valid=valid, known=at):
                held.setdefault(tuple(row.values()), []).append(Interval(at, until))
        return self.as_told(held)

    def as_told(self, held: Mapping[Row, Iterable[Interval]]) -> list[Row]:
        """Stretches of the ledger's transaction time as the case counts it.

        What the case does at one instant has happened at its end.
        """
        shown: dict[Row, list[Interval]] = {}
        for row, stretches in held.items():
            for each in stretches:
                start = self.recorded[each.start]
                end = END if each.end == END else self.recorded[each.end]
                if start < end:
                    shown.setdefault(row, []).append(Interval(start, end))
        return _rows(shown)


def _fits(wanted: Any, value: Any) -> bool:
    return wanted == "*" or str(wanted).startswith("?") or wanted == value


def _query(pattern: list[Any]) -> Query:
    """Variables in the order of the pattern: the answers' columns."""
    terms = tuple(
        Variable(f"V{place}") if str(value).startswith("?") else constant(value)
        for place, value in enumerate(pattern[1:])
    )
    return Query((Literal(Atom(pattern[0], terms)),))


def _rows(held: Mapping[Row, Iterable[Interval]]) -> list[Row]:
    return sorted(
        ((*row, each.start, each.end) for row, stretches in held.items()
         for each in union(stretches)),
        key=lambda row: (row[-2:], row),
    )  # fmt: skip


# -- two ways to ask about stretches ---------------------------------------------------------------


@dataclass(frozen=True)
class Asking:
    """segments: by pattern and known; tx_history: by pattern and valid."""

    segments: Callable[[Story, list[Any], int | None], list[Row]]
    tx_history: Callable[[Story, list[Any], int], list[Row]]


INSTANT_BY_INSTANT = Asking(Story.segments, Story.tx_history)


def _rectangles(story: Story, pattern: list[Any]) -> Iterator[tuple[Row, Interval, Interval]]:
    """What is asked for, known, valid: of each fact that fits, where it is told true."""
    asked = [place for place, value in enumerate(pattern) if str(value).startswith("?")]
    for fact in story.said(pattern):
        for each in story.kb.timeline(story.literal(fact)):
            if each.status in (Status.TRUE, Status.BOTH):
                yield tuple(fact[place] for place in asked), each.known, each.valid


def _segments(story: Story, pattern: list[Any], known: int | None) -> list[Row]:
    at = story.kb.ledger.last if known is None else known
    held: dict[Row, list[Interval]] = {}
    for row, when, valid in _rectangles(story, pattern):
        held.setdefault(row, []).extend([valid] if at in when else [])
    return _rows(held)


def _tx_history(story: Story, pattern: list[Any], valid: int) -> list[Row]:
    held: dict[Row, list[Interval]] = {}
    for row, known, when in _rectangles(story, pattern):
        held.setdefault(row, []).extend([known] if valid in when else [])
    return story.as_told(held)


BY_TIMELINE = Asking(_segments, _tx_history)


# -- what is expected ------------------------------------------------------------------------------


def expected_rows(query: Given, expected: list[Any]) -> list[Row]:
    """The rows that a case expects, with instants as the ledger counts them."""
    if query["ask"] == "values":
        return sorted(map(tuple, expected))
    rows = [(*row[:-2], us(row[-2]), END if row[-1] is None else us(row[-1])) for row in expected]
    return sorted(rows, key=lambda row: (row[-2:], row))


def texts(beliefs: Iterable[reasoner.Belief]) -> frozenset[str]:
    return frozenset(belief.text for belief in beliefs)


def facts(kb: Reasoner, *said: list[Any]) -> frozenset[str]:
    """Facts as beliefs show them."""
    return frozenset(show(kb.relation(name)(*values)) for name, *values in said)
