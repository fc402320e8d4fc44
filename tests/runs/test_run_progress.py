"""The pace of a run: nodes a second of late."""

from __future__ import annotations

import pytest

from tilewright.runs.progress import WINDOW_SECONDS, SpeedMeter


def test_nodes_a_second_are_those_of_the_last_half_minute() -> None:
    pace = SpeedMeter(1_000)
    assert pace.nodes_per_second(0.0, 1_000) == 0.0
    assert pace.nodes_per_second(10.0, 2_000) == pytest.approx(100)
    for second in range(11, 200):
        slow = pace.nodes_per_second(float(second), 2_000 + 10 * (second - 10))
    assert slow == pytest.approx(10)
    assert pace.nodes_per_second(200.0 + 10 * WINDOW_SECONDS, 3_890) == pytest.approx(0, abs=0.01)
