"""``--reject crossings``: all solutions of a puzzle of sticks are listed, and those with a crossing dropped.

The same as keeping crossings out by the puzzle itself (``crossings = false`` in a puzzle file), only slower;
each checks the other.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.engines import DETERMINANTS
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.cli.search import Request
    from tilewright.cli.watch import Watch
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle, Solution
    from tilewright.solve.api import Answer

reject_option = click.option(
    "--reject",
    type=click.Choice(["crossings"]),
    help="List the solutions with crossings, too, and drop those; on the lattice of sticks.",
)


class Filter:
    """Hands on solutions in which no pieces cross; when ``most`` were kept it sets ``cancel``.

    ``kept`` counts them, ``images`` also what the board's symmetries make of them when ``unique`` is asked.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        sink: Callable[[Solution], None],
        cancel: threading.Event,
        *,
        most: int | None,
        unique: bool,
    ) -> None:
        from tilewright.exact_cover.symmetry import symmetries

        self._puzzle, self._sink, self._cancel, self._most = puzzle, sink, cancel, most
        self._group = symmetries(puzzle) if unique else None
        self.kept = self.images = 0

    @property
    def full(self) -> bool:
        """Whether as many were kept as were asked for."""
        return self.kept == self._most

    def put(self, solution: Solution) -> None:
        """Look at one more solution."""
        if self.full or crosses(self._puzzle, solution):
            return
        self.kept += 1
        self.images += len(self._group.orbit(solution)) if self._group is not None else 1
        self._sink(solution)
        if self.full:
            self._cancel.set()


def crosses(puzzle: Puzzle, solution: Solution) -> bool:
    """Whether two pieces of the solution pass the same junction straight."""
    passed = [point for p in solution.placements for point in puzzle.lattice.passed(p.cells)]
    return len(set(passed)) < len(passed)


def solve_and_reject(
    request: Request, puzzle: AnyPuzzle, sink: Callable[[Solution], None], watch: Watch, most: int | None
) -> Answer:
    """As ``api.solve``, for up to ``most`` solutions in which no pieces cross."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
    from tilewright.solve import api

    if isinstance(puzzle, ExactCoverPuzzle) or not puzzle.lattice.can_cross:
        raise UnsupportedError("--reject crossings is for sticks; in this puzzle no pieces can cross")
    if request.labelled:
        raise click.UsageError("--reject and --labelled cannot be asked for together; give one of them")
    if request.engine == DETERMINANTS:
        raise click.UsageError(f"--reject lists solutions, and the engine {request.engine} lists none")
    free = replace(puzzle, crossings=True)
    kept = Filter(free, sink, watch.cancel, most=most, unique=request.unique)
    answer = api.solve(free, sink=kept.put, **request.keywords(watch))
    return replace(
        answer,
        status=api.Status.LIMIT if kept.full else answer.status,
        solutions=kept.images,
        up_to_symmetry=kept.kept if request.unique else None,
    )
