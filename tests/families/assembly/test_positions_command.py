"""``tilewright assembly positions``: numbers, parts, ways, files, limits, errors."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from support.assembly_cases import CAGE, MAZE, assembly
from support.burrtools_cases import CHEST
from support.cli import printed_json, run
from tilewright.families.assembly.survey import Survey, take_all_apart
from tilewright.formats import save

COMMAND = ("assembly", "positions")


@pytest.fixture
def maze(tmp_path: Path) -> Path:
    path = tmp_path / "maze.toml"
    save(assembly(*MAZE)[0], path)
    return path


def test_the_numbers_are_printed(maze: Path) -> None:
    result = run(*COMMAND, maze)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "assembly 1 comes apart: 2" and lines[1] == "A, B:"
    numbers = {line[2:16].strip(): line[16:].split() for line in lines[2:-2]}
    assert {name: words[0] for name, words in numbers.items()} == {
        "positions": "8",
        "moves": "16",
        "ways out": "1",
        "shortest ways": "1",
        "dead ends": "1",
        "no gain": "6",
        "random moves": numbers["random moves"][0],
    }
    assert float(numbers["random moves"][0]) > 2
    assert lines[-2] == "  first to leave: B (2 moves)"


def test_json_has_the_same_numbers(maze: Path) -> None:
    body = printed_json(run(*COMMAND, maze, "--json", "--ways", 3))
    (part,) = body["parts"]
    assert body["number"] == 1 and part["levels"] == [1, 4, 3] and part["level"] == 2
    assert part["first_groups"] == [{"pieces": [1], "moves": 2}]
    assert body["ways"]["all"] and [way["levels"] for way in body["ways"]["disassemblies"]] == ["2"]
    assert printed_json(run(*COMMAND, maze, "--json"))["ways"] is None


def test_each_part_is_surveyed() -> None:
    levels = printed_json(run("disassemble", "catalog:burr-level-5", "--json"))
    body = printed_json(run(*COMMAND, "catalog:burr-level-5", "--parts", "--json"))
    assert [part["pieces"] for part in body["parts"]] == [part["pieces"] for part in levels["separations"]]
    assert [part["level"] for part in body["parts"]] == [len(part["moves"]) for part in levels["separations"]]


def test_ways_are_printed_move_by_move() -> None:
    lines = run(*COMMAND, "catalog:burr-level-9", "--solution", 6, "--ways", 2).stdout.splitlines()
    assert [line for line in lines if line.startswith("way ")] == [
        "way 1: 9.2, 14 moves",
        "way 2: 9.2, 14 moves",
    ]
    assert "the 2 different ways with the fewest moves; there are others" in lines
    every = run(*COMMAND, "catalog:burr-level-9", "--solution", 6, "--ways", 99).stdout
    assert "4 different ways, and no others" in every


def test_a_limit_is_named(maze: Path) -> None:
    result = run(*COMMAND, maze, "--max-positions", 3, "--ways", 2)
    assert result.exit_code == 3 and "and more, not complete" in result.stdout
    assert "dead ends" not in result.stdout and "--max-positions" in result.stderr
    assert "there may be others" in result.stdout


def test_what_does_not_come_apart_is_surveyed(tmp_path: Path) -> None:
    path = tmp_path / "cage.toml"
    save(assembly(*CAGE)[0], path)
    result = run(*COMMAND, path, "--ways", 2)
    assert result.exit_code == 0 and "assembly 1 does not come apart" in result.stdout
    assert "no position has free pieces" in result.stdout and "no way apart" in result.stdout


def test_a_single_piece_and_no_assembly(tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    save(assembly("AA")[0], path)
    result = run(*COMMAND, path, "--ways", 2, "-o", tmp_path / "tree.svg")
    assert result.exit_code == 0 and "single piece or group" in result.stdout
    assert not (tmp_path / "tree.svg").exists()
    none = tmp_path / "none.toml"
    none.write_text(
        'lattice = "cube"\n[board]\ncells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]\n'
        '[[pieces]]\nname = "A"\ncells = [[0, 0, 0], [1, 0, 0]]\n'
    )
    result = run(*COMMAND, none)
    assert (result.exit_code, result.stdout) == (1, "there is no assembly\n")
    assert printed_json(run(*COMMAND, none, "--json"))["parts"] == []


@pytest.mark.parametrize("suffix", [".svg", ".png", ".dot"])
def test_the_tree_is_written(maze: Path, tmp_path: Path, suffix: str) -> None:
    output = tmp_path / f"tree{suffix}"
    result = run(*COMMAND, maze, "-o", output)
    assert result.exit_code == 0 and result.stdout.endswith(f"wrote {output}: 8 positions\n")
    content = output.read_bytes()
    if suffix == ".svg":
        ElementTree.fromstring(content)
    else:
        assert content.startswith(b"\x89PNG" if suffix == ".png" else b"graph positions")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("--solution", 0), "'--solution'"),
        (("--solution", 2), "there is no assembly 2"),
        (("--ways", 0), "'--ways'"),
        (("--max-positions", "many"), "'--max-positions'"),
        (("-o", "tree.gif"), ".svg"),
        (("--problem", "all"), "--problem all"),
    ],
)
def test_bad_options_are_named(maze: Path, words: tuple[Any, ...], fault: str) -> None:
    result = run(*COMMAND, maze, *words)
    assert result.exit_code == 2 and fault in result.stderr


def test_a_puzzle_in_the_plane_is_refused() -> None:
    result = run(*COMMAND, "catalog:pentominoes-6x10")
    assert result.exit_code == 2 and "in space only" in result.stderr


@pytest.mark.event
def test_ctrl_c_prints_what_is_known(maze: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def survey(*words: object, cancel: threading.Event, **given: object) -> Survey:
        try:
            return take_all_apart(*words, cancel=cancel, **given)  # type: ignore[arg-type]
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("tilewright.families.assembly.survey.take_all_apart", survey)
    result = run(*COMMAND, maze, "--ways", 2)
    assert result.exit_code == 130 and "the search was stopped" in result.stderr
    assert "1   and more, not complete" in result.stdout


def test_bars_of_a_file_of_burrtools(tmp_path: Path) -> None:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(CHEST, encoding="utf-8")
    assert run(*COMMAND, path).exit_code == 0
