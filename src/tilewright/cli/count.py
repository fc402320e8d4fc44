"""``tilewright count``: how many solutions there are, without keeping any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import explain_end, hint_area_mismatch, result_keys, summary
from tilewright.cli.options import COUNTERS, SWEEP, json_option, order_option, quiet_option
from tilewright.cli.output import EXACT, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.run_advice import run_line
from tilewright.cli.search import SearchOptions, search_options, solve_and_reject

if TYPE_CHECKING:
    from tilewright.solve.api import Answer, Distribution, Residue

MOST = 2**63 - 1


class Modulus(click.ParamType[int]):
    """What a number is divided by: 1 to 2^63 - 1, also as 10_000 or 1,000,000."""

    name = "modulus"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).replace(",", "").replace("_", "")
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit()):
            self.fail(f"{value!r} is not a whole number", param, ctx)
        if text != digits or len(digits) > len(str(MOST)) or not 1 <= int(digits) <= MOST:
            self.fail(f"{value!r} is out of range; expected 1 to {MOST:,}", param, ctx)
        return int(digits)


MODULUS = Modulus()

EPILOG = """\b
Examples:
  tilewright count catalog:pentominoes-6x10
  tilewright count catalog:pentominoes-6x10 --unique
  tilewright count catalog:monomer-dimer-4x4 --by O1
  tilewright count catalog:dominoes-8x8 --modulo 1000
  tilewright count puzzle.txt --motions rotation --json
  tilewright count puzzle.txt --time 10m --memory 2G --checkpoint state.ckpt
  tilewright count puzzle.txt --resume state.ckpt
  tilewright count puzzle.txt --engine frontier --order '0,0 1,0 2,0'

Solutions are different pictures: two copies of one piece are interchangeable. --labelled tells them
apart; --unique counts solutions that turns and mirrors of the board carry into each other once. Only
turns count when pieces may not be mirrored. --by and --modulo are answered by the engine frontier.
"""


@click.command(epilog=EPILOG, short_help="Count all solutions.")
@click.argument("file")
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N solutions.")
@click.option("--by", metavar="PIECE", help="Count the solutions for each number of copies of this piece.")
@click.option(
    "--modulo", "modulus", type=MODULUS, metavar="P", help="Only tell the number modulo P, up to 2^63 - 1."
)
@search_options(COUNTERS)
@order_option
@quiet_option
@json_option
def count(
    file: str,
    limit: int | None,
    by: str | None,
    modulus: int | None,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
    **given: Any,
) -> None:
    """Count all solutions of the puzzle in FILE."""
    options = SearchOptions(file, **given)
    if by is not None:
        code = count_by_piece(options, by, limit=limit, modulus=modulus, quiet=quiet, as_json=as_json)
    elif modulus is not None:
        code = count_modulo(options, modulus, limit=limit, quiet=quiet, as_json=as_json)
    else:
        code = _count(options, limit, quiet=quiet, as_json=as_json)
    click.get_current_context().exit(code)


def _count(options: SearchOptions, limit: int | None, *, quiet: bool, as_json: bool) -> int:
    if options.reject is not None and options.order is not None:
        raise click.UsageError("--reject lists solutions, and --order is for counts that list none")
    puzzle = options.source().puzzle
    from tilewright.solve import api

    with ProgressMonitor(
        "counting", quiet=quiet, suggestion=run_line(options, "--count", limit=limit)
    ) as monitor:
        if options.reject is not None:
            answer = solve_and_reject(options, puzzle, lambda solution: None, monitor, limit)
        else:
            answer = api.count(puzzle, **options.keywords(monitor, limit))
    if as_json:
        print_json({**options.heading("count", puzzle), **result_keys(options, puzzle, answer)})
    else:
        click.echo(summary(options, puzzle, answer))
    code = explain_end(options, answer, monitor, limit)
    if answer.status.value == "complete" and answer.solutions == 0:
        hint_area_mismatch(options, puzzle)
    return code


def count_by_piece(
    options: SearchOptions, piece: str, *, limit: int | None, modulus: int | None, quiet: bool, as_json: bool
) -> int:
    """Count the solutions for each number of copies of a piece, and print them; the exit code."""
    _refuse(options, "--by", limit, {"--modulo": modulus is not None})
    puzzle = options.source().puzzle
    from tilewright.solve import api

    with ProgressMonitor("counting", quiet=quiet) as monitor:
        found = api.count_by(puzzle, piece, **options.sweep_keywords(monitor))
    answer = _answer(found, found.solutions)
    counts = [(copies, number) for copies, number in enumerate(found.counts) if number]
    if as_json:
        body = {**options.heading("count", puzzle), **result_keys(options, puzzle, answer)}
        print_json({**body, "by": _by(piece, counts)})
    else:
        for line in _table(piece, counts):
            click.echo(line)
        click.echo(summary(options, puzzle, answer))
    if answer.solutions == 0:
        hint_area_mismatch(options, puzzle)
    return explain_end(options, answer, monitor)


def count_modulo(
    options: SearchOptions, modulus: int, *, limit: int | None, quiet: bool, as_json: bool
) -> int:
    """Count the solutions modulo a number, and print what is left; the exit code."""
    _refuse(options, "--modulo", limit, {})
    puzzle = options.source().puzzle
    from tilewright.solve import api

    with ProgressMonitor("counting", quiet=quiet) as monitor:
        found = api.count_modulo(puzzle, modulus, **options.sweep_keywords(monitor))
    # The number itself is known only where it is 0.
    answer = _answer(found, 0 if found.exists is False else None)
    if as_json:
        body = {**options.heading("count", puzzle), **result_keys(options, puzzle, answer)}
        print_json({**body, "modulus": modulus, "residue": found.residue})
    elif found.residue is not None and found.exists:
        words = f"the number of solutions is {found.residue:,} modulo {modulus:,}"
        click.echo(summary(options, puzzle, answer, words=words))
    else:
        click.echo(summary(options, puzzle, answer))
    if answer.solutions == 0:
        hint_area_mismatch(options, puzzle)
    return explain_end(options, answer, monitor, found=bool(found.exists))


def _refuse(options: SearchOptions, asked: str, limit: int | None, others: dict[str, bool]) -> None:
    """A usage error when the command line also asks for what one sweep does not tell."""
    given = {
        "--unique": options.unique,
        "--labelled": options.labelled,
        "--limit": limit is not None,
        "--reject": options.reject is not None,
        **others,
    }
    for option, there in given.items():
        if there:
            raise click.UsageError(f"{asked} and {option} cannot be asked for together; give one of them")
    if options.engine not in (None, SWEEP):
        raise click.UsageError(f"{asked} is answered by the engine {SWEEP} only, not by {options.engine}")


def _answer(found: Distribution | Residue, solutions: int | None) -> Answer:
    """The same as the answer to a plain count, for what all counts print."""
    from tilewright.solve.api import Answer

    return Answer(
        status=found.status,
        solutions=solutions,
        labelled=None,
        up_to_symmetry=None,
        symmetries="",
        nodes=found.states,
        seconds=found.seconds,
        engine=SWEEP,
        reason="only a sweep over states tells this",
        share=found.share,
        note=found.note,
    )


def _by(piece: str, counts: Sequence[tuple[int, int]]) -> dict[str, object]:
    """The value of the key ``by``; numbers that a float cannot hold are there as texts, too."""
    body: dict[str, object] = {"piece": piece, "counts": [list(pair) for pair in counts]}
    if any(number > EXACT for _, number in counts):
        body["counts_text"] = [[copies, str(number)] for copies, number in counts]
    return body


def _table(piece: str, counts: Sequence[tuple[int, int]]) -> list[str]:
    """Lines with two columns: copies used, and how many solutions use so many; none without solutions."""
    if not counts:
        return []
    heads = (f"copies of {piece}", "solutions")
    rows = [(f"{copies:,}", f"{number:,}") for copies, number in counts]
    widths = [max(len(row[which]) for row in (heads, *rows)) for which in (0, 1)]
    return [
        "   ".join(word.rjust(width) for word, width in zip(row, widths, strict=True))
        for row in (heads, *rows)
    ]
