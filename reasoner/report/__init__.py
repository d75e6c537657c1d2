"""Answers, replies and errors -> lines of text, and JSON."""

from .data import Json as Json
from .data import errors_to_json as errors_to_json
from .data import rectangles_to_json as rectangles_to_json
from .data import to_json as to_json
from .lines import Line as Line
from .lines import Role as Role
from .lines import plain as plain
from .progress import bar as bar
from .progress import counting as counting
from .terminal import Printer as Printer
from .text import error_lines as error_lines
from .text import plan_lines as plan_lines
from .text import reply_lines as reply_lines
from .text import summary_lines as summary_lines
from .timeline import timeline_lines as timeline_lines
from .timeline import timeline_svg as timeline_svg

__all__ = [
    "Json",
    "Line",
    "Printer",
    "Role",
    "bar",
    "counting",
    "error_lines",
    "errors_to_json",
    "plain",
    "plan_lines",
    "rectangles_to_json",
    "reply_lines",
    "summary_lines",
    "timeline_lines",
    "timeline_svg",
    "to_json",
]
