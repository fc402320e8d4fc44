"""The bounded sweep: known numbers and counts, tracebacks in little memory, thinned layers, limits."""

from __future__ import annotations

from typing import Any

import pytest

from support.brute_arrangements import Brute
from support.cancelling import CancelAtCheck
from support.known_rectangles import known_boards, least
from tilewright import _core
from tilewright.clock import monotonic
from tilewright.families.gunport.board import Rules, faults
from tilewright.families.gunport.engines.bounded import (
    STATE_LIMIT,
    BoundedResult,
    BoundedSearch,
    ExcessBound,
    least_excess,
)
from tilewright.families.gunport.query import SweepLoop
from tilewright.solving.steps import Cancelled, Control, Limits, Status

PLENTY = 1 << 28
DOMINO = ((0, 0), (1, 0))


def search(
    rows: int,
    columns: int,
    excess: int,
    *,
    width: int = 0,
    memory: int = PLENTY,
    counted: bool = True,
    traceback: bool = True,
    control: Control | None = None,
) -> BoundedSearch:
    steps_ = SweepLoop(control or Control(), monotonic())
    return BoundedSearch(
        ExcessBound(rows, columns, excess, width), steps_, memory, counted=counted, traceback=traceback
    )


def fewest(rows: int, columns: int) -> tuple[int, BoundedSearch]:
    """The fewest dominoes, from the least excess on, and the search that found them."""
    excess = least_excess(rows, columns)
    while True:
        bounded_search = search(rows, columns, excess)
        pieces = bounded_search.run().pieces
        if pieces is not None:
            return pieces, bounded_search
        excess += 3


# Numbers


@pytest.mark.parametrize("columns", range(1, 13))
def test_known_numbers(columns: int) -> None:
    for rows in range(columns, 25):
        excess = least_excess(rows, columns)
        expected = least(rows, columns)
        while rows * columns + excess < 3 * expected:
            assert search(rows, columns, excess, traceback=False).run() == (
                BoundedResult(None, True, search_states(rows, columns, excess))
            )
            excess += 3
        assert search(rows, columns, excess, counted=False, traceback=False).run().pieces == expected


def search_states(rows: int, columns: int, excess: int) -> int:
    """States of the same sweep, taken in other steps."""
    sweep = ExcessBound(rows, columns, excess).sweep("none", 1)
    while not sweep.advance(997):
        pass
    return sweep.states


def test_known_counts() -> None:
    boards = known_boards(no_slide=False)
    assert len(boards) == 44
    for known in boards:
        assert known.pieces is not None
        excess = 3 * known.pieces - known.rows * known.columns
        for more in (0, 3):  # a larger excess is allowed, and changes nothing
            bounded_search = search(known.columns, known.rows, excess + more, traceback=False)
            assert bounded_search.run().pieces == known.pieces
            assert bounded_search.number() == known.optima


def test_counts_do_not_depend_on_which_side_is_swept() -> None:
    for rows, columns in ((9, 5), (10, 4), (8, 7), (11, 8)):
        pieces, bounded_search = fewest(rows, columns)
        most = 2 * (3 * pieces - rows * columns) + 2
        other = _core.gunport_bounded(columns, rows, (most, most), "exact", 2, 0, 1)
        while not other.advance(1 << 20):
            pass
        assert other.found() == (pieces, bounded_search.number())


@pytest.mark.parametrize(
    ("rows", "columns", "excess"), [(3, 2, 0), (1, 1, -1), (7, 7, -1), (5, 4, 1), (8, 8, -1), (12, 10, 0)]
)
def test_the_least_excess(rows: int, columns: int, excess: int) -> None:
    assert least_excess(rows, columns) == excess
    assert (rows * columns + excess) % 3 == 0


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (64, 64), (5, 0)])
def test_boards_that_cannot_be_swept(rows: int, columns: int) -> None:
    with pytest.raises(ValueError, match=rf"{rows} x {columns}: expected rows >= columns, 1 to 63"):
        ExcessBound(rows, columns, 0)


# Tracebacks


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (8, 1), (8, 2), (4, 4), (7, 4), (5, 5), (6, 5)])
def test_the_traceback_finds_all_arrangements(rows: int, columns: int) -> None:
    brute = Brute([(x, y) for x in range(columns) for y in range(rows)], DOMINO)
    pieces, bounded_search = fewest(rows, columns)
    assert pieces == brute.best
    assert bounded_search.ranked
    listed = bounded_search.at(range(bounded_search.number()))
    assert len(listed) == len(brute.arrangements)
    assert {arrangement.pieces for arrangement in listed} == set(brute.arrangements)
    for wrong in (bounded_search.number(), bounded_search.number() + 5):
        with pytest.raises(ValueError, match="fewer arrangements"):
            bounded_search.at([wrong])


@pytest.mark.parametrize("counted", [True, False])
def test_little_memory(monkeypatch: pytest.MonkeyPatch, *, counted: bool) -> None:
    rows, columns, excess = 16, 7, 2
    plain = search(rows, columns, excess, counted=counted)
    assert plain.run().pieces == 38
    assert len(plain.stretches) == 1
    ranks = [0, 1, 77, plain.number() - 1] if counted else [0, 5]
    expected = plain.letters(ranks)
    whole = plain.last.bytes if plain.last else 0
    for part in (2, 5, 12):
        # Steps as small as can be: a look at the memory after each.
        monkeypatch.setattr("tilewright.families.gunport.engines.bounded.FIRST_STATES", 1)
        monkeypatch.setattr("tilewright.solving.steps.STEP_SECONDS", 0)
        tight = search(rows, columns, excess, memory=whole // part, counted=counted)
        tight.run()
        assert len(tight.stretches) > part / 2
        assert tight.letters(ranks) == expected
        if counted:
            assert tight.number() == plain.number()


def test_without_a_count_any_number_gives_the_same() -> None:
    bounded_search = search(9, 9, 0, counted=False)
    bounded_search.run()
    assert not bounded_search.ranked
    first, other = bounded_search.at([0, 12345])
    assert first == other
    assert faults(first, Rules()) == []
    assert len(first.pieces) == 27


# Counts beyond 128 bits: no rectangle has so many, so the core is made to report it.


class Overflowed:
    """A sweep that says its count has not found room."""

    def __init__(self, sweep: Any) -> None:
        self.sweep = sweep

    def __getattr__(self, name: str) -> Any:
        return True if name == "overflowed" else getattr(self.sweep, name)

    def found(self) -> tuple[int, int]:
        return self.sweep.found()[0], 2**128 - 1


@pytest.mark.parametrize(
    ("rows", "columns", "excess", "number"), [(4, 4, 2, 100), (300, 3, 0, 10_102), (301, 7, 2, 91_550_184)]
)
def test_numbers_from_residues(rows: int, columns: int, excess: int, number: int) -> None:
    bounded_search = search(rows, columns, excess, traceback=False)
    bounded_search.run()
    assert bounded_search.number() == number
    bounded_search.last = Overflowed(bounded_search.last)  # type: ignore[assignment]
    assert not bounded_search.ranked
    assert bounded_search.number() == number


def test_the_estimate_is_a_bound() -> None:
    for rows, columns, excess, number in ((4, 4, 2, 100), (301, 7, 2, 91_550_184), (6, 2, 0, 2)):
        rough = ExcessBound(rows, columns, excess).sweep("estimate", 1)
        while not rough.advance(1 << 20):
            pass
        assert number <= 2 ** rough.log2_at_most() <= 1.001 * number


# Thinned layers


def test_thinned_layers_give_upper_bounds() -> None:
    ends = set()
    for rows, columns in ((10, 10), (13, 7), (11, 8), (16, 5), (9, 6)):
        excess = 3 * least(rows, columns) - rows * columns
        for more in (0, 3):
            for width in (1, 3, 20, 200, 2000, 1_000_000):
                bounded_search = search(rows, columns, excess + more, width=width, counted=False)
                verdict = bounded_search.run()
                ends.add((verdict.proven, verdict.pieces is None))
                if verdict.pieces is None:
                    assert not verdict.proven
                    continue
                assert verdict.pieces >= least(rows, columns)
                assert verdict.pieces == least(rows, columns) or not verdict.proven
                (arrangement,) = bounded_search.at([0])
                assert faults(arrangement, Rules()) == []
                assert len(arrangement.pieces) == verdict.pieces
    assert ends == {(True, False), (False, False), (False, True)}


# Limits and threads


def test_a_limit_of_states() -> None:
    bounded_search = search(12, 12, 3, counted=False, traceback=False)
    with pytest.raises(Cancelled) as end:
        bounded_search.run(100_000)
    assert (end.value.status, end.value.note) == (Status.LIMIT, STATE_LIMIT)
    assert bounded_search.loop.states > 100_000


def test_too_little_memory_is_an_error() -> None:
    with pytest.raises(Cancelled) as end:
        search(14, 14, 5, memory=1 << 20).run()
    assert end.value.status is Status.LIMIT
    assert "need more than the 1 MB of memory allowed, after " in end.value.note


@pytest.mark.usefixtures("ticking_clock")
@pytest.mark.parametrize("traceback", [False, True])
def test_it_stops(*, traceback: bool) -> None:
    cancel_event = CancelAtCheck(20)
    with pytest.raises(Cancelled) as end:
        search(30, 24, 6, traceback=traceback, control=Control(cancel=cancel_event)).run()
    assert end.value.status is Status.CANCELLED
    assert cancel_event.late <= 2
    with pytest.raises(Cancelled) as end:
        search(30, 24, 6, control=Control(Limits(seconds=20))).run()
    assert end.value.status is Status.LIMIT


def test_threads_change_nothing() -> None:
    one = search(14, 8, 2, control=Control(threads=1))
    three = search(14, 8, 2, control=Control(threads=3))
    assert one.run() == three.run()
    assert one.number() == three.number() > 1000
    assert one.letters(range(300)) == three.letters(range(300))
