"""Tasks for designers: shapes that are changed, the status of a design, and where a piece can go."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.puzzle import Puzzle
from tilewright.model.shape import (
    Shape,
    crop,
    difference,
    fill,
    hollow,
    inside,
    intersection,
    mirror,
    scale,
    shift,
    turn,
    union,
    vary,
)
from tilewright.play.design_status import describe_piece, status_of
from tilewright.play.placement_reasons import places_through
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import read_source
from tilewright.wording import quoted

MAX_LISTED = 2_000  # ways that are listed for a piece and a cell


def change_shape(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A shape that is changed, as ``ShapeModel``."""
    if args["lattice"] not in LATTICES:
        raise UnsupportedError(
            f"there is no lattice {quoted(args['lattice'])}; expected one of {', '.join(LATTICES)}"
        )
    lattice = LATTICES[args["lattice"]]
    shape = _shape(lattice, args["shape"])
    other = None if args["other"] is None else _shape(lattice, args["other"])
    return _view(_changed(shape, other, args))


def _changed(shape: Shape, other: Shape | None, args: Mapping[str, Any]) -> Shape:
    axis, vector, number = args["axis"], tuple(args["vector"]), args["number"]
    match args["operation"]:
        case "turn":
            return turn(shape, axis, number)
        case "mirror":
            return mirror(shape, axis)
        case "shift":
            return shift(shape, vector)
        case "scale":
            return scale(shape, number)
        case "crop":
            return crop(shape, tuple(args["low"]), vector)
        case "hollow":
            return hollow(shape, number)
        case "vary":
            return vary(shape, shape.variable | inside(shape, number))
        case "fix":
            return vary(shape, ())
        case "fill":
            return fill(shape)
    if other is None:
        raise PuzzleError(f"the operation {quoted(args['operation'])} needs a second shape")
    match args["operation"]:
        case "union":
            return union(shape, other)
        case "difference":
            return difference(shape, other)
        case _:
            return intersection(shape, other)


def _shape(lattice: Lattice, model: Mapping[str, Any]) -> Shape:
    cells: dict[Cell, str] = {}
    for listed in (model["cells"], model["optional"]):
        for entry in listed:
            cells[tuple(entry["at"])] = entry["colour"]
    return Shape(lattice, cells, frozenset(tuple(entry["at"]) for entry in model["optional"]))


def _view(shape: Shape) -> dict[str, Any]:
    def listed(cells: Sequence[Cell]) -> list[dict[str, Any]]:
        return [{"at": list(cell), "colour": shape.cells[cell]} for cell in cells]

    return {"cells": listed(shape.fixed), "optional": listed(sorted(shape.variable))}


def status(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How a design stands, as ``DesignView``."""
    design = status_of(_puzzle(args))
    return {
        "volume": design.volume_sentence,
        "parity": None if design.parity is None else list(design.parity),
        "pieces": [
            {
                **{
                    key: value
                    for key, value in asdict(piece).items()
                    if key in ("name", "size", "placements")
                },
                "orientations": piece.orientations,
                "parity": None if piece.parity is None else list(piece.parity),
                "note": describe_piece(piece),
            }
            for piece in design.pieces
        ],
    }


def places(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Where a piece can and cannot lie on a cell, as ``PlacesView``."""
    listed = places_through(_puzzle(args), args["piece"], tuple(args["cell"]) if args["cell"] else None)
    fitting = [one for one in listed if not one.reason]
    wrong = [one for one in listed if one.reason]
    return {
        "fitting": len(fitting),
        "refused": len(wrong),
        "places": [
            {
                "cells": [list(cell) for cell in one.cells],
                "reason": one.reason,
                "wrong": [list(cell) for cell in one.wrong],
            }
            for one in (*fitting[:MAX_LISTED], *wrong[:MAX_LISTED])
        ],
    }


def _puzzle(args: Mapping[str, Any]) -> Puzzle:
    puzzle = read_source(dict(args))
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("the puzzle has items and options, and so no shapes")
    return puzzle
