"""Gunport by hand."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from tilewright.web.api.base import Coordinates, RequestModel

MOST_SIDE = 60


class GunportRequest(RequestModel):
    """A board of ``rows`` by ``columns`` cells, the rule of no sliding, and the moves so far.

    A move is ``lay x,y x,y`` or ``lift x,y``, x to the right and y downwards from 0,0.
    """

    rows: Annotated[int, Field(ge=1, le=MOST_SIDE)]
    columns: Annotated[int, Field(ge=1, le=MOST_SIDE)]
    no_slide: bool = False
    moves: Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=10_000)] = Field(
        default_factory=list
    )


class GunportRecord(GunportRequest):
    """A finished board for the library, and who found it."""

    who: Annotated[str, Field(min_length=1, max_length=80)]


class SlideView(BaseModel):
    """A domino that can slide onto the cells ahead of it, which the rules forbid."""

    piece: list[Coordinates]
    ahead: list[Coordinates]


class GunportView(BaseModel):
    """A position: the dominoes, the ports that are final, how many places are open, what can slide."""

    pieces: list[list[Coordinates]]
    ports: list[Coordinates]
    open: int
    slides: list[SlideView]
    finished: bool


class GunportHint(BaseModel):
    """A domino to lay; ``reachable`` is the fewest that the position can still have, ``best`` the board's."""

    sentence: str
    place: list[Coordinates] | None
    reachable: int | None
    best: int | None
    proven: bool


class GunportMend(BaseModel):
    """The dominoes to lift, the last first."""

    sentence: str
    lift: list[list[Coordinates]]


class GunportBest(BaseModel):
    """The fewest dominoes that are known; no arrangement has fewer when ``proven``."""

    pieces: int | None
    lower_bound: int
    proven: bool
    arrangement: list[list[Coordinates]]


class GunportVerdict(BaseModel):
    """What a finished board is worth; ``optimal`` is null when it is not known."""

    sentence: str
    optimal: bool | None
    record: bool


class GunportEntered(BaseModel):
    """What became of a board: ``new``, ``better``, ``proven``, ``bound`` or ``known``."""

    result: str
    fewer: int
    pieces: int
