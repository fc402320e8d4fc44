"""``tilewright vanish``: dominoes that may go when a distance is their value; leave as few as can be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import ascii_option, json_option, quiet_option, time_option
from tilewright.cli.output import ExitCode, check_suffix, check_writable, draws_lines, note, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import counted, span
from tilewright.families.vanishing.cli.explain import explain
from tilewright.families.vanishing.cli.make import make
from tilewright.families.vanishing.cli.play import play
from tilewright.families.vanishing.cli.show import show

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.families.vanishing.answer import VanishAnswer
    from tilewright.families.vanishing.board import DominoBoard

METHODS = ("greedy-scan", "waiting", "bounded", "beam", "neighbourhoods")
ORDER_SUFFIXES = (".txt", ".xml")

EPILOG = """\b
Examples:
  tilewright vanish solve board.txt
  tilewright vanish solve board.xml -o solution.xml
  tilewright vanish solve board.txt --approx neighbourhoods --json
  tilewright vanish compare board1.txt board2.xml
  tilewright vanish verify board.txt solution.txt
  tilewright vanish show board.txt

A piece may be removed when, on one of its four sides, the distance over empty squares to the next piece or to
the edge equals its value: on a short side the value of that end, on a long side both values at once.
"""

SOLVE_EPILOG = """\b
Examples:
  tilewright vanish solve board.txt
  tilewright vanish solve board.xml -o solution.xml --time 1m
  tilewright vanish solve board.txt --approx neighbourhoods --json

The exact search says how many pieces must stay; where it is stopped, at least how many and at most.
"""
COMPARE_EPILOG = """\b
Examples:
  tilewright vanish compare board.txt
  tilewright vanish compare board1.txt board2.xml --time 10
"""
VERIFY_EPILOG = """\b
Examples:
  tilewright vanish verify board.txt solution.txt
  tilewright vanish verify board.xml solution.xml --json
"""


@click.group(epilog=EPILOG, short_help="Vanishing dominoes: leave as few as can be.")
def vanish() -> None:
    """Remove as many dominoes as can be: exactly, by approximation, or by hand."""


def answer_body(answer: VanishAnswer, board: DominoBoard) -> dict[str, object]:
    """The keys of a JSON object that say what was found."""
    return {
        "pieces": len(board.pieces),
        "left": answer.left,
        "lower_bound": answer.lower_bound,
        "proven": answer.proven,
        "order": [str(board.pieces[number]) for number in answer.order],
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "method": answer.method,
        "status": answer.ended,
    }


def answer_words(answer: VanishAnswer, board: DominoBoard) -> str:
    """What was found in a line, e.g. ``4 of 45 pieces are left, proven``."""
    total = counted(len(board.pieces), "piece")
    are = "is" if answer.left == 1 else "are"
    if answer.proven:
        words = f"{answer.left} of {total} {are} left; no order leaves fewer"
    elif answer.method == "exact":
        words = f"at most {answer.left} and at least {answer.lower_bound} of {total} must be left"
    else:
        words = f"{answer.left} of {total} {are} left; not proven"
    effort = f"{span(answer.seconds)}, {counted(answer.states, 'state')}, {answer.method}"
    return f"{words}   {effort}"


@vanish.command(epilog=SOLVE_EPILOG)
@click.argument("file")
@click.option(
    "--approx",
    type=click.Choice(METHODS),
    help="Find an order by this method, without proof; without it, the fewest left, proven.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    default=0,
    metavar="N",
    help="The seed of the method 'neighbourhoods'; without it, 0.",
)
@time_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the order of removal to this file: .txt or .xml.",
)
@ascii_option
@quiet_option
@json_option
def solve(
    file: str,
    approx: str | None,
    seed: int,
    seconds: float | None,
    output: Path | None,
    plain: bool,  # noqa: FBT001 - from click
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Find an order of removal that leaves the fewest pieces of the board in FILE, and prove it."""
    from tilewright.families.vanishing.approximate import approximate
    from tilewright.families.vanishing.exact import solve as solve_exactly
    from tilewright.families.vanishing.files import dumps_order, dumps_xml, load

    if output is not None:
        check_order_output(output, file)
    board = load(file)
    with ProgressMonitor("searching", quiet=quiet) as monitor:
        monitor.mark_cancellable()
        told = progress_teller(monitor, len(board.pieces))
        if approx is None:
            answer = solve_exactly(board, seconds=seconds, cancel=monitor.cancel, on_progress=told)
        else:
            answer = approximate(
                board, approx, seed=seed, seconds=seconds, cancel=monitor.cancel, on_progress=told
            )
    if output is not None:
        from tilewright.formats import write_atomically

        xml = output.suffix.lower() == ".xml"
        write_atomically(output, dumps_xml(board, answer.order) if xml else dumps_order(board, answer.order))
    if as_json:
        body = {"command": "vanish solve", "file": file, **answer_body(answer, board)}
        print_json({**body, "output": None if output is None else str(output)})
    else:
        if output is None:
            click.echo(_solution_text(board, answer, plain=plain))
        click.echo(answer_words(answer, board))
        if output is not None:
            click.echo(f"wrote {output}")
    click.get_current_context().exit(end_code(answer, monitor))


def check_order_output(output: Path, source: str) -> None:
    """Refuse an output file for an order that could not be written in the end."""
    check_suffix(output, ORDER_SUFFIXES)
    check_writable(output, None if source == "-" else Path(source))


def progress_teller(monitor: ProgressMonitor, pieces: int) -> Callable[[VanishAnswer], None]:
    """What shows an answer under way on a watch: the best so far and the proven bound."""
    from tilewright.solve.engines.base import Progress

    def tell(answer: VanishAnswer) -> None:
        share = answer.lower_bound / answer.left if answer.left else 1.0
        if answer.method != "exact":
            share = (pieces - answer.left) / pieces if pieces else 1.0
        words = f"{answer.left} left at most, {answer.lower_bound} at least"
        monitor(Progress(share, answer.states, 0, 0, answer.seconds, None, listed=False, words=words))

    return tell


def end_code(answer: VanishAnswer, monitor: ProgressMonitor) -> int:
    """The exit code; says on stderr what ended the search early."""
    if answer.ended == "cancelled":
        note("stopped; what is said above is what was known by then")
        return monitor.stop_code
    if answer.ended == "limit":
        note("a limit of time or memory was reached; what is said above is what was known by then")
        return ExitCode.LIMIT
    return ExitCode.FOUND


def _solution_text(board: DominoBoard, answer: VanishAnswer, *, plain: bool) -> str:
    """The order of removal, several pieces a line, and the board that is left when it is small."""
    from textwrap import fill

    from tilewright.families.vanishing.drawing import MAX_SQUARES, board_text

    words = "  ".join(f"{turn}.{board.pieces[number]}" for turn, number in enumerate(answer.order, start=1))
    text = fill(words, 100) + "\n" if words else "no piece can go\n"
    if board.width * board.height <= MAX_SQUARES and board.width <= 40 and answer.left:
        text += "\n" + board_text(board, answer.order, plain=not draws_lines(plain))
    return text


@vanish.command(epilog=COMPARE_EPILOG)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@time_option
@quiet_option
@json_option
def compare(
    files: tuple[str, ...],
    seconds: float | None,
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
) -> None:
    """Put all methods side by side on the boards in FILE..., with the proven value or the best bounds.

    --time is for each method on each board.
    """
    from tilewright.families.vanishing.comparison import compare as compare_boards
    from tilewright.families.vanishing.files import load
    from tilewright.solve.engines.base import Progress

    boards = [(name, load(name)) for name in files]
    with ProgressMonitor("comparing", quiet=quiet) as monitor:
        monitor.mark_cancellable()

        def tell(number: int, method: str) -> None:
            monitor(
                Progress(number / len(boards), 0, 0, 0, 0.0, None, words=f"{boards[number][0]}: {method}")
            )

        rows = compare_boards(boards, seconds=seconds, cancel=monitor.cancel, on_step=tell)
    if as_json:
        by_name = dict(boards)
        print_json(
            {
                "command": "vanish compare",
                "boards": [
                    {
                        "file": row.name,
                        "exact": answer_body(row.exact, by_name[row.name]),
                        "methods": [answer_body(found, by_name[row.name]) for found in row.found],
                    }
                    for row in rows
                ],
            }
        )
    elif rows:
        lines = [["board", "pieces", "exact", *METHODS]]
        for row in rows:
            exact = row.exact
            proven = str(exact.left) if exact.proven else f"{exact.lower_bound}..{exact.left}"
            cells = [f"{proven}  {span(exact.seconds)}"]
            cells += [f"{found.left}  {span(found.seconds)}" for found in row.found]
            lines.append([row.name, f"{row.pieces:,}", *cells])
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        for line in lines:
            click.echo(
                "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            )
        click.echo("pieces left and time; exact is proven, or the best proven bounds")
    if monitor.cancel.is_set():
        note(f"stopped after {counted(len(rows), 'board')}")
        click.get_current_context().exit(monitor.stop_code)


@vanish.command(epilog=VERIFY_EPILOG)
@click.argument("board_file", metavar="BOARD")
@click.argument("order_file", metavar="ORDER")
@json_option
def verify(board_file: str, order_file: str, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Check that the removals in the file ORDER are allowed, one after another, on the board in BOARD."""
    from tilewright.families.vanishing.check import faults
    from tilewright.families.vanishing.files import load, load_order

    board = load(board_file)
    order = load_order(order_file, board)
    wrong = faults(board, order)
    left = len(board.pieces) - len(order)
    if as_json:
        print_json({"command": "vanish verify", "valid": not wrong, "left": left, "faults": wrong})
    elif wrong:
        click.echo("\n".join(wrong))
    else:
        click.echo(f"right: {counted(len(order), 'removal')}, {left} of {len(board.pieces)} pieces are left")
    click.get_current_context().exit(ExitCode.NONE if wrong else ExitCode.FOUND)


vanish.add_command(explain)
vanish.add_command(make)
vanish.add_command(show)
vanish.add_command(play)
