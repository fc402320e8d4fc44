"""Assemblies for tests: drawn ones, and random cuts of a box."""

from __future__ import annotations

from hypothesis import strategies as st

from tilewright.model.lattices import CUBE, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution


def assembly(*layers: str, groups: str = "", heavy: str = "") -> tuple[Puzzle, Solution]:
    """A puzzle and its assembly from drawings, a layer each; a letter is a piece, a dot is empty.

    Pieces whose letters are in ``groups`` are of group 1; the piece ``heavy`` has weight 1.
    """
    pieces: dict[str, list[Cell]] = {}
    for z, layer in enumerate(layers):
        for y, line in enumerate(layer.split()):
            for x, letter in enumerate(line):
                if letter != ".":
                    pieces.setdefault(letter, []).append((x, y, z))
    puzzle = Puzzle(
        Board.of(cell for cells in pieces.values() for cell in cells),
        tuple(
            Piece.of(
                name,
                cells,
                lattice=CUBE,
                motions="fixed",
                groups=(1,) if name in groups else (),
                weight=int(name == heavy),
            )
            for name, cells in sorted(pieces.items())
        ),
        lattice=CUBE,
    )
    return puzzle, Solution.of(Placement(name, cells) for name, cells in pieces.items())


MAZE = (
    "AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA",
    "AAAAAAA A..B..A A.AAA.A A.AAA.A A.AAA.A AAAAA.A",
    "AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA",
)
"""A cube between a blind corridor to the left and the way out to the right."""


@st.composite
def random_assemblies(draw: st.DrawFn, most_pieces: int = 4) -> tuple[Puzzle, Solution]:
    """A box of up to 4x3x3 cells, each in one of some pieces or empty; pieces need not be connected."""
    width, depth, height = draw(st.integers(2, 4)), draw(st.integers(2, 3)), draw(st.integers(1, 3))
    letters = "ABCDE"[: draw(st.integers(2, most_pieces))] + "."
    size = width * depth * height
    cells = draw(st.lists(st.sampled_from(letters), min_size=size, max_size=size))
    if len({*cells} - {"."}) < 2:
        cells[:2] = "AB"
    lines = ["".join(cells[k : k + width]) for k in range(0, size, width)]
    return assembly(*(" ".join(lines[z * depth : (z + 1) * depth]) for z in range(height)))


@st.composite
def random_assemblies_on(draw: st.DrawFn, lattice: Lattice, names: str = "ABC") -> tuple[Puzzle, Solution]:
    """Up to 14 cells around one, each in one of these pieces or empty."""
    near = [draw(st.sampled_from(lattice.classes))]
    for cell in near:
        near += [other for other in lattice.neighbours(cell) if other not in near]
        if len(near) >= 14:
            break
    near = near[:14]
    owners = draw(st.lists(st.sampled_from(f"{names}."), min_size=len(near), max_size=len(near)))
    owners[:2] = "AB"
    positions = {name: [c for c, owner in zip(near, owners, strict=True) if owner == name] for name in names}
    pieces = {name: cells for name, cells in positions.items() if cells}
    puzzle = Puzzle(
        Board.of(cell for cells in pieces.values() for cell in cells),
        tuple(Piece.of(name, cells, lattice=lattice, motions="fixed") for name, cells in pieces.items()),
        lattice=lattice,
    )
    return puzzle, Solution.of(Placement(name, cells) for name, cells in pieces.items())


def winding_corridor(turns: int) -> tuple[Puzzle, Solution]:
    """A box with a corridor that turns so many times, and two pieces; the first number is ``turns + 1``.

    A cube in the corridor leaves at its end, one move for each straight run. A second cube has 4 x 4 places
    in a closed room; it is of one group with the box.
    """
    length, width, height = max(6, turns + 3), 6, 5
    free: set[Cell] = {(1 + k % 4, 1 + k // 4, 3) for k in range(16)}
    x = y = 1
    for run in range(turns + 1):
        dx, dy = (1, 0) if run % 2 else (0, -1 if run % 4 else 1)
        steps = 0
        while steps < 2 if run < turns else (x < length and 0 <= y < width):
            free.add((x, y, 1))
            x, y, steps = x + dx, y + dy, steps + 1
    cells = {(x, y, z) for x in range(length) for y in range(width) for z in range(height)}
    number_lists = {"box": sorted(cells - free), "key": [(1, 1, 1)], "ball": [(1, 1, 3)]}
    groups = {"box": (1,), "key": (), "ball": (1,)}
    puzzle = Puzzle(
        Board.of(cell for own in number_lists.values() for cell in own),
        tuple(
            Piece.of(name, own, lattice=CUBE, motions="fixed", groups=groups[name])
            for name, own in number_lists.items()
        ),
        lattice=CUBE,
    )
    return puzzle, Solution.of(Placement(name, tuple(own)) for name, own in number_lists.items())


CAGE = (
    "AAAAA AAAAA AAAAA AAAAA AAAAA",
    "AAAAA A...A ABB.A A...A AAAAA",
    "AAAAA A...A A...A A...A AAAAA",
    "AAAAA AAAAA AAAAA AAAAA AAAAA",
)
"""A piece in a closed cage: it moves, and never comes out."""

SLOTS = ("AAAAAAA AAAAAAA AAAAAAA", "AA.AA.A AB.AC.A AAAAAAA", "AAAAAAA AAAAAAA AAAAAAA")
"""Two pieces in slots that turn once. Each leaves in 2 moves, and the first may be one move of both."""

KEY = ("AAAAA AAAAA AAAAA", "AAAAA ABBCA AAAAA", "AAAAA AACCA AAAAA")
"""A piece B below a ledge, next to a key C that goes first."""
