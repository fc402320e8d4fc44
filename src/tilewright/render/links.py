"""The matrix of an exact cover problem as the four-way linked lists of dancing links."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import Point
from tilewright.render.labels import shortened
from tilewright.render.matrix import LETTERS, MARGIN, MAX_LABEL, MIN_SCALE, check_size
from tilewright.render.palette import FAINT, GROUND, INK, QUIET
from tilewright.render.scene import Area, Label, Primitive, Scene, Stroke, fitting_scale, text_width
from tilewright.wording import counted, plain

WIDE, HIGH = 1.6, 1.2  # from the middle of a node to that of the next one
HALF = (0.5, 0.35)  # half the width and the height of a node
STUB = 0.25  # how far a line leads on round the circle


def links_scene(puzzle: ExactCoverPuzzle) -> Scene:
    """A node for each use of an item by an option, below a header with the item and its number of options.

    The nodes of an option are linked in a circle, those of an item in a circle with its header, and the
    headers of primary items with the root. A line stands for the two links between neighbours; short ends
    lead on round the circle. UnsupportedError for more rows or columns than a matrix may have in a picture.
    """
    check_size(len(puzzle.options), len(puzzle.items))
    column = {item.name: number for number, item in enumerate(puzzle.items, start=1)}
    labels = [shortened(plain(option.label), MAX_LABEL) for option in puzzle.options]
    left = max([MARGIN + HALF[0], *(MARGIN + text_width(label, LETTERS) for label in labels)]) + STUB + 0.3
    top = MARGIN + STUB + HALF[1]

    def node(row: int, number: int) -> Point:
        return left + number * WIDE, top + row * HIGH

    rows = [
        {column[name]: colour for name, colour in sorted(option.uses, key=lambda use: column[use[0]])}
        for option in puzzle.options
    ]
    uses: list[list[int]] = [[] for _ in range(len(puzzle.items) + 1)]
    for row, words in enumerate(rows, start=1):
        for number in words:
            uses[number].append(row)
    headers = [node(0, number) for number in range(len(puzzle.items) + 1)]
    linked = [headers[0], *(headers[column[item.name]] for item in puzzle.items if item.primary)]
    circles = [linked, *([node(row, number) for number in words] for row, words in enumerate(rows, start=1))]
    across = tuple(_through(circle, 0) for circle in circles if circle)
    down = tuple(
        _through([headers[number], *(node(row, number) for row in uses[number])], 1)
        for number in column.values()
    )
    nodes = [node(row, number) for row, words in enumerate(rows, start=1) for number in words]
    marks: list[Primitive] = [Stroke((*across, *down), QUIET, 0.05)]
    marks += [Area(tuple(map(_box, headers)), FAINT)]
    marks += [Area(tuple(map(_box, nodes)), GROUND)] if nodes else []
    marks.append(Stroke(tuple(map(_box, (*headers, *nodes))), INK, 0.04, closed=True))
    marks.append(_fitted(headers[0], "root"))
    for item in puzzle.items:
        number = column[item.name]
        marks.append(_fitted(headers[number], f"{plain(item.name)}: {len(uses[number]):,}"))
    for row, words in enumerate(rows, start=1):
        marks.append(Label((MARGIN, node(row, 0)[1]), labels[row - 1], LETTERS, INK, "start"))
        marks += [_fitted(node(row, number), plain(word)) for number, word in words.items() if word]
    width = left + len(puzzle.items) * WIDE + HALF[0] + STUB + MARGIN
    height = top + len(rows) * HIGH + HALF[1] + STUB + MARGIN
    scale = fitting_scale(width, height, 1000, MIN_SCALE, 48)
    title = plain(puzzle.title) or "Linked lists"
    options, items = counted(len(rows), "option"), counted(len(puzzle.items), "item")
    said = f"The linked lists of {options} and {items}, with {counted(len(nodes), 'node')}."
    return Scene(width, height, tuple(marks), scale, title, said)


def _through(nodes: Sequence[Point], axis: int) -> tuple[Point, Point]:
    """A line through nodes on a row (axis 0) or in a column (1), and beyond both ends."""
    reach = HALF[axis] + STUB
    dx, dy = (reach, 0.0) if axis == 0 else (0.0, reach)
    (x, y), (last_x, last_y) = nodes[0], nodes[-1]
    return (x - dx, y - dy), (last_x + dx, last_y + dy)


def _box(middle: Point) -> tuple[Point, ...]:
    (x, y), (dx, dy) = middle, HALF
    return ((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))


def _fitted(middle: Point, words: str) -> Label:
    """A label as large as fits into a node."""
    words = shortened(words, 14)
    return Label(middle, words, min(LETTERS, 0.9 * 2 * HALF[0] / text_width(words, 1)), INK)
