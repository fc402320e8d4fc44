"""Vanishing dominoes by hand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, RequestModel

Text = Annotated[str, Field(min_length=1, max_length=200_000)]
Moves = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=10_000)]


class VanishingRequest(RequestModel):
    """A board as text (``W;H``, then a line a piece, or XML) and the removals so far: ``remove x,y``."""

    board: Text
    moves: Moves = Field(default_factory=list)


class NewVanishingRequest(RequestModel):
    """A new board that can be cleared; width and height 0 are the usual ones of the difficulty."""

    difficulty: Literal["easy", "medium", "hard"] = "easy"
    width: Annotated[int, Field(ge=0, le=12)] = 0
    height: Annotated[int, Field(ge=0, le=12)] = 0
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


class ArrowView(BaseModel):
    """From a half of a piece over ``distance`` empty squares to ``last``; ``fits`` when that is its value."""

    start: Coordinates
    last: Coordinates
    distance: int
    value: int
    fits: bool


class SideView(BaseModel):
    """A side of a piece: it may go by this side when it ``holds``."""

    side: str
    holds: bool
    sentence: str
    arrows: list[ArrowView]


class DominoView(BaseModel):
    """A piece: its squares with their values, whether it is gone, whether it may go now, and its sides."""

    squares: list[Coordinates]
    values: list[int]
    gone: bool
    removable: bool
    sides: list[SideView]


class VanishingView(BaseModel):
    """A position of the game."""

    board: str
    width: int
    height: int
    pieces: list[DominoView]
    left: int
    over: bool


class VanishingHint(BaseModel):
    """A removal after which as few pieces can be left as from here."""

    sentence: str
    square: Coordinates | None
    left: int
    lower_bound: int


class VanishingBest(BaseModel):
    """How few pieces can still be left: ``left`` is reached by an order that was found."""

    sentence: str
    left: int
    lower_bound: int
    proven: bool
