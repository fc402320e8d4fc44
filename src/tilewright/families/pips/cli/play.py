"""``tilewright pips play``: a puzzle in the terminal, one move per line of standard input."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, ascii_option, json_option, quiet_option
from tilewright.cli.output import draws_lines
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.typed_lines import typed_lines
from tilewright.errors import GameError
from tilewright.families.pips.cli.solve import laid_keys, read_puzzle, source_options
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.pips.game import PipsHint
    from tilewright.families.pips.play import PipsPosition
    from tilewright.families.pips.puzzle import LaidDomino, PipsPuzzle

MOVES = (
    "2-5 1 3 1 4: lay 2-5, the 2 on row 1, column 3, the 5 on row 1, column 4; lift 1 3: lift a domino;\n"
    "u: undo, r: redo, h: hint (again: why, and again: what), c: check, empty line: show the board, q: quit"
)
_LAY = re.compile(r"(\d)-(\d)\s+(\d+)[\s,]+(\d+)\s+(\d+)[\s,]+(\d+)")
_LIFT = re.compile(r"lift\s+(\d+)[\s,]+(\d+)")


@click.command(cls=DocumentedCommand)
@source_options
@ascii_option
@quiet_option
@json_option
def play(*, file: str, level: str | None, plain: bool, quiet: bool, as_json: bool) -> None:
    """Play the puzzle in FILE: each line of standard input is a move.

    With --json the game is shown on stderr.
    """
    if file == "-":
        raise click.UsageError("standard input is read for moves; expected a file name instead of '-'")
    game = _TerminalGame(
        read_puzzle(file, level), plain=not draws_lines(plain), quiet=quiet, on_stderr=as_json
    )
    game.play()
    if as_json:
        laid = [laid_keys(one) for one in game.laid]
        print_json({"command": "pips play", "file": file, "laid": laid, "solved": game.is_solved})
    click.get_current_context().exit(ExitCode.FOUND if game.is_solved else ExitCode.NONE)


class _TerminalGame:
    """A game in progress: the position, and those before and after."""

    def __init__(self, puzzle: PipsPuzzle, *, plain: bool, quiet: bool, on_stderr: bool) -> None:
        from tilewright.families.pips.play import begin

        self.puzzle, self.position = puzzle, begin(puzzle)
        self._before: list[PipsPosition] = []
        self._after: list[PipsPosition] = []
        self._plain, self._quiet, self._on_stderr = plain, quiet, on_stderr
        self._hint: PipsHint | None = None
        self._stage = 0

    def say(self, text: str) -> None:
        click.echo(text, err=self._on_stderr)

    @property
    def laid(self) -> tuple[LaidDomino, ...]:
        """The dominoes on the board."""
        return self.position.dominoes

    @property
    def is_solved(self) -> bool:
        """Whether all dominoes lie and each region has its rule."""
        return self.position.finished

    def play(self) -> None:
        """Take moves until the input ends, the puzzle is solved or the player quits."""
        commands = {
            "": self._show,
            "?": lambda: self.say(MOVES),
            "help": lambda: self.say(MOVES),
            "u": self._undo,
            "undo": self._undo,
            "r": self._redo,
            "redo": self._redo,
            "h": self._help,
            "hint": self._help,
            "c": self._check,
            "check": self._check,
        }
        self._show()
        self.say(MOVES)
        for typed in typed_lines(on_stderr=self._on_stderr):
            words = typed.lower()
            if words in ("q", "quit"):
                return
            try:
                if words in commands:
                    commands[words]()
                else:
                    self._move(words)
            except GameError as error:
                self.say(str(error))
            if self.is_solved:
                self.say("Solved.")
                return

    def _move(self, words: str) -> None:
        from tilewright.families.pips.game import check_move
        from tilewright.families.pips.play import PipsMove, apply
        from tilewright.families.pips.puzzle import LaidDomino

        lay, lift = _LAY.fullmatch(words), _LIFT.fullmatch(words)
        if lay:
            a, b, row, column, other_row, other_column = map(int, lay.groups())
            one = LaidDomino(((column - 1, row - 1), (other_column - 1, other_row - 1)), (a, b))
            check_move(self.puzzle, self.laid, one)  # in rows and columns, as they are typed
            dominoes = self.puzzle.dominoes
            number = next(k for k in self.position.remaining if sorted(dominoes[k]) == sorted(one.numbers))
            cells = one.cells if dominoes[number] == one.numbers else one.cells[::-1]
            self._change(apply(self.position, PipsMove("lay", number, cells)))
        elif lift:
            row, column = map(int, lift.groups())
            laid = self.position.owner.get((column - 1, row - 1))
            if laid is None:
                raise GameError(f"there is no domino on row {row}, column {column}")
            self._change(apply(self.position, PipsMove("lift", laid)))
        else:
            raise GameError(f"{words!r} is not a move; ? lists the moves")

    def _change(self, position: PipsPosition) -> None:
        self._before.append(self.position)
        self._after.clear()
        self._set(position)

    def _set(self, position: PipsPosition) -> None:
        self.position, self._hint = position, None
        self._show()

    def _undo(self) -> None:
        if not self._before:
            raise GameError("there is nothing to undo")
        self._after.append(self.position)
        self._set(self._before.pop())

    def _redo(self) -> None:
        if not self._after:
            raise GameError("there is nothing to redo")
        self._before.append(self.position)
        self._set(self._after.pop())

    def _check(self) -> None:
        from tilewright.families.pips.game import is_right_so_far
        from tilewright.solving.steps import Cancelled, Control

        with ProgressMonitor("checking", quiet=self._quiet) as monitor:
            try:
                right = is_right_so_far(self.puzzle, self.laid, Control(cancel=monitor.cancel))
            except Cancelled:
                self.say("stopped")
                return
        self.say("So far right." if right else "Something is wrong.")

    def _help(self) -> None:
        """The next stage of a hint: where, why, what."""
        from tilewright.families.pips.game import find_hint
        from tilewright.solving.steps import Cancelled, Control

        if self._hint is None:
            with ProgressMonitor("thinking", quiet=self._quiet) as monitor:
                try:
                    self._hint = find_hint(self.puzzle, self.laid, Control(cancel=monitor.cancel))
                except Cancelled:
                    self.say("stopped")
                    return
            self._stage = 0
        stages = (self._hint.where, "\n".join(self._hint.why), self._hint.what)
        self.say(stages[self._stage])
        self._stage = min(self._stage + 1, len(stages) - 1)

    def _show(self) -> None:
        from tilewright.families.pips.drawing import position_text
        from tilewright.families.pips.game import region_states

        states = region_states(self.puzzle, self.laid)
        self.say("\n" + position_text(self.puzzle, self.laid, states, plain=self._plain).rstrip("\n"))
        left = len(self.position.remaining)
        self.say(f"{counted(left, 'domino', 'dominoes')} left")
