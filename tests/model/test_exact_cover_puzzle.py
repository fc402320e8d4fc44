"""Exact cover puzzles made from Python objects."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.solving import api

KNUTH = {"A": [3, 5], "B": [1, 4, 7], "C": [2, 3, 6], "D": [1, 4, 6], "E": [2, 7], "F": [4, 5, 7]}
"""TAOCP 4B, 7.2.2.1 (5), with the items as numbers: one solution."""


def test_options_are_given_back_by_their_keys() -> None:
    puzzle = ExactCoverPuzzle.of(KNUTH)
    (solution,) = api.solutions(puzzle)
    assert puzzle.chosen(solution) == ["A", "D", "E"]
    assert solution.puzzle is puzzle


def test_without_keys_options_are_numbered() -> None:
    puzzle = ExactCoverPuzzle.of(KNUTH.values())
    (solution,) = api.solutions(puzzle)
    assert puzzle.chosen(solution) == [0, 3, 4]


def test_objects_are_shown_by_their_text() -> None:
    puzzle = ExactCoverPuzzle.of([[("row", 1), "a b"], ["a_b", "x:|y"]])
    assert [item.name for item in puzzle.items] == ["('row',1)", "a_b", "a_b.2", "x__y"]


def test_different_items_with_the_same_text_are_refused() -> None:
    with pytest.raises(PuzzleError, match="the items 1 and '1' are different, but both read '1'"):
        ExactCoverPuzzle.of([[1], ["1"]])


def test_items_have_multiplicities_and_colours_and_options_costs() -> None:
    puzzle = ExactCoverPuzzle.of(
        {"p": {"a": "", "x": "red"}, "q": {"a": "", "x": "red"}, "r": ["b"]},
        items={"a": 2, "b": (0, 1)},
        secondary=["x"],
        costs={"r": 5},
    )
    assert puzzle.items == (Item("a", 2, 2), Item("b", 0, 1), Item("x", primary=False))
    assert puzzle.options[0].uses == (("a", ""), ("x", "red"))
    assert [option.cost for option in puzzle.options] == [0, 0, 5]
    assert api.count(puzzle).solutions == 2


def test_lists_are_converted() -> None:
    puzzle = ExactCoverPuzzle([Item("a"), Item("x", primary=False)], [Option(["a", ["x", "red"]])])  # type: ignore[list-item]
    assert puzzle.options == (Option((("a", ""), ("x", "red"))),)
    assert hash(puzzle) == hash(ExactCoverPuzzle(puzzle.items, puzzle.options))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"options": 3}, "the options are 3; expected a list"),
        ({"options": [5]}, "option 1 is 5; expected a list of items"),
        ({"options": {"k": [[]]}}, "option 'k' is .*hashable"),
        ({"options": [[1, 1]]}, "option 1 names an item twice"),
        ({"options": [[1]], "items": [2]}, "option 1 names 1, which is not an item"),
        ({"options": [[1]], "items": {1: "x"}}, r"expected n or \(least, most\)"),
        ({"options": [[1]], "costs": {3: 1}}, "a cost is given for 3, which is not an option"),
        ({"options": {"k": [1]}, "costs": {0: 1}}, "a cost is given for 0, which is not an option"),
        ({"options": [[1]], "secondary": [1]}, "option 1 has no primary item"),
    ],
)
def test_mistakes_are_named(arguments: dict[str, Any], error: str) -> None:
    with pytest.raises(PuzzleError, match=error):
        ExactCoverPuzzle.of(**arguments)


objects = st.one_of(
    st.integers(),
    st.text(max_size=3),
    st.tuples(st.text(max_size=2), st.integers()),
    st.booleans(),
    st.none(),
)


@given(st.dictionaries(objects, st.lists(objects, min_size=1, max_size=3, unique=True), max_size=5))
def test_any_objects_are_kept_apart(options: dict[object, list[object]]) -> None:
    distinct = {item for row in options.values() for item in row}
    try:
        puzzle = ExactCoverPuzzle.of(options)
    except PuzzleError:
        assert len({str(item) for item in distinct}) < len(distinct) or "" in distinct
        return
    assert len(puzzle.items) == len(distinct)
    for solution in api.solutions(puzzle, threads=1):
        covered = [item for key in puzzle.chosen(solution) for item in options[key]]
        assert len(covered) == len(distinct) and set(covered) == distinct


def test_its_repr_is_short() -> None:
    assert repr(ExactCoverPuzzle.of(KNUTH, title="Knuth")) == "<ExactCoverPuzzle 'Knuth': 7 items, 6 options>"
