"""Instants against the standard library's calendar, interval sets against sets of integers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.time import (
    ALWAYS,
    BEGINNING,
    DAY_US,
    END,
    Interval,
    coalesce,
    cut,
    from_datetime,
    instant,
    intersect_all,
    now,
    show_instant,
    subtract,
    to_datetime,
    union,
)

POINTS = range(-2, 14)  # what a set of small intervals is sampled at
FIRST, LAST = instant("-9999-01-01"), instant("9999-12-31T23:59:59.999999Z")
ZONES = st.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))
MOMENTS = st.datetimes(
    min_value=datetime(2, 1, 1), max_value=datetime(9998, 12, 31), timezones=ZONES
)
SIDES = st.tuples(
    st.one_of(st.integers(0, 11), st.just(BEGINNING)), st.one_of(st.integers(0, 11), st.just(END))
)
INTERVALS = SIDES.filter(lambda side: side[0] < side[1]).map(lambda side: Interval(*side))
SETS = st.lists(INTERVALS, max_size=5)


# -- instants --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1970-01-01", 0, id="the epoch"),
        pytest.param("1970-01-02", DAY_US, id="the next day"),
        pytest.param("1969-12-31T23:59:59.999999Z", -1, id="one microsecond before"),
        pytest.param("1970-01-01T01:00:00+01:00", 0, id="ahead of UTC"),
        pytest.param("1969-12-31T18:30:00-05:30", 0, id="behind UTC"),
        pytest.param("2000-02-29", 11016 * DAY_US, id="a leap day"),
        pytest.param("1970-01-01T00:00:00.5Z", 500_000, id="a short fraction"),
        pytest.param("0001-01-01", -719162 * DAY_US, id="the year 1"),
        pytest.param("0000-12-31", -719163 * DAY_US, id="the year 0 comes before it"),
        pytest.param("-0001-12-31", (-719163 - 366) * DAY_US, id="the year 0 is a leap year"),
    ],
)
def test_an_instant_is_microseconds_since_1970(text, expected):
    assert instant(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is no instant"),
        ("soon", "is no instant"),
        ("2026", "is no instant"),
        ("2026-03", "is no instant"),
        ("2026-3-1", "is no instant"),
        ("2026-03-01 12:00:00Z", "is no instant"),
        ("2026-03-01T12:00Z", "is no instant"),
        ("2026-03-01T12:00:00.1234567Z", "is no instant"),
        ("2026-03-01\n", "is no instant"),
        ("٢٠٢٦-03-01", "is no instant"),
        ("10000-01-01", "is no instant"),
        ("2026-02-29", "no such day"),
        ("2026-13-01", "no such day"),
        ("2026-00-01", "no such day"),
        ("1900-02-29", "no such day"),
        ("-0000-01-01", "the year 0 is written `0000`"),
        ("2026-03-01T12:00:00", "lacks its zone"),
        ("2026-03-01T24:00:00Z", "no such time of day"),
        ("2026-03-01T23:59:60Z", "no such time of day"),
        ("2026-03-01T12:00:00+24:00", "no such time of day"),
        ("9999-12-31T23:59:59-01:00", "outside the years"),
        ("-9999-01-01T00:00:00+01:00", "outside the years"),
    ],
)
def test_what_is_no_instant_is_refused_with_the_reason(text, expected):
    with pytest.raises(ValueError, match=expected):
        instant(text)


@given(
    us=st.integers(FIRST, LAST) | st.integers(FIRST // DAY_US, LAST // DAY_US).map(DAY_US.__mul__)
)
def test_an_instant_that_is_shown_reads_as_itself(us):
    assert instant(show_instant(us)) == us


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01",
        "-0044-03-15",
        "0000-02-29",
        "-9999-01-01",
        "9999-12-31T23:59:59.999999Z",
        "2026-03-09T00:00:01Z",
        "2026-03-09T12:00:00.25Z",
    ],
)
def test_an_instant_is_shown_in_its_shortest_form(text):
    assert show_instant(instant(text)) == text


@given(moment=MOMENTS)
def test_an_aware_datetime_is_the_instant_that_its_text_names(moment):
    assert from_datetime(moment) == instant(moment.isoformat(timespec="microseconds"))
    assert to_datetime(from_datetime(moment)) == moment


def test_a_naive_datetime_is_refused():
    with pytest.raises(ValueError, match="lacks its zone"):
        from_datetime(datetime(2026, 3, 1))


@pytest.mark.parametrize("us", [instant("0000-12-31"), LAST + 1, END])
def test_what_no_datetime_holds_is_refused(us):
    with pytest.raises(ValueError, match="years 1 to 9999"):
        to_datetime(us)


def test_now_is_the_wall_clock():
    assert abs(to_datetime(now()) - datetime.now(UTC)) < timedelta(seconds=5)


# -- intervals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("interval", "expected"),
    [
        (ALWAYS, "always"),
        (Interval(start=0), "from 1970-01-01"),
        (Interval(end=DAY_US), "to 1970-01-02"),
        (Interval(0, DAY_US), "from 1970-01-01 to 1970-01-02"),
        (Interval(0, 1), "at 1970-01-01"),
    ],
)
def test_an_interval_is_shown_as_the_language_writes_it(interval, expected):
    assert interval.show() == expected


@pytest.mark.parametrize("sides", [(3, 3), (4, 3), (END, END), (BEGINNING - 1, 0), (0, END + 1)])
def test_an_interval_that_holds_nothing_or_too_much_is_refused(sides):
    with pytest.raises(ValueError, match="must end after it starts"):
        Interval(*sides)


@given(one=INTERVALS, other=INTERVALS)
def test_the_intersection_of_two_intervals_holds_what_both_hold(one, other):
    both = one.intersect(other)
    assert points([] if both is None else [both]) == points([one]) & points([other])


# -- interval sets ---------------------------------------------------------------------------------


def points(intervals):
    """The sample points inside, far ends included."""
    sample = (BEGINNING, *POINTS, END - 1)
    return {us for us in sample if any(i.start <= us < i.end for i in intervals)}


def is_a_set(intervals):
    return all(one.end < after.start for one, after in pairwise(intervals))


@given(one=SETS, other=SETS)
def test_interval_sets_behave_as_sets_of_instants(one, other):
    for found, expected in [
        (union(one), points(one)),
        (union(one + other), points(one) | points(other)),
        (subtract(one, other), points(one) - points(other)),
        (intersect_all(one, other), points(one) & points(other)),
    ]:
        assert points(found) == expected
        assert is_a_set(found)


def test_the_intersection_of_no_sets_is_all_of_time():
    assert intersect_all() == (ALWAYS,)


@given(within=INTERVALS, intervals=SETS)
def test_a_cut_makes_the_fewest_pieces_that_no_end_point_divides(within, intervals):
    pieces = cut(within, intervals)
    ends = {end for i in intervals for end in (i.start, i.end) if within.start < end < within.end}
    assert (pieces[0].start, pieces[-1].end) == (within.start, within.end)
    assert [p.end for p in pieces[:-1]] == [p.start for p in pieces[1:]] == sorted(ends)


@given(within=INTERVALS, intervals=SETS, values=st.lists(st.booleans(), min_size=12, max_size=12))
def test_coalescing_keeps_every_value_and_no_needless_border(within, intervals, values):
    pieces = list(zip(cut(within, intervals), values, strict=False))
    merged = coalesce(reversed(pieces))
    for value in (True, False):
        found = tuple(i for i, v in merged if v is value)
        assert found == union(i for i, v in pieces if v is value)


def test_pieces_with_a_gap_between_them_stay_apart():
    pieces = ((Interval(0, 2), "a"), (Interval(3, 4), "a"))
    assert coalesce(pieces) == pieces
