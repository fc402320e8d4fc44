"""``show -o`` with .stl files, and ``--view``."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from support.cli import printed_json, puzzle_file, run

CUBES = """
lattice = "cube"
[board]
cells = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1], [0, 1, 1], [1, 1, 1]]
[[pieces]]
name = "slab"
cells = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]
[[pieces]]
name = "a/B c"
cells = [[0, 0, 0], [1, 0, 0]]
copies = 2
[[pieces]]
name = "A_B_c"
cells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]
copies = [0, 1]
"""


@pytest.fixture
def cubes(tmp_path: Path) -> Path:
    return puzzle_file(tmp_path, CUBES, "cubes.toml")


def facets(path: Path) -> int:
    """How many facets an STL file has; its size must agree."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    return int(count)


def test_all_pieces_go_into_one_file(cubes: Path, tmp_path: Path) -> None:
    out = tmp_path / "pieces.stl"
    result = run("show", cubes, "-o", out, "--cell", "15", "--gap", "0")
    assert result.stdout == (
        f"wrote {out}: 3 pieces, cells of 15 mm, gaps of 0 mm between pieces\n"
        "each piece was written once; the puzzle needs 2 x a/B c\n"
    )
    assert facets(out) == 3 * 2 * 6  # boxes


def test_one_piece_alone(cubes: Path, tmp_path: Path) -> None:
    out = tmp_path / "one.STL"
    result = run("show", cubes, "-o", out, "--piece", "A_B_c", "--gap", "0")
    assert "1 piece," in result.stdout
    assert facets(out) == 2 * 6
    body = printed_json(run("show", cubes, "-o", out, "--piece", "slab", "--gap", "0", "--json"))
    assert body["output"] == str(out) and facets(out) == 2 * 6


def test_a_directory_gets_one_file_per_piece(cubes: Path, tmp_path: Path) -> None:
    folder = tmp_path / "stl"
    folder.mkdir()
    result = run("show", cubes, "-o", folder)
    assert result.stdout.startswith(f"wrote {folder}, 3 files: 3 pieces, cells of 20 mm, gaps of 0.2 mm")
    assert sorted(path.name for path in folder.iterdir()) == ["A_B_c-3.stl", "a_B_c.stl", "slab.stl"]
    assert all(facets(path) for path in folder.iterdir())


def test_flat_pieces_have_a_height(tmp_path: Path) -> None:
    out = tmp_path / "flat.stl"
    result = run("show", puzzle_file(tmp_path), "-o", out, "--height", "3")
    assert "cells of 20 mm, 3 mm high, gaps of 0.2 mm" in result.stdout
    heights = {struct.unpack_from("<12fH", out.read_bytes(), 84 + 50 * i)[5] for i in range(facets(out))}
    assert heights == {0, 3}


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--piece", "x", "-o", "a.stl"], "there is no piece 'x'; expected one of slab, a/B c, A_B_c"),
        (
            ["--piece", "slab"],
            "--piece applies to files for 3-D printers; give -o with a file that ends in .stl",
        ),
        (["--gap", "1", "-o", "a.svg"], "--gap applies to files for 3-D printers"),
        (["--bevel", "1"], "--bevel applies to files for 3-D printers"),
        (["--bevel", "8", "-o", "a.stl"], "the bevel of edges cannot be 8.0 mm; expected 0 to 5"),
        (["--gap", "1", "--offset", "1", "-o", "a.stl"], "--gap and --offset cannot be combined"),
        (["--height", "3", "-o", "a.stl"], "the height of cubes is --cell"),
        (["--gap", "9", "-o", "a.stl"], "the gap between pieces cannot be 9.0 mm; expected 0 to 5"),
        (["--cell", "nan", "-o", "a.stl"], "a cell cannot be nan mm wide"),
        (["--view", "layers"], "--view applies to pictures; give -o with a file that ends in .svg or .png"),
        (["--view", "layers", "-o", "a.stl"], "--view applies to pictures"),
        (
            ["-o", "stl/"],
            "stl: expected a directory or a file with the extension .svg, .png, .txt, .pdf, .stl, .3mf, .obj",
        ),
        (["-o", "a.ply"], "expected one of .svg, .png, .txt, .pdf, .stl, .3mf, .obj"),
    ],
)
def test_invalid_stl_options_are_refused(
    cubes: Path, tmp_path: Path, words: list[str], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("show", cubes, *words)
    assert result.exit_code == 2
    assert fault in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["cubes.toml"]


def test_impossible_dimensions_are_refused(tmp_path: Path) -> None:
    sticks = puzzle_file(
        tmp_path, 'lattice = "stick"\nboard.cells = [[1, 0]]\npieces = [{cells = [[1, 0]]}]\n', "s.toml"
    )
    items = puzzle_file(tmp_path, "a b\na b\n", "items.dlx")
    out = tmp_path / "a.stl"
    for file, fault in ((sticks, "sticks have no width"), (items, "no pieces to print")):
        result = run("show", file, "-o", out)
        assert result.exit_code == 2 and fault in result.stderr and not out.exists()


def test_the_puzzle_file_is_not_overwritten(cubes: Path, tmp_path: Path) -> None:
    same = tmp_path / "slab.stl"
    same.hardlink_to(cubes)
    before = cubes.read_text()
    result = run("show", cubes, "-o", tmp_path)
    assert result.exit_code == 2 and "this is an input file" in result.stderr
    assert cubes.read_text() == before and not (tmp_path / "A_B_c-3.stl").exists()


def test_offset_and_bevel(cubes: Path, tmp_path: Path) -> None:
    out, same = tmp_path / "a.stl", tmp_path / "b.stl"
    result = run("show", cubes, "-o", out, "--unit", 10, "--offset", 0.15, "--bevel", 1)
    assert "cells of 10 mm, gaps of 0.3 mm between pieces, edges bevelled by 1 mm" in result.stdout
    assert run("show", cubes, "-o", same, "--cell", 10, "--gap", 0.3, "--bevel", 1).exit_code == 0
    assert out.read_bytes() == same.read_bytes()


def test_a_solution_is_written_as_stl(cubes: Path, tmp_path: Path) -> None:
    out = tmp_path / "assembled.stl"
    result = run("solve", cubes, "-o", out, "--bevel", 1)
    assert result.exit_code == 0 and f"wrote {out}: 1 solution" in result.stdout and facets(out) > 100
    for words, fault in (
        (["--bevel", 1], "--bevel applies to files for 3-D printers; give -o with a file"),
        (["-o", out, "--bevel", 9], "the bevel of edges cannot be 9.0 mm"),
    ):
        result = run("solve", cubes, *words)
        assert result.exit_code == 2 and fault in result.stderr
    items = puzzle_file(tmp_path, "a b\na b\n", "items.dlx")
    result = run("solve", items, "-o", tmp_path / "items.stl")
    assert result.exit_code == 2 and "has no body" in result.stderr


@pytest.mark.parametrize("view", ["isometric", "exploded", "layers", "all"])
def test_solutions_are_drawn_in_the_view_that_is_asked_for(cubes: Path, tmp_path: Path, view: str) -> None:
    out, usual = tmp_path / "out.svg", tmp_path / "usual.svg"
    assert run("solve", cubes, "-o", out, "--view", view).exit_code == 0
    assert run("solve", cubes, "-o", usual).exit_code == 0
    assert (out.read_text() == usual.read_text()) == (view == "all")
    assert ("pulled apart" in out.read_text()) == (view == "all")


def test_views_are_of_cubes_and_of_pictures(cubes: Path, tmp_path: Path) -> None:
    for command in ("solve", "sample", "optimise", "show"):
        out = tmp_path / "a.svg"
        result = run(command, puzzle_file(tmp_path), "-o", out, "--view", "layers")
        assert result.exit_code == 2 and "--view applies to puzzles of cubes" in result.stderr
        result = run(command, cubes, "-o", tmp_path / "a.txt", "--view", "layers")
        assert result.exit_code == 2 and "--view applies to pictures" in result.stderr
        assert not out.exists() and not (tmp_path / "a.txt").exists()
