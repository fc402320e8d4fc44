"""Puzzles for tests: drawn pieces, the pentominoes, and random small puzzles of every kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hypothesis import strategies as st

from tilewright.exact_cover.translation import to_cover
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import MODES, Board, Piece, PlacementCost, Puzzle

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


SMALL_SHAPES = ("#", "##", "###", "#. ##", "## ##", "### #..", ".## ##.", "### .#.", "####")


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    """Small puzzles: holes, optional cells, colours, copies, every mode, forced placements; many solvable."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = [(x, y) for x in range(width) for y in range(height)]
    holes = draw(st.sets(st.sampled_from(cells), max_size=min(2, len(cells) - 1)))
    optional = draw(st.sets(st.sampled_from(cells), max_size=2)) - holes
    required = [cell for cell in cells if cell not in holes and cell not in optional]
    mode = draw(st.sampled_from(MODES))
    checkered = draw(st.booleans())
    pieces = []
    area = 0
    for number, text in enumerate(draw(st.lists(st.sampled_from(SMALL_SHAPES), min_size=0, max_size=4))):
        least, more = draw(st.integers(0, 2)), draw(st.integers(0, 2))
        held = drawn(text)
        colours = (
            {cell: "ab"[sum(cell) % 2] for cell in held}
            if checkered and draw(st.booleans())
            else dict.fromkeys(held, "")
        )
        pieces.append(
            Piece.of(
                f"p{number}",
                colours,
                copies=(least, least + more),
                motions=draw(st.sampled_from([mode, "all"])),
            )
        )
        area += least * len(held)
    if draw(st.booleans()) and area < len(required):  # fill up, so that there is something to find
        pieces.append(Piece.of("fill", [(0, 0)], copies=(0, len(required) - area), motions=mode))
    paint = {cell: "ab"[sum(cell) % 2] if checkered else "" for cell in cells}
    board = Board.of({c: paint[c] for c in required}, {c: paint[c] for c in optional})
    puzzle = Puzzle(board, tuple(pieces))
    if draw(st.integers(0, 3)) == 0:
        placements = [p for p in to_cover(puzzle).placements if puzzle.by_name[p.piece].max_copies]
        if placements:
            forced = draw(st.sampled_from(placements))
            board = Board(board.required, board.optional, board.colours, (forced,))
            puzzle = Puzzle(board, puzzle.pieces)
    return puzzle


@st.composite
def priced_puzzles(draw: st.DrawFn) -> Puzzle:
    """Small puzzles as above, with costs of pieces, of cells and of single placements, or without any."""
    puzzle = draw(puzzles())
    cost = st.integers(-5, 5)
    pieces = tuple(replace(held, cost=draw(st.one_of(st.just(0), cost))) for held in puzzle.pieces)
    cells: dict[Cell, int] = draw(
        st.dictionaries(st.sampled_from(sorted(puzzle.board.cells)), cost, max_size=4)
    )
    placements = to_cover(puzzle).placements
    listed = draw(st.lists(st.sampled_from(placements), unique=True, max_size=4)) if placements else []
    return replace(
        puzzle,
        board=replace(puzzle.board, cell_costs=cells),
        pieces=pieces,
        costs=tuple(PlacementCost(placement, draw(cost)) for placement in listed),
    )
