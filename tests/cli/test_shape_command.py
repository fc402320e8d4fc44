"""``tilewright shape``: shapes changed in files, printed, and refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.burrtools_cases import CHEST
from support.cli import printed_json, puzzle_file, run
from tilewright.formats import load
from tilewright.formats.burrtools_reader import problem_names, saved_problems
from tilewright.model.puzzle import Puzzle

VERBS = ("turn", "mirror", "shift", "scale", "crop", "hollow", "fill", "union", "difference", "intersection")
MORE = {
    "shift": ["--by", "1,0,0"],
    "scale": ["--factor", "2"],
    "crop": ["--low", "0,0,0", "--high", "0,0,0"],
    "union": ["drawing:##"],
    "difference": ["drawing:#"],
    "intersection": ["drawing:#"],
}
TWO = "drawing:##"


@pytest.mark.parametrize("verb", VERBS)
def test_each_verb_prints_and_writes(verb: str, tmp_path: Path) -> None:
    words = ("shape", verb, TWO, "board", *MORE.get(verb, []))
    printed = run(*words)
    assert printed.exit_code == 0 and "#" in printed.stdout
    output = tmp_path / "out.toml"
    written = run(*words, "-o", output)
    assert (written.exit_code, written.stdout.startswith(f"wrote {output}: board has ")) == (0, True)
    puzzle = load(output)
    assert isinstance(puzzle, Puzzle)
    body = printed_json(run(*words, "--json"))
    assert sorted(map(tuple, body["cells"])) == sorted(puzzle.board.cells)


def test_four_turns_in_files_give_the_file_again(tmp_path: Path) -> None:
    first = tmp_path / "0.toml"
    run("convert", "catalog:soma-cube", first)
    for number in range(4):
        assert run("shape", "turn", tmp_path / f"{number}.toml", "L", "--axis", "y", "-o",
                   tmp_path / f"{number + 1}.toml").exit_code == 0  # fmt: skip
    before, after = load(first), load(tmp_path / "4.toml")
    assert before.pieces == after.pieces


def test_a_file_is_overwritten_only_by_force(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    assert run("shape", "box", "2,2,2", "-o", path).exit_code == 0
    text = path.read_bytes()
    refused = run("shape", "hollow", path, "board", "-o", path)
    assert (
        refused.exit_code == 2 and f"{path}: the file exists; give --force to overwrite it" in refused.stderr
    )
    assert path.read_bytes() == text
    assert run("shape", "scale", path, "board", "--factor", "2", "-o", path, "--force").exit_code == 0
    assert len(load(path).board.cells) == 64  # type: ignore[union-attr]


def test_a_box_in_a_puzzle_and_another_name(tmp_path: Path) -> None:
    path, more = tmp_path / "box.toml", tmp_path / "more.toml"
    run("shape", "box", "3,3,1", "-o", path)
    assert run("shape", "box", "2,1,1", "--into", path, "--as", "bar", "-o", more).exit_code == 0
    assert run("shape", "turn", more, "bar", "--as", "bar2", "-o", more, "--force").exit_code == 0
    puzzle = load(more)
    assert isinstance(puzzle, Puzzle) and [piece.size for piece in puzzle.pieces] == [2, 2]
    assert [piece.name for piece in puzzle.pieces] == ["bar", "bar2"]


def test_a_burrtools_file_keeps_its_other_problems(tmp_path: Path) -> None:
    source = puzzle_file(tmp_path, CHEST, "chest.xmpuzzle")
    before = saved_problems(source.read_text())
    name = before[0].puzzle.pieces[0].name
    output = tmp_path / "out.xmpuzzle"
    result = run(
        "shape", "turn", source, name, "--axis", "x", "--problem", "1", "--lattice", "cube", "-o", output
    )
    assert result.exit_code == 0, result.output
    after = saved_problems(output.read_text())
    assert problem_names(output.read_text()) == problem_names(source.read_text())
    assert [p.puzzle.board for p in after] == [p.puzzle.board for p in before]
    assert after[0].puzzle.pieces[1:] == before[0].puzzle.pieces[1:]


def test_hollow_with_variable_cells() -> None:
    cube = "\\n\\n".join(["###\\n###\\n###"] * 3)
    body = printed_json(run("shape", "hollow", f"drawing:{cube}", "board",
                            "--variable", "--json"))  # fmt: skip
    assert body["optional"] == [[1, 1, 1]] and len(body["cells"]) == 26


def test_the_status_names_volume_and_pieces() -> None:
    result = run("shape", "status", "catalog:soma-cube")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "The pieces have 27 cells, the result has 27: they can match."
    assert lines[1] == "Parity of the result: 14 and 13 cells."
    assert any(line.startswith("V ") and " 144 " in line for line in lines)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("turn drawing:## board --axis w", "the axis is 'w'; expected x or y or z on the cube lattice"),
        ("turn drawing:## board --lattice square --axis x", "expected z on the square lattice"),
        ("turn drawing:## tower", "the puzzle has no shape 'tower'; expected one of board"),
        ("turn drawing:... board", "has no cell"),
        ("turn drawing:## board --lattice cubes", "there is no lattice named 'cubes'"),
        ("turn nowhere.toml board", "nowhere.toml"),
        ("union catalog:soma-cube V", "Missing argument 'OTHER'"),
        ("shift drawing:## board --by 1,x", "'1,x' is no list of coordinates"),
        ("shift drawing:## board --by 1,0", "expected 3 whole numbers on the cube lattice"),
        ("shift drawing:## board --by 1,0 --lattice triangle", "is no translation of the triangle lattice"),
        ("scale drawing:## board --factor 0", "the factor is 0"),
        ("scale drawing:# board --lattice hexagon --factor 2", "do not fill a larger one"),
        ("crop drawing:## board --low 5,5,5 --high 6,6,6", "no cell from 5,5,5 to 6,6,6"),
        ("difference drawing:## board board", "nothing is left"),
        ("box 0,1,1", "expected whole numbers from 1"),
        ("box 1,1", "expected 3 whole numbers"),
        ("box 1,1,1 --as A", "--as requires --into"),
        ("box 1,1,1 --into catalog:soma-cube", "--into requires --as NAME"),
        ("fill drawing:## board --problem 2", "--problem applies to files"),
        ("turn drawing:## board -o out.unknown", "the extension is that of no format"),
    ],
)
def test_wrong_input_is_one_sentence(
    line: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("shape", *line.split())
    assert result.exit_code == 2 and sentence in result.stderr, result.output
    assert len(result.stderr.strip().splitlines()) <= 3
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("verb", ["shape status", "shape turn", "disassemble"])
@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("<result id='0'/>", "", "the problem has no result"),
        ('x="1" y="1" z="1" type="0">#', 'x="1" y="1" z="1" type="0">_', "the shape 2 has no cell"),
        ('<shape id="1" count="1"/>', '<shape id="1" count="1" group="x"/>', "'group' is 'x'"),
        ('<shape id="1" count="1"/>', '<shape id="1" count="1" group="-1"/>', "'group' is '-1'"),
        ('gridType type="0"', 'gridType type="8"', "the grid type is '8'"),
    ],
)
def test_a_damaged_burrtools_file_is_refused_in_one_sentence(
    verb: str, old: str, new: str, sentence: str, tmp_path: Path
) -> None:
    assert old in CHEST
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(CHEST.replace(old, new, 1), encoding="utf-8")
    result = run(*verb.split(), str(path))
    assert result.exit_code == 2 and sentence in result.stderr, result.output
    assert len(result.stderr.strip().splitlines()) == 1
