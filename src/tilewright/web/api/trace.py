"""The search at work."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.web.models.trace import TraceRequest, TraceView
from tilewright.web.state import house_of

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
