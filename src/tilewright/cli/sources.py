"""Where a puzzle comes from: a path, standard input, or the catalogue."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.output import note
from tilewright.errors import FormatError, FormatWarning, UnsupportedError

if TYPE_CHECKING:
    from tilewright.formats import Format
    from tilewright.model.exact_cover_puzzle import AnyPuzzle

PREFIXES = ("catalog:", "catalogue:")
MAX_WARNINGS = 10
"""How many of a reader's warnings about one file are printed."""


@dataclass(frozen=True)
class LoadedPuzzle:
    """A puzzle as the user named it, and the file it was read from (None for '-' and the catalogue).

    ``format`` is the one that it was read in; None for a puzzle of the catalogue.
    """

    name: str
    puzzle: AnyPuzzle
    path: Path | None
    format: Format | None = None


def load_puzzle(
    name: str,
    *,
    motions: str | None = None,
    use: str = "all",
    format_name: str | None = None,
    problem: int | None = None,
    mirrors: str | None = None,
) -> LoadedPuzzle:
    """The puzzle that ``name`` stands for, moving and used as asked, its mirror images taken as asked.

    Errors: FormatError with file, line and column; PuzzleError; OSError when the file cannot be read.
    """
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    source = _read(name, motions, format_name, problem)
    puzzle = source.puzzle
    if isinstance(puzzle, ExactCoverPuzzle):
        asked = {"--motions": motions is not None, "--use": use != "all", "--mirrors": mirrors is not None}
        if any(asked.values()):
            option = next(option for option, given in asked.items() if given)
            raise UnsupportedError(
                f"{name}: this puzzle has items and options, and no pieces; {option} says nothing about it"
            )
        return source
    if motions is not None and source.format is None:
        puzzle = puzzle.with_motions(motions)
    if use == "any":
        puzzle = puzzle.using_any()
    if mirrors is not None:
        puzzle = replace(puzzle, mirrors=mirrors == "same")
    return replace(source, puzzle=puzzle)


def _read(name: str, motions: str | None, format_name: str | None, problem: int | None) -> LoadedPuzzle:
    from tilewright import formats

    for prefix in PREFIXES:
        if name.startswith(prefix):
            _refuse_for_catalogue(format_name, problem)
            return LoadedPuzzle(name, _from_catalogue(name.removeprefix(prefix)), None)
    if not name:
        raise FormatError("the name is empty; expected a file, '-', or catalog:NAME", file="FILE")
    path = Path(name)
    if name != "-" and not path.exists():
        from tilewright import catalogue

        if name in catalogue.names():
            _refuse_for_catalogue(format_name, problem)
            return LoadedPuzzle(name, catalogue.load(name), None)
        raise FormatError("there is no such file" + _did_you_mean(name), file=name)
    # A drawing's pieces are told apart by the motions they may make, so the reader must know them.
    with report_warnings(name):
        reading = formats.read(name, format=format_name or "", motions=motions or "", problem=problem or 0)
    return LoadedPuzzle(name, reading.puzzle, None if name == "-" else path, reading.format)


def _refuse_for_catalogue(format_name: str | None, problem: int | None) -> None:
    for option, given in (("--from", format_name), ("--problem", problem)):
        if given is not None:
            raise click.UsageError(f"{option} is for files; this is a puzzle of the catalogue")


@contextmanager
def report_warnings(name: str) -> Iterator[None]:
    """What a reader of the file remarks goes to stderr, whether the puzzle is taken or refused."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        try:
            yield
        finally:
            texts = [str(w.message) for w in caught if issubclass(w.category, FormatWarning)]
            for text in texts[:MAX_WARNINGS]:
                note(f"{'standard input' if name == '-' else name}: {text}")
            if len(texts) > MAX_WARNINGS:
                note(f"... and {len(texts) - MAX_WARNINGS:,} more of these")


def _from_catalogue(name: str) -> AnyPuzzle:
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
