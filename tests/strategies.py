"""Hypothesis strategies, one section a room: a new construct joins its room's."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import strategies as st

from reasoner.syntax import tree
from reasoner.time import BEGINNING, END, Interval, Period, partial, show_instant

# == syntax ========================================================================================

_RESERVED = frozenset({"not", "true", "false", "both", "by"})
_SOFT = (
    "type", "valid", "from", "facts", "default", "none", "unknown", "revisable", "rule",
    "explain", "protect", "smooth", "kernel", "negation", "free", "origin", "use", "touch",
    "ever", "along", "possible", "automatic", "timeline", "retract", "for",
)  # fmt: skip

_MADE_NAMES = st.builds(
    str.__add__,
    st.sampled_from("abzßλжª名ʰ"),
    st.text("abZ09_éж名", max_size=6),
)
NAMES = (st.sampled_from(("p", "q", "apollo", *_SOFT)) | _MADE_NAMES).filter(
    lambda text: text not in _RESERVED
)
PLACED_NAMES = st.builds(tree.Name, NAMES)
VARIABLES = st.sampled_from(("X", "Place", "Ä", "_1", "_x")).map(tree.Variable)

DECIMALS = st.from_regex(r"-?[0-9]{1,12}(\.[0-9]{1,6})?", fullmatch=True).map(Decimal)
INSTANTS_US = st.integers(-(10**17), 2 * 10**17) | st.integers(-1000, 1000).map(
    lambda days: days * 86_400_000_000
)


YEARS = st.integers(-9998, 9998).map(lambda year: f"{'-' if year < 0 else ''}{abs(year):04d}")
MONTHS = st.builds("{}-{:02d}".format, YEARS, st.integers(1, 12))
WHENS = INSTANTS_US.map(lambda us: (us, us)) | (YEARS | MONTHS).map(partial)


def _instant_constant(us: int) -> tree.Constant:
    spelling = show_instant(us)
    kind = tree.Kind.MOMENT if "T" in spelling else tree.Kind.DATE
    return tree.Constant(kind, us, spelling)


TIMES = INSTANTS_US.map(_instant_constant) | MONTHS.map(
    lambda text: tree.Constant(tree.Kind.MONTH, partial(text)[0], text)
)
CONSTANTS = st.one_of(
    NAMES.map(lambda text: tree.Constant(tree.Kind.TEXT, text, text)),
    st.sampled_from(sorted(_RESERVED)).map(lambda text: tree.Constant(tree.Kind.TEXT, text, text)),
    st.text(max_size=8).map(lambda text: tree.Constant(tree.Kind.TEXT, text, text)),
    st.from_regex(r"-?[0-9]{1,40}(\.[0-9]{1,9})?", fullmatch=True).map(
        lambda text: tree.Constant(tree.Kind.NUMBER, Decimal(text), text)
    ),
    TIMES,
)


def _tuples(strategy, least=0, most=3):
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def _literals(terms):
    return st.builds(tree.Literal, st.builds(tree.Atom, NAMES, _tuples(terms)), st.booleans())


FACTS = _literals(CONSTANTS)
LITERALS = _literals(CONSTANTS | VARIABLES)


def _compounds(parts):
    several = _tuples(parts, least=2)
    return st.one_of(
        st.builds(tree.Not, parts),
        st.builds(tree.And, several),
        st.builds(tree.Or, several),
        st.builds(tree.If, parts, parts),
        st.builds(tree.Iff, parts, parts),
    )


_TRUTHS = st.builds(tree.Truth, st.booleans())
SENTENCES = st.recursive(FACTS | _TRUTHS, _compounds, max_leaves=8)
_PQR = st.builds(tree.Literal, st.sampled_from("pqr").map(tree.Atom), st.booleans())
SENTENCES_PQR = st.recursive(_PQR | _TRUTHS, _compounds, max_leaves=8)
_TERMS = CONSTANTS | VARIABLES
CONDITIONS = st.one_of(
    LITERALS,
    st.builds(tree.Comparison, _TERMS, st.sampled_from(tree.Order), _TERMS),
    st.builds(tree.Absent, LITERALS),
)
BODIES = _tuples(CONDITIONS, least=1)

_LABELS = st.none() | PLACED_NAMES
_PROPERTIES = st.one_of(
    st.builds(tree.AtMost, st.integers(0, 9), _LABELS, st.booleans()),
    st.just(tree.Symmetric()),
    st.just(tree.Transitive()),
    st.builds(tree.InverseOf, PLACED_NAMES),
    st.builds(tree.DisjointWith, PLACED_NAMES, st.booleans()),
    st.builds(tree.EvidenceType, PLACED_NAMES),
)
_PHRASES = (
    "full meet", "full kernel", "smooth kernel", "minimal kernel", "negation free", '"mine.lp"',
)  # fmt: skip
SELECTIONS = st.builds(
    tree.Selection,
    _tuples(
        (NAMES | st.sampled_from(_PHRASES))
        .filter(lambda name: name not in ("agent", "full", "minimal", "negation", "smooth"))
        .map(tree.Name),
        least=1,
    ),
)
_HALF_LIVES = st.builds(
    tree.DecayDecl,
    PLACED_NAMES,
    DECIMALS,
    st.sampled_from(("days", "hours", "minutes", "seconds", "weeks")),
    st.booleans(),
) | st.builds(tree.DecayDecl, PLACED_NAMES, st.none())
_RULES = st.one_of(
    st.builds(tree.RuleDecl, LITERALS, st.just(()) | BODIES, _LABELS),
    st.builds(tree.RuleDecl, LITERALS, st.just(()) | BODIES, PLACED_NAMES, st.booleans()),
    st.builds(
        tree.RuleDecl, LITERALS, st.just(()) | BODIES, PLACED_NAMES, st.just(False), st.just(True)
    ),
)
DECLARATIONS = st.one_of(
    st.builds(
        tree.RelationDecl,
        PLACED_NAMES,
        _tuples(st.builds(tree.Argument, PLACED_NAMES, _LABELS)),
        _tuples(_PROPERTIES),
    ),
    st.builds(tree.SourceDecl, PLACED_NAMES, st.none() | DECIMALS),
    st.builds(tree.AgentDecl, PLACED_NAMES),
    st.builds(tree.RankDecl, _tuples(PLACED_NAMES, least=1)),
    st.builds(tree.ProtectDecl, _tuples(PLACED_NAMES, least=1)),
    st.builds(
        tree.PolicyDecl,
        st.none() | NAMES.filter(lambda name: name != "default").map(tree.Name),
        SELECTIONS,
        st.booleans(),
    ),
    st.builds(tree.ThresholdDecl, DECIMALS),
    st.builds(tree.PriorDecl, DECIMALS),
    _HALF_LIVES,
    st.builds(tree.GranularityDecl, st.sampled_from(("evidence", "statement"))),
    _RULES,
    st.builds(tree.ConstraintDecl, BODIES, _LABELS),
    st.builds(tree.ConstraintDecl, BODIES, PLACED_NAMES, st.booleans()),
)

INTERVALS = st.one_of(
    st.tuples(INSTANTS_US, INSTANTS_US).filter(lambda ends: ends[0] != ends[1]).map(sorted),
    INSTANTS_US.map(lambda us: (us, us + 1)),
    INSTANTS_US.map(lambda us: (us, END)),
    INSTANTS_US.map(lambda us: (BEGINNING, us)),
).map(lambda ends: Interval(*ends))
PERIODS = st.one_of(
    st.tuples(WHENS, WHENS)
    .filter(lambda ends: ends[0][0] < ends[1][1])
    .map(lambda ends: Period.of(*ends)),
    WHENS.map(lambda start: Period.of(start, None)),
    WHENS.map(lambda end: Period.of(None, end)),
    WHENS.map(Period.from_unknown_end),
    INTERVALS.map(Period.exact),
)
CLAUSES = st.builds(
    tree.Clauses,
    _LABELS,
    _LABELS,
    st.none() | DECIMALS,
    st.none() | DECIMALS,
    _LABELS,
    st.none() | PERIODS,
    st.none() | CONSTANTS,
)
_SELECTED = st.none() | SELECTIONS
_ELEMENT_NAMES = st.builds(tree.ElementName, NAMES, _tuples(CONSTANTS))
OPERATIONS = st.one_of(
    st.builds(
        tree.Believe, st.sampled_from(("believe", "doubt", "expand")), SENTENCES, CLAUSES, _LABELS
    ),
    st.builds(
        tree.Contract,
        _tuples(SENTENCES, least=1),
        st.booleans(),
        _SELECTED,
        st.booleans(),
        _LABELS,
        st.none() | INTERVALS,
        st.none() | st.text(max_size=8),
        _LABELS,
    ),
    st.builds(tree.Revise, SENTENCES, CLAUSES, _SELECTED, _LABELS),
    st.builds(tree.Retract, SENTENCES, _LABELS, st.text(max_size=8), _LABELS),
    st.builds(tree.Touch, SENTENCES, _LABELS),
    st.builds(tree.Recover, PLACED_NAMES, _LABELS),
    st.builds(tree.Consolidate, st.none() | SENTENCES, _SELECTED, _LABELS),
    st.builds(tree.Consolidate, st.none(), _SELECTED, _LABELS, _tuples(_ELEMENT_NAMES, least=1)),
    st.builds(tree.Clock, INSTANTS_US),
)

INSTANTS = st.builds(tree.Instants, st.none() | INSTANTS_US, st.none() | INSTANTS_US)
_KNOWN = st.builds(tree.Instants, st.none(), st.none() | INSTANTS_US)
QUERIES = st.builds(tree.Query, BODIES, st.sampled_from((None, "true", "both")), INSTANTS)
_QUESTION_VERBS = st.sampled_from(("status", "entails", "why", "kernels", "remainders", "history"))
_SETS = _tuples(_tuples(_ELEMENT_NAMES))
_BINDINGS = _tuples(_tuples(st.tuples(VARIABLES.map(lambda v: v.name), CONSTANTS)))
QUESTIONS = st.one_of(
    st.builds(tree.Question, _QUESTION_VERBS, SENTENCES, INSTANTS),
    st.builds(tree.Question, st.sampled_from(("stretches", "timeline")), SENTENCES, _KNOWN),
    st.builds(tree.Conflicts, INSTANTS),
    st.builds(tree.Conflicts, _KNOWN, st.just(True)),
    st.builds(tree.Explain, PLACED_NAMES),
    QUERIES,
    st.builds(
        tree.ExpectStatus,
        st.sampled_from(("true", "false", "both", "neither")),
        SENTENCES,
        INSTANTS,
    ),
    st.builds(tree.ExpectEntailed, SENTENCES, st.booleans(), INSTANTS),
    st.builds(
        tree.ExpectSets, st.sampled_from(("kernels", "remainders")), SENTENCES, _SETS, INSTANTS
    ),
    st.builds(tree.ExpectConflicts, st.integers(0, 10**9 - 1), INSTANTS),
    st.builds(tree.ExpectConflicts, st.integers(0, 10**9 - 1), _KNOWN, st.just(True)),
    st.builds(tree.ExpectQuery, QUERIES, _BINDINGS),
)

STATEMENTS = st.recursive(
    DECLARATIONS | OPERATIONS | QUESTIONS,
    lambda statements: st.one_of(
        st.builds(tree.Suppose, _tuples(statements)), st.builds(tree.Refuse, statements)
    ),
    max_leaves=4,
)
PROGRAMS = st.builds(tree.Program, _tuples(STATEMENTS, most=4))

# Texts that are nearly programs: words and signs of the language, and some of no language.
_SOUP = r"""
    believe contract revise relation rule default constraint suppose expect status why retract
    not and or if iff true false both none kernels valid from to by full meet known
    consolidate protect explain smooth minimal kernel negation free
    retract touch timeline history along ever possible automatic origin unknown for because use
    ?- :- : . , ( ) { } = < - -> := _ X Y p q p( q(X) " "a" % \ ; [ |
    2026 2026-03 2026-03-01 2026-02-31 1 0.5 1e5 P3M PT
"""
TOKEN_SOUP = st.lists(
    st.sampled_from((*_SOUP.split(), "\n", "\x00", "\ud800", "名", "É", "\u2028")), max_size=25
).map(" ".join)
