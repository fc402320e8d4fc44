"""Nets: every face once, in its true shape, none on another, and each edge folded or glued."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.lattice_cases import chain_puzzle, soma
from tilewright.model.lattices import CUBE, LATTICES, Cell, Lattice, Point
from tilewright.render.bevel import JoinedFacets
from tilewright.render.geometry import Polygon, box_around
from tilewright.render.mesh import Frame, PrintSettings
from tilewright.render.surface import CellBodies, Polygon3, SetBack
from tilewright.render.unfolding import Net, nets_of

SOLID = [lattice for lattice in LATTICES.values() if lattice.is_solid]
ROOM, FLAP = (186.0, 250.0), 4.0


def facets_of(lattice: Lattice, cells: Sequence[Cell]) -> list[Polygon3]:
    frame = Frame.of(lattice, [cells], PrintSettings(cell=10, gap=0))
    facets = SetBack(CellBodies(lattice), 0.0).facets(cells)
    return [tuple(map(frame.point, facet[::-1])) for facet in facets]


def sides(polygon: Sequence[Point] | Polygon3) -> list[float]:
    """The lengths of the sides and of the diagonals that skip one corner, in order."""
    around = [*polygon, *polygon[:2]]
    return [dist(around[k], around[k + j]) for k in range(len(polygon)) for j in (1, 2)]


def area(polygon: Polygon) -> float:
    """Negative for a polygon that runs counterclockwise where y points downwards."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise([*polygon, polygon[0]])) / 2


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether the insides of two convex polygons meet: one clipped by the sides of the other has an area."""
    clipped: list[Point] = list(one)
    for a, b in pairwise([*other, other[0]]):
        kept: list[Point] = []
        heights = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in clipped]
        for k, (point, height) in enumerate(zip(clipped, heights, strict=True)):
            before, under = clipped[k - 1], heights[k - 1]
            if (under < 0) != (height < 0):
                share = under / (under - height)
                kept.append(tuple(p + share * (q - p) for p, q in zip(before, point, strict=True)))  # type: ignore[arg-type]
            if height < 0:
                kept.append(point)
        clipped = kept
        if not clipped:
            return False
    return abs(area(tuple(clipped))) > 1e-3


def check(nets: Sequence[Net], facets: Sequence[Polygon3]) -> None:
    laid = [facet for net in nets for facet in net.facets]
    assert len(laid) == len(facets)
    shapes = Counter(tuple(round(length, 4) for length in sorted(sides(facet))) for facet in facets)
    assert Counter(tuple(round(length, 4) for length in sorted(sides(facet))) for facet in laid) == shapes
    assert all(area(facet) < 0 for facet in laid)  # seen from outside, none is a mirror image
    for net in nets:
        polygons = list(net.polygons)
        left, top, right, bottom = box_around(point for polygon in polygons for point in polygon)
        assert sorted((right - left, bottom - top)) <= sorted(ROOM)
        for one, other in combinations(polygons, 2):
            assert not overlap(one, other)
    numbers = Counter(seam.number for net in nets for seam in net.seams)
    assert set(numbers.values()) <= {2}
    flaps = Counter(seam.number for net in nets for seam in net.seams if seam.flap)
    assert set(flaps.values()) <= {1}
    lengths: dict[int, set[float]] = {}
    for seam in (seam for net in nets for seam in net.seams):
        lengths.setdefault(seam.number, set()).add(round(dist(seam.start, seam.end), 4))
    assert all(len(both) == 1 for both in lengths.values())
    joined = JoinedFacets(facets)
    bent = [side for side in joined.twin if not joined.is_flat(side)]
    total = sum(dist(facets[n][at], facets[n][(at + 1) % len(facets[n])]) for n, at in bent)
    folds = sum(dist(fold.start, fold.end) for net in nets for fold in net.folds)
    glued = sum(dist(seam.start, seam.end) for net in nets for seam in net.seams)
    assert 2 * folds + glued == pytest.approx(total)


@pytest.mark.parametrize("lattice", SOLID, ids=str)
def test_pieces_of_all_lattices_unfold(lattice: Lattice) -> None:
    facets = facets_of(lattice, chain_puzzle(lattice, 3).pieces[0].cells)
    nets = nets_of(facets, ROOM, FLAP)
    assert nets is not None
    check(nets, facets)


@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=9))
@settings(max_examples=25)
def test_any_cubes_unfold(cells: set[Cell]) -> None:
    """Also those in several parts, and with tunnels."""
    for part in CUBE.components(cells):
        facets = facets_of(CUBE, sorted(part))
        nets = nets_of(facets, ROOM, FLAP)
        assert nets is not None
        check(nets, facets)


def test_the_pieces_of_the_soma_cube_have_nets_in_one_part() -> None:
    for piece in soma()[0].pieces:
        nets = nets_of(facets_of(CUBE, piece.cells), ROOM, FLAP)
        assert nets is not None and len(nets) == 1


def test_a_cube_has_five_folds_and_seven_seams() -> None:
    (net,) = nets_of(facets_of(CUBE, [(0, 0, 0)]), ROOM, FLAP) or []
    assert (len(net.facets), len(net.folds), len(net.seams)) == (6, 5, 14)
    assert not any(fold.back for fold in net.folds)
    assert sum(bool(seam.flap) for seam in net.seams) == 7


def test_hollow_edges_are_folded_the_other_way() -> None:
    """Of an L of three cubes one edge is hollow; it is folded or glued."""
    (net,) = nets_of(facets_of(CUBE, [(0, 0, 0), (1, 0, 0), (0, 1, 0)]), ROOM, FLAP) or []
    assert sum(fold.back for fold in net.folds) <= 1
    bar = nets_of(facets_of(CUBE, [(0, 0, 0), (1, 0, 0)]), ROOM, FLAP) or []
    assert not any(fold.back for net in bar for fold in net.folds)


def test_a_room_that_is_too_small() -> None:
    facets = facets_of(CUBE, [(0, 0, 0), (1, 0, 0)])
    assert nets_of(facets, (20.0, 15.0), 1.0) is None
    nets = nets_of(facets, (23.0, 12.5), 1.0)
    assert nets is not None and len(nets) == 6
