"""Runs on a Dask cluster survive its members' deaths: nothing is lost, nothing counted twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from dask_faults import FAULTS
from stage import UNHARMED, Fault, Stage


@pytest.mark.parametrize(("fault", "who"), FAULTS.values(), ids=FAULTS)
def test_nothing_is_lost_on_a_cluster(tmp_path: Path, fault: Fault, who: tuple[object, ...]) -> None:
    stage = Stage(tmp_path, 1, *who)
    fault(stage)
    assert stage.verdict() == UNHARMED
