"""Pieces: polyforms by generation, their canonical forms, the usual names and sets."""

from __future__ import annotations

from tilewright.model.pieces.polyforms import KINDS, Shape, canonical, is_canonical, polyforms
from tilewright.model.pieces.sets import (
    SETS,
    PieceSet,
    name_of,
    piece_set,
    polyomino,
    set_copies,
    set_lattice,
    set_motions,
)

__all__ = [
    "KINDS",
    "SETS",
    "PieceSet",
    "Shape",
    "canonical",
    "is_canonical",
    "name_of",
    "piece_set",
    "polyforms",
    "polyomino",
    "set_copies",
    "set_lattice",
    "set_motions",
]
