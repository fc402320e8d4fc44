"""Whether a text can be a drawing of a board and pieces, and if not, what it looks like."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection

from tilewright.errors import FormatError
from tilewright.family import FAMILIES
from tilewright.formats import ascii_tiles
from tilewright.model.puzzle import Puzzle
from tilewright.registry import load_attribute
from tilewright.wording import quoted

FEW_CHARACTERS = 2  # a page in so few characters is a drawing even if it has too few pieces

BOARD_CELLS = (
    4  # a board alone, without pieces, has at least so many cells, in several rows, or is drawn in #
)

_SEPARATORS = (",", ";", "\t", "|")
_KINDS = (
    (r"\A\s*<[!?/\w]", "XML or HTML"),
    (r"(?m)^p[ \t]+\w+[ \t]+\d", "a DIMACS file"),
    (r"\A[\s\d.,;:+()\[\]{}eE-]+\Z", "a list of numbers"),
)
"""Regular expressions of texts, and what these texts are."""


def check_drawing(text: str) -> None:
    """FormatError, with what the text looks like, unless it can be a drawing in ASCII tiles.

    Any text can be read as cells. A page in one character is a drawing. In a page with several characters,
    pieces lie on cells with their own characters, so the board must have these; and if there are more than
    two characters, no cell of the board may lack a cell of a piece for it.
    """
    characters = set("".join(text.split()))
    if not characters:
        return
    hint = family_hint(text) if len(characters) > 1 else ""
    if hint:
        raise FormatError(f"this is not a puzzle file; it looks like {hint}")
    try:
        puzzle = ascii_tiles.loads(text)
    except FormatError as error:
        if len(characters) <= FEW_CHARACTERS:
            raise
        fault = error.message
    else:
        fault = _fault(puzzle, characters)
    if fault:
        raise FormatError(
            f"this looks like {kind_of(text)}, not like a drawing of a board and pieces: {fault}; "
            "choose the format ascii to read it as a drawing nevertheless",
            parameter="format",
        )


def _fault(puzzle: Puzzle, characters: Collection[str]) -> str:
    """Why a page with these characters is no drawing; "" if it can be one."""
    if not puzzle.pieces:
        board = puzzle.board.required
        drawn = len(characters) == 1 and len(board) >= BOARD_CELLS and len({y for _, y in board}) > 1
        return "" if drawn or characters == {"#"} else "there are no pieces"
    if len(characters) == 1:
        return ""
    cells = Counter(puzzle.board.colours.values())
    pieces: Counter[str] = Counter()
    for piece in puzzle.pieces:
        for colour in piece.colours:
            pieces[colour] += piece.max_copies
    foreign = sorted(pieces.keys() - cells.keys())
    if foreign and len(cells) == 1:
        raise FormatError(
            f"the board is drawn in {quoted(min(cells))} and a piece in {quoted(foreign[0])}, but a "
            "piece covers only "
            "cells with its own character; draw the board and all pieces in one character"
        )
    if foreign:
        return (
            f"a piece has the character {quoted(foreign[0])}, which the largest part, the board, "
            "does not have"
        )
    scarce = sorted(colour for colour in cells if pieces[colour] < cells[colour])
    if scarce and len(characters) > FEW_CHARACTERS:
        return f"the board has more cells with the character {quoted(scarce[0])} than the pieces together"
    return ""


def kind_of(text: str) -> str:
    """What a text that is no puzzle looks like: "a table (CSV)", "JSON", "plain text" and the like."""
    if _is_json(text):
        return "JSON"
    for pattern, kind in _KINDS:
        if re.search(pattern, text):
            return kind
    return "a table (CSV)" if _is_table(text) else "plain text"


def family_hint(text: str) -> str:
    """What the file is in a family of puzzles, and the command to use; "" for none."""
    references = (family.file_hint for family in FAMILIES.values() if family.file_hint)
    return next(filter(None, (load_attribute(reference)(text) for reference in references)), "")


def _is_json(text: str) -> bool:
    """Whether a text, or its first line, is a JSON object or array."""
    if text.lstrip()[:1] not in ("{", "["):
        return False

    for part in (text, text.strip().partition("\n")[0]):
        try:
            json.loads(part)
        except (ValueError, RecursionError):
            continue
        return True
    return False


def _is_table(text: str) -> bool:
    """Whether all lines, two at least, have the same number of separators."""
    lines = [line for line in text.splitlines() if line.strip()]
    counts = ({line.count(separator) for line in lines} for separator in _SEPARATORS)
    return len(lines) > 1 and any(len(count) == 1 and 0 not in count for count in counts)
