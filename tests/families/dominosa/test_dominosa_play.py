"""Dominosa by hand: a game can be replayed, undone and written down; invalid moves are clear errors."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.errors import GameError, PuzzleError
from tilewright.families.dominosa import play
from tilewright.families.dominosa.play import DominosaPosition, apply, begin, interpret, replay
from tilewright.families.dominosa.puzzle import NumberGrid, read_grid
from tilewright.play.notation import MAX_TEXT, cells_text

GRID = read_grid("001 110")
START = begin(GRID)
SOLVED = ["lay 0,0 1,0", "lay 2,0 2,1", "lay 0,1 1,1"]


@st.composite
def grids(draw: st.DrawFn) -> NumberGrid:
    """A grid of a set: its numbers in any order, in a shape of any width."""
    largest = draw(st.integers(1, 3))
    numbers = draw(st.permutations([n for n in range(largest + 1) for _ in range(largest + 2)]))
    width = draw(st.integers(1, 6))
    rows = [tuple(numbers[at : at + width]) for at in range(0, len(numbers), width)]
    return NumberGrid(tuple(rows))


def played(start: DominosaPosition, dice: random.Random, moves: int = 30) -> list[DominosaPosition]:
    """The positions of a random game, each with the move that leads to the next one."""
    positions = [start]
    pairs = [((x, y), other) for x, y in start.grid.cells for other in ((x + 1, y), (x, y + 1))]
    pairs = [pair for pair in pairs if pair[1] in start.grid.cells]
    for _ in range(moves):
        position, pair = positions[-1], dice.choice(pairs)
        if not set(pair) & position.owner.keys():
            text = f"lay {cells_text(dice.sample(pair, 2))}"
        else:
            text = dice.choice([f"mark {cells_text(dice.sample(pair, 2))}", "lift", "clear"])
        if text == "lift":
            text = f"lift {cells_text([dice.choice(sorted(position.owner))])}"
        move = interpret(position, text)
        positions.append(apply(position, move))
        assert interpret(position, str(move)) == move
        assert replay(position, [str(move)]) == positions[-1]
    return positions


@given(grids(), st.randoms(use_true_random=False))
def test_random_games_replay_undo_and_round_trip(grid: NumberGrid, dice: random.Random) -> None:
    start = begin(grid)
    for position in played(start, dice):
        assert play.loads(start, play.dumps(position)) == position
        assert len(position.owner) == 2 * len(position.dominoes)
        assert {*position.free, *position.owner} == grid.cells.keys()
        assert sum(position.counts.values()) == len(position.dominoes)
        for pair in position.dominoes:
            lifted = replay(position, [f"lift {cells_text(pair[1:])}"])
            laid = replay(lifted, [f"lay {cells_text(pair)}"])
            assert set(laid.dominoes) == set(position.dominoes)
            assert pair not in lifted.dominoes
        for pair in position.marks:
            assert pair not in replay(position, [f"mark {cells_text(pair)}"]).marks


def test_a_solved_grid_has_the_whole_set() -> None:
    assert [replay(START, SOLVED[:number]).finished for number in range(4)] == [False, False, False, True]
    assert replay(START, SOLVED).counts == {"0-0": 1, "0-1": 1, "1-1": 1}
    twice = replay(START, ["lay 0,0 0,1", "lay 1,0 1,1", "lay 2,0 2,1"])
    assert not twice.free and not twice.finished
    assert twice.counts == {"0-1": 3}


def test_marks_are_hidden_by_dominoes_and_toggled() -> None:
    marked = replay(START, ["mark 1,0 0,0", "lay 0,0 1,0", "mark 2,0 2,1"])
    assert marked.marks == (((0, 0), (1, 0)), ((2, 0), (2, 1)))
    assert play.dumps(marked) == "lay.0,0.1,0_mark.0,0.1,0_mark.2,0.2,1"
    assert replay(marked, ["mark 0,0 1,0"]).marks == (((2, 0), (2, 1)),)
    assert replay(marked, ["clear"]) == START
    assert replay(START, ["clear"]) == START


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["jump"], "move 1: 'jump' is not a move; expected 'lay x,y x,y'"),
        ([""], "'' is not a move"),
        (["clear 0,0"], "'clear 0,0' is not a move"),
        (["lay"], "the cells are missing; expected cells such as 3,1"),
        (["lay 0,0 x"], "'x' is not a cell"),
        (["lay 0,0,0 1,0,0"], "'0,0,0' is not a cell"),
        (["lay 0,0"], "a domino covers two cells that share a side"),
        (["lay 0,0 0,0"], "a domino covers two cells"),
        (["lay 0,0 1,0 2,0"], "a domino covers two cells"),
        (["lay 0,0 1,1"], "a domino covers two cells"),
        (["mark 0,0 2,0"], "a domino covers two cells"),
        (["lay 2,0 3,0"], "the cell 3,0 is not on the grid"),
        (["lay 0,-1 0,0"], "the cell 0,-1 is not on the grid"),
        (["mark 0,1 0,2"], "the cell 0,2 is not on the grid"),
        (["lay 0,0 1,0", "lay 1,0 1,1"], "move 2: the cell 1,0 is covered by 0-0; lift it first"),
        (["lift 0,0"], "the cell 0,0 is not covered, so there is nothing to lift"),
        (["lift 9,9"], "the cell 9,9 is not on the grid"),
        (["lay 0,0 1,0", "lift 0,0 1,0"], "move 2: one domino is lifted at a time"),
        (["mark 0,0 1,0", "lift 0,0"], "the cell 0,0 is not covered"),
        (["x" * (MAX_TEXT + 1)], "at most 2,000,000"),
    ],
)
def test_invalid_moves_are_errors(moves: list[str], sentence: str) -> None:
    with pytest.raises(GameError) as error:
        replay(START, moves)
    assert sentence in str(error.value)
    assert len(str(error.value)) < 200


def test_moves_of_another_position_are_errors() -> None:
    lift = interpret(replay(START, SOLVED), "lift 0,0")
    with pytest.raises(GameError, match="no domino lies on just 0,0 1,0"):
        apply(START, lift)
    with pytest.raises(GameError, match="is covered by 0-0"):
        apply(replay(START, SOLVED), interpret(START, SOLVED[0]))


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "lay",
        "lay.0,0",
        "lift.0,0",
        "clear",
        "lay.0,0.1,0_",
        "_",
        "lay.0,0.1,0_lay.0,0.0,1",
        "lay.0,0.9,0",
    ],
)
def test_invalid_positions_are_errors(text: str) -> None:
    with pytest.raises(GameError):
        play.loads(START, text)


def test_a_grid_must_be_that_of_a_set() -> None:
    with pytest.raises(PuzzleError, match="the number 0 appears 4 times"):
        begin(read_grid("000 110"))


def test_grids_need_not_be_rectangles() -> None:
    start = begin(read_grid("0.0\n011\n1"))
    with pytest.raises(GameError, match="the cell 1,0 is not on the grid"):
        interpret(start, "lay 0,0 1,0")
    assert replay(start, ["lay 0,1 0,2", "lay 1,1 2,1"]).free == ((0, 0), (2, 0))
