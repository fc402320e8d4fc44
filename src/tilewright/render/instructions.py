"""A solution put together step by step, each step a figure with the piece that is added."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, Cell, Point
from tilewright.model.lattices.cube import project
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.render import geometry, palette
from tilewright.render.board import board_marks, border_width, styles
from tilewright.render.figure import Figure
from tilewright.render.labels import copy_labels
from tilewright.render.options import RenderOptions
from tilewright.render.pages import grid_pages
from tilewright.render.palette import Swatch
from tilewright.render.polyhedra import Polyhedron, centre, figure
from tilewright.render.scene import Area, Dots, Label, Primitive, Scene, Stroke
from tilewright.render.sheet import solution_figure
from tilewright.wording import counted

PALE = 0.62  # how much of the paper is in the colours of pieces that lie there already
HEAD = 0.35  # the length of an arrow's head, in cells
WAYS = {
    (0, 0, 1): "from above",
    (0, 1, 0): "from the front",
    (1, 0, 0): "from the right",
    (-1, 0, 0): "from the left",
    (0, -1, 0): "from the back",
    (0, 0, -1): "from below",
}
"""For each direction in which a cube leaves, the words for where it comes from; the best ones first."""


@dataclass(frozen=True)
class Step:
    """The number of the placement that is added, and the direction from which it comes; None: not known."""

    number: int
    way: Cell | None


def step_pages(puzzle: Puzzle, solution: Solution) -> list[Scene]:
    """The pages: a figure for each step, and on boards in space the finished assembly.

    UnsupportedError for a solution without pieces, and for more steps than pages have space for.
    """
    placements = list(solution)
    if not placements:
        raise UnsupportedError("a solution without pieces has no steps to draw")
    steps, line = _steps(puzzle, placements)
    words = copy_labels(puzzle, placements)
    entries = []
    for count, step in enumerate(steps, start=1):
        way = f" {WAYS[step.way]}" if step.way in WAYS and count > 1 else ""
        caption = f"{count}. {words[step.number]}{way}"
        before = [one.number for one in steps[: count - 1]]
        entries.append((_figure(puzzle, placements, words, before, step), caption))
    if puzzle.lattice.is_solid:
        bodies = [
            Polyhedron(placement.cells, style, word)
            for placement, style, word in zip(placements, styles(puzzle, placements), words, strict=True)
        ]
        entries.append((figure(puzzle.lattice, bodies), "finished"))
    return grid_pages(puzzle.title or "Assembly", line, entries)


def _steps(puzzle: Puzzle, placements: Sequence[Placement]) -> tuple[list[Step], str]:
    """The order of the pieces, and a line that says what is known of it."""
    pieces, cells = counted(len(placements), "piece"), [placement.cells for placement in placements]
    if not puzzle.lattice.is_solid:
        order = sorted(range(len(cells)), key=lambda k: min(cell[::-1] for cell in cells[k]))
        return [Step(k, None) for k in order], pieces
    if puzzle.lattice is CUBE:
        steps = slide_order(cells)
        if steps is not None:
            return steps, f"{pieces}; each slides straight into its place"
        known = "no order in which each piece slides straight into its place exists"
    else:
        known = "whether pieces slide into their places was not examined"
    order = sorted(range(len(cells)), key=lambda k: sum(cell[2] for cell in cells[k]) / len(cells[k]))
    return [Step(k, None) for k in order], f"{pieces} from below; {known}"


def slide_order(pieces: Sequence[Sequence[Cell]]) -> list[Step] | None:
    """An order in which pieces of cubes slide straight into their places; None where there is none.

    Pieces are taken away one by one, each in a direction in which no other one is in its way. A piece that
    can be taken away still can when others are gone, so it does not matter which one goes first.
    """
    rest = dict(enumerate(pieces))
    removed: list[Step] = []
    while rest:
        for way in WAYS:
            free = next((k for k in reversed(rest) if _is_free(rest, k, way)), None)
            if free is not None:
                removed.append(Step(free, way))
                del rest[free]
                break
        else:
            return None
    return removed[::-1]


def _is_free(pieces: dict[int, Sequence[Cell]], number: int, way: Cell) -> bool:
    """Whether no cube of another piece lies in this direction from one of this piece."""
    axis = next(k for k in range(3) if way[k])
    ahead: dict[Cell, int] = {}
    for cell in pieces[number]:
        line = (*cell[:axis], *cell[axis + 1 :])
        ahead[line] = min(ahead.get(line, way[axis] * cell[axis]), way[axis] * cell[axis])
    return not any(
        way[axis] * cell[axis] > ahead.get((*cell[:axis], *cell[axis + 1 :]), 10**9)
        for other, cells in pieces.items()
        if other != number
        for cell in cells
    )


def _figure(
    puzzle: Puzzle, placements: Sequence[Placement], words: Sequence[str], before: Sequence[int], step: Step
) -> Figure:
    """The pieces that lie there already, pale, and the one that is added."""
    if not puzzle.lattice.is_solid:
        return _flat_figure(puzzle, placements, words, before, step)
    looks = styles(puzzle, placements)
    bodies = [Polyhedron(placements[k].cells, _pale(looks[k]), "") for k in before]
    cells = placements[step.number].cells
    shift: Cell = (0, 0, 0)
    if step.way is not None and before:
        shift = _apart([placements[k].cells for k in before], cells, step.way)
    there = tuple([add(cell, shift) for cell in cells])
    bodies.append(Polyhedron(there, looks[step.number], words[step.number]))
    drawn = figure(puzzle.lattice, bodies)
    if not any(shift):
        return drawn
    start, end = (
        project(*(sum(values) / len(cells) for values in zip(*(centre(CUBE, c) for c in place), strict=True)))
        for place in (there, cells)
    )
    return Figure(drawn.box, lambda pixels: [*drawn.marks(pixels), *arrow(start, end)])


def _apart(others: Sequence[Sequence[Cell]], cells: Sequence[Cell], way: Cell) -> Cell:
    """How far cells go until they are beyond all others."""
    axis = next(k for k in range(3) if way[k])
    highest = max(way[axis] * cell[axis] for other in others for cell in other)
    lowest = min(way[axis] * cell[axis] for cell in cells)
    steps = max(1, highest + 1 - lowest)
    return tuple([steps * k for k in way])


def arrow(start: Point, end: Point) -> list[Primitive]:
    """An arrow from the middle of a piece towards its place."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = (x * x + y * y) ** 0.5
    if length < 1e-6:
        return []
    x, y = x / length, y / length
    reach = max(0.7, 0.6 * length)
    tip = (start[0] + reach * x, start[1] + reach * y)
    root = (tip[0] - HEAD * x, tip[1] - HEAD * y)
    return [Stroke(((start, root),), palette.INK, 0.09), _head(root, tip)]


def curved_arrow(points: Sequence[Point]) -> list[Primitive]:
    """An arrow along points, with its tip at the last one."""
    path = list(points)
    while len(path) > 2 and math.dist(path[-1], points[-1]) < HEAD:
        path.pop()
    return [Stroke((tuple(path),), palette.INK, 0.09), _head(path[-1], points[-1])]


def _head(root: Point, tip: Point) -> Area:
    """The head of an arrow from its root to its tip, and so far as heads are long."""
    x, y = tip[0] - root[0], tip[1] - root[1]
    length = math.hypot(x, y) or 1.0
    x, y = x / length, y / length
    end = (root[0] + HEAD * x, root[1] + HEAD * y)
    return Area(
        ((end, (root[0] - 0.17 * y, root[1] + 0.17 * x), (root[0] + 0.17 * y, root[1] - 0.17 * x)),),
        palette.INK,
    )


def pale_marks(marks: Iterable[Primitive]) -> list[Primitive]:
    """The marks in pale colours."""
    drawn: list[Primitive] = []
    for mark in marks:
        match mark:
            case Area() | Dots():
                drawn.append(replace(mark, fill=palette.mix(mark.fill, palette.PAPER, PALE)))
            case Stroke() | Label():
                drawn.append(replace(mark, colour=palette.mix(mark.colour, palette.PAPER, PALE)))
    return drawn


def _pale(style: Swatch) -> Swatch:
    fill, mark = (palette.mix(colour, palette.PAPER, PALE) for colour in (style.fill, style.mark))
    return Swatch(fill, style.pattern, mark)


def _flat_figure(
    puzzle: Puzzle, placements: Sequence[Placement], words: Sequence[str], before: Sequence[int], step: Step
) -> Figure:
    """The board with the pieces so far; the border of the one that is added is thick."""
    shown = [*before, step.number]
    so_far = [placements[k] for k in shown]
    if puzzle.lattice.ends is not None:
        return solution_figure(puzzle, so_far, RenderOptions(), labels=True)
    lattice = puzzle.lattice
    loops = geometry.borders(lattice, placements[step.number].cells)

    def marks(pixels: float) -> list[Primitive]:
        drawn = board_marks(puzzle, so_far, labels=True, pixels=pixels, words=[words[k] for k in shown])
        return [*drawn, Stroke(loops, palette.INK, 2.4 * border_width(pixels), closed=True)]

    return Figure(geometry.bounds(lattice, puzzle.board.cells), marks)
