"""``tilewright vanish play``: a game by hand in the terminal, a line a move; or moves through a pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import ascii_option, json_option, quiet_option
from tilewright.cli.output import draws_lines, print_json
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import SPAN, counted
from tilewright.errors import PuzzleError
from tilewright.families.vanishing.cli.show import checked_order

if TYPE_CHECKING:
    from tilewright.families.vanishing.answer import VanishAnswer
    from tilewright.families.vanishing.board import DominoBoard
    from tilewright.families.vanishing.play import Position

LONGEST = 1_000
"""Bytes of a line that is read."""
_PLACE = re.compile(r"\(\d+ \d+\)")
LISTED = 40
"""How many pieces a list names."""

EPILOG = """\b
Examples:
  tilewright vanish play board.txt
  tilewright vanish play board.txt --order begun.txt -o mine.txt
  tilewright vanish play board.txt --time 1m --json

\b
A move a line:
  7, or 3 1   remove piece 7, or the piece on the square with x 3 and y 1
  u  r        undo, redo
  h           hint: a removal after which the fewest pieces can still be left
  s           solve from here; r then takes the pieces one by one
  best        the fewest pieces that can still be left
  q           quit; the end of the input does so, too
An empty line shows the board again.
"""

MOVES = (
    "a number or x y removes a piece; u undoes, r redoes, h is a hint, s solves from here,\n"
    "best tells the fewest that can be left, an empty line shows the board, q quits"
)


@click.command(epilog=EPILOG, short_help="Remove dominoes by hand, with undo and hints.")
@click.argument("file")
@click.option(
    "--order",
    "order_file",
    metavar="ORDER",
    help="Begin after the removals in this file; undo takes them back.",
)
@click.option(
    "--time",
    "seconds",
    type=SPAN,
    default="10s",
    show_default=True,
    metavar="TIME",
    help="How long a hint, or another answer of the solver, may take.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write the removals to this file at the end: .txt or .xml.",
)
@ascii_option
@quiet_option
@json_option
def play(
    file: str,
    order_file: str | None,
    seconds: float,
    output: Path | None,
    plain: bool,  # noqa: FBT001 - from click
    quiet: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Play the board in FILE: each line of standard input is a move.

    Pieces that may go are in brackets. With --json the game is shown on stderr.
    """
    from tilewright.families.vanishing.cli.solve import check_order_output
    from tilewright.families.vanishing.files import dumps_order, dumps_xml, load
    from tilewright.families.vanishing.play import begin
    from tilewright.formats import write_atomically

    if "-" in (file, order_file):
        raise click.UsageError("standard input is for the moves; expected the name of a file instead of '-'")
    if output is not None:
        check_order_output(output, file)
    board = load(file)
    start = begin(board, () if order_file is None else checked_order(order_file, board))
    table = _Table(start, seconds, plain=not draws_lines(plain), quiet=quiet, aside=as_json)
    table.play()
    best = table.best(begin(board))
    left = table.position.left
    table.say(f"{left:,} of {counted(len(board.pieces), 'piece')} left; {verdict(left, best)}")
    if output is not None:
        xml = output.suffix.lower() == ".xml"
        removed = table.position.removed
        write_atomically(output, dumps_xml(board, removed) if xml else dumps_order(board, removed))
        table.say(f"wrote {output}")
    if as_json:
        print_json(
            {
                "command": "vanish play",
                "file": file,
                "pieces": len(board.pieces),
                "left": left,
                "order": [str(board.pieces[number]) for number in table.position.removed],
                "best_left": best.left,
                "lower_bound": best.lower_bound,
                "proven": best.proven,
                "output": output and str(output),
            }
        )


def typed_lines(*, aside: bool) -> Iterator[str]:
    """The lines of standard input as they come; of one that is too long, its beginning.

    A terminal gets a prompt, ``aside`` on stderr.
    """
    terminal = sys.stdin.isatty()
    while True:
        if terminal:
            click.echo("> ", nl=False, err=aside)
        line = sys.stdin.buffer.readline(LONGEST)
        if not line:
            if terminal:
                click.echo(err=aside)  # after the prompt
            return
        rest = line
        while len(rest) == LONGEST and not rest.endswith(b"\n"):
            rest = sys.stdin.buffer.readline(LONGEST)
        yield line.decode("utf-8", errors="replace").strip()


class _Table:
    """A game under way: the position, and what the solver has said about positions."""

    def __init__(self, position: Position, seconds: float, *, plain: bool, quiet: bool, aside: bool) -> None:
        self.position = position
        self._seconds, self._plain, self._quiet, self._aside = seconds, plain, quiet, aside
        self._known: dict[frozenset[int], VanishAnswer] = {}

    @property
    def _board(self) -> DominoBoard:
        return self.position.game.board

    def say(self, words: str) -> None:
        """Print what belongs to the game."""
        click.echo(words, err=self._aside)

    def tell(self, sentence: str) -> None:
        """Print a sentence in lines that are not too long; a place such as (3 1) stays whole."""
        whole = _PLACE.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), sentence)
        self.say(fill(whole, 100).replace("\N{NO-BREAK SPACE}", " "))

    def play(self) -> None:
        """Take moves until there are no more lines, or the player quits."""
        commands: dict[str, Callable[[], None]] = {
            "": self._show,
            "?": lambda: self.say(MOVES),
            "help": lambda: self.say(MOVES),
            "h": self._hint,
            "hint": self._hint,
            "s": self._solve,
            "solve": self._solve,
            "best": self._best,
        }
        self._show()
        self.say(MOVES)
        for typed in typed_lines(aside=self._aside):
            if typed.lower() in ("q", "quit"):
                return
            if typed.lower() in commands:
                commands[typed.lower()]()
            else:
                self._move(typed)

    def best(self, position: Position) -> VanishAnswer:
        """The solver's answer from a position, asked for once; Ctrl-C ends the search, not the game."""
        from tilewright.families.vanishing.cli.solve import progress_teller
        from tilewright.families.vanishing.play import best_from

        followed = self._followed(position)
        if followed is not None and (followed.proven or position.gone in self._known):
            return followed
        with ProgressMonitor("thinking", quiet=self._quiet) as monitor:
            monitor.mark_cancellable()
            told = progress_teller(monitor, position.left)
            answer = best_from(position, seconds=self._seconds, cancel=monitor.cancel, on_progress=told)
        if followed is not None and followed.left < answer.left:
            answer = replace(answer, left=followed.left, order=followed.order)
        if answer.ended != "cancelled":
            self._known[position.gone] = answer
        return answer

    def _followed(self, position: Position) -> VanishAnswer | None:
        """The best answer known from an earlier position, where the player has followed its order.

        What was proven there holds here: fewer can be left from here only if they could from there.
        """
        best = None
        for gone, answer in self._known.items():
            taken = len(position.gone) - len(gone)
            if gone <= position.gone and position.gone - gone == set(answer.order[: max(0, taken)]):
                found = replace(answer, order=answer.order[taken:])
                if best is None or (found.left, -found.lower_bound) < (best.left, -best.lower_bound):
                    best = found
        return best

    def _move(self, typed: str) -> None:
        from tilewright.families.vanishing.play import apply, interpret

        try:
            self.position = apply(self.position, interpret(self.position, typed))
        except PuzzleError as error:
            self.say(f"{error}; ? lists the moves" if "is no move" in str(error) else str(error))
            return
        self._show()

    def _show(self) -> None:
        from tilewright.families.vanishing.drawing import board_text, with_rulers

        position = self.position
        text = board_text(self._board, position.removed, marked=position.removable, plain=self._plain)
        self.say("\n" + with_rulers(text, self._board).rstrip("\n"))
        count = f"{position.left:,} left"
        if position.removable:
            self.tell(f"{count}; may go: {self._listed(position.removable)}")
        elif position.left:
            best = self.best(self._start())
            self.say(f"{count}; no piece can go any more; {verdict(position.left, best)}")
        else:
            self.say(f"{count}: the board is empty")

    def _start(self) -> Position:
        from tilewright.families.vanishing.play import Position

        return Position(self.position.game)

    def _listed(self, numbers: Sequence[int]) -> str:
        named = (f"{number + 1} ({self._place(number)})" for number in numbers[:LISTED])
        more = len(numbers) - LISTED
        return ", ".join(named) + (f" and {more:,} more" if more > 0 else "")

    def _place(self, number: int) -> str:
        piece = self._board.pieces[number]
        return f"{piece.x} {piece.y}"

    def _hint(self) -> None:
        if not self.position.removable:
            self.say("no piece can go, so there is no hint; u undoes")
            return
        answer = self.best(self.position)
        if not answer.order:
            self.say("no hint was found in this time")
            return
        number = answer.order[0]
        self.say(f"remove {number + 1} ({self._place(number)}); {reachable(answer)}")

    def _solve(self) -> None:
        from tilewright.families.vanishing.play import with_plan

        answer = self.best(self.position)
        if not answer.order:
            self.say(f"nothing more can be removed; {reachable(answer)}")
            return
        self.tell(f"{reachable(answer)}: {self._listed(answer.order)}")
        self.say("r takes these pieces one by one")
        self.position = with_plan(self.position, answer.order)

    def _best(self) -> None:
        self.say(reachable(self.best(self.position)))


def reachable(answer: VanishAnswer) -> str:
    """How few pieces can still be left, as half a sentence."""
    if answer.proven:
        return f"{answer.left:,} can still be left, not fewer"
    return f"{answer.left:,} can still be left; perhaps fewer, but at least {answer.lower_bound:,}"


def verdict(left: int, best: VanishAnswer) -> str:
    """How a score compares with the best from the start, as half a sentence."""
    if left == best.lower_bound:
        return "that is the best there is"
    if best.proven:
        return f"the best is {best.left:,}"
    if left <= best.left:
        return f"no better is known; at least {best.lower_bound:,} must be left"
    return f"an order that leaves {best.left:,} is known"
