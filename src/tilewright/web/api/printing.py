"""Files of a puzzle's pieces for 3-D printers and for paper."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import PuzzleRequest, run_puzzle_task

TASK = "tilewright.web.tasks.printing:printed_files"


class PrintRequest(PuzzleRequest):
    """A puzzle, and the files that are wanted; lengths in millimetres.

    ``name`` is that of the files without extensions. ``printer`` is the space of a printer, as
    ``220x220x250``, on whose plates all copies are packed, "" for one of each piece in rows; ``split`` cuts
    pieces that are too large for it. Pieces are hollow within a wall of ``thickness``, None: solid, but
    for those that are cut. ``drain`` is the diameter of the holes in it, None: chosen. ``pdf`` has nets of
    pieces in space, and outlines of flat ones, and takes ``cell`` only.
    """

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[\w(][\w.()-]*$")] = "pieces"
    format: Literal["3mf", "stl", "obj", "pdf"]
    cell: Annotated[float, Field(ge=0.1, le=1000)] = 20.0
    gap: Annotated[float, Field(ge=0, le=250)] = 0.2
    thickness: Annotated[float, Field(ge=0.1, le=500)] | None = None
    drain: Annotated[float, Field(ge=0, le=1000)] | None = None
    balls: bool = False
    printer: Annotated[str, Field(max_length=60)] = ""
    split: bool = False


class PrintedFile(BaseModel):
    """A file; ``content`` is in Base64."""

    name: str
    content: str


class PrintedFiles(BaseModel):
    """The files, one for each plate, and a sentence that says what they have."""

    files: list[PrintedFile]
    summary: str


router = APIRouter()


@router.post("/print", response_model=PrintedFiles, operation_id="printPuzzle", tags=["puzzles"])
async def print_puzzle(query: PrintRequest, request: Request) -> Any:
    """The pieces of a puzzle for a 3-D printer, or as paper models."""
    return await run_puzzle_task(request, TASK, query)
