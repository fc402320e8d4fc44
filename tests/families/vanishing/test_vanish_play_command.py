"""``tilewright vanish play``: moves through a pipe, hints, the end of a game, errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_vanish_show_command import BOARD, ORDER

from support.cli import printed_json, run
from tilewright.families.vanishing.board import order_error
from tilewright.families.vanishing.files import load_order, loads


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, encoding="utf-8")
    return path


def game(board: Path, *moves: str, words: tuple[object, ...] = ()) -> list[str]:
    """The lines of a game with these moves, from the first answer on."""
    result = run("vanish", "play", board, "--ascii", *words, text="\n".join(moves) + "\n")
    assert result.exit_code == 0 and result.stderr == ""
    lines = [str(line) for line in result.stdout.splitlines()]
    return lines[next(n for n, line in enumerate(lines) if line.endswith("q: quit")) + 1 :]


def test_the_first_board(board: Path) -> None:
    result = run("vanish", "play", board, text="")
    assert "    0   1   2   3\n" in result.stdout and "\n1 │[0] [3]│[2]│ 3 │\n" in result.stdout
    assert "6 left; removable: 1 (0 0), 3 (0 1), 4 (2 1), 6 (0 2)" in result.stdout
    assert result.stdout.endswith("6 of 6 pieces remain; the best possible score is 2\n")


def test_a_game_to_the_end(board: Path) -> None:
    lines = game(board, "1", "1 1", "2,2", "6", "q", "1")
    assert lines[-2:] == [
        "2 left; no piece can be removed any more; this is the best possible score",
        "2 of 6 pieces remain; this is the best possible score",
    ]
    assert [line.split(";")[0] for line in lines if "left; " in line][:4] == [
        f"{n} left" for n in (5, 4, 3, 2)
    ]


def test_an_empty_board_at_the_end(board: Path) -> None:
    board.write_text("2;1\nh;0;0;0;0\n", encoding="utf-8")
    lines = game(board, "1", "h")
    assert "0 left: the board is empty" in lines
    assert lines[-2:] == [
        "The board is empty.",
        "0 of 1 piece remain; this is the best possible score",
    ]


def test_undo_and_redo(board: Path) -> None:
    lines = game(board, "u", "r", "4", "u", "r", "")
    assert lines[0] == "no piece has been removed, so there is nothing to undo"
    assert lines[1] == "no removal was undone, so there is nothing to redo"
    counts = [line[0] for line in lines if " left; removable" in line]
    assert counts == ["5", "6", "5", "5"]


def test_hints_keep_the_best_score_possible(board: Path) -> None:
    lines = game(board, "h", "best", "s", "r", "h", "4", "best")
    assert lines[0] == "Remove the piece on 0,0: at best 2 pieces will remain."
    assert lines[1] == "at best 2 pieces will remain"
    assert lines[2] == "at best 2 pieces will remain: 1 (0 0), 3 (0 1), 4 (2 1), 6 (0 2)"
    assert "5 left; removable: 3 (0 1), 4 (2 1), 6 (0 2)" in lines
    assert lines[-2:] == [
        "at best 2 pieces will remain",
        "4 of 6 pieces remain; the best possible score is 2",
    ]


def test_a_mistake_lowers_the_score_still_possible(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    # The first piece may go only while the second lies beside it; the second may go at any time.
    path.write_text("5;1\nh;9;0;0;0\nh;9;1;2;0\n", encoding="utf-8")
    lines = game(path, "best", "2", "best", "s", "h")
    assert lines[0] == "all pieces can still be removed"
    assert "1 left; no piece can be removed any more; the best possible score is 0" in lines
    assert lines[-4:] == [
        "at best 1 piece will remain",
        "no more pieces can be removed; at best 1 piece will remain",
        "No piece can be removed any more.",
        "1 of 2 pieces remain; the best possible score is 0",
    ]


def test_the_game_continues_after_wrong_input(board: Path) -> None:
    lines = game(board, "7", "2", "4 4", "fly", "x" * 5000, "1")
    assert lines[0] == "there is no piece 7; pieces are numbered from 1 to 6"
    assert lines[1].startswith("piece 2 (h;3;3;2;0) cannot be removed now")
    assert lines[2].startswith("the square 4,4 is not on the board")
    assert lines[3].startswith("'fly' is not a move") and lines[3].endswith("? lists the moves")
    assert (
        lines[4].startswith("'xxx")
        and lines[5] == ""
        and "5 left; removable: 3 (0 1), 4 (2 1), 6 (0 2)" in lines
    )


def test_input_that_is_not_text(board: Path) -> None:
    result = run("vanish", "play", board, text=b"\xff\xfe\x00\n1\n")
    assert result.exit_code == 0 and "is not a move" in result.stdout and "5 left" in result.stdout


@pytest.mark.parametrize("suffix", [".txt", ".xml"])
def test_the_removals_are_written(board: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"mine{suffix}"
    lines = game(board, "4", "6", words=("-o", out))
    assert lines[-1] == f"wrote {out}"
    order = load_order(out, loads(BOARD))
    assert order == (3, 5) and not order_error(loads(BOARD), order)
    again = game(board, "u", words=("--order", out))
    assert "5 left; removable: 1 (0 0), 3 (0 1), 6 (0 2)" in again


def test_json_has_stdout_to_itself(board: Path) -> None:
    result = run("vanish", "play", board, "--json", text="1\nq\n")
    body = printed_json(result)
    assert (body["left"], body["order"], body["pieces"]) == (5, ["h;0;1;0;0"], 6)
    assert (body["best_left"], body["lower_bound"], body["proven"]) == (2, 2, True)
    assert "5 left; removable" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-"], "standard input is read for moves"),
        (["board.txt", "--order", "-"], "standard input is read for moves"),
        (["board.txt", "-o", "out.csv"], "expected one of .txt, .xml"),
        (["board.txt", "--order", "wrong.txt"], "wrong.txt: removal 1: piece 2"),
        (["wrong.txt"], "wrong.txt, line 1"),
        (["large.txt"], "at most 20,000 are drawn as text"),
    ],
)
def test_errors(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.txt").write_text("5\nh;3;3;2;0\n", encoding="utf-8")
    Path("large.txt").write_text("2000;2000\n", encoding="utf-8")
    result = run("vanish", "play", *words, text=ORDER)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""
