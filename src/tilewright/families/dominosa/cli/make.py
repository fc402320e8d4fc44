"""Making grids for dominosa: with one way, as hard as wished, and with as many ways as can be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.make import TEXT_OR_FILE
from tilewright.cli.options import json_option, quiet_option, time_option
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, percent, span
from tilewright.families.dominosa.cli.grids import asked_grid, check_picture, picture_option, write_picture

if TYPE_CHECKING:
    from tilewright.families.dominosa.most_ways import MostWays
    from tilewright.families.dominosa.techniques import Grade

_SEED = click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    default=0,
    show_default=True,
    help="The same seed gives the same grids.",
)


@click.command(
    epilog="\b\nExample:\n  tilewright dominosa grade grid.txt", short_help="Say how hard a grid is."
)
@click.argument("grid", type=TEXT_OR_FILE)
@json_option
def grade(grid: tuple[str, str], as_json: bool) -> None:  # noqa: FBT001 - from click
    """Say how hard GRID is for a person: the techniques that solve it."""
    from tilewright.families.dominosa.techniques import grade as ask

    numbers, puzzle = asked_grid(grid)
    found = ask(numbers)
    if as_json:
        print_json({"command": "dominosa grade", "title": puzzle.title, **_graded(found)})
    else:
        click.echo(_words(found))
    click.get_current_context().exit(ExitCode.FOUND if found.consistent else ExitCode.NONE)


def _graded(found: Grade) -> dict[str, object]:
    return {
        "difficulty": found.difficulty,
        "solved": found.solved,
        "consistent": found.consistent,
        "techniques": found.used,
    }


def _words(found: Grade) -> str:
    """A grade for people: the difficulty, then each technique with how often it was used."""
    if not found.consistent:
        head = "no way exists: the techniques lead to a contradiction"
    elif found.solved:
        head = f"{found.difficulty}: the techniques solve it, so there is one way"
    else:
        head = (
            f"{found.difficulty}: the techniques do not solve it; there are several ways, or one has to guess"
        )
    return "\n".join([head, *(f"{times:>6}  {name}" for name, times in found.used.items())])


@click.command(
    epilog="""\b
Examples:
  tilewright dominosa generate 6
  tilewright dominosa generate 3 --difficulty hard --seed 4 -o picture.svg
""",
    short_help="Make a grid with exactly one way.",
)
@click.argument("largest", type=click.IntRange(1), metavar="N")
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    default="medium",
    show_default=True,
    help="How hard it is to be: what techniques a person needs.",
)
@_SEED
@click.option("--solution", "solved", is_flag=True, help="Show the way, too.")
@picture_option
@quiet_option
@json_option
def generate(
    largest: int,
    difficulty: str,
    seed: int,
    solved: bool,  # noqa: FBT001 - from click
    output: Path | None,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Make a grid for the double-N set that has exactly one way, n + 2 wide and n + 1 high."""
    from tilewright.families.dominosa.drawing import grid_text
    from tilewright.families.dominosa.generation import TRIES
    from tilewright.families.dominosa.generation import generate as ask
    from tilewright.solve.engines.base import Progress

    check_picture(output, "")
    with ProgressMonitor("making", quiet=quiet) as monitor:

        def tell(tried: int) -> None:
            monitor(Progress(tried / TRIES, tried, 0, 0, 1.0, None, words=f"{counted(tried, 'grid')} graded"))

        monitor.mark_cancellable()
        found = ask(largest, difficulty, seed, cancel=monitor.cancel, on_try=tell)
    name = None if output is None else str(output)
    head = {"command": "dominosa generate", "largest": largest, "difficulty": difficulty, "seed": seed}
    if found.grid is None or found.grade is None or found.solution is None:
        if as_json:
            print_json({**head, "status": found.status.value, "grid": None, "tried": found.tried})
        if found.status.value == "cancelled":
            note("stopped")
            click.get_current_context().exit(monitor.stop_code)
        note(f"none of {counted(found.tried, 'grid')} with one way was {difficulty}; try another --seed")
        click.get_current_context().exit(ExitCode.LIMIT)
    said = ""
    if output is not None:
        drawn = [found.solution] if solved else []
        said = write_picture(output, found.grid, drawn, f"Dominosa, {difficulty}", empty=True)
    if as_json:
        rows = [list(row) for row in found.grid.rows]
        told = {"status": "complete", "grid": rows, "tried": found.tried, **_graded(found.grade)}
        print_json({**head, **told, "output": name})
        return
    click.echo(f"{found.grid}\n")
    if solved:
        click.echo(grid_text(found.grid, found.solution))
    click.echo(_words(found.grade))
    if said:
        click.echo(said)


@click.command(
    epilog="""\b
Examples:
  tilewright dominosa maximise 4
  tilewright dominosa maximise 5 --rounds 40 --time 2m --seed 1
  tilewright dominosa maximise 3 --prove

How many ways can there be? For the double-1 to the double-4 set that is known by branch and bound, which
--prove repeats; for larger sets the best grids that are known were found by this very search.
""",
    short_help="Look for the grid with the most ways.",
)
@click.argument("largest", type=click.IntRange(1), metavar="N")
@click.option("--rounds", type=AMOUNT, default=4, show_default=True, metavar="N", help="Rounds of annealing.")
@click.option("--steps", type=AMOUNT, metavar="N", help="Steps of a round; without it 10,000 for each cell.")
@click.option("--prove", "proving", is_flag=True, help="Search all grids, and so prove what is most.")
@_SEED
@time_option
@picture_option
@quiet_option
@json_option
def maximise(
    largest: int,
    rounds: int,
    steps: int | None,
    proving: bool,  # noqa: FBT001 - from click
    seed: int,
    seconds: float | None,
    output: Path | None,
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Look for the grid of the double-N set with the most ways to lay it."""
    from tilewright.families.dominosa import most_ways
    from tilewright.families.dominosa.records import RECORDS
    from tilewright.solve.engines.base import Limits

    check_picture(output, "")
    record = RECORDS.get(largest)
    with ProgressMonitor("looking", quiet=quiet) as monitor:
        watching = most_ways.Watching(Limits(seconds=seconds), monitor, monitor.cancel)
        if proving:
            floor = record.ways - 1 if record else 0
            found = most_ways.prove(largest, floor, watching=watching)
        else:
            found = most_ways.maximise(largest, rounds=rounds, seed=seed, steps=steps, watching=watching)
    said = ""
    if output is not None and found.grid is not None:
        said = write_picture(output, found.grid, [], f"{found.ways:,} ways", empty=True)
    if as_json:
        print_json(
            {
                "command": "dominosa maximise",
                "largest": largest,
                "seed": seed,
                "status": found.status.value,
                "ways": found.ways if found.grid else None,
                "grid": [list(row) for row in found.grid.rows] if found.grid else None,
                "proven": found.proven,
                "best_known": record.ways if record else None,
                "tried": found.tried,
                "seconds": round(found.seconds, 6),
                "output": None if output is None else str(output),
            }
        )
    else:
        _tell(found, largest, record.ways if record else None, proving=proving)
        if said:
            click.echo(said)
    if found.status.value == "cancelled":
        click.get_current_context().exit(monitor.stop_code)
    click.get_current_context().exit(ExitCode.of(found.status, found=found.grid is not None))


def _tell(found: MostWays, largest: int, known: int | None, *, proving: bool) -> None:
    if found.grid is not None:
        click.echo(f"{found.grid}\n")
    what = "node" if proving else "grid"
    cost = f"{counted(found.tried, what)} in {span(found.seconds)}"
    if found.proven and found.grid is not None:
        click.echo(f"{counted(found.ways, 'way')}, and no grid has more   {cost}")
    elif found.grid is not None:
        click.echo(f"{counted(found.ways, 'way')}, the most that were found   {cost}")
        if known is not None:
            than = "more than" if found.ways > known else "fewer than" if found.ways < known else "as many as"
            click.echo(f"{than} on the best grid that is known for the double-{largest} set: {known:,}")
    else:
        click.echo(f"no grid was found with more than {found.ways:,} ways   {cost}")
    if found.status.value != "complete":
        how = "stopped" if found.status.value == "cancelled" else "a limit ended the search"
        note(f"{how} after {percent(found.share)} of it")
