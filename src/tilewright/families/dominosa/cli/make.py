"""``tilewright dominosa grade``, ``generate`` and ``maximise``, and what all its commands share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.make import TEXT_OR_FILE, with_location
from tilewright.cli.options import DocumentedCommand, json_option, quiet_option, seed_option, time_option
from tilewright.cli.output import DRAWINGS, check_output_file, drawing_option, note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.errors import FormatError, PuzzleError
from tilewright.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.dominosa.generation import MaximisationResult
    from tilewright.families.dominosa.puzzle import NumberGrid
    from tilewright.families.dominosa.techniques import Grade
    from tilewright.model.puzzle import Puzzle, Solution

_seed_option = seed_option("The same seed gives the same grids.")


def read_grid_argument(argument: tuple[str, str]) -> tuple[NumberGrid, Puzzle]:
    """The grid of an argument (source, text) and its puzzle; FormatError names the file, if any."""
    from tilewright.families.dominosa.puzzle import dominosa, read_grid

    file, text = argument
    try:
        grid = read_grid(text)
        return grid, dominosa(grid)
    except FormatError as error:
        raise with_location(error, file, "grid") from None
    except PuzzleError as error:
        raise (FormatError(str(error), file=file) if file else error) from None


def drawing_of(output: Path, grid: NumberGrid, solutions: Sequence[Solution], title: str) -> str | bytes:
    """The content of a drawing file: solutions, or the grid alone when there are none."""
    from tilewright.families.dominosa.drawing import grid_scene, grid_text, sheet_text
    from tilewright.render.png import SCENE_WRITERS

    if output.suffix.lower() == ".txt":
        return sheet_text(grid, solutions) if solutions else grid_text(grid)
    return SCENE_WRITERS[output.suffix.lower()](grid_scene(grid, solutions, title))


def write_drawing(output: Path, grid: NumberGrid, solutions: Sequence[Solution], title: str) -> str:
    """Write a drawing file; what was written, as a sentence."""
    from tilewright.formats import write_atomically

    write_atomically(output, drawing_of(output, grid, solutions, title))
    return f"wrote {output}"


@click.command(cls=DocumentedCommand)
@click.argument("grid", type=TEXT_OR_FILE)
@json_option
def grade(*, grid: tuple[str, str], as_json: bool) -> None:
    """Grade the difficulty of GRID for a person, by the techniques that solve it."""
    from tilewright.families.dominosa.techniques import grade as grade_grid

    numbers, puzzle = read_grid_argument(grid)
    grade_result = grade_grid(numbers)
    if as_json:
        heading = {"command": "dominosa grade", "title": puzzle.title, "game_id": numbers.game_id or None}
        print_json({**heading, **_grade_body(grade_result)})
    else:
        click.echo(_grade_text(grade_result))
        if numbers.game_id:
            click.echo(f"game ID {numbers.game_id}")
    click.get_current_context().exit(ExitCode.FOUND if grade_result.consistent else ExitCode.NONE)


def _grade_body(grade_result: Grade) -> dict[str, object]:
    facts = {name: getattr(grade_result, name) for name in ("difficulty", "solved", "consistent")}
    return {**facts, "techniques": grade_result.used}


def _grade_text(grade_result: Grade) -> str:
    """The difficulty, then each technique with its number of uses."""
    if not grade_result.consistent:
        heading = "no solution exists: the techniques lead to a contradiction"
    elif grade_result.solved:
        heading = f"{grade_result.difficulty}: the techniques solve it, so there is one solution"
    else:
        why = "the techniques do not solve it; it has several solutions, or needs guessing"
        heading = f"{grade_result.difficulty}: {why}"
    return "\n".join([heading, *(f"{times:>6}  {name}" for name, times in grade_result.used.items())])


@click.command(cls=DocumentedCommand)
@click.argument("largest", type=click.IntRange(1), metavar="N")
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    default="medium",
    show_default=True,
    help="The difficulty: which techniques a person needs.",
)
@click.option("--symmetric", is_flag=True, help="Outlines that a half turn leaves as they are.")
@_seed_option
@click.option("--solution", "solved", is_flag=True, help="Also show the solution.")
@drawing_option
@quiet_option
@json_option
def generate(
    *,
    largest: int,
    difficulty: str,
    symmetric: bool,
    seed: int,
    solved: bool,
    output: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Make a grid of the double-N set, n + 2 wide and n + 1 high, with exactly one solution."""
    from tilewright.families.dominosa.drawing import grid_text
    from tilewright.families.dominosa.generation import generate as generate_grid
    from tilewright.solving.steps import Control

    check_output_file(output, DRAWINGS)
    with ProgressMonitor("generating", quiet=quiet) as monitor:
        control = Control(on_progress=monitor, cancel=monitor.cancel, seed=seed)
        result = generate_grid(largest, difficulty, control, symmetric=symmetric)
    heading = {"command": "dominosa generate", "largest": largest, "difficulty": difficulty, "seed": seed}
    if result.grid is None or result.grade is None or result.solution is None:
        if as_json:
            unknown = {"status": result.status.value, "grid": None, "tried": result.tried, "output": None}
            print_json({**heading, **unknown})
        if result.status.value == "cancelled":
            note("stopped")
            click.get_current_context().exit(ExitCode.INTERRUPTED)
        grids = counted(result.tried, "grid")
        note(f"none of {grids} became a {difficulty} one; try another --seed")
        click.get_current_context().exit(ExitCode.LIMIT)
    message = ""
    if output is not None:
        drawn = [result.solution] if solved else []
        message = write_drawing(output, result.grid, drawn, f"Dominosa, {difficulty}")
    if as_json:
        rows = [list(row) for row in result.grid.rows]
        facts = {"grid": rows, "game_id": result.grid.game_id, "tried": result.tried, "output": output}
        body = {"status": "complete", **facts}
        print_json({**heading, **body, **_grade_body(result.grade)})
        return
    click.echo(f"{result.grid}\n")
    if solved:
        click.echo(grid_text(result.grid, result.solution))
    click.echo(_grade_text(result.grade))
    click.echo(f"game ID {result.grid.game_id}")
    if message:
        click.echo(message)


@click.command(cls=DocumentedCommand)
@click.argument("largest", type=click.IntRange(1), metavar="N")
@click.option("--rounds", type=AMOUNT, default=4, show_default=True, metavar="N", help="Rounds of annealing.")
@click.option("--steps", type=AMOUNT, metavar="N", help="Steps of a round. Default: 10,000 for each cell.")
@click.option("--prove", "proving", is_flag=True, help="Search all grids to prove the maximum.")
@_seed_option
@time_option
@drawing_option
@quiet_option
@json_option
def maximise(
    *,
    largest: int,
    rounds: int,
    steps: int | None,
    proving: bool,
    seed: int,
    seconds: float | None,
    output: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Search for the grid of the double-N set with the most solutions."""
    from tilewright.families.dominosa import generation
    from tilewright.families.dominosa.counting import BEST_KNOWN
    from tilewright.solving.steps import Control, Limits

    check_output_file(output, DRAWINGS)
    known = BEST_KNOWN[largest].solutions if largest in BEST_KNOWN else None
    with ProgressMonitor("searching", quiet=quiet) as monitor:
        limits = Limits(seconds=seconds_left(seconds))
        control = Control(limits, on_progress=monitor, cancel=monitor.cancel, seed=seed)
        if proving:
            result = generation.prove_maximum(largest, known - 1 if known else 0, control)
        else:
            result = generation.maximise(largest, control, rounds=rounds, steps=steps)
    message = ""
    if output is not None and result.grid is not None:
        message = write_drawing(output, result.grid, [], f"{result.solutions:,} solutions")
    if as_json:
        print_json(
            {
                "command": "dominosa maximise",
                "largest": largest,
                "seed": seed,
                "status": result.status.value,
                "ways": result.solutions if result.grid else None,
                "grid": [list(row) for row in result.grid.rows] if result.grid else None,
                "proven": result.proven,
                "best_known": known,
                "tried": result.tried,
                "seconds": round(result.seconds, 6),
                "output": output,
            }
        )
    else:
        _print_maximum(result, largest, known, proving=proving)
        if message:
            click.echo(message)
    code = ExitCode.of(result.status, has_result=result.grid is not None)
    click.get_current_context().exit(ExitCode.INTERRUPTED if result.status.value == "cancelled" else code)


def _print_maximum(text: MaximisationResult, largest: int, known: int | None, *, proving: bool) -> None:
    cost = f"{counted(text.tried, 'node' if proving else 'grid')} in {span(text.seconds)}"
    solutions = counted(text.solutions, "solution")
    if text.grid is None:
        click.echo(f"found no grid with more than {solutions}   {cost}")
    else:
        click.echo(f"{text.grid}\n")
        click.echo(f"{solutions}, {'and no grid has more' if text.proven else 'the most found'}   {cost}")
        if known is not None and not text.proven:
            difference = text.solutions - known
            than = "more than" if difference > 0 else "fewer than" if difference else "as many as"
            click.echo(f"{than} the best known grid of the double-{largest} set: {known:,}")
    if text.status.value != "complete":
        note(ending_message(text.status, text.share))
