"""Set-up work in Python ends in its midst when a caller cancels it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tilewright.cancellation import cancelled_by, check_cancelled, checked
from tilewright.exact_cover.symmetry import symmetries, symmetries_of_board
from tilewright.exact_cover.translation import to_cover
from tilewright.families.assembly.burr_sticks import burr
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.sets.goal import Wanted, examine, set_puzzle
from tilewright.families.assembly.sets.listing import candidates_of
from tilewright.model.puzzle import Puzzle
from tilewright.solve.stepping import Cancelled

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
    chosen = set_puzzle(candidates, dict.fromkeys([piece.name for piece in candidates.pieces[:6]], 1))
    whole = _After(1_000_000)
    examine(chosen, Wanted(max_assemblies=0), 1 << 20, whole)
    assert whole.calls > len(chosen.pieces)
    for calls in range(len(chosen.pieces)):
        check = _After(calls)
        with pytest.raises(Cancelled):
            examine(chosen, Wanted(max_assemblies=0), 1 << 20, check)
        assert check.calls == calls + 1
