"""Tilings by volume: lozenges in a hexagon against MacMahon's formula, dominoes against a list."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tilewright import load
from tilewright.errors import UnsupportedError
from tilewright.generators.tilings import hexagon
from tilewright.model.puzzle import Puzzle
from tilewright.solving import api
from tilewright.solving.random_tilings.board import simply_connected_board
from tilewright.solving.random_tilings.drawing import draw_tilings
from tilewright.solving.random_tilings.flips import flips_above_least


def plane_partitions(a: int, b: int, c: int) -> list[int]:
    """The numbers of plane partitions in an a x b x c box by volume (MacMahon, Combinatory Analysis, 1916):
    the product of (1 - q^(i + j + c - 1)) / (1 - q^(i + j - 1)) over i up to a and j up to b."""
    size = a * b * c + 1
    numbers = [1] + [0] * (size - 1)
    for i in range(1, a + 1):
        for j in range(1, b + 1):
            up, down = i + j + c - 1, i + j - 1
            for k in range(size - 1, up - 1, -1):
                numbers[k] -= numbers[k - up]
            for k in range(down, size):
                numbers[k] += numbers[k - down]
    return numbers


def listed(puzzle: Puzzle) -> list[int]:
    """The numbers of tilings by volume."""
    tilings = api.solutions(puzzle)
    volumes = Counter(flips_above_least(tiling.with_puzzle(puzzle)) for tiling in tilings)
    return [volumes[k] for k in range(max(volumes) + 1)]


@pytest.mark.parametrize("volume", [Fraction(1, 2), Fraction(5, 3)])
@pytest.mark.parametrize("name", ["hexagon", "aztec-diamond-3"])
def test_the_probability_is_a_power_of_the_volume(name: str, volume: Fraction) -> None:
    puzzle = hexagon(2, 3, 2) if name == "hexagon" else load(f"catalog:{name}")
    assert isinstance(puzzle, Puzzle)
    numbers = plane_partitions(2, 3, 2) if name == "hexagon" else listed(puzzle)
    shares = [number * volume**k for k, number in enumerate(numbers)]
    samples = 2_000
    drawn = draw_tilings(simply_connected_board(puzzle), samples, seed=5, volume=volume)
    counts = Counter(map(flips_above_least, drawn))
    expected = {k: samples * float(share / sum(shares)) for k, share in enumerate(shares)}
    common = {k for k, number in expected.items() if number >= 5}
    rare = samples - sum(expected[k] for k in common)
    distance = sum((counts[k] - expected[k]) ** 2 / expected[k] for k in common)
    distance += (samples - sum(counts[k] for k in common) - rare) ** 2 / max(rare, 1)
    assert distance < len(common) + 5 * (2 * len(common)) ** 0.5 + 5


def test_the_numbers_by_volume_are_those_of_all_tilings() -> None:
    assert listed(hexagon(2, 3, 2)) == plane_partitions(2, 3, 2)
    assert sum(plane_partitions(3, 3, 3)) == 980


@pytest.mark.parametrize("volume", [Fraction(0), Fraction(-1), Fraction(2**31), Fraction(1, 2**31)])
def test_what_is_no_weight(volume: Fraction) -> None:
    board = simply_connected_board(load("catalog:aztec-diamond-3"))
    with pytest.raises(UnsupportedError, match="the weight of a unit of volume is"):
        next(draw_tilings(board, 1, volume=volume))
