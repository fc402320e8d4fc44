"""Boards of the lattices in space: to be filled with a set of pieces, or cut at random into pieces."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.errors import PuzzleError
from tilewright.generators.boxes import check_area
from tilewright.generators.cuts import ONE_SOLUTION, Cut, CutRules, cut_pieces, piece_sizes
from tilewright.model.lattices import PRISM, RHOMBIC_TETRAHEDRON, SPHERE, TETRA_OCTAHEDRON, Cell, Lattice
from tilewright.model.lattices.lattice import Point3
from tilewright.model.pieces import piece_set, set_copies, set_lattice, set_motions
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.registry import load_attribute
from tilewright.wording import counted, quoted

MAX_SIZE = 12
MAX_CUT = 1_000  # the most cells of a board that is cut
UNIQUE_NODES = 20_000_000  # of all counts in search of one solution: some ten seconds to a minute
SPREAD = 1  # by how many cells pieces are larger or smaller than the mean


@dataclass(frozen=True)
class Solid:
    """A kind of board: its lattice, and its cells from its size and height."""

    lattice: Lattice
    cells: Callable[[int, int], Iterable[Cell]]
    has_height: bool = False


def _pyramid(size: int, height: int) -> Iterable[Cell]:
    """Layers of n x n, ..., 2 x 2, 1 spheres."""
    return ((i + j + k, i - j, k) for k in range(size) for i, j in product(range(size - k), repeat=2))


def _octahedron_of_spheres(size: int, height: int) -> Iterable[Cell]:
    below = ((x, y, -z) for x, y, z in _pyramid(size, height) if z)
    return (*_pyramid(size, height), *below)


def _tetrahedron_of_spheres(size: int, height: int) -> Iterable[Cell]:
    steps = product(range(size), repeat=3)
    return ((i + j, i + k, j + k) for i, j, k in steps if i + j + k < size)


def _triangular_prism(size: int, height: int) -> Iterable[Cell]:
    layer = [(x, y) for y in range(size) for x in range(-y, y + 1)]
    return ((x, y, z) for z in range(height) for x, y in layer)


def _hexagonal_prism(size: int, height: int) -> Iterable[Cell]:
    odd = size % 2  # a row begins with a triangle that points up, in the lower half with one that points down
    halves = [(y, size + y) for y in range(size)] + [(size + y, 2 * size - 1 - y) for y in range(size)]
    layer = [(x + odd, y) for y, half in halves for x in range(-half, half + 1)]
    return ((x, y, z) for z in range(height) for x, y in layer)


def _within(lattice: Lattice, ranges: Iterable[range], is_inside: Callable[[Point3], bool]) -> Iterable[Cell]:
    """The cells in a box of coordinates whose middles lie in a body."""
    assert lattice.faces is not None
    for cell in product(*ranges):
        if lattice.is_cell(cell):
            corners = {corner for face in lattice.faces(cell) for corner in face}
            x, y, z = (sum(values) / len(corners) for values in zip(*corners, strict=True))
            if is_inside((x, y, z)):
                yield cell


def _cube(size: int, height: int) -> Iterable[Cell]:
    return filter(RHOMBIC_TETRAHEDRON.is_cell, product(range(5 * size), repeat=3))


def _rhombic_dodecahedron(size: int, height: int) -> Iterable[Cell]:
    # Around the centre of a cube for odd sizes, around a corner of cubes for even ones.
    middle = float(size % 2)

    def is_inside(point: Point3) -> bool:
        x, y, z = (abs(part - middle) for part in point)
        return max(x + y, y + z, z + x) < 2 * size

    reach = range(-5 * size, 5 * size + 5)
    return _within(RHOMBIC_TETRAHEDRON, [reach] * 3, is_inside)


def _tetrahedron(size: int, height: int) -> Iterable[Cell]:
    def is_inside(point: Point3) -> bool:
        x, y, z = point
        return x + y + z < 2 * size and min(x + y - z, x - y + z, y + z - x) > 0

    return _within(TETRA_OCTAHEDRON, [range(3 * size)] * 3, is_inside)


def _octahedron(size: int, height: int) -> Iterable[Cell]:
    # Around the centre of an octahedron for odd sizes, around a corner of octahedra for even ones.
    middle = size % 2

    def is_inside(point: Point3) -> bool:
        x, y, z = point
        return abs(x - middle) + abs(y) + abs(z) < size

    return _within(TETRA_OCTAHEDRON, [range(-3 * size, 3 * size + 3)] * 3, is_inside)


SOLIDS: Mapping[str, Solid] = {
    "sphere-pyramid": Solid(SPHERE, _pyramid),
    "sphere-tetrahedron": Solid(SPHERE, _tetrahedron_of_spheres),
    "sphere-octahedron": Solid(SPHERE, _octahedron_of_spheres),
    "triangular-prism": Solid(PRISM, _triangular_prism, has_height=True),
    "hexagonal-prism": Solid(PRISM, _hexagonal_prism, has_height=True),
    "rhombic-cube": Solid(RHOMBIC_TETRAHEDRON, _cube),
    "rhombic-dodecahedron": Solid(RHOMBIC_TETRAHEDRON, _rhombic_dodecahedron),
    "tetrahedron": Solid(TETRA_OCTAHEDRON, _tetrahedron),
    "octahedron": Solid(TETRA_OCTAHEDRON, _octahedron),
}
"""The kinds of boards by name."""


def solid(board: str, size: int, pieces: str, height: int | None = None, *, spare: bool = False) -> Puzzle:
    """A board in space to be filled with the set of pieces named ``pieces``, such as ``polyspheres 4``.

    ``height`` is that of prisms, None: as their size. With ``spare`` pieces may be unused. PuzzleError when
    the pieces are of another lattice, or do not have as many cells as the board.
    """
    kind, cells, words = _board(board, size, height)
    if set_lattice(pieces) is not kind.lattice:
        raise PuzzleError(
            f"the {pieces} are of the lattice {set_lattice(pieces).name}; "
            f"the {board} is of the lattice {kind.lattice.name}"
        )
    check_area(pieces, len(cells), words, spare=spare)
    placed = tuple(
        Piece.of(
            name,
            shape,
            lattice=kind.lattice,
            copies=(0 if spare else times, times),
            motions=set_motions(pieces),
        )
        for (name, shape), times in zip(piece_set(pieces), set_copies(pieces), strict=True)
    )
    title = f"{pieces[:1].upper()}{pieces[1:]} in {words}"
    return Puzzle(Board.of(cells), placed, title=title, lattice=kind.lattice)


def random_solid(
    board: str,
    size: int,
    pieces: int,
    height: int | None = None,
    seed: int = 0,
    *,
    alike: bool = False,
    unique: bool = False,
) -> Puzzle:
    """A board in space cut at random into connected pieces, which has at least this solution.

    Pieces have about as many cells each, and no two of them are alike, unless ``alike``. With ``unique``
    there is exactly one solution up to symmetry: cuts are changed and their solutions counted, up to
    UNIQUE_NODES nodes. The same arguments give the same puzzle. PuzzleError when no such cut was found.
    """
    kind, cells, words = _board(board, size, height)
    if len(cells) > MAX_CUT:
        raise PuzzleError(f"{words} has {len(cells):,} cells; boards of at most {MAX_CUT:,} are cut")
    if not 1 <= pieces <= len(cells):
        have = counted(len(cells), "cell")
        raise PuzzleError(f"{words} has {have}; it cannot be cut into {pieces:,} pieces")
    motions = kind.lattice.usual_motions
    sizes = piece_sizes(len(cells), pieces, SPREAD)
    rules = CutRules(kind.lattice, cells, pieces, sizes, not alike, motions, jagged=unique)
    dice = random.Random(f"{board}/{size}/{height}/{pieces}/{seed}")
    where, parts = words.removeprefix("the ").capitalize(), counted(pieces, "piece")
    title = f"{where} in {parts}, cut at random (seed {seed})"

    def made(shapes: Sequence[tuple[Cell, ...]], turns: random.Random | None = None) -> Puzzle:
        placed, _ = cut_pieces(shapes, kind.lattice, motions, turns)
        return Puzzle(Board.of(cells), tuple(placed), title=title, lattice=kind.lattice)

    if unique:
        # Counting is above this package; the reference keeps the direction of imports.
        shapes = load_attribute("tilewright.play.random_puzzles:shapes_with_one_solution")(
            rules, dice, made, UNIQUE_NODES, words
        )
        dice.shuffle(shapes)
        return replace(made(shapes, dice), expect=(ONE_SOLUTION,))
    cut = Cut(rules, dice, lambda: None)
    if not cut.start():
        hint = "" if alike else ", or --alike to allow identical pieces"
        raise PuzzleError(f"{words} was not cut into such pieces; use another number of them or seed{hint}")
    return made(cut.shapes, dice)


def _board(board: str, size: int, height: int | None) -> tuple[Solid, tuple[Cell, ...], str]:
    """The kind of a board, its cells, and its name; PuzzleError for a name or size that there is not."""
    if board not in SOLIDS:
        raise PuzzleError(f"there is no board {quoted(board)}; expected one of {', '.join(SOLIDS)}")
    kind = SOLIDS[board]
    if height is not None and not kind.has_height:
        raise PuzzleError(f"the {board} has no height of its own")
    for what, number in (("size", size), ("height", height or 1)):
        if not 1 <= number <= MAX_SIZE:
            raise PuzzleError(
                f"the {what} of a board in space cannot be {number:,}; expected 1 to {MAX_SIZE}"
            )
    cells = tuple(sorted(kind.cells(size, height or size)))
    words = f"the {board} of {size}" + (f" x {height or size}" if kind.has_height else "")
    return kind, cells, words
