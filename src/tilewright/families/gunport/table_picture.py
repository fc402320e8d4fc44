"""The table of rectangles as a picture: a square for each board, its colour the distance from the formula."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from tilewright.families.gunport.table import Size, Table
from tilewright.model.lattices import Point
from tilewright.render.palette import COLOURS, FAINT, GROUND, INK, PAPER, QUIET, ink_on, mix
from tilewright.render.png import scene_png
from tilewright.render.scene import Area, Label, Mark, Scene, Stroke, fitting_scale, moved, text_width
from tilewright.render.svg import scene_svg

FEWER = COLOURS[1]
HIGHER = (COLOURS[0], COLOURS[5], COLOURS[7], COLOURS[11])
"""For 1, 2, 3 and 4 dominoes above the formula; where there are more, by degrees from first to last."""
NONE_FILL = "#d9d9d9"
TITLE, LETTER = 26.0, 16.0  # sizes in pixels
LEAST_SIDE, MOST_SIDE = 14.0, 44.0  # of a square, in pixels
NUMBERED = 20.0  # pixels a side from which numbers stand in squares


def table_scene(table: Table) -> Scene:
    """Every board with its fewest dominoes, n to the right, m downwards; mirrored as far as m goes."""
    known = {(size.rows, size.columns): size for size in table.sizes}
    known |= {(n, m): size for (m, n), size in known.items() if n in table.span.widths}
    lengths = sorted({n for _, n in known}) or [table.span.low]
    widths = sorted({m for m, _ in known}) or [table.span.low]
    scale = fitting_scale(len(lengths), len(widths), 1100, LEAST_SIDE, MOST_SIDE)
    letter = LETTER / scale
    title = f"Fewest dominoes on m x n boards{', no domino can slide' if table.no_slide else ''}"
    legend, legend_width = _legend(known.values(), letter)
    axis = text_width("m\\n", letter) + letter
    broad = max(len(lengths), legend_width, text_width(title, TITLE / scale))
    left, up = axis + letter, TITLE / scale + 7.5 * letter
    grid = _Grid(lengths, widths, left, up, scale)
    marks: list[Mark] = [
        Label((left, 1.6 * letter), title, TITLE / scale, INK, "start"),
        Label(
            (left, 1.9 * letter + TITLE / scale), "and how far from Pearce's formula", letter, QUIET, "start"
        ),
        *moved(legend, left, 3.2 * letter + TITLE / scale),
        *grid.axes(letter),
    ]
    top = max((size.deviation or 0 for size in table.sizes), default=0)
    for (m, n), size in sorted(known.items()):
        marks += grid.square(m, n, "-" if size.dominoes is None else f"{size.dominoes}", _fill(size, top))
    marks.append(grid.lines())
    width, height = left + broad + letter, up + len(widths) + letter
    told = f"For {len(table.sizes):,} boards the fewest dominoes such that no more fits."
    return Scene(width, height, tuple(marks), scale, title, told)


class _Grid:
    """Where the boards' squares lie."""

    def __init__(
        self, lengths: Sequence[int], widths: Sequence[int], left: float, up: float, scale: float
    ) -> None:
        self.across = {n: left + index for index, n in enumerate(lengths)}
        self.down = {m: up + index for index, m in enumerate(widths)}
        self.left, self.up, self.scale = left, up, scale

    def axes(self, letter: float) -> list[Mark]:
        """The numbers above and beside the squares, as many as there is room for."""
        marks: list[Mark] = [Label((self.left - 1.5 * letter, self.up - 0.9 * letter), "m\\n", letter, INK)]
        widest = text_width(str(max(self.across)), letter) + 0.6 * letter
        for n, x in list(self.across.items())[:: max(1, math.ceil(widest))]:
            marks.append(Label((x + 0.5, self.up - 0.9 * letter), f"{n}", letter, QUIET))
        for m, y in list(self.down.items())[:: max(1, math.ceil(1.2 * letter))]:
            marks.append(Label((self.left - 1.5 * letter, y + 0.5), f"{m}", letter, QUIET))
        return marks

    def square(self, m: int, n: int, words: str, fill: str) -> list[Mark]:
        """A board's square, with its number where it can be read."""
        x, y = self.across[n], self.down[m]
        marks: list[Mark] = [Area((_box(x, y, 1.0),), fill)]
        if self.scale >= NUMBERED:
            fitted = min(0.42, 0.84 / text_width(words, 1.0))
            marks.append(Label((x + 0.5, y + 0.5), words, fitted, ink_on(fill)))
        return marks

    def lines(self) -> Stroke:
        """The lines between the squares."""
        right, low = self.left + len(self.across), self.up + len(self.down)
        lines = [((self.left, y), (right, y)) for y in (*self.down.values(), low)]
        lines += [((x, self.up), (x, low)) for x in (*self.across.values(), right)]
        return Stroke(tuple(lines), mix(FAINT, PAPER, 0.4), 0.03)


def _box(x: float, y: float, side: float) -> tuple[Point, ...]:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def _legend(sizes: Collection[Size], letter: float) -> tuple[list[Mark], float]:
    """A square and a word for each colour that occurs, and how wide they are together."""
    kinds = {size.deviation: size for size in sizes}
    steps = sorted(number for number in kinds if number is not None)
    top = max((0, *steps))
    x, side = 0.0, 1.3 * letter
    marks: list[Mark] = []
    for number in [*steps, *([None] if None in kinds else [])]:
        marks.append(Area((_box(x, 0.0, side),), _fill(kinds[number], top)))
        marks.append(Stroke((_box(x, 0.0, side),), FAINT, 0.08 * letter, closed=True))
        words = _meaning(number)
        marks.append(Label((x + 1.3 * side, side / 2), words, letter, INK, "start"))
        x += 1.3 * side + text_width(words, letter) + 1.2 * letter
    return marks, x


def _meaning(deviation: int | None) -> str:
    if deviation is None:
        return "no arrangement"
    return "as the formula" if deviation == 0 else f"{deviation:+d}"


def _fill(size: Size, top: int) -> str:
    """Blue below the formula, pale on it, from orange to indigo above it; ``top`` is the largest distance."""
    if size.deviation is None:
        return NONE_FILL
    if size.deviation == 0:
        return GROUND
    if size.deviation < 0:
        return FEWER
    steps = len(HIGHER) - 1
    if top <= len(HIGHER):
        return HIGHER[size.deviation - 1]
    place = (size.deviation - 1) / (top - 1) * steps
    step = min(steps - 1, int(place))
    return mix(HIGHER[step], HIGHER[step + 1], place - step)


RENDERERS = {
    ".svg": lambda table: scene_svg(table_scene(table)).encode(),
    ".png": lambda table: scene_png(table_scene(table)),
}
"""By a file's suffix: a table in, the file's bytes out."""
