"""Periods against all their resolutions on a small axis, durations against the calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reasoner.time import (
    BEGINNING,
    DAY_US,
    END,
    FIRST,
    LAST,
    UNITS_US,
    Duration,
    Interval,
    Period,
    from_datetime,
    instant,
    partial,
)

AXIS = range(7)  # where the ends of small periods lie
RANGES = st.lists(st.sampled_from(AXIS), min_size=2, max_size=2).map(sorted)
SMALL = (
    st.tuples(RANGES, RANGES)
    .filter(lambda ranges: ranges[0][0] < ranges[1][1])
    .map(lambda ranges: Period(*ranges[0], *ranges[1]))
)
INSTANTS = st.one_of(
    st.integers(FIRST, LAST),
    st.integers(FIRST // DAY_US, LAST // DAY_US).map(DAY_US.__mul__),
    st.integers(FIRST // DAY_US, FIRST // DAY_US + 90).map(DAY_US.__mul__),
)
WHENS = st.one_of(
    INSTANTS.map(lambda us: (us, us)),
    st.integers(0, 9999).map(lambda year: partial(f"{year:04d}")),
    st.integers(1, 9999).map(lambda year: partial(f"-{year:04d}")),
    st.tuples(st.integers(0, 9999), st.integers(1, 12)).map(
        lambda when: partial(f"{when[0]:04d}-{when[1]:02d}")
    ),
    st.tuples(INSTANTS, INSTANTS).map(lambda when: (min(when), max(when))),
)
STARTS = st.one_of(st.just((BEGINNING, BEGINNING)), WHENS, INSTANTS.map(lambda us: (BEGINNING, us)))
ENDS = st.one_of(st.just((END, END)), WHENS, INSTANTS.map(lambda us: (us, END)))
PERIODS = (
    st.tuples(STARTS, ENDS)
    .filter(lambda sides: sides[0][0] < sides[1][1])
    .map(lambda sides: Period.of(*sides))
)
UNKNOWN = WHENS.map(Period.from_unknown_end)


def of(start, end):
    return Period.of(*(None if text is None else partial(text) for text in (start, end)))


def resolutions(period):
    """Every interval that the period may be, as a set of instants."""
    starts = range(period.start, period.start_by + 1)
    ends = range(period.end_from, period.end + 1)
    return [set(range(s, e)) for s, e in product(starts, ends) if s < e]


# -- periods ---------------------------------------------------------------------------------------


@given(period=SMALL)
def test_what_is_possible_is_in_some_resolution_and_what_is_certain_in_all(period):
    """But for a lone first or last instant, which an end after its start may add."""
    found = resolutions(period)
    certain = set() if period.certain is None else set(range(*ends(period.certain)))
    assert set(range(*ends(period.possible))) == set.union(*found)
    always = set.intersection(*found)
    assert certain <= always
    assert always - certain <= {period.start, period.end - 1}


def ends(interval):
    return interval.start, interval.end


@given(one=SMALL, other=SMALL)
def test_an_overlap_is_possible_in_some_resolution_and_certain_in_all(one, other):
    pairs = list(product(resolutions(one), resolutions(other)))
    assert one.possibly_overlaps(other) == any(here & there for here, there in pairs)
    assert one.certainly_overlaps(other) == all(here & there for here, there in pairs)


@given(one=SMALL, other=SMALL)
def test_an_overlap_is_certain_where_certain_extents_overlap_and_else_only_where_one_is_none(
    one, other
):
    if one.certain is not None and other.certain is not None:
        assert one.certainly_overlaps(other) == one.certain.overlaps(other.certain)


@pytest.mark.parametrize(
    ("one", "other", "certain", "possible"),
    [
        pytest.param(("1952", None), ("1960", None), True, True, id="both still hold"),
        pytest.param(("1859", "1860"), ("1860", None), False, True, id="a year in common"),
        pytest.param(("1859", "1860"), ("1861", None), False, False, id="a year apart"),
        pytest.param(("2020", "2024"), ("2024-06-15", None), False, True, id="a day in the year"),
        pytest.param(
            ("2026-01-01", "2026-02-01"), ("2026-02-01", None), False, False, id="a hand-over day"
        ),
        pytest.param(
            ("1952", "1952"), ("1950", "1960"), True, True, id="some time in a year, within years"
        ),
        pytest.param(("1952", "1952"), ("1952", "1952"), False, True, id="twice in one year"),
    ],
)
def test_an_overlap_of_dated_periods(one, other, certain, possible):
    one, other = of(*one), of(*other)
    assert one.certainly_overlaps(other) == other.certainly_overlaps(one) == certain
    assert one.possibly_overlaps(other) == other.possibly_overlaps(one) == possible


def test_what_ends_at_an_unknown_instant_may_hold_from_its_start_on():
    period, later = Period.from_unknown_end(partial("1928")), of("2005", None)
    assert period.possible == Interval(instant("1928-01-01"), END)
    assert period.certain == Interval(instant("1929-01-01") - 1, instant("1929-01-01"))
    assert period.possibly_overlaps(later) and not period.certainly_overlaps(later)


def test_what_holds_still_holds_for_sure_from_the_end_of_its_first_year_on():
    certain = Interval(instant("1928-12-31T23:59:59.999999Z"), END)
    assert of("1928", None).certain == certain


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        (("1901", "1814"), "`from 1901 to 1814` holds at no instant: a period ends after it start"),
        (("2026-03-01", "2026-03-01"), "holds at no instant"),
        (("1952", "1952-01-01"), "holds at no instant"),
        (("2026-03-01T00:00:00.000001Z", "2026-03-01"), "holds at no instant"),
    ],
)
def test_a_period_that_cannot_end_after_it_starts_is_refused(sides, expected):
    with pytest.raises(ValueError, match=expected):
        of(*sides)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ((5, 3, 8, 9), "a period starts between a first instant and a last, in this order"),
        ((END, END, END, END), "a period starts between a first instant and a last"),
        ((1, 3, 9, 8), "a period ends between a first instant and a last, in this order"),
        ((BEGINNING - 1, 0, 1, 2), "a period starts"),
        ((0, 0, 1, END + 1), "a period ends"),
        ((BEGINNING, BEGINNING, BEGINNING + 1, END), "needs a start"),
    ],
)
def test_fields_that_are_no_period_are_refused(fields, expected):
    with pytest.raises(ValueError, match=expected):
        Period(*fields)


def test_a_year_may_hold_all_of_a_period():
    assert of("1952", "1952").certain is None
    assert of("1952", "1952").possible == Interval(instant("1952-01-01"), partial("1952")[1])


# -- periods as text -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("period", "shown", "iso"),
    [
        (of("1952", "2026-03"), "from 1952 to 2026-03", "1952/2026-03"),
        (of("-0044", None), "from -0044", "-0044/.."),
        (of(None, "1952"), "to 1952", "../1952"),
        (of("1952", "1952"), "from 1952 to 1952", "1952/1952"),
        (of("2026-01-01", "2026-03-01"), "from 2026-01-01 to 2026-03-01", "2026-01-01/2026-03-01"),
        (Period(), "always", "../.."),
        (Period.from_unknown_end(partial("2005")), "from 2005 to unknown", "2005/"),
        (Period.from_unknown_end((0, 0)), "from 1970-01-01 to unknown", "1970-01-01/"),
        (
            Period.exact(Interval(0, 1)),
            "at 1970-01-01",
            "1970-01-01/1970-01-01T00:00:00.000001Z",
        ),
        (
            Period.of((0, DAY_US), (2 * DAY_US, END)),
            "from 1970-01-01..1970-01-02 to 1970-01-03..",
            "1970-01-01..1970-01-02/1970-01-03..",
        ),
        (Period.of((BEGINNING, 0), None), "from ..1970-01-01", "..1970-01-01/.."),
    ],
)
def test_a_period_is_shown_as_the_language_and_as_iso_8601_write_it(period, shown, iso):
    assert (period.show(), period.iso()) == (shown, iso)


@given(period=PERIODS | UNKNOWN)
def test_a_period_that_is_written_reads_as_itself(period):
    assert Period.read(period.iso()) == period


@given(start=INSTANTS, end=INSTANTS)
def test_an_exact_period_is_shown_as_its_interval(start, end):
    if start < end:
        assert Period.exact(Interval(start, end)).show() == Interval(start, end).show()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-01/2026-03-01", of("2026-01-01", "2026-03-01")),
        ("2001/2003", of("2001", "2003")),
        ("2026-01-01/P3M", of("2026-01-01", "2026-04-01")),
        ("2026-01-01T10:00:00Z/PT36H", of("2026-01-01T10:00:00Z", "2026-01-02T22:00:00Z")),
        ("2026-01-01/..", of("2026-01-01", None)),
        ("../2026-01", of(None, "2026-01")),
        ("2005/?", Period.from_unknown_end(partial("2005"))),
        ("2005/", Period.from_unknown_end(partial("2005"))),
        (
            "2026-03-09T12:00:00[Europe/Berlin]/2026-03-10T12:00:00+01:00[Europe/Berlin]",
            of("2026-03-09T11:00:00Z", "2026-03-10T11:00:00Z"),
        ),
    ],
)
def test_an_interval_of_iso_8601_is_a_period(text, expected):
    assert Period.read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1952", "does not say where it starts and where it ends: a period is written"),
        ("2001-2003", "does not say where it starts and where it ends: a period is written"),
        ("2001/2002/2003", "does not say where it starts and where it ends: a period is written"),
        ("", "does not say where it starts"),
        ("/2003", "has no start: write `..` where it has always held"),
        ("?/2003", "has no start: write `..` where it has always held"),
        ("../", "needs a start"),
        ("2003/2001", "`from 2003 to 2001` holds at no instant"),
        ("2001/P3M", "counts from no one instant: write the day it starts"),
        ("../P3M", "counts from no one instant: write the day it starts"),
        ("2001-01-01/-P3M", "`-P3M` has a sign"),
        ("P3M/2001-01-01", "`P3M` is no instant"),
        ("2001/2003-2-1", "an instant is written `2003-02-01`"),
        ("2001..2003/..", "`2001` is a whole year: write the day"),
        ("2003-01-01..2001-01-01/..", "a period starts between a first instant and a last"),
        ("2003-01-01../..", "a period starts between a first instant and a last"),
    ],
)
def test_what_is_no_interval_of_iso_8601_is_refused_with_the_reason(text, expected):
    with pytest.raises(ValueError, match=expected):
        Period.read(text)


# -- durations -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "months", "us"),
    [
        ("P3M", 3, 0),
        ("P1Y2M", 14, 0),
        ("P2W", 0, 14 * DAY_US),
        ("PT36H", 0, 36 * UNITS_US["hours"]),
        ("P1DT12H", 0, DAY_US + 12 * UNITS_US["hours"]),
        ("PT1M", 0, UNITS_US["minutes"]),
        ("PT0.5S", 0, 500_000),
        ("PT0,000001S", 0, 1),
        ("P1Y2M3W4DT5H6M7.08S", 14, 25 * DAY_US + 18_367_080_000),
        ("P0Y1D", 0, DAY_US),
    ],
)
def test_a_duration_is_months_and_microseconds(text, months, us):
    assert Duration.read(text) == Duration(months, us)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is no duration: a duration is written `P1Y2M`"),
        ("P", "is no duration"),
        ("P1DT", "is no duration"),
        ("p3m", "is no duration"),
        ("3M", "is no duration"),
        ("P3M1Y", "is no duration"),
        ("P1.5D", "is no duration"),
        ("PT0.5H", "is no duration"),
        ("PT1.1234567S", "is no duration"),
        ("P3M\n", "is no duration"),
        ("P٣M", "is no duration"),
        ("P" + "1" * 5000 + "D", "is no duration"),
        ("-P3M", "has a sign: a duration is written `P1Y2M`"),
        ("P-3M", "has a sign"),
        ("P0D", "is no time at all"),
        ("P0Y0M0DT0.0S", "is no time at all"),
    ],
)
def test_what_is_no_duration_is_refused_with_the_reason(text, expected):
    with pytest.raises(ValueError, match=expected):
        Duration.read(text)


@pytest.mark.parametrize(
    ("start", "text", "expected"),
    [
        ("2026-01-31", "P1M", "2026-02-28"),
        ("2024-01-31", "P1M", "2024-02-29"),
        ("2024-02-29", "P1Y", "2025-02-28"),
        ("2026-12-01", "P1M", "2027-01-01"),
        ("2026-01-31T12:00:00.5Z", "P1MT12H", "2026-03-01T00:00:00.5Z"),
        ("-0001-12-31", "P1D", "0000-01-01"),
        ("-0001-12-31", "P2M", "0000-02-29"),
        ("-9999-01-01", "P19998Y11M30D", "9999-12-31"),
    ],
)
def test_a_duration_is_counted_in_the_calendar(start, text, expected):
    assert Duration.read(text).after(instant(start)) == instant(expected)


@given(
    start=st.datetimes(datetime(1, 1, 1), datetime(8000, 1, 1), timezones=st.just(UTC)),
    months=st.integers(0, 20_000),
    us=st.integers(0, 400 * DAY_US),
)
def test_months_end_at_the_same_day_or_the_last_one_and_the_rest_is_counted_on(start, months, us):
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    reached = []
    for day in range(1, start.day + 1):
        try:
            reached.append(start.replace(year=year, month=month + 1, day=day))
        except ValueError:
            break
    expected = reached[-1] + timedelta(microseconds=us)
    assert Duration(months, us).after(from_datetime(start)) == from_datetime(expected)


@given(us=st.integers(0, LAST), months=st.integers(0, 2000), rest=st.integers(0, 9 * DAY_US))
def test_what_is_counted_is_the_same_four_hundred_years_before(us, months, rest):
    cycles = 20 * 146_097 * DAY_US
    duration = Duration(months, rest)
    if duration_ends(us, duration):
        assert duration.after(us - cycles) == duration.after(us) - cycles


def duration_ends(us, duration):
    return us + duration.us + duration.months * 31 * DAY_US <= LAST


@pytest.mark.parametrize("text", ["P1Y", "P1D", "P999999999999Y", "PT999999999999S"])
def test_a_duration_beyond_the_year_9999_is_refused(text):
    with pytest.raises(ValueError, match="after 9999-12-31 is outside the years -9999 to 9999"):
        Duration.read(text).after(instant("9999-12-31"))
