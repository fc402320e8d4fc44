"""Solves: begun, listened to, stopped, looked at."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from tilewright.web.events import EventStream
from tilewright.web.models.solves import SolutionPage, SolveRequest, SolveView
from tilewright.web.state import House, house_of
from tilewright.web.worker_pool import Refused

router = APIRouter(tags=["solves"])

Name = Annotated[str, Path(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]


@router.post("/solves", status_code=201, response_model=SolveView, operation_id="beginSolve")
async def begin(asked: SolveRequest, request: Request) -> Any:
    """Begin a solve; listen to it at its events, or it is ended after a while."""
    house: House = house_of(request)
    limits = house.limits
    question = {
        **asked.model_dump(exclude={"puzzle"}),
        "source": asked.puzzle.model_dump(),
        "seconds": min(asked.seconds, limits.solve_seconds),
        "most": min(asked.most, limits.kept_solutions),
        "cells": limits.cells,
        "threads": 1,
    }
    return house.running.begin(question).view()


@router.get("/solves/{name}", response_model=SolveView, operation_id="lookAtSolve")
async def look(name: Name, request: Request) -> Any:
    """Where a solve stands."""
    return house_of(request).running.get(name).view()


@router.get(
    "/solves/{name}/events",
    operation_id="listenToSolve",
    response_class=StreamingResponse,  # what FastAPI makes the document from
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "SolveViews as server-sent events."},
    },
)
async def listen(name: Name, request: Request) -> EventStream:
    """The solve whenever it changes, as server-sent events that each hold a SolveView."""
    running = house_of(request).running
    solve = running.get(name)
    return await EventStream.of(running.events(solve))


@router.post("/solves/{name}/stop", response_model=SolveView, operation_id="stopSolve")
async def stop(name: Name, request: Request) -> Any:
    """Ask a solve to end with what it has; its events tell when it has."""
    running = house_of(request).running
    solve = running.get(name)
    running.stop(solve)
    return solve.view()


@router.delete("/solves/{name}", status_code=204, operation_id="removeSolve")
async def remove(name: Name, request: Request) -> Response:
    """End a solve at once and forget it."""
    await house_of(request).running.remove(name)
    return Response(status_code=204)


@router.get("/solves/{name}/solutions", response_model=SolutionPage, operation_id="pageOfSolutions")
async def solutions(
    name: Name,
    request: Request,
    start: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 60,
) -> Any:
    """Some of the solutions, in the order in which they were found; fewer than asked for when large."""
    house = house_of(request)
    solve = house.running.get(name)
    held = solve.page(start, count, house.limits.page_bytes)
    return {"start": start, "kept": solve.kept, "solutions": held}


KINDS = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
    "ndjson": "application/x-ndjson",
}


@router.get(
    "/solves/{name}/download",
    operation_id="downloadSolutions",
    response_class=Response,
    responses={
        200: {"content": {media.split(";")[0]: {} for media in KINDS.values()}, "description": "The file."},
    },
)
async def download(
    name: Name,
    request: Request,
    kind: Literal["svg", "png", "txt", "json", "ndjson"],
    start: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=10_000)] = 10_000,
) -> Response:
    """Solutions as a file; pictures show the first of them."""
    house = house_of(request)
    solve = house.running.get(name)
    held = solve.page(start, count, house.limits.download_bytes)
    wanted = min(count, max(0, solve.kept - start))
    if len(held) < wanted:
        words = (
            f"{wanted:,} solutions are too many for one file; about {len(held):,} fit: give start and count"
        )
        raise Refused({"message": words}, 413)
    args = {
        "source": solve.question["source"],
        "cells": house.limits.cells,
        "solutions": held,
        "kind": kind,
        "total": solve.kept,
    }
    content = base64.b64decode(await house.asked_by(request, "download", args))
    headers = {"content-disposition": f'attachment; filename="solutions.{kind}"'}
    return Response(content, media_type=KINDS[kind], headers=headers)
