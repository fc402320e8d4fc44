"""Exact cover files of boards: the least cost in DLX, the number of all arrangements in EC."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

import tilewright
from support.model_brute import arrangements, boards
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport import solve_board
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.cover_files import to_exact_cover, without_secondary_items, write_cover
from tilewright.families.gunport.pieces import rules_for
from tilewright.formats import dlx, exact_cover_text

rectangle = GunportBoard.rectangle
PLAIN, STILL = Rules(), Rules(no_slide=True)


def sizes(side: int) -> list[tuple[int, int]]:
    return [(rows, columns) for columns in range(1, side + 1) for rows in range(1, columns + 1)]


def count_arrangements(rows: int, columns: int) -> int:
    """All arrangements of dominoes, counted cell by cell in reading order.

    A state has a letter for the latest cell of each column: a port (p), or a domino that is complete (c), or
    that goes on below (b) or to the right (r).
    """
    states = Counter({"c" * columns: 1})
    for y in range(rows):
        for x in range(columns):
            following: Counter[str] = Counter()
            for state, number in states.items():
                above, left = state[x], state[x - 1] if x else "c"
                if above == "b":
                    letters = "c" if left != "r" else ""
                elif left == "r":
                    letters, state = "c", state[: x - 1] + "c" + state[x:]
                else:
                    letters = "b" * (y + 1 < rows) + "r" * (x + 1 < columns) + "p" * ("p" not in above + left)
                for letter in letters:
                    following[state[:x] + letter + state[x + 1 :]] += number
            states = following
    return states.total()


@pytest.mark.parametrize("size", sizes(8), ids=str)
def test_the_least_cost_is_the_fewest_dominoes(size: tuple[int, int]) -> None:
    puzzle = dlx.loads(dlx.dumps(to_exact_cover(rectangle(*size), PLAIN)))
    assert tilewright.optimise(puzzle).cost == solve_board(rectangle(*size)).pieces


@pytest.mark.parametrize("size", sizes(6), ids=str)
def test_ec_has_a_solution_for_each_arrangement(size: tuple[int, int]) -> None:
    text = exact_cover_text.dumps(without_secondary_items(to_exact_cover(rectangle(*size), PLAIN)))
    assert tilewright.count(exact_cover_text.loads(text)).solutions == count_arrangements(*size)


@given(board=boards(most=9))
def test_boards_of_any_shape_with_given_dominoes_and_ports(board: GunportBoard) -> None:
    for rules in (PLAIN, STILL):
        every = list(arrangements(board, rules))
        puzzle = to_exact_cover(board, rules)
        for form in (puzzle, without_secondary_items(puzzle)):
            assert tilewright.count(form).solutions == len(every)
        assert tilewright.optimise(puzzle).cost == min(map(len, every), default=None)


@pytest.mark.parametrize("piece", ["monomino", "L tromino", "I3"])
@pytest.mark.parametrize("no_slide", [False, True])
def test_other_pieces(piece: str, *, no_slide: bool) -> None:
    rules = rules_for(piece, no_slide=no_slide)
    puzzle = dlx.loads(dlx.dumps(to_exact_cover(rectangle(3, 4), rules)))
    assert tilewright.optimise(puzzle).cost == solve_board(rectangle(3, 4), rules).pieces


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "board.dlx"
    assert write_cover(rectangle(1, 2), PLAIN, path) == f"wrote {path}: 3 items, 3 options"
    assert path.read_text() == (
        "| gunport 1x2: each domino costs 1, a port nothing\n| goal: the least cost\n"
        "0,0 1,0 | 0,0;1,0\n0,0 1,0 |1\n0,0 0,0;1,0\n1,0 0,0;1,0\n"
    )
    path = tmp_path / "board.EC"
    remark = "EC has no costs: each arrangement is a solution, however many pieces it has"
    assert write_cover(rectangle(1, 2), PLAIN, path) == f"wrote {path}: 3 items, 4 options; {remark}"
    assert path.read_text() == (
        f"110 piece:0,0;1,0 ({remark})\n101 port:0,0\n011 port:1,0\n001 unused:0,0;1,0\n"
    )


def test_large_boards_are_written_as_numbers(tmp_path: Path) -> None:
    write_cover(rectangle(36, 36), PLAIN, tmp_path / "board.ec")
    read = exact_cover_text.loads((tmp_path / "board.ec").read_text())
    assert (len(read.items), len(read.options)) == (1296 + 2 * 36 * 35, 1296 + 4 * 36 * 35)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match=r"EC cannot express that no L tromino fits; DLX can"):
        write_cover(rectangle(3, 3), rules_for("L tromino"), tmp_path / "board.ec")
    assert not (tmp_path / "board.ec").exists()
    odd = GunportBoard(rectangle(3, 3).cells, frozenset({((0, 0), (1, 1))}))
    with pytest.raises(PuzzleError, match="is not the domino"):
        write_cover(odd, PLAIN, tmp_path / "board.dlx")
