"""Help for tilings that are played by hand, and the search step by step."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, PlacementModel, PuzzleRequest, run_puzzle_task

TASKS = "tilewright.web.tasks.playing"


class TilingRequest(PuzzleRequest):
    """A game: the puzzle, and either the moves so far or the position as text."""

    moves: Annotated[
        list[Annotated[str, Field(max_length=20_000)]], Field(max_length=10_000, default_factory=list)
    ]
    position: Annotated[str, Field(max_length=200_000)] = ""


class HintView(BaseModel):
    """A piece to place, or the pieces to lift when the position cannot be completed.

    ``region`` are the cells to look at. ``reason`` says why, without the place of the piece; it is about
    ``cell``, which is null if there is none.
    """

    sentence: str
    place: PlacementModel | None
    lift: list[PlacementModel]
    region: list[Coordinates]
    cell: Coordinates | None
    reason: str


class RemainingView(BaseModel):
    """How many solutions remain; ``solutions`` are digits, a lower bound unless ``exact``.

    ``known`` is false when the time limit was reached.
    """

    sentence: str
    solutions: str
    exact: bool
    known: bool


class WhyNotView(BaseModel):
    """Why a position cannot be completed; ``solvable`` is null when the time limit was reached."""

    solvable: bool | None
    sentences: list[str]
    cells: list[Coordinates]
    placements: list[PlacementModel]


class PositionView(BaseModel):
    """A position as the independent checker sees it.

    ``finished``: it is a solution, of whatever cost. ``solved``: also of the cost that is the puzzle's goal;
    null where that cost was not found in the time limit.
    """

    finished: bool
    solved: bool | None
    free: int
    position: str
    placements: list[PlacementModel]


class CostRange(BaseModel):
    """The least and the greatest cost of the solutions; null where it was not found in the time limit."""

    least: int | None
    most: int | None


class TraceRequest(PuzzleRequest):
    """A puzzle, and the steps of its search to return: ``count`` from number ``start``, from 0."""

    start: Annotated[int, Field(ge=0, le=200_000)] = 0
    count: Annotated[int, Field(ge=1, le=2_000)] = 500


class StepView(BaseModel):
    """One step of the search, and its state after it."""

    number: int
    kind: Literal["choose", "try", "enough", "dead", "solution", "back", "end"]
    depth: int
    nodes: int
    solutions: int
    ways: int
    cell: Coordinates | None
    item: str
    placement: PlacementModel | None
    sentence: str


class TraceView(BaseModel):
    """Steps, the placements before the first of them, and whether the search ends with the last."""

    steps: list[StepView]
    placements: list[PlacementModel]
    ended: bool


router = APIRouter(tags=["playing"])


@router.post("/tiling/check", response_model=PositionView, operation_id="checkTiling")
async def check(query: TilingRequest, request: Request) -> Any:
    """The position after the moves; a wrong move is an error."""
    return await run_puzzle_task(request, f"{TASKS}:check", query)


@router.post("/tiling/hint", response_model=HintView, operation_id="hintForTiling")
async def hint(query: TilingRequest, request: Request) -> Any:
    """A placement that is part of some solution of the position."""
    return await run_puzzle_task(request, f"{TASKS}:hint", query)


@router.post("/tiling/remaining", response_model=RemainingView, operation_id="remainingOfTiling")
async def remaining(query: TilingRequest, request: Request) -> Any:
    """How many solutions the position has."""
    return await run_puzzle_task(request, f"{TASKS}:remaining", query)


@router.post("/tiling/why-not", response_model=WhyNotView, operation_id="whyNotTiling")
async def why_not(query: TilingRequest, request: Request) -> Any:
    """Why the position cannot be completed."""
    return await run_puzzle_task(request, f"{TASKS}:why_not", query)


@router.post("/tiling/costs", response_model=CostRange, operation_id="costsOfTiling")
async def costs(query: TilingRequest, request: Request) -> Any:
    """The least and the greatest cost of the solutions of the whole puzzle."""
    return await run_puzzle_task(request, f"{TASKS}:costs", query)


@router.post("/trace", response_model=TraceView, operation_id="traceSearch")
async def trace(query: TraceRequest, request: Request) -> Any:
    """Steps of the search for the solutions of a puzzle."""
    return await run_puzzle_task(request, f"{TASKS}:trace", query)
