"""The clearance of neighbouring pieces, measured between the meshes of a file that another library reads."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
import trimesh

from support.lattice_cases import chain_puzzle
from tilewright.model.lattices import CUBE, LATTICES, SPHERE, STICK, Lattice
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render.bevel import Mesh
from tilewright.render.bodies import Body, solution_bodies
from tilewright.render.booleans import library, solid_of
from tilewright.render.clearance import least_distance
from tilewright.render.mesh import PrintSettings
from tilewright.render.three_mf import three_mf_bytes

CASES = [*((lattice, False) for lattice in LATTICES.values() if lattice is not STICK), (SPHERE, True)]


def two_pieces(lattice: Lattice) -> tuple[Puzzle, Solution]:
    """Two pieces of two cells that lie side by side."""
    cells = chain_puzzle(lattice, 4).pieces[0].cells
    for first in cells[1:]:
        halves = {"A": (cells[0], first), "B": tuple(cell for cell in cells[1:] if cell != first)}
        if all(len(lattice.components(half)) == 1 for half in halves.values()):
            break
    pieces = [Piece.of(name, half, lattice=lattice) for name, half in halves.items()]
    puzzle = Puzzle(Board.of(cells), pieces, lattice=lattice)
    return puzzle, Solution.of([Placement(name, half) for name, half in halves.items()])


def reread(bodies: list[Body]) -> list[Body]:
    """The bodies as another library reads them from a file."""
    scene = trimesh.load_scene(BytesIO(three_mf_bytes(bodies, "")), file_type="3mf")
    result = []
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        mesh = scene.geometry[name].copy().apply_transform(transform)
        vertices = tuple([(x, y, z) for x, y, z in mesh.vertices.tolist()])
        triangles = tuple([(a, b, c) for a, b, c in mesh.faces.tolist()])
        result.append(Body(str(name), "#000000", Mesh(vertices, triangles)))
    return result


@pytest.mark.parametrize("gap", [0.1, 0.4])
@pytest.mark.parametrize(("lattice", "balls"), CASES, ids=str)
def test_neighbours_are_apart_by_the_gap(lattice: Lattice, balls: bool, gap: float) -> None:  # noqa: FBT001
    puzzle, solution = two_pieces(lattice)
    for bevel in (0.0,) if balls else (0.0, 1.0):
        size = PrintSettings(cell=12, gap=gap, balls=balls, bevel=bevel)
        bodies = reread(solution_bodies(puzzle, solution, size))
        manifold3d = library("the test needs")
        for one, other in combinations([solid_of(manifold3d, body.mesh) for body in bodies], 2):
            assert one.min_gap(other, 5) == pytest.approx(gap, abs=1e-4)
        nearest = least_distance(bodies, 2)
        assert nearest is not None and nearest[1:] == ("A", "B")
        assert nearest[0] == pytest.approx(gap, abs=1e-4)


def test_distances_beyond_the_reach_and_overlaps() -> None:
    pieces = [Piece.of(name, [(x, 0, 0)], lattice=CUBE) for x, name in enumerate("AB")]
    puzzle = Puzzle(Board.of([(0, 0, 0), (1, 0, 0)]), pieces, lattice=CUBE)
    solution = Solution.of([Placement(name, ((x, 0, 0),)) for x, name in enumerate("AB")])
    one, other = solution_bodies(puzzle, solution, PrintSettings(cell=10, gap=0))
    assert least_distance([one, other.moved(5, 0)], 2) is None
    nearest = least_distance([one, other], 2)
    assert nearest is not None and nearest[0] == pytest.approx(0)
    nearest = least_distance([one, other.moved(-5, 0)], 2)
    assert nearest is not None and nearest[0] < 0
