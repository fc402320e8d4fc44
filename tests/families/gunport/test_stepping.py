"""Steps of a moment: the clock, the button and the progress between them."""

from __future__ import annotations

import threading
import time

import pytest

from tilewright.families.gunport.stepping import MOST_UNITS, STEP_SECONDS, Ended, Walker
from tilewright.solve.engines.base import Limits, Progress, Status
from tilewright.solve.stepping import Control


def test_units_grow_until_a_step_takes_a_moment() -> None:
    asked: list[int] = []

    def advance(units: int) -> bool:
        asked.append(units)
        time.sleep(units * STEP_SECONDS / 100)
        return len(asked) == 14

    Walker(Control(), time.monotonic()).run(advance, 3, lambda: 0.5, lambda: 7)
    assert asked[:5] == [3, 6, 12, 24, 48]
    assert max(asked) <= 100
    assert min(asked[7:]) >= 40


def test_units_shrink_when_a_step_takes_long() -> None:
    asked: list[int] = []

    def advance(units: int) -> bool:
        asked.append(units)
        time.sleep(4 * STEP_SECONDS)
        return len(asked) == 4

    Walker(Control(), time.monotonic()).run(advance, 1000, lambda: 0.5, lambda: 7)
    assert asked[0] == 1000
    assert asked[0] > 3 * asked[1] > 9 * asked[2] > 27 * asked[3] >= 27


def test_units_are_bounded() -> None:
    asked: list[int] = []

    def advance(units: int) -> bool:
        asked.append(units)
        return len(asked) == 60

    Walker(Control(), time.monotonic()).run(advance, 1, lambda: 0.5, lambda: 7)
    assert max(asked) == asked[-1] == MOST_UNITS


def test_the_button_is_looked_at_before_each_step() -> None:
    button = threading.Event()
    walker = Walker(Control(cancel=button), time.monotonic())
    steps: list[int] = []

    def advance(units: int) -> bool:
        steps.append(units)
        if len(steps) == 3:
            button.set()
        return False

    with pytest.raises(Ended) as end:
        walker.run(advance, 1, lambda: 0.0, lambda: 0)
    assert (end.value.status, end.value.note, len(steps)) == (Status.CANCELLED, "", 3)
    with pytest.raises(Ended):
        walker.check()
    with pytest.raises(Ended):
        walker.run(advance, 1, lambda: 0.0, lambda: 0)
    assert len(steps) == 3


def test_work_that_is_over_is_over_whatever_the_button_says() -> None:
    button = threading.Event()

    def advance(units: int) -> bool:
        button.set()
        return True

    Walker(Control(cancel=button), time.monotonic()).run(advance, 1, lambda: 0.0, lambda: 0)


def test_the_clock_counts_from_the_question() -> None:
    walker = Walker(Control(Limits(seconds=10)), time.monotonic() - 11)
    assert 11 <= walker.seconds < 12
    with pytest.raises(Ended) as end:
        walker.check()
    assert end.value.status is Status.LIMIT
    Walker(Control(Limits(seconds=10)), time.monotonic() - 9).check()


def test_what_is_done_between_steps_is_done_after_each() -> None:
    calls: list[str] = []

    def advance(units: int) -> bool:
        calls.append("step")
        return len(calls) >= 5

    Walker(Control(), time.monotonic()).run(
        advance, 1, lambda: 0.0, lambda: 0, lambda: calls.append("between")
    )
    assert calls == ["step", "between"] * 3


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Progress] = []
    clock = [100.0]
    monkeypatch.setattr("tilewright.families.gunport.stepping.time.monotonic", lambda: clock[0])
    walker = Walker(Control(on_progress=seen.append), 90.0, states=1000)
    walker.show(0.25, 1005)
    walker.show(0.5, 1006)  # too soon after the other
    clock[0] = 100.2
    walker.show(0.001, 1007)
    assert [(p.share, p.nodes, p.solutions, p.listed) for p in seen] == [
        (0.25, 1005, 0, False),
        (0.001, 1007, 0, False),
    ]
    assert seen[0].seconds == 10
    assert seen[0].eta == pytest.approx(30)
    assert seen[1].eta is None  # nothing can be said so early


def test_progress_counts_sweeps_that_are_over() -> None:
    seen: list[Progress] = []
    walker = Walker(Control(on_progress=seen.append), time.monotonic(), states=40)
    done: list[int] = []

    def advance(units: int) -> bool:
        done.append(units)
        return len(done) == 2

    walker.run(advance, 1, lambda: 0.5, lambda: 2)
    assert [p.nodes for p in seen] == [42]
    walker._shown = 0
    done.clear()
    walker.run(advance, 1, lambda: 0.5, lambda: 2, shown=False)
    assert len(seen) == 1
