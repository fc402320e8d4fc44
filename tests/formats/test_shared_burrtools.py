"""The collected BurrTools files, where they are at hand: their counts are those that BurrTools finds."""

from __future__ import annotations

import pytest

import tilewright
from support.shared_counts import BURRTOOLS
from support.shared_files import shared_file
from tilewright.formats import read_text
from tilewright.formats.burrtools_reader import rewrite, saved_problems
from tilewright.loading import load_puzzle


@pytest.mark.parametrize(("file", "problem", "assemblies"), BURRTOOLS)
def test_assemblies_up_to_symmetry(file: str, problem: int, assemblies: int) -> None:
    puzzle = load_puzzle(shared_file(f"burrtools/{file}"), problem=problem)
    assert tilewright.count(puzzle, unique=True).up_to_symmetry == assemblies
    assert all(known.count == assemblies for known in puzzle.expect)


EARLY = [("version1/PelikanBurr.xmpuzzle", 12, 1), ("version1/Bermuda.xmpuzzle", 1, 2)]


@pytest.mark.filterwarnings("error::tilewright.errors.FormatWarning")
@pytest.mark.parametrize(("file", "assemblies", "saved"), EARLY)
def test_files_of_early_versions(file: str, assemblies: int, saved: int) -> None:
    path = shared_file(f"burrtools/{file}")
    (problem,) = saved_problems(read_text(path))
    assert tilewright.count(problem.puzzle, unique=True).up_to_symmetry == assemblies
    assert len({assembly.solution for assembly in problem.assemblies}) == saved


@pytest.mark.parametrize("file", sorted({file for file, *_ in BURRTOOLS}))
def test_saved_assemblies_are_solutions(file: str) -> None:
    """The reader verifies each; all assemblies of a complete search are saved up to those that come apart."""
    text = read_text(shared_file(f"burrtools/{file}"))
    problems = saved_problems(text)
    assert saved_problems(rewrite(text)) == problems
    for problem in problems:
        known = [expected.count for expected in problem.puzzle.expect]
        solutions = {assembly.solution for assembly in problem.assemblies}
        assert len(solutions) == len(problem.assemblies)
        if known and problem.solutions is None and problem.assemblies:
            assert len(problem.assemblies) == known[0]
        if problem.solutions and len(problem.assemblies) == problem.solutions:
            assert all(assembly.separation is not None for assembly in problem.assemblies)
