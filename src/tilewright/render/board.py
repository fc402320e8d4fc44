"""The drawing of one board, with or without a solution, and of one piece next to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush

from tilewright.errors import PuzzleError
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.render import geometry, palette
from tilewright.render.labels import cell_labels, colour_labels, puzzle_colours, short_labels
from tilewright.render.palette import Swatch
from tilewright.render.scene import LETTER_WIDTH, Area, Dots, Label, Primitive, Stroke
from tilewright.wording import quoted

FINE = 12
"""Fewer pixels a cell than this, and a drawing leaves out labels, patterns and the lines inside pieces."""

_Tints = Mapping[str, int]  # the board colours, numbered

Parts = Callable[[Sequence[Cell]], Iterable[Sequence[Cell]]]
"""The parts of a piece's cells that are drawn joined; each bears the label."""


def _in_one(cells: Sequence[Cell]) -> Iterable[Sequence[Cell]]:
    return [cells]


def board_marks(
    puzzle: Puzzle,
    placements: Sequence[Placement],
    *,
    labels: bool,
    pixels: float,
    parts: Parts = _in_one,
    words: Sequence[str] = (),
) -> list[Primitive]:
    """The board with these placements on it, at the lattice's own coordinates.

    ``words`` are the labels of the placements, without which they are those of the pieces.

    ``pixels`` is how large a cell will be shown, so that lines stay visible and small cells stay plain.
    Raises PuzzleError when a placement is of no piece of the puzzle, leaves the board or lies on another.
    """
    lattice = puzzle.lattice
    owner = owners(puzzle, placements)
    tints = board_tints(puzzle)
    marks = _ground(puzzle, owner, tints, pixels)
    if pixels >= FINE:
        marks += [
            _cell_label(lattice, cell, word, palette.QUIET if cell in puzzle.board.cells else palette.INK)
            for cell, word in puzzle.board.labels.items()
            if cell not in owner
        ]
    colour_names = colour_labels(puzzle)
    names = short_labels(puzzle)
    words = words or [names[placement.piece] for placement in placements]
    edge = border_width(pixels)
    loops: list[geometry.Polygon] = list(geometry.borders(lattice, sorted(puzzle.board.cells)))
    for placement, style, word in zip(placements, styles(puzzle, placements), words, strict=True):
        colours = puzzle.colours_on(placement) if tints else dict.fromkeys(placement.cells, "")
        label = word if labels and pixels >= FINE else ""
        texts = cell_labels(puzzle, colours, colour_names)
        for part in parts(placement.cells):
            marks += _filled(lattice, part, style, colours, tints, label, pixels, texts)
            loops += geometry.borders(lattice, part)
    marks.append(Stroke(tuple(loops), palette.INK, edge, closed=True))
    return marks


def piece_marks(puzzle: Puzzle, index: int, *, pixels: float, parts: Parts = _in_one) -> list[Primitive]:
    """The piece with this index as it is given, in its colour, without a label."""
    piece = puzzle.pieces[index]
    style = palette.swatch(index)
    colours = {cell: piece.colour_of(i) for i, cell in enumerate(piece.cells)}
    tints, names = board_tints(puzzle), colour_labels(puzzle)
    texts = {cell: names[colour] for cell, colour in colours.items() if colour in names}
    marks: list[Primitive] = []
    loops: list[geometry.Polygon] = []
    for part in parts(piece.cells):
        marks += _filled(puzzle.lattice, part, style, colours, tints, "", pixels, texts)
        loops += geometry.borders(puzzle.lattice, part)
    marks.append(Stroke(tuple(loops), palette.INK, border_width(pixels), closed=True))
    return marks


def border_width(pixels: float) -> float:
    """The width of the border of a piece, in cell sides, where a cell is shown this large."""
    return max(0.085, min(0.3, 1.1 / pixels))


def owners(puzzle: Puzzle, placements: Iterable[Placement]) -> dict[Cell, int]:
    """Which placement (its index) covers each cell; PuzzleError for placements that cannot be drawn."""
    owner: dict[Cell, int] = {}
    for i, placement in enumerate(placements):
        if placement.piece not in puzzle.by_name:
            raise PuzzleError(
                f"a placement to draw is of piece {quoted(placement.piece)}, which the puzzle does not have"
            )
        for cell in placement.cells:
            if cell not in puzzle.board.cells:
                raise PuzzleError(
                    f"a placement of {quoted(placement.piece)} to draw has {cell}, which is off the board"
                )
            if cell in owner:
                raise PuzzleError(f"two placements to draw cover the cell {cell}")
            owner[cell] = i
    return owner


def board_tints(puzzle: Puzzle) -> _Tints:
    """The board's and the pieces' colours, numbered in sorted order; empty where there is but one."""
    return {colour: i for i, colour in enumerate(puzzle_colours(puzzle))}


def styles(puzzle: Puzzle, placements: Sequence[Placement]) -> list[Swatch]:
    """How each placement looks: in the colour of its piece, in other shades where copies touch."""
    index = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    shades = copy_shades(puzzle, placements)
    return [palette.swatch(index[p.piece], shade) for p, shade in zip(placements, shades, strict=True)]


def copy_shades(puzzle: Puzzle, placements: Sequence[Placement]) -> list[int]:
    """A shade for each placement, so that copies of one piece that touch differ.

    A greedy colouring of the copies that touch, each taking the first shade that no neighbour has,
    in an order (Matula and Beck 1983, smallest degree last) that needs few shades.
    """
    owner = {cell: i for i, placement in enumerate(placements) for cell in placement.cells}
    touching: list[set[int]] = [set() for _ in placements]
    for cell, i in owner.items():
        for near in puzzle.neighbours(cell):
            j = owner.get(near, i)
            if j != i and placements[i].piece == placements[j].piece:
                touching[i].add(j)
    degree = [len(near) for near in touching]
    queue = [(degree[i], -i) for i in range(len(placements))]
    heapify(queue)
    order: list[int] = []
    gone: set[int] = set()
    while queue:
        number, i = heappop(queue)
        i = -i
        if i in gone or number != degree[i]:
            continue
        order.append(i)
        gone.add(i)
        for j in touching[i] - gone:
            degree[j] -= 1
            heappush(queue, (degree[j], -j))
    shades = [0] * len(placements)
    done: set[int] = set()
    for i in reversed(order):
        near_shades = {shades[j] for j in touching[i] & done}
        shades[i] = next(shade for shade in range(len(placements)) if shade not in near_shades)
        done.add(i)
    return shades


def _ground(puzzle: Puzzle, owner: Mapping[Cell, int], tints: _Tints, pixels: float) -> list[Primitive]:
    """What lies under the pieces: the uncovered cells, by colour, and hatching on the optional ones."""
    lattice, board = puzzle.lattice, puzzle.board
    bare = [cell for cell in sorted(board.cells) if cell not in owner]
    if not bare:
        return []
    marks: list[Primitive] = []
    by_tint: dict[int, list[Cell]] = {}
    for cell in bare:
        by_tint.setdefault(tints.get(board.colour(cell), -1), []).append(cell)
    for tint, cells in sorted(by_tint.items()):
        fill = palette.GROUND if tint < 0 else palette.ground(tint, len(tints))
        marks.append(Area(geometry.borders(lattice, cells), fill))
    optional = [cell for cell in board.optional if cell not in owner]
    if optional and pixels >= FINE / 2:
        lines = geometry.hatching(lattice, optional, 0.4, 1)
        marks.append(Stroke(lines, palette.FAINT, max(0.05, 0.9 / pixels)))
    if pixels >= FINE / 2:
        marks.append(Stroke(geometry.inner_lines(lattice, bare), palette.FAINT, max(0.03, 0.8 / pixels)))
    if pixels >= FINE:
        texts = cell_labels(puzzle, {cell: board.colour(cell) for cell in bare}, colour_labels(puzzle))
        for cell, words in texts.items():
            tint = tints.get(board.colour(cell), -1)
            fill = palette.GROUND if tint < 0 else palette.ground(tint, len(tints))
            marks.append(_cell_label(lattice, cell, words, palette.ink_on(fill)))
    return marks


def _cell_label(lattice: Lattice, cell: Cell, words: str, ink: str) -> Label:
    size = min(0.4, 1.4 * geometry.inradius(lattice.outline(cell)) / (len(words) * LETTER_WIDTH))
    return Label(geometry.centre(lattice, cell), words, size, ink)


def _filled(
    lattice: Lattice,
    cells: Sequence[Cell],
    style: Swatch,
    colours: Mapping[Cell, str],
    tints: _Tints,
    label: str,
    pixels: float,
    texts: Mapping[Cell, str],
) -> list[Primitive]:
    """A piece's fill, the lines and pattern on it, its colours, its texts and its label; not its border."""
    marks: list[Primitive] = [Area(geometry.borders(lattice, cells), style.fill)]
    fills = dict.fromkeys(cells, style.fill)
    labelled = geometry.label_cell(lattice, cells)
    if len(tints) == 2:
        for tone, fill in enumerate(palette.two_tones(style.fill)):
            toned = [cell for cell in cells if tints.get(colours[cell]) == tone]
            if toned:
                marks.append(Area(geometry.borders(lattice, toned), fill))
                fills.update(dict.fromkeys(toned, fill))
    if pixels >= FINE:
        marks += _pattern(lattice, cells, style, labelled if label else None)
        lines = geometry.inner_lines(lattice, cells)
        if lines:
            marks.append(Stroke(lines, palette.relief(style.fill, 0.16), max(0.03, 0.8 / pixels)))
    if len(tints) > 2:
        for cell in cells:
            if colours[cell] in tints:
                tint = palette.ground(tints[colours[cell]], len(tints))
                inset = geometry.shrunk(lattice, cell, 0.56)
                marks.append(Area((inset,), tint))
                if pixels >= FINE:
                    marks.append(Stroke((inset,), palette.relief(tint, 0.35), 0.03, closed=True))
                fills[cell] = tint
    fill_at_label = fills[labelled]
    if pixels >= FINE:
        for cell in cells:
            if cell in texts and not (label and cell == labelled):
                if style.pattern != "plain" and fills[cell] == style.fill:
                    radius = 0.7 * geometry.inradius(lattice.outline(cell))
                    marks.append(Dots((geometry.centre(lattice, cell),), radius, style.fill))
                marks.append(_cell_label(lattice, cell, texts[cell], palette.ink_on(fills[cell])))
    if label:
        radius = geometry.inradius(lattice.outline(labelled))
        if style.pattern != "plain" and fill_at_label == style.fill:
            marks.append(Dots((geometry.centre(lattice, labelled),), 0.85 * radius, style.fill))
        size = min(1.1 * radius, 1.5 * radius / (len(label) * LETTER_WIDTH))
        marks.append(Label(geometry.centre(lattice, labelled), label, size, palette.ink_on(fill_at_label)))
    return marks


def _pattern(
    lattice: Lattice, cells: Sequence[Cell], style: Swatch, labelled: Cell | None
) -> list[Primitive]:
    if style.pattern == "plain":
        return []
    if style.pattern == "dots":
        centres = tuple(geometry.centre(lattice, cell) for cell in cells if cell != labelled)
        radius = 0.3 * geometry.inradius(lattice.outline(cells[0]))
        return [Dots(centres, radius, style.mark)] if centres else []
    slopes = {"hatch": (1,), "backhatch": (-1,), "cross": (1, -1)}[style.pattern]
    lines = tuple(line for slope in slopes for line in geometry.hatching(lattice, cells, 0.5, slope))
    return [Stroke(lines, style.mark, 0.055)]
