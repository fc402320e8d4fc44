"""Boards of vanishing dominoes as text and as pictures: a tile per piece, values in its halves.

Marked pieces have brackets in text; in pictures they differ in colour, in lightness and by a thick border.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import Domino, DominoBoard, Square, size_text
from tilewright.model.lattices import Point
from tilewright.render.cell_text import framed_text
from tilewright.render.figure import columns_for
from tilewright.render.geometry import Polygon
from tilewright.render.palette import COLOURS, FAINT, GROUND, INK, PAPER, QUIET, mix
from tilewright.render.scene import (
    LETTER_WIDTH,
    Area,
    Label,
    Primitive,
    Scene,
    Stroke,
    fitting_scale,
    moved,
    text_width,
)
from tilewright.render.sheet import MARGIN, heading
from tilewright.wording import plain

MAX_SQUARES = 50_000  # the most squares on a picture, over all boards on it
MAX_TEXT_SQUARES = 20_000  # the largest board that is drawn as text

UNMARKED_COLOUR = mix(COLOURS[1], PAPER, 0.8)
MARKED_COLOUR = mix(COLOURS[0], PAPER, 0.15)
INSET = 0.06  # between a piece and the lines between squares
CORNER_RADIUS = 0.16
NUMBER_SIZE = 0.28  # of the number of a piece
THIN, THICK = 0.045, 0.11  # borders
MIN_SCALE = 12.0  # pixels a square: below, no number is legible
MAX_TITLE = 2.2  # of the board's width: a longer title is written smaller


@dataclass(frozen=True)
class BoardSnapshot:
    """A board after removals, with some of the remaining pieces marked, and a caption below it.

    ``numbered``: each piece shows its number, from 1, in pictures.
    """

    removed: frozenset[int] = frozenset()
    marked: frozenset[int] = frozenset()
    caption: str = ""
    numbered: bool = False


def board_text(
    board: DominoBoard, removed: Iterable[int] = (), *, marked: Collection[int] = (), plain: bool = False
) -> str:
    """The board without the removed pieces, as text; the values of marked pieces stand in brackets.

    ``plain`` draws with ASCII characters. UnsupportedError for a board of more than MAX_TEXT_SQUARES squares.
    """
    board = board.drawn
    if board.width * board.height > MAX_TEXT_SQUARES:
        raise UnsupportedError(
            f"the board has {board.width * board.height:,} squares; at most {MAX_TEXT_SQUARES:,} are drawn "
            "as text"
        )
    gone = set(removed)
    owner = {square: number for square, number in board.piece_at.items() if number not in gone}
    words = {
        square: f"[{value}]" if number in marked else str(value)
        for number in set(owner.values())
        for square, value in zip(board.pieces[number].squares, board.pieces[number].values, strict=True)
    }
    values = (value for number in set(owner.values()) for value in board.pieces[number].values)
    wide = max([3, *(len(str(value)) + 2 for value in values)])

    def owner_at(x: int, y: int) -> int | None:
        return owner.get((x, y), -1) if 0 <= x < board.width and 0 <= y < board.height else None

    bare = "." if plain else "·"
    return framed_text(
        board.width, board.height, owner_at, lambda x, y: words.get((x, y), bare), wide, plain=plain
    )


def with_rulers(text: str, board: DominoBoard) -> str:
    """A text drawing of the board with the x of its columns above it and the y of its rows on its left."""
    lines = text.splitlines()
    step = (len(lines[0]) - 1) // board.width  # the first line is the board's upper edge
    margin = len(str(board.height - 1)) + 1
    every = 1 if len(str(board.width - 1)) < step else 5
    marks = (str(x) if x % every == 0 else "" for x in range(board.width))
    ordered = reversed([*marks]) if board.from_right else marks
    above = " " * (margin + 1) + "".join(f"{mark.center(step - 1)} " for mark in ordered)
    left = (f"{index // 2:>{margin - 1}} " if index % 2 else " " * margin for index in range(len(lines)))
    ruled = [above, *(f"{mark}{line}" for mark, line in zip(left, lines, strict=True))]
    return "\n".join(line.rstrip() for line in ruled) + "\n"


def board_scene(
    board: DominoBoard, snapshot: BoardSnapshot = BoardSnapshot(), *, title: str = "", line: str = ""
) -> Scene:
    """One board below its title. UnsupportedError for more than MAX_SQUARES squares."""
    check_picture_size(board, 1)
    scale = fitting_scale(board.width, board.height, 1000, MIN_SCALE, 56)
    size = 24 / scale
    title, line = plain(title), plain(line)
    written = max(text_width(title, size), text_width(line, 0.62 * size)) / 0.94
    width = max(board.width + 2 * MARGIN, min(written, max(MAX_TITLE * board.width, 480 / scale)))
    marks, head = heading(title, line, width, size)
    marks += moved(snapshot_marks(board, snapshot), (width - board.width) / 2, MARGIN + head)
    return Scene(
        width,
        board.height + 2 * MARGIN + head,
        tuple(marks),
        scale,
        title or "A board of vanishing dominoes",
        description(board, snapshot),
    )


def strip_scene(
    board: DominoBoard, snapshots: Sequence[BoardSnapshot], *, title: str = "", line: str = ""
) -> Scene:
    """States of a board side by side, row after row; UnsupportedError as for :func:`board_scene`."""
    check_picture_size(board, len(snapshots))
    wide, high = board.width, board.height
    columns = columns_for(len(snapshots), wide, high)
    rows = math.ceil(len(snapshots) / columns)
    gap = max(0.9, min(0.09 * max(wide, high), 0.9 + 0.6 * min(wide, high)))
    scale = fitting_scale(columns * (wide + gap), rows * (high + gap), 1600, MIN_SCALE, 40)
    letters = max(0.5, 13 / scale)
    longest = max(text_width(snapshot.caption, letters) for snapshot in snapshots)
    step_x, step_y = max(wide, longest) + gap, high + 1.6 * letters + gap
    size = max(letters, 26 / scale)
    title, line = plain(title), plain(line)
    width = columns * step_x + gap
    written = max(text_width(title, size), text_width(line, 0.62 * size))
    width = max(width, min(written + 2 * gap, max(2.5 * width, 480 / scale)))
    marks, head = heading(title, line, width, size)
    inset = (width - columns * step_x + gap) / 2
    for index, snapshot in enumerate(snapshots):
        left = inset + index % columns * step_x + (step_x - gap - wide) / 2
        top = gap + head + index // columns * step_y
        marks += moved(snapshot_marks(board, snapshot), left, top)
        at = (left + wide / 2, top + high + 0.95 * letters)
        marks.append(Label(at, plain(snapshot.caption), letters, QUIET))
    return Scene(
        width,
        head + gap + rows * step_y,
        tuple(marks),
        scale,
        title or "Vanishing dominoes",
        f"{len(snapshots):,} states of a board. First: {description(board, snapshots[0])}",
    )


def check_picture_size(board: DominoBoard, pictures: int) -> None:
    """UnsupportedError when so many pictures of the board have more than MAX_SQUARES squares."""
    squares = board.width * board.height
    if pictures * squares > MAX_SQUARES:
        most = MAX_SQUARES // squares
        advice = f"use at most {most:,} (--frames)" if most else "the board is too large"
        subject = f"{pictures:,} pictures of the board would have" if pictures > 1 else "the board has"
        raise UnsupportedError(
            f"{subject} {pictures * squares:,} squares, and at most {MAX_SQUARES:,} can be drawn; {advice}"
        )


def snapshot_marks(board: DominoBoard, snapshot: BoardSnapshot) -> list[Primitive]:
    """A board in a state, from (0, 0) to (width, height)."""
    return board_marks(board, snapshot.removed, snapshot.marked, numbered=snapshot.numbered)


def board_marks(
    board: DominoBoard, removed: Collection[int], marked: Collection[int], *, numbered: bool = False
) -> list[Primitive]:
    """A board from (0, 0) to (width, height): its squares, its pieces, its border."""
    marks = [*ground_marks(board)]
    for number, piece in enumerate(board.drawn.pieces):
        if number not in removed:
            marks += piece_marks(piece, marked=number in marked)
            marks += number_marks(piece, number) if numbered else []
    return [*marks, border_mark(board)]


def ground_marks(board: DominoBoard) -> list[Primitive]:
    """The bare squares, with lines between them."""
    wide, high = board.width, board.height
    lines: list[tuple[Point, ...]] = [((x, 0), (x, high)) for x in range(1, board.width)]
    lines += [((0, y), (wide, y)) for y in range(1, board.height)]
    ground: list[Primitive] = [Area((_frame(board),), GROUND)]
    return [*ground, Stroke(tuple(lines), mix(FAINT, GROUND, 0.4), 0.03)] if lines else ground


def _frame(board: DominoBoard) -> Polygon:
    return ((0, 0), (board.width, 0), (board.width, board.height), (0, board.height))


def border_mark(board: DominoBoard) -> Primitive:
    return Stroke((_frame(board),), INK, 0.09, closed=True)


def piece_marks(piece: Domino, *, marked: bool = False) -> list[Primitive]:
    """A tile with rounded corners, a line between its halves, and a number in each."""
    (x, y), (right, bottom) = piece.squares
    border = THICK if marked else THIN
    # The border is inside the tile, so that a thick one does not touch the neighbours.
    corners = (x + INSET, y + INSET, right + 1 - INSET, bottom + 1 - INSET)
    inner = (corners[0] + border, corners[1] + border, corners[2] - border, corners[3] - border)
    cut: tuple[Point, ...] = (
        ((x + 0.22, y + 1), (x + 0.78, y + 1)) if piece.upright else ((x + 1, y + 0.22), (x + 1, y + 0.78))
    )
    # Two areas, as a stroke with round joins takes long to draw as PNG.
    return [
        Area((_rounded(*corners, CORNER_RADIUS + border / 2),), INK),
        Area((_rounded(*inner, CORNER_RADIUS - border / 2),), MARKED_COLOUR if marked else UNMARKED_COLOUR),
        Stroke((cut,), mix(INK, UNMARKED_COLOUR, 0.45), 0.04),
        *(_number(square, value) for square, value in zip(piece.squares, piece.values, strict=True)),
    ]


def number_marks(piece: Domino, number: int) -> list[Primitive]:
    """The number of a piece, from 1, in a box between its halves."""
    words = str(number + 1)
    right, bottom = piece.squares[1]
    x, y = (piece.x + right + 1) / 2, (piece.y + bottom + 1) / 2
    size = min(NUMBER_SIZE, 0.8 / (len(words) * LETTER_WIDTH))
    half = max(0.5, 0.5 * LETTER_WIDTH * len(words)) * size + 0.04
    box = _rounded(x - half, y - 0.6 * size, x + half, y + 0.6 * size, 0.3 * size)
    return [Area((box,), INK), Label((x, y), words, size, PAPER)]


def description(board: DominoBoard, snapshot: BoardSnapshot) -> str:
    """A board in a sentence: the text alternative of a picture."""
    left = len(board.pieces) - len(snapshot.removed)
    words = f"A board of {size_text(board.width, board.height)} squares with {left:,} pieces"
    return words + (f", {len(snapshot.marked):,} of them marked." if snapshot.marked else ".")


def _number(square: Square, value: int) -> Label:
    words = str(value)
    size = min(0.56, 0.74 / (len(words) * LETTER_WIDTH))
    return Label((square[0] + 0.5, square[1] + 0.5), words, size, INK)


def _rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Polygon:
    middles = (
        (right - radius, top + radius),
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
        (left + radius, top + radius),
    )
    return tuple(
        (x + radius * dx, y + radius * dy)
        for (x, y), arc in zip(middles, _ARCS, strict=True)
        for dx, dy in arc
    )


_ARCS = tuple(
    tuple(
        (math.cos(math.radians(turn + step)), math.sin(math.radians(turn + step))) for step in (0, 30, 60, 90)
    )
    for turn in (-90, 0, 90, 180)
)
"""The quarter circles of a rectangle's corners: upper right, lower right, lower left, upper left."""
