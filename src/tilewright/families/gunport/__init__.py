"""Gunport boards: the fewest dominoes such that no more fits, exactly; models; a library of best boards.

The names below come from their modules when they are first used: to import one module stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.families.gunport.answer import GunportAnswer
    from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, faults, is_arrangement
    from tilewright.families.gunport.board_files import read_board
    from tilewright.families.gunport.drawing import dumps, loads
    from tilewright.families.gunport.formula import pearce
    from tilewright.families.gunport.library import Library
    from tilewright.families.gunport.pieces import rules_for
    from tilewright.families.gunport.solve import Means, Question, solve_board, stream_arrangements
    from tilewright.families.gunport.table import Span, sweep_table

__all__ = [
    "Arrangement",
    "GunportAnswer",
    "GunportBoard",
    "Library",
    "Means",
    "Question",
    "Rules",
    "Span",
    "dumps",
    "faults",
    "is_arrangement",
    "loads",
    "pearce",
    "read_board",
    "rules_for",
    "solve_board",
    "stream_arrangements",
    "sweep_table",
]

_HOMES = {
    "answer": ("GunportAnswer",),
    "board": ("Arrangement", "GunportBoard", "Rules", "faults", "is_arrangement"),
    "board_files": ("read_board",),
    "drawing": ("dumps", "loads"),
    "formula": ("pearce",),
    "library": ("Library",),
    "pieces": ("rules_for",),
    "solve": ("Means", "Question", "solve_board", "stream_arrangements"),
    "table": ("Span", "sweep_table"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name not in _HOME_OF:
        raise AttributeError(f"module 'tilewright.families.gunport' has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
