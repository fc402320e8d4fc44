from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from support.puzzle_cases import piece, puzzles, rectangle
from support.symmetric_cases import every_solution
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solve.engines.base import Symmetry, Task
from tilewright.solve.engines.reference import children, orbit_size, solutions, start_node
from tilewright.solve.engines.registry import ENGINES, engines_with
from tilewright.solve.orbits import branchings, live_options, orbit_tasks


def seen(cover: Cover, tasks: tuple[Task, ...]) -> list[tuple[int, ...]]:
    """The solutions that the tasks count, with the reference alone."""
    return [
        solution
        for task in tasks
        for solution in solutions(cover.problem, task.prefix)
        if task.symmetry is None or orbit_size(task.symmetry, solution)
    ]


@given(puzzles())
def test_every_branching_counts_each_orbit_once(puzzle: Puzzle) -> None:
    cover, group = to_cover(puzzle), symmetries(puzzle)
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    every = every_solution(cover.problem, cover.forced)
    if len(every) > 500:
        return
    orbits = {min(tuple(sorted(g[o] for o in s)) for g in options) for s in every}
    choices = [b.tasks for b in branchings(cover.problem, cover.forced, options, items)]
    choices.append(orbit_tasks(cover.problem, cover.forced, options, items, ENGINES["dancing-cells"]))
    for tasks in choices:
        found = seen(cover, tasks)
        assert Counter(min(tuple(sorted(g[o] for o in s)) for g in options) for s in found) == Counter(orbits)


@given(puzzles())
def test_the_orbits_sizes_add_up_to_all_solutions_in_every_engine(puzzle: Puzzle) -> None:
    cover, group = to_cover(puzzle), symmetries(puzzle)
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    every = every_solution(cover.problem, cover.forced)
    orbits = {min(tuple(sorted(g[o] for o in s)) for g in options) for s in every}
    for engine in engines_with("splittable"):
        if engine.unsupported(cover.problem) or (engine.name == "reference" and len(every) > 100):
            continue
        tasks = orbit_tasks(cover.problem, cover.forced, options, items, engine)
        count = images = 0
        for task in tasks:
            search = engine.start(cover.problem, task, 0)
            assert search.advance(10**9) == "complete"
            count += search.solutions
            images += search.images if task.symmetry else search.solutions
        assert (count, images) == (len(orbits), len(every)), engine.name


def test_no_piece_needs_to_be_free_of_symmetry() -> None:
    puzzle = Puzzle(rectangle(4, 4), (piece("I", "##", copies=8),))  # 36 domino tilings, 9 up to symmetry
    cover, group = to_cover(puzzle), symmetries(puzzle)
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    for branching in branchings(cover.problem, (), options, items):
        found = seen(cover, branching.tasks)
        assert len(found) == 9
        sizes = [
            orbit_size(Symmetry(options), min(tuple(sorted(g[o] for o in s)) for g in options)) for s in found
        ]
        assert sum(sizes) == 36


def test_the_search_visits_about_one_solution_an_orbit() -> None:
    shapes = {"P": "## ## #.", "L": "#### #...", "V": "### #.. #..", "Y": "#### .#.."}
    puzzle = Puzzle(rectangle(5, 4), tuple(piece(name, text) for name, text in shapes.items()))
    cover, group = to_cover(puzzle), symmetries(puzzle)
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    tasks = orbit_tasks(cover.problem, (), options, items, ENGINES["dancing-cells"])
    visited = sum(1 for task in tasks for _ in solutions(cover.problem, task.prefix))
    every = sum(1 for _ in solutions(cover.problem))
    assert every > 8
    assert visited == every // len(group.members)


@given(puzzles())
def test_live_options_are_those_that_still_fit(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    for option in range(min(5, len(cover.problem.options))):
        live = live_options(cover.problem, (option,))
        for other in range(len(cover.problem.options)):
            node = start_node((option, other))
            fits = other != option and _fits(cover, node[0])
            assert (other in live) == fits


def _fits(cover: Cover, chosen: tuple[int, ...]) -> bool:
    bounds = cover.problem.bounds
    tally = Counter(item for option in chosen for item, _ in cover.problem.options[option])
    return all(times <= (bounds[item][1] if item < len(bounds) else 1) for item, times in tally.items())


@pytest.mark.parametrize("chosen", [(), (0,)])
def test_a_node_of_the_reference_is_a_solution_or_has_branches(chosen: tuple[int, ...]) -> None:
    cover = to_cover(Puzzle(rectangle(2, 1), (piece("I", "##"),)))
    below = children(cover.problem, start_node(chosen))
    assert (below is None) == (chosen == (0,))
