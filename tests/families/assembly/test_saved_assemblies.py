"""Assemblies that the page saves with a design: all else in the file is kept."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from support.assembly_cases import CAGE, KEY, assembly
from support.burrtools_cases import CHEST
from support.waiting import HANGS_S
from tilewright.errors import PuzzleError
from tilewright.families.assembly.web import tasks
from tilewright.families.assembly.web.api import SaveAssembliesRequest, SavedAssemblies
from tilewright.formats import toml
from tilewright.formats.burrtools_reader import WholeFile
from tilewright.formats.burrtools_writer import dumps
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Board, Puzzle, Solution


def rotating(puzzle: Puzzle) -> Puzzle:
    """The puzzle with pieces that turn, as BurrTools turns all."""
    pieces = (replace(one, motions="rotation") for one in puzzle.pieces)
    return replace(puzzle, pieces=tuple(pieces))


def saved(puzzle: Puzzle, text: str, solutions: list[Solution], **more: Any) -> dict[str, Any]:
    query = SaveAssembliesRequest.model_validate(
        {
            "puzzle": {"text": toml.dumps(puzzle), "format": "toml"},
            "text": text,
            "assemblies": [[one.to_dict() for one in solution.placements] for solution in solutions],
            **more,
        }
    ).model_dump()
    source = query.pop("puzzle")
    args = {**query, "source": source, "max_cells": 1_000, "time_limit_s": HANGS_S}
    answer = tasks.save(args, print, threading.Event())
    SavedAssemblies.model_validate(answer)
    return answer


@pytest.mark.parametrize("case", [("AB",), ("AA BB", "AB AB"), CAGE, KEY])
def test_an_assembly_is_saved_with_its_moves(case: tuple[str, ...]) -> None:
    drawn, solution = assembly(*case)
    puzzle = rotating(drawn)
    answer = saved(puzzle, dumps(puzzle), [solution])
    (problem,) = WholeFile.read(answer["text"]).problems
    (kept,) = problem.assemblies
    assert kept.solution == solution and not answer["left_out"]
    assert (kept.separation is None) == (case is CAGE)


def test_the_design_may_lie_elsewhere_than_in_the_file() -> None:
    drawn, solution = assembly("AB", "AB")
    puzzle, step = rotating(drawn), (5, -3, 2)
    moved = replace(puzzle, board=Board.of(add(cell, step) for cell in puzzle.board.cells))
    there = Solution.of(
        type(one)(one.piece, tuple(add(cell, step) for cell in one.cells)) for one in solution.placements
    )
    answer = saved(moved, dumps(moved), [there])
    (problem,) = WholeFile.read(answer["text"]).problems
    assert problem.assemblies[0].solution == solution


def test_nothing_else_of_the_file_is_changed() -> None:
    before = WholeFile.read(CHEST)
    puzzle = before.problems[0].puzzle
    kept = [one.solution for one in before.problems[0].assemblies]
    after = WholeFile.read(saved(puzzle, CHEST, kept)["text"])
    assert (after.voxels, after.palette) == (before.voxels, before.palette)
    assert [one.puzzle for one in after.problems] == [one.puzzle for one in before.problems]


@pytest.mark.parametrize("problem", [1, 2])
def test_what_is_no_assembly_or_no_problem(problem: int) -> None:
    drawn, solution = assembly("AB")
    puzzle = rotating(drawn)
    wrong = [Solution.of(solution.placements[:1])]
    sentence = "is none of the file" if problem == 1 else "there is no problem 2; the file has 1"
    with pytest.raises(PuzzleError, match=sentence):
        saved(puzzle, dumps(puzzle), wrong, problem=problem)
