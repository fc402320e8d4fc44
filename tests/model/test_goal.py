"""The goal of a puzzle: checked, kept by every change, and written to every file that can hold it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tilewright.catalogue import load
from tilewright.errors import FormatError, PuzzleError
from tilewright.formats import cover_program, dlx, toml
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.goal import FILL, GOALS

COVER = ExactCoverPuzzle((Item("a"),), (Option(("a",), cost=1), Option(("a",), cost=2)))


def test_puzzles_ask_for_any_solution_unless_they_say_otherwise() -> None:
    assert load("pentominoes-6x10").goal == COVER.goal == FILL
    assert {name: load(name).goal for name in ("gold-5x5", "priced-pentominoes-5x6")} == {
        "gold-5x5": "greatest",
        "priced-pentominoes-5x6": "least",
    }


@pytest.mark.parametrize("goal", ["", "most", "Greatest", None, 3])
def test_other_goals_are_refused(goal: Any) -> None:
    for puzzle in (load("gold-3x3"), COVER):
        with pytest.raises(PuzzleError, match="expected one of fill, least, greatest"):
            replace(puzzle, goal=goal)


@pytest.mark.parametrize("goal", GOALS)
def test_puzzle_files_keep_the_goal(goal: str) -> None:
    for puzzle in (replace(load("gold-3x3"), goal=goal), replace(COVER, goal=goal)):
        text = toml.dumps(puzzle)
        assert ("goal = " in text) == (goal != FILL)
        assert toml.loads(text).goal == goal
        assert to_exact_cover_puzzle(puzzle).goal == goal


def test_a_wrong_goal_in_a_file_is_named_with_its_line() -> None:
    with pytest.raises(FormatError, match="'goal' is 'most'; expected one of fill, least") as caught:
        toml.loads('title = "a"\ngoal = "most"\n[board]\ndrawing = "#"\n')
    assert caught.value.line == 2


def test_programs_and_dlx_texts_say_the_goal() -> None:
    greatest = replace(COVER, goal="greatest")
    assert cover_program.dumps_lp(greatest).count("Maximize") == 1
    assert cover_program.dumps_lp(COVER).count("Minimize") == 1
    assert dlx.dumps(greatest).startswith("| goal: the greatest cost\n")
