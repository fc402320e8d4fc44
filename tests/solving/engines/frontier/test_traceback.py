"""Ways back through a sweep: every way once, whatever is kept in memory, and no files left behind."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from support.frontier_problems import cost, domino_problem, dominoes_by_profile, listed, queries, total
from tilewright import _core
from tilewright.errors import OutputError, UnsupportedError
from tilewright.exact_cover.problem import CoverProblem
from tilewright.solving.engines.frontier import traceback
from tilewright.solving.engines.frontier.semirings import COUNT_TRACED, WORD, Best, best_counted
from tilewright.solving.engines.frontier.sweep import SweepQuery
from tilewright.solving.resources import LEAST_MEMORY, Resources
from tilewright.solving.steps import Control, Limits, Progress, Status

Ask = Callable[[bytes, int], list[bytes]]


def every(words: bytes, limbs: int) -> list[bytes]:
    return [n.to_bytes(limbs * WORD, "little") for n in range(int.from_bytes(words, "little"))]


def spread(words: bytes, limbs: int) -> list[bytes]:
    """Forty ways from all over."""
    number = int.from_bytes(words, "little")
    return [(number * k // 40).to_bytes(limbs * WORD, "little") for k in range(40)]


def every_best(words: bytes, limbs: int) -> list[bytes]:
    number = int.from_bytes(words[WORD:], "little")
    return [words[:WORD] + n.to_bytes(limbs * WORD, "little") for n in range(number)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def stretches(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that states are written to."""
    written: list[Path] = []
    write = traceback._Tracer.write

    def noted(self: Any, search: Any) -> None:
        write(self, search)
        written.append(self.stretches[-1].path)

    monkeypatch.setattr(traceback._Tracer, "write", noted)
    return written


@pytest.fixture
def many_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if memory ran out at nearly every place, and in small steps."""
    monkeypatch.setattr(traceback, "KEPT", 0.0)
    monkeypatch.setattr(traceback, "TRACE_STEP", 10)
    fresh = traceback._Tracer.fresh
    monkeypatch.setattr(traceback._Tracer, "fresh", lambda self: SmallSteps(fresh(self)))


class SmallSteps:
    """A sweep that takes five states at a time, whatever it is asked to take."""

    def __init__(self, search: _core.Sweep) -> None:
        self.search = search

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def advance(self, budget: int) -> _core.SweepStatus:
        return self.search.advance(min(budget, 5))


def without_weights(query: SweepQuery) -> SweepQuery:
    return SweepQuery(query.problem, query.prefix, query.times, order=query.order, maximise=query.maximise)


LARGE = SweepQuery(domino_problem(12, 12, monominoes=True))
"""2^12 states at most places."""


# Each way once


def each_way_once(query: SweepQuery, threads: int) -> None:
    query = without_weights(query)
    if total(query) > 300:
        reject()
    traced = traceback.trace_solutions(query, COUNT_TRACED, every, Resources(threads), Control())
    assert traced.evaluation.status is Status.COMPLETE
    assert traced.evaluation.value == len(traced.solutions) == total(query)
    assert sorted(traced.solutions) == sorted(listed(query))


def each_best_way_once(query: SweepQuery, threads: int) -> None:
    query = without_weights(query)
    if total(query) > 300:
        reject()
    sign = -1 if query.maximise else 1
    semiring = best_counted(maximise=query.maximise)
    traced = traceback.trace_solutions(query, semiring, every_best, Resources(threads), Control())
    costs = [cost(query, solution) for solution in listed(query)]
    if not costs:
        assert traced.evaluation.value is None and traced.solutions == ()
        return
    least = min(sign * c for c in costs) * sign
    assert traced.evaluation.value == Best(least, costs.count(least))
    assert len(set(traced.solutions)) == len(traced.solutions) == costs.count(least)
    assert {cost(query, solution) for solution in traced.solutions} == {least}
    assert set(traced.solutions) <= set(listed(query))


@settings(max_examples=40)
@given(queries(), st.integers(1, 3))
def test_each_way_is_found_once(query: SweepQuery, threads: int) -> None:
    each_way_once(query, threads)


@settings(max_examples=40)
@given(queries(), st.integers(1, 3))
def test_each_best_way_is_found_once(query: SweepQuery, threads: int) -> None:
    each_best_way_once(query, threads)


@pytest.mark.usefixtures("many_stretches")
def test_each_way_is_found_once_in_stretches(stretches: list[Path]) -> None:
    @settings(max_examples=30)
    @given(queries(), st.integers(1, 3))
    def check(query: SweepQuery, threads: int) -> None:
        each_way_once(query, threads)
        each_best_way_once(query, threads)

    check()
    assert stretches


# Memory


def found_with(
    query: SweepQuery, memory: int | None = None, threads: int = 1, **how: Any
) -> traceback.Traceback[int]:
    return traceback.trace_solutions(query, COUNT_TRACED, spread, Resources(threads, memory), Control(**how))


def test_memory_that_ends_changes_nothing(stretches: list[Path], folder: Path) -> None:
    whole = found_with(LARGE)
    assert not stretches and len(set(whole.solutions)) == 40
    ends = set()
    for kilobytes in (1024, 1300, 1700, 2500, 4000, 16_000):
        for threads in (1, 2):
            stretches.clear()
            traced = found_with(LARGE, kilobytes * 1024, threads)
            ends.add((traced.evaluation.status, len(stretches) > 1))
            assert traced.evaluation.peak <= kilobytes * 1024
            if traced.evaluation.status is Status.COMPLETE:
                assert traced.solutions == whole.solutions
                assert (traced.evaluation.value, traced.evaluation.states) == (
                    whole.evaluation.value,
                    whole.evaluation.states,
                )
            else:
                assert traced.solutions == () and "memory" in traced.evaluation.note
    assert (Status.COMPLETE, True) in ends
    assert list(folder.iterdir()) == []


def test_memory_for_less_than_the_front_is_a_limit(folder: Path) -> None:
    wide = SweepQuery(domino_problem(30, 16, monominoes=True))
    traced = found_with(wide, LEAST_MEMORY)
    assert (traced.evaluation.status, traced.evaluation.value, traced.solutions) == (Status.LIMIT, None, ())
    assert "the bound of memory" in traced.evaluation.note
    assert 0 < traced.evaluation.share < 1
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("many_stretches")
def test_a_full_disk_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(traceback, "write_parts", full)
    with pytest.raises(OutputError, match="cannot write states to a temporary file"):
        found_with(LARGE)
    assert list(folder.iterdir()) == []


# Limits, the button, progress


class Countdown(threading.Event):
    """A button that is pressed when it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.usefixtures("many_stretches")
def test_the_button_ends_it_wherever_it_is(stretches: list[Path], folder: Path) -> None:
    never = Countdown(10**9)
    whole = found_with(SweepQuery(domino_problem(5, 5, monominoes=True)), cancel=never)
    looks = 10**9 - never.looks
    assert len(stretches) > 5 and looks > 50
    for press in (*range(0, looks, 23), looks - 1):
        traced = found_with(SweepQuery(domino_problem(5, 5, monominoes=True)), cancel=Countdown(press))
        assert traced.evaluation.status is Status.CANCELLED
        assert (traced.evaluation.value, traced.solutions) == (None, ())
        assert 0 <= traced.evaluation.share <= 1
        assert list(folder.iterdir()) == []
    again = found_with(SweepQuery(domino_problem(5, 5, monominoes=True)), cancel=Countdown(looks))
    assert again.solutions == whole.solutions


def test_limits_end_it(folder: Path) -> None:
    whole = found_with(LARGE)
    states = whole.evaluation.states
    for limits in (Limits(seconds=0), Limits(nodes=0), Limits(nodes=1000), Limits(nodes=states - 1)):
        traced = found_with(LARGE, limits=limits)
        assert (traced.evaluation.status, traced.evaluation.value) == (Status.LIMIT, None)
        assert traced.solutions == () and traced.evaluation.note == ""
        if limits.nodes is not None:
            assert limits.nodes <= traced.evaluation.states <= limits.nodes + 1
    assert found_with(LARGE, limits=Limits(nodes=states)).solutions == whole.solutions
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("many_stretches")
def test_a_limit_of_states_that_is_enough_is_enough_in_stretches() -> None:
    """What is swept again on the way back does not count a second time."""
    query = SweepQuery(domino_problem(5, 5, monominoes=True))
    whole = found_with(query)
    assert found_with(query, limits=Limits(nodes=whole.evaluation.states)).solutions == whole.solutions


@pytest.mark.usefixtures("many_stretches")
def test_progress_goes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    found_with(SweepQuery(domino_problem(5, 5, monominoes=True)), on_progress=seen.append)
    shares = [p.share for p in seen]
    assert len(shares) > 20 and shares[0] >= 0 and shares[-1] <= 1
    backwards = [p.nodes < q.nodes for p, q in pairwise(seen)].index(False) + 1  # where it is swept again
    assert max(shares[:backwards]) <= traceback.FORWARDS < min(shares[backwards:])
    assert shares[backwards:] == sorted(shares[backwards:])
    assert shares[0] < 0.1 and shares[-1] > 0.8


@pytest.mark.usefixtures("many_stretches")
def test_what_a_callback_raises_leaves_no_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.solving.steps.PROGRESS_SECONDS", 0.0)
    seen = iter(range(30))

    def enough(progress: Progress) -> None:
        if next(seen, None) is None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        found_with(LARGE, on_progress=enough)
    assert list(folder.iterdir()) == []


# List after list


def in_lists(
    query: SweepQuery, size: int, button: threading.Event | None = None, press_after: int = 0
) -> tuple[list[Any], Any]:
    """All ways in lists of a size, and how it ended; the button is pressed after so many lists."""

    def ask(words: bytes, limbs: int) -> Iterator[list[bytes]]:
        goals = every(words, limbs)
        for start in range(0, len(goals), size):
            yield goals[start : start + size]

    lists: list[Any] = []
    steps = traceback.stream_solutions(query, COUNT_TRACED, ask, Resources(), Control(cancel=button))
    while True:
        try:
            lists.append(next(steps))
            if button is not None and len(lists) == press_after:
                button.set()
        except StopIteration as end:
            return lists, end.value


def test_lists_are_one_list(folder: Path) -> None:
    query = SweepQuery(domino_problem(4, 3, monominoes=True))
    whole = traceback.trace_solutions(query, COUNT_TRACED, every, Resources(), Control()).solutions
    for size in (70, 200, 10**6):
        lists, ended = in_lists(query, size)
        assert {len(value) for value in lists[:-1]} <= {size}
        assert sum(lists, ()) == whole and len(set(whole)) == ended.value == dominoes_by_profile(
            4, 3, monominoes=True
        )
        assert ended.status is Status.COMPLETE
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("many_stretches")
def test_lists_are_one_list_in_stretches(folder: Path) -> None:
    query = SweepQuery(domino_problem(3, 3, monominoes=True))
    lists, ended = in_lists(query, 40)
    assert len(lists) > 3 and sorted(sum(lists, ())) == sorted(listed(query))
    assert ended.value == total(query) and list(folder.iterdir()) == []


@pytest.mark.usefixtures("many_stretches")
def test_a_stop_between_lists_keeps_the_value() -> None:
    query = SweepQuery(domino_problem(3, 3, monominoes=True))
    whole, _ = in_lists(query, 40)
    button = threading.Event()
    lists, ended = in_lists(query, 40, button, press_after=2)
    assert lists == whole[:2] != whole
    assert (ended.status, ended.value) == (Status.CANCELLED, total(query))


def test_lists_that_are_left_leave_no_files(folder: Path) -> None:
    query = SweepQuery(domino_problem(4, 3, monominoes=True))
    steps = traceback.stream_solutions(
        query,
        COUNT_TRACED,
        lambda words, limbs: ([goal] for goal in every(words, limbs)),
        Resources(),
        Control(),
    )
    assert len(next(steps)) == 1 and list(folder.iterdir()) != []
    steps.close()
    assert list(folder.iterdir()) == []


# Asked for nothing, or too much


def test_nothing_to_find() -> None:
    impossible = SweepQuery(domino_problem(3, 3))
    traced = traceback.trace_solutions(impossible, COUNT_TRACED, spread, Resources(), Control())
    assert (traced.evaluation.value, traced.solutions) == (0, ())
    none = traceback.trace_solutions(impossible, best_counted(), every_best, Resources(), Control())
    assert (none.evaluation.value, none.solutions) == (None, ())
    empty = SweepQuery(CoverProblem((), (), ()))
    assert traceback.trace_solutions(empty, COUNT_TRACED, every, Resources(), Control()).solutions == ((),)
    asked_nothing = traceback.trace_solutions(
        LARGE, COUNT_TRACED, lambda words, limbs: [], Resources(), Control()
    )
    assert asked_nothing.solutions == () and asked_nothing.evaluation.value


def test_the_same_way_may_be_asked_for_twice() -> None:
    query = SweepQuery(domino_problem(4, 4))
    same = [(17).to_bytes(WORD, "little")] * 3
    traced = traceback.trace_solutions(query, COUNT_TRACED, lambda words, limbs: same, Resources(), Control())
    assert len(set(traced.solutions)) == 1 and len(traced.solutions) == 3


def test_counts_of_many_words() -> None:
    query = SweepQuery(domino_problem(4, 120, monominoes=True))
    ends: Ask = lambda words, limbs: [  # noqa: E731
        bytes(limbs * WORD),
        (int.from_bytes(words, "little") - 1).to_bytes(limbs * WORD, "little"),
    ]
    traced = traceback.trace_solutions(query, COUNT_TRACED, ends, Resources(), Control())
    assert traced.evaluation.value is not None and traced.evaluation.value.bit_length() > 256
    for options in traced.solutions:
        covered = [item for o in options for item, _ in query.problem.options[o]]
        assert sorted(covered) == list(range(480))
    assert traced.solutions[0] != traced.solutions[1]


def test_a_problem_that_is_refused() -> None:
    problem = CoverProblem(
        tuple(map(str, range(1500))),
        ((1, 1),) * 1500,
        tuple(((i, 0), (j, 0)) for i in range(1500) for j in (1499 - i, (i * 37 + 11) % 1500) if i != j),
    )
    with pytest.raises(UnsupportedError, match="bits"):
        found_with(SweepQuery(problem, order=tuple(range(1500))))
