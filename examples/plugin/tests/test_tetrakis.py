"""The lattice and the format of the example: geometry, counts, both ways."""

from __future__ import annotations

from functools import cache
from math import isclose
from pathlib import Path

import pytest

import tilewright
from tilewright.errors import FormatError, UnsupportedError
from tilewright.model.lattices import LATTICES, Cell
from tilewright.model.pieces import polyforms
from tilewright.model.puzzle import Board, Piece, Puzzle

TETRAKIS = LATTICES["tetrakis"]
PUZZLE = Path(__file__).resolve().parents[1] / "puzzle.toml"
SQUARE: list[Cell] = [(1, 0), (0, 1), (2, 1), (1, 2)]
WINDOW = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if TETRAKIS.is_cell((x, y))]


@pytest.mark.parametrize("cell", WINDOW)
def test_a_cell_shares_two_corners_with_each_neighbour(cell: Cell) -> None:
    corners = set(TETRAKIS.outline(cell))
    assert len(TETRAKIS.neighbours(cell)) == 3
    for near in TETRAKIS.neighbours(cell):
        assert cell in TETRAKIS.neighbours(near)
        assert len(corners & set(TETRAKIS.outline(near))) == 2
    (a, b), (c, d), (e, f) = TETRAKIS.outline(cell)
    assert isclose(abs((c - a) * (f - b) - (e - a) * (d - b)) / 2, 0.25)


def test_motions_carry_neighbours_to_neighbours() -> None:
    motions = TETRAKIS.motions["all"]
    assert len({tuple(map(motion, WINDOW)) for motion in motions}) == 8
    for motion in motions:
        for cell in WINDOW:
            assert set(map(motion, TETRAKIS.neighbours(cell))) == set(TETRAKIS.neighbours(motion(cell)))


def test_the_polyforms_are_counted_as_in_a197465() -> None:
    counts = [len(polyforms(size, "all", TETRAKIS)) for size in range(1, 9)]
    assert counts == [1, 2, 2, 6, 8, 22, 42, 112]


def matchings(cells: frozenset[Cell]) -> int:
    """How many ways there are to join all cells in pairs of neighbours."""
    if not cells:
        return 1
    first = min(cells)
    return sum(_matchings(cells - {first, near}) for near in TETRAKIS.neighbours(first) if near in cells)


_matchings = cache(matchings)


def test_diaboloes_are_counted_as_matchings() -> None:
    puzzle = tilewright.load(PUZZLE)
    assert isinstance(puzzle, Puzzle)
    assert matchings(puzzle.board.cells) == 648 == puzzle.expect[0].count
    assert tilewright.count(puzzle).solutions == 648


def test_a_puzzle_goes_through_csv_unchanged(tmp_path: Path) -> None:
    pieces = [Piece.of(name, cells, lattice=TETRAKIS, copies=2) for name, cells in (("a", SQUARE[:2]),)]
    puzzle = Puzzle(Board.of(SQUARE), tuple(pieces), lattice=TETRAKIS)
    tilewright.save(puzzle, tmp_path / "puzzle.csv")
    assert tilewright.load(tmp_path / "puzzle.csv") == puzzle
    (tmp_path / "puzzle.csv").rename(tmp_path / "puzzle")
    assert tilewright.load(tmp_path / "puzzle") == puzzle  # detected by its content


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("lattice,moon\n", 1, "expected 'lattice,' and one of"),
        ("lattice,tetrakis\nboard,,0,0\n", 2, "'0,0' is no cell of the tetrakis lattice"),
        ("lattice,tetrakis\nboard,,1,0\nboard,,1,0\n", 3, "given twice"),
        ("lattice,tetrakis\nboard,,1,0\na,x,1,0\n", 3, "the copies of 'a' are 'x'"),
        ("lattice,tetrakis\na,1,1,0\n", 0, "there is no board"),
    ],
)
def test_errors_say_where(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(text)
    with pytest.raises(FormatError, match=message) as caught:
        tilewright.load(path)
    assert caught.value.line == line


def test_what_csv_cannot_express_is_refused(tmp_path: Path) -> None:
    puzzle = Puzzle(Board.of(SQUARE[:1], SQUARE[1:]), (), lattice=TETRAKIS)
    with pytest.raises(UnsupportedError, match="optional cells"):
        tilewright.save(puzzle, tmp_path / "puzzle.csv")
