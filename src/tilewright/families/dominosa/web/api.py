"""The API of the dominosa page: grids from text and from the generator, hints, mistakes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.families.dominosa.generation import MAX_MADE
from tilewright.web.api.base import KEPT_OFFLINE, Coordinates, RequestModel, run_timed_task
from tilewright.web.state import app_state

TASKS = "tilewright.families.dominosa.web.tasks"

NEW_GRID_SECONDS = 45.0  # the time limit of a new grid: many are graded until one has the difficulty

router = APIRouter(prefix="/dominosa", tags=["dominosa"])


class DominosaGrid(RequestModel):
    """A grid as text: rows of digits, or of numbers with commas."""

    grid: Annotated[str, Field(min_length=1, max_length=20_000)]


class DominosaRequest(DominosaGrid):
    """A grid, and the dominoes that lie on it as pairs of cells."""

    dominoes: Annotated[
        list[Annotated[list[Coordinates], Field(min_length=2, max_length=2)]], Field(max_length=2_000)
    ] = Field(default_factory=list)


class NewDominosaRequest(RequestModel):
    """A new grid of the double-``largest`` set with exactly one solution."""

    largest: Annotated[int, Field(ge=1, le=MAX_MADE)] = 6
    difficulty: Literal["easy", "medium", "hard"] = "easy"
    symmetric: bool = False
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class DominosaView(BaseModel):
    """A grid: ``text`` reads as it again; ``rows`` has null where a cell is missing.

    ``game_id`` is that of Tatham's Dominosa, "" for a grid that has none.
    """

    text: str
    game_id: str
    rows: list[list[int | None]]
    largest: int


class DeductionView(BaseModel):
    """A step of a hint: its technique, what it means, and the pairs of cells that it excludes."""

    technique: str
    sentence: str
    excluded: list[list[Coordinates]]


class DominosaHintView(BaseModel):
    """A domino to lay, with the steps that lead to it, or the dominoes to lift.

    ``where`` says where to look and ``focus`` are the cells there; ``reasons`` lead to ``place``.
    """

    sentence: str
    where: str
    focus: list[Coordinates]
    reasons: list[str]
    place: list[Coordinates] | None
    steps: list[DeductionView]
    lift: list[list[Coordinates]]


@router.post("/new", response_model=DominosaView, operation_id="newDominosa")
async def new(query: NewDominosaRequest, request: Request) -> Any:
    """A new grid with one solution; the same request makes the same grid."""
    return await app_state(request).run_task(request, f"{TASKS}:new", query.model_dump(), NEW_GRID_SECONDS)


@router.post("/grid", response_model=DominosaView, operation_id="readDominosa", dependencies=KEPT_OFFLINE)
async def grid(query: DominosaGrid, request: Request) -> Any:
    """Read a grid; an error names the line and the column."""
    return await run_timed_task(request, f"{TASKS}:grid", query)


@router.post("/hint", response_model=DominosaHintView, operation_id="hintForDominosa")
async def hint(query: DominosaRequest, request: Request) -> Any:
    """The next domino by the named techniques."""
    return await run_timed_task(request, f"{TASKS}:hint", query)


@router.post("/check", response_model=DominosaHintView, operation_id="checkDominosa")
async def check(query: DominosaRequest, request: Request) -> Any:
    """The dominoes to lift where a mistake was made."""
    return await run_timed_task(request, f"{TASKS}:check", query)
