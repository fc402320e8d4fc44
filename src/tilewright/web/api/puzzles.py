"""The catalogue, and puzzles that visitors bring."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.web.models.base import PuzzleSource
from tilewright.web.models.puzzles import ConvertedView, ConvertRequest, PuzzleView
from tilewright.web.state import house_of

router = APIRouter(tags=["puzzles"])


@router.post("/puzzle", response_model=PuzzleView, operation_id="readPuzzle")
async def read_puzzle(source: PuzzleSource, request: Request) -> Any:
    """Read a puzzle: everything that a page needs to show it."""
    house = house_of(request)
    args = {"source": source.model_dump(), "cells": house.limits.cells}
    return await house.asked_by(request, "puzzle", args)


@router.post("/convert", response_model=ConvertedView, operation_id="convertPuzzle")
async def convert(asked: ConvertRequest, request: Request) -> Any:
    """The puzzle in another format."""
    house = house_of(request)
    args = {"source": asked.puzzle.model_dump(), "cells": house.limits.cells, "format": asked.format}
    return await house.asked_by(request, "convert", args)
