"""The catalogue, and puzzles as the pages show them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field

from tilewright.web.api.base import (
    KEPT_OFFLINE,
    Coordinates,
    PlacementModel,
    PuzzleRequest,
    PuzzleSource,
    RequestModel,
    run_puzzle_task,
    run_timed_task,
)
from tilewright.web.pages import page_views
from tilewright.web.state import app_state
from tilewright.web.worker_pool import TaskError
from tilewright.wording import quoted

TASKS = "tilewright.web.tasks"
CACHE_FOR_A_DAY = {"cache-control": "private, max-age=86400"}


class CellView(BaseModel):
    """A cell of the board; ``outline`` are its corners in the plane, empty for cubes.

    ``ground`` is how it is painted while nothing covers it; ``cost`` counts when a piece covers it.
    """

    at: Coordinates
    outline: list[tuple[float, float]]
    colour: str
    ground: str
    optional: bool
    cost: int


class LabelView(BaseModel):
    """A word on a cell, or next to the board where its cell is left free."""

    at: Coordinates
    outline: list[tuple[float, float]]
    text: str


class ParameterView(BaseModel):
    """A parameter of a puzzle of the catalogue, with its value; "" where another one says it.

    ``labels`` are the values of a label, ``least`` and ``most`` the bounds of a number; ``parts`` are the
    parameters that a date gives a value.
    """

    name: str
    type: Literal["label", "number", "date"]
    help: str
    value: str
    labels: list[str]
    least: int
    most: int
    parts: list[str]


class PieceView(BaseModel):
    """A piece; ``orientations`` are its distinct orientations, each as cells with their colours.

    ``turn[i]``, ``back[i]`` and ``flip[i]`` are the orientations that a turn to the right, to the left and a
    reflection make of number i; the number itself where the piece may not move so. In space ``tip`` turns it
    away from the viewer and ``roll`` to the right, ``tip_back`` and ``roll_back`` the other way round.
    ``fill`` to ``ink`` are its colours. ``label`` is its name, or a letter if a name is long.
    """

    name: str
    label: str
    least: int
    most: int
    size: int
    motions: str
    cost: int
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


class ColourView(BaseModel):
    """A colour of cells: its name, what is written on its cells, and how they are painted."""

    name: str
    label: str
    ground: str
    ink: str


class PlacementCostModel(PlacementModel):
    """The extra cost of a placement."""

    cost: int


class JunctionView(BaseModel):
    """A point that only one piece may pass straight: one that covers both cells of one of ``ways``."""

    at: Coordinates
    ways: list[tuple[Coordinates, Coordinates]]


class BodyView(BaseModel):
    """A cell in space: each of its faces as its corners in order."""

    cell: Coordinates
    faces: list[list[tuple[float, float, float]]]


class LatticeView(BaseModel):
    """How to draw any cell: the cell of its class, moved. A step along coordinate i moves by ``basis[i]``.

    ``classes`` has one cell for each class that no translation joins, with its outline, in space that from
    above. A shift is a translation if it is congruent to one of ``translations`` modulo ``modulus``.
    ``bodies`` has the faces of one cell of each class in space, and a step along coordinate i moves them by
    ``space[i]``; both are empty in the plane. ``round``: the cells are balls, which the faces touch.
    ``usual_motions`` are those of a piece of wood or card.
    ``can_cross``: pieces can cross each other. ``drawable``: the editor can draw boards on it.
    """

    name: str
    dimension: int
    basis: list[tuple[float, float]]
    classes: list[tuple[Coordinates, list[tuple[float, float]]]]
    bodies: list[BodyView]
    space: list[tuple[float, float, float]]
    round: bool
    modulus: int
    translations: list[Coordinates]
    usual_motions: str
    can_cross: bool
    drawable: bool


class KnownCount(BaseModel):
    """A known number of solutions, and its source."""

    what: str
    count: str
    source: str
    motions: str
    use: str


class PageLink(BaseModel):
    """The page of a family that can do most with a puzzle, by name and address; both "" if there is none.

    An address with a fragment names the puzzle; others take it in their query.
    """

    name: str
    address: str


class SurfaceView(BaseModel):
    """How the sides of a board are joined; it has ``width`` columns and ``height`` rows from (0, 0) on.

    The left side is joined to the right one, turned over where ``is_turned``. ``is_closed``: the top is
    joined to the bottom. ``name`` is that of the surface, and ``arrows`` mark the joined sides, by their
    corners.
    """

    name: str
    width: int
    height: int
    is_turned: bool
    is_closed: bool
    arrows: list[list[tuple[float, float]]]


class PuzzleView(BaseModel):
    """A puzzle for the pages. ``toml`` is all of it as text, to be sent with later requests.

    ``description`` says what the items and options of a puzzle without cells mean.
    ``playable`` is false for puzzles that cannot be played by hand: items and options without cells.
    ``colours`` are those of the board and the pieces, none where there is but one. ``has_costs``: a solution
    costs the sum of its pieces', its covered cells' and its placements' costs.
    ``colour_pairs`` are the colours of a piece and of the board that match; null: equal ones do.
    ``junctions`` are where two pieces would cross; empty where pieces cannot or may cross.
    ``max_holes``: at most so many of the optional cells may stay empty; null: any number.
    ``goal`` is what is asked: any solution, or one of the least or the greatest cost.
    ``has_picture``: solutions can be downloaded as pictures. ``surface`` says how sides of the board are
    joined; null: none is.
    """

    title: str
    source: str
    page: PageLink
    toml: str
    description: str
    summary: str
    items: bool
    playable: bool
    lattice: LatticeView
    cells: list[CellView]
    pieces: list[PieceView]
    forced: list[PlacementModel]
    colours: list[ColourView]
    has_costs: bool
    placement_costs: list[PlacementCostModel]
    colour_pairs: list[tuple[str, str]] | None
    junctions: list[JunctionView]
    labels: list[LabelView]
    parameters: list[ParameterView]
    max_holes: int | None
    goal: Literal["fill", "least", "greatest"]
    has_picture: bool
    surface: SurfaceView | None
    known: list[KnownCount]


class CatalogueEntry(BaseModel):
    """A puzzle of the catalogue. ``known`` is its number of solutions as digits; null if not known.

    ``known_up_to_symmetry`` is the number up to symmetry, which may be known alone. ``searched_text`` has its
    names, title, group, tags, source and authors.
    ``level`` is its difficulty by hand, estimated from the numbers of pieces and of solutions: easy, medium,
    hard, very hard, impossible, or "" for puzzles without pieces.
    """

    name: str
    title: str
    group: str
    tags: list[str]
    searched_text: str
    lattice: str
    dimension: int
    cells: int
    pieces: int
    known: str | None
    known_up_to_symmetry: str | None
    level: str
    playable: bool
    page: PageLink
    has_picture: bool


class TextRequest(RequestModel):
    """A text of which it is not known what it is."""

    text: str


class ConvertRequest(PuzzleRequest):
    """A puzzle and the name of the format to write."""

    format: Annotated[str, Field(min_length=1, max_length=40)]


class ConvertedPuzzle(BaseModel):
    """A puzzle in a format, and the usual extension of its file."""

    text: str
    extension: str


class PageDescriptor(BaseModel):
    """A page of this server. ``dimension``: a puzzle of this dimension can be named in the address, and
    ``link_text`` is the text of links with one; 0 for none."""

    address: str
    title: str
    dimension: int
    link_text: str


class EngineDescriptor(BaseModel):
    """An engine and its capabilities, such as ``lists`` or ``counts``."""

    name: str
    summary: str
    capabilities: list[str]


class FormatDescriptor(BaseModel):
    """A file format."""

    name: str
    summary: str
    extensions: list[str]
    reads: bool
    writes: bool


class GeneratorDescriptor(BaseModel):
    """A generator of puzzles, as of ``tilewright make``."""

    name: str
    summary: str


class FilterDescriptor(BaseModel):
    """A filter of solutions, and the lattices of the puzzles to which it applies."""

    name: str
    lattices: list[str]


class PieceSetDescriptor(BaseModel):
    """A set of pieces for the editor: its lattice and its number of pieces."""

    name: str
    lattice: str
    pieces: int


class Descriptors(BaseModel):
    """What this server offers."""

    pages: list[PageDescriptor]
    lattices: list[LatticeView]
    engines: list[EngineDescriptor]
    formats: list[FormatDescriptor]
    generators: list[GeneratorDescriptor]
    filters: list[FilterDescriptor]
    piece_sets: list[PieceSetDescriptor]


router = APIRouter()


@router.get(
    "/descriptors",
    response_model=Descriptors,
    operation_id="listDescriptors",
    tags=["puzzles"],
    dependencies=KEPT_OFFLINE,
)
async def descriptors(request: Request) -> Any:
    """The pages, lattices, engines, formats, generators, filters and piece sets of this server."""
    known = await app_state(request).run_task_once(request, f"{TASKS}.puzzles:descriptors", {})
    return {"pages": page_views(), **known}


@router.get(
    "/catalogue",
    response_model=list[CatalogueEntry],
    operation_id="listCatalogue",
    tags=["catalogue"],
    dependencies=KEPT_OFFLINE,
)
async def list_catalogue(request: Request) -> Any:
    """The puzzles of the catalogue, with what is known about them."""
    return await app_state(request).run_task_once(request, f"{TASKS}.catalogue:entries", {})


@router.get(
    "/catalogue/{name}/picture",
    operation_id="picturePuzzle",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "The board and its pieces."}},
    tags=["catalogue"],
)
async def picture(
    name: Annotated[str, Path(max_length=100, pattern=r"^[A-Za-z0-9-]+$")], request: Request
) -> Response:
    """A picture of a puzzle of the catalogue, as SVG."""
    state = app_state(request)
    entries = await state.run_task_once(request, f"{TASKS}.catalogue:entries", {})
    if name not in {one["name"] for one in entries}:
        raise TaskError(f"the catalogue has no puzzle named {quoted(name)}", 404)
    svg = await state.run_task_once(request, f"{TASKS}.catalogue:picture", {"name": name})
    return Response(svg, media_type="image/svg+xml", headers=CACHE_FOR_A_DAY)


class PictureView(BaseModel):
    """A picture as SVG."""

    svg: str


@router.post("/picture", response_model=PictureView, operation_id="pictureSource", tags=["puzzles"])
async def picture_of_source(query: PuzzleRequest, request: Request) -> Any:
    """A small picture of the board and the pieces of any puzzle."""
    return await run_puzzle_task(request, f"{TASKS}.catalogue:picture_of_source", query)


@router.post(
    "/puzzle",
    response_model=PuzzleView,
    operation_id="readPuzzle",
    tags=["puzzles"],
    dependencies=KEPT_OFFLINE,
)
async def read_puzzle(source: PuzzleSource, request: Request) -> Any:
    """Read a puzzle: everything that a page needs to show it."""
    return await run_puzzle_task(request, f"{TASKS}.puzzles:view", PuzzleRequest(puzzle=source))


@router.post("/page", response_model=PageLink, operation_id="findPage", tags=["puzzles"])
async def find_page(query: TextRequest, request: Request) -> Any:
    """The page that opens a text which is no puzzle file, but something of a family."""
    return await run_timed_task(request, f"{TASKS}.puzzles:text_page", query)


@router.post("/convert", response_model=ConvertedPuzzle, operation_id="convertPuzzle", tags=["puzzles"])
async def convert(query: ConvertRequest, request: Request) -> Any:
    """Convert a puzzle to another format."""
    return await run_puzzle_task(request, f"{TASKS}.puzzles:convert", query)
