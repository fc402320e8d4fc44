"""Pips by hand: a game can be replayed, undone and written down; invalid moves are clear errors."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.pips_cases import ONE_WAY, placements, random_puzzle
from tilewright.errors import GameError
from tilewright.families.pips import play
from tilewright.families.pips.checker import faults
from tilewright.families.pips.files import loads
from tilewright.families.pips.play import PipsPosition, apply, begin, interpret, replay
from tilewright.families.pips.puzzle import PipsPuzzle, PipsSolution
from tilewright.play.notation import MAX_TEXT, cells_text

PUZZLE = loads(ONE_WAY)[""]  # a 3 by 2 board with the dominoes 1-2, 0-4 and 3-3
START = begin(PUZZLE)
SOLVED = ["lay 1 0,0 1,0", "lay 2 0,1 1,1", "lay 0 2,0 2,1"]


def played(puzzle: PipsPuzzle, dice: random.Random, moves: int = 30) -> list[PipsPosition]:
    """The positions of a random game, each with the move that leads to the next one."""
    positions = [begin(puzzle)]
    for _ in range(moves):
        position = positions[-1]
        number = dice.randrange(len(puzzle.dominoes))
        open_cells = [cell for cell in puzzle.cells if position.owner.get(cell, number) == number]
        pairs = [
            (cell, other) for cell in open_cells for other in puzzle.neighbours(cell) if other in open_cells
        ]
        if pairs and dice.random() < 0.8:
            text = f"lay {number} {cells_text(dice.choice(pairs))}"
        elif number in position.owner.values():
            text = f"lift {number}"
        else:
            text = "clear"
        move = interpret(position, text)
        assert str(move) == text
        positions.append(apply(position, move))
        assert replay(position, [text]) == positions[-1]
    return positions


@given(st.randoms(use_true_random=False))
def test_random_games_replay_undo_and_round_trip(dice: random.Random) -> None:
    puzzle = random_puzzle(dice)
    for position in played(puzzle, dice):
        assert play.loads(puzzle, play.dumps(position)) == position
        assert len(position.owner) == 2 * len(position.laid)
        assert {*position.remaining, *position.owner.values()} == set(range(len(puzzle.dominoes)))
        assert position.finished == (not faults(puzzle, PipsSolution(position.dominoes)))
        for number, cells in position.laid:
            lifted = replay(position, [f"lift {number}"])
            assert number in lifted.remaining
            assert dict(replay(lifted, [f"lay {number} {cells_text(cells)}"]).laid) == dict(position.laid)


@given(st.randoms(use_true_random=False))
def test_each_solution_is_finished(dice: random.Random) -> None:
    puzzle = random_puzzle(dice, 8)
    for solution in list(placements(puzzle))[:5]:
        position = begin(puzzle)
        for one in solution:
            number = next(n for n in position.remaining if sorted(puzzle.dominoes[n]) == sorted(one.numbers))
            cells = one.cells if puzzle.dominoes[number] == one.numbers else one.cells[::-1]
            position = replay(position, [f"lay {number} {cells_text(cells)}"])
        assert position.finished


def test_a_board_is_solved_when_it_is_full_and_right() -> None:
    assert [replay(START, SOLVED[:number]).finished for number in range(4)] == [False, False, False, True]
    assert replay(START, SOLVED).dominoes[0].numbers == (0, 4)
    reversed_one = replay(START, ["lay 1 1,0 0,0", *SOLVED[1:]])
    assert reversed_one.remaining == () and not reversed_one.finished


def test_a_domino_on_the_board_is_moved() -> None:
    position = replay(START, [*SOLVED[:2], "lay 1 1,0 0,0"])
    assert position.laid == ((2, ((0, 1), (1, 1))), (1, ((1, 0), (0, 0))))
    shifted = replay(START, ["lay 0 0,0 1,0", "lay 0 1,0 2,0"])
    assert play.dumps(shifted) == "lay.0.1,0.2,0"
    assert replay(position, ["clear"]) == replay(START, ["clear"]) == START


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["jump 1"], "move 1: 'jump 1' is not a move; expected 'lay DOMINO x,y x,y'"),
        ([""], "'' is not a move"),
        (["clear 1"], "'clear 1' is not a move"),
        (["lay"], "'lay' is not a move"),
        (["lift"], "'lift' is not a move"),
        (["lift x"], "'lift x' is not a move"),
        (["lift -1"], "'lift -1' is not a move"),
        (["lift 1.0"], "'lift 1.0' is not a move"),
        (["lift 1 0,0"], "'lift 1 0,0' is not a move"),
        (["lay 3 0,0 1,0"], "there is no domino number 3; they are numbered from 0 to 2"),
        (["lift 3"], "there is no domino number 3"),
        (["lift 1"], "0-4, domino number 1, is not on the board"),
        (["lay 1"], "the cells are missing"),
        (["lay 1 0,0"], "a domino covers two cells that share a side, not 0,0"),
        (["lay 1 0,0 1,0 2,0"], "a domino covers two cells"),
        (["lay 1 0,0 0,0"], "a domino covers two cells"),
        (["lay 1 0,0 1,1"], "a domino covers two cells"),
        (["lay 1 0,0 x"], "'x' is not a cell"),
        (["lay 1 2,0 3,0"], "the cell 3,0 is not on the board"),
        (["lay 1 0,-1 0,0"], "the cell 0,-1 is not on the board"),
        (["lay 1 0,0 1,0", "lay 0 1,0 1,1"], "move 2: the cell 1,0 is covered by 0-4"),
        (["x" * (MAX_TEXT + 1)], "at most 2,000,000"),
    ],
)
def test_invalid_moves_are_errors(moves: list[str], sentence: str) -> None:
    with pytest.raises(GameError) as error:
        replay(START, moves)
    assert sentence in str(error.value)
    assert len(str(error.value)) < 200


def test_moves_of_another_position_are_errors() -> None:
    with pytest.raises(GameError, match="0-4, domino number 1, is not on the board"):
        apply(START, interpret(replay(START, SOLVED), "lift 1"))
    with pytest.raises(GameError, match="the cell 2,0 is covered by 1-2"):
        apply(replay(START, SOLVED), interpret(START, "lay 1 1,0 2,0"))


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "lay",
        "lift.1",
        "clear",
        "lay.1.0,0.1,0_",
        "_",
        "lay.9.0,0.1,0",
        "lay.1.0,0.1,0_lay.0.0,0.0,1",
        "lay.1.0,0.9,0",
    ],
)
def test_invalid_positions_are_errors(text: str) -> None:
    with pytest.raises(GameError):
        play.loads(PUZZLE, text)
