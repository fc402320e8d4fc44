"""Small pictures of flat puzzles: the board as large as it goes, the pieces in rows below it.

They have no ground of their own, so that they fit pages light and dark.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from tilewright.model.lattices import Cell, Lattice, Point
from tilewright.model.puzzle import Puzzle
from tilewright.render import palette

WIDTH, HEIGHT = 240.0, 150.0
BOARD_HEIGHT = 88.0  # at most
STRIP_HEIGHT = 64.0
GAP = 8.0
MOST_PIECES = 24
MOST_ROWS = 3

EDGE = "#6f6a5e"
GRID = "#b9b2a2"
INK = "#20242a"

Box = tuple[float, float, float, float]
"""Left, top, width, height."""


@dataclass(frozen=True)
class Shape:
    """Cells that are drawn together: their outlines, and the fill of each."""

    outlines: tuple[tuple[Point, ...], ...]
    fills: tuple[str, ...]

    @property
    def box(self) -> Box:
        """The smallest upright rectangle around the cells, in cell sides."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def thumbnail(puzzle: Puzzle) -> str:
    """The puzzle as a small SVG; for puzzles whose cells lie in the plane."""
    pieces, board = _pieces(puzzle), _board_shape(puzzle)
    _, _, width, height = board.box
    tall = min(BOARD_HEIGHT, (WIDTH - 6.0) * height / width)
    strip = min(STRIP_HEIGHT, HEIGHT - 6.0 - GAP - tall) if pieces else 0.0
    held = HEIGHT - 6.0 - strip - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" '
        f'height="{HEIGHT:g}" stroke-linejoin="round">'
    ]
    lines += _board(board, (3.0, 3.0, WIDTH - 6.0, held))
    lines += _rows(pieces, (3.0, HEIGHT - 2.0 - strip, WIDTH - 6.0, strip)) if pieces else []
    return "\n".join([*lines, "</svg>"]) + "\n"


def _pieces(puzzle: Puzzle) -> list[Shape]:
    """The first kinds of pieces, each lying so that it takes little height."""
    found = []
    for number, piece in enumerate(puzzle.pieces[:MOST_PIECES]):
        fill = palette.swatch(number).fill
        ways = [[cell for cell, _ in pairs] for pairs in piece.orientations(puzzle.lattice)]
        shapes = [_shape(puzzle.lattice, cells, [fill] * len(cells)) for cells in ways[:8]]
        found.append(min(shapes, key=lambda shape: (round(shape.box[2], 6), round(shape.box[3], 6))))
    return found


def _board_shape(puzzle: Puzzle) -> Shape:
    board = puzzle.board
    colours = sorted(set(board.colours.values()))
    cells = sorted(board.cells)
    fills = [
        palette.ground(colours.index(board.colour(cell)), len(colours))
        if board.colour(cell)
        else palette.GROUND
        for cell in cells
    ]
    return _shape(puzzle.lattice, cells, fills)


def _shape(lattice: Lattice, cells: Sequence[Cell], fills: Sequence[str]) -> Shape:
    return Shape(tuple(tuple(lattice.outline(cell)) for cell in cells), tuple(fills))


def _board(shape: Shape, room: Box) -> list[str]:
    """The board in the middle of a room: a dark rim, then its cells."""
    left, top, width, height = shape.box
    scale = min(room[2] / width, room[3] / height, 26.0)
    x = room[0] + (room[2] - width * scale) / 2 - left * scale
    y = room[1] + (room[3] - height * scale) / 2 - top * scale
    rim = "".join(_path(outline, x, y, scale) for outline in shape.outlines)
    lines = [f'<path d="{rim}" fill="{EDGE}" stroke="{EDGE}" stroke-width="3"/>']
    width_of_grid = min(0.9, scale * 0.06)
    for fill in sorted(set(shape.fills)):
        same = (o for o, one in zip(shape.outlines, shape.fills, strict=True) if one == fill)
        path = "".join(_path(outline, x, y, scale) for outline in same)
        lines.append(f'<path d="{path}" fill="{fill}" stroke="{GRID}" stroke-width="{width_of_grid:.2f}"/>')
    return lines


def _rows(pieces: Sequence[Shape], room: Box) -> Iterable[str]:
    """The pieces in as many rows as let them be largest, all at one scale."""
    scale, lines = max((_laid_out(pieces, rows, room) for rows in range(1, MOST_ROWS + 1)), key=itemgetter(0))
    tall = room[3] / len(lines)
    for row, line in enumerate(lines):
        x = room[0] + (room[2] - (sum(shape.box[2] + 0.8 for shape in line) - 0.8) * scale) / 2
        for shape in line:
            left, top, width, height = shape.box
            y = room[1] + row * tall + (tall - height * scale) / 2 - top * scale
            path = "".join(_path(outline, x - left * scale, y, scale) for outline in shape.outlines)
            yield f'<path d="{path}" fill="{INK}" stroke="{INK}" stroke-width="1.6"/>'
            yield f'<path d="{path}" fill="{shape.fills[0]}" stroke="{shape.fills[0]}" stroke-width="0.3"/>'
            x += (width + 0.8) * scale


def _laid_out(pieces: Sequence[Shape], rows: int, room: Box) -> tuple[float, list[Sequence[Shape]]]:
    """The scale of the pieces in so many rows of equal numbers, and the rows."""
    each = math.ceil(len(pieces) / rows)
    lines = [pieces[start : start + each] for start in range(0, len(pieces), each)]
    highest = max(shape.box[3] for shape in pieces)
    widest = max(sum(shape.box[2] + 0.8 for shape in line) - 0.8 for line in lines)
    return min((room[3] / len(lines) - 3.0) / highest, room[2] / widest, 11.0), lines


def _path(outline: Iterable[Point], x: float, y: float, scale: float) -> str:
    return "M" + "L".join(f"{x + u * scale:.1f} {y + v * scale:.1f}" for u, v in outline) + "Z"
