"""The tree back to text: parsing what `show` prints gives the same tree."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from ..time import ALWAYS, Interval, Period, show_instant
from . import tree
from .spell import decimal, listed, words
from .spell import quoted as quoted
from .spell import show as show
from .spell import show_constant as show_constant

# -- declarations ----------------------------------------------------------------------------------


@show.register
def _name(node: tree.Name) -> str:
    return node.text


@show.register
def _argument(node: tree.Argument) -> str:
    return node.name.text if node.sort is None else f"{node.name.text}: {node.sort.text}"


@show.register
def _at_most(node: tree.AtMost) -> str:
    word = "singular" if node.limit == 1 else f"at most {node.limit}"
    argument = "" if node.argument is None else f"({node.argument.text})"
    return words(word + argument, _possible(node.possible))


def _possible(possible: bool) -> str:
    return "possible" if possible else ""


@show.register
def _symmetric(node: tree.Symmetric) -> str:
    return "symmetric"


@show.register
def _transitive(node: tree.Transitive) -> str:
    return "transitive"


@show.register
def _inverse_of(node: tree.InverseOf) -> str:
    return f"inverse of {node.relation.text}"


@show.register
def _disjoint_with(node: tree.DisjointWith) -> str:
    return words(f"disjoint with {node.relation.text}", _possible(node.possible))


@show.register
def _evidence_type(node: tree.EvidenceType) -> str:
    return f"type {node.type.text}"


@show.register
def _relation_decl(node: tree.RelationDecl) -> str:
    arguments = f"({listed(node.arguments)})" if node.arguments else ""
    return words(f"relation {node.name.text}{arguments}", *map(show, node.properties)) + "."


@show.register
def _source_decl(node: tree.SourceDecl) -> str:
    trust = "" if node.trust is None else f" trust {decimal(node.trust)}"
    return f"source {node.name.text}{trust}."


@show.register
def _agent_decl(node: tree.AgentDecl) -> str:
    return f"agent {node.name.text}."


@show.register
def _rank_decl(node: tree.RankDecl) -> str:
    return f"rank {' > '.join(map(show, node.names))}."


@show.register
def _protect_decl(node: tree.ProtectDecl) -> str:
    return f"protect {listed(node.names)}."


@show.register
def _selection(node: tree.Selection) -> str:
    return listed(node.names)


@show.register
def _policy_decl(node: tree.PolicyDecl) -> str:
    relation = "default" if node.relation is None else node.relation.text
    automatic = "automatic" if node.automatic else ""
    return words("policy", relation, show(node.selection), automatic) + "."


@show.register
def _threshold_decl(node: tree.ThresholdDecl) -> str:
    return f"threshold {decimal(node.value)}."


@show.register
def _prior_decl(node: tree.PriorDecl) -> str:
    return f"confidence prior {decimal(node.value)}."


@show.register
def _decay_decl(node: tree.DecayDecl) -> str:
    if node.amount is None:
        return f"decay {node.type.text} never."
    from_use = "from use" if node.from_use else ""
    return words("decay", node.type.text, decimal(node.amount), node.unit, from_use) + "."


@show.register
def _granularity_decl(node: tree.GranularityDecl) -> str:
    return f"granularity {node.value}."


@show.register
def _rule_decl(node: tree.RuleDecl) -> str:
    label = _label(node.label, "revisable" if node.revisable else "")
    word = "default" if node.default else "rule"
    body = f":- {listed(node.body)}" if node.body else ""
    return words(word, label, show(node.head), body) + "."


@show.register
def _constraint_decl(node: tree.ConstraintDecl) -> str:
    label = _label(node.label, _possible(node.possible))
    return words("constraint", label, f":- {listed(node.body)}") + "."


# -- operations ------------------------------------------------------------------------------------


def _label(label: tree.Name | None, firmness: str = "") -> str:
    return "" if label is None else words(label.text, firmness) + ":"


def _clause(word: str, value: object) -> str:
    """`from hr`; nothing for None."""
    if value is None:
        return ""
    return f"{word} {decimal(value) if isinstance(value, Decimal) else show(value)}"


def _valid(extent: Interval | Period | None) -> str:
    return "" if extent in (None, ALWAYS, Period()) else f"valid {extent.show()}"


@show.register
def _clauses(node: tree.Clauses) -> str:
    return words(
        _clause("from", node.source),
        _clause("by agent", node.agent),
        _clause("weight", node.weight),
        _clause("reliability", node.reliability),
        _clause("type", node.type),
        _clause("origin", node.origin),
        _valid(node.valid),
    )


@show.register
def _believe(node: tree.Believe) -> str:
    said = show(node.clauses)
    return words(node.verb, _label(node.label), show(node.sentence), said) + "."


@show.register
def _contract(node: tree.Contract) -> str:
    return (
        words(
            "contract",
            _label(node.label),
            listed(node.sentences),
            "together" if node.together else "",
            _clause("by agent", node.agent),
            _clause("by", node.selection),
            "keeping recovery" if node.keeping_recovery else "",
            _valid(node.valid),
            "" if node.because is None else f"because {quoted(node.because)}",
        )
        + "."
    )


@show.register
def _revise(node: tree.Revise) -> str:
    by = _clause("by", node.selection)
    parts = (_label(node.label), show(node.sentence), show(node.clauses), by)
    return words("revise", *parts) + "."


@show.register
def _retract(node: tree.Retract) -> str:
    agent, because = _clause("by agent", node.agent), f"because {quoted(node.because)}"
    return words("retract", _label(node.label), show(node.sentence), agent, because) + "."


@show.register
def _touch(node: tree.Touch) -> str:
    return words("touch", _label(node.label), show(node.sentence)) + "."


@show.register
def _recover(node: tree.Recover) -> str:
    return words("recover", _label(node.label), node.operation.text) + "."


@show.register
def _consolidate(node: tree.Consolidate) -> str:
    about = "" if node.sentence is None else show(node.sentence)
    if node.conflict is not None:
        about = _sets([map(show, node.conflict)])
    by = _clause("by", node.selection)
    return words("consolidate", _label(node.label), about, by) + "."


@show.register
def _clock(node: tree.Clock) -> str:
    return f"clock {show_instant(node.instant)}."


@show.register
def _suppose(node: tree.Suppose) -> str:
    if not node.statements:
        return "suppose { }"
    inside = "\n".join(map(show, node.statements)).replace("\n", "\n  ")
    return f"suppose {{\n  {inside}\n}}"


# -- questions and expectations --------------------------------------------------------------------


@show.register
def _instants(node: tree.Instants) -> str:
    valid = "" if node.valid is None else f"valid {show_instant(node.valid)}"
    known = "" if node.known is None else f"known {show_instant(node.known)}"
    return words(valid, known)


@show.register
def _question(node: tree.Question) -> str:
    verb, along = node.verb, ""
    if verb == "stretches":
        verb, along = "history", "along valid"
    return words(verb, show(node.sentence), along, show(node.instants)) + "."


@show.register
def _conflicts(node: tree.Conflicts) -> str:
    return words("conflicts", "ever" if node.ever else "", show(node.instants)) + "."


@show.register
def _explain(node: tree.Explain) -> str:
    return f"explain {node.operation.text}."


@show.register
def _query(node: tree.Query) -> str:
    return words("?-", node.mode, listed(node.body), show(node.instants)) + "."


@show.register
def _expect_status(node: tree.ExpectStatus) -> str:
    return words("expect", node.status, show(node.sentence), show(node.instants)) + "."


@show.register
def _expect_entailed(node: tree.ExpectEntailed) -> str:
    verb = "expect entailed" if node.entailed else "expect not entailed"
    return words(verb, show(node.sentence), show(node.instants)) + "."


@show.register
def _element_name(node: tree.ElementName) -> str:
    return f"{node.label}({listed(node.binding)})" if node.binding else node.label


def _sets(sets: Iterable[Iterable[str]]) -> str:
    return " ".join("{ " + ", ".join(members) + " }" for members in sets) or "none"


@show.register
def _expect_sets(node: tree.ExpectSets) -> str:
    sets = _sets(map(show, elements) for elements in node.sets)
    parts = (node.verb, show(node.sentence), sets, show(node.instants))
    return words("expect", *parts) + "."


@show.register
def _expect_conflicts(node: tree.ExpectConflicts) -> str:
    return (
        words(f"expect conflicts {node.count}", "ever" if node.ever else "", show(node.instants))
        + "."
    )


@show.register
def _expect_query(node: tree.ExpectQuery) -> str:
    query = node.query
    bindings = _sets(
        [f"{name} = {show_constant(value)}" for name, value in binding] for binding in node.bindings
    )
    parts = (query.mode, listed(query.body), bindings, show(query.instants))
    return words("expect ?-", *parts) + "."


@show.register
def _refuse(node: tree.Refuse) -> str:
    return f"refuse {show(node.statement)}"


@show.register
def _program(node: tree.Program) -> str:
    return "".join(show(statement) + "\n" for statement in node.statements)
