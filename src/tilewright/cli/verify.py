"""``tilewright verify``: whether solutions in a file solve a puzzle, judged by their cells alone."""

from __future__ import annotations

import click

from tilewright.cli.options import json_option, motions_option, reading_options, use_option
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.quantities import counted
from tilewright.cli.sources import load_puzzle
from tilewright.errors import FormatError

SHOWN = 20
"""How many faults are printed; all of them are counted."""
KEPT = 1000
"""How many faults the JSON object lists."""

EPILOG = """\b
Examples:
  tilewright verify puzzle.txt solutions.json
  tilewright verify catalog:pentominoes-6x10 solutions.ndjson
  tilewright verify puzzle.txt solutions.json --motions rotation --json

SOLUTIONS is a .json or .ndjson file as 'tilewright solve -o' writes it; one solution or many.
Exit code 0 says that all are right, 1 that one is not.
"""


@click.command(epilog=EPILOG, short_help="Check solutions against a puzzle.")
@click.argument("puzzle")
@click.argument("solutions")
@reading_options
@motions_option
@use_option
@json_option
def verify(
    puzzle: str,
    solutions: str,
    from_format: str | None,
    problem: int | None,
    motions: str | None,
    use: str,
    as_json: bool,  # noqa: FBT001 - from click
) -> None:
    """Check every solution in the file SOLUTIONS against PUZZLE, and say each fault in a sentence."""
    from tilewright.formats.solutions import digest_of, open_solutions
    from tilewright.model.verification import faults

    held = load_puzzle(puzzle, motions=motions, use=use, format_name=from_format, problem=problem).puzzle
    found: list[dict[str, object]] = []
    seen: set[int] = set()
    total = wrong = faulty = 0
    with open_solutions(solutions) as reader:
        for solution in reader:
            total += 1
            seen.add(hash(solution))
            sentences = faults(held, solution)
            wrong += bool(sentences)
            faulty += len(sentences)
            if len(found) < KEPT:
                found += [{"solution": total, "fault": sentence} for sentence in sentences]
    if wrong and reader.digest and reader.digest != digest_of(held):
        note("the file says that its solutions are of another puzzle, or of this one under other rules")
    if total == 0:
        raise FormatError("there is no solution in this file", file=solutions)
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
                "faults": found,
                "faults_total": faulty,
            }
        )
    else:
        _say(total, wrong, repeats, faulty, found)
    click.get_current_context().exit(ExitCode.NONE if wrong else ExitCode.FOUND)


def _say(total: int, wrong: int, repeats: int, faulty: int, found: list[dict[str, object]]) -> None:
    for fault in found[:SHOWN]:
        where = f"solution {fault['solution']:,}: " if total > 1 else ""
        click.echo(f"{where}{fault['fault']}")
    if faulty > SHOWN:
        click.echo(f"... and {counted(faulty - min(SHOWN, len(found)), 'more fault')}")
    if wrong:
        click.echo(
            f"{wrong:,} of {counted(total, 'solution')} {'is' if wrong == 1 else 'are'} wrong"
            if total > 1
            else "the solution is wrong"
        )
    else:
        click.echo(f"all {total:,} solutions are right" if total > 1 else "the solution is right")
    if repeats:
        click.echo(f"{counted(total - repeats, 'different solution')}: {repeats:,} came again")
