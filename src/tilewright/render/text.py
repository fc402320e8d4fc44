"""Puzzles and solutions as text: borders of box-drawing or ASCII signs, colours of a terminal, or letters.

Cubes are drawn layer by layer, bottom first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Piece, Placement, Puzzle, Solution
from tilewright.render import palette
from tilewright.render.board import board_tints, owners, styles
from tilewright.render.cell_text import cells_text, piece_text
from tilewright.render.geometry import most_central
from tilewright.render.labels import (
    caption,
    cell_labels,
    colour_labels,
    copy_letters,
    letters,
    marks_cells,
    shows_labels,
)
from tilewright.render.options import RenderOptions
from tilewright.render.text_canvas import (
    BARE,
    OPTIONAL,
    Canvas,
    CellContents,
    Lines,
    captioned,
    check_size,
    extent,
    fitted_text,
    flow,
    lines_to_text,
    stacked,
)


def _lettered(lattice: Lattice, cells: Sequence[Cell]) -> Iterable[Cell]:
    """The cells of a piece that bear its letter."""
    if lattice.text.letter_on == "cell":
        return cells
    if lattice.text.letter_on == "piece":
        return [_middle(lattice, cells)]
    layers: dict[int, list[Cell]] = {}
    for cell in sorted(cells):
        layers.setdefault(lattice.text.place(cell)[2], []).append(cell)
    return [_middle(lattice, part) for layer in layers.values() for part in lattice.components(layer)]


def _middle(lattice: Lattice, cells: Sequence[Cell]) -> Cell:
    """The cell that is drawn nearest to the middle of all of them."""
    places = {cell: lattice.text.place(cell) for cell in cells}
    return most_central({cell: (x, y) for cell, (x, y, _) in places.items()})


def solution_text(puzzle: Puzzle, solution: Solution, options: RenderOptions) -> str:
    """One solution with borders between the pieces; letters on the pieces, unless all are alike."""
    return lines_to_text(_board(puzzle, solution.placements, options, small=False), options)


def letters_text(puzzle: Puzzle, solution: Solution) -> str:
    """One letter a cell: ``.`` for a cell left uncovered, a blank off the board; no blanks at line ends.

    Layers of cubes, bottom first, have an empty line between them.
    """
    place = puzzle.lattice.text.place
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


def puzzle_text(puzzle: Puzzle, options: RenderOptions) -> str:
    """The board with what is forced on it, then the pieces with their names and copies, side by side."""
    text = lines_to_text(_board(puzzle, puzzle.board.forced, options, small=False), options)
    names = letters(puzzle) if shows_labels(puzzle, options) else {}
    blocks = [
        captioned(
            _piece(puzzle, i, piece, options), fitted_text(caption(piece, names.get(piece.name, "")), options)
        )
        for i, piece in enumerate(puzzle.pieces)
    ]
    return text + "\n" + lines_to_text(stacked(flow(blocks, options)), options) if blocks else text


def sheet_text(puzzle: Puzzle, solutions: Sequence[Solution], options: RenderOptions) -> str:
    """Many solutions, drawn small, side by side up to ``options.width`` or ``options.columns``."""
    blocks = []
    for i, solution in enumerate(solutions[: options.limit]):
        words = options.captions[i] if i < len(options.captions) else str(i + 1)
        blocks.append(
            captioned(_board(puzzle, solution.placements, options, small=True), fitted_text(words, options))
        )
    return lines_to_text(stacked(flow(blocks, options)), options)


def _board(puzzle: Puzzle, placements: Sequence[Placement], options: RenderOptions, *, small: bool) -> Lines:
    tints = board_tints(puzzle)
    owner: dict[Cell, int] = dict.fromkeys(puzzle.board.required, BARE)
    owner.update(dict.fromkeys(puzzle.board.optional, OPTIONAL))
    owner.update(owners(puzzle, placements))
    names = letters(puzzle)
    colours = colour_labels(puzzle, 1, ascii_only=True)
    labelled = shows_labels(puzzle, options)
    marked = marks_cells(puzzle) and not labelled
    signs: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    marks = [names[placement.piece] for placement in placements]
    solid = puzzle.lattice.is_solid
    if solid and options.labels is None:
        labelled, marks = True, copy_letters(puzzle, placements)
    for placement, style, mark in zip(placements, styles(puzzle, placements), marks, strict=True):
        values = puzzle.colours_on(placement) if tints else dict.fromkeys(placement.cells, "")
        if marked:
            signs.update(cell_labels(puzzle, values, colours))
        if labelled:
            lettered = _lettered(puzzle.lattice, placement.cells)
            signs.update((cell, mark + (colours.get(values[cell], "") if solid else "")) for cell in lettered)
        fills.update((cell, _toned(style.fill, colour, tints)) for cell, colour in values.items())
    bare = {cell: puzzle.board.colour(cell) for cell, number in owner.items() if number < 0}
    signs |= dict.fromkeys(bare, "." if options.ascii else "·") | cell_labels(puzzle, bare, colours)
    contents = CellContents(owner, signs, fills, letters=not marked, surface=puzzle.board.surface)
    return cells_text(puzzle.lattice, contents, options, small=small)


def _piece(puzzle: Puzzle, index: int, piece: Piece, options: RenderOptions) -> Lines:
    tints = board_tints(puzzle)
    fill = palette.swatch(index).fill
    labels = colour_labels(puzzle, 1, ascii_only=True)
    owner = dict.fromkeys(piece.cells, 0)
    signs: dict[Cell, str] = {}
    fills: dict[Cell, str] = {}
    for i, cell in enumerate(piece.cells):
        colour = piece.colour_of(i)
        fills[cell] = _toned(fill, colour, tints)
        signs[cell] = labels.get(colour, "")
    return piece_text(puzzle.lattice, CellContents(owner, signs, fills), options)


def _toned(fill: str, colour: str, tints: Mapping[str, int]) -> str:
    return palette.two_tones(fill)[tints[colour]] if len(tints) == 2 and colour in tints else fill
