"""Sets of pieces, ready for a puzzle.

    >>> from tilewright import Board, Puzzle, count, pieces
    >>> puzzle = Puzzle.of(Board.rectangle(6, 10), pieces.pentominoes())
    >>> count(puzzle).solutions
    9356

:func:`named` has every set that the command ``make`` and puzzle files know by name.
"""

from __future__ import annotations

from dataclasses import replace

from tilewright.model.pieces.piece import Piece
from tilewright.model.pieces.sets import piece_set, set_copies, set_lattice, set_motions

__all__ = ["dominoes", "hexominoes", "monominoes", "named", "pentominoes", "tetrominoes", "trominoes"]


def named(name: str, copies: int | tuple[int, int] | None = None) -> tuple[Piece, ...]:
    """The pieces of the set of a name, such as ``one-sided hexiamonds`` or ``soma``.

    ``copies`` of each, a number or the least and the most; None: as many as belong to the set, mostly one.
    PuzzleError, which says what there is, for a name of no set; see
    :func:`tilewright.model.pieces.sets.piece_set`.

        >>> [piece.name for piece in named("one-sided tetrominoes")]
        ['I4', 'L4', "L4'", 'O4', 'S4', "S4'", 'T4']
    """
    lattice, motions = set_lattice(name), set_motions(name)
    given = (Piece.of(piece, cells, lattice=lattice, motions=motions) for piece, cells in piece_set(name))
    if copies is None:
        return tuple(
            replace(piece, min_copies=n, max_copies=n)
            for piece, n in zip(given, set_copies(name), strict=True)
        )
    least, most = copies if isinstance(copies, tuple) and len(copies) == 2 else (copies, copies)
    return tuple(replace(piece, min_copies=least, max_copies=most) for piece in given)


def monominoes(copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    """Single squares.

    >>> monominoes(3)[0].max_copies
    3
    """
    return named("monominoes", copies)


def dominoes(copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    """Dominoes without numbers.

    >>> dominoes((0, 32))[0].max_copies
    32
    """
    return named("dominoes", copies)


def trominoes(copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    """The 2 trominoes.

    >>> [piece.name for piece in trominoes()]
    ['I3', 'V3']
    """
    return named("trominoes", copies)


def tetrominoes(copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    """The 5 tetrominoes, which may be turned over.

    >>> len(tetrominoes())
    5
    """
    return named("tetrominoes", copies)


def pentominoes(copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    """The 12 pentominoes, which may be turned over.

    >>> "".join(piece.name for piece in pentominoes())
    'FILNPTUVWXYZ'
    """
    return named("pentominoes", copies)


def hexominoes(copies: int | tuple[int, int] = 1) -> tuple[Piece, ...]:
    """The 35 hexominoes, which may be turned over.

    >>> len(hexominoes())
    35
    """
    return named("hexominoes", copies)
