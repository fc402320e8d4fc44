"""Loading the puzzle that the user named: a path, standard input, or the catalogue."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.output import note
from tilewright.errors import FormatError, FormatWarning, UnsupportedError
from tilewright.missing_file import missing_file

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from tilewright.formats import Format
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle

_LIST = "; list the puzzles with: tilewright catalog list"
MAX_WARNINGS = 10  # how many warnings about one file are printed
_REPORTED = f"{__name__}.reported"  # where the context of a command keeps what was printed


@dataclass(frozen=True)
class LoadedPuzzle:
    """A puzzle, its name, and its file and format: None for the catalogue, no path for standard input."""

    name: str
    puzzle: AnyPuzzle
    path: Path | None
    format: Format | None = None


def has_items(puzzle: AnyPuzzle) -> TypeIs[ExactCoverPuzzle]:
    """Whether a puzzle has items and options instead of a board and pieces."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    return isinstance(puzzle, ExactCoverPuzzle)


def given_parameters() -> dict[str, str]:
    """The values of ``--param`` and ``--date`` of the command that runs."""
    from tilewright.cli.options import PARAMETERS

    context = click.get_current_context(silent=True)
    values: dict[str, str] = context.meta.get(PARAMETERS, {}) if context else {}
    return values


def load_puzzle(
    name: str,
    *,
    motions: str | None = None,
    use: str = "all",
    from_format: str | None = None,
    problem: int | None = None,
    lattice: str | None = None,
    mirrors: str | None = None,
    strict: bool = False,
    parameters: Mapping[str, str] | None = None,
) -> LoadedPuzzle:
    """Read a puzzle: a path, ``-`` or ``catalog:NAME``; FormatError, PuzzleError or OSError if that fails.

    ``parameters`` None: those that the command was given.
    """
    if parameters is None:
        parameters = given_parameters()
    loaded = _load(name, motions, from_format, problem, lattice, parameters, strict=strict)
    puzzle = loaded.puzzle
    if has_items(puzzle):
        given = {"--motions": motions is not None, "--use": use != "all", "--mirrors": mirrors is not None}
        for option, is_given in given.items():
            if is_given:
                raise UnsupportedError(
                    f"{name}: {option} does not apply to this puzzle: it has items and options, but no pieces"
                )
        return loaded
    if use == "any":
        puzzle = puzzle.using_any()
    if mirrors is not None:
        puzzle = replace(puzzle, mirrors=mirrors == "same")
    return replace(loaded, puzzle=puzzle)


def _load(
    name: str,
    motions: str | None,
    from_format: str | None,
    problem: int | None,
    lattice: str | None,
    parameters: Mapping[str, str],
    *,
    strict: bool,
) -> LoadedPuzzle:
    from tilewright import catalogue, formats
    from tilewright.cli.options import ALL_PROBLEMS

    if problem == ALL_PROBLEMS:
        raise click.UsageError(
            "--problem all applies to the commands count, convert and disassemble; give a number"
        )
    if not name:
        raise FormatError("the name is empty; expected a file, '-' or catalog:NAME", file="FILE")
    named = catalogue.is_reference(name)
    path, bare = Path(name), name.partition(":")[2] if named else name
    if named or (name != "-" and not path.exists()):
        entry = catalogue.find(bare)
        if entry is None:
            if named:
                raise FormatError(
                    f"the catalogue has no such puzzle{catalogue.suggestion(bare, 'catalog:') or _LIST}",
                    file=f"catalog:{bare}",
                )
            raise FormatError(_missing(name), file=name)
        for option, given in (("--from", from_format), ("--problem", problem), ("--lattice", lattice)):
            if given is not None:
                raise click.UsageError(f"{option} applies to files, not to puzzles of the catalogue")
        puzzle = catalogue.load(bare, motions or "", parameters)
        if entry.parameters:  # what is "today" now is in the name
            from tilewright.formats.toml.parameters import resolve

            values = resolve(entry.parameters, {**catalogue.given_parameters(bare), **parameters})
            name = catalogue.with_parameters(name.partition(",")[0], values)
        return LoadedPuzzle(name, puzzle, None)
    # The reader of a drawing must know the motions: they decide which pieces are the same.
    with report_warnings(name):
        reading = formats.read(
            name,
            format=from_format or "",
            motions=motions or "",
            strict=strict,
            problem=problem or 0,
            lattice=lattice or "",
            parameters=parameters,
        )
    return LoadedPuzzle(name, reading.puzzle, None if name == "-" else path, reading.format)


@contextmanager
def report_warnings(name: str) -> Iterator[None]:
    """Print warnings of the reader of the file ``name`` on stderr, each once a command, even if it fails."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", FormatWarning)
        try:
            yield
        finally:
            reported = click.get_current_context().meta.setdefault(_REPORTED, set())
            fields = dict.fromkeys(str(w.message) for w in caught if issubclass(w.category, FormatWarning))
            texts = [text for text in fields if (name, text) not in reported]
            reported.update((name, text) for text in texts)
            for text in texts[:MAX_WARNINGS]:
                note(f"{'standard input' if name == '-' else name}: {text}")
            if len(texts) > MAX_WARNINGS:
                note(f"... and {len(texts) - MAX_WARNINGS:,} more warnings")


def _missing(name: str) -> str:
    """Why there is no file of this name, and no puzzle of the catalogue, with names that are near."""
    from tilewright import catalogue

    why = missing_file(name, catalogue.all_names(), "catalog:")
    is_bare = why == "no such file" and not Path(name).suffix and "/" not in name
    return why + (_LIST if is_bare else "")
