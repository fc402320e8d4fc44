"""Puzzles of items as matrices: a row for each option, a column for each item, a square for each use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Solution
from tilewright.render.labels import count_text, shortened
from tilewright.render.options import RenderOptions
from tilewright.render.palette import COLOURS, FAINT, INK, QUIET
from tilewright.render.scene import Area, Label, Primitive, Scene, Stroke, fitting_scale, text_width
from tilewright.wording import counted, plain

MAX_ROWS, MAX_COLUMNS = 300, 300  # of a picture
MIN_SCALE = 16.0  # pixels a square: below, no label is legible
MARGIN = 0.5
LETTERS = 0.5  # the size of labels
MAX_LABEL = 30  # characters of a label
GAP = 0.8  # between the solutions of a picture


@dataclass(frozen=True)
class Row:
    """A row of a matrix: its label, the marked columns, each with a word, and the colour of marks."""

    label: str
    marks: Mapping[int, str]
    fill: str


def conflicts_scene(labels: Sequence[str], conflicts: Iterable[Collection[int]], title: str = "") -> Scene:
    """A conflict matrix from the labels and, for each, the numbers, from 1, of those that it excludes."""
    check_size(len(labels), len(labels))
    rows = [
        Row(label, {other - 1: "" for other in sorted(others)}, QUIET)
        for label, others in zip(labels, conflicts, strict=True)
    ]
    return matrix_scene([rows], labels, title=title, line="Options that exclude each other")


def check_size(rows: int, columns: int) -> None:
    """UnsupportedError for more than MAX_ROWS rows or MAX_COLUMNS columns."""
    if rows > MAX_ROWS or columns > MAX_COLUMNS:
        sizes = ((rows, MAX_ROWS, "row"), (columns, MAX_COLUMNS, "column"))
        excess = " and ".join(counted(size, what) for size, most, what in sizes if size > most)
        raise UnsupportedError(
            f"a picture of a matrix would have {excess}; "
            f"at most {MAX_ROWS:,} rows and {MAX_COLUMNS:,} columns are drawn"
        )


def matrix_scene(
    blocks: Sequence[Sequence[Row]], columns: Sequence[str], *, title: str = "", line: str = ""
) -> Scene:
    """Blocks of rows below each other, with the labels of the columns, from top to bottom, above them.

    UnsupportedError for more than MAX_ROWS rows or MAX_COLUMNS columns.
    """
    rows = sum(map(len, blocks))
    check_size(rows, len(columns))
    names = [shortened(plain(name), MAX_LABEL) for name in columns]
    wide = max(
        (text_width(shortened(plain(row.label), MAX_LABEL), LETTERS) for b in blocks for row in b), default=0
    )
    left, width = MARGIN + wide + 0.3, float(len(columns))
    across = all(text_width(name, LETTERS) <= 1 for name in names)
    high = 1.0 if across else LETTERS * 1.15 * max(map(len, names))
    heads: list[Primitive] = []
    top = MARGIN
    for text, size, colour in ((title, 0.8, INK), (line, 0.6, QUIET)):
        if text:
            heads.append(Label((MARGIN, top + size / 2), plain(text), size, colour, "start"))
            top += 1.5 * size
    right = max(left + width, *(MARGIN + text_width(plain(t), s) for t, s in ((title, 0.8), (line, 0.6))))
    marks = heads + [
        label
        for column, name in enumerate(names)
        for label in _column_label(name, left + column + 0.5, top + high, across=across)
    ]
    y = top + high + 0.2
    for block in blocks:
        marks += _block(block, len(columns), left, y)
        y += len(block) + GAP
    height = y - GAP + MARGIN
    scale = fitting_scale(right + MARGIN, height, 1000, MIN_SCALE, 32)
    return Scene(
        right + MARGIN,
        height,
        tuple(marks),
        scale,
        plain(title) or "A matrix",
        f"A matrix with {counted(rows, 'row')} and the columns {shortened(', '.join(names), 400)}.",
    )


def _column_label(name: str, x: float, bottom: float, *, across: bool) -> list[Label]:
    """The name above a column: on a line if all names are short, else letter below letter."""
    if across:
        return [Label((x, bottom - 0.4), name, LETTERS, INK)]
    step = LETTERS * 1.15
    start = bottom - step * len(name)
    return [
        Label((x, start + step * (k + 0.5)), letter, LETTERS, INK)
        for k, letter in enumerate(name)
        if letter != " "
    ]


def _block(rows: Sequence[Row], columns: int, left: float, top: float) -> list[Primitive]:
    marks: list[Primitive] = []
    for number, row in enumerate(rows):
        y = top + number
        label = shortened(plain(row.label), MAX_LABEL)
        marks.append(Label((MARGIN, y + 0.5), label, LETTERS, INK, "start"))
        loops = tuple(
            ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for x in (left + column for column in row.marks)
        )
        if loops:
            marks.append(Area(loops, row.fill))
    level = tuple(((left, top + k), (left + columns, top + k)) for k in range(len(rows) + 1))
    upright = tuple(((left + k, top), (left + k, top + len(rows))) for k in range(columns + 1))
    marks.append(Stroke((*level, *upright), FAINT, 0.04))
    marks += [
        Label((left + column + 0.5, top + number + 0.5), shortened(plain(word), 3), LETTERS, INK)
        for number, row in enumerate(rows)
        for column, word in row.marks.items()
        if word
    ]
    return marks


def items_scene(puzzle: ExactCoverPuzzle, solutions: Sequence[Solution], options: RenderOptions) -> Scene:
    """All options of a puzzle (no solution), or those of each solution, with the items as columns."""
    place = {item.name: number for number, item in enumerate(puzzle.items)}

    def row(at: int, number: int) -> Row:
        option = puzzle.options[number]
        uses = {place[name]: colour for name, colour in option.uses}
        return Row(option.label, uses, COLOURS[at % len(COLOURS)])

    chosen: list[list[int]] = []
    for solution in solutions[: options.limit]:
        numbers = sorted(map(puzzle.option_of, solution.placements))
        if chosen and sum(map(len, chosen)) + len(numbers) > MAX_ROWS:
            break
        chosen.append(numbers)
    blocks = [
        [row(at, number) for at, number in enumerate(numbers)]
        for numbers in (chosen or [list(range(len(puzzle.options)))])
    ]
    title = puzzle.title if options.title is None else options.title
    total = options.total or len(solutions)
    line = count_text(len(chosen), total, options) if total > 1 else ""
    return matrix_scene(blocks, [item.name for item in puzzle.items], title=title, line=line)
