"""``tilewright run export``: the solutions that a run has kept, or the good part of a damaged file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.drawing import SolutionFormatter, as_option
from tilewright.cli.options import drawing_options, json_option
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import counted
from tilewright.cli.run_options import db_option, named_run, runs_file
from tilewright.cli.run_text import after_words, body, summary
from tilewright.cli.solution_output import (
    SUFFIXES,
    check_output,
    check_view,
    sheet_option,
    view_option,
    write_solutions,
)
from tilewright.cli.sources import LoadedPuzzle
from tilewright.errors import RunError

if TYPE_CHECKING:
    from tilewright.model.puzzle import Solution
    from tilewright.runs.rows import RunRow

DATABASES = (".db", ".sqlite")

EPILOG = """\b
Examples:
  tilewright run export last
  tilewright run export last -o solutions.ndjson
  tilewright run export 3f2a -o first60.svg --sheet 60
  tilewright run export --db damaged.db -o good.db

Every solution is checked again, by its cells alone, before it is printed or written. A file given by -o
appears whole or not at all; its suffix says what it holds: .svg and .png a picture (of the first solutions,
when there are many), .txt drawings, .json and .ndjson all solutions as data. A .db is a new file of runs with
all that is good in the old one, which may be damaged; its runs can be resumed.
"""


@click.command(epilog=EPILOG, short_help="Write the solutions of a run.")
@click.argument("run_id", metavar="[ID]", default="")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write to this file: .svg, .png, .txt, .json or .ndjson; or .db, see below.",
)
@as_option
@sheet_option
@view_option
@drawing_options
@db_option
@json_option
def export(
    run_id: str,
    output: Path | None,
    as_format: str | None,
    sheet: int,
    view: str | None,
    plain: bool,  # noqa: FBT001 - from click
    color: str,
    db: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Write the solutions that the run ID has kept, or print them; of a run that goes on, those so far."""
    path = runs_file(db)
    if output is not None and output.suffix.lower() in DATABASES:
        if run_id:
            raise click.UsageError("a new file of runs takes all that is good in the old; leave the ID out")
        _save(path, output, as_json=as_json)
        return
    if not run_id:
        raise click.UsageError("which run? Give its ID, or 'last' for the newest")
    _export(
        path,
        named_run(path, run_id),
        output,
        as_json=as_json,
        sheet=sheet,
        view=view,
        pen={"as_format": as_format, "plain": plain, "color": color},
    )


def _export(
    path: Path,
    run: str,
    output: Path | None,
    *,
    as_json: bool,
    sheet: int,
    view: str | None,
    pen: dict[str, Any],
) -> None:
    """Put out the solutions of a run: into a file, into one JSON object, or on the screen."""
    from tilewright.formats import toml
    from tilewright.runs.reading import run_status, solutions

    found = run_status(path, run)
    if not found.run.keep:
        raise RunError(f"run {run} was asked to count only, and has kept no solutions")
    # The file of runs stands for the input, so that it is not written over.
    source = LoadedPuzzle(found.run.source, toml.loads(found.run.puzzle), path)
    wording = SolutionFormatter.from_options(source, output=output, as_json=as_json, **pen)
    if output is not None:
        check_output(output, source, suffixes=(*SUFFIXES, *DATABASES))
    check_view(view, output, source.puzzle)
    progress = found.progress()
    facts = {"db": str(path), **body(found.run, progress, found.state)}
    heading = {"command": "run export", "file": facts.pop("file"), "title": facts.pop("title")}
    written = write_solutions(
        wording,
        _asked(found.run, solutions(path, run)),
        output=output,
        sheet=sheet,
        heading=heading if as_json else None,
        view=view,
    )
    if as_json:
        facts["output"] = None if output is None else str(output)
        print_json(facts if output is None else {**heading, **facts})
    else:
        click.echo(summary(found.run, progress), err=wording.solutions_only)
        if written:
            click.echo(written)
    if found.state != "complete":
        note(f"the run is not complete: it stands after {after_words(progress)}")
    elif not progress.solutions:
        click.get_current_context().exit(ExitCode.NONE)


def show_kept(path: Path, row: RunRow) -> None:
    """Draw what a run has kept on the screen."""
    from tilewright.formats import toml
    from tilewright.runs.reading import solutions

    source = LoadedPuzzle(row.source, toml.loads(row.puzzle), path)
    wording = SolutionFormatter.from_options(
        source, as_format=None, output=None, as_json=False, plain=False, color="auto"
    )
    write_solutions(wording, _asked(row, solutions(path, row.id)), output=None, sheet=1, heading=None)


def _asked(row: RunRow, kept: Iterator[Solution]) -> Iterator[Solution]:
    """As many of the solutions as were asked for: workers may have found one each at the same moment."""
    return islice(kept, 1) if row.one else kept


def _save(path: Path, output: Path, *, as_json: bool) -> None:
    """Write the good part of a file of runs into a new one."""
    from tilewright.runs.recovery import good_part

    with ProgressMonitor("saving", quiet=True) as monitor:
        monitor.mark_cancellable()
        saved = good_part(path, output, monitor.check_cancelled)
    if as_json:
        keys = ("run", "tasks", "again", "solutions", "left_out", "lost")
        runs = [{key: getattr(one, key) for key in keys} for one in saved]
        print_json({"command": "run export", "db": str(path), "output": str(output), "runs": runs})
        return
    for one in saved:
        if one.lost:
            click.echo(f"run {one.run}: lost: {one.lost}")
            continue
        words = [counted(one.tasks, "task"), counted(one.solutions, "solution")]
        if one.again:
            words.append(f"{counted(one.again, 'task')} to be searched again")
        if one.left_out:
            words.append(f"{counted(one.left_out, 'solution')} to be found again with them")
        click.echo(f"run {one.run}: saved: {', '.join(words)}")
    click.echo(f"wrote {output}: {counted(sum(not one.lost for one in saved), 'run')}")
