"""Restarts along a sweep: against the reference, the same from the same seed, and on large packings."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from hypothesis import assume, given

from support.engine_cases import engine_of
from support.formats_strategies import abstract_puzzles
from support.puzzle_cases import drawn, piece, puzzles, rectangle
from support.symmetric_cases import every_solution
from tilewright import _core
from tilewright.catalogue import entry
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.formats import dpf
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Board, Puzzle, Solution
from tilewright.model.verification import Checker, faults
from tilewright.solving.api import solve
from tilewright.solving.engines import restarts
from tilewright.solving.engines.base import Outcome
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.registry import FORWARD_CHECKING, RESTARTS
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Find, Query
from tilewright.solving.steps import Control, Limits, Status, StepLoop
from tilewright.solving.strategies.listing import LocalSearch

ONE = Limits(solutions=1)
SEEDS = (1, 2, 3)
ENOUGH = 40_000_000  # nodes; a million on average, and the chance to need so many is below one in a million

ROOK = """
    .###..###..###. .#############. .#############. ..###########.. ..###########.. ...#########...
    ...#########... ...#########... ...#########... ...#########... ...#########... ...#########...
    ...#########... ...#########... ...#########... ...#########... ..###########.. .#############.
    ############### ###############
"""


@pytest.fixture(scope="module")
def rook() -> Cover:
    """The 35 hexominoes as a chess rook."""
    others = entry("hexominoes-14x15").load()
    assert isinstance(others, Puzzle)
    return to_cover(replace(others, board=Board.of(drawn(ROOK))))


@given(puzzles() | puzzles().map(to_exact_cover_puzzle) | abstract_puzzles())
def test_finds_a_solution_where_there_is_one(puzzle: AnyPuzzle) -> None:
    cover = to_cover(puzzle)
    assume(not RESTARTS.unsupported(cover.problem, cover.forced))
    some = every_solution(cover.problem, cover.forced)
    # The question is settled by restarts alone: every tree here is smaller than a run.
    solutions: list[Solution] = []
    answer = solve(puzzle, sink=solutions.append, engine="restarts", limits=ONE, threads=1)
    assert bool(solutions) == bool(some)
    assert answer.status is (Status.LIMIT if solutions else Status.COMPLETE)


def search(cover: Cover, seed: int, step: int) -> tuple[list[int], int]:
    """The solution that a seed leads to, and its nodes, in steps of so many."""
    all_restarts = _core.make_restarts(core_problem(cover.problem), cover.forced, seed)
    while all_restarts.nodes < ENOUGH:
        if all_restarts.advance(step) is _core.Status.full:
            return all_restarts.solution, all_restarts.nodes
    pytest.fail(f"no solution from seed {seed} in {ENOUGH:,} nodes")


@pytest.mark.parametrize("seed", SEEDS)
def test_packs_the_hexominoes(rook: Cover, seed: int) -> None:
    options, nodes = search(rook, seed, 1_000_000)
    assert isinstance(rook.puzzle, Puzzle)
    assert len(options) == 35 and Checker(rook.puzzle).accepts(rook.solution(options))
    assert 35 <= nodes <= ENOUGH


def test_steps_change_nothing(rook: Cover) -> None:
    seed = min(SEEDS, key=lambda each: search(rook, each, ENOUGH)[1])
    assert search(rook, seed, 997) == search(rook, seed, ENOUGH)
    assert search(rook, seed, ENOUGH) != search(rook, seed + 1000, ENOUGH)


def ended(asked: restarts.FirstSolution) -> tuple[list[tuple[int, ...]], Outcome]:
    """What a search for one solution finds, and how it ends."""
    steps, rows = asked.batches(), []
    while True:
        try:
            rows += next(steps)
        except StopIteration as end:
            return rows, end.value


def planned(cover: Cover, control: Control) -> restarts.FirstSolution:
    """The search that is chosen when no engine is named."""
    made = plan(prepare(Query(cover.puzzle, Find(), control=replace(control, cancel=None))))
    assert made.engine is RESTARTS and isinstance(made, LocalSearch)
    return restarts.FirstSolution(
        cover, StepLoop(control), None if made.tree is None else made.tree.engine, lambda plain: ""
    )


def test_solve_takes_it_by_itself_whatever_the_threads(rook: Cover) -> None:
    solutions: list[Solution] = []
    answer = solve(rook.puzzle, sink=solutions.append, limits=ONE, threads=2, seed=SEEDS[0])
    options, outcome = ended(planned(rook, Control(ONE, threads=1, seed=SEEDS[0])))
    assert solutions == [rook.solution(options[0])]
    assert (answer.nodes, answer.status) == (outcome.nodes, Status.LIMIT)


def test_a_limit_of_nodes_is_kept_exactly(rook: Cover) -> None:
    rows, outcome = ended(planned(rook, Control(replace(ONE, nodes=3_000))))
    assert (outcome.status, outcome.nodes, rows) == (Status.LIMIT, 3_000, [])


def test_a_button_stops_it(rook: Cover) -> None:
    button = threading.Event()
    button.set()
    cells, outcome = ended(planned(rook, Control(ONE, cancel=button)))
    assert outcome.status is Status.CANCELLED and not cells


def test_a_reason_why_there_is_none_ends_it(rook: Cover, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restarts, "RestartsSearch", Stuck)
    monkeypatch.setattr(restarts, "ROUND", 10)
    stuck = replace(engine_of(Stuck), companion_nodes=10)
    asked = restarts.FirstSolution(
        rook, StepLoop(Control(ONE)), stuck, lambda plain: "" if plain else "no way"
    )
    rows, outcome = ended(asked)
    assert outcome.status is Status.COMPLETE and not rows and asked.proof == "no way"


class Stuck:
    """A search that never finds anything."""

    nodes = 0

    def __init__(self, *_: object) -> None: ...

    def advance(self, budget: int) -> str:
        self.nodes += budget
        return "running"

    def solution(self) -> None: ...

    def take(self) -> list[list[int]]:
        return []

    def position(self) -> list[int]:
        return []

    def words(self) -> str:
        return ""


@pytest.mark.parametrize(("height", "solutions"), [(4, 1), (5, 0)])
def test_the_search_beside_ends_it(monkeypatch: pytest.MonkeyPatch, height: int, solutions: int) -> None:
    board = rectangle(4, height)
    cover = to_cover(Puzzle(board, (piece("T", "### .#.", copies=height),)))
    monkeypatch.setattr(restarts, "RestartsSearch", Stuck)
    asked = restarts.FirstSolution(cover, StepLoop(Control(ONE)), FORWARD_CHECKING, lambda plain: "")
    rows, outcome = ended(asked)
    assert asked.name == "forward-checking" and len(rows) == outcome.solutions == solutions
    assert outcome.status is (Status.LIMIT if solutions else Status.COMPLETE)


def test_a_large_packing_read_from_dpf(rook: Cover) -> None:
    puzzle = dpf.loads(dpf.dumps(rook.puzzle))
    solutions: list[Solution] = []
    solve(
        puzzle, sink=solutions.append, engine="restarts", limits=Limits(solutions=1, nodes=ENOUGH), threads=1
    )
    assert len(solutions) == 1 and not faults(puzzle, solutions[0])


def test_refusals() -> None:
    whole = ExactCoverPuzzle.of([["a", "b"], ["b", "c"], ["a", "c"]])
    with pytest.raises(
        UnsupportedError, match="options that each have one piece, as their first or last item"
    ):
        solve(whole, sink=lambda _: None, engine="restarts", limits=Limits(solutions=1))
    puzzle = entry("pentominoes-6x10").load()
    with pytest.raises(UnsupportedError, match="finds only one solution"):
        solve(puzzle, sink=lambda _: None, engine="restarts")
