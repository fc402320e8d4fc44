"""Verdicts of what does not come apart, against meshes that are moved in small steps."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from math import gcd

import numpy as np
import pytest

from support.moved_meshes import FAR, STEP, can_be_made, can_move, mesh, overlaps, random_solid
from tilewright.families.assembly.bodies import units
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Verdict
from tilewright.families.assembly.locking import contacts_of, in_cells, verdict_of
from tilewright.families.assembly.replay import check_disassembly
from tilewright.model.lattices import CUBE, LATTICES, PRISM, SPHERE, Cell, Lattice
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle

OTHERS = [lattice for lattice in LATTICES.values() if lattice.directions and lattice is not CUBE]
SOLIDS = int(os.environ.get("TILEWRIGHT_SOLIDS", "12"))
"""Random solids on each lattice; 200 take a minute or two."""


@pytest.mark.parametrize("lattice", OTHERS, ids=lambda lattice: lattice.name)
def test_verdicts_are_those_of_moved_meshes(lattice: Lattice) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SOLIDS):
        puzzle, solution = random_solid(lattice, random.Random(seed))
        disassembly = Disassembler(puzzle).take_apart(solution, explain=True)
        if disassembly.comes_apart:
            seen["apart"] += 1
            check_disassembly(disassembly, puzzle)
            assert can_be_made(lattice, disassembly), seed
            continue
        assert disassembly.verdict is not None and disassembly.blocking is not None
        seen[disassembly.verdict.value] += 1
        if len(disassembly.blocking.pieces) == len(disassembly.pieces):
            pieces = [cells for _, cells in disassembly.pieces]
            assert not can_move(lattice, pieces, FAR), seed
            if disassembly.verdict is Verdict.LOCKED:
                assert not can_move(lattice, pieces, 2 * STEP), seed
    assert sum(seen.values()) == SOLIDS


def test_a_ball_within_its_neighbours_is_locked_and_two_balls_are_not() -> None:
    near = SPHERE.neighbours((0, 0, 0))
    assert verdict_of(SPHERE, [near, [(0, 0, 0)]]) is Verdict.LOCKED
    assert verdict_of(SPHERE, [near[:1], [(0, 0, 0)]]) is Verdict.THESE_MOVES
    assert contacts_of(SPHERE, [near[:1], [(0, 0, 0)]]) == {(0, 1): {(1, 1, 0)}}


def test_steps_suffice_for_cubes_and_for_two_prisms() -> None:
    ring = [(x, y, z) for x in range(3) for y in range(3) for z in range(3) if (x, y, z) != (1, 1, 1)]
    assert verdict_of(CUBE, [ring, [(1, 1, 1)]]) is Verdict.NO_TRANSLATIONS
    one, *around = [(0, 0, 0), *PRISM.neighbours((0, 0, 0))]
    assert verdict_of(PRISM, [around, [one]]) is Verdict.NO_TRANSLATIONS
    assert verdict_of(PRISM, [around[:3], around[3:], [one]]) is Verdict.THESE_MOVES


def half_steps_separate(pieces: Sequence[Sequence[Cell]]) -> bool:
    """Whether half steps along the directions of prisms take the first of two pieces away, by meshes."""
    corners = [mesh(PRISM, cell)[0][0] for cell in ((0, 0, 0), (2, 0, 0), (1, 1, 0), (0, 0, 1))]
    u, v, z = (corner - corners[0] for corner in corners[1:])
    ways = [(1, 0, 0), (0, 1, 0), (1, -1, 0), (0, 0, 1)]
    bodies = [[mesh(PRISM, cell) for cell in cells] for cells in pieces]
    seen: set[Cell] = {(0, 0, 0)}
    todo: list[Cell] = [(0, 0, 0)]
    while todo:
        at = todo.pop()
        if max(map(abs, at)) > 2 * FAR:
            return True
        shift = sum(part * step / 2 for part, step in zip(at, (u, v, z), strict=True))
        moved = [(body[0] + shift, *body[1:]) for body in bodies[0]]
        for way in (*ways, *(subtract((0, 0, 0), one) for one in ways)):
            there = add(at, way)
            step = sum(part * one / 2 for part, one in zip(way, (u, v, z), strict=True))
            times = np.arange(0.1, 1.05, 0.1)
            if there not in seen and not any(
                overlaps(a, b, step, times).any() for a in moved for b in bodies[1]
            ):
                seen.add(there)
                todo.append(there)
    return False


@pytest.mark.parametrize("doors", [(), ((3, 0, 0), (4, 0, 0), (5, 0, 0)), ((0, 0, 1),)])
def test_half_steps_separate_two_prisms_where_whole_steps_do(doors: tuple[Cell, ...]) -> None:
    hollow = {(x, y, 0) for x in (-2, -1, 0, 1, 2) for y in (-1, 0)} | set(doors)
    box = [(x, y, z) for x in range(-4, 6) for y in range(-2, 2) for z in (-1, 0, 1)]
    shell, key = [cell for cell in box if cell not in hollow], [(0, 0, 0)]
    pieces = [Piece.of("A", key, lattice=PRISM, motions="fixed"), Piece.of("B", shell, lattice=PRISM)]
    puzzle = Puzzle(Board.of([*key, *shell]), tuple(pieces), lattice=PRISM)
    disassembly = Disassembler(puzzle).take_apart([Placement("A", tuple(key)), Placement("B", tuple(shell))])
    assert disassembly.comes_apart or disassembly.verdict is Verdict.NO_TRANSLATIONS
    assert half_steps_separate([key, shell]) == disassembly.comes_apart == bool(doors)


@pytest.mark.parametrize("lattice", [CUBE, *OTHERS], ids=lambda lattice: lattice.name)
def test_vectors_in_coordinates_of_cells(lattice: Lattice) -> None:
    for direction in lattice.directions:
        (vector,) = in_cells(lattice, [units(lattice, direction)])
        assert vector == tuple(part // gcd(*direction) for part in direction)
