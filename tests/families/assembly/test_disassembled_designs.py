"""``tilewright disassemble`` of designers' puzzles, against what BurrTools found."""

from __future__ import annotations

import pytest

from support.cli import printed_json, run
from support.shared_files import shared_file


@pytest.mark.parametrize(
    ("file", "assemblies", "levels"),
    [
        ("AlPackino", 1, ["1.1.1.1.1.2.1.3.1.2.1.2"]),
        ("CubeInCage", 96, ["4.9.3"]),
        ("closed-box", 2, ["15.6.2"]),
        ("magic-drawer", 35, ["12", "6.1.2", "6.1.2", "3.1.2", "2.2", "2.1.2"]),
        ("key-trap", 68, ["26.4.5.1.2"]),
        ("gargamel", 7680, ["62.3.2.2.3.2.3"]),
        ("misused-key", 235, ["7.21.8.2.5.2"] * 2 + ["6.22.7.2.5.2"] * 2),
        ("burrloop", 192, ["7"] * 12),
        ("five-pieces", 502, ["12.2.2.2.2"]),
        ("two-face-3", 22016, ["20.2.2.2.1.3"]),
        ("moiras-cube", 700, ["43.2.6.2.1.1.1.1.1.2.1.2"]),
    ],
)
def test_files_of_designers_have_the_levels_that_burrtools_found(
    file: str, assemblies: int, levels: list[str]
) -> None:
    path = shared_file(f"burrtools/{file}.xmpuzzle")
    body = printed_json(run("disassemble", path, "--all", "--json"))
    assert (body["assemblies"], body["levels"], body["proven"]) == (assemblies, levels, True)


@pytest.mark.parametrize(
    ("file", "numbers", "verdicts"),
    [
        ("DiagonalCube", [1], {"locked": 1}),
        ("BrokenSticks", [2], {"these_moves": 1}),
        ("HexSticks", [2, 27], {"locked": 31}),
        ("FourPieceTetrahedron", [1], {}),
    ],
)
def test_designs_come_apart_along_lines_that_are_no_shortest_translations(
    file: str, numbers: list[int], verdicts: dict[str, int]
) -> None:
    path = shared_file(f"burrtools/{file}.xmpuzzle")
    body = printed_json(run("disassemble", path, "--problem", 1, "--all", "--json"))
    assert (body["numbers"], body["verdicts"]) == (numbers, verdicts)
    assert body["assemblies"] == len(numbers) + sum(verdicts.values())
    assert body["proven"] == ("these_moves" not in verdicts)


def test_what_was_not_tried_is_not_counted_as_decided() -> None:
    path = shared_file("burrtools/BrokenSticks.xmpuzzle")
    counted = printed_json(run("count", path, "--problem", 1, "--only", "disassemblable", "--json"))
    assert (counted["up_to_symmetry"], counted["undecided"], counted["status"]) == (1, 1, "limit")
    result = run("disassemble", path, "--problem", 1, "--solution", 1)
    assert result.exit_code == 3
    assert result.stdout.startswith("assembly 1 does not come apart by the moves that were tried")
    assert "not tried: rotations, several groups at once, parts of a step" in result.stdout


def test_levels_of_equal_length_are_those_of_burrtools() -> None:
    dip = shared_file("burrtools/chocolate-dip.xmpuzzle")
    body = printed_json(run("disassemble", dip, "--all", "--json"))
    levels = body["levels"]
    assert (body["assemblies"], len(levels), levels[0]) == (960, 21, "13.1.2.2.3")
    assert (levels.count("3.4.2.3.3"), levels.count("3.4.3.3")) == (6, 5)
    prisms = shared_file("burrtools/Prisgon.xmpuzzle")
    for problem, expected in ((1, "9.6.4.2.2.2.1.2"), (2, "9.5.1.1.2.2.2")):
        body = printed_json(run("disassemble", prisms, "--problem", problem, "--all", "--json"))
        assert (body["assemblies"], body["levels"]) == (1, [expected])
