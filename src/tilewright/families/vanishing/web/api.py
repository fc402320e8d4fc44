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
from tilewright.web.state import house_of

router = APIRouter(prefix="/vanishing", tags=["vanishing dominoes by hand"])

MAKING_SECONDS = 45.0
"""How long a new board may take: a hard one is looked for among many."""


async def _ask(task: str, asked: VanishingRequest, request: Request) -> Any:
    house = house_of(request)
    args = {**asked.model_dump(), "seconds": house.limits.ask_seconds / 2}
    return await house.asked_by(request, task, args)


@router.post("/new", response_model=VanishingView, operation_id="newVanishing")
async def new(asked: NewVanishingRequest, request: Request) -> Any:
    """A new board that can be cleared to the last piece; the same words make the same board."""
    return await house_of(request).asked_by(request, "vanishing new", asked.model_dump(), MAKING_SECONDS)


@router.post("/position", response_model=VanishingView, operation_id="positionOfVanishing")
async def position(asked: VanishingRequest, request: Request) -> Any:
    """Where the game stands after its removals; a wrong one is refused with the reason."""
    return await _ask("vanishing position", asked, request)


@router.post("/hint", response_model=VanishingHint, operation_id="hintForVanishing")
async def hint(asked: VanishingRequest, request: Request) -> Any:
    """A removal after which as few pieces can be left as from here."""
    return await _ask("vanishing hint", asked, request)


@router.post("/best", response_model=VanishingBest, operation_id="bestOfVanishing")
async def best(asked: VanishingRequest, request: Request) -> Any:
    """How few pieces can still be left."""
    return await _ask("vanishing best", asked, request)
