"""Puzzles and solutions as text: borders of box-drawing or ASCII signs, colours of a terminal, or letters.

``DRAWINGS`` says for each lattice how its cells are drawn. Cubes are drawn layer by layer, bottom first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, SQUARE, Cell
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.render import geometry, palette
from tilewright.render.board import board_tints, copy_shades, owners
from tilewright.render.hexagon_text import hexagons_text
from tilewright.render.labels import caption, copy_letters, letters
from tilewright.render.options import RenderOptions
from tilewright.render.square_text import layers_text, line_text, small_layers_text, squares_text
from tilewright.render.stick_text import sticks_text
from tilewright.render.summaries import labelled_by
from tilewright.render.text_canvas import (
    BARE,
    OPTIONAL,
    Canvas,
    Lines,
    Shown,
    captioned,
    check_size,
    extent,
    flow,
    lines_to_text,
    stacked,
    words_of,
)
from tilewright.render.triangle_text import triangles_text


class Draw(Protocol):
    """Draws cells as lines of signs; small, for a sheet of many."""

    def __call__(self, shown: Shown, look: RenderOptions, *, small: bool) -> Lines: ...


@dataclass(frozen=True)
class Drawing:
    """How the cells of a lattice are drawn as text.

    ``seats(cells)`` are the cells of a piece that bear its letter. ``place(cell)`` is where a cell's letter
    stands (column, line, layer) when letters are all that is written.
    """

    draw: Draw
    seats: Callable[[Sequence[Cell]], Iterable[Cell]]
    place: Callable[[Cell], tuple[int, int, int]]


def _every(cells: Sequence[Cell]) -> Iterable[Cell]:
    return cells


def _one_square(cells: Sequence[Cell]) -> Iterable[Cell]:
    flat: list[Cell] = [(*cell, 0)[:2] for cell in cells]  # on a line y is 0
    return [cells[flat.index(geometry.label_cell(SQUARE, flat))]]


def _one_a_layer(cells: Sequence[Cell]) -> Iterable[Cell]:
    """A seat in each part of the piece that is joined within a layer."""
    heights = sorted({z for _, _, z in cells})
    for height in heights:
        layer = [(x, y) for x, y, z in cells if z == height]
        for part in SQUARE.components(layer):
            yield (*geometry.label_cell(SQUARE, part), height)


DRAWINGS: Mapping[str, Drawing] = {
    "line": Drawing(line_text, _one_square, lambda cell: (cell[0], 0, 0)),
    "square": Drawing(squares_text, _one_square, lambda cell: (cell[0], cell[1], 0)),
    "cube": Drawing(layers_text, _one_a_layer, lambda cell: (cell[0], cell[1], cell[2])),
    "hexagon": Drawing(hexagons_text, _every, lambda cell: (2 * cell[0] + cell[1], cell[1], 0)),
    "triangle": Drawing(triangles_text, _every, lambda cell: (cell[0], cell[1], 0)),
    "stick": Drawing(sticks_text, _every, lambda cell: (cell[0], cell[1], 0)),
}
"""By the name of a lattice."""


def solution_text(puzzle: Puzzle, solution: Solution, look: RenderOptions) -> str:
    """One solution with borders between the pieces; letters on the pieces, unless all are alike."""
    return lines_to_text(_board(puzzle, solution.placements, look, small=False), look)


def letters_text(puzzle: Puzzle, solution: Solution) -> str:
    """One letter a cell: ``.`` for a cell left uncovered, a blank off the board; no blanks at line ends.

    Layers of cubes, bottom first, have an empty line between them.
    """
    place = _drawing(puzzle).place
    names = letters(puzzle)
    owner = owners(puzzle, solution.placements)
    places = {cell: place(cell) for cell in puzzle.board.cells}
    (left, top, _), (right, bottom, _) = extent(places.values())
    layers: dict[int, Canvas] = {}
    for height in sorted({height for _, _, height in places.values()}):
        check_size(right - left + 1, (bottom - top + 1) * (len(layers) + 1))
        layers[height] = Canvas(right - left + 1, bottom - top + 1)
    for cell, (column, line, height) in places.items():
        letter = names[solution.placements[owner[cell]].piece] if cell in owner else "."
        layers[height].put(column - left, line - top, letter)
    return "\n".join(lines_to_text(canvas.lines, RenderOptions()) for canvas in layers.values())


def puzzle_text(puzzle: Puzzle, look: RenderOptions) -> str:
    """The board with what is forced on it, then the pieces with their names and copies, side by side."""
    text = lines_to_text(_board(puzzle, puzzle.board.forced, look, small=False), look)
    names = letters(puzzle) if labelled_by(puzzle, look) else {}
    blocks = [
        captioned(_piece(puzzle, i, piece, look), words_of(caption(piece, names.get(piece.name, "")), look))
        for i, piece in enumerate(puzzle.pieces)
    ]
    return text + "\n" + lines_to_text(stacked(flow(blocks, look)), look) if blocks else text


def sheet_text(puzzle: Puzzle, solutions: Sequence[Solution], look: RenderOptions) -> str:
    """Many solutions, drawn small, as many side by side as ``look.width`` (or ``look.columns``) allows."""
    blocks = []
    for i, solution in enumerate(solutions[: look.limit]):
        words = look.captions[i] if i < len(look.captions) else str(i + 1)
        blocks.append(captioned(_board(puzzle, solution.placements, look, small=True), words_of(words, look)))
    return lines_to_text(stacked(flow(blocks, look)), look)


def _drawing(puzzle: Puzzle) -> Drawing:
    name = puzzle.lattice.name
    if name not in DRAWINGS:
        raise UnsupportedError(
            f"there is no text drawing of the {name} lattice; those of {', '.join(DRAWINGS)} can be drawn"
        )
    return DRAWINGS[name]


def _board(puzzle: Puzzle, placements: Sequence[Placement], look: RenderOptions, *, small: bool) -> Lines:
    drawing = _drawing(puzzle)
    tints = board_tints(puzzle)
    owner: dict[Cell, int] = dict.fromkeys(puzzle.board.required, BARE)
    owner.update(dict.fromkeys(puzzle.board.optional, OPTIONAL))
    owner.update(owners(puzzle, placements))
    index = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    names = letters(puzzle)
    labelled = labelled_by(puzzle, look)
    signs: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    shades = copy_shades(puzzle, placements)
    marks = [names[placement.piece] for placement in placements]
    if puzzle.lattice.name == CUBE.name and look.labels is None:
        labelled, marks = True, copy_letters(puzzle, placements)
    for placement, shade, mark in zip(placements, shades, marks, strict=True):
        if labelled:
            signs.update(dict.fromkeys(drawing.seats(placement.cells), mark))
        fill = palette.swatch(index[placement.piece], shade).fill
        fills.update((cell, _toned(fill, puzzle.board.colour(cell), tints)) for cell in placement.cells)
    for cell, held in owner.items():
        if held < 0:
            colour = puzzle.board.colour(cell)[:1] if tints else ""
            signs[cell] = colour if colour.isascii() and colour.isprintable() else ""
            signs[cell] = signs[cell] or ("." if look.ascii else "·")
    return drawing.draw(Shown(owner, signs, fills), look, small=small)


def _piece(puzzle: Puzzle, index: int, piece: Piece, look: RenderOptions) -> Lines:
    drawing = _drawing(puzzle)
    tints = board_tints(puzzle)
    fill = palette.swatch(index).fill
    owner = dict.fromkeys(piece.cells, 0)
    signs: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    for i, cell in enumerate(piece.cells):
        colour = piece.colour_of(i)
        fills[cell] = _toned(fill, colour, tints)
        if colour in tints and colour.isascii() and colour.isprintable():
            signs[cell] = colour[:1]
    shown = Shown(owner, signs, fills)
    if puzzle.lattice.name == CUBE.name:
        return small_layers_text(shown, look)
    return drawing.draw(shown, look, small=False)


def _toned(fill: str, colour: str, tints: Mapping[str, int]) -> str:
    return palette.two_tones(fill)[tints[colour]] if len(tints) == 2 and colour in tints else fill
