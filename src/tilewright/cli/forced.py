"""``tilewright forced``: the placements that are in every solution, and those that are in none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import hint_area_mismatch
from tilewright.cli.drawing import DrawStyle, echo_drawing
from tilewright.cli.options import drawing_options, json_option, quiet_option
from tilewright.cli.output import DRAWINGS, ExitCode, drawing_option, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import counted, span
from tilewright.cli.search import SearchOptions, short_search_options
from tilewright.cli.solution_output import check_output
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Placement, Puzzle
    from tilewright.solve.forced import Forced

EPILOG = """\b
Examples:
  tilewright forced puzzle.txt
  tilewright forced catalog:pentominoes-3x20 --list
  tilewright forced puzzle.toml --time 1m -o forced.svg
  tilewright forced puzzle.dlx --json

Every answer is proven: one search for a solution without the placement, or with it, for each that
the solutions found so far leave in doubt. Where a limit ends it, the rest is said not to be decided.
"""


@click.command(epilog=EPILOG, short_help="What every solution has in common, and what none has.")
@click.argument("file")
@click.option("--list", "listed", is_flag=True, help="List the placements that are in no solution, too.")
@short_search_options
@drawing_option
@drawing_options
@quiet_option
@json_option
def forced(
    file: str,
    listed: bool,  # noqa: FBT001 - from click
    output: Path | None,
    plain: bool,  # noqa: FBT001
    color: str,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
    **given: Any,
) -> None:
    """Find the placements that are in every solution of the puzzle in FILE, and those in none."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    options = SearchOptions(file, **given)
    source = options.source()
    puzzle = source.puzzle
    if output is not None:
        check_output(output, source, suffixes=DRAWINGS)
        if isinstance(puzzle, ExactCoverPuzzle):
            raise UnsupportedError("a puzzle of items and options has no cells to draw")
    found = decide(puzzle, options, quiet=quiet)
    if as_json:
        print_json({**options.heading("forced", puzzle), **body(puzzle, found), "output": _name(output)})
    else:
        pen = DrawStyle.from_options(plain=plain, color=color)
        show(puzzle, found, pen, listed=listed)
    if output is not None and not isinstance(puzzle, ExactCoverPuzzle):
        _draw(puzzle, found, output, quiet=as_json)
    if found.solution is None and found.status.value == "complete":
        hint_area_mismatch(options, puzzle)
    click.get_current_context().exit(ending(found))


def decide(puzzle: AnyPuzzle, options: SearchOptions, *, quiet: bool) -> Forced:
    """Ask, with a bar of how many placements are decided."""
    from tilewright.solve.forced import forced as ask

    with ProgressMonitor("deciding", quiet=quiet) as monitor:
        asked = options.keywords(monitor)
        wanted = ("engine", "threads", "limits", "on_progress", "cancel")
        return ask(puzzle, **{name: asked[name] for name in wanted})


def ending(found: Forced) -> int:
    """The exit code; a note on stderr says what a limit or a stop left open."""
    code = ExitCode.of(found.status, found=found.solution is not None)
    if found.status.value != "complete":
        how = "stopped" if found.status.value == "cancelled" else "a limit ended the search"
        note(f"{how}: {counted(len(found.undecided), 'placement')} of {found.placements:,} not decided")
    return code


def show(puzzle: AnyPuzzle, found: Forced, pen: DrawStyle, *, listed: bool) -> None:
    """What was found, for people: the forced placements drawn and listed, then the numbers."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.model.puzzle import Solution

    if found.solution is not None:
        if found.always and not isinstance(puzzle, ExactCoverPuzzle):
            echo_drawing(pen.solution(puzzle, Solution.of(found.always)), pen)
            click.echo()
        for placement in found.always:
            click.echo(f"always  {placement_text(puzzle, placement)}")
        for placement in found.never if listed else ():
            click.echo(f"never   {placement_text(puzzle, placement)}")
    click.echo(summary(found))


def summary(found: Forced) -> str:
    """The line about an answer: how many placements are forced, impossible, open."""
    cost = f"{span(found.seconds)}, {counted(found.searches, 'search', 'searches')}, {found.engine}"
    if found.solution is None:
        words = "no solution exists" if found.status.value == "complete" else "no solution found"
        return f"{words}   {cost}"
    parts = [
        f"{len(found.always):,} in every solution",
        f"{len(found.never):,} in none",
        f"{found.sometimes:,} in some",
    ]
    if found.undecided:
        parts.append(f"{len(found.undecided):,} not decided")
    return f"of {counted(found.placements, 'placement')} {', '.join(parts)}   {cost}"


def placement_text(puzzle: AnyPuzzle, placement: Placement) -> str:
    """A placement in a line: its piece and its cells, or the option that it is."""
    from tilewright.cli.drawing import option_text
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if isinstance(puzzle, ExactCoverPuzzle):
        return option_text(puzzle.options[puzzle.option_of(placement)])
    cells = " ".join(f"({', '.join(map(str, cell))})" for cell in placement.cells)
    return f"{placement.piece} on {cells}"


def body(puzzle: AnyPuzzle, found: Forced) -> dict[str, object]:
    """The keys of the JSON object that say what was found."""
    return {
        "status": found.status.value,
        "has_solution": True if found.solution else None if found.undecided else False,
        "always": _listed(found.always),
        "never": _listed(found.never),
        "undecided": _listed(found.undecided),
        "sometimes": found.sometimes,
        "placements": found.placements,
        "searches": found.searches,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "engine": found.engine,
    }


def _listed(placements: Sequence[Placement]) -> list[object]:
    return [{"piece": p.piece, "cells": [list(cell) for cell in p.cells]} for p in placements]


def _name(output: Path | None) -> str | None:
    return None if output is None else str(output)


def _draw(puzzle: Puzzle, found: Forced, output: Path, *, quiet: bool) -> None:
    """Draw what is in every solution into a file."""
    from tilewright.formats import write_atomically
    from tilewright.model.puzzle import Solution
    from tilewright.render.options import RenderOptions
    from tilewright.render.picture import RENDERERS

    if found.solution is None:
        said = f"nothing to draw; {output} was not written"
    else:
        write = RENDERERS[output.suffix.lower()]
        write_atomically(output, write(puzzle, [Solution.of(found.always)], RenderOptions()))
        said = f"wrote {output}: {counted(len(found.always), 'placement')}"
    if not quiet:
        click.echo(said)
