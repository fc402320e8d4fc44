"""Shuffling by weights of single dominoes against all tilings listed, and what is no weight."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import prod

import pytest

from tilewright.errors import FormatError, UnsupportedError
from tilewright.solving.random_tilings.shuffling import aztec_tilings, shuffle_steps
from tilewright.solving.random_tilings.weights import (
    EdgeWeights,
    Table,
    core_weights,
    two_periodic,
    weights_from_toml,
)

Domino = tuple[tuple[int, int], tuple[int, int]]


def all_tilings(order: int) -> list[frozenset[Domino]]:
    """All tilings of an Aztec diamond, by covering the first free square in both ways."""
    side = range(2 * order)
    squares = frozenset(
        (x, y)
        for x in side
        for y in side
        if abs(2 * x + 1 - 2 * order) + abs(2 * y + 1 - 2 * order) <= 2 * order
    )

    def cover(free: frozenset[tuple[int, int]], chosen: frozenset[Domino]) -> list[frozenset[Domino]]:
        if not free:
            return [chosen]
        x, y = first = min(free)
        return [
            tiling
            for second in ((x + 1, y), (x, y + 1))
            if second in free
            for tiling in cover(free - {first, second}, chosen | {(first, second)})
        ]

    return cover(squares, frozenset())


def weight_of(tiling: frozenset[Domino], weights: EdgeWeights) -> Fraction:
    return prod((weights.weight(*a, is_horizontal=a[1] == b[1]) for a, b in tiling), start=Fraction(1))


def random_weights(order: int, seed: int, zeros: float) -> EdgeWeights:
    random_source, side = random.Random(seed), range(2 * order)

    def table() -> Table:
        return tuple(
            tuple(
                Fraction(0)
                if random_source.random() < zeros
                else Fraction(random_source.randint(1, 9), random_source.randint(1, 5))
                for _ in side
            )
            for _ in side
        )

    return EdgeWeights(table(), table())


@pytest.mark.parametrize(("order", "zeros"), [(1, 0.0), (2, 0.0), (2, 0.25), (3, 0.0), (3, 0.25)])
def test_tilings_have_the_probabilities_of_their_weights(order: int, zeros: float) -> None:
    tilings = all_tilings(order)
    assert len(tilings) == 2 ** (order * (order + 1) // 2)
    for seed in range(100):
        weights = random_weights(order, seed, zeros)
        shares = {tiling: weight_of(tiling, weights) for tiling in tilings}
        if whole := sum(shares.values()):
            break
    high, low, exponent, _ = _sum(order, weights)
    assert abs(Fraction(high) + Fraction(low) - whole / Fraction(2) ** exponent) < Fraction(1, 2**95)
    samples = 4_000
    counts = Counter(frozenset(t.dominoes()) for t in aztec_tilings(order, samples, seed=1, weights=weights))
    assert not [tiling for tiling in counts if not shares[tiling]]
    expected = {tiling: samples * float(share / whole) for tiling, share in shares.items() if share}
    distance = sum((counts[tiling] - number) ** 2 / number for tiling, number in expected.items())
    freedom = len(expected) - 1
    assert distance < freedom + 5 * (2 * freedom) ** 0.5 + 5


def _sum(order: int, weights: EdgeWeights) -> tuple[float, float, int, int]:
    computed = core_weights(order, weights)
    while not computed.advance(1):
        pass
    assert computed.tileable
    return computed.sum


def test_many_orders_lose_no_digits() -> None:
    """All tilings of equal weights are 2^(n(n + 1) / 2), and weights of 1/3 divide that by 3^(n(n + 1))."""
    assert _sum(120, EdgeWeights()) == (0.5, 0.0, 120 * 121 // 2 + 1, 0)
    order, third = 60, ((Fraction(1, 3),),)
    high, low, exponent, _ = _sum(order, EdgeWeights(third, third))
    exact = Fraction(2 ** (order * (order + 1) // 2), 3 ** (order * (order + 1)))
    ratio = (Fraction(high) + Fraction(low)) * Fraction(2) ** exponent / exact
    assert abs(ratio - 1) < Fraction(1, 2**85)


def test_a_weight_of_zero_excludes_dominoes() -> None:
    """A square of 4 x 4 squares in the diamond, of which no domino crosses the border, has its 36 tilings."""
    inside = range(2, 6)

    def table(across: int, down: int) -> Table:
        return tuple(
            tuple(
                Fraction((x in inside and y in inside) == (x + across in inside and y + down in inside))
                for x in range(8)
            )
            for y in range(8)
        )

    weights = EdgeWeights(table(1, 0), table(0, 1))
    seen = {
        frozenset(pair for pair in tiling.dominoes() if all(c in inside for square in pair for c in square))
        for tiling in aztec_tilings(4, 400, seed=2, weights=weights)
    }
    assert len(seen) == 36
    assert {len(dominoes) for dominoes in seen} == {8}


def test_steps_and_tilings_agree_and_none_is_said() -> None:
    weights = two_periodic(9, Fraction(1, 3))
    *_, last = shuffle_steps(9, seed=4, weights=weights)
    assert [last.tiling] == list(aztec_tilings(9, seed=4, weights=weights))
    zero = EdgeWeights(((Fraction(0),),), ((Fraction(0),),))
    with pytest.raises(UnsupportedError, match="each tiling has a domino of weight 0"):
        list(aztec_tilings(3, weights=zero))
    with pytest.raises(UnsupportedError, match="the order is at most 400"):
        list(aztec_tilings(401, weights=weights))
    with pytest.raises(UnsupportedError, match="exclude those of horizontal"):
        aztec_tilings(3, weights=weights, vertical=2)


def test_files_are_read_exactly() -> None:
    weights = weights_from_toml('horizontal = [[0.1, "1/3"], [2, "1e-3"]]')
    assert weights.to_dict() == {"horizontal": [["1/10", "1/3"], ["2", "1/1000"]], "vertical": [["1"]]}
    assert weights.weight(3, 4, is_horizontal=True) == Fraction(1, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("horizontal = 1", "horizontal: expected rows of weights"),
        ("vertical = []", "vertical: expected rows"),
        ("vertical = [[]]", "vertical: expected rows"),
        ("vertical = [[1, 2], [1]]", "vertical: the rows differ in length"),
        ("vertical = [[1, -2]]", "vertical, row 1, column 2: the weight -2 is negative"),
        ("vertical = [[true]]", "vertical, row 1, column 1: 'True' is no weight"),
        ("vertical = [[inf]]", "'inf' is no weight"),
        ("vertical = [[nan]]", "'nan' is no weight"),
        ("vertical = [['1/0']]", "'1/0' is no weight"),
        ("vertical = [['']]", "'' is no weight"),
        ("vertical = [['1e999999999']]", "'1e999999999' is no weight"),
        (f"vertical = [[{'9' * 400}]]", "is no weight"),
        (f"vertical = [{[1] * 801}]", "at most 800 rows and columns"),
        ("weights = [[1]]", "unknown key 'weights'"),
        ("vertical = ", "this is not TOML"),
    ],
)
def test_what_is_no_weight_is_named(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words.replace("[", r"\[")):
        weights_from_toml(text)
