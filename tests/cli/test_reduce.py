"""``tilewright reduce``: fewer options, the same solutions."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import printed_json, puzzle_file, run
from tilewright import catalogue, formats
from tilewright.formats.to_exact_cover import to_exact_cover_puzzle
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.solving.api import count, optimise


def test_the_removed_options_and_items_are_listed(tmp_path: Path) -> None:
    done = run("reduce", "catalog:reptile-P-2")
    assert done.exit_code == 0
    assert done.stdout.startswith("58 options, 20 items; reduced to 6 options, 6 items")
    assert "46 options  covering an item that other options need" in done.stdout
    assert "9 items  with the same options as another item" in done.stdout


@pytest.mark.parametrize(
    "name", ["reptile-P-2", "reptile-V3-2", "tetrominoes-any-4x4", "priced-pentominoes-5x6"]
)
@pytest.mark.parametrize("suffix", ["dlx", "toml"])
def test_the_reduced_puzzle_has_the_same_count(name: str, suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"smaller.{suffix}"
    assert run("reduce", f"catalog:{name}", "-o", str(out)).exit_code == 0
    puzzle, smaller = catalogue.load(name), formats.load(out)
    assert count(smaller).solutions == count(puzzle).solutions
    if puzzle.has_costs:
        best, other = optimise(puzzle), optimise(smaller)
        assert (best.cost, best.optima) == (other.cost, other.optima)
    if suffix == "toml":  # the other has no names for options
        assert isinstance(smaller, ExactCoverPuzzle)
        assert {o.name for o in smaller.options} <= {o.name for o in to_exact_cover_puzzle(puzzle).options}


def test_items_and_options_with_colours(tmp_path: Path) -> None:
    """Of the colours that two options agree on, and a third does not, the file still tells."""
    lines = ["a b c | s t", "a s:x", "a s:y t", "b s:x t:u", "b s:y t:u", "c t:u", "c t:v"]
    file = puzzle_file(tmp_path, "\n".join(lines) + "\n", "p.dlx")
    out = tmp_path / "q.dlx"
    done = run("reduce", str(file), "-o", str(out))
    assert done.exit_code == 0
    assert count(formats.load(out)).solutions == count(formats.load(file)).solutions == 1


def test_no_solution_is_exit_code_1(tmp_path: Path) -> None:
    out = tmp_path / "none.dlx"
    done = run("reduce", "catalog:tetrominoes-4x5", "-o", str(out))
    assert done.exit_code == 1
    assert "no solution exists" in done.stdout
    assert "no options that cover the item" in done.stdout
    assert count(formats.load(out)).solutions == 0
    body = printed_json(run("reduce", "catalog:tetrominoes-4x5", "--json"))
    assert body["dead_item"]
    assert body["options_remaining"] == body["items_remaining"] == 0


def test_a_step_limit_gives_exit_code_3_and_a_valid_reduction(tmp_path: Path) -> None:
    out = tmp_path / "some.toml"
    done = run("reduce", "catalog:some-pentominoes-4x5", "--steps", "60000", "-o", str(out))
    assert done.exit_code == 3
    assert "the reduction ended early" in done.stderr
    smaller = formats.load(out)
    assert count(smaller).solutions == count(catalogue.load("some-pentominoes-4x5")).solutions
    assert isinstance(smaller, ExactCoverPuzzle)
    body = printed_json(run("reduce", "catalog:some-pentominoes-4x5", "--json"))
    assert body["options_remaining"] < len(smaller.options)


def test_contradicting_options_are_refused(tmp_path: Path) -> None:
    file = puzzle_file(tmp_path)
    assert "--to requires -o PATH" in run("reduce", str(file), "--to", "dlx").stderr
    assert "it is not overwritten" in run("reduce", str(file), "-o", str(file)).stderr
    refused = run("reduce", str(file), "-o", str(tmp_path / "x.txt"))
    assert refused.exit_code == 2
    assert not (tmp_path / "x.txt").exists()


@pytest.mark.parametrize("suffix", ["dlx", "toml"])
def test_the_largest_costs_are_kept(suffix: str, tmp_path: Path) -> None:
    """A piece, its cells and its placement may each cost 10^12, so that an option costs more."""
    cells = "[[0, 0], [1, 0], [2, 0], [3, 0]]"
    most = "cost = 1000000000000"
    text = (
        f"[board]\ncells = {cells}\n[[pieces]]\nname = 'I'\ndrawing = '##'\ncopies = 2\n{most}\n"
        f"[[costs]]\ncells = {cells}\n{most}\n[[costs]]\npiece = 'I'\ncells = [[0, 0], [1, 0]]\n{most}\n"
    )
    path, out = puzzle_file(tmp_path, text, "costs.toml"), tmp_path / f"smaller.{suffix}"
    assert optimise(formats.load(path)).cost == 7 * 10**12
    assert run("reduce", path, "-o", out).exit_code == 0
    assert optimise(formats.load(out)).cost == 7 * 10**12
    program = tmp_path / "program.lp"
    assert run("convert", path, program).exit_code == 0
    assert "4000000000000" in program.read_text(encoding="utf-8")
