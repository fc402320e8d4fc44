"""Heights of the corners of a tiling by dominoes or lozenges, as a picture and as text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tilewright.model.lattices import Cell, Point
from tilewright.render.palette import INK, mix
from tilewright.render.scene import Area, Label, Primitive, Scene, Stroke
from tilewright.render.shuffled import HIGH, LOW

PIXELS, LEAST_PIXELS, USUAL_SIDE = 40.0, 4.0, 1_200.0
MARGIN = 0.6
LABELLED = 200  # corners at most that have their number in the picture
Corner = tuple[int, int]


def cell_corners(cell: Cell, *, triangles: bool) -> tuple[Corner, ...]:
    """The corners of a square or a triangle in order, see ``solving.random_tilings.board.corner``."""
    x, y = cell
    if not triangles:
        return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    if (x + y) % 2 == 0:
        return ((x, y + 1), (x + 2, y + 1), (x + 1, y))
    return ((x, y), (x + 2, y), (x + 1, y + 1))


def heights_scene(
    placements: Sequence[Sequence[Cell]], heights: Mapping[Corner, int], *, triangles: bool, title: str = ""
) -> Scene:
    """Cells in the colours of the mean heights of their corners, and a line round each piece."""
    columns, rows = [x for x, _ in heights], [y for _, y in heights]
    left, top = min(columns), min(rows)
    across, down = (0.5, math.sqrt(3) / 2) if triangles else (1.0, 1.0)

    def point(corner: Corner) -> Point:
        return MARGIN + (corner[0] - left) * across, MARGIN + (corner[1] - top) * down

    width, height = (2 * MARGIN + a for a in ((max(columns) - left) * across, (max(rows) - top) * down))
    pixels = max(LEAST_PIXELS, min(PIXELS, USUAL_SIDE / max(width, height)))
    least, span = min(heights.values()), max(1, max(heights.values()) - min(heights.values()))
    marks: list[Primitive] = []
    borders: list[tuple[Point, ...]] = []
    for cells in placements:
        sides: dict[frozenset[Corner], tuple[Corner, Corner]] = {}
        for cell in cells:
            corners = cell_corners(cell, triangles=triangles)
            mean = sum(heights[corner] for corner in corners) / len(corners)
            marks.append(Area((tuple(map(point, corners)),), mix(LOW, HIGH, (mean - least) / span)))
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                key = frozenset((a, b))
                if sides.pop(key, None) is None:  # the side between the two cells goes away
                    sides[key] = (a, b)
        borders += [(point(a), point(b)) for a, b in sides.values()]
    marks.append(Stroke(tuple(borders), INK, max(0.04, 1 / pixels)))
    if len(heights) <= LABELLED:
        for corner, value in heights.items():
            at, size = point(corner), 0.26
            half = (0.075 * len(str(value)) + 0.06, 0.15)
            signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            box = tuple((at[0] + dx * half[0], at[1] + dy * half[1]) for dx, dy in signs)
            marks += [Area((box,), "#ffffff"), Label(at, str(value), size, INK)]
    description = f"Heights from {least} to {max(heights.values())}, from dark to bright."
    return Scene(width, height, tuple(marks), pixels, title, description)


def heights_text(heights: Mapping[Corner, int]) -> str:
    """Rows of numbers, a column for each x of a corner; blanks where there is no corner."""
    columns, rows = [x for x, _ in heights], [y for _, y in heights]
    width = max(len(str(value)) for value in heights.values())
    return "\n".join(
        " ".join(
            f"{heights.get((x, y), ''):>{width}}" for x in range(min(columns), max(columns) + 1)
        ).rstrip()
        for y in range(min(rows), max(rows) + 1)
    )
