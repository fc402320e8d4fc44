"""Puzzles for tests: drawn pieces, the pentominoes, and random small puzzles of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from tilewright import testing
from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import Cell
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Board, Piece, Placement, PlacementCost, Puzzle

PENTOMINOES = {
    "F": "##. .## .#.", "I": "#####", "L": "#### #...", "N": ".### ##..", "P": "## ## #.", "T": "### .#. .#.",
    "U": "#.# ###", "V": "### #.. #..", "W": "#.. ##. .##", "X": ".#. ### .#.", "Y": "#### .#..",
    "Z": "##. .#. .##",
}  # fmt: skip


def drawn(text: str) -> list[Cell]:
    """The cells of a drawing: words are lines, ``.`` is empty."""
    return [(x, y) for y, line in enumerate(text.split()) for x, mark in enumerate(line) if mark != "."]


def piece(name: str, text: str, copies: int | tuple[int, int] = 1, motions: str = "all") -> Piece:
    return Piece.of(name, drawn(text), copies=copies, motions=motions)


def rectangle(width: int, height: int, without: Iterable[Cell] = ()) -> Board:
    gone = set(without)
    return Board.of((x, y) for x in range(width) for y in range(height) if (x, y) not in gone)


def pentominoes(board: Board, motions: str = "all") -> Puzzle:
    return Puzzle(board, tuple(piece(name, text, 1, motions) for name, text in PENTOMINOES.items()))


def puzzles() -> st.SearchStrategy[Puzzle]:
    """Small puzzles: holes, optional cells, colours, copies, every mode, forced placements; many solvable."""
    return testing.puzzles(lattice="square", features=[name for name in testing.FEATURES if name != "costs"])


@st.composite
def priced_puzzles(draw: st.DrawFn) -> Puzzle:
    """Small puzzles as above, with costs of pieces, of cells and of single placements, or without any."""
    puzzle = draw(puzzles())
    cost = st.integers(-5, 5)
    pieces = tuple(
        replace(piece_held, cost=draw(st.one_of(st.just(0), cost))) for piece_held in puzzle.pieces
    )
    cells: dict[Cell, int] = draw(
        st.dictionaries(st.sampled_from(sorted(puzzle.board.cells)), cost, max_size=4)
    )
    placements = to_cover(puzzle).placements
    listed = draw(st.lists(st.sampled_from(placements), unique=True, max_size=4)) if placements else []
    return testing.noted(
        replace(
            puzzle,
            board=replace(puzzle.board, cell_costs=cells),
            pieces=pieces,
            costs=tuple(PlacementCost(placement, draw(cost)) for placement in listed),
        )
    )


def laid_everywhere(puzzle: Puzzle) -> list[Placement]:
    """Every placement, by the puzzle's own word on what fits."""
    values: dict[Placement, None] = {}
    for piece_held in puzzle.pieces:
        for pairs in piece_held.orientations(puzzle.lattice) if piece_held.max_copies else ():
            origin = pairs[0][0]
            for start in sorted(puzzle.board.cells):
                away = subtract(start, origin)
                cells = tuple(add(cell, away) for cell, _ in pairs)
                if puzzle.lattice.is_translation(away) and puzzle.fits(piece_held, cells):
                    values.setdefault(Placement(piece_held.name, cells))
    return list(values)
