"""Worked examples of the literature, as ../shared/cases/worked_examples.json has them.

Their essentials are restated under tests/cases/literature, for clones without ../shared.
"""

from __future__ import annotations

import json
import re
from itertools import product
from typing import Any

import pytest

import reasoner
from formulas import Base, parts
from reasoner import ReasonerError, Status

EXAMPLES = "cases/worked_examples.json"

_THEORY = "an operator on theories (sets of models); `contract` and `revise` work on bases"
_EPISTEMIC = "changes a ranking of worlds; a base has none"
_MERGING = "a merging operator on theories; what sources say is merged by ranks and consolidation"
_MASSES = "masses on sets of hypotheses: conflict is kept as BOTH, never normalised away"
EXCLUDED = {
    "cleopatra-theory": _THEORY,
    "maxichoice-theory-revision": _THEORY,
    "spheres-agm-vs-severe": _EPISTEMIC,
    "book-magazine-update": _THEORY,
    "book-magazine-erasure": _THEORY,
    "delgrande-schaub-1": _THEORY,
    "delgrande-schaub-3": _THEORY,
    "satoh-violates-R6": _THEORY,
    "weber-violates-R5": _THEORY,
    "update-violates-R2": _THEORY,
    "parikh-relevance": _THEORY,
    "harper-dalal": _THEORY,
    "arbitration-LS": _MERGING,
    "red-bird": _EPISTEMIC,
    "adder-multiplier": _EPISTEMIC,
    "lady-smart-rich": _EPISTEMIC,
    "dalal-violates-C1": _EPISTEMIC,
    "system-z-penguin": _EPISTEMIC,
    "dp-bullet": _EPISTEMIC,
    "spohn-conditionalization": _EPISTEMIC,
    "co-owners-gmax": _MERGING,
    "co-owners-max": _MERGING,
    "students-languages": _MERGING,
    "two-against-one": _MERGING,
    "zadeh-dempster": _MASSES,
    "zadeh-dubois-prade": _MASSES,
}
"""Which examples are about something else than bases, and what."""


# -- bases -----------------------------------------------------------------------------------------


def base_of(example: dict[str, Any]) -> Base:
    return Base.of({each: each for each in example["base"]})


def swan_kernel(example):
    assert base_of(example).kernels(example["input"]) == parts(example["expected"])


def swan_full_meet_revision(example):
    base = base_of(example)
    base.revise(example["input"], example["input"], by="full meet")
    assert base.held() == frozenset(example["expected"])


def hamburger(example):
    """Full meet, and each other partial meet too: there is but one remainder."""
    expected = dict(example["expected"])
    follows = expected.pop("q_follows")
    assert list(expected) == list(example["base"])
    for by in ("full meet", "maxichoice", "recency"):
        entailed = []
        for name, formulas in example["base"].items():
            base = Base.of({each: each for each in formulas}, also=["q"])
            base.revise(example["input"], example["input"], by=by)
            assert base.held() == frozenset(expected[name])
            entailed.append(base.kb.entails("q"))
        assert entailed == follows


def lottery(example):
    base = base_of(example)
    assert base.remainders(example["input"]) == parts(example["expected"])
    base.kb.consolidate(by="full meet")
    assert base.held() == frozenset()


# -- diagnosis -------------------------------------------------------------------------------------

XOR, AND, OR = (lambda x, y: x != y), (lambda x, y: x and y), (lambda x, y: x or y)
ADDER = {
    "mid": ("okx1", XOR, "a", "b"),
    "low": ("oka1", AND, "a", "b"),
    "sum": ("okx2", XOR, "mid", "c"),
    "high": ("oka2", AND, "mid", "c"),
    "carry": ("oko1", OR, "low", "high"),
}
"""By the wire it drives: a component, what it does when it is sound, and the wires it reads."""


def adder_rules():
    for wire, (sound, gate, one, other) in ADDER.items():
        for x, y in product((True, False), repeat=2):
            out = signed(wire, gate(x, y))
            yield f"rule {out} :- {sound}, {signed(one, x)}, {signed(other, y)}."


def signed(atom: str, value: bool) -> str:
    return atom if value else f"-{atom}"


def full_adder(example):
    """The gates and the inputs are background; the soundness of each component is believed."""
    inputs = re.search(r"inputs (\d),(\d),(\d)", example["logic"]).groups()
    known = [f"rule {signed(wire, bit == '1')}." for wire, bit in zip("abc", inputs, strict=True)]
    wires = [f"relation {wire}." for wire in (*"abc", *ADDER)]
    parts_of_it = [f"relation {each}. believe {each}: {each}." for each in example["base"]]
    kb = reasoner.loads("\n".join([*wires, *parts_of_it, *adder_rules(), *known]))
    base = Base(kb, {each: each for each in example["base"]})
    observed = re.findall(r"(\w+)=(\d)", example["input"])
    refuted = " or ".join(signed(wire, bit == "0") for wire, bit in observed)
    for key, value in example["expected"].items():
        match key:
            case "kernels":
                assert base.kernels(refuted) == parts(value)
            case "minimal_incisions":
                assert base.removals(refuted) == parts(value)
            case _:
                raise AssertionError(f"nothing looks at `{key}`")


# -- conditionals ----------------------------------------------------------------------------------


def drowning(example):
    """Conditionals are defaults; those of the class in question outrank the more general ones.

    `entrenchment` keeps as many of a rank as it can, as lexicographic inference does. System Z
    ranks worlds, which a base does not: there the legs are lost along with the flight.
    """
    pairs = [re.fullmatch(r"\((~?)(\w+)\|(\w+)\)", each).groups() for each in example["base"]]
    known, asked = "penguin", example["input"].removesuffix("?")
    assert known in example["operation"]
    names = {atom for _, head, body in pairs for atom in (head, body)}
    lines = [f"relation {name}." for name in sorted(names)]
    lines += [
        f"default d{n}: {'-' if sign else ''}{head} :- {body}."
        for n, (sign, head, body) in enumerate(pairs)
    ]
    general = [f"d{n}" for n, (_, _, body) in enumerate(pairs) if body != known]
    special = [f"d{n}" for n, (_, _, body) in enumerate(pairs) if body == known]
    lines += [f"rank facts > {one} > {other}." for one in special for other in general]
    kb = reasoner.loads("\n".join(lines))
    kb.believe(known)
    assert kb.status("flies") is Status.BOTH
    kb.consolidate(by="entrenchment")
    assert kb.status("flies") is Status.FALSE
    assert set(example["expected"]) == {"System Z", "lexicographic"}
    assert (kb.status(asked) is Status.TRUE) is example["expected"]["lexicographic"]
    assert kb.entails(asked) is example["expected"]["lexicographic"]


# -- four values -----------------------------------------------------------------------------------

VALUES = {"T": Status.TRUE, "F": Status.FALSE, "B": Status.BOTH, "N": Status.NEITHER}
NOT_OFFERED = {"conflation"}  # what was not told false taken for told true: no question asks it
TOLD = {"t": ["believe"], "f": ["doubt"], "b": ["believe", "doubt"], "n": []}


def belnap_four(example):
    kb = reasoner.loads("relation left(value). relation right(value).")
    for value, verbs in TOLD.items():
        for verb in verbs:
            getattr(kb, verb)(f"left({value})")
            getattr(kb, verb)(f"right({value})")
    expected = example["expected"]
    assert set(expected) == {"and", "or", "not", "consensus", "gullibility"} | NOT_OFFERED
    for connective in ("and", "or"):
        for (left, right), value in expected[connective].items():
            found = kb.status(f"left({left.lower()}) {connective} right({right.lower()})")
            assert (left, connective, right, found) == (left, connective, right, VALUES[value])
    for operand, value in expected["not"].items():
        assert kb.status(f"not left({operand.lower()})") is VALUES[value]
    for name, threshold in {"gullibility": "0.5", "consensus": "1"}.items():
        for pair, value in expected[name].items():
            assert (pair, told_by_two(pair, threshold)) == (pair, VALUES[value])


def told_by_two(pair: str, threshold: str) -> Status:
    """Two sources, each of half the weight; the threshold says whether one is enough."""
    kb = reasoner.loads(f"threshold {threshold}. relation p. source one. source two.")
    for source, value in zip(("one", "two"), pair, strict=True):
        if VALUES[value].is_told_true:
            kb.believe("p", source=source, weight=0.5)
        if VALUES[value].is_told_false:
            kb.doubt("p", source=source, weight=0.5)
    return kb.status("p")


# -- answer sets -----------------------------------------------------------------------------------


def elp_nonmonotone(example):
    """Its consistency would come back when something is added: `not` in a rule is refused."""
    assert example["expected"] == {"consistent(P)": False, "consistent(P+a.)": True}
    (rule,) = example["base"]
    with pytest.raises(ReasonerError) as refusal:
        reasoner.loads(f"relation a. constraint {rule}")
    (error,) = refusal.value.errors
    assert error.code == "E302"
    assert "`not`" in error.message


APPLICABLE = {
    "swan-kernel": swan_kernel,
    "swan-full-meet-revision": swan_full_meet_revision,
    "hamburger": hamburger,
    "lottery": lottery,
    "full-adder": full_adder,
    "drowning": drowning,
    "belnap-four": belnap_four,
    "elp-nonmonotone": elp_nonmonotone,
}


@pytest.fixture(scope="module")
def examples(shared) -> dict[str, Any]:
    found = json.loads(shared(EXAMPLES).read_text(encoding="utf-8"))
    return {example["id"]: example for example in found}


@pytest.mark.parametrize("name", APPLICABLE)
def test_a_worked_example_gives_its_published_answer(name, examples):
    APPLICABLE[name](examples[name])


def test_every_worked_example_is_tried_or_left_out_for_a_reason(examples):
    assert set(APPLICABLE).isdisjoint(EXCLUDED)
    assert set(examples) == set(APPLICABLE) | set(EXCLUDED)
