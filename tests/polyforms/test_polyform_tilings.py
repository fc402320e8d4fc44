"""Tilings of the plane by polyforms: the classes as published, and a check that wrong witnesses fail."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tilewright.model.lattices import HEXAGON, LATTICES, SQUARE, TRIANGLE, Lattice
from tilewright.model.pieces import polyomino
from tilewright.polyforms import PolyformQuery, list_polyforms
from tilewright.polyforms.isohedral import isohedral_tiling
from tilewright.polyforms.tilings import PeriodicTiling, TilingClass, check_tiling
from tilewright.polyforms.torus import torus_tiling_of

CLASSES = [
    # The half turns are OEIS A075201, the sums A075205 (polyominoes that tile isohedrally).
    (SQUARE, 5, {"translation": 9, "half-turn": 3}),
    (SQUARE, 6, {"translation": 24, "half-turn": 11}),
    (SQUARE, 7, {"translation": 41, "half-turn": 60, "isohedral": 3, "unknown": 3}),
    # OEIS A071334: all polyiamonds of 8 cells tile the plane.
    (TRIANGLE, 8, {"translation": 24, "half-turn": 32, "isohedral": 10}),
    (HEXAGON, 5, {"translation": 12, "half-turn": 9, "isohedral": 1}),
]


@pytest.mark.parametrize(("lattice", "size", "classes"), CLASSES, ids=lambda value: str(value)[:20])
def test_classes_as_published(lattice: Lattice, size: int, classes: dict[str, int]) -> None:
    numbers: Counter[str] = Counter()
    for shape in list_polyforms(PolyformQuery(size, "free", lattice, with_holes=False)):
        kind, tiling = isohedral_tiling(shape, lattice)
        numbers[kind.value] += 1
        if tiling is not None:
            check_tiling(shape, tiling, lattice)
            assert tiling.symmetries
    assert numbers == classes


@pytest.mark.parametrize("name", ["square", "hexagon", "triangle"])
def test_the_boundary_criterion_agrees_with_a_search_of_tori(name: str) -> None:
    """A tiling by translations alone has one copy in a fundamental domain, in each orientation."""
    lattice = LATTICES[name]
    for shape in list_polyforms(PolyformQuery(6, "free", lattice, with_holes=False)):
        kind, _ = isohedral_tiling(shape, lattice)
        on_torus = torus_tiling_of(shape, lattice, 1, lambda: None)
        assert (kind is TilingClass.TRANSLATION) == (on_torus is not None)


def test_an_anisohedral_polyhex() -> None:
    """The one of six cells: two copies are in a fundamental domain, but no symmetry joins them."""
    shape = ((0, 0), (0, 1), (1, 1), (1, 3), (2, 1), (2, 2))
    assert isohedral_tiling(shape, HEXAGON) == (TilingClass.UNKNOWN, None)
    tiling = torus_tiling_of(shape, HEXAGON, 2, lambda: None)
    assert tiling is not None
    check_tiling(shape, tiling, HEXAGON)


def _f() -> tuple[tuple[tuple[int, ...], ...], PeriodicTiling]:
    shape = polyomino("F")
    _, tiling = isohedral_tiling(shape, SQUARE)
    assert tiling is not None
    return shape, tiling


def test_wrong_witnesses_are_refused() -> None:
    shape, tiling = _f()
    one, other = tiling.placements
    moved = tuple((x + 1, y) for x, y in other)
    (a, b), second = tiling.vectors
    for wrong, words in (
        (replace(tiling, placements=(one,)), "are covered"),
        (replace(tiling, placements=(one, moved)), "covered twice"),
        (replace(tiling, placements=(one, other[:4])), "no image"),
        (replace(tiling, vectors=((2 * a, 2 * b), second)), "are covered"),
        (replace(tiling, vectors=(second, second)), "on a line"),
        (replace(tiling, symmetries=(replace(tiling.symmetries[0], shift=(1, 0)),)), "no copy"),
        (
            replace(tiling, symmetries=(replace(tiling.symmetries[0], motion="identity", shift=(a, b)),)),
            "join",
        ),
        (replace(tiling, symmetries=(replace(tiling.symmetries[0], motion="quarter turn"),)), "translations"),
    ):
        with pytest.raises(ValueError, match=words):
            check_tiling(shape, wrong, SQUARE)


def test_vectors_keep_to_the_lattice() -> None:
    with pytest.raises(ValueError, match="no translation"):
        check_tiling(((0, 0),), PeriodicTiling(((1, 0), (0, 1)), (((0, 0),),)), TRIANGLE)
