"""The library of best boards: for each an arrangement, proven optimal or the best known; see ``Library``."""

from __future__ import annotations

from tilewright.families.gunport.library.best_boards import shipped
from tilewright.families.gunport.library.database import LIBRARY_FORMAT
from tilewright.families.gunport.library.entries import Entry, Find
from tilewright.families.gunport.library.keys import Key, key_of
from tilewright.families.gunport.library.sheets import DrawnFind, dumps, loads
from tilewright.families.gunport.library.store import EXACT_METHODS, Library, Outcome

__all__ = [
    "EXACT_METHODS",
    "LIBRARY_FORMAT",
    "DrawnFind",
    "Entry",
    "Find",
    "Key",
    "Library",
    "Outcome",
    "dumps",
    "key_of",
    "loads",
    "shipped",
]
