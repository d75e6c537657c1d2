"""Rule files: each keeps the contract that its header states."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner.facts import PREDICATES
from rule_header import laws, problems, shared_private

RULES = Path(__file__).resolve().parent.parent / "rules"
FILES = sorted(RULES.rglob("*.lp"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(RULES)))
def test_a_rule_file_keeps_its_contract(path):
    assert problems(path, PREDICATES) == []


def test_private_predicates_live_in_one_file_only():
    assert shared_private(FILES) == []


# -- the checks themselves: one good file, and what is wrong with each change to it ---------------

VOCABULARY = {"belief": 1, "goal": 1, "kept": 1, "gone": 1}

GOOD = """\
%% good.lp: keep what can be kept.
%%
%% in   belief/1   belief(B): B is in the base,
%%                 whoever said it.
%% in   goal/1     goal(B): B is to go.
%% out  kept/1     kept(B): B survives.
%% law  contraction: success inclusion
%% ref  Hansson 1991
#defined belief/1.  #defined goal/1.
{ kept(B) } :- belief(B).
_dropped(B) :- belief(B), not kept(B).
:- goal(B),
   not _dropped(B).   % success: the goal is gone
#show kept/1.
"""


def write(folder: Path, text: str, name: str = "good.lp") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_file_has_no_problems(tmp_path):
    assert problems(write(tmp_path, GOOD), VOCABULARY) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("good.lp: keep", "better.lp: keep", "the first line", id="another name"),
        pytest.param("%% ref  Hansson 1991\n", "", "no %% ref", id="no reference"),
        pytest.param("%% ref  ", "%% see  ", "not a header line", id="an unknown word"),
        pytest.param("kept/1     kept(B): B survives.", "kept", "the form of 'out'", id="no arity"),
        pytest.param("contraction: ", "", "the form of 'law'", id="a law of no operation"),
        pytest.param(
            "%% ref  Hansson 1991\n#defined",
            "#defined goal/1.\n%% ref  Hansson 1991\n#defined",
            "outside the header",
            id="a header in two parts",
        ),
        pytest.param(
            "%% law  contraction: success inclusion\n%% ref  Hansson 1991",
            "%% ref  Hansson 1991\n%% law  contraction: success inclusion",
            "the order of the header",
            id="a reference before the laws",
        ),
        pytest.param(
            "%% in   goal/1     goal(B): B is to go.\n",
            "",
            "read but not in any 'in' line: goal/1",
            id="an input that is not in the header",
        ),
        pytest.param(
            ":- goal(B),\n   not", ":- not", "clingo says", id="an unsafe rule, so no program"
        ),
        pytest.param(
            "goal(B),\n", "belief(B),\n", "never read, or derived here: goal/1", id="an idle input"
        ),
        pytest.param(
            "  #defined goal/1.", "", "atom does not occur in any rule head", id="a warning"
        ),
        pytest.param(
            "#show kept/1.\n",
            "",
            "in an 'out' line but not shown: kept/1",
            id="an output that is not shown",
        ),
        pytest.param(
            "#show kept/1.",
            "gone(B) :- _dropped(B).\n#show kept/1.  #show gone/1.",
            "shown but not in an 'out' line: gone/1",
            id="an output that is not in the header",
        ),
        pytest.param("goal", "aim", "aim/1 is not in the shared vocabulary", id="its own word"),
        pytest.param("_dropped", "_droppedOut", "not in lower_snake", id="a name in another case"),
        pytest.param(
            "   % success: the goal is gone",
            "",
            "ends in no comment",
            id="no law named",
        ),
        pytest.param(
            "#show", "#script (python)\n#end.\n#show", "#script is not allowed", id="a script"
        ),
        pytest.param(
            "#show", "#maximize { 1,B : kept(B) }.\n#show", "only a file in policy/", id="a choice"
        ),
        pytest.param(
            "_dropped(B) :- belief(B), not kept(B).",
            "_dropped(B) :-\n  belief(B),\n\n  not kept(B).",
            "more than 3 lines",
            id="a long rule",
        ),
        pytest.param("}", "]", "clingo cannot read it", id="a syntax error"),
    ],
)
def test_a_bad_file_is_caught(tmp_path, old, new, expected):
    assert old in GOOD
    found = problems(write(tmp_path, GOOD.replace(old, new)), VOCABULARY)
    assert any(expected in line for line in found)


def test_a_preference_in_policy_may_minimize(tmp_path):
    text = GOOD.replace("#show", "#maximize { 1,B : kept(B) }.\n#show")
    assert problems(write(tmp_path, text, "policy/good.lp"), VOCABULARY) == []


def test_what_is_shown_or_defined_too_early_or_too_late_is_caught(tmp_path):
    lines = GOOD.splitlines(keepends=True)
    early = "".join([*lines[:9], "#show kept/1.\n", *lines[9:-1]])
    late = "".join([*lines[:8], *lines[9:], lines[8]])
    assert problems(write(tmp_path, early), VOCABULARY) == [
        "good.lp: line 10: #show comes after the rules"
    ]
    assert (
        problems(write(tmp_path, late), VOCABULARY)
        == ["good.lp: line 14: #defined comes before the rules"] * 2
    )


INCLUDING = """\
%% whole.lp: keep all that is kept, or nothing.
%% in   goal/1   goal(B): B is to go.
%% out  kept/1   kept(B): B survives.
%% ref  Hansson 1991
#include "good.lp".
#defined goal/1.
:- goal(B), kept(B).   % success
"""


def test_an_included_sibling_states_what_it_reads_itself(tmp_path):
    write(tmp_path, GOOD)
    assert problems(write(tmp_path, INCLUDING, "whole.lp"), VOCABULARY) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("good.lp", "other.lp", "only a sibling", id="a file that is not there"),
        pytest.param('"good.lp"', '"../good.lp"', "only a sibling", id="another folder"),
        pytest.param('"good.lp"', "<incmode>", "only a sibling", id="a built-in one"),
        pytest.param('"good.lp"', '"again.lp"', "it includes another", id="a chain of two"),
        pytest.param(
            "kept(B): B survives.\n", "kept(B).\n#defined kept/1.\n", "a %% line", id="split header"
        ),
        pytest.param(
            "%% out  kept/1   kept(B): B survives.\n",
            "",
            "shown but not in an 'out' line: kept/1",
            id="what the sibling shows",
        ),
        pytest.param(
            "#defined goal/1.",
            "#defined goal/1.  #defined belief/1.",
            "#defined but not in an 'in' line: belief/1",
            id="what the sibling reads, said again by half",
        ),
    ],
)
def test_a_bad_include_is_caught(tmp_path, old, new, expected):
    write(tmp_path, GOOD)
    write(tmp_path, INCLUDING.replace("whole.lp", "again.lp"), "again.lp")
    found = problems(write(tmp_path, INCLUDING.replace(old, new), "whole.lp"), VOCABULARY)
    assert any(expected in line for line in found)


def test_a_private_predicate_in_two_files_is_caught(tmp_path):
    first = write(tmp_path, GOOD)
    second = write(tmp_path, GOOD.replace("good.lp", "second.lp"), "second.lp")
    assert shared_private([first, second]) == ["_dropped is private, and is in good.lp, second.lp"]


def test_the_laws_that_a_file_claims_are_read(tmp_path):
    expected = [("contraction", "success"), ("contraction", "inclusion")]
    assert laws(write(tmp_path, GOOD)) == expected
