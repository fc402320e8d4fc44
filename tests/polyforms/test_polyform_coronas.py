"""Heesch numbers as published, and a check that wrong coronas fail."""

from __future__ import annotations

from collections import Counter

import pytest

from support.corona_oracle import heesch_numbers
from tilewright.model.lattices import HEXAGON, SQUARE, TRIANGLE, Lattice
from tilewright.polyforms import PolyformQuery, list_polyforms
from tilewright.polyforms.atlas import examine_polyform
from tilewright.polyforms.classification import AtlasLimits, isohedral_class
from tilewright.polyforms.coronas import Rings, check_coronas, more_coronas, no_coronas
from tilewright.polyforms.pictures import corona_picture
from tilewright.polyforms.tilings import TilingClass
from tilewright.solving.steps import Control, StepLoop

TABLES = [
    # Kaplan 2021, tables 1 to 6: shapes without holes that do not tile, by Hc and by Hh.
    (SQUARE, 7, {0: 1, 1: 2}, {1: 3}),
    (HEXAGON, 6, {1: 3, 2: 1}, {1: 3, 2: 1}),
    (TRIANGLE, 7, {1: 1}, {1: 1}),
]


@pytest.mark.parametrize(
    ("lattice", "size", "without", "with_holes"), TABLES, ids=lambda value: str(value)[:20]
)
def test_heesch_numbers_as_published(
    lattice: Lattice, size: int, without: dict[int, int], with_holes: dict[int, int]
) -> None:
    numbers: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for shape in list_polyforms(PolyformQuery(size, "free", lattice, with_holes=False)):
        entry = examine_polyform(shape, lattice, AtlasLimits(copies=2, rectangle=0))
        if entry.tiling_class is TilingClass.NONE:
            assert entry.heesch is not None
            assert entry.heesch.are_final
            numbers[0][entry.heesch.without_holes.number] += 1
            numbers[1][entry.heesch.with_holes.number] += 1
    assert numbers == (without, with_holes)


U = ((0, 0), (0, 1), (1, 1), (2, 0), (2, 1))


def _one_corona() -> Rings:
    number = more_coronas(U, SQUARE, no_coronas(U), 1, 100_000, StepLoop(Control())).without_holes
    assert (number.number, number.is_final) == (1, False)
    return number.rings


def test_wrong_coronas_are_refused() -> None:
    shape, ring = _one_corona()
    moved = tuple((x + 20, y) for x, y in ring[0])
    for wrong, words in (
        ((shape, ring[1:]), "not covered"),
        ((shape, (*ring, ring[0])), "covered twice"),
        ((shape, (*ring, moved)), "does not follow"),
        ((shape, (ring[0][1:], *ring[1:])), "no image"),
        (((*shape, moved), ring), "not one copy"),
    ):
        with pytest.raises(ValueError, match=words):
            check_coronas(U, wrong, SQUARE, holes=True)


def test_holes_in_the_last_corona() -> None:
    """The smallest polyomino that copies can surround only so that they leave a hole."""
    for cells in list_polyforms(PolyformQuery(7, with_holes=False)):
        known = more_coronas(cells, SQUARE, no_coronas(cells), 1, 100_000, StepLoop(Control()))
        if known.without_holes.is_final and known.with_holes.number == 1:
            break
    else:
        pytest.fail("there is one heptomino of this kind")
    check_coronas(cells, known.with_holes.rings, SQUARE, holes=True)
    with pytest.raises(ValueError, match="hole"):
        check_coronas(cells, known.with_holes.rings, SQUARE, holes=False)
    picture = corona_picture(known.with_holes.rings, SQUARE)
    assert len(picture.placements) == 1 + len(known.with_holes.rings[1])


def test_a_bound_leaves_the_number_open() -> None:
    known = more_coronas(U, SQUARE, no_coronas(U), 1, 1, StepLoop(Control()))
    assert not known.are_final
    assert known.without_holes.number <= 1


@pytest.mark.parametrize(("lattice", "size"), [(SQUARE, 7), (TRIANGLE, 7)], ids=["square", "triangle"])
def test_heesch_numbers_against_a_second_program(lattice: Lattice, size: int) -> None:
    shapes = list_polyforms(PolyformQuery(size, "free", lattice, with_holes=False))
    for shape in shapes:
        if isohedral_class(shape, lattice)[1] is not None:
            continue
        known = more_coronas(shape, lattice, no_coronas(shape), 3, 10**6, StepLoop())
        slow = heesch_numbers(shape, lattice, 3, lambda: None)
        assert (slow.hc, slow.hh) == (known.without_holes.number, known.with_holes.number)
        assert slow.is_final == known.are_final
