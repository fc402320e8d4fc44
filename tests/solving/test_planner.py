from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support.engine_cases import engine_names
from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright import catalogue
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.registry import Registry
from tilewright.solving import facts as preparation
from tilewright.solving import planner
from tilewright.solving.api import count
from tilewright.solving.driver import run
from tilewright.solving.engines import registry as engine_registry
from tilewright.solving.engines.base import Engine
from tilewright.solving.engines.frontier import sweep_size
from tilewright.solving.engines.registry import (
    ENGINES,
    FRONTIER,
    KASTELEYN,
    PROFILE_SWEEP,
    choose,
    engines_with,
    features_of,
)
from tilewright.solving.facts import Prepared, prepare
from tilewright.solving.planner import counter_worth_naming, plan
from tilewright.solving.questions import Answer, Count, Options, Query
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.search import partition
from tilewright.solving.steps import Control, Limits
from tilewright.solving.strategies.counting import CountWithoutListing
from tilewright.solving.strategies.listing import Stopped
from tilewright.solving.strategies.tree import SearchTree


def test_features_are_what_they_say() -> None:
    narrow = features_of(to_cover(pentominoes(rectangle(20, 3))).problem)
    assert (narrow.items, narrow.frontier, narrow.plain, narrow.coloured) == (72, 3, True, False)
    copies = Puzzle(rectangle(5, 1), (piece("a", "##", copies=(1, 2)), piece("b", "#", copies=(0, 3))))
    assert not features_of(to_cover(copies).problem).plain
    coloured = CoverProblem(("a", "b"), ((1, 1),), (((0, 0), (1, 2)),))
    assert features_of(coloured).coloured


@pytest.mark.parametrize("width", [3, 4, 5, 6])
def test_every_plan_takes_the_problem_and_says_why(width: int) -> None:
    problem = to_cover(pentominoes(rectangle(60 // width, width))).problem
    plan = choose(problem)
    assert plan.engine.can("splittable")
    assert not plan.engine.unsupported(problem)
    assert plan.reason
    assert "{" not in plan.reason


@pytest.mark.parametrize(("width", "height", "name"), [(5, 12, "bitmask"), (6, 10, "dense")])
def test_a_narrow_board_is_swept_and_a_wide_one_is_not(width: int, height: int, name: str) -> None:
    assert choose(to_cover(pentominoes(rectangle(height, width))).problem).engine.name == name


def test_a_row_is_not_swept() -> None:
    puzzle = catalogue.load("morse")
    assert features_of(to_cover(puzzle).problem).frontier == 1
    assert choose(to_cover(puzzle).problem).engine.name == "dense"


def test_for_one_solution_the_search_looks_ahead() -> None:
    wide, narrow = (to_cover(pentominoes(rectangle(60 // height, height))).problem for height in (6, 5))
    plan = choose(wide, first=True)
    assert plan.engine.name == "forward-checking" and "one solution" in plan.reason
    assert choose(wide, "dense", first=True).engine.name == "dense"
    assert choose(narrow, first=True).engine.name == "bitmask"


def test_a_huge_board_is_left_to_lists() -> None:
    huge = Puzzle(rectangle(60, 60), (piece("d", "##", copies=(1800, 1800)),))
    plan = choose(to_cover(huge).problem)
    assert plan.engine.name == "dancing-cells"
    assert "7,080 options" in plan.reason


def test_colours_and_bounds_find_an_engine() -> None:
    coloured = CoverProblem(("a", "b"), ((1, 2),), (((0, 0), (1, 2)), ((0, 0), (1, 1))))
    assert not choose(coloured).engine.unsupported(coloured)


def test_an_engine_can_be_asked_for() -> None:
    problem = to_cover(pentominoes(rectangle(20, 3))).problem
    for name in engine_names("splittable"):
        assert choose(problem, name).engine.name == name
    assert choose(problem, "dancing").engine.name == "dancing-cells"
    with pytest.raises(UnsupportedError, match=r"there are .*dancing"):
        choose(problem, "none")


def test_an_engine_of_another_package_is_chosen_where_it_suits_best(monkeypatch: pytest.MonkeyPatch) -> None:
    own = replace(ENGINES["reference"], name="own", rank=0, suits=lambda _: "it suits")
    with_own = Registry("tilewright.engines", {**ENGINES.builtin, "own": own})
    monkeypatch.setattr(engine_registry, "ENGINES", with_own)
    puzzle = catalogue.load("tetrominoes-4x5")
    answer = count(puzzle)
    assert answer.solutions == 0 and answer.tried == "own, frontier"
    assert count(puzzle, limits=Limits(nodes=100)).engine_reason == "it suits"


def test_counters_are_no_engines_that_search() -> None:
    problem = to_cover(pentominoes(rectangle(20, 3))).problem
    for name in set(ENGINES) - set(engine_names("splittable")):
        with pytest.raises(UnsupportedError, match=f"'{name}' searches no tree; bitmask, dancing-cells"):
            choose(problem, name)


# Counters


def dominoes(width: int, height: int, *, monominoes: bool = False) -> Puzzle:
    most = width * height
    copies = (0, most // 2) if monominoes else most // 2
    return Puzzle(
        rectangle(width, height),
        (piece("d", "##", copies=copies), *([piece("m", "#", copies=(0, most))] if monominoes else [])),
    )


DURABLE = Control(checkpoint=Path("a"))


def prepared(puzzle: Puzzle, memory: int = 4 << 30, control: Control = DURABLE) -> Prepared[Answer]:
    query = Query(puzzle, Count(), control=control, resources=Resources(2, memory))
    return prepare(query)


def counter(puzzle: Puzzle, *, memory: int = 4 << 30) -> CountWithoutListing | None:
    """The plan of a count without listing that keeps a checkpoint; None where a search is chosen."""
    counting = plan(prepared(puzzle, memory))
    return counting if isinstance(counting, CountWithoutListing) else None


def test_dominoes_are_counted_by_determinants() -> None:
    for size in (8, 40):
        strategy = plan(prepare(Query(dominoes(size, size), Count())))
        assert strategy.engine is KASTELEYN
        assert "planar" in strategy.reason


def test_determinants_are_taken_where_no_engine_with_checkpoints_is_soon_done() -> None:
    strategy = plan(prepared(dominoes(60, 60)))
    assert strategy.engine is KASTELEYN
    assert "no engine that does is expected to be done in 60 s" in strategy.reason


def test_monomers_and_dimers_are_swept() -> None:
    counting = counter(dominoes(12, 12, monominoes=True))
    assert counting is not None and counting.engine is PROFILE_SWEEP
    assert "profiles" in counting.reason and "nodes" in counting.reason
    counting = counter(pentominoes(rectangle(12, 5)))
    assert counting is not None and counting.engine is FRONTIER
    assert "states" in counting.reason and "nodes" in counting.reason


def test_a_search_of_a_moment_is_a_search() -> None:
    assert counter(dominoes(4, 4, monominoes=True)) is None
    assert counter(pentominoes(rectangle(20, 3))) is None
    assert counter(dominoes(4, 4)) is None  # too small for determinants to be set up


def test_what_would_not_fit_in_memory_is_searched_unless_that_takes_years() -> None:
    short, long = catalogue.load("pentominoes-5x12"), dominoes(16, 16, monominoes=True)
    assert isinstance(short, Puzzle)
    for puzzle, engine in ((short, FRONTIER), (long, PROFILE_SWEEP)):
        counting = counter(puzzle)
        assert counting is not None and counting.engine is engine
    assert counter(short, memory=LEAST_MEMORY) is None
    assert counter(long, memory=LEAST_MEMORY) is not None


def test_symmetries_that_a_search_saves_work_by_count(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = dominoes(7, 7, monominoes=True)
    assert counter(puzzle) is not None
    monkeypatch.setattr("tilewright.solving.costs.FOLD_SETUP", 0.0)
    facts = prepared(puzzle)
    members = SimpleNamespace(members=range(10**15))
    monkeypatch.setattr(type(facts), "group", members)
    assert isinstance(plan(facts), SearchTree)


def test_hexominoes_are_not_swept() -> None:
    """Forecast to have more states than any memory could hold, by a trial that ends soon."""
    puzzle = catalogue.load("hexominoes-10x21")
    assert isinstance(puzzle, Puzzle)
    assert counter(puzzle, memory=1 << 40) is None


def test_planning_can_be_cancelled() -> None:
    cancel = threading.Event()
    cancel.set()
    facts = prepared(dominoes(12, 12, monominoes=True), control=Control(cancel=cancel))
    assert isinstance(plan(facts), Stopped)


def test_whatever_is_quickest_counts_the_same() -> None:
    puzzle = pentominoes(rectangle(10, 6))
    answer = count(puzzle)
    assert answer.solutions == 9356
    assert answer.engine in answer.tried.split(", ")


@pytest.mark.parametrize("engine", engines_with("counts"))
def test_counters_by_name(engine: Engine) -> None:
    strategy = plan(prepare(Query(dominoes(4, 4), Count(), Options(engine.name))))
    assert strategy.engine is engine and strategy.reason == "as requested"


def test_a_counter_that_cannot_take_the_puzzle() -> None:
    with pytest.raises(UnsupportedError, match="'kasteleyn' does not support this puzzle: each option"):
        plan(prepare(Query(pentominoes(rectangle(20, 3)), Count(), Options("kasteleyn"))))


def test_facts_are_computed_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[str] = []
    modules = {
        "forecast": sweep_size,
        "expected_nodes": partition,
        "symmetries": preparation,
        "to_cover": preparation,
    }
    for name, module in modules.items():
        real = getattr(module, name)

        def counted(*arguments: Any, real: Any = real, name: str = name) -> Any:
            made.append(name)
            return real(*arguments)

        monkeypatch.setattr(module, name, counted)
    facts = prepared(dominoes(8, 8, monominoes=True), control=Control(checkpoint=tmp_path / "kept"))
    assert run(facts, plan(facts)).solutions == 179788343101980135
    assert sorted(made) == ["expected_nodes", "forecast", "symmetries", "to_cover"]


def counter_named(name: str) -> str:
    choice = counter_worth_naming(prepare(Query(catalogue.load(name), Count(), Options())))
    return "" if choice is None else choice.engine.name


def test_a_counter_is_named_only_where_it_is_expected_to_gain_much() -> None:
    assert counter_named("dominoes-8x8") == KASTELEYN.name
    # Listed within a second; or no faster without listing.
    assert [counter_named(name) for name in ("dominoes-6x6", "pentominoes-6x10", "lucky-thirteen")] == [
        ""
    ] * 3


def test_a_sweep_is_named_where_it_gains_much(monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = piece("I2", "##", (0, 50)), piece("I1", "#", (0, 100))
    puzzle = Puzzle(rectangle(10, 10), pieces)
    query = Query(puzzle, Count(), Options())
    choice = counter_worth_naming(prepare(query))
    assert choice is not None and choice.engine.can("counts") and not choice.engine.can("splittable")
    assert "less time than listing all solutions" in choice.reason
    # Foreseeing a sweep of many options would take longer than the remark is worth.
    monkeypatch.setattr(planner, "FORECAST_OPTIONS", 10)
    assert counter_worth_naming(prepare(query)) is None
