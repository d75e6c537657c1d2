"""The status of every atom at hand: what no rule has to do with read off, the rest solved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from .. import facts
from ..answer import Status
from ..ledger.entries import Pattern
from ..slice import Base, Slice
from ..slice.batches import AT_ONCE
from ..slice.part import Instance
from ..slice.reach import grouped, pattern_of
from ..solve import Find, Limits, answer_sets
from ..syntax.tree import Atom, Literal
from ..view import Statement, View
from .cutting import whole
from .partwise import Partwise


def statuses(
    view: View, valid: int, limits: Limits, *, relation: str | None = None, size: int = AT_ONCE
) -> Iterator[tuple[Literal, Status]]:
    """Every atom at hand that is told true or false at an instant, as a literal, with its status.

    At hand is what evidence speaks of that counts at some instant, and what a rule or constraint
    concludes something of. So an atom that only a cardinality excludes, and nothing else brings
    up, is FALSE when it is asked for, and not listed: there is no end of such atoms.

    The order: see `batches` and Batch.order; it does not depend on *size*.
    """
    work = Partwise(view, limits, relation=relation, size=size)
    with work.telling():
        for batch, within in work.each():
            alone, rest = _split(view, view.counted(batch.evidence))
            found = _read_off(view, alone, valid)
            if rest:
                part = whole(view, statements=rest, limits=within)
                found.update(_solved(part, valid, within))
            for atom in sorted(found, key=batch.order):
                if relation is None or atom.relation == relation:
                    yield Literal(atom), found[atom]


def _split(
    view: View, statements: Iterable[Statement]
) -> tuple[dict[Literal, Statement], list[Statement]]:
    """The literals of relations that no rule and no compound speaks of; all else."""
    statements = tuple(statements)
    compound = {
        atom.relation
        for statement in statements
        if not isinstance(statement.sentence, Literal)
        for atom in statement.atoms
    }
    alone, rest = {}, []
    for statement in statements:
        said = statement.sentence
        if (
            isinstance(said, Literal)
            and said.atom.relation not in compound
            and not view.theory.occurrences(said.atom.relation)
        ):
            alone[said] = statement
        else:
            rest.append(statement)
    return alone, rest


# -- read off ---


def _read_off(view: View, said: dict[Literal, Statement], valid: int) -> dict[Atom, Status]:
    """What literals tell of their atoms, and of each other by a cardinality; without NEITHER."""
    told = {
        (literal.atom, literal.positive)
        for literal, statement in said.items()
        if statement.weight_at(valid) >= view.threshold
    }
    true: defaultdict[Pattern, int] = defaultdict(int)
    for atom, positive in told:
        true[_group(view, atom)] += positive
    found = {}
    for atom in dict.fromkeys(literal.atom for literal in said):
        is_true = (atom, True) in told
        limit = view.theory.at_most(atom.relation)
        is_excluded = limit is not None and true[_group(view, atom)] - is_true >= limit
        is_false = (atom, False) in told or is_excluded
        if is_true or is_false:
            found[atom] = Status.told(true=is_true, false=is_false)
    return found


def _group(view: View, atom: Atom) -> Pattern:
    return grouped(view.theory, pattern_of(atom))


# -- solved ---


def _solved(part: Slice, valid: int, limits: Limits) -> dict[Atom, Status]:
    """What belnap.lp tells of the atoms at hand.

    It is asked for those in compounds, since to tell `-p if p` is to deny p without telling `-p`.
    """
    compounds = (s for s in part.statements if not isinstance(s.sentence, Literal))
    asked = list(dict.fromkeys(atom for each in compounds for atom in each.atoms))
    encoded = Base.at(part, valid).facts([Literal(atom) for atom in asked], believed=True)
    goals = [fact.sentence for fact in encoded if isinstance(fact, facts.Goal)]
    (answer,) = answer_sets(
        ["belnap.lp"], facts.text(encoded), find=Find.FIRST, read=("told", "yes", "no"),
        limits=limits,
    )  # fmt: skip
    numbers = _at_hand(part)
    true = {number for number in numbers if number in answer["told"]}
    false = {number for number in numbers if -number in answer["told"]}
    for atom, goal in zip(asked, goals, strict=True):
        if goal in answer["yes"]:
            true.add(part.numbers.atom(atom))
        if goal in answer["no"]:
            false.add(part.numbers.atom(atom))
    return {
        part.numbers.atoms[number - 1]: Status.told(true=number in true, false=number in false)
        for number in true | false
    }


def _at_hand(part: Slice) -> set[int]:
    """The atoms that evidence speaks of, or that an instance concludes something of.

    A denial does so where all constants of the atom stand in its fellows that are at hand, or in
    the rule; otherwise it says so of every constant there is.
    """
    found = {part.numbers.atom(atom) for each in part.statements for atom in each.atoms}
    found.update(abs(instance.head) for instance in part.instances if instance.head)
    denials = [instance for instance in part.instances if not instance.head]
    before = -1
    while before < len(found):
        before = len(found)
        for denial in denials:
            found.update(_concluded(part, denial, found))
    return found


def _concluded(part: Slice, denial: Instance, at_hand: set[int]) -> list[int]:
    written = {term for each in denial.rule.body for term in each.atom.arguments}
    found = []
    for literal in denial.body:
        fellows = [abs(n) for n in denial.body if n != literal and abs(n) in at_hand]
        known = written.union(*(part.numbers.atoms[n - 1].arguments for n in fellows))
        if fellows and known.issuperset(part.numbers.atoms[abs(literal) - 1].arguments):
            found.append(abs(literal))
    return found
