"""Estimates of counts: exact where a count is soon complete, otherwise as good as the repetitions."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings

from support.engine_cases import engine_names
from support.fake_clock import FakeClock
from support.puzzle_cases import pentominoes, piece, puzzles, rectangle
from tilewright import catalogue
from tilewright.errors import TilewrightError, UnsupportedError
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.quantity import Kind
from tilewright.solving.steps import Progress, Status
from tilewright.solving.strategies import count_estimate
from tilewright.testing import reference_count

pytestmark = pytest.mark.usefixtures("still_clock")

BOX = catalogue.load("tetris-cube")
BOX_SOLUTIONS = 9_839 * 24  # Kurowski 2007; no solution has a symmetry


@settings(max_examples=25)
@given(puzzles())
def test_small_puzzles_are_counted(puzzle: Puzzle) -> None:
    estimate = api.estimate(puzzle, seconds=20)
    assert estimate.status is Status.COMPLETE
    assert (estimate.solutions.kind, estimate.solutions.value) == (Kind.EXACT, reference_count(puzzle))
    assert estimate.counted is not None and estimate.nodes.value == estimate.counted.nodes


@pytest.mark.parametrize("engine", engine_names("counts"))
def test_every_engine_that_counts(engine: str) -> None:
    puzzle = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=8),))
    estimate = api.estimate(puzzle, engine=engine, seconds=20)
    assert (estimate.solutions.value, estimate.engine) == (36, engine)
    unique = api.estimate(puzzle, engine=engine, unique=True, seconds=20)
    assert (unique.solutions.kind, unique.solutions.value) == (Kind.EXACT, 9)


@pytest.fixture
def without_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_estimate, "COUNT_SHARE", 0.0)


@pytest.mark.usefixtures("without_a_count")
def test_repetitions_agree_with_the_truth() -> None:
    estimate = api.estimate(BOX, seconds=300, repetitions=12, seed=2)
    assert estimate.counted is not None and estimate.counted.status is Status.LIMIT
    assert estimate.solutions.repetitions == estimate.nodes.repetitions == 12
    assert estimate.solutions.value is not None
    if estimate.solutions.kind is Kind.ESTIMATE:
        assert BOX_SOLUTIONS / 3 < estimate.solutions.value < BOX_SOLUTIONS * 3
    else:
        assert estimate.solutions.value <= BOX_SOLUTIONS
    assert estimate.nodes.value is not None and estimate.seconds.value is not None
    assert 3e6 < estimate.nodes.value < 3e8  # it has 57 million
    assert 1e-9 < estimate.seconds.value / estimate.nodes.value < 1e-5
    assert estimate.sweep is not None and estimate.sweep.states > 1e6


@pytest.mark.usefixtures("without_a_count")
def test_the_same_seed_gives_the_same() -> None:
    one, two = (api.estimate(BOX, seconds=300, repetitions=2, seed=7) for _ in range(2))
    assert (one.solutions.log10, one.nodes.log10) == (two.solutions.log10, two.nodes.log10)


@pytest.mark.usefixtures("without_a_count")
def test_up_to_symmetry() -> None:
    estimate = api.estimate(BOX, unique=True, seconds=300, repetitions=8)
    assert estimate.solutions.value is not None and estimate.estimator == "dense"
    assert estimate.solutions.value < 3 * 9_839


@pytest.mark.usefixtures("ticking_clock")
def test_the_time_is_kept_and_what_was_counted_is_certain() -> None:
    estimate = api.estimate(BOX, seconds=200.0)
    assert estimate.counted is not None and estimate.counted.status is Status.LIMIT
    counted = estimate.counted.solutions or 0
    if estimate.solutions.value is not None:
        assert estimate.solutions.value >= counted


@pytest.mark.usefixtures("without_a_count")
def test_a_large_packing_is_estimated_by_sequential_monte_carlo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(count_estimate, "large_packing", lambda problem: "it is large")
    puzzle = Puzzle(
        rectangle(10, 8), (piece("L3", "##\n#.", copies=(0, 25)), piece("I2", "##", copies=(1, 40)))
    )
    estimate = api.estimate(puzzle, seconds=15, states=200, repetitions=8)
    assert (estimate.estimator, estimate.states) == ("sequential-monte-carlo", 200)
    assert estimate.solutions.log10 is not None


def test_only_sequential_monte_carlo() -> None:
    puzzle = pentominoes(rectangle(10, 6))
    estimate = api.estimate(
        puzzle, engine="sequential-monte-carlo", states=4_000, repetitions=12, seconds=300
    )
    assert estimate.counted is None and (estimate.estimator, estimate.states) == (
        "sequential-monte-carlo",
        4_000,
    )
    assert estimate.solutions.repetitions == 12
    assert estimate.solutions.low is not None and estimate.solutions.high is not None
    assert estimate.solutions.low <= 9_356 <= estimate.solutions.high
    with pytest.raises(UnsupportedError, match="not those up to symmetry"):
        api.estimate(puzzle, engine="sequential-monte-carlo", unique=True)


@pytest.mark.usefixtures("ticking_clock")
def test_sequential_monte_carlo_takes_more_states_while_time_is_left() -> None:
    puzzle = pentominoes(rectangle(10, 6))
    estimate = api.estimate(puzzle, engine="sequential-monte-carlo", repetitions=8, seconds=3_000)
    assert estimate.states > 0 and estimate.states % count_estimate.FIRST_STATES == 0


@pytest.mark.event
@pytest.mark.usefixtures("without_a_count", "ticking_clock")
def test_cancellation_gives_what_is_known() -> None:
    pressed = threading.Event()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.words.startswith("repetition"):
            pressed.set()

    estimate = api.estimate(BOX, seconds=1e6, on_progress=watch, cancel=pressed)
    assert pressed.is_set() and estimate.status is Status.CANCELLED and estimate.sweep is not None
    before = threading.Event()
    before.set()
    estimate = api.estimate(BOX, cancel=before)
    assert estimate.status is Status.CANCELLED and estimate.solutions.kind is Kind.UNKNOWN


@pytest.mark.parametrize(("keyword", "value"), [("repetitions", 0), ("states", 0), ("memory", -1)])
def test_numbers_out_of_range_are_refused(keyword: str, value: int) -> None:
    puzzle = Puzzle(rectangle(4, 4), (piece("I2", "##", copies=8),))
    with pytest.raises((TilewrightError, ValueError)):
        api.estimate(puzzle, **{keyword: value})  # type: ignore[call-overload]


def test_what_is_exact_does_not_depend_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of machines of different speeds passes by the readings of a clock."""
    names = {"dominoes-6x6": True, "dominoes-8x8": True, "soma-cube": True, "tetris-cube": False}
    for name, is_exact in names.items():
        seen = set()
        for tick in (0.0, 1e-6, 1e-4):
            FakeClock(tick).install(monkeypatch)
            estimate = api.estimate(catalogue.load(name), seconds=4, effort=0.05, repetitions=1, threads=1)
            assert estimate.status is Status.COMPLETE and estimate.counted is not None
            seen.add((estimate.solutions.kind is Kind.EXACT, estimate.counted.status, estimate.counted.nodes))
        assert [exact for exact, *_ in seen] == [is_exact]


def test_a_machine_that_is_far_too_slow_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    FakeClock(0.5).install(monkeypatch)
    estimate = api.estimate(BOX, seconds=60, threads=1)
    assert estimate.status is Status.LIMIT and estimate.solutions.kind is not Kind.EXACT


def test_a_sweep_follows_a_search_that_was_not_done() -> None:
    """Monomers and dimers: too many to list, and few states."""
    puzzle = Puzzle(rectangle(8, 8), (piece("I2", "##", copies=(0, 32)), piece("I1", "#", copies=(0, 64))))
    estimate = api.estimate(puzzle, seconds=20, effort=0.02, threads=1)
    assert (estimate.solutions.kind, estimate.solutions.value) == (Kind.EXACT, 179788343101980135)
    assert estimate.counted is not None and "that was not" in estimate.counted.engine_reason


def test_bounds_by_an_engine_that_was_named_are_about_it() -> None:
    assert not api.estimate(Puzzle(rectangle(4, 4), (piece("I2", "##", copies=8),)), seconds=20).requested
    estimate = api.estimate(BOX, seconds=1, repetitions=1, engine="frontier")
    assert estimate.requested and estimate.engine == "frontier" and estimate.nodes.kind is Kind.UNKNOWN
