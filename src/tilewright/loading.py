"""Puzzles by one name: that of a file, or of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from os import PathLike
from pathlib import Path

from tilewright import catalogue, formats
from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, require_board
from tilewright.model.puzzle import Puzzle
from tilewright.wording import quoted


def load(
    source: str | Path,
    *,
    format: str = "",
    motions: str = "",
    problem: int = 0,
    lattice: str = "",
    **parameters: object,
) -> AnyPuzzle:
    """The puzzle in a file (``"-"``: standard input), or of the catalogue (``"catalog:NAME"``).

    The format of a file is the one named, else that of the extension, else that of the content. ``motions``
    overrides those of the pieces; "default", the word of student projects, means "fixed". ``problem``
    chooses, from 1, where a file may hold several puzzles, and ``lattice`` how a flat ``.xmpuzzle`` file is
    read: "cube" or "square". Other keywords are parameters of the puzzle, as ``date="2026-11-24"``.
    FormatError when the file cannot be read or is wrong, PuzzleError when the catalogue has no such puzzle.

        >>> from tilewright import load
        >>> load("catalog:soma-cube")
        <Puzzle 'The Soma cube': cube, 27 cells, 7 pieces>
    """
    if not isinstance(source, str | PathLike):
        raise FormatError(f"{quoted(source)} is not a path; expected one, or catalog:NAME")
    motions = "fixed" if motions == "default" else motions
    values = _text_values(parameters)
    if not catalogue.is_reference(str(source)):
        return formats.load(
            source, format=format, motions=motions, problem=problem, lattice=lattice, parameters=values
        )
    if format or problem or lattice:
        raise UnsupportedError(f"{source}: a format, a lattice or a problem number applies to files only")
    return catalogue.load(str(source), motions, values)


def load_puzzle(
    source: str | Path,
    *,
    format: str = "",
    motions: str = "",
    problem: int = 0,
    lattice: str = "",
    **parameters: object,
) -> Puzzle:
    """As :func:`load`, for what needs a board with pieces; UnsupportedError when the puzzle has none.

    >>> from tilewright import load_puzzle
    >>> len(load_puzzle("catalog:soma-cube", motions="fixed").pieces)
    7
    """
    puzzle = load(source, format=format, motions=motions, problem=problem, lattice=lattice, **parameters)
    return require_board(puzzle, source)


def loads(
    text: str, format: str = "", *, motions: str = "", problem: int = 0, lattice: str = ""
) -> AnyPuzzle:
    """The puzzle in a text, in the format of this name, or else in the one that the content shows.

    Other keywords as of :func:`load`. FormatError says where the text is wrong.

        >>> loads("####   ##  ##\\n####   ##  ##", "ascii").pieces[0].max_copies
        2
    """
    return formats.loads(text, format=format, motions=motions, problem=problem, lattice=lattice)


def _text_values(pairs: Mapping[str, object]) -> dict[str, str]:
    """Values of parameters as texts: dates, numbers and texts are allowed."""
    for name, value in pairs.items():
        if isinstance(value, bool) or not isinstance(value, str | int | date):
            raise PuzzleError(f"{name} is {quoted(value)}; expected a text, a number or a date")
    return {name: str(value) for name, value in pairs.items()}
