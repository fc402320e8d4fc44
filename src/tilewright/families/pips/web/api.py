"""The API of the Pips page: puzzles from text, of dates and new ones, hints and checks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.families.pips.files import MAX_TEXT
from tilewright.families.pips.puzzle import MAX_DOMINOES
from tilewright.web.api.base import KEPT_OFFLINE, Coordinates, RequestModel, run_timed_task
from tilewright.web.state import app_state

TASKS = "tilewright.families.pips.web.tasks"

NEW_PUZZLE_SECONDS = 60.0  # the time limit of a new puzzle: many boards are tried until one is hard enough

router = APIRouter(prefix="/pips", tags=["pips"])

Level = Literal["easy", "medium", "hard"]
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]


class PipsText(RequestModel):
    """Puzzles as text: the published JSON of a day, or Tilewright's own form."""

    text: Text


class LaidModel(RequestModel):
    """A domino that lies on two cells, with the number on each."""

    cells: Annotated[list[Coordinates], Field(min_length=2, max_length=2)]
    numbers: Annotated[list[int], Field(min_length=2, max_length=2)]


class PipsGameRequest(PipsText):
    """A puzzle, and the dominoes that lie on it, in the order in which they were laid."""

    dominoes: Annotated[list[LaidModel], Field(max_length=MAX_DOMINOES)] = Field(default_factory=list)


class PipsOfDate(RequestModel):
    """A date as ``2026-11-24``, and the level of one of its puzzles."""

    date: Annotated[str, Field(max_length=20)]
    level: Level = "easy"


class NewPipsRequest(RequestModel):
    """A new puzzle with exactly one solution; ``cells`` None leaves their number to the generator."""

    level: Level = "easy"
    cells: Annotated[int, Field(ge=2, le=2 * MAX_DOMINOES)] | None = None
    symmetric: bool = False
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class RegionView(BaseModel):
    """A region: its rule as ``label``, as players see it, and in ``words``; ``colour`` is a suggestion."""

    cells: list[Coordinates]
    rule: str
    target: int | None
    label: str
    words: str
    colour: str


class PipsView(BaseModel):
    """A puzzle: ``text`` reads as it again; ``name`` is its name in a file that has several."""

    name: str
    title: str
    text: str
    dominoes: list[list[int]]
    regions: list[RegionView]


class PipsFile(BaseModel):
    """The puzzles of a text, and what was ignored in it."""

    puzzles: list[PipsView]
    warnings: list[str]


class PipsHintView(BaseModel):
    """Help in three stages, ``where``, ``reasons`` and ``what``: a domino to lay, or dominoes to lift."""

    where: str
    reasons: list[str]
    what: str
    cells: list[Coordinates]
    laid: LaidModel | None
    lift: list[LaidModel]


class PipsCheck(BaseModel):
    """Whether the puzzle has a solution with all dominoes that lie on it."""

    right: bool


@router.post("/read", response_model=PipsFile, operation_id="readPips", dependencies=KEPT_OFFLINE)
async def read(query: PipsText, request: Request) -> Any:
    """Read the puzzles of a text; an error names the place."""
    return await run_timed_task(request, f"{TASKS}:read", query)


@router.post("/date", response_model=PipsView, operation_id="pipsOfDate", dependencies=KEPT_OFFLINE)
async def of_date(query: PipsOfDate, request: Request) -> Any:
    """The puzzle of a date, the same on every machine."""
    return await app_state(request).run_task_once(
        request, f"{TASKS}:of_date", query.model_dump(), NEW_PUZZLE_SECONDS
    )


@router.post("/new", response_model=PipsView, operation_id="newPips")
async def new(query: NewPipsRequest, request: Request) -> Any:
    """A new puzzle with one solution; the same request makes the same puzzle."""
    return await app_state(request).run_task(request, f"{TASKS}:new", query.model_dump(), NEW_PUZZLE_SECONDS)


@router.post("/hint", response_model=PipsHintView, operation_id="hintForPips")
async def hint(query: PipsGameRequest, request: Request) -> Any:
    """The next domino and the steps that lead to it, or what to lift."""
    return await run_timed_task(request, f"{TASKS}:hint", query)


@router.post("/check", response_model=PipsCheck, operation_id="checkPips")
async def check(query: PipsGameRequest, request: Request) -> Any:
    """Whether all dominoes that lie there can stay."""
    return await run_timed_task(request, f"{TASKS}:check", query)
