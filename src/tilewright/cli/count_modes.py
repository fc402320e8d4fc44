"""``tilewright count --by PIECE`` and ``--modulo P``: what else one sweep can tell than the number itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.engines import SWEEP
from tilewright.cli.report import EXACT, print_json
from tilewright.cli.search import Request, explain_end, hint_at_use, summary
from tilewright.cli.watch import Watch

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


def count_by_piece(
    request: Request, piece: str, *, limit: int | None, modulus: int | None, quiet: bool, as_json: bool
) -> int:
    """Count the solutions for each number of copies of a piece, and print them; the exit code."""
    _refuse(request, "--by", limit, {"--modulo": modulus is not None})
    puzzle = request.source().puzzle
    from tilewright.solve import api

    with Watch("counting", quiet=quiet) as watch:
        found = api.count_by(puzzle, piece, **request.sweep_keywords(watch))
    answer = _answer(found, found.solutions)
    counts = [(copies, number) for copies, number in enumerate(found.counts) if number]
    if as_json:
        body = {**request.heading("count", puzzle), **request.counts(puzzle, answer)}
        print_json({**body, "by": _by(piece, counts)})
    else:
        for line in _table(piece, counts):
            click.echo(line)
        click.echo(summary(request, puzzle, answer))
    if answer.solutions == 0:
        hint_at_use(request, puzzle)
    return explain_end(request, answer, watch)


def count_modulo(request: Request, modulus: int, *, limit: int | None, quiet: bool, as_json: bool) -> int:
    """Count the solutions modulo a number, and print what is left; the exit code."""
    _refuse(request, "--modulo", limit, {})
    puzzle = request.source().puzzle
    from tilewright.solve import api

    with Watch("counting", quiet=quiet) as watch:
        found = api.count_modulo(puzzle, modulus, **request.sweep_keywords(watch))
    # The number itself is known only where it is 0.
    answer = _answer(found, 0 if found.exists is False else None)
    if as_json:
        body = {**request.heading("count", puzzle), **request.counts(puzzle, answer)}
        print_json({**body, "modulus": modulus, "residue": found.residue})
    elif found.residue is not None and found.exists:
        words = f"the number of solutions is {found.residue:,} modulo {modulus:,}"
        click.echo(summary(request, puzzle, answer, words=words))
    else:
        click.echo(summary(request, puzzle, answer))
    if answer.solutions == 0:
        hint_at_use(request, puzzle)
    return explain_end(request, answer, watch, found=bool(found.exists))


def _refuse(request: Request, asked: str, limit: int | None, others: dict[str, bool]) -> None:
    """A usage error when the command line also asks for what one sweep does not tell."""
    given = {
        "--unique": request.unique,
        "--labelled": request.labelled,
        "--limit": limit is not None,
        "--reject": request.reject is not None,
        **others,
    }
    for option, there in given.items():
        if there:
            raise click.UsageError(f"{asked} and {option} cannot be asked for together; give one of them")
    if request.engine not in (None, SWEEP):
        raise click.UsageError(f"{asked} is answered by the engine {SWEEP} only, not by {request.engine}")


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
