"""The catalogue, and puzzles that visitors bring."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.web.house import House, house_of
from tilewright.web.models.base import PuzzleSource
from tilewright.web.models.puzzles import PuzzleView

router = APIRouter(tags=["puzzles"])


@router.post("/puzzle", response_model=PuzzleView, operation_id="readPuzzle")
async def read_puzzle(source: PuzzleSource, request: Request) -> Any:
    """Read a puzzle: everything that a page needs to show it."""
    house: House = house_of(request)
    args = {"source": source.model_dump(), "cells": house.limits.cells}
    return await house.asks.ask("puzzle", args, house.limits.ask_seconds)
