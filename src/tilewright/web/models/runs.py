"""Durable runs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tilewright.web.models.base import PlacementModel, PuzzleSource, Strict


class RunRequest(Strict):
    """A new run: all solutions kept, or only counted, or the first one; ``unique`` takes one of each orbit.

    ``workers`` threads work on it, in a process of its own that goes on when the server ends.
    """

    puzzle: PuzzleSource
    question: Literal["all", "count", "first"] = "all"
    unique: bool = False
    engine: Annotated[str, Field(max_length=20)] = ""
    workers: Annotated[int, Field(ge=1, le=64)] = 2


class ResumeRequest(Strict):
    """How many threads go on with a run."""

    workers: Annotated[int, Field(ge=1, le=64)] = 2


class WorkerView(BaseModel):
    """A worker as its coordinator last saw it."""

    name: str
    host: str
    tasks: int
    nodes: str
    seconds: float
    doing: int
    seen: str


class RunView(BaseModel):
    """A run: ``state`` is ``running``, ``interrupted``, ``stopped``, ``complete`` or ``failed``.

    ``share`` is the part of all nodes that is surely done, as far as can be told, 0 to 1; ``told`` says it in
    words, and ``left`` the time that is left, "" where nothing can be said. Counts are digits; exact when
    complete.
    """

    id: str
    title: str
    source: str
    question: str
    unique: bool
    engine: str
    created: str
    state: str
    reason: str
    seconds: float
    share: float
    told: str
    waiting: int
    done: int
    split: int
    solutions: str
    images: str
    nodes: str
    nodes_per_second: float
    left: str
    keeps: bool
    workers: list[WorkerView]


class RunsView(BaseModel):
    """All runs of the server's file, the newest first."""

    file: str
    runs: list[RunView]


class RunSolutions(BaseModel):
    """Some solutions of a run, from number ``start``, and the puzzle as TOML to draw them."""

    start: int
    puzzle: str
    solutions: list[list[PlacementModel]]
