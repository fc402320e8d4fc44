"""The piece of a gunport board by its name, or by a drawing of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.errors import PuzzleError
from tilewright.families.gunport.board import DOMINO, MAX_AREA, Rules
from tilewright.model.lattices import SQUARE, Cell
from tilewright.model.lattices.square import POLYOMINO_PREFIXES
from tilewright.model.pieces.piece import Piece
from tilewright.model.pieces.polyforms import canonical
from tilewright.model.pieces.sets import POLYOMINO_DRAWINGS, name_of, piece_set, polyomino
from tilewright.wording import counted, quoted

MAX_SIZE = 30  # the largest piece that is accepted, in cells
SIZES = {f"{prefix}omino": size for size, prefix in enumerate(POLYOMINO_PREFIXES, 1)}
LETTERS = {"straight": "I", "square": "O", "skew": "S"}

_SET_NAME = re.compile(r"([0-9]{1,2})-[0-9]{1,4}")
_DRAWING = re.compile(r"[Xx#.]+(?:/[Xx#.]+)*")


def rules_for(name: str, *, no_slide: bool = False) -> Rules:
    """The rules with the piece of this name, free to turn and to be turned over.

    ``domino``; a polyomino of up to five cells as ``I3``, ``V3``, ``T4`` or ``P``, or in words, ``straight
    tromino``, ``L tromino``, ``square tetromino``, ``P pentomino``; one of a set of larger ones, ``6-07``; or
    lines of a drawing from the top, ``XX/X.``. The same shape always gets the same name.
    PuzzleError, with what is expected, for anything else.
    """
    return Rules(_piece(_cells(name)), no_slide)


def plural_name(rules: Rules) -> str:
    """The name of several pieces: dominoes, straight trominoes; pieces where the piece has no name."""
    name = rules.piece.name
    return f"{name}es" if name.endswith("omino") else "pieces"


def pieces_text(number: int, rules: Rules) -> str:
    """A number of pieces: 1 domino, 7 straight trominoes, 5 pieces."""
    several = plural_name(rules)
    return counted(number, "piece" if several == "pieces" else rules.piece.name, several)


def _piece(cells: Sequence[Cell]) -> Piece:
    if canonical(cells) == canonical(DOMINO.cells):
        return DOMINO
    known = name_of(tuple(cells))
    if known is None:
        title = shape_drawing(canonical(cells))
    elif len(cells) == 1:
        title = "monomino"
    else:
        word = next(word for word, size in SIZES.items() if size == len(cells))
        letter = "L" if known == "V3" else known[0]
        title = f"{'straight' if letter == 'I' else letter} {word}"
    return Piece.of(title, canonical(cells), copies=(0, MAX_AREA))


def _cells(name: str) -> tuple[Cell, ...]:
    words = " ".join(name.split())
    lower = words.lower()
    if lower in ("monomino", "domino"):
        return polyomino("O1" if lower == "monomino" else "I2")
    letter, _, kind = words.rpartition(" ")
    if kind.lower() in SIZES:
        letter = LETTERS.get(letter.lower(), letter.upper())
        size = SIZES[kind.lower()]
        if size == 3 and letter == "L":
            letter = "V"
        short = letter if size == 5 else f"{letter}{size}"
        if short in POLYOMINO_DRAWINGS:
            return polyomino(short)
    elif words.removesuffix("'") in POLYOMINO_DRAWINGS:
        return polyomino(words)
    elif words.upper() == "L3":
        return polyomino("V3")
    elif words.upper() in POLYOMINO_DRAWINGS:
        return polyomino(words.upper())
    elif match := _SET_NAME.fullmatch(words):
        size = int(match[1])
        shapes = dict(piece_set(f"polyominoes {size}")) if 1 <= size <= len(POLYOMINO_PREFIXES) else {}
        if words in shapes:
            return shapes[words]
    elif _DRAWING.fullmatch(words):
        return _read(words)
    raise PuzzleError(
        f"there is no piece {quoted(name)}; expected domino, one of {', '.join(POLYOMINO_DRAWINGS)}, "
        "words such as "
        "'straight tromino', 'L tromino', 'T tetromino' or 'P pentomino', a name from a larger set such as "
        "6-07, or a drawing such as XX/X."
    )


def _read(drawing: str) -> tuple[Cell, ...]:
    cells = {
        (x, y) for y, line in enumerate(drawing.split("/")) for x, mark in enumerate(line) if mark != "."
    }
    if not 1 <= len(cells) <= MAX_SIZE:
        raise PuzzleError(
            f"the drawing {quoted(drawing)} has {len(cells)} cells; expected 1 to {MAX_SIZE}, an X for each"
        )
    _, *others = SQUARE.components(cells)
    if others:
        separate = others[0][0]
        raise PuzzleError(
            f"the drawing {quoted(drawing)} is not connected: the X in line {separate[1] + 1}, column "
            f"{separate[0] + 1} is not joined to the others; expected cells joined edge to edge"
        )
    return SQUARE.normalise(cells)


def shape_drawing(cells: Sequence[Cell], mark: str = "X") -> str:
    """The drawing of a shape whose least coordinates are 0."""
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    return "/".join("".join(mark if (x, y) in cells else "." for x in range(width)) for y in range(height))
