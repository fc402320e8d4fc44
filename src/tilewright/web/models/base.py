"""What all of the API has in common: strict requests, faults, puzzles as visitors name them, placements."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Coordinates = list[int]
"""A cell, as many integers as the lattice has dimensions."""

Motions = Literal["", "fixed", "upright", "rotation", "reflection", "all"]


class Strict(BaseModel):
    """A request: unknown keys are refused, so that a misspelt one is not passed over; so are wrong types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Fault(BaseModel):
    """Why a request was refused: a sentence, and the place in the text that was sent, from 1; 0 is none."""

    message: str
    line: int = 0
    column: int = 0


class PuzzleSource(Strict):
    """A puzzle: one of the catalogue by its name, or a text in any format that is read.

    ``format`` "" lets the file's name and the content tell; ``problem`` picks one of several, from 1.
    """

    catalogue: Annotated[str, Field(max_length=200)] = ""
    text: str = ""
    filename: Annotated[str, Field(max_length=200)] = ""
    format: Annotated[str, Field(max_length=40)] = ""
    motions: Motions = ""
    problem: Annotated[int, Field(ge=0, le=100_000)] = 0
    use: Literal["all", "any"] = "all"

    @model_validator(mode="after")
    def _one_of_two(self) -> PuzzleSource:
        if bool(self.catalogue) == bool(self.text):
            raise ValueError("give either the name of a puzzle in the catalogue or a text")
        return self


class PlacementModel(BaseModel):
    """A piece on the board: its name and the cells that it covers."""

    piece: str
    cells: list[Coordinates]
