"""Gunport by hand: the exact sweeps help, the library remembers."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.families.gunport.web.models import (
    GunportBest,
    GunportEntered,
    GunportHint,
    GunportMend,
    GunportRecord,
    GunportRequest,
    GunportVerdict,
    GunportView,
)
from tilewright.web.state import house_of

router = APIRouter(prefix="/gunport", tags=["gunport by hand"])


async def _ask(task: str, asked: GunportRequest, request: Request) -> Any:
    house = house_of(request)
    library = house.settings.library
    args = {
        **asked.model_dump(),
        "library": "" if library is None else str(library),
        "seconds": house.limits.ask_seconds / 2,
        "memory": house.limits.memory,
    }
    return await house.asked_by(request, task, args)


@router.post("/position", response_model=GunportView, operation_id="positionOfGunport")
async def position(asked: GunportRequest, request: Request) -> Any:
    """Where the game stands after its moves; a wrong move is refused with the reason."""
    return await _ask("gunport position", asked, request)


@router.post("/hint", response_model=GunportHint, operation_id="hintForGunport")
async def hint(asked: GunportRequest, request: Request) -> Any:
    """A domino of an arrangement with the fewest that the position can still end with."""
    return await _ask("gunport hint", asked, request)


@router.post("/mend", response_model=GunportMend, operation_id="mendGunport")
async def mend(asked: GunportRequest, request: Request) -> Any:
    """Which dominoes to lift so that the best is reached again."""
    return await _ask("gunport mend", asked, request)


@router.post("/best", response_model=GunportBest, operation_id="bestOfGunport")
async def best(asked: GunportRequest, request: Request) -> Any:
    """The fewest dominoes on the empty board, and an arrangement that has them."""
    return await _ask("gunport best", asked, request)


@router.post("/verdict", response_model=GunportVerdict, operation_id="verdictOnGunport")
async def verdict(asked: GunportRequest, request: Request) -> Any:
    """What a finished board is worth beside the best."""
    return await _ask("gunport verdict", asked, request)


@router.post("/record", response_model=GunportEntered, operation_id="enterGunport")
async def record(asked: GunportRecord, request: Request) -> Any:
    """Put a finished board into the library of best boards."""
    return await _ask("gunport enter", asked, request)
