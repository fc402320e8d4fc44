"""Hints on a grid: by the techniques while the position can be completed, else what to lift."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.waiting import HANGS_S
from tilewright.errors import GameError, PuzzleError
from tilewright.families.dominosa.generation import generate
from tilewright.families.dominosa.hints import CellPair, find_hint, find_mistakes
from tilewright.families.dominosa.puzzle import NumberGrid, read_grid
from tilewright.families.dominosa.web import api, tasks
from tilewright.solving.steps import Control, Limits

UNLIMITED = Limits()


def made(largest: int, difficulty: str, seed: int) -> tuple[NumberGrid, list[CellPair]]:
    """A grid with one solution, and the pairs of cells of the solution."""
    result = generate(largest, difficulty, Control(seed=seed))
    assert result.grid is not None and result.solution is not None
    return result.grid, [(one.cells[0], one.cells[1]) for one in result.solution.placements]


@settings(max_examples=8, deadline=None)
@given(st.integers(2, 4), st.sampled_from(["easy", "medium"]), st.integers(0, 20))
def test_hints_lead_to_the_solution_from_any_part_of_it(largest: int, difficulty: str, seed: int) -> None:
    grid, solution = made(largest, difficulty, seed)
    laid = solution[: len(solution) // 3]
    while len(laid) < len(solution):
        hint = find_hint(grid, laid, UNLIMITED)
        assert hint.place in solution and hint.place not in laid
        assert hint.steps and hint.steps[-1].placed is not None
        for step in hint.steps:
            assert not any(one.cells in solution for one in step.excluded)
        laid.append(hint.place)
    assert find_hint(grid, laid, UNLIMITED).sentence == "The puzzle is solved."


def test_a_hint_names_its_technique() -> None:
    # 0 0 1 over 1 1 0: only the two zeros on the left are neighbours
    hint = find_hint(read_grid("001 110"), [], UNLIMITED)
    assert hint.place == ((0, 0), (1, 0))
    assert hint.sentence == "Only place for a domino: 0-0 belongs on 0,0 1,0."
    assert hint.where == "Look for the domino 0-0: where do its numbers lie side by side?"
    assert hint.focus == () and len(hint.reasons) == len(hint.steps)
    assert hint.reasons[-1].startswith("The domino 0-0 has one place left: ")


def test_a_mistake_is_found_and_what_to_lift() -> None:
    grid = read_grid("001 110")
    wrong: list[CellPair] = [((1, 0), (2, 0))]
    for hint in (find_hint(grid, wrong, UNLIMITED), find_mistakes(grid, wrong, UNLIMITED)):
        assert hint.lift == tuple(wrong)
        assert hint.place is None
    assert find_mistakes(grid, [((2, 0), (2, 1))], UNLIMITED).sentence == "No mistake so far."


def test_a_domino_that_lies_twice_is_to_be_lifted() -> None:
    hint = find_mistakes(read_grid("001 110"), [((1, 0), (2, 0)), ((1, 1), (2, 1))], UNLIMITED)
    assert hint.sentence == "0-1 is on the grid twice: lift one of them."
    assert hint.lift == (((1, 1), (2, 1)),)


def test_where_the_techniques_do_not_decide_the_search_does() -> None:
    hint = find_hint(read_grid("0011 2200 2112"), [], UNLIMITED)
    assert hint.place is not None
    assert hint.steps or hint.sentence.startswith("The techniques do not decide here. ")


@pytest.mark.parametrize("cells", [((0, 0), (2, 0)), ((0, 0), (0, -1)), ((0, 0), (0, 0))])
def test_dominoes_cover_two_neighbours(cells: CellPair) -> None:
    with pytest.raises(GameError, match="not two neighbouring cells"):
        find_hint(read_grid("001 110"), [cells], UNLIMITED)


def test_tasks_return_what_the_api_describes() -> None:
    cancel = threading.Event()
    new = api.DominosaView.model_validate(
        tasks.new({"largest": 2, "difficulty": "easy", "symmetric": False, "seed": 1}, print, cancel)
    )
    assert (len(new.rows), len(new.rows[0]), new.largest) == (3, 4, 2)
    args = {"grid": new.text, "dominoes": [], "seconds": HANGS_S}
    assert api.DominosaView.model_validate(tasks.grid(args, print, cancel)) == new
    hint = api.DominosaHintView.model_validate(tasks.hint(args, print, cancel))
    assert hint.place is not None
    assert [step.sentence for step in hint.steps][-1:] == [hint.sentence]
    check = api.DominosaHintView.model_validate(
        tasks.check({**args, "dominoes": [hint.place]}, print, cancel)
    )
    assert check.sentence == "No mistake so far."
    with pytest.raises(PuzzleError, match="the number 0 appears 4 times"):
        tasks.grid({"grid": "001 100"}, print, cancel)
    with pytest.raises(GameError, match="is not a cell"):
        tasks.hint({**args, "dominoes": [[[0], [1, 0]]]}, print, cancel)
