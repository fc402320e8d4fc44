"""Arrangements as pictures: pieces in colours that tell them apart, each port a dark disc."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.families.gunport.board import Arrangement
from tilewright.model.lattices import SQUARE, Cell
from tilewright.render import geometry
from tilewright.render.board import border_width
from tilewright.render.figure import columns_for
from tilewright.render.labels import plain
from tilewright.render.palette import COLOURS, INK, PAPER, QUIET, mix
from tilewright.render.png import scene_png
from tilewright.render.scene import Area, Dots, Label, Mark, Scene, Stroke, fitting_scale, moved, text_width
from tilewright.render.sheet import MARGIN, heading
from tilewright.render.svg import scene_svg

TINTS = tuple(mix(COLOURS[index], PAPER, 0.3) for index in (1, 0, 10, 6, 3, 8))
"""What pieces are filled with: horizontal dominoes in the first, vertical ones in the second; other pieces in
the first that no neighbour has."""

PORT_RADIUS = 0.27
LEAST_SCALE = 8.0  # pixels a cell of a single board: below, ports cannot be told from lines
WIDEST_TITLE = 2.2  # of the board's width: a longer title is written smaller


@dataclass(frozen=True)
class Caption:
    """The lines above the pictures, and ``below`` each of several (default: their numbers from 1)."""

    title: str = ""
    line: str = ""
    below: tuple[str, ...] = ()


def arrangement_scene(arrangement: Arrangement, caption: Caption = Caption()) -> Scene:
    """One arrangement below its title."""
    left, top, right, bottom = geometry.bounds(SQUARE, arrangement.board.cells)
    wide, high = right - left, bottom - top
    scale = fitting_scale(wide, high, 1000, LEAST_SCALE, 64)
    size = 24 / scale
    written = max(text_width(caption.title, size), text_width(caption.line, 0.62 * size)) / 0.94
    width = max(wide + 2 * MARGIN, min(written, max(WIDEST_TITLE * wide, 560 / scale)))
    marks, head = heading(plain(caption.title), plain(caption.line), width, size)
    inset = (width - wide) / 2
    marks += moved(_board_marks(arrangement, scale), inset - left, MARGIN + head - top)
    return Scene(
        width,
        high + 2 * MARGIN + head,
        tuple(marks),
        scale,
        caption.title or f"An arrangement on {arrangement.board.name}",
        _description(arrangement),
    )


def sheet_scene(arrangements: Sequence[Arrangement], caption: Caption = Caption()) -> Scene:
    """Several arrangements on one board side by side; one alone is drawn large."""
    if len(arrangements) == 1:
        return arrangement_scene(arrangements[0], caption)
    left, top, right, bottom = geometry.bounds(SQUARE, arrangements[0].board.cells)
    wide, high = right - left, bottom - top
    columns = columns_for(len(arrangements), wide, high)
    rows = math.ceil(len(arrangements) / columns)
    gap = max(0.9, 0.09 * max(wide, high))
    scale = fitting_scale(columns * (wide + gap), rows * (high + gap), 1600, 2, 40)
    letters = max(0.5, 13 / scale)
    step_x, step_y = wide + gap, high + 1.6 * letters + gap
    size = max(letters, 26 / scale)
    width = columns * step_x + gap
    width = max(width, min(text_width(caption.title, size) + 2 * gap, 2.5 * width))
    marks, head = heading(plain(caption.title), plain(caption.line), width, size)
    inset = (width - columns * step_x + gap) / 2
    for index, arrangement in enumerate(arrangements):
        x, y = inset + index % columns * step_x, gap + head + index // columns * step_y
        marks += moved(_board_marks(arrangement, scale), x - left, y - top)
        label = caption.below[index] if index < len(caption.below) else f"{index + 1:,}"
        marks.append(Label((x + wide / 2, y + high + 0.95 * letters), plain(label), letters, QUIET))
    description = f"{len(arrangements):,} arrangements; each: {_description(arrangements[0])}"
    return Scene(width, head + gap + rows * step_y, tuple(marks), scale, caption.title, description)


def _board_marks(arrangement: Arrangement, pixels: float) -> list[Mark]:
    outline = geometry.borders(SQUARE, sorted(arrangement.board.cells))
    marks: list[Mark] = [Area(outline, PAPER)]
    pieces = sorted(arrangement.pieces, key=lambda piece: min((y, x) for x, y in piece))
    lines = list(outline)
    for piece, fill in _fills(pieces).items():
        loops = geometry.borders(SQUARE, piece)
        marks.append(Area(loops, fill))
        lines += loops
    if ports := tuple(geometry.centre(SQUARE, cell) for cell in sorted(arrangement.ports)):
        marks.append(Dots(ports, PORT_RADIUS, INK))
    marks.append(Stroke(tuple(lines), INK, border_width(pixels), closed=True))
    return marks


def _fills(pieces: Sequence[tuple[Cell, ...]]) -> Mapping[tuple[Cell, ...], str]:
    """The colour of each piece."""
    if all(len(piece) == 2 for piece in pieces):
        return {piece: TINTS[piece[0][0] == piece[1][0]] for piece in pieces}
    fills: dict[tuple[Cell, ...], str] = {}
    owner = {cell: piece for piece in pieces for cell in piece}
    for piece in pieces:
        beside = {fills.get(owner.get(near, piece)) for cell in piece for near in SQUARE.neighbours(cell)}
        fills[piece] = next((tint for tint in TINTS if tint not in beside), TINTS[-1])
    return fills


def _description(arrangement: Arrangement) -> str:
    return (
        f"A board of {len(arrangement.board.cells):,} cells with {len(arrangement.pieces):,} pieces; "
        f"a dark disc is a port, of which there are {len(arrangement.ports):,}."
    )


def _svg(arrangements: Sequence[Arrangement], caption: Caption) -> bytes:
    return scene_svg(sheet_scene(arrangements, caption)).encode()


def _png(arrangements: Sequence[Arrangement], caption: Caption) -> bytes:
    return scene_png(sheet_scene(arrangements, caption))


RENDERERS = {".svg": _svg, ".png": _png}
"""By a file's suffix: arrangements on one board (at least one) and words in, the file's bytes out."""
