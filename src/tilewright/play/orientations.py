"""The orientations of a piece, and what turning and flipping makes of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import subtract
from tilewright.model.puzzle import Piece

CONTROLS = ("turn", "turn back", "tip", "tip back", "roll", "roll back", "flip")
"""The controls that change the orientation of a piece; flat pieces are not tipped or rolled."""


_Pairs = tuple[tuple[Cell, str], ...]


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
    all_pairs = piece.orientations(lattice)
    number = {pairs: index for index, pairs in enumerate(all_pairs)}
    images_of = {}
    for control, motions in _controls(piece, lattice).items():
        images = tuple([_turned(number, pairs, motions, lattice) for pairs in all_pairs])
        if images != tuple(range(len(all_pairs))) and len(set(images)) == len(all_pairs):
            images_of[control] = images
    return PieceOrientations(
        tuple(
            Orientation(tuple(c for c, _ in pairs), tuple(paint for _, paint in pairs)) for pairs in all_pairs
        ),
        images_of,
    )


def _controls(piece: Piece, lattice: Lattice) -> dict[str, list[Motion]]:
    """The motion that each control makes, as far as the piece may make it.

    Where it makes several, they carry some sets of cells only, and the first that carries the piece counts.
    """
    allowed = lattice.motions[piece.motions]
    if lattice.is_solid:
        by_name = {motion.name: motion for motion in allowed}
        value = {}
        for control, names in lattice.controls.items():
            motions = [by_name[name] for name in names if name in by_name]
            whole = [motion for motion in motions if motion.divisor == 1]
            value[control] = whole[:1] or motions
        return value
    # In the plane the turns of a mode come in the order of their angles, clockwise, the identity first; the
    # first of the mirrors exchanges left and right.
    turns = [motion for motion in allowed if motion.proper][1:]
    mirrors = [motion for motion in allowed if not motion.proper]
    return {"turn": turns[:1], "turn back": turns[-1:], "flip": mirrors[:1]}


def _turned(number: Mapping[_Pairs, int], pairs: _Pairs, motions: Iterable[Motion], lattice: Lattice) -> int:
    """The number of the orientation that the first motion which can makes of one; else its own."""
    for motion in motions:
        image = motion.image([cell for cell, _ in pairs])
        if image is None:
            continue
        shift = lattice.anchor(image)
        moved = [(subtract(cell, shift), paint) for cell, (_, paint) in zip(image, pairs, strict=True)]
        there = number.get(tuple(sorted(moved)))
        if there is not None:
            return there
    return number[pairs]
