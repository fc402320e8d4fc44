"""Puzzles of sticks in pictures: thick strokes, joined where a piece is, one over the other at crossings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilewright.model.lattices import Cell, Point
from tilewright.model.lattices.stick import ends, is_level
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.render import geometry, palette
from tilewright.render.board import FINE, board_tints, owners, styles
from tilewright.render.figure import Figure
from tilewright.render.labels import short_labels
from tilewright.render.palette import Swatch
from tilewright.render.scene import LETTER_WIDTH, Dots, Label, Primitive, Stroke

WIDTH = 0.19
EDGE = 0.04
SHORT = 0.2  # how far before a vertex a piece ends where others are, and where a corner is cut off

Arms = Mapping[Cell, Mapping[int, Sequence[Cell]]]
"""By vertex and piece: the sticks of the piece that end there."""


def board_figure(puzzle: Puzzle, placements: Sequence[Placement], *, labels: bool) -> Figure:
    """The board with these placements on it; PuzzleError for placements that cannot be drawn."""
    owner = owners(puzzle, placements)
    board = puzzle.board
    bare = [cell for cell in board.required if cell not in owner]
    spare = [cell for cell in board.optional if cell not in owner]
    arms = _arms([placement.cells for placement in placements])
    swatches = styles(puzzle, placements)
    names = short_labels(puzzle)
    tints = board_tints(puzzle)
    tones = {cell: tints.get(board.colour(cell), -1) for cell in board.cells}

    def marks(pixels: float) -> list[Primitive]:
        drawn = _ground(bare, spare, tones, len(tints), pixels)
        for i, placement in enumerate(placements):
            drawn += _piece(placement.cells, arms, i, swatches[i], tones, len(tints), pixels)
        if labels and pixels >= FINE:
            for placement, style in zip(placements, swatches, strict=True):
                drawn += _label(puzzle, placement.cells, style, names[placement.piece])
        return drawn

    return Figure(_box(board.cells), marks)


def piece_figure(puzzle: Puzzle, index: int) -> Figure:
    """The piece with this index as it is given, without a label."""
    piece = puzzle.pieces[index]
    tints = board_tints(puzzle)
    tones = {cell: tints.get(piece.colour_of(i), -1) for i, cell in enumerate(piece.cells)}
    arms = _arms([piece.cells])
    style = palette.swatch(index)
    return Figure(
        _box(piece.cells),
        lambda pixels: _piece(piece.cells, arms, 0, style, tones, len(tints), pixels),
    )


def _box(cells: Iterable[Cell]) -> geometry.Box:
    left, top, right, bottom = geometry.box_around(_point(vertex) for cell in cells for vertex in ends(cell))
    margin = WIDTH / 2 + EDGE
    return (left - margin, top - margin, right + margin, bottom + margin)


def _arms(pieces: Sequence[Sequence[Cell]]) -> Arms:
    positions: dict[Cell, dict[int, list[Cell]]] = {}
    for i, cells in enumerate(pieces):
        for cell in cells:
            for vertex in ends(cell):
                positions.setdefault(vertex, {}).setdefault(i, []).append(cell)
    return positions


def _ground(
    bare: Sequence[Cell], spare: Sequence[Cell], tones: Mapping[Cell, int], tints: int, pixels: float
) -> list[Primitive]:
    """Sticks that no piece covers: pale, and thinner where they may stay so."""
    marks: list[Primitive] = []
    edge = max(EDGE, 0.8 / pixels)
    lines = {cell: tuple(_point(vertex) for vertex in ends(cell)) for cell in (*bare, *spare)}
    for cells, width in ((spare, WIDTH / 2), (bare, WIDTH)):
        if cells:
            marks.append(Stroke(tuple(lines[cell] for cell in cells), palette.FAINT, width + edge))
    for cells, width in ((spare, WIDTH / 2), (bare, WIDTH)):
        by_tone: dict[int, list[Cell]] = {}
        for cell in cells:
            by_tone.setdefault(tones[cell], []).append(cell)
        for tone, rows in sorted(by_tone.items()):
            fill = palette.GROUND if tone < 0 else palette.ground(tone, tints)
            marks.append(Stroke(tuple(lines[cell] for cell in rows), fill, max(width - edge, 0.5 * width)))
    return marks


def _piece(
    cells: Sequence[Cell],
    arms: Arms,
    number: int,
    style: Swatch,
    tones: Mapping[Cell, int],
    tints: int,
    pixels: float,
) -> list[Primitive]:
    spans = {cell: (_end(cell, 0, arms, number), _end(cell, 1, arms, number)) for cell in cells}
    corners = _corners(cells, arms, number)
    lines = (*spans.values(), *corners.values())
    edge = max(EDGE, 0.8 / pixels)
    marks: list[Primitive] = [
        Stroke(lines, palette.INK, WIDTH + 2 * edge),
        Stroke(lines, style.fill, WIDTH),
    ]
    if tints == 2:
        for tone, fill in enumerate(palette.two_tones(style.fill)):
            toned = tuple(spans[cell] for cell in cells if tones[cell] == tone)
            if toned and fill != style.fill:
                marks.append(Stroke(toned, fill, WIDTH))
    if pixels >= FINE:
        marks += _pattern(spans, style)
        if tints > 2:
            for cell in cells:
                if tones[cell] >= 0:
                    tint = palette.ground(tones[cell], tints)
                    spot = (geometry.between(*spans[cell], 0.5),)
                    marks += [
                        Dots(spot, 0.5 * WIDTH, palette.relief(tint, 0.35)),
                        Dots(spot, 0.4 * WIDTH, tint),
                    ]
    return marks


def _end(cell: Cell, which: int, arms: Arms, number: int) -> Point:
    """Where a stick of a piece is drawn to end: at its vertex, or short of it to leave space for others."""
    vertex = ends(cell)[which]
    x, y = _point(vertex)
    if not _is_short(vertex, arms, number):
        return (x, y)
    back = SHORT if which == 0 else -SHORT
    return (x + back, y) if is_level(cell) else (x, y + back)


def _is_short(vertex: Cell, arms: Arms, number: int) -> bool:
    here = arms[vertex]
    own = here[number]
    if len(here) == 1:
        return False
    if len(own) == 1:
        return True
    return _is_corner(own) and any(len(rows) > 1 for i, rows in here.items() if i != number)


def _is_corner(own: Sequence[Cell]) -> bool:
    return len(own) == 2 and is_level(own[0]) != is_level(own[1])


def _corners(cells: Sequence[Cell], arms: Arms, number: int) -> dict[Cell, tuple[Point, Point]]:
    """By vertex, the lines that cut off corners of a piece where another is joined at the same vertex."""
    pairs: dict[Cell, tuple[Point, Point]] = {}
    for vertex in sorted({vertex for cell in cells for vertex in ends(cell)}):
        own = arms[vertex][number]
        if _is_corner(own) and _is_short(vertex, arms, number):
            first, second = (_end(cell, ends(cell).index(vertex), arms, number) for cell in own)
            pairs[vertex] = (first, second)
    return pairs


def _pattern(spans: Mapping[Cell, tuple[Point, Point]], style: Swatch) -> list[Primitive]:
    """The pattern of the thirteenth piece and later ones, along the middle of a stick."""
    marks: list[Primitive] = []
    shares = (0.25, 0.75) if style.pattern != "dots" else (0.2, 0.4, 0.6, 0.8)
    spots = [(cell, geometry.between(a, b, share)) for cell, (a, b) in spans.items() for share in shares]
    if style.pattern == "dots":
        marks.append(Dots(tuple(spot for _, spot in spots), 0.2 * WIDTH, style.mark))
    if style.pattern in ("hatch", "cross"):
        lines = tuple((geometry.between(a, b, 0.15), geometry.between(a, b, 0.85)) for a, b in spans.values())
        marks.append(Stroke(lines, style.mark, 0.2 * WIDTH))
    if style.pattern in ("backhatch", "cross"):
        half = 0.32 * WIDTH
        ticks = tuple(
            ((x, y - half), (x, y + half)) if is_level(cell) else ((x - half, y), (x + half, y))
            for cell, (x, y) in spots
        )
        marks.append(Stroke(ticks, style.mark, 0.25 * WIDTH))
    return marks


def _label(puzzle: Puzzle, cells: Sequence[Cell], style: Swatch, words: str) -> list[Primitive]:
    """The label on a disc in the middle of a stick, for the stick alone is too narrow."""
    at = geometry.centre(puzzle.lattice, geometry.label_cell(puzzle.lattice, cells))
    size = min(0.3, 0.36 / (len(words) * LETTER_WIDTH))
    return [
        Dots((at,), 0.2 + EDGE, palette.INK),
        Dots((at,), 0.2, style.fill),
        Label(at, words, size, palette.ink_on(style.fill)),
    ]


def _point(vertex: Cell) -> Point:
    return (vertex[0] / 2, vertex[1] / 2)
