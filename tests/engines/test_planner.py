from __future__ import annotations

import pytest

from puzzle_cases import pentominoes, piece, rectangle
from tilewright.cover import CoverProblem, to_cover
from tilewright.engines.planner import RULES, Features, choose
from tilewright.engines.registry import ENGINES
from tilewright.errors import UnsupportedError
from tilewright.puzzle import Puzzle


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
