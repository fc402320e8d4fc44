"""The registry of executors: a name to how one is made. A new executor is one line here."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.errors import RunError
from tilewright.runs.executors.base import Executor
from tilewright.runs.executors.location import Workplace
from tilewright.runs.executors.processes import processes
from tilewright.runs.executors.threads import threads


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
