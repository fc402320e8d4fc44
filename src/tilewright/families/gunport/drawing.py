"""Arrangements drawn as text, both ways, in three styles.

A character is a cell; a blank, or ``_``, is no cell. Lines may have different lengths, so a drawing can show
a board of any shape. The styles are

- ``arrows``: a horizontal domino ``<>``, a vertical one ``^`` over ``v``, a port ``.``;
- ``letters``: ``L`` and ``R``, ``U`` over ``D``, a port ``E`` (empty), as in a gunport program of 2011;
- ``shapes``, for pieces other than dominoes: letters and digits; equal ones joined edge to edge are one
  piece, a port is ``.``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.families.gunport.board import MAX_AREA, Arrangement, GunportBoard, PieceCells, Rules
from tilewright.formats.drawing import SPARE_CHARACTERS, drawing_of
from tilewright.formats.text import lines_of
from tilewright.model.lattices import SQUARE, Cell
from tilewright.wording import quoted

ARROWS, LETTERS, SHAPES = "arrows", "letters", "shapes"
STYLES = (ARROWS, LETTERS, SHAPES)

PORTS = {ARROWS: ".", LETTERS: "E", SHAPES: "."}  # how each style draws a port
HALVES: dict[str, tuple[str, str, str, str]] = {ARROWS: ("<", ">", "^", "v"), LETTERS: ("L", "R", "U", "D")}
"""How the styles of dominoes draw a left, right, upper and lower half."""

Default = TypeVar("Default")

NO_CELL = " "
BLANK_ROW = "_"
"""Marks a row without cells, as a blank line would end the drawing. It may replace any blank."""

_SIDES = (("its right", (1, 0)), ("its left", (-1, 0)), ("below it", (0, 1)), ("above it", (0, -1)))
"""Where the other half of a left, right, upper and lower half is."""


@dataclass(frozen=True)
class Sketch:
    """The marks of a drawing by cell, and the numbers of lines and columns before the cell (0, 0)."""

    marks: Mapping[Cell, str]
    left: int
    top: int

    @cached_property
    def in_order(self) -> list[Cell]:
        return sorted(self.marks, key=lambda cell: (cell[1], cell[0]))

    def fault(self, cell: Cell, message: str) -> FormatError:
        """An error with the line and column of a cell."""
        x, y = cell
        return FormatError(message, line=y + self.top + 1, column=x + self.left + 1)


def sketch(text: str) -> Sketch:
    """The drawing in a text, without empty lines around it and blanks that all lines start with.

    FormatError when nothing is drawn, or more cells than a board may have.
    """
    lines = lines_of(text)
    total = sum(len(line) - line.count(NO_CELL) - line.count(BLANK_ROW) for line in lines)
    if total > MAX_AREA:
        raise FormatError(f"the drawing has {total:,} cells; at most {MAX_AREA:,} are accepted")
    values = {
        (x, y): mark
        for y, line in enumerate(lines)
        for x, mark in enumerate(line)
        if mark != BLANK_ROW and not mark.isspace()
    }
    if not values:
        raise FormatError("nothing is drawn; expected cells")
    left, top = SQUARE.anchor(values)
    return Sketch({(x - left, y - top): mark for (x, y), mark in values.items()}, left, top)


def drawn(marks: Mapping[Cell, str]) -> str:
    """The text that ``sketch`` reads as these marks, moved to the origin; it has no blank line.

    UnsupportedError when the cells lie so far apart that the drawing would be mostly blanks.
    """
    rows = drawing_of(marks, NO_CELL)
    if rows is None:
        raise UnsupportedError("the cells lie too far apart to be drawn")
    return "".join((row.rstrip() or BLANK_ROW) + "\n" for row in rows)


def style_for(rules: Rules) -> str:
    """The default style of arrangements under these rules."""
    return ARROWS if rules.is_domino else SHAPES


def dumps(arrangement: Arrangement, style: str = "") -> str:
    """An arrangement as text; without a style, in arrows when all pieces are dominoes, else in shapes.

    Given pieces and ports are drawn like the others. PuzzleError when pieces overlap or leave the board;
    UnsupportedError when the style cannot show the pieces, or the board is too scattered to be drawn.
    """
    dominoes = all(len(piece) == 2 for piece in arrangement.pieces)
    chosen = _known(style) if style else ARROWS if dominoes else SHAPES
    marks = dict.fromkeys(arrangement.board.cells, PORTS[chosen])
    taken: set[Cell] = set()
    for cell in (cell for piece in sorted(arrangement.pieces) for cell in piece):
        if cell not in marks:
            raise PuzzleError(f"a piece covers {cell}, which is not on the board")
        if cell in taken:
            raise PuzzleError(f"cell {cell} is covered twice")
        taken.add(cell)
    if chosen == SHAPES:
        marks |= shape_marks(arrangement.pieces)
    else:
        for piece in sorted(arrangement.pieces):
            marks |= domino_marks(piece, chosen)
    return drawn(marks)


def domino_marks(piece: PieceCells, style: str) -> dict[Cell, str]:
    """The two marks of a domino; UnsupportedError for any other piece."""
    left, right, upper, lower = HALVES[style]
    first, *rest = piece
    x, y = first
    if rest == [(x + 1, y)]:
        return {first: left, rest[0]: right}
    if rest == [(x, y + 1)]:
        return {first: upper, rest[0]: lower}
    raise UnsupportedError(f"the piece on {list(piece)} is not a domino, so it cannot be drawn in {style}")


def shape_marks(pieces: Iterable[PieceCells], letters: str = SPARE_CHARACTERS) -> dict[Cell, str]:
    """A letter for each cell of pieces that do not overlap, different for pieces that touch.

    Pieces in reading order take the first free letter. UnsupportedError when a piece is not connected, or
    touches so many that letters run out.
    """
    marks: dict[Cell, str] = {}
    for piece, letter in first_free(pieces, letters, None).items():
        if len(SQUARE.components(piece)) != 1:
            raise UnsupportedError(
                f"the piece on {list(piece)} is not joined edge to edge; it cannot be drawn"
            )
        if letter is None:
            raise UnsupportedError(
                f"the piece on {list(piece)} touches too many others to be drawn in letters"
            )
        marks |= dict.fromkeys(piece, letter)
    return marks


def first_free(
    pieces: Iterable[PieceCells], marks: Sequence[str], default: Default
) -> dict[PieceCells, str | Default]:
    """For each piece, in reading order, the first mark that no piece touching it has, else ``default``."""
    chosen: dict[PieceCells, str | Default] = {}
    mark_at: dict[Cell, str | Default] = {}
    for piece in sorted(pieces, key=lambda cells: min((y, x) for x, y in cells)):
        adjacent = {mark_at.get(near) for cell in piece for near in SQUARE.neighbours(cell)}
        chosen[piece] = next((mark for mark in marks if mark not in adjacent), default)
        mark_at |= dict.fromkeys(piece, chosen[piece])
    return chosen


def loads(text: str, style: str = "") -> Arrangement:
    """The arrangement that a text draws; its upper left corner is (0, 0), and nothing on its board is given.

    Without a style it is in arrows or in letters, as the marks show. It is not checked: see ``board.faults``.
    FormatError, with line and column, for a wrong character, half a domino, and where two styles are mixed.
    """
    drawing = sketch(text)
    chosen = _known(style) if style else _detected_style(drawing)
    board = GunportBoard(frozenset(drawing.marks))
    ports = {cell for cell, mark in drawing.marks.items() if mark == PORTS[chosen]}
    known = SPARE_CHARACTERS if chosen == SHAPES else HALVES[chosen]
    for cell in drawing.in_order:
        mark = drawing.marks[cell]
        if cell not in ports and mark not in known:
            if chosen == SHAPES:
                expected = "; expected a letter or digit for a piece, '.' for a port, or a blank"
            else:
                other = LETTERS if chosen == ARROWS else ARROWS
                mixed = mark in (*HALVES[other], PORTS[other])
                expected = f"; the drawing began in {chosen}" if mixed else ""
                expected += (
                    f"; expected one of {' '.join((*known, PORTS[chosen]))}, or a blank where no cell is"
                )
            raise drawing.fault(cell, f"{mark!r} is here{expected}")
    if chosen == SHAPES:
        return Arrangement.of(board, shapes_in(drawing, ports))
    return Arrangement.of(board, dominoes_in(drawing, chosen))


def dominoes_in(drawing: Sketch, style: str) -> list[PieceCells]:
    """The dominoes of a drawing in arrows or letters; FormatError for half a domino."""
    halves = HALVES[style]
    pieces: list[PieceCells] = []
    for cell in drawing.in_order:
        mark = drawing.marks[cell]
        if mark not in halves:
            continue
        index = halves.index(mark)
        partner = halves[index ^ 1]
        side, (dx, dy) = _SIDES[index]
        other = (cell[0] + dx, cell[1] + dy)
        if drawing.marks.get(other) != partner:
            place = side if side.endswith("it") else f"on {side}"
            wanted = f"without a {partner!r} {place}; expected a whole domino"
            raise drawing.fault(cell, f"a {mark!r} is here {wanted}")
        if index % 2 == 0:
            pieces.append((cell, other))
    return pieces


def shapes_in(drawing: Sketch, left_out: set[Cell]) -> list[list[Cell]]:
    """The pieces of a drawing in shapes: connected cells with the same mark, except ``left_out``."""
    of_mark: dict[str, list[Cell]] = {}
    for cell, mark in drawing.marks.items():
        if cell not in left_out:
            of_mark.setdefault(mark, []).append(cell)
    return [piece for _, cells in sorted(of_mark.items()) for piece in SQUARE.components(cells)]


def _detected_style(drawing: Sketch) -> str:
    for cell in drawing.in_order:
        for style in (ARROWS, LETTERS):
            if drawing.marks[cell] in (*HALVES[style], PORTS[style]):
                return style
    return ARROWS


def _known(style: str) -> str:
    if style not in STYLES:
        raise UnsupportedError(f"there is no style {quoted(style)}; expected one of {', '.join(STYLES)}")
    return style
