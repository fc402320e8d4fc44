"""Durable runs: they continue when the page is closed, and when the server ends."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from tilewright.web.api.base import PlacementModel, PuzzleRequest, RequestModel
from tilewright.web.state import app_state

TASKS = "tilewright.web.tasks.runs"

START_TIMEOUT_S = 60.0  # how long planning and starting a run may take
MAX_TASK = 2**53 - 1  # the highest number that JavaScript represents exactly

TaskState = Literal["waiting", "running", "split", "done", "failed"]


class RunRequest(PuzzleRequest):
    """A new run: all solutions stored, or only counted, or the first one; ``unique`` takes one of each orbit.

    ``labelled`` also counts solutions with identical copies distinct; it does not apply to ``first``.
    ``only`` names a filter of solutions, such as ``disassemblable``; "" is none. ``workers`` threads work on
    it, in a process of its own that continues when the server ends.
    """

    question: Literal["all", "count", "first"] = "all"
    unique: bool = False
    labelled: bool = False
    engine: Annotated[str, Field(max_length=40)] = ""
    only: Annotated[str, Field(max_length=40)] = ""
    workers: Annotated[int, Field(ge=1, le=64)] = 2


class ResumeRequest(RequestModel):
    """How many threads continue a run."""

    workers: Annotated[int, Field(ge=1, le=64)] = 2


class WorkerView(BaseModel):
    """A worker as its coordinator last saw it; ``leased`` is the number of tasks that it has now."""

    name: str
    host: str
    tasks: int
    nodes: str
    seconds: float
    leased: int
    last_seen: str


class RunView(BaseModel):
    """A run: ``state`` is ``running``, ``interrupted``, ``stopped``, ``complete`` or ``failed``.

    ``share`` is the part of all nodes that is certainly done, 0 to 1; ``progress_text`` says it in words, and
    ``remaining`` the remaining time, "" where it is not known. Counts are digits; exact when complete.
    ``labelled`` treats identical copies of a piece as distinct; null where that was not requested.
    ``seconds`` is the wall time of all sessions, ``cpu_seconds`` the processor time of all workers. The first
    solution was found after ``first_seconds`` of wall time, at ``first_found_at`` (UTC); null where none has
    been. With a filter ``only``, solutions are those that it keeps of ``examined`` ones, of which
    ``undecided`` need more memory; with ``has_levels`` their levels are stored, except by tasks of older
    versions that only counted.
    """

    id: str
    title: str
    source: str
    question: str
    unique: bool
    engine: str
    created: str
    state: str
    reason: str
    seconds: float
    cpu_seconds: float
    first_found_at: str | None
    first_seconds: float | None
    share: float
    progress_text: str
    waiting: int
    done: int
    split: int
    solutions: str
    images: str
    labelled: str | None
    nodes: str
    nodes_per_second: float
    remaining: str
    stores_solutions: bool
    only: str
    examined: str
    undecided: str
    has_levels: bool
    workers: list[WorkerView]


class DamagedRunView(BaseModel):
    """A run that cannot be shown, and why."""

    id: str
    reason: str


class RunList(BaseModel):
    """All runs of the server's file, the newest first; damaged ones apart."""

    file: str
    runs: list[RunView]
    damaged: list[DamagedRunView]


class RunSolutions(BaseModel):
    """Some solutions of a run, from number ``start``, and the puzzle as TOML to draw them."""

    start: int
    puzzle: str
    solutions: list[list[PlacementModel]]


class TaskView(BaseModel):
    """A task of a run: the options that it chooses and excludes, and what its worker found and took.

    ``parent`` is the task of which it is a rest, null for those that the run began with; a ``split`` task was
    searched in part, and its rests are other tasks. ``share`` is its part of the run, 0 to 1. ``worker`` did
    it, or has it now; "" for none. Counts are digits.
    """

    task: int
    parent: int | None
    state: TaskState
    share: float
    chosen: list[int]
    excluded: list[int]
    solutions: str
    images: str
    nodes: str
    seconds: float
    cpu_seconds: float
    worker: str


class RunTasks(BaseModel):
    """Some tasks of a run by their numbers; there are more behind the task ``next``, if it is not null."""

    tasks: list[TaskView]
    next: int | None


class LevelView(BaseModel):
    """How many solutions have a first number, and how many of them have which levels, as texts."""

    level: int
    solutions: str
    levels: list[tuple[str, str]]


class RunLevels(BaseModel):
    """The solutions of a run by level, the highest first; none where levels are not stored."""

    rows: list[LevelView]


router = APIRouter(prefix="/runs", tags=["runs"])

RunId = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9]+$")]


async def _run_task(request: Request, name: str, timeout_s: float | None = None, **args: Any) -> Any:
    state = app_state(request)
    database = state.settings.run_database
    args = {
        "database": "" if database is None else str(database),
        "max_cells": state.limits.max_cells,
        **args,
    }
    return await state.run_task(request, f"{TASKS}:{name}", args, timeout_s)


@router.get("", response_model=RunList, operation_id="listRuns")
async def list_runs(request: Request) -> Any:
    """All runs, the newest first."""
    return await _run_task(request, "list_runs")


@router.post("", status_code=201, response_model=RunView, operation_id="startRun")
async def start(query: RunRequest, request: Request) -> Any:
    """Start a run in a process of its own."""
    args = {"source": query.puzzle.model_dump(), **query.model_dump(exclude={"puzzle"})}
    return await _run_task(request, "start", START_TIMEOUT_S, **args)


@router.get("/{run}", response_model=RunView, operation_id="getRun")
async def status(run: RunId, request: Request) -> Any:
    """The state of a run."""
    return await _run_task(request, "status", run=run)


@router.post("/{run}/resume", response_model=RunView, operation_id="resumeRun")
async def resume(run: RunId, query: ResumeRequest, request: Request) -> Any:
    """Continue a run, whatever stopped it."""
    return await _run_task(request, "resume", START_TIMEOUT_S, run=run, workers=query.workers)


@router.post("/{run}/stop", response_model=RunView, operation_id="stopRun")
async def stop(run: RunId, request: Request) -> Any:
    """Ask a run to stop; its results are kept."""
    return await _run_task(request, "stop", run=run)


@router.delete("/{run}", status_code=204, operation_id="deleteRun")
async def delete(run: RunId, request: Request) -> Response:
    """Delete a run with its solutions."""
    await _run_task(request, "delete", run=run)
    return Response(status_code=204)


@router.get("/{run}/solutions", response_model=RunSolutions, operation_id="listRunSolutions")
async def solutions(
    run: RunId,
    request: Request,
    start: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 60,
) -> Any:
    """Some of the solutions of a run."""
    return await _run_task(request, "solutions", run=run, start=start, count=count)


@router.get("/{run}/tasks", response_model=RunTasks, operation_id="listRunTasks")
async def tasks(
    run: RunId,
    request: Request,
    after: Annotated[int, Query(ge=0, le=MAX_TASK)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 100,
    state: Annotated[list[TaskState], Query(max_length=5)] = [],  # noqa: B006 - from FastAPI
) -> Any:
    """Some tasks of a run with a higher number than ``after``, in any of the given states, else in all."""
    return await _run_task(request, "tasks", run=run, after=after, count=count, states=state)


@router.get("/{run}/levels", response_model=RunLevels, operation_id="listRunLevels")
async def levels(run: RunId, request: Request) -> Any:
    """How many of the solutions that a run's filter kept have which level."""
    return await _run_task(request, "levels", run=run)
