"""Faults of the network between a Dask scheduler and everything that talks to it, through a proxy.

The workers are started again when they end, as a service manager does: Dask's workers end when they lose
their scheduler.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from fault_scenario import Fault, FaultScenario, grouped, kill_group, spawned, to_the_end

from support.tcp_proxy import TcpProxy
from support.waiting import wait_until

WORKERS = 2
RESTART_SECONDS = 0.2  # between two looks whether the workers have ended


@dataclass
class Network:
    """A scheduler behind a proxy, and its workers, which are started again when they end."""

    folder: Path
    proxy: TcpProxy
    scheduler: subprocess.Popen[str]
    port: int
    worker: subprocess.Popen[str] | None = None
    starts: int = 0

    def restart_scheduler(self) -> None:
        """Kill the scheduler, and start another at its address."""
        kill_group(self.scheduler)
        self.scheduler.wait()
        self.scheduler = _scheduler(self.folder, self.port)

    def keep_workers(self, ended: threading.Event) -> None:
        """Start the workers, and start them again whenever they end."""
        line = [f"tcp://127.0.0.1:{self.proxy.port}", "--nworkers", str(WORKERS), "--nthreads", "1"]
        quiet = ["--no-dashboard", "--host", "127.0.0.1", "--local-directory", str(self.folder)]
        while not ended.is_set():
            self.starts += 1
            with grouped(_dask("worker", *line, *quiet), **_SILENT) as self.worker:
                while not ended.wait(RESTART_SECONDS) and self.worker.poll() is None:
                    pass

    def kill_worker(self, scenario: FaultScenario) -> None:
        """Kill one worker process; Dask starts another."""

        def is_killed() -> bool:
            with suppress(IndexError, psutil.Error):  # the workers are being started
                assert self.worker is not None
                scenario.chance.choice(spawned(self.worker)).kill()
                return True
            return False

        wait_until(is_killed, "no worker process came up")


_SILENT: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def _dask(*words: str) -> list[str]:
    return [sys.executable, "-m", "dask", *words]


def _scheduler(folder: Path, port: int) -> subprocess.Popen[str]:
    """A scheduler at a port, 0 for any; the file in the folder names it."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    place = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--scheduler-file", str(file)]
    process: subprocess.Popen[str] = subprocess.Popen(
        _dask("scheduler", *place), text=True, start_new_session=True, **_SILENT
    )

    def is_written() -> bool:
        return file.exists() and file.read_bytes().rstrip().endswith(b"}")  # it is written in steps

    wait_until(lambda: is_written() or process.poll() is not None)
    assert process.poll() is None, "no scheduler came up"
    return process


@contextmanager
def network(scenario: FaultScenario) -> Iterator[Network]:
    """A cluster that does the tasks of the scenario, over an unreliable network."""
    scheduler = _scheduler(scenario.folder, 0)
    ended = threading.Event()
    port = _port(scenario.folder)
    with TcpProxy(port, scenario.chance.randrange(1 << 30)) as proxy:
        here = Network(scenario.folder, proxy, scheduler, port)
        keeper = threading.Thread(target=here.keep_workers, args=(ended,))
        keeper.start()
        scenario.who = ("--scheduler", f"tcp://127.0.0.1:{proxy.port}")
        try:
            yield here
        finally:
            ended.set()
            keeper.join()
            kill_group(here.scheduler)
            here.scheduler.wait()


def _port(folder: Path) -> int:
    address = json.loads((folder / "scheduler.json").read_text(encoding="utf-8"))["address"]
    return int(address.rpartition(":")[2])


@contextmanager
def _disturbed(scenario: FaultScenario) -> Iterator[Network]:
    """A run on an unreliable network, at a random moment; afterwards it comes to its end by itself."""
    with network(scenario) as here, scenario.started() as process:
        scenario.wait_for_moment(process)
        yield here
        to_the_end(process)


def cut(scenario: FaultScenario) -> None:
    """all connections of the scheduler are cut, repeatedly; the run continues by itself"""
    with _disturbed(scenario) as here:
        for _ in range(scenario.times):
            here.proxy.is_refusing = True
            assert here.proxy.cut() > 0
            time.sleep(scenario.chance.uniform(0.0, 2.0))
            here.proxy.is_refusing = False
            time.sleep(scenario.chance.uniform(0.0, 4.0))


def delay(scenario: FaultScenario) -> None:
    """each message comes up to 1 s late, and for 3 s none at all; the run continues by itself"""
    with _disturbed(scenario) as here:
        for _ in range(scenario.times):
            here.proxy.max_delay_s = scenario.chance.uniform(0.1, 1.0)
            time.sleep(3.0)
            here.proxy.max_delay_s = 0.0
            here.proxy.is_stalled = True
            time.sleep(3.0)
            here.proxy.is_stalled = False


def duplicate(scenario: FaultScenario) -> None:
    """connections are cut, and what comes over new ones arrives twice; the run continues by itself"""
    with _disturbed(scenario) as here:
        for _ in range(scenario.times):
            here.proxy.is_duplicating = True
            here.proxy.cut()
            time.sleep(scenario.chance.uniform(1.0, 4.0))
            here.proxy.is_duplicating = False
        here.proxy.cut()


def restart(scenario: FaultScenario) -> None:
    """kill -9 of the scheduler, and another at the same address, repeatedly; the run continues by itself"""
    with _disturbed(scenario) as here:
        for _ in range(scenario.times):
            here.restart_scheduler()
            time.sleep(scenario.chance.uniform(0.0, 4.0))


def everything(scenario: FaultScenario) -> None:
    """all of these and a killed worker, in any order; the run continues by itself"""
    with _disturbed(scenario) as here:
        acts = [
            lambda: here.kill_worker(scenario),
            here.proxy.cut,
            lambda: setattr(here.proxy, "max_delay_s", 0.5),
            lambda: setattr(here.proxy, "is_duplicating", True),
            here.restart_scheduler,
        ]
        scenario.chance.shuffle(acts)
        for act in acts:
            act()
            time.sleep(scenario.chance.uniform(0.0, 3.0))
        here.proxy.max_delay_s = 0.0
        here.proxy.is_duplicating = False
        here.proxy.cut()


FAULTS: dict[str, tuple[Fault, tuple[object, ...]]] = {
    "dask-network-cut": (cut, ()),
    "dask-network-delay": (delay, ()),
    "dask-network-duplicate": (duplicate, ()),
    "dask-scheduler-restart": (restart, ()),
    "dask-everything": (everything, ()),
}
