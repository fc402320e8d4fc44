"""Limits, cancellation, and the processes that solvers run in."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.solver_cases import SECONDS, SOLVER_CASES, rectangle, running
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Rules, is_arrangement
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solvers.process import SolverProcesses, solve_model
from tilewright.solve.engines.base import Progress, Status


@pytest.fixture(scope="module")
def processes() -> Iterator[SolverProcesses]:
    yield from running()


@pytest.mark.alone
@pytest.mark.parametrize(("solver", "seconds"), [("cp-sat", 0.4), ("highs", 0.4), ("scip", 0.4)])
def test_a_time_limit_tells_no_more_than_it_knows(
    processes: SolverProcesses, solver: str, seconds: float
) -> None:
    solved = solve_model(
        rectangle(8, 8), ModelChoice("domino-index"), solver, seconds=seconds, processes=processes
    ).answer
    assert (solved.status, solved.proven, solved.note) == (
        Status.LIMIT,
        False,
        "the solver reached its time limit",
    )
    assert solved.lower_bound <= 22
    assert solved.pieces is None or solved.pieces >= 22
    assert len(solved.arrangements) == (solved.pieces is not None)


@pytest.mark.alone
def test_a_limit_keeps_what_was_found(processes: SolverProcesses) -> None:
    solved = solve_model(
        rectangle(14, 14), ModelChoice("monomino"), "highs", seconds=0.6, processes=processes
    ).answer
    assert solved.status is Status.LIMIT
    assert solved.pieces is not None and 0 < solved.lower_bound <= 66 <= solved.pieces
    assert is_arrangement(solved.arrangements[0], Rules())


@pytest.mark.alone
@pytest.mark.parametrize("solver", SOLVER_CASES)
@pytest.mark.parametrize("after", [0.0, 0.35])
def test_cancel_ends_it_within_half_a_second(processes: SolverProcesses, solver: str, after: float) -> None:
    cancel, pressed = threading.Event(), 0.0

    def press() -> None:
        nonlocal pressed
        pressed = time.monotonic()
        cancel.set()

    timer = threading.Timer(after, press)
    timer.start()
    solved = solve_model(
        rectangle(20, 20), ModelChoice("position"), solver, cancel=cancel, processes=processes
    )
    assert time.monotonic() - pressed < 0.5
    assert solved.answer.status is Status.CANCELLED and not solved.answer.proven


def test_progress_tells_time_and_finds(processes: SolverProcesses) -> None:
    reported: list[Progress] = []
    solve_model(
        rectangle(12, 12), ModelChoice("position"), "highs",
        seconds=0.6, on_progress=reported.append, processes=processes,
    )  # fmt: skip
    shares = [progress.share for progress in reported]
    assert shares == sorted(shares) and 0.5 < shares[-1] <= 1
    assert "dominoes found" in reported[-1].words


@pytest.mark.parametrize(("solver", "package"), [("cp-sat", "ortools"), ("highs", "highspy")])
def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solver: str, package: str
) -> None:
    (tmp_path / f"{package}.py").write_text(f"raise ImportError('no {package} here', name='{package}')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(UnsupportedError, match=rf"needs the package {package}: pip install 'tilewright\["):
        solve_model(rectangle(3, 3), ModelChoice("monomino"), solver)


def test_a_solver_that_dies_is_reported_and_replaced(processes: SolverProcesses) -> None:
    held = processes.of("ortools")

    def kill() -> None:
        assert held.process is not None
        os.kill(held.process.pid, signal.SIGKILL)

    timer = threading.Timer(0.3, kill)
    timer.start()
    with pytest.raises(RuntimeError, match="the solver scip crashed: exit code -9"):
        solve_model(rectangle(20, 20), ModelChoice("position"), "scip", seconds=SECONDS, processes=processes)
    solved = solve_model(rectangle(3, 3), ModelChoice("position"), "scip", processes=processes).answer
    assert (solved.pieces, solved.proven) == (3, True)


def test_no_process_outlives_the_one_that_started_it() -> None:
    code = (
        "import os, pickle, subprocess, sys\n"
        "from tilewright.families.gunport.solvers.process import WORKER\n"
        "from tilewright.solve.child_process import ChildProcess\n"
        "held = ChildProcess(WORKER); held.send('stop')\n"
        "print(held.process.pid, flush=True); os._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    child = int(done.stdout)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{child}/stat").exists() and ") Z " in Path(f"/proc/{child}/stat").read_text():
            return  # ended, and only not yet collected by whoever adopted it
        time.sleep(0.02)
    pytest.fail("the solver's process is still there")


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnsupportedError, match="needs the program minizinc"):
        solve_model(rectangle(3, 3), ModelChoice("monomino"), "minizinc")


FAKE = """#!/bin/sh
echo '{output}'
"""


@pytest.mark.parametrize(
    ("output", "least"),
    [
        ('{"h": [[1], [0]], "v": [[0, 0]], "m": [[0, 0], [1, 1]]}\n----------\n==========', "wrong"),
        ('{"h": [[1], [1]], "v": [[0, 0]], "m": [[0, 0], [0, 0]]}\n----------\n==========', 2),
        ('{"h": [[1], [1]], "v": [[0, 0]], "m": [[0, 0], [0, 0]]}\n----------\n% Time limit', 0),
        ("=====UNKNOWN=====", None),
    ],
)
def test_what_minizinc_prints_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, output: str, least: int | str | None
) -> None:
    """A program that prints as minizinc does; what it prints is checked like any arrangement."""
    program = tmp_path / "minizinc"
    program.write_text(FAKE.format(output=output))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    if least == "wrong":
        with pytest.raises(RuntimeError, match="returned a wrong arrangement"):
            solve_model(rectangle(2, 2), ModelChoice("monomino"), "minizinc")
        return
    answer = solve_model(rectangle(2, 2), ModelChoice("monomino"), "minizinc").answer
    assert (answer.pieces, answer.proven) == (None if least is None else 2, least == 2)
