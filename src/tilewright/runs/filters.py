"""The filter of a run: which of its solutions count, and their levels."""

from __future__ import annotations

from typing import Any

from tilewright.model.exact_cover_puzzle import AnyPuzzle, require_board
from tilewright.solving.strategies.filtering import Examiner, filter_named


def examiner_of(name: str, puzzle: AnyPuzzle) -> Examiner[Any] | None:
    """An examiner of the filter of this name, "" for none; UnsupportedError where the filter has no meaning.

    It may use as much memory as it needs at most, so that all workers decide the same solutions.
    """
    if not name:
        return None
    chosen = filter_named(name)
    return chosen.examiner(require_board(puzzle), chosen.max_bytes)
