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
    forecast_found = forecast(SweepQuery(problem))
    assert 0 <= forecast_found.live <= forecast_found.states
    if forecast_found.exact:
        assert forecast_found.states == evaluate(problem, COUNT).states


def test_small_sweeps_are_forecast_exactly() -> None:
    for problem in (
        queens(n=6),
        langford(n=7),
        to_cover(pentominoes(rectangle(20, 3))).problem,
        domino_problem(9, 9, monominoes=True),
    ):
        forecast_found = forecast(SweepQuery(problem))
        assert forecast_found.exact and forecast_found.states == evaluate(problem, COUNT).states > 100


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
    forecast_found, truth = forecast(SweepQuery(cover.problem)), evaluate(cover.problem, COUNT)
    assert not forecast_found.exact
    assert truth.states / 10 < forecast_found.states < truth.states * 10
    assert truth.peak / 10 < forecast_found.bytes < truth.peak * 20
    assert 0 < forecast_found.live < forecast_found.states < 2**forecast_found.log2_bound
    assert forecast_found.seconds > 0


def test_forecasts_repeat_themselves() -> None:
    puzzle = pentominoes(rectangle(15, 4))
    assert forecast_puzzle(puzzle) == forecast_puzzle(puzzle)


def test_a_sweep_that_nobody_can_make_is_forecast_to_be_huge() -> None:
    """Places with many states bring a sweep to rest: once the forecast ended with the first of them."""
    hundred = to_cover(catalogue.load("hundred")).problem
    query = SweepQuery(hundred)
    assert query.refusal == ""
    forecast_found = forecast(query)
    assert not forecast_found.exact
    assert forecast_found.states > 1e9
    assert forecast_found.bytes > 1e10


def test_dominoes_take_two_states_for_each_cell_of_the_front() -> None:
    for size in (6, 8):
        problem = domino_problem(size, size)
        forecast_found = forecast(SweepQuery(problem))
        assert forecast_found.exact and forecast_found.states == evaluate(problem, COUNT).states
        assert forecast_found.state_bits <= 2 * size
        assert forecast_found.order


def test_a_problem_that_is_refused_has_no_numbers() -> None:
    problem = CoverProblem(
        tuple(map(str, range(1500))),
        ((1, 1),) * 1500,
        tuple(((i, 0), (j, 0)) for i in range(1500) for j in (1499 - i, (i * 37 + 11) % 1500) if i != j),
    )
    query = SweepQuery(problem, order=tuple(range(1500)))
    assert "bits" in query.refusal
    forecast_found = forecast(query)
    assert forecast_found == Forecast(
        forecast_found.order,
        forecast_found.state_bits,
        forecast_found.log2_bound,
        0,
        0,
        0,
        0,
        exact=False,
        refusal=query.refusal,
    )
    assert forecast_found.state_bits > 1023


def test_forecasts_of_puzzles() -> None:
    puzzle = Puzzle(rectangle(4, 4), (piece("d", "##", copies=8),))
    forecast_found = forecast_puzzle(puzzle)
    assert forecast_found.exact and forecast_found.refusal == ""
    assert forecast_found.states == evaluate(to_cover(puzzle).problem, COUNT).states
    begun = [f"({x}, 0)" for x in range(4)]
    assert forecast_puzzle(puzzle, order=begun).exact
