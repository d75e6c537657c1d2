"""Lark's tree to ours, without recursion; questions and expectations are here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from ..errors import Source, UnexpectedText
from . import tree
from .clauses import Said
from .depth import CONDITIONAL, MAX_BLOCKS, MAX_DEPTH, too_deep, too_many_blocks
from .parts import When, number_blanks
from .statements import Statements, present

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.tree import Meta

_DEEPER = {"absence": 1, "group": 1, "conjunction": 1, "disjunction": 1, "conditional": CONDITIONAL}
_BLOCKS = ("suppose", "refuse")

Sets = tuple[tuple[tree.ElementName, ...], ...]
Binding = tuple[tuple[str, tree.Constant], ...]


class Builder(Statements):
    """Makes the tree of one source; its mistakes are in `mistakes`.

    lost: where the statements stand that a mistake is in, as offsets into the source.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.lost: list[tuple[int, int]] = []

    def program(self, root: Tree[Token]) -> tree.Program:
        """The statements in which there is no mistake, each built by itself."""
        statements = []
        for part in root.children:
            part = cast("Tree[Token]", part)
            before = len(self.mistakes)
            built = self.build(part)
            if len(self.mistakes) > before:
                self.lost.append((part.meta.start_pos, part.meta.end_pos))
            else:
                statements.append(built)
        return self.start(root.meta, *statements)

    def build(self, root: Tree[Token]) -> Any:
        """What *root* stands for; never used when it has mistakes. Does not recurse."""
        before = len(self.mistakes)
        order = self._in_order(root)
        if len(self.mistakes) > before:
            return None
        built: list[Any] = []
        for node, size in reversed(order):
            if size is None:
                built.append(node)
                continue
            children = built[len(built) - size :]
            del built[len(built) - size :]
            node = cast("Tree[Token]", node)
            built.append(getattr(self, node.data)(node.meta, *children))
        return built[0]

    def _in_order(self, root: Tree[Token]) -> list[tuple[Any, int | None]]:
        """Parents first and last children first; each with its number of children."""
        order: list[tuple[Any, int | None]] = []
        waiting: list[tuple[Any, int, int]] = [(root, 0, 0)]
        while waiting:
            node, depth, blocks = waiting.pop()
            data = getattr(node, "data", None)
            if data is None:
                order.append((node, None))
                continue
            depth = depth + _DEEPER[data] if data in _DEEPER else 0
            blocks += data in _BLOCKS
            if depth > MAX_DEPTH or blocks > MAX_BLOCKS:
                too = too_deep if depth > MAX_DEPTH else too_many_blocks
                self.mistakes.append(too(self.span(node.meta)))
                continue
            order.append((node, len(node.children)))
            waiting.extend((child, depth, blocks) for child in node.children)
        return order

    def start(self, place: Meta, *statements: tree.StatementNode | None) -> tree.Program:
        return tree.Program(tuple(present(statements)))

    # -- questions ---------------------------------------------------------------------------------

    def _instants(self, clauses: tuple[Said, ...]) -> tree.Instants:
        said = self.said(clauses)
        return tree.Instants(said.get("valid"), said.get("known"))

    def _known(self, of: str, clauses: tuple[Said, ...]) -> tree.Instants:
        """The instants of what is asked of all of valid time: only `known` is one of them."""
        for clause in clauses:
            if clause.words == "valid":
                message, help = f"{of} is of every valid instant", "leave `valid …` out"
                self.mistakes.append(UnexpectedText(message, help=help, span=clause.span))
        return self._instants(clauses)

    def valid_when(self, place: Meta, when: When) -> Said:
        return Said("valid", when.first, self.span(place))

    def known_when(self, place: Meta, when: When) -> Said:
        return Said("known", when.first, self.span(place))

    def question(
        self, place: Meta, verb: Token, sentence: tree.Sentence, *clauses: Said
    ) -> tree.Question:
        if verb.type == "WHYNOT":
            self.not_yet(verb, "`whynot`", "ask `status …`, and `why not …`")
        everywhere = verb.type == "TIMELINE"
        instants = self._known("a timeline", clauses) if everywhere else self._instants(clauses)
        return tree.Question(verb.value, sentence, instants, self.span(place))

    def history(
        self, place: Meta, sentence: tree.Sentence, along: bool | None, *clauses: Said
    ) -> tree.Question:
        if along is None:
            instants = self._instants(clauses)
            return tree.Question("history", sentence, instants, self.span(place))
        instants = self._known("a history along valid time", clauses)
        return tree.Question("stretches", sentence, instants, self.span(place))

    def along(self, place: Meta) -> bool:
        return True

    def conflicts(self, place: Meta, ever: Token | None, *clauses: Said) -> tree.Conflicts:
        if ever is None:
            return tree.Conflicts(self._instants(clauses), span=self.span(place))
        instants = self._known("`conflicts ever`", clauses)
        return tree.Conflicts(instants, ever=True, span=self.span(place))

    def explain(self, place: Meta, operation: tree.Name) -> tree.Explain:
        return tree.Explain(operation, self.span(place))

    def query(
        self, place: Meta, mode: Token | None, body: tuple[tree.Condition, ...], *clauses: Said
    ) -> tree.Query:
        instants = self._instants(clauses)
        return tree.Query(number_blanks(body), mode and mode.value, instants, self.span(place))

    query_text = query

    # -- expectations ------------------------------------------------------------------------------

    def expect_status(
        self, place: Meta, status: Token, sentence: tree.Sentence, *clauses: Said
    ) -> tree.ExpectStatus:
        instants = self._instants(clauses)
        return tree.ExpectStatus(status.value, sentence, instants, self.span(place))

    def expect_entailed(
        self, place: Meta, negated: Token | None, sentence: tree.Sentence, *clauses: Said
    ) -> tree.ExpectEntailed:
        instants = self._instants(clauses)
        return tree.ExpectEntailed(sentence, negated is None, instants, self.span(place))

    def expect_sets(
        self, place: Meta, verb: Token, sentence: tree.Sentence, sets: Sets, *clauses: Said
    ) -> tree.ExpectSets:
        instants = self._instants(clauses)
        return tree.ExpectSets(verb.value, sentence, sets, instants, self.span(place))

    def sets(self, place: Meta, *sets: tuple[tree.ElementName, ...]) -> Sets:
        return sets

    def elements(
        self, place: Meta, *elements: tree.ElementName | None
    ) -> tuple[tree.ElementName, ...]:
        return tuple(element for element in elements if element is not None)

    conflict = elements

    def element(
        self, place: Meta, label: Token, *constants: tree.Constant | None
    ) -> tree.ElementName:
        binding = tuple(constant for constant in constants if constant is not None)
        return tree.ElementName(label.value, binding, self.span(place))

    def expect_conflicts(
        self, place: Meta, count: Token, ever: Token | None, *clauses: Said
    ) -> tree.ExpectConflicts:
        asked = self.conflicts(place, ever, *clauses)
        number = self.whole(count)
        return tree.ExpectConflicts(number, asked.instants, asked.ever, self.span(place))

    def expect_query(
        self,
        place: Meta,
        mode: Token | None,
        body: tuple[tree.Condition, ...],
        answers: tuple[Binding, ...],
        *clauses: Said,
    ) -> tree.ExpectQuery:
        query = self.query(place, mode, body, *clauses)
        return tree.ExpectQuery(query, answers, self.span(place))

    def answers(self, place: Meta, *bindings: Binding) -> tuple[Binding, ...]:
        return bindings

    def bindings(self, place: Meta, *pairs: tuple[str, tree.Constant] | None) -> Binding:
        return tuple(pair for pair in pairs if pair is not None)

    def binding(
        self, place: Meta, variable: Token, constant: tree.Constant
    ) -> tuple[str, tree.Constant]:
        return variable.value, constant

    def refuse(self, place: Meta, statement: tree.StatementNode | None) -> tree.Refuse | None:
        return None if statement is None else tree.Refuse(statement, self.span(place))
