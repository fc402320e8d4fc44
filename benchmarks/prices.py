"""The table of prices: what the constants of ``tilewright.solving.costs`` guess, measured again.

Each row measures work of which one constant is the largest part, and divides it by what all constants
together say about it. A ratio of 1 says that the guess is right on this machine; what matters is how far the
ratios are from each other. Of several repetitions the median counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median

from report import duration, machine, table
from tilewright import load_puzzle
from tilewright.clock import monotonic
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.solving import costs
from tilewright.solving.engines.base import Symmetry, Task
from tilewright.solving.engines.frontier.semirings import COUNT
from tilewright.solving.engines.frontier.sweep import SweepQuery, sweep
from tilewright.solving.engines.registry import PROFILE_SWEEP, engine_named
from tilewright.solving.resources import Resources
from tilewright.solving.search.orbits import orbit_tasks
from tilewright.solving.search.partition import split_tasks
from tilewright.solving.search.trial import image_seconds, rival_setup_seconds
from tilewright.solving.steps import Control

Row = tuple[str, str, float, float]

REPETITIONS = 5
NODES = {
    "dense": 400_000,
    "bitmask": 400_000,
    "dancing-cells": 50_000,
    "forward-checking": 10_000,
    "reference": 500,
}
TREES = ("pentominoes-5x12", "pentominoes-6x10", "hexominoes-10x21")
SWEEPS = ("pentominoes-4x15", "dominoes-8x8", "pentominoes-6x10")
PROFILES = ("dominoes-8x8", "monomer-dimer-4x4")
SETUPS = ("pentominoes-6x10", "hexominoes-10x21")
ORBITS = "dominoes-6x6"
MANY_SOLUTIONS = 20_000  # nodes of a search for orbits


def measure() -> str:
    """The table as Markdown."""
    rows = [
        [name, f"`{puzzle}`", duration(taken), duration(guessed), f"{taken / guessed:.2f}"]
        for name, puzzle, taken, guessed in _prices()
    ]
    head = ["constant", "measured on", "measured", "guessed", "new : old"]
    return f"Prices of `costs.py`, on {machine()}.\n\n" + "\n".join(table(head, rows))


def _prices() -> Iterator[Row]:
    """The name of a constant, the puzzle, and the seconds of the work: as measured, and as guessed."""
    for engine, nodes in NODES.items():
        for puzzle in TREES:
            yield from _nodes(engine, nodes, puzzle)
    yield from map(_sweep, SWEEPS)
    yield from map(_profiles, PROFILES)
    for puzzle in SETUPS:
        yield from _setups(puzzle)
    yield _images()


def _nodes(name: str, nodes: int, puzzle: str) -> Iterator[Row]:
    engine, problem = engine_named(name), to_cover(load_puzzle(f"catalog:{puzzle}")).problem
    if engine.unsupported(problem):
        return
    taken = []
    for _ in range(REPETITIONS):
        search = engine.start(problem, Task(), 0)
        start = monotonic()
        search.advance(nodes)
        taken.append((monotonic() - start) / search.nodes)
    yield f'NODE["{name}"]', puzzle, median(taken), engine.seconds_of_node(problem)


def _sweep(puzzle: str) -> Row:
    cover = to_cover(load_puzzle(f"catalog:{puzzle}"))
    query = SweepQuery(cover.problem, cover.forced)
    states = sweep(query, COUNT, Resources(1), Control()).states
    taken = _seconds(lambda: sweep(query, COUNT, Resources(1), Control()))
    return "SWEEP_STATE, SWEEP_CHILD", puzzle, taken, costs.SWEEP_SETUP + states * query.state_seconds()


def _profiles(puzzle: str) -> Row:
    cover = to_cover(load_puzzle(f"catalog:{puzzle}"))
    query, adapter = SweepQuery(cover.problem, cover.forced), PROFILE_SWEEP.loaded_adapter
    taken = _seconds(lambda: adapter.count(query, Resources(1), Control()))
    return "PROFILE_ADDITION, PROFILE_COPY", puzzle, taken, adapter.expected_seconds(query, Resources(1))


def _setups(name: str) -> Iterator[Row]:
    puzzle = load_puzzle(f"catalog:{name}")
    cover, group = to_cover(puzzle), symmetries(puzzle)
    problem, options = cover.problem, len(cover.problem.options)
    engine = engine_named("dense")

    def split() -> None:
        split_tasks(problem, (Task(),), engine, lambda: None)

    def fold() -> None:
        permutations = group.option_permutations(cover), group.item_permutations(cover)
        tasks = orbit_tasks(problem, (), *permutations, engine, lambda: None, 1.0)
        split_tasks(problem, tasks, engine, lambda: None)

    yield "SPLIT_OPTION", name, _seconds(split), costs.SEARCH_SETUP + options * costs.SPLIT_OPTION
    yield "FOLD_OPTION", name, _seconds(fold), costs.SEARCH_SETUP + options * costs.FOLD_OPTION
    yield "RIVAL_OPTION", name, _seconds(lambda: SweepQuery(problem).plan), rival_setup_seconds(problem)


def _images() -> Row:
    """What a search for orbits takes longer, for each solution that it compares with its images."""
    puzzle = load_puzzle(f"catalog:{ORBITS}")
    cover, group = to_cover(puzzle), symmetries(puzzle)
    engine, symmetry = engine_named("dense"), Symmetry(group.option_permutations(cover))
    plain = engine.start(cover.problem, Task(), 0)
    plain.advance(MANY_SOLUTIONS)

    def seconds_of(task: Task) -> float:
        return _seconds(lambda: engine.start(cover.problem, task, 0).advance(MANY_SOLUTIONS))

    taken = seconds_of(Task((), symmetry)) - seconds_of(Task())
    return "IMAGE_OPTION", ORBITS, taken / plain.solutions, image_seconds(cover.problem, group.members)


def _seconds(work: Callable[[], object]) -> float:
    """The median of several repetitions."""
    taken = []
    for _ in range(REPETITIONS):
        start = monotonic()
        work()
        taken.append(monotonic() - start)
    return median(taken)
