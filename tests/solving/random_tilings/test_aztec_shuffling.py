"""Tilings of Aztec diamonds by shuffling: weights, heights, solutions, bounds."""

from __future__ import annotations

from collections import Counter

import pytest

from tilewright.errors import UnsupportedError
from tilewright.generators.tilings import aztec
from tilewright.model.verification import is_solution
from tilewright.solving.random_tilings.flips import tiling_heights
from tilewright.solving.random_tilings.shuffling import aztec_tilings


@pytest.mark.parametrize("order", [1, 2, 9, 33])
def test_tilings_are_solutions_with_their_heights(order: int) -> None:
    puzzle = aztec(order)
    for tiling in aztec_tilings(order, 2, seed=order):
        solution = tiling.solution()
        assert is_solution(puzzle, solution)
        heights = {
            (x, y): height
            for y, row in enumerate(tiling.heights)
            for x, height in enumerate(row)
            if height is not None
        }
        assert heights == tiling_heights(solution)
        assert tiling.horizontal == sum(a[1] == b[1] for a, b in tiling.dominoes())


def test_weights_are_those_of_horizontal_and_vertical_dominoes() -> None:
    """The numbers of horizontal dominoes against the exact distribution: 2^k binomial for order 2."""
    samples = 20_000
    counts = Counter(t.horizontal for t in aztec_tilings(2, samples, seed=3, horizontal=2, vertical=1))
    exact = Counter(t.rows for t in aztec_tilings(2, 500, seed=3))
    assert len(exact) == 8  # all tilings
    shares: Counter[int] = Counter()
    for rows in exact:
        horizontal = sum(row.count("N") + row.count("S") for row in rows) // 2
        shares[horizontal] += 2**horizontal
    whole = shares.total()
    for horizontal, share in shares.items():
        expected = samples * share / whole
        assert abs(counts[horizontal] - expected) < 5 * expected**0.5


def test_the_corners_of_a_large_diamond_are_frozen() -> None:
    """The arctic circle (Jockusch, Propp and Shor 1998): beyond it all dominoes of a corner are alike."""
    order = 120
    (tiling,) = aztec_tilings(order, seed=1)
    inside: Counter[str] = Counter()
    for y, row in enumerate(tiling.rows):
        for x, letter in enumerate(row):
            across, down = (2 * x + 1 - 2 * order) / order, (2 * y + 1 - 2 * order) / order
            if letter != "." and across**2 + down**2 > 2 * 1.15**2:
                side = max((abs(across), "EW"[across < 0]), (abs(down), "SN"[down < 0]))[1]
                assert letter == side
                inside[side] += 1
    assert min(inside[side] for side in "NSEW") > 100


def test_samples_are_reproducible() -> None:
    first = list(aztec_tilings(20, 3, seed=10**30))
    assert list(aztec_tilings(20, 2, seed=10**30)) == first[:2]
    assert first[0] != first[1]
    assert list(aztec_tilings(20, 0)) == []


@pytest.mark.parametrize(
    ("words", "keywords"),
    [
        ("the order is 0", {"order": 0}),
        ("the order is 1,000,000; at most 4,000", {"order": 10**6}),
        ("the weight of horizontal dominoes is 0", {"order": 2, "horizontal": 0}),
        ("the weight of vertical dominoes is", {"order": 2, "vertical": 2**31}),
        ("the number of tilings is -1", {"order": 2, "number": -1}),
        ("the seed is -1", {"order": 2, "seed": -1}),
    ],
)
def test_values_that_are_out_of_range(words: str, keywords: dict[str, int]) -> None:
    with pytest.raises(UnsupportedError, match=words):
        aztec_tilings(**keywords)  # type: ignore[arg-type]
