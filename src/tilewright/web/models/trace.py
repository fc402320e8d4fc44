"""The search at work, step by step."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tilewright.web.models.base import Coordinates, PlacementModel, PuzzleSource, Strict


class TraceRequest(Strict):
    """A puzzle, and which steps of its search are wanted: ``count`` from number ``start``, from 0."""

    puzzle: PuzzleSource
    start: Annotated[int, Field(ge=0, le=200_000)] = 0
    count: Annotated[int, Field(ge=1, le=2_000)] = 500


class StepView(BaseModel):
    """One thing that the search does, and how far it is after it."""

    number: int
    kind: Literal["choose", "try", "enough", "dead", "solution", "back", "end"]
    depth: int
    nodes: int
    solutions: int
    ways: int
    cell: Coordinates | None
    item: str
    placement: PlacementModel | None
    sentence: str


class TraceView(BaseModel):
    """Steps, what lies on the board before the first of them, and whether the search ends with the last."""

    steps: list[StepView]
    laid: list[PlacementModel]
    ended: bool
