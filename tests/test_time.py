"""Instants against the standard library's calendar, interval sets against sets of integers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.time import (
    ALWAYS,
    BEGINNING,
    DAY_US,
    END,
    FIRST,
    LAST,
    Interval,
    beginning,
    coalesce,
    cut,
    from_datetime,
    instant,
    intersect_all,
    now,
    partial,
    show_instant,
    subtract,
    to_datetime,
    union,
)

CHANGE = datetime(2026, 10, 25, 1, tzinfo=UTC)  # when clocks in Europe go back
POINTS = range(-2, 14)  # what a set of small intervals is sampled at
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
        ("2026", "is a whole year: write the day, such as `2026-01-01`"),
        ("-0044", "is a whole year: write the day, such as `-0044-01-01`"),
        ("2026-03", "is a whole month: write the day, such as `2026-03-01`"),
        ("2026-3-1", "is no instant: an instant is written `2026-03-01`"),
        ("360", "is no instant: an instant is written `0360`"),
        ("-44-3-15", "is no instant: an instant is written `-0044-03-15`"),
        ("-0", "is no instant: an instant is written `0000`"),
        ("2001-2003", "is no instant: an instant is written `2026-03-01` or"),
        ("1993-??-01", "to where it is known, `1952-03` or `1952`"),
        ("1952-##-##", "to where it is known, `1952-03` or `1952`"),
        ("199X", "to where it is known, `1952-03` or `1952`"),
        ("2026-03-01 12:00:00Z", "is no instant"),
        ("2026-03-01T12:00Z", "is no instant"),
        ("2026-03-01T12:00:00.1234567Z", "is no instant"),
        ("2026-03-01\n", "is no instant"),
        ("٢٠٢٦-03-01", "is no instant"),
        ("10000-01-01", "is outside the years -9999 to 9999"),
        ("-12000", "is outside the years -9999 to 9999"),
        ("1" * 5000, "is outside the years -9999 to 9999"),
        ("2026-02-29", "no such day"),
        ("2026-13-01", "no such month"),
        ("2026-00", "no such month"),
        ("1900-02-29", "no such day"),
        ("-0000", "the year 0 is written `0000`"),
        ("-0000-01-01", "the year 0 is written `0000`"),
        ("2026-03-01T12:00:00", "lacks its zone"),
        ("2026-03-01T24:00:00Z", "no such time of day"),
        ("2026-03-01T23:59:60Z", "no such time of day"),
        ("2026-03-01T12:00:00+24:00", "no such time of day"),
        ("9999-12-31T23:59:59-01:00", "outside the years"),
        ("-9999-01-01T00:00:00+01:00", "outside the years"),
        ("2026-03-09T12:00:00[Europe/Atlantis]", "called `Europe/Atlantis` here; write the offset"),
        ("2026-03-09T12:00:00[Europe]", "no time zone is called `Europe`"),
        ("2026-03-09T12:00:00[../etc/passwd]", "is no instant"),
        ("2026-03-09[Europe/Berlin]", "is no instant"),
        ("2026-03-09T12:00:00+02:00[Europe/Berlin]", "are at \\+01:00 then, not at `\\+02:00`"),
        ("2026-03-29T02:30:00[Europe/Berlin]", "the clocks in Europe/Berlin skip that time"),
        ("2026-03-29T02:30:00+01:00[Europe/Berlin]", "the clocks in Europe/Berlin skip that time"),
        ("2026-10-25T02:30:00[Europe/Berlin]", "is two instants: .* `\\+02:00` or `\\+01:00`"),
        ("1850-01-01T00:00:00+00:53[Europe/Berlin]", "are at \\+00:53:28 then"),
    ],
)
def test_what_is_no_instant_is_refused_with_the_reason(text, expected):
    with pytest.raises(ValueError, match=expected):
        instant(text)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("1952", "1952-01-01", "1952-12-31T23:59:59.999999Z"),
        ("-0044", "-0044-01-01", "-0044-12-31T23:59:59.999999Z"),
        ("0000", "0000-01-01", "0000-12-31T23:59:59.999999Z"),
        ("-9999", "-9999-01-01", "-9999-12-31T23:59:59.999999Z"),
        ("9999-12", "9999-12-01", "9999-12-31T23:59:59.999999Z"),
        ("1952-03", "1952-03-01", "1952-03-31T23:59:59.999999Z"),
        ("1952-02", "1952-02-01", "1952-02-29T23:59:59.999999Z"),
        ("-0100-02", "-0100-02-01", "-0100-02-28T23:59:59.999999Z"),
        ("2026-03-01", "2026-03-01", "2026-03-01"),
        ("2026-03-09T23:59:59Z", "2026-03-09T23:59:59Z", "2026-03-09T23:59:59Z"),
    ],
)
def test_a_year_or_a_month_is_every_instant_in_it_and_a_day_its_beginning(text, first, last):
    assert partial(text) == (instant(first), instant(last))
    assert beginning(text) == instant(first)


@given(month=st.integers(-9999 * 12, 9999 * 12 + 10))
def test_the_next_month_begins_when_a_month_is_over(month):
    (_, last), (following, _) = (
        partial(f"{'-' * (m < 0)}{abs(m // 12):04d}-{m % 12 + 1:02d}") for m in (month, month + 1)
    )
    assert last + 1 == following


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-09T12:00:00+01:00[Europe/Berlin]", "2026-03-09T11:00:00Z"),
        ("2026-03-09T12:00:00[Europe/Berlin]", "2026-03-09T11:00:00Z"),
        ("2026-03-09T12:00:00.5[America/New_York]", "2026-03-09T16:00:00.5Z"),
        ("2026-10-25T02:30:00+02:00[Europe/Berlin]", "2026-10-25T00:30:00Z"),
        ("2026-10-25T02:30:00+01:00[Europe/Berlin]", "2026-10-25T01:30:00Z"),
        pytest.param(
            "2026-03-09T11:00:00Z[Europe/Berlin]", "2026-03-09T11:00:00Z", id="Z is UTC anywhere"
        ),
        pytest.param("-0043-03-15T12:00:00[UTC]", "-0043-03-15T12:00:00Z", id="before the year 1"),
        pytest.param(
            "-0043-03-15T00:53:28[Europe/Berlin]", "-0043-03-15", id="before standard time"
        ),
    ],
)
def test_a_date_time_may_name_its_zone(text, expected):
    assert instant(text) == instant(expected)


@given(
    moment=st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
    | st.integers(-240, 240).map(lambda m: CHANGE + timedelta(minutes=m)),
    zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_what_clocks_show_names_the_instant_with_its_offset_or_when_it_is_shown_once(moment, zone):
    local = moment.astimezone(ZoneInfo(zone))
    shown = local.replace(tzinfo=None).isoformat(timespec="microseconds")
    offset = local.isoformat(timespec="microseconds").removeprefix(shown)
    assert instant(f"{shown}{offset}[{zone}]") == from_datetime(moment)
    if len({local.replace(fold=fold).utcoffset() for fold in (0, 1)}) == 1:
        assert instant(f"{shown}[{zone}]") == from_datetime(moment)
    else:
        with pytest.raises(ValueError, match="is two instants"):
            instant(f"{shown}[{zone}]")


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


@pytest.mark.parametrize(
    ("predicate", "expected"),
    [
        (Interval.overlaps, [0, 0, 1, 1, 0, 0, 1, 1]),
        (Interval.contains, [0, 0, 1, 1, 0, 0, 1, 0]),
        (Interval.precedes, [0, 0, 0, 0, 1, 1, 0, 0]),
        (Interval.succeeds, [1, 1, 0, 0, 0, 0, 0, 0]),
        (Interval.immediately_precedes, [0, 0, 0, 0, 1, 0, 0, 0]),
        (Interval.immediately_succeeds, [0, 1, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_the_predicates_of_sql_tell_how_an_interval_lies_to_others(predicate, expected):
    sides = [(0, 50), (50, 100), (100, 150), (150, 200), (200, 250), (250, 300), (125, 175)]
    found = [predicate(Interval(100, 200), Interval(*one)) for one in [*sides, (0, 300)]]
    assert found == [bool(truth) for truth in expected]


@given(one=INTERVALS, other=INTERVALS)
def test_the_predicates_of_sql_speak_of_instants(one, other):
    here, there = points([one]), points([other])
    assert one.overlaps(other) == bool(here & there)
    assert one.contains(other) == (there <= here)
    assert one.precedes(other) == other.succeeds(one) == (max(here) < min(there))
    meets = one.precedes(other) and len(union([one, other])) == 1
    assert one.immediately_precedes(other) == other.immediately_succeeds(one) == meets


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
