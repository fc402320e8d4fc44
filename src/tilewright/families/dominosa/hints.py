"""Help with a grid on which dominoes were laid by hand: mistakes, and the next domino by the techniques."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import GameError
from tilewright.families.dominosa.puzzle import NumberGrid, domino_name, dominosa
from tilewright.families.dominosa.techniques import (
    TECHNIQUES,
    CandidateGrid,
    Deduction,
    DominoPlacement,
)
from tilewright.model.lattices import Cell
from tilewright.play import hints, tiling
from tilewright.play.notation import cells_text
from tilewright.solving.steps import Limits

MAX_SHOWN = 4  # excluded placements in a sentence

CellPair = tuple[Cell, Cell]


@dataclass(frozen=True)
class DominosaHint:
    """What to do next: place ``place``, which the last of ``steps`` finds, or lift ``lift``.

    ``steps`` is empty where the techniques do not suffice. Both ``place`` and ``lift`` are empty when the
    grid is solved, has no solution, or the limits were reached. ``where`` says where to look, without the
    domino; ``focus`` are the cells there; ``reasons`` lead to ``place``.
    """

    sentence: str
    place: CellPair | None = None
    steps: tuple[Deduction, ...] = ()
    lift: tuple[CellPair, ...] = ()
    where: str = ""
    focus: tuple[Cell, ...] = ()
    reasons: tuple[str, ...] = ()


def domino_on(grid: NumberGrid, cells: CellPair) -> DominoPlacement:
    """The domino on two neighbouring cells; GameError for other cells."""
    (x, y), (u, v) = cells
    if any(cell not in grid.cells for cell in cells) or abs(x - u) + abs(y - v) != 1:
        raise GameError(f"{cells_text(cells)} are not two neighbouring cells of the grid")
    low, high = sorted(grid.cells[cell] for cell in cells)
    first, second = sorted(cells)
    return DominoPlacement((first, second), (low, high))


def find_mistakes(
    grid: NumberGrid, laid: Sequence[CellPair], limits: Limits, cancel: threading.Event | None = None
) -> DominosaHint:
    """What to lift so that the grid can be solved; nothing where no mistake was made."""
    hint = _solver_hint(grid, [domino_on(grid, cells) for cells in laid], limits, cancel)
    if hint.lift or hint.place is None:
        return hint
    return DominosaHint("No mistake so far.")


def find_hint(
    grid: NumberGrid, laid: Sequence[CellPair], limits: Limits, cancel: threading.Event | None = None
) -> DominosaHint:
    """The next domino and the techniques that lead to it; what to lift where a mistake was made."""
    placements = [domino_on(grid, cells) for cells in laid]
    hint = _solver_hint(grid, placements, limits, cancel)
    if hint.place is None:
        return hint
    candidates = CandidateGrid(grid)
    for placement in placements:
        candidates.apply(Deduction("placed", placed=placement))
    steps: list[Deduction] = []
    while True:
        step = next(filter(None, (find(candidates) for find in TECHNIQUES)), None)
        if step is None:
            return DominosaHint(
                f"The techniques do not decide here. {hint.sentence}",
                hint.place,
                where="Look at the marked cells.",
                focus=hint.place,
                reasons=("The techniques do not decide here; a search found a solution.",),
            )
        if step.placed is not None:
            where, focus, reason = _single_reason(candidates, step.placed)
            reasons = (*map(step_sentence, steps), reason)
            steps.append(step)
            return DominosaHint(
                step_sentence(step),
                step.placed.cells,
                tuple(steps),
                where=where,
                focus=focus,
                reasons=reasons,
            )
        steps.append(step)
        candidates.apply(step)


def _single_reason(candidates: CandidateGrid, placed: DominoPlacement) -> tuple[str, tuple[Cell, ...], str]:
    """Where to look for a placement that is the only one of a cell or of a domino, and why it is."""
    cell = next((cell for cell in placed.cells if len(candidates.by_cell[cell]) == 1), None)
    if cell is not None:
        return (
            "Look at the marked cell: with which neighbours can it be joined?",
            (cell,),
            "The marked cell has one neighbour left: each other one is covered, or is excluded, or would "
            "make a domino that is placed already.",
        )
    name = domino_name(*placed.domino)
    return (
        f"Look for the domino {name}: where do its numbers lie side by side?",
        (),
        f"The domino {name} has one place left: its numbers lie side by side in free cells nowhere else, "
        "or they are excluded there.",
    )


def step_sentence(step: Deduction) -> str:
    """A step in words: its technique, and what it places or excludes."""
    if step.placed is not None:
        what = f"{domino_name(*step.placed.domino)} belongs on {cells_text(step.placed.cells)}"
    else:
        shown = [
            f"no {domino_name(*one.domino)} on {cells_text(one.cells)}" for one in step.excluded[:MAX_SHOWN]
        ]
        more = len(step.excluded) - len(shown)
        what = ", ".join(shown) + (f", and {more} more" if more else "")
    return f"{step.technique.capitalize()}: {what}."


def _solver_hint(
    grid: NumberGrid,
    placements: Sequence[DominoPlacement],
    limits: Limits,
    cancel: threading.Event | None,
) -> DominosaHint:
    """A domino of some solution, or what to lift, found by search."""
    seen: dict[tuple[int, int], DominoPlacement] = {}
    for placement in placements:
        if placement.domino in seen:
            name = domino_name(*placement.domino)
            return DominosaHint(f"{name} is on the grid twice: lift one of them.", lift=(placement.cells,))
        seen[placement.domino] = placement
    moves = [f"place {domino_name(*one.domino)} on {cells_text(one.cells)}" for one in placements]
    hint = hints.hint(tiling.replay(dominosa(grid), moves), limits, cancel)
    lift = tuple((one.cells[0], one.cells[1]) for one in hint.lift)
    place = None if hint.place is None else (hint.place.cells[0], hint.place.cells[1])
    return DominosaHint(hint.sentence, place, lift=lift)
