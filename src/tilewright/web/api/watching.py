"""The search at work."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.web.house import house_of
from tilewright.web.models.watching import TraceRequest, TraceView

router = APIRouter(tags=["watching"])


@router.post("/watch", response_model=TraceView, operation_id="watchSearch")
async def watch(asked: TraceRequest, request: Request) -> Any:
    """Some steps of the search for a puzzle's solutions."""
    house = house_of(request)
    args = {
        **asked.model_dump(exclude={"puzzle"}),
        "source": asked.puzzle.model_dump(),
        "cells": house.limits.cells,
        "seconds": house.limits.ask_seconds / 2,
    }
    return await house.asked_by(request, "watch", args)
