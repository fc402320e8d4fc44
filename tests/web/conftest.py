"""For the tests of the web pages: worker processes have any time to start, as on a machine of any speed."""

from __future__ import annotations

import pytest

from support.waiting import HANGS_S
from tilewright.web import worker_pool


@pytest.fixture(autouse=True)
def any_time_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "START_S", HANGS_S)
