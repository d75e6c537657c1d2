"""Package indices and requests -> a base whose largest consistent part is an installation.

The reading. `has(P, V)` says that version V of package P is installed.

Background: one version per package (`singular`); nobody needs himself, by way of others either
(`uses` is transitive); a package is there because it was asked for, or because one that is there
needs it.

Elements, the more entrenched first:
- what was asked for, and what the index says each version needs: one sentence for each bound
  (`json >= 1.7.7`), the disjunction of the versions that meet it;
- the closed world: that a version which a bound names, but no index lists, is not to be had. (That
  versions which nobody names are not is background);
- what a lock file says;
- that each version is there, which of a package's versions only one can be. Packages nearer to
  the request come first, of each the newest version first.

`consolidate by entrenchment` picks the installation; where asking and index alone contradict each
other, `conflicts` says why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx

import reasoner
from reasoner import Belief, Reasoner
from third_party import quoted
from third_party.versions import bounds, meets, named, version

Index = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Package -> version -> what it needs: package -> requirement."""


@dataclass(frozen=True)
class Need:
    """One bound that *user* (package and version; None: whoever asked) puts on a package."""

    user: tuple[str, str] | None
    package: str
    bound: str


@dataclass(frozen=True)
class Problem:
    """What is asked for, and that part of an index that it can reach.

    needs: asked for first. depth: by package, how far it is from what was asked for.
    """

    index: Index
    needs: tuple[Need, ...]
    depth: Mapping[str, int]
    locked: Mapping[str, str] = field(default_factory=dict)

    @staticmethod
    def of(
        index: Index, requested: Sequence[tuple[str, str]], locked: Mapping[str, str] | None = None
    ) -> Problem:
        asked = [Need(None, package, each) for package, need in requested for each in bounds(need)]
        needs, depth = list(asked), {need.package: 0 for need in asked}
        users = list(dict.fromkeys(_candidates(index, asked)))
        for user in users:  # which grows while it is read
            new = list(_needs(index, user))
            for need in new:
                depth.setdefault(need.package, depth[user[0]] + 1)
            needs += new
            users += [each for each in dict.fromkeys(_candidates(index, new)) if each not in users]
        return Problem(index, tuple(needs), depth, locked or {})

    def offered(self, package: str) -> list[str]:
        """The versions of the index that some bound reaches, newest first."""
        wanted = [need.bound for need in self.needs if need.package == package]
        versions = self.index.get(package, {})
        found = [each for each in versions if any(meets(each, bound) for bound in wanted)]
        return sorted(found, key=version, reverse=True)

    def unheard(self, package: str) -> list[str]:
        """The versions that bounds name and the index does not list."""
        listed = {version(each) for each in self.index.get(package, {})}
        names = {named(need.bound) for need in self.needs if need.package == package} - {None}
        return sorted(name for name in names if version(name) not in listed)

    # -- the theory ---

    def base(self, *, choosing: bool) -> Base:
        """choosing: with the elements that say what is preferred."""
        called = {f"n{number}": need for number, need in enumerate(self.needs)}
        lines = [*self._background(), *self._sentences(called)]
        ranks = ["request", "index", "closed"]
        if choosing:
            lines += [f"believe {_has(*each)} from lock." for each in self.locked.items()]
            levels = list(self._levels())
            lines += levels
            ranks += ["lock", *(f"choice{number}" for number in range(len(levels) // 2))]
        lines.append(f"rank {' > '.join(ranks)}.")
        return Base(reasoner.loads("\n".join(lines)), called)

    def _background(self) -> Iterator[str]:
        yield "relation has(package, version) singular."
        yield "relation uses(user, used) transitive."
        yield "relation wanted(package)."
        yield "relation listed(package, version, choice)."
        yield "relation unheard(package, version)."
        yield "source request.  source index.  source lock."
        yield "constraint :- uses(P, P)."
        yield "default closed: -has(P, V) :- unheard(P, V)."
        for package in self.depth:
            users = {need.user for need in self.needs if need.package == package}
            for each in (*self.offered(package), *self.unheard(package)):
                yield f"constraint :- {_has(package, each)}, -wanted({quoted(package)})."
            for each in self.unheard(package):
                yield f"rule unheard({quoted(package)}, {quoted(each)})."
            if None not in users:
                nobody = ", ".join(f"-{_has(*user)}" for user in sorted(users))
                yield f"constraint :- wanted({quoted(package)}), {nobody}."
            for user in sorted(users - {None}):
                yield f"rule uses({quoted(user[0])}, {quoted(package)}) :- {_has(*user)}."

    def _sentences(self, called: Mapping[str, Need]) -> Iterator[str]:
        for name, need in called.items():
            known = (*self.offered(need.package), *self.unheard(need.package))
            met = [_has(need.package, each) for each in known if meets(each, need.bound)]
            source = "request" if need.user is None else "index"
            said = " or ".join(met) or "false"
            if need.user is not None:
                said = f"({said}) if {_has(*need.user)}" if met else f"-{_has(*need.user)}"
            yield f"believe {name}: {said} from {source}."

    def _levels(self) -> Iterator[str]:
        """Two lines for each: the default that prefers what is listed for it, and what is."""
        listed: dict[tuple[int, int], list[tuple[str, str]]] = {}
        for package, depth in self.depth.items():
            for age, each in enumerate(self.offered(package)):
                listed.setdefault((depth, age), []).append((package, each))
        for number, level in enumerate(sorted(listed)):
            yield f"default choice{number}: has(P, V) :- listed(P, V, {number})."
            facts = (f"rule listed({quoted(p)}, {quoted(v)}, {number})." for p, v in listed[level])
            yield " ".join(facts)


@dataclass(frozen=True)
class Base:
    """A reasoner, and the need that each sentence states, by its name."""

    kb: Reasoner
    called: Mapping[str, Need]

    def installed(self) -> dict[str, str]:
        """What consolidation picks."""
        self.kb.consolidate(by="entrenchment")
        return {each["P"]: each["V"] for each in self.kb.ask("?- true has(P, V)")}

    def needs(self, beliefs: Iterable[Belief]) -> list[Need]:
        return [self.called[each.name] for each in beliefs if each.name in self.called]


def blocked(needs: Iterable[Need]) -> set[str]:
    """Where a conflict ends: the packages from which what it holds leads to no other."""
    graph = nx.DiGraph((str(need.user and need.user[0]), need.package) for need in needs)
    return set().union(*nx.attracting_components(graph))


def read(path: Path) -> object:
    """JSON in which `//` begins a comment."""
    return json.loads(re.sub(r"//.*", "", path.read_text(encoding="utf-8")))


def index_of(listed: Mapping[str, list[dict]]) -> Index:
    return {
        package: {each["version"]: dict(each["dependencies"]) for each in versions}
        for package, versions in listed.items()
    }


def _candidates(index: Index, needs: Iterable[Need]) -> Iterator[tuple[str, str]]:
    for need in needs:
        for each in index.get(need.package, {}):
            if meets(each, need.bound):
                yield need.package, each


def _needs(index: Index, user: tuple[str, str]) -> Iterator[Need]:
    for package, need in index[user[0]][user[1]].items():
        for bound in bounds(need):
            yield Need(user, package, bound)


def _has(package: str, each: str) -> str:
    return f"has({quoted(package)}, {quoted(each)})"
