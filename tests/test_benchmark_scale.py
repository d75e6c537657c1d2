"""The bases of the benchmark of scale answer what is known of them, and its tables say so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import reasoner
from benchmarks import scale, workers
from benchmarks.scale import Cell, Line
from benchmarks.shapes import SHAPES, Ancestry
from benchmarks.tasks import ARRIVE, CONTRACT, METHODS, OPPOSE, REVISE, TOLD, Shape
from reasoner import Limits, Reasoner, Status

FAR = Limits(60.0)


@pytest.fixture(scope="module", params=list(SHAPES))
def base(request, tmp_path_factory) -> Iterator[tuple[Reasoner, Shape]]:
    """A stored base of a shape, of some hundred beliefs."""
    shape = SHAPES[request.param](100)
    path = tmp_path_factory.mktemp("scale") / "base.db"
    with reasoner.loads(shape.text, ledger=path, durable=False, limits=FAR) as kb:
        for columns, rows in shape.tables():
            kb.load_facts(rows, columns)
        yield kb, shape


@pytest.mark.parametrize("verb", METHODS)
def test_every_verb_answers_what_is_known_and_the_stored_ledger_stays_as_it_was(base, verb):
    kb, shape = base
    before = kb.ledger.head
    assert workers.once(kb, shape, verb, 0, FAR).trouble == ""
    assert kb.ledger.head == before


@pytest.mark.parametrize("verb", workers.ON_WHOLE)
def test_solving_the_whole_base_answers_the_same(base, verb):
    kb, shape = base
    assert workers.once(kb, shape, verb, 1, FAR).trouble == ""


def test_what_is_appended_is_on_the_stored_ledger_and_new_each_time(base):
    kb, shape = base
    before = kb.ledger.head
    for turn in range(2):
        assert workers.once(kb, shape, workers.APPEND, turn, FAR).trouble == ""
    assert kb.ledger.head == before + 2


@pytest.mark.parametrize("verb", [REVISE, OPPOSE, CONTRACT])
def test_what_is_revised_is_entailed_and_what_is_contracted_is_not(base, verb):
    kb, shape = base
    task = shape.task(verb, 3)
    with kb.suppose() as world:
        task.do(world)
        assert world.entails(task.goal, valid=task.instant) is (verb != CONTRACT)


def test_a_wrong_answer_is_seen(base):
    kb, shape = base
    task = shape.task(ARRIVE, 4)
    assert not task.is_right(kb.status(task.goal))
    assert not shape.task(TOLD, 4).is_right(Status.NEITHER)


@pytest.mark.parametrize("name", SHAPES)
def test_a_seed_names_one_base_of_about_the_size_that_is_asked_for(name):
    rows = [
        [row for _, rows in SHAPES[name](1_000, seed).tables() for row in rows]
        for seed in (1, 1, 2)
    ]
    assert rows[0] == rows[1] != rows[2]
    assert 950 <= len(rows[0]) <= 1_050


def test_each_round_has_a_target_of_its_own():
    shape = SHAPES["rules"](10_000)
    assert len({shape.task(CONTRACT, turn).goal for turn in range(20)}) > 15
    assert shape.task(CONTRACT, 0).goal == shape.task(CONTRACT, 0).goal


def test_nearly_all_of_the_ancestry_hangs_together():
    shape = Ancestry(5_000)
    root = list(range(5_000))

    def top(person: int) -> int:
        while root[person] != person:
            person = root[person]
        return person

    for columns, rows in shape.tables():
        assert columns.relation == "parent"
        for older, younger, _ in rows:
            root[top(int(younger[1:]))] = top(int(older[1:]))
    counts = [0] * 5_000
    for person in range(5_000):
        counts[top(person)] += 1
    assert max(counts) > 2_500


def test_a_call_that_does_not_end_in_time_is_stopped_and_the_next_one_works(tmp_path):
    given = scale.Given(("rules",), (100,), 1, 0, 30.0, tmp_path, "")
    stage = scale.loaded(given, "rules", 100).stage
    assert scale.loaded(given, "rules", 100).seconds is None
    hasty = workers.Worker(workers.Stage("rules", 100, 0, stage.path, 1e-6))
    assert hasty.do(CONTRACT, 0).trouble == "> 1e-06 s"
    hasty.close()
    worker = workers.Worker(stage)
    assert worker.do(CONTRACT, 0).trouble == ""
    worker.close()


def test_growth_and_aims_are_judged_by_medians():
    fast, slow = Cell((0.001, 0.001, 0.010)), Cell((0.002,) * 20)
    assert fast.shown == "1 / 10"
    assert Line("a", (fast, slow), aim=8).missed == ("growth",)
    assert Line("a", (slow, fast), aim=0.5).missed == ("time",)
    assert Line("a", (fast, Cell(trouble="> 2 s")), aim=8).missed == ("time", "growth")
    assert Line("a", (slow, fast), aim=8).shown == ("a", "2 / 2", "1 / 10", "0.50", "8", "")


def test_tables_are_written_between_the_markers_and_nowhere_else():
    page = f"before\n{scale.BEGIN}\nold\n{scale.STOP}\nafter\n"
    once = scale.written(page, "| new |")
    assert once == f"before\n{scale.BEGIN}\n\n| new |\n\n{scale.STOP}\nafter\n"
    assert scale.written(once, "| new |") == once
    readme = scale.README.read_text(encoding="utf-8")
    assert readme.count(scale.BEGIN) == readme.count(scale.STOP) == 1
