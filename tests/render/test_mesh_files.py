"""3MF, OBJ and STL as other programs read them: trimesh opens what lib3mf and our writers made."""

from __future__ import annotations

import math
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
import trimesh
from lxml import etree

from support.lattice_cases import cell_area, cell_volume, chain_puzzle, soma
from tilewright.cli.output import BODIES
from tilewright.model.lattices import CUBE, LATTICES, SPHERE, STICK, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.render import palette
from tilewright.render.bodies import Body, piece_body, plate_bodies, solution_bodies
from tilewright.render.mesh import PrintSettings
from tilewright.render.mesh_files import MESH_WRITERS
from tilewright.render.obj import mtl_text, obj_text
from tilewright.render.three_mf import three_mf_bytes

SOLID = [lattice for lattice in LATTICES.values() if lattice.dimension > 1 and lattice is not STICK]


def written(bodies: Sequence[Body], suffix: str, folder: Path) -> Path:
    """The path of a file with these bodies."""
    path = folder / f"bodies{suffix}"
    for file, data in MESH_WRITERS[suffix](bodies, "a title", path).items():
        file.write_bytes(data)
    return path


def read(path: Path) -> dict[str, trimesh.Trimesh]:
    """The bodies of a file by their names, in their places."""
    scene = trimesh.load_scene(path)
    bodies = {}
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        bodies[str(name)] = scene.geometry[name].copy().apply_transform(transform)
    return bodies


def test_each_suffix_of_the_command_line_has_a_writer() -> None:
    assert set(MESH_WRITERS) == set(BODIES)


@pytest.mark.parametrize("suffix", BODIES)
@pytest.mark.parametrize("lattice", SOLID, ids=str)
def test_bodies_are_closed_and_as_large_as_their_cells(lattice: Lattice, suffix: str, tmp_path: Path) -> None:
    puzzle = chain_puzzle(lattice, 3)
    size = PrintSettings(cell=10, gap=0, height=4)
    (body,) = read(written([piece_body(puzzle, 0, size)], suffix, tmp_path)).values()
    body.merge_vertices()
    assert body.is_watertight and body.is_winding_consistent
    if lattice.is_solid:
        full = sum(cell_volume(lattice, cell) for cell in puzzle.pieces[0].cells) * size.unit(lattice) ** 3
    else:
        full = 3 * cell_area(lattice) * 100 * 4
    assert body.volume == pytest.approx(full, rel=1e-5)


def test_3mf_has_names_colours_and_millimetres(tmp_path: Path) -> None:
    puzzle, solution = soma()
    bodies = solution_bodies(puzzle, solution, PrintSettings(cell=15))
    path = written(bodies, ".3mf", tmp_path)
    scene = trimesh.load_scene(path)
    assert scene.units == "millimeter"
    assert set(scene.geometry) == {piece.name for piece in puzzle.pieces}
    model = etree.fromstring(zipfile.ZipFile(path).read("3D/3dmodel.model"))
    assert model.get("unit") == "millimeter"
    (group,) = model.iterfind(".//{*}basematerials")
    colours = [material.get("displaycolor")[:7].lower() for material in group]
    for entry in model.iterfind(".//{*}object"):
        assert entry.get("pid") == group.get("id")
        index = [piece.name for piece in puzzle.pieces].index(entry.get("name"))
        assert colours[int(entry.get("pindex"))] == palette.swatch(index).fill
    assert [round(length, 3) for length in scene.extents] == [44.8, 44.8, 44.8]
    assert three_mf_bytes(bodies, "a title") == path.read_bytes()


def test_obj_has_names_and_colours(tmp_path: Path) -> None:
    puzzle, solution = soma()
    bodies = solution_bodies(puzzle, solution)
    path = written(bodies, ".obj", tmp_path)
    lines = path.read_text().splitlines()
    assert [line for line in lines if line.startswith("o ")] == [f"o {body.name}" for body in bodies]
    assert "mtllib bodies.mtl" in lines
    meshes = trimesh.load_scene(path).geometry.values()  # one for each colour
    colours = sorted(tuple(mesh.visual.material.diffuse[:3]) for mesh in meshes)
    assert colours == sorted(palette.rgb(body.colour) for body in bodies)
    assert all(mesh.is_watertight and mesh.volume > 0 for mesh in meshes)


def test_copies_share_a_mesh_and_have_names_of_their_own(tmp_path: Path) -> None:
    cells = [(0, 0, 0), (1, 0, 0)]
    piece = Piece.of("one\n#", cells[:1], copies=2, lattice=CUBE)
    puzzle = Puzzle(Board.of(cells), [piece], lattice=CUBE)
    body = piece_body(puzzle, 0, PrintSettings(cell=10, gap=0))
    bodies = [body, body.moved(20, 0)]
    scene = trimesh.load_scene(BytesIO(three_mf_bytes(bodies, "two")), file_type="3mf")
    assert len(scene.geometry) == 1 and len(scene.graph.nodes_geometry) == 2
    assert [round(length, 3) for length in scene.extents] == [30, 10, 10]
    text = obj_text(bodies, "two", "two.mtl")
    names = [line for line in text.splitlines() if line.startswith("o ")]
    assert len(set(names)) == 2 and all(" " not in name[2:] for name in names)
    assert mtl_text(bodies).count("newmtl") == 1
    (both,) = read(written(bodies, ".stl", tmp_path)).values()
    assert len(both.split()) == 2


def test_balls_are_as_wide_as_the_cell() -> None:
    """Of 10 mm whatever the gap; on the grid, the distance of middles is 1.41 units, less the gap."""
    ball = Piece.of("o", [(0, 0, 0)], lattice=SPHERE)
    puzzle = Puzzle(Board.of(ball.cells), [ball], lattice=SPHERE)
    for gap in (0.0, 0.2, 1.0):
        body = piece_body(puzzle, 0, PrintSettings(cell=10, gap=gap, balls=True))
        assert [high - low for low, high in zip(*body.box, strict=True)] == pytest.approx([10, 10, 10])
        body = piece_body(puzzle, 0, PrintSettings(cell=10, gap=gap, balls=True, grid=True))
        assert body.box[1][0] - body.box[0][0] == pytest.approx(10 * math.sqrt(2) - gap)
    # Opposite faces of the rhombic dodecahedron, whose longest extent is 2 units.
    body = piece_body(puzzle, 0, PrintSettings(cell=10, gap=0))
    assert body.box[1][0] - body.box[0][0] == pytest.approx(20 / math.sqrt(2))
    assert PrintSettings(cell=10, grid=True).unit(CUBE) == PrintSettings(cell=10).unit(CUBE) == 10


def test_a_plate_of_bodies_has_each_piece_once() -> None:
    puzzle, _ = soma()
    assert [body.name for body in plate_bodies(puzzle)] == [piece.name for piece in puzzle.pieces]
