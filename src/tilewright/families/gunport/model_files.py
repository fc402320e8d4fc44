"""Files of models read back, perhaps with constraints of one's own: the board follows from the variables.

Variables keep the names that the models give them, so a solution can be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tilewright.errors import FormatError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.models import GunportModel, build_model
from tilewright.families.gunport.registry import ModelChoice
from tilewright.formats.files import read_text
from tilewright.formats.integer_program import IntegerProgram, LinearConstraint
from tilewright.formats.integer_program_reader import read_program
from tilewright.wording import quoted

_NAME = re.compile(r"([a-z]+)((?:_[1-9]\d{0,5})+)")
_KINDS = {
    frozenset({("m", 2)}): "monomino",
    frozenset({("y", 2)}): "position",
    frozenset({("x", 3), ("d", 1)}): "domino-index",
    frozenset({("x", 3)}): "domino-index-fixed",
}
"""The variables by which a model is known: letter and number of indices."""
_CELLS = {"monomino": "m", "position": "y", "domino-index": "x", "domino-index-fixed": "x"}
"""The letter of the variables whose first two indices are the cells of the board."""
_SOME_FIT = {"no_gap", "apart"}
"""The constraints that leave no space for one more domino."""
_DOMINOES = {"size", "once", "adjacent", "covered", "cover"}
"""The constraints without which a solution is no arrangement of dominoes."""
EXPECTED = (
    "expected the variables of a gunport model: h_1_1, v_1_1 and m_1_1; x_1 and y_1_1; x_1_1_1 and d_1; or "
    "x_1_1_1"
)


@dataclass(frozen=True)
class ModelFile:
    """A program from a file of this name, and the model whose variables it has."""

    name: str
    program: IntegerProgram
    model: GunportModel
    choice: ModelChoice

    @property
    def board(self) -> GunportBoard:
        return self.model.grid.board

    def arrangement(self, values: Sequence[int]) -> tuple[Arrangement, bool]:
        """What a solution of the program draws, and whether no more domino fits."""
        numbers = dict(zip(self.program.names, values, strict=True))
        ordered = [numbers[name] for name in self.model.program.names]
        broken = {_kind(row) for row in self.model.program.violated(ordered)}
        return Arrangement.of(self.board, self.model.pieces(ordered)), not broken & _SOME_FIT


def read_model(path: str | Path) -> ModelFile:
    """The model in an LP or MPS file. FormatError when it is none, or has variables of no model."""
    name = "standard input" if str(path) == "-" else str(path)
    if Path(path).suffix.lower() in (".mzn", ".dzn", ".mod", ".dat"):
        raise FormatError("MiniZinc and OPL are not read; expected an .lp or .mps file", file=name)
    try:
        return model_of(read_program(read_text(path)), name)
    except FormatError as error:
        raise (error if error.file else error.at(name)) from None


def model_of(program: IntegerProgram, name: str) -> ModelFile:
    """The model whose variables a program has; FormatError when there is none."""
    indices: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    for variable in program.names:
        match = _NAME.fullmatch(variable)
        if match is None:
            raise FormatError(f"{quoted(variable)} is no variable of a gunport model; {EXPECTED}")
        numbers = tuple(map(int, match[2].split("_")[1:]))
        indices.setdefault((match[1], len(numbers)), []).append(numbers)
    chosen = next((model for kinds, model in _KINDS.items() if kinds <= indices.keys()), None)
    if chosen is None:
        raise FormatError(f"this is no gunport model; {EXPECTED}")
    letter = _CELLS[chosen]
    places = indices[letter, 3 if letter == "x" else 2]
    board = GunportBoard(frozenset((place[1] - 1, place[0] - 1) for place in places))
    target = max(place[2] for place in places) if chosen == "domino-index-fixed" else None
    choice = ModelChoice(chosen, target=target)
    model = build_model(choice, board, Rules())
    of_board = f"the model {chosen} on the board of the file's variables, {board.name}"
    known, names = set(model.program.names), set(program.names)
    for variable in program.names:
        if variable not in known and not variable.startswith("never_"):
            raise FormatError(f"{quoted(variable)} is no variable of {of_board}")
    for variable in model.program.names:
        if variable not in names:
            raise FormatError(f"the variable {quoted(variable)} is missing for {of_board}")
    present = {_canonical(row, program.names) for row in program.constraints}
    for row in model.program.constraints:
        needed = _kind(row) in _DOMINOES and not _always(row)
        if needed and _canonical(row, model.program.names) not in present:
            text = row.text(model.program.names)
            raise FormatError(f"the constraint {quoted(text)} is missing for {of_board}")
    return ModelFile(name, program, model, choice)


def _kind(row: LinearConstraint) -> str:
    """The name of a model's constraint without its number."""
    return row.name.rpartition("_")[0]


def _always(row: LinearConstraint) -> bool:
    """Whether a constraint holds for all values; readers may leave out such."""
    coefficients = [coefficient for _, coefficient in row.terms]
    least, most = sum(min(0, c) for c in coefficients), sum(max(0, c) for c in coefficients)
    return row.low <= least and most <= row.high


def _canonical(
    row: LinearConstraint, names: Sequence[str]
) -> tuple[frozenset[tuple[str, int]], float, float]:
    """A constraint in one of its two forms, of which the other has all signs changed."""
    terms = {names[variable]: coefficient for variable, coefficient in row.terms}
    if terms[min(terms)] < 0:
        terms = {name: -coefficient for name, coefficient in terms.items()}
        return frozenset(terms.items()), -row.high, -row.low
    return frozenset(terms.items()), row.low, row.high
