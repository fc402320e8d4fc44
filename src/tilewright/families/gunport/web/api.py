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
from tilewright.web.state import app_state

TASKS = "tilewright.families.gunport.web.tasks"

router = APIRouter(prefix="/gunport", tags=["gunport"])


async def _run_task(task: str, query: GunportRequest, request: Request) -> Any:
    state = app_state(request)
    library = state.settings.family_files.get("gunport")
    args = {
        **query.model_dump(),
        "library": "" if library is None else str(library),
        "seconds": state.limits.request_time_s / 2,
        "memory": state.limits.worker_memory_bytes,
    }
    return await state.run_task(request, f"{TASKS}:{task}", args)


@router.post("/position", response_model=GunportView, operation_id="positionOfGunport")
async def position(query: GunportRequest, request: Request) -> Any:
    """Where the game stands after its moves; a wrong move is refused with the reason."""
    return await _run_task("position", query, request)


@router.post("/hint", response_model=GunportHint, operation_id="hintForGunport")
async def hint(query: GunportRequest, request: Request) -> Any:
    """A domino of an arrangement with the fewest that the position can still end with."""
    return await _run_task("hint", query, request)


@router.post("/mend", response_model=GunportMend, operation_id="mendGunport")
async def mend(query: GunportRequest, request: Request) -> Any:
    """Which dominoes to lift so that the best is reached again."""
    return await _run_task("mend", query, request)


@router.post("/best", response_model=GunportBest, operation_id="bestOfGunport")
async def best(query: GunportRequest, request: Request) -> Any:
    """The fewest dominoes on the empty board, and an arrangement that has them."""
    return await _run_task("best", query, request)


@router.post("/verdict", response_model=GunportVerdict, operation_id="verdictOnGunport")
async def verdict(query: GunportRequest, request: Request) -> Any:
    """What a finished board is worth beside the best."""
    return await _run_task("verdict", query, request)


@router.post("/record", response_model=GunportEntered, operation_id="enterGunport")
async def record(query: GunportRecord, request: Request) -> Any:
    """Put a finished board into the library of best boards."""
    return await _run_task("enter", query, request)
