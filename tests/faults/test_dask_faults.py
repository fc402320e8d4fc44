"""A run on a Dask cluster survives its coordinator's death and a bad network: nothing is lost or doubled.

Workers and schedulers are killed in tests/runs/executors/test_dask_cluster.py, and everything again and again
by benchmarks/runs_faults.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from dask_faults import FAULTS as CLUSTER_FAULTS
from fault_scenario import UNHARMED, FaultScenario
from network_faults import FAULTS as NETWORK_FAULTS

FAULTS = CLUSTER_FAULTS | NETWORK_FAULTS
pytestmark = pytest.mark.event
TESTED = ("dask-coordinator", "dask-network-cut", "dask-network-duplicate", "dask-scheduler-restart")


@pytest.mark.parametrize("name", TESTED)
def test_nothing_is_lost_on_a_cluster(tmp_path: Path, name: str) -> None:
    fault, who = FAULTS[name]
    scenario = FaultScenario(tmp_path, 1, *who)
    fault(scenario)
    assert scenario.outcome() == UNHARMED
