"""``tilewright series``: the terms of a board with one free number, and their recurrence."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import click

from tilewright.cli import series_output
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import TIME_LIMIT, Interrupted
from tilewright.cli.json_output import print_json
from tilewright.cli.make import generator_of
from tilewright.cli.options import (
    MOTIONS,
    DocumentedCommand,
    confirm_option,
    engine_option,
    json_option,
    memory_option,
    nodes_option,
    quiet_option,
    threads_option,
    time_option,
)
from tilewright.cli.output import check_output_file, note, output_keys, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import MODULUS, ParsedType
from tilewright.cli.results_file import ResultsFile
from tilewright.cli.series_output import SeriesResult, Value
from tilewright.clock import monotonic
from tilewright.generators import GENERATORS
from tilewright.model.surfaces import WRAPS, Wrap
from tilewright.series.boards import AnySeries, GeneratedSeries, Series, read_board, read_pieces
from tilewright.series.known import oeis_id
from tilewright.series.terms import SeriesCounter, SeriesQuestion, Term, TermOptions
from tilewright.solving.steps import Progress, Status
from tilewright.wording import counted, quoted

MAX_N = 100_000
MAX_AT = 10**15
FORMATS = ("text", "b-file", "latex")
STATUS = {
    ExitCode.FOUND: Status.COMPLETE,
    ExitCode.LIMIT: Status.LIMIT,
    ExitCode.INTERRUPTED: Status.CANCELLED,
}
SUFFIXES = (".txt", ".tex", ".json")
STOPPED = "the command was stopped before one was looked for"
MAX_GROWTH_ORDER = 200
"""The highest order for which the growth is calculated."""

MAX_EXACT_BITS = 3_300_000
"""The most bits of an exact term far away: what is printed may have a million digits."""


def _parse_range(text: str) -> range:
    first, dots, last = text.replace(" ", "").partition("..")
    words = (first, last) if dots else ("1", first)
    if not all(word.isascii() and word.isdigit() and len(word) <= 6 for word in words):
        raise ValueError(f"{quoted(text)} is not a range; expected one such as 1..20, or 20")
    low, high = map(int, words)
    if not 0 <= low <= high <= MAX_N:
        raise ValueError(f"{quoted(text)} is not a range from 0 to {MAX_N:,} in ascending order")
    return range(low, high + 1)


def _parse_cost(text: str) -> tuple[str, int]:
    name, equals, number = text.rpartition("=")
    digits = number.removeprefix("-")
    if not (name and equals and digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise ValueError(f"{quoted(text)} is not a cost; expected PIECE=NUMBER, such as O1=1")
    return name, int(number)


@click.command(cls=DocumentedCommand)
@click.argument("board")
@click.option(
    "--n",
    "numbers",
    type=ParsedType("range", _parse_range),
    metavar="A..B",
    required=True,
    help="The values of N; a single number B stands for 1..B.",
)
@click.option(
    "--pieces",
    "texts",
    multiple=True,
    metavar="PIECES",
    help="A set such as dominoes, a piece such as T4, or a brick such as 2x3; any number of each is used. "
    "May be given several times.",
)
@click.option(
    "--wrap",
    type=click.Choice(WRAPS),
    help="Wrap the board: the left side is joined to the right one (cylinder), the top also to the bottom "
    "(torus), the left side turned over (moebius), both (klein).",
)
@click.option(
    "--parallel",
    is_flag=True,
    help="With --wrap, count places that cover the same cells by different ways round as distinct.",
)
@click.option("--motions", type=MOTIONS, help="Allowed motions of the pieces. Default: those of their set.")
@click.option("--unique", is_flag=True, help="Count up to symmetry.")
@click.option("--labelled", is_flag=True, help="Count with identical copies distinct.")
@click.option("--least", is_flag=True, help="Find the least cost of a solution instead; see --cost.")
@click.option("--greatest", is_flag=True, help="Find the greatest cost of a solution instead.")
@click.option(
    "--cost",
    "costs",
    type=ParsedType("cost", _parse_cost),
    multiple=True,
    metavar="PIECE=C",
    help="What a piece costs, with --least or --greatest. May be given several times.",
)
@click.option(
    "--at",
    type=click.IntRange(0, MAX_AT),
    multiple=True,
    metavar="N",
    help="Also the term for this N, by the recurrence. May be given several times.",
)
@click.option("--modulo", "modulus", type=MODULUS, metavar="M", help="With --at, the term modulo M.")
@time_option
@nodes_option
@memory_option
@threads_option
@engine_option("counts")
@confirm_option
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="Keep each finished term in PATH (.ndjson). Terms that are in it are not counted again.",
)
@click.option(
    "--to",
    "to_format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="What is printed.",
)
@output_option("Write to this file: .txt (a b-file), .tex or .json.", several=True)
@quiet_option
@json_option
def series(
    *,
    board: str,
    texts: tuple[str, ...],
    numbers: range,
    wrap: str | None,
    parallel: bool,
    motions: str | None,
    costs: tuple[tuple[str, int], ...],
    at: tuple[int, ...],
    modulus: int | None,
    results: Path | None,
    to_format: str,
    outputs: tuple[Path, ...],
    quiet: bool,
    as_json: bool,
    seconds: float | None,
    **given: Any,
) -> None:
    """Count boards with one free number N, and find the recurrence of the counts.

    Each term is counted by an engine. In a strip the transfer matrix counts again, and bounds the order of
    the recurrence, so that a recurrence that agrees with enough terms is proven.
    """
    for output in outputs:
        check_output_file(output, SUFFIXES)
    question = _question(given, has_costs=bool(costs))
    names = [name for name, _ in costs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise click.UsageError(f"--cost gives {twice} two costs")
    if modulus is not None and not at:
        raise click.UsageError("--modulo belongs to --at")
    if parallel and wrap is None:
        raise click.UsageError("--parallel belongs to --wrap")
    if parallel and question in (SeriesQuestion.UNIQUE, SeriesQuestion.LABELLED):
        raise click.UsageError(f"--parallel and --{question.value} cannot be combined")
    kind = None if wrap is None else Wrap[wrap.upper()]
    one = _read_series(board, texts, motions, costs, kind, parallel=parallel)
    for n in (numbers[0], numbers[-1]):
        one.puzzle(n)
    options = TermOptions(**{field.name: given[field.name] for field in fields(TermOptions)})
    if question in (SeriesQuestion.LEAST, SeriesQuestion.GREATEST) and (options.engine or options.confirm):
        raise click.UsageError("--engine and --confirm are for counts, not for costs")
    if results is not None and any(results.absolute() == output.absolute() for output in outputs):
        raise click.UsageError(f"--results and -o both name {results}")
    kept = ResultsFile(results, "series") if results else None
    counter = SeriesCounter(one, question)
    streaming = to_format == "text" and not as_json
    with ProgressMonitor("counting", quiet=quiet) as monitor:
        terms, end = _terms(counter, numbers, options, seconds, kept, monitor, streaming=streaming)
        code = _exit_code(terms, len(numbers), end)
        result = _result(counter, terms, at, modulus, is_ended=end is not None)
        monitor.end_search()
    _write(result, STATUS[code], outputs)
    if as_json:
        print_json({**series_output.json_keys(result, STATUS[code].value), **output_keys(outputs)})
    elif to_format == "text":
        click.echo("\n".join(series_output.text_lines(result)))
        complete = sum(term.is_complete and term.value is not None for term in terms)
        for output in outputs:
            click.echo(f"wrote {output}: {counted(complete, 'term')}")
    else:
        click.echo(_content(result, to_format), nl=False)
    click.get_current_context().exit(code)


def _read_series(
    board: str,
    texts: tuple[str, ...],
    motions: str | None,
    costs: tuple[tuple[str, int], ...],
    wrap: Wrap | None,
    *,
    parallel: bool,
) -> AnySeries:
    """The series of a board and pieces, or of a kind of puzzle as ``tilewright make`` has them."""
    kind = board.partition(" ")[0]
    if kind in GENERATORS:
        given = {
            "--pieces": bool(texts),
            "--motions": motions is not None,
            "--cost": bool(costs),
            "--wrap": wrap is not None,
        }
        if extra := [name for name in given if given[name]]:
            raise click.UsageError(f"{kind} makes puzzles with pieces of their own, without {extra[0]}")
        return GeneratedSeries(board, generator_of(board))
    wide = read_board(board)
    return Series(wide, read_pieces(texts, len(wide.sides)), motions, costs, wrap, parallel)


def _question(given: dict[str, Any], *, has_costs: bool) -> SeriesQuestion:
    """What is asked; UsageError for two questions."""
    names = [question for question in SeriesQuestion if given.get(question.value)]
    if len(names) > 1:
        raise click.UsageError(f"--{names[0].value} and --{names[1].value} cannot be combined")
    question = names[0] if names else SeriesQuestion.SOLUTIONS
    is_of_costs = question in (SeriesQuestion.LEAST, SeriesQuestion.GREATEST)
    if has_costs and not is_of_costs:
        raise click.UsageError("--cost needs --least or --greatest")
    if is_of_costs and not has_costs:
        raise click.UsageError(f"--{question.value} needs a cost, such as --cost O1=1")
    return question


def _terms(
    counter: SeriesCounter,
    numbers: range,
    options: TermOptions,
    seconds: float | None,
    kept: ResultsFile | None,
    monitor: ProgressMonitor,
    *,
    streaming: bool,
) -> tuple[list[Term], ExitCode | None]:
    """The terms; those before Ctrl-C or the time limit, if one comes, and its exit code."""
    terms: list[Term] = []
    start_time = monotonic()
    width = len(f"{numbers[-1]:,}")
    try:
        for done, n in enumerate(numbers):
            key = _key(counter, options, n)
            term = _kept_term(kept, key, n)
            if term is not None:
                counter.check(term)
            else:

                def report(progress: Progress, done: int = done, n: int = n) -> None:
                    share = (done + progress.share) / len(numbers)
                    words = f"N = {n:,}, {done:,} of {counted(len(numbers), 'term')}"
                    elapsed = monotonic() - start_time
                    monitor(Progress(share, progress.nodes, 0, 0, elapsed, None, listed=False, words=words))

                left = None if seconds is None else TIME_LIMIT.seconds_left(seconds)
                if left is not None and left <= 0:
                    break
                term = counter.term(n, options, seconds=left, on_progress=report, cancel=monitor.cancel)
                if term.status == Status.CANCELLED.value:
                    break
                if kept is not None and term.is_complete:
                    kept.append(key, asdict(term))
            terms.append(term)
            if streaming:
                monitor.clear()
                click.echo(series_output.term_line(term, width))
    except Interrupted as end:
        TIME_LIMIT.clear()
        return terms, end.code
    if monitor.cancel.is_set():
        return terms, ExitCode.INTERRUPTED
    return terms, None if len(terms) == len(numbers) else ExitCode.LIMIT


def _key(counter: SeriesCounter, options: TermOptions, n: int) -> str:
    """The same for the same puzzle, question, engine and confirmation, and for these only."""
    one = counter.series
    own = [] if isinstance(one, GeneratedSeries) else [sorted(one.costs), one.pieces.shapes]
    words = [
        str(one),
        *own,
        counter.question.value,
        n,
        options.engine,
        options.confirm,
    ]
    return hashlib.sha256(json.dumps(words).encode()).hexdigest()


def _kept_term(kept: ResultsFile | None, key: str, n: int) -> Term | None:
    """The term that a results file has; FormatError when its line is none."""
    body = None if kept is None else kept.rows.get(key)
    if kept is None or body is None:
        return None
    try:
        term = Term(**{field.name: body[field.name] for field in fields(Term)})
    except KeyError:
        raise kept.wrong(body["line"]) from None
    texts = (term.status, term.engine, term.confirmed_by)
    is_term = term.n == n and (term.value is None or type(term.value) is int)
    if not is_term or not all(isinstance(text, str) for text in texts) or type(term.seconds) is not float:
        raise kept.wrong(body["line"])
    return term


def _result(
    counter: SeriesCounter, terms: Sequence[Term], at: Sequence[int], modulus: int | None, *, is_ended: bool
) -> SeriesResult:
    """What follows from the terms; nothing where Ctrl-C or the time limit has ended the command."""
    recurrence = None if is_ended else counter.recurrence(list(terms))
    reason = STOPPED if is_ended else counter.reason(recurrence, list(terms))
    growth = None
    is_count = counter.question not in (SeriesQuestion.LEAST, SeriesQuestion.GREATEST)
    if recurrence is not None and is_count and recurrence.order <= MAX_GROWTH_ORDER:
        growth = recurrence.growth()
    values = []
    if at and recurrence is None:
        note("--at needs a recurrence, and there is none")
    elif recurrence is not None:
        for n in at:
            if n < recurrence.start:
                note(f"the recurrence begins with N = {recurrence.start}; there is no term for --at {n}")
            elif modulus is None and recurrence.bits(n) > MAX_EXACT_BITS:
                note(f"the term for N = {n:,} may have too many digits; use --modulo")
            else:
                values.append(Value(n, modulus, recurrence.term(n, modulus)))
    return SeriesResult(
        counter.series,
        counter.question,
        tuple(terms),
        recurrence,
        growth,
        reason,
        tuple(values),
        oeis_id(counter.series, counter.question),
    )


def _content(result: SeriesResult, to_format: str) -> str:
    return series_output.latex(result) if to_format == "latex" else series_output.b_file(result)


def _write(result: SeriesResult, status: Status, outputs: Sequence[Path]) -> None:
    from tilewright.formats import write_atomically

    for output in outputs:
        suffix = output.suffix.lower()
        if suffix == ".json":
            text = json.dumps(series_output.json_keys(result, status.value), indent=1) + "\n"
        else:
            text = _content(result, "latex" if suffix == ".tex" else "b-file")
        write_atomically(output, text)


def _exit_code(terms: Sequence[Term], wanted: int, end: ExitCode | None) -> ExitCode:
    """The exit code; what is missing is noted on stderr."""
    complete = sum(term.is_complete for term in terms)
    if end is not None:
        why = "stopped" if end is ExitCode.INTERRUPTED else "the time limit was reached"
        note(f"{why} after {complete:,} of {counted(wanted, 'term')}")
        return end
    limited = [term for term in terms if not term.is_complete]
    if limited:
        note(f"a limit ended {counted(len(limited), 'term')}; the first: N = {limited[0].n:,}")
        return ExitCode.LIMIT
    return ExitCode.FOUND
