"""A timeline -> lines of text, and a picture: rectangles of one status on the two axes of time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..answer import Rectangle, Status
from ..time import BEGINNING, END, Interval, show_instant
from .lines import Line, Role


@dataclass(frozen=True, slots=True)
class _Look:
    """How a status is drawn. hatch: a path within a square of side 8, or ""."""

    letter: str
    fill: str
    hatch: str


# Fills that the colour-blind tell apart (Okabe, Ito 2008); letter and hatching say it in print.
_LOOKS = {
    Status.TRUE: _Look("T", "#56B4E9", ""),
    Status.FALSE: _Look("F", "#E69F00", "M0 8L8 0"),
    Status.BOTH: _Look("B", "#CC79A7", "M0 8L8 0M0 0L8 8"),
    Status.NEITHER: _Look("N", "#FFFFFF", ""),
}

_FONT = 12  # pixels, as all lengths here
_LETTER = 7  # the width of one
_ROW = 30
_COLUMNS = 880  # the width of all columns together, as long as each has one of these:
_NARROWEST, _WIDEST = 26, 120
_EDGE = 20
_GAP = 4  # between the rectangles and the axes


# -- text ------------------------------------------------------------------------------------------


def timeline_lines(rectangles: Sequence[Rectangle]) -> Iterator[Line]:
    """A table of the rectangles; `none` when there are none."""
    if not rectangles:
        yield Line("none")
        return
    rows = [(each.known.show(), each.valid.show(), each.status.value) for each in rectangles]
    table = [("known", "valid", "status"), *rows]
    known, valid, _ = (max(map(len, column)) for column in zip(*table, strict=True))
    for number, row in enumerate(table):
        text = f"{row[0]:{known}}  {row[1]:{valid}}  {row[2]}"
        yield Line(text, Role.DETAIL if number == 0 else Role.ANSWER)


# -- the picture -----------------------------------------------------------------------------------


def timeline_svg(rectangles: Iterable[Rectangle], title: str) -> str:
    """The rectangles as an SVG document: valid time to the right, transaction time upwards.

    Neither axis is to scale: from one instant to the next is one step. An edge that belongs to
    its rectangle is solid, the end that does not is dashed, and an open side has no edge.
    """
    return "\n".join(_Picture(tuple(rectangles), title).elements()) + "\n"


@dataclass(frozen=True, slots=True)
class _Axis:
    """Where instants stand along one axis: the first at `origin`, each next one `step` on."""

    instants: tuple[int, ...]
    origin: int
    step: int

    @property
    def end(self) -> int:
        return self.origin + self.step * max(len(self.instants) - 1, 1)

    def at(self, us: int) -> int:
        return self.origin + self.step * self.instants.index(us)


class _Picture:
    """The measures of one picture, and its elements from back to front."""

    def __init__(self, rectangles: tuple[Rectangle, ...], title: str) -> None:
        self._rectangles, self._title = rectangles, title
        valid = _instants(each.valid for each in rectangles)
        known = _instants(each.known for each in rectangles)
        left = _EDGE + _LETTER * _longest(known) + 30
        top = _EDGE + 3 * _FONT
        column = max(_NARROWEST, min(_WIDEST, _COLUMNS // max(len(valid) - 1, 1)))
        self._x = _Axis(valid, left, column)
        self._y = _Axis(known, top + _ROW * max(len(known) - 1, 1), -_ROW)
        self._legend_y = self._y.origin + 2 * _FONT + _LETTER * _longest(valid) * 3 // 4
        self._height = self._legend_y + 4 * _FONT + _EDGE
        self._width = max(self._x.end + 70, _LETTER * (len(title) + 4) + 2 * _EDGE, 560)

    def elements(self) -> Iterator[str]:
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self._width}" '
            f'height="{self._height}" viewBox="0 0 {self._width} {self._height}" role="img" '
            f'font-family="sans-serif" font-size="{_FONT}">'
        )
        yield f"<title>{_escaped(self._title)}</title>"
        yield '<rect width="100%" height="100%" fill="#FFFFFF"/>'
        yield from _hatches()
        yield _text(_EDGE, _EDGE + _FONT, self._title, 'font-weight="bold"')
        for each in self._rectangles:
            yield from self._rectangle(each)
        yield from self._axes()
        yield from self._legend()
        yield "</svg>"

    def _rectangle(self, each: Rectangle) -> Iterator[str]:
        left, right = self._x.at(each.valid.start), self._x.at(each.valid.end)
        bottom, top = self._y.at(each.known.start), self._y.at(each.known.end)
        yield from _box(left, top, right - left, bottom - top, each.status)
        yield from _edges(each, left, right, bottom, top)
        word = each.status.value
        fits = len(word) * _LETTER + 8 <= right - left
        label = word if fits else _LOOKS[each.status].letter
        x, y = (left + right) // 2, (top + bottom + _FONT) // 2 - 2
        halo = 'paint-order="stroke" stroke="#FFFFFF" stroke-width="4" stroke-linejoin="round"'
        yield _text(x, y, label, f'text-anchor="middle" {halo}')

    def _axes(self) -> Iterator[str]:
        left, bottom = self._x.origin - _GAP, self._y.origin + _GAP
        yield _line(left, self._y.end, left, bottom)
        yield _line(left, bottom, self._x.end, bottom)
        for us in self._x.instants:
            x, y = self._x.at(us), bottom + 14
            yield _line(x, bottom, x, bottom + 5)
            turned = f'text-anchor="end" transform="rotate(-45 {x} {y})"'
            yield _text(x, y, _label(us), turned)
        for us in self._y.instants:
            y = self._y.at(us)
            yield _line(left - 5, y, left, y)
            yield _text(left - 8, y + 4, _label(us), 'text-anchor="end"')
        yield _text(self._x.end + 8, bottom + 4, "valid →")
        yield _text(left, self._y.end - 14, "known ↑", 'text-anchor="middle"')

    def _legend(self) -> Iterator[str]:
        y = self._legend_y
        for number, (status, look) in enumerate(_LOOKS.items()):
            x = _EDGE + 110 * number
            yield from _box(x, y, 24, 16, status)
            yield f'<rect x="{x}" y="{y}" width="24" height="16" fill="none" stroke="#000000"/>'
            yield _text(x + 30, y + 13, f"{look.letter}  {status.value}")
        note = "not to scale; a dashed end does not belong to its rectangle, an open side goes on"
        yield _text(_EDGE, y + 16 + 2 * _FONT, note, 'fill="#555555"')


def _edges(each: Rectangle, left: int, right: int, bottom: int, top: int) -> Iterator[str]:
    dashed = 'stroke-dasharray="3 3"'
    if each.valid.end != END:
        yield _line(right, top, right, bottom, dashed)
    if each.known.end != END:
        yield _line(left, top, right, top, dashed)
    if each.valid.start != BEGINNING:
        yield _line(left, top, left, bottom)
    if each.known.start != BEGINNING:
        yield _line(left, bottom, right, bottom)


def _hatches() -> Iterator[str]:
    yield "<defs>"
    for look in _LOOKS.values():
        if look.hatch:
            yield (
                f'<pattern id="hatch-{look.letter}" width="8" height="8" '
                f'patternUnits="userSpaceOnUse"><path d="{look.hatch}" stroke="#000000" '
                'stroke-opacity="0.45"/></pattern>'
            )
    yield "</defs>"


def _box(x: int, y: int, width: int, height: int, status: Status) -> Iterator[str]:
    place = f'<rect x="{x}" y="{y}" width="{width}" height="{height}"'
    look = _LOOKS[status]
    yield f'{place} class="{status.value}" fill="{look.fill}"/>'
    if look.hatch:
        yield f'{place} fill="url(#hatch-{look.letter})"/>'


def _line(x1: int, y1: int, x2: int, y2: int, style: str = "") -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#000000" {style}/>'


def _text(x: int, y: int, text: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}" {style}>{_escaped(text)}</text>'


def _escaped(text: str) -> str:
    """As XML 1.0 can hold it: a character that it has not is shown as U+FFFD."""
    allowed = (c if _is_in_xml(c) else "\ufffd" for c in text)
    return "".join(allowed).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _is_in_xml(c: str) -> bool:
    return c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000"


def _instants(intervals: Iterable[Interval]) -> tuple[int, ...]:
    return tuple(sorted({end for each in intervals for end in (each.start, each.end)}))


def _label(us: int) -> str:
    return "open" if us in (BEGINNING, END) else show_instant(us)


def _longest(instants: tuple[int, ...]) -> int:
    return max((len(_label(us)) for us in instants), default=0)
