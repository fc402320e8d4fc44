"""Verdicts of what does not come apart, against meshes that are moved in small steps."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from support.moved_meshes import FAR, STEP, can_be_made, can_move, random_solid
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Verdict
from tilewright.families.assembly.locking import contacts_of, verdict_of
from tilewright.families.assembly.replay import check_disassembly
from tilewright.model.lattices import CUBE, LATTICES, PRISM, SPHERE, Lattice

OTHERS = [lattice for lattice in LATTICES.values() if lattice.directions and lattice is not CUBE]
SOLIDS = int(os.environ.get("TILEWRIGHT_SOLIDS", "12"))
"""Random solids on each lattice; 200 take a minute or two."""


@pytest.mark.parametrize("lattice", OTHERS, ids=lambda lattice: lattice.name)
def test_verdicts_are_those_of_moved_meshes(lattice: Lattice) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SOLIDS):
        puzzle, solution = random_solid(lattice, random.Random(seed))
        found = Disassembler(puzzle).take_apart(solution, explain=True)
        if found.comes_apart:
            seen["apart"] += 1
            check_disassembly(found, puzzle)
            assert can_be_made(lattice, found), seed
            continue
        assert found.verdict is not None and found.blocking is not None
        seen[found.verdict.value] += 1
        if len(found.blocking.pieces) == len(found.pieces):
            pieces = [cells for _, cells in found.pieces]
            assert not can_move(lattice, pieces, FAR), seed
            if found.verdict is Verdict.LOCKED:
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
