"""What all subjects of the API share: strict requests, puzzles as clients name them, placements."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field, model_validator

from tilewright.solving.settings import FIELDS
from tilewright.web.state import app_state


def declared(name: str, **narrower: Any) -> Any:
    """The pydantic field of a field of questions or settings: its help and range, which may be narrower."""
    one = FIELDS[name]
    bounds = {key: value for key, value in (("ge", one.least), ("le", one.most)) if value is not None}
    return Field(description=one.help.partition(" Default:")[0], **bounds | narrower)


def keep_offline(request: Request, response: Response) -> None:
    """Let the browser keep this answer for when there is no server, for this version of the pages: it depends
    on the request alone."""
    response.headers["x-kept-offline"] = request.app.state.pages_version


KEPT_OFFLINE = [Depends(keep_offline)]
"""The dependencies of a route whose answers may be kept so, see ``static/service_worker.js``."""

Coordinates = list[int]  # a cell, as many integers as the lattice has dimensions

Motions = Literal["", "fixed", "upright", "rotation", "reflection", "all"]


class RequestModel(BaseModel):
    """A request: unknown keys and wrong types are errors, so that a misspelt key is not ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)


class PuzzleSource(RequestModel):
    """A puzzle: one of the catalogue by its name, or a text in any readable format.

    ``format`` "" detects the format from the file name and the content; ``problem`` selects one of several
    puzzles in a file, from 1; ``lattice`` "" lets the file decide, else see ``Format.lattices``.
    """

    catalogue: Annotated[str, Field(max_length=200)] = ""
    text: str = ""
    filename: Annotated[str, Field(max_length=200)] = ""
    format: Annotated[str, Field(max_length=40)] = ""
    motions: Motions = ""
    problem: Annotated[int, Field(ge=0, le=100_000)] = 0
    lattice: Annotated[str, Field(max_length=40)] = ""
    use: Literal["all", "any"] = "all"

    @model_validator(mode="after")
    def _either_name_or_text(self) -> PuzzleSource:
        if bool(self.catalogue) == bool(self.text):
            both = "both were given" if self.text else "the text is empty"
            raise ValueError(f"give either the name of a puzzle in the catalogue or a text; {both}")
        return self


class PuzzleRequest(RequestModel):
    """A request about a puzzle."""

    puzzle: PuzzleSource


class PlacementModel(BaseModel):
    """A placement: a piece and the cells that it covers."""

    piece: str
    cells: list[Coordinates]


async def run_timed_task(request: Request, task: str, query: RequestModel, **args: Any) -> Any:
    """The result of a task, which gets the fields of the request and half of the time limit, ``seconds``."""
    state = app_state(request)
    seconds = state.limits.request_time_s / 2
    return await state.run_task(request, task, {**query.model_dump(), "seconds": seconds, **args})


async def run_puzzle_task(
    request: Request, task: str, query: PuzzleRequest, timeout_s: float | None = None, **args: Any
) -> Any:
    """The result of a task about a puzzle, which gets the fields of the request and half of the time
    limit. ``timeout_s`` None is the usual time of a short task."""
    state = app_state(request)
    limits = state.limits
    args = {
        **query.model_dump(exclude={"puzzle"}),
        "source": query.puzzle.model_dump(),
        "max_cells": limits.max_cells,
        "time_limit_s": limits.request_time_s / 2,
        **args,
    }
    return await state.run_task(request, task, args, timeout_s)
