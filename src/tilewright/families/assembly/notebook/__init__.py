"""How an assembly comes apart, in a notebook: the player of the page as a widget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from tilewright.errors import PuzzleError
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.filter import AssemblyExaminer
from tilewright.families.assembly.views import disassembly_view
from tilewright.jupyter.bundle import bundled_module, bundled_styles
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving.steps import never_cancelled
from tilewright.web.tasks.puzzles import puzzle_view

_HERE = Path(__file__).parent
_PAGE = _HERE.parent / "web" / "static"


class DisassemblyWidget(anywidget.AnyWidget):  # type: ignore[misc]  # what it is derived from has no types
    """An assembly in a notebook that is taken apart move by move.

    ``DisassemblyWidget(solution)`` takes a solution of a puzzle in space apart; a :class:`Disassembly` that
    is known already needs its ``puzzle``. The solid is turned, pulled apart and played as on the page
    ``/assembly``; one that does not come apart shows what is in the way of each piece.

    ``move``: how many moves have been made; assign a number to go there, and observe it to follow. ``found``
    is the disassembly. UnsupportedError for puzzles that are not in space; PuzzleError for what is neither.
    """

    _esm = bundled_module("disassembly_widget.js", (_HERE / "static", _PAGE))
    _css = bundled_styles(_PAGE / "assembly.css")

    puzzle_view = traitlets.Dict().tag(sync=True)
    disassembly_view = traitlets.Dict().tag(sync=True)
    move = traitlets.Int(0).tag(sync=True)

    def __init__(self, shown: Solution | Disassembly, puzzle: Puzzle | None = None) -> None:
        value = shown.puzzle if isinstance(shown, Solution) and puzzle is None else puzzle
        if not isinstance(shown, Solution | Disassembly):
            raise PuzzleError(f"this shows a solution or a disassembly, not {type(shown).__name__}")
        if not isinstance(value, Puzzle):
            raise PuzzleError("the puzzle of this assembly is not known; give it as second argument")
        if isinstance(shown, Solution):
            shown = AssemblyExaminer(value, explain=True).examine(shown, never_cancelled)
        self.puzzle = value
        self.found = shown
        super().__init__(puzzle_view=puzzle_view(value), disassembly_view=disassembly_view(shown))

    @property
    def length(self) -> int:
        """The number of moves; without moves, of the steps between the positions that the pieces reach."""
        if self.found.comes_apart:
            return sum(self.found.levels)
        blocking = self.found.blocking
        whole = blocking is not None and len(blocking.pieces) == len(self.found.pieces)
        return len(blocking.positions) - 1 if blocking is not None and whole else 0

    @traitlets.validate("move")  # type: ignore[untyped-decorator]
    def _check_move(self, proposal: Any) -> int:
        number: int = proposal["value"]
        if not 0 <= number <= self.length:
            raise PuzzleError(f"there is no move number {number}; there are {self.length}")
        return number
