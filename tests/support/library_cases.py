"""What the tests of the library share: known boards, and answers as engines give them."""

from __future__ import annotations

from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.library import Submission
from tilewright.families.gunport.query import GunportAnswer
from tilewright.solving.steps import Status

DOMINO_RULES = Rules()

L_SHAPE = GunportBoard(frozenset({(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (0, 2)}))
"""Six cells: two dominoes are needed, three fill it."""

FULL_L, BEST_L = loads("<><>\n^\nv\n"), loads(".<>.\n^\nv\n")
LONG = GunportBoard.rectangle(1, 20)
"""Larger than what comes along; 7 dominoes are needed, 10 fill it."""

LONG_10, LONG_8, LONG_7 = loads("<>" * 10), loads(".<>" * 4 + "<>" * 4), loads(".<>" * 6 + "<>")
OTHER_LONG_7 = loads(".<>.<><>" + ".<>" * 4)  # no image of LONG_7


def find(
    arrangement: Arrangement, who: str = "Ada", found: str = "", bound: int = 0, proof: str = ""
) -> Submission:
    """A find under the rules of dominoes."""
    return Submission(arrangement, DOMINO_RULES, who, found, bound, proof)


def answer(arrangement: Arrangement | None, bound: int, rules: Rules = DOMINO_RULES) -> GunportAnswer:
    """An answer of the frontier engine on the long board, or on that of the arrangement."""
    return GunportAnswer(
        LONG if arrangement is None else arrangement.board,
        rules,
        Status.COMPLETE,
        None if arrangement is None else len(arrangement.pieces),
        bound,
        () if arrangement is None else (arrangement,),
        method="frontier",
    )
