"""``tilewright verify``: whether the solutions in a file solve a puzzle, judged by their cells alone."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PLAIN_FILE, PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option, rules_options
from tilewright.cli.output import check_suffix, check_writable, note, output_keys, output_option
from tilewright.cli.solution_output import OutputOptions
from tilewright.cli.sources import LoadedPuzzle, load_puzzle, report_warnings
from tilewright.errors import FormatError
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.cli.output import OutputWriter
    from tilewright.model.puzzle import Solution

KEPT_SUFFIXES = (".txt", ".json", ".ndjson")
"""Files for ``--keep-valid``: no pictures, in which solutions may be left out."""

MAX_PRINTED = 20  # how many faults are printed; all of them are counted
MAX_IN_JSON = 1000  # how many faults the JSON object lists


@click.command(cls=DocumentedCommand)
@click.argument("puzzle", type=PUZZLE_FILE)
@click.argument("solutions", type=PLAIN_FILE)
@rules_options
@click.option(
    "--keep-valid", is_flag=True, help="Write the solutions that are correct to the file given by -o."
)
@output_option(f"File for --keep-valid: {', '.join(KEPT_SUFFIXES)}.")
@json_option
def verify(
    *, puzzle: str, solutions: str, keep_valid: bool, output: Path | None, as_json: bool, **rules: Any
) -> None:
    """Check every solution in the file SOLUTIONS against PUZZLE and describe each fault."""
    from tilewright.formats.solutions import digest_of, open_solutions
    from tilewright.model.verification import faults

    if keep_valid != (output is not None):
        raise click.UsageError("--keep-valid and -o require each other")
    loaded = load_puzzle(puzzle, **rules)
    cover = loaded.puzzle
    entries: list[dict[str, object]] = []
    seen: set[int] = set()
    total = wrong = faulty = 0
    written = ""
    with ExitStack() as stack:
        writer = None if output is None else stack.enter_context(_writer(loaded, solutions, output))
        stack.enter_context(report_warnings(solutions))
        reader = stack.enter_context(open_solutions(solutions, cover, rules["problem"] or 0))
        for solution in reader:
            total += 1
            seen.add(hash(solution))
            sentences = faults(cover, solution)
            wrong += bool(sentences)
            faulty += len(sentences)
            if len(entries) < MAX_IN_JSON:
                entries += [{"solution": total, "fault": sentence} for sentence in sentences]
            if writer is not None and not sentences:
                writer.write(solution)
        if total == 0:
            raise FormatError("this file contains no solutions", file=solutions)
        written = "" if writer is None else writer.finish()
    if wrong and reader.digest and reader.digest != digest_of(cover):
        note("the file was written for another puzzle, or for this one with other rules")
    repeats = total - len(seen)
    if as_json:
        print_json(
            {
                "command": "verify",
                "file": puzzle,
                "solutions_file": solutions,
                "valid": wrong == 0,
                "solutions": total,
                "wrong": wrong,
                "repeats": repeats,
                "faults": entries,
                "faults_total": faulty,
                **output_keys([] if output is None else [output]),
            }
        )
    else:
        _print(total, wrong, repeats, faulty, entries)
        if written:
            click.echo(written)
    click.get_current_context().exit(ExitCode.NONE if wrong else ExitCode.FOUND)


def _writer(
    loaded: LoadedPuzzle, solutions: str, output: Path
) -> AbstractContextManager[OutputWriter[Solution]]:
    """The writer of the solutions that are kept; UsageError or OutputError if it cannot be written."""
    check_suffix(output, KEPT_SUFFIXES)
    check_writable(output, Path(solutions))
    options = OutputOptions(outputs=(output,), as_json=False)
    return options.writer(options.formatter(loaded), {})


def _print(total: int, wrong: int, repeats: int, faulty: int, entries: list[dict[str, object]]) -> None:
    for fault in entries[:MAX_PRINTED]:
        where = f"solution {fault['solution']:,}: " if total > 1 else ""
        click.echo(f"{where}{fault['fault']}")
    if faulty > MAX_PRINTED:
        click.echo(f"... and {counted(faulty - min(MAX_PRINTED, len(entries)), 'more fault')}")
    if wrong:
        click.echo(
            f"{wrong:,} of {counted(total, 'solution')} {'is' if wrong == 1 else 'are'} wrong"
            if total > 1
            else "the solution is wrong"
        )
    else:
        click.echo(f"all {total:,} solutions are correct" if total > 1 else "the solution is correct")
    if repeats:
        click.echo(f"{counted(total - repeats, 'distinct solution')}, {counted(repeats, 'repetition')}")
