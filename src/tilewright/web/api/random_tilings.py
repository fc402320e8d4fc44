"""Random tilings step by step: domino shuffling, coupling from the past, flips."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import KEPT_OFFLINE, Coordinates, PuzzleSource, RequestModel, run_timed_task

TASKS = "tilewright.web.tasks.random_tilings"
MAX_ORDER = 400
MAX_SEED = 2**53 - 1  # an integer that JavaScript has exactly
MAX_WEIGHT = 1_000_000
FRACTION = r"^\d+(\.\d+|/\d+)?$"


class ShuffleRequest(RequestModel):
    """The tiling that ``tilewright shuffle ORDER --seed SEED`` draws, with weights as for the command.

    ``two_periodic`` is the weight of the dominoes in half of the blocks, see
    ``solving.random_tilings.weights.two_periodic``; "" for none. The steps then depend on the order.
    """

    order: Annotated[int, Field(ge=1, le=MAX_ORDER)]
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 0
    horizontal: Annotated[int, Field(ge=1, le=MAX_WEIGHT)] = 1
    vertical: Annotated[int, Field(ge=1, le=MAX_WEIGHT)] = 1
    two_periodic: Annotated[str, Field(max_length=30, pattern=f"^$|{FRACTION}")] = ""


class ShuffleStepsRequest(ShuffleRequest):
    """The steps from ``start`` on; step m leads from the order m - 1 to the order m."""

    start: Annotated[int, Field(ge=1, le=MAX_ORDER)] = 1


class ShuffleStepsView(BaseModel):
    """Some steps in a row, as many as fit an answer, one at least unless ``start`` is beyond the order.

    A step is a text with a letter for each of the m x m blocks of 2 x 2 squares, see
    ``solving.random_tilings.shuffling.ShuffleStep``.
    """

    steps: list[str]


class ShuffleHeightsRequest(ShuffleRequest):
    """The heights after the step ``step``."""

    step: Annotated[int, Field(ge=1, le=MAX_ORDER)]


class ShuffleHeightsView(BaseModel):
    """The heights of the corners of squares, 2 x step + 1 rows of as many from the top; null outside."""

    heights: list[int | None]


class BoardRequest(RequestModel):
    """A board for dominoes or lozenges: a puzzle, or else a rectangle or a hexagon by its sides."""

    puzzle: PuzzleSource | None = None
    sides: Annotated[list[Annotated[int, Field(ge=1, le=200)]], Field(min_length=2, max_length=3)] = Field(
        default_factory=lambda: [8, 8]
    )


class CouplingRequest(BoardRequest):
    """A random tiling whose probability is proportional to the power ``volume`` of its volume."""

    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 0
    volume: Annotated[str, Field(max_length=30, pattern=FRACTION)] = "1"


class BoundsView(BaseModel):
    """The lower and the upper tiling after ``sweeps``, ``flips`` apart; see ``TilingBoardView``."""

    sweeps: int
    low: str
    high: str
    low_heights: list[int]
    high_heights: list[int]
    flips: int


class TilingBoardView(BaseModel):
    """A board of squares, or of triangles, with the corners of its cells.

    A tiling is a text with a letter for each cell: l, r, u or d, where the other half of its piece is.
    """

    title: str
    triangles: bool
    cells: list[Coordinates]
    corners: list[Coordinates]


class CouplingView(BaseModel):
    """How the lowest and the highest tiling meet in ``sweeps``."""

    board: TilingBoardView
    sweeps: int
    frames: list[BoundsView]


class FlipRequest(BoardRequest):
    """A flip of a tiling round a corner; without ``at`` the tiling stays as it is."""

    tiling: Annotated[str, Field(max_length=20_000)]
    at: Annotated[Coordinates, Field(min_length=2, max_length=2)] | None = None


class FlipView(BaseModel):
    """The tiling after the flip: its heights, the corners that can flip, and the flips up from the lowest."""

    tiling: str
    heights: list[int]
    corners: list[Coordinates]
    volume: int


router = APIRouter(tags=["random tilings"])


@router.post(
    "/shuffle/steps",
    response_model=ShuffleStepsView,
    operation_id="shuffleSteps",
    dependencies=KEPT_OFFLINE,
)
async def steps(query: ShuffleStepsRequest, request: Request) -> Any:
    """What each step of domino shuffling does."""
    return await run_timed_task(request, f"{TASKS}:shuffle_steps", query)


@router.post("/shuffle/heights", response_model=ShuffleHeightsView, operation_id="shuffleHeights")
async def heights(query: ShuffleHeightsRequest, request: Request) -> Any:
    """The heights of the tiling after a step of domino shuffling."""
    return await run_timed_task(request, f"{TASKS}:shuffle_heights", query)


@router.post("/coupling", response_model=CouplingView, operation_id="coupleTilings")
async def coupling(query: CouplingRequest, request: Request) -> Any:
    """How coupling from the past draws a tiling: its last try, from the lowest and the highest tiling on."""
    return await run_timed_task(request, f"{TASKS}:coupling", query)


@router.post("/flip", response_model=FlipView, operation_id="flipTiling")
async def flip(query: FlipRequest, request: Request) -> Any:
    """Flip two dominoes or three lozenges of a tiling."""
    return await run_timed_task(request, f"{TASKS}:flip", query)
