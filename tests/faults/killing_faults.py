"""Faults on one machine: killed or terminated workers and coordinators, and several for one file."""

from __future__ import annotations

import json
import signal
import time
from contextlib import ExitStack

from fault_scenario import (
    DEADLINE,
    REFUSED,
    Fault,
    FaultScenario,
    answer,
    command,
    kill_group,
    one_line,
    spawned,
    to_the_end,
)

from tilewright.cli.exit_codes import ExitCode

STARTUP_SECONDS = 1.0  # that a coordinator needs to begin, about


def worker_killed(scenario: FaultScenario) -> None:
    """repeated kill -9 of a worker process; the run continues by itself"""
    with scenario.started() as process:
        for _ in range(scenario.times):
            scenario.wait_for_moment(process)
            scenario.random_worker(process).kill()
        to_the_end(process)


def all_workers_killed(scenario: FaultScenario) -> None:
    """kill -9 of all worker processes at once; the run continues by itself"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        for worker in spawned(process):
            worker.kill()
        to_the_end(process)


def coordinator_killed(scenario: FaultScenario) -> None:
    """repeated kill -9 of the coordinator; `run resume`"""
    with scenario.started() as process:
        done = scenario.wait_for_moment(process)
        process.kill()
    interrupted(scenario)
    for _ in range(scenario.times - 1):
        with scenario.resumed() as process:
            done = scenario.wait_for_moment(process, after=done)
            process.kill()
        interrupted(scenario)
    scenario.resume()


def all_killed(scenario: FaultScenario) -> None:
    """kill -9 of the coordinator and all its workers at once, as when a machine goes down; `run resume`"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process)
    interrupted(scenario)
    scenario.resume()


def killed_during_startup(scenario: FaultScenario) -> None:
    """kill -9 of a starting coordinator, before, while or after the run is stored; `run resume`"""
    with scenario.started() as process:
        time.sleep(scenario.chance.uniform(0.0, STARTUP_SECONDS))
        if scenario.chance.random() < 0.5:  # the most delicate moment: the file exists, the run perhaps not
            while not scenario.db.exists() and process.poll() is None:
                time.sleep(0.001)
            time.sleep(scenario.chance.uniform(0.0, 0.05))
        kill_group(process)
    listed = answer("run", "list", "--db", scenario.db, "--json")
    if listed.exit_code:  # killed before anything was in the file
        assert not scenario.db.exists() or "is empty" in listed.stderr, listed.stderr
    elif json.loads(listed.stdout)["runs"]:
        scenario.resume()
        return
    with scenario.started() as process:
        to_the_end(process)


def terminated(scenario: FaultScenario) -> None:
    """SIGTERM to the coordinator and all its workers, as sent by a queue or a shutdown; `run resume`"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process, signal.SIGTERM)
        _, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == ExitCode.TERMINATED, errors
    assert "stopped after " in errors and "to resume: tilewright run resume" in errors
    assert scenario.status()["status"] == "stopped"
    scenario.resume()


def second_coordinator(scenario: FaultScenario) -> None:
    """two other coordinators open the file of a running run; both are refused"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        process.send_signal(signal.SIGSTOP)  # so that it cannot end before the others start
        for words in (("resume", "last"), ("start", "catalog:soma-cube")):
            refused = command("run", *words, "--db", scenario.db, "--quiet", code=REFUSED)
            assert (
                one_line(refused.stderr) and f"another coordinator (process {process.pid}" in refused.stderr
            )
        process.send_signal(signal.SIGCONT)
        to_the_end(process)


def all_at_once(scenario: FaultScenario) -> None:
    """four coordinators resume a killed run at the same moment; one succeeds"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process)
    with ExitStack() as stack:
        coordinators = [stack.enter_context(scenario.resumed()) for _ in range(4)]
        outputs = [one.communicate(timeout=DEADLINE) for one in coordinators]
    codes = [one.returncode for one in coordinators]
    assert set(codes) <= {0, REFUSED} and 0 in codes, outputs
    refusals = [errors for code, (_, errors) in zip(codes, outputs, strict=True) if code]
    assert all(one_line(errors) and "another coordinator" in errors for errors in refusals), refusals


def interrupted(scenario: FaultScenario) -> None:
    """Check that the file is known to have lost its coordinator."""
    assert scenario.status()["status"] == "interrupted"


PROCESSES = ("--executor", "processes", "--workers", 2)
THREADS = ("--executor", "threads", "--workers", 2)
FAULTS: dict[str, tuple[Fault, tuple[object, ...]]] = {
    "worker": (worker_killed, PROCESSES),
    "all-workers": (all_workers_killed, PROCESSES),
    "coordinator-of-threads": (coordinator_killed, THREADS),
    "coordinator-of-processes": (coordinator_killed, PROCESSES),
    "all-processes": (all_killed, PROCESSES),
    "startup": (killed_during_startup, THREADS),
    "sigterm": (terminated, PROCESSES),
    "second-coordinator": (second_coordinator, THREADS),
    "simultaneous-resume": (all_at_once, THREADS),
}
