"""Tables of tilers as published, and the core against the slow programs in Python."""

from __future__ import annotations

import pytest

from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, HEXAGON, SQUARE, TRIANGLE, Lattice
from tilewright.polyforms import PolyformQuery, classification, list_polyforms
from tilewright.polyforms.atlas import examine_polyform
from tilewright.polyforms.classification import (
    AtlasLimits,
    TilerTable,
    isohedral_class,
    tabulate_tilers,
    torus_tiling_of,
)
from tilewright.polyforms.isohedral import isohedral_tiling
from tilewright.polyforms.tilings import TilingClass
from tilewright.polyforms.torus import torus_tiling_of as slow_torus_tiling_of
from tilewright.solving.steps import Cancelled, Control, Limits, Status, StepLoop

LATTICES = (SQUARE, HEXAGON, TRIANGLE)


def test_octominoes_as_published() -> None:
    """OEIS A075198, A075201, A075204, A075206, A054361; Kaplan 2021, tables 1 and 2."""
    table = tabulate_tilers(8)
    counts = {kind.value: count for kind, count in table.classes.items()}
    assert counts == {"translation": 121, "half-turn": 199, "isohedral": 22, "anisohedral": 1, "none": 20}
    assert (table.holed, table.unknown) == (6, [])
    assert (table.heesch, table.heesch_holes) == ({0: 6, 1: 14}, {1: 19, 2: 1})


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda one: one.name)
def test_groups_against_boundaries(lattice: Lattice) -> None:
    """The core searches groups, the other program factorises boundaries."""
    for size in range(1, 5 if lattice is HEXAGON else 7):
        for shape in list_polyforms(PolyformQuery(size, "free", lattice, with_holes=False)):
            assert isohedral_class(shape, lattice)[0] is isohedral_tiling(shape, lattice)[0]


@pytest.mark.parametrize("lattice", LATTICES, ids=lambda one: one.name)
def test_tori_against_the_slow_search(lattice: Lattice) -> None:
    for shape in list_polyforms(PolyformQuery(4, "free", lattice, with_holes=False)):
        for copies in (1, 2):
            quick = torus_tiling_of(shape, lattice, copies, StepLoop(Control()))
            slow = slow_torus_tiling_of(shape, lattice, copies, lambda: None)
            assert (quick is None) == (slow is None)


def test_a_table_that_a_limit_ends_says_so() -> None:
    table = tabulate_tilers(9, control=Control(Limits(seconds=0.0)))
    assert table.status is Status.LIMIT


def test_shapes_that_a_limit_leaves_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(table: TilerTable, *_: object) -> None:
        if table.classes.total() == 10:
            raise Cancelled(Status.LIMIT)
        table.classes[TilingClass.TRANSLATION] += 1

    monkeypatch.setattr(classification, "_add", stop)
    table = tabulate_tilers(9)
    assert (table.total, table.holed, table.not_examined) == (1285, 37, 1238)


def test_an_entry_that_a_limit_ends_keeps_its_coronas(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(*query: object) -> None:
        raise Cancelled(Status.LIMIT)

    monkeypatch.setattr(classification, "torus_tiling_of", end)
    entry = examine_polyform([(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 0), (1, 4)], SQUARE)
    assert (entry.status, entry.tiling_class) == (Status.LIMIT, TilingClass.UNKNOWN)
    assert entry.heesch is not None
    assert (entry.heesch.without_holes.number, entry.heesch.without_holes.is_final) == (1, False)


def test_pairs_that_cannot_be_surrounded_settle_a_shape() -> None:
    """The one polyiamond of ten cells with Heesch number 3 in Kaplan's table (arXiv 2105.09438)."""
    cells = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 1)]
    entry = examine_polyform(cells, TRIANGLE)
    assert (entry.status, entry.tiling_class) == (Status.COMPLETE, TilingClass.NONE)
    assert entry.heesch is not None
    assert (entry.heesch.without_holes.number, entry.heesch.without_holes.is_final) == (3, True)
    assert (entry.heesch.with_holes.number, entry.heesch.with_holes.is_final) == (4, True)


def test_bounds_leave_shapes_open() -> None:
    table = tabulate_tilers(6, HEXAGON, AtlasLimits(copies=1, coronas=1))
    assert len(table.unknown) == table.classes[TilingClass.UNKNOWN] > 0


def test_lattices_in_space_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="not searched"):
        tabulate_tilers(3, CUBE)
