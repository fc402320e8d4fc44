"""The grid with the most ways: proofs against all grids, annealing the same by seed, limits and stops."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tilewright.errors import UnsupportedError
from tilewright.families.dominosa.counting import Rectangle, ways
from tilewright.families.dominosa.most_ways import Watching, maximise, prove
from tilewright.families.dominosa.records import RECORDS
from tilewright.solve.engines.base import Limits, Progress, Status


def arrangements(left: list[int], held: list[int]) -> Iterator[list[int]]:
    """Every order of the numbers that are left, a new number the least unused."""
    if not any(left):
        yield held
    for number, times in enumerate(left):
        if times and number <= (max(held) + 1 if held else 0):
            left[number] -= 1
            yield from arrangements(left, [*held, number])
            left[number] += 1


@pytest.mark.parametrize("largest", [1, 2])
def test_a_proof_against_all_grids(largest: int) -> None:
    board = Rectangle(largest + 2, largest + 1, largest)
    most = max(map(board.ways, arrangements([largest + 2] * (largest + 1), [])))
    found = prove(largest)
    assert found.proven and found.status is Status.COMPLETE and found.share == 1.0
    assert found.ways == most and found.grid is not None and ways(found.grid) == most
    assert most == RECORDS[largest].ways and RECORDS[largest].proven


def test_double_3_is_proven_and_found() -> None:
    found = prove(3)
    assert (found.ways, found.proven) == (88, True)
    above = prove(3, floor=88)
    assert above.proven and above.grid is None and above.ways == 88
    assert maximise(3, rounds=2, seed=0, steps=40_000).ways == 88


def test_what_was_found_has_as_many_ways() -> None:
    for largest in (1, 2, 4, 5):
        found = maximise(largest, rounds=1, seed=3, steps=2_000)
        assert found.grid is not None and ways(found.grid) == found.ways > 1
        assert not found.proven and found.status is Status.COMPLETE and found.tried == 2_000


def test_the_same_seed_gives_the_same_rounds() -> None:
    one, two = (maximise(4, rounds=rounds, seed=5, steps=3_000) for rounds in (1, 3))
    assert two.ways >= one.ways
    assert maximise(4, rounds=1, seed=5, steps=3_000).grid == one.grid
    assert maximise(4, rounds=1, seed=6, steps=3_000).grid != one.grid


def test_limits_and_stops() -> None:
    assert maximise(6, watching=Watching(Limits(nodes=500))).status is Status.LIMIT
    late = maximise(6, watching=Watching(Limits(seconds=0.0)))
    assert late.status is Status.LIMIT and late.grid is not None and late.ways >= 1
    half = prove(4, watching=Watching(Limits(nodes=100_000)))
    assert half.status is Status.LIMIT and not half.proven and 0 < half.share < 1
    cancel = threading.Event()
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 5:
            cancel.set()

    stopped = maximise(5, watching=Watching(on_progress=watch, cancel=cancel))
    assert stopped.status is Status.CANCELLED and len(seen) == 5
    assert [p.share for p in seen] == sorted(p.share for p in seen)


@pytest.mark.parametrize("largest", [0, -1, 8, 10**9])
def test_sets_that_are_too_large(largest: int) -> None:
    with pytest.raises(UnsupportedError, match="double-"):
        maximise(largest)
    with pytest.raises(UnsupportedError, match="double-"):
        prove(largest)
