"""The orientations of a piece, and what turning and flipping makes of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import subtract
from tilewright.model.puzzle import Piece

CONTROLS: dict[str, tuple[Cell, ...]] = {
    "turn": ((-2, 1, 3), (-1, -2, 3)),  # clockwise by the smallest allowed angle, in 3-D as seen from above
    "turn back": ((2, -1, 3), (-1, -2, 3)),
    "tip": ((1, -3, 2), (1, -2, -3)),  # away from the viewer about the x axis
    "tip back": ((1, 3, -2), (1, -2, -3)),
    "roll": ((3, 2, -1), (-1, 2, -3)),  # to the side about the y axis
    "roll back": ((-3, 2, 1), (-1, 2, -3)),
    "flip": ((-1, 2, 3),),  # reflected, left and right exchanged
}
"""The controls that change the orientation of a piece: in 3-D, images of the cell (1, 2, 3), which tell the
motions that fix the origin apart; quarter turns first, half turns for pieces that may make no others."""


@dataclass(frozen=True)
class Orientation:
    """An orientation: the cells, normalised and sorted, and the colour of each ("" matches any)."""

    cells: tuple[Cell, ...]
    colours: tuple[str, ...]


@dataclass(frozen=True)
class PieceOrientations:
    """The distinct orientations of a piece, the one of its definition first.

    ``images_of[control][i]`` is what a control makes of number i; controls without effect are absent.
    """

    orientations: tuple[Orientation, ...]
    images_of: Mapping[str, tuple[int, ...]]


def piece_orientations(piece: Piece, lattice: Lattice) -> PieceOrientations:
    """The orientations of a piece on its lattice, and what its controls make of them."""
    held = piece.orientations(lattice)
    number = {pairs: index for index, pairs in enumerate(held)}
    images_of = {}
    for control, motion in _controls(piece, lattice).items():
        images = tuple(number[_moved(pairs, motion, lattice)] for pairs in held)
        if images != tuple(range(len(held))):
            images_of[control] = images
    return PieceOrientations(
        tuple(Orientation(tuple(c for c, _ in pairs), tuple(paint for _, paint in pairs)) for pairs in held),
        images_of,
    )


def _controls(piece: Piece, lattice: Lattice) -> dict[str, Motion]:
    """The motion that each control makes, as far as the piece may make it."""
    allowed = lattice.motions[piece.motions]
    if lattice.dimension == 3:
        at = {motion((1, 2, 3)): motion for motion in allowed}
        found = {
            control: [at[image] for image in images if image in at] for control, images in CONTROLS.items()
        }
        return {control: motions[0] for control, motions in found.items() if motions}
    # In the plane the turns of a mode come in the order of their angles, clockwise, the identity first; the
    # first of the mirrors exchanges left and right.
    turns = [motion for motion in allowed if motion.proper][1:]
    mirrors = [motion for motion in allowed if not motion.proper]
    controls = {"turn": turns[0], "turn back": turns[-1]} if turns else {}
    return controls | ({"flip": mirrors[0]} if mirrors else {})


def _moved(
    pairs: tuple[tuple[Cell, str], ...], motion: Motion, lattice: Lattice
) -> tuple[tuple[Cell, str], ...]:
    cells = [motion(cell) for cell, _ in pairs]
    shift = lattice.anchor(cells)
    return tuple(
        sorted((subtract(cell, shift), paint) for cell, (_, paint) in zip(cells, pairs, strict=True))
    )
