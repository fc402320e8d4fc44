"""``show`` and ``solve`` with .3mf, .obj and .pdf files, plates of a printer, and what is wrong with them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trimesh

from support.cli import printed_json, puzzle_file, run

CUBES = """
title = "Bars"
lattice = "cube"
[board]
cells = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0], [3, 1, 0]]
[[pieces]]
name = "bar"
cells = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0]]
[[pieces]]
name = "pair"
cells = [[0, 0, 0], [1, 0, 0]]
copies = 2
"""


@pytest.fixture
def cubes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return puzzle_file(tmp_path, CUBES, "cubes.toml")


def names(path: str) -> list[str]:
    """The names of the bodies that another library reads from a file."""
    scene = trimesh.load_scene(path)
    return sorted(str(scene.graph[node][1]) for node in scene.graph.nodes_geometry)


def test_3mf_and_obj_have_one_of_each_piece(cubes: Path) -> None:
    result = run("show", cubes, "-o", "a.3mf", "--cell", 10)
    assert result.stdout == (
        "wrote a.3mf: 2 pieces, cells of 10 mm, gaps of 0.2 mm between pieces\n"
        "each piece was written once; the puzzle needs 2 x pair\n"
    )
    assert names("a.3mf") == ["bar", "pair"]
    assert run("show", cubes, "-o", "a.obj", "--piece", "bar").exit_code == 0
    assert "mtllib a.mtl" in Path("a.obj").read_text() and Path("a.mtl").exists()
    Path("b.mtl").mkdir()
    result = run("show", cubes, "-o", "b.obj")
    assert result.exit_code == 2 and "b.mtl: this is a directory" in result.stderr
    assert not Path("b.obj").exists()


def test_plates_have_all_copies(cubes: Path) -> None:
    result = run("show", cubes, "-o", "a.3mf", "--printer", "85x60x30")
    assert result.stdout == (
        "wrote a.3mf: 3 pieces: bar, 2 x pair\ncells of 20 mm, gaps of 0.2 mm between pieces\n"
    )
    scene = trimesh.load_scene("a.3mf")
    assert names("a.3mf") == ["bar", "pair", "pair"]
    assert (scene.bounds[0] >= -1e-4).all() and (scene.bounds[1] <= (85, 60, 30)).all()
    body = printed_json(run("show", cubes, "-o", "b.3mf", "--printer", "85X30x30", "--json"))
    assert body["outputs"] == ["b-1.3mf", "b-2.3mf"] and body["output"] == "b-1.3mf"
    assert sorted(name for path in body["outputs"] for name in names(path)) == ["bar", "pair", "pair"]
    assert not Path("b.3mf").exists()


def test_pieces_are_cut_for_a_printer(cubes: Path) -> None:
    result = run("show", cubes, "-o", "a.3mf", "--printer", "60x60x30", "--split")
    assert result.exit_code == 0 and "bar 1 of 2" in result.stdout and "bar 2 of 2" in result.stdout


def test_the_clearance_of_a_solution_is_measured(cubes: Path) -> None:
    for suffix in ("stl", "3mf", "obj"):
        result = run("solve", cubes, "-o", f"a.{suffix}", "--gap", 0.3, "--check-gap")
        assert "are 0.300 mm apart" in result.stdout and Path(f"a.{suffix}").exists()
    assert names("a.3mf") == ["bar", "pair", "pair_1"]  # trimesh numbers those that have the same name


def test_paper_models_and_instructions(cubes: Path, tmp_path: Path) -> None:
    result = run("show", cubes, "-o", "nets.pdf", "--cell", 15)
    assert result.stdout == "wrote nets.pdf: 1 page of size A4\n"
    assert run("show", cubes, "-o", "layers.pdf", "--view", "layers").exit_code == 0
    result = run("solve", cubes, "-o", "steps.pdf")
    assert "wrote steps.pdf: 1 solution" in result.stdout
    flat = puzzle_file(tmp_path)
    assert run("show", flat, "-o", "flat.pdf").exit_code == 0
    assert run("solve", flat, "-o", "flat-steps.pdf").exit_code == 0
    for path in tmp_path.glob("*.pdf"):
        assert path.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (
            "-o a.3mf --printer 60x60",
            "'60x60' is no size of a printer; expected width x depth x height in mm",
        ),
        ("-o a.3mf --printer 60x6.0.0x60", "is no size of a printer"),
        ("-o a.3mf --printer 60x60x0.5", "a printer cannot be 0.5 mm wide; expected 1 to 10,000"),
        ("-o a.3mf --printer 60x60x30", "has no space for 'bar' of 79.8 x 19.8 x 19.8 mm"),
        ("-o . --printer 60x60x30", "--printer packs pieces into one file for each plate"),
        ("-o a.svg --printer 60x60x30", "--printer applies to files for 3-D printers"),
        ("-o a.3mf --split", "--split requires --printer"),
        ("-o a.3mf --wall 20", "walls cannot be 20.0 mm thick"),
        ("-o a.3mf --drain 2", "holes drain hollow pieces only"),
        ("-o a.3mf --balls", "balls are printed of spheres only, and the lattice is cube"),
        ("-o a.3mf --view layers", "--view applies to pictures"),
        ("-o a.pdf --view exploded", "a .pdf file has nets or --view layers"),
        ("-o a.pdf --gap 1", "--gap applies to files for 3-D printers"),
        ("-o a.pdf --cell 300", "'bar' has a face that is larger than a page"),
        ("-o a.pdf --cell nan", "a cell cannot be nan mm wide"),
        ("-o a.pdf --piece bar", "--piece applies to files for 3-D printers"),
        ("-o a.3mf --measure x", "'x' is not one of 'width', 'grid'"),
    ],
)
def test_wrong_options_are_refused(cubes: Path, words: str, fault: str, tmp_path: Path) -> None:
    result = run("show", cubes, *words.split())
    assert result.exit_code == 2 and fault in " ".join(result.stderr.split())
    assert [path.name for path in tmp_path.iterdir()] == ["cubes.toml"]


def test_solve_refuses_before_the_search(cubes: Path, tmp_path: Path) -> None:
    items = puzzle_file(tmp_path, "a b\na b\n", "items.dlx")
    for words, fault in (
        (["-o", "a.svg", "--check-gap"], "--check-gap applies to files for 3-D printers"),
        (["-o", "a.pdf", "--cell", 5], "--cell applies to files for 3-D printers"),
        (["-o", "a.pdf", "--view", "layers"], "--view applies to pictures"),
    ):
        result = run("solve", cubes, *words)
        assert result.exit_code == 2 and fault in result.stderr
    for command in ("solve", "show"):
        for suffix in ("3mf", "pdf"):
            result = run(command, items, "-o", f"a.{suffix}")
            assert result.exit_code == 2 and ("has no body" in result.stderr or "no pieces" in result.stderr)


def test_a_missing_library_is_named_with_its_extra(cubes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for library, words in (
        ("lib3mf", ["show", "-o", "a.3mf"]),
        ("manifold3d", ["show", "-o", "a.stl", "--wall", 2]),
        ("manifold3d", ["solve", "-o", "a.stl", "--check-gap"]),
    ):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, library, None)
            result = run(words[0], cubes, *words[1:])
        assert result.exit_code == 2
        assert f"{library}, which the extra 'print' installs" in " ".join(result.stderr.split())
        assert not Path("a.3mf").exists() and not Path("a.stl").exists()
    assert run("show", cubes, "-o", "a.stl").exit_code == 0
