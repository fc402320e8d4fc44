"""Tasks that read, show and convert puzzles; the views of puzzles that other tasks use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, product
from pathlib import PurePath
from typing import Any

from tilewright import catalogue
from tilewright.errors import FormatError, UnsupportedError
from tilewright.family import FAMILIES, Family, filter_references
from tilewright.formats import toml
from tilewright.formats.files import bare_extension, choose
from tilewright.formats.registry import FORMATS, Format, by_name
from tilewright.formats.toml.parameters import resolve
from tilewright.generators import GENERATORS
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.lattices.cube import plan
from tilewright.model.lattices.lattice import add
from tilewright.model.layout import Join
from tilewright.model.pieces.sets import piece_set
from tilewright.model.puzzle import Piece, Placement, Puzzle
from tilewright.model.surfaces import NAMES
from tilewright.play.orientations import piece_orientations
from tilewright.registry import load_attribute
from tilewright.render import palette
from tilewright.render.joined_sides import side_arrows
from tilewright.render.labels import colour_labels, puzzle_colours, short_labels
from tilewright.render.matrix import MAX_COLUMNS
from tilewright.solving.engines.registry import ENGINES
from tilewright.solving.strategies.filtering import SolutionFilter, filter_named
from tilewright.web.tasks import Emit
from tilewright.wording import counted

MAX_SET_SIZE = 6  # cells of the largest pieces in a set that the editor offers

NO_LATTICE = {
    "name": "",
    "dimension": 0,
    "basis": [],
    "classes": [],
    "bodies": [],
    "space": [],
    "round": False,
    "modulus": 1,
    "translations": [],
    "usual_motions": "all",
    "can_cross": False,
    "drawable": False,
}
"""The lattice of puzzles of items and options, as ``LatticeView``."""

CONTROLS = {
    "turn": "turn",
    "back": "turn back",
    "flip": "flip",
    "tip": "tip",
    "tip_back": "tip back",
    "roll": "roll",
    "roll_back": "roll back",
}
"""The field of ``PieceView`` for each control of ``play.orientations``."""


def view(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzle ``args["source"]`` as ``PuzzleView``."""
    shown = puzzle_view(read_source(args))
    name = args["source"]["catalogue"]
    return {**shown, "parameters": _parameters(name)} if name else shown


def _parameters(name: str) -> list[dict[str, Any]]:
    """The parameters of a puzzle of the catalogue with the values behind its name, as ``ParameterView``."""
    bare = name.partition(":")[2] if catalogue.is_reference(name) else name
    parameters, given = catalogue.entry(bare).parameters, catalogue.given_parameters(bare)
    values = {**given, **resolve(parameters, given)} if parameters else {}
    return [
        {
            "name": one.name,
            "type": one.type,
            "help": one.help,
            "value": values.get(one.name) or (one.default and one.checked(one.default)),
            "labels": list(one.labels),
            "least": one.least,
            "most": one.most,
            "parts": list(one.parts),
        }
        for one in parameters
    ]


def convert(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, str]:
    """The puzzle in the format ``args["format"]``, as ``ConvertedPuzzle``."""
    chosen = by_name(args["format"])
    if chosen.dumps is None:
        raise UnsupportedError(f"the format {chosen.name} can be read, but not written")
    extension = chosen.extensions[0] if chosen.extensions else ".txt"
    return {"text": chosen.dumps(read_source(args)), "extension": extension}


def text_page(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, str]:
    """The page of a family that opens the text ``args["text"]``, as ``PageLink``; ``address`` "" for none."""
    return _page_link(_family_pages("text_page", args["text"]))


def puzzle_page(puzzle: AnyPuzzle) -> dict[str, str]:
    """The page of a family that can do most with a puzzle, as ``PageLink``; ``address`` "" for none."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return _page_link(())
    by_dimension = (
        (family, address)
        for family in FAMILIES.values()
        for address, dimension in family.puzzle_pages.items()
        if dimension == puzzle.lattice.dimension
    )
    return _page_link(chain(_family_pages("puzzle_page", puzzle), by_dimension))


def _family_pages(field: str, given: Any) -> Iterator[tuple[Family, str]]:
    """The families whose function of a field has a page for a puzzle or a text, with the address."""
    for family in FAMILIES.values():
        reference = getattr(family, field)
        address = load_attribute(reference)(given) if reference else ""
        if address:
            yield family, address


def _page_link(pairs: Iterable[tuple[Family, str]]) -> dict[str, str]:
    for family, address in pairs:
        return {"name": family.pages[address.partition("#")[0]], "address": address}
    return {"name": "", "address": ""}


def read_source(args: dict[str, Any]) -> AnyPuzzle:
    """The puzzle that ``args["source"]`` (``PuzzleSource`` as a dict) names.

    Errors: FormatError with the position in the text; PuzzleError; UnsupportedError above
    ``args["max_cells"]`` cells.
    """
    source, max_cells = args["source"], args["max_cells"]
    if source["catalogue"]:
        puzzle = catalogue.load(source["catalogue"], source["motions"])
    else:
        puzzle = _read_text(source)
        if not puzzle.title and source["filename"]:
            puzzle = replace(puzzle, title=_title_of(source["filename"]))
    if isinstance(puzzle, ExactCoverPuzzle):
        if source["motions"] or source["use"] != "all":
            raise UnsupportedError(
                "a puzzle of items and options has no pieces: motions and use do not apply"
            )
        return puzzle
    check_size(puzzle, max_cells)
    return puzzle.using_any() if source["use"] == "any" else puzzle


def check_size(puzzle: AnyPuzzle, max_cells: int) -> None:
    """UnsupportedError for a board with more cells than this server accepts."""
    if not isinstance(puzzle, ExactCoverPuzzle) and len(puzzle.board.cells) > max_cells:
        raise UnsupportedError(
            f"the board has {len(puzzle.board.cells):,} cells; this server accepts up to {max_cells:,}"
        )


def _read_text(source: dict[str, Any]) -> AnyPuzzle:
    text = source["text"]
    if "\0" in text:
        raise FormatError("this is not text: it has a NUL character")
    return format_of(source).read(text, source["motions"], source["problem"], source["lattice"])


def _title_of(filename: str) -> str:
    """The name of a file without its extension, in one line: the title of a puzzle that has none."""
    path = PurePath(filename)
    stem = (path.with_suffix("") if path.suffix.lower() == ".gz" else path).stem
    return " ".join("".join(sign if sign.isprintable() else " " for sign in stem).split())


def format_of(source: dict[str, Any]) -> Format:
    """The format of the text of a source: the one that is named, else the one that is detected."""
    if source["format"]:
        return by_name(source["format"])
    return choose(bare_extension(source["filename"]), source["text"])


def puzzle_view(puzzle: AnyPuzzle) -> dict[str, Any]:
    """A puzzle as ``PuzzleView``."""
    known = [
        {name: str(getattr(one, name)) for name in ("what", "count", "source", "motions", "use")}
        for one in puzzle.expect
    ]
    view = {
        "title": puzzle.title,
        "source": puzzle.source,
        "page": puzzle_page(puzzle),
        "toml": toml.dumps(puzzle),
        "description": puzzle.description if isinstance(puzzle, ExactCoverPuzzle) else "",
        "known": known,
        "items": True,
        "playable": False,
        "lattice": NO_LATTICE,
        "cells": [],
        "pieces": [],
        "forced": [],
        "colours": [],
        "colour_pairs": None,
        "has_costs": False,
        "placement_costs": [],
        "junctions": [],
        "labels": [],
        "parameters": [],
        "max_holes": None,
        "goal": puzzle.goal,
        "has_picture": True,
        "surface": None,
    }
    if isinstance(puzzle, ExactCoverPuzzle):
        summary = f"{counted(len(puzzle.items), 'item')}, {counted(len(puzzle.options), 'option')}"
        return {**view, "summary": summary, "has_picture": len(puzzle.items) <= MAX_COLUMNS}
    return {
        **view,
        "summary": _summary(puzzle),
        "items": False,
        "playable": True,
        "lattice": lattice_view(puzzle.lattice),
        "cells": _cells(puzzle),
        "pieces": _pieces(puzzle),
        "forced": placement_views(puzzle.board.forced),
        "colours": _colours(puzzle),
        "has_costs": puzzle.has_costs,
        "placement_costs": [
            {**placement_view(listed.placement), "cost": listed.cost} for listed in puzzle.costs
        ],
        "colour_pairs": None if puzzle.colour_pairs is None else list(puzzle.colour_pairs),
        "junctions": _junctions(puzzle),
        "labels": [
            {"at": list(cell), "outline": list(puzzle.lattice.outline(cell)), "text": word}
            for cell, word in puzzle.board.labels.items()
        ],
        "max_holes": puzzle.max_holes,
        "surface": _surface(puzzle),
    }


def _surface(puzzle: Puzzle) -> dict[str, Any] | None:
    """How the sides of a board are joined, as ``SurfaceView``."""
    surface = puzzle.board.surface
    if surface is None:
        return None
    return {
        "name": NAMES[surface.wrap],
        "width": surface.width,
        "height": surface.height,
        "is_turned": surface.wrap.across is Join.REVERSED,
        "is_closed": surface.wrap.down is Join.PLAIN,
        "arrows": [list(arrow) for arrow in side_arrows(puzzle.lattice, surface)],
    }


def placement_view(placement: Placement) -> dict[str, Any]:
    """A placement as ``PlacementModel``."""
    return placement.to_dict()


def placement_views(placements: Iterable[Placement]) -> list[dict[str, Any]]:
    """Placements as ``PlacementModel``."""
    return [placement_view(one) for one in placements]


def lattice_view(lattice: Lattice) -> dict[str, Any]:
    """A lattice as ``LatticeView``: translations move outlines, so one cell of each class is enough."""
    modulus = _modulus(lattice)
    shifts = product(range(modulus), repeat=lattice.dimension)
    if lattice.faces is None:
        space, bodies = [], []
        axes = range(lattice.dimension)
        steps = [_step(lattice, axis, lambda cell: lattice.outline(cell)[0]) for axis in axes]
        outlines = [lattice.outline(cell) for cell in lattice.classes]
    else:
        faces = lattice.faces
        space = [_step(lattice, axis, lambda cell: faces(cell)[0][0]) for axis in range(3)]
        bodies = [lattice.faces(cell) for cell in lattice.classes]
        steps = [step[:2] for step in space]
        outlines = [plan(faces) for faces in bodies]
    return {
        "name": lattice.name,
        "dimension": lattice.dimension,
        "basis": steps,
        "classes": [
            (list(cell), list(outline)) for cell, outline in zip(lattice.classes, outlines, strict=True)
        ],
        "bodies": [
            {"cell": list(cell), "faces": [list(face) for face in faces]}
            for cell, faces in zip(lattice.classes, bodies, strict=False)
        ],
        "space": space,
        "round": lattice.is_round,
        "modulus": modulus,
        "translations": [list(shift) for shift in shifts if lattice.is_translation(shift)],
        "usual_motions": lattice.usual_motions,
        "can_cross": lattice.can_cross,
        "drawable": is_drawable(lattice),
    }


def is_drawable(lattice: Lattice) -> bool:
    """Whether the editor can draw boards on a lattice."""
    return lattice.dimension > 1 and not lattice.can_cross


def descriptors(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """What is registered, and the sets of pieces, as ``Descriptors`` without the pages."""
    return {
        "lattices": [lattice_view(lattice) for lattice in LATTICES.values()],
        "engines": [
            {"name": one.name, "summary": one.summary, "capabilities": sorted(one.capabilities)}
            for one in ENGINES.values()
        ],
        "formats": [
            {name: getattr(one, name) for name in ("name", "summary", "extensions", "reads", "writes")}
            for one in FORMATS.values()
        ],
        "generators": [{"name": one.name, "summary": one.summary} for one in GENERATORS.values()],
        "filters": [_filter(filter_named(name)) for name in filter_references()],
        "piece_sets": _piece_sets(),
    }


def _filter(one: SolutionFilter) -> dict[str, Any]:
    return {"name": one.name, "lattices": [name for name, lattice in LATTICES.items() if one.suits(lattice)]}


def _piece_sets() -> list[dict[str, Any]]:
    """The sets of pieces that the editor offers, as ``PieceSetDescriptor``."""
    names = [
        (lattice, singular + family.ending)
        for lattice in LATTICES.values()
        if is_drawable(lattice)
        for family in lattice.polyform_families
        for singular in family.singular[1:MAX_SET_SIZE]
    ]
    return [
        {"name": name, "lattice": lattice.name, "pieces": len(piece_set(name, lattice))}
        for lattice, name in names
    ]


def _step(lattice: Lattice, axis: int, corner: Callable[[Cell], tuple[float, ...]]) -> tuple[float, ...]:
    """How far a step along a coordinate moves a corner of a cell; measured along a translation."""
    start, length = lattice.classes[0], _modulus(lattice)
    there = add(start, tuple(length * (k == axis) for k in range(lattice.dimension)))
    return tuple((b - a) / length for a, b in zip(corner(start), corner(there), strict=True))


def _modulus(lattice: Lattice) -> int:
    """The least number such that all multiples of it along the coordinates are translations."""
    axes = [tuple(int(k == axis) for k in range(lattice.dimension)) for axis in range(lattice.dimension)]
    return next(
        length
        for length in range(1, 31)
        if all(lattice.is_translation(tuple(length * step for step in axis)) for axis in axes)
    )


def _summary(puzzle: Puzzle) -> str:
    copies = sum(piece.max_copies for piece in puzzle.pieces)
    kinds = len(puzzle.pieces)
    may_be_left = any(piece.min_copies < piece.max_copies for piece in puzzle.pieces)
    pieces = f"{'up to ' if may_be_left else ''}{counted(copies, 'piece')}"
    if kinds != copies:
        pieces += f" of {counted(kinds, 'kind')}"
    surface = puzzle.board.surface
    where = "" if surface is None else f", on a {NAMES[surface.wrap]}"
    return f"{counted(len(puzzle.board.cells), 'cell')}, {pieces}, {puzzle.lattice.name} lattice{where}"


def _cells(puzzle: Puzzle) -> list[dict[str, Any]]:
    optional = frozenset(puzzle.board.optional)
    grounds = ground_colours(puzzle)
    drawn = not puzzle.lattice.is_solid
    return [
        {
            "at": list(cell),
            "outline": list(puzzle.lattice.outline(cell)) if drawn else [],
            "colour": puzzle.board.colour(cell),
            "ground": ground,
            "optional": cell in optional,
            "cost": puzzle.board.cell_costs.get(cell, 0),
        }
        for cell, ground in grounds.items()
    ]


def ground_colours(puzzle: Puzzle) -> dict[Cell, str]:
    """The colour of each cell while it is not covered, in the order of the cells."""
    grounds = {one["name"]: one["ground"] for one in _colours(puzzle)}
    board = puzzle.board
    return {cell: grounds.get(board.colour(cell), palette.GROUND) for cell in sorted(board.cells)}


def _colours(puzzle: Puzzle) -> list[dict[str, str]]:
    """The colours of cells with their labels, as ``ColourView``."""
    labels = colour_labels(puzzle)
    grounds = {
        name: palette.ground(number, len(labels)) for number, name in enumerate(puzzle_colours(puzzle))
    }
    return [
        {"name": name, "label": labels[name], "ground": ground, "ink": palette.ink_on(ground)}
        for name, ground in grounds.items()
    ]


def _junctions(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Where two pieces would cross and may not: ``JunctionView``; the board's cells bound their number."""
    if puzzle.crossings:
        return []
    ways: dict[Cell, list[tuple[list[int], list[int]]]] = {}
    for cell in sorted(puzzle.board.cells):
        for other in puzzle.lattice.neighbours(cell):
            if other > cell and other in puzzle.board.cells:
                for point in puzzle.lattice.passed((cell, other)):
                    ways.setdefault(point, []).append((list(cell), list(other)))
    return [{"at": list(point), "ways": pairs} for point, pairs in sorted(ways.items()) if len(pairs) > 1]


def _pieces(puzzle: Puzzle) -> list[dict[str, Any]]:
    labels = short_labels(puzzle)
    return [
        {**_piece(puzzle, number), "label": labels[piece.name]} for number, piece in enumerate(puzzle.pieces)
    ]


def _piece(puzzle: Puzzle, number: int) -> dict[str, Any]:
    piece = puzzle.pieces[number]
    look = palette.swatch(number)
    return {
        "name": piece.name,
        "least": piece.min_copies,
        "most": piece.max_copies,
        "size": piece.size,
        "motions": piece.motions,
        "cost": piece.cost,
        "fill": look.fill,
        "pattern": look.pattern,
        "mark": look.mark,
        "ink": palette.ink_on(look.fill),
        **_ways(piece, puzzle.lattice),
    }


def _ways(piece: Piece, lattice: Lattice) -> dict[str, Any]:
    orientations = piece_orientations(piece, lattice)
    still = tuple(range(len(orientations.orientations)))
    return {
        "orientations": [[list(cell) for cell in one.cells] for one in orientations.orientations],
        "colours": [list(one.colours) for one in orientations.orientations] if piece.colours else [],
        **{name: orientations.images_of.get(control, still) for name, control in CONTROLS.items()},
    }
