"""``tilewright make``: the list of kinds, every example, where the puzzle goes, and what is refused."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from support.cli import printed_json, run
from tilewright.families.dominosa.puzzle import dominosa_text
from tilewright.formats import load
from tilewright.formats.toml import loads
from tilewright.generators import GENERATORS
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle


def test_without_a_kind_it_lists_them() -> None:
    result = run("make")
    assert result.exit_code == 0
    assert all(f"\n{name} " in "\n" + result.stdout for name in GENERATORS)
    assert [kind["name"] for kind in printed_json(run("make", "--json"))["kinds"]] == list(GENERATORS)


EXAMPLES = [
    example
    for generator in GENERATORS.values()
    for example in generator.examples
    if "grid.txt" not in example
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_makes_a_puzzle(example: str, tmp_path: Path) -> None:
    words = shlex.split(example)
    if "-o" in words:
        words = words[: words.index("-o")]
    path = tmp_path / "made.toml"
    result = run("make", *words, "-o", path)
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"wrote {path}: ")
    made = load(path)
    assert made.title and result.stdout.endswith(f": {made.title}\n")
    bare = run("make", *words)
    assert bare.exit_code == 0 and bare.stdout == path.read_text(encoding="utf-8")


def test_a_grid_comes_as_words_from_a_file_and_from_standard_input(tmp_path: Path) -> None:
    path, out = tmp_path / "grid.txt", tmp_path / "out.toml"
    path.write_text("001\n101\n", encoding="utf-8")
    for words, text in ((["001 101"], None), ([str(path)], None), (["-"], "001\n101\n")):
        assert run("make", "dominosa", *words, "-o", out, text=text).exit_code == 0
        assert load(out) == dominosa_text("001 101")


def test_other_formats(tmp_path: Path) -> None:
    out = tmp_path / "queens.dlx"
    assert run("make", "queens", 4, "-o", out).exit_code == 0
    made = load(out)
    assert isinstance(made, ExactCoverPuzzle) and len(made.options) == 16
    assert "row-1" in run("make", "queens", 4, "--to", "dlx").stdout


def test_the_object(tmp_path: Path) -> None:
    out = tmp_path / "q.toml"
    body = printed_json(run("make", "queens", 6, "-o", out, "--json"))
    assert body == {"command": "make", "kind": "queens", "title": "6 queens", "output": str(out)}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["qweens", 8], "No such command 'qweens'; did you mean queens?"),
        (["queens"], "Missing argument 'N'"),
        (["queens", 0], "0 is not in the range"),
        (["queens", 8, "--json"], "name a file with -o"),
        (["queens", 8, "--to", "word"], "there is no format named 'word'"),
        (["queens", 8, "--to", "tmol"], "did you mean toml?"),
        (["queens", 8, "-o", "x.what"], "is unknown; choose a format"),
        (["queens", 8, "-o", "/nowhere/x.toml"], "there is no directory /nowhere"),
        (["dominosa", "01 1a"], "argument grid, line 1, column 5: 'a' is not a number"),
        (["dominosa", "01 12"], "the number 0 appears once"),
        (["dominoes", "8by8"], "'8by8' is not a size"),
        (["words", "A", "--code", "baudot"], "'baudot' is not 'morse'"),
        (["--json", "queens", 8], "--json belongs after KIND"),
    ],
)
def test_what_is_refused(words: list[object], said: str) -> None:
    result = run("make", *words)
    assert result.exit_code == 2 and said in result.stderr
    assert result.stdout == "" or "--json" in words


def test_a_fault_in_a_file_names_the_file(tmp_path: Path) -> None:
    path, out = tmp_path / "grid.txt", tmp_path / "out.toml"
    path.write_text("001\n1x1\n", encoding="utf-8")
    out.write_text("keep me", encoding="utf-8")
    result = run("make", "dominosa", path, "-o", out)
    assert result.exit_code == 2 and f"{path}, line 2, column 2: 'x' is not a number" in result.stderr
    path.write_text("001\n111\n", encoding="utf-8")
    result = run("make", "dominosa", path, "-o", out)
    assert result.exit_code == 2 and f"{path}: the number 0 appears 2 times" in result.stderr
    assert out.read_text(encoding="utf-8") == "keep me"


def test_a_size_is_rows_and_columns_in_every_command() -> None:
    drawing = loads(run("make", "dominoes", "2x5").stdout)
    assert isinstance(drawing, Puzzle) and max(drawing.board.required) == (4, 1)
    assert run("vanish", "make", "2x5").stdout.startswith("5;2\n")
    rows = printed_json(run("gunport", "2x5", "--no-library", "--json"))
    assert (rows["rows"], rows["columns"], len(rows["arrangement"])) == (2, 5, 2)
    assert "in 2 x 3" in run("make", "macmahon", "--colours", 2, "--size", "2x3").stdout
    for words in (("make", "dominoes", "2by5"), ("vanish", "make", "2by5")):
        wrong = run(*words)
        assert wrong.exit_code == 2 and "expected rows x columns, such as 6x10" in wrong.stderr
