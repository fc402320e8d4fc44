"""Printable pages of size A4 with arrangements in a grid, each above its own title; as PDF or SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement
from tilewright.families.gunport.pictures import Caption, board_marks
from tilewright.model.lattices import SQUARE
from tilewright.render import geometry
from tilewright.render.palette import QUIET
from tilewright.render.pdf import scenes_pdf
from tilewright.render.scene import Label, Primitive, Scene, moved, text_width
from tilewright.render.sheet import heading
from tilewright.render.svg import scene_svg
from tilewright.wording import plain

WIDTH, HEIGHT = 210.0, 297.0  # millimetres, the unit of length of a page
EDGE = 14.0  # around the page
GAP = 7.0  # between two places
MAX_CELL = 12.0  # the largest cell
TITLE, LETTERS, SMALL = 6.0, 4.0, 2.9  # letter sizes
SVG_SCALE = 96 / 25.4  # pixels of a millimetre, as browsers print them
PER_PAGE = 12  # arrangements of a page, unless said otherwise
MAX_PAGES = 40

Entry = tuple[Arrangement, Caption]  # an arrangement and the lines above it


def page_scenes(entries: Sequence[Entry], title: str, per_page: int = PER_PAGE) -> list[Scene]:
    """The pages, each with its title and number; UnsupportedError above :data:`MAX_PAGES`."""
    pages = [entries[start : start + per_page] for start in range(0, len(entries), per_page)]
    if len(pages) > MAX_PAGES:
        raise UnsupportedError(
            f"{len(entries):,} boards take {len(pages):,} pages; at most {MAX_PAGES:,} are drawn. Draw fewer "
            "boards, or more on each page (--per-page)"
        )
    return [_page(page, title, number, len(pages), per_page) for number, page in enumerate(pages, start=1)]


def _page(entries: Sequence[Entry], title: str, number: int, pages: int, per_page: int) -> Scene:
    columns = max(1, round(math.sqrt(per_page * WIDTH / HEIGHT)))
    rows = math.ceil(per_page / columns)
    line = f"page {number:,} of {pages:,}" if pages > 1 else ""
    head_marks, head = heading(plain(title), line, WIDTH - 2 * EDGE, TITLE)
    marks: list[Primitive] = moved(head_marks, EDGE, EDGE)
    wide = (WIDTH - 2 * EDGE - (columns - 1) * GAP) / columns
    high = (HEIGHT - 2 * EDGE - head - rows * GAP) / rows
    for index, (arrangement, caption) in enumerate(entries):
        x = EDGE + index % columns * (wide + GAP)
        y = EDGE + head + GAP + index // columns * (high + GAP)
        marks += _place(arrangement, caption, x, y, wide, high)
    described = ", ".join(caption.title for _, caption in entries)
    return Scene(WIDTH, HEIGHT, tuple(marks), SVG_SCALE, title, f"A page of boards: {described}.")


def _place(
    arrangement: Arrangement, caption: Caption, x: float, y: float, wide: float, high: float
) -> list[Primitive]:
    """An arrangement below its caption, in the middle of a rectangle of the page."""
    marks: list[Primitive] = []
    for words, size, offset in ((caption.title, LETTERS, 0.5), (caption.line, SMALL, 2.1)):
        fitting = min(size, size * wide / max(1.0, text_width(words, size)))
        marks.append(Label((x + wide / 2, y + offset * LETTERS), plain(words), fitting, QUIET))
    head = (3.2 if caption.line else 1.6) * LETTERS
    left, top, right, bottom = geometry.bounds(SQUARE, arrangement.board.cells)
    cell = min(MAX_CELL, wide / (right - left), (high - head) / (bottom - top))
    inset = (wide - cell * (right - left)) / 2
    return marks + moved(
        board_marks(arrangement, cell * SVG_SCALE), x + inset - left * cell, y + head - top * cell, cell
    )


def _single_svg(pages: Sequence[Scene], on_page: Callable[[int], None]) -> bytes:
    if len(pages) != 1:
        raise UnsupportedError(
            f"there are {len(pages):,} pages, and an SVG holds one; write a .pdf, draw fewer boards, or more "
            "on each page (--per-page)"
        )
    return scene_svg(pages[0]).encode()


PAGE_WRITERS: Mapping[str, Callable[[Sequence[Scene], Callable[[int], None]], bytes]] = {
    ".pdf": scenes_pdf,
    ".svg": _single_svg,
}
"""By the suffix of a file: what makes its content from pages, and reports how many are done."""
