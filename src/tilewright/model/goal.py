"""What a puzzle asks for: any solution, or one of the least or of the greatest cost."""

from __future__ import annotations

from tilewright.errors import PuzzleError
from tilewright.wording import quoted

FILL = "fill"
GOALS = (FILL, "least", "greatest")


def check_goal(goal: object) -> None:
    """PuzzleError unless this is one of ``GOALS``."""
    if goal not in GOALS:
        raise PuzzleError(f"the goal is {quoted(goal)}; expected one of {', '.join(GOALS)}")


def goal_text(goal: str) -> str:
    """A goal other than ``fill`` in words: ``the least cost``."""
    return f"the {goal} cost"
