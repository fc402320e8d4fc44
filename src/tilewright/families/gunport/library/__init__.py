"""The library of best boards: for each arrangements, proven optimal or the best known; see ``Library``."""

from __future__ import annotations

from tilewright.families.gunport.library.entries import (
    HISTORY,
    MAX_ARRANGEMENTS,
    MAX_IMAGES,
    BoardKey,
    LibraryEntry,
    Submission,
    key_of,
)
from tilewright.families.gunport.library.sheets import DrawnSubmission, dumps, loads, shipped
from tilewright.families.gunport.library.store import LIBRARY_FORMAT, Library, SubmissionResult

__all__ = [
    "HISTORY",
    "LIBRARY_FORMAT",
    "MAX_ARRANGEMENTS",
    "MAX_IMAGES",
    "BoardKey",
    "DrawnSubmission",
    "Library",
    "LibraryEntry",
    "Submission",
    "SubmissionResult",
    "dumps",
    "key_of",
    "loads",
    "shipped",
]
