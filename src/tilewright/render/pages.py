"""Pages of size A4: figures in a grid, or shapes of true size as close as they can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.render import palette
from tilewright.render.figure import Figure
from tilewright.render.packing import packed
from tilewright.render.scene import Label, Primitive, Scene, moved, text_width
from tilewright.render.sheet import heading
from tilewright.wording import plain, quoted

WIDTH, HEIGHT = 210.0, 297.0  # millimetres, the unit of length of a page
EDGE = 12.0  # around the page
GAP = 5.0  # between two shapes or figures
TITLE, CAPTION, SMALL = 6.0, 3.6, 2.6  # letter sizes
SCALE = 96 / 25.4  # pixels of a millimetre, as browsers print them
MAX_PAGES = 60
INNER = WIDTH - 2 * EDGE
HEAD = 1.35 * TITLE + 1.35 * 0.62 * TITLE + 0.25 * TITLE + 4.0  # a title and a line below it
ROOM = (INNER, HEIGHT - 2 * EDGE - HEAD)
"""Width and height of what is below the title of a page."""


@dataclass(frozen=True)
class SheetShape:
    """Marks in millimetres, in a rectangle from (0, 0), below which its name is written."""

    name: str
    wide: float
    high: float
    marks: tuple[Primitive, ...]

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height with the name."""
        return (max(self.wide, text_width(self.name, SMALL)), self.high + (1.7 * SMALL if self.name else 0.0))


def shape_pages(title: str, line: str, shapes: Sequence[SheetShape]) -> list[Scene]:
    """The shapes in true size on as many pages as they need; UnsupportedError for one larger than a page."""
    for shape in shapes:
        if any(length > most for length, most in zip(shape.extent, ROOM, strict=True)):
            raise UnsupportedError(
                f"{quoted(shape.name)} takes {shape.wide:.0f} x {shape.high:.0f} mm, more than a page has; "
                "expected smaller cells"
            )
    ordered = sorted(shapes, key=lambda shape: sorted(shape.extent, reverse=True), reverse=True)
    places = packed([[shape.extent] for shape in ordered], *ROOM, GAP)
    pages: list[list[Primitive]] = [[] for _ in range(1 + max((place.sheet for place in places), default=0))]
    for shape, place in zip(ordered, places, strict=True):
        x, y = EDGE + place.x, EDGE + HEAD + place.y
        pages[place.sheet] += moved(shape.marks, x, y)
        if shape.name:
            at = (x + shape.wide / 2, y + shape.high + 0.95 * SMALL)
            pages[place.sheet].append(Label(at, shape.name, SMALL, palette.QUIET))
    return _scenes(title, line, pages)


def grid_pages(
    title: str, line: str, entries: Sequence[tuple[Figure, str]], columns: int = 2, rows: int = 3
) -> list[Scene]:
    """Figures, each above its caption, so many on a page, all in one scale."""
    wide = (ROOM[0] - (columns - 1) * GAP) / columns
    high = (ROOM[1] - (rows - 1) * GAP) / rows
    space = high - 1.7 * CAPTION
    factor = min(min(wide / figure.wide, space / figure.high) for figure, _ in entries)
    each = columns * rows
    pages: list[list[Primitive]] = [[] for _ in range(0, len(entries), each)]
    for number, (figure, words) in enumerate(entries):
        x = EDGE + number % columns * (wide + GAP)
        y = EDGE + HEAD + number % each // columns * (high + GAP)
        left, top = (wide - factor * figure.wide) / 2, (space - factor * figure.high) / 2
        page = pages[number // each]
        page += figure.at(x + left, y + top, SCALE, factor)
        size = min(CAPTION, CAPTION * wide / max(1.0, text_width(words, CAPTION)))
        page.append(Label((x + wide / 2, y + space + 0.95 * CAPTION), plain(words), size, palette.INK))
    return _scenes(title, line, pages)


def _scenes(title: str, line: str, pages: Sequence[list[Primitive]]) -> list[Scene]:
    """The pages with their titles and numbers; UnsupportedError above :data:`MAX_PAGES`."""
    if len(pages) > MAX_PAGES:
        raise UnsupportedError(
            f"there would be {len(pages):,} pages; at most {MAX_PAGES} are drawn. Use smaller cells"
        )
    scenes = []
    for number, marks in enumerate(pages, start=1):
        count = f"page {number} of {len(pages)}" if len(pages) > 1 else ""
        head, _ = heading(plain(title), "; ".join(filter(None, (line, count))), INNER, TITLE)
        scenes.append(Scene(WIDTH, HEIGHT, (*moved(head, EDGE, EDGE), *marks), SCALE, title))
    return scenes
