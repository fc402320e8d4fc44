"""Before a long search: is there a reason why it would find nothing?

Reasons are sought only where a search is expected to take long, and a short one has found no solution. The
checks depend on the puzzle alone, never on the clock, so that runs repeat.
"""

from __future__ import annotations

from tilewright.exact_cover.translation import Cover
from tilewright.solve.stepping import CancelCheck

PRECHECK_FROM = 2.0  # seconds that a search is expected to take from which a reason is sought
SHORT_SEARCH = 50_000  # nodes of a search that should find a solution where they are not rare
STEP = 2_000


def no_solution(cover: Cover, check_cancelled: CancelCheck, *, plain: bool = False) -> str:
    """A reason why there is no solution, as a sentence; "" when none shows at a quick look.

    With ``plain`` only what takes no time.
    """
    from tilewright.solve.infeasibility import quick_steps  # here: few searches are that long

    for reason in quick_steps(cover.puzzle, cover.placements, plain=plain):
        check_cancelled()
        if reason is not None:
            return reason.sentence
    return ""
