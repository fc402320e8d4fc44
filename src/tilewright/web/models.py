"""What comes in and goes out of the API, as pydantic models, which make the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Coordinates = list[int]
"""A cell, as many integers as the lattice has dimensions."""

Motions = Literal["", "fixed", "upright", "rotation", "reflection", "all"]


class Strict(BaseModel):
    """A request: unknown keys are refused, so that a misspelt one is not passed over."""

    model_config = ConfigDict(extra="forbid")


class Fault(BaseModel):
    """Why a request was refused: a sentence, and the place in the text that was sent, from 1; 0 is none."""

    message: str
    line: int = 0
    column: int = 0


class PuzzleSource(Strict):
    """A puzzle: one of the catalogue by its name, or a text in any format that is read.

    ``format`` "" lets the file's name and the content tell; ``problem`` picks one of several, from 1.
    """

    catalogue: Annotated[str, Field(max_length=200)] = ""
    text: str = ""
    filename: Annotated[str, Field(max_length=200)] = ""
    format: Annotated[str, Field(max_length=40)] = ""
    motions: Motions = ""
    problem: Annotated[int, Field(ge=0, le=100_000)] = 0
    use: Literal["all", "any"] = "all"

    @model_validator(mode="after")
    def _one_of_two(self) -> PuzzleSource:
        if bool(self.catalogue) == bool(self.text):
            raise ValueError("give either the name of a puzzle in the catalogue or a text")
        return self


class PlacementModel(BaseModel):
    """A piece on the board: its name and the cells that it covers."""

    piece: str
    cells: list[Coordinates]


class CellView(BaseModel):
    """A cell of the board; ``outline`` are its corners in the plane, empty for cubes."""

    at: Coordinates
    outline: list[tuple[float, float]]
    colour: str
    ground: str
    optional: bool


class PieceView(BaseModel):
    """A piece; ``orientations`` are the different ways to hold it, each as cells with the colours of them.

    ``turn[i]`` and ``flip[i]`` are the orientations that a turn to the right and a flip make of number i;
    the number itself where the piece may not move so. ``fill`` to ``ink`` are its colours.
    """

    name: str
    least: int
    most: int
    size: int
    fill: str
    pattern: str
    mark: str
    ink: str
    orientations: list[list[Coordinates]]
    colours: list[list[str]]
    turn: list[int]
    flip: list[int]


class LatticeView(BaseModel):
    """How to draw any cell: that of its class, moved. A step along coordinate i moves by ``basis[i]``.

    ``classes`` has one cell for each class that no translation joins, with its outline; empty for cubes.
    """

    name: str
    dimension: int
    basis: list[tuple[float, float]]
    classes: list[tuple[Coordinates, list[tuple[float, float]]]]


class KnownNumber(BaseModel):
    """A number that is known about a puzzle, and where it comes from."""

    what: str
    count: str
    source: str
    motions: str
    use: str


class PuzzleView(BaseModel):
    """A puzzle for the pages. ``toml`` is the whole of it as text, to be sent back with later requests.

    ``playable`` is false where it cannot be laid by hand: items and options without cells, and solids.
    """

    title: str
    source: str
    toml: str
    words: str
    items: bool
    playable: bool
    lattice: LatticeView
    cells: list[CellView]
    pieces: list[PieceView]
    forced: list[PlacementModel]
    known: list[KnownNumber]


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


class CatalogueEntry(BaseModel):
    """A puzzle of the catalogue. ``known`` is its number of solutions as digits, where one is known.

    ``level`` is how hard it is by hand: easy, medium, hard, very hard, impossible, or "" for puzzles without
    pieces; from the number of pieces and of solutions.
    """

    name: str
    title: str
    group: str
    tags: list[str]
    lattice: str
    cells: int
    pieces: int
    known: str | None
    level: str
    playable: bool
    pictured: bool
