"""The widget: a board to play on, or solutions to step through."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import anywidget
import traitlets

from tilewright.errors import PuzzleError
from tilewright.jupyter.bundle import bundled_module, bundled_styles
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.play import hints, tiling
from tilewright.solving.steps import Limits
from tilewright.web.tasks.playing import hint_view
from tilewright.web.tasks.puzzles import placement_views, puzzle_view

HINT_SECONDS = 10.0
EXPECTED = "expected a puzzle, a solution, several solutions of one puzzle, or an answer that has some"


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]  # what it is derived from has no types
    """A puzzle to play in a notebook, or solutions of it.

    ``BoardWidget(puzzle)`` is played by mouse, touch and keyboard, as on the page ``/play``. A solution, a
    list of solutions, or an answer that has some (of ``optimise``, ``sample``, ``forced``) is shown solution
    by solution. Solids are turned by the mouse. PuzzleError for puzzles without a board.

    ``moves`` are the moves of the game so far, ``place F on 1,0 0,1 ...`` and ``lift 1,1``; assign a list to
    change the position (GameError when a move is not valid), and observe it to follow the game. ``number``
    is that of the solution that is shown, from 0. ``labels``: whether names are written on pieces.
    """

    _esm = bundled_module()
    _css = bundled_styles()

    puzzle_view = traitlets.Dict().tag(sync=True)
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    solutions_view = traitlets.List().tag(sync=True)
    number = traitlets.Int(0).tag(sync=True)
    labels = traitlets.Bool(True).tag(sync=True)

    def __init__(self, shown: Any, *, labels: bool = True) -> None:
        puzzle, solutions = _puzzle_and_solutions(shown)
        if isinstance(puzzle, ExactCoverPuzzle):
            raise PuzzleError("a puzzle of items and options has no board to show")
        self.puzzle: Puzzle = puzzle
        self.solutions = solutions
        super().__init__(
            puzzle_view=puzzle_view(puzzle),
            solutions_view=[placement_views(solution.placements) for solution in solutions],
            labels=labels,
        )
        self.on_msg(self._answer)

    @traitlets.validate("moves")  # type: ignore[untyped-decorator]
    def _check_moves(self, proposal: Any) -> list[str]:
        moves: list[str] = proposal["value"]
        tiling.replay(self.puzzle, moves)
        return moves

    @traitlets.validate("number")  # type: ignore[untyped-decorator]
    def _check_number(self, proposal: Any) -> int:
        number: int = proposal["value"]
        if not 0 <= number < max(1, len(self.solutions)):
            raise PuzzleError(
                f"there is no solution number {number}; there are {len(self.solutions)}, from 0"
            )
        return number

    @property
    def position(self) -> tiling.TilingPosition:
        """The position of the game."""
        return tiling.replay(self.puzzle, self.moves)

    @property
    def solution(self) -> Solution | None:
        """The solution that is shown, or that the player has found; None while there is none."""
        number: int = self.number
        if self.solutions:
            return self.solutions[number]
        position = self.position
        return Solution.of(position.placements) if position.finished else None

    def _answer(self, widget: object, content: dict[str, Any], buffers: object) -> None:
        """Answer a request of the page for a hint; it is ignored there when the position has changed."""
        if content.get("request") != "hint":
            return
        hint = hints.hint(self.position, Limits(seconds=HINT_SECONDS))
        self.send({**hint_view(hint), "moves": content.get("moves")})


def _puzzle_and_solutions(shown: Any) -> tuple[AnyPuzzle, tuple[Solution, ...]]:
    """The puzzle of what a board is to show, and the solutions that it has."""
    if isinstance(shown, Puzzle | ExactCoverPuzzle):
        return shown, ()
    value = getattr(shown, "solutions", None)
    if isinstance(shown, Solution):
        solutions: tuple[object, ...] = (shown,)
    elif isinstance(value, tuple):
        solutions = value
    elif isinstance(getattr(shown, "solution", None), Solution):
        solutions = (shown.solution,)
    elif isinstance(shown, Iterable) and not isinstance(shown, str | Placement):
        solutions = tuple(shown)
    else:
        solutions = ()
    all_solutions = tuple(one for one in solutions if isinstance(one, Solution))
    if not all_solutions or len(all_solutions) < len(solutions):
        raise PuzzleError(f"a board cannot show {type(shown).__name__}: {EXPECTED}")
    puzzle = all_solutions[0].puzzle
    if puzzle is None or any(one.puzzle is not puzzle for one in all_solutions):
        raise PuzzleError(f"these solutions do not know their puzzle, or are of several: {EXPECTED}")
    return puzzle, all_solutions
