"""What an entry of the library is filed under: the rules, and the board up to its eight images.

Of a board and its images in turning and turning over, one is kept: the lowest, and of these the one whose
drawing comes first; so rectangles have at least as many columns as rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.board_files import board_of_size, dumps_board, loads_board, size_of
from tilewright.families.gunport.drawing import BLANK_ROW
from tilewright.families.gunport.pieces import rules_for
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.lattices.square import DIAGONAL, IDENTITY


@dataclass(frozen=True)
class Key:
    """A board and rules as text: the piece's name, which ``rules_for`` reads, and ``8x10`` or a drawing."""

    piece: str
    no_slide: bool
    board: str

    @cached_property
    def rules(self) -> Rules:
        """The rules; PuzzleError when the piece's name is wrong."""
        return rules_for(self.piece, no_slide=self.no_slide)

    @cached_property
    def gunport_board(self) -> GunportBoard:
        """The board; FormatError or PuzzleError when the text is none."""
        return board_of_size(self.board) or loads_board(self.board)

    @property
    def size(self) -> tuple[int, int] | None:
        """Rows and columns of a plain rectangle, else None."""
        return size_of(self.board)

    @property
    def name(self) -> str:
        """``8x10``, or ``board of 52 cells``."""
        if self.size:
            return self.board
        return f"board of {len(''.join(self.board.split()).replace(BLANK_ROW, ''))} cells"


@dataclass(frozen=True)
class Filed:
    """The key of a board, and where each of its cells lies on the key's board."""

    key: Key
    there: Mapping[Cell, Cell]

    def filed(self, arrangement: Arrangement) -> Arrangement:
        """An arrangement on the board as one on the key's board."""
        return Arrangement.of(
            self.key.gunport_board, ([self.there[c] for c in piece] for piece in arrangement.pieces)
        )

    def as_asked(self, arrangement: Arrangement, board: GunportBoard) -> Arrangement:
        """An arrangement on the key's board as one on the board itself."""
        back = {image: cell for cell, image in self.there.items()}
        return Arrangement.of(board, ([back[cell] for cell in piece] for piece in arrangement.pieces))


def key_of(board: GunportBoard, rules: Rules) -> Filed:
    """What a board and rules are filed under.

    UnsupportedError for a piece that may not be turned and turned over freely, and for a board that cannot
    be drawn because its cells lie too far apart.
    """
    piece = _piece_name(rules)
    if board.size is not None:
        rows, columns = sorted(board.size)
        motion = IDENTITY if board.size == (rows, columns) else DIAGONAL
        turned = {cell: motion(cell) for cell in board.cells}
        return Filed(Key(piece, rules.no_slide, f"{rows}x{columns}"), turned)
    best: tuple[str, dict[Cell, Cell]] | None = None
    for there in _lowest(board):
        image = _image(board, there)
        text = f"{image.size[0]}x{image.size[1]}" if image.size else dumps_board(image)
        if best is None or text < best[0]:
            best = text, there
    assert best is not None
    return Filed(Key(piece, rules.no_slide, best[0]), best[1])


def _lowest(board: GunportBoard) -> Iterator[dict[Cell, Cell]]:
    """Where each cell lies on the board's images at the origin, of the images that are the lowest."""
    xs, ys = [x for x, _ in board.cells], [y for _, y in board.cells]
    width, height = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    for motion in SQUARE.motions["all"]:
        (a, c), (b, d) = motion((1, 0)), motion((0, 1))
        if (width if c else height) > min(width, height):
            continue
        left = min(a * min(xs), a * max(xs)) + min(b * min(ys), b * max(ys))
        top = min(c * min(xs), c * max(xs)) + min(d * min(ys), d * max(ys))
        yield {(x, y): (a * x + b * y - left, c * x + d * y - top) for x, y in board.cells}


def _image(board: GunportBoard, there: Mapping[Cell, Cell]) -> GunportBoard:
    return GunportBoard(
        frozenset(there.values()),
        frozenset(tuple(sorted(there[cell] for cell in piece)) for piece in board.pieces),
        frozenset(there[cell] for cell in board.ports),
    )


def _piece_name(rules: Rules) -> str:
    """The one name that ``rules_for`` gives the piece, however the rules call it."""
    if rules.piece.name == "domino" and rules.is_domino:
        known = rules_for("domino")
    else:
        cells = set(rules.orientations[0])
        width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
        lines = ["".join("#" if (x, y) in cells else "." for x in range(width)) for y in range(height)]
        known = rules_for("/".join(lines))
    if known.orientations != rules.orientations:
        raise UnsupportedError(
            f"the library keeps boards for pieces that may be turned and turned over; {rules.piece.name!r} "
            f"has motions {rules.piece.motions!r}"
        )
    return known.piece.name
