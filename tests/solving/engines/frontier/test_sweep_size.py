"""Forecasts of sweeps against the sweeps themselves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from support.frontier_problems import cover_problems, domino_problem, evaluate
from support.oracle_problems import langford, queens
from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright import catalogue
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import forecast as forecast_puzzle
from tilewright.solving.engines.frontier.semirings import COUNT
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.engines.frontier.sweep_size import Forecast, forecast


@settings(max_examples=40)
@given(cover_problems())
def test_forecasts_that_are_exact_are_exact(problem: CoverProblem) -> None:
    found = forecast(SweepQuery(problem))
    assert 0 <= found.live <= found.states
    if found.exact:
        assert found.states == evaluate(problem, COUNT).states


def test_small_sweeps_are_forecast_exactly() -> None:
    for problem in (
        queens(n=6),
        langford(n=7),
        to_cover(pentominoes(rectangle(20, 3))).problem,
        domino_problem(9, 9, monominoes=True),
    ):
        found = forecast(SweepQuery(problem))
        assert found.exact and found.states == evaluate(problem, COUNT).states > 100


@pytest.mark.parametrize(
    "puzzle",
    [
        pentominoes(rectangle(12, 5)),
        pentominoes(rectangle(8, 8, [(3, 3), (3, 4), (4, 3), (4, 4)])),
    ],
    ids=["5x12", "8x8"],
)
def test_large_sweeps_are_forecast_roughly(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    found, truth = forecast(SweepQuery(cover.problem)), evaluate(cover.problem, COUNT)
    assert not found.exact
    assert truth.states / 10 < found.states < truth.states * 10
    assert truth.peak / 10 < found.bytes < truth.peak * 20
    assert 0 < found.live < found.states < 2**found.log2_bound
    assert found.seconds > 0


def test_forecasts_repeat_themselves() -> None:
    puzzle = pentominoes(rectangle(15, 4))
    assert forecast_puzzle(puzzle) == forecast_puzzle(puzzle)


def test_a_sweep_that_nobody_can_make_is_forecast_to_be_huge() -> None:
    """Places with many states bring a sweep to rest: once the forecast ended with the first of them."""
    hundred = to_cover(catalogue.load("hundred")).problem
    query = SweepQuery(hundred)
    assert query.refusal == ""
    found = forecast(query)
    assert not found.exact
    assert found.states > 1e9
    assert found.bytes > 1e10


def test_dominoes_take_two_states_for_each_cell_of_the_front() -> None:
    for size in (6, 8):
        problem = domino_problem(size, size)
        found = forecast(SweepQuery(problem))
        assert found.exact and found.states == evaluate(problem, COUNT).states
        assert found.state_bits <= 2 * size
        assert found.order


def test_a_problem_that_is_refused_has_no_numbers() -> None:
    problem = CoverProblem(
        tuple(map(str, range(1500))),
        ((1, 1),) * 1500,
        tuple(((i, 0), (j, 0)) for i in range(1500) for j in (1499 - i, (i * 37 + 11) % 1500) if i != j),
    )
    query = SweepQuery(problem, order=tuple(range(1500)))
    assert "bits" in query.refusal
    found = forecast(query)
    assert found == Forecast(
        found.order, found.state_bits, found.log2_bound, 0, 0, 0, 0, exact=False, refusal=query.refusal
    )
    assert found.state_bits > 1023


def test_forecasts_of_puzzles() -> None:
    puzzle = Puzzle(rectangle(4, 4), (piece("d", "##", copies=8),))
    found = forecast_puzzle(puzzle)
    assert found.exact and found.refusal == ""
    assert found.states == evaluate(to_cover(puzzle).problem, COUNT).states
    begun = [f"({x}, 0)" for x in range(4)]
    assert forecast_puzzle(puzzle, order=begun).exact
