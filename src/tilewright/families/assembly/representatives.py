"""Which of the images of an assembly is taken apart, and in which order its pieces stand.

Sequences of equal length differ by directions and the order of pieces, so the image matters for the
numbers after the first one. Here it is the one that BurrTools finds: one piece, the first that has the fewest
symmetries in common with the board, lies as it would without being turned, or as little turned as can be.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from tilewright.exact_cover.symmetry import Symmetries, symmetries
from tilewright.model.lattices import CUBE, Cell, Lattice, Motion
from tilewright.model.puzzle import Piece, Placement, Puzzle

Key = tuple[int, int, Cell]


def numbered_rotations(lattice: Lattice) -> tuple[Motion, ...]:
    """The rotations of a lattice in the order of their numbers; for cubes those of BurrTools.

    They are the turns about x by 0 to 3 quarters, each after 0 to 3 quarters about y, then after a quarter
    and after three quarters about z.
    """
    rotations = lattice.motions["rotation"]
    if lattice is not CUBE:
        return rotations
    by_images = {_images(motion): motion for motion in rotations}
    about_x, about_y, about_z = (
        by_images[images]
        for images in (
            ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
            ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
            ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
        )
    )
    turned = [[], [about_y], [about_y] * 2, [about_y] * 3, [about_z], [about_z] * 3]
    numbered = []
    for after in turned:
        for quarters in range(4):
            images = tuple(_turned(axis, [about_x] * quarters + after) for axis in _AXES)
            numbered.append(by_images[images])
    return tuple(numbered)


_AXES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def _images(motion: Motion) -> tuple[Cell, ...]:
    return tuple(motion(axis) for axis in _AXES)


def _turned(cell: Cell, motions: Iterable[Motion]) -> Cell:
    for motion in motions:
        cell = motion(cell)
    return cell


class Representatives:
    """Chooses the image of each assembly of a puzzle, and the order of its pieces."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._order = {piece.name: number for number, piece in enumerate(puzzle.pieces)}
        self._numbers = {piece.name: _numbers(piece, puzzle.lattice) for piece in puzzle.pieces}
        self._keys: dict[int, tuple[Placement, Key]] = {}
        group = symmetries(puzzle)
        self._group: Symmetries | None = None if group.trivial else group
        self._chosen = "" if self._group is None else _least_symmetric(puzzle)
        self._images: dict[int, dict[int, tuple[Key, Placement]]] = {}
        self._members: dict[Placement, int] = {}

    def choose(self, assembly: Iterable[Placement]) -> list[Placement]:
        """The placements of the chosen image, in the order of the pieces, least turned copies first."""
        placements = list(assembly)
        member = 0
        if self._chosen:
            fixed = next((p for p in placements if p.piece == self._chosen), None)
            if fixed is not None:
                member = self._member(fixed)
        known = self._images.setdefault(member, {})
        images = [known.get(id(p)) or self._image(member, p) for p in placements]
        images.sort(key=itemgetter(0))
        return [image for _, image in images]

    def _member(self, fixed: Placement) -> int:
        """The number of the symmetry that turns the chosen piece back the farthest."""
        if fixed not in self._members:
            assert self._group is not None
            keys = [self._key(member.placement(fixed)) for member in self._group.members]
            self._members[fixed] = keys.index(min(keys))
        return self._members[fixed]

    def _image(self, member: int, placement: Placement) -> tuple[Key, Placement]:
        """The image of a placement, and where it stands among those of an assembly."""
        image = placement
        if member:
            assert self._group is not None
            self._key(placement)  # which keeps it, so that its id stays its own
            image = self._group.members[member].placement(placement)
        found = self._images[member][id(placement)] = self._key(image), image
        return found

    def _key(self, placement: Placement) -> Key:
        """The number of the piece and of the rotation that it lies in, and where it lies."""
        known = self._keys.get(id(placement))
        if known is None:
            shape = self._puzzle.lattice.normalise(placement.cells)
            corner = tuple(map(min, zip(*placement.cells, strict=True)))
            numbers = self._numbers[placement.piece]
            key = (self._order[placement.piece], numbers.get(shape, len(numbers)), corner)
            known = self._keys[id(placement)] = (placement, key)
        return known[1]


def _numbers(piece: Piece, lattice: Lattice) -> dict[tuple[Cell, ...], int]:
    """The least number of a rotation that brings a piece into each of its orientations."""
    found: dict[tuple[Cell, ...], int] = {}
    for number, motion in enumerate(numbered_rotations(lattice)):
        cells = motion.image(piece.cells)
        if cells is not None:
            found.setdefault(lattice.normalise(cells), number)
    return found


def _least_symmetric(puzzle: Puzzle) -> str:
    """The first piece, of those that are there once, that has the fewest symmetries in common with the board;
    "" when no piece is there exactly once."""
    lattice, board = puzzle.lattice, puzzle.board
    single = [piece for piece in puzzle.pieces if piece.min_copies == piece.max_copies == 1]
    if not single:
        return ""
    motions = [motion for motion in lattice.motions["all"] if _keeps(motion, lattice, board.cells)]
    common = [sum(_keeps(motion, lattice, piece.cells) for motion in motions) for piece in single]
    return single[common.index(min(common))].name


def _keeps(motion: Motion, lattice: Lattice, cells: Iterable[Cell]) -> bool:
    """Whether a motion carries cells to a translate of themselves."""
    held = list(cells)
    image = motion.image(held)
    return image is not None and lattice.normalise(image) == lattice.normalise(held)
