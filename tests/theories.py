"""Random first-order theories with their evidence, larger than what an oracle can judge.

They have recursion, negation in bodies, defaults, revisable rules, denials with comparisons,
cardinalities, compound sentences, doubts, weights and intervals; and, since relations and
constants are many, parts that have nothing to do with a question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

RELATIONS = {"p": 1, "q": 1, "u": 1, "v": 1, "e": 2, "r": 2, "s": 2, "g": 0}
CARDINALITIES = ("", "", "", " singular", " at most 2", " symmetric", " transitive")
CONSTANTS = ("a", "b", "c", "d", "1", "2")
VARIABLES = ("X", "Y", "Z")
VALID = ("", "", "", " valid from 2020 to 2022", " valid from 2021", " valid to 2023")
WEIGHTS = ("", "", "", " weight 0.5", " weight 0.2", " weight 0.4")


@dataclass(frozen=True, slots=True)
class Theory:
    """text: what to run. goals: sentences to ask about, of its relations and constants."""

    text: str
    goals: tuple[str, ...]


def theory(seed: int, goals: int = 4) -> Theory:
    """A theory of some eight rules and twenty items of evidence, always the same for a seed."""
    rng = Random(seed)
    lines = [
        f"relation {name}({', '.join('xy'[:arity])}){_cardinality(rng, arity)}."
        if arity
        else f"relation {name}."
        for name, arity in RELATIONS.items()
    ]
    lines += [f"source s{n} trust 0.{n}." for n in (5, 7, 9)]
    lines += [_rule(rng, number) for number in range(rng.randint(3, 9))]
    density = rng.choice((0.0, 0.0, 0.15, 0.4))  # of compounds
    lines += [_evidence(rng, number, density) for number in range(rng.randint(6, 24))]
    if rng.random() < 0.5:
        names = [f"e{number}" for number in range(6)]
        rng.shuffle(names)
        lines.append(f"rank {' > '.join(names[:3])}.")
    if rng.random() < 0.3:
        chosen = rng.choice(("recency", "confidence, recency", "entrenchment, maxichoice"))
        lines.insert(len(RELATIONS), f"policy default {chosen} automatic.")
    if rng.random() < 0.2:
        lines.insert(len(RELATIONS), "granularity evidence.")
    return Theory("\n".join(lines), tuple(_goal(rng) for _ in range(goals)))


def _cardinality(rng: Random, arity: int) -> str:
    return rng.choice(CARDINALITIES) if arity == 2 else ""


def _rule(rng: Random, number: int) -> str:
    body = [_atom(rng, VARIABLES) for _ in range(rng.choice((1, 2, 2, 3)))]
    used = sorted({v for atom in body for v in VARIABLES if v in atom})
    kind = rng.random()
    if rng.random() < 0.25:
        is_open = kind > 0.25 and rng.random() < 0.2  # in a rule, its variables may be its own
        body.append(f"-{_atom(rng, VARIABLES if is_open else used or CONSTANTS)}")
    if len(used) > 1 and rng.random() < 0.2:
        body.append(f"{used[0]} {rng.choice(('!=', '<', '='))} {used[1]}")
    conditions = ", ".join(body)
    if kind < 0.25:
        return f"constraint c{number}: :- {conditions}."
    sign = "-" if rng.random() < 0.2 else ""
    head = sign + _atom(rng, used or CONSTANTS)
    if kind < 0.45:
        return f"default d{number}: {head} :- {conditions}."
    if kind < 0.55:
        return f"rule r{number} revisable: {head} :- {conditions}."
    if kind < 0.6:
        return f"rule r{number}: {_atom(rng, CONSTANTS)}."
    return f"rule r{number}: {head} :- {conditions}."


def _atom(rng: Random, terms: tuple[str, ...] | list[str]) -> str:
    name = rng.choice(list(RELATIONS))
    row = ", ".join(
        rng.choice(list(terms)) if rng.random() < 0.9 else rng.choice(CONSTANTS)
        for _ in range(RELATIONS[name])
    )
    return f"{name}({row})" if row else name


def _literal(rng: Random) -> str:
    return ("-" if rng.random() < 0.25 else "") + _atom(rng, CONSTANTS)


def _evidence(rng: Random, number: int, density: float) -> str:
    verb = "doubt" if rng.random() < 0.1 else "believe"
    said = _compound(rng) if rng.random() < density else _literal(rng)
    source = rng.choice(("", " from s5", " from s7", " from s9"))
    return f"{verb} e{number}: {said}{source}{rng.choice(WEIGHTS)}{rng.choice(VALID)}."


def _compound(rng: Random) -> str:
    parts = list(_parts(rng))
    return rng.choice(("{} or {}", "{} and {}", "{} if {}", "{} iff {}", "not ({} and {})")).format(
        *parts
    )


def _parts(rng: Random) -> Iterator[str]:
    yield _literal(rng)
    yield _literal(rng)


def _goal(rng: Random) -> str:
    return f"({_compound(rng)})" if rng.random() < 0.15 else _literal(rng)
