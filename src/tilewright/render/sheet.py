"""Whole pictures: a puzzle with its pieces, one solution, a contact sheet of many."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import chain

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Point
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.render import cubes, geometry, palette, sticks
from tilewright.render.board import board_marks, border_width, piece_marks
from tilewright.render.figure import Figure, columns_for
from tilewright.render.joined_sides import side_arrows
from tilewright.render.labels import (
    caption,
    count_text,
    describe_size,
    is_sheet,
    short_labels,
    shortened,
    shows_labels,
)
from tilewright.render.options import RenderOptions
from tilewright.render.scene import Label, Primitive, Scene, Stroke, fitting_scale, moved, text_width
from tilewright.wording import counted, plain

MARGIN = 0.5  # around a picture, in cell sides
PIECE_SIZE = 0.6  # a cell of a piece next to the board, in cells of the board
CAPTION = 0.42  # letter size under such a piece
GAP = 0.65  # between such pieces


def scene(puzzle: Puzzle, solutions: Sequence[Solution], options: RenderOptions) -> Scene:
    """The picture of a puzzle (no solution), of one solution, or of many."""
    if options.view and not puzzle.lattice.is_solid:
        raise UnsupportedError(
            f"the view {options.view} is of puzzles in space, and this one is on the {puzzle.lattice.name} "
            "lattice; draw it without a view"
        )
    if not solutions:
        return puzzle_scene(puzzle, options)
    if is_sheet(solutions, options):
        return sheet_scene(puzzle, solutions, options)
    return solution_scene(puzzle, solutions[0], options)


def solution_scene(puzzle: Puzzle, solution: Solution, options: RenderOptions) -> Scene:
    """One solution: pieces in their colours, thick borders between them, uncovered cells visible."""
    figure = solution_figure(puzzle, solution.placements, options, labels=shows_labels(puzzle, options))
    title = _title(puzzle, options)
    wide, high = figure.wide, figure.high
    scale = options.scale or fitting_scale(wide, high, 1000, 4, 60)
    marks, head = heading(title, "", wide + 2 * MARGIN, 24 / scale)
    marks += figure.at(MARGIN, MARGIN + head, scale)
    used = ", ".join(plain(name) for name in solution.used()) or "none"
    return Scene(
        wide + 2 * MARGIN,
        high + 2 * MARGIN + head,
        tuple(marks),
        scale,
        title or "A solution",
        f"A board of {counted(len(puzzle.board.cells), 'cell')} with these pieces on it: "
        f"{shortened(used, 400)}.",
    )


def puzzle_scene(puzzle: Puzzle, options: RenderOptions) -> Scene:
    """The board with its forced placements, and next to it or below it the pieces with names and copies."""
    labelled = shows_labels(puzzle, options)
    figure = ground_figure(puzzle, options, labels=labelled)
    wide, high = figure.wide, figure.high
    blocks = _Blocks(puzzle, options, labelled=labelled, scale=fitting_scale(wide, high, 800, 4, 48))
    width, height, corner, place = _arrangement(wide, high, blocks)
    title = _title(puzzle, options)
    scale = options.scale or fitting_scale(width, height, 1100, 4, 48)
    line = describe_size(puzzle)
    size = 24 / scale
    broad = max(
        width, min(text_width(title, size), max(1.6 * width, 700 / scale)), text_width(line, 0.62 * size)
    )
    heads, head = heading(title, line, broad + 2 * MARGIN, size)
    inset = MARGIN + (broad - width) / 2
    marks = heads + figure.at(inset + corner[0], MARGIN + head + corner[1], scale)
    marks += moved(place(scale), inset, MARGIN + head)
    return Scene(
        broad + 2 * MARGIN,
        height + 2 * MARGIN + head,
        tuple(marks),
        scale,
        title or "A puzzle",
        f"A board with {line}: {shortened(', '.join(plain(p.name) for p in puzzle.pieces), 400)}.",
    )


def sheet_scene(puzzle: Puzzle, solutions: Sequence[Solution], options: RenderOptions) -> Scene:
    """Many solutions side by side, each with its caption, under a line that says how many there are."""
    shown = solutions[: options.limit]
    labels = options.labels is True
    figures = [solution_figure(puzzle, s.placements, options, labels=labels, sheet=True) for s in shown]
    wide, high = max(figure.wide for figure in figures), max(figure.high for figure in figures)
    columns = max(1, min(options.columns or columns_for(len(shown), wide, high), len(shown)))
    rows = math.ceil(len(shown) / columns)
    gap = max(0.9, min(0.09 * max(wide, high), 0.9 + 0.6 * min(wide, high)))
    rough = fitting_scale(columns * (wide + gap), rows * (high + gap), 1600, 1, 40)
    scale = options.scale or rough
    size = max(0.5, 13 / scale)
    step_x, step_y = wide + gap, high + 1.6 * size + gap
    title = _title(puzzle, options)
    line = count_text(len(shown), options.total or len(solutions), options)
    width = columns * step_x - gap + 2 * gap
    head_size = max(size, 26 / scale)
    width = max(width, min(text_width(title, head_size) + 2 * gap, 2.5 * width))
    marks, head = heading(title, line, width, head_size)
    inset = (width - columns * step_x + gap) / 2
    for i, figure in enumerate(figures):
        x, y = inset + i % columns * step_x, gap + head + i // columns * step_y
        marks += figure.at(x + (wide - figure.wide) / 2, y + (high - figure.high) / 2, scale)
        words = options.captions[i] if i < len(options.captions) else str(i + 1)
        words = shortened(plain(words), max(4, int(step_x / text_width("x", size))))
        marks.append(Label((x + wide / 2, y + high + 0.95 * size), words, size, palette.QUIET))
    height = head + gap + rows * step_y
    return Scene(width, height, tuple(marks), scale, title or line or "Solutions", line)


def _title(puzzle: Puzzle, options: RenderOptions) -> str:
    return shortened(plain(puzzle.title if options.title is None else options.title), 120)


def heading(title: str, line: str, width: float, size: float) -> tuple[list[Primitive], float]:
    """The title and a quieter line below it, in the middle of the top, and the height that they take."""
    marks: list[Primitive] = []
    y = 0.0
    for words, letters, colour in ((title, size, palette.INK), (line, 0.62 * size, palette.QUIET)):
        if words:
            fitted = min(letters, letters * 0.94 * width / text_width(words, letters))
            marks.append(Label((width / 2, MARGIN + y + 0.5 * letters), words, fitted, colour))
            y += 1.35 * letters
    return marks, y + 0.25 * size if marks else 0.0


class _Blocks:
    """The pieces as rectangles with captions, to be set in lines like words."""

    def __init__(self, puzzle: Puzzle, options: RenderOptions, *, labelled: bool, scale: float) -> None:
        # The cells of a large board are small, and pieces as small would be invisible.
        larger = max(1.0, 36 / scale)
        self.size, self.letters, self.gap = PIECE_SIZE * larger, CAPTION * larger, GAP * larger
        names = short_labels(puzzle) if labelled else {}
        self.captions = [caption(piece, names.get(piece.name, "")) for piece in puzzle.pieces]
        self.figures = [piece_figure(puzzle, i, options) for i in range(len(puzzle.pieces))]
        self.wide = [
            max(figure.wide * self.size, text_width(words, self.letters))
            for figure, words in zip(self.figures, self.captions, strict=True)
        ]
        self.high = [figure.high * self.size for figure in self.figures]

    def lines(self, width: float) -> list[list[int]]:
        """The pieces, by index, broken into lines of at most this width where one piece allows it."""
        lines: list[list[int]] = []
        space_left = -1.0
        for i, wide in enumerate(self.wide):
            if wide > space_left:
                lines.append([])
                space_left = width
            lines[-1].append(i)
            space_left -= wide + self.gap
        return lines

    def widths(self) -> list[float]:
        """For each number of lines the narrowest width that makes no more of them."""
        most = sum(self.wide) + self.gap * len(self.wide)
        numbers = []
        for lines in range(1, min(len(self.wide), 60) + 1):
            low, high = max(self.wide), most
            for _ in range(20):
                middle = (low + high) / 2
                low, high = (low, middle) if len(self.lines(middle)) <= lines else (middle, high)
            numbers.append(high)
        return numbers

    def extent(self, width: float) -> tuple[float, float]:
        """Width and height of the pieces set to this width."""
        lines = self.lines(width)
        across = max((sum(self.wide[i] + self.gap for i in line) - self.gap for line in lines), default=0.0)
        down = sum(max(self.high[i] for i in line) + 1.7 * self.letters + self.gap for line in lines)
        return across, max(0.0, down - self.gap)

    def marks(self, width: float, x: float, y: float, scale: float) -> list[Primitive]:
        """The pieces set to this width, from the point (x, y)."""
        marks: list[Primitive] = []
        for line in self.lines(width):
            tallest = max(self.high[i] for i in line)
            at = x
            for i in line:
                inset = (self.wide[i] - self.figures[i].wide * self.size) / 2
                marks += self.figures[i].at(at + inset, y + tallest - self.high[i], scale, self.size)
                middle = (at + self.wide[i] / 2, y + tallest + self.letters)
                marks.append(Label(middle, self.captions[i], self.letters, palette.INK))
                at += self.wide[i] + self.gap
            y += tallest + 1.7 * self.letters + self.gap
        return marks


def _arrangement(
    wide: float, high: float, blocks: _Blocks
) -> tuple[float, float, Point, Callable[[float], list[Primitive]]]:
    """Where all goes: the whole's width and height, the board's corner, what draws the pieces at a scale."""
    if not blocks.wide:
        return wide, high, (0.0, 0.0), lambda scale: []
    space = 1.4
    aim = max(1.6, min(4.0, wide / high / 2))  # a long row of cells may stay one
    best: tuple[float, float, float, float, float, float] | None = None
    filled = wide * high + sum(
        w * (h + 1.7 * blocks.letters) for w, h in zip(blocks.wide, blocks.high, strict=True)
    )
    for width in blocks.widths():
        across, down = blocks.extent(width)
        for whole_wide, whole_high, x, y in (
            (wide + space + across, max(high, down), wide + space, max(0.0, (high - down) / 2)),
            (max(wide, across), high + space + down, max(0.0, (wide - across) / 2), high + space),
        ):
            shape = abs(math.log(whole_wide / whole_high / aim))
            badness = shape + 2 * (1 - filled / (whole_wide * whole_high))
            if best is None or badness < best[0] - 1e-9:
                best = (badness, whole_wide, whole_high, width, x, y)
    assert best is not None
    _, whole_wide, whole_high, width, x, y = best
    is_right = x >= wide
    corner = (0.0, (whole_high - high) / 2) if is_right else ((whole_wide - wide) / 2, 0.0)
    return whole_wide, whole_high, corner, lambda scale: blocks.marks(width, x, y, scale)


def solution_figure(
    puzzle: Puzzle,
    placements: Sequence[Placement],
    options: RenderOptions,
    *,
    labels: bool,
    sheet: bool = False,
) -> Figure:
    """A solution on the board; cubes in the view of the options: by default all, on a sheet layers."""
    if puzzle.lattice.is_solid:
        # In space a piece's parts lie in several layers; labels tell which belong together, also of copies.
        labels = labels or (options.labels is None and not sheet)
        wanted = options.view or ("layers" if sheet else "all")
        return cubes.solution_figure(puzzle, placements, labels=labels, view=wanted, words=not sheet)
    return _flat(puzzle, placements, labels=labels)


def ground_figure(puzzle: Puzzle, options: RenderOptions, *, labels: bool) -> Figure:
    """The board with what is forced on it."""
    if puzzle.lattice.is_solid:
        return cubes.ground_figure(puzzle, labels=labels, view=options.view)
    return _flat(puzzle, puzzle.board.forced, labels=labels)


def piece_figure(puzzle: Puzzle, index: int, options: RenderOptions) -> Figure:
    """The piece with this index as it is given, in its colour, without a label."""
    if puzzle.lattice.is_solid:
        return cubes.piece_figure(puzzle, index, view=options.view)
    if puzzle.lattice.ends is not None:
        return sticks.piece_figure(puzzle, index)
    box = geometry.bounds(puzzle.lattice, puzzle.pieces[index].cells)
    return Figure(box, lambda pixels: piece_marks(puzzle, index, pixels=pixels))


def _flat(puzzle: Puzzle, placements: Sequence[Placement], *, labels: bool) -> Figure:
    if puzzle.lattice.ends is not None:
        return sticks.board_figure(puzzle, placements, labels=labels)
    lattice, surface = puzzle.lattice, puzzle.board.surface
    arrows = () if surface is None else tuple(side_arrows(lattice, surface))
    outlines = (lattice.outline(cell) for cell in puzzle.board.cells)
    box = geometry.box_around(chain.from_iterable((*arrows, *outlines)))

    def marks(pixels: float) -> list[Primitive]:
        drawn = board_marks(puzzle, placements, labels=labels, pixels=pixels)
        return [*drawn, Stroke(arrows, palette.INK, border_width(pixels))] if arrows else drawn

    return Figure(box, marks)
