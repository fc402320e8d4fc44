"""Runs on this machine survive what happens to machines: nothing is lost, nothing counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from disk_faults import FAULTS as DISK_FAULTS
from fault_scenario import UNHARMED, FaultScenario
from killing_faults import FAULTS as PROCESS_FAULTS

FAULTS = PROCESS_FAULTS | DISK_FAULTS
pytestmark = pytest.mark.event
TESTED = (
    "worker",
    "coordinator-of-processes",
    "startup",
    "sigterm",
    "second-coordinator",
    "quota",
    "damaged-page",
)
"""A fault of each kind; ``benchmarks/runs_faults.py`` repeats all, with other moments each time."""


@pytest.mark.parametrize("name", TESTED)
def test_nothing_is_lost_or_duplicated(tmp_path: Path, name: str) -> None:
    fault, who = FAULTS[name]
    scenario = FaultScenario(tmp_path, 1, *who)
    fault(scenario)
    assert scenario.outcome() == UNHARMED
