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
