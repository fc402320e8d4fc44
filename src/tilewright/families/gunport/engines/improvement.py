"""Local search: an arrangement made better in windows that the engine ``frontier`` fills anew.

A window is a square of cells. The pieces that lie in it are taken away, and one of the best ways to fill it
again is drawn uniformly, with all pieces and ports around it as given. So the number of pieces never rises,
and the arrangement wanders among those with equally many until a window saves one. The windows and what is
drawn depend on the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from tilewright.families.gunport.board import Arrangement, GunportBoard, PieceCells, Rules
from tilewright.families.gunport.engines import frontier
from tilewright.families.gunport.engines.bounded import least_excess
from tilewright.families.gunport.engines.cover_problem import pieces_needed
from tilewright.families.gunport.query import GunportAnswer, GunportQuery, SolveOptions, checked
from tilewright.model.lattices import Cell
from tilewright.solving.steps import Progress, Returning, Status, StepLoop
from tilewright.wording import counted

METHOD = "local-search"
WINDOW, LARGE_PIECE_WINDOW = 7, 5
"""The side of a window; a window with dominoes takes about 0.01 s."""
LEAST_PATIENCE = 200
"""Windows without a piece less after which the search ends; more on boards of more cells."""


@dataclass(frozen=True)
class Window:
    """A part of a board: cells to fill anew, and what lies around them as given pieces and ports."""

    board: GunportBoard
    free: frozenset[Cell]


def lower_bound(board: GunportBoard, rules: Rules) -> int:
    """A number of pieces that every arrangement has, found without a search."""
    if board.size is None or not rules.is_domino or rules.no_slide:
        return pieces_needed(board, rules)
    rows, columns = max(board.size), min(board.size)
    return (rows * columns + least_excess(rows, columns)) // 3


def improve(
    arrangement: Arrangement,
    rules: Rules = Rules(),  # noqa: B008 - frozen
    options: SolveOptions = SolveOptions(),  # noqa: B008
    *,
    seed: int = 0,
    known_bound: int = 0,
    on_better: Callable[[Arrangement], None] = lambda better: None,
) -> GunportAnswer:
    """The arrangement, or one with fewer pieces; ``states`` counts the windows.

    The search ends when the number of pieces is proven to be the fewest, by ``lower_bound`` or by
    ``known_bound``; after many windows without success; or at a limit or cancellation. ``on_better`` gets
    each arrangement with fewer pieces. RuntimeError when the arrangement is not valid.
    """
    board = arrangement.board
    bound = max(lower_bound(board, rules), known_bound)
    cells = sorted(board.cells)
    best = checked(arrangement, rules, METHOD)

    def refill(cell_sets: set[PieceCells], window: Window) -> int:
        nonlocal best
        outside = {piece for piece in best.pieces if not window.free.issuperset(piece)}
        better = Arrangement(board, frozenset(outside | cell_sets))
        if len(better.pieces) < len(best.pieces):
            on_better(checked(better, rules, METHOD))
        best = better
        return len(best.pieces)

    search = ArrangementSearch(rules, options, seed)
    search.run(len(best.pieces), bound, cells, lambda centre: _window(best, rules, centre), refill)
    answer = GunportAnswer(board, rules, search.status, None, min(bound, len(best.pieces)), method=METHOD)
    answer = replace(answer, states=search.windows, seconds=search.loop.seconds)
    return answer.with_best(checked(best, rules, METHOD))


def reach(rules: Rules) -> int:
    """How far beyond a window its pieces and ports matter, in cells.

    A further piece with a cell in the window stands out so far. So do the cells into which a piece slides
    that are not in the window, if one is; and the piece itself stands next to that one.
    """
    return max(1, *(max(cell) for shape in rules.orientations for cell in shape))


class ArrangementSearch:
    """Fills windows anew, one after the other; ``status`` says how it ended, ``windows`` counts them."""

    def __init__(self, rules: Rules, options: SolveOptions, seed: int) -> None:
        self.rules, self.options, self.rng = rules, options, Random(seed)
        self.loop = StepLoop(options.control)
        self.status, self.windows = Status.COMPLETE, 0

    def run(
        self,
        pieces: int,
        bound: int,
        cells: Sequence[Cell],
        window_of: Callable[[Cell], Window],
        refill: Callable[[set[PieceCells], Window], int],
    ) -> None:
        """Start with so many pieces, and end when there are ``bound``, after many windows without success, or
        at a limit.

        ``window_of`` makes the window at a cell; ``refill`` puts new pieces into it, and returns the
        number of all pieces.
        """
        idle, patience = 0, max(LEAST_PATIENCE, len(cells))
        while pieces > bound and idle < patience:
            window = window_of(self.rng.choice(cells))
            tables = self._filled(window)
            if (ended := self.loop.interruption) is not None:
                self.status = ended
                return
            self.windows, idle, before = self.windows + 1, idle + 1, pieces
            if tables is not None:
                pieces = refill(tables, window)
                idle = 0 if pieces < before else idle
            self.loop.report(partial(self._progress, pieces, idle / patience))

    def _filled(self, window: Window) -> set[PieceCells] | None:
        """The pieces of one of the best ways to fill a window; None when a limit came first."""
        if not window.free:
            return set()
        options = replace(self.options, on_progress=None).remaining(self.loop.start_time)
        query = GunportQuery(sample=1, seed=self.rng.getrandbits(32))
        arrangements = list(
            Returning(frontier.optimal_arrangements(window.board, self.rules, query, options))
        )
        return (
            {piece for piece in arrangements[0].pieces if window.free.issuperset(piece)}
            if arrangements
            else None
        )

    def _progress(self, pieces: int, share: float) -> Progress:
        words = f"{pieces:,} pieces, {counted(self.windows, 'window')}"
        return Progress(share, self.windows, 0, 0, self.loop.seconds, None, listed=False, words=words)


def _window(arrangement: Arrangement, rules: Rules, centre: Cell) -> Window:
    """The window around a cell, with as much of its surroundings as any piece in it can touch."""
    board = arrangement.board
    side = WINDOW if rules.is_domino else LARGE_PIECE_WINDOW
    left, top = (place - side // 2 for place in centre)
    square = {(x, y) for x in range(left, left + side) for y in range(top, top + side)} & board.cells
    fixed = [piece for piece in arrangement.pieces if piece in board.pieces or not square.issuperset(piece)]
    free = frozenset(square.difference(board.ports, *fixed))
    steps = range(-reach(rules), reach(rules) + 1)
    near = {(x + dx, y + dy) for x, y in free for dx in steps for dy in steps}
    given = frozenset(piece for piece in fixed if not near.isdisjoint(piece))
    ports = frozenset((near & arrangement.ports) - free)
    return Window(GunportBoard(free.union(ports, *given), given, ports), free)
