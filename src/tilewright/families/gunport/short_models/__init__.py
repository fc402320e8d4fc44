"""The four models in short form, for rectangles of any size: OPL or MiniZinc, with the board as data.

The models are files of this package, ``NAME.mod`` and ``NAME.mzn``.
"""

from __future__ import annotations

from pathlib import Path

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models import check_dominoes_only, check_monominoes, fixed_dominoes
from tilewright.families.gunport.registry import DATA_SUFFIXES, ModelChoice

_COMMENTS = {".dat": "//", ".dzn": "%"}


def short_model(choice: ModelChoice, suffix: str) -> str:
    """The model for all rectangles and parameters, in OPL (``.mod``) or MiniZinc (``.mzn``)."""
    return Path(__file__).with_name(f"{choice.model}{suffix}").read_text(encoding="utf-8")


def short_data(choice: ModelChoice, board: GunportBoard, rules: Rules, suffix: str) -> str:
    """The data of a board for the short model, with suffix ``.dat`` or ``.dzn``.

    UnsupportedError for other boards than plain rectangles, and for what the model itself cannot express.
    """
    check_dominoes_only(choice, rules)
    if board.size is None:
        written = ", ".join(DATA_SUFFIXES)
        raise UnsupportedError(
            f"a short model ({written}) is for plain rectangles, whose rows and columns are its data; write "
            ".lp, .mps or .mzn for this board"
        )
    target = fixed_dominoes(choice, board, rules) if choice.descriptor.fixed else choice.target
    if target is not None and choice.descriptor.target == "monominoes":
        check_monominoes(target, len(board.cells))
    rows, columns = board.size
    values = {
        "rows": rows,
        "columns": columns,
        "p": -1 if target is None else target,
        "no_slide": int(rules.no_slide),
    }
    if choice.descriptor.symmetry:
        values["symmetry"] = int(choice.symmetry)
    lines = [f"{_COMMENTS[suffix]} {choice.model} on {board.name}"]
    return "\n".join([*lines, *(f"{name} = {value};" for name, value in values.items())]) + "\n"
