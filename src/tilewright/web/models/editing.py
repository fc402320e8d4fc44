"""Puzzles that are drawn, checked and made up."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tilewright.web.models.base import Coordinates, PlacementModel, PuzzleSource, Strict
from tilewright.web.models.puzzles import LatticeView, PuzzleView

Name = Annotated[str, Field(max_length=200)]
Coordinate = Annotated[int, Field(ge=-10_000, le=10_000)]
Spot = Annotated[list[Coordinate], Field(min_length=1, max_length=3)]


class DraftCell(Strict):
    """A cell that was drawn; ``optional`` cells may stay uncovered."""

    at: Spot
    colour: Annotated[str, Field(max_length=40)] = ""
    optional: bool = False


class DraftPiece(Strict):
    """A piece that was drawn, with how many copies there are and how it may move."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    cells: Annotated[list[DraftCell], Field(max_length=400)]
    least: Annotated[int, Field(ge=0, le=10_000)] = 1
    most: Annotated[int, Field(ge=0, le=10_000)] = 1
    motions: Literal["fixed", "rotation", "reflection", "all"] = "all"


class Draft(Strict):
    """A puzzle as it was drawn, finished or not."""

    title: Name = ""
    lattice: Literal["square", "hexagon", "triangle"] = "square"
    board: Annotated[list[DraftCell], Field(max_length=5_000)]
    pieces: Annotated[list[DraftPiece], Field(max_length=400)]


class CheckRequest(Strict):
    """A puzzle that is to be checked."""

    puzzle: PuzzleSource


class FindingView(BaseModel):
    """Something about a puzzle: ``kind`` is ``fine``, ``note`` or ``wrong``, ``cells`` show where."""

    kind: str
    sentence: str
    cells: list[Coordinates]


class CheckView(BaseModel):
    """What a first look at a puzzle finds; ``impossible`` when it is certain that there is no solution."""

    impossible: bool
    findings: list[FindingView]


class WishRequest(Strict):
    """A random board that is cut into pieces: certain to have a solution, or exactly one (``unique``)."""

    width: Annotated[int, Field(ge=1, le=40)]
    height: Annotated[int, Field(ge=1, le=40)]
    pieces: Annotated[int, Field(ge=1, le=100)]
    different: bool = True
    unique: bool = False
    motions: Literal["all", "rotation", "fixed"] = "all"
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class WishView(BaseModel):
    """What was made; ``puzzle`` is null when nothing was found in the time."""

    sentence: str
    complete: bool
    puzzle: PuzzleView | None
    solution: list[PlacementModel]


class LatticesView(BaseModel):
    """The lattices that can be drawn on."""

    lattices: list[LatticeView]
