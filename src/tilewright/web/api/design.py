"""Shapes that are changed, the status of a design, and where a piece can go."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, PuzzleRequest, PuzzleSource, RequestModel, run_puzzle_task
from tilewright.web.api.editing import DocumentsView
from tilewright.web.state import app_state

TASKS = "tilewright.web.tasks.design"

Operation = Literal[
    "turn", "mirror", "shift", "scale", "crop", "hollow", "vary", "fix", "fill", "union", "difference",
    "intersection",
]  # fmt: skip

Vector = Annotated[Coordinates, Field(max_length=3)]


class ShapeCell(RequestModel):
    """A cell of a shape and its colour, "" for none."""

    at: Vector
    colour: Annotated[str, Field(max_length=60)] = ""


class ShapeModel(RequestModel):
    """A shape: the cells that are filled, and those that may stay empty."""

    cells: Annotated[list[ShapeCell], Field(max_length=100_000)]
    optional: Annotated[list[ShapeCell], Field(max_length=100_000)] = Field(default_factory=list)


class ChangeShapeRequest(RequestModel):
    """A change of a shape: ``axis`` of turns and mirrors; ``vector`` of a shift, or the last corner of a box
    to crop, of which ``low`` is the first; ``number`` of turns, factor of scale or thickness of walls;
    ``other`` is the second shape of a union, difference or intersection."""

    lattice: Annotated[str, Field(max_length=40)]
    shape: ShapeModel
    operation: Operation
    axis: Annotated[str, Field(max_length=1)] = "z"
    low: Vector = Field(default_factory=list)
    vector: Vector = Field(default_factory=list)
    number: Annotated[int, Field(ge=-100, le=100)] = 1
    other: ShapeModel | None = None


class DesignPiece(BaseModel):
    """A piece of a design: how many orientations and placements it has (null: too many to be listed), its
    cells on either colour of a chequered lattice (null: there is none), and what is remarkable about it."""

    name: str
    size: int
    orientations: int
    placements: int | None
    parity: list[int] | None
    note: str


class DesignView(BaseModel):
    """How a design stands: a sentence about volumes, the parity of the result, and the pieces."""

    volume: str
    parity: list[int] | None
    pieces: list[DesignPiece]


class PlacesRequest(PuzzleRequest):
    """Where a piece can go: with a cell all ways to cover it, else all its places."""

    piece: Annotated[str, Field(max_length=200)]
    cell: Vector = Field(default_factory=list)


class PlaceView(BaseModel):
    """A way in which a piece may lie; ``reason`` is "" or why it cannot, with the cells that are wrong."""

    cells: list[Coordinates]
    reason: str
    wrong: list[Coordinates]


class PlacesView(BaseModel):
    """How many ways fit and how many do not, and those ways, of either kind the first 2,000."""

    fitting: int
    refused: int
    places: list[PlaceView]


router = APIRouter(prefix="/design", tags=["design"])


@router.post("/file", response_model=DocumentsView, operation_id="openDesign")
async def open_design(source: PuzzleSource, request: Request) -> Any:
    """Read all problems and shapes of a file; it may have shapes alone, and no problem yet."""
    return await run_puzzle_task(
        request, "tilewright.web.tasks.editing:read_design", PuzzleRequest(puzzle=source)
    )


@router.post("/shape", response_model=ShapeModel, operation_id="changeShape")
async def change_shape(query: ChangeShapeRequest, request: Request) -> Any:
    """Turn, mirror, shift, scale, crop or hollow a shape, or join it with another one."""
    return await app_state(request).run_task(request, f"{TASKS}:change_shape", query.model_dump())


@router.post("/status", response_model=DesignView, operation_id="designStatus")
async def status(query: PuzzleRequest, request: Request) -> Any:
    """How a design stands: volumes, parity, and pieces that are impossible, alike or symmetric."""
    return await run_puzzle_task(request, f"{TASKS}:status", query)


@router.post("/places", response_model=PlacesView, operation_id="designPlaces")
async def places(query: PlacesRequest, request: Request) -> Any:
    """Where a piece can go, and why not elsewhere."""
    return await run_puzzle_task(request, f"{TASKS}:places", query)
