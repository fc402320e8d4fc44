"""Puzzles as the pages show them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from tilewright.web.models.base import Coordinates, PlacementModel, PuzzleSource, Strict


class CellView(BaseModel):
    """A cell of the board; ``outline`` are its corners in the plane, empty for cubes."""

    at: Coordinates
    outline: list[tuple[float, float]]
    colour: str
    ground: str
    optional: bool


class PieceView(BaseModel):
    """A piece; ``orientations`` are the different ways to hold it, each as cells with the colours of them.

    ``turn[i]``, ``back[i]`` and ``flip[i]`` are the orientations that a turn to the right, to the left and a
    flip make of number i; the number itself where the piece may not move so. In space ``tip`` turns it away
    from the viewer and ``roll`` to the right, ``tip_back`` and ``roll_back`` the other way round. ``fill`` to
    ``ink`` are its colours.
    """

    name: str
    least: int
    most: int
    size: int
    motions: str
    fill: str
    pattern: str
    mark: str
    ink: str
    orientations: list[list[Coordinates]]
    colours: list[list[str]]
    turn: list[int]
    back: list[int]
    flip: list[int]
    tip: list[int]
    tip_back: list[int]
    roll: list[int]
    roll_back: list[int]


class JunctionView(BaseModel):
    """A point that only one piece may pass straight; a piece on both cells of one of ``ways`` does."""

    at: Coordinates
    ways: list[tuple[Coordinates, Coordinates]]


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

    ``playable`` is false where it cannot be laid by hand: items and options without cells.
    ``colour_pairs`` are the colours, a piece's and the board's, that go together; null: equal ones do.
    ``junctions`` are where two pieces would cross; empty where pieces cannot cross, or may.
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
    colour_pairs: list[tuple[str, str]] | None
    junctions: list[JunctionView]
    known: list[KnownNumber]


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


class ConvertRequest(Strict):
    """A puzzle and the name of the format that it is wanted in."""

    puzzle: PuzzleSource
    format: Annotated[str, Field(min_length=1, max_length=40)]


class ConvertedView(BaseModel):
    """A puzzle in a format; ``suffix`` is what its file's name usually ends in."""

    text: str
    suffix: str
