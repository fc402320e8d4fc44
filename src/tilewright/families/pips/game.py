"""Playing Pips: dominoes that a player laid, checked, and hints in three stages, each of them proven.

A position is the dominoes that are laid, in the order in which they were. Nothing here knows a terminal or a
page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import GameError
from tilewright.families.pips.candidates import Candidates
from tilewright.families.pips.puzzle import Cell, LaidDomino, PipsPuzzle, PipsSolution, cell_name, domino_name
from tilewright.families.pips.solving import first
from tilewright.families.pips.techniques import Explanation, Step, explain, needed
from tilewright.solving.steps import Control, StepLoop

_UNLIMITED = Control()


@dataclass(frozen=True)
class PipsHint:
    """Help in three stages: ``where`` to look, ``why``, and ``what`` follows.

    ``laid`` is the domino to lay, or ``lift`` those to lift where the board cannot be filled. ``steps`` lead
    to it; the last one lays it.
    """

    where: str
    why: tuple[str, ...]
    what: str
    cells: tuple[Cell, ...] = ()
    laid: LaidDomino | None = None
    lift: tuple[LaidDomino, ...] = ()
    steps: tuple[Step, ...] = ()


def check_move(puzzle: PipsPuzzle, laid: Sequence[LaidDomino], one: LaidDomino) -> None:
    """GameError unless this domino is left, and may lie there next to those that are laid.

    Rules of regions may be broken: the player sees that.
    """
    left = Counter(domino_name(*pair) for pair in puzzle.dominoes)
    if not left[one.name]:
        raise GameError(f"there is no domino {one.name}")
    if left[one.name] <= sum(other.name == one.name for other in laid):
        raise GameError(f"{one.name} lies on the board already; lift it first")
    covered = {cell for other in laid for cell in other.cells}
    for cell in one.cells:
        if cell not in puzzle.region_of:
            raise GameError(f"{cell_name(cell)} is not on the board")
        if cell in covered:
            raise GameError(f"{cell_name(cell)} has a domino already; lift it first")
    (x, y), (u, v) = one.cells
    if abs(x - u) + abs(y - v) != 1:
        raise GameError(f"{cell_name(one.cells[0])} and {cell_name(one.cells[1])} share no side")


def region_states(puzzle: PipsPuzzle, laid: Sequence[LaidDomino]) -> list[str]:
    """For each region "open", or "right" when it is full; "wrong" as soon as it cannot be right any more."""
    numbers = {cell: number for one in laid for cell, number in zip(one.cells, one.numbers, strict=True)}
    states = []
    for region in puzzle.regions:
        own = [numbers[cell] for cell in region.cells if cell in numbers]
        if len(own) == len(region.cells):
            states.append("right" if region.allows(own) else "wrong")
        else:
            states.append("open" if _may_be_right(region.rule, region.target or 0, own) else "wrong")
    return states


def _may_be_right(rule: str, target: int, own: list[int]) -> bool:
    """Whether a region with these numbers, and open cells, is not wrong already."""
    if rule == "equal":
        return len(set(own)) <= 1
    if rule == "different":
        return len(set(own)) == len(own)
    return not (rule == "sum" and sum(own) > target) and not (rule == "less" and sum(own) >= target)


def is_solved(puzzle: PipsPuzzle, laid: Sequence[LaidDomino]) -> bool:
    """Whether all dominoes lie and each region has its rule."""
    return len(laid) == len(puzzle.dominoes) and set(region_states(puzzle, laid)) == {"right"}


def is_right_so_far(puzzle: PipsPuzzle, laid: Sequence[LaidDomino], control: Control = _UNLIMITED) -> bool:
    """Whether some solution has all these dominoes. Cancelled where a limit ended the search."""
    return first(puzzle, control, laid) is not None


def find_hint(puzzle: PipsPuzzle, laid: Sequence[LaidDomino], control: Control = _UNLIMITED) -> PipsHint:
    """The next domino and what leads to it, or what to lift. Cancelled where a limit ended a search."""
    if is_solved(puzzle, laid):
        return PipsHint("Nowhere.", ("All dominoes lie, and each region has its rule.",), "It is solved.")
    solution = first(puzzle, control, laid)
    if solution is None:
        return _what_to_lift(puzzle, laid, control)

    explanation = explain(puzzle, laid, lambda state: likely(state, solution), until_laid=True)
    start = Candidates(puzzle)
    for one in laid:
        start.lay(one)
    steps = needed(start, explanation.steps)
    last = steps[-1]
    assert last.laid is not None
    where = f"Look at {' and '.join(map(cell_name, last.cells))}."
    why = tuple(step.why if step is last else f"{step.why} {step.what}" for step in steps)
    return PipsHint(where, why, last.what, last.laid.cells, last.laid, (), tuple(steps))


def explain_all(puzzle: PipsPuzzle, control: Control = _UNLIMITED) -> Explanation:
    """The steps from the empty board to a solution, with guesses where no technique decides.

    Cancelled where a limit ended it. Without a solution it ends at a contradiction, or where only a search of
    all ways shows that there is none.
    """
    loop = StepLoop(control)

    def guess(state: Candidates) -> LaidDomino | None:
        solution = first(puzzle, control, state.laid)
        return None if solution is None else likely(state, solution)

    return explain(puzzle, (), guess, loop.check_cancelled)


def likely(state: Candidates, solution: PipsSolution) -> LaidDomino:
    """The domino of a solution on the open cell that has the fewest candidates."""
    cell = min(state.open_cells, key=lambda cell: (state.alive & state.on_cell[cell]).bit_count())
    return next(one for one in solution.dominoes if cell in one.cells)


def _what_to_lift(puzzle: PipsPuzzle, laid: Sequence[LaidDomino], control: Control) -> PipsHint:
    """The last dominoes that were laid, as few as leave a board that can be filled."""
    for number in range(1, len(laid) + 1):
        if is_right_so_far(puzzle, laid[:-number], control):
            wrong = laid[len(laid) - number]
            cells = " and ".join(map(cell_name, wrong.cells))
            return PipsHint(
                f"Look at {cells}.",
                (f"With {wrong.name} there, and those before it, the board cannot be filled.",),
                f"Lift {wrong.name}." if number == 1 else f"Lift {wrong.name} and all laid after it.",
                wrong.cells,
                lift=tuple(laid[-number:]),
            )
    return PipsHint("Nowhere.", ("A search of all ways ends without one.",), "This puzzle has no solution.")
