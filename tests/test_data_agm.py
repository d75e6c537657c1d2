"""AGM conformance vectors of a versioned memory, as operations on keyed beliefs.

third_party/vectors.py says how. Two fixtures, four of the scenarios, end otherwise there than the
postulates have it; DIFFERENCES says where and why. We keep to the postulates.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256

import pytest

import reasoner
from conftest import SHARED
from reasoner import Reasoner, Status
from third_party.vectors import Run, Step, content

VECTORS = "data/agm/agm-49.json"
CASCADE = "data/agm/cascade-ab.json"

DIFFERENCES = {
    "rehab": {"items", "tags", "revisions"},
    "phantom": {"items"},
}
"""Where the end is another one, by fixture.

rehab: after a contraction they refuse the next revision of the item. That it is believed is success
(K*2); that nothing stands in its way, since its negation is not believed, is vacuity (K*4).
phantom: they deprecate the item by contracting a proposition that it does not have. By vacuity of
contraction (K-3), nothing changes.
"""


def vectors():
    path = SHARED / VECTORS
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


SCENARIOS = vectors().get("scenarios", [])
FIXTURES = vectors().get("fixtures", {})


@cache
def run_of(fixture: str) -> Run:
    return Run.of(FIXTURES[fixture])


# -- where the operations end ----------------------------------------------------------------------


@pytest.mark.parametrize("name", list(FIXTURES) or ["none is here"])
def test_the_operations_of_a_fixture_end_where_it_says(name, shared):
    shared(VECTORS)
    state, expected = run_of(name).state(), expected_state(name)
    assert state.keys() == expected.keys()
    assert {key for key in state if state[key] != expected[key]} == DIFFERENCES.get(name, set())


def expected_state(name: str):
    """With contents written out in the place of their digests."""
    fixture = FIXTURES[name]
    revisions = []
    for row in fixture["state"]["revisions"]:
        text = content(row, fixture)
        assert sha256(text.encode()).hexdigest() == row["content_sha256"]
        kept = {key: row[key] for key in ("item", "seq", "created_at")}
        revisions.append({**kept, "content": text})
    return {**fixture["state"], "revisions": revisions}


def test_a_revision_after_a_contraction_is_believed_where_the_vectors_refuse_it(shared):
    shared(VECTORS)
    assert [op.get("expect_error") for op in FIXTURES["rehab"]["ops"]] == [None, None, "not_found"]
    run = run_of("rehab")
    *_, last = run.steps
    assert run.kb.status(last.sentence) is Status.TRUE
    assert last.change.dropped == ()


def test_contracting_what_is_not_entailed_changes_nothing_where_the_vectors_deprecate(shared):
    shared(VECTORS)
    run = run_of("phantom")
    first, last = run.steps
    assert (last.change.entailed, last.change.dropped) == (False, ())
    assert run.kb.status(first.sentence) is Status.TRUE


# -- the postulates they are about -----------------------------------------------------------------


def held(run: Run, known: str) -> set[str]:
    """What the base holds, all of it, since it is consistent."""
    (everything,) = run.kb.remainders("false", known=known)
    return {belief.name for belief in everything}


def to_give_up(step: Step):
    return ~step.sentence if step.is_revision else step.sentence


def success(run: Run, step: Step) -> None:
    assert run.kb.entails(step.sentence, known=step.after) is step.is_revision


def inclusion(run: Run, step: Step) -> None:
    news = {belief.name for belief in step.change.added}
    assert held(run, step.after) <= held(run, step.before) | news


def vacuity(run: Run, step: Step) -> None:
    if not run.kb.entails(to_give_up(step), known=step.before):
        assert held(run, step.before) <= held(run, step.after)


def consistency(run: Run, step: Step) -> None:
    assert tuple(run.kb.conflicts(known=step.after)) == ()


def extensionality(run: Run, step: Step) -> None:
    """The news in another form, `φ and (φ or ψ)`, has the same outcome."""
    if not step.is_revision:
        return
    other = run.steps[0].sentence
    forms = (step.sentence, step.sentence & (step.sentence | -other))
    earlier = before(run, step)
    outcomes = []
    for news in forms:
        with earlier.suppose() as world:
            dropped = world.revise(news).dropped
            told = [world.status(each.sentence) for each in run.steps]
            entailed = [world.entails(each.sentence) for each in run.steps]
            outcomes.append((dropped, told, entailed))
    assert outcomes[0] == outcomes[1]


def before(run: Run, step: Step) -> Reasoner:
    """A reasoner in which just the earlier steps were carried out."""
    return Run.through([each.op for each in run.steps[: run.steps.index(step)]]).kb


def relevance(run: Run, step: Step) -> None:
    """What goes is missing in a remainder that has all that stays: with it, it would entail."""
    goal, after = to_give_up(step), held(run, step.after)
    remainders = run.kb.remainders(goal, known=step.before)
    parts = [{belief.name for belief in part} for part in remainders]
    kept = after & held(run, step.before)
    for belief in step.change.dropped:
        assert any(kept <= part and belief.name not in part for part in parts)


def core_retainment(run: Run, step: Step) -> None:
    kernels = run.kb.kernels(to_give_up(step), known=step.before)
    assert {*step.change.dropped} <= {belief for kernel in kernels for belief in kernel}


POSTULATES: dict[str, Callable[[Run, Step], None]] = {
    "K*2": success,
    "K*3": inclusion,
    "K*4": vacuity,
    "K*5": consistency,
    "K*6": extensionality,
    "Relevance": relevance,
    "Core-Retainment": core_retainment,
}


@pytest.mark.parametrize(
    "scenario",
    SCENARIOS or [None],
    ids=lambda found: found and f"{found['id']} {found['postulate']}",
)
def test_the_postulate_of_a_scenario_holds_of_each_of_its_operations(scenario, shared):
    shared(VECTORS)
    run = run_of(scenario["fixture"])
    for step in run.steps:
        POSTULATES[scenario["postulate"]](run, step)


@pytest.mark.parametrize("name", sorted(DIFFERENCES))
def test_every_postulate_holds_where_we_differ(name, shared):
    shared(VECTORS)
    run = run_of(name)
    for postulate in POSTULATES.values():
        for step in run.steps:
            postulate(run, step)


def test_there_are_49_scenarios_and_all_but_four_end_as_expected(shared):
    shared(VECTORS)
    other = [each["id"] for each in SCENARIOS if each["fixture"] in DIFFERENCES]
    assert (len(SCENARIOS), sorted(other)) == (49, ["adv-08", "adv-09", "adv-10", "adv-15"])
    assert {each["fixture"] for each in SCENARIOS} == set(FIXTURES)


# -- a cascade -------------------------------------------------------------------------------------

NO_READING = {"proposals", "persistence"}
"""What the cascade expects of another kind of system: new confidences, computed from numbers of a
language model and to be approved by hand, and the rows of its tables."""


def test_a_belief_with_evidence_of_its_own_outlives_a_revised_support(shared):
    """What is stored is believed, a dependency as `dependent if support`; confidence is weight."""
    case = json.loads(shared(CASCADE).read_text(encoding="utf-8"))
    fact, belief, link, change = case["ops"]
    expected = case["expected"]
    kb = reasoner.loads("relation content(item, json) singular.")
    a, b = "A", "B"
    old, new, dependent = (
        kb.relation("content")(item, text)
        for item, text in (
            (a, change["old_content_json"]),
            (a, change["new_content_json"]),
            (b, belief["content_json"]),
        )
    )
    kb.set_clock(fact["at"])
    kb.believe(old, weight=fact["confidence_ppm"] / PPM, label="first")
    kb.believe(dependent, weight=belief["confidence_ppm"] / PPM)
    kb.believe(reasoner.If(dependent, old), weight=link["strength_ppm"] / PPM)
    kb.set_clock(change["at"])
    revision = kb.revise(new, weight=change["new_confidence_ppm"] / PPM)

    (clash,) = expected["contradictions"]
    assert (clash["item"], [belief.name for belief in revision.dropped]) == (a, ["first"])
    (now,) = expected["facts"]
    assert kb.ask('?- true content("A", J)') == ({"J": now["current_content_json"]},)
    assert told_ppm(kb, new) == now["confidence_ppm"]
    (still,) = expected["beliefs"]
    assert kb.ask('?- true content("B", J)') == ({"J": still["content_json"]},)
    assert told_ppm(kb, dependent) == still["confidence_ppm"]
    (kept,) = expected["dependencies"]
    assert told_ppm(kb, reasoner.If(dependent, old)) == kept["strength_ppm"]
    assert set(expected) == NO_READING | {
        "facts", "beliefs", "dependencies", "contradictions", "cascade_key", "origin", "status"
    }  # fmt: skip


PPM = 1_000_000


def told_ppm(kb: Reasoner, sentence: object) -> int:
    """The weight S that is told for a sentence, from its confidence (S + 1/2) / (S + 1)."""
    confidence = kb.confidence(sentence)
    return round((confidence - 0.5) / (1 - confidence) * PPM)
