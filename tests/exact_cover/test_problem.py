from __future__ import annotations

from dataclasses import replace

import pytest

from tilewright.errors import PuzzleError
from tilewright.exact_cover.problem import MAX_TOTAL, CoverProblem


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ((1, 2), "two options use item 2 in different ways"),
        ((0,), "an item is not covered as often as it must be"),
        ((0, 0), "an item is not covered as often as it must be"),
        ((0, 3, 4), "an item is not covered as often as it must be"),
        ((0, 5), "there is no option 5"),
        ((0, -1), "there is no option -1"),
    ],
)
def test_what_is_no_solution_of_a_problem_is_refused(chosen: tuple[int, ...], words: str) -> None:
    options = (((0, 0), (2, 1)), ((0, 0), (2, 0)), ((1, 0), (2, 2)), ((1, 0), (2, 1)), ((0, 0),))
    problem = CoverProblem(("a", "b", "c"), ((1, 1), (1, 1)), options)
    problem.check_solution((0, 3))
    with pytest.raises(ValueError) as refused:
        problem.check_solution(chosen)
    assert str(refused.value) == words


@pytest.mark.parametrize(
    ("bounds", "options", "words"),
    [
        (((1, 0),), (), "an item is to be covered 1 to 0 times; expected 0 <= least <= most"),
        (((1, 1, 1),), (), "the bounds of an item are (1, 1, 1); expected (least, most)"),
        ((7,), (), "the bounds of an item are 7; expected (least, most)"),
        (((1, 1),), (((0, 0), (0, 0)),), "option 0 names an item twice"),
        (((1, 1),), (((0, 0), (1, 1), (1, 2)),), "option 0 names an item twice"),
        (
            ((1, 1),),
            (((0, 0),), ((1, 0),)),
            "option 1 has no primary item; the first items, as many as there are bounds (1), are primary",
        ),
        (
            ((1, 1),),
            ((),),
            "option 0 has no primary item; the first items, as many as there are bounds (1), are primary",
        ),
        (((1, 1),), (((0, 0), (7, 0)),), "option 0 names item 7; there are 2"),
        (((1, 1),), (((0, 0), (2, 0)),), "option 0 names item 2; there are 2"),
        (((1, 1),), (((0, 0), (-1, 0)),), "option 0 names item -1; there are 2"),
        (((1, 1),), (((0, 3),),), "option 0 gives the primary item 0 a colour"),
        (((1, 1),), (((0, 0), (1, 2)), ((0, 3),)), "option 1 gives the primary item 0 a colour"),
        (((1, 1),), (((0, 0), (1, -1)),), "option 0 gives item 1 the colour -1; expected 0 or more"),
        (((1, 1),) * 3, (), "a cover problem has more bounds than items"),
    ],
)
def test_problems_that_contradict_themselves(
    bounds: tuple[tuple[int, int], ...], options: tuple[tuple[tuple[int, int], ...], ...], words: str
) -> None:
    with pytest.raises(PuzzleError) as refused:
        CoverProblem(("a", "b"), bounds, options)
    assert str(refused.value) == words


def test_the_digest_tells_problems_apart() -> None:
    one = CoverProblem(("a", "b"), ((1, 1),), (((0, 0),),))
    assert one.digest == CoverProblem(("x", "y"), ((1, 1),), (((0, 0),),)).digest
    assert one.digest != CoverProblem(("a", "b"), ((0, 1),), (((0, 0),),)).digest
    assert one.digest != CoverProblem(("a", "b"), ((1, 1),), (((0, 0), (1, 0)),)).digest


def test_the_digest_speaks_of_costs_only_where_there_are_any() -> None:
    bare = CoverProblem(("a", "b"), ((1, 1),), (((0, 0),), ((0, 0), (1, 0))))
    assert bare.digest == "e38d72f98c3bd89c6ec8e944ae7310cd724a73d46940a235b32ce40e5f1dbc17"
    assert replace(bare, costs=(1, 2)).digest != bare.digest
    assert replace(bare, costs=(1, 2)).digest != replace(bare, costs=(2, 1)).digest


@pytest.mark.parametrize(
    ("costs", "words"),
    [
        ((1,), "1 costs for 2 options"),
        ((1, 1.5), "option 1 has the cost 1.5; expected a whole number"),
        ((False, 0), "option 0 has the cost False"),
        ((0, -MAX_TOTAL - 1), "could add up to more than"),
    ],
)
def test_costs_that_cannot_be(costs: tuple[int, ...], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        CoverProblem(("a",), ((1, 1),), (((0, 0),), ((0, 0),)), (), costs)


def test_costs_add_up_over_items_that_are_covered_often() -> None:
    options = tuple([((0, 0),)] * 8)
    half = MAX_TOTAL // 4
    assert CoverProblem(("a",), ((0, 4),), options, (), (half,) * 8).costs == (half,) * 8
    with pytest.raises(PuzzleError, match="could add up"):
        CoverProblem(("a",), ((0, 5),), options, (), (half,) * 8)
    with pytest.raises(PuzzleError, match="could add up"):
        CoverProblem(("a", "b"), ((1, 1), (1, 1)), (((0, 0),), ((1, 0),)), (), (-2 * half - 1,) * 2)


def test_costs_are_charged_to_the_items_that_are_covered_once() -> None:
    def accepted(bounds: tuple[tuple[int, int], ...], options: int, cost: int) -> bool:
        uses = tuple((item, 0) for item in range(len(bounds)))
        costs = (cost,) * options
        try:
            CoverProblem(("a", "b")[: len(bounds)], bounds, (uses,) * options, (), costs)
        except PuzzleError as error:
            assert str(error) == f"the costs of a solution could add up to more than {MAX_TOTAL:,}"
            return False
        return True

    assert accepted(((1, 1), (0, 5)), 5, MAX_TOTAL) and not accepted(((1, 1), (0, 5)), 5, MAX_TOTAL + 1)
    assert accepted(((0, 4),), 3, MAX_TOTAL // 3) and not accepted(((0, 4),), 4, MAX_TOTAL // 3)
    apart = (((0, 0),), ((1, 0),))
    assert CoverProblem(("a", "b"), ((1, 1), (1, 1)), apart, (), (MAX_TOTAL, 0)).costs == (MAX_TOTAL, 0)
