"""``tilewright vanish solve``, ``compare``, ``verify`` and ``why``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    ascii_option,
    json_option,
    quiet_option,
    seed_option,
    time_option,
)
from tilewright.cli.output import check_output_file, draws_lines, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, SPAN, span
from tilewright.errors import FormatError
from tilewright.families.vanishing.methods import (
    APPROXIMATIONS,
    EXACT,
    GRAPH,
    MAX_STATES,
    METHODS,
    RANDOM,
    RANDOM_GAME,
)
from tilewright.wording import aligned, counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.vanishing.board import DominoBoard
    from tilewright.families.vanishing.solving import RemainingPiece, VanishingResult
    from tilewright.solving.steps import Control

ORDER_SUFFIXES = (".txt", ".xml")
SOLVE_METHODS = (EXACT, GRAPH, RANDOM_GAME, *APPROXIMATIONS)


def write_order(output: Path, board: DominoBoard, order: Sequence[int]) -> None:
    """Write an order of removal as XML or text, by the suffix of the file."""
    from tilewright.families.vanishing.files import dumps_order, dumps_xml
    from tilewright.formats import write_atomically

    write = dumps_xml if output.suffix.lower() == ".xml" else dumps_order
    write_atomically(output, write(board, order))


def write_board(output: Path, board: DominoBoard) -> None:
    """Write a board as XML or text, by the suffix of the file."""
    from tilewright.families.vanishing.files import dumps, dumps_xml
    from tilewright.formats import write_atomically

    write_atomically(output, dumps_xml(board) if output.suffix.lower() == ".xml" else dumps(board))


def order_text(board: DominoBoard, order: Sequence[int]) -> str:
    """An order of removal, several pieces per line."""
    from textwrap import fill

    words = "  ".join(f"{turn}.{board.pieces[number]}" for turn, number in enumerate(order, start=1))
    return fill(words, 100) + "\n" if words else "no piece can be removed\n"


def load_allowed_order(order_file: str, board: DominoBoard) -> tuple[int, ...]:
    """The order in a file; FormatError when it cannot be read, or one of its removals is not allowed."""
    from tilewright.families.vanishing.board import order_error
    from tilewright.families.vanishing.files import load_order

    order = load_order(order_file, board)
    if error := order_error(board, order):
        raise FormatError(error, file="standard input" if order_file == "-" else order_file)
    return order


def control_of(monitor: ProgressMonitor, seconds: float | None, seed: int = 0) -> Control:
    """The control of a search that a monitor shows and cancels."""
    from tilewright.solving.steps import Control, Limits

    return Control(Limits(seconds=seconds), on_progress=monitor, cancel=monitor.cancel, seed=seed)


from_right_option = click.option(
    "--from-right", is_flag=True, help="x counts from right to left, in the files and in what is printed."
)
_SEED_HELP = "The seed of the methods 'random' and 'neighbourhoods'."
_each_time_option = click.option(
    "--time",
    "seconds",
    type=SPAN,
    metavar="TIME",
    help="Stop each method on each board after this time, such as 90, 1m30s or 2h.",
)
_repetitions_option = click.option(
    "--repetitions",
    type=AMOUNT,
    metavar="N",
    help=f"The number of games of the method 'random'. Default: {METHODS[RANDOM].rounds}.",
)


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.option("--method", type=click.Choice(SOLVE_METHODS), help=f"Use this method. Default: {EXACT}.")
@click.option("--approx", type=click.Choice(APPROXIMATIONS), help="The same for methods without a proof.")
@seed_option(_SEED_HELP)
@_repetitions_option
@time_option
@output_option("Write the order of removal to this file: .txt or .xml.")
@ascii_option
@quiet_option
@from_right_option
@json_option
def solve(
    *,
    file: str,
    method: str | None,
    approx: str | None,
    seed: int,
    repetitions: int | None,
    seconds: float | None,
    output: Path | None,
    plain: bool,
    quiet: bool,
    from_right: bool,
    as_json: bool,
) -> None:
    """Find an order of removal that leaves the fewest pieces of the board in FILE, and prove it."""
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.solving import solve as run
    from tilewright.families.vanishing.solving import solve_by_graph

    if method is not None and approx is not None:
        raise click.UsageError("--approx names a method too; expected --method or --approx, not both")
    method = method or approx or EXACT
    if repetitions is not None and method != RANDOM:
        raise click.UsageError(f"--repetitions requires --method {RANDOM}")
    if method == RANDOM_GAME:
        method, repetitions = RANDOM, 1
    check_output_file(output, ORDER_SUFFIXES, file)
    board = load(file, from_right=from_right)
    with ProgressMonitor("searching", quiet=quiet) as monitor:
        control = control_of(monitor, seconds_left(seconds), seed)
        if method == GRAPH:
            result = solve_by_graph(board, control, MAX_STATES)
        else:
            result = run(board, method, control, repetitions=repetitions)
    if output is not None:
        write_order(output, board, result.order)
    if as_json:
        body = {"command": "vanish solve", "file": file, **_result_body(result, board)}
        print_json({**body, "output": output})
    elif output is None:
        click.echo(f"{_solution_text(board, result, plain=plain)}\n{_result_text(result, board)}")
    else:
        click.echo(f"{_result_text(result, board)}\nwrote {output}")
    if result.method == GRAPH and result.states > MAX_STATES:
        note(f"more than {counted(MAX_STATES, 'state')} can be reached; the result is the best known so far")
        click.get_current_context().exit(ExitCode.LIMIT)
    click.get_current_context().exit(_exit_code(result))


def _exit_code(result: VanishingResult) -> int:
    """The exit code; notes on stderr what ended the search early."""
    if result.status.value == "cancelled":
        note("stopped; the result is the best known so far")
        return ExitCode.INTERRUPTED
    if result.status.value == "limit":
        note("the time or memory limit was reached; the result is the best known so far")
        return ExitCode.LIMIT
    return ExitCode.FOUND


def _result_body(result: VanishingResult, board: DominoBoard) -> dict[str, object]:
    return {
        "pieces": len(board.pieces),
        "left": result.remaining,
        "lower_bound": result.lower_bound,
        "proven": result.proven,
        "order": [str(board.pieces[number]) for number in result.order],
        "states": result.states,
        "seconds": round(result.seconds, 6),
        "method": result.method,
        "status": result.status.value,
    }


def _result_text(result: VanishingResult, board: DominoBoard) -> str:
    total = counted(len(board.pieces), "piece")
    verb = "remains" if result.remaining == 1 else "remain"
    proof = (
        "not proven" if result.method in APPROXIMATIONS else f"at least {result.lower_bound:,} must remain"
    )
    proof = "no order leaves fewer" if result.proven else proof
    cost = f"{span(result.seconds)}, {counted(result.states, 'state')}, {result.method}"
    return f"{result.remaining:,} of {total} {verb}; {proof}   {cost}"


def _solution_text(board: DominoBoard, result: VanishingResult, *, plain: bool) -> str:
    """The order of removal, several pieces per line, and the remaining pieces when the board is small."""
    from tilewright.families.vanishing.drawing import MAX_TEXT_SQUARES, board_text

    text = order_text(board, result.order)
    if board.width * board.height <= MAX_TEXT_SQUARES and board.width <= 40 and result.remaining:
        text += "\n" + board_text(board, result.order, plain=not draws_lines(plain))
    return text


@click.command(cls=DocumentedCommand)
@click.argument("files", nargs=-1, required=True, type=PLAIN_FILE, metavar="FILE...")
@seed_option(_SEED_HELP)
@_repetitions_option
@_each_time_option
@quiet_option
@from_right_option
@json_option
def compare(
    *,
    files: tuple[str, ...],
    seed: int,
    repetitions: int | None,
    seconds: float | None,
    quiet: bool,
    from_right: bool,
    as_json: bool,
) -> None:
    """Compare all methods on the boards in FILE..., with the proven number of remaining pieces, or bounds."""
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.solving import compare as run

    boards = [(name, load(name, from_right=from_right)) for name in files]
    with ProgressMonitor("comparing", quiet=quiet) as monitor:
        rows = run(boards, control=control_of(monitor, seconds, seed), repetitions=repetitions)
    if as_json:
        by_name = dict(boards)
        body = [
            {
                "file": row.name,
                "exact": _result_body(row.exact, by_name[row.name]),
                "methods": [
                    _result_body(approximation, by_name[row.name]) for approximation in row.approximations
                ],
            }
            for row in rows
        ]
        print_json({"command": "vanish compare", "boards": body})
    elif rows:
        table = [["board", "pieces", "exact", *APPROXIMATIONS]]
        for row in rows:
            exact = row.exact
            proven = str(exact.remaining) if exact.proven else f"{exact.lower_bound}..{exact.remaining}"
            cells = [f"{value.remaining}  {span(value.seconds)}" for value in row.approximations]
            table.append([row.name, f"{row.pieces:,}", f"{proven}  {span(exact.seconds)}", *cells])
        for line in aligned(table):
            click.echo(line)
        click.echo("remaining pieces and time; 'exact' is proven, or the best proven bounds")
    if monitor.cancel.is_set():
        note(f"stopped after {counted(len(rows), 'board')}")
        click.get_current_context().exit(ExitCode.INTERRUPTED)


@click.command(cls=DocumentedCommand)
@click.argument("board_file", type=PLAIN_FILE, metavar="BOARD")
@click.argument("order_file", type=PLAIN_FILE, metavar="ORDER")
@from_right_option
@json_option
def verify(*, board_file: str, order_file: str, from_right: bool, as_json: bool) -> None:
    """Check that each removal in the file ORDER is allowed, one after another, on the board in BOARD."""
    from tilewright.families.vanishing.board import order_error
    from tilewright.families.vanishing.files import load, load_order

    board = load(board_file, from_right=from_right)
    order = load_order(order_file, board)
    error = order_error(board, order)
    remaining = len(board.pieces) - len(order)
    if as_json:
        faults = [error] if error else []
        print_json({"command": "vanish verify", "valid": not error, "left": remaining, "faults": faults})
    else:
        total = counted(len(board.pieces), "piece")
        click.echo(error or f"valid: {counted(len(order), 'removal')}, {remaining:,} of {total} remain")
    click.get_current_context().exit(ExitCode.NONE if error else ExitCode.FOUND)


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.option("--order", "order_file", metavar="PATH", help="Explain what this order of removal leaves.")
@time_option
@quiet_option
@from_right_option
@json_option
def why(
    *, file: str, order_file: str | None, seconds: float | None, quiet: bool, from_right: bool, as_json: bool
) -> None:
    """Explain for each remaining piece of the board in FILE why none of its sides allows its removal."""
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.solving import REASONS, explain_remaining
    from tilewright.families.vanishing.solving import solve as run

    board = load(file, from_right=from_right)
    code, proven = int(ExitCode.FOUND), False
    if order_file is not None:
        order = load_allowed_order(order_file, board)
    else:
        with ProgressMonitor("searching", quiet=quiet) as monitor:
            result = run(board, control=control_of(monitor, seconds_left(seconds)))
        order, proven, code = result.order, result.proven, _exit_code(result)
    remaining_pieces = explain_remaining(board, order)
    if as_json:
        pieces = [
            {
                "piece": str(board.pieces[piece.number]),
                "kind": piece.kind,
                "sides": {
                    side.side: {"reason": side.sentence, "for_ever": side.permanent} for side in piece.sides
                },
            }
            for piece in remaining_pieces
        ]
        body = {"command": "vanish why", "file": file, "left": len(remaining_pieces)}
        print_json({**body, "proven": proven, "pieces": pieces})
    else:
        for piece in remaining_pieces:
            name = f"piece {piece.number + 1} ({board.pieces[piece.number]})"
            click.echo(f"{name} remains, {piece.kind}: {REASONS[piece.kind]}")
            for side in piece.sides:
                click.echo(f"  {side.side + ':':<7}{side.sentence}")
        click.echo(_summary(remaining_pieces, REASONS, proven=proven))
    click.get_current_context().exit(code)


def _summary(pieces: list[RemainingPiece], kinds: dict[str, str], *, proven: bool) -> str:
    if not pieces:
        return "no piece remains"
    tally = [(sum(piece.kind == kind for piece in pieces), kind) for kind in kinds]
    parts = ", ".join(f"{count:,} {kind}" for count, kind in tally if count)
    best = "; no order leaves fewer" if proven else ""
    verb = "remains" if len(pieces) == 1 else "remain"
    return f"{counted(len(pieces), 'piece')} {verb}: {parts}{best}"
