"""The widget for notebooks, on the side of Python."""

from __future__ import annotations

import sys
from typing import Any

import pytest

import tilewright
from support.puzzle_cases import piece, rectangle
from tilewright.errors import GameError, PuzzleError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle

pytest.importorskip("anywidget", reason="the extra jupyter is not installed")

from tilewright.jupyter import BoardWidget

DOMINOES = Puzzle(rectangle(2, 2), (piece("d", "##", copies=2),))
SOLVED = ["place d on 0,0 1,0", "place d on 0,1 1,1"]


def test_a_puzzle_is_played() -> None:
    board = BoardWidget(DOMINOES)
    assert (board.moves, board.solutions, board.solution) == ([], (), None)
    assert board.puzzle_view["summary"] and len(board.puzzle_view["cells"]) == 4
    seen: list[Any] = []
    board.observe(seen.append, "moves")
    board.moves = SOLVED
    assert board.position.finished and len(seen) == 1
    assert board.solution is not None and len(board.solution.placements) == 2
    with pytest.raises(GameError, match="covered"):
        board.moves = [SOLVED[0], SOLVED[0]]
    assert board.moves == SOLVED
    board.moves = [*SOLVED, "lift 0,0"]
    assert board.solution is None


def test_solutions_are_stepped_through() -> None:
    every = list(tilewright.solutions(DOMINOES))
    board = BoardWidget(every)
    assert board.solutions == tuple(every) and board.solution == every[0]
    board.number = 1
    assert board.solution == every[1]
    with pytest.raises(PuzzleError, match="no solution number 2; there are 2"):
        board.number = 2
    assert [len(view) for view in board.solutions_view] == [2, 2]


def test_answers_with_solutions_are_shown() -> None:
    sample = tilewright.sample(DOMINOES, 3)
    assert len(BoardWidget(sample).solutions) == 3
    best = tilewright.optimise(DOMINOES)
    assert BoardWidget(best).solution == best.solution
    assert BoardWidget(tilewright.first(DOMINOES)).solutions


@pytest.mark.parametrize("shown", [3, "text", [], [1, 2], None])
def test_what_has_no_solutions_is_refused(shown: object) -> None:
    with pytest.raises(PuzzleError, match="a board cannot show"):
        BoardWidget(shown)


def test_counts_and_puzzles_without_boards_are_refused() -> None:
    with pytest.raises(PuzzleError, match="Answer"):
        BoardWidget(tilewright.count(DOMINOES))
    with pytest.raises(PuzzleError, match="items and options"):
        BoardWidget(ExactCoverPuzzle.of({"a": ["x"], "b": ["x"]}))
    other = Puzzle(rectangle(2, 1), (piece("d", "##"),))
    with pytest.raises(PuzzleError, match="of several"):
        BoardWidget([*tilewright.solutions(DOMINOES), *tilewright.solutions(other)])


def test_a_hint_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    board = BoardWidget(DOMINOES)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(board, "send", sent.append)
    board._handle_custom_msg({"request": "hint", "moves": []}, [])
    assert len(sent) == 1 and sent[0]["place"]["piece"] == "d" and sent[0]["moves"] == []
    board._handle_custom_msg({"request": "something else"}, [])
    assert len(sent) == 1


def test_without_anywidget_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"anywidget, .*pip install '\.\[jupyter\]'"):
        _ = tilewright.jupyter.BoardWidget
