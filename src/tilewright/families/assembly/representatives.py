"""Which of the images of an assembly is taken apart, and in which order its pieces stand.

Sequences of equal length differ by directions and the order of pieces, so the image matters for the
numbers after the first one. Here it is the one that BurrTools finds: one piece, the first that has the fewest
symmetries in common with the board, lies as it would without being turned, or as little turned as can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache, lru_cache, partial
from itertools import islice
from operator import itemgetter

from tilewright.cancellation import checked
from tilewright.errors import PuzzleError
from tilewright.exact_cover.symmetry import Symmetries, symmetries
from tilewright.model.lattices import CUBE, Cell, Lattice, Motion
from tilewright.model.lattices.lattice import moved_back
from tilewright.model.puzzle import Piece, Placement, Puzzle
from tilewright.wording import counted, quoted

Key = tuple[int, int, Cell]


@cache
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
        self._numbers: dict[str, dict[frozenset[Cell], int]] = {}
        self._keys: dict[int, tuple[Placement, Key]] = {}
        group = symmetries(puzzle)
        self._group: Symmetries | None = None if group.trivial else group
        self._allowed: Sequence[int] = range(len(group.members))
        self._common = cache(partial(_common_symmetries, puzzle))
        self._chosen = "" if self._group is None else _least_symmetric(puzzle, self._common)
        self._images: dict[int, dict[int, tuple[Key, Placement]]] = {}
        self._members: dict[int, int] = {}  # by identity, as all that is kept here

    @property
    def deciding(self) -> str:
        """The piece whose placement decides which image is chosen; "" where none is, as all are alike."""
        return self._chosen

    def of_set(self, puzzle: Puzzle) -> Representatives:
        """Those of a puzzle with some of the pieces on the same board, whose symmetries are among the known
        ones; quicker than to begin anew."""
        chosen = copy(self)
        if self._group is not None:
            copies = Counter({piece.name: piece.max_copies for piece in puzzle.pieces})
            chosen._allowed = [
                number
                for number, member in enumerate(self._group.members)
                if copies == Counter({member.pieces.get(name, name): n for name, n in copies.items()})
            ]
            chosen._chosen = _least_symmetric(puzzle, self._common)
            chosen._members = {}
        return chosen

    def possible(self, assembly: Iterable[Placement]) -> list[list[Placement]]:
        """What may be chosen for the assembly, or for one of its images; one image where that is certain."""
        placements = list(assembly)
        fixed = next((p for p in placements if p.piece == self._chosen), None)
        allowed = self._allowed
        if fixed is not None:
            keys = self._keys_of_images(fixed)
            allowed = [number for number, key in zip(allowed, keys, strict=True) if key == min(keys)]
        return [self._ordered(number, placements) for number in allowed]

    def choose(self, assembly: Iterable[Placement]) -> list[Placement]:
        """The placements of the chosen image, in the order of the pieces, least turned copies first."""
        placements = list(assembly)
        member = 0
        if self._chosen:
            fixed = next((p for p in placements if p.piece == self._chosen), None)
            if fixed is not None:
                member = self.member(fixed)
        return self._ordered(member, placements)

    def _ordered(self, member: int, placements: Iterable[Placement]) -> list[Placement]:
        known = self._images.setdefault(member, {})
        images = [known.get(id(p)) or self.image(member, p) for p in placements]
        images.sort(key=itemgetter(0))
        return [image for _, image in images]

    def member(self, fixed: Placement) -> int:
        """The number of the symmetry that turns a placement of the deciding piece back the farthest."""
        member = self._members.get(id(fixed))
        if member is None:
            self._key(fixed)  # which keeps it, so that its id stays its own
            keys = self._keys_of_images(fixed)
            member = self._members[id(fixed)] = self._allowed[keys.index(min(keys))]
        return member

    def _keys_of_images(self, fixed: Placement) -> list[Key]:
        """The piece, the number of the rotation, and the corner of each image that is allowed."""
        keys = []
        for number in self._allowed:
            (order, _, corner), image = self.image(number, fixed)
            keys.append((order, self._number(image), corner))
        return keys

    def image(self, member: int, placement: Placement) -> tuple[Key, Placement]:
        """The image of a placement under a symmetry, and before it where it stands in its assembly."""
        known = self._images.setdefault(member, {})
        if id(placement) not in known:
            image = placement
            if member:
                assert self._group is not None
                self._key(placement)  # which keeps it, so that its id stays its own
                image = self._group.members[member].placement(placement)
            known[id(placement)] = self._key(image), image
        return known[id(placement)]

    def _key(self, placement: Placement) -> Key:
        """Where a placement stands in its assembly: by its piece, of copies the rotation, then the place."""
        known = self._keys.get(id(placement))
        if known is None:
            self._check(placement)
            corner = tuple(map(min, zip(*placement.cells, strict=True)))
            has_copies = self._puzzle.by_name[placement.piece].max_copies > 1
            key = (self._order[placement.piece], self._number(placement) if has_copies else 0, corner)
            known = self._keys[id(placement)] = (placement, key)
        return known[1]

    def _number(self, placement: Placement) -> int:
        """The number of the rotation in which the piece lies."""
        lattice, name = self._puzzle.lattice, placement.piece
        if name not in self._numbers:
            self._numbers[name] = _numbers(self._puzzle.by_name[name], lattice)
        numbers = self._numbers[name]
        return numbers.get(_shape(placement.cells, lattice), len(numbers))

    def _check(self, placement: Placement) -> None:
        """PuzzleError for a placement of another puzzle. Its shape is not compared: assemblies are many."""
        name, cells = placement.piece, placement.cells
        fault = ""
        if name not in self._order:
            fault = f"there is no piece {quoted(name)}"
        elif len(cells) != self._puzzle.by_name[name].size:
            fault = f"the piece {quoted(name)} does not have {counted(len(cells), 'cell')}"
        elif not self._puzzle.board.cells.issuperset(cells):
            fault = f"the piece {quoted(name)} covers cells that are not on the board"
        if fault:
            raise PuzzleError(f"the assembly belongs to another puzzle: {fault}")


def _shape(cells: Sequence[Cell], lattice: Lattice) -> frozenset[Cell]:
    """Equal for cells that differ by a translation; quicker than to sort them."""
    return frozenset(moved_back(cells, lattice.anchor(cells)))


def _numbers(piece: Piece, lattice: Lattice) -> dict[frozenset[Cell], int]:
    """The least number of a rotation that brings a piece into each of its orientations."""
    values: dict[frozenset[Cell], int] = {}
    for number, motion in enumerate(numbered_rotations(lattice)):
        cells = motion.image(piece.cells)
        if cells is not None:
            values.setdefault(_shape(cells, lattice), number)
    return values


def _common_symmetries(puzzle: Puzzle, name: str) -> int:
    """How many symmetries a piece has in common with the board."""
    return sum(1 for _ in _keeping(_board_motions(puzzle), puzzle.lattice, puzzle.by_name[name].cells))


@lru_cache(maxsize=1)
def _board_motions(puzzle: Puzzle) -> list[Motion]:
    lattice = puzzle.lattice
    return list(_keeping(lattice.motions["all"], lattice, puzzle.board.cells))


def _least_symmetric(puzzle: Puzzle, common: Callable[[str], int]) -> str:
    """The first piece, of those that are there once, that has the fewest symmetries in common with the board;
    "" when no piece is there exactly once."""
    least, fewest = "", 0
    for piece in checked(puzzle.pieces):
        if piece.min_copies == piece.max_copies == 1:
            number = common(piece.name)
            if not least or number < fewest:
                least, fewest = piece.name, number
            if fewest == 1:  # the identity: there is none with fewer
                break
    return least


def _keeping(motions: Iterable[Motion], lattice: Lattice, cells: Iterable[Cell]) -> Iterator[Motion]:
    """The motions that carry cells to a translate of themselves."""
    positions = list(cells)
    shape = set(moved_back(positions, lattice.anchor(positions)))
    for motion in motions:
        image = motion.image(positions)
        if image is None:
            continue
        there, first = lattice.anchor(image), list(islice(image, 8))
        # Most motions are excluded by a few cells.
        if shape.issuperset(moved_back(first, there)) and shape.issuperset(moved_back(image, there)):
            yield motion
