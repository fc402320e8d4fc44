"""Durable runs: they go on when the page is closed, and when the server ends."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from tilewright.web.models.runs import ResumeRequest, RunRequest, RunSolutions, RunsView, RunView
from tilewright.web.state import house_of

router = APIRouter(prefix="/runs", tags=["runs"])

Name = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9]+$")]

START_SECONDS = 60.0
"""How long a run may take to be planned and to begin."""


async def _ask(task: str, request: Request, seconds: float | None = None, **args: Any) -> Any:
    house = house_of(request)
    db = house.settings.runs
    given = {"db": "" if db is None else str(db), "cells": house.limits.cells, **args}
    return await house.asked_by(request, task, given, seconds)


@router.get("", response_model=RunsView, operation_id="listRuns")
async def listing(request: Request) -> Any:
    """All runs, the newest first."""
    return await _ask("runs list", request)


@router.post("", status_code=201, response_model=RunView, operation_id="startRun")
async def start(asked: RunRequest, request: Request) -> Any:
    """Begin a run in a process of its own."""
    source = asked.puzzle.model_dump()
    return await _ask(
        "runs start", request, START_SECONDS, source=source, **asked.model_dump(exclude={"puzzle"})
    )


@router.get("/{run}", response_model=RunView, operation_id="lookAtRun")
async def status(run: Name, request: Request) -> Any:
    """How a run stands."""
    return await _ask("runs status", request, run=run)


@router.post("/{run}/resume", response_model=RunView, operation_id="resumeRun")
async def resume(run: Name, asked: ResumeRequest, request: Request) -> Any:
    """Go on with a run, whatever stopped it."""
    return await _ask("runs resume", request, START_SECONDS, run=run, workers=asked.workers)


@router.post("/{run}/stop", response_model=RunView, operation_id="stopRun")
async def stop(run: Name, request: Request) -> Any:
    """Ask a run to stop in good order; what it has done is kept."""
    return await _ask("runs stop", request, run=run)


@router.delete("/{run}", status_code=204, operation_id="deleteRun")
async def delete(run: Name, request: Request) -> Response:
    """Forget a run with its solutions."""
    await _ask("runs delete", request, run=run)
    return Response(status_code=204)


@router.get("/{run}/solutions", response_model=RunSolutions, operation_id="solutionsOfRun")
async def solutions(
    run: Name,
    request: Request,
    start: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 60,
) -> Any:
    """Some of a run's solutions."""
    return await _ask("runs solutions", request, run=run, start=start, count=count)
