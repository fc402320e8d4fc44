"""``tilewright vanish play``: moves through a pipe, hints, the end of a game, refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_vanish_show import BOARD, ORDER

from support.cli import printed_json, run
from tilewright.families.vanishing.check import faults
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
    return lines[next(n for n, line in enumerate(lines) if line.endswith("q quits")) + 1 :]


def test_the_first_board(board: Path) -> None:
    result = run("vanish", "play", board, text="")
    assert "    0   1   2   3\n" in result.stdout and "\n1 │[0] [3]│[2]│ 3 │\n" in result.stdout
    assert "6 left; may go: 1 (0 0), 3 (0 1), 4 (2 1), 6 (0 2)" in result.stdout
    assert result.stdout.endswith("6 of 6 pieces left; the best is 2\n")


def test_a_game_to_the_end(board: Path) -> None:
    lines = game(board, "1", "1 1", "2,2", "6", "q", "1")
    assert lines[-2:] == [
        "2 left; no piece can go any more; that is the best there is",
        "2 of 6 pieces left; that is the best there is",
    ]
    assert [line.split(";")[0] for line in lines if "left; " in line][:4] == [
        f"{n} left" for n in (5, 4, 3, 2)
    ]


def test_an_empty_board_at_last(board: Path) -> None:
    board.write_text("2;1\nh;0;0;0;0\n", encoding="utf-8")
    lines = game(board, "1", "h")
    assert "0 left: the board is empty" in lines
    assert lines[-2:] == [
        "no piece can go, so there is no hint; u undoes",
        "0 of 1 piece left; that is the best there is",
    ]


def test_undo_and_redo(board: Path) -> None:
    lines = game(board, "u", "r", "4", "u", "r", "")
    assert lines[0] == "nothing was removed yet, so nothing can be undone"
    assert lines[1] == "nothing was undone, so nothing can be redone"
    counts = [line[0] for line in lines if " left; may go" in line]
    assert counts == ["5", "6", "5", "5"]


def test_hints_keep_the_best_in_reach(board: Path) -> None:
    lines = game(board, "h", "best", "s", "r", "h", "4", "best")
    assert lines[0] == "remove 1 (0 0); 2 can still be left, not fewer"
    assert lines[1] == "2 can still be left, not fewer"
    assert lines[2] == "2 can still be left, not fewer: 1 (0 0), 3 (0 1), 4 (2 1), 6 (0 2)"
    assert "5 left; may go: 3 (0 1), 4 (2 1), 6 (0 2)" in lines
    assert lines[-2:] == ["2 can still be left, not fewer", "4 of 6 pieces left; the best is 2"]


def test_a_mistake_shows_in_what_can_be_reached(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    # The first piece may go only while the second lies beside it; the second may go at any time.
    path.write_text("5;1\nh;9;0;0;0\nh;9;1;2;0\n", encoding="utf-8")
    lines = game(path, "best", "2", "best", "s", "h")
    assert lines[0] == "0 can still be left, not fewer"
    assert "1 left; no piece can go any more; the best is 0" in lines
    assert lines[-4:] == [
        "1 can still be left, not fewer",
        "nothing more can be removed; 1 can still be left, not fewer",
        "no piece can go, so there is no hint; u undoes",
        "1 of 2 pieces left; the best is 0",
    ]


def test_wrong_input_is_answered_and_the_game_goes_on(board: Path) -> None:
    lines = game(board, "7", "2", "4 4", "fly", "x" * 5000, "1")
    assert lines[0] == "there is no piece 7; they are numbered from 1 to 6"
    assert lines[1].startswith("piece 2 (h;3;3;2;0) cannot go now")
    assert lines[2].startswith("the square 4 4 is not on the board")
    assert lines[3].startswith("'fly' is no move") and lines[3].endswith("? lists the moves")
    assert (
        lines[4].startswith("'xxx")
        and lines[5] == ""
        and "5 left; may go: 3 (0 1), 4 (2 1), 6 (0 2)" in lines
    )


def test_input_that_is_no_text(board: Path) -> None:
    result = run("vanish", "play", board, text=b"\xff\xfe\x00\n1\n")
    assert result.exit_code == 0 and "is no move" in result.stdout and "5 left" in result.stdout


@pytest.mark.parametrize("suffix", [".txt", ".xml"])
def test_the_removals_are_written(board: Path, tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"mine{suffix}"
    lines = game(board, "4", "6", words=("-o", out))
    assert lines[-1] == f"wrote {out}"
    order = load_order(out, loads(BOARD))
    assert order == (3, 5) and not faults(loads(BOARD), order)
    again = game(board, "u", words=("--order", out))
    assert "5 left; may go: 1 (0 0), 3 (0 1), 6 (0 2)" in again


def test_json_has_stdout_to_itself(board: Path) -> None:
    result = run("vanish", "play", board, "--json", text="1\nq\n")
    body = printed_json(result)
    assert (body["left"], body["order"], body["pieces"]) == (5, ["h;0;1;0;0"], 6)
    assert (body["best_left"], body["lower_bound"], body["proven"]) == (2, 2, True)
    assert "5 left; may go" in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-"], "standard input is for the moves"),
        (["board.txt", "--order", "-"], "standard input is for the moves"),
        (["board.txt", "-o", "out.csv"], "expected one of .txt, .xml"),
        (["board.txt", "--order", "wrong.txt"], "wrong.txt: removal 1: piece 2"),
        (["wrong.txt"], "wrong.txt, line 1"),
        (["large.txt"], "a text drawing of at most 20,000 squares"),
    ],
)
def test_refusals(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.txt").write_text("5\nh;3;3;2;0\n", encoding="utf-8")
    Path("large.txt").write_text("2000;2000\n", encoding="utf-8")
    result = run("vanish", "play", *words, text=ORDER)
    assert result.exit_code == 2 and message in result.stderr and result.stdout == ""
