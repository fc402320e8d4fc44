"""Models solved by CP-SAT, HiGHS and SCIP give the right numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings

from support.model_brute import boards, fewest
from support.solver_cases import SECONDS, SOLVER_CASES, rectangle, running
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules, is_arrangement
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solvers.process import ModelAnswer, SolverProcesses, solve_model
from tilewright.solving.steps import Status

STILL = Rules(no_slide=True)
LEAST = {
    (1, 1): 0, (1, 4): 1, (1, 7): 2, (2, 2): 2, (2, 3): 2, (2, 5): 4,
    (3, 3): 3, (3, 4): 4, (4, 4): 6, (4, 5): 7, (5, 5): 9,
}  # fmt: skip
"""Fewest dominoes by rows and columns, of a plain search; A280984 has the squares."""

NO_SLIDE = {
    (1, 1): 0, (1, 2): 1, (1, 3): None, (1, 4): 2, (1, 5): None, (1, 6): 3,
    (2, 2): 2, (2, 3): 3, (2, 4): 4, (2, 5): 5, (2, 6): 6, (3, 3): 4, (3, 4): 6, (3, 5): 7, (3, 6): 8,
    (4, 4): 8, (4, 5): 9, (4, 6): 11, (5, 5): 12, (5, 6): 14, (6, 6): 16,
}  # fmt: skip
"""Fewest dominoes where none may slide; None: there is no arrangement. Up to 4x4 of a plain search, then of
another program."""


@pytest.fixture(scope="module")
def processes() -> Iterator[SolverProcesses]:
    yield from running()


def check(printed: ModelAnswer, least: int | None) -> None:
    """The answer is proven, checked and this."""
    answer = printed.answer
    assert (answer.status, answer.pieces, answer.proven) == (Status.COMPLETE, least, True), printed
    assert len(answer.arrangements) == (least is not None)
    for arrangement in answer.arrangements:
        assert is_arrangement(arrangement, answer.rules) and len(arrangement.pieces) == least


@pytest.mark.parametrize("size", [size for size in LEAST if size[0] * size[1] <= 16], ids=str)
def test_the_numbers_are_those_of_a_plain_search(size: tuple[int, int]) -> None:
    assert fewest(rectangle(*size), Rules()) == LEAST[size]
    if size in NO_SLIDE:
        assert fewest(rectangle(*size), Rules(no_slide=True)) == NO_SLIDE[size]


@pytest.mark.parametrize("solver", SOLVER_CASES)
@pytest.mark.parametrize(
    "choice",
    [ModelChoice("position"), ModelChoice("monomino"), ModelChoice("monomino", symmetry=True)],
    ids=str,
)
def test_quick_models_are_right(processes: SolverProcesses, choice: ModelChoice, solver: str) -> None:
    for size, least in LEAST.items():
        check(solve_model(rectangle(*size), choice, solver, seconds=SECONDS, processes=processes), least)


@pytest.mark.parametrize("solver", SOLVER_CASES)
def test_domino_index_is_right(processes: SolverProcesses, solver: str) -> None:
    for size, least in LEAST.items():
        if size[0] * size[1] <= 10:
            printed = solve_model(
                rectangle(*size), ModelChoice("domino-index"), solver, seconds=SECONDS, processes=processes
            )
            check(printed, least)


@pytest.mark.parametrize("solver", SOLVER_CASES)
def test_domino_index_fixed_finds_what_the_formula_says(processes: SolverProcesses, solver: str) -> None:
    for size in ((2, 2), (3, 3), (3, 4), (4, 4), (4, 5)):
        printed = solve_model(
            rectangle(*size), ModelChoice("domino-index-fixed"), solver, seconds=SECONDS, processes=processes
        )
        assert (printed.answer.pieces, printed.target, printed.refuted) == (LEAST[size], LEAST[size], False)
        assert printed.answer.status is Status.COMPLETE
        assert (printed.best_seconds is None) == (solver == "scip"), "SCIP does not say when"
        assert printed.best_seconds is None or 0 <= printed.best_seconds <= printed.answer.seconds
        assert (printed.answer.lower_bound, printed.answer.proven) == (0, False), "nothing is said of fewer"


@pytest.mark.parametrize("solver", SOLVER_CASES)
def test_a_number_that_cannot_be_is_refuted(processes: SolverProcesses, solver: str) -> None:
    for choice in (ModelChoice("domino-index-fixed", target=2), ModelChoice("monomino", target=5)):
        printed = solve_model(rectangle(3, 3), choice, solver, seconds=SECONDS, processes=processes)
        assert (printed.target, printed.refuted, printed.answer.status) == (2, True, Status.LIMIT)
        assert not printed.answer.proven, "there are arrangements, with another number"
    printed = solve_model(
        rectangle(3, 3), ModelChoice("monomino", target=1), solver, seconds=SECONDS, processes=processes
    )
    assert (printed.target, printed.answer.pieces, printed.answer.proven) == (4, 4, False)


@pytest.mark.parametrize("solver", SOLVER_CASES)
@pytest.mark.parametrize(("name", "cells"), [("position", 25), ("monomino", 25), ("domino-index", 9)])
def test_no_domino_can_slide(processes: SolverProcesses, name: str, cells: int, solver: str) -> None:
    most = 36 if cells == 25 and solver == "cp-sat" else cells
    for size, least in NO_SLIDE.items():
        if size[0] * size[1] <= most:
            printed = solve_model(
                rectangle(*size), ModelChoice(name), solver, STILL, seconds=SECONDS, processes=processes
            )
            check(printed, least)


def test_a_number_of_dominoes_that_cannot_slide(processes: SolverProcesses) -> None:
    """The model domino-index-fixed: the fewest are found, and one fewer are refuted."""
    for size, least in NO_SLIDE.items():
        if size[0] * size[1] <= 16:
            for target in range(4) if least is None else range(max(0, least - 1), least + 1):
                choice = ModelChoice("domino-index-fixed", target=target)
                printed = solve_model(
                    rectangle(*size), choice, "cp-sat", STILL, seconds=SECONDS, processes=processes
                )
                assert printed.refuted == (target != least)
                assert printed.answer.pieces == (least if target == least else None)


@pytest.mark.parametrize("solver", SOLVER_CASES)
@pytest.mark.parametrize("name", ["domino-index", "position"])
def test_a_target_of_models_that_minimise(processes: SolverProcesses, name: str, solver: str) -> None:
    """On 3x3 there are arrangements of 3 and 4 dominoes, and no others."""
    for target in (0, 2, 3, 4, 5, 10**30):
        choice = ModelChoice(name, target=target)
        printed = solve_model(rectangle(3, 3), choice, solver, seconds=SECONDS, processes=processes)
        assert (printed.target, printed.refuted) == (target, target not in (3, 4))
        assert printed.answer.pieces == (target if target in (3, 4) else None)
        assert not printed.answer.proven and printed.answer.lower_bound == 0


@given(board=boards())
@settings(max_examples=15)
def test_boards_of_any_shape(processes: SolverProcesses, board: GunportBoard) -> None:
    for name, rules in product(("position", "monomino"), (Rules(), STILL)):
        for solver in ("cp-sat", "highs"):
            printed = solve_model(
                board, ModelChoice(name), solver, rules, seconds=SECONDS, processes=processes
            )
            check(printed, fewest(board, rules))


def test_wrong_input_is_an_error(processes: SolverProcesses) -> None:
    with pytest.raises(UnsupportedError, match="no solver 'cplex'; there are cp-sat, highs, scip"):
        solve_model(rectangle(3, 3), ModelChoice("monomino"), "cplex")
    with pytest.raises(UnsupportedError, match="where dominoes may slide; here give a number"):
        solve_model(rectangle(3, 3), ModelChoice("domino-index-fixed"), "scip", STILL, processes=processes)
    odd = GunportBoard(rectangle(3, 3).cells, frozenset({((0, 0), (1, 1))}))
    with pytest.raises(PuzzleError, match="is not a domino"):
        solve_model(odd, ModelChoice("position"), "scip", processes=processes)
