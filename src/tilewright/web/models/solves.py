"""Questions about a puzzle, and what came of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from tilewright.web.models.base import Fault, PlacementModel, PuzzleSource, Strict

Question = Literal["first", "all", "unique", "count", "optimise", "sample", "estimate"]


class SolveRequest(Strict):
    """A question about a puzzle. ``engine`` "" leaves the choice to Tilewright.

    ``seconds`` is the time it may take, no more than the server allows; ``most`` how many solutions are
    listed; ``number`` and ``seed`` are for a sample, ``maximise`` for the dearest instead of the cheapest.
    """

    puzzle: PuzzleSource
    question: Question = "first"
    engine: Annotated[str, Field(max_length=20)] = ""
    seconds: Annotated[float, Field(gt=0, le=86_400)] = 60.0
    most: Annotated[int, Field(ge=1, le=10_000_000)] = 10_000
    number: Annotated[int, Field(ge=1, le=1_000)] = 12
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0
    maximise: bool = False
    up_to_symmetry: bool = False


class SolveProgress(BaseModel):
    """How far a solve is: ``share`` of the work, 0 to 1; ``eta`` in seconds, null while not known."""

    share: float
    nodes: int
    solutions: str
    seconds: float
    eta: float | None
    words: str


class EstimateLine(BaseModel):
    """What one engine is expected to need, each number with its standard error."""

    engine: str
    nodes: float
    nodes_error: float
    seconds: float
    seconds_error: float
    solutions: float
    solutions_error: float
    exact: bool


class SolveAnswer(BaseModel):
    """What came of it. Counts are digits, as they may be long; lower bounds unless ``status`` is complete.

    ``status`` is ``complete``, ``limit`` or ``cancelled``; ``proof`` is a reason why there is no solution.
    """

    status: str
    solutions: str | None
    up_to_symmetry: str | None
    cost: str | None
    symmetries: str
    nodes: str
    seconds: float
    engine: str
    reason: str
    share: float
    note: str
    proof: str
    estimates: list[EstimateLine]


class SolveView(BaseModel):
    """A solve: ``state`` is ``running``, ``done``, ``refused`` (see ``fault``) or ``abandoned``; ``kept`` is
    how many of its solutions can be looked at."""

    id: str
    state: str
    progress: SolveProgress | None
    answer: SolveAnswer | None
    fault: Fault | None
    kept: int


class SolutionPage(BaseModel):
    """Some solutions of a solve, from number ``start`` (from 0)."""

    start: int
    kept: int
    solutions: list[list[PlacementModel]]
