"""A run on a Dask cluster survives its coordinator's death: nothing is lost, nothing counted twice.

Workers and schedulers are killed in tests/runs/executors/test_dask_cluster.py, and all of them again and
again by benchmarks/runs_faults.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from dask_faults import FAULTS
from fault_scenario import UNHARMED, FaultScenario


@pytest.mark.parametrize("name", ("dask-coordinator",))
def test_nothing_is_lost_on_a_cluster(tmp_path: Path, name: str) -> None:
    fault, who = FAULTS[name]
    scenario = FaultScenario(tmp_path, 1, *who)
    fault(scenario)
    assert scenario.outcome() == UNHARMED
