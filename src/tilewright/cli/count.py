"""``tilewright count``: the number of solutions, also by copies of a piece or modulo a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import (
    confirmation_keys,
    confirmation_text,
    explain_end,
    explain_missing_confirmation,
    limit_reached,
    note_contradictions,
    note_equal_pieces,
    note_ways_round,
    result_keys,
    summary,
)
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import is_interrupted
from tilewright.cli.json_output import MAX_EXACT_FLOAT, print_json
from tilewright.cli.options import (
    ALL_PROBLEMS,
    DocumentedCommand,
    confirm_option,
    json_option,
    order_option,
    quiet_option,
)
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, MODULUS
from tilewright.cli.run import start_command
from tilewright.cli.search import (
    SearchOptions,
    confirm_without_crossings,
    search_options,
    solve_without_crossings,
)
from tilewright.cli.sources import has_items
from tilewright.solving.engines.registry import FRONTIER, engines_with
from tilewright.wording import aligned

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
    from tilewright.solving.answers import Distribution, Residue
    from tilewright.solving.api import Answer


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N solutions.")
@click.option("--by", metavar="PIECE", help="Count the solutions for each number of copies of PIECE used.")
@click.option(
    "--modulo", "modulus", type=MODULUS, metavar="M", help="Count the solutions modulo M, at most 2^63 - 1."
)
@click.option(
    "--parallel",
    is_flag=True,
    help="On a surface: also count ways round it to the same cells apart, like parallel edges of a graph.",
)
@search_options("counts")
@order_option
@confirm_option
@quiet_option
@json_option
def count(
    *,
    file: str,
    limit: int | None,
    by: str | None,
    modulus: int | None,
    parallel: bool,
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Count the solutions of the puzzle in FILE."""
    options = SearchOptions(file, **given)
    if parallel:
        _check_parallel(options, {"--limit": limit, "--by": by, "--modulo": modulus})
    if options.problem != ALL_PROBLEMS:
        code, keys, lines = _counted(options, limit, by, modulus, parallel=parallel, quiet=quiet)
        _print(keys, lines, as_json=as_json)
        click.get_current_context().exit(code)
    from tilewright.formats import problem_names

    if options.checkpoint_path is not None:
        raise click.UsageError(
            "--problem all and --checkpoint cannot be combined: a checkpoint is of one search"
        )
    codes: list[int] = []
    for number, name in enumerate(problem_names(file, format=options.from_format or ""), start=1):
        if is_interrupted():
            note(f"problem {number} and what follows was not begun")
            codes.append(ExitCode.INTERRUPTED)
            break
        one = replace(options, problem=number)
        code, keys, lines = _counted(one, limit, by, modulus, parallel=parallel, quiet=quiet)
        codes.append(code)
        _print(keys, [f"problem {number} {name}".rstrip() + ":", *lines], as_json=as_json)
    click.get_current_context().exit(max(codes))


def _print(keys: dict[str, object], lines: list[str], *, as_json: bool) -> None:
    """Print the answer: one JSON object, or lines."""
    if as_json:
        print_json(keys)
    else:
        click.echo("\n".join(lines))


def _counted(
    options: SearchOptions,
    limit: int | None,
    by: str | None,
    modulus: int | None,
    *,
    parallel: bool,
    quiet: bool,
) -> tuple[int, dict[str, object], list[str]]:
    """The count of one puzzle: the exit code, the keys of its JSON object, its lines."""
    query = "--by" if by is not None else "--modulo" if modulus is not None else ""
    if query:
        others = {"--limit": limit is not None, "--modulo": by is not None and modulus is not None}
        _check_table_query(options, query, others)
    elif options.reject is not None and options.order is not None:
        raise click.UsageError("--reject and --order cannot be combined: --reject lists the solutions")
    if options.confirm and limit is not None:
        raise click.UsageError("--confirm and --limit cannot be combined: all solutions are counted twice")
    puzzle = options.load_puzzle().puzzle
    with_ways = _with_ways_apart(puzzle) if parallel else None
    kept = None
    if options.only is not None:
        from tilewright.cli.kept_solutions import KeptSolutions

        kept = KeptSolutions(options.only, puzzle)
    from tilewright.solving import api

    suggestion = "" if query else start_command(options, puzzle, "--count", limit=limit)
    keys: dict[str, object] = {}
    lines: list[str] = []
    after: list[str] = []
    result, exists = "", None
    apart: Answer | None = None
    with ProgressMonitor("counting", quiet=quiet, suggestion=suggestion) as monitor:
        if by is not None:
            distribution = api.count_by(puzzle, by, **options.keywords(api.count_by, monitor))
            answer = _to_answer(distribution, distribution.solutions)
            counts = [(copies, number) for copies, number in enumerate(distribution.counts) if number]
            keys, lines = {"by": _by_keys(by, counts)}, _table(by, counts)
        elif modulus is not None:
            residue = api.count_modulo(puzzle, modulus, **options.keywords(api.count_modulo, monitor))
            exists = residue.has_solution
            answer = _to_answer(residue, 0 if exists is False else None)  # of the number only 0 is known
            keys = {"modulus": modulus, "residue": residue.residue}
            if residue.residue is not None and exists:
                result = f"the number of solutions is {residue.residue:,} modulo {modulus:,}"
        elif kept is not None:
            answer = kept.find(options, monitor, limit)
            keys = kept.keys
        elif options.reject is not None:
            answer, rejected = solve_without_crossings(options, puzzle, lambda solution: None, monitor, limit)
            keys = rejected.keys
            after = [rejected.text(answer)]
            if options.confirm:
                answer = confirm_without_crossings(options, puzzle, answer, monitor)
        else:
            answer = api.count(puzzle, **options.keywords(api.count, monitor, limit))
            if with_ways is not None:
                plain = replace(options, unique=False, labelled=False)
                apart = api.count(with_ways, **plain.keywords(api.count, monitor))
                keys = {"ways_apart": apart.solutions}
                after = [f"with ways round counted apart: {summary(plain, with_ways, apart)}"]
    keys |= confirmation_keys(answer.confirmation) if options.confirm else {}
    keys = {**options.query_keys("count", puzzle), **result_keys(options, puzzle, answer), **keys}
    line = summary(options, puzzle, answer, result=result)
    lines.append(line if kept is None else kept.summary(options, answer, "all"))
    lines += after
    lines += [confirmation_text(answer.confirmation)] if options.confirm else []
    note_contradictions(options, puzzle, answer)
    note_equal_pieces(options, puzzle, answer)
    if not parallel:
        note_ways_round(puzzle, answer)
    reached = limit_reached(limit, answer)
    found_any = bool(exists or answer.solutions)
    resumable = kept is None and options.keeps_checkpoints(listing=False)
    code = explain_end(options, puzzle, answer, has_result=found_any, limit=reached, resumable=resumable)
    if apart is not None and apart.status.value != "complete":
        code = max(code, explain_end(options, puzzle, apart, has_result=found_any, resumable=False))
    if answer.confirmation is not None:
        code = explain_missing_confirmation(answer.confirmation) or code
    return code, keys, lines


def _check_parallel(options: SearchOptions, given: dict[str, object]) -> None:
    others = {
        "--reject": options.reject,
        "--only": options.only,
        "--order": options.order,
        "--confirm": options.confirm or None,
        "--checkpoint": options.checkpoint,
        "--resume": options.resume,
    }
    for option, value in {**given, **others}.items():
        if value is not None:
            raise click.UsageError(f"--parallel and {option} cannot be combined")


def _with_ways_apart(puzzle: AnyPuzzle) -> ExactCoverPuzzle:
    """The puzzle with an option for each way round its surface; PuzzleError where it is on none."""
    from tilewright.errors import PuzzleError
    from tilewright.formats.to_exact_cover import with_ways_apart

    if has_items(puzzle):
        raise PuzzleError("the puzzle has items and options; --parallel is for boards on surfaces")
    return with_ways_apart(puzzle)


def _check_table_query(options: SearchOptions, query: str, others: dict[str, bool]) -> None:
    given = {
        "--unique": options.unique and options.only is None,
        "--labelled": options.labelled,
        "--reject": options.reject is not None,
        "--only": options.only is not None,
        **others,
    }
    for option, is_given in given.items():
        if is_given:
            raise click.UsageError(f"{query} and {option} cannot be combined")
    able = [FRONTIER.name] if query == "--by" else [engine.name for engine in engines_with("modular")]
    if options.engine not in (None, *able):
        raise click.UsageError(f"{query} needs the engine {' or '.join(able)}, not {options.engine}")


def _to_answer(distribution: Distribution | Residue, solutions: int | None) -> Answer:
    """The answer of a plain count with the same status and effort."""
    from tilewright.solving.api import Answer

    return Answer(
        status=distribution.status,
        solutions=solutions,
        labelled=None,
        up_to_symmetry=None,
        symmetries="",
        nodes=distribution.states,
        seconds=distribution.seconds,
        engine=distribution.engine,
        engine_reason=distribution.engine_reason,
        share=distribution.share,
        note=distribution.note,
        proof=distribution.proof,
        confirmation=distribution.confirmation,
    )


def _by_keys(piece: str, counts: Sequence[tuple[int, int]]) -> dict[str, object]:
    """The value of the key ``by``; numbers that a float cannot hold are also given as text."""
    body: dict[str, object] = {"piece": piece, "counts": [list(pair) for pair in counts]}
    if any(number > MAX_EXACT_FLOAT for _, number in counts):
        body["counts_text"] = [[copies, str(number)] for copies, number in counts]
    return body


def _table(piece: str, counts: Sequence[tuple[int, int]]) -> list[str]:
    """Lines with two columns, copies used and number of solutions; none without solutions."""
    if not counts:
        return []
    rows = [(f"copies of {piece}", "solutions")]
    return aligned([*rows, *((f"{copies:,}", f"{number:,}") for copies, number in counts)], ">", "   ")
