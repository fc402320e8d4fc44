"""Assemblies that are taken apart in batches, as sets of options, come apart as each of them does alone."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from support.sliding_packings import random_packing
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.families.assembly.disassembly import Disassembly, Verdict
from tilewright.families.assembly.filter import AssemblyExaminer
from tilewright.families.assembly.survey import Survey, take_all_apart
from tilewright.loading import load_puzzle
from tilewright.model.lattices import CUBE, PRISM, SPHERE, TETRA_OCTAHEDRON, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle, Solution
from tilewright.solving import api
from tilewright.solving.steps import Limits, Status, never_cancelled
from tilewright.solving.strategies.filtering import ListedSolutions

AT_ONCE = 24
LATTICES = pytest.mark.parametrize(
    "lattice", [CUBE, PRISM, SPHERE, TETRA_OCTAHEDRON], ids=lambda lattice: lattice.name
)


@cache
def solid_burrs() -> Puzzle:
    """1063 assemblies, of which 314 come apart."""
    return load_puzzle("catalog:burr-solid")


def of_batch(
    puzzle: Puzzle, solutions: Sequence[Solution], *, least_total: bool = False, max_bytes: int = 1 << 16
) -> list[Disassembly | int]:
    """What an examiner finds of all at once: the disassemblies, or the states where there is no more."""
    cover = to_cover(puzzle)
    listed = ListedSolutions(lambda: cover, "reference")
    examiner = AssemblyExaminer(puzzle, max_bytes, least_total=least_total)
    table = examiner.option_table(cover)
    assert table is not None
    seen: list[Disassembly | int] = []
    batch = [cover.options(solution) for solution in solutions]
    for examined in examiner.examine_options(table, batch, listed, never_cancelled):
        noted = {number: (solution, one) for number, solution, one in examined.noted}
        for number, states in enumerate(examined.states):
            if number in noted:
                assert noted[number][0] == solutions[len(seen)]
            seen.append(noted[number][1] if number in noted else states)
    return seen


def check_batch(
    puzzle: Puzzle, solutions: Sequence[Solution], *, least_total: bool = False, max_bytes: int = 1 << 16
) -> int:
    """How many of some assemblies come apart, of a batch and of each alone."""
    alone = AssemblyExaminer(puzzle, max_bytes, least_total=least_total)
    apart = 0
    batch = of_batch(puzzle, solutions, least_total=least_total, max_bytes=max_bytes)
    for one, solution in zip(batch, solutions, strict=True):
        expected = alone.examine(solution, never_cancelled)
        apart += expected.comes_apart
        if isinstance(one, int):
            assert expected.verdict is Verdict.NO_TRANSLATIONS and expected.states == one
        else:
            assert one == expected
    return apart


@LATTICES
@pytest.mark.parametrize("least_total", [False, True])
def test_a_batch_is_what_each_is_alone(lattice: Lattice, least_total: bool) -> None:  # noqa: FBT001
    apart = locked = 0
    for seed in range(12):
        puzzle = random_packing(lattice, random.Random(seed))
        solutions = list(api.solutions(puzzle, limit=AT_ONCE, threads=1))
        some = check_batch(puzzle, solutions, least_total=least_total)
        apart += some
        locked += len(solutions) - some
    assert apart and locked


@pytest.mark.parametrize("name", ["soma-cube", "diabolical-cube", "burr-six-different"])
def test_images_under_symmetries_are_chosen_as_for_one_alone(name: str) -> None:
    puzzle = load_puzzle(f"catalog:{name}")
    solutions = list(api.solutions(puzzle, limit=4 * AT_ONCE, threads=1))  # images of each other among them
    check_batch(puzzle, solutions)


def ending(survey: Survey) -> object:
    """All but the time."""
    return replace(survey, seconds=0.0)


@pytest.mark.parametrize("threads", [2, 5])
def test_a_survey_is_the_same_on_any_number_of_threads(threads: int) -> None:
    def surveyed(threads: int) -> tuple[object, list[tuple[int, Disassembly]]]:
        seen: list[tuple[int, Disassembly]] = []
        survey = take_all_apart(
            solid_burrs(), threads=threads, max_locked=3, on_result=lambda at, one: seen.append((at, one))
        )
        return ending(survey), seen

    one, several = surveyed(1), surveyed(threads)
    assert one == several
    seen = one[1]
    assert [at for at, _ in seen] == sorted(at for at, _ in seen)
    assert sum(not disassembly.comes_apart for _, disassembly in seen) == 3 and len(seen) == 317


def test_a_result_of_each_has_the_pieces_of_those_that_do_not_come_apart() -> None:
    seen: dict[int, Disassembly] = {}
    survey = take_all_apart(solid_burrs(), threads=2, on_result=seen.__setitem__)
    assert list(seen) == list(range(1, survey.assemblies + 1))
    alone = AssemblyExaminer(solid_burrs())
    solutions = api.solutions(solid_burrs(), unique=True, threads=1)
    for solution, one in zip(solutions, list(seen.values())[:60], strict=False):
        assert alone.examine(solution, never_cancelled) == one


@pytest.mark.parametrize("threads", [1, 2])
def test_a_survey_that_is_cancelled_ends_with_the_result_that_was_enough(threads: int) -> None:
    whole = take_all_apart(solid_burrs(), threads=1)
    cancel, seen = threading.Event(), list[int]()

    def enough(number: int, disassembly: Disassembly) -> None:
        seen.append(number)
        if len(seen) == 20:
            cancel.set()

    part = take_all_apart(solid_burrs(), threads=threads, max_locked=0, on_result=enough, cancel=cancel)
    assert part.status is Status.CANCELLED
    assert part.assemblies == seen[-1] == list(whole.levels)[19]
    assert part.levels == {at: whole.levels[at] for at in seen}


def test_searches_of_a_batch_without_memory_are_undecided_as_alone() -> None:
    undecided = 0
    for seed in range(20):
        puzzle = random_packing(CUBE, random.Random(seed))
        solutions = list(api.solutions(puzzle, limit=AT_ONCE, threads=1))
        check_batch(puzzle, solutions, max_bytes=64)
        undecided += sum(
            not isinstance(one, int) and one.status is Status.LIMIT
            for one in of_batch(puzzle, solutions, max_bytes=64)
        )
    assert undecided


def test_a_filter_keeps_the_same_on_any_number_of_threads() -> None:
    answers = []
    for threads in (1, 3):
        kept: list[Solution] = []
        limits = Limits(solutions=50)
        api.solve(solid_burrs(), sink=kept.append, only="disassemblable", threads=threads, limits=limits)
        answers.append(kept)
    assert answers[0] == answers[1] and len(answers[0]) == 50


def test_too_many_pieces_are_refused_in_a_batch() -> None:
    bar = Piece.of("bar", [(0, 0, 0)], lattice=CUBE, copies=(129, 129))
    puzzle = Puzzle(Board.of([(x, 0, 0) for x in range(129)]), (bar,), lattice=CUBE)
    with pytest.raises(UnsupportedError, match="129 pieces; at most 128"):
        take_all_apart(puzzle)
