"""The options and the step loop of a query."""

from __future__ import annotations

import pytest

from support.fake_clock import FakeClock
from tilewright.families.gunport.query import GunportQuery, SolveOptions, SweepLoop
from tilewright.solving import steps as stepping
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, Status


@pytest.mark.parametrize("wrong", [{"arrangements": -1}, {"sample": -1}, {"seed": -1}])
def test_negative_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        GunportQuery(**wrong)  # type: ignore[arg-type]


def test_remaining_time(still_clock: FakeClock) -> None:
    assert SolveOptions().remaining(0.0) == SolveOptions()
    options = SolveOptions(limits=Limits(seconds=10))
    assert options.remaining(still_clock.now - 3).limits.seconds == 7
    assert options.remaining(still_clock.now - 11).limits.seconds == 0


def test_progress_adds_the_states_of_finished_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "PROGRESS_SECONDS", 0.0)
    seen: list[Progress] = []
    loop = SweepLoop(Control(on_progress=seen.append), states=40)
    steps: list[int] = []

    def advance(units: int) -> bool:
        steps.append(units)
        return len(steps) == 3

    loop.sweep(advance, 5, lambda: 0.5, lambda: 2)
    assert [(progress.share, progress.nodes, progress.listed) for progress in seen] == [(0.5, 42, False)] * 2
    assert steps[0] == 5
    steps.clear()
    loop.sweep(advance, 5, None)
    assert len(seen) == 2 and len(steps) == 3


def test_a_sweep_ends_at_its_time_limit(still_clock: FakeClock) -> None:
    loop = SweepLoop(Control(Limits(seconds=10)), still_clock.now - 11)
    with pytest.raises(Cancelled) as end:
        loop.sweep(lambda units: True, 1, lambda: 0.0)
    assert end.value.status is Status.LIMIT
