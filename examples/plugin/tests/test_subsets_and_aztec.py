"""The engines and the family of the example, against other engines and a published formula."""

from __future__ import annotations

import pytest
from tilewright_tetrakis.aztec import diamond

import tilewright
from tilewright import catalogue
from tilewright.errors import UnsupportedError


@pytest.mark.parametrize("name", ["dominoes-4x4", "pentominoes-3x20", "soma-cube"])
def test_subsets_counts_as_the_other_engines_do(name: str) -> None:
    puzzle = catalogue.load(name)
    answer = tilewright.count(puzzle, engine="subsets")
    assert (answer.solutions, answer.engine) == (tilewright.count(puzzle).solutions, "subsets")


def test_subsets_refuses_multiplicities() -> None:
    with pytest.raises(UnsupportedError, match="multiplicities"):
        tilewright.count(catalogue.load("gold-5x5"), engine="subsets")


@pytest.mark.parametrize("name", ["dominoes-4x4", "pentominoes-3x20"])
def test_subsets_lists_what_it_counts(name: str) -> None:
    puzzle = catalogue.load(name)
    solutions = list(tilewright.solutions(puzzle, engine="subsets"))
    assert len(set(solutions)) == len(solutions) == tilewright.count(puzzle).solutions


@pytest.mark.parametrize("seed", range(3))
def test_dives_finds_one_and_does_not_say_that_it_is_the_only_one(seed: int) -> None:
    solutions: list[tilewright.Solution] = []
    answer = tilewright.solve(
        catalogue.load("dominoes-6x6"),
        sink=solutions.append,
        engine="dives",
        limits=tilewright.Limits(solutions=1),
        seed=seed,
    )
    assert (answer.engine, answer.status, len(solutions)) == ("dives", tilewright.Status.LIMIT, 1)


@pytest.mark.parametrize("order", range(1, 6))
def test_aztec_diamonds_have_a_power_of_two_of_tilings(order: int) -> None:
    assert tilewright.count(diamond(order)).solutions == 2 ** (order * (order + 1) // 2)
