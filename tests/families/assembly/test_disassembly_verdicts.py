"""Small solids: one for each verdict on what does not come apart, and some that come apart slantwise."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from support.cli import printed_json, run
from support.moved_meshes import can_be_made, mesh, overlaps
from tilewright.errors import PuzzleError
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Move, Verdict
from tilewright.families.assembly.locking import joint_motion, verdict_of
from tilewright.families.assembly.replay import check_disassembly
from tilewright.formats import save
from tilewright.model.lattices import LATTICES, PRISM, SPHERE, Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution

RHOMBIC = LATTICES["rhombic-tetrahedron"]
TETRA_OCTA = LATTICES["tetra-octahedron"]

SLANTING: list[tuple[Lattice, list[list[Cell]]]] = [
    (
        RHOMBIC,
        [
            [(4, 3, 2), (3, 4, 2), (5, 3, 2), (5, 2, 1), (5, 1, 2), (6, 4, 2), (2, 4, 1), (6, 2, 4),
             (1, 4, 2), (7, 3, 4), (7, 4, 3)],
            [(5, 2, 3), (4, 2, 3), (3, 2, 4), (2, 4, 3), (2, 3, 4)],
        ],
    ),
    (
        TETRA_OCTA,
        [
            [(5, 2, 0), (4, 1, 1), (5, 2, -1), (6, 2, 0), (5, 3, -1), (7, 1, 1), (3, 2, 2), (7, 4, 1),
             (3, 2, 3), (8, 2, 2), (2, 2, 2), (2, 3, 2), (8, 3, 2), (3, 3, 3)],
            [(5, 3, 0), (4, 4, 1), (3, 3, 2)],
            [(5, 5, 2)],
            [(6, 3, 0)],
        ],
    ),
    (SPHERE, [[(-1, 1, 0), (-1, 0, -1)], [(0, 0, 0), (-1, 0, 1), (0, 1, -1), (-2, 0, 0)]]),
]  # fmt: skip
"""Solids that come apart, but not along the shortest translations of the lattice alone."""

LOCKED: list[tuple[Lattice, list[list[Cell]]]] = [
    (
        RHOMBIC,
        [
            [(3, 4, 2), (2, 4, 1), (4, 3, 2), (5, 3, 2), (2, 3, 0), (3, 2, 0), (4, 2, 3), (4, 1, 2),
             (5, 2, 1)],
            [(4, 2, 1)],
        ],
    ),
    (
        SPHERE,
        [[(0, -1, 1), (0, -1, -1), (1, -1, 0)], [(0, 0, 0), (-1, -1, 0), (1, 0, 1), (0, -2, 0)]],
    ),
]  # fmt: skip
"""Two pieces of which neither can begin to move."""

AT_ONCE: list[list[Cell]] = [
    [(0, 0, 0), (0, 1, -1), (0, 0, -2), (-1, 2, -1)],
    [(-1, 0, -1), (0, -1, -1), (1, 0, -1), (-2, -1, -1)],
    [(-1, -1, 0), (-2, 0, 0), (-2, 1, -1), (-1, 1, -2)],
]
"""Three pieces of four balls, of which no one can begin to move while the others rest."""


def name_of(value: object) -> str | None:
    """The name of a test case of a lattice."""
    return value.name if isinstance(value, Lattice) else ""


def distance(lattice: Lattice, cell: Cell, other: Cell) -> float:
    """The distance between a cell and a translate of it."""
    centres = [np.mean(mesh(lattice, one)[0].reshape(-1, 3), axis=0) for one in (cell, other)]
    return float(np.linalg.norm(centres[1] - centres[0]))


def solid(lattice: Lattice, pieces: list[list[Cell]]) -> tuple[Puzzle, Solution]:
    """The puzzle of a solid of pieces that lie as they do, and its assembly."""
    rows = dict(zip("ABCD", pieces, strict=False))
    made = tuple(Piece.of(name, own, lattice=lattice, motions="fixed") for name, own in rows.items())
    board = Board.of(cell for own in pieces for cell in own)
    assembly = Solution.of(Placement(name, tuple(own)) for name, own in rows.items())
    return Puzzle(board, made, lattice=lattice), assembly


def disassembled(folder: Path, lattice: Lattice, pieces: list[list[Cell]]) -> tuple[Path, dict[str, Any]]:
    """A file with the puzzle, and what the command prints of it."""
    path = folder / "solid.toml"
    save(solid(lattice, pieces)[0], path)
    return path, printed_json(run("disassemble", path, "--all", "--json"))


@pytest.mark.parametrize(("lattice", "pieces"), SLANTING, ids=name_of)
def test_what_comes_apart_along_lines_that_are_no_shortest_translations(
    tmp_path: Path, lattice: Lattice, pieces: list[list[Cell]]
) -> None:
    _, body = disassembled(tmp_path, lattice, pieces)
    assert (body["assemblies"], body["solutions"], body["proven"]) == (1, 1, True)
    puzzle, assembly = solid(lattice, pieces)
    disassembly = Disassembler(puzzle).take_apart(assembly)
    check_disassembly(disassembly, puzzle)
    assert can_be_made(lattice, disassembly)
    first = lattice.classes[0]
    lengths = {way: distance(lattice, first, add(first, way)) for way in lattice.directions}
    shortest = tuple(way for way, length in lengths.items() if length < 1.001 * min(lengths.values()))
    assert len(shortest) < len(lattice.directions)
    before, assembly = solid(replace(lattice, directions=shortest), pieces)
    assert not Disassembler(before).take_apart(assembly).comes_apart


@pytest.mark.parametrize(("lattice", "pieces"), SLANTING, ids=name_of)
def test_moves_in_which_pieces_meet_on_their_way_out_are_noticed(
    lattice: Lattice, pieces: list[list[Cell]]
) -> None:
    """Of all directions in which the first pieces may leave, the replay accepts those that meshes allow."""
    puzzle, assembly = solid(lattice, pieces)
    disassembly = Disassembler(puzzle).take_apart(assembly)
    assert disassembly.separation is not None
    *before, last = disassembly.separation.moves
    assert isinstance(last, Move)
    accepted = 0
    for way in lattice.directions:
        for direction in (way, subtract((0, 0, 0), way)):
            moves = (*before, replace(last, direction=direction))
            other = replace(disassembly, separation=replace(disassembly.separation, moves=moves))
            if can_be_made(lattice, other):
                check_disassembly(other, puzzle)
                accepted += 1
            else:
                with pytest.raises(PuzzleError, match="on its way out"):
                    check_disassembly(other, puzzle)
    assert 1 <= accepted < 2 * len(lattice.directions)


@pytest.mark.parametrize(("lattice", "pieces"), LOCKED, ids=name_of)
def test_what_is_locked(tmp_path: Path, lattice: Lattice, pieces: list[list[Cell]]) -> None:
    path, body = disassembled(tmp_path, lattice, pieces)
    assert (body["verdicts"], body["proven"]) == ({"locked": 1}, True)
    assert len(body["directions"]) == len(lattice.directions)
    result = run("disassemble", path, "--all")
    assert result.exit_code == 1 and result.stdout.splitlines()[-1] == (
        "locked: no pieces can begin to move by translations, not even several groups at once; "
        "rotations were not tried"
    )


def test_what_does_not_come_apart_by_the_moves_that_were_tried(tmp_path: Path) -> None:
    """A prism slides to and fro in a box, a second one is fixed: three pieces, so nothing is proven."""
    slot: list[Cell] = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
    fixed: list[Cell] = [(0, -1, -2)]
    box: list[Cell] = [
        cell for cell in product(range(-3, 6), range(-2, 2), range(-3, 2)) if cell not in (*slot, *fixed)
    ]
    path, body = disassembled(tmp_path, PRISM, [box, slot[:1], fixed])
    assert (body["verdicts"], body["proven"], body["states"]) == ({"these_moves": 1}, False, 2)
    result = run("disassemble", path, "--all")
    assert result.exit_code == 3 and result.stdout.splitlines()[-1] == (
        "not apart by these moves; tried: one group of pieces at a time, away or by whole steps along the 8 "
        "directions in which faces meet; not tried: rotations, several groups at once, parts of a step"
    )


def test_what_only_several_groups_at_once_can_begin_to_move(tmp_path: Path) -> None:
    path, body = disassembled(tmp_path, SPHERE, AT_ONCE)
    assert (body["verdicts"], body["proven"]) == ({"several_groups_at_once": 1}, False)
    result = run("disassemble", path, "--all")
    assert result.exit_code == 3 and "only several groups at once can begin to move" in result.stdout
    assert joint_motion(SPHERE, AT_ONCE) == (((1,), (0, -2, 0)), ((2,), (-1, -1, 1)))
    one = run("disassemble", path, "--solution", 1)
    assert "only together, with these velocities:\n  B   -2y\n  C   -x -y +z\n" in one.stdout
    blocking = printed_json(run("disassemble", path, "--solution", 1, "--json"))["blocking"]
    assert blocking["together"] == [
        {"pieces": [1], "velocity": [0, -2, 0]},
        {"pieces": [2], "velocity": [-1, -1, 1]},
    ]
    # Meshes: each alone meets another one at once, whatever its direction; with these velocities none does.
    assert verdict_of(SPHERE, AT_ONCE) is Verdict.SEVERAL_AT_ONCE
    rest = np.zeros(3)
    ways = [np.array(way, float) for way in product(range(-3, 4), repeat=3) if any(way)]
    for moving in range(3):
        assert not any(begins([way if k == moving else rest for k in range(3)]) for way in ways)
    assert begins([rest, np.array([0.0, -2.0, 0.0]), np.array([-1.0, -1.0, 1.0])])


def begins(velocities: list[Any]) -> bool:
    """Whether the three pieces of balls can begin to move so: no two balls come nearer than a diameter."""
    times = np.array([0.01, 0.02])
    for a, b in ((0, 1), (0, 2), (1, 2)):
        for ball, other in product(AT_ONCE[a], AT_ONCE[b]):
            relative = velocities[a] - velocities[b]
            if overlaps(mesh(SPHERE, ball), mesh(SPHERE, other), relative, times).any():
                return False
    return True
