"""Facts that change: of each subject and relation the newest stands, at every serial number.

MemoryAgentBench's consolidation of facts, made of MQuAKE's: rows of serial number, subject,
relation and value; questions with their answers; chains of relations from a subject to an answer.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import pytest

import reasoner
from conftest import SHARED
from judging import CASES
from reasoner import Reasoner, Status
from reasoner.syntax import show
from reasoner.theory.model import Theory

pytestmark = pytest.mark.xdist_group("factcons")

DATA = "data/factcons"
SIZES = sorted(p.stem.removeprefix("facts_") for p in (SHARED / DATA).glob("facts_*.tsv"))
CASE_FILE = "cases/cases.json"
ABSENT = ("32k", "262k")
"""The sizes that the cases count, and the data do not have."""

Key = tuple[str, str]  # subject, relation


@dataclass(frozen=True)
class Facts:
    """The rows of one size, believed one by one; the serial number is the transaction time."""

    kb: Reasoner
    rows: list[tuple[int, Key, str]]
    versions: Mapping[Key, dict[int, str]] = field(default_factory=dict)

    def newest(self, key: Key, serial: int | None = None) -> str | None:
        """The value with the greatest serial number, up to one of them."""
        versions = self.versions.get(key, {})
        seen = [each for each in versions if serial is None or each <= serial]
        return versions[max(seen)] if seen else None

    def values(self, key: Key, serial: int | None = None) -> list[object]:
        """What is believed."""
        subject, relation = key
        rows = self.kb.ask(f"{relation}({quoted(subject)}, V)", known=serial)
        return [row["V"] for row in rows]

    def believed(self, serial: int | None = None) -> dict[Key, list[object]]:
        """Everything that is believed."""
        found: dict[Key, list[object]] = {}
        for relation in sorted({relation for _, relation in self.versions}):
            for row in self.kb.ask(f"{relation}(S, V)", known=serial):
                found.setdefault((row["S"], relation), []).append(row["V"])
        return found


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def loaded(size: str, policy: str) -> Facts:
    lines = (SHARED / f"{DATA}/facts_{size}.tsv").read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines]
    rows = [(int(serial), (subject, relation), value) for serial, subject, relation, value in cells]
    relations = sorted({relation for _, (_, relation), _ in rows})
    declared = [f"relation {name}(subject, value) singular." for name in relations]
    kb = reasoner.loads("\n".join([*declared, "decay fact never.", f"policy default {policy}."]))
    versions: dict[Key, dict[int, str]] = {}
    for serial, key, value in rows:
        subject, relation = key
        kb.set_clock(serial)
        kb.believe(kb.relation(relation)(subject, value))
        versions.setdefault(key, {})[serial] = value
    return Facts(kb, rows, versions)


@cache
def newest_wins(size: str) -> Facts:
    return loaded(size, "recency automatic")


@pytest.fixture
def facts(size, shared) -> Facts:
    shared(f"{DATA}/facts_{size}.tsv")
    return newest_wins(size)


@pytest.fixture(scope="session")
def expected(shared):
    """What the two cases about these data expect, by their ids."""
    cases = json.loads(shared(CASE_FILE).read_text(encoding="utf-8"))
    return {case["id"]: case["expected"] for case in cases if case["id"] in ("FC-11", "FC-13")}


def read(shared, name: str):
    return json.loads(shared(f"{DATA}/{name}").read_text(encoding="utf-8"))


every_size = pytest.mark.parametrize("size", SIZES or ["none is here"])


def test_every_size_is_looked_at_or_absent(expected):
    assert sorted([*SIZES, *ABSENT]) == sorted(expected["FC-11"]["facts"])
    assert set(expected["FC-11"]) == {
        "facts", "keys", "keys_with_two_values", "gold_hits_of_100", "conflicts_left_after_load",
    }  # fmt: skip


# -- the newest wins -------------------------------------------------------------------------------


@every_size
def test_each_subject_has_the_newest_value_and_no_other_and_no_conflict_is_left(
    size, facts, expected, shared
):
    case = expected["FC-11"]
    two = sum(len(versions) == 2 for versions in facts.versions.values())
    assert (len(facts.rows), len(facts.versions), two) == (
        case["facts"][size], case["keys"][size], case["keys_with_two_values"][size],
    )  # fmt: skip
    for stats in read(shared, "expected_stats.json"):
        if stats["name"].endswith(f"_{size}"):
            assert (stats["facts"], stats["keys"], stats["conflicting_keys"]) == (
                len(facts.rows), len(facts.versions), two,
            )  # fmt: skip
            assert max(map(len, facts.versions.values())) == stats["max_versions"]
    assert facts.believed() == {key: [facts.newest(key)] for key in facts.versions}
    conflicts = list(facts.kb.conflicts(ever=True))
    assert len(conflicts) == case["conflicts_left_after_load"]


@every_size
def test_each_displaced_value_is_withdrawn_once_as_superseded(size, facts):
    withdrawn = [w for each in facts.kb.ledger.operations() for w in each.said.withdrawals]
    displaced = sum(len(versions) - 1 for versions in facts.versions.values())
    assert len({each.target for each in withdrawn}) == len(withdrawn) == displaced
    assert {each.cause.value for each in withdrawn} == {"superseded"}


@every_size
def test_questions_have_the_answers_that_the_newest_values_give(size, facts, expected, shared):
    questions = read(shared, f"questions_sh_{size}.json")
    hits, believed = 0, facts.believed()
    for question in questions:
        (value,) = believed[question["subject"], question["relation"]]
        assert value == question["newest"]
        hits += str(value).casefold() in [each.casefold() for each in question["gold"]]
    assert hits == expected["FC-11"]["gold_hits_of_100"][size]
    (stats,) = (each for each in read(shared, "expected_stats.json")
                if each["name"] == f"factconsolidation_sh_{size}")  # fmt: skip
    assert (len(questions), hits) == (stats["questions"], stats["gold_consistent_with_newest"])


@every_size
def test_at_any_serial_number_the_newest_so_far_is_believed(size, facts):
    """Everything at a few serial numbers; and single values just before and after they change."""
    chosen = random.Random(size)
    for serial in chosen.sample(range(len(facts.rows)), k=min(CASES // 8 or 1, len(facts.rows))):
        seen = {key: facts.newest(key, serial) for key in facts.versions}
        expected = {key: [value] for key, value in seen.items() if value is not None}
        assert facts.believed(serial) == expected
    changed = [key for key, versions in facts.versions.items() if len(versions) == 2]
    for key in chosen.sample(changed, k=min(CASES, len(changed))):
        first, second = sorted(facts.versions[key])
        for serial in (first - 1, first, second - 1, second):
            value = facts.newest(key, serial)
            assert facts.values(key, serial) == ([] if value is None else [value])


# -- chains, as rules ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chain:
    """Relations followed from a subject. number: of its path among all paths."""

    start: str
    path: tuple[str, ...]
    answer: str
    number: int

    def followed(self, facts: Facts) -> list[tuple[str, str, str]]:
        """Relation, subject and newest value of each step."""
        steps: list[tuple[str, str, str]] = []
        subject = self.start
        for relation in self.path:
            value = facts.newest((subject, relation))
            assert value is not None
            steps.append((relation, subject, value))
            subject = value
        return steps


def chains_of(shared, size: str) -> list[Chain]:
    found = read(shared, f"chains_{size}.json")
    paths = sorted({tuple(each["path"]) for each in found})
    return [
        Chain(each["start"], tuple(each["path"]), each["answer"], paths.index(tuple(each["path"])))
        for each in found
    ]


def answering(facts: Facts, chains: list[Chain]) -> Theory:
    """The declarations, and a rule for each path: the path, the start, the answer."""
    paths = sorted({(chain.number, chain.path) for chain in chains})
    lines = [facts.kb.theory.text, "relation answer(path, start, answer)."]
    for number, path in paths:
        steps = ", ".join(f"{name}(X{n}, X{n + 1})" for n, name in enumerate(path))
        lines.append(f"rule answer({number}, X0, X{len(path)}) :- {steps}.")
    return reasoner.loads("\n".join(lines)).theory


def correct(world: Reasoner, chains: list[Chain]) -> int:
    """How many reach their answer, and no other."""
    reached: dict[tuple[object, object], list[str]] = {}
    for row in world.ask("answer(P, S, A)"):
        reached.setdefault((row["P"], row["S"]), []).append(str(row["A"]).casefold())
    return sum(reached.get((c.number, c.start)) == [c.answer.casefold()] for c in chains)


@every_size
def test_chains_as_rules_reach_their_answers_by_the_facts_of_their_path_alone(
    size, facts, expected, shared
):
    chains = chains_of(shared, size)
    assert len(chains) == expected["FC-13"]["chains"][size]
    with facts.kb.suppose(answering(facts, chains)) as world:
        assert correct(world, chains) == expected["FC-13"]["correct_with_newest"][size]
        for chain in chains[: CASES if size == "6k" else CASES // 4]:
            steps = chain.followed(facts)
            why = world.why(world.relation("answer")(chain.number, chain.start, steps[-1][-1]))
            (proof,) = why.support
            assert why.status is Status.TRUE
            used = {show(world.relation(name)(*values)) for name, *values in steps}
            assert {belief.text for belief in proof.premises} == used
            assert len(proof.premises) == len(used)


def test_with_the_oldest_values_no_chain_reaches_its_answer(shared, expected):
    """When what comes first stays: maxichoice keeps it."""
    size = "6k"
    shared(f"{DATA}/facts_{size}.tsv")
    facts, chains = loaded(size, "maxichoice automatic"), chains_of(shared, size)
    oldest = {key: [versions[min(versions)]] for key, versions in facts.versions.items()}
    assert facts.believed() == oldest
    with facts.kb.suppose(answering(facts, chains)) as world:
        assert correct(world, chains) == expected["FC-13"]["correct_with_oldest"][size]
