"""The worker tasks of the vanishing page: their results fit the models of the API."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from support.waiting import HANGS_S
from tilewright.documents import dumps as dumps_document
from tilewright.errors import GameError, UnsupportedError
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.files import loads
from tilewright.families.vanishing.game import begin, replay
from tilewright.families.vanishing.generation import GAME_SIZES
from tilewright.families.vanishing.methods import METHODS
from tilewright.families.vanishing.web import api, tasks

BOARD = "6;1\nh;0;1;0;0\nh;1;0;3;0\n"


def run_task(task: Any, **args: object) -> dict[str, Any]:
    result: dict[str, Any] = task(args, lambda *_: None, threading.Event())
    return result


def test_a_board_is_read() -> None:
    view = api.VanishingView.model_validate(run_task(tasks.board, board=BOARD))
    assert (view.width, view.height) == (6, 1)
    assert [(list(map(list, piece.squares)), piece.values) for piece in view.pieces] == [
        ([[0, 0], [1, 0]], [0, 1]),
        ([[3, 0], [4, 0]], [1, 0]),
    ]
    assert loads(view.board) == loads(BOARD)


def test_columns_numbered_from_the_right_are_shown_as_in_pictures() -> None:
    document = dumps_document(DominoBoard(6, 1, loads(BOARD).pieces, from_right=True))
    view = api.VanishingView.model_validate(run_task(tasks.board, board=document))
    assert [list(map(list, piece.squares)) for piece in view.pieces] == [[[4, 0], [5, 0]], [[1, 0], [2, 0]]]
    assert [piece.values for piece in view.pieces] == [[1, 0], [0, 1]]
    hint = run_task(tasks.hint, board=view.board, moves=[], seconds=HANGS_S)
    assert hint["square"] == [1, 0]


def test_hints_and_the_best_score() -> None:
    hint = api.VanishingHint.model_validate(run_task(tasks.hint, board=BOARD, moves=[], seconds=HANGS_S))
    assert hint.left == hint.lower_bound == 0 and list(hint.square or ()) == [3, 0]
    best = api.VanishingBest.model_validate(run_task(tasks.best, board=BOARD, moves=[], seconds=HANGS_S))
    assert (best.left, best.proven, best.sentence) == (0, True, "all pieces can still be removed")
    moves = ["remove 3,0", "remove 0,0"]
    end = api.VanishingHint.model_validate(run_task(tasks.hint, board=BOARD, moves=moves, seconds=HANGS_S))
    assert end.square is None and end.sentence == "The board is empty."


def test_new_boards() -> None:
    view = api.VanishingView.model_validate(run_task(tasks.new, difficulty="easy", width=0, height=0, seed=3))
    assert (view.width, view.height) == GAME_SIZES["easy"]
    assert begin(loads(view.board)).removable


def test_errors() -> None:
    with pytest.raises(GameError, match=r"move 2: piece 1 .* has already been removed"):
        run_task(tasks.best, board=BOARD, moves=["remove 0,0", "remove 1,0"], seconds=HANGS_S)
    large = "\n".join(["200;20", *(f"h;0;0;{2 * x};{y}" for y in range(20) for x in range(51))])
    with pytest.raises(UnsupportedError, match="the board has 1,020 pieces"):
        run_task(tasks.board, board=large)


@pytest.mark.parametrize("method", METHODS)
def test_solutions_are_moves_from_the_position(method: str) -> None:
    solved = run_task(
        tasks.solve, board=BOARD, moves=["remove 3,0"], method=method, seed=1, seconds=HANGS_S, repetitions=20
    )
    solution = api.VanishingSolution.model_validate(solved)
    assert solution.moves == (["remove 0,0"] if solution.left == 0 else [])
    assert solution.sentence.startswith(f"The method {method}: ")
    after = replay(loads(BOARD), ["remove 3,0", *solution.moves])
    assert after.remaining == solution.left


def test_a_solution_says_what_is_proven() -> None:
    stuck = "3;1\nh;1;2;0;0\n"
    fields = run_task(
        tasks.solve, board=stuck, moves=[], method="exact", seed=0, repetitions=20, seconds=HANGS_S
    )
    assert fields["sentence"] == "The method exact: 1 piece remains, and no order is better."
    with pytest.raises(UnsupportedError, match="there is no method 'magic'"):
        run_task(tasks.solve, board=BOARD, moves=[], method="magic", seed=0, repetitions=20, seconds=HANGS_S)
