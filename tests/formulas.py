"""Formulas as the shared data writes them (`!a & (b | c) -> d`) -> a base of the reasoner."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import reasoner
from reasoner import Belief, Change, Reasoner, Status

_SIGNS = {"!": " not ", "~": " not ", "&": " and ", "|": " or "}
_WORDS = frozenset({"and", "or", "not", "if", "true", "false"})

Parts = frozenset[frozenset[str]]


def sentence(formula: str) -> str:
    """The formula in the reasoner's language; its arrow, if it has one, stands in no brackets."""
    assert formula.count("->") <= 1 and "<->" not in formula, formula
    text = re.sub(r"[!~&|]", lambda sign: _SIGNS[sign[0]], formula)
    body, arrow, head = text.partition("->")
    return f"({head}) if ({body})" if arrow else text


def atoms(formulas: Iterable[str]) -> list[str]:
    return sorted(set(re.findall(r"[a-z]\w*", " ".join(formulas))) - _WORDS)


def strict(formula: str) -> str:
    """A formula of the background, `a & b -> c` or `not (a and b)`, as a rule or a constraint."""
    implication = re.fullmatch(r"(.+)->(.+)", formula)
    if implication:
        body, head = (re.sub(r"[!~]\s*", "-", side).strip() for side in implication.groups())
        return f"rule {head} :- {body.replace('&', ',')}."
    denial = re.fullmatch(r"not \((.+)\)", formula)
    assert denial and " or " not in formula, f"no shape of a rule: {formula}"
    return f"constraint :- {denial[1].replace(' and ', ', ')}."


def parts(sets: Iterable[Iterable[str]]) -> Parts:
    return frozenset(map(frozenset, sets))


@dataclass(frozen=True)
class Base:
    """A reasoner, and what the data calls each sentence in it.

    called: by the name of its evidence.
    """

    kb: Reasoner
    called: dict[str, str]

    @staticmethod
    def of(
        formulas: Mapping[str, str],
        *,
        background: Iterable[str] = (),
        sources: Mapping[str, str] | None = None,
        rank: Iterable[str] = (),
        also: Iterable[str] = (),
    ) -> Base:
        """Believe each formula.

        formulas, sources: by what the data calls the sentence.
        background: formulas that are not up for revision.
        rank: the sources, most credible first.
        also: formulas that only a question or a later operation mentions.
        """
        known = atoms([*formulas.values(), *background, *also])
        lines = [f"relation {atom}." for atom in known]
        lines += [strict(formula) for formula in background]
        ranked = [source.lower() for source in rank]
        lines += [f"source {source}." for source in ranked]
        lines += [f"rank {' > '.join(ranked)}."] if ranked else []
        base = Base(reasoner.loads("\n".join(lines)), {})
        for called, formula in formulas.items():
            base.believe(called, formula, source=sources and sources[called])
        return base

    def believe(self, called: str, formula: str, source: str | None = None) -> None:
        said = {"source": source.lower()} if source else {}
        self._call(called, self.kb.believe(sentence(formula), **said))

    def revise(self, called: str, formula: str, *, by: str | None = None) -> None:
        self._call(called, self.kb.revise(sentence(formula), by=by))

    def _call(self, called: str, change: Change) -> None:
        (said,) = change.added
        self.called[said.name] = called

    def names(self, beliefs: Iterable[Belief]) -> frozenset[str]:
        return frozenset(self.called[belief.name] for belief in beliefs)

    # -- questions, answered in the names of the data ---

    def conflicts(self) -> Parts:
        return parts(map(self.names, self.kb.conflicts()))

    def kernels(self, goal: str) -> Parts:
        return parts(map(self.names, self.kb.kernels(sentence(goal))))

    def remainders(self, goal: str) -> Parts:
        return parts(map(self.names, self.kb.remainders(sentence(goal))))

    def removals(self, goal: str) -> Parts:
        """The ⊆-minimal sets of which *goal* needs an element at least."""
        return parts(self.everything - part for part in self.remainders(goal))

    @property
    def everything(self) -> frozenset[str]:
        return frozenset(self.called.values())

    def held(self) -> frozenset[str]:
        """All that is in the base, which must be consistent."""
        (everything,) = self.kb.remainders("false")
        return self.names(everything)

    def truth(self, formula: str) -> str:
        """true, false or unknown, as status and entailment say alike."""
        text = sentence(formula)
        entailed = Status.told(true=self.kb.entails(text), false=self.kb.entails(f"not ({text})"))
        assert self.kb.status(text) is entailed
        return "unknown" if entailed is Status.NEITHER else entailed.value
