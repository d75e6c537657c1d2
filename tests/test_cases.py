"""Cases: our own under tests/cases, and those of ../shared in the words of the reasoner."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

import reasoner
from conftest import ROOT, SHARED
from formulas import Base, atoms, parts, sentence
from reasoner import Change, Literal, Reasoner, Status, Why
from reasoner.syntax import show
from reasoner.time import DAY_US
from third_party.cudf import Universe
from third_party.resolver import Problem, blocked

FILES = sorted((ROOT / "tests" / "cases").glob("**/*.bel"))
CASES = "cases/cases.json"
KINDS = (
    "contraction", "revision", "repair", "justification", "merge", "four-valued",
    "package-repair", "package-conflict",
)  # fmt: skip

SELECTIONS = {
    "AG-09": "maxichoice"  # it expects that just one of two is given up; full meet gives up both
}
"""The selection, where a case needs another one than the default, full meet."""

_BELNAP = "ours too (DESIGN 3.1, 3.2); but what one source says twice in a session counts once"
ASSUMED = {
    **dict.fromkeys(("BM-01", "BM-03", "BM-04", "BM-05", "BM-06", "BM-08"), _BELNAP),
    **dict.fromkeys(("BM-09", "BM-11"), _BELNAP),
    "AG-01": "ours by ranks of sources and `consolidate by entrenchment`",
    "AG-02": "ours by ranks of sources and `consolidate by entrenchment`: what ties is met",
    "AG-03": "ours: in each rank `entrenchment` keeps as many as it can",
    "AG-05": "ours: a contraction acts on the base, the rule is background",
}
"""What a case `assumes`, by its id, and how the reasoner comes to assume the same."""


# -- our own ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_of_our_own_meets_its_expectations(path: Path):
    expectations = [reply for reply in reasoner.run(path) if reply.met is not None]
    assert expectations
    unmet = [(show(r.statement), r.answer, r.why) for r in expectations if not r.met]
    assert unmet == []


# -- those of ../shared ----------------------------------------------------------------------------


def shared_cases() -> dict[str, dict[str, Any]]:
    """The cases of our kinds by id; none without the file."""
    path = SHARED / CASES
    found = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return {case["id"]: case for case in found if case["kind"] in KINDS}


SHARED_CASES = shared_cases()


@pytest.mark.parametrize("name", list(SHARED_CASES) or ["none is here"])
def test_a_shared_case_gives_its_expected_values(name, shared):
    shared(CASES)
    case = SHARED_CASES[name]
    SHAPES[frozenset(case["input"])](case["input"], case["expected"], SELECTIONS.get(name))


def test_every_kind_of_shared_case_and_each_of_their_assumptions_is_looked_at(shared):
    shared(CASES)
    assert {case["kind"] for case in SHARED_CASES.values()} == set(KINDS)
    assert {name for name, case in SHARED_CASES.items() if "assumes" in case} == set(ASSUMED)
    assert set(SELECTIONS) <= set(SHARED_CASES)


Given = Mapping[str, Any]
Expected = Mapping[str, Any]


def unknown(key: str) -> AssertionError:
    return AssertionError(f"nothing looks at `{key}`")


# -- repairs ---


def repair(given: Given, expected: Expected, _: str | None) -> None:
    """base: formulas, none preferred. A repair is what has to go."""
    base = Base.of({each["id"]: each["formula"] for each in given["base"]})
    check_repairs(base, given["queries"], expected)


def repair_under_constraints(given: Given, expected: Expected, _: str | None) -> None:
    """hard: the background; assumptions: what is up for revision."""
    base = Base.of({each: each for each in given["assumptions"]}, background=given["hard"])
    check_repairs(base, given["queries"], expected)


def check_repairs(base: Base, queries: Iterable[str], expected: Expected) -> None:
    conflicts, repairs = base.conflicts(), base.removals("false")
    for key, value in expected.items():
        match key:
            case "minimal_conflicts":
                assert conflicts == parts(value)
            case "minimal_repairs":
                assert repairs == parts(value)
            case "n_minimal_conflicts":
                assert len(conflicts) == value
            case "n_minimal_repairs":
                assert len(repairs) == value
            case "smallest_repair":
                assert min(map(len, repairs)) == value
            case _:
                raise unknown(key)
    for query in queries:
        match query:
            case "minimal_conflicts" | "minimal_repairs":
                assert any(key.endswith(query) for key in expected)
            case "free":
                in_conflict = frozenset[str]().union(*conflicts)
                assert frozenset[str]().union(*repairs) == in_conflict
            case _:
                raise unknown(query)


# -- contraction and revision ---


def change(given: Given, expected: Expected, by: str | None) -> None:
    """steps: `contract F`, `expand F`, `revise by F`. protected: the background."""
    steps = [re.fullmatch(r"(\w+)( by)? (.+)", step).group(1, 3) for step in given["steps"]]
    elements = [
        (each, each) if isinstance(each, str) else (each["id"], each["formula"])
        for each in given["base"]
    ]
    base = Base.of(
        dict(elements),
        background=given.get("protected", ()),
        also=[formula for _, formula in steps],
    )
    verb, formula = steps[0]
    removals = base.removals(f"not ({formula})" if verb == "revise" else formula)
    seen = {}
    for verb, formula in steps:
        step(base, verb, formula, by)
        seen[f"after_{verb}"] = truths(base, expected.get(f"after_{verb}", {}))
    for key, value in expected.items():
        match key:
            case "minimal_removals":
                assert removals == parts(value)
            case "consistent":
                assert (base.conflicts() == frozenset()) is value
            case "kept_one_of":
                assert base.held() - {formula} in parts(value)
            case "model_based_variant":
                # `revise` works on formulas: one that is kept still speaks, worlds leave open.
                assert "unknown" in value.values()
                entailed = {atom for atom in value if base.kb.entails(atom)}
                assert any(value[atom] == "unknown" for atom in entailed)
            case _ if key in seen:
                assert seen[key] == value
            case _:
                assert base.truth(key) == value


def truths(base: Base, names: Iterable[str]) -> dict[str, str]:
    return {atom: base.truth(atom) for atom in names}


def step(base: Base, verb: str, formula: str, by: str | None) -> None:
    match verb:
        case "contract":
            base.kb.contract(sentence(formula), by=by)
        case "expand":
            base.kb.expand(sentence(formula))
        case "revise":
            base.revise(formula, formula, by=by)
        case _:
            raise unknown(verb)


def variants(given: Given, expected: Expected, by: str | None) -> None:
    """variants: one sentence, written in several ways."""
    assert expected == {"same_consequences": True}
    written = [variant.removeprefix("revise by ") for variant in given["variants"]]
    outcomes = []
    for formula in written:
        base = Base.of({each: each for each in given["base"]}, also=written)
        base.revise("new", formula, by=by)
        literals = [sign + atom for atom in atoms([*given["base"], *written]) for sign in ("", "-")]
        outcomes.append(
            (
                base.held(),
                [base.kb.status(literal) for literal in literals],
                [base.kb.entails(literal) for literal in (*literals, *map(sentence, written))],
            )
        )
        assert base.kb.entails(sentence(formula))
    assert len(outcomes) > 1
    assert all(outcome == outcomes[0] for outcome in outcomes)


# -- packages ---


def package_repair(given: Given, expected: Expected, _: str | None) -> None:
    """packages, request: as in CUDF. Each largest consistent part is a solution."""
    assert set(expected) == {"solutions"}
    stanzas = {
        (each["p"], each["v"]): {"installed": str(each.get("installed", False)).lower()}
        for each in given["packages"]
    }
    found = Universe(stanzas, given["request"]).worlds()
    assert parts((f"{p}{v}" for p, v in each) for each in found) == parts(expected["solutions"])


def package_conflict(given: Given, expected: Expected, _: str | None) -> None:
    """index, requested: what a resolver gets. Its conflicts end at one package."""
    assert given["one_version_per_package"] is True
    problem = Problem.of(given["index"], [(name, "") for name in given["requested"]])
    base = problem.base(choosing=False)
    conflicts = [base.needs(conflict) for conflict in base.kb.conflicts()]
    installed = {} if conflicts else problem.base(choosing=True).installed()
    for key, value in expected.items():
        match key:
            case "result":
                assert ("conflict" if conflicts else "ok") == value
            case "on":
                assert set().union(*map(blocked, conflicts)) == {value}
            case "justification_contains":
                cited = {tuple(each) for each in value}
                said = [{(*need.user, need.package, need.bound) for need in each if need.user}
                        for each in conflicts]  # fmt: skip
                assert any(cited <= each for each in said)
            case _:
                assert installed[key] == value


# -- justifications ---


def literal(fact: list[Any], kb: Reasoner) -> Literal:
    return kb.relation(fact[0])(*fact[1:])


def texts(facts: Iterable[list[Any]], kb: Reasoner) -> list[str]:
    return [show(literal(fact, kb)) for fact in facts]


def rules(given: Iterable[Given]) -> list[str]:
    return [
        f"rule {each['id']}: {pattern(each['head'])} :- {', '.join(map(pattern, each['body']))}."
        for each in given
    ]


def pattern(atom: list[str]) -> str:
    assert all(term.startswith("?") for term in atom[1:])
    return f"{atom[0]}({', '.join(term[1:].upper() for term in atom[1:])})"


def relations(facts: Iterable[list[Any]], properties: Mapping[str, str]) -> list[str]:
    arities = {fact[0]: len(fact) - 1 for fact in facts}
    return [
        f"relation {name}({', '.join(f'a{n}' for n in range(arity))}) {properties.get(name, '')}."
        for name, arity in sorted(arities.items())
    ]


def justification(given: Given, expected: Expected, _: str | None) -> None:
    """facts and strict rules; ask: `justifications of F`, or `shortest justification of F`."""
    patterns = [atom for rule in given["rules"] for atom in (rule["head"], *rule["body"])]
    kb = reasoner.loads("\n".join([*relations([*given["facts"], *patterns], {}),
                                   *rules(given["rules"])]))  # fmt: skip
    for fact in given["facts"]:
        kb.believe(literal(fact, kb))
    asked = re.fullmatch(r"(?:justifications|shortest justification) of (.+)", given["ask"])
    proofs = kb.why(asked[1]).support
    for key, value in expected.items():
        match key:
            case "justifications":
                assert parts(map(grounds, proofs)) == parts(
                    [each if isinstance(each, str) else show(literal(each, kb)) for each in proof]
                    for proof in value
                )
            case "facts_used":
                assert [belief.text for belief in proofs[0].premises] == texts(value, kb)
            case "steps":
                assert sum(1 for step in proofs[0].steps if step.premises) == value
            case _:
                raise unknown(key)


def grounds(proof: Any) -> list[str]:
    """The premises of a proof and the rules it uses."""
    used = [step.because for step in proof.steps if step.premises]
    return [belief.text for belief in proof.premises] + used


def newest_wins(given: Given, expected: Expected, _: str | None) -> None:
    """events: facts put at serial numbers, into relations with one value at a time."""
    assert given["time"] == "integer serials"
    assert all(each == {"cardinality": "one"} for each in given["relations"].values())
    events = given["events"]
    patterns = [atom for rule in given["rules"] for atom in (rule["head"], *rule["body"])]
    singular = dict.fromkeys(given["relations"], "singular")
    declared = relations([*(event["fact"] for event in events), *patterns], singular)
    kb = reasoner.loads("\n".join([*declared, *rules(given["rules"])]))
    for event in events:
        assert event["op"] == "put" and set(event) == {"tx", "op", "fact", "valid"}
        kb.set_clock(event["tx"])
        kb.revise(literal(event["fact"], kb), by="recency", valid=tuple(event["valid"]))
    assert set(expected) == set(given["queries"])
    for name, query in given["queries"].items():
        assert query["ask"] == "justification"
        check_why(kb, kb.why(literal(query["fact"], kb)), expected[name])


def check_why(kb: Reasoner, why: Why, expected: Expected) -> None:
    recorded = {e.name: e.recorded for each in kb.ledger.operations() for e in each.evidence}
    used = [
        (belief.text, recorded[belief.name]) for proof in why.support for belief in proof.premises
    ]
    for key, value in expected.items():
        match key:
            case "count":
                assert len(why.support) == value
            case "premises":
                cited = [(show(literal(each["fact"], kb)), each["tx"]) for each in value]
                assert Counter(used) == Counter(cited)
            case "must_not_contain":
                said = {step.conclusion for proof in why.support for step in proof.steps}
                assert said.isdisjoint(texts(value, kb))
                assert {kb.status(literal(fact, kb)) for fact in value} == {Status.FALSE}
            case _:
                raise unknown(key)


# -- merging ---


def merge_agents(given: Given, expected: Expected, _: str | None) -> None:
    """agents: sources, the more credible ones ranked above the others."""
    agents = sorted(given["agents"], key=lambda agent: -agent["credibility"])
    assert len({agent["credibility"] for agent in agents}) == len(agents)
    sources = {each: agent["name"] for agent in agents for each in agent["base"]}
    base = Base.of(
        {each: each for each in sources},
        sources=sources,
        rank=[agent["name"] for agent in agents],
    )
    repairs = base.removals("false")
    check_merge(base, repairs, base.kb.consolidate(by="entrenchment"), expected)


def merge_news(given: Given, expected: Expected, _: str | None) -> None:
    """credibility: sources, the most credible first. The new formulas come without privilege."""
    said = [*given["base"], *given["new"]]
    assert "only its source's credibility" in given["mode"]
    base = Base.of(
        {formula: formula for _, formula in said},
        sources={formula: source for source, formula in said},
        rank=given["credibility"],
    )
    repairs = base.removals("false")
    check_merge(base, repairs, base.kb.consolidate(by="entrenchment"), expected)


def check_merge(base: Base, repairs: Any, change: Change, expected: Expected) -> None:
    """repairs: all of them; the preferred ones are those that the meet covers."""
    dropped = base.names(change.dropped)
    for key, value in expected.items():
        match key:
            case "kept":
                assert base.held() == frozenset(value)
            case "dropped":
                assert dropped == frozenset(value)
            case "repairs":
                assert frozenset(each for each in repairs if each <= dropped) == parts(value)
            case "certain":
                assert [base.truth(formula) for formula in value] == ["true"] * len(value)
            case "undecided":
                assert [base.truth(formula) for formula in value] == ["unknown"] * len(value)
            case _:
                raise unknown(key)


# -- four values ---


def evidence(given: Given, expected: Expected, _: str | None) -> None:
    """events: evidence for or against a claim, by day; queries: on days."""
    events, queries = given["events"], given["queries"]
    claims = {each["claim"] for each in (*events, *queries.values())}
    kb = reasoner.loads(
        "\n".join(
            [
                f"threshold {given['threshold']}.",
                *(f"decay {kind} {days} days." for kind, days in given["half_life_days"].items()),
                *(f"relation {claim}." for claim in sorted(claims)),
                *(
                    f"source {name}."
                    for name in sorted({e["source"] for e in events if "source" in e})
                ),
            ]
        )
    )
    assert set(expected) == set(queries)
    days = sorted({each["day"] for each in (*events, *queries.values())})
    for day in days:
        kb.set_clock(day * DAY_US)
        for event in (event for event in events if event["day"] == day):
            record(kb, event)
        for name, query in queries.items():
            if query["day"] == day:
                check_claim(kb, query, expected[name])


def record(kb: Reasoner, event: Given) -> None:
    said = {key: event[key] for key in ("weight", "reliability", "source") if key in event}
    known = {"day", "op", "claim", "polarity", "kind", "id"}
    assert set(event) <= known | set(said) and event["op"] == "evidence"
    tell = {"+": kb.believe, "-": kb.doubt}[event["polarity"]]
    tell(event["claim"], type=event["kind"], label=event.get("id"), **said)


def check_claim(kb: Reasoner, query: Given, expected: Any) -> None:
    match query["ask"]:
        case "status":
            assert kb.status(query["claim"]).value == expected
        case "confidence":
            assert set(expected) == {"less_than"}
            assert kb.confidence(query["claim"]) < expected["less_than"]
        case _:
            raise unknown(query["ask"])


SHAPES: dict[frozenset[str], Callable[[Given, Expected, str | None], None]] = {
    frozenset({"base", "queries"}): repair,
    frozenset({"hard", "assumptions", "queries"}): repair_under_constraints,
    frozenset({"base", "steps"}): change,
    frozenset({"base", "protected", "steps"}): change,
    frozenset({"base", "variants"}): variants,
    frozenset({"packages", "request", "ask"}): package_repair,
    frozenset({"index", "requested", "one_version_per_package"}): package_conflict,
    frozenset({"facts", "rules", "ask"}): justification,
    frozenset({"time", "relations", "events", "rules", "queries"}): newest_wins,
    frozenset({"agents"}): merge_agents,
    frozenset({"credibility", "base", "new", "mode"}): merge_news,
    frozenset({"half_life_days", "threshold", "events", "queries"}): evidence,
}
"""How a case is put to the reasoner, by the keys of its input."""
