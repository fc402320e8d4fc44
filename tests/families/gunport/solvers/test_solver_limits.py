"""Limits, cancellation, and the processes that solvers run in."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.solver_cases import SECONDS, SOLVER_CASES, rectangle, running
from support.waiting import HANGS_S
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import Rules, is_arrangement
from tilewright.families.gunport.query import GunportAnswer
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solvers import process
from tilewright.families.gunport.solvers.process import SolverProcesses, solve_model
from tilewright.solving.steps import Progress, Status


@pytest.fixture(scope="module")
def processes() -> Iterator[SolverProcesses]:
    yield from running()


IGNORES_S = 20.0  # after which a solver in a long step is killed; what it has found is known by then


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No solver is killed because the machine is busy; one that ignores a cancellation is, later."""
    monkeypatch.setattr(process, "OVERTIME_SECONDS", HANGS_S)
    monkeypatch.setattr(process, "GRACE_SECONDS", IGNORES_S)


@pytest.mark.parametrize("solver", ["cp-sat", "highs", "scip"])
def test_a_time_limit_tells_no_more_than_it_knows(processes: SolverProcesses, solver: str) -> None:
    """In no time: the model would take hours."""
    solved = solve_model(
        rectangle(14, 14), ModelChoice("domino-index"), solver, seconds=1e-6, processes=processes
    ).answer
    assert (solved.status, solved.proven, solved.note) == (
        Status.LIMIT,
        False,
        "the solver reached its time limit",
    )
    assert solved.lower_bound <= 66
    assert solved.pieces is None or solved.pieces >= 66
    assert len(solved.arrangements) == (solved.pieces is not None)


@pytest.mark.event
def test_a_cancellation_keeps_what_was_found(processes: SolverProcesses) -> None:
    cancel, seen = threading.Event(), list[Progress]()

    def press(progress: Progress) -> None:
        seen.append(progress)
        if "dominoes found, at least" in progress.words:
            cancel.set()

    solved = solve_model(
        rectangle(14, 14), ModelChoice("monomino"), "highs",
        seconds=HANGS_S, on_progress=press, cancel=cancel, processes=processes,
    ).answer  # fmt: skip
    shares = [progress.share for progress in seen]
    assert shares == sorted(shares) and 0 < shares[-1] <= 1
    assert solved.status is Status.CANCELLED
    assert solved.pieces is not None and 0 < solved.lower_bound <= 66 <= solved.pieces
    assert is_arrangement(solved.arrangements[0], Rules())


@pytest.mark.event
@pytest.mark.parametrize("solver", SOLVER_CASES)
@pytest.mark.parametrize("before", [True, False])
def test_cancel_ends_it(processes: SolverProcesses, solver: str, *, before: bool) -> None:
    cancel = threading.Event()

    def press(progress: Progress) -> None:
        if before or progress.seconds > 0:  # the solver was started
            cancel.set()

    solved = solve_model(
        rectangle(20, 20), ModelChoice("position"), solver,
        on_progress=press, cancel=cancel, processes=processes,
    )  # fmt: skip
    assert solved.answer.status is Status.CANCELLED and not solved.answer.proven


@pytest.mark.parametrize(("solver", "package"), [("cp-sat", "ortools"), ("highs", "highspy")])
def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, solver: str, package: str
) -> None:
    (tmp_path / f"{package}.py").write_text(
        f"raise ModuleNotFoundError('no {package} here', name='{package}')"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(
        UnsupportedError, match=rf"the solver {solver} needs {package}, which the extra 'models'"
    ):
        solve_model(rectangle(3, 3), ModelChoice("monomino"), solver)


@pytest.mark.event
def test_a_solver_that_dies_is_reported_and_replaced(processes: SolverProcesses) -> None:
    child_process = processes.of("ortools")

    def kill(progress: Progress) -> None:
        if progress.seconds > 0:  # the solver was started
            os.kill(child_process.start(), signal.SIGKILL)

    with pytest.raises(RuntimeError, match="the solver scip crashed: it was killed by SIGKILL"):
        solve_model(
            rectangle(20, 20), ModelChoice("position"), "scip",
            seconds=SECONDS, on_progress=kill, processes=processes,
        )  # fmt: skip
    solved = solve_model(rectangle(3, 3), ModelChoice("position"), "scip", processes=processes).answer
    assert (solved.pieces, solved.proven) == (3, True)


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("minizinc", "lp_solve"):
        with pytest.raises(UnsupportedError, match=f"needs the program {name} "):
            solve_model(rectangle(3, 3), ModelChoice("monomino"), name)


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


COVERED = "h_1_1 1\nh_2_1 1\nv_1_1 0\nv_1_2 0\nm_1_1 0\nm_1_2 0\nm_2_1 0\nm_2_2 0\n"
FOUND = "\nActual values of the variables:\n"
ENDED = "\nActual values of the constraints:"


@pytest.mark.parametrize(
    ("output", "pieces", "least"),
    [
        (FOUND + COVERED.replace("h_2_1 1", "h_2_1 0") + ENDED, "wrong", None),
        (FOUND + COVERED + FOUND + COVERED + ENDED, 2, 2),
        (FOUND + COVERED + "\nSuboptimal solution\n" + FOUND + COVERED + ENDED, 2, 0),
        (FOUND + COVERED + "\nThe model is sub-optimal. Only a faster solution was found.\n" + ENDED, 2, 0),
        (FOUND + COVERED, 2, 0),
        (FOUND + "h_1_1 1\nh_2", None, 0),
        ("Timeout", None, 0),
        ("This problem is infeasible", None, None),
        ("exit 3", "failed", None),
    ],
)
def test_what_lp_solve_prints_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, output: str, pieces: int | str | None, least: int | None
) -> None:
    program = tmp_path / "lp_solve"
    shell = (
        "echo 'it broke' >&2; exit 3" if output == "exit 3" else FAKE.format(output=output).split("\n", 1)[1]
    )
    program.write_text(f"#!/bin/sh\n{shell}")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")

    def solve() -> GunportAnswer:
        return solve_model(rectangle(2, 2), ModelChoice("monomino"), "lp_solve").answer

    if isinstance(pieces, str):
        with pytest.raises(
            RuntimeError,
            match={"wrong": "a wrong arrangement", "failed": "lp_solve failed: it broke"}[pieces],
        ):
            solve()
        return
    answer = solve()
    assert (answer.pieces, answer.proven) == (pieces, least == 2 or least is None)
