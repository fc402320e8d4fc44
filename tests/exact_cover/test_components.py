"""Parts that share no item: together they are the problem, and no part falls apart again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from support.frontier_problems import cover_problems
from support.symmetric_cases import every_solution
from tilewright.exact_cover.components import independent_parts
from tilewright.exact_cover.problem import CoverProblem


@st.composite
def side_by_side(draw: st.DrawFn) -> tuple[CoverProblem, list[CoverProblem]]:
    """A problem made of several ones, with items and options mixed, and these."""
    problems = draw(st.lists(cover_problems(most_options=6, costs=False), min_size=1, max_size=3))
    primary = [(k, i) for k, one in enumerate(problems) for i in range(one.primary)]
    secondary = [(k, i) for k, one in enumerate(problems) for i in range(one.primary, len(one.items))]
    order = [*draw(st.permutations(primary)), *draw(st.permutations(secondary))]
    number = {item: place for place, item in enumerate(order)}
    options = [
        tuple((number[k, item], colour) for item, colour in option)
        for k, one in enumerate(problems)
        for option in one.options
    ]
    return CoverProblem(
        tuple(f"{k}.{problems[k].items[i]}" for k, i in order),
        tuple(problems[k].bounds[i] for k, i in order if i < problems[k].primary),
        tuple(draw(st.permutations(options))),
    ), problems


def solutions(problem: CoverProblem) -> int:
    return len(every_solution(problem))


@given(side_by_side())
def test_the_product_of_the_parts_is_the_number_of_the_whole(
    case: tuple[CoverProblem, list[CoverProblem]],
) -> None:
    whole, problems = case
    expected = product = 1
    for problem in problems:
        expected *= solutions(problem)
    parts = independent_parts(whole)
    for part in parts:
        product *= solutions(part)
        assert independent_parts(part) == (part,)
    assert product == expected
    assert sum(len(part.options) for part in parts) == len(whole.options)


def test_parts_keep_order_colours_bounds_and_neighbours() -> None:
    problem = CoverProblem(
        ("a", "x", "b", "y", "s", "t"),
        ((1, 1), (0, 2), (1, 1), (1, 2)),
        (((0, 0), (2, 0)), ((1, 0), (3, 0), (5, 7)), ((0, 0), (4, 3)), ((3, 0),), ((2, 0),)),
        ((2,), (3,), (0,), (1,), (), ()),
    )
    small, large = independent_parts(problem)
    assert small.items == ("x", "y", "t") and small.bounds == ((0, 2), (1, 2))
    assert small.options == (((0, 0), (1, 0), (2, 7)), ((1, 0),))
    assert small.near == ((1,), (0,), ())
    assert large.items == ("a", "b", "s") and large.near == ((1,), (0,), ())


def test_a_problem_with_an_item_that_nothing_covers_stays_whole() -> None:
    problem = CoverProblem(("a", "b", "c"), ((1, 1), (1, 1), (1, 1)), (((0, 0),), ((1, 0),)))
    assert independent_parts(problem) == (problem,)
    loose = CoverProblem(("a", "b", "c"), ((1, 1), (1, 1), (0, 1)), (((0, 0),), ((1, 0),)))
    assert [part.items for part in independent_parts(loose)] == [("a",), ("b",)]
