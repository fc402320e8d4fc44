"""Tasks of the gallery: what is known about each puzzle of the catalogue, and its thumbnail.

A thumbnail shows the board as large as possible, and the pieces in rows: of a flat puzzle below it, of a
solid next to it. It has no background, so that it fits light and dark pages, and no words: they would be too
small.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from tilewright import catalogue
from tilewright.catalogue import PuzzleEntry
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell, Lattice, Point
from tilewright.model.puzzle import Puzzle
from tilewright.render import cubes, palette
from tilewright.render.scene import Scene
from tilewright.render.svg import scene_svg
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import ground_colours, puzzle_page, read_source

LEVELS = ((5.0, "easy"), (9.0, "medium"), (14.0, "hard"), (math.inf, "very hard"))
"""Upper bounds of the effort, and the level of each."""

MAX_PICTURED_CELLS = 2_000

WIDTH, HEIGHT = 240.0, 150.0
BOARD_HEIGHT = 88.0  # maximum
STRIP_HEIGHT = 64.0
GAP = 8.0
MAX_PIECES = 24
SOLID_WIDTH = 96.0  # of the board of a solid
VIEW = "isometric"
MAX_ROWS = 3

EDGE = "#6f6a5e"
GRID = "#b9b2a2"
INK = "#20242a"

Box = tuple[float, float, float, float]  # left, top, width, height


def entries(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> list[dict[str, Any]]:
    """All puzzles of the catalogue as ``CatalogueEntry``, in its order."""
    return [_entry(one) for one in catalogue.entries().values()]


def picture(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> str:
    """A small picture of the puzzle ``args["name"]`` as SVG."""
    return _picture(catalogue.entry(args["name"]).whole().puzzle)  # whatever its parameters are: it is kept


def picture_of_source(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, str]:
    """The same of the puzzle ``args["source"]``, as ``PictureView``."""
    return {"svg": _picture(read_source(args))}


def _picture(puzzle: AnyPuzzle) -> str:
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("a puzzle of items and options has no picture")
    if puzzle.lattice.is_solid:
        return solid_thumbnail(puzzle)
    return thumbnail(puzzle)


def _entry(one: PuzzleEntry) -> dict[str, Any]:
    puzzle = one.load()
    tiling = puzzle if isinstance(puzzle, Puzzle) else None
    counts = {e.what: e.count for e in puzzle.expect if not e.motions and e.use == "all"}
    known, unique = counts.get("solutions"), counts.get("unique")
    pieces = sum(piece.max_copies for piece in tiling.pieces) if tiling else 0
    cells = len(tiling.board.cells) if tiling else 0
    return {
        "name": one.name,
        "title": one.title,
        "group": one.group,
        "tags": list(one.tags),
        "searched_text": one.searched_text,
        "lattice": tiling.lattice.name if tiling else "",
        "dimension": tiling.lattice.dimension if tiling else 0,
        "cells": cells,
        "pieces": pieces,
        "known": None if known is None else str(known),
        "known_up_to_symmetry": None if unique is None else str(unique),
        "level": _level(pieces, unique if known is None else known),
        "playable": tiling is not None,
        "page": puzzle_page(puzzle),
        "has_picture": tiling is not None and cells <= MAX_PICTURED_CELLS,
    }


def _level(pieces: int, known: int | None) -> str:
    """The difficulty of a puzzle by hand: it grows with the pieces, and falls with the solutions."""
    if known == 0:
        return "impossible"
    if not pieces:
        return ""
    effort = pieces - math.log10(known or 1)
    return next(level for bound, level in LEVELS if effort <= bound)


@dataclass(frozen=True)
class OutlinedShape:
    """Cells that are drawn together: the outline and the fill of each."""

    outlines: tuple[tuple[Point, ...], ...]
    fills: tuple[str, ...]

    @property
    def box(self) -> Box:
        """The smallest upright rectangle around the cells, in cell sides."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def thumbnail(puzzle: Puzzle) -> str:
    """A flat puzzle as a small SVG."""
    grounds = ground_colours(puzzle)
    pieces, board = _pieces(puzzle), _shape(puzzle.lattice, list(grounds), list(grounds.values()))
    _, _, width, height = board.box
    tall = min(BOARD_HEIGHT, (WIDTH - 6.0) * height / width)
    strip = min(STRIP_HEIGHT, HEIGHT - 6.0 - GAP - tall) if pieces else 0.0
    value = HEIGHT - 6.0 - strip - GAP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" '
        f'height="{HEIGHT:g}" stroke-linejoin="round">'
    ]
    lines += _board(board, (3.0, 3.0, WIDTH - 6.0, value))
    lines += _rows(pieces, (3.0, HEIGHT - 2.0 - strip, WIDTH - 6.0, strip)) if pieces else []
    return "\n".join([*lines, "</svg>"]) + "\n"


def solid_thumbnail(puzzle: Puzzle) -> str:
    """A puzzle in space as a small SVG."""
    board = cubes.ground_figure(puzzle, labels=False, view=VIEW)
    shown = range(min(MAX_PIECES, len(puzzle.pieces)))
    figures = [cubes.piece_figure(puzzle, index, view=VIEW) for index in shown]
    wide = SOLID_WIDTH if figures else WIDTH - 6.0
    scale = min(wide / board.wide, (HEIGHT - 6.0) / board.high, 26.0)
    marks = board.at(3.0 + (wide - board.wide * scale) / 2, (HEIGHT - board.high * scale) / 2, 1.0, scale)
    if figures:
        left = 3.0 + wide + GAP
        area = (left, 3.0, WIDTH - 3.0 - left, HEIGHT - 6.0)
        sizes = [(figure.wide, figure.high) for figure in figures]
        for figure, (x, y, scale) in zip(figures, _places(sizes, area, 6), strict=True):
            marks += figure.at(x, y, 1.0, scale)
    return scene_svg(Scene(WIDTH, HEIGHT, tuple(marks), 1.0, puzzle.title or "A puzzle"), ground="")


def _pieces(puzzle: Puzzle) -> list[OutlinedShape]:
    """The first pieces, each in an orientation of little height."""
    outlined_shapes = []
    for number, piece in enumerate(puzzle.pieces[:MAX_PIECES]):
        fill = palette.swatch(number).fill
        ways = [[cell for cell, _ in pairs] for pairs in piece.orientations(puzzle.lattice)]
        shapes = [_shape(puzzle.lattice, cells, [fill] * len(cells)) for cells in ways[:8]]
        outlined_shapes.append(
            min(shapes, key=lambda shape: (round(shape.box[2], 6), round(shape.box[3], 6)))
        )
    return outlined_shapes


def _shape(lattice: Lattice, cells: Sequence[Cell], fills: Sequence[str]) -> OutlinedShape:
    return OutlinedShape(tuple(tuple(lattice.outline(cell)) for cell in cells), tuple(fills))


def _board(shape: OutlinedShape, area: Box) -> list[str]:
    """The board in the middle of an area: a dark rim, then its cells."""
    left, top, width, height = shape.box
    scale = min(area[2] / width, area[3] / height, 26.0)
    x = area[0] + (area[2] - width * scale) / 2 - left * scale
    y = area[1] + (area[3] - height * scale) / 2 - top * scale
    rim = "".join(_path(outline, x, y, scale) for outline in shape.outlines)
    lines = [f'<path d="{rim}" fill="{EDGE}" stroke="{EDGE}" stroke-width="3"/>']
    width_of_grid = min(0.9, scale * 0.06)
    for fill in sorted(set(shape.fills)):
        same = (o for o, one in zip(shape.outlines, shape.fills, strict=True) if one == fill)
        path = "".join(_path(outline, x, y, scale) for outline in same)
        lines.append(f'<path d="{path}" fill="{fill}" stroke="{GRID}" stroke-width="{width_of_grid:.2f}"/>')
    return lines


def _rows(pieces: Sequence[OutlinedShape], area: Box) -> Iterable[str]:
    """The pieces, all at one scale, in the number of rows that makes them largest."""
    places = _places([shape.box[2:] for shape in pieces], area, MAX_ROWS)
    for shape, (x, y, scale) in zip(pieces, places, strict=True):
        left, top, _, _ = shape.box
        moved = (_path(outline, x - left * scale, y - top * scale, scale) for outline in shape.outlines)
        path = "".join(moved)
        yield f'<path d="{path}" fill="{INK}" stroke="{INK}" stroke-width="1.6"/>'
        yield f'<path d="{path}" fill="{shape.fills[0]}" stroke="{shape.fills[0]}" stroke-width="0.3"/>'


def _places(
    sizes: Sequence[tuple[float, float]], area: Box, most_rows: int
) -> Iterable[tuple[float, float, float]]:
    """The upper left corner and the scale of each of the pieces, with these widths and heights in cell sides:
    all at one scale, in the number of rows that makes them largest."""
    scale, lines = max((_laid_out(sizes, rows, area) for rows in range(1, most_rows + 1)), key=itemgetter(0))
    tall = area[3] / len(lines)
    for row, line in enumerate(lines):
        x = area[0] + (area[2] - (sum(width + 0.8 for width, _ in line) - 0.8) * scale) / 2
        for width, height in line:
            yield x, area[1] + row * tall + (tall - height * scale) / 2, scale
            x += (width + 0.8) * scale


def _laid_out(
    sizes: Sequence[tuple[float, float]], rows: int, area: Box
) -> tuple[float, list[Sequence[tuple[float, float]]]]:
    """The scale of the pieces in this number of rows, and the rows."""
    each = math.ceil(len(sizes) / rows)
    lines = [sizes[start : start + each] for start in range(0, len(sizes), each)]
    highest = max(height for _, height in sizes)
    widest = max(sum(width + 0.8 for width, _ in line) - 0.8 for line in lines)
    return min((area[3] / len(lines) - 3.0) / highest, area[2] / widest, 11.0), lines


def _path(outline: Iterable[Point], x: float, y: float, scale: float) -> str:
    return "M" + "L".join(f"{x + u * scale:.1f} {y + v * scale:.1f}" for u, v in outline) + "Z"
