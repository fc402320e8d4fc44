"""Tilewright: the workbench for domino and tiling puzzles. This module re-exports the public names.

A name's module is imported when the name is first used, so that ``import tilewright`` is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.errors import (
        CheckpointError,
        FormatError,
        OutputError,
        PuzzleError,
        RunError,
        TilewrightError,
        UnsupportedError,
    )
    from tilewright.formats import load, save
    from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice, Motion
    from tilewright.model.puzzle import Board, Expected, Piece, Placement, PlacementCost, Puzzle, Solution
    from tilewright.solve.api import (
        Answer,
        Distribution,
        Optimum,
        Residue,
        Sample,
        count,
        count_by,
        count_modulo,
        estimate,
        first,
        optimise,
        sample,
        solutions,
        solve,
    )
    from tilewright.solve.engines.base import Limits, Progress, Status

    __version__: str

__all__ = [
    "LATTICES",
    "SQUARE",
    "Answer",
    "Board",
    "Cell",
    "CheckpointError",
    "Distribution",
    "Expected",
    "FormatError",
    "Lattice",
    "Limits",
    "Motion",
    "Optimum",
    "OutputError",
    "Piece",
    "Placement",
    "PlacementCost",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Residue",
    "RunError",
    "Sample",
    "Solution",
    "Status",
    "TilewrightError",
    "UnsupportedError",
    "count",
    "count_by",
    "count_modulo",
    "estimate",
    "first",
    "load",
    "optimise",
    "sample",
    "save",
    "solutions",
    "solve",
]

_PUBLIC_NAMES = {
    "tilewright.solve.api": (
        "Answer",
        "Distribution",
        "Optimum",
        "Residue",
        "Sample",
        "count",
        "count_by",
        "count_modulo",
        "estimate",
        "first",
        "optimise",
        "sample",
        "solutions",
        "solve",
    ),
    "tilewright.solve.engines.base": ("Limits", "Progress", "Status"),
    "tilewright.errors": (
        "CheckpointError",
        "FormatError",
        "OutputError",
        "PuzzleError",
        "RunError",
        "TilewrightError",
        "UnsupportedError",
    ),
    "tilewright.formats": ("load", "save"),
    "tilewright.model.lattices": ("LATTICES", "SQUARE", "Cell", "Lattice", "Motion"),
    "tilewright.model.puzzle": (
        "Board",
        "Expected",
        "Piece",
        "Placement",
        "PlacementCost",
        "Puzzle",
        "Solution",
    ),
}
_MODULE_OF = {name: module for module, names in _PUBLIC_NAMES.items() for name in names}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _MODULE_OF:
        value = getattr(import_module(_MODULE_OF[name]), name)
    elif name == "__version__":
        from importlib import metadata  # takes longer than all else that --version needs

        try:
            value = metadata.version("tilewright")
        except metadata.PackageNotFoundError:
            value = "unknown (not installed)"
    else:
        raise AttributeError(f"module 'tilewright' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
