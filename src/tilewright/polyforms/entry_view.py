"""Entries of the atlas as JSON keys and as pictures, for the command line and the pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Solution
from tilewright.polyforms.atlas import AtlasEntry
from tilewright.polyforms.coronas import HeeschNumber
from tilewright.polyforms.pictures import corona_picture, tiling_picture
from tilewright.polyforms.rectangles import SmallestRectangle
from tilewright.polyforms.tilings import PeriodicTiling


def entry_title(entry: AtlasEntry) -> str:
    """What a polyform is called, such as "pentomino F".

    >>> from tilewright.model.lattices import SQUARE
    >>> from tilewright.polyforms.atlas import describe_polyform
    >>> entry_title(describe_polyform([(0, 0), (1, 0)], SQUARE))
    'domino I2'
    >>> entry_title(describe_polyform([(x, 0) for x in range(40)], SQUARE))
    'polyomino'
    """
    family = entry.lattice.polyforms
    assert family is not None
    size = len(entry.cells)
    names = family.singular
    title = names[size - 1] if size <= len(names) else family.plural.removesuffix(family.ending)
    return f"{title} {entry.name}" if entry.name else title


def entry_keys(entry: AtlasEntry) -> dict[str, Any]:
    """The JSON keys of an entry."""
    return {
        "lattice": entry.lattice.name,
        "name": entry.name,
        "cells": _cell_lists(entry.cells),
        "perimeter": entry.perimeter,
        "holes": entry.holes,
        "symmetries": list(entry.symmetries),
        "fixed_forms": entry.fixed_forms,
        "box": list(entry.box),
        "plane": entry.tiling_class.value,
        "reason": entry.reason,
        "tried_copies": entry.tried_copies,
        "tiling": None if entry.tiling is None else _tiling_keys(entry.tiling),
        "heesch": None
        if entry.heesch is None
        else {
            "without_holes": _heesch_keys(entry.heesch.without_holes),
            "with_holes": _heesch_keys(entry.heesch.with_holes),
        },
        "rectangle": None if entry.rectangle is None else _rectangle_keys(entry.rectangle),
        "status": entry.status.value,
    }


def plane_picture(entry: AtlasEntry) -> Solution | None:
    """The tiling of the plane, else the most coronas; None if neither is known."""
    if entry.tiling is not None:
        return tiling_picture(entry.tiling, entry.lattice)
    if entry.heesch is None or not entry.heesch.with_holes.number:
        return None
    one, other = entry.heesch.without_holes, entry.heesch.with_holes
    return corona_picture((other if other.number > one.number else one).rings, entry.lattice)


def rectangle_picture(entry: AtlasEntry) -> Solution | None:
    """The smallest rectangle; None if none is known."""
    return None if entry.rectangle is None else entry.rectangle.solution


def _rectangle_keys(rectangle: SmallestRectangle) -> dict[str, Any]:
    placements = rectangle.solution.placements if rectangle.solution is not None else ()
    return {
        "sides": list(rectangle.sides) if placements else None,
        "tried_cells": rectangle.tried_cells,
        "impossible": rectangle.is_impossible,
        "placements": [_cell_lists(placement.cells) for placement in placements],
    }


def _heesch_keys(number: HeeschNumber) -> dict[str, Any]:
    return {
        "number": number.number,
        "final": number.is_final,
        "rings": [[_cell_lists(copy) for copy in ring] for ring in number.rings],
    }


def _tiling_keys(tiling: PeriodicTiling) -> dict[str, Any]:
    return {
        "vectors": _cell_lists(tiling.vectors),
        "placements": [_cell_lists(copy) for copy in tiling.placements],
        "symmetries": [{"motion": one.motion, "shift": list(one.shift)} for one in tiling.symmetries],
    }


def _cell_lists(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]
