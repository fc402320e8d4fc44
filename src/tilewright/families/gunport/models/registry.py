"""The models by name, and what can be asked of each."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models import domino_index, domino_index_fixed, monomino, position
from tilewright.families.gunport.models.model import Model

MODELS = {
    domino_index.NAME: "each domino has a number; the fewest are used",
    domino_index_fixed.NAME: "each domino has a number; just p of them, p from Pearce's formula or --target",
    position.NAME: "a variable for each position of a domino; the fewest are used",
    monomino.NAME: "an exact cover by dominoes and monominoes that do not touch; the most monominoes",
}
"""The formulations of Chlond and Bosch (2006), in the order of the paper, with a line about each."""


@dataclass(frozen=True)
class Choice:
    """A model by name with what is asked of it.

    ``symmetry`` adds the two symmetry constraints of ``monomino``. ``target`` asks for an exact number, of
    that which the model counts: of monominoes for ``monomino``, of dominoes for ``domino-index-fixed``.
    """

    model: str
    symmetry: bool = False
    target: int | None = None

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise UnsupportedError(f"there is no model {self.model!r}; there are {', '.join(MODELS)}")
        if self.symmetry and self.model != monomino.NAME:
            raise UnsupportedError(f"the model {self.model} has no symmetry constraints; monomino has")
        if self.target is not None and self.model not in (monomino.NAME, domino_index_fixed.NAME):
            raise UnsupportedError(
                f"the model {self.model} takes no target; domino-index-fixed takes a number of dominoes, "
                "and monomino a number of monominoes"
            )
        if self.target is not None and self.target < 0:
            raise UnsupportedError(f"{self.target} is no target; expected 0 or more")


def build(choice: Choice, board: GunportBoard, rules: Rules) -> Model:
    """Write the chosen model down for a board; UnsupportedError when it cannot be, see each model."""
    if choice.model == domino_index.NAME:
        return domino_index.domino_index(board, rules)
    if choice.model == domino_index_fixed.NAME:
        return domino_index_fixed.domino_index_fixed(board, rules, choice.target)
    if choice.model == position.NAME:
        return position.position(board, rules)
    return monomino.monomino(board, rules, symmetry=choice.symmetry, monominoes=choice.target)
