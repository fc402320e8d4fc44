"""Puzzles on every lattice with a solution, drawn or cut at random, made without any solver."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import sqrt

from hypothesis import strategies as st

from tilewright.model.lattices import CUBE, HEXAGON, LATTICES, LINE, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.testing import noted

SOMA_LAYERS = (("VZT", "VVL", "LLL"), ("ZZT", "ABT", "BBP"), ("ZAT", "AAP", "BPP"))
"""A solution of the Soma cube, the bottom layer first."""


def translation(lattice: Lattice, vector: Cell) -> Cell:
    """The least multiple of a vector that is a translation of the lattice."""
    multiples = (tuple(factor * step for step in vector) for factor in range(1, 31))
    return next(shift for shift in multiples if lattice.is_translation(shift))


def cell_area(lattice: Lattice) -> float:
    """The area of a cell of a lattice in the plane that is no stick, by what is known of its shape."""
    known = {"line": 1.0, "square": 1.0, "hexagon": sqrt(3) / 2, "triangle": sqrt(3) / 4}
    return {**known, "quarter-square": 1 / 4, "kite": 1 / sqrt(3), "drafter": 1 / sqrt(12)}[lattice.name]


def cell_volume(lattice: Lattice, cell: Cell) -> float:
    """The volume of a cell of a lattice in space, by what is known of its body."""
    if lattice.name == "tetra-octahedron":  # a tetrahedron in its cube, or an eighth of an octahedron
        return 1 / 3 if all(c % 3 == 1 for c in cell) else 1 / 6
    known = {"cube": 1.0, "prism": sqrt(3) / 4, "sphere": 2.0, "rhombic-tetrahedron": 2**3 / 24}
    return known[lattice.name]


def filled(lattice: Lattice, letters: dict[Cell, str], title: str = "") -> tuple[Puzzle, Solution]:
    """The puzzle whose board has these cells and whose pieces are the letters, and its solution.

    ``.`` is a cell that no piece covers; it is required.
    """
    cells: dict[str, list[Cell]] = {}
    for cell, letter in sorted(letters.items()):
        if letter != ".":
            cells.setdefault(letter, []).append(cell)
    pieces = tuple(
        Piece.of(name, positions, lattice=lattice, motions=lattice.usual_motions)
        for name, positions in sorted(cells.items())
    )
    puzzle = Puzzle(Board.of(letters.keys()), pieces, lattice=lattice, title=title)
    return puzzle, Solution.of(Placement(name, tuple(sorted(solutions))) for name, solutions in cells.items())


def chain_puzzle(lattice: Lattice, length: int, name: str = "A") -> Puzzle:
    """A puzzle of one piece, whose cells go on in one direction as far as there are neighbours."""
    cells = [lattice.classes[0]]
    while len(cells) < length:
        cells.append(next(near for near in lattice.neighbours(cells[-1]) if near not in cells))
    return Puzzle(Board.of(cells), [Piece.of(name, cells, lattice=lattice)], lattice=lattice)


def soma() -> tuple[Puzzle, Solution]:
    """The Soma cube."""
    rows = enumerate(SOMA_LAYERS)
    letters: dict[Cell, str] = {
        (x, y, z): letter for z, layer in rows for y, row in enumerate(layer) for x, letter in enumerate(row)
    }
    return filled(CUBE, letters, "Soma cube")


def cut_line() -> tuple[Puzzle, Solution]:
    """Sticks of lengths 2 and 3, cut."""
    return filled(LINE, {(0,): "a", (1,): "b", (3,): "c", (4,): "c", (5,): "."})


def hexes() -> tuple[Puzzle, Solution]:
    """Two dihexes and a hole between them."""
    return filled(HEXAGON, {(0, 0): "a", (1, 0): "a", (0, 1): ".", (1, 1): "b", (0, 2): "b"})


def triangles() -> tuple[Puzzle, Solution]:
    """A hexagon of six triangles about a vertex, two pieces of three."""
    letters = {(0, 1): "b", (1, 1): "b", (2, 1): "b", (0, 0): "a", (1, 0): "a", (2, 0): "a"}
    return filled(TRIANGLE, dict(letters.items()))


def sticks() -> tuple[Puzzle, Solution]:
    """A cross of two pieces, a corner of a third, and a bare stick."""
    letters = {(1, 2): "a", (3, 2): "a", (2, 1): "b", (2, 3): "b", (0, 1): "c", (1, 0): "c", (3, 0): "."}
    return filled(STICK, dict(letters.items()))


@st.composite
def cut_boards(draw: st.DrawFn, lattices: Sequence[str] = tuple(LATTICES)) -> tuple[Puzzle, Solution]:
    """Any small board on one of these lattices, cut at random into pieces, some of its cells bare."""
    lattice = LATTICES[draw(st.sampled_from(lattices))]
    sizes = [draw(st.integers(1, 7 if lattice.dimension == 1 else 4)) for _ in range(lattice.dimension)]
    grid = [cell for cell in product(*(range(size + 1) for size in sizes)) if lattice.is_cell(cell)]
    grid = grid or list(lattice.classes)
    kept = sorted(draw(st.sets(st.sampled_from(grid), min_size=1)))
    value = {cell: draw(st.integers(0, 3)) for cell in kept}
    letters: dict[Cell, str] = dict.fromkeys(kept, ".")
    names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" * 8)
    for number in (0, 1, 2):
        for part in lattice.components(cell for cell in kept if value[cell] == number):
            letter = next(names)
            letters.update(dict.fromkeys(part, letter))
    puzzle, solution = filled(lattice, letters)
    return noted(puzzle), solution
