from __future__ import annotations

import time

import pytest

from support.puzzle_cases import pentominoes, piece, rectangle
from tilewright import catalogue
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import CoverProblem, to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solve.api import count
from tilewright.solve.engines.counters import COUNTERS, FRONTIER, KASTELEYN
from tilewright.solve.engines.frontier.sweep import Query
from tilewright.solve.engines.registry import ENGINES
from tilewright.solve.planner import RULES, CountPlan, Features, choose, choose_counter, named_counter
from tilewright.solve.resources import LEAST_MEMORY, Resources
from tilewright.solve.stepping import Cancelled


def test_features_are_what_they_say() -> None:
    narrow = Features.of(to_cover(pentominoes(rectangle(20, 3))).problem)
    assert (narrow.items, narrow.frontier, narrow.plain, narrow.coloured) == (72, 3, True, False)
    copies = Puzzle(rectangle(5, 1), (piece("a", "##", copies=(1, 2)), piece("b", "#", copies=(0, 3))))
    assert not Features.of(to_cover(copies).problem).plain
    coloured = CoverProblem(("a", "b"), ((1, 1),), (((0, 0), (1, 2)),))
    assert Features.of(coloured).coloured


@pytest.mark.parametrize("width", [3, 4, 5, 6])
def test_every_plan_takes_the_problem_and_says_why(width: int) -> None:
    problem = to_cover(pentominoes(rectangle(60 // width, width))).problem
    plan = choose(problem)
    assert plan.engine.name in {rule.engine for rule in RULES}
    assert not plan.engine.unsupported(problem)
    assert plan.reason
    assert "{" not in plan.reason


@pytest.mark.parametrize(("width", "height", "name"), [(5, 12, "bitmask"), (6, 10, "dense")])
def test_a_narrow_board_is_swept_and_a_wide_one_is_not(width: int, height: int, name: str) -> None:
    assert choose(to_cover(pentominoes(rectangle(height, width))).problem).engine.name == name


def test_for_one_solution_the_search_looks_ahead() -> None:
    wide, narrow = (to_cover(pentominoes(rectangle(60 // height, height))).problem for height in (6, 5))
    plan = choose(wide, first=True)
    assert plan.engine.name == "ahead" and "one solution" in plan.reason
    assert choose(wide, "dense", first=True).engine.name == "dense"
    assert choose(narrow, first=True).engine.name == "bitmask"


def test_a_huge_board_is_left_to_lists() -> None:
    huge = Puzzle(rectangle(60, 60), (piece("d", "##", copies=(1800, 1800)),))
    plan = choose(to_cover(huge).problem)
    assert plan.engine.name == "dancing"
    assert "7,080 options" in plan.reason


def test_colours_and_bounds_find_an_engine() -> None:
    coloured = CoverProblem(("a", "b"), ((1, 2),), (((0, 0), (1, 2)), ((0, 0), (1, 1))))
    assert not choose(coloured).engine.unsupported(coloured)


def test_an_engine_can_be_asked_for() -> None:
    problem = to_cover(pentominoes(rectangle(20, 3))).problem
    for name in ENGINES:
        assert choose(problem, name).engine.name == name
    with pytest.raises(UnsupportedError, match=r"there are .*dancing"):
        choose(problem, "none")


def test_counters_are_no_engines_that_search() -> None:
    problem = to_cover(pentominoes(rectangle(20, 3))).problem
    for name in COUNTERS:
        with pytest.raises(UnsupportedError, match=f"'{name}' searches no tree; ahead, bitmask, dancing"):
            choose(problem, name)


# Counters


def dominoes(width: int, height: int, *, monominoes: bool = False) -> Puzzle:
    most = width * height
    copies = (0, most // 2) if monominoes else most // 2
    return Puzzle(
        rectangle(width, height),
        (piece("d", "##", copies=copies), *([piece("m", "#", copies=(0, most))] if monominoes else [])),
    )


def counter(puzzle: Puzzle, *, symmetries: int = 1, memory: int = 4 << 30) -> CountPlan | None:
    cover = to_cover(puzzle)
    query = Query(cover.problem, cover.forced)
    listing = choose(cover.problem).engine
    return choose_counter(query, listing, symmetries=lambda: symmetries, resources=Resources(2, memory))


def test_dominoes_are_counted_by_determinants() -> None:
    for size in (8, 40):
        plan = counter(dominoes(size, size))
        assert plan is not None and plan.counter is KASTELEYN
        assert "planar" in plan.reason


def test_monomers_and_dimers_are_swept() -> None:
    plan = counter(dominoes(12, 12, monominoes=True))
    assert plan is not None and plan.counter is FRONTIER
    assert "states" in plan.reason and "nodes" in plan.reason


def test_a_search_of_a_moment_is_a_search() -> None:
    assert counter(dominoes(4, 4, monominoes=True)) is None
    assert counter(pentominoes(rectangle(20, 3))) is None
    assert counter(dominoes(4, 4)) is None  # too small for determinants to be set up


def test_what_would_not_fit_in_memory_is_searched_unless_that_takes_years() -> None:
    short, long = catalogue.load("pentominoes-5x12"), dominoes(16, 16, monominoes=True)
    assert isinstance(short, Puzzle)
    for puzzle in (short, long):
        plan = counter(puzzle)
        assert plan is not None and plan.counter is FRONTIER
    assert counter(short, memory=LEAST_MEMORY) is None
    assert counter(long, memory=LEAST_MEMORY) is not None


def test_symmetries_that_a_search_saves_work_by_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solve.planner.FOLD_SECONDS", 0.0)
    assert counter(dominoes(7, 7, monominoes=True), symmetries=10**15) is None
    assert counter(dominoes(7, 7, monominoes=True), symmetries=8) is not None


def test_hexominoes_are_not_swept() -> None:
    """Forecast to have more states than any memory could hold, and that within seconds."""
    puzzle = catalogue.load("hexominoes-10x21")
    assert isinstance(puzzle, Puzzle)
    begun = time.process_time()
    assert counter(puzzle, memory=1 << 40) is None
    assert time.process_time() - begun < 10


def test_planning_heeds_the_button() -> None:
    def stop() -> None:
        raise Cancelled

    cover = to_cover(pentominoes(rectangle(10, 6)))
    with pytest.raises(Cancelled):
        choose_counter(
            Query(cover.problem),
            choose(cover.problem).engine,
            symmetries=lambda: 4,
            resources=Resources(),
            check_cancelled=stop,
        )


def test_whatever_is_quickest_counts_the_same() -> None:
    puzzle = pentominoes(rectangle(10, 6))
    plan = counter(puzzle, symmetries=4)
    answer = count(puzzle)
    assert answer.solutions == 9356
    assert answer.engine == (plan.counter.name if plan else choose(to_cover(puzzle).problem).engine.name)


def test_counters_by_name() -> None:
    query = Query(to_cover(dominoes(4, 4)).problem)
    for name, each in COUNTERS.items():
        plan = named_counter(name, query)
        assert plan is not None and plan.counter is each and plan.reason == "you asked for it"
    assert named_counter("dense", query) is None
    with pytest.raises(UnsupportedError, match="'kasteleyn' cannot take this puzzle: each option"):
        named_counter("kasteleyn", Query(to_cover(pentominoes(rectangle(20, 3))).problem))
