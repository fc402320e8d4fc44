"""Text drawings as lines of signs, each with a colour behind it: captions, side by side, to str."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell
from tilewright.model.surfaces import Surface
from tilewright.render import palette
from tilewright.render.labels import plain_ascii, shortened
from tilewright.render.options import RenderOptions
from tilewright.wording import plain

MAX_CHARACTERS = 8_000_000
"""The largest text drawing, in signs: a board of two far cells would else be a page of blanks."""

GAP = 3  # blanks between two drawings side by side

BARE, OPTIONAL = -1, -2  # owners of uncovered cells; None is off the board, numbers from 0 are placements


@dataclass(frozen=True)
class Character:
    """One sign of a drawing; ``fill`` is the colour behind it, or ""."""

    sign: str
    fill: str = ""


BLANK = Character(" ")

Lines = list[list[Character]]  # a drawing: lines of signs, all equally long


@dataclass(frozen=True)
class CellContents:
    """What a drawing shows of each cell that it has.

    ``owner`` is the index of the placement on a cell, or BARE, or OPTIONAL; ``signs`` what is written in a
    cell, "" for what marks an uncovered one; ``fills`` the colours behind them. ``letters``: the signs on
    covered cells are the letters of their pieces. ``surface`` is that of the board.
    """

    owner: Mapping[Cell, int]
    signs: Mapping[Cell, str]
    fills: Mapping[Cell, str]
    letters: bool = True
    surface: Surface | None = None

    def differ(self, a: Cell, b: Cell) -> bool:
        """Whether a border runs between two cells; there is none between uncovered ones.

        On a surface there is none either where a piece goes on at the opposite side.
        """
        value, other = self.owner.get(a), self.owner.get(b)
        if self.surface is not None and not value is other is None:
            value, other = self._round(a, value), self._round(b, other)
        if value is not None and other is not None and value < 0 and other < 0:
            return False
        return value != other

    def _round(self, cell: Cell, value: int | None) -> int | None:
        """What covers a cell off the board, if it is a copy of one that a piece covers."""
        assert self.surface is not None
        if value is not None or (back := self.surface.taken_back(cell)) is None:
            return value
        other = self.owner.get(back, -1)
        return other if other >= 0 else None

    def fill(self, *cells: Cell) -> str:
        """The colour behind a sign that lies on all these cells: theirs when they are of one piece."""
        if any(self.differ(cells[0], cell) for cell in cells[1:]):
            return ""
        return self.fills.get(cells[0], "")


def extent(cells: Iterable[Cell]) -> tuple[Cell, Cell]:
    """The least and the greatest of each coordinate."""
    columns = list(zip(*cells, strict=True))
    return tuple(map(min, columns)), tuple(map(max, columns))


def check_size(wide: int, high: int) -> None:
    """UnsupportedError when a drawing would have too many signs."""
    if wide * high > MAX_CHARACTERS:
        raise UnsupportedError(
            f"a text drawing would be {wide:,} characters wide and {high:,} lines high; "
            f"one of at most {MAX_CHARACTERS:,} characters is made"
        )


class Canvas:
    """A page of blanks on which signs are put; UnsupportedError when it would be too large."""

    def __init__(self, wide: int, high: int) -> None:
        check_size(wide, high)
        self.lines: Lines = [[BLANK] * wide for _ in range(high)]

    def put(self, column: int, line: int, words: str, fill: str = "") -> None:
        """Write the words from this place on."""
        for i, sign in enumerate(words):
            self.lines[line][column + i] = Character(sign, fill)


def fitted_text(words: str, options: RenderOptions) -> str:
    """The words as they are written: printable, not wider than the page."""
    most = max(12, options.width)
    return shortened(plain_ascii(words), most) if options.ascii else shortened(plain(words), most)


def captioned(drawing: Lines, words: str) -> Lines:
    """The drawing with words under its middle; all lines equally long."""
    wide = max(len(drawing[0]), len(words))
    lines = [_centred(line, wide) for line in drawing]
    return [*lines, _centred([Character(sign) for sign in words], wide)]


def _centred(line: list[Character], wide: int) -> list[Character]:
    spare = wide - len(line)
    return [*[BLANK] * (spare // 2), *line, *[BLANK] * (spare - spare // 2)]


def flow(blocks: Sequence[Lines], options: RenderOptions) -> list[Lines]:
    """Blocks side by side like words, on a common foot, in as many rows as the width needs."""
    rows: list[list[Lines]] = []
    space_left = 0
    for block in blocks:
        wide = len(block[0])
        full = options.columns is not None and rows and len(rows[-1]) >= options.columns
        if not rows or full or (options.columns is None and wide > space_left):
            rows.append([])
            space_left = options.width
        rows[-1].append(block)
        space_left -= wide + GAP
    return [side_by_side(row) for row in rows]


def side_by_side(blocks: Sequence[Lines], gap: int = GAP) -> Lines:
    """Blocks in one row, on a common foot."""
    high = max(len(block) for block in blocks)
    lines: Lines = []
    for y in range(high):
        line: list[Character] = []
        for i, block in enumerate(blocks):
            line += [BLANK] * (gap if i else 0)
            at = y - (high - len(block))
            line += block[at] if at >= 0 else [BLANK] * len(block[0])
        lines.append(line)
    return lines


def stacked(blocks: Sequence[Lines]) -> Lines:
    """Blocks below each other, an empty line between them; all lines equally long."""
    wide = max(len(block[0]) for block in blocks)
    lines: Lines = []
    for block in blocks:
        lines += [[BLANK] * wide] if lines else []
        lines += [[*line, *[BLANK] * (wide - len(line))] for line in block]
    return lines


def lines_to_text(lines: Sequence[Sequence[Character]], options: RenderOptions) -> str:
    """The drawing as text, with a terminal's colours if the options say so; no blanks at line ends."""
    paint: Callable[[Sequence[Character]], str] = _painted if options.colour else _unpainted
    return "".join(paint(line) + "\n" for line in lines)


def _unpainted(line: Iterable[Character]) -> str:
    return "".join(sign.sign for sign in line).rstrip()


def _painted(line: Sequence[Character]) -> str:
    """The line with the colours of :func:`palette.nearest_256`; it ends with the terminal's own colours."""
    text = end = ""
    for fill, signs in groupby(line, key=lambda sign: sign.fill):
        text += (_escape(fill) if fill else end) + "".join(sign.sign for sign in signs)
        end = "\x1b[0m" if fill else ""
    return (text + end).rstrip(" ")


def _escape(fill: str) -> str:
    ground = palette.nearest_256(fill)
    letter = 16 if palette.ink_on(palette.terminal_colour(ground)) == "#000000" else 231
    return f"\x1b[38;5;{letter};48;5;{ground}m"
