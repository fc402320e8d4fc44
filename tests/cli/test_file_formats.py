"""Every command accepts every format, detected or named; unsuitable options give one clear error."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from support.cli import TROMINOES, printed_json, puzzle_file, run
from support.format_cases import DLX, OF_ITEMS, READ, written
from tilewright.formats import FORMATS

WORDED = ("dlx", "ec", "ec-numeric", "ec-sets", "ec-counted", "ec-matrix", "dpf")


def items_file(folder: Path, text: str = DLX) -> Path:
    return puzzle_file(folder, text, "items.dlx")


@pytest.mark.parametrize("name", READ)
def test_commands_take_the_format(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name)
    assert printed_json(run("count", path, "--json"))["solutions"] == 8
    body = printed_json(run("solve", path, "--all", "--json"))
    assert body["solutions"] == len(body["found"]) == 8
    assert printed_json(run("optimise", path, "--json"))["cost"] == 0
    assert printed_json(run("sample", path, "--json", "-n", 3))["drawn"] == 3
    assert printed_json(run("estimate", path, "--json"))["solutions"]["value"] == 8
    assert run("why", path).stdout.startswith("A solution exists")
    assert run("show", path).exit_code == 0
    out = tmp_path / "all.ndjson"
    assert run("solve", path, "--all", "-o", out).exit_code == 0
    assert run("verify", path, out).stdout == "all 8 solutions are correct\n"
    assert printed_json(run("count", path, "--modulo", 5, "--json"))["residue"] == 3


@pytest.mark.parametrize("name", READ)
def test_content_tells_the_format_and_from_names_it(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name)
    bare = tmp_path / "puzzle"
    bare.write_bytes(path.read_bytes())
    assert printed_json(run("count", bare, "--json"))["solutions"] == 8
    assert printed_json(run("count", "-", "--json", text=path.read_bytes()))["solutions"] == 8
    other = tmp_path / "puzzle.toml"
    other.write_bytes(path.read_bytes())
    for command in ("count", "show", "why", "estimate", "optimise", "sample", "solve"):
        assert run(command, other, "--from", name).exit_code == 0
    out = tmp_path / "out.json"
    run("solve", other, "--from", name, "-o", out)
    assert run("verify", other, out, "--from", name).exit_code == 0
    assert run("convert", other, tmp_path / "out.dlx", "--from", name).exit_code == 0
    assert printed_json(run("count", tmp_path / "out.dlx", "--json"))["solutions"] == 8


def test_an_extension_names_its_format(tmp_path: Path) -> None:
    result = run("convert", puzzle_file(tmp_path), "-", "--to", "cdpf")
    assert result.exit_code == 0 and result.stdout.startswith("2 0\n")


def test_labelled_numbers_the_copies(tmp_path: Path) -> None:
    path = tmp_path / "tiles.ec"
    assert run("convert", puzzle_file(tmp_path), path, "--labelled").exit_code == 0
    assert printed_json(run("count", path, "--json"))["solutions"] == 4 * 24


@pytest.mark.parametrize("option", ["--labelled", "--pieces-first"])
@pytest.mark.parametrize("extension", ["toml", "txt", "cdpf", "xmpuzzle"])
def test_formats_of_boards_keep_the_board(tmp_path: Path, option: str, extension: str) -> None:
    out = tmp_path / f"out.{extension}"
    result = run("convert", puzzle_file(tmp_path), out, option)
    assert result.exit_code == 2 and not out.exists()
    assert f"{option} writes items and options in place of the board" in result.stderr
    items = run("convert", items_file(tmp_path), tmp_path / "items.toml", option)
    assert items.exit_code == 0, "of items and options nothing is lost"


def test_a_flat_xmpuzzle_is_read_as_squares(tmp_path: Path) -> None:
    path, back = written(tmp_path, "xmpuzzle"), tmp_path / "back.toml"
    result = run("convert", path, back)
    assert result.exit_code == 0 and "--lattice cube keeps the cubes" in result.stderr
    assert printed_json(run("show", back, "--json"))["lattice"] == "square"
    assert printed_json(run("show", path, "--lattice", "cube", "--json"))["lattice"] == "cube"
    assert run("show", path, "--lattice", "square").stderr == ""
    refused = run("show", path, "--lattice", "line")
    assert refused.exit_code == 2 and "expected cube or square" in refused.stderr


def test_default_motions_are_those_of_a_drawing_as_it_is(tmp_path: Path) -> None:
    for motions in ("default", "fixed"):
        result = printed_json(run("count", "catalog:testPuzzle3", "--motions", motions, "--json"))
        assert (result["motions"], result["solutions"]) == ("fixed", 1)
    table = printed_json(run("table", "catalog:testPuzzle3", "--motions", "default", "--json"))
    assert [(row["motions"], row["solutions"]) for row in table["rows"]] == [("fixed", 1)]
    refused = run("count", puzzle_file(tmp_path), "--motions", "none")
    assert refused.exit_code == 2 and "'none' is not one of 'fixed'" in refused.stderr


@pytest.mark.parametrize("name", READ)
def test_gzip_packs_any_format(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, packed=True)
    assert printed_json(run("count", path, "--json"))["solutions"] == 8
    assert printed_json(run("count", "-", "--json", text=path.read_bytes()))["solutions"] == 8
    damaged = tmp_path / "damaged"
    damaged.write_bytes(path.read_bytes()[:-9])
    result = run("count", damaged)
    assert (result.exit_code, result.stderr) == (
        2,
        f"tilewright: {damaged}: the gzip file ends too early; it was cut off\n",
    )


@pytest.mark.parametrize("suffix", ["json", "ndjson"])
def test_compressed_solutions_are_read(tmp_path: Path, suffix: str) -> None:
    path, out = written(tmp_path, "toml"), tmp_path / f"all.{suffix}"
    run("solve", path, "--all", "-o", out)
    packed = gzip.compress(out.read_bytes())
    out.write_bytes(packed)
    assert run("verify", path, out).stdout == "all 8 solutions are correct\n"
    for damage, words in (
        (packed[:-20], "ends too early"),
        (packed[:40] + b"?" * 20 + packed[60:], "damaged"),
        (packed[:-4] + b"????", "damaged"),
        (packed + b"more", "damaged"),
    ):
        out.write_bytes(damage)
        result = run("verify", path, out)
        assert result.exit_code == 2 and f"{out}: the gzip file" in result.stderr and words in result.stderr


def test_problem_selects_one_of_several(tmp_path: Path) -> None:
    path = written(tmp_path, "xmpuzzle")
    text = path.read_text()
    start, end = text.index("<problem "), text.index("</problems>")
    second = text[start:end].replace('count="1"', 'count="0"', 1)
    path.write_text(text[:end] + second + text[end:])
    assert printed_json(run("count", path, "--problem", 1, "--json"))["solutions"] == 8
    for command in ("count", "solve", "why"):
        assert run(command, path, "--problem", 2).exit_code == 1
    for command in ("show", "estimate", "sample", "optimise"):
        assert run(command, path, "--problem", 1).exit_code == 0
        result = run(command, path)
        assert result.exit_code == 2
        assert f"{path}: there are 2 problems; choose one: 1; 2 (--problem N)\n" in result.stderr
    error = printed_json(run("count", path, "--json"))["error"]
    assert error["message"] == "there are 2 problems; choose one: 1; 2 (--problem N)"
    assert "there is no problem 3; there are 2 problems: 1; 2" in run("count", path, "--problem", 3).stderr
    out = tmp_path / "first.toml"
    assert run("convert", path, out, "--problem", 1).exit_code == 0
    assert printed_json(run("count", out, "--json"))["solutions"] == 8
    words = run("why", path, "--problem", 1).stdout.split("To see it: tilewright ")[1].split()
    assert run(*words).exit_code == 0


@pytest.mark.parametrize("name", [name for name in READ if name != "ascii"])
def test_a_wrong_format_name_gives_one_error(tmp_path: Path, name: str) -> None:
    path = puzzle_file(tmp_path, "What is this?\n\nIt is no puzzle\n")
    for command in ("count", "show", "why"):
        result = run(command, path, "--from", name)
        assert result.exit_code == 2 and result.stderr.startswith(f"tilewright: {path}")
        assert result.stderr.count("\n") == 1


def test_unknown_formats_are_refused(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    for command in (("count", path), ("show", path), ("convert", path, tmp_path / "x.toml")):
        result = run(*command, "--from", "origami")
        assert result.exit_code == 2 and "known formats: toml, " in result.stderr
    assert "can be written, but not read" in run("count", path, "--from", "cnf").stderr
    for name in ("origami", "toml"):
        result = run("solve", path, "--as", name)
        assert result.exit_code == 2 and "notation for solutions; expected one of dlx, ec, " in result.stderr
        assert ", rows, locations" in result.stderr and "lp" not in result.stderr
    for option in (("--from", "toml"), ("--problem", "1")):
        for name in ("catalog:pentominoes-3x20", "pentominoes-3x20"):
            result = run("count", name, *option)
            assert result.exit_code == 2 and f"{option[0]} applies to files" in result.stderr
    assert "holds one puzzle" in run("count", path, "--problem", 1).stderr
    assert run("count", path, "--problem", 0).exit_code == 2


def test_the_help_of_convert_lists_all_formats() -> None:
    words = run("convert", "--help").stdout.replace(",", " ").split()
    assert set(FORMATS) <= set(words)


@pytest.mark.parametrize("name", OF_ITEMS)
def test_solutions_in_the_notation_of_the_format(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name)
    own = FORMATS[name].solution_text
    assert own is not None
    out = tmp_path / "own.txt"
    assert run("solve", path, "--all", "-o", out).exit_code == 0
    result = run("solve", path, "--all")
    assert result.stdout.startswith(out.read_text()) and result.stdout.count("8 solutions") == 1
    named = run("solve", path, "--all", "--as", name)
    assert named.stdout == out.read_text()  # the summary goes elsewhere
    assert named.stderr.startswith("8 solutions")
    assert run("sample", path, "--as", name).stderr.startswith("1 solution drawn from 8")
    assert run("optimise", path, "--as", name).stderr.endswith(", frontier\n")


def test_solutions_match_the_notation_exactly(tmp_path: Path) -> None:
    path = items_file(tmp_path)
    assert run("solve", path, "--all").stdout.startswith(
        "1:\n a b e:1 (1 of 2)\n c e:1 f (1 of 2)\n2:\n a e:2 (2 of 2)\n b c e:2 (2 of 2)\n2 solutions   "
    )
    toml = tmp_path / "items.toml"
    run("convert", path, toml)
    assert run("solve", toml, "--all").stdout.startswith(
        "a b e:1\nc e:1 f\n\na e:2\nb c e:2\n\n2 solutions   "
    )
    names = puzzle_file(tmp_path, "10 one\n01 two\n11 both\n", "names.ec")
    lines = run("solve", names, "--all").stdout.splitlines()
    assert sorted(lines[:2]) == ["both|", "one|two|"] and lines[2].startswith("2 solutions")


@pytest.mark.parametrize("name", WORDED)
def test_solutions_of_a_board_in_the_notation_of_a_format(tmp_path: Path, name: str) -> None:
    path = puzzle_file(tmp_path, "##\n##\n\n##  ##\n")
    result = run("solve", path, "--all", "--as", name)
    assert result.exit_code == 0 and result.stdout.count("\n") >= 2
    assert "─" not in result.stdout
    out = tmp_path / "out.txt"
    assert "wrote" in run("solve", path, "--all", "--as", name, "-o", out).stdout
    assert out.read_text() == result.stdout


def test_as_applies_to_text_only(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    for more in (["--json"], ["-o", tmp_path / "x.json"], ["-o", tmp_path / "x.svg"]):
        result = run("solve", path, "--as", "dlx", *more)
        assert result.exit_code == 2 and "--as applies to solutions on the screen" in result.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["puzzle.txt"]


def test_items_are_drawn_as_a_matrix(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "a b c\na b\nc\nb c\na\n", "items.dlx")
    labels = {"solve": ["a b", "c"], "show": ["a b", "b c"], "sample": [], "optimise": []}
    for command, words in labels.items():
        out = tmp_path / f"{command}.svg"
        assert run(command, path, "-o", out).exit_code == 0
        text = out.read_text()
        assert all(f">{word}<" in text for word in words), command
        assert run(command, path, "-o", tmp_path / f"{command}.png").exit_code == 0
    assert run("solve", path, "--all", "-o", tmp_path / "all.svg").exit_code == 0
    assert ">2 solutions<" in (tmp_path / "all.svg").read_text()


def test_large_matrices_are_refused_before_the_search(tmp_path: Path) -> None:
    many = " ".join(f"i{number}" for number in range(301))
    path = puzzle_file(tmp_path, f"{many}\n{many}\n", "many.dlx")
    for command in ("solve", "show", "sample", "optimise"):
        result = run(command, path, "-o", tmp_path / "x.svg")
        assert result.exit_code == 2
        assert "would have 301 columns; at most 300 rows and 300 columns are drawn" in result.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["many.dlx"]


def test_show_conflicts_as_a_picture(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "a b c\na b\nc\nb c\na\n", "items.dlx")
    out = tmp_path / "conflicts.svg"
    assert run("show", path, "--conflicts", "-o", out).stdout == f"wrote {out}\n"
    assert "Options that exclude each other" in out.read_text()
    assert run("show", "catalog:tetrominoes-3x7-hole", "--conflicts", "-o", tmp_path / "c.png").exit_code == 0
    for words, message in (
        (["--conflicts"], "--conflicts requires -o with a file that ends in .svg or .png"),
        (["--conflicts", "-o", tmp_path / "c.txt"], "--conflicts requires -o"),
        (["--conflicts", "-o", path], "--conflicts requires -o"),
    ):
        result = run("show", path, *words)
        assert result.exit_code == 2 and message in result.stderr
    copies = puzzle_file(tmp_path, "XXX\nXXX\n\nXX\n\nXX\n\nX\n\nX\n", "copies.txt")
    refused = run("show", copies, "--conflicts", "-o", out)
    assert refused.exit_code == 2 and "use --labelled to number the copies" in refused.stderr
    assert run("show", copies, "--conflicts", "--labelled", "-o", out).exit_code == 0
    assert out.read_text().count("I2#2") > 1
    assert "--labelled requires --conflicts" in run("show", copies, "--labelled").stderr
    result = run("show", "catalog:pentominoes-6x10", "--conflicts", "-o", out)
    assert result.exit_code == 2 and "a picture of a matrix would have 2,056 rows" in result.stderr


def test_show_links_as_a_picture(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "a b c\na b\nc\nb c\na\n", "items.dlx")
    out = tmp_path / "links.svg"
    assert run("show", path, "--links", "-o", out).stdout == f"wrote {out}\n"
    assert "The linked lists of 4 options and 3 items, with 6 nodes." in out.read_text()
    assert run("show", "catalog:trivial", "--links", "-o", tmp_path / "trivial.png").exit_code == 0
    for words, message in (
        (["--links"], "--links requires -o with a file that ends in .svg or .png"),
        (["--links", "-o", path], "--links requires -o"),
        (["--links", "--conflicts", "-o", out], "--links cannot be combined with --conflicts"),
    ):
        result = run("show", path, *words)
        assert result.exit_code == 2 and message in result.stderr


def test_options_about_pieces_are_refused_for_items(tmp_path: Path) -> None:
    path = items_file(tmp_path)
    for more in (["--use", "any"], ["--motions", "all"], ["--unique", "--mirrors", "same"]):
        result = run("count", path, *more)
        assert result.exit_code == 2 and "Traceback" not in result.stderr
    assert "no pieces" in run("count", path, "--by", "a").stderr
    assert "(2 up to symmetry: no symmetries of items and options are known)" in (
        run("count", path, "--unique").stdout
    )
    body = printed_json(run("count", path, "--unique", "--json"))
    assert body["up_to_symmetry"] == 2 and body["symmetries"] == {"turns": 1, "mirrors": 0}
    assert run("gunport", path).exit_code == 2


def test_warnings_of_readers_are_printed_on_stderr(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = items_file(tmp_path)
    for command in ("count", "solve", "show", "why", "estimate", "gunport"):
        first = run(command, path).stderr.splitlines()[0]
        assert first.startswith(f"tilewright: {path}: line 7: ") and "no primary item" in first
    many = items_file(tmp_path, DLX + "e\n" * 20)
    lines = run("count", many).stderr.splitlines()
    assert len(lines) == 6 and "16 more options" in lines[-1]
    monkeypatch.setattr("tilewright.cli.sources.MAX_WARNINGS", 2)
    assert run("count", many).stderr.splitlines()[2:] == ["tilewright: ... and 4 more warnings"]
    assert "standard input: line 7" in run("count", "-", text=DLX).stderr


def test_items_are_shown_as_tables(tmp_path: Path) -> None:
    path = items_file(tmp_path, "a 2|b 0:3|c | e f\n" + "a b e:1 |5\na b c\n" * 30)
    text = run("show", path).stdout
    assert text.startswith("3 primary items, 2 secondary items, 60 options\n\n")
    rows = [line.split("  ") for line in text.splitlines()[2:8]]
    assert [[word.strip() for word in row if word.strip()] for row in rows] == [
        ["item", "covered", "options"],
        ["a", "once", "60"],
        ["b", "2 times", "60"],
        ["c", "0 to 3 times", "30"],
        ["e", "at most once, or in one colour", "30"],
        ["f", "at most once", "0"],
    ]
    assert "\n   1  a b e:1 (cost 5)\n   2  a b c\n" in text and text.endswith("\n... and 40 more\n")
    out = tmp_path / "shown.txt"
    run("show", path, "-o", out)
    assert out.read_text() == text
    body = printed_json(run("show", path, "--json"))
    assert body["items"][2] == {"name": "c", "covered": [0, 3], "primary": True}
    assert body["options"][0] == {"name": "", "items": [["a", ""], ["b", ""], ["e", "1"]], "cost": 5}


def test_why_items_cannot_be_covered(tmp_path: Path) -> None:
    bare = items_file(tmp_path, "a b c\na b\na\n")
    result = run("why", bare)
    assert (result.exit_code, result.stdout) == (
        1,
        "No option covers the item c, which must be covered.\n",
    )
    assert printed_json(run("why", bare, "--json"))["reason"]["kind"] == "uncoverable item"
    hidden = items_file(tmp_path, "a b c\na b\nb c\na c\n")
    result = run("why", hidden)
    assert result.exit_code == 1 and result.stdout.startswith("No solution exists: a complete search took")
    command = run("why", items_file(tmp_path), "--from", "dlx").stdout.split("To see it: tilewright ")[1]
    assert run(*command.split()).exit_code == 0


def test_costs_of_items_are_optimised(tmp_path: Path) -> None:
    path = items_file(tmp_path, "a b\na |3\nb |4\na b |5\n")
    assert run("optimise", path).stdout.splitlines()[-1].startswith("minimum cost: 5")
    assert printed_json(run("optimise", path, "--maximise", "--json"))["cost"] == 7


def test_a_checkpoint_of_items(tmp_path: Path) -> None:
    path, keep, out = items_file(tmp_path), tmp_path / "state", tmp_path / "out.txt"
    assert run("solve", path, "--all", "--nodes", 1, "--checkpoint", keep).exit_code == 3
    assert run("solve", path, "--all", "--resume", keep, "-o", out).exit_code == 0
    assert out.read_text().splitlines()[0] == "1:" and out.read_text().count("(") == 4


def test_drawings_are_as_they_were(tmp_path: Path) -> None:
    path, out = puzzle_file(tmp_path, TROMINOES), tmp_path / "out.txt"
    run("solve", path, "--all", "-o", out, "--ascii")
    text = out.read_text()
    assert text.startswith("solution 1\n+") and text.count("\n\nsolution ") == 3 and text.endswith("+\n\n")


def test_strict_refuses_comments_in_dpf(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "2 1 // a domino\n1 2 0 1\n", "one.dpf")
    assert printed_json(run("count", path, "--json"))["solutions"] == 1
    assert "// a domino" in run("convert", path, "-", "--to", "dpf").stdout
    for command in (("convert", path, "-", "--to", "dpf", "--strict"), ("show", path, "--strict")):
        result = run(*command)
        assert result.exit_code == 2
        assert "line 1, column 5: a comment is here; expected whole numbers only" in result.stderr
    plain = puzzle_file(tmp_path, "2 1\n1 2 0 1\n", "plain.dpf")
    assert run("show", plain, "--strict").exit_code == 0
    assert run("show", "catalog:tetrominoes-3x7-hole", "--strict").exit_code == 0


def test_solutions_by_locations(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, "6 3 2 2 0 1 2 2 3 3 2 0 2 2 2 4 2 4 5 2 2 1 3 2 3 5", "one.dpf")
    result = run("solve", path, "--all", "--as", "locations")
    assert (result.exit_code, result.stdout) == (0, "1 1 2 3 2 3\n")
    assert printed_json(run("solve", path, "--as", "locations", "--json"))["found"] == [[1, 1, 2, 3, 2, 3]]
    out = tmp_path / "all.txt"
    assert run("solve", path, "--all", "--as", "locations", "-o", out).exit_code == 0
    assert out.read_text() == "1 1 2 3 2 3\n"
    apart = puzzle_file(tmp_path, "3 3 2 1 0 1 1 1 1 2 2 1 0 1 1", "apart.dpf")
    assert run("solve", apart, "--as", "locations").stdout == "1 3 2\n"
    domino = puzzle_file(tmp_path, "2 0 2 1 0 0 0 1 2 3 0 0 1 0", "domino.cdpf")
    assert run("solve", domino, "--as", "locations").stdout == "1 1\n"
    optional = puzzle_file(tmp_path, "a | b\na b\n", "secondary.dlx")
    refused = run("solve", optional, "--as", "locations")
    assert refused.exit_code == 2 and "DPF covers every item, but 'b' may stay uncovered" in refused.stderr
    unsolvable = puzzle_file(tmp_path, "a c | b\na b\nc b\n", "unsolvable.dlx")
    assert run("solve", unsolvable, "--as", "locations").exit_code == 2  # before a search, which finds none
