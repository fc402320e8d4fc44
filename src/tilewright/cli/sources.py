"""Where a puzzle comes from: a path, standard input, or the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.errors import FormatError, UnsupportedError

if TYPE_CHECKING:
    from tilewright.puzzle import Puzzle

MODES = ("fixed", "upright", "rotation", "reflection", "all")
PREFIXES = ("catalog:", "catalogue:")

motions_option = click.option(
    "--motions",
    type=click.Choice(MODES),
    help="How every piece may move: as drawn, turned, mirrored left-right and up-down, or all eight ways. "
    "Without it the file decides; for a drawn puzzle that is all eight.",
)
use_option = click.option(
    "--use",
    type=click.Choice(["all", "any"]),
    default="all",
    show_default=True,
    help="Whether every piece must be used, or any of them may be left over.",
)


@dataclass(frozen=True)
class Source:
    """A puzzle as the user named it, and the file it was read from (None for '-' and the catalogue)."""

    name: str
    puzzle: Puzzle
    path: Path | None


def read(
    name: str, *, motions: str | None = None, use: str = "all", format_name: str | None = None
) -> Source:
    """The puzzle that ``name`` stands for, moving and used as asked.

    Errors: FormatError with file, line and column; PuzzleError; OSError when the file cannot be read.
    """
    source = _read(name, motions, format_name)
    puzzle = source.puzzle
    if motions is not None and source.path is None and name != "-":
        puzzle = puzzle.with_motions(motions)
    if use == "any":
        puzzle = puzzle.using_any()
    return Source(name, puzzle, source.path)


def _read(name: str, motions: str | None, format_name: str | None) -> Source:
    from tilewright import formats
    from tilewright.abstract import AbstractPuzzle

    for prefix in PREFIXES:
        if name.startswith(prefix):
            return Source(name, _from_catalogue(name.removeprefix(prefix)), None)
    if not name:
        raise FormatError("the name is empty; expected a file, '-', or catalog:NAME", file="FILE")
    path = Path(name)
    if name != "-" and not path.exists():
        from tilewright import catalogue

        if name in catalogue.names():
            return Source(name, catalogue.load(name), None)
        raise FormatError("there is no such file" + _did_you_mean(name), file=name)
    # A drawing's pieces are told apart by the motions they may make, so the reader must know them.
    puzzle = formats.load(name, format=format_name or "", motions=motions or "")
    if isinstance(puzzle, AbstractPuzzle):
        raise UnsupportedError("this puzzle has items and options only; commands take boards with pieces")
    return Source(name, puzzle, None if name == "-" else path)


def _from_catalogue(name: str) -> Puzzle:
    from tilewright import catalogue

    if name not in catalogue.names():
        raise FormatError("the catalogue has no such puzzle" + _did_you_mean(name), file=f"catalog:{name}")
    return catalogue.load(name)


def _did_you_mean(name: str) -> str:
    from difflib import get_close_matches

    from tilewright import catalogue

    near = get_close_matches(Path(name).stem, list(catalogue.names()), n=3, cutoff=0.6)
    if near:
        return "; did you mean " + " or ".join(f"catalog:{one}" for one in near) + "?"
    return "" if Path(name).suffix or "/" in name else "; see what there is with: tilewright catalog list"
