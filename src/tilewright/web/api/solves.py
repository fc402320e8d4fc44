"""Solves: started, followed, stopped, and their solutions."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from tilewright.web.api.base import PlacementModel, PuzzleRequest, declared
from tilewright.web.api.lifecycle import SolveId, add_lifecycle_routes
from tilewright.web.errors import ErrorBody
from tilewright.web.solves import SOLVE
from tilewright.web.state import app_state
from tilewright.web.worker_pool import TaskError

Question = Literal["first", "all", "unique", "count", "optimise", "sample", "estimate"]

MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "json": "application/json",
    "ndjson": "application/x-ndjson",
}


class QuestionRequest(PuzzleRequest):
    """What a question about a puzzle can say. ``engine`` "" lets Tilewright choose.

    Counts have numbers up to symmetry, and labelled ones; so have lists the latter.
    """

    engine: Annotated[str, declared("engine", max_length=40)] = ""
    max_solutions: Annotated[int, declared("solutions", ge=1, le=10_000_000)] = 10_000
    up_to_symmetry: Annotated[bool, declared("unique")] = False
    labelled: Annotated[bool, declared("labelled")] = False
    maximise: Annotated[bool, declared("maximise")] = False


class SolveRequest(QuestionRequest):
    """A question about a puzzle, for at most as long as the server allows."""

    question: Question = "first"
    time_limit_s: Annotated[float, declared("time", gt=0, le=86_400)] = 60.0
    sample_size: Annotated[int, Field(ge=1, le=1_000, description="Solutions of a sample.")] = 12
    seed: Annotated[int, declared("seed", le=2**53)] = 0


class SolveProgress(BaseModel):
    """Progress: ``share`` of the search, 0 to 1; ``remaining_s`` is null while it is not known."""

    share: float
    nodes: int
    solutions: str
    seconds: float
    remaining_s: float | None
    progress_text: str


class QuantityView(BaseModel):
    """What is known of a number. ``kind`` is ``exact``, ``estimate``, ``at least`` or ``unknown``.

    ``digits`` are those of a whole number that is known; else ``value`` is the number, null if it is unknown
    or above 1e308. ``low`` and ``high`` are the ends of the interval of an estimate.
    """

    kind: str
    digits: str | None
    value: float | None
    low: float | None
    high: float | None
    confidence: float | None
    log10: float | None
    repetitions: int


class EstimateView(BaseModel):
    """The solutions of a puzzle, the nodes of a search for all of them, and its seconds on one thread."""

    solutions: QuantityView
    nodes: QuantityView
    seconds: QuantityView


class EffortView(BaseModel):
    """What a step of the plan took: an amount of nodes or states, as digits; ``share`` was done, 0 to 1.

    ``step`` is that of ``PlanNodeView``. ``status`` is as in ``SolveAnswer``; null where the step was stopped
    as another one was done.
    """

    step: str
    engine: str
    amount: str
    unit: Literal["node", "state"]
    seconds: float
    share: float
    status: str | None


class SolveAnswer(BaseModel):
    """The answer. Counts are digits, as they may be long; lower bounds unless ``status`` is ``complete``.

    ``status`` is ``complete``, ``limit`` or ``cancelled``; ``proof`` is a reason why there is no solution.
    ``labelled`` treats identical copies of a piece as distinct; null where that was not requested.
    ``efforts`` are of the steps in their order, none for a sample and an estimate.
    """

    status: str
    solutions: str | None
    labelled: str | None
    up_to_symmetry: str | None
    cost: str | None
    symmetries: str
    nodes: str
    seconds: float
    engine: str
    engine_reason: str
    share: float
    note: str
    proof: str
    estimate: EstimateView | None
    efforts: list[EffortView]


class SolveView(BaseModel):
    """A solve: ``state`` is ``running``, ``done``, ``failed`` (see ``error``) or ``abandoned``; ``stored`` is
    how many of its solutions can be requested."""

    id: str
    state: str
    progress: SolveProgress | None
    answer: SolveAnswer | None
    error: ErrorBody | None
    stored: int


class SolutionPage(BaseModel):
    """Some solutions of a solve, from number ``start`` (from 0)."""

    start: int
    stored: int
    solutions: list[list[PlacementModel]]


router = APIRouter(prefix="/solves", tags=["solves"])

Start = Annotated[int, Query(ge=0, le=10**9)]


@router.post("", status_code=201, response_model=SolveView, operation_id="startSolve")
async def start(query: SolveRequest, request: Request) -> Any:
    """Start a solve; follow its events, or it is ended after a while."""
    state = app_state(request)
    limits = state.limits
    args = {
        **query.model_dump(exclude={"puzzle"}),
        "source": query.puzzle.model_dump(),
        "time_limit_s": min(query.time_limit_s, limits.solve_time_s),
        "max_solutions": min(query.max_solutions, limits.max_solutions),
        "max_cells": limits.max_cells,
        "threads": 1,
    }
    return state.solves.start(args).view()


add_lifecycle_routes(router, SolveView, "Solve", SOLVE)


@router.get("/{solve_id}/solutions", response_model=SolutionPage, operation_id="listSolutions")
async def solutions(
    solve_id: SolveId,
    request: Request,
    start: Start = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 60,
) -> Any:
    """Some of the solutions, in the order in which they were found; fewer than requested if they are
    large."""
    state = app_state(request)
    solve = state.solves.get(solve_id)
    page = solve.page(start, count, state.limits.max_page_bytes)
    return {"start": start, "stored": solve.stored, "solutions": page}


@router.get(
    "/{solve_id}/download",
    operation_id="downloadSolutions",
    response_class=Response,
    responses={
        200: {
            "content": {media.split(";")[0]: {} for media in MEDIA_TYPES.values()},
            "description": "The file.",
        },
    },
)
async def download(
    solve_id: SolveId,
    request: Request,
    kind: Literal["svg", "png", "txt", "json", "ndjson"],
    start: Start = 0,
    count: Annotated[int, Query(ge=1, le=10_000)] = 10_000,
) -> Response:
    """Solutions as a file; a picture shows the first of them."""
    state = app_state(request)
    solve = state.solves.get(solve_id)
    page = solve.page(start, count, state.limits.max_download_bytes)
    wanted = min(count, max(0, solve.stored - start))
    if len(page) < wanted:
        message = (
            f"{wanted:,} solutions are too many for one file; about {len(page):,} fit: set start and count"
        )
        raise TaskError(message, 413)
    args = {
        "source": solve.args["source"],
        "max_cells": state.limits.max_cells,
        "solutions": page,
        "kind": kind,
        "total": solve.stored,
    }
    content = base64.b64decode(await state.run_task(request, "tilewright.web.tasks.solves:download", args))
    headers = {"content-disposition": f'attachment; filename="solutions.{kind}"'}
    return Response(content, media_type=MEDIA_TYPES[kind], headers=headers)
