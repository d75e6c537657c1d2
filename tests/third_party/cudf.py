"""Package universes and requests (CUDF) -> a base whose largest consistent parts are the solutions.

The reading. `in(P, V)` says that version V of package P is installed; versions may stand beside
each other.

Background: what the request asks (to install: one version at least of those that meet it; to
upgrade: exactly one, none older than what is installed), what each version depends on, and whom it
conflicts with (never with itself).

Elements: that a version is in, and that it is out, as two defaults, for each version that the
request reaches, by way of dependencies too. One of the two is given up, so that a largest
consistent part settles everything: it is a world. The solutions are the worlds.

Revision reads a request in another way: what is installed, and that nothing else is, is believed,
and the request is news. The remainders of its negation are the solutions nearest to that.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import reasoner
from reasoner import Reasoner
from third_party import quoted

Version = tuple[str, int]
Solutions = frozenset[frozenset[Version]]

_COMPARE = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


@dataclass(frozen=True)
class Universe:
    """Properties by version, and a request, as the file writes them."""

    stanzas: Mapping[Version, Mapping[str, str]]
    request: Mapping[str, str]

    @staticmethod
    def parse(text: str) -> Universe:
        stanzas, request = {}, {}
        for block in re.split(r"\n\s*\n", text.strip()):
            lines = (line.partition(":") for line in block.splitlines())
            said = {key.strip(): value.strip() for key, _, value in lines}
            if "request" in said:
                request = said
            else:
                stanzas[said["package"], int(said["version"])] = said
        return Universe(stanzas, request)

    # -- what the properties mean ---

    def meeting(self, formula: str) -> list[Version]:
        """The versions that meet one of the alternatives of `a > 1 | b`."""
        alternatives = _split(formula, "|")
        return [v for v in self.stanzas if any(self._meets(v, each) for each in alternatives)]

    def _meets(self, version: Version, constraint: str) -> bool:
        found = re.fullmatch(r"(\w+)(?: *([!<>]?=|[<>]) *(\d+))?", constraint)
        assert found, constraint
        name, sign, number = found.groups()
        if sign is None:
            return name in (version[0], *self._said(version, "provides"))
        return version[0] == name and _COMPARE[sign](version[1], int(number))

    def _said(self, version: Version, key: str) -> list[str]:
        return _split(self.stanzas[version].get(key, ""), ",")

    def installed(self) -> frozenset[Version]:
        return frozenset(v for v in self.stanzas if self._said(v, "installed") == ["true"])

    def upgrades(self) -> list[str]:
        return _split(self.request.get("upgrade", ""), ",")

    def requirements(self) -> list[list[Version]]:
        """Of each, the request wants one version at least."""
        newest = dict(sorted(self.installed()))
        asked = [f"{name} >= {newest.get(name, 0)}" for name in self.upgrades()]
        return [
            self.meeting(each) for each in [*_split(self.request.get("install", ""), ","), *asked]
        ]

    def dependencies(self, version: Version) -> list[list[Version]]:
        """Of each, the version needs one at least."""
        return [self.meeting(each) for each in self._said(version, "depends")]

    def reached(self) -> list[Version]:
        """What the request can bring in, and what is in."""
        found = list(self.installed().union(*self.requirements()))
        for each in found:  # which grows while it is read
            needed = dict.fromkeys(v for met in self.dependencies(each) for v in met)
            found += [v for v in needed if v not in found]
        return sorted(found)

    # -- the reasoner ---

    def worlds(self) -> Solutions:
        """What is in, in each largest consistent part of: each version is in, and it is out."""
        kb = self._loaded(
            *(_denial("", met) for met in self.requirements()),
            "default inside: in(P, V) :- reached(P, V).",
            "default outside: -in(P, V) :- reached(P, V).",
            *(f"rule reached({quoted(p)}, {v})." for p, v in self.reached()),
        )
        named = {f"inside({package}, {v})": (package, v) for package, v in self.reached()}
        return frozenset(
            frozenset(named[belief.name] for belief in part if belief.name in named)
            for part in kb.remainders("false")
        )

    def nearest(self) -> Solutions:
        """What is in when the request is news, and no more is given up than it must."""
        said = {f"b{n}": version for n, version in enumerate(self.reached())}
        signs = {name: "" if v in self.installed() else "-" for name, v in said.items()}
        kb = self._loaded(*(f"believe {name}: {signs[name]}{_in(v)}." for name, v in said.items()))
        asked = " and ".join(f"({' or '.join(map(_in, met))})" for met in self.requirements())
        parts = [{belief.name for belief in part} for part in kb.remainders(f"not ({asked})")]
        return frozenset(
            frozenset(v for name, v in said.items() if (name in part) == (signs[name] == ""))
            for part in parts
        )

    def _loaded(self, *lines: str) -> Reasoner:
        background = ["relation in(package, version).", "relation reached(package, version)."]
        for name in self.upgrades():
            package = quoted(name)
            background.append(f"constraint :- in({package}, V), in({package}, W), V != W.")
        for version in self.reached():
            background += [_denial(_in(version), met) for met in self.dependencies(version)]
            for each in self._said(version, "conflicts"):
                others = [v for v in self.meeting(each) if v != version]
                background += [f"constraint :- {_in(version)}, {_in(v)}." for v in others]
        return reasoner.loads("\n".join([*background, *lines]))


def _denial(body: str, missing: Sequence[Version]) -> str:
    """A constraint: where *body* holds, one of the versions is in."""
    return f"constraint :- {', '.join(filter(None, [body, *(f'-{_in(v)}' for v in missing)]))}."


def _in(version: Version) -> str:
    return f"in({quoted(version[0])}, {version[1]})"


def _split(text: str, mark: str) -> list[str]:
    return [part.strip() for part in text.split(mark) if part.strip()]


def solutions(text: str) -> Solutions:
    """The answers of a file, one a line: `in("a",2).in("a",3).`"""
    return frozenset(
        frozenset((name, int(number)) for name, number in re.findall(r'in\("(\w+)",(\d+)\)', line))
        for line in text.splitlines()
        if line.strip()
    )


def nearest_of(found: Solutions, installed: Iterable[Version]) -> Solutions:
    """Those that change a ⊆-minimal set of versions."""
    changed = {each: each ^ frozenset(installed) for each in found}
    return frozenset(
        each for each in found if not any(changed[other] < changed[each] for other in found)
    )
