"""Random tilings step by step: domino shuffling on the Aztec diamond."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import KEPT_OFFLINE, RequestModel, run_timed_task

TASKS = "tilewright.web.tasks.random_tilings"
MAX_ORDER = 400
MAX_SEED = 2**53 - 1  # an integer that JavaScript has exactly
MAX_WEIGHT = 1_000_000


class ShuffleRequest(RequestModel):
    """The tiling that ``tilewright shuffle ORDER --seed SEED`` draws, with weights as for the command."""

    order: Annotated[int, Field(ge=1, le=MAX_ORDER)]
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] = 0
    horizontal: Annotated[int, Field(ge=1, le=MAX_WEIGHT)] = 1
    vertical: Annotated[int, Field(ge=1, le=MAX_WEIGHT)] = 1


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
