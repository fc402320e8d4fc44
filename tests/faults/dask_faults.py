"""Faults of a Dask cluster on this machine, started by `dask scheduler` and `dask worker`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fault_scenario import Fault, FaultScenario, grouped, kill_group, to_the_end

from support.waiting import wait_until

WORKERS = 2


@dataclass
class Cluster:
    """A scheduler, and a ``dask worker`` with two worker processes that it starts anew when they die."""

    scheduler: subprocess.Popen[str]
    worker: subprocess.Popen[str]

    def kill(self) -> None:
        """End all of it at once."""
        kill_group(self.scheduler)
        kill_group(self.worker)


@contextmanager
def workers(file: Path) -> Iterator[subprocess.Popen[str]]:
    """``dask worker`` for the scheduler that a file names."""
    line = ["--scheduler-file", str(file), "--nworkers", str(WORKERS), "--nthreads", "1", "--no-dashboard"]
    with _dask("worker", *line, "--host", "127.0.0.1", "--local-directory", str(file.parent)) as process:
        yield process


@contextmanager
def cluster(file: Path) -> Iterator[Cluster]:
    """A cluster that writes its scheduler's address into a file; killed at the end."""
    file.unlink(missing_ok=True)
    place = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    with _dask("scheduler", *place) as scheduler:
        wait_until(lambda: file.exists() or scheduler.poll() is not None)
        assert scheduler.poll() is None, "no scheduler came up"
        with workers(file) as worker:
            yield Cluster(scheduler, worker)


@contextmanager
def _dask(*words: str) -> Iterator[subprocess.Popen[str]]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with grouped([sys.executable, "-m", "dask", *words], **quiet) as process:
        yield process


@contextmanager
def clustered(scenario: FaultScenario) -> Iterator[Cluster]:
    """A cluster that does the tasks of the scenario."""
    file = scenario.folder / "cluster.json"
    scenario.who = ("--scheduler-file", file)
    with cluster(file) as here:
        yield here


def worker_killed(scenario: FaultScenario) -> None:
    """repeated kill -9 of a Dask worker process; the run continues by itself"""
    with clustered(scenario) as here, scenario.started() as process:
        for _ in range(scenario.times):
            scenario.wait_for_moment(process)
            scenario.random_worker(here.worker).kill()
        to_the_end(process)


def machine_killed(scenario: FaultScenario) -> None:
    """kill -9 of all workers and their nannies; others join, and the run continues by itself"""
    with clustered(scenario) as here, scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(here.worker)
        with workers(scenario.folder / "cluster.json"):
            to_the_end(process)


def scheduler_killed(scenario: FaultScenario) -> None:
    """kill -9 of scheduler and workers; a new cluster elsewhere, and the run continues by itself"""
    with clustered(scenario) as here, scenario.started() as process:
        scenario.wait_for_moment(process)
        here.kill()
        with cluster(scenario.folder / "cluster.json"):
            to_the_end(process)


def coordinator_killed(scenario: FaultScenario) -> None:
    """kill -9 of the coordinator of a cluster; `run resume`"""
    with clustered(scenario):
        with scenario.started() as process:
            scenario.wait_for_moment(process)
            kill_group(process)
        assert scenario.status()["status"] == "interrupted"
        scenario.resume()


FAULTS: dict[str, tuple[Fault, tuple[object, ...]]] = {
    "dask-worker": (worker_killed, ()),
    "dask-machine": (machine_killed, ()),
    "dask-scheduler": (scheduler_killed, ()),
    "dask-coordinator": (coordinator_killed, ()),
}
