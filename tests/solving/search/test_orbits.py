from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.cover_strategies import problems
from support.puzzle_cases import piece, puzzles, rectangle
from support.symmetric_cases import every_solution
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.base import (
    Engine,
    Symmetry,
    Task,
)
from tilewright.solving.engines.reference import children, orbit_size, solutions, start_node
from tilewright.solving.engines.registry import ENGINES, engines_with
from tilewright.solving.search import orbits
from tilewright.solving.search.orbits import branchings, live_options, option_classes, orbit_tasks, orbits_of
from tilewright.solving.steps import CancelCheck, Cancelled


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
    choices = [b.tasks() for b in branchings(cover.problem, cover.forced, options, items)]
    choices.append(orbit_tasks(cover.problem, cover.forced, options, items, ENGINES["dancing-cells"]))
    for tasks in choices:
        rows = seen(cover, tasks)
        assert Counter(min(tuple(sorted(g[o] for o in s)) for g in options) for s in rows) == Counter(orbits)


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
        rows = seen(cover, branching.tasks())
        assert len(rows) == 9
        sizes = [
            orbit_size(Symmetry(options), min(tuple(sorted(g[o] for o in s)) for g in options)) for s in rows
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


SMALL_PIECES = (
    piece("o", "#", copies=(0, 9)),
    piece("I", "##", copies=(0, 4)),
    piece("L", "## #.", copies=(0, 3)),
)
SYMMETRIC = {
    "3x3": Puzzle(rectangle(3, 3), SMALL_PIECES),
    "4x2": Puzzle(rectangle(4, 2), SMALL_PIECES),
    "ring": Puzzle(rectangle(3, 3, [(1, 1)]), SMALL_PIECES),
    "turned": Puzzle(rectangle(3, 3), (piece("L", "### #..", motions="rotation"), *SMALL_PIECES[:2])),
}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_every_branch_item_counts_each_orbit_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orbits, "CANDIDATES", 100)
    cover, group = to_cover(SYMMETRIC[name]), symmetries(SYMMETRIC[name])
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    classes = Counter(min(tuple(sorted(g[o] for o in s)) for g in options) for s in solutions(cover.problem))
    tried = branchings(cover.problem, (), options, items)
    primary = [item for item in range(cover.problem.primary) if cover.problem.bounds[item] == (1, 1)]
    assert len(tried) == len({min(g[item] for g in items) for item in primary})
    # In any order of the group: mirrors first, so that images of an item come again before all have come.
    backwards = branchings(cover.problem, (), options[:1] + options[:0:-1], items[:1] + items[:0:-1])
    for branching in [*tried, *backwards]:
        rows = seen(cover, branching.tasks())
        assert Counter(min(tuple(sorted(g[o] for o in s)) for g in options) for s in rows) == Counter(
            classes.keys()
        )


@pytest.mark.parametrize("name", SYMMETRIC)
def test_branch_items_come_by_ties_and_tasks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ties are elements of the group that keep a class's first option, averaged over the classes."""
    monkeypatch.setattr(orbits, "CANDIDATES", 100)
    cover, group = to_cover(SYMMETRIC[name]), symmetries(SYMMETRIC[name])
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    ranks = []
    for branching in branchings(cover.problem, (), options, items):
        numbers = [o for o, uses in enumerate(cover.problem.options) if branching.item in dict(uses)]
        stabiliser = [
            g
            for g, permutation in zip(options, items, strict=True)
            if permutation[branching.item] == branching.item
        ]
        classes = {tuple(sorted({g[o] for g in stabiliser})) for o in numbers}
        option_sets = option_classes(branching.item, numbers, options, items)
        assert option_sets == [list(members) for members in sorted(classes, key=lambda c: (-len(c), c))]
        assert orbits_of(numbers, stabiliser) == [list(members) for members in sorted(classes)]
        keeping = sum(g[members[0]] == members[0] for members in classes for g in options)
        assert branching.ties == keeping / len(classes)
        ranks.append((branching.ties * len(classes) ** 0.5, branching.item))
    assert ranks == sorted(ranks)


def test_without_symmetries_or_branch_items_there_is_one_task() -> None:
    engine, one = ENGINES["dancing-cells"], (((0, 0),), ((0, 0),))
    plain = CoverProblem(("a",), ((1, 1),), one)
    assert orbit_tasks(plain, (1,), ((0, 1),), ((0,),), engine) == (Task((1,)),)
    often = CoverProblem(("a",), ((0, 2),), one)
    group = ((0, 1), (1, 0))
    assert orbit_tasks(often, (), group, ((0,), (0,)), engine) == (Task((), Symmetry(group)),)
    assert orbit_tasks(plain, (0,), group, ((0,), (0,)), engine) == (Task((0,), Symmetry(group)),)


def test_an_item_without_options_has_no_task() -> None:
    problem = CoverProblem(("a", "b"), ((1, 1), (1, 1)), (((0, 0),), ((0, 0),)))
    all_branchings = branchings(problem, (), ((0, 1), (1, 0)), ((0, 1), (0, 1)))
    assert [(b.item, len(b.tasks()), b.ties) for b in all_branchings] == [(1, 0, 1.0), (0, 1, 1.0)]


@pytest.mark.parametrize("name", SYMMETRIC)
def test_some_of_the_tasks_are_those_of_all(name: str) -> None:
    cover, group = to_cover(SYMMETRIC[name]), symmetries(SYMMETRIC[name])
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    for branching in branchings(cover.problem, (), options, items):
        tasks = branching.tasks()
        assert [(task.symmetry.must if task.symmetry else ()) for task in tasks] == [
            (option,) for _, option in branching.starts
        ]
        for task, (rank, option) in zip(tasks, branching.starts, strict=True):
            lower = sorted(o for members in branching.by_rank[:rank] for o in members)
            assert task.prefix == (option, *(~o for o in lower))
        for step in range(1, len(tasks) + 2):
            assert branching.tasks(step=step) == tasks[::step]


def test_tasks_are_not_made_after_a_cancellation() -> None:
    cover, group = to_cover(SYMMETRIC["3x3"]), symmetries(SYMMETRIC["3x3"])
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    branching = branchings(cover.problem, (), options, items)[0]
    left = iter(range(len(branching.by_rank) - 1))

    def check_cancelled() -> None:
        if next(left, None) is None:
            raise Cancelled

    with pytest.raises(Cancelled):
        branching.tasks(check_cancelled)


def test_the_cheapest_branch_item_is_found_by_probing(monkeypatch: pytest.MonkeyPatch) -> None:
    cover, group = to_cover(SYMMETRIC["3x3"]), symmetries(SYMMETRIC["3x3"])
    options, items = group.option_permutations(cover), group.item_permutations(cover)
    arguments = cover.problem, (), options, items, ENGINES["dancing-cells"]
    candidates = branchings(*arguments[:4])
    assert len(candidates) == 3 and all(len(candidate.starts) > 3 for candidate in candidates)
    probed: list[tuple[Task, int]] = []
    costs = {
        task: cost
        for branching, cost in zip(candidates, (90.0, 5.0, 70.0), strict=True)
        for task in branching.tasks()
    }

    def expected_nodes(
        problem: CoverProblem, task: Task, engine: Engine, probes: int, check: CancelCheck
    ) -> float:
        probed.append((task, probes))
        return costs[task]

    affordable = [100]
    monkeypatch.setattr(orbits, "expected_nodes", expected_nodes)
    monkeypatch.setattr(orbits, "affordable_dives", lambda problem, most: min(*affordable, most))
    monkeypatch.setattr(orbits, "affordable", lambda problem, most: 2)
    assert orbit_tasks(*arguments) == candidates[1].tasks()
    chosen = [candidate.tasks()[:: len(candidate.starts) // 2] for candidate in candidates]
    assert [task for task, _ in probed] == [task for tasks in chosen for task in tasks]
    assert [probes for _, probes in probed] == [100 // len(tasks) for tasks in chosen for _ in tasks]
    for affordable[0], number in ((orbits.LEAST_PROBES, 1), (orbits.LEAST_PROBES - 1, 0)):
        probed.clear()
        assert orbit_tasks(*arguments) == candidates[number].tasks()
        assert bool(probed) == (number == 1)


@given(problems(), st.data())
def test_live_options_of_any_problem_can_be_added_to_what_is_chosen(
    problem: CoverProblem, data: st.DataObject
) -> None:
    """With multiplicities and colours; the chosen ones fit together."""
    numbers = range(len(problem.options))
    base = tuple(sorted(data.draw(st.sets(st.sampled_from(numbers), max_size=3)))) if numbers else ()
    if fit_together(problem, base):
        live = [o for o in numbers if o not in base and fit_together(problem, (*base, o))]
        assert live_options(problem, base) == live


def test_live_options_agree_in_colours_and_multiplicities() -> None:
    uses = [(0, 0), (1, 1)], [(0, 0), (1, 2)], [(0, 0), (1, 1)], [(0, 0), (1, 0)], [(0, 0)], [(0, 0), (2, 1)]
    for most, live in ((1, []), (2, [2, 4, 5]), (3, [2, 4, 5])):
        problem = CoverProblem(("a", "s", "t"), ((0, most),), tuple(map(tuple, uses)))
        assert live_options(problem, (0,)) == live
        assert live_options(problem, (0, 2)) == ([4, 5] if most == 3 else [])
        assert live_options(problem, (3,)) == ([4, 5] if most > 1 else [])


def fit_together(problem: CoverProblem, chosen: tuple[int, ...]) -> bool:
    uses = [use for option in chosen for use in problem.options[option]]
    tally = Counter(item for item, _ in uses)
    return all(
        tally[item] <= problem.bounds[item][1]
        if item < problem.primary
        else tally[item] == 1 or (colour and tally[item] == uses.count((item, colour)))
        for item, colour in uses
    )


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
