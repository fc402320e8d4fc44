"""Hollow pieces: walls of a thickness, one surface through the drain holes, faults in one sentence."""

from __future__ import annotations

from io import BytesIO

import pytest
import trimesh

from support.lattice_cases import chain_puzzle
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, LATTICES, SPHERE, SQUARE, STICK, Lattice
from tilewright.render.bodies import piece_body
from tilewright.render.booleans import library, mesh_from, solid_of
from tilewright.render.mesh import PrintSettings
from tilewright.render.three_mf import three_mf_bytes

SOLID = [lattice for lattice in LATTICES.values() if lattice is not STICK]
CASES = [*((lattice, False) for lattice in SOLID), (SPHERE, True)]
FLAT = 12.0  # the height of flat pieces


def printed(lattice: Lattice, *, balls: bool = False, **sizes: float) -> trimesh.Trimesh:
    """A piece of four cells as another library reads it from a file."""
    height = None if lattice.is_solid else FLAT
    settings = PrintSettings(cell=20, height=height, balls=balls, grid=False, **sizes)
    body = piece_body(chain_puzzle(lattice, 4), 0, settings)
    (mesh,) = trimesh.load_scene(BytesIO(three_mf_bytes([body], "hollow")), file_type="3mf").geometry.values()
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


@pytest.mark.parametrize(("lattice", "balls"), CASES, ids=str)
def test_holes_join_the_inner_surface_to_the_outer_one(lattice: Lattice, balls: bool) -> None:  # noqa: FBT001
    full, hollow = printed(lattice, balls=balls), printed(lattice, balls=balls, wall=2)
    shut = printed(lattice, balls=balls, wall=2, drain=0)
    for mesh in (full, hollow, shut):
        assert mesh.is_watertight and mesh.is_winding_consistent
    assert 0 < hollow.volume < shut.volume < 0.8 * full.volume
    assert [len(mesh.split()) for mesh in (full, hollow, shut)] == [1, 1, 2]
    assert hollow.bounds == pytest.approx(full.bounds, abs=1e-4)
    # Two holes: a sphere with one handle.
    assert hollow.euler_number == 0


def test_walls_of_a_cube_are_as_thick_as_wanted() -> None:
    outer, inner = 20 - 0.2, 20 - 0.2 - 2 * 2.5
    length = 60  # three more cells
    shut = printed(CUBE, wall=2.5, drain=0)
    assert shut.volume == pytest.approx((outer + length) * outer**2 - (inner + length) * inner**2, rel=1e-5)
    plate = printed(SQUARE, wall=2.5, drain=0)
    expected = (outer + length) * outer * FLAT - (inner + length) * inner * (FLAT - 5)
    assert plate.volume == pytest.approx(expected, rel=1e-5)


def test_no_point_of_the_hollow_is_nearer_to_the_surface_than_the_wall() -> None:
    """Also within necks between balls."""
    manifold3d = library("the test needs")
    puzzle = chain_puzzle(SPHERE, 3)
    for balls in (False, True):
        whole = piece_body(puzzle, 0, PrintSettings(cell=20, balls=balls))
        shut = piece_body(puzzle, 0, PrintSettings(cell=20, balls=balls, wall=1.5, drain=0))
        hollow = solid_of(manifold3d, whole.mesh) - solid_of(manifold3d, shut.mesh)
        assert mesh_from(hollow).triangles
        around = manifold3d.Manifold.cube((200, 200, 200), True) - solid_of(manifold3d, whole.mesh)
        assert 1.3 < around.min_gap(hollow, 5) < 1.7  # surfaces of balls are polyhedra


@pytest.mark.parametrize(
    ("sizes", "fault"),
    [
        ({"wall": 9.95}, "walls of 9.95 mm leave nothing hollow in piece 'A'; expected thinner walls"),
        ({"wall": 11.0}, "walls cannot be 11.0 mm thick; expected 0.1 to 10"),
        ({"wall": 0.5, "bevel": 1.0}, "walls cannot be 0.5 mm thick; expected 1 to 10"),
        ({"drain": 2.0}, "holes drain hollow pieces only"),
        (
            {"wall": 2.0, "drain": 21.0},
            "a drain hole cannot be 21.0 mm wide; expected 0 for none, or 0.1 to 20",
        ),
        ({"wall": 2.0, "drain": 20.0}, "'A' has a hollow without a face for a hole of 20 mm"),
        ({"wall": 3.0, "drain": 14.0}, "'A' has a hollow without a face for a hole of 14 mm"),
    ],
)
def test_walls_and_holes_that_cannot_be_are_refused(sizes: dict[str, float], fault: str) -> None:
    with pytest.raises(UnsupportedError, match=fault):
        printed(CUBE, balls=False, **sizes)
