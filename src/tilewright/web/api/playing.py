"""Help for those who play a tiling by hand. The page plays by itself; the server knows what is left."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.web.models.playing import HintView, LeftView, PositionView, TilingRequest, WhyNotView
from tilewright.web.state import house_of

router = APIRouter(prefix="/tiling", tags=["tiling by hand"])


async def _ask(task: str, asked: TilingRequest, request: Request) -> Any:
    house = house_of(request)
    limits = house.limits
    args = {
        "source": asked.puzzle.model_dump(),
        "moves": asked.moves,
        "position": asked.position,
        "cells": limits.cells,
        "seconds": limits.ask_seconds / 2,
    }
    return await house.asked_by(request, task, args)


@router.post("/check", response_model=PositionView, operation_id="checkTiling")
async def check(asked: TilingRequest, request: Request) -> Any:
    """Where the game stands after its moves; a wrong move is refused with the reason."""
    return await _ask("check tiling", asked, request)


@router.post("/hint", response_model=HintView, operation_id="hintForTiling")
async def hint(asked: TilingRequest, request: Request) -> Any:
    """A piece that belongs somewhere in some solution of the position."""
    return await _ask("hint tiling", asked, request)


@router.post("/left", response_model=LeftView, operation_id="leftOfTiling")
async def left(asked: TilingRequest, request: Request) -> Any:
    """How many solutions the position has."""
    return await _ask("left tiling", asked, request)


@router.post("/why-not", response_model=WhyNotView, operation_id="whyNotTiling")
async def why_not(asked: TilingRequest, request: Request) -> Any:
    """Why the position cannot be completed."""
    return await _ask("why tiling", asked, request)
