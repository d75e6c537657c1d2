"""Timelines, stretches and moments of history as text, as data, and as a picture."""

from __future__ import annotations

import json
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from reasoner.answer import Rectangle, Status
from reasoner.cli import app
from reasoner.report import plain, rectangles_to_json, timeline_lines, timeline_svg
from reasoner.time import ALWAYS, BEGINNING, DAY_US, END, Interval, instant

JANUARY, MARCH, LATER = (
    instant("2026-01-01"),
    instant("2026-03-01"),
    instant("2026-03-05T12:30:00Z"),
)

MARCHED = (
    Rectangle(Interval(JANUARY, LATER), Interval(JANUARY, END), Status.TRUE),
    Rectangle(Interval(LATER, END), Interval(JANUARY, MARCH), Status.TRUE),
    Rectangle(Interval(LATER, END), Interval(MARCH, END), Status.FALSE),
)

SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def timelines(draw):
    """Rectangles that tile the plane."""
    found = []
    for known in draw(slabs()):
        for valid in draw(slabs()):
            found.append(Rectangle(known, valid, draw(st.sampled_from(Status))))
    return tuple(found)


def slabs():
    cuts = st.sets(st.integers(-(10**6), 10**6), max_size=4)
    return cuts.map(lambda days: [BEGINNING, *(day * DAY_US for day in sorted(days)), END]).map(
        lambda ends: [Interval(start, end) for start, end in pairwise(ends)]
    )


# -- text and data ---------------------------------------------------------------------------------


def test_a_timeline_is_a_table_at_a_terminal():
    assert [plain(line).rstrip() for line in timeline_lines(MARCHED)] == [
        "known                                    valid                          status",
        "from 2026-01-01 to 2026-03-05T12:30:00Z  from 2026-01-01                true",
        "from 2026-03-05T12:30:00Z                from 2026-01-01 to 2026-03-01  true",
        "from 2026-03-05T12:30:00Z                from 2026-03-01                false",
    ]
    assert [plain(line) for line in timeline_lines(())] == ["none"]


def test_a_rectangle_as_data_has_null_for_an_open_end():
    assert rectangles_to_json(MARCHED[:1]) == [
        {
            "known": {"from": "2026-01-01", "to": "2026-03-05T12:30:00Z"},
            "valid": {"from": "2026-01-01", "to": None},
            "status": "true",
        }
    ]


STORY = """\
relation lead(who) type hunch. decay hunch 3 days. agent ada.
clock 2026-01-01.
believe t: lead(ada) valid from 2026-01-01 to 2026-06-01 weight 0.4.
clock 2026-02-01.
believe u: lead(bob).
history lead(ada) valid 2026-03-01.
history lead(bob) along valid.
timeline lead(bob).
touch lead(bob).
retract lead(bob) by agent ada because "a typing error".
"""


@pytest.fixture
def story(tmp_path, monkeypatch):
    """What the command says of STORY, as text or as data."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "story.bel").write_text(STORY, encoding="utf-8")

    def run(*options: str) -> str:
        ran = CliRunner().invoke(app, ["run", "story.bel", *options], catch_exceptions=False)
        assert ran.exit_code == 0
        return ran.output

    return run


def answer_to(statement: str, output: str) -> list[str]:
    """The indented lines below a statement."""
    lines = output.split("\n")
    below = lines[lines.index(statement) + 1 :]
    ends = (number for number, line in enumerate(below) if not line.startswith("  "))
    return [line.strip() for line in below[: next(ends)]]


def test_answers_along_the_axes_are_told_line_by_line(story):
    output = story()
    assert answer_to("history lead(ada) valid 2026-03-01.", output) == [
        "true since 2026-01-01, by believe t",
        "neither since 2026-01-03, by decay",
    ]
    assert answer_to("history lead(bob) along valid.", output) == ["true always"]
    assert answer_to("timeline lead(bob).", output) == [
        "known            valid   status",
        "from 2026-02-01  always  true",
    ]


def test_a_touch_and_a_retraction_are_told(story):
    output = story()
    assert answer_to("touch lead(bob).", output) == ["recorded as op3"]
    retracted = answer_to('retract lead(bob) by agent ada because "a typing error".', output)
    assert retracted[:2] == ["recorded as op4", "dropped u: lead(bob)"]


def test_answers_along_the_axes_are_data_too(story):
    [file] = json.loads(story("--json"))["files"]
    along, stretches, timeline = (
        reply["answer"] for reply in file["replies"] if reply["statement"][0] in "ht"
        and not reply["statement"].startswith("touch")
    )  # fmt: skip
    assert along[-1] == {
        "operation": None, "verb": "decay", "recorded": "2026-01-03", "status": "neither",
    }  # fmt: skip
    assert stretches == [{"valid": {"from": None, "to": None}, "status": "true"}]
    assert timeline == rectangles_to_json(
        [Rectangle(Interval(instant("2026-02-01"), END), ALWAYS, Status.TRUE)]
    )


# -- the picture -----------------------------------------------------------------------------------


def texts(svg: str) -> list[str]:
    return [each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def drawn(svg: str) -> list[ElementTree.Element]:
    """The coloured boxes of the rectangles, without those of the legend."""
    boxes = [each for each in ElementTree.fromstring(svg).iter(f"{SVG}rect") if each.get("class")]
    return boxes[: -len(Status)]


def test_a_picture_has_a_title_a_date_at_each_end_and_a_word_for_each_status():
    svg = timeline_svg(MARCHED, "budget(apollo, 30000)")
    assert texts(svg)[0] == "budget(apollo, 30000)"
    assert {"2026-01-01", "2026-03-01", "2026-03-05T12:30:00Z", "open"} <= set(texts(svg))
    assert [text for text in texts(svg) if text in ("true", "false")] == ["true", "true", "false"]
    assert [box.get("class") for box in drawn(svg)] == ["true", "true", "false"]
    assert {"T  true", "F  false", "B  both", "N  neither"} <= set(texts(svg))


def test_later_knowledge_stands_higher_and_later_validity_to_the_right():
    before, left, right = drawn(timeline_svg(MARCHED, "p"))
    assert int(left.get("y")) + int(left.get("height")) == int(before.get("y"))
    assert int(left.get("x")) + int(left.get("width")) == int(right.get("x"))
    assert int(before.get("width")) == int(left.get("width")) + int(right.get("width"))


def test_an_open_side_has_no_edge_and_an_end_that_does_not_belong_is_dashed():
    [one] = [Rectangle(Interval(JANUARY, END), Interval(JANUARY, MARCH), Status.TRUE)]
    lines = list(ElementTree.fromstring(timeline_svg([one], "p")).iter(f"{SVG}line"))
    edges = lines[:3]
    assert [edge.get("stroke-dasharray") is not None for edge in edges] == [True, False, False]
    [box] = drawn(timeline_svg([one], "p"))
    top = [edge for edge in edges if edge.get("y1") == edge.get("y2") == box.get("y")]
    assert top == []


@pytest.mark.parametrize("title", ['p("<a & b>")', 'p("]]>")', 'p("\x00\x1b\ufffe")', "é 名"])
def test_a_title_may_hold_any_text(title):
    shown = texts(timeline_svg(MARCHED, title))[0]
    assert shown == title.translate(dict.fromkeys((0, 0x1B, 0xFFFE), "\ufffd"))


@settings(max_examples=40)
@given(rectangles=timelines())
def test_a_picture_is_valid_and_shows_each_rectangle_within_its_bounds(rectangles):
    svg = timeline_svg(rectangles, "p")
    root = ElementTree.fromstring(svg)
    boxes = drawn(svg)
    assert [box.get("class") for box in boxes] == [each.status.value for each in rectangles]
    for box in boxes:
        x, y, width, height = (int(box.get(name)) for name in ("x", "y", "width", "height"))
        assert width > 0 and height > 0 and x > 0 and y > 0
        assert x + width < int(root.get("width")) and y + height < int(root.get("height"))
    area = sum(int(box.get("width")) * int(box.get("height")) for box in boxes)
    right = max(int(box.get("x")) + int(box.get("width")) for box in boxes)
    low = max(int(box.get("y")) + int(box.get("height")) for box in boxes)
    left, high = (min(int(box.get(name)) for box in boxes) for name in "xy")
    assert area == (right - left) * (low - high)  # no two overlap, and none is missing
    assert timeline_svg(rectangles, "p") == svg


def test_a_picture_of_nothing_is_a_picture():
    assert drawn(timeline_svg((), "p")) == []
