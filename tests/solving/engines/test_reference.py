"""The reference engine against the definition itself, and every engine against the reference."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.cover_strategies import by_definition, problems
from support.engine_cases import engine_names
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.base import (
    Engine,
    Symmetry,
    Task,
)
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.reference import solutions
from tilewright.solving.engines.registry import ENGINES, engines_with
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Returning, Status, StepLoop

RESOURCES = Resources(1, None)


def all_of(engine: Engine, problem: CoverProblem, task: Task) -> list[tuple[int, ...]]:
    search = engine.start(problem, task, 3)  # a small capacity: "full" is met on the way
    rows: list[tuple[int, ...]] = []
    while (status := search.advance(2)) != "complete":
        assert status in ("running", "full")
        rows += [tuple(solution) for solution in search.take()]
    rows += [tuple(solution) for solution in search.take()]
    assert search.solutions == len(rows)
    assert search.progress() == 1.0
    return rows


@given(problems())
def test_the_reference_is_the_definition(problem: CoverProblem) -> None:
    rows = list(solutions(problem))
    assert len(rows) == len(set(rows))
    assert set(rows) == by_definition(problem)


def some_prefix(data: st.DataObject, problem: CoverProblem) -> tuple[int, ...]:
    chosen = data.draw(st.sets(st.integers(0, max(0, len(problem.options) - 1)), max_size=2))
    return tuple(data.draw(st.sampled_from([o, ~o])) for o in sorted(chosen) if o < len(problem.options))


def below(problem: CoverProblem, prefix: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The solutions of a problem that keep to a prefix, by the definition."""
    return {
        solution
        for solution in by_definition(problem)
        if all((d in solution) if d >= 0 else (~d not in solution) for d in prefix)
    }


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
@given(problem=problems(), data=st.data())
def test_every_engine_agrees_with_the_reference(
    name: str, problem: CoverProblem, data: st.DataObject
) -> None:
    engine = ENGINES[name]
    if engine.unsupported(problem):
        return
    prefix = some_prefix(data, problem)
    expected = below(problem, prefix)
    rows = all_of(engine, problem, Task(prefix))
    assert len(rows) == len(set(rows))
    assert set(rows) == expected


def without_tree(capability: str) -> list[str]:
    return [engine.name for engine in engines_with(capability) if not engine.can("splittable")]


@pytest.mark.parametrize("name", without_tree("counts"))
@given(problem=problems(), data=st.data())
def test_every_counter_agrees_with_the_definition(
    name: str, problem: CoverProblem, data: st.DataObject
) -> None:
    engine, query = ENGINES[name], SweepQuery(problem, some_prefix(data, problem))
    adapter = engine.loaded_adapter
    if engine.unsupported(problem, query.prefix) or adapter.unsupported_query(query):
        return
    counted = adapter.count(query, RESOURCES, Control())
    assert (counted.status, counted.value) == (Status.COMPLETE, len(below(problem, query.prefix)))


@pytest.mark.parametrize("name", without_tree("lists"))
@given(problem=problems(), data=st.data())
def test_every_list_agrees_with_the_definition(name: str, problem: CoverProblem, data: st.DataObject) -> None:
    engine, query = ENGINES[name], SweepQuery(problem, some_prefix(data, problem))
    adapter = engine.loaded_adapter
    if engine.unsupported(problem, query.prefix) or adapter.unsupported_query(query):
        return
    batches = Returning(adapter.listing(query, RESOURCES, StepLoop(Control())).batches())
    rows = [tuple(solution) for batch in batches for solution in batch]
    assert batches.value is Status.COMPLETE and len(rows) == len(set(rows))
    assert set(rows) == below(problem, query.prefix)


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
@given(problem=problems(plain=True, most_options=12))
def test_every_engine_agrees_on_plain_problems(name: str, problem: CoverProblem) -> None:
    engine = ENGINES[name]
    assert not engine.unsupported(problem)
    assert set(all_of(engine, problem, Task())) == by_definition(problem)


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
@given(problem=problems(plain=True), step=st.integers(1, 9), data=st.data())
def test_a_search_set_down_and_taken_up_is_the_same_search(
    name: str, problem: CoverProblem, step: int, data: st.DataObject
) -> None:
    engine = ENGINES[name]
    whole = engine.start(problem, Task(), 10_000)
    assert whole.advance(10**9) == "complete"
    search = engine.start(problem, Task(), 10_000)
    number_lists, nodes = [], 0
    while (status := search.advance(step)) != "complete":
        assert status == "running"
        if data.draw(st.booleans()):
            number_lists += search.take()
            nodes += search.nodes
            fresh = engine.start(problem, Task(), 10_000)
            fresh.restore(search.position())
            search = fresh
    assert number_lists + search.take() == whole.take()
    assert nodes + search.nodes == whole.nodes


@given(problem=problems(), want=st.integers(1, 12))
def test_the_parts_of_a_split_are_disjoint_and_together_all(problem: CoverProblem, want: int) -> None:
    parts = core_problem(problem).split((), want)
    rows = [solution for prefix in parts for solution in solutions(problem, prefix)]
    assert len(rows) == len(set(rows))
    assert set(rows) == by_definition(problem)


@given(problem=problems(), data=st.data())
def test_renaming_and_shuffling_change_no_count(problem: CoverProblem, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(problem.options))))
    primary = data.draw(st.permutations(range(problem.primary)))
    place = {old: new for new, old in enumerate(primary)}
    bounds = tuple(problem.bounds[old] for old in primary)
    options = tuple(
        tuple(sorted((place.get(item, item), colour) for item, colour in problem.options[old]))
        for old in order
    )
    shuffled = CoverProblem(tuple(f"other {i}" for i in range(len(problem.items))), bounds, options)
    for engine in engines_with("splittable"):
        if not engine.unsupported(problem):
            assert len(all_of(engine, shuffled, Task())) == len(by_definition(problem)), engine.name


def test_probes_are_right_on_average() -> None:
    options = tuple(((i, 0), (j, 0)) for i, j in combinations(range(8), 2))
    problem = CoverProblem(tuple(map(str, range(8))), ((1, 1),) * 8, options)  # perfect matchings: 105
    for engine in engines_with("splittable"):
        search = engine.start(problem, Task(), 0)
        assert search.advance(10**6) == "complete"
        fresh = engine.start(problem, Task(), 0)
        dives = [fresh.probe(seed) for seed in range(50)]
        assert sum(solutions for _, solutions in dives) / 50 == pytest.approx(105), engine.name
        assert sum(nodes for nodes, _ in dives) / 50 == pytest.approx(search.nodes, rel=0.01), engine.name


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
def test_a_symmetry_that_is_none_is_refused(name: str) -> None:
    problem = CoverProblem(("a", "b"), ((1, 1), (1, 1)), (((0, 0),), ((1, 0),)))
    if name != "reference":
        with pytest.raises(ValueError):
            ENGINES[name].start(problem, Task((), Symmetry(((0, 1), (0, 5)))), 0)
        with pytest.raises(ValueError):
            ENGINES[name].start(problem, Task((), Symmetry(((0, 1, 2),))), 0)
    with pytest.raises(ValueError):
        ENGINES[name].start(problem, Task(), 0).restore([7, 7, 7, 7])
