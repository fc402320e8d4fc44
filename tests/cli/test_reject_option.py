"""``--reject crossings`` agrees with puzzles that exclude crossings; ``--mirrors``."""

from __future__ import annotations

from functools import wraps
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.cli import printed_json, puzzle_file, run
from tilewright.formats import save
from tilewright.model.lattices import STICK
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.solving import api


def grid(width: int, height: int) -> list[tuple[int, int]]:
    """All sticks of a grid of squares."""
    level = [(x, y) for x in range(1, 2 * width, 2) for y in range(0, 2 * height + 1, 2)]
    upright = [(x, y) for x in range(0, 2 * width + 1, 2) for y in range(1, 2 * height, 2)]
    return level + upright


SHAPES = {
    "I2": [(1, 0), (3, 0)],
    "L2": [(1, 0), (2, 1)],
    "T3": [(1, 0), (3, 0), (2, 1)],
    "I3": [(1, 0), (3, 0), (5, 0)],
    "X4": [(1, 2), (3, 2), (2, 1), (2, 3)],
    "i": [(1, 0)],
}


def sticks(width: int, height: int, **copies: tuple[int, int]) -> Puzzle:
    pieces = tuple(Piece.of(name, SHAPES[name], lattice=STICK, copies=copy) for name, copy in copies.items())
    return Puzzle(Board.of(grid(width, height)), pieces, lattice=STICK)


def files(folder: Path, puzzle: Puzzle) -> tuple[Path, Path]:
    """The puzzle with crossings allowed, and with crossings kept out."""
    free, strict = folder / "free.toml", folder / "strict.toml"
    save(puzzle, free)
    strict.write_text("crossings = false\n" + free.read_text())
    return free, strict


def test_both_ways_agree(tmp_path: Path) -> None:
    free, strict = files(tmp_path, sticks(3, 3, I2=(0, 12), L2=(0, 12)))
    all_of_them = printed_json(run("count", free, "--unique", "--json"))
    kept = printed_json(run("count", free, "--unique", "--reject", "crossings", "--json"))
    known = printed_json(run("count", strict, "--unique", "--json"))
    assert (all_of_them["solutions"], all_of_them["up_to_symmetry"]) == (1088, 184)
    assert (kept["solutions"], kept["up_to_symmetry"]) == (784, 132)
    assert (known["solutions"], known["up_to_symmetry"]) == (784, 132)
    plain = printed_json(run("count", free, "--reject", "crossings", "--json"))
    assert kept["rejected"] == plain["rejected"] == 1088 - 784 and "rejected" not in known
    assert plain["solutions"] == 784
    for puzzle in (free, strict):  # of both all solutions are listed, with crossings
        result = run("count", puzzle, "--reject", "crossings")
        assert result.stdout.startswith("784 solutions   ")
        assert result.stdout.endswith("\nrejected because of crossings: 304 of 1,088 solutions\n")
    assert plain["rejected_up_to_symmetry"] is None and kept["rejected_up_to_symmetry"] == 184 - 132
    result = run("count", free, "--unique", "--reject", "crossings")
    assert (
        "\nrejected because of crossings: 304 of 1,088 solutions (52 of 184 up to symmetry)\n"
        in result.stdout
    )


@pytest.mark.parametrize("command", [["count"], ["solve", "--all"]])
def test_one_engine_with_and_without_symmetry(
    tmp_path: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Left to the planner, the graph of states may win where any solution may be listed."""
    free, _ = files(tmp_path, sticks(3, 3, I2=(0, 12), L2=(0, 12)))
    words = [command[0], free, *command[1:], "--reject", "crossings", "--json"]
    engines: list[str | None] = []
    solve = api.solve

    @wraps(solve)
    def recorded(*given: Any, engine: str | None, **more: Any) -> api.Answer:
        engines.append(engine)
        answer: api.Answer = solve(*given, engine=engine, **more)
        return answer

    monkeypatch.setattr(api, "solve", recorded)
    plain, unique = (printed_json(run(*words, *more)) for more in ([], ["--unique"]))
    assert engines == [plain["engine"], unique["engine"]]
    for key in ("engine", "engine_reason", "nodes", "rejected", "solutions"):
        assert plain[key] == unique[key]
    assert plain["tried"] == unique["tried"]
    named = printed_json(run(*words, "--engine", "dancing-cells"))
    assert (named["engine"], named["rejected"]) == ("dancing-cells", 304)


@given(
    st.integers(1, 3),
    st.dictionaries(st.sampled_from(sorted(SHAPES)), st.integers(1, 4), min_size=1, max_size=4),
    st.booleans(),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_rejecting_crossings_agrees_with_excluding_them(
    tmp_path: Path,
    height: int,
    copies: dict[str, int],
    unique: bool,  # noqa: FBT001
) -> None:
    puzzle = sticks(2, height, **{name: (0, most) for name, most in copies.items()})
    free, strict = files(tmp_path, puzzle)
    more = ["--unique"] if unique else []
    kept, known = tmp_path / "kept.ndjson", tmp_path / "known.ndjson"
    codes = [
        run("solve", free, "--all", "--reject", "crossings", "-o", kept, *more).exit_code,
        run("solve", strict, "--all", "-o", known, *more).exit_code,
    ]
    assert codes in ([0, 0], [1, 1])
    assert sorted(kept.read_text().splitlines()) == sorted(known.read_text().splitlines())


@pytest.mark.parametrize("command", [["count"], ["count", "--unique"], ["solve"], ["solve", "--all"]])
def test_the_size_of_the_matrix_is_that_of_the_search(command: list[str], tmp_path: Path) -> None:
    """A board of 3 by 3 squares has 24 edges; items for crossings are missing, as pieces may cross."""
    free, _ = files(tmp_path, sticks(3, 3, I2=(0, 12)))
    body = printed_json(run(*command, free, "--reject", "crossings", "--json"))
    assert body["matrix"]["columns"] == 24


def test_a_limit_counts_what_was_kept(tmp_path: Path) -> None:
    free, strict = files(tmp_path, sticks(3, 3, I2=(0, 12), L2=(0, 12)))
    one = run("solve", free, "--reject", "crossings", "-o", tmp_path / "one.json")
    assert one.exit_code == 0 and one.stdout.startswith("found a solution (use --all to list every solution)")
    assert run("verify", strict, tmp_path / "one.json").exit_code == 0
    some = run("solve", free, "--reject", "crossings", "--limit", 300, "-o", tmp_path / "some.ndjson")
    assert some.exit_code == 0 and "--limit 300 ended the search" in some.stderr
    assert (tmp_path / "some.ndjson").read_text().count("\n") == 300
    assert run("verify", strict, tmp_path / "some.ndjson").stdout == "all 300 solutions are correct\n"
    body = printed_json(run("count", free, "--reject", "crossings", "--limit", 20, "--json"))
    assert (body["solutions"], body["status"], body["reject"]) == (20, "limit", "crossings")
    assert "reject" not in printed_json(run("count", strict, "--json"))
    short = printed_json(run("count", free, "--reject", "crossings", "--nodes", 500, "--json"))
    assert short["status"] == "limit" and short["solutions"] < 784


def test_resuming_outputs_the_earlier_solutions_again(tmp_path: Path) -> None:
    free, _ = files(tmp_path, sticks(3, 3, I2=(0, 12), L2=(0, 12)))
    keep, out = tmp_path / "state", tmp_path / "out.ndjson"
    words = ["solve", free, "--all", "--reject", "crossings", "-o", out]
    assert run(*words, "--nodes", 1500, "--checkpoint", keep).exit_code == 3
    assert 0 < out.read_text().count("\n") < 784
    assert run(*words, "--resume", keep).exit_code == 0
    assert len(set(out.read_text().splitlines())) == 784


def refused(result: Result, words: str) -> None:
    assert result.exit_code == 2 and words in result.stderr and "Traceback" not in result.output


def test_incompatible_options_are_refused(tmp_path: Path) -> None:
    free, _ = files(tmp_path, sticks(2, 1, I2=(0, 5), i=(0, 7)))
    reject = ["--reject", "crossings"]
    refused(run("count", puzzle_file(tmp_path), *reject), "pieces cannot cross")
    refused(run("count", puzzle_file(tmp_path, "a\na\n", "a.dlx"), *reject), "pieces cannot cross")
    refused(run("count", free, *reject, "--labelled"), "--labelled")
    refused(run("count", free, *reject, "--engine", "kasteleyn"), "kasteleyn only counts")
    refused(run("count", free, *reject, "--order", "i"), "--order")
    refused(run("count", free, *reject, "--by", "i"), "--by and --reject")
    refused(run("count", free, *reject, "--modulo", 7), "--modulo and --reject")
    refused(run("count", free, "--reject", "corners"), "'corners' is not")
    assert run("count", free, *reject, "--engine", "frontier").exit_code == 0


PAIR = """
lattice = "cube"
motions = "rotation"
[board]
cells = [[0,0,0],[1,0,0],[2,0,0],[0,1,0],[1,1,0],[2,1,0],[0,0,1],[1,0,1],[2,0,1],[0,1,1],[1,1,1],[2,1,1]]
[[pieces]]
name = "left"
cells = [[0,0,0],[1,0,0],[0,1,0],[1,0,1]]
copies = [0, 3]
[[pieces]]
name = "right"
cells = [[0,0,0],[1,0,0],[0,1,0],[0,1,1]]
copies = [0, 3]
[[pieces]]
name = "O"
cells = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]]
copies = [0, 3]
"""


def test_mirrors_different_counts_rotations_only(tmp_path: Path) -> None:
    """A board with four rotations and four reflections, and pieces that are their own mirror images."""
    bars = "####\n####\n####\n####\n\n" + "##  " * 8
    path = puzzle_file(tmp_path, bars, "bars.txt")
    for motions in ("rotation", "all"):
        entries = [
            printed_json(run("count", path, "--motions", motions, "--unique", "--json", *mirrors))
            for mirrors in ((), ("--mirrors", "same"), ("--mirrors", "different"))
        ]
        # A004003(2) is 36; 9 classes under all eight motions, 12 under rotations
        assert [body["up_to_symmetry"] for body in entries] == [9, 9, 12]
        assert [body["symmetries"]["mirrors"] for body in entries] == [4, 4, 0]


@pytest.mark.parametrize("word", ["", 'mirror_images = "same"\n', 'mirror_images = "different"\n'])
def test_mirrors_decides_whether_mirror_images_are_the_same(tmp_path: Path, word: str) -> None:
    path = puzzle_file(tmp_path, word + PAIR, "pair.toml")
    plain = run("count", path, "--unique").stdout
    same = printed_json(run("count", path, "--unique", "--mirrors", "same", "--json"))
    different = printed_json(run("count", path, "--unique", "--mirrors", "different", "--json"))
    assert same["solutions"] == different["solutions"] > 0
    assert same["up_to_symmetry"] < different["up_to_symmetry"] <= 2 * same["up_to_symmetry"]
    assert same["symmetries"]["mirrors"] == same["symmetries"]["turns"] > 0
    assert different["symmetries"]["mirrors"] == 0
    fields = same if "same" in word else different  # without a word each of these pieces keeps to itself
    assert f"({fields['up_to_symmetry']:,} up to symmetry" in plain
    listed = run("solve", path, "--all", "--unique", "--mirrors", "same", "-o", tmp_path / "a.ndjson")
    assert listed.exit_code == 0
    assert (tmp_path / "a.ndjson").read_text().count("\n") == same["up_to_symmetry"]
    assert run("estimate", path, "--unique", "--mirrors", "same").exit_code == 0
    for command in ("count", "solve", "estimate"):
        refused(run(command, path, "--mirrors", "same"), "--mirrors requires --unique")


def test_verify_keeps_the_solutions_without_crossings(tmp_path: Path) -> None:
    free, strict = files(tmp_path, sticks(3, 3, I2=(0, 12), L2=(0, 12)))
    everything, out = tmp_path / "all.ndjson", tmp_path / "good.ndjson"
    run("solve", free, "--all", "-o", everything)
    result = run("verify", strict, everything, "--keep-valid", "-o", out)
    assert result.exit_code == 1
    assert f"304 of 1,088 solutions are wrong\nwrote {out}: 784 solutions\n" in result.stdout
    assert run("verify", strict, out).exit_code == 0


def test_sticks_in_compact_dpf(tmp_path: Path) -> None:
    """Written, read again and rejected, they have the counts of the puzzle of sticks."""
    free, strict = files(tmp_path, sticks(3, 3, I2=(6, 6), L2=(6, 6)))
    allowed, out = (printed_json(run("count", path, "--json"))["solutions"] for path in (free, strict))
    assert 0 < out < allowed
    for source in (free, strict):
        target = tmp_path / f"{source.stem}.cdpf"
        result = run("convert", source, target)
        assert result.exit_code == 0
        assert ("cannot express that pieces must not cross" in result.stderr) == (source == strict)
        assert printed_json(run("count", target, "--json"))["solutions"] == allowed
        confirmed = run("count", target, "--reject", "crossings", "--confirm")
        assert confirmed.exit_code == 0 and "\nconfirmed by " in confirmed.stdout
        body = printed_json(run("count", target, "--reject", "crossings", "--json"))
        assert (body["solutions"], body["rejected"]) == (out, allowed - out)
    listed = run("solve", target, "--all", "--reject", "crossings", "-o", tmp_path / "kept.ndjson")
    assert listed.exit_code == 0 and (tmp_path / "kept.ndjson").read_text().count("\n") == out
