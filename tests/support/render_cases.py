"""Puzzles and solutions to draw, made without any solver."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution

SIX_BY_TEN = (
    "LLLLNYYYYZ",
    "LFFNNXYZZZ",
    "FFTNXXXZWW",
    "VFTNUXUWWP",
    "VTTTUUUWPP",
    "VVVIIIIIPP",
)


def solution_of(rows: Sequence[str]) -> Solution:
    """The solution drawn by one letter a cell; ``.`` and blanks are uncovered."""
    cells: dict[str, list[Cell]] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter not in " .":
                cells.setdefault(letter, []).append((x, y))
    return Solution.of(Placement(name, tuple(sorted(solutions))) for name, solutions in cells.items())


def pentominoes() -> Puzzle:
    """The 6x10 rectangle and the twelve pentominoes, in alphabetical order."""
    placements = sorted(solution_of(SIX_BY_TEN).placements, key=lambda p: p.piece)
    board = Board.of((x, y) for x in range(10) for y in range(6))
    return Puzzle(board, tuple(Piece.of(p.piece, p.cells) for p in placements), title="6x10")


def mirrors() -> list[Solution]:
    """Four solutions of the 6x10: one and its mirror images."""
    rows = SIX_BY_TEN
    flipped = tuple(row[::-1] for row in rows)
    return [solution_of(each) for each in (rows, flipped, rows[::-1], flipped[::-1])]


def dominoes(wide: int, rows: Sequence[Sequence[Cell]]) -> tuple[Puzzle, Solution]:
    """A strip of a board filled with copies of one domino."""
    cells = [cell for pair in rows for cell in pair]
    puzzle = Puzzle(Board.of(cells), (Piece.of("domino", [(0, 0), (1, 0)], copies=len(rows)),), title="")
    assert max(x for x, _ in cells) == wide - 1
    return puzzle, Solution.of(Placement("domino", tuple(sorted(pair))) for pair in rows)


@st.composite
def filled_puzzles(draw: st.DrawFn) -> tuple[Puzzle, Solution]:
    """Any small board cut at random into pieces, some of them left away so that cells stay bare."""
    wide, high = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    grid = [(x, y) for x in range(wide) for y in range(high)]
    dropped = draw(st.sets(st.sampled_from(grid), max_size=len(grid) - 1))
    kept = [cell for cell in grid if cell not in dropped]
    mark = {cell: draw(st.integers(0, 4)) for cell in kept}
    regions: list[list[Cell]] = []
    for value in range(5):
        regions += SQUARE.components(cell for cell in kept if mark[cell] == value)
    optional = draw(st.sets(st.sampled_from(kept)))
    palette = draw(st.sampled_from(["", "ab", "abc"]))
    colours: dict[Cell, str] = {(x, y): palette[(x + y) % len(palette)] if palette else "" for x, y in kept}
    same = draw(st.booleans())  # pieces of one shape become copies of one piece
    pieces: dict[object, Piece] = {}
    placements = []
    for i, region in enumerate(sorted(regions)):
        piece = Piece.of(f"p{i}", {cell: colours[cell] for cell in region}, copies=(0, len(regions)))
        key: object = (piece.cells, piece.colours) if same else i
        piece = pieces.setdefault(key, piece)
        if draw(st.integers(0, 5)) != 0:
            placements.append(Placement(piece.name, tuple(region)))
    board = Board.of(
        {cell: colours[cell] for cell in kept if cell not in optional},
        {cell: colours[cell] for cell in kept if cell in optional},
    )
    title = draw(st.text(max_size=12))
    return Puzzle(board, tuple(pieces.values()), title=title), Solution.of(placements)
