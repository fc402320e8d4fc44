"""The catalogue's numbers against the engines: every puzzle that takes no more than a moment."""

from __future__ import annotations

from os import environ

import pytest

from tilewright import catalogue
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.model.verification import is_solution
from tilewright.solving import api
from tilewright.solving.api import count
from tilewright.solving.steps import Status

SLOW = {"open", "no search", *([] if "TILEWRIGHT_HUGE" in environ else ["heavy"])}
"""What is not counted here; with TILEWRIGHT_HUGE in the environment the heavy ones are, for many minutes."""

COUNTED = ("solutions", "unique", "labelled")
COSTS = {"least": ("cheapest", False), "most": ("dearest", True)}
"""What optimise finds out: the cost, how many solutions have it, and whether it is the greatest."""

LIGHT = [name for name, entry in catalogue.entries().items() if SLOW.isdisjoint(entry.tags)]


def using(puzzle: AnyPuzzle, use: str) -> AnyPuzzle:
    """The puzzle with all its pieces to be used, or with any of them."""
    return puzzle.using_any() if use == "any" and isinstance(puzzle, Puzzle) else puzzle


@pytest.mark.parametrize("name", LIGHT)
def test_counts(name: str) -> None:
    puzzle = catalogue.load(name)
    for use in ("all", "any"):
        expected = {e.what: e.count for e in puzzle.expect if e.use == use and e.what in COUNTED}
        if not expected:
            continue
        answer = count(
            using(puzzle, use),
            unique="unique" in expected,
            labelled="labelled" in expected,
        )
        numbers = {
            "solutions": answer.solutions,
            "unique": answer.up_to_symmetry,
            "labelled": answer.labelled,
        }
        assert answer.status is Status.COMPLETE
        assert {what: numbers[what] for what in expected} == expected


DRAWN = {
    "testPuzzle3": (1, 4, 8, 8),
    "partial_cross2": (0, 16, 4, 16),
    "test1": (0, 4, 0, 8),
    "trivial": (0, 1, 0, 1),
    "tetrominoes_shape": (1, 2, 2, 2),
    "board3": (0, 1, 0, 2),
    "checkerboard": (1, None, 4, 3116),
    "pentominoes6x10": (0, None, 0, 9356),
}
"""Solutions fixed, by rotation, by reflection and by all motions, of the files that were drawn.

Counted by a program that only fills the first empty cell and imports nothing of Tilewright, but for 3,116
and 9,356, which the puzzles' files explain.
"""


@pytest.mark.parametrize("name", DRAWN)
def test_pieces_lie_as_they_were_drawn(name: str) -> None:
    for motions, solutions in zip(("fixed", "rotation", "reflection", "all"), DRAWN[name], strict=True):
        if solutions is not None:
            assert count(catalogue.load(name, motions)).solutions == solutions, motions


PRICED = [name for name in LIGHT if any(e.what in COSTS for e in catalogue.load(name).expect)]


@pytest.mark.parametrize("name", PRICED)
def test_costs(name: str) -> None:
    puzzle = catalogue.load(name)
    expected = {e.what: e.count for e in puzzle.expect}
    for what, (ways, maximise) in COSTS.items():
        best = api.optimise(puzzle, maximise=maximise, count_optima=True)
        assert best.status is Status.COMPLETE
        assert (best.cost, best.optima) == (expected[what], expected[ways])
        assert best.solution is not None
        assert is_solution(puzzle, best.solution) and puzzle.cost(best.solution) == best.cost


def test_some_of_the_catalogue_has_costs() -> None:
    assert len(PRICED) >= 5
    assert {name for name in catalogue.names() if catalogue.load(name).has_costs} == set(PRICED)


def test_most_of_the_catalogue_is_light() -> None:
    assert len(LIGHT) >= 100
