"""Numbers of polyforms against published ones, and against the lister in Python."""

from __future__ import annotations

import threading
from itertools import product

import pytest

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.lattices import (
    CUBE,
    DRAFTER,
    HEXAGON,
    KITE,
    LATTICES,
    LINE,
    QUARTER_SQUARE,
    SPHERE,
    SQUARE,
    STICK,
    TRIANGLE,
    Cell,
    Lattice,
)
from tilewright.model.pieces import KINDS, polyforms
from tilewright.polyforms import PolyformQuery, count_polyforms
from tilewright.polyforms.query import ENUMERATION, TRANSFER
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Limits, Status


def numbers(lattice: Lattice, kind: str, most: int, *, with_holes: bool = True) -> list[int | None]:
    queries = (PolyformQuery(size, kind, lattice, with_holes) for size in range(1, most + 1))
    return [count_polyforms(query).count for query in queries]


@pytest.mark.parametrize(
    ("lattice", "kind", "counts"),
    [
        # A001168, A000988, A000105
        (SQUARE, "fixed", [1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861]),
        (SQUARE, "one-sided", [1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189, 33896, 126759]),
        (SQUARE, "free", [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655, 17073, 63600, 238591, 901971]),
        # A001207, A006535, A000228
        (HEXAGON, "fixed", [1, 3, 11, 44, 186, 814, 3652, 16689, 77359, 362671]),
        (HEXAGON, "one-sided", [1, 1, 3, 10, 33, 147, 620, 2821, 12942, 60639]),
        (HEXAGON, "free", [1, 1, 3, 7, 22, 82, 333, 1448, 6572, 30490, 143552]),
        # A001420, A006534, A000577
        (TRIANGLE, "fixed", [2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053, 14016, 39169, 110194]),
        (TRIANGLE, "one-sided", [1, 1, 1, 4, 6, 19, 43, 120, 307, 866, 2336, 6588, 18373]),
        (TRIANGLE, "free", [1, 1, 1, 3, 4, 12, 24, 66, 160, 448, 1186, 3334, 9235, 26166]),
        # A001931, A000162, A038119
        (CUBE, "fixed", [1, 3, 15, 86, 534, 3481, 23502, 162913]),
        (CUBE, "one-sided", [1, 1, 2, 8, 29, 166, 1023, 6922, 48311]),
        (CUBE, "free", [1, 1, 2, 7, 23, 112, 607, 3811, 25413]),
        # A096267, A151537, A019988
        (STICK, "fixed", [2, 6, 22, 88, 372, 1628]),
        (STICK, "one-sided", [1, 2, 7, 25, 99, 416, 1854]),
        (STICK, "free", [1, 2, 5, 16, 55, 222, 950]),
        # A197465; no source is known of the other kinds, which are compared with the lister below
        (
            QUARTER_SQUARE,
            "free",
            [1, 2, 2, 6, 8, 22, 42, 112, 252, 650, 1584, 4091, 10369, 26938],
        ),
        (KITE, "free", [1, 2, 4, 10, 27, 85, 262, 873, 2917, 10011]),  # A057786
        (DRAFTER, "free", [1, 3, 3, 9, 14, 38, 74, 185, 414, 1026, 2440, 6077]),  # A197462
        (LINE, "fixed", [1] * 8),
        (LINE, "free", [1] * 8),
    ],
)
def test_published_numbers(lattice: Lattice, kind: str, counts: list[int]) -> None:
    assert numbers(lattice, kind, len(counts)) == counts


@pytest.mark.parametrize(
    ("lattice", "counts"),
    [
        (SQUARE, [1, 1, 2, 5, 12, 35, 107, 363, 1248, 4460, 16094, 58937]),  # A000104
        (HEXAGON, [1, 1, 3, 7, 22, 82 - 1, 333 - 2, 1448 - 13, 6572 - 67]),  # A000228 less A038144
        (TRIANGLE, [1, 1, 1, 3, 4, 12, 24, 66, 159, 444, 1161, 3226]),  # A070765
    ],
)
def test_published_numbers_of_free_polyforms_without_holes(lattice: Lattice, counts: list[int]) -> None:
    assert numbers(lattice, "free", len(counts), with_holes=False) == counts


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_the_lister_in_python_has_as_many(lattice: Lattice, kind: str) -> None:
    most = 4 if lattice is SPHERE else 5
    expected = [len(polyforms(size, KINDS[kind], lattice)) for size in range(1, most + 1)]
    assert numbers(lattice, kind, most) == expected


def test_flat_spheres_have_motions_of_their_own() -> None:
    """The four planes of a sphere's neighbours hold polyhexes, of which 44 of four cells are one-sided 10."""
    assert numbers(SPHERE, "free", 5) == [1, 1, 4, 20, 131]
    assert numbers(SPHERE, "one-sided", 5) == [1, 1, 4, 25, 210]


def has_no_hole(cells: tuple[Cell, ...], lattice: Lattice) -> bool:
    """Whether the cells around a shape are connected, in a frame that is wide enough."""
    near = set(cells)
    for _ in range(len(cells)):
        near |= {other for cell in near for other in lattice.neighbours(cell)}
    return len(lattice.components(near - set(cells))) == 1


@pytest.mark.parametrize(
    ("lattice", "size", "kind"),
    [
        *product((SQUARE,), (8,), KINDS),
        *product((HEXAGON,), (7,), KINDS),
        *product((TRIANGLE,), (9,), KINDS),
        *product((QUARTER_SQUARE,), (10,), ("free",)),  # lists of fixed ones take long
        *product((KITE,), (6,), ("free", "one-sided")),
        *product((DRAFTER,), (8,), ("free",)),
    ],
)
def test_holes_are_parts_of_the_rest(lattice: Lattice, size: int, kind: str) -> None:
    shapes = polyforms(size, KINDS[kind], lattice)
    expected = sum(has_no_hole(shape, lattice) for shape in shapes)
    assert expected < len(shapes)
    query = PolyformQuery(size, kind, lattice, with_holes=False)
    assert count_polyforms(query).count == expected


@pytest.mark.parametrize("size", [*range(1, 13), 15])
def test_both_engines_agree(size: int) -> None:
    counts = [
        count_polyforms(PolyformQuery(size, "fixed"), engine=engine) for engine in (ENUMERATION, TRANSFER)
    ]
    assert counts[0].count == counts[1].count
    assert [count.engine for count in counts] == [ENUMERATION, TRANSFER]


@pytest.mark.parametrize(("kind", "count"), [("fixed", 5940738676), ("free", 742624232)])
def test_large_polyominoes(kind: str, count: int) -> None:
    result = count_polyforms(PolyformQuery(19, kind))  # A001168, A000105
    assert (result.count, result.engine, result.status) == (count, TRANSFER, Status.COMPLETE)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_share_the_work(threads: int) -> None:
    result = count_polyforms(PolyformQuery(13), Resources(threads=threads))
    assert result.count == 238591


def test_limits_and_cancellation() -> None:
    cancel = threading.Event()
    cancel.set()
    stopped = count_polyforms(PolyformQuery(20, "fixed", CUBE), control=Control(cancel=cancel))
    assert (stopped.status, stopped.count) == (Status.CANCELLED, None)
    late = count_polyforms(PolyformQuery(20, "fixed", CUBE), control=Control(Limits(seconds=0.0)))
    assert (late.status, late.count) == (Status.LIMIT, None) and late.share == 0
    small = count_polyforms(PolyformQuery(40, "fixed"), Resources(1, 1 << 20))
    assert (small.status, small.count) == (Status.LIMIT, None)
    assert small.note == "the states reached the bound of memory, 1.0 MB"


def test_a_second_look_finds_a_cancellation() -> None:
    cancel = threading.Event()
    control = Control(cancel=cancel, on_progress=lambda progress: cancel.set())
    assert count_polyforms(PolyformQuery(20, "fixed", CUBE), control=control).status is Status.CANCELLED


@pytest.mark.parametrize(
    ("size", "kind", "lattice", "with_holes", "message"),
    [
        (0, "free", SQUARE, True, "the size 0 is out of range; expected 1 to 40 cells on the square lattice"),
        (41, "free", HEXAGON, True, "expected 1 to 40 cells on the hexagon lattice"),
        (21, "free", CUBE, True, "expected 1 to 20 cells on the cube lattice"),
        (3, "loose", SQUARE, True, "there is no kind 'loose'; expected one of free, one-sided, fixed"),
        (3, "free", STICK, False, "on the stick lattice; expected one of square, hexagon, triangle"),
    ],
)
def test_queries_that_are_refused(
    size: int,
    kind: str,
    lattice: Lattice,
    with_holes: bool,  # noqa: FBT001 - from pytest
    message: str,
) -> None:
    with pytest.raises((PuzzleError, UnsupportedError), match=message):
        PolyformQuery(size, kind, lattice, with_holes)


def test_the_transfer_matrix_counts_polyominoes_only() -> None:
    with pytest.raises(UnsupportedError, match="counts polyominoes, with holes, on squares only"):
        count_polyforms(PolyformQuery(3, "fixed", HEXAGON), engine=TRANSFER)
