"""``tilewright count --by PIECE`` and ``--modulo P``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.cli import dominoes, printed_json, puzzle_file, run

MATCHINGS = "catalog:monomer-dimer-4x4"
COUNTS = [[0, 1], [1, 24], [2, 224], [3, 1044], [4, 2593], [5, 3388], [6, 2150], [7, 552], [8, 36]]
"""OEIS A242861, n = 4."""


def monomers_and_dimers(folder: Path, size: int) -> Path:
    lines = "\n".join("#" * size for _ in range(size))
    text = f'[board]\ndrawing = """\n{lines}\n"""\n'
    for name, drawing in (("I1", "#"), ("I2", "##")):
        text += f'[[pieces]]\nname = "{name}"\ndrawing = "{drawing}"\ncopies = [0, {size * size}]\n'
    return puzzle_file(folder, text, f"matchings{size}.toml")


def test_the_table() -> None:
    result = run("count", MATCHINGS, "--by", "I2")
    assert result.exit_code == 0 and result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == "copies of I2   solutions"
    assert [[int(word.replace(",", "")) for word in line.split()] for line in lines[1:-1]] == COUNTS
    assert {len(line) for line in lines[:-1]} == {len(lines[0])}
    assert re.fullmatch(r"10,012 solutions   \d.* s, [\d,]+ states, frontier", lines[-1])


def test_the_object() -> None:
    body = printed_json(run("count", MATCHINGS, "--by", "I2", "--json"))
    assert body["by"] == {"piece": "I2", "counts": COUNTS}
    assert (body["solutions"], body["status"], body["engine"]) == (10012, "complete", "frontier")


def test_only_numbers_that_occur_are_listed() -> None:
    body = printed_json(run("count", MATCHINGS, "--by", "O1", "--json"))
    assert body["by"]["counts"] == [[16 - 2 * k, number] for k, number in reversed(COUNTS)]


def test_numbers_that_a_float_cannot_hold_are_also_given_as_text(tmp_path: Path) -> None:
    body = printed_json(run("count", monomers_and_dimers(tmp_path, 8), "--by", "I1", "--json"))
    assert [[k, int(text)] for k, text in body["by"]["counts_text"]] == body["by"]["counts"]
    assert body["solutions_text"] == "179788343101980135"  # OEIS A028420, n = 8


def test_without_solutions(tmp_path: Path) -> None:
    """Four dominoes and a board of 9 cells."""
    path = puzzle_file(tmp_path, dominoes(3, 3))
    result = run("count", path, "--by", "I2")
    assert result.exit_code == 1 and result.stdout.startswith("no solution exists   ")
    assert "the pieces have only 8 cells" in result.stderr
    assert printed_json(run("count", path, "--by", "I2", "--json"))["by"]["counts"] == []


def test_a_limit_prints_no_table(tmp_path: Path) -> None:
    path, keep = monomers_and_dimers(tmp_path, 8), tmp_path / "state"
    cut = run("count", path, "--by", "I1", "--nodes", 300, "--checkpoint", keep)
    assert cut.exit_code == 3 and cut.stdout.startswith("not counted: ") and "copies of" not in cut.stdout
    assert "the search had done nothing yet that could be resumed" in cut.stderr  # no place is complete
    rest = run("count", path, "--by", "I1", "--resume", keep)
    assert rest.exit_code == 0 and "179,788,343,101,980,135 solutions" in rest.stdout
    other = run("count", path, "--by", "I2", "--resume", keep)
    assert other.exit_code == 2 and "another question" in other.stderr


def test_an_unknown_piece_is_refused() -> None:
    result = run("count", MATCHINGS, "--by", "X", "--json")
    assert result.exit_code == 2
    assert printed_json(result)["error"] == {
        "kind": "unsupported",
        "message": "there is no piece 'X' in this puzzle; there are I2, O1",
    }


def test_modulo() -> None:
    result = run("count", MATCHINGS, "--modulo", 1000)
    assert result.exit_code == 0
    line = r"the number of solutions is 12 modulo 1,000   \d.* s, [\d,]+ states, profile-sweep\n"
    assert re.fullmatch(line, result.stdout)
    for engine in ("frontier", "profile-sweep"):
        body = printed_json(run("count", MATCHINGS, "--modulo", "1_000", "--json", "--engine", engine))
        assert (body["modulus"], body["residue"], body["solutions"]) == (1000, 12, None)
        assert body["engine"] == engine


def test_a_residue_of_zero_is_a_solution_found(tmp_path: Path) -> None:
    result = run("count", MATCHINGS, "--modulo", 1)
    assert result.exit_code == 0 and result.stdout.startswith("the number of solutions is 0 modulo 1 ")
    odd = puzzle_file(tmp_path, dominoes(3, 3))
    none = run("count", odd, "--modulo", 5)
    assert none.exit_code == 1 and none.stdout.startswith("no solution exists")
    assert printed_json(run("count", odd, "--modulo", 5, "--json"))["solutions"] == 0


def test_the_largest_modulus() -> None:
    assert printed_json(run("count", MATCHINGS, "--modulo", 2**63 - 1, "--json"))["residue"] == 10012


@pytest.mark.parametrize("modulus", ["0", "-7", "nine", "", "1.5", str(2**63), "9" * 5000, "٣"])
def test_invalid_moduli_are_refused(modulus: str) -> None:
    result = run("count", MATCHINGS, f"--modulo={modulus}")
    assert result.exit_code == 2
    assert "'--modulo'" in result.stderr and "bug" not in result.stderr


@pytest.mark.parametrize("asked", [["--by", "I2"], ["--modulo", "7"]])
@pytest.mark.parametrize("other", [["--unique"], ["--labelled"], ["--limit", "3"], ["--engine", "dense"]])
def test_options_that_a_sweep_cannot_answer_are_refused(asked: list[str], other: list[str]) -> None:
    result = run("count", MATCHINGS, *asked, *other)
    assert result.exit_code == 2 and asked[0] in result.stderr and other[0].lstrip("-") in result.stderr


def test_by_and_modulo_cannot_be_combined() -> None:
    result = run("count", MATCHINGS, "--by", "I2", "--modulo", 7)
    assert result.exit_code == 2 and "--by and --modulo cannot be combined" in result.stderr
