"""What is left of a search in parts: with what was found, every solution of the task, each once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.cover_strategies import by_definition, problems
from support.engine_cases import engine_names
from support.puzzle_cases import pentominoes, piece, rectangle
from support.symmetric_cases import NAMED, Case, case_of, every_solution, image, symmetric_problems
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.base import (
    Engine,
    Search,
    Task,
)
from tilewright.solving.engines.reference import orbit_size, solutions
from tilewright.solving.engines.registry import ENGINES, engines_with
from tilewright.solving.search.orbits import orbit_tasks

Solution = tuple[int, ...]
Parts = list[tuple[list[int], float]]


def found_by(engine: Engine, problem: CoverProblem, task: Task) -> list[Solution]:
    search = engine.start(problem, task, 10_000)
    assert search.advance(10**9) == "complete"
    return [tuple(solution) for solution in search.take()]


def split_after(search: Search, nodes: int) -> tuple[list[Solution], Parts]:
    """What a search finds in its first nodes, and what is left of it then."""
    value = []
    while search.nodes < nodes and (status := search.advance(nodes - search.nodes)) != "complete":
        if status == "full" and search.nodes < nodes:
            value += search.take()
    parts = search.remainder()  # before the last are taken: those that wait count as found
    return [tuple(solution) for solution in value + search.take()], parts


def all_parts(engine: Engine, problem: CoverProblem, task: Task, nodes: int) -> list[Solution]:
    """Every solution of a task by splitting: each part is searched for so many nodes, then split again."""
    rows, waiting = [], [task.prefix]
    while waiting:
        some, parts = split_after(engine.start(problem, Task(waiting.pop(), task.symmetry), 2), nodes)
        rows += some
        waiting += [tuple(prefix) for prefix, _ in reversed(parts)]
    return rows


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
@given(problem=problems(), nodes=st.integers(0, 12), data=st.data())
def test_found_and_left_are_all_each_once(
    name: str, problem: CoverProblem, nodes: int, data: st.DataObject
) -> None:
    engine = ENGINES[name]
    if engine.unsupported(problem):
        return
    chosen = data.draw(st.sets(st.integers(0, max(0, len(problem.options) - 1)), max_size=2))
    prefix = tuple(data.draw(st.sampled_from([o, ~o])) for o in sorted(chosen) if o < len(problem.options))
    expected = {
        solution
        for solution in by_definition(problem)
        if all((d in solution) if d >= 0 else (~d not in solution) for d in prefix)
    }
    search = engine.start(problem, Task(prefix), data.draw(st.sampled_from([1, 3, 10_000])))
    rows, parts = split_after(search, nodes)
    assert all(part[: len(prefix)] == list(prefix) and share > 0 for part, share in parts)
    assert sum(share for _, share in parts) + search.progress() <= 1 + 1e-9
    for finisher in (
        lambda part: found_by(engine, problem, Task(part)),
        lambda part: solutions(problem, part),
    ):
        together = rows + [solution for part, _ in parts for solution in finisher(tuple(part))]
        assert len(together) == len(set(together))
        assert set(together) == expected
    again = engine.start(problem, Task(prefix), 10_000)  # the search went on as if nobody had asked
    assert again.advance(10**9) == "complete"
    while search.advance(10**9) != "complete":
        rows += [tuple(solution) for solution in search.take()]
    rows += [tuple(solution) for solution in search.take()]
    assert rows == [tuple(solution) for solution in again.take()]
    assert search.nodes == again.nodes
    assert search.remainder() == []


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
@given(problem=problems(), nodes=st.integers(1, 4))
@settings(max_examples=30)
def test_splitting_again_and_again_ends_with_all_each_once(
    name: str, problem: CoverProblem, nodes: int
) -> None:
    engine = ENGINES[name]
    if engine.unsupported(problem):
        return
    rows = all_parts(engine, problem, Task(), nodes)
    assert len(rows) == len(set(rows))
    assert set(rows) == by_definition(problem)


def check_orbits(case: Case, every: list[Solution], engine: Engine, nodes: int) -> None:
    orbits = {min(image(g, solution) for g in case.options) for solution in every}
    tasks = orbit_tasks(case.problem, case.forced, case.options, case.items, engine)
    rows = []
    images = 0
    for task in tasks:
        some = all_parts(engine, case.problem, task, nodes)
        rows += [min(image(g, solution) for g in case.options) for solution in some]
        images += sum(orbit_size(task.symmetry, s) if task.symmetry else 1 for s in some)
    assert len(rows) == len(set(rows))
    assert set(rows) == orbits
    assert images == len(every)


@pytest.mark.parametrize("name", sorted(engine_names("splittable")))
@given(case=symmetric_problems(), nodes=st.integers(1, 9))
@settings(max_examples=25)
def test_each_orbit_is_found_once_however_its_task_is_split(name: str, case: Case, nodes: int) -> None:
    if not ENGINES[name].unsupported(case.problem):
        check_orbits(case, every_solution(case.problem, case.forced), ENGINES[name], nodes)


@pytest.mark.parametrize(
    "name", ["L trominoes round a hole", "tetrominoes up to twice", "optional cells", "forced"]
)
def test_orbits_of_puzzles(name: str) -> None:
    case = case_of(NAMED[name])
    every = found_by(ENGINES["dancing-cells"], case.problem, Task(case.forced))
    for engine in engines_with("splittable"):
        if engine.name != "reference" and not engine.unsupported(case.problem):
            check_orbits(case, every, engine, 20)


@pytest.mark.parametrize("name", sorted(set(engine_names("splittable")) - {"reference"}))
def test_pentominoes_in_small_parts(name: str) -> None:
    """3 by 20 has 8 solutions and 2 up to symmetry (Golomb, Polyominoes)."""
    puzzle = pentominoes(rectangle(20, 3))
    case, engine = case_of(puzzle), ENGINES[name]
    assert len(set(all_parts(engine, case.problem, Task(), 500))) == 8
    tasks = orbit_tasks(case.problem, case.forced, case.options, case.items, engine)
    assert sum(len(all_parts(engine, case.problem, task, 500)) for task in tasks) == 2


def test_sixty_cells_of_pentominoes_in_small_parts() -> None:
    """6 by 10 has 9356 solutions and 2339 up to symmetry (Haselgrove 1960)."""
    case = case_of(pentominoes(rectangle(10, 6)))
    tasks = orbit_tasks(case.problem, case.forced, case.options, case.items, ENGINES["dense"])
    assert sum(len(all_parts(ENGINES["dense"], case.problem, task, 5_000)) for task in tasks) == 2339
    assert len(set(all_parts(ENGINES["forward-checking"], case.problem, Task(), 5_000))) == 9356


@pytest.mark.parametrize("name", ["forward-checking", "bitmask", "dancing-cells", "dense"])
def test_tilings_with_loose_pieces_in_small_parts(name: str) -> None:
    """Items with wide bounds, whose branches leave out what came before."""
    puzzle = Puzzle(
        rectangle(5, 4),
        (piece("domino", "##", (0, 4)), piece("L", "## #.", (1, 4)), piece("I", "###", (0, 3))),
    )
    problem, engine = to_cover(puzzle).problem, ENGINES[name]
    rows = all_parts(engine, problem, Task(), 300)
    assert len(rows) == len(set(rows))
    assert sorted(rows) == sorted(found_by(engine, problem, Task()))


def test_the_parts_come_in_the_order_of_the_search() -> None:
    problem = to_cover(pentominoes(rectangle(20, 3))).problem
    for engine in engines_with("splittable"):
        search = engine.start(problem, Task(), 100)
        assert search.remainder() == [([], 1.0)]
        if engine.name == "reference":
            continue
        rows, parts = split_after(search, 2_000)
        for prefix, _ in parts:
            rows += found_by(engine, problem, Task(tuple(prefix)))
        assert sum(share for _, share in parts) + search.progress() == pytest.approx(1)
        assert rows == found_by(engine, problem, Task())
