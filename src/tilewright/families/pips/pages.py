"""Pages of size A4 with Pips puzzles to solve on paper, and their solutions at the end; as PDF or SVG."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.errors import UnsupportedError
from tilewright.families.pips.drawing import board_marks
from tilewright.families.pips.puzzle import PipsPuzzle, PipsSolution
from tilewright.render import palette
from tilewright.render.scene import Area, Label, Primitive, Scene, moved

WIDTH, HEIGHT = 210.0, 297.0  # millimetres, the unit of length of a page
EDGE, GAP = 14.0, 8.0  # around the page, and between places
TITLE, CAPTION = 6.0, 4.0  # letter sizes
MAX_CELL = 13.0  # the side of the largest cell
SCALE = 96 / 25.4  # pixels of a millimetre, as browsers print them
PUZZLES, SOLUTIONS = (2, 2), (3, 4)  # columns and rows of a page
MAX_PAGES = 60

Solved = tuple[PipsPuzzle, PipsSolution]


def page_scenes(solved: Sequence[Solved]) -> list[Scene]:
    """The pages: puzzles with their dominoes, and then their solutions. UnsupportedError for too many."""
    puzzles = _pages([(board_marks(puzzle), puzzle.title) for puzzle, _ in solved], "Pips", PUZZLES)
    solutions = _pages(
        [(board_marks(puzzle, solution), puzzle.title) for puzzle, solution in solved], "Solutions", SOLUTIONS
    )
    pages = len(puzzles) + len(solutions)
    if pages > MAX_PAGES:
        raise UnsupportedError(f"the puzzles take {pages:,} pages; at most {MAX_PAGES} are drawn")
    return [*puzzles, *solutions]


def one_scene(pages: Sequence[Scene]) -> Scene:
    """All pages below each other, for a format that has one."""
    marks: list[Primitive] = []
    for number, page in enumerate(pages):
        marks += moved(page.marks, 0, number * HEIGHT)
    return Scene(WIDTH, len(pages) * HEIGHT, tuple(marks), SCALE, "Pips", "Puzzles, and then their solutions")


Place = tuple[tuple[list[Primitive], float, float], str]
"""Marks with the space that they take, and a caption."""


def _pages(places: Sequence[Place], title: str, shape: tuple[int, int]) -> list[Scene]:
    columns, rows = shape
    most = columns * rows
    pages = []
    for start in range(0, len(places), most):
        end = min(len(places), start + most)
        span = f"{start + 1} to {end}" if end > start + 1 else f"{end}"
        words = title if len(places) <= most else f"{title} {span}"
        marks: list[Primitive] = [
            Area((((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)),), palette.PAPER),
            Label((WIDTH / 2, EDGE), words, TITLE, palette.INK),
        ]
        wide = (WIDTH - 2 * EDGE - (columns - 1) * GAP) / columns
        high = (HEIGHT - 2 * EDGE - TITLE - (rows - 1) * GAP) / rows
        for k, ((own, width, height), caption) in enumerate(places[start : start + most]):
            x, y = EDGE + k % columns * (wide + GAP), EDGE + TITLE + k // columns * (high + GAP)
            cell = min(MAX_CELL, wide / width, (high - 2 * CAPTION) / height)
            number = f"{start + k + 1}" + (f"  {caption}" if caption else "")
            marks.append(Label((x + wide / 2, y + CAPTION), number, CAPTION, palette.QUIET))
            marks += moved(own, x + (wide - cell * width) / 2, y + 2 * CAPTION, cell)
        pages.append(Scene(WIDTH, HEIGHT, tuple(marks), SCALE, words))
    return pages
