"""Lists of polyforms against those of the lister in Python."""

from __future__ import annotations

import threading

import pytest

from tilewright.model.lattices import CUBE, LATTICES, SQUARE, TRIANGLE, Lattice
from tilewright.model.pieces import KINDS, polyforms
from tilewright.polyforms import PolyformQuery, count_polyforms, list_polyforms
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Status


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_the_lister_in_python_has_the_same_shapes_in_the_same_order(lattice: Lattice, kind: str) -> None:
    for size in range(1, 5):
        expected = polyforms(size, KINDS[kind], lattice)
        shapes = list_polyforms(PolyformQuery(size, kind, lattice))
        assert (shapes.status, shapes.count) == (Status.COMPLETE, len(expected))
        assert tuple(shapes) == expected


@pytest.mark.parametrize("threads", [1, 3])
def test_many_shapes(threads: int) -> None:
    shapes = list_polyforms(PolyformQuery(10), Resources(threads=threads))
    assert tuple(shapes) == polyforms(10)
    assert not list(shapes)  # each is given once


@pytest.mark.parametrize("lattice", [SQUARE, TRIANGLE], ids=lambda lattice: lattice.name)
def test_lists_without_holes_have_as_many_shapes_as_are_counted(lattice: Lattice) -> None:
    query = PolyformQuery(10, "free", lattice, with_holes=False)
    shapes = list(list_polyforms(query))
    assert len(shapes) == count_polyforms(query).count
    assert set(shapes) < set(polyforms(10, "all", lattice))


def test_limits() -> None:
    cancel = threading.Event()
    cancel.set()
    stopped = list_polyforms(PolyformQuery(18), control=Control(cancel=cancel))
    assert (stopped.status, list(stopped)) == (Status.CANCELLED, [])
    full = list_polyforms(PolyformQuery(12, "fixed", CUBE), Resources(1, 1 << 20))
    assert (full.status, list(full)) == (Status.LIMIT, [])
    assert full.note.startswith("the list reached the bound of memory, ")
