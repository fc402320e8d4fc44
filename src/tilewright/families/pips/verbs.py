"""What the functions of ``tilewright`` do with Pips puzzles."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from tilewright.families.pips import solving
from tilewright.families.pips.checker import faults
from tilewright.families.pips.drawing import board_scene, boards_text
from tilewright.families.pips.puzzle import PipsPuzzle, PipsSolution
from tilewright.families.pips.solving import PipsCount, PipsList
from tilewright.render.picture import Drawing, SceneDrawing
from tilewright.solving.settings import Settings
from tilewright.solving.steps import Control, Limits

__all__ = ["count", "draw", "first", "solutions", "verify"]


def count(
    puzzle: PipsPuzzle,
    *,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    confirm: bool = False,
    settings: Settings | None = None,
) -> PipsCount:
    """How many placements and fillings there are; with ``confirm``, counted a second time by a list."""
    given = {} if settings is None else settings.keywords(count)
    control = Control(given.get("limits", limits))
    return solving.count(puzzle, control, confirm=given.get("confirm", confirm))


def first(
    puzzle: PipsPuzzle,
    *,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    settings: Settings | None = None,
) -> PipsSolution | None:
    """A placement of all dominoes; None when there is none."""
    given = {} if settings is None else settings.keywords(first)
    return solving.first(puzzle, Control(given.get("limits", limits)))


def solutions(
    puzzle: PipsPuzzle,
    *,
    limit: int | None = None,
    unique: bool = False,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    settings: Settings | None = None,
) -> Generator[PipsSolution, None, PipsList]:
    """The placements one by one; with ``unique``, one for each filling."""
    given = {} if settings is None else settings.keywords(solutions)
    limits = replace(given.get("limits", limits), solutions=limit)
    return solving.solutions(puzzle, Control(limits), distinct=unique)


def verify(puzzle: PipsPuzzle, solution: PipsSolution) -> list[str]:
    """What is wrong with a solution, as sentences; empty for a right one."""
    return faults(puzzle, solution)


def draw(puzzle: PipsPuzzle, *solutions: PipsSolution, title: str = "", plain: bool = False) -> Drawing:
    """The board with its dominoes, or with a solution on it, or a sheet; ``plain``: text in ASCII."""
    text = boards_text(puzzle, solutions, plain=plain)
    return SceneDrawing(board_scene(puzzle, solutions, title), text)
