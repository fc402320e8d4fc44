"""Vanishing dominoes by hand."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.families.vanishing.web.models import (
    NewVanishingRequest,
    VanishingBest,
    VanishingHint,
    VanishingRequest,
    VanishingView,
)
from tilewright.web.state import app_state

TASKS = "tilewright.families.vanishing.web.tasks"

router = APIRouter(prefix="/vanishing", tags=["vanishing"])

MAKING_SECONDS = 45.0
"""How long a new board may take: a hard one is looked for among many."""


async def _run_task(task: str, query: VanishingRequest, request: Request) -> Any:
    state = app_state(request)
    args = {**query.model_dump(), "seconds": state.limits.request_time_s / 2}
    return await state.run_task(request, f"{TASKS}:{task}", args)


@router.post("/new", response_model=VanishingView, operation_id="newVanishing")
async def new(query: NewVanishingRequest, request: Request) -> Any:
    """A new board that can be cleared to the last piece; the same words make the same board."""
    return await app_state(request).run_task(request, f"{TASKS}:new", query.model_dump(), MAKING_SECONDS)


@router.post("/position", response_model=VanishingView, operation_id="positionOfVanishing")
async def position(query: VanishingRequest, request: Request) -> Any:
    """Where the game stands after its removals; a wrong one is refused with the reason."""
    return await _run_task("position", query, request)


@router.post("/hint", response_model=VanishingHint, operation_id="hintForVanishing")
async def hint(query: VanishingRequest, request: Request) -> Any:
    """A removal after which as few pieces can be left as from here."""
    return await _run_task("hint", query, request)


@router.post("/best", response_model=VanishingBest, operation_id="bestOfVanishing")
async def best(query: VanishingRequest, request: Request) -> Any:
    """How few pieces can still be left."""
    return await _run_task("best", query, request)
