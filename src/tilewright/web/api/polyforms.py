"""The atlas of polyforms: the entry of one, and lists of all of a size."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import KEPT_OFFLINE, Coordinates, PlacementModel, RequestModel, run_timed_task
from tilewright.web.api.puzzles import LatticeView, PuzzleView
from tilewright.web.state import app_state

TASKS = "tilewright.web.tasks.polyforms"
MAX_CELLS = 60
MAX_COORDINATE = 1000

PlaneLattice = Literal["square", "hexagon", "triangle"]
PlaneCell = Annotated[
    list[Annotated[int, Field(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]], Field(min_length=2, max_length=2)
]


class PolyformRequest(RequestModel):
    """A polyform by its cells, in any position."""

    lattice: PlaneLattice = "square"
    cells: Annotated[list[PlaneCell], Field(min_length=1, max_length=MAX_CELLS)]


class PeriodicTilingView(BaseModel):
    """The translations of a tiling, and the copies in its fundamental domain."""

    vectors: list[Coordinates]
    placements: list[list[Coordinates]]


class HeeschView(BaseModel):
    """How many coronas there are; ``final`` if one more is impossible."""

    number: int
    final: bool


class HeeschNumbersView(BaseModel):
    """The numbers without holes, and with holes in the last corona."""

    without_holes: HeeschView
    with_holes: HeeschView


class RectangleView(BaseModel):
    """The sides of the smallest rectangle, null if unknown; all up to ``tried_cells`` cells were searched."""

    sides: list[int] | None
    tried_cells: int
    impossible: bool


class PolyformPictureView(BaseModel):
    """Copies of a polyform, drawn as a solved puzzle."""

    puzzle: PuzzleView
    placements: list[PlacementModel]


class PolyformBounds(BaseModel):
    """How far the search went at most: copies in a fundamental domain, coronas, choices for each number of
    coronas, cells of a rectangle, seconds."""

    copies: int
    coronas: int
    nodes: int
    rectangle: int
    seconds: float


class PolyformView(BaseModel):
    """An entry of the atlas, as ``tilewright polyform --json`` prints it.

    ``drawing`` is the polyform as text. ``plane_picture`` shows the tiling, or the coronas: their copies are
    numbered from 1, the polyform itself, outwards. ``status`` is ``complete`` unless a limit came first.
    """

    title: str
    drawing: str
    lattice: str
    name: str | None
    cells: list[Coordinates]
    perimeter: int
    holes: int
    symmetries: list[str]
    fixed_forms: int
    box: list[int]
    plane: Literal["translation", "half-turn", "isohedral", "anisohedral", "none", "unknown"]
    reason: str
    tried_copies: int
    tiling: PeriodicTilingView | None
    heesch: HeeschNumbersView | None
    rectangle: RectangleView | None
    status: str
    bounds: PolyformBounds
    plane_picture: PolyformPictureView | None
    rectangle_picture: PolyformPictureView | None


class PolyformsRequest(RequestModel):
    """The free polyforms of a size."""

    lattice: PlaneLattice = "square"
    size: Annotated[int, Field(ge=1, le=MAX_CELLS)]


class ListedPolyform(BaseModel):
    """A polyform, and its name if it has one."""

    name: str | None
    cells: list[Coordinates]


class PolyformsView(BaseModel):
    """All free polyforms of a size."""

    polyforms: list[ListedPolyform]


class AtlasLatticeView(BaseModel):
    """A lattice whose polyforms are examined. Those of up to ``most`` cells are listed; ``first`` is one."""

    lattice: LatticeView
    most: int
    first: list[Coordinates]


class AtlasView(BaseModel):
    """The lattices of the atlas."""

    lattices: list[AtlasLatticeView]


router = APIRouter(tags=["polyforms"])


@router.get("/polyforms", response_model=AtlasView, operation_id="describeAtlas", dependencies=KEPT_OFFLINE)
async def atlas(request: Request) -> Any:
    """The lattices whose polyforms are examined."""
    return await app_state(request).run_task_once(request, f"{TASKS}:atlas", {})


@router.post("/polyform", response_model=PolyformView, operation_id="examinePolyform")
async def polyform(query: PolyformRequest, request: Request) -> Any:
    """What is known of a polyform: its symmetries, and how it tiles the plane."""
    return await run_timed_task(request, f"{TASKS}:polyform", query)


@router.post(
    "/polyforms", response_model=PolyformsView, operation_id="listPolyforms", dependencies=KEPT_OFFLINE
)
async def polyforms(query: PolyformsRequest, request: Request) -> Any:
    """All free polyforms of a size, where they are few."""
    return await run_timed_task(request, f"{TASKS}:polyforms", query)
