"""Puzzles that are drawn, checked and generated at random."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, PlacementModel, PuzzleRequest, RequestModel, run_puzzle_task
from tilewright.web.api.puzzles import PuzzleView
from tilewright.web.state import app_state

TASKS = "tilewright.web.tasks.editing"

Copies = Annotated[int, Field(ge=0, le=10_000)]
DraftCoordinate = Annotated[int, Field(ge=-10_000, le=10_000)]


class DraftCell(RequestModel):
    """A drawn cell; ``optional`` cells may stay uncovered."""

    at: Annotated[list[DraftCoordinate], Field(min_length=1, max_length=3)]
    colour: Annotated[str, Field(max_length=40)] = ""
    optional: bool = False


class DraftPiece(RequestModel):
    """A drawn piece, its numbers of copies and its motions."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    cells: Annotated[list[DraftCell], Field(max_length=400)]
    least: Copies = 1
    most: Copies = 1
    motions: Literal["fixed", "rotation", "reflection", "all"] = "all"


class Draft(RequestModel):
    """A puzzle as it was drawn, finished or not."""

    title: Annotated[str, Field(max_length=200)] = ""
    lattice: Annotated[str, Field(max_length=40)] = "square"
    board: Annotated[list[DraftCell], Field(max_length=5_000)]
    pieces: Annotated[list[DraftPiece], Field(max_length=400)]


class FindingView(BaseModel):
    """A finding about a puzzle: ``kind`` is ``fine``, ``note`` or ``wrong``; ``cells`` show where."""

    kind: str
    sentence: str
    cells: list[Coordinates]


class DraftCheckView(BaseModel):
    """The findings of a quick check; ``impossible`` when there is certainly no solution."""

    impossible: bool
    findings: list[FindingView]


class GenerateRequest(RequestModel):
    """A random board that is cut into pieces, so that it has a solution; with ``unique`` exactly one."""

    width: Annotated[int, Field(ge=1, le=40)]
    height: Annotated[int, Field(ge=1, le=40)]
    pieces: Annotated[int, Field(ge=1, le=100)]
    different: bool = True
    unique: bool = False
    motions: Literal["all", "rotation", "fixed"] = "all"
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class GeneratedView(BaseModel):
    """The generated puzzle; ``puzzle`` is null when none was found in the time."""

    sentence: str
    complete: bool
    puzzle: PuzzleView | None
    solution: list[PlacementModel]


router = APIRouter(tags=["editing"])


@router.post("/draft", response_model=PuzzleView, operation_id="readDraft")
async def read_draft(query: Draft, request: Request) -> Any:
    """The puzzle that was drawn; an error says what is wrong with it."""
    return await app_state(request).run_task(request, f"{TASKS}:read_draft", query.model_dump())


@router.post("/check", response_model=DraftCheckView, operation_id="checkPuzzle")
async def check(query: PuzzleRequest, request: Request) -> Any:
    """Check a puzzle: areas, cells and pieces without a placement, reasons that it has no solution."""
    return await run_puzzle_task(request, f"{TASKS}:check", query)


@router.post("/generate", response_model=GeneratedView, operation_id="generatePuzzle")
async def generate(query: GenerateRequest, request: Request) -> Any:
    """Generate a random puzzle."""
    state = app_state(request)
    args = {**query.model_dump(), "time_limit_s": state.limits.request_time_s * 0.75}
    return await state.run_task(request, f"{TASKS}:generate", args)
