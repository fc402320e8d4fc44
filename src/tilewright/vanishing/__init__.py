"""Vanishing dominoes: boards, who may go when, the fewest pieces left, exactly and by approximation."""

from __future__ import annotations

from tilewright.vanishing.answer import VanishAnswer
from tilewright.vanishing.approximate import METHODS, approximate
from tilewright.vanishing.board import Domino, DominoBoard
from tilewright.vanishing.check import faults
from tilewright.vanishing.exact import solve
from tilewright.vanishing.files import load, load_order

__all__ = [
    "METHODS",
    "Domino",
    "DominoBoard",
    "VanishAnswer",
    "approximate",
    "faults",
    "load",
    "load_order",
    "solve",
]
