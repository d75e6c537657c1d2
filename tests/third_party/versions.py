"""Versions and requirements, as RubyGems and CocoaPods write them (`~> 1.4, != 1.4.2`)."""

from __future__ import annotations

import operator
import re

_LENGTH = 8  # segments; a version is padded with zeros, so that 10.26 is 10.26.0
_COMPARE = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

Version = tuple[tuple[int, int, str], ...]


def version(text: str) -> Version:
    """The place of a version in their order: by segments, letters below numbers."""
    segments = [
        (1, int(part), "") if part.isdigit() else (0, 0, part)
        for part in re.findall(r"\d+|[a-z]+", text.lower())
    ]
    assert 0 < len(segments) <= _LENGTH, text
    return (*segments, *[(1, 0, "")] * (_LENGTH - len(segments)))


def is_prerelease(text: str) -> bool:
    return re.search("[a-z]", text.lower()) is not None


def bounds(requirement: str) -> list[str]:
    """The single bounds of a requirement; [">= 0"] for one that asks for nothing else."""
    found = [bound.strip() for bound in requirement.split(",") if bound.strip()]
    return found or [">= 0"]


def named(bound: str) -> str | None:
    """The version that a bound names; None for `>= 0`, which names none."""
    named = _parts(bound)[1]
    return None if version(named) == version("0") else named


def meets(candidate: str, bound: str) -> bool:
    """Whether a version meets a bound; a pre-release only meets one that names a pre-release."""
    sign, named = _parts(bound)
    if is_prerelease(candidate) and not is_prerelease(named):
        return False
    if sign == "~>":
        return version(named) <= version(candidate) < _next(named)
    return _COMPARE[sign](version(candidate), version(named))


def _parts(bound: str) -> tuple[str, str]:
    found = re.fullmatch(r"(~>|[!<>]=|[=<>])? *(\S+)", bound)
    assert found, bound
    return found[1] or "=", found[2]


def _next(text: str) -> Version:
    """What `~>` excludes: `~> 1.4.2` is below 1.5, `~> 1` below 2."""
    numbers = [int(part) for part in re.split(r"[.-](?=\d)|[.-]?[A-Za-z].*", text) if part]
    *front, last = numbers[:-1] or numbers
    return version(".".join(map(str, (*front, last + 1))))
