"""Pictures: arrangements with their ports, patterns, the table of rectangles, the comparison of models."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from tilewright.families.gunport.board import Arrangement, GunportBoard, PieceCells
from tilewright.families.gunport.comparison import Comparison, Trial
from tilewright.families.gunport.drawing import first_free
from tilewright.families.gunport.registry import SOLVERS
from tilewright.families.gunport.table import RectangleTable, TableEntry
from tilewright.families.gunport.torus import Pattern
from tilewright.model.lattices import SQUARE, Point
from tilewright.render import geometry
from tilewright.render.board import border_width
from tilewright.render.chart import LogScale
from tilewright.render.figure import columns_for
from tilewright.render.palette import COLOURS, FAINT, GROUND, INK, PAPER, QUIET, ink_on, mix
from tilewright.render.png import scene_png
from tilewright.render.scene import (
    Area,
    Dots,
    Label,
    Primitive,
    Scene,
    Stroke,
    fitting_scale,
    moved,
    text_width,
)
from tilewright.render.sheet import MARGIN, heading
from tilewright.render.svg import scene_svg
from tilewright.wording import plain

TINTS = tuple(mix(COLOURS[index], PAPER, 0.3) for index in (1, 0, 10, 6, 3, 8))
"""The fills of pieces: horizontal dominoes in the first, vertical ones in the second; other pieces in the
first that no neighbour has."""

PATTERN_SIDE = 9
"""Rows and columns that the picture of a pattern has at least; three copies each way where these are more."""
PATTERN_FRAME = COLOURS[7]

PORT_RADIUS = 0.27
LEAST_SCALE = 8.0  # pixels of a cell of a single board: below, ports look like lines
WIDEST_TITLE = 2.2  # board widths; a longer title is written smaller


@dataclass(frozen=True)
class Caption:
    """The lines above the pictures."""

    title: str = ""
    line: str = ""


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
    marks += moved(board_marks(arrangement, scale), inset - left, MARGIN + head - top)
    title = caption.title or f"An arrangement on {arrangement.board.name}"
    return Scene(width, high + 2 * MARGIN + head, tuple(marks), scale, title, _description(arrangement))


def board_scene(board: GunportBoard) -> Scene:
    """A board on which nothing is laid."""
    left, top, right, bottom = geometry.bounds(SQUARE, board.cells)
    wide, high = right - left, bottom - top
    scale = fitting_scale(wide, high, 1000, LEAST_SCALE, 64)
    cells = tuple(tuple(SQUARE.outline(cell)) for cell in sorted(board.cells))
    marks: list[Primitive] = [
        Area(cells, GROUND),
        Stroke(cells, FAINT, border_width(scale) / 2, closed=True),
        Stroke(geometry.borders(SQUARE, sorted(board.cells)), INK, border_width(scale), closed=True),
    ]
    shown = tuple(moved(marks, MARGIN - left, MARGIN - top))
    return Scene(wide + 2 * MARGIN, high + 2 * MARGIN, shown, scale, board.name)


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
        marks += moved(board_marks(arrangement, scale), x - left, y - top)
        marks.append(Label((x + wide / 2, y + high + 0.95 * letters), f"{index + 1:,}", letters, QUIET))
    description = f"{len(arrangements):,} arrangements; each: {_description(arrangements[0])}"
    return Scene(width, head + gap + rows * step_y, tuple(marks), scale, caption.title, description)


def pattern_scene(pattern: Pattern, caption: Caption = Caption()) -> Scene:
    """The pattern repeated below its title; a frame marks one copy."""
    torus = pattern.torus
    down, across = (max(3, -(-PATTERN_SIDE // side)) for side in (torus.rows, torus.columns))
    arrangement, (x0, y0) = pattern.repeated(down, across)
    left, top, right, bottom = geometry.bounds(SQUARE, arrangement.board.cells)
    wide, high = right - left, bottom - top
    scale = fitting_scale(wide, high, 1000, 4, 64)
    size = 24 / scale
    written = max(text_width(caption.title, size), text_width(caption.line, 0.62 * size)) / 0.94
    width = max(wide + 2 * MARGIN, written)
    marks, head = heading(plain(caption.title), plain(caption.line), width, size)
    x1, y1 = x0 + torus.columns, y0 + torus.rows
    frame = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    drawn = [
        *board_marks(arrangement, scale),
        Stroke((frame,), PATTERN_FRAME, 1.8 * border_width(scale), closed=True),
    ]
    marks += moved(drawn, (width - wide) / 2 - left, MARGIN + head - top)
    description = f"{torus.name}, repeated {down} times downwards and {across} times to the right"
    return Scene(width, high + 2 * MARGIN + head, tuple(marks), scale, caption.title, description)


def board_marks(arrangement: Arrangement, pixels: float) -> list[Primitive]:
    """An arrangement where its cells are; ``pixels`` of a cell decide how thick its lines are."""
    outline = geometry.borders(SQUARE, sorted(arrangement.board.cells))
    marks: list[Primitive] = [Area(outline, PAPER)]
    pieces = sorted(arrangement.pieces, key=lambda piece: min((y, x) for x, y in piece))
    lines = list(outline)
    for piece, fill in piece_fills(pieces).items():
        loops = geometry.borders(SQUARE, piece)
        marks.append(Area(loops, fill))
        lines += loops
    if ports := tuple(geometry.centre(SQUARE, cell) for cell in sorted(arrangement.ports)):
        marks.append(Dots(ports, PORT_RADIUS, INK))
    marks.append(Stroke(tuple(lines), INK, border_width(pixels), closed=True))
    return marks


def piece_fills(pieces: Sequence[PieceCells]) -> Mapping[PieceCells, str]:
    """The colour of each piece: dominoes by direction, other pieces differ from those that they touch."""
    if all(len(piece) == 2 for piece in pieces):
        return {piece: TINTS[piece[0][0] == piece[1][0]] for piece in pieces}
    return first_free(pieces, TINTS, TINTS[-1])


def _description(arrangement: Arrangement) -> str:
    return (
        f"A board of {len(arrangement.board.cells):,} cells with {len(arrangement.pieces):,} pieces; "
        f"a dark disc is a port, of which there are {len(arrangement.ports):,}."
    )


FEWER = COLOURS[1]
HIGHER = (COLOURS[0], COLOURS[5], COLOURS[7], COLOURS[11])
"""For 1, 2, 3 and 4 dominoes above the formula; interpolated from first to last where there are more."""
NONE_FILL = "#d9d9d9"
TITLE_PIXELS, LETTER_PIXELS = 26.0, 16.0
LEAST_SIDE, MOST_SIDE = 14.0, 44.0  # pixels of a square of the table
NUMBERED = 20.0  # pixels of a square that fits its number


def table_scene(table: RectangleTable) -> Scene:
    """Every board with its fewest dominoes, n to the right, m downwards; reflected as far as m goes."""
    known = {(size.rows, size.columns): size for size in table.sizes}
    known |= {(n, m): size for (m, n), size in known.items() if n in table.span.widths}
    lengths = sorted({n for _, n in known}) or [table.span.low]
    widths = sorted({m for m, _ in known}) or [table.span.low]
    scale = fitting_scale(len(lengths), len(widths), 1100, LEAST_SIDE, MOST_SIDE)
    letter = LETTER_PIXELS / scale
    title = f"Fewest dominoes on m x n boards{', no domino can slide' if table.no_slide else ''}"
    legend, legend_width = _deviation_legend(known.values(), letter)
    axis = text_width("m\\n", letter) + letter
    broad = max(len(lengths), legend_width, text_width(title, TITLE_PIXELS / scale))
    left, up = axis + letter, TITLE_PIXELS / scale + 7.5 * letter
    across = {n: left + index for index, n in enumerate(lengths)}
    down = {m: up + index for index, m in enumerate(widths)}
    right, low = left + len(lengths), up + len(widths)
    below = TITLE_PIXELS / scale
    marks: list[Primitive] = [
        Label((left, 1.6 * letter), title, TITLE_PIXELS / scale, INK, "start"),
        Label((left, 1.9 * letter + below), "and how far from Pearce's formula", letter, QUIET, "start"),
        *moved(legend, left, 3.2 * letter + below),
        Label((left - 1.5 * letter, up - 0.9 * letter), "m\\n", letter, INK),
    ]
    # As many of the numbers above and to the left as fit.
    widest = text_width(str(max(across)), letter) + 0.6 * letter
    for n in lengths[:: max(1, math.ceil(widest))]:
        marks.append(Label((across[n] + 0.5, up - 0.9 * letter), f"{n}", letter, QUIET))
    for m in widths[:: max(1, math.ceil(1.2 * letter))]:
        marks.append(Label((left - 1.5 * letter, down[m] + 0.5), f"{m}", letter, QUIET))
    top = max((size.deviation or 0 for size in table.sizes), default=0)
    for (m, n), size in sorted(known.items()):
        x, y, fill = across[n], down[m], _deviation_fill(size, top)
        marks.append(Area((_box(x, y, 1.0),), fill))
        if scale >= NUMBERED:
            words = "-" if size.dominoes is None else f"{size.dominoes}"
            fitted = min(0.42, 0.84 / text_width(words, 1.0))
            marks.append(Label((x + 0.5, y + 0.5), words, fitted, ink_on(fill)))
    lines = [((left, y), (right, y)) for y in (*down.values(), low)]
    lines += [((x, up), (x, low)) for x in (*across.values(), right)]
    marks.append(Stroke(tuple(lines), mix(FAINT, PAPER, 0.4), 0.03))
    description = f"For {len(table.sizes):,} boards the fewest dominoes such that no more fits."
    return Scene(left + broad + letter, low + letter, tuple(marks), scale, title, description)


def _box(x: float, y: float, side: float) -> tuple[Point, ...]:
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def _deviation_legend(sizes: Collection[TableEntry], letter: float) -> tuple[list[Primitive], float]:
    """A square and its meaning for each colour that occurs, and their total width."""
    kinds = {size.deviation: size for size in sizes}
    steps = sorted(number for number in kinds if number is not None)
    top = max((0, *steps))
    x, side = 0.0, 1.3 * letter
    marks: list[Primitive] = []
    for number in [*steps, *([None] if None in kinds else [])]:
        marks.append(Area((_box(x, 0.0, side),), _deviation_fill(kinds[number], top)))
        marks.append(Stroke((_box(x, 0.0, side),), FAINT, 0.08 * letter, closed=True))
        words = "no arrangement" if number is None else f"{number:+d}" if number else "as the formula"
        marks.append(Label((x + 1.3 * side, side / 2), words, letter, INK, "start"))
        x += 1.3 * side + text_width(words, letter) + 1.2 * letter
    return marks, x


def _deviation_fill(size: TableEntry, top: int) -> str:
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


PANEL_WIDTH, PANEL_HEIGHT = 16.0, 7.0
"""The size of a model's panel in units of length; a letter is half a unit high."""

LETTER = 0.5
LEFT, RIGHT, TOP, BOTTOM = 2.6, 0.6, 1.4, 1.6  # margins of a panel
PIXELS = 32.0  # of a unit of length


def comparison_scene(comparison: Comparison) -> Scene:
    """A panel for each model, with or without symmetry constraints; a line in it for each solver.

    A ring marks a trial that did not finish. The boards stand in the order of their areas. The seconds' scale
    is the same in all panels.
    """
    models = list(dict.fromkeys(trial.formulation for trial in comparison.trials))
    solvers = list(dict.fromkeys(trial.solver for trial in comparison.trials))
    axes = _Axes(comparison)
    marks, legend_end = _solver_legend(solvers)
    for number, model in enumerate(models):
        top = number * (PANEL_HEIGHT + TOP + BOTTOM) + 1.0
        marks += axes.panel(model, top)
        for solver in solvers:
            of_line = [t for t in comparison.trials if (t.formulation, t.solver) == (model, solver)]
            marks += axes.line(of_line, _colour(solver), top)
    height = 1.0 + max(1, len(models)) * (PANEL_HEIGHT + TOP + BOTTOM)
    title = "Seconds to solve the gunport problem, by model, solver and board"
    return Scene(max(LEFT + PANEL_WIDTH, legend_end) + RIGHT, height, tuple(marks), PIXELS, title)


class _Axes:
    """The coordinates of boards and seconds in a panel."""

    def __init__(self, comparison: Comparison) -> None:
        trials, self.limit = comparison.trials, comparison.limit
        areas = {trial.board: (trial.rows * trial.columns, trial.rows) for trial in trials}
        self.boards = sorted(areas, key=areas.__getitem__)
        self.scale = LogScale.around(
            [trial.seconds for trial in trials] + ([self.limit] if self.limit else [])
        )

    def across(self, board: str) -> float:
        return LEFT + (self.boards.index(board) + 0.5) * PANEL_WIDTH / len(self.boards)

    def up(self, seconds: float, top: float) -> float:
        return top + TOP + PANEL_HEIGHT * (1 - self.scale.share(seconds))

    def panel(self, model: str, top: float) -> list[Primitive]:
        """The frame, the scales and the title of a model's panel."""
        marks: list[Primitive] = [Label((LEFT, top + TOP - 0.6), model, 1.2 * LETTER, INK, "start")]
        for power in self.scale.powers:
            y = self.up(10.0**power, top)
            marks.append(Stroke((((LEFT, y), (LEFT + PANEL_WIDTH, y)),), FAINT, 0.02))
            words = f"{10.0**power:g} s"
            marks.append(Label((LEFT - 0.2 - text_width(words, LETTER), y), words, LETTER, QUIET, "start"))
        if self.limit is not None:
            y = self.up(self.limit, top)
            starts = [LEFT + 0.4 * number for number in range(math.floor((PANEL_WIDTH - 0.2) / 0.4) + 1)]
            marks.append(Stroke(tuple(((x, y), (x + 0.2, y)) for x in starts), INK, 0.03))
        # As many names of boards as fit next to each other.
        widest = max((text_width(board, LETTER) for board in self.boards), default=1.0) + 0.3
        every = max(1, math.ceil(widest * len(self.boards) / PANEL_WIDTH))
        for board in self.boards[::every]:
            marks.append(Label((self.across(board), top + TOP + PANEL_HEIGHT + 0.55), board, LETTER, QUIET))
        return marks

    def line(self, trials: Sequence[Trial], colour: str, top: float) -> list[Primitive]:
        """A solver's seconds: points joined in the order of the boards, rings where it did not finish."""
        ordered = sorted(trials, key=lambda trial: self.boards.index(trial.board))
        at = {trial.board: (self.across(trial.board), self.up(trial.seconds, top)) for trial in ordered}
        if not at:
            return []
        points = tuple(at.values())
        marks: list[Primitive] = [Stroke((points,), colour, 0.07), Dots(points, 0.18, colour)]
        if rings := tuple(at[trial.board] for trial in ordered if not trial.finished):
            marks.append(Dots(rings, 0.1, PAPER))
        return marks


def _solver_legend(solvers: Sequence[str]) -> tuple[list[Primitive], float]:
    """The line above the panels, and where it ends."""
    marks: list[Primitive] = []
    x = LEFT
    for solver in solvers:
        marks.append(Stroke((((x, 0.8), (x + 0.9, 0.8)),), _colour(solver), 0.07))
        marks.append(Dots(((x + 0.45, 0.8),), 0.18, _colour(solver)))
        marks.append(Label((x + 1.1, 0.8), solver, LETTER, INK, "start"))
        x += 1.6 + text_width(solver, LETTER) + 0.4
    marks += [Dots(((x + 0.2, 0.8),), 0.18, QUIET), Dots(((x + 0.2, 0.8),), 0.1, PAPER)]
    words = "not finished; dashes: the time limit"
    marks.append(Label((x + 0.6, 0.8), words, LETTER, QUIET, "start"))
    return marks, x + 0.6 + text_width(words, LETTER)


def _colour(solver: str) -> str:
    return COLOURS[SOLVERS[solver].colour] if solver in SOLVERS else QUIET


RENDERERS: Mapping[str, Callable[[Scene], bytes]] = {
    ".svg": lambda scene: scene_svg(scene).encode(),
    ".png": scene_png,
}
"""By a file's suffix: a scene in, the file's bytes out."""
