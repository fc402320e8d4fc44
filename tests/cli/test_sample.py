"""``tilewright sample``: the number of solutions, the total and the seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import NOTHING_FITS, dominoes, printed_json, puzzle_file, run
from tilewright.formats import load
from tilewright.formats.solutions import open_solutions
from tilewright.model.verification import is_solution
from tilewright.solving.answers import Sample
from tilewright.solving.steps import Status


def test_one_solution_is_drawn_unless_more_are_asked_for(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    result = run("sample", path)
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout.count("┌───────┬───────┐\n") == 1
    assert "\n1 solution drawn from 4   " in result.stdout
    many = run("sample", path, "-n", 5)
    assert many.stdout.count("┌───────┬───────┐\n") == 5 and "5 solutions drawn from 4   " in many.stdout


def test_the_same_seed_gives_the_same_sample(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, dominoes(6, 6))

    def drawn(*words: object) -> object:
        return printed_json(run("sample", path, "-n", 8, "--json", *words))["found"]

    first = drawn("--seed", 7)
    assert first == drawn("--seed", 7) == drawn("--seed", 7, "--threads", 1)
    assert first != drawn("--seed", 8)
    assert drawn() == drawn("--seed", 0)


def test_every_solution_is_drawn_eventually(tmp_path: Path) -> None:
    """Of 4 solutions each is drawn about 100 times in 400; less than 50 has a chance below 10^-8."""
    body = printed_json(run("sample", puzzle_file(tmp_path), "-n", 400, "--seed", 1, "--json"))
    tally: dict[str, int] = {}
    for solution in body["found"]:
        tally[str(solution)] = tally.get(str(solution), 0) + 1
    assert len(tally) == 4 and min(tally.values()) >= 50


def test_the_object(tmp_path: Path) -> None:
    body = printed_json(run("sample", puzzle_file(tmp_path), "-n", 3, "--seed", 9, "--json"))
    assert (body["status"], body["drawn"], body["solutions"], body["seed"]) == ("complete", 3, 4, 9)
    assert len(body["found"]) == 3 and body["output"] is None


@pytest.mark.parametrize("suffix", [".json", ".ndjson", ".txt", ".svg", ".png"])
def test_output_files(tmp_path: Path, suffix: str) -> None:
    path, out = puzzle_file(tmp_path), tmp_path / f"out{suffix}"
    result = run("sample", path, "-n", 3, "-o", out)
    assert result.exit_code == 0, result.output
    assert f"wrote {out}: 3 solutions\n" in result.stdout
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([path.name, out.name])
    if "json" in suffix:
        with open_solutions(out) as reader:
            solutions = list(reader)
        assert len(solutions) == 3 and all(is_solution(load(path), solution) for solution in solutions)
    body = printed_json(run("sample", path, "-n", 3, "-o", out, "--json"))
    assert body["output"] == str(out) and "found" not in body and body["drawn"] == 3


def test_a_picture_holds_as_many_as_its_sheet(tmp_path: Path) -> None:
    out = tmp_path / "out.svg"
    result = run("sample", puzzle_file(tmp_path), "-n", 7, "-o", out, "--sheet", 4)
    assert "4 solutions, 3 more left out" in result.stdout
    assert "first 4 of 7 solutions" in out.read_text()


def test_no_solution(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, NOTHING_FITS)
    result = run("sample", path, "-n", 3)
    assert result.exit_code == 1 and "no solution exists" in result.stdout
    body = printed_json(run("sample", path, "--json"))
    assert (body["status"], body["drawn"], body["solutions"], body["found"]) == ("complete", 0, 0, [])


def test_a_limit_gives_no_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Sample(Status.LIMIT, (), None, 5, 0.5, 0.25, "frontier", "why", "the memory was not enough")
    monkeypatch.setattr("tilewright.solving.api.sample", lambda puzzle, number, **asked: answer)
    result = run("sample", puzzle_file(tmp_path))
    assert result.exit_code == 3
    assert "no solution drawn: 25% of the search done" in result.stdout
    assert "the memory was not enough" in result.stderr and "exists" not in result.output
    body = printed_json(run("sample", puzzle_file(tmp_path), "--json"))
    assert (body["status"], body["solutions"], body["note"]) == ("limit", None, "the memory was not enough")


@pytest.mark.parametrize(
    "words",
    [
        ["-n", "0"],
        ["-n", "-3"],
        ["-n", "many"],
        ["-n", "1.5"],
        ["-n", ""],
        ["-n", "2M"],
        ["--seed", "-1"],
        ["--seed", "lucky"],
        ["--seed", "99999999999999999999"],
        ["--memory", "1"],
        ["--sheet", "0"],
        ["--all"],
        ["-o", "out"],
    ],
)
def test_usage(tmp_path: Path, words: list[str]) -> None:
    path = puzzle_file(tmp_path)
    result = run("sample", path, *words)
    assert result.exit_code == 2
    assert "Usage: tilewright sample" in result.stderr and "Traceback" not in result.output
    assert printed_json(run("sample", path, "--json", *words))["error"]["kind"] == "usage"


def test_a_missing_file_of_items_is_refused() -> None:
    result = run("sample", "no-such-puzzle.txt")
    assert result.exit_code == 2 and "no such file" in result.stderr
