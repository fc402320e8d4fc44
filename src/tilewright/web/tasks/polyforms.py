"""Tasks about the atlas of polyforms."""

from __future__ import annotations

import threading
from dataclasses import asdict
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.formats.shapes import shape_text
from tilewright.model.lattices import LATTICES
from tilewright.model.pieces.sets import name_of, named_shapes
from tilewright.model.puzzle import Solution
from tilewright.model.shape import Shape
from tilewright.polyforms import PolyformQuery, list_polyforms
from tilewright.polyforms.atlas import examine_polyform
from tilewright.polyforms.classification import AtlasLimits
from tilewright.polyforms.entry_view import entry_keys, entry_title, plane_picture, rectangle_picture
from tilewright.solving.steps import Control, Limits
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import lattice_view, placement_views, puzzle_view

MAX_SIZES = {"square": 8, "hexagon": 7, "triangle": 10}
"""The most cells of polyforms that are listed: these are less than 500."""

FIRST = {"square": "F", "hexagon": "pistol", "triangle": "sphinx"}
"""The names of polyforms to begin with."""


def atlas(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The lattices of the atlas, as ``AtlasView``."""
    return {
        "lattices": [
            {
                "lattice": lattice_view(LATTICES[name]),
                "most": most,
                "first": [list(cell) for cell in dict(named_shapes(LATTICES[name]))[FIRST[name]]],
            }
            for name, most in MAX_SIZES.items()
        ]
    }


def polyform(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The entry of a polyform, as ``PolyformView``."""
    lattice, limits = LATTICES[args["lattice"]], AtlasLimits()
    control = Control(Limits(seconds=args["seconds"]), cancel=cancel)
    entry = examine_polyform(sorted({(x, y) for x, y in args["cells"]}), lattice, limits, control)
    return {
        **entry_keys(entry),
        "title": entry_title(entry),
        "drawing": shape_text(Shape.of(lattice, entry.cells)),
        "bounds": {**asdict(limits), "seconds": args["seconds"]},
        "plane_picture": _picture(plane_picture(entry)),
        "rectangle_picture": _picture(rectangle_picture(entry)),
    }


def _picture(solution: Solution | None) -> dict[str, Any] | None:
    """A solved puzzle as ``PolyformPictureView``."""
    if solution is None:
        return None
    return {"puzzle": puzzle_view(solution.puzzle), "placements": placement_views(solution.placements)}


def polyforms(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The free polyforms of a size, as ``PolyformsView``; UnsupportedError where they are too many."""
    lattice, size = LATTICES[args["lattice"]], args["size"]
    if size > MAX_SIZES[lattice.name]:
        raise UnsupportedError(
            f"polyforms of {size} cells are not listed here; expected at most {MAX_SIZES[lattice.name]} "
            f"cells on the {lattice.name} lattice"
        )
    listed = list_polyforms(PolyformQuery(size, lattice=lattice), control=Control(cancel=cancel))
    return {
        "polyforms": [
            {"name": name_of(shape, lattice), "cells": [list(cell) for cell in shape]} for shape in listed
        ]
    }
