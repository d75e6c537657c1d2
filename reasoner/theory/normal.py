"""Normal form: sentences that say the same in the same literals become one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..syntax.tree import (
    And,
    Atom,
    Constant,
    If,
    Iff,
    Kind,
    Literal,
    Not,
    Or,
    Sentence,
    Term,
    Truth,
    Variable,
)

_KINDS = {Kind.TEXT: 0, Kind.NUMBER: 1, Kind.DATE: 2, Kind.MOMENT: 3, Kind.MONTH: 4}
_VARIABLE = 5
_LITERAL, _TRUTH, _AND, _OR, _IF, _IFF = range(6)


def normal(sentence: Sentence) -> Sentence:
    """The normal form, without spans: negation stands only in literals, and no Not is left.

    `and` and `or` are flattened, sorted by sentence_key, without repeats and never of one part;
    `true` and `false` are folded away. `if` stays, as it acts as a rule; inside `iff` it is
    material (`h or -b`). `iff` stays with its sides sorted. The negations of both are spelled
    out: `b and -h`, and `(a and -b) or (b and -a)`.

    Every step keeps the value in Belnap's FOUR. So `not (a iff b)` is not `-a iff b`, which only
    classical logic takes for the same: they differ where a is BOTH and b NEITHER.
    """
    return _pair(sentence, material=False)[0]


def negated(sentence: Sentence) -> Sentence:
    """The normal form of the negation.

    Without `if` and `iff` in it, negated(negated(s)) == normal(s); with them the two have one
    value, as the negation of `b and -h` is `h or -b`.
    """
    return _pair(sentence, material=False)[1]


def atoms(sentence: Sentence) -> tuple[Atom, ...]:
    """The atoms of *sentence*, sorted, without repeats and without spans."""
    found = {Atom(atom.relation, atom.arguments) for atom in each_atom(sentence)}
    return tuple(sorted(found, key=atom_key))


def each_atom(sentence: Sentence) -> Iterator[Atom]:
    """Every atom of *sentence* where it stands, in the order of the text."""
    rest = [sentence]
    while rest:
        match rest.pop():
            case Literal(atom):
                yield atom
            case Not(part):
                rest.append(part)
            case And(parts) | Or(parts):
                rest.extend(reversed(parts))
            case If(one, other) | Iff(one, other):
                rest.extend((other, one))


def sentence_key(sentence: Sentence) -> tuple[object, ...]:
    """A total order of normal sentences: literals by relation, arguments, positive first.

    Equal keys mean equal sentences. Constants go by kind (text, number, date, moment), then value.
    """
    return tuple(_flat(sentence))


def atom_key(atom: Atom) -> tuple[object, ...]:
    """A total order of atoms: by relation, then by arguments."""
    return tuple(_flat_atom(atom))


# -- keys: a prefix code, so two keys first differ where both hold values of one type --------------


def _flat(sentence: Sentence) -> Iterator[object]:
    """The code of *sentence*; a stack, not recursion, keeps its cost linear in deep ones."""
    rest = [sentence]
    while rest:
        part = rest.pop()
        match part:
            case Literal(atom, positive):
                yield _LITERAL
                yield from _flat_atom(atom)
                yield not positive
            case Truth(value):
                yield from (_TRUTH, value)
            case And(parts) | Or(parts):
                yield from (_AND if isinstance(part, And) else _OR, len(parts))
                rest.extend(reversed(parts))
            case If(head, body):
                yield _IF
                rest.extend((body, head))
            case Iff(left, right):
                yield _IFF
                rest.extend((right, left))
            case Not():
                raise ValueError("a normal sentence has no `not`")


def _flat_atom(atom: Atom) -> Iterator[object]:
    yield atom.relation
    yield len(atom.arguments)
    for term in atom.arguments:
        yield from _flat_term(term)


def constants_key(row: Iterable[Constant]) -> tuple[object, ...]:
    """A total order of rows of constants: by kind (text, number, date, moment), then value."""
    return tuple(map(_flat_term, row))


def _flat_term(term: Term) -> tuple[object, object]:
    if isinstance(term, Variable):
        return _VARIABLE, term.name
    return _KINDS[term.kind], term.value


# -- normal forms come in pairs: of a sentence, and of its negation --------------------------------

_Pair = tuple[Sentence, Sentence]


def _pair(sentence: Sentence, *, material: bool) -> _Pair:
    """Both normal forms at once, as the negation of an `iff` holds each of its sides twice."""
    match sentence:
        case Literal(atom, positive):
            plain = Atom(atom.relation, atom.arguments)
            return Literal(plain, positive), Literal(plain, not positive)
        case Truth(value):
            return Truth(value), Truth(not value)
        case Not(part):
            yes, no = _pair(part, material=material)
            return no, yes
        case And(parts):
            pairs = [_pair(part, material=material) for part in parts]
            return _joined(And, (p[0] for p in pairs)), _joined(Or, (p[1] for p in pairs))
        case Or(parts):
            pairs = [_pair(part, material=material) for part in parts]
            return _joined(Or, (p[0] for p in pairs)), _joined(And, (p[1] for p in pairs))
        case If(head, body):
            return _if_pair(
                _pair(head, material=material), _pair(body, material=material), material
            )
        case Iff(left, right):
            return _iff_pair(left, right, material)


def _joined(join: type[And] | type[Or], parts: Iterable[Sentence]) -> Sentence:
    absorbing = Truth(join is Or)
    flat: dict[tuple[object, ...], Sentence] = {}
    for part in parts:
        for each in part.parts if isinstance(part, join) else (part,):
            if each == absorbing:
                return each
            if not isinstance(each, Truth):
                flat.setdefault(sentence_key(each), each)
    if len(flat) == 1:
        return next(iter(flat.values()))
    return join(tuple(flat[key] for key in sorted(flat))) if flat else Truth(join is And)


def _if_pair(head: _Pair, body: _Pair, material: bool) -> _Pair:
    denied = _joined(And, (head[1], body[0]))
    if material or isinstance(head[0], Truth) or isinstance(body[0], Truth):
        return _joined(Or, (head[0], body[1])), denied
    return If(head[0], body[0]), denied


def _iff_pair(left: Sentence, right: Sentence, material: bool) -> _Pair:
    one, other = _pair(left, material=True), _pair(right, material=True)
    for (side, _), rest, pair in ((one, right, other), (other, left, one)):
        if isinstance(side, Truth):
            yes, no = pair if material else _pair(rest, material=False)
            return (yes, no) if side.value else (no, yes)
    first, second = sorted((one[0], other[0]), key=sentence_key)
    opposed = (_joined(And, (one[0], other[1])), _joined(And, (one[1], other[0])))
    return Iff(first, second), _joined(Or, opposed)
