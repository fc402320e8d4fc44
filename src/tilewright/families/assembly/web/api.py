"""The API of the page, and its request and response models."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import (
    Coordinates,
    PlacementModel,
    PuzzleRequest,
    PuzzleSource,
    RequestModel,
    run_puzzle_task,
)
from tilewright.web.api.lifecycle import SolveId, add_lifecycle_routes
from tilewright.web.api.puzzles import PuzzleView
from tilewright.web.api.solves import SolveProgress
from tilewright.web.errors import ErrorBody
from tilewright.web.state import app_state
from tilewright.web.worker_pool import TaskError

TASKS = "tilewright.families.assembly.web.tasks"
SURVEY = f"{TASKS}:survey"

ASSEMBLY_SECONDS = 25.0  # the time limit for a single assembly
OPENING_SECONDS = 4.0  # for what the page shows first

router = APIRouter(prefix="/assembly", tags=["assembly"])


class AssemblyPuzzle(BaseModel):
    """A puzzle, and the names of all puzzles in its file ("" for one without a name); ``problem`` is its
    number among them, from 1, or 0 if there is but one."""

    puzzle: PuzzleView
    problems: list[str]
    problem: int


class SurveyRequest(PuzzleRequest):
    """The assemblies to take apart: until the ``first`` one comes apart, or ``all``; those that differ by a
    symmetry of the board count once. With ``rotations`` pieces of cubes turn as well."""

    question: Literal["first", "all"] = "first"
    rotations: bool = False
    time_limit_s: Annotated[float, Field(gt=0, le=86_400)] = 60.0


class SurveyAnswer(BaseModel):
    """What became of the assemblies: how many were examined, how many of them come apart, and how many are
    not decided for want of memory. ``status`` is ``complete``, ``limit`` or ``cancelled``. ``proven``: no
    translations separate those that do not come apart; ``reason``: why they do not, or ""."""

    status: str
    assemblies: int
    apart: int
    undecided: int
    proven: bool
    reason: str
    states: int
    seconds: float


class SurveyView(BaseModel):
    """A survey: ``state`` is ``running``, ``done``, ``failed`` (see ``error``) or ``abandoned``; ``stored``
    is how many of its assemblies can be requested."""

    id: str
    state: str
    progress: SolveProgress | None
    answer: SurveyAnswer | None
    error: ErrorBody | None
    stored: int


class AssemblySummary(BaseModel):
    """An assembly by its number, from 1, and its ``levels`` such as 5.2, "" if it does not come apart.
    ``moves`` are the numbers of moves of all separations; ``status`` is ``limit`` if the memory did not
    suffice. ``proven`` as of ``DisassemblyView``."""

    number: int
    levels: str
    moves: list[int]
    status: str
    proven: bool


class AssemblyPage(BaseModel):
    """Some of the assemblies of a survey, from position ``start`` (from 0)."""

    start: int
    stored: int
    assemblies: list[AssemblySummary]


class PlacedPiece(PlacementModel):
    """A piece of an assembly: its label, which numbers copies, and a colour."""

    label: str
    fill: str


class DirectionView(BaseModel):
    """A direction as the shift of one step, and its name such as ``+x -y``."""

    shift: Coordinates
    name: str


class TurnView(BaseModel):
    """How pieces turn: about a point of the axis, in coordinates of cells, by so many ``degrees``,
    from x to y about z, from y to z about x, from z to x about y; ``text`` says it in words."""

    centre: list[float]
    degrees: int
    text: str


class MoveView(BaseModel):
    """Pieces, by their positions in the assembly, that shift together by so many steps; 0: they leave. With
    ``turn`` they turn about an axis along the direction instead."""

    pieces: list[int]
    direction: DirectionView
    steps: int
    turn: TurnView | None


class SeparationView(BaseModel):
    """A part of an assembly, and the moves until some of its pieces leave it."""

    pieces: list[int]
    moves: list[MoveView]


class MeetingView(BaseModel):
    """The pieces that a piece meets within one step."""

    piece: int
    direction: DirectionView
    meets: list[int]


class JointMotionView(BaseModel):
    """Pieces that begin to move with a velocity while others move otherwise, or rest."""

    pieces: list[int]
    velocity: DirectionView


class BlockingView(BaseModel):
    """Why an assembly does not come apart: the pieces of a part that does not; the positions that they reach,
    relative to the first of them (``whole``: all of them); and what they meet in the first position.
    ``turned``: how many more positions have pieces that are turned. ``together``: where only several groups
    at once can begin to move, one way in which they do."""

    pieces: list[int]
    positions: list[list[Coordinates]]
    whole: bool
    turned: int
    together: list[JointMotionView]
    met: list[MeetingView]


class DisassemblyView(BaseModel):
    """How an assembly comes apart: what remains of a part follows it, then what was removed.

    ``bound``: where the memory did not suffice, a separation takes at least so many moves, if there is one.
    ``proven``: it comes apart, or no translations separate it; ``reason``: why it does not come apart, or "".
    """

    assembly: list[PlacedPiece]
    status: str
    proven: bool
    reason: str
    levels: str
    separations: list[SeparationView]
    bound: int | None
    blocking: BlockingView | None


class AssemblyPlacement(RequestModel):
    """A placement: a piece and the cells that it covers."""

    piece: Annotated[str, Field(max_length=60)]
    cells: Annotated[list[Annotated[Coordinates, Field(max_length=3)]], Field(max_length=5_000)]


class PositionsRequest(PuzzleRequest):
    """A puzzle and one of its assemblies."""

    assembly: Annotated[list[AssemblyPlacement], Field(max_length=400)]


class FirstGroupView(BaseModel):
    """Pieces, by their positions in the assembly, that can leave first, with so many moves at least."""

    pieces: list[int]
    moves: int


class TreePositionView(BaseModel):
    """A position in the tree: how far each piece has moved relative to the first; the moves from the start
    (``level``) and so far to the right (``x``); the ``parent`` from which it was reached first. ``kind`` is
    ``start``, ``way_out``, ``dead_end`` or ``other``. ``shortest``: a way out with the fewest moves leads
    through it. ``left_out``: how many positions below it are not drawn."""

    position: int
    level: int
    x: float
    parent: int | None
    kind: str
    shortest: bool
    left_out: int
    shifts: list[Coordinates]


class PositionTreeView(BaseModel):
    """Positions as a tree, and pairs of them that a move joins outside of the tree, where there are few.
    ``left_out``: how many positions are not drawn."""

    positions: list[TreePositionView]
    moves: list[list[int]]
    width: float
    left_out: int


class WayView(BaseModel):
    """One of several different disassemblies, as in ``DisassemblyView``."""

    levels: str
    separations: list[SeparationView]


class PositionsView(BaseModel):
    """All positions that an assembly reaches by translations until pieces leave. ``status`` is ``complete``,
    ``limit`` or ``cancelled``; ``levels`` has how many positions are so many moves from the start;
    ``level`` is the least number of moves until pieces leave. The numbers of ``shortest_ways`` (as text),
    of positions on them, of ``dead_ends``, of positions that are no nearer to a way out than the start
    (``no_gain``), and the expected number of ``random_moves`` until pieces leave are null where they are not
    known. ``ways`` are different disassemblies, with the fewest moves; ``all_ways``: there are no others."""

    status: str
    positions: int
    levels: list[int]
    moves: int
    ways_out: int
    level: int | None
    first_groups: list[FirstGroupView]
    shortest_ways: str | None
    on_shortest_ways: int | None
    dead_ends: int | None
    no_gain: int | None
    random_moves: float | None
    tree: PositionTreeView
    ways: list[WayView]
    all_ways: bool


class MovementsRequest(RequestModel):
    """Pieces by their cells, wherever they are now, on a lattice."""

    lattice: Annotated[str, Field(max_length=40)]
    pieces: Annotated[
        list[Annotated[list[Annotated[Coordinates, Field(max_length=3)]], Field(max_length=5_000)]],
        Field(max_length=200),
    ]


class MovementView(BaseModel):
    """Pieces, by their numbers, that move together by at most so many steps (0: they leave the others), and
    the pieces that stop them."""

    pieces: list[int]
    direction: DirectionView
    steps: int
    stopped_by: list[int]


class MovementsView(BaseModel):
    """What can move, the smallest groups first; and along which directions each piece is blocked, by what."""

    moves: list[MovementView]
    blocked: list[MeetingView]


class OpeningView(BaseModel):
    """What the page shows first: of the assemblies that were examined within a few seconds the one that comes
    apart in the fewest moves, else the first one; null if none was found. ``whole``: all assemblies were
    examined; ``least``: no assembly can come apart in fewer moves."""

    disassembly: DisassemblyView | None
    assemblies: int
    whole: bool
    least: bool


class DisassembleRequest(PuzzleRequest):
    """A puzzle and one of its assemblies; with ``rotations`` pieces of cubes turn as well."""

    rotations: bool = False
    assembly: Annotated[list[AssemblyPlacement], Field(max_length=400)]


@router.post("/puzzle", response_model=AssemblyPuzzle, operation_id="readAssemblyPuzzle")
async def read_puzzle(source: PuzzleSource, request: Request) -> Any:
    """Read a puzzle in space; of several in a file the first, unless another one is named."""
    return await run_puzzle_task(request, f"{TASKS}:read", PuzzleRequest(puzzle=source))


@router.post("/opening", response_model=OpeningView, operation_id="openAssembly")
async def opening(query: PuzzleRequest, request: Request) -> Any:
    """An assembly of a puzzle that comes apart in few moves, as far as one is found quickly."""
    seconds = min(OPENING_SECONDS, app_state(request).limits.request_time_s / 2)
    return await run_puzzle_task(request, f"{TASKS}:opening", query, time_limit_s=seconds)


@router.post("/disassemble", response_model=DisassemblyView, operation_id="disassembleAssembly")
async def disassemble(query: DisassembleRequest, request: Request) -> Any:
    """Take one assembly apart; if it does not come apart, the answer says why."""
    return await run_puzzle_task(
        request, f"{TASKS}:disassemble", query, 1.2 * ASSEMBLY_SECONDS, time_limit_s=ASSEMBLY_SECONDS
    )


@router.post("/positions", response_model=PositionsView, operation_id="surveyPositions")
async def positions(query: PositionsRequest, request: Request) -> Any:
    """All positions that one assembly reaches, as far as time allows, and different ways to take it apart."""
    return await run_puzzle_task(
        request, f"{TASKS}:positions", query, 1.2 * ASSEMBLY_SECONDS, time_limit_s=ASSEMBLY_SECONDS
    )


@router.post("/movements", response_model=MovementsView, operation_id="listMovements")
async def movements(query: MovementsRequest, request: Request) -> Any:
    """What can move in a position of pieces, how far, and what blocks the others."""
    return await app_state(request).run_task(request, f"{TASKS}:list_movements", query.model_dump())


class SaveAssembliesRequest(PuzzleRequest):
    """Assemblies of a puzzle to be saved with one problem, from 1, of a BurrTools file with this ``text``."""

    text: Annotated[str, Field(max_length=16_000_000)]
    problem: Annotated[int, Field(ge=1, le=1_000)] = 1
    assemblies: Annotated[
        list[Annotated[list[AssemblyPlacement], Field(max_length=400)]], Field(max_length=1_000)
    ]


class SavedAssemblies(BaseModel):
    """The text of a file with assemblies and their moves, and sentences on what was left out of it."""

    text: str
    left_out: list[str]


@router.post("/save", response_model=SavedAssemblies, operation_id="saveAssemblies")
async def save(query: SaveAssembliesRequest, request: Request) -> Any:
    """Write assemblies, and how they come apart, into a BurrTools file; all else in it is kept."""
    return await run_puzzle_task(
        request, f"{TASKS}:save", query, 1.2 * ASSEMBLY_SECONDS, time_limit_s=ASSEMBLY_SECONDS
    )


@router.post("/surveys", status_code=201, response_model=SurveyView, operation_id="startSurvey")
async def start(query: SurveyRequest, request: Request) -> Any:
    """Take the assemblies of a puzzle apart; follow the events, or it is ended after a while."""
    state = app_state(request)
    limits = state.limits
    args = {
        "source": query.puzzle.model_dump(),
        "question": query.question,
        "rotations": query.rotations,
        "time_limit_s": min(query.time_limit_s, limits.solve_time_s),
        "max_cells": limits.max_cells,
        "threads": 1,
    }
    return state.solves.start(args, SURVEY).view()


surveys = APIRouter(prefix="/surveys")
add_lifecycle_routes(surveys, SurveyView, "Survey", SURVEY)


@surveys.get("/{solve_id}/assemblies", response_model=AssemblyPage, operation_id="listAssemblies")
async def assemblies(
    solve_id: SolveId,
    request: Request,
    start: Annotated[int, Query(ge=0, le=10**9)] = 0,
    count: Annotated[int, Query(ge=1, le=1_000)] = 500,
) -> Any:
    """Some of the assemblies, in the order in which they were found; fewer than requested if large."""
    state = app_state(request)
    solve = state.solves.get(solve_id, SURVEY)
    page = solve.page(start, count, state.limits.max_page_bytes)
    return {"start": start, "stored": solve.stored, "assemblies": page}


@surveys.get("/{solve_id}/assemblies/{position}", response_model=DisassemblyView, operation_id="getAssembly")
async def assembly(solve_id: SolveId, position: int, request: Request) -> Any:
    """An assembly of a survey by its position, from 0, and how it comes apart."""
    state = app_state(request)
    solve = state.solves.get(solve_id, SURVEY)
    page = solve.page(position, 1, state.limits.max_page_bytes) if position >= 0 else []
    if not page:
        raise TaskError(f"there is no assembly at position {position}; {solve.stored:,} are stored", 404)
    return page[0]


router.include_router(surveys)
