"""The library of best boards: for each an arrangement, proven optimal or the best known; see ``Library``."""

from __future__ import annotations

from tilewright.gunport.library.best_boards import shipped
from tilewright.gunport.library.entries import Entry, Find
from tilewright.gunport.library.keys import Key, key_of
from tilewright.gunport.library.sheets import DrawnFind, dumps, loads
from tilewright.gunport.library.storage import VARIABLE, default_path
from tilewright.gunport.library.store import EXACT_METHODS, Library, Outcome

__all__ = [
    "EXACT_METHODS",
    "VARIABLE",
    "DrawnFind",
    "Entry",
    "Find",
    "Key",
    "Library",
    "Outcome",
    "default_path",
    "dumps",
    "key_of",
    "loads",
    "shipped",
]
