"""``tilewright forced``: the placements that are in every solution, and those that are in none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import hint_area_mismatch
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.drawing import DrawStyle, echo_drawing, option_text
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, drawing_options, json_option, quiet_option
from tilewright.cli.output import DRAWINGS, drawing_option, note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.search import SearchOptions, first_solution_options
from tilewright.cli.solution_output import check_output
from tilewright.cli.sources import has_items
from tilewright.errors import UnsupportedError
from tilewright.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Placement, Puzzle
    from tilewright.solving.questions import Forced


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option("--list", "listed", is_flag=True, help="Also list the placements that are in no solution.")
@first_solution_options("splittable")
@drawing_option
@drawing_options
@quiet_option
@json_option
def forced(
    *,
    file: str,
    listed: bool,
    output: Path | None,
    plain: bool,
    color: str,
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Find the placements in every solution of the puzzle in FILE, and those in none."""
    from tilewright.solving.api import forced as find_forced

    options = SearchOptions(file, **given)
    loaded = options.load_puzzle()
    puzzle = loaded.puzzle
    if output is not None:
        check_output(output, loaded, suffixes=DRAWINGS)
        if has_items(puzzle):
            raise UnsupportedError("a puzzle of items and options has no cells to draw")
    with ProgressMonitor("deciding", quiet=quiet) as monitor:
        answer = find_forced(puzzle, **options.keywords(find_forced, monitor))
    if as_json:
        print_json({**options.query_keys("forced", puzzle), **forced_keys(answer), "output": output})
    else:
        _print(puzzle, answer, DrawStyle.from_options(plain=plain, color=color), listed=listed)
    if output is not None and not has_items(puzzle):
        written = _write_picture(puzzle, answer, output)
        if not as_json:
            click.echo(written)
    if answer.solution is None and answer.status.value == "complete":
        hint_area_mismatch(puzzle)
    click.get_current_context().exit(explain_undecided(answer))


def explain_undecided(answer: Forced) -> ExitCode:
    """Say on stderr what an early end left undecided; the exit code."""
    if answer.status.value != "complete":
        undecided = f"{counted(len(answer.undecided), 'placement')} of {answer.placements:,} not decided"
        note(f"{ending_message(answer.status)}: {undecided}")
    return ExitCode.of(answer.status, has_result=answer.solution is not None)


def placement_text(puzzle: AnyPuzzle, placement: Placement) -> str:
    """A placement in a line: its piece and its cells, or the option that it is."""
    if has_items(puzzle):
        return option_text(puzzle.options[puzzle.option_of(placement)])
    cells = " ".join(f"({', '.join(map(str, cell))})" for cell in placement.cells)
    return f"{placement.piece} on {cells}"


def forced_keys(answer: Forced) -> dict[str, object]:
    """The keys of the JSON object that say what was found."""
    names = ("sometimes", "placements", "searches", "nodes", "seconds", "engine")
    return {
        "status": answer.status.value,
        "has_solution": True if answer.solution else None if answer.undecided else False,
        **{name: placement_keys(getattr(answer, name)) for name in ("always", "never", "undecided")},
        **{name: getattr(answer, name) for name in names},
        "seconds": round(answer.seconds, 6),
        "proof": answer.proof,
    }


def placement_keys(placements: Iterable[Placement]) -> list[object]:
    """Placements as JSON: their pieces and cells."""
    return [placement.to_dict() for placement in placements]


def _print(puzzle: AnyPuzzle, answer: Forced, style: DrawStyle, *, listed: bool) -> None:
    from tilewright.model.puzzle import Solution

    if answer.solution is not None:
        if answer.always and not has_items(puzzle):
            echo_drawing(style.draw_solution(puzzle, Solution.of(answer.always)), style)
            click.echo()
        for placement in answer.always:
            click.echo(f"always  {placement_text(puzzle, placement)}")
        for placement in answer.never if listed else ():
            click.echo(f"never   {placement_text(puzzle, placement)}")
    click.echo(answer)


def _write_picture(puzzle: Puzzle, answer: Forced, output: Path) -> str:
    from tilewright.formats import write_atomically
    from tilewright.model.puzzle import Solution
    from tilewright.render.options import RenderOptions
    from tilewright.render.picture import RENDERERS

    if answer.solution is None:
        return f"no solution to write; {output} was not written"
    write = RENDERERS[output.suffix.lower()]
    write_atomically(output, write(puzzle, [Solution.of(answer.always)], RenderOptions()))
    return f"wrote {output}: {counted(len(answer.always), 'placement')}"
