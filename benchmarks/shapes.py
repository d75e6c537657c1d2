"""Bases of five shapes and any size, from a seed: their facts, and what is so of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise, product
from random import Random
from typing import Any

from reasoner import Columns, Literal, Status
from reasoner.syntax import show

from .dated import bits
from .tasks import (
    ARRIVE,
    BELIEVE,
    CONTRACT,
    DERIVED,
    ENTAILS,
    KERNELS,
    OPPOSE,
    REVISE,
    TOLD,
    WHY,
    Row,
    Shape,
    Table,
    Task,
    literal,
    texts,
)  # fmt: skip

# -- one group after the other ---


class Budgets(Shape):
    """Of each project twenty amounts, each over 100 days, the last one without an end."""

    name = "singular"
    says = "of each project twenty amounts, each over 100 days, the last without an end."
    text = "relation budget(project, amount) singular.\npolicy budget recency automatic."
    island = 20
    _days = 100

    def tables(self) -> Iterator[Table]:
        def rows() -> Iterator[Row]:
            for turn, project in product(range(self.island), range(self.islands)):
                start, end = self._period(project, turn)
                yield f"p{project}", self._amount(project, turn), start, end

        yield _columns("budget", 2, "start", "end"), rows()

    def tasks(self, draw: Random) -> Iterator[Task]:
        project = draw.randrange(self.islands)
        turn, other = draw.sample(range(self.island), 2)
        here, there = self._budget(project, turn), self._budget(project, other)
        not_there = literal("budget", *_values(there), positive=False)
        start, end = self._period(project, turn)
        day = start + timedelta(days=draw.randrange(1, self._days))
        kernel = frozenset([texts(here)])
        yield Task(TOLD, here, Status.TRUE, {"valid": day})
        yield Task(DERIVED, there, Status.FALSE, {"valid": day})
        yield Task(WHY, not_there, kernel, {"valid": day})
        yield Task(ENTAILS, not_there, True, {"valid": day})
        yield Task(KERNELS, not_there, kernel, {"valid": day})
        first, _ = self._period(project, 0)
        before = first - timedelta(days=draw.randrange(1, self._days)), first
        new = literal("budget", f"p{project}", draw.randrange(1_000))
        yield Task(BELIEVE, new, texts(), {"valid": before})
        yield Task(ARRIVE, new, texts(here), {"valid": (day, end)})
        yield Task(CONTRACT, here, texts(here), when=day)
        yield Task(REVISE, new, texts(), {"valid": before})
        last = self.island - 1
        since = self._period(project, last)[0] + timedelta(days=draw.randrange(1, self._days))
        yield Task(OPPOSE, new, texts(self._budget(project, last)), {"valid": (since, None)})

    def fresh(self, number: int) -> Literal:
        return literal("budget", f"new{number}", 1)

    def _budget(self, project: int, turn: int) -> Literal:
        return literal("budget", f"p{project}", self._amount(project, turn))

    def _amount(self, project: int, turn: int) -> int:
        return 1_000 * (turn + 1) + bits(project, self.seed) % 1_000

    def _period(self, project: int, turn: int) -> tuple[date, date | None]:
        first = date(2015, 1, 1) + timedelta(days=bits(project, self.seed) % 365)
        start = first + timedelta(days=self._days * turn)
        last = turn == self.island - 1
        return start, None if last else start + timedelta(days=self._days)


def _values(of: Literal) -> tuple[object, ...]:
    return of.atom.arguments


# -- rules, a default, constraints ---


class Teams(Shape):
    """A team serves, by default, when one of its nine members is trained and it has its means."""

    name = "rules"
    says = "nine members, trained, and two means: a team serves by default (21 elements)."
    text = """\
relation member(person, team).
relation trained(person).
relation equipped(team).
relation funded(team).
relation staffed(team).
relation serves(team).
relation closed(team).
relation left(person, team).
rule staff: staffed(T) :- member(P, T), trained(P).
default serve: serves(T) :- staffed(T), equipped(T), funded(T).
constraint shut: :- serves(T), closed(T).
constraint gone: :- member(P, T), left(P, T).
decay fact never.
policy default confidence automatic."""
    island = 20
    _members = 9

    def tables(self) -> Iterator[Table]:
        def members() -> Iterator[Row]:
            for team, n in product(range(self.islands), range(self._members)):
                yield _person(team, n), f"t{team}", self.weight(20 * team + n)

        def trained() -> Iterator[Row]:
            for team, n in product(range(self.islands), range(self._members)):
                yield _person(team, n), self.weight(20 * team + 9 + n)

        yield _columns("member", 2, "weight"), members()
        yield _columns("trained", 1, "weight"), trained()
        for number, means in enumerate(("equipped", "funded"), 18):
            yield _columns(means, 1, "weight"), self._means(number)

    def _means(self, number: int) -> Iterator[Row]:
        for team in range(self.islands):
            yield f"t{team}", self.weight(20 * team + number)

    def tasks(self, draw: Random) -> Iterator[Task]:
        team = draw.randrange(self.islands)
        own = f"t{team}"
        serves, closed = literal("serves", own), literal("closed", own)
        means = {
            literal("equipped", own): self.weight(20 * team + 18),
            literal("funded", own): self.weight(20 * team + 19),
        }
        kernels = frozenset(
            texts(literal("member", person, own), literal("trained", person), *means)
            | {f"serves({own}) :- staffed({own}), equipped({own}), funded({own})"}
            for person in (_person(team, n) for n in range(self._members))
        )
        yield Task(TOLD, literal("trained", _person(team, draw.randrange(9))), Status.TRUE)
        yield Task(DERIVED, serves, Status.TRUE)
        yield Task(WHY, serves, kernels)
        yield Task(ENTAILS, serves, True)
        yield Task(KERNELS, serves, kernels)
        new = literal("member", f"n{draw.randrange(1_000)}", own)
        yield Task(BELIEVE, new, texts())
        yield Task(ARRIVE, closed, _lightest(means))
        yield Task(CONTRACT, serves, _lightest(means))
        yield Task(REVISE, new, texts())
        yield Task(OPPOSE, closed, _lightest(means))

    def fresh(self, number: int) -> Literal:
        return literal("trained", f"new{number}")


def _person(team: int, number: int) -> str:
    return f"p{9 * team + number}"


# -- recursion ---


class Ancestry(Shape):
    """Fifty generations: of each person one parent is known, of one in fifty persons two.

    Nearly all of it hangs together. A question is about two persons twenty generations apart, of
    whom the later one has one line of known forebears so far, so that there is one kernel, of
    twenty elements, at every size.
    """

    name = "ancestry"
    says = "fifty generations that hang together; questions about twenty of them."
    text = """\
relation parent(older, younger).
relation ancestor(older, younger).
rule one: ancestor(X, Y) :- parent(X, Y).
rule more: ancestor(X, Z) :- ancestor(X, Y), parent(Y, Z).
constraint own: :- ancestor(X, X).
decay fact never.
policy default confidence automatic."""
    island = 50  # generations, each with as many persons
    apart = 20
    _two_of = 50

    def tables(self) -> Iterator[Table]:
        def rows() -> Iterator[Row]:
            for person in range(self.islands, self.island * self.islands):
                for parent in self._parents(person):
                    yield f"p{parent}", f"p{person}", self.weight(person)

        yield _columns("parent", 2, "weight"), rows()

    def tasks(self, draw: Random) -> Iterator[Task]:
        line = self._line(draw)
        edges = {
            literal("parent", f"p{older}", f"p{younger}"): self.weight(younger)
            for older, younger in pairwise(line)
        }
        first, last = f"p{line[0]}", f"p{line[-1]}"
        goal, cycle = literal("ancestor", first, last), literal("parent", last, first)
        kernel = frozenset([texts(*edges)])
        yield Task(TOLD, next(iter(edges)), Status.TRUE)
        yield Task(DERIVED, goal, Status.TRUE)
        yield Task(WHY, goal, kernel)
        yield Task(ENTAILS, goal, True)
        yield Task(KERNELS, goal, kernel)
        child = literal("parent", last, f"n{draw.randrange(1_000)}")
        yield Task(BELIEVE, child, texts())
        yield Task(ARRIVE, cycle, _lightest(edges))
        yield Task(CONTRACT, goal, _lightest(edges))
        yield Task(REVISE, child, texts())
        yield Task(OPPOSE, cycle, _lightest(edges))

    def fresh(self, number: int) -> Literal:
        return literal("parent", f"new{number}", f"young{number}")

    def _parents(self, person: int) -> list[int]:
        """Those known of a person; persons are numbered by generation."""
        before = person // self.islands - 1
        if before < 0:
            return []
        drawn = [bits(2 * person + n, self.seed) % self.islands for n in (0, 1)]
        two = bits(person, self.seed + 2) % self._two_of == 0
        return [before * self.islands + n for n in dict.fromkeys(drawn[: 1 + two])]

    def _line(self, draw: Random) -> list[int]:
        """A line of single parents, the oldest first."""
        while True:
            line = [draw.randrange(self.apart * self.islands, self.island * self.islands)]
            while len(line) <= self.apart and len(found := self._parents(line[-1])) == 1:
                line.extend(found)
            if len(line) > self.apart:
                return line[::-1]


# -- conflicts ---


class Cases(Shape):
    """In each case four persons were seen at three places each; two of them only once, at most.

    So each of twelve beliefs is in five conflicts, and a case has thirty.
    """

    name = "conflicts"
    says = "cases of twelve beliefs, each of them in five conflicts."
    text = """\
relation seen(case, person, place) singular.
relation known(case, person).
rule here: known(C, P) :- seen(C, P, X).
constraint alone: :- seen(C, P, X), seen(C, Q, X), P != Q.
decay fact never.
policy default confidence automatic."""
    island = 12
    _persons = 4
    _places = 3

    def tables(self) -> Iterator[Table]:
        def rows() -> Iterator[Row]:
            for case in range(self.islands):
                for n, (person, place) in enumerate(self._told()):
                    yield f"c{case}", person, place, self.weight(self.island * case + n)

        yield _columns("seen", 3, "weight"), rows()

    def _told(self) -> Iterator[tuple[str, str]]:
        for n, m in product(range(self._persons), range(self._places)):
            yield f"p{n}", f"x{m}"

    def tasks(self, draw: Random) -> Iterator[Task]:
        case = f"c{draw.randrange(self.islands)}"
        person, place = draw.choice(list(self._told()))
        seen = {each: literal("seen", case, *each) for each in self._told()}
        own = [seen[each] for each in seen if each[0] == person]
        against = [
            frozenset([show(each)])
            for (who, where), each in seen.items()
            if (who == person) != (where == place)
        ]
        goal, known = seen[person, place], literal("known", case, person)
        denied = literal("seen", case, person, place, positive=False)
        yield Task(TOLD, goal, Status.BOTH)
        yield Task(DERIVED, known, Status.TRUE)
        yield Task(WHY, denied, frozenset(against))
        yield Task(ENTAILS, known, True)
        yield Task(KERNELS, denied, frozenset(against))
        number = draw.randrange(1_000)
        new = literal("seen", case, f"n{number}", f"y{number}")
        moved = literal("seen", case, person, f"y{number}")
        yield Task(BELIEVE, new, texts())
        yield Task(ARRIVE, moved, texts(moved))  # three others weigh more than it
        yield Task(CONTRACT, known, texts(*own))
        yield Task(REVISE, new, texts())
        yield Task(OPPOSE, moved, texts(*own))

    def fresh(self, number: int) -> Literal:
        return literal("seen", f"new{number}", "p", "x")


# -- many who say the same ---


class Voices(Shape):
    """Of each site fifteen agents say that it is fit, and five that it is not.

    Each has weight 0.05 to 0.06 of one of fifty sources: those for it reach the threshold, those
    against it don't.
    """

    name = "agents"
    says = "twenty voices for each statement, five of them against it."
    text = "\n".join([
        "relation fit(site).", "relation open(site).", "relation condemned(site).",
        *(f"source s{n}." for n in range(50)), *(f"agent a{n}." for n in range(50)),
        "default visit: open(X) :- fit(X).",
        "constraint safe: :- fit(X), condemned(X).",
        "decay fact never.", "policy default confidence automatic.",
    ])  # fmt: skip
    island = 20
    _for = 15

    def tables(self) -> Iterator[Table]:
        def rows() -> Iterator[Row]:
            for n, site in product(range(self.island), range(self.islands)):
                who = (bits(site, self.seed) + n) % 50
                weight = self.weight(20 * site + n) / 100 + Decimal("0.05")
                yield f"x{site}", f"s{who}", f"a{who}", weight, "true" if n < self._for else "false"

        yield _columns("fit", 1, "source", "agent", "weight", "truth"), rows()

    def tasks(self, draw: Random) -> Iterator[Task]:
        site = f"x{draw.randrange(self.islands)}"
        fit, opened, condemned = (literal(each, site) for each in ("fit", "open", "condemned"))
        kernels = frozenset([texts(fit) | {f"open({site}) :- fit({site})"}])
        yield Task(TOLD, fit, Status.TRUE)
        yield Task(DERIVED, opened, Status.TRUE)
        yield Task(WHY, opened, kernels)
        yield Task(ENTAILS, opened, True)
        yield Task(KERNELS, opened, kernels)
        said = {"source": "s0", "agent": "a0"}
        yield Task(BELIEVE, fit, texts(), {**said, "weight": Decimal("0.05")})
        yield Task(ARRIVE, condemned, texts(fit), {**said, "weight": Decimal(1)})
        yield Task(CONTRACT, fit, texts(fit))
        yield Task(REVISE, fit, texts(), said)
        yield Task(OPPOSE, condemned, texts(fit), said)

    def fresh(self, number: int) -> Literal:
        return literal("fit", f"new{number}")


SHAPES: dict[str, type[Shape]] = {
    shape.name: shape for shape in (Budgets, Teams, Ancestry, Cases, Voices)
}


def _lightest(weights: dict[Literal, Decimal]) -> frozenset[str]:
    """What goes, where one of these must: all of the least weight, if there are several."""
    least = min(weights.values())
    return texts(*(each for each, weight in weights.items() if weight == least))


def _columns(relation: str, arity: int, *clauses: str) -> Columns:
    """The arguments, then clauses, in the order of a row."""
    names = [str(n) for n in range(1, arity + len(clauses) + 1)]
    said: dict[str, Any] = dict(zip(clauses, names[arity:], strict=True))
    return Columns(relation, tuple(names[:arity]), **said)
