"""Set-up work in Python ends in its midst when a caller cancels it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from support.moved_meshes import random_solid
from tilewright.cancellation import cancelled_by, check_cancelled, checked
from tilewright.exact_cover.symmetry import symmetries, symmetries_of_board
from tilewright.exact_cover.translation import to_cover
from tilewright.families.assembly.burr_sticks import burr
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.sets.goal import Wanted, examine, set_puzzle
from tilewright.families.assembly.sets.listing import candidates_of
from tilewright.model.lattices import CUBE, PRISM, SPHERE, Lattice
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.steps import Cancelled, Control, StepLoop
from tilewright.solving.strategies.filtering import Examination, ListedSolutions

POOL = burr(6, "notchable")


class _After:
    """A check that cancels at a call, and counts the calls."""

    def __init__(self, calls: int) -> None:
        self.left, self.calls = calls, 0

    def __call__(self) -> None:
        self.calls += 1
        if self.calls > self.left:
            raise Cancelled


def permutations(pool: Puzzle) -> object:
    return symmetries(pool).option_permutations(to_cover(pool))


STEPS: dict[str, Callable[[Puzzle], object]] = {
    "candidates": candidates_of,
    "cover": to_cover,
    "symmetries": symmetries,
    "permutations": permutations,
    "representatives": Representatives,
}


@pytest.mark.parametrize("step", STEPS)
def test_each_step_of_the_set_up_looks_for_cancellation_at_each_piece(step: str) -> None:
    def run(check: _After) -> None:
        symmetries_of_board.cache_clear()
        with cancelled_by(check):
            STEPS[step](POOL)

    whole = _After(1_000_000)
    run(whole)
    assert whole.calls >= len(POOL.pieces)
    for share in (0.0, 0.5, 0.99):
        check = _After(int(share * whole.calls))
        with pytest.raises(Cancelled):
            run(check)
        assert check.calls == check.left + 1


def test_nothing_is_checked_outside_of_the_context() -> None:
    check = _After(1)
    with cancelled_by(check):
        check_cancelled()
        with cancelled_by(lambda: None):  # an inner one is in its place
            assert list(checked("abc")) == ["a", "b", "c"]
        with pytest.raises(Cancelled):
            check_cancelled()
    check_cancelled()
    assert check.calls == 2


def test_a_set_is_set_up_for_its_examination_with_looks_for_cancellation_at_each_piece() -> None:
    candidates = candidates_of(POOL)

    def examined(check: _After) -> Puzzle:
        """A new puzzle each time, of which nothing is known yet."""
        symmetries_of_board.cache_clear()
        chosen = set_puzzle(candidates, dict.fromkeys([piece.name for piece in candidates.pieces[:6]], 1))
        examine(chosen, Wanted(max_assemblies=0), 1 << 20, check)
        return chosen

    whole = _After(1_000_000)
    number = len(examined(whole).pieces)
    assert whole.calls > number
    for calls in range(number):
        check = _After(calls)
        with pytest.raises(Cancelled):
            examined(check)
        assert check.calls == calls + 1


@pytest.mark.parametrize("lattice", [CUBE, PRISM, SPHERE], ids=lambda lattice: lattice.name)
def test_the_check_of_a_disassembly_looks_for_cancellation_at_each_piece_that_moves(lattice: Lattice) -> None:
    puzzle, disassembly = next(
        (puzzle, disassembly)
        for puzzle, solution in (random_solid(lattice, Random(seed)) for seed in range(100))
        if (disassembly := Disassembler(puzzle).take_apart(solution)).comes_apart
    )
    whole = _After(1_000_000)
    with cancelled_by(whole):
        check_disassembly(disassembly, puzzle)
    assert whole.calls >= len(puzzle.pieces) - 1
    for calls in range(whole.calls):
        with pytest.raises(Cancelled), cancelled_by(_After(calls)):
            check_disassembly(disassembly, puzzle)


def test_an_examination_ends_in_the_check_of_a_disassembly() -> None:
    cancel = threading.Event()
    ended: list[str] = []

    class Checked:
        def examine(self, solution: Solution, check: Callable[[], None]) -> object:
            cancel.set()  # while moves are replayed, which asks nobody but the context
            try:
                check_cancelled()
            except Cancelled:
                ended.append("in the midst")
                raise
            raise AssertionError("nothing ended it")

    cover = to_cover(Puzzle.of("##", ["##"]))
    loop = StepLoop(Control(cancel=cancel))
    examination: Examination[Any] = Examination(Checked, loop, threads=1)
    with pytest.raises(Cancelled):
        list(examination.results(iter([[(0,)]]), ListedSolutions(lambda: cover, "reference")))
    assert ended == ["in the midst"]
