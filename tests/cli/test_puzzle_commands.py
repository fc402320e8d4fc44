"""``show``, ``convert``, ``catalog`` and ``why``."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright
from support.cli import NOTHING_FITS, TWO_SPARE, printed_json, puzzle_file, run
from tilewright import catalogue


def test_show_draws_board_and_pieces(tmp_path: Path) -> None:
    result = run("show", puzzle_file(tmp_path))
    assert result.exit_code == 0
    assert "12 cells, 4 pieces" in result.stdout and "V3 ×4" in result.stdout
    assert run("show", puzzle_file(tmp_path), "--ascii").stdout.isascii()


@pytest.mark.parametrize("suffix", [".svg", ".png", ".txt"])
def test_show_writes_a_picture(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"shown{suffix}"
    assert run("show", puzzle_file(tmp_path), "-o", out).stdout == f"wrote {out}\n"
    assert out.stat().st_size > 100


def test_show_lists_the_pieces_as_json(tmp_path: Path) -> None:
    body = printed_json(run("show", puzzle_file(tmp_path), "--json"))
    assert body["cells"] == 12
    assert [(p["name"], p["copies"]) for p in body["pieces"]] == [("V3", [4, 4])]


def test_convert_there_and_back_keeps_the_count(tmp_path: Path) -> None:
    first, toml, again = puzzle_file(tmp_path), tmp_path / "p.toml", tmp_path / "again.txt"
    assert run("convert", first, toml).exit_code == 0
    assert run("convert", toml, again).exit_code == 0
    counts = {printed_json(run("count", path, "--json"))["solutions"] for path in (first, toml, again)}
    assert counts == {4}


def test_convert_to_standard_output(tmp_path: Path) -> None:
    result = run("convert", puzzle_file(tmp_path), "-", "--to", "toml")
    assert result.exit_code == 0 and "[board]" in result.stdout
    assert run("count", "-", text=result.stdout).stdout.startswith("4 solutions")


def test_convert_refuses_its_own_input(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    before = path.read_bytes()
    result = run("convert", path, path)
    assert result.exit_code == 2 and "input file" in result.stderr
    assert path.read_bytes() == before


def test_convert_refuses_what_the_format_cannot_say(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old")
    result = run("convert", "catalog:pentominoes-two-5x6", out)
    assert result.exit_code == 2 and out.read_text() == "old"


def test_the_catalogue_is_listed_with_titles() -> None:
    result = run("catalog", "list")
    assert result.exit_code == 0
    for name in catalogue.names():
        assert f"  {name} " in result.stdout


def test_the_catalogue_is_searched_by_all_words() -> None:
    body = printed_json(run("catalog", "search", "pentominoes", "hole", "--json"))
    names = [puzzle["name"] for puzzle in body["puzzles"]]
    assert "pentominoes-8x8-centre-hole" in names and "pentominoes-6x10" not in names


def test_a_catalogue_search_without_a_match() -> None:
    result = run("catalog", "search", "nosuchword", "--json")
    assert result.exit_code == 1 and printed_json(result)["puzzles"] == []
    assert "did you mean hundred?" in run("catalog", "search", "hundert").stderr


def test_a_catalogue_search_finds_other_names_and_commands() -> None:
    assert "frame-and-plugs" in run("catalog", "search", "board3").stdout
    assert "Also called: board3" in run("catalog", "show", "BOARD3").stdout
    result = run("catalog", "search", "chlond", "--json")
    assert result.exit_code == 0 and printed_json(result)["puzzles"] == []
    assert [one["name"] for one in printed_json(result)["commands"]] == ["gunport"]
    assert "tilewright gunport" in run("catalog", "search", "chlond").stdout
    assert "1,152 solutions" not in run("count", "catalog:board3").stdout


def test_a_catalogue_puzzle_is_shown_with_its_counts() -> None:
    result = run("catalog", "show", "pentominoes-6x10")
    assert result.exit_code == 0
    assert "Known: 9,356 solutions; " in result.stdout
    assert "Known: 2,339 solutions up to symmetry; " in result.stdout
    expect = printed_json(run("catalog", "show", "pentominoes-6x10", "--json"))["expect"]
    assert {key: expect[0][key] for key in ("what", "count")} == {"what": "solutions", "count": 9356}


def test_similar_catalogue_names_are_suggested() -> None:
    for words in (("catalog", "show", "pentominos-6x10"), ("solve", "catalog:pentominos-6x10")):
        result = run(*words)
        assert result.exit_code == 2
        assert "did you mean catalog:pentominoes-6x10" in result.stderr


def test_why_gives_a_reason(tmp_path: Path) -> None:
    result = run("why", puzzle_file(tmp_path, NOTHING_FITS))
    assert result.exit_code == 1
    assert "The areas differ" in result.stdout
    body = printed_json(run("why", puzzle_file(tmp_path, NOTHING_FITS), "--json"))
    assert body["reason"]["kind"] == "areas" and body["solutions"] == 0


def test_why_hints_at_pieces_left_over(tmp_path: Path) -> None:
    assert "--use any" in run("why", puzzle_file(tmp_path, TWO_SPARE)).stdout
    path = puzzle_file(tmp_path, TWO_SPARE)
    result = run("why", path, "--use", "any")
    assert result.exit_code == 0 and "A solution exists" in result.stdout
    assert f"To see it: tilewright solve {path} --use any" in result.stdout


def test_why_marks_cells() -> None:
    result = run("why", "catalog:mutilated-chessboard", "--ascii")
    assert result.exit_code == 1
    body = printed_json(run("why", "catalog:mutilated-chessboard", "--json"))
    assert body["status"] == "complete" and body["reason"]["sentence"] in result.stdout
    assert result.stdout.count(" x ") == len(body["reason"]["cells"] or body["reason"]["classes"]) > 20


def test_why_of_a_puzzle_with_solutions(tmp_path: Path) -> None:
    result = run("why", puzzle_file(tmp_path), "--json")
    assert result.exit_code == 0
    body = printed_json(result)
    assert body["reason"] is None and body["solutions"] == 1 and body["nodes"] > 0


def test_version() -> None:
    assert run("--version").stdout == f"tilewright {tilewright.__version__}\n"


def test_without_a_command_the_help_is_shown() -> None:
    for words in ((), ("catalog",)):
        result = run(*words)
        assert result.exit_code == 2
        assert result.stderr.startswith("Usage: tilewright") and "Examples:" in result.stderr
        assert "tilewright: " not in result.stderr


def test_a_board_without_pieces(tmp_path: Path) -> None:
    result = run("solve", puzzle_file(tmp_path, "##\n##\n"))
    assert result.exit_code == 1 and "the puzzle has a board but no pieces" in result.stderr


def test_costs_are_shown(tmp_path: Path) -> None:
    shown = run("show", "catalog:gold-3x3").stdout
    prices = (
        "Cost per copy: bar -1\nCost of cells: (0, 0) (1, 1) (2, 2) 5 each\n"
        "Cost of placements: bar on (1, 1) (2, 1) 2\n"
    )
    assert shown.endswith("\n" + prices) and prices in run("catalog", "show", "gold-3x3").stdout
    assert "Cost" not in run("show", puzzle_file(tmp_path)).stdout
    body = printed_json(run("show", "catalog:gold-3x3", "--json"))
    assert body["cell_costs"] == [[[0, 0], 5], [[1, 1], 5], [[2, 2], 5]]
    assert body["placement_costs"] == [{"piece": "bar", "cells": [[1, 1], [2, 1]], "cost": 2}]
    assert body["pieces"][0]["cost"] == -1


def test_long_lists_of_costs_are_cut(tmp_path: Path) -> None:
    text = "[legend]\na = { cost = 3 }\n[board]\ndrawing = '" + "a" * 20 + "'\n"
    shown = run("show", puzzle_file(tmp_path, text, "long.toml")).stdout
    assert "(11, 0) and 8 more 3 each\n" in shown and "(12, 0)" not in shown


def test_control_characters_in_names_are_escaped(tmp_path: Path) -> None:
    text = (
        'title = "a\\u001b]0;b"\n[board]\ndrawing = "###"\n'
        '[[pieces]]\nname = "\\u001b[2J"\ndrawing = "#"\ncopies = {}\ncost = 2\n'
    )
    few = puzzle_file(tmp_path, text.format("[0, 2]"), "few.toml")
    many = puzzle_file(tmp_path, text.format("[0, 9]"), "many.toml")
    items = puzzle_file(tmp_path, 'title = "\\u009b2J"\n[cover]\noptions = "a"\nitems = "a"\n', "items.toml")
    for words in (("show", few), ("why", few), ("solve", many), ("show", many), ("show", items)):
        output = run(*words, "--color", "always").output
        assert "\x1b[2J" not in output and "\x1b]" not in output and "\x9b" not in output
        assert output


def test_catalog_export_writes_the_format_of_the_extension(tmp_path: Path) -> None:
    for name, extension in (("sticks-4-5-6", ".dpf"), ("tetrominoes-3x7-hole", ".cdpf"), ("board3", ".txt")):
        out = tmp_path / f"puzzle{extension}"
        assert run("catalog", "export", name, "-o", out).stdout == f"wrote {out}\n"
        assert run("count", out, "--json").exit_code in (0, 1)
    body = printed_json(run("catalog", "export", "catalog:board3", "-o", out, "--json"))
    assert (body["name"], body["output"]) == ("frame-and-plugs", str(out))


def test_catalog_export_keeps_how_copies_are_drawn(tmp_path: Path) -> None:
    """Under motions that do not carry them to each other they are different pieces."""
    out = tmp_path / "crystal.toml"
    assert run("catalog", "export", "snow-crystal", "-o", out).exit_code == 0
    for motions, solutions in (("fixed", 1), ("rotation", 4), ("reflection", 8), ("all", 8)):
        for source in ("catalog:snow-crystal", out):
            body = printed_json(run("count", source, "--motions", motions, "--json"))
            assert body["solutions"] == solutions, (source, motions)


def test_what_catalog_export_cannot_write_is_refused(tmp_path: Path) -> None:
    for words, message in (
        (["soma-cube"], "give -o with the file to write"),
        (["board3", "-o", "-"], "-o requires a file name; for standard output: tilewright convert"),
        (["soma-cub", "-o", tmp_path / "s.dpf"], "the catalogue has no such puzzle; did you mean"),
        (["soma-cube", "-o", tmp_path / "s.pdf"], "is unknown; choose a format"),
        (["soma-cube", "-o", tmp_path / "s.txt"], "drawn on the square lattice, not on cube"),
        (["soma-cube", "-o", tmp_path], "this is a directory"),
    ):
        result = run("catalog", "export", *words)
        assert result.exit_code == 2 and message in result.stderr, (words, result.stderr)
