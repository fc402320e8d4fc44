"""What a puzzle says beside its question and a file of it does not."""

from __future__ import annotations

from tilewright.formats.registry import Format
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle


def not_kept(chosen: Format, puzzle: AnyPuzzle, text: str) -> str:
    """What reading a text in a format shows to be missing of its puzzle, as a clause; "" for nothing.

    Title, source, labels of cells and known numbers are compared; a format without a reader is not looked at.
    """
    said = {word: value for word, value in _beside(puzzle).items() if value}
    if not said or chosen.loads is None:
        return ""
    again = _beside(chosen.loads(text))
    lost = [word for word in said if not again[word]]
    if not lost:
        return ""
    words = " and ".join(filter(None, (", ".join(lost[:-1]), lost[-1])))
    return f"the format {chosen.name} does not hold the {words}"


def _beside(puzzle: AnyPuzzle) -> dict[str, object]:
    """What a puzzle says that changes no solution, each by a word for it."""
    return {
        "title": puzzle.title,
        "source": puzzle.source,
        "labels": () if isinstance(puzzle, ExactCoverPuzzle) else puzzle.board.labels,
        "known numbers": puzzle.expect,
    }
