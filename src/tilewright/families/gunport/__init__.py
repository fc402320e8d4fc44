"""Gunport boards: the fewest dominoes such that no more fits, exactly; models; a library of best boards.

The names below are imported when they are first used, so that importing one module stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.families.gunport.arrangement_files import read_arrangements
    from tilewright.families.gunport.board import (
        Arrangement,
        GunportBoard,
        Rules,
        faults,
        is_arrangement,
        pearce,
    )
    from tilewright.families.gunport.board_files import read_board
    from tilewright.families.gunport.confirmation import confirmed_arrangements
    from tilewright.families.gunport.drawing import dumps, loads
    from tilewright.families.gunport.engines.improvement import improve
    from tilewright.families.gunport.engines.torus_search import best_pattern
    from tilewright.families.gunport.joining import best_join, join
    from tilewright.families.gunport.library import Library
    from tilewright.families.gunport.pictures import Caption
    from tilewright.families.gunport.pieces import rules_for
    from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions
    from tilewright.families.gunport.solve import solve_board, stream_arrangements
    from tilewright.families.gunport.table import TableRange, sweep_table
    from tilewright.families.gunport.torus import Torus

__all__ = [
    "Arrangement", "Caption", "GunportAnswer", "GunportBoard", "GunportQuery", "Library", "Rules",
    "SolveOptions", "TableRange", "Torus", "best_join", "best_pattern", "confirmed_arrangements", "dumps",
    "faults", "improve", "is_arrangement", "join", "loads", "pearce", "read_arrangements", "read_board",
    "rules_for", "solve_board", "stream_arrangements", "sweep_table",
]  # fmt: skip

_MODULES = {
    "arrangement_files": ("read_arrangements",),
    "board": ("Arrangement", "GunportBoard", "Rules", "faults", "is_arrangement", "pearce"),
    "board_files": ("read_board",),
    "confirmation": ("confirmed_arrangements",),
    "drawing": ("dumps", "loads"),
    "engines.improvement": ("improve",),
    "engines.torus_search": ("best_pattern",),
    "joining": ("best_join", "join"),
    "library": ("Library",),
    "pictures": ("Caption",),
    "pieces": ("rules_for",),
    "query": ("GunportAnswer", "GunportQuery", "SolveOptions"),
    "solve": ("solve_board", "stream_arrangements"),
    "table": ("TableRange", "sweep_table"),
    "torus": ("Torus",),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
