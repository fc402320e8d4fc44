"""Rectangles and boxes to be filled: with a set of polyominoes, with dominoes, with bricks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import prod

from tilewright.errors import PuzzleError
from tilewright.model.lattices import CUBE, LINE, SQUARE, Cell, Lattice
from tilewright.model.pieces import piece_set, set_copies, set_lattice, set_motions
from tilewright.model.puzzle import MAX_CELLS, Board, Piece, Puzzle

Size = tuple[int, ...]
"""Lengths along x, y and z; as many as there are dimensions."""

_LATTICES: dict[int, Lattice] = {1: LINE, 2: SQUARE, 3: CUBE}
_BRICK = re.compile(r"([0-9]+(?:x[0-9]+)*)(?:\*([0-9]+))?")


def read_size(text: str) -> Size:
    """The size that ``6x10`` or ``2x3x10`` says. PuzzleError when it is none, or too large."""
    words = text.lower().replace("×", "x").split("x")
    if not 1 <= len(words) <= 3 or not all(
        w.isascii() and w.isdigit() and len(w) <= 6 and int(w) for w in words
    ):
        raise PuzzleError(f"{text!r} is no size; expected one such as 6x10 or 3x4x5")
    size = tuple(map(int, words))
    if prod(size) > MAX_CELLS:
        raise PuzzleError(f"{text} are {prod(size):,} cells; at most {MAX_CELLS:,} are accepted")
    return size


def polyominoes(pieces: str, size: Size, *, spare: bool = False) -> Puzzle:
    """A rectangle, or a box, to be filled with a set of pieces, as many of each as the set has.

    ``pieces`` is the name of a set, such as ``pentominoes``. In a box flat pieces are one cell thick and may
    be turned all ways. With ``spare`` pieces may stay out. PuzzleError when the pieces have not as many cells
    as the board, or too few where some may stay out.
    """
    held, copies = piece_set(pieces), set_copies(pieces)
    lattice, own, motions = _lattice(size, flat=2), set_lattice(pieces), set_motions(pieces)
    if own not in (SQUARE, CUBE) or own.dimension > lattice.dimension:
        kind = "solid" if own is CUBE else "no squares"
        raise PuzzleError(f"the {pieces} are {kind}; they do not lie in a {_words(size)} board")
    if own is not lattice and motions != "all":
        raise PuzzleError(f"a box has room to turn flat pieces over; the {pieces} are for a rectangle")
    area = prod(size)
    cells = sum(len(shape) * times for (_, shape), times in zip(held, copies, strict=True))
    if cells < area or (cells > area and not spare):
        have = f"the {pieces} have {cells:,} cells and {_words(size)} has {area:,}"
        raise PuzzleError(f"{have}; ask with --spare for pieces that may stay out" if cells > area else have)
    placed = tuple(
        Piece.of(
            name,
            [(*cell, *(0,) * (lattice.dimension - len(cell))) for cell in shape],
            lattice=lattice,
            copies=(0 if spare else times, times),
            motions=motions if own is lattice else lattice.usual_motions,
        )
        for (name, shape), times in zip(held, copies, strict=True)
    )
    title = f"{pieces[:1].upper()}{pieces[1:]} in {_words(size)}"
    return Puzzle(_board(size), placed, title=title, lattice=lattice)


def dominoes(size: Size) -> Puzzle:
    """A rectangle, or a box, to be filled with dominoes, all alike."""
    area = prod(size)
    if area % 2:
        raise PuzzleError(f"{_words(size)} has {area:,} cells, an odd number; dominoes cannot fill it")
    lattice = _lattice(size, flat=2)
    piece = _brick("domino", (2, 1), lattice, area // 2)
    return Puzzle(_board(size), (piece,), title=f"Dominoes in {_words(size)}", lattice=lattice)


def box(size: Size, bricks: Sequence[str]) -> Puzzle:
    """A line, a rectangle or a box to be filled with bricks: ``1x2x4`` any number of times, ``1x2x4*6`` six.

    Bricks may lie all ways; equal ones are copies of one piece. PuzzleError for a brick that is none, or when
    the bricks of given numbers have too many cells.
    """
    if not bricks:
        raise PuzzleError("there are no bricks; expected at least one, such as 1x2x4")
    lattice = _LATTICES[len(size)]
    area = prod(size)
    fixed: Counter[Size] = Counter()
    free: dict[Size, None] = {}
    for text in bricks:
        found = _BRICK.fullmatch(text.lower().replace("×", "x"))
        if not found:
            raise PuzzleError(f"{text!r} is no brick; expected one such as 1x2x4, or 1x2x4*6 for six of them")
        brick = read_size(found[1])
        if len(brick) > len(size) and sorted(brick)[len(brick) - len(size) - 1] > 1:
            raise PuzzleError(f"the brick {found[1]} does not lie in {_words(size)}")
        brick = tuple(sorted(brick, reverse=True)[: len(size)])
        brick += (1,) * (len(size) - len(brick))
        if found[2] is None:
            free[brick] = None
        elif len(found[2]) > 6 or int(found[2]) < 1:
            raise PuzzleError(f"there are {found[2]} bricks {found[1]}; expected 1 or more, as cells allow")
        else:
            fixed[brick] += int(found[2])
    for brick in free:
        if brick in fixed:
            raise PuzzleError(f"the brick {'x'.join(map(str, brick))} comes with a number and without one")
    needed = sum(prod(brick) * times for brick, times in fixed.items())
    if needed > area or (needed < area and not free):
        raise PuzzleError(f"the bricks have {needed:,} cells and {_words(size)} has {area:,}")
    pieces = [_brick("x".join(map(str, brick)), brick, lattice, times) for brick, times in fixed.items()]
    for brick in free:
        most = (area - needed) // prod(brick)
        alone = len(free) == 1 and not fixed and area % prod(brick) == 0
        pieces.append(_brick("x".join(map(str, brick)), brick, lattice, most if alone else (0, most)))
    return Puzzle(_board(size), tuple(pieces), title=f"Bricks in {_words(size)}", lattice=lattice)


def _brick(name: str, size: Size, lattice: Lattice, copies: int | tuple[int, int]) -> Piece:
    size += (1,) * (lattice.dimension - len(size))
    return Piece.of(name, _cells(size), lattice=lattice, copies=copies, motions=lattice.usual_motions)


def _cells(size: Size) -> list[Cell]:
    return list(product(*map(range, size)))


def _board(size: Size) -> Board:
    return Board.of(_cells(size))


def _lattice(size: Size, *, flat: int) -> Lattice:
    if len(size) < flat:
        raise PuzzleError(f"{_words(size)} is a line; expected a rectangle or a box, such as 6x10 or 3x4x5")
    return _LATTICES[len(size)]


def _words(size: Size) -> str:
    return " x ".join(map(str, size))
