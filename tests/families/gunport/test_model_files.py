"""Model files read back: the model and the board follow from the variables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.model_brute import fewest
from tilewright.errors import FormatError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.model_files import model_of, read_model
from tilewright.families.gunport.models import build_model
from tilewright.families.gunport.registry import MODELS, ModelChoice
from tilewright.formats.integer_program import IntegerProgram, write_program

ELL = GunportBoard(frozenset({(0, 0), (1, 0), (0, 1), (0, 2)}))


@pytest.mark.parametrize("suffix", [".lp", ".mps"])
@pytest.mark.parametrize("dialect", ["cplex", "lp_solve"])
@pytest.mark.parametrize("name", MODELS)
def test_the_board_follows_from_the_variables(tmp_path: Path, name: str, dialect: str, suffix: str) -> None:
    for board in (GunportBoard.rectangle(1, 2), GunportBoard.rectangle(2, 3), ELL):
        choice = ModelChoice(name, target=2 if name == "domino-index-fixed" else None)
        path = tmp_path / f"model{suffix}"
        write_program(build_model(choice, board, Rules()).program, path, dialect)
        read = read_model(path)
        assert (read.board, read.choice, read.name) == (board, choice, str(path))
        assert sorted(read.program.names) == sorted(read.model.program.names)


def test_a_solution_is_drawn() -> None:
    board = GunportBoard.rectangle(1, 4)
    program = build_model(ModelChoice("monomino"), board, Rules()).program
    read = model_of(program, "m.lp")

    def drawn(*chosen: str) -> tuple[list[list[int]], bool]:
        arrangement, valid = read.arrangement([name in chosen for name in program.names])
        return sorted([x for x, _ in piece] for piece in arrangement.pieces), valid

    assert drawn("h_1_1", "h_1_3") == ([[0, 1], [2, 3]], True)
    assert drawn("h_1_2", "m_1_1", "m_1_4") == ([[1, 2]], True)
    assert drawn("h_1_1", "m_1_3", "m_1_4") == ([[0, 1]], False)
    assert fewest(board, Rules()) == 1


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *[("domino-index", kind) for kind in ("size", "once", "adjacent")],
        ("position", "covered"),
        ("monomino", "cover"),
    ],
)
def test_constraints_without_which_it_is_no_arrangement(name: str, kind: str) -> None:
    program = build_model(ModelChoice(name), GunportBoard.rectangle(2, 2), Rules()).program
    row = next(row for row in program.constraints if row.name.startswith(f"{kind}_"))
    program.constraints.remove(row)
    text = re.escape(row.text(program.names))
    with pytest.raises(FormatError, match=f"the constraint '{text}' is missing for the model {name} on the"):
        model_of(program, "m.lp")


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("a b", "'a' is no variable of a gunport model; expected the variables of a gunport model: h_1_1"),
        ("", "this is no gunport model"),
        ("h_1_1 v_1_1", "this is no gunport model"),
        ("m_1_1 m_1_2 h_1_1 h_2_1", "'h_2_1' is no variable of the model monomino on the board of the file"),
        ("m_2_2 m_2_3", "'m_2_2' is no variable of the model monomino"),
        ("y_1_1 y_1_2 x_1 x_2", "'x_2' is no variable of the model position .*, 1x2"),
        ("m_1_1 m_1_2", "the variable 'h_1_1' is missing for the model monomino on .* variables, 1x2"),
        ("m_1_1", "the constraint 'm_1_1 = 1' is missing for the model monomino on .* variables, 1x1"),
        ("m_0_1", "'m_0_1' is no variable of a gunport model"),
    ],
)
def test_variables_of_no_model_are_refused(names: str, sentence: str) -> None:
    program = IntegerProgram()
    for name in names.split():
        program.binary(name)
    with pytest.raises(FormatError, match=sentence):
        model_of(program, "m.lp")


def test_other_models_are_refused(tmp_path: Path) -> None:
    for suffix in (".mzn", ".mod"):
        with pytest.raises(FormatError, match="MiniZinc and OPL are not read"):
            read_model(tmp_path / f"m{suffix}")
    with pytest.raises(FormatError, match="no such file"):
        read_model(tmp_path / "m.lp")
