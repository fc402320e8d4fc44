"""A puzzle as a visitor names it, read within the server's bounds."""

from __future__ import annotations

from typing import Any

from tilewright import catalogue
from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats.files import bare_extension, choose
from tilewright.formats.registry import by_name
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle


def puzzle_of(source: dict[str, Any], cells: int) -> AnyPuzzle:
    """The puzzle that ``source`` (models.PuzzleSource as a dict) stands for.

    Errors: FormatError with the place in the text; PuzzleError; UnsupportedError above ``cells`` cells.
    """
    if source["catalogue"]:
        puzzle = catalogue.load(source["catalogue"])
        if source["motions"] and not isinstance(puzzle, ExactCoverPuzzle):
            puzzle = puzzle.with_motions(source["motions"])
    else:
        puzzle = _read(source)
    if isinstance(puzzle, ExactCoverPuzzle):
        if source["motions"] or source["use"] != "all":
            raise UnsupportedError("a puzzle of items and options has no pieces: motions and use say nothing")
        return puzzle
    if len(puzzle.board.cells) > cells:
        raise UnsupportedError(
            f"the board has {len(puzzle.board.cells):,} cells; this server takes up to {cells:,}"
        )
    return puzzle.using_any() if source["use"] == "any" else puzzle


def _read(source: dict[str, Any]) -> AnyPuzzle:
    text = source["text"]
    if "\0" in text:
        raise FormatError("this is not text: it has a NUL character")
    held = by_name(source["format"]) if source["format"] else choose(bare_extension(source["filename"]), text)
    return held.read(text, source["motions"], source["problem"])
