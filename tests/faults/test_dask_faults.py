"""Runs on a Dask cluster survive its members' deaths: nothing is lost, nothing counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from dask_faults import FAULTS
from stage import UNHARMED, Stage


@pytest.mark.parametrize("name", ("dask-worker", "dask-scheduler", "dask-coordinator"))
def test_nothing_is_lost_on_a_cluster(tmp_path: Path, name: str) -> None:
    fault, who = FAULTS[name]
    stage = Stage(tmp_path, 1, *who)
    fault(stage)
    assert stage.verdict() == UNHARMED
