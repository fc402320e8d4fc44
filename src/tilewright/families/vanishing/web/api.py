"""The API of the vanishing page, and its request and response models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.families.vanishing.methods import EXACT, METHODS, RANDOM
from tilewright.web.api.base import KEPT_OFFLINE, Coordinates, RequestModel, run_timed_task
from tilewright.web.state import app_state

TASKS = "tilewright.families.vanishing.web.tasks"

router = APIRouter(prefix="/vanishing", tags=["vanishing"])

NEW_BOARD_SECONDS = 45.0  # the time limit of a new board: a hard one is chosen among many


Text = Annotated[str, Field(min_length=1, max_length=200_000)]
Moves = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=10_000)]


class VanishingText(RequestModel):
    """A board as text (``W;H``, then a line per piece, or XML)."""

    board: Text


class VanishingRequest(VanishingText):
    """A board and the moves so far: ``remove x,y``."""

    moves: Moves = Field(default_factory=list)


class SolveVanishingRequest(VanishingRequest):
    """A position and the method that looks for the best order of removal from there.

    ``seed`` matters to the methods ``neighbourhoods`` and ``random``, ``repetitions`` to ``random``.
    """

    method: Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(METHODS)})] = EXACT
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0
    repetitions: Annotated[int, Field(ge=1, le=1_000_000)] = METHODS[RANDOM].rounds


class NewVanishingRequest(RequestModel):
    """A new board that can be cleared; a width or height of 0 is the usual one of the difficulty."""

    difficulty: Literal["easy", "medium", "hard"] = "easy"
    width: Annotated[int, Field(ge=0, le=12)] = 0
    height: Annotated[int, Field(ge=0, le=12)] = 0
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class DominoView(BaseModel):
    """A piece: its squares with their values."""

    squares: list[Coordinates]
    values: list[int]


class VanishingView(BaseModel):
    """A board; the text ``board`` reads as it again."""

    board: str
    width: int
    height: int
    pieces: list[DominoView]


class VanishingHint(BaseModel):
    """A removal after which the fewest pieces can remain, and why."""

    sentence: str
    reasons: list[str]
    square: Coordinates | None
    left: int
    lower_bound: int


class VanishingBest(BaseModel):
    """The fewest pieces that can still remain: ``left`` is reached by a known order."""

    sentence: str
    left: int
    lower_bound: int
    proven: bool


class VanishingSolution(BaseModel):
    """The best order that a method found: moves from the position, after which ``left`` pieces remain."""

    sentence: str
    moves: list[str]
    left: int
    lower_bound: int
    proven: bool


@router.post("/new", response_model=VanishingView, operation_id="newVanishing")
async def new(query: NewVanishingRequest, request: Request) -> Any:
    """A new board that can be cleared to the last piece; the same request makes the same board."""
    return await app_state(request).run_task(request, f"{TASKS}:new", query.model_dump(), NEW_BOARD_SECONDS)


@router.post("/board", response_model=VanishingView, operation_id="readVanishing", dependencies=KEPT_OFFLINE)
async def board(query: VanishingText, request: Request) -> Any:
    """Read a board; an error names the line."""
    return await run_timed_task(request, f"{TASKS}:board", query)


@router.post("/hint", response_model=VanishingHint, operation_id="hintForVanishing")
async def hint(query: VanishingRequest, request: Request) -> Any:
    """A removal after which the fewest pieces can remain."""
    return await run_timed_task(request, f"{TASKS}:hint", query)


@router.post("/best", response_model=VanishingBest, operation_id="bestOfVanishing")
async def best(query: VanishingRequest, request: Request) -> Any:
    """The fewest pieces that can still remain."""
    return await run_timed_task(request, f"{TASKS}:best", query)


@router.get("/methods", response_model=list[str], operation_id="listVanishingMethods")
async def methods() -> Any:
    """The methods that look for an order of removal, the exact one first."""
    return list(METHODS)


@router.post("/solve", response_model=VanishingSolution, operation_id="solveVanishing")
async def solve(query: SolveVanishingRequest, request: Request) -> Any:
    """The best order of removal that a method finds within the time limit."""
    return await run_timed_task(request, f"{TASKS}:solve", query)
