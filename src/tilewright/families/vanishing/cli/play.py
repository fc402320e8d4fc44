"""``tilewright vanish play``: a game in the terminal, one move per line of standard input."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PLAIN_FILE
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, ascii_option, json_option, quiet_option
from tilewright.cli.output import check_output_file, draws_lines, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import SPAN
from tilewright.cli.typed_lines import typed_lines
from tilewright.errors import GameError
from tilewright.families.vanishing.cli.solve import (
    ORDER_SUFFIXES,
    control_of,
    from_right_option,
    load_allowed_order,
    write_order,
)
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.vanishing.game import VanishingPosition
    from tilewright.families.vanishing.solving import VanishingResult

MAX_LISTED = 40  # how many pieces a list names
_SQUARE = re.compile(r"\(\d+ \d+\)")

MOVES = (
    "a number or x y removes a piece; u: undo, r: redo, h: hint, s: solve from here,\n"
    "best: the fewest that can remain, empty line: show the board, q: quit"
)


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PLAIN_FILE)
@click.option("--order", "order_file", metavar="ORDER", help="Start after the removals in this file.")
@click.option(
    "--time",
    "seconds",
    type=SPAN,
    default="10s",
    show_default=True,
    metavar="TIME",
    help="Time limit of each hint and other solver request.",
)
@output_option("Write the removals to this file at the end: .txt or .xml.")
@ascii_option
@quiet_option
@from_right_option
@json_option
def play(
    *,
    file: str,
    order_file: str | None,
    seconds: float,
    output: Path | None,
    plain: bool,
    quiet: bool,
    from_right: bool,
    as_json: bool,
) -> None:
    """Play the board in FILE: each line of standard input is a move.

    Removable pieces are in brackets. With --json the game is shown on stderr.
    """
    from tilewright.families.vanishing.files import load
    from tilewright.families.vanishing.game import begin, score_text

    if "-" in (file, order_file):
        raise click.UsageError("standard input is read for moves; expected a file name instead of '-'")
    check_output_file(output, ORDER_SUFFIXES, file)
    board = load(file, from_right=from_right)
    start = begin(board, () if order_file is None else load_allowed_order(order_file, board))
    session = _TerminalGame(start, seconds, plain=not draws_lines(plain), quiet=quiet, on_stderr=as_json)
    session.play()
    best = session.best(begin(board))
    end = session.position
    total = counted(len(board.pieces), "piece")
    session.say(f"{end.remaining:,} of {total} remain; {score_text(end.remaining, best)}")
    if output is not None:
        write_order(output, board, end.removed)
        session.say(f"wrote {output}")
    if as_json:
        print_json(
            {
                "command": "vanish play",
                "file": file,
                "pieces": len(board.pieces),
                "left": end.remaining,
                "order": [str(board.pieces[number]) for number in end.removed],
                "best_left": best.remaining,
                "lower_bound": best.lower_bound,
                "proven": best.proven,
                "output": output,
            }
        )


class _TerminalGame:
    """A game in progress: the position, and the solver's results for positions."""

    def __init__(
        self, position: VanishingPosition, seconds: float, *, plain: bool, quiet: bool, on_stderr: bool
    ) -> None:
        self.position = position
        self._board = position.board
        self._seconds, self._plain, self._quiet, self._on_stderr = seconds, plain, quiet, on_stderr
        self._known: dict[frozenset[int], VanishingResult] = {}

    def say(self, text: str) -> None:
        click.echo(text, err=self._on_stderr)

    def play(self) -> None:
        """Take moves until the input ends or the player quits."""
        from tilewright.families.vanishing.game import hint, reachable_text

        def show_hint() -> None:
            self.say(hint(self.position, self.best(self.position)).sentence)

        commands: dict[str, Callable[[], None]] = {
            "": self._show,
            "?": lambda: self.say(MOVES),
            "help": lambda: self.say(MOVES),
            "h": show_hint,
            "hint": show_hint,
            "s": self._solve,
            "solve": self._solve,
            "best": lambda: self.say(reachable_text(self.best(self.position))),
        }
        self._show()
        self.say(MOVES)
        for typed in typed_lines(on_stderr=self._on_stderr):
            if typed.lower() in ("q", "quit"):
                return
            if typed.lower() in commands:
                commands[typed.lower()]()
            else:
                self._move(typed)

    def best(self, position: VanishingPosition) -> VanishingResult:
        """The solver's result from a position, searched once; Ctrl-C ends the search, not the game."""
        from tilewright.families.vanishing.game import best_result

        followed = self._followed(position)
        if followed is not None and (followed.proven or position.gone in self._known):
            return followed
        with ProgressMonitor("thinking", quiet=self._quiet) as monitor:
            result = best_result(position, control_of(monitor, self._seconds))
        if followed is not None and followed.remaining < result.remaining:
            result = replace(result, remaining=followed.remaining, order=followed.order)
        if result.status.value != "cancelled":
            self._known[position.gone] = result
        return result

    def _followed(self, position: VanishingPosition) -> VanishingResult | None:
        """The best result known from an earlier position whose order the player has followed.

        Its lower bound holds here: fewer can remain from here only if they could from there.
        """
        results = []
        for gone, result in self._known.items():
            taken = len(position.gone) - len(gone)
            if gone <= position.gone and position.gone - gone == set(result.order[: max(0, taken)]):
                results.append(replace(result, order=result.order[taken:]))
        return min(results, key=lambda result: (result.remaining, -result.lower_bound), default=None)

    def _move(self, typed: str) -> None:
        from tilewright.families.vanishing.game import apply

        try:
            self.position = apply(self.position, typed)
        except GameError as error:
            self.say(f"{error}; ? lists the moves" if "is not a move" in str(error) else str(error))
            return
        self._show()

    def _show(self) -> None:
        from tilewright.families.vanishing.drawing import board_text, with_rulers
        from tilewright.families.vanishing.game import begin, score_text

        position = self.position
        text = board_text(self._board, position.removed, marked=position.removable, plain=self._plain)
        self.say("\n" + with_rulers(text, self._board).rstrip("\n"))
        count = f"{position.remaining:,} left"
        if position.removable:
            self._say_list(f"{count}; removable: ", position.removable)
        elif position.remaining:
            score = score_text(position.remaining, self.best(begin(self._board)))
            self.say(f"{count}; no piece can be removed any more; {score}")
        else:
            self.say(f"{count}: the board is empty")

    def _say_list(self, head: str, numbers: Sequence[int]) -> None:
        """Print numbers of pieces with their squares, in lines that break between them."""
        pieces = self._board.pieces
        named = ", ".join(f"{n + 1} ({pieces[n].x} {pieces[n].y})" for n in numbers[:MAX_LISTED])
        more = f" and {len(numbers) - MAX_LISTED:,} more" if len(numbers) > MAX_LISTED else ""
        whole = _SQUARE.sub(lambda match: match[0].replace(" ", "\N{NO-BREAK SPACE}"), head + named + more)
        self.say(fill(whole, 100).replace("\N{NO-BREAK SPACE}", " "))

    def _solve(self) -> None:
        from tilewright.families.vanishing.game import reachable_text, with_plan

        result = self.best(self.position)
        if not result.order:
            self.say(f"no more pieces can be removed; {reachable_text(result)}")
            return
        self._say_list(f"{reachable_text(result)}: ", result.order)
        self.say("r removes these pieces one by one")
        self.position = with_plan(self.position, result.order)
