"""Puzzles that are drawn, checked and made up."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from tilewright.web.models.editing import CheckRequest, CheckView, Draft, LatticesView, WishRequest, WishView
from tilewright.web.models.puzzles import PuzzleView
from tilewright.web.state import house_of

router = APIRouter(tags=["editing"])


@router.get("/lattices", response_model=LatticesView, operation_id="listLattices")
async def lattices(request: Request) -> Any:
    """The lattices that can be drawn on, and how to draw their cells."""
    return await house_of(request).kept("lattices", {})


@router.post("/draft", response_model=PuzzleView, operation_id="readDraft")
async def draft(asked: Draft, request: Request) -> Any:
    """The puzzle that was drawn; refused with what is wrong when it is none yet."""
    house = house_of(request)
    return await house.asked_by(request, "draft", asked.model_dump())


@router.post("/check", response_model=CheckView, operation_id="checkPuzzle")
async def check(asked: CheckRequest, request: Request) -> Any:
    """What a first look finds: areas, cells and pieces without a place, reasons that it cannot work."""
    house = house_of(request)
    args = {
        "source": asked.puzzle.model_dump(),
        "cells": house.limits.cells,
        "seconds": house.limits.ask_seconds / 2,
    }
    return await house.asked_by(request, "check puzzle", args)


@router.post("/make", response_model=WishView, operation_id="makePuzzle")
async def make(asked: WishRequest, request: Request) -> Any:
    """A random puzzle as wished for."""
    house = house_of(request)
    args = {**asked.model_dump(), "seconds": house.limits.ask_seconds * 0.75}
    return await house.asked_by(request, "make", args)
