"""Package universes and requests of other projects, as bases and constraints.

third_party/cudf.py and third_party/resolver.py say in which reading.
"""

from __future__ import annotations

from typing import Any

import pytest

from conftest import SHARED
from third_party.cudf import Universe, nearest_of, solutions
from third_party.resolver import Problem, blocked, index_of, read
from third_party.versions import bounds, meets, version

# -- cudf: every solution --------------------------------------------------------------------------

CUDF = "data/cudf"
UNIVERSES = sorted(path.stem for path in (SHARED / CUDF).glob("*.cudf"))


@pytest.fixture
def universe(name, shared):
    return Universe.parse(shared(f"{CUDF}/{name}.cudf").read_text(encoding="utf-8"))


@pytest.fixture
def expected(name, shared):
    return solutions(shared(f"{CUDF}/{name}.sol").read_text(encoding="utf-8"))


all_universes = pytest.mark.parametrize("name", UNIVERSES or ["none is here"])


@all_universes
def test_the_largest_consistent_parts_are_the_solutions(universe, expected):
    assert expected
    assert universe.worlds() == expected


@all_universes
def test_the_remainders_of_a_request_denied_are_the_solutions_that_change_least(universe, expected):
    assert universe.nearest() == nearest_of(expected, universe.installed())


# -- an index and a request: one installation, or a conflict ---------------------------------------

RESOLVER = "data/resolver"
CASES = sorted(path.stem for path in (SHARED / RESOLVER / "case").glob("*.json"))
DEFAULT_INDEX = "awesome"  # of a case that names none

WITHOUT_INDEX = {
    "complex_package_selection": "complex_package_selection",
    "deep_complex_conflict": "rubygems",
    "pruned_unresolved_orphan": "rubygems-2016-02-15",
    "ruby_weirdness": "rubygems-2023-05-19",
    "shared_parent_dependency": "rubygems-2016-09-11",
    "spapping_and_rewinding": "rubygems-2017-02-15",
}
"""The cases that cannot be tried, and the index that each needs and the data do not have."""


@pytest.mark.parametrize("name", [name for name in CASES if name not in WITHOUT_INDEX] or ["none"])
def test_a_request_gives_its_installation_or_says_where_it_conflicts(name, shared):
    case = read(shared(f"{RESOLVER}/case/{name}.json"))
    index = shared(f"{RESOLVER}/index/{case.get('index') or DEFAULT_INDEX}.json")
    requested = [(package.rstrip("\1"), need) for package, need in case["requested"].items()]
    problem = Problem.of(index_of(read(index)), requested, flat(case["base"]))
    asking = problem.base(choosing=False)
    conflicts = [asking.needs(conflict) for conflict in asking.kb.conflicts()]
    assert set().union(*map(blocked, conflicts)) == set(case["conflicts"])
    if not conflicts:
        assert places(problem.base(choosing=True).installed()) == places(flat(case["resolved"]))


def flat(tree: list[dict[str, Any]]) -> dict[str, str]:
    """The packages of a tree of dependencies, each with its version."""
    found: dict[str, str] = {}
    for each in tree:
        found |= {each["name"]: each["version"], **flat(each["dependencies"])}
    return found


def places(versions: dict[str, str]) -> dict[str, object]:
    """By value: 10.26 is 10.26.0."""
    return {package: version(each) for package, each in versions.items()}


def test_a_case_is_left_out_only_where_its_index_is_not_there(shared):
    folder = shared(RESOLVER)
    absent = {
        path.stem: index
        for path in (folder / "case").glob("*.json")
        if (index := read(path).get("index")) and not (folder / f"index/{index}.json").exists()
    }
    assert absent == WITHOUT_INDEX


# -- versions, which the readings rest on ----------------------------------------------------------


@pytest.mark.parametrize(
    ("requirement", "met", "not_met"),
    [
        pytest.param("", ["0", "9.9"], ["1.0-rc1"], id="anything but a pre-release"),
        pytest.param("1.4", ["1.4", "1.4.0"], ["1.4.1"], id="a version by itself"),
        pytest.param("~> 1.4", ["1.4", "1.10"], ["1.3.9", "2.0"], id="from 1.4, below 2"),
        pytest.param("~> 1.4.2", ["1.4.2", "1.4.10"], ["1.4.1", "1.5"], id="below 1.5"),
        pytest.param("~> 1.0.0-RC1", ["1.0.0-RC1", "1.0.3"], ["1.0.0-B9", "1.1"], id="pre-release"),
        pytest.param("<= 1.7.7, >= 1.4.4", ["1.4.4", "1.7.7"], ["1.4.3", "1.8"], id="between"),
        pytest.param("!= 1.0.2", ["1.0.1", "1.0.3"], ["1.0.2"], id="another"),
    ],
)
def test_a_requirement_is_met_by_the_versions_it_means(requirement, met, not_met):
    wanted = bounds(requirement)
    assert all(meets(each, bound) for each in met for bound in wanted)
    assert not any(all(meets(each, bound) for bound in wanted) for each in not_met)
