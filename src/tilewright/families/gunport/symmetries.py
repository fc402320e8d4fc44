"""A gunport board's own symmetries, and one arrangement that stands for all its images."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.model.lattices import SQUARE, Cell

BoardMotion = Mapping[Cell, Cell]
"""Where a symmetry carries each cell of the board."""


def board_symmetries(board: GunportBoard, rules: Rules) -> tuple[BoardMotion, ...]:
    """The symmetries of a board with its given pieces and ports, the identity first, no two alike.

    They are the motions that the piece may make, each with a translation after it, that carry the board's
    cells onto themselves, given pieces to given pieces and given ports to given ports.
    """
    cells = sorted(board.cells)
    pieces = {tuple(sorted(piece)) for piece in board.pieces}
    found: dict[tuple[Cell, ...], BoardMotion] = {}
    for motion in SQUARE.motions[rules.piece.motions]:
        turned = [motion(cell) for cell in cells]
        (a, b), (u, v) = SQUARE.anchor(cells), SQUARE.anchor(turned)
        there = tuple((x - u + a, y - v + b) for x, y in turned)
        image = dict(zip(cells, there, strict=True))
        if (
            board.cells.issuperset(there)
            and {image[cell] for cell in board.ports} == board.ports
            and {tuple(sorted(image[cell] for cell in piece)) for piece in pieces} == pieces
        ):
            found.setdefault(there, image)
    return tuple(found.values())


def canonical(arrangement: Arrangement, group: Sequence[BoardMotion]) -> Arrangement:
    """The one of an arrangement's images that stands for all: the first, by its sorted pieces."""
    return Arrangement(arrangement.board, frozenset(min(_moved(arrangement, image) for image in group)))


def is_canonical(arrangement: Arrangement, group: Sequence[BoardMotion]) -> bool:
    """Whether an arrangement is the one of its images that stands for all."""
    pieces = tuple(sorted(arrangement.pieces))
    return all(pieces <= _moved(arrangement, image) for image in group)


def _moved(arrangement: Arrangement, image: BoardMotion) -> tuple[tuple[Cell, ...], ...]:
    return tuple(sorted(tuple(sorted(image[cell] for cell in piece)) for piece in arrangement.pieces))
