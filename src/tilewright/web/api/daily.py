"""The puzzles of a date, the same for everyone."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from tilewright.web.api.base import KEPT_OFFLINE
from tilewright.web.api.puzzles import CACHE_FOR_A_DAY
from tilewright.web.state import app_state


class PageRequestView(BaseModel):
    """What a page POSTs to show a puzzle: a path below ``/api``, and the JSON."""

    path: str
    body: dict[str, Any]


class DailyPuzzleView(BaseModel):
    """A puzzle of a date: its ``name`` is its own among them, ``title`` that of its kind.

    ``address`` opens it, with ``daily=DATE/NAME`` in the query. ``request`` is what that page asks for, to be
    fetched ahead; null where it needs nothing.
    """

    name: str
    title: str
    level: Literal["easy", "medium", "hard"]
    address: str
    request: PageRequestView | None


class DailyView(BaseModel):
    """The puzzles of a date: one of each kind and level."""

    date: str
    puzzles: list[DailyPuzzleView]


class DailyPictures(BaseModel):
    """Small pictures of puzzles of a date as SVG, by their names; none shows a solution."""

    date: str
    pictures: dict[str, str]


PICTURES_SECONDS = 180.0  # the time limit: some kinds are generated when they are first seen

router = APIRouter(tags=["daily"])


@router.get("/daily", response_model=DailyView, operation_id="listDailyPuzzles", dependencies=KEPT_OFFLINE)
async def daily(date: Annotated[str, Query(max_length=20)], request: Request, response: Response) -> Any:
    """The puzzles of a date such as 2026-11-24; later versions give the same."""
    response.headers.update(CACHE_FOR_A_DAY)
    return await app_state(request).run_task_once(
        request, "tilewright.web.tasks.daily:of_date", {"date": date}
    )


@router.get(
    "/daily/pictures",
    response_model=DailyPictures,
    operation_id="pictureDailyPuzzles",
    dependencies=KEPT_OFFLINE,
)
async def pictures(
    date: Annotated[str, Query(max_length=20)],
    kind: Annotated[str, Query(max_length=40)],
    request: Request,
    response: Response,
) -> Any:
    """Small pictures of the puzzles of a date of one kind: their names without the level."""
    response.headers.update(CACHE_FOR_A_DAY)
    return await app_state(request).run_task_once(
        request, "tilewright.web.tasks.daily:pictures", {"date": date, "kind": kind}, PICTURES_SECONDS
    )
