"""Tilings that are played by hand."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from tilewright.web.models.base import Coordinates, PlacementModel, PuzzleSource, Strict

MoveText = Annotated[str, Field(max_length=20_000)]


class TilingRequest(Strict):
    """A tiling being played: the puzzle, and either the moves so far or the position as its short text."""

    puzzle: PuzzleSource
    moves: Annotated[
        list[Annotated[str, Field(max_length=20_000)]], Field(max_length=10_000, default_factory=list)
    ]
    position: Annotated[str, Field(max_length=200_000)] = ""


class HintView(BaseModel):
    """A piece that belongs somewhere, or pieces to lift as the position cannot be completed."""

    sentence: str
    place: PlacementModel | None
    lift: list[PlacementModel]


class LeftView(BaseModel):
    """How many solutions are left; ``solutions`` are digits, a lower bound unless ``exact``.

    ``known`` is false when the time did not suffice.
    """

    sentence: str
    solutions: str
    exact: bool
    known: bool


class WhyNotView(BaseModel):
    """Why a position cannot be completed; ``solvable`` is null when the time did not suffice to tell."""

    solvable: bool | None
    sentences: list[str]
    cells: list[Coordinates]
    placements: list[PlacementModel]


class PositionView(BaseModel):
    """A position as the independent checker sees it."""

    finished: bool
    free: int
    position: str
    laid: list[PlacementModel]
