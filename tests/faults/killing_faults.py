"""Faults on one machine: workers and coordinators killed or told to end, and two that want one file."""

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

from tilewright.cli.output import ExitCode

BEGINNING = 1.0  # seconds that a coordinator needs to begin, about


def worker_killed(scenario: FaultScenario) -> None:
    """kill -9 of a worker process, again and again; the run goes on by itself"""
    with scenario.started() as process:
        for _ in range(scenario.times):
            scenario.wait_for_moment(process)
            scenario.random_worker(process).kill()
        to_the_end(process)


def all_workers_killed(scenario: FaultScenario) -> None:
    """kill -9 of all worker processes at once; the run goes on by itself"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        for worker in spawned(process):
            worker.kill()
        to_the_end(process)


def coordinator_killed(scenario: FaultScenario) -> None:
    """kill -9 of the coordinator, and of those that go on; `run resume`"""
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


def killed_as_it_begins(scenario: FaultScenario) -> None:
    """kill -9 of a coordinator that begins: before, while or after the run is stored"""
    with scenario.started() as process:
        time.sleep(scenario.chance.uniform(0.0, BEGINNING))
        if scenario.chance.random() < 0.5:  # the most delicate time: the file is there, the run perhaps not
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


def told_to_end(scenario: FaultScenario) -> None:
    """SIGTERM to the coordinator and all its workers, as a queue or a shutdown sends it; `run resume`"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process, signal.SIGTERM)
        _, errors = process.communicate(timeout=DEADLINE)
    assert process.returncode == ExitCode.TERMINATED, errors
    assert "stopped after " in errors and "to resume: tilewright run resume" in errors
    assert scenario.status()["status"] == "stopped"
    scenario.resume()


def second_coordinator(scenario: FaultScenario) -> None:
    """two other coordinators want the file of a run that goes on; both are refused"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        process.send_signal(signal.SIGSTOP)  # so that it cannot be over before the others come
        for words in (("resume", "last"), ("start", "catalog:soma-cube")):
            refused = command("run", *words, "--db", scenario.db, "--quiet", code=REFUSED)
            assert (
                one_line(refused.stderr) and f"another coordinator (process {process.pid}" in refused.stderr
            )
        process.send_signal(signal.SIGCONT)
        to_the_end(process)


def all_at_once(scenario: FaultScenario) -> None:
    """a run that was killed is resumed by four coordinators at the same moment; one gets it"""
    with scenario.started() as process:
        scenario.wait_for_moment(process)
        kill_group(process)
    with ExitStack() as stack:
        rivals = [stack.enter_context(scenario.resumed()) for _ in range(4)]
        told = [rival.communicate(timeout=DEADLINE) for rival in rivals]
    codes = [rival.returncode for rival in rivals]
    assert set(codes) <= {0, REFUSED} and 0 in codes, told
    refusals = [errors for code, (_, errors) in zip(codes, told, strict=True) if code]
    assert all(one_line(errors) and "another coordinator" in errors for errors in refusals), refusals


def interrupted(scenario: FaultScenario) -> None:
    """The file says by itself that its coordinator is gone."""
    assert scenario.status()["status"] == "interrupted"


PROCESSES = ("--executor", "processes", "--workers", 2)
THREADS = ("--executor", "threads", "--workers", 2)
FAULTS: dict[str, tuple[Fault, tuple[object, ...]]] = {
    "worker": (worker_killed, PROCESSES),
    "all-workers": (all_workers_killed, PROCESSES),
    "coordinator-of-threads": (coordinator_killed, THREADS),
    "coordinator-of-processes": (coordinator_killed, PROCESSES),
    "machine": (all_killed, PROCESSES),
    "beginning": (killed_as_it_begins, THREADS),
    "told-to-end": (told_to_end, PROCESSES),
    "second-coordinator": (second_coordinator, THREADS),
    "rivals": (all_at_once, THREADS),
}
