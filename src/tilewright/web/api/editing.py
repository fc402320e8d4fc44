"""Puzzles that are drawn, checked and generated at random."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from tilewright.web.api.base import (
    Coordinates,
    PlacementModel,
    PuzzleRequest,
    PuzzleSource,
    RequestModel,
    run_puzzle_task,
)
from tilewright.web.api.puzzles import PuzzleView
from tilewright.web.state import app_state

TASKS = "tilewright.web.tasks.editing"

Document = Annotated[dict[str, Any], Field(description="All of a puzzle: docs/reference/puzzle.schema.json.")]


ProblemName = Annotated[str, Field(max_length=200)]


class ProblemDocument(BaseModel):
    """A puzzle of a file, and its name there."""

    name: str
    document: Document


class UnusedShapeView(BaseModel):
    """A shape of a file that no puzzle of it uses: its cells, as a document has them, and those that may stay
    empty, which only a board has."""

    name: str
    weight: int
    cells: list[list[int | str]]
    optional: list[list[int | str]]


class DocumentsView(BaseModel):
    """The puzzles of a file as documents, the shapes that none of them uses, and the format of the file.

    ``lattice`` is that of the shapes in a file that has no puzzle yet, else "".
    """

    format: str
    problems: list[ProblemDocument]
    shapes: list[UnusedShapeView]
    lattice: str


class DraftPuzzle(RequestModel):
    """A puzzle that is being edited; ``opened`` is its document before, null for one that was drawn."""

    document: Document
    opened: Document | None = None


class DraftView(BaseModel):
    """The puzzle that was drawn; ``left_out`` are sentences on what no longer holds or fits."""

    puzzle: PuzzleView
    left_out: list[str]


class SaveRequest(RequestModel):
    """Edited puzzles to save: those of the file ``original``, in its order, or those that were drawn.

    The whole file is written in its own format, where that holds several puzzles; else only the one with the
    number ``chosen``, from 0. ``origins`` are the numbers of the puzzles in the file, null for one that was
    added; ``names`` are their names in the file, null for one that is kept. ``dropped_shapes`` are the
    numbers, from 0, of the shapes of ``DocumentsView`` that are left out.
    """

    problems: Annotated[list[DraftPuzzle], Field(min_length=1, max_length=1_000)]
    chosen: Annotated[int, Field(ge=0, lt=1_000)] = 0
    original: PuzzleSource | None = None
    origins: Annotated[list[Annotated[int, Field(ge=0)] | None] | None, Field(max_length=1_000)] = None
    names: Annotated[list[Annotated[str, Field(max_length=200)] | None] | None, Field(max_length=1_000)] = (
        None
    )
    dropped_shapes: Annotated[list[Annotated[int, Field(ge=0)]], Field(max_length=10_000)] = Field(
        default_factory=list
    )
    format: Annotated[str, Field(min_length=1, max_length=40)]


class SavedFile(BaseModel):
    """The text of a file, its usual extension, and sentences on what was left out of it."""

    text: str
    extension: str
    left_out: list[str]


class FindingView(BaseModel):
    """A finding about a puzzle: ``kind`` is ``fine``, ``note`` or ``wrong``; ``cells`` show where."""

    kind: str
    sentence: str
    cells: list[Coordinates]


class DraftCheckView(BaseModel):
    """The findings of a quick check; ``impossible`` when there is certainly no solution."""

    impossible: bool
    findings: list[FindingView]


class GenerateRequest(RequestModel):
    """A random board that is cut into pieces, so that it has a solution; with ``unique`` exactly one."""

    width: Annotated[int, Field(ge=1, le=40)]
    height: Annotated[int, Field(ge=1, le=40)]
    pieces: Annotated[int, Field(ge=1, le=100)]
    different: bool = True
    unique: bool = False
    motions: Literal["all", "rotation", "fixed"] = "all"
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class GeneratedView(BaseModel):
    """The generated puzzle; ``document`` is null when none was found in the time."""

    sentence: str
    complete: bool
    document: Document | None
    solution: list[PlacementModel]


router = APIRouter(tags=["editing"])


@router.post("/documents", response_model=DocumentsView, operation_id="readDocuments")
async def read_documents(source: PuzzleSource, request: Request) -> Any:
    """Read all puzzles of a file as documents, which have all of them, to be edited."""
    return await run_puzzle_task(request, f"{TASKS}:read_documents", PuzzleRequest(puzzle=source))


@router.post("/draft", response_model=DraftView, operation_id="readDraft")
async def read_draft(query: DraftPuzzle, request: Request) -> Any:
    """The puzzle of an edited document; an error says what is wrong with it."""
    return await _run(request, "read_draft", query)


@router.post("/save", response_model=SavedFile, operation_id="saveDraft")
async def save(query: SaveRequest, request: Request) -> Any:
    """Write edited puzzles as a file, with all that the file had where its format is kept."""
    return await _run(request, "save", query)


async def _run(request: Request, task: str, query: RequestModel) -> Any:
    state = app_state(request)
    args = {**query.model_dump(), "max_cells": state.limits.max_cells}
    return await state.run_task(request, f"{TASKS}:{task}", args)


@router.post("/check", response_model=DraftCheckView, operation_id="checkPuzzle")
async def check(query: PuzzleRequest, request: Request) -> Any:
    """Check a puzzle: areas, cells and pieces without a placement, reasons that it has no solution."""
    return await run_puzzle_task(request, f"{TASKS}:check", query)


@router.post("/generate", response_model=GeneratedView, operation_id="generatePuzzle")
async def generate(query: GenerateRequest, request: Request) -> Any:
    """Generate a random puzzle."""
    state = app_state(request)
    args = {**query.model_dump(), "time_limit_s": state.limits.request_time_s * 0.75}
    return await state.run_task(request, f"{TASKS}:generate", args)
