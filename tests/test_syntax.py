"""The language: what parses, as what; what is refused, and how it is told."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from lark import Lark

import strategies
from conftest import CI
from reasoner.errors import (
    BadInstant,
    BadNumber,
    BadText,
    EmptyInterval,
    Mistakes,
    NeedsBrackets,
    NotYet,
    ReservedName,
    SaidTwice,
    TooDeep,
    UnexpectedText,
    UnknownStatement,
    VariableHere,
)
from reasoner.files import grammar_text, rule_file, rule_files
from reasoner.syntax import (
    Draft,
    parse,
    parse_query,
    parse_sentence,
    parse_with_mistakes,
    show,
    show_constant,
    tree,
)
from reasoner.syntax.grammar import STARTS, parser, word
from reasoner.time import DAY_US, END, Interval, Period, instant, partial

JANUARY = instant("2026-01-01")

few = settings(max_examples=500 if CI else 40)


def atom(name, *arguments):
    return tree.Literal(tree.Atom(name, tuple(map(text, arguments))))


def text(value):
    return tree.Constant(tree.Kind.TEXT, value, value)


def only(source):
    """The one statement of *source*."""
    (statement,) = parse(source).statements
    return statement


def codes(source):
    """The kinds of mistake that *source* has, in its order."""
    with pytest.raises(Mistakes) as caught:
        parse(source)
    return [type(error) for error in caught.value.errors]


# -- the grammar file ------------------------------------------------------------------------------

RULE = re.compile(r"^\??(?P<name>_?[a-z]\w*): ", re.MULTILINE)
EXAMPLE = re.compile(r"^\??(?P<name>_?[a-z]\w*): .*// (?P<text>.*)$", re.MULTILINE)
EXAMPLES = [(found["name"], found["text"]) for found in EXAMPLE.finditer(grammar_text())]


@pytest.fixture(scope="module")
def every_rule():
    """A parser that can start at any rule."""
    starts = [name for name, _ in EXAMPLES]
    return Lark(grammar_text(), parser="lalr", lexer="contextual", regex=True, start=starts)


def test_every_rule_of_the_grammar_has_an_example():
    assert [found["name"] for found in RULE.finditer(grammar_text())] == [n for n, _ in EXAMPLES]


@pytest.mark.parametrize(("rule", "text"), EXAMPLES, ids=[rule for rule, _ in EXAMPLES])
def test_the_example_beside_a_rule_parses(every_rule, rule, text):
    every_rule.parse(text, start=rule)


def test_the_grammar_has_no_conflicts(caplog):
    """One token ahead decides; lark would otherwise choose, and only say so in its log."""
    with caplog.at_level(logging.DEBUG, logger="lark"):
        Lark(grammar_text(), parser="lalr", regex=True, start=list(STARTS), debug=True)
        assert "conflict" not in caplog.text.lower()
        Lark('start: "if" start | "if" start "else" start | "x"\n', parser="lalr", debug=True)
    assert "conflict" in caplog.text.lower()


def test_only_these_words_are_keywords_where_a_name_could_stand():
    """The first five begin sentences or follow `consolidate`: no relation is called so."""
    table = parser().parser.parser._parse_table  # what lark computed, behind its interface
    taken = set()
    for actions in table.states.values():
        if "NAME" in actions:
            taken |= {word(name) for name in actions if name.isupper() and name != "$END"}
    words = {keyword for keyword in taken if keyword is not None and keyword.isalpha()}
    in_selections = {"agent", "full", "minimal", "negation", "smooth"}
    assert words == {"not", "true", "false", "both", "by"} | {"default"} | in_selections


@pytest.mark.parametrize("story", ["budget", "doctors", "swan", "tweety"])
def test_a_shared_example_parses_and_prints_as_itself(shared, story):
    program = parse(shared(f"examples/{story}/{story}.bel").read_text(encoding="utf-8"))
    assert parse(show(program)) == program


# -- print and parse -------------------------------------------------------------------------------


@few
@given(program=strategies.PROGRAMS)
def test_what_is_printed_parses_as_what_it_was(program):
    assert parse(show(program)) == program


@few
@given(sentence=strategies.SENTENCES)
def test_a_sentence_is_printed_with_the_brackets_it_needs(sentence):
    assert parse_sentence(show(sentence)) == sentence


@few
@given(query=strategies.QUERIES)
def test_a_query_is_read_with_its_marks_or_without(query):
    shown = show(query)
    assert parse_query(shown) == query
    assert parse_query(shown.removeprefix("?- ").removesuffix(".")) == query


@few
@given(constant=strategies.CONSTANTS)
def test_a_constant_comes_back_as_it_went_in(constant):
    (argument,) = parse_sentence(f"p({show_constant(constant)})").atom.arguments
    assert (argument, argument.spelling) == (constant, constant.spelling)


def test_what_is_no_node_is_not_shown():
    with pytest.raises(TypeError, match="int is no node of the tree"):
        show(3)


# -- hostile text ----------------------------------------------------------------------------------


@few
@given(text=strategies.TOKEN_SOUP)
@example(text="suppose {")
@example(text="expect ?- p(X) { X = 1 } }")
@example(text="believe p\n\n% the end")
def test_any_text_is_read_or_refused_with_places_in_it(text):
    try:
        parse(text)
    except Mistakes as mistakes:
        lines = text.split("\n")
        for error in mistakes.errors:
            assert 1 <= error.span.line <= len(lines)
            assert 1 <= error.span.column <= len(lines[error.span.line - 1]) + 1
            assert error.help
            assert "\n" not in error.message + error.help


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("(", ")", id="brackets"),
        pytest.param("not ", "", id="negations"),
        pytest.param("q or not (", ")", id="by turns"),
        pytest.param("q iff not (", ")", id="iffs, whose negations grow"),
    ],
)
def test_a_sentence_nested_without_end_is_refused_as_such(before, after):
    assert codes("believe " + before * 1_500 + "p" + after * 1_500 + ".") == [TooDeep]


@pytest.mark.parametrize(("before", "after"), [("suppose { ", " }"), ("refuse ", "")])
def test_a_statement_nested_without_end_is_refused_as_such(before, after):
    assert len(parse(before * 50 + "believe p." + after * 50).statements) == 1
    assert codes(before * 51 + "believe p." + after * 51) == [TooDeep]
    assert codes(before * 400 + "believe p." + after * 400) == [TooDeep]


def test_a_sentence_may_be_nested_as_deep_as_people_nest():
    sentence = parse_sentence("not " * 100 + "p")
    assert parse_sentence(show(sentence)) == sentence


def test_a_long_chain_is_not_deep():
    assert len(parse_sentence("p" + " and p" * 2_000).parts) == 2_001


def test_a_text_may_hold_any_character_but_half_a_one():
    assert parse_sentence('p("\0")').atom.arguments == (text("\0"),)
    assert codes('believe p("\ud800").') == [BadText]
    assert codes("believe \0.") == [UnexpectedText]


def test_an_integer_may_have_any_size():
    (argument,) = parse_sentence(f"p({'9' * 5_000})").atom.arguments
    assert argument.value == Decimal("9" * 5_000)
    assert codes(f"expect conflicts {'9' * 5_000}.") == [BadNumber]


# -- constants and names ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kind", "value"),
    [
        ("apollo", tree.Kind.TEXT, "apollo"),
        ('"apollo"', tree.Kind.TEXT, "apollo"),
        (r'"a\"b\\c\nd"', tree.Kind.TEXT, 'a"b\\c\nd'),
        ("élan", tree.Kind.TEXT, "élan"),
        ("valid", tree.Kind.TEXT, "valid"),
        ("not", tree.Kind.TEXT, "not"),
        ("-0.10", tree.Kind.NUMBER, Decimal("-0.1")),
        ("1952", tree.Kind.NUMBER, Decimal(1952)),
        ("2026-01-01", tree.Kind.DATE, JANUARY),
        ("2026-01-01T00:00:00.000001Z", tree.Kind.MOMENT, JANUARY + 1),
        ("2026-01-01T01:00:00+01:00", tree.Kind.MOMENT, JANUARY),
        ("2026-01-01T01:00:00[Europe/Berlin]", tree.Kind.MOMENT, JANUARY),
        ("-0043-03-15", tree.Kind.DATE, instant("-0043-03-15")),
        ("2026-01", tree.Kind.MONTH, JANUARY),
        ("-0043-03", tree.Kind.MONTH, instant("-0043-03-01")),
    ],
)
def test_a_constant_is_what_it_looks_like(written, kind, value):
    (argument,) = parse_sentence(f"p({written})").atom.arguments
    assert (argument.kind, argument.value) == (kind, value)
    spelling = written if kind is not tree.Kind.TEXT else value
    assert argument.spelling == spelling


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("apollo", "apollo"),
        ("not", "not"),
        ("名前", "名前"),
        ("Apollo", '"Apollo"'),
        ("3rd", '"3rd"'),
        ("", '""'),
        ('a"\\\n', r'"a\"\\\n"'),
    ],
)
def test_a_text_is_shown_bare_when_it_can_stand_so(value, shown):
    assert show_constant(text(value)) == shown


def test_words_are_soft():
    program = parse("""
        relation type(valid, from). relation status. source from. agent agent. rank facts > rank.
        believe valid: type(by, true) from from by agent agent. ?- true status, X = count.
        rule revisable: p. expect kernels none { none, not }. policy by by.
        protect protect, smooth. believe explain: kernel(full). explain explain.
        believe touch: use(for, unknown) from origin origin origin. touch ever: ever. touch touch.
        retract along: along(valid) because "x". history along along valid. timeline timeline.
        conflicts ever. constraint possible possible: :- possible. policy automatic by automatic.
        relation origin(unknown) singular(unknown) possible. decay use 3 days from use.
    """)
    assert [type(statement).__name__ for statement in program.statements] == [
        "RelationDecl", "RelationDecl", "SourceDecl", "AgentDecl", "RankDecl",
        "Believe", "Query", "RuleDecl", "ExpectSets", "PolicyDecl",
        "ProtectDecl", "Believe", "Explain",
        "Believe", "Touch", "Touch",
        "Retract", "Question", "Question",
        "Conflicts", "ConstraintDecl", "PolicyDecl",
        "RelationDecl", "DecayDecl",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["not", "true", "false", "both", "by"])
def test_a_word_that_begins_sentences_names_no_relation(word):
    assert codes(f"relation {word}.") == [ReservedName]


# -- sentences and bodies --------------------------------------------------------------------------

P, Q, R = atom("p"), atom("q"), atom("r")


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("p and q and r", tree.And((P, Q, R))),
        ("p and (q and r)", tree.And((P, tree.And((Q, R))))),
        ("not p and q", tree.And((tree.Not(P), Q))),
        ("p or q and r", tree.Or((P, tree.And((Q, R))))),
        ("p if q or r", tree.If(P, tree.Or((Q, R)))),
        ("p iff (q if r)", tree.Iff(P, tree.If(Q, R))),
        ("-p", tree.Literal(tree.Atom("p"), False)),
        ("not -p", tree.Not(tree.Literal(tree.Atom("p"), False))),
        ("((p))", P),
        ("false", tree.Truth(False)),
    ],
)
def test_binding_is_not_and_or_if(written, sentence):
    assert parse_sentence(written) == sentence


@pytest.mark.parametrize(
    ("written", "bracketed"),
    [
        ("p if q if r", "(p if q) if r"),
        ("p iff q iff r", "(p iff q) iff r"),
        ("p if q or r iff (p if q)", "(p if q or r) iff (p if q)"),
    ],
)
def test_a_chain_of_ifs_is_refused_with_brackets_that_parse(written, bracketed):
    with pytest.raises(Mistakes) as caught:
        parse_sentence(written)
    (error,) = caught.value.errors
    assert isinstance(error, NeedsBrackets)
    assert error.help == f"bracket it, for instance `{bracketed}`"
    parse_sentence(bracketed)


@pytest.mark.parametrize("source", ["p(X)", "p(_)", "p and q(Y)"])
def test_a_believed_sentence_is_ground(source):
    with pytest.raises(Mistakes) as caught:
        parse_sentence(source)
    assert [type(error) for error in caught.value.errors] == [VariableHere]


def test_each_blank_is_a_variable_of_its_own():
    rule = only("rule p(_) :- q(_, _1), not r(_), _ != X.")
    assert show(rule) == "rule p(_2) :- q(_3, _1), not r(_4), _5 != X."


def test_a_comparison_of_a_keyword_is_printed_in_quotes():
    query = parse_query('"not" = X')
    assert show(query) == '?- "not" = X.'


# -- statements ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "interval"),
    [
        ("valid from 2026-01-01", Interval(JANUARY, END)),
        ("valid from 2026-01-01 to 2026-01-02", Interval(JANUARY, JANUARY + DAY_US)),
        ("valid to 2026-01-01", Interval(end=JANUARY)),
        ("valid at 2026-01-01", Interval(JANUARY, JANUARY + 1)),
    ],
)
def test_an_interval_is_half_open(clause, interval):
    assert only(f"believe p {clause}.").clauses.valid == Period.exact(interval)
    assert only(f"contract p {clause}.").valid == interval


YEAR, MONTH = partial("1952"), partial("1952-03")


@pytest.mark.parametrize(
    ("clause", "period"),
    [
        ("from 1952", Period.of(YEAR, None)),
        ("from 1952-03 to 1952", Period.of(MONTH, YEAR)),
        ("from 1952 to 1952", Period.of(YEAR, YEAR)),
        ("from 1952 to 1952-03", Period.of(YEAR, MONTH)),
        ("to 1952-03", Period.of(None, MONTH)),
        ("from 1952 to unknown", Period.from_unknown_end(YEAR)),
        ("from 2026-01-01 % when?\n to\nunknown", Period.from_unknown_end((JANUARY, JANUARY))),
    ],
)
def test_an_end_may_be_known_to_a_year_or_a_month_or_not_at_all(clause, period):
    believe = only(f"believe p valid {clause}.")
    assert believe.clauses.valid == period
    assert parse(show(believe)).statements == (believe,)


@pytest.mark.parametrize(
    ("length", "end"),
    [
        ("P3M", "2026-04-30"),
        ("P1Y2M", "2027-03-31"),
        ("P2W", "2026-02-14"),
        ("P1DT12H", "2026-02-01T12:00:00Z"),
        ("PT0.5S", "2026-01-31T00:00:00.5Z"),
    ],
)
def test_a_duration_gives_the_end_by_the_calendar(length, end):
    """The last day of a month stands for those that it lacks."""
    interval = Interval(instant("2026-01-31"), instant(end))
    clause = f"valid from 2026-01-31 for {length}"
    assert only(f"believe p {clause}.").clauses.valid == Period.exact(interval)
    assert only(f"contract p {clause}.").valid == interval


@pytest.mark.parametrize(
    "source",
    [
        "believe p valid at 1952.",
        "believe p valid from 1952 for P3M.",
        "believe p valid from 2026-01-01 for P3.",
        "believe p valid from 9999-01-01 for P3Y.",
        "believe p valid from 2026-01-01 for PT0S.",
        "contract p valid from 1952.",
        "contract p valid to 1952-03.",
        "contract p valid from 2026-01-01 to unknown.",
        "clock 1952.",
        "decay fact P3M.",
        "believe p(2026-13).",
    ],
)
def test_what_names_no_single_instant_stands_only_where_it_may(source):
    assert codes(source) == [BadInstant]


@pytest.mark.parametrize(
    "source",
    [
        "believe p valid to unknown.",
        "believe p to unknown.",
        "believe p valid from 1952 to 1953 to unknown.",
        "believe p valid from 1952 to unknown for P3M.",
        "status p valid unknown.",
        "contract p valid from unknown.",
    ],
)
def test_an_unknown_end_follows_a_beginning(source):
    assert codes(source) == [UnexpectedText]


def test_a_question_takes_a_partial_date_as_its_beginning():
    instants = tree.Instants(valid=JANUARY, known=instant("2025-12-01"))
    assert only("status p valid 2026 known 2025-12.").instants == instants
    assert only("?- p(X) valid 2026 known 2025-12.").instants == instants


@pytest.mark.parametrize(
    "ends", ["2026-01-01 to 2026-01-01", "2026-01-01 to 2025-12-31", "1953 to 1952", "1952 to 1951"]
)
def test_an_interval_holds_an_instant(ends):
    assert codes(f"believe p valid from {ends}.") == [EmptyInterval]


def test_clauses_come_in_any_order():
    one = only("believe p from hr weight 0.5 type fact valid to 2026-01-01.")
    assert only("believe p valid to 2026-01-01 type fact weight 0.5 from hr.") == one


@pytest.mark.parametrize(
    "statement",
    [
        "believe p from hr from chat.",
        "revise p weight 1 by recency weight 1.",
        'contract p because "x" because "y".',
        "status p valid 2026-01-01 known 2026-01-01 valid 2026-01-02.",
        "revise p by recency by agent ada.",
    ],
)
def test_a_clause_is_said_once_and_in_its_place(statement):
    assert codes(statement) == [SaidTwice]


def test_sets_are_none_or_empty_or_listed():
    assert only("expect kernels p none.").sets == ()
    assert only("expect kernels p {}.").sets == ((),)
    (elements,) = only("expect kernels p { t, fly(tweety) }.").sets
    assert elements == (tree.ElementName("t"), tree.ElementName("fly", (text("tweety"),)))


def test_expected_answers_are_bindings():
    expected = only("expect ?- budget(apollo, X) { X = a } {} valid 2026-01-01.")
    assert expected.bindings == ((("X", text("a")),), ())
    assert expected.query.instants == tree.Instants(valid=JANUARY)


def test_the_selection_is_a_list_of_names():
    names = only('contract p by full meet, recency, "mine.lp" keeping recovery.').selection.names
    assert [name.text for name in names] == ["full meet", "recency", '"mine.lp"']


@pytest.mark.parametrize(
    "phrase", ["full meet", "full kernel", "smooth kernel", "minimal kernel", "negation free"]
)
def test_two_words_may_be_one_name_of_a_selection(phrase):
    spread = phrase.replace(" ", "\n  % no matter how far apart\n  ")
    names = only(f"revise p by external, {spread}, kernel.").selection.names
    assert [name.text for name in names] == ["external", phrase, "kernel"]
    assert names[1].span.end_line == names[1].span.line + 2


@pytest.mark.parametrize("half", ["full", "smooth", "minimal", "negation"])
def test_half_a_name_of_a_selection_is_refused(half):
    assert codes(f"contract p by {half}.") == [UnexpectedText]
    assert codes(f"contract p by recency, {half} recency.") == [UnexpectedText]


def test_a_conflict_is_named_by_its_elements():
    named = only("consolidate k: { t, fly(tweety) } by recency.")
    assert named.conflict == (tree.ElementName("t"), tree.ElementName("fly", (text("tweety"),)))
    assert (named.sentence, named.label) == (None, tree.Name("k"))
    assert only("consolidate p by recency.").conflict is None
    assert only("consolidate.").conflict is None


@pytest.mark.parametrize(
    "source",
    [
        "consolidate {}.",
        "consolidate { t } { u }.",
        "consolidate p { t }.",
        "consolidate { p or q }.",
    ],
)
def test_a_conflict_is_one_set_of_elements_and_not_empty(source):
    assert codes(source) == [UnexpectedText]


def test_a_retraction_names_its_reason():
    assert only('retract r: p because "no" by agent ada.') == tree.Retract(
        atom("p"), tree.Name("ada"), "no", tree.Name("r")
    )
    assert codes("retract p by agent ada.") == [UnexpectedText]
    assert codes('retract p because "" because "".') == [SaidTwice]


def test_evidence_may_name_its_origin():
    assert only("believe p origin wire.").clauses.origin == text("wire")
    assert only('revise p origin "AFP, Paris".').clauses.origin == text("AFP, Paris")
    assert codes("believe p origin wire origin wire.") == [SaidTwice]


@pytest.mark.parametrize(
    ("length", "amount", "unit"),
    [
        ("90 days", "90", "days"),
        ("1 day", "1", "days"),
        ("P90D", "90", "days"),
        ("P2W", "2", "weeks"),
        ("P1DT12H", "36", "hours"),
        ("PT90M", "90", "minutes"),
        ("PT1M0.5S", "60.5", "seconds"),
    ],
)
def test_a_half_life_counts_a_unit(length, amount, unit):
    once = only(f"decay fact {length}.")
    assert once == tree.DecayDecl(tree.Name("fact"), Decimal(amount), unit)
    assert only(f"decay fact {length} from use.") == replace(once, from_use=True)


def test_a_policy_may_be_automatic():
    assert only("policy budget kernel, recency automatic.").automatic
    assert not only("policy budget kernel, recency.").automatic
    assert only("policy default surface automatic.").relation is None


def test_a_constraint_may_mind_what_is_only_possible():
    assert only("constraint c possible: :- p.").possible
    assert not only("constraint possible: :- p.").possible
    relation = only("relation b(x) at most 2(x) possible disjoint with c possible singular.")
    assert [each.possible for each in relation.properties] == [True, True, False]


def test_what_is_asked_of_every_valid_instant_names_none():
    known = tree.Instants(known=JANUARY)
    assert only("timeline p known 2026.") == tree.Question("timeline", atom("p"), known)
    assert only("history p along valid known 2026.") == tree.Question("stretches", atom("p"), known)
    assert only("conflicts ever known 2026.") == tree.Conflicts(known, ever=True)
    assert codes("timeline p valid 2026.") == [UnexpectedText]
    assert codes("history p along valid valid 2026.") == [UnexpectedText]
    assert codes("conflicts ever valid 2026.") == [UnexpectedText]


def test_a_core_is_a_list_of_entries():
    names = only("protect law, hr, facts.").names
    assert names == (tree.Name("law"), tree.Name("hr"), tree.Name("facts"))


def test_an_operation_is_explained_by_its_name():
    assert only("explain march.") == tree.Explain(tree.Name("march"))


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("whynot p.", "`whynot`"),
        ("?- N = count (p(X)).", "the aggregate `count`"),
        ("?- N = max A (p(A), A < 3).", "the aggregate `max`"),
        ("?- sum(p(X)).", "the aggregate `sum`"),
    ],
)
def test_what_is_to_come_is_refused_by_name(source, named):
    with pytest.raises(Mistakes) as caught:
        parse(source)
    (error,) = caught.value.errors
    assert isinstance(error, NotYet)
    assert error.message == f"{named} is not supported yet"


# -- several mistakes ------------------------------------------------------------------------------


def test_all_mistakes_of_a_text_are_told_in_its_order():
    source = """
        beleive p.                          % an unknown word
        believe q                           % no dot
        believe r(X).
        suppose {
            clock 2026-02-30.
            believe s(a
            believe p and.
        }
        believe a if b if c. believe 1e5. believe p(1e5).
    """
    assert codes(source) == [
        UnknownStatement, UnexpectedText, VariableHere, BadInstant, UnexpectedText,
        NeedsBrackets, UnexpectedText, BadNumber,
    ]  # fmt: skip


def test_a_date_that_is_none_makes_no_other_mistakes():
    assert codes("believe p valid from 2026-02-30 to 1960-01-01.") == [BadInstant]
    assert codes("contract p valid from 1960-01-01 to 1960-13-01.") == [BadInstant]
    assert codes("believe p valid from 2026-02-30 for P3.") == [BadInstant, BadInstant]


def test_what_is_understood_comes_with_the_mistakes_of_the_rest():
    text = "believe p.\nbelieve q(.\nsuppose { believe r. believe s s. }\nbelieve t(1e5)."
    draft = parse_with_mistakes(text)
    assert draft.program == parse("believe p. suppose { believe r. }")
    assert [type(error) for error in draft.mistakes] == [UnexpectedText, UnexpectedText, BadNumber]
    assert draft.lost == {"believe", "q", "s", "t", "1e5"}


@few
@given(program=strategies.PROGRAMS)
def test_a_good_text_is_understood_whole(program):
    draft = parse_with_mistakes(show(program))
    assert draft == Draft(program, (), frozenset())


def test_a_sentence_may_end_with_a_dot():
    assert parse_sentence("p and q.") == parse_sentence("p and q")


@pytest.mark.parametrize(
    "source",
    ["x.", "whynt p.", "suppose { p. }", "why p. whynt q.", "p", "kernles p."],
)  # fmt: skip
def test_no_word_is_offered_that_is_refused(source):
    with pytest.raises(Mistakes) as caught:
        parse(source)
    offered = " ".join(error.help for error in caught.value.errors)
    assert "`whynot`" not in offered


@pytest.mark.parametrize("source", ["p. q", "p..", "p) "])
def test_what_follows_the_end_is_to_be_taken_out(source):
    with pytest.raises(Mistakes) as caught:
        parse_sentence(source)
    assert [error.help for error in caught.value.errors] == ["take it out"]


def test_a_block_that_is_not_understood_is_told_once():
    assert codes("suppos { believe p. believe q. }\nbelieve r.") == [UnknownStatement]


def test_a_brace_that_closes_nothing_is_told():
    assert codes("believe p. } believe q. }") == [UnexpectedText]


def test_a_label_is_not_taken_for_a_neck():
    """`believe p :- q` read as a label and a negation would say the opposite of what was meant."""
    assert codes("believe p :- q.") == [UnexpectedText]
    assert codes("revise march:-p.") == [UnexpectedText]
    assert only("revise march: -p.").label == tree.Name("march")


def test_spans_point_at_what_was_written():
    believe = only("  believe t:\n -budget(apollo,\n  3).")
    span = believe.sentence.span
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 2, 3, 5)
    assert (believe.span.line, believe.span.column, believe.span.end_column) == (1, 3, 6)


# -- the files -------------------------------------------------------------------------------------


def test_rule_files_are_found_by_name():
    assert all(path.suffix == ".lp" for path in rule_files())
    assert list(rule_files()) == sorted(rule_files())
    with pytest.raises(FileNotFoundError, match=r"no rule file is called nowhere\.lp"):
        rule_file("nowhere.lp")
