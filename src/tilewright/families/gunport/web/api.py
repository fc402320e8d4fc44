"""The API of the gunport page: positions, hints, the best known, and records for the library."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, RequestModel, run_timed_task
from tilewright.web.state import AppState, app_state
from tilewright.web.worker_pool import TaskError
from tilewright.wording import quoted

MOST_SIDE = 60


class GunportRequest(RequestModel):
    """A board of ``rows`` by ``columns`` cells, the rule of no sliding, and the moves so far.

    A move is ``lay x,y x,y`` or ``lift x,y``, x to the right and y downwards from 0,0.
    """

    rows: Annotated[int, Field(ge=1, le=MOST_SIDE)]
    columns: Annotated[int, Field(ge=1, le=MOST_SIDE)]
    no_slide: bool = False
    moves: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=10_000)] = Field(
        default_factory=list
    )


class GunportRecord(GunportRequest):
    """A finished board for the library, and who found it."""

    who: Annotated[str, Field(min_length=1, max_length=80)]


class SlideView(BaseModel):
    """A domino that can slide onto the cells ahead of it, which the rules forbid."""

    piece: list[Coordinates]
    ahead: list[Coordinates]


class GunportView(BaseModel):
    """A position: the dominoes, the final ports, the number of open placements, and what can slide."""

    pieces: list[list[Coordinates]]
    ports: list[Coordinates]
    open: int
    slides: list[SlideView]
    finished: bool


class GunportHint(BaseModel):
    """A domino to lay; ``reachable`` is the fewest that the position can still have, ``best`` the board's."""

    sentence: str
    place: list[Coordinates] | None
    reachable: int | None
    best: int | None
    proven: bool


class GunportMend(BaseModel):
    """The dominoes to lift, the last first."""

    sentence: str
    lift: list[list[Coordinates]]


class GunportBest(BaseModel):
    """The fewest dominoes that are known; no arrangement has fewer when ``proven``."""

    pieces: int | None
    lower_bound: int
    proven: bool
    arrangement: list[list[Coordinates]]


class GunportVerdict(BaseModel):
    """How good a finished board is; ``optimal`` is null when it is not known."""

    sentence: str
    optimal: bool | None
    record: bool


class GunportEntered(BaseModel):
    """The result of a submission, as ``SubmissionResult`` has it; ``known`` and ``full`` entered nothing."""

    result: str
    fewer: int
    pieces: int


class LibraryBoard(BaseModel):
    """The best arrangement known of a board; ``rows`` and ``columns`` are null where it is no rectangle.

    ``kept`` arrangements that differ up to symmetry are in the library, of ``classes`` that there are; 0 if
    they were not counted. ``picture`` is the address of its picture, below the API. ``shipped``: it is part
    of Tilewright.
    """

    id: str
    name: str
    rows: int | None
    columns: int | None
    piece: str
    no_slide: bool
    pieces: int
    ports: int
    lower_bound: int
    proven: bool
    proof: str
    who: str
    found: str
    shipped: bool
    kept: int
    classes: int
    picture: str


TASKS = "tilewright.families.gunport.web.tasks"

router = APIRouter(prefix="/gunport", tags=["gunport"])


def _library_path(state: AppState) -> str:
    """The library's file; "" is the user's own."""
    return str(state.settings.family_files.get("gunport") or "")


async def _run_task(task: str, query: GunportRequest, request: Request) -> Any:
    state = app_state(request)
    library, memory = _library_path(state), state.limits.worker_memory_bytes
    return await run_timed_task(request, f"{TASKS}:{task}", query, library=library, memory=memory)


@router.post("/position", response_model=GunportView, operation_id="positionOfGunport")
async def position(query: GunportRequest, request: Request) -> Any:
    """The position after the moves; an illegal move is an error that names the reason."""
    return await _run_task("position", query, request)


@router.post("/hint", response_model=GunportHint, operation_id="hintForGunport")
async def hint(query: GunportRequest, request: Request) -> Any:
    """A domino of an arrangement with the fewest that the position can still end with."""
    return await _run_task("hint", query, request)


@router.post("/mend", response_model=GunportMend, operation_id="mendGunport")
async def mend(query: GunportRequest, request: Request) -> Any:
    """The dominoes to lift so that the best can be reached again."""
    return await _run_task("mend", query, request)


@router.post("/best", response_model=GunportBest, operation_id="bestOfGunport")
async def best(query: GunportRequest, request: Request) -> Any:
    """The fewest dominoes on the empty board, and an arrangement that has them."""
    return await _run_task("best", query, request)


@router.post("/verdict", response_model=GunportVerdict, operation_id="verdictOnGunport")
async def verdict(query: GunportRequest, request: Request) -> Any:
    """How good a finished board is, compared with the best."""
    return await _run_task("verdict", query, request)


@router.post("/record", response_model=GunportEntered, operation_id="enterGunport")
async def record(query: GunportRecord, request: Request) -> Any:
    """Enter a finished board in the library of best boards."""
    return await _run_task("enter", query, request)


@router.get("/library", response_model=list[LibraryBoard], operation_id="listGunportLibrary")
async def list_library(request: Request) -> Any:
    """The boards of the library, rectangles by size before others."""
    state = app_state(request)
    return await state.run_task(request, f"{TASKS}:list_library", {"library": _library_path(state)})


@router.get(
    "/library/{entry}/picture",
    operation_id="pictureGunportLibrary",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The best arrangement known."}},
)
async def picture(
    entry: Annotated[str, Path(max_length=64, pattern=r"^[0-9a-f]+$")], request: Request
) -> Response:
    """A picture of a board of the library, as SVG."""
    state = app_state(request)
    args = {"library": _library_path(state), "entry": entry}
    svg = await state.run_task(request, f"{TASKS}:picture", args)
    if not svg:
        raise TaskError(f"the library has no entry {quoted(entry)}", 404)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, no-cache"})
