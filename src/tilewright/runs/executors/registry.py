"""The registry of executors: a name to how one is made. A new executor is one line here."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tilewright.errors import RunError
from tilewright.runs.executors.contract import Executor
from tilewright.runs.executors.processes import processes
from tilewright.runs.executors.threads import threads


@dataclass(frozen=True)
class Workplace:
    """Where and by how many the work is to be done; each executor takes what it understands.

    ``workers`` None is one a core. The scheduler, its file and the certificates are for a Dask cluster.
    """

    workers: int | None = None
    scheduler: str | None = None
    scheduler_file: Path | None = None
    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None

    @property
    def hands(self) -> int:
        """How many workers on this machine."""
        return self.workers or os.cpu_count() or 1


def _dask(place: Workplace) -> Executor:
    from tilewright.runs.executors.dask_cluster import dask_cluster  # an extra: imported when it is asked for

    return dask_cluster(place)


EXECUTORS: dict[str, Callable[[Workplace], Executor]] = {
    "threads": lambda place: threads(place.hands),
    "processes": lambda place: processes(place.hands),
    "dask": _dask,
}


def executor_for(name: str, place: Workplace) -> Executor:
    """The executor of this name; RunError when there is none. Nothing is started yet."""
    make = EXECUTORS.get(name)
    if make is None:
        raise RunError(f"there is no executor named {name!r}; there are {', '.join(sorted(EXECUTORS))}")
    return make(place)
