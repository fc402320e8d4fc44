"""``tilewright run export``: the solutions that a run has kept, or what is intact of a damaged file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

import click

from tilewright.cli.drawing import as_option, echo_drawing
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.kept_solutions import KeptSolutions
from tilewright.cli.levels import level_keys, level_options, level_range, level_table, sort_option
from tilewright.cli.options import DocumentedCommand, drawing_options, json_option
from tilewright.cli.output import note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.run import db_option, resolve_run, runs_file
from tilewright.cli.run.text import run_json, searched_text, summary
from tilewright.cli.solution_output import SUFFIXES, OutputOptions, sheet_option, view_option
from tilewright.cli.sources import LoadedPuzzle
from tilewright.errors import RunError
from tilewright.formats import toml
from tilewright.model.levels import LevelRange
from tilewright.model.puzzle import Solution
from tilewright.runs.reading import run_status, solutions, solutions_with_levels
from tilewright.runs.recovery import recover_file
from tilewright.runs.rows import RunRow, RunState
from tilewright.wording import counted

DATABASES = (".db", ".sqlite")


@click.command(cls=DocumentedCommand)
@click.argument("run_id", metavar="[ID]", default="")
@output_option(
    "Write to this file: .svg, .png, .txt, .json or .ndjson; .csv or .xmpuzzle of a run with --only; or .db, "
    "see below.",
    several=True,
)
@as_option
@sheet_option
@view_option
@level_options("For a run with --only, write only solutions")
@sort_option("For a run with --only; default: by their cells.")
@drawing_options
@db_option
@json_option
def export(
    run_id: str,
    db: Path | None,
    min_level: int | None,
    max_level: int | None,
    sort: str | None,
    **given: Any,
) -> None:
    """Write or print the solutions that the run ID has stored so far."""
    wanted = _Wanted(level_range(min_level, max_level), sort)
    options = OutputOptions.take(given)
    path = runs_file(db)
    databases = [output for output in options.outputs if output.suffix.lower() in DATABASES]
    if databases:
        if len(options.outputs) > 1:
            raise click.UsageError("a new run database is written alone; leave out the other files")
        if run_id:
            raise click.UsageError("a new run database gets all runs of the old one; leave out the ID")
        _recover(path, databases[0], as_json=options.as_json)
        return
    if not run_id:
        raise click.UsageError("expected the ID of a run, or 'last' for the newest")
    _export(path, resolve_run(path, run_id), options, wanted)


@dataclass(frozen=True)
class _Wanted:
    """Which solutions of a run with a filter are written, and in which order."""

    levels: LevelRange
    sort: str | None


def _export(path: Path, run: str, options: OutputOptions, wanted: _Wanted) -> None:
    """Write the solutions of a run: into a file, into one JSON object, or on the screen."""
    current = run_status(path, run)
    if not current.run.keep:
        raise RunError(f"run {run} only counts; it stores no solutions")
    # The run database takes the place of the input, so that it is not overwritten.
    source = LoadedPuzzle(current.run.source, toml.loads(current.run.puzzle), path)
    kept = None
    if current.run.filter:
        kept = KeptSolutions(current.run.filter, source.puzzle, options.outputs)
    elif wanted != _Wanted(LevelRange(), None):
        raise click.UsageError(f"run {run} has no levels; leave out --min-level, --max-level and --sort")
    formatter = options.formatter(source, suffixes=(*SUFFIXES, *DATABASES), kept=kept)
    progress = current.progress()
    facts = {"db": str(path), **run_json(current.run, progress, current.state)}
    heading = {"command": "run export", "file": facts.pop("file"), "title": facts.pop("title")}
    requested = _requested_solutions(path, current.run, kept, wanted)
    written = options.write_all(formatter, heading, requested)
    lines = [summary(current.run, progress)]
    if kept is not None:
        facts |= {"solution_levels": kept.level_texts, "by_level": level_keys(kept.levels)}
        lines = [*level_table(kept.levels, "solutions"), *lines]
    options.print_result(formatter, heading, facts, "\n".join(lines), written)
    if current.state is not RunState.COMPLETE:
        note(f"the run is not complete: {searched_text(progress)} so far")
    elif not progress.totals.solutions:
        click.get_current_context().exit(ExitCode.NONE)


def draw_solutions(path: Path, row: RunRow) -> None:
    """Draw the solutions of a run on the screen."""
    source = LoadedPuzzle(row.source, toml.loads(row.puzzle), path)
    options = OutputOptions(outputs=(), as_json=False)
    kept = KeptSolutions(row.filter, source.puzzle, ()) if row.filter else None
    requested = _requested_solutions(path, row, kept, _Wanted(LevelRange(), None))
    options.write_all(options.formatter(source, kept=kept), {}, requested)


def solution_printer(path: Path, row: RunRow, monitor: ProgressMonitor) -> Callable[[Solution], None]:
    """What prints each solution of a run; the run is stopped when nobody reads them any more."""
    options = OutputOptions(outputs=(), as_json=False)
    formatter = options.formatter(LoadedPuzzle(row.source, toml.loads(row.puzzle), path))
    numbers = count(1)

    def put(solution: Solution) -> None:
        if monitor.cancel.is_set():  # what was found meanwhile is kept all the same
            return
        try:
            monitor.clear()
            echo_drawing(formatter.text(solution, next(numbers)), formatter.style)
        except BrokenPipeError:
            monitor.cancel.set()

    return put


def _requested_solutions(
    path: Path, row: RunRow, kept: KeptSolutions | None, wanted: _Wanted
) -> Iterator[Solution]:
    """The solutions of a run, one where only the first was asked for: several workers may have found one."""
    all_solutions: Iterator[Solution] = solutions(path, row.id)
    if kept is not None:
        in_range = (one for one in solutions_with_levels(path, row.id) if one[1] in wanted.levels)
        all_solutions = kept.examined(in_range, wanted.sort)
    # All are read, so that damage behind the first one is noticed; there are few.
    return iter(list(all_solutions)[:1]) if row.first_only else all_solutions


def _recover(path: Path, output: Path, *, as_json: bool) -> None:
    """Write what is intact of a run database into a new one."""
    with ProgressMonitor("recovering", quiet=True) as monitor:
        recovered = recover_file(path, output, monitor.check_cancelled)
    if as_json:
        runs = [asdict(one) for one in recovered]
        print_json({"command": "run export", "db": str(path), "output": str(output), "runs": runs})
        return
    for one in recovered:
        if one.lost:
            click.echo(f"run {one.run}: lost: {one.lost}")
            continue
        facts = [counted(one.tasks, "task"), counted(one.solutions, "solution")]
        if one.requeued:
            facts.append(f"{counted(one.requeued, 'task')} to be searched again")
        if one.dropped:
            facts.append(f"{counted(one.dropped, 'solution')} to be found again with them")
        if one.wrong:
            do = "does" if one.wrong == 1 else "do"
            facts.append(f"{counted(one.wrong, 'solution')} left out that {do} not solve the puzzle")
        click.echo(f"run {one.run}: recovered: {', '.join(facts)}")
    click.echo(f"wrote {output}: {counted(sum(not one.lost for one in recovered), 'run')}")
