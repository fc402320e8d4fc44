"""The number of solutions by a population: exact where nothing is left out, right on average elsewhere."""

from __future__ import annotations

import math
import threading
from statistics import fmean, stdev

import pytest
from hypothesis import assume, given, settings

from support.puzzle_cases import piece, puzzles, rectangle
from support.symmetric_cases import every_solution
from tilewright import _core
from tilewright.catalogue import entry
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines import sequential_monte_carlo
from tilewright.solving.engines.native import core_problem
from tilewright.solving.engines.registry import SEQUENTIAL_MONTE_CARLO
from tilewright.solving.quantity import Kind
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, StepLoop

PLENTY = 1_000_000  # states: more than small puzzles have


def cover_of(name: str) -> Cover:
    return to_cover(entry(name).load())


@given(puzzles())
def test_with_all_states_the_number_is_exact(puzzle: Puzzle) -> None:
    cover = to_cover(puzzle)
    assume(not refusal(cover))
    number = len(every_solution(cover.problem, cover.forced))
    estimate = sequential_monte_carlo.estimate_solutions(cover, states=PLENTY)
    assert estimate.repetitions == 1
    assert (estimate.solutions.kind, estimate.solutions.value) == (Kind.EXACT, number)


@settings(max_examples=15, derandomize=True)  # a mean of chances is sometimes far off: here never
@given(puzzles())
def test_the_mean_over_all_chances_is_the_number(puzzle: Puzzle) -> None:
    # Two states at a time: as rough as it gets, so a slip in the weights shows at once.
    cover = to_cover(puzzle)
    assume(not refusal(cover))
    number = len(every_solution(cover.problem, cover.forced, 1_000))
    assume(number <= 300)
    problem = core_problem(cover.problem)
    population = _core.make_population(problem, cover.forced, [], 0.1)
    runs = [sequential_monte_carlo.run_once(population, 2, seed, StepLoop()) for seed in range(1, 201)]
    values = [math.ldexp(run.solutions, run.exponent) for run in runs]
    if number == 0 or not any(run.sampled for run in runs):
        assert set(values) == {number}
    else:
        error = stdev(values) / math.sqrt(len(values))
        assert abs(fmean(values) - number) <= 6 * error + 0.2 * number


@pytest.mark.parametrize(
    ("name", "number", "states", "repetitions"),
    [
        ("pentominoes-6x10", 9356, 4_000, 12),
        ("pentominoes-8x8-centre-hole", 520, 8_000, 12),
        ("soma-cube", 11520, 1_500, 12),
        ("hexiamonds-4x9", 148, 3_000, 12),
        ("dominoes-8x8", 12_988_816, 40, 12),
    ],
)
def test_known_numbers(name: str, number: int, states: int, repetitions: int) -> None:
    estimate = sequential_monte_carlo.estimate_solutions(
        cover_of(name), states=states, repetitions=repetitions, seed=1
    )
    solutions = estimate.solutions
    assert solutions.kind is Kind.ESTIMATE and solutions.low is not None and solutions.high is not None
    assert solutions.low <= number <= solutions.high < 2 * solutions.low, estimate


@pytest.mark.parametrize("seed", range(3))
def test_guides_move_the_error_and_not_the_mean(seed: int) -> None:
    cover = cover_of("pentominoes-6x10")
    problem = core_problem(cover.problem)
    awkward = _core.make_population(problem, [], [], 0.0).awkward
    for weight, border in ((0.0, 0.0), (1.0, 0.0), (0.0, 0.3), (-0.5, 0.0)):
        guided = _core.make_population(problem, [], [weight * value for value in awkward], border)
        runs = [sequential_monte_carlo.run_once(guided, 500, seed * 100 + k, StepLoop()) for k in range(6)]
        values = [math.ldexp(run.solutions, run.exponent) for run in runs]
        assert abs(fmean(values) - 9356) <= 5 * stdev(values) / math.sqrt(len(values)) + 1_500


def test_the_same_seed_gives_the_same_whatever_the_steps() -> None:
    cover = cover_of("pentominoes-8x8-centre-hole")
    guided = _core.make_population(core_problem(cover.problem), [], [], 0.1)
    numbers = []
    for step in (1, 7, 1_000_000):
        guided.begin(300, 5)
        while guided.advance(step) is _core.Status.running:
            assert 0 <= guided.share <= 1
        numbers.append((guided.solutions, guided.nodes, guided.sampled))
    assert len(set(numbers)) == 1 and numbers[0][2]
    one, two, other = (
        sequential_monte_carlo.estimate_solutions(cover, states=300, seed=seed) for seed in (5, 5, 6)
    )
    assert (one.solutions, one.nodes) == (two.solutions, two.nodes) != (other.solutions, other.nodes)


def test_numbers_beyond_floating_point() -> None:
    cover = to_cover(Puzzle(rectangle(4, 700), (piece("I", "##", copies=1400),)))
    quantity = sequential_monte_carlo.estimate_solutions(cover, states=1_000).solutions
    assert quantity.value == math.inf and quantity.log10 is not None and quantity.kind is not Kind.EXACT
    growth = math.log10((1 + math.sqrt(29) + math.sqrt(14 + 2 * math.sqrt(29))) / 4)  # OEIS A005178
    assert 700 * growth - 5 < quantity.log10 < 700 * growth + 0.5  # a lower bound, if the runs do not agree


def test_cancellation_and_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0.005)
    pressed = threading.Event()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.words.startswith("run 4 "):
            pressed.set()

    loop = StepLoop(Control(on_progress=watch, cancel=pressed))
    estimate = sequential_monte_carlo.estimate_solutions(
        cover_of("pentominoes-6x10"), states=3_000, loop=loop
    )
    assert estimate.repetitions == 3
    assert seen[0].words == "choosing a guide" and 3 / 16 <= seen[-1].share < 4 / 16


def test_a_limit_before_two_runs_are_complete() -> None:
    loop = StepLoop(Control(Limits(seconds=0)))
    with pytest.raises(Cancelled):
        sequential_monte_carlo.estimate_solutions(cover_of("pentominoes-6x10"), states=500_000, loop=loop)


def refusal(cover: Cover) -> str:
    return SEQUENTIAL_MONTE_CARLO.unsupported(cover.problem, cover.forced)


def test_refusals() -> None:
    cover = cover_of("pentominoes-6x10")
    with pytest.raises(UnsupportedError, match="it keeps 1 to 5,000,000 states, not 6,000,000"):
        sequential_monte_carlo.estimate_solutions(cover, states=6_000_000)
    items = cover_of("cheapest-gap-5x5") if refusal(cover_of("cheapest-gap-5x5")) else None
    if items is not None:
        with pytest.raises(UnsupportedError, match="sequential-monte-carlo"):
            sequential_monte_carlo.estimate_solutions(items)
    with pytest.raises(ValueError, match="1 to 10,000,000 states"):
        _core.make_population(core_problem(cover.problem), [], [], 0.0).begin(0, 1)
