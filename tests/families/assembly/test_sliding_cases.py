"""Assemblies that leave by several moves, on every lattice: the engine against a search by definition.

`make attack` compares thousands (`ARGS="--only assemblies --cases 2000"`); here are a few, always the same.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from support.brute_slides import BruteSlides
from support.sliding_cases import SLIDING, SlidingCase, compared, padded, random_case, shrunk
from support.sliding_packings import packing_fault, random_packing
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.model.lattices import CUBE, Lattice


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
def test_engine_and_brute_force_agree(lattice: Lattice) -> None:
    dice, above_one = random.Random(lattice.name), 0
    while above_one < 6:
        case = random_case(lattice, dice)
        outcome = compared(case, dice)
        if outcome is not None:
            assert not outcome.fault, (outcome.fault, str(shrunk(case)))
            above_one += outcome.first is not None and outcome.first > 1


@pytest.mark.parametrize("lattice", SLIDING, ids=lambda lattice: lattice.name)
def test_packings_of_boxes_agree(lattice: Lattice) -> None:
    dice, packings = random.Random(lattice.name), 0
    while packings < 2:
        answer = packing_fault(random_packing(lattice, dice), dice)
        if answer is not None:
            assert not answer[1]
            packings += answer[0].total()


def cells(text: str) -> frozenset[tuple[int, ...]]:
    """The cubes of one layer that are drawn as a letter other than a dot."""
    return frozenset(
        (x, y, 0) for y, line in enumerate(text.split()) for x, sign in enumerate(line) if sign != "."
    )


SLEEVE = SlidingCase(CUBE, (cells("#### #... ###. ####"), cells(".... .##. .... ....")))
"""A bar that leaves a bent frame; both are flat, so that it also leaves upwards."""


def test_brute_force_sees_a_wrong_first_number(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Disassembler.take_apart

    def one_more(self: Disassembler, *arguments: object, **options: object) -> object:
        disassembly = right(self, *arguments, **options)  # type: ignore[arg-type]
        if disassembly.separation is None:
            return disassembly
        moves = disassembly.separation.moves
        return replace(disassembly, separation=replace(disassembly.separation, moves=(*moves, moves[-1])))

    assert compared(SLEEVE, random.Random(1)) is not None
    monkeypatch.setattr(Disassembler, "take_apart", one_more)
    outcome = compared(SLEEVE, random.Random(1))
    assert outcome is not None and outcome.first == 1 and outcome.fault
    small = shrunk(SLEEVE)
    assert sum(map(len, small.pieces)) == 2


def test_pieces_of_one_group_are_done() -> None:
    pieces = (cells("##"), cells("..#"), cells("...#"))
    alone = BruteSlides(CUBE, pieces)
    assert (alone.first_number(alone.whole), alone.least_total(alone.whole)) == (1, 2)
    grouped = BruteSlides(CUBE, pieces, (frozenset({1}), frozenset({1}), frozenset[int]()))
    assert grouped.least_total(grouped.whole) == 1


def test_padding_fills_every_width_of_sets_of_pieces() -> None:
    solid = frozenset((x, y, z) for x in range(9) for y in range(9) for z in range(6)) - {(3, 3, 5)}
    pads = [(x, y, z) for x, y, z in sorted(solid) if {x, y} <= {*range(1, 8)} and z % 5 and (x + y + z) % 2]
    case = SlidingCase(CUBE, (solid, frozenset({(3, 3, 5)})))
    for count in (10, 25, 40, 70):
        few = replace(case, pads=tuple(pads[:count]))
        assert len(few.puzzle()[0].pieces) == 2 + count
        outcome = compared(few, random.Random(1))
        assert outcome is not None and (outcome.first, outcome.fault) == (1, "")
    assert len(padded(case, 70, random.Random(1)).pads) > 40
