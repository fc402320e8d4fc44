"""The API of the gunport page: positions, hints, the best known, searches, files, and the library."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, RequestModel, run_timed_task
from tilewright.web.api.lifecycle import add_lifecycle_routes
from tilewright.web.errors import ErrorBody
from tilewright.web.state import AppState, app_state
from tilewright.web.worker_pool import TaskError
from tilewright.wording import quoted

MOST_SIDE = 60
MAX_FILE_TEXT = 900_000  # of a file in base64


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


class GunportSearch(GunportRequest):
    """A search for the fewest dominoes on the empty board.

    time_limit_s: at most what the server allows.
    """

    time_limit_s: Annotated[float, Field(gt=0, le=7 * 86_400)] = 600.0


class GunportProgress(BaseModel):
    """A search so far: the fewest dominoes found (null: none yet), and the proven lower bound.

    ``share`` is that of the current sweep, 0 to 1, which may be one of many; ``remaining_s`` is null where it
    is not known. The search ends after ``time_limit_s``, which may be less than was requested.
    """

    pieces: int | None
    ports: int | None
    lower_bound: int
    share: float
    states: int
    seconds: float
    remaining_s: float | None
    time_limit_s: float


class GunportFound(BaseModel):
    """What is known after a search: as GunportBest, with the ports, and what the search took.

    ``status`` is ``complete``, ``limit`` or ``cancelled``; ``note`` is "" or says what ended it.
    """

    status: str
    pieces: int | None
    ports: int | None
    lower_bound: int
    proven: bool
    arrangement: list[list[Coordinates]]
    states: int
    seconds: float
    engine: str
    note: str


class GunportSearchView(BaseModel):
    """A search: ``state`` is ``running``, ``done``, ``failed`` (see ``error``) or ``abandoned``."""

    id: str
    state: str
    progress: GunportProgress | None
    answer: GunportFound | None
    error: ErrorBody | None


class GunportFile(RequestModel):
    """A file: its name, and its content in base64."""

    name: Annotated[str, Field(max_length=200)] = ""
    data: Annotated[str, Field(min_length=1, max_length=MAX_FILE_TEXT)]


class GunportFileBoard(BaseModel):
    """A board of a file; where the page cannot show it, ``problem`` says why and the numbers are null."""

    name: str
    rows: int | None
    columns: int | None
    no_slide: bool
    pieces: list[list[Coordinates]]
    problem: str


class GunportFileView(BaseModel):
    """The boards of a file; ``kind`` is ``text``, ``json`` or ``stm``."""

    kind: str
    boards: list[GunportFileBoard]


class GunportChange(GunportRequest):
    """A board of a file that was changed: its number, from 0, and what lies on it now."""

    at: Annotated[int, Field(ge=0, le=100_000)] = 0


class GunportSave(RequestModel):
    """Boards to save: those of the file ``original``, in its order, with changes; or only the changes."""

    kind: Literal["text", "json", "stm"]
    original: GunportFile | None = None
    changes: Annotated[list[GunportChange], Field(max_length=1_000)] = Field(default_factory=list)


class GunportSaved(BaseModel):
    """A file: its extension, its content in base64, and sentences about what it cannot hold."""

    extension: str
    data: str
    left_out: list[str]


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


class LibraryArrangement(BaseModel):
    """An arrangement that is kept of a board, who found it and when, and the address of its picture."""

    pieces: list[list[Coordinates]]
    who: str
    found: str
    picture: str


class LibraryEntryView(BaseModel):
    """A board of the library with all arrangements that are kept."""

    board: LibraryBoard
    arrangements: list[LibraryArrangement]


Source = Literal["both", "shipped", "own"]
EntryId = Annotated[str, Path(max_length=64, pattern=r"^[0-9a-f]+$")]

TASKS = "tilewright.families.gunport.web.tasks"
SEARCH = f"{TASKS}:search"

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


searches = APIRouter(prefix="/searches")


@searches.post("", status_code=201, response_model=GunportSearchView, operation_id="startGunportSearch")
async def start_search(query: GunportSearch, request: Request) -> Any:
    """Search for fewer dominoes; follow the events, or it is ended after a while.

    The best arrangement is entered in the library as soon as it is found.
    """
    state = app_state(request)
    args = {
        **query.model_dump(),
        "time_limit_s": min(query.time_limit_s, state.limits.solve_time_s),
        "library": _library_path(state),
        "memory": state.limits.worker_memory_bytes,
    }
    return state.solves.start(args, SEARCH).view()


add_lifecycle_routes(searches, GunportSearchView, "GunportSearch", SEARCH)
router.include_router(searches)


@router.post("/open", response_model=GunportFileView, operation_id="openGunportFile")
async def open_file(query: GunportFile, request: Request) -> Any:
    """The boards of a file: drawings, JSON as the commands print it, or a .stm of the program of 2011."""
    return await app_state(request).run_task(request, f"{TASKS}:open_file", query.model_dump())


@router.post("/save", response_model=GunportSaved, operation_id="saveGunportFile")
async def save_file(query: GunportSave, request: Request) -> Any:
    """Boards as a file, with all that the original file had where its kind is kept."""
    return await app_state(request).run_task(request, f"{TASKS}:save_file", query.model_dump())


@router.get("/library", response_model=list[LibraryBoard], operation_id="listGunportLibrary")
async def list_library(request: Request, source: Source = "both") -> Any:
    """The boards of the library, rectangles by size before others: shipped ones, own ones, or both."""
    state = app_state(request)
    args = {"library": _library_path(state), "source": source}
    return await state.run_task(request, f"{TASKS}:list_library", args)


@router.get("/library/{entry}", response_model=LibraryEntryView, operation_id="getGunportLibraryEntry")
async def library_entry(entry: EntryId, request: Request, source: Source = "both") -> Any:
    """A board of the library with all arrangements that are kept."""
    return await _of_entry("library_entry", entry, request, source)


@router.get(
    "/library/{entry}/picture",
    operation_id="pictureGunportLibrary",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "An arrangement."}},
)
async def picture(
    entry: EntryId,
    request: Request,
    source: Source = "both",
    number: Annotated[int, Query(ge=0, le=1_000)] = 0,
) -> Response:
    """A picture of an arrangement of a board of the library by its number, from 0, as SVG."""
    svg = await _of_entry("picture", entry, request, source, number=number)
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "private, no-cache"})


async def _of_entry(task: str, entry: str, request: Request, source: str, **args: Any) -> Any:
    state = app_state(request)
    args |= {"library": _library_path(state), "entry": entry, "source": source}
    value = await state.run_task(request, f"{TASKS}:{task}", args)
    if value is None:
        raise TaskError(f"the library has no entry {quoted(entry)}, or not so many arrangements of it", 404)
    return value
