"""Model files solved: what an answer claims, and cancellation."""

from __future__ import annotations

import threading

import pytest

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.model_files import ModelFile, model_of
from tilewright.families.gunport.models import build_model
from tilewright.families.gunport.registry import PACKAGED_SOLVERS, ModelChoice
from tilewright.families.gunport.solvers import SolverJob
from tilewright.families.gunport.solvers.model_file import _FileRun, solve_model_file
from tilewright.solving.steps import Status
from tilewright.workers import ChildProcess, Message


def file_of(name: str, target: int | None = None) -> ModelFile:
    """The model of a row of four cells, which one or two dominoes solve."""
    board = GunportBoard.rectangle(1, 4)
    return model_of(build_model(ModelChoice(name, target=target), board, Rules()).program, "m.lp")


def run_of(file: ModelFile, solver: str = "highs") -> _FileRun:
    """A run without a process: the test reports in place of a solver."""
    job = SolverJob(file.board, Rules(), file.choice, solver, None, 1, file.program)
    return _FileRun(file, job, ChildProcess("none"), None, None)


def values(file: ModelFile, *chosen: str) -> tuple[int, ...]:
    return tuple(int(name in chosen) for name in file.program.names)


ONE, TWO = ("h_1_2", "m_1_1", "m_1_4"), ("h_1_1", "h_1_3")


@pytest.mark.parametrize(
    ("bound", "status", "proven"),
    [
        (2.0, Status.COMPLETE, 2),
        (2.4, Status.COMPLETE, 2),
        (2.9999, Status.LIMIT, 3),
        (3.0, Status.LIMIT, 3),
        (float("inf"), Status.LIMIT, None),
        (float("nan"), Status.LIMIT, None),
    ],
)
def test_only_what_is_proven_is_complete(bound: float, status: Status, proven: int | None) -> None:
    file = file_of("monomino")
    run = run_of(file)
    run.found(values(file, *TWO))
    run.found(values(file, *ONE))
    run.found(values(file, *TWO))  # no better
    run.proved(bound)
    run.proved(4.0)  # says less
    answer = run.finished("optimal", 1.0)
    assert (answer.status, answer.objective, answer.bound) == (status, 2, proven if proven else 4)
    assert answer.arrangement is not None and len(answer.arrangement.pieces) == 1 and answer.valid
    assert run.words() == f"objective 2, at most {answer.bound} possible"


def test_a_minimum_is_proven_from_below() -> None:
    file = file_of("position")
    run = run_of(file, "scip")
    run.found(values(file, "x_2", "y_1_2", "y_1_3"))
    run.proved(0.2)
    answer = run.finished("unfinished", 1.0)
    assert (answer.status, answer.objective, answer.bound, answer.best_seconds) == (
        Status.COMPLETE,
        1,
        1,
        None,
    )


def test_any_solution_will_do_without_an_objective() -> None:
    file = file_of("monomino", target=0)
    run = run_of(file)
    assert run.finished("infeasible", 1.0).status is Status.COMPLETE
    run.found(values(file, *TWO))
    run.proved(0.0)
    answer = run.finished("optimal", 1.0)
    assert (answer.status, answer.objective, answer.bound) == (Status.COMPLETE, None, None)


def test_values_that_are_no_solution_are_refused() -> None:
    """A solver with floating-point numbers may return some, where a file has large and small ones."""
    file = file_of("monomino")
    run = run_of(file)
    run.found(values(file, "h_1_1"))
    with pytest.raises(
        UnsupportedError, match="the solver highs returned values that violate a constraint of m"
    ):
        run.finished("optimal", 1.0)


@pytest.mark.parametrize("solver", PACKAGED_SOLVERS)
def test_objectives_that_differ_by_little_are_compared(solver: str) -> None:
    """The best has one part in 100,000 more than others."""
    program = build_model(ModelChoice("monomino"), GunportBoard.rectangle(3, 4), Rules()).program
    ports = [k for k, name in enumerate(program.names) if name.startswith("m_")]
    program.maximise({variable: 100_000 + i * i % 7 for i, variable in enumerate(ports)})
    answer = solve_model_file(model_of(program, "m.lp"), solver, threads=1)
    assert (answer.status, answer.objective) == (Status.COMPLETE, 400_010)


def test_a_cancellation_before_it_starts() -> None:
    cancel = threading.Event()
    cancel.set()
    answer = solve_model_file(file_of("monomino"), "highs", cancel=cancel)
    assert (answer.status, answer.arrangement, answer.note) == (Status.CANCELLED, None, "stopped")


class OddProcess(ChildProcess):
    """It says what no worker says, and goes on."""

    def send(self, job: object) -> None:
        pass

    def receive(self, seconds: float | None = None) -> Message | None:
        return ("odd", 1)


def test_an_unknown_message_ends_the_job() -> None:
    file = file_of("monomino")
    run = run_of(file)
    run.process = OddProcess("none")
    with pytest.raises(RuntimeError, match=r"highs sent an unknown message: \('odd', 1\)"):
        run.answer()
