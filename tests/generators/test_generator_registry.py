"""Every registered generator: its descriptor, its function and its items."""

from __future__ import annotations

import inspect
from typing import get_args

import pytest

from tilewright.generators import GENERATORS, ParameterKind
from tilewright.generators.anagrams import morse
from tilewright.generators.boxes import sticks
from tilewright.generators.latin import latin, sudoku
from tilewright.generators.queens import langford, queens
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle


@pytest.mark.parametrize("name", GENERATORS)
def test_descriptors(name: str) -> None:
    generator = GENERATORS[name]
    assert generator.name == name and generator.summary
    assert generator.examples and all(example.split()[0] == name for example in generator.examples)
    assert [parameter.name for parameter in generator.parameters] == list(
        inspect.signature(generator.make).parameters
    )
    assert all(parameter.kind in get_args(ParameterKind) for parameter in generator.parameters)


def test_names_are_unique_and_families_add_theirs() -> None:
    assert "dominosa" in GENERATORS and "queens" in GENERATORS
    assert len(set(GENERATORS)) == len(GENERATORS)


def test_items_have_names_that_every_format_can_write() -> None:
    for puzzle in (queens(3), langford(3), latin(2), sudoku("." * 16), sticks((1,)), morse(moved=True)):
        assert isinstance(puzzle, ExactCoverPuzzle)
