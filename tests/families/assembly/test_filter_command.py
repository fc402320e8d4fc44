"""``--only disassemblable``: the same assemblies and levels as ``disassemble``."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.burrtools_cases import BOX, CHEST, burr
from support.cli import printed_json, run
from tilewright import Solution, count, load_puzzle, solve
from tilewright.formats.burrtools_reader import saved_problems
from tilewright.model.levels import levels_text

ONLY = ("--only", "disassemblable")


@pytest.fixture
def box(tmp_path: Path) -> Path:
    path = tmp_path / "box.xmpuzzle"
    path.write_text(BOX, encoding="utf-8")
    return path


@pytest.fixture
def chest(tmp_path: Path) -> Path:
    path = tmp_path / "chest.xmpuzzle"
    path.write_text(CHEST, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["box", "chest"])
def test_counts_and_levels_are_those_of_disassemble(name: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(name)
    apart = printed_json(run("disassemble", path, "--all", "--json", "--sort", "number"))
    counted = printed_json(run("count", path, *ONLY, "--json"))
    solved = printed_json(run("solve", path, "--all", *ONLY, "--json"))
    for body in (counted, solved):
        assert (body["examined"], body["up_to_symmetry"]) == (apart["assemblies"], apart["solutions"])
        assert (body["by_level"], body["undecided"]) == (apart["by_level"], 0)
    assert solved["solution_levels"] == apart["levels"] and len(solved["found"]) == apart["solutions"]


def test_all_images_and_labelled_copies_are_counted(chest: Path, tmp_path: Path) -> None:
    body = printed_json(run("count", chest, *ONLY, "--json"))
    assert (body["solutions"], body["up_to_symmetry"]) == (16, 4)
    assert body["symmetries"] == {"turns": 4, "mirrors": 4}
    path = tmp_path / "bars.xmpuzzle"
    path.write_text(burr("3x2x1 ######", "3x1x1 ###").replace('count="1"', 'count="2"'), encoding="utf-8")
    body = printed_json(run("count", path, *ONLY, "--lattice", "cube", "--labelled", "--json"))
    assert (body["solutions"], body["labelled"], body["up_to_symmetry"]) == (1, 2, 1)


def test_solutions_have_their_level_in_text(chest: Path) -> None:
    result = run("solve", chest, "--all", *ONLY, "--sort", "level")
    captions = [line for line in result.stdout.splitlines() if line.startswith("level ") and "." in line]
    assert captions == ["level 1.3", "level 1.3", "level 1.2", "level 1.2"]
    motions = "4 rotations and 4 reflections of the board that keep the cells to fill"
    assert f"16 solutions, 4 of 19 up to symmetry ({motions})   " in result.stdout
    assert "    1           4   1.3 (2), 1.2 (2)" in result.stdout
    first = run("solve", chest, *ONLY)
    assert first.exit_code == 0 and "found a solution (use --all" in first.stdout


def test_a_range_of_levels(box: Path) -> None:
    body = printed_json(run("solve", box, "--all", *ONLY, "--min-level", 2, "--sort", "level", "--json"))
    assert (body["min_level"], body["solution_levels"]) == (2, ["2.3", "2.2", "2.2"])
    low = printed_json(run("count", box, *ONLY, "--max-level", 1, "--json"))
    assert low["up_to_symmetry"] == 33 and low["examined"] == body["examined"]
    none = run("count", box, *ONLY, "--min-level", 3)
    assert none.exit_code == 1 and none.stdout.startswith("0 solutions, 0 of 96 up to symmetry")


def test_the_python_functions_find_the_same(box: Path) -> None:
    body = printed_json(run("solve", box, "--all", *ONLY, "--min-level", 2, "--sort", "level", "--json"))
    puzzle = load_puzzle(box)
    counted = count(puzzle, only="disassemblable", min_level=2)
    assert counted.kept is not None
    assert (counted.kept.examined, counted.up_to_symmetry) == (body["examined"], body["up_to_symmetry"])
    solutions: list[Solution] = []
    solved = solve(puzzle, sink=solutions.append, only="disassemblable", min_level=2, sort="level")
    assert solved.kept is not None
    assert [levels_text(levels) for levels in solved.kept.levels] == body["solution_levels"]
    assert [one.to_dict()["placements"] for one in solutions] == body["found"]


def test_assemblies_are_written_with_their_moves(box: Path, tmp_path: Path) -> None:
    output, lines = tmp_path / "out.xmpuzzle", tmp_path / "out.ndjson"
    words = (*ONLY, "--min-level", 2, "--sort", "level", "-o", output, "-o", lines)
    result = run("solve", box, "--all", *words)
    assert result.exit_code == 0 and f"wrote {output}: 3 solutions" in result.stdout
    (problem,) = saved_problems(output.read_text(encoding="utf-8"))
    separations = [one.separation for one in problem.assemblies]
    assert [len(one.states) - 1 for one in separations if one is not None] == [2, 2, 2]
    assert len(lines.read_text().splitlines()) == 3


@pytest.mark.usefixtures("ticking_clock")
def test_a_limit_is_of_solutions_that_are_kept(box: Path) -> None:
    result = run("solve", box, "--limit", 2, *ONLY, "--json")
    body = printed_json(result)
    assert (
        result.exit_code == 0
        and len(body["found"]) == 2 == len(body["solution_levels"])
        and body["examined"] < 96
    )
    timed = run("count", box, *ONLY, "--time", "0.1")
    assert timed.exit_code == 3 and "limit" in timed.stderr


def test_wrong_usage(box: Path, tmp_path: Path) -> None:
    for words, said in (
        (["count", box, "--min-level", 2], "--min-level requires --only"),
        (["solve", box, "--sort", "level"], "--sort requires --only"),
        (["solve", box, *ONLY, "--sort", "level"], "--sort requires --all"),
        (["count", box, "--only", "disasemblable"], "did you mean disassemblable"),
        (["count", box, *ONLY, "--confirm"], "--only and --confirm cannot be combined"),
        (["count", box, *ONLY, "--checkpoint", tmp_path / "c"], "use 'tilewright run start'"),
        (["count", box, *ONLY, "--modulo", 7], "--modulo and --only cannot be combined"),
        (["count", box, *ONLY, "--min-level", 3, "--max-level", 2], "--min-level 3 is above"),
        (["count", "catalog:pentominoes-6x10", *ONLY], "taken apart in space only"),
        (["solve", box, *ONLY, "--seed", 1], "--seed and --only cannot be combined"),
        (["solve", box, "-o", tmp_path / "x.xmpuzzle"], "cannot tell the format of"),
    ):
        result = run(*words)
        assert result.exit_code == 2 and said in result.stderr, (words, result.stderr)
