"""``tilewright verify``: descriptions of faults."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.burrtools_cases import burr
from support.cli import printed_json, puzzle_file, run


def solutions_of(path: Path, folder: Path) -> list[list[dict[str, Any]]]:
    run("solve", path, "--all", "-o", folder / "all.ndjson")
    return [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]


def write(path: Path, solutions: list[list[dict[str, Any]]]) -> Path:
    path.write_text("".join(json.dumps(solution) + "\n" for solution in solutions))
    return path


def test_a_correct_solution_is_confirmed(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    one = write(tmp_path / "one.ndjson", solutions_of(path, tmp_path)[:1])
    result = run("verify", path, one)
    assert (result.exit_code, result.stdout) == (0, "the solution is correct\n")


def test_each_fault_is_a_sentence(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    solutions = solutions_of(path, tmp_path)
    del solutions[1][0]
    solutions[2][0]["piece"] = "unknown"
    wrong = write(tmp_path / "wrong.ndjson", solutions)
    result = run("verify", path, wrong)
    assert result.exit_code == 1
    assert "solution 2: cell (0, 0) is not covered" in result.stdout
    assert "solution 3: there is no piece named 'unknown'" in result.stdout
    assert "2 of 4 solutions are wrong" in result.stdout
    body = printed_json(run("verify", path, wrong, "--json"))
    assert (body["valid"], body["solutions"], body["wrong"]) == (False, 4, 2)
    assert {fault["solution"] for fault in body["faults"]} == {2, 3}
    assert body["faults_total"] == len(body["faults"])


def test_repeated_solutions_are_counted(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    solutions = solutions_of(path, tmp_path)
    result = run("verify", path, write(tmp_path / "twice.ndjson", solutions + solutions[:1]))
    assert result.exit_code == 0
    assert "4 distinct solutions, 1 repetition" in result.stdout


def test_solutions_of_another_puzzle(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    run("solve", path, "--all", "-o", tmp_path / "all.json")
    other = puzzle_file(tmp_path, "####\n####   ##  ##\n#      #   #\n", "other.txt")
    result = run("verify", other, tmp_path / "all.json")
    assert result.exit_code == 1
    assert "for another puzzle" in result.stderr


def test_a_file_without_solutions_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.ndjson"
    empty.write_text("")
    result = run("verify", puzzle_file(tmp_path), empty)
    assert result.exit_code == 2
    assert "this file contains no solutions" in result.stderr


def test_assemblies_in_a_burrtools_file(tmp_path: Path) -> None:
    saved = "".join(
        f"<solution><assembly>{words}</assembly></solution>"
        for words in ("0 0 0 0 2 0 0 0", "1 0 0 0 0 0 0 0")
    )
    text = burr("3x1x1 ###", "2x1x1 ##", "1x1x1 #", rest=f"<solutions>{saved}</solutions>")
    path = puzzle_file(tmp_path, text, "bars.xmpuzzle")
    for lattice in ("cube", "square"):
        result = run("verify", path, path, "--lattice", lattice)
        assert (result.exit_code, result.stdout) == (0, "all 2 solutions are correct\n")
    longer = burr("4x1x1 ####", "2x1x1 ##", "1x1x1 #", rest="<solutions/>").replace("count=", 'min="0" max=')
    body = printed_json(run("verify", puzzle_file(tmp_path, longer, "longer.xmpuzzle"), path, "--json"))
    assert (body["valid"], body["solutions"], body["wrong"]) == (False, 2, 2)
    assert body["faults"][0] == {"solution": 1, "fault": "cell (3, 0) is not covered"}
    none = run("verify", path, puzzle_file(tmp_path, longer, "none.xmpuzzle"))
    assert none.exit_code == 2 and "none.xmpuzzle: this file contains no solutions" in none.stderr
    other = run("verify", path, puzzle_file(tmp_path, "<html>", "page"))
    assert other.exit_code == 2 and "expected JSON, NDJSON or one of xmpuzzle" in other.stderr


def test_a_broken_file_is_refused_with_its_place(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    solutions_of(path, tmp_path)
    text = (tmp_path / "all.ndjson").read_text()
    broken = tmp_path / "broken.ndjson"
    broken.write_text(text[: len(text) - 20])
    result = run("verify", path, broken, "--json")
    assert result.exit_code == 2
    assert printed_json(result)["error"]["line"] == 4
    assert f"{broken}, line 4, column " in result.stderr


def test_valid_solutions_are_kept(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    solutions = solutions_of(path, tmp_path)
    good = [solutions[0], solutions[3]]
    del solutions[1][0]
    solutions[2][0]["piece"] = "unknown"
    mixed = write(tmp_path / "mixed.ndjson", solutions)
    out = tmp_path / "good.ndjson"
    result = run("verify", path, mixed, "--keep-valid", "-o", out)
    assert result.exit_code == 1
    assert result.stdout.endswith(f"2 of 4 solutions are wrong\nwrote {out}: 2 solutions\n")
    assert [json.loads(line) for line in out.read_text().splitlines()] == good
    assert run("verify", path, out).stdout == "all 2 solutions are correct\n"
    body = printed_json(run("verify", path, mixed, "--keep-valid", "-o", tmp_path / "good.txt", "--json"))
    assert (body["wrong"], body["output"]) == (2, str(tmp_path / "good.txt"))
    assert (tmp_path / "good.txt").read_text().count("solution") == 2


def test_what_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path)
    one = write(tmp_path / "one.ndjson", solutions_of(path, tmp_path)[:1])
    out = tmp_path / "good.ndjson"
    for options in (["--keep-valid"], ["-o", out]):
        result = run("verify", path, one, *options)
        assert result.exit_code == 2 and "--keep-valid and -o require each other" in result.stderr
    for target, message in (
        (one, "this is an input file"),
        (path, "this is an input file"),
        (tmp_path / "good.svg", "expected one of .txt, .json, .ndjson"),
    ):
        result = run("verify", path, one, "--keep-valid", "-o", target)
        assert result.exit_code == 2 and message in result.stderr
    empty = tmp_path / "empty.ndjson"
    empty.write_text("")
    result = run("verify", path, empty, "--keep-valid", "-o", out)
    assert result.exit_code == 2 and "contains no solutions" in result.stderr and not out.exists()
