"""Operations, questions and expectations: whether all they name is declared."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import ReasonerError, Span, UnknownAgent, UnknownSource, UnknownType
from ..syntax.tree import (
    Believe,
    Clauses,
    Consolidate,
    Contract,
    ExpectEntailed,
    ExpectQuery,
    ExpectSets,
    ExpectStatus,
    Name,
    Query,
    Question,
    Retract,
    Revise,
    Sentence,
    StatementNode,
    Touch,
)
from .declared import fraction_mistakes
from .names import UNNAMED, Scope, unknown
from .selections import selection_mistakes
from .sentences import query_mistakes, sentence_mistakes


def use_mistakes(scope: Scope, statement: StatementNode) -> Iterator[ReasonerError]:
    """What is wrong with the names in a statement that declares nothing, labels apart."""
    for sentence in _sentences(statement):
        yield from sentence_mistakes(scope, sentence)
    match statement:
        case Believe(clauses=clauses):
            yield from _clauses(scope, clauses, statement.span)
        case Revise(clauses=clauses, selection=selection):
            yield from _clauses(scope, clauses, statement.span)
            yield from selection_mistakes(selection, ways=True)
        case Contract(selection=selection, agent=agent):
            yield from _agent(scope, agent)
            yield from selection_mistakes(selection)
        case Retract(agent=agent):
            yield from _agent(scope, agent)
        case Consolidate(selection=selection):
            yield from selection_mistakes(selection)
        case Query(body) | ExpectQuery(Query(body)):
            yield from query_mistakes(scope, body)


def _sentences(statement: StatementNode) -> tuple[Sentence, ...]:
    match statement:
        case (
            Believe(sentence=sentence)
            | Revise(sentence=sentence)
            | Retract(sentence=sentence)
            | Touch(sentence=sentence)
            | Question(sentence=sentence)
            | ExpectStatus(sentence=sentence)
            | ExpectEntailed(sentence=sentence)
            | ExpectSets(sentence=sentence)
        ):
            return (sentence,)
        case Consolidate(sentence=sentence) if sentence is not None:
            return (sentence,)
        case Contract(sentences=sentences):
            return sentences
    return ()


def _clauses(scope: Scope, said: Clauses, span: Span | None) -> Iterator[ReasonerError]:
    source, type_ = said.source, said.type
    if source is not None and source.text not in scope.sources and source.text != UNNAMED:
        declare = f"declare it: `source {source.text}.`"
        yield unknown(UnknownSource, "source", source, scope.sources, declare)
    yield from _agent(scope, said.agent)
    yield from fraction_mistakes("weight", said.weight, span)
    yield from fraction_mistakes("reliability", said.reliability, span)
    if type_ is not None and type_.text not in scope.types:
        declare = f"declare it, as in `decay {type_.text} 90 days.`"
        yield unknown(UnknownType, "type of evidence", type_, scope.types, declare)


def _agent(scope: Scope, agent: Name | None) -> Iterator[UnknownAgent]:
    if agent is not None and agent.text not in scope.agents:
        declare = f"declare it: `agent {agent.text}.`"
        yield unknown(UnknownAgent, "agent", agent, scope.agents, declare)
