"""The short models in OPL and MiniZinc have the constraints of the models written out."""

from __future__ import annotations

import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

from support.short_models import ExpandedModel, canonical, expand
from support.waiting import HANGS_S
from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.models import ModelGrid, build_model
from tilewright.families.gunport.registry import DATA_SUFFIXES, MODELS, ModelChoice
from tilewright.families.gunport.short_models import short_data, short_model
from tilewright.model.pieces.piece import Piece

PLAIN, STILL = Rules(), Rules(no_slide=True)
CHOICES = [
    ModelChoice("domino-index"),
    ModelChoice("domino-index", target=2),
    ModelChoice("domino-index-fixed"),
    ModelChoice("domino-index-fixed", target=3),
    ModelChoice("position"),
    ModelChoice("position", target=2),
    ModelChoice("monomino"),
    ModelChoice("monomino", symmetry=True),
    ModelChoice("monomino", target=2),
]


def expanded(choice: ModelChoice, board: GunportBoard, rules: Rules, suffix: str) -> ExpandedModel:
    """The short model, with its variables named as those of the model written out."""
    data = short_data(choice, board, rules, DATA_SUFFIXES[suffix])
    model, values = expand(short_model(choice, suffix), data)
    pairs = {pair: number for number, pair in enumerate(ModelGrid(board).pairs, start=1)}

    def name(variable: tuple[str, tuple[object, ...]]) -> str:
        letter, indices = variable
        if choice.model == "position" and letter == "x":  # MiniZinc numbers positions in another order
            (k,) = indices
            i, j, a, b = k if isinstance(k, tuple) else (values[array][k,] for array in "ijab")
            indices = (pairs[(i, j), (a, b)],)
        return "_".join(map(str, (letter, *indices)))

    rows = {
        canonical({name(variable): value for variable, value in terms}, low, high)
        for terms, low, high in model.rows
    }
    objective = {name(variable): value for variable, value in model.objective.items() if variable is not None}
    return ExpandedModel(set(map(name, model.variables)), rows, objective, model.sense, model.possible)


@pytest.mark.parametrize("suffix", DATA_SUFFIXES)
@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_the_constraints_are_those_of_the_model(choice: ModelChoice, suffix: str) -> None:
    for size, rules in product([(2, 2), (1, 4), (4, 1), (2, 3), (3, 3), (3, 4)], (PLAIN, STILL)):
        board = GunportBoard.rectangle(*size)
        if choice.model == "domino-index-fixed" and choice.target is None and rules.no_slide:
            continue  # it requires a number
        if choice.target == 2 and choice.model == "monomino" and size == (3, 3):
            continue  # it requires an odd number
        program = build_model(choice, board, rules).program
        short = expanded(choice, board, rules, suffix)
        assert short.possible
        assert short.variables == set(program.names)
        names = program.names
        assert short.rows == {
            canonical({names[k]: value for k, value in row.terms}, row.low, row.high)
            for row in program.constraints
        }
        if program.sense:
            assert short.sense == program.sense.replace("ise", "ize")
            assert short.objective == {names[k]: value for k, value in program.objective.items()}


@pytest.mark.parametrize("suffix", DATA_SUFFIXES)
@pytest.mark.parametrize("name", MODELS)
def test_the_solutions_are_those_of_the_model(name: str, suffix: str) -> None:
    """By trying all values of the variables on 2x2."""
    board = GunportBoard.rectangle(2, 2)
    program = build_model(ModelChoice(name), board, PLAIN).program
    short = expanded(ModelChoice(name), board, PLAIN, suffix)
    solutions = 0
    for values in product((0, 1), repeat=len(program.names)):
        numbers = dict(zip(program.names, values, strict=True))
        totals = [(low, sum(n * numbers[v] for v, n in terms), high) for terms, low, high in short.rows]
        solved = all(low <= total <= high for low, total, high in totals)
        assert solved == (not program.violated(values))
        solutions += solved
    assert solutions == {"domino-index": 4, "domino-index-fixed": 4, "position": 2, "monomino": 2}[name]


@pytest.mark.parametrize("suffix", DATA_SUFFIXES)
@pytest.mark.parametrize("name", MODELS)
def test_the_data_has_the_board(name: str, suffix: str) -> None:
    choice, data = ModelChoice(name, target=6), DATA_SUFFIXES[suffix]
    lines = [short_data(choice, GunportBoard.rectangle(4, n), STILL, data).splitlines() for n in (4, 1000)]
    assert lines[0][0].endswith(f" {name} on 4x4")
    assert lines[0][1:5] == ["rows = 4;", "columns = 4;", "p = 6;", "no_slide = 1;"]
    assert lines[1][1:3] == ["rows = 4;", "columns = 1000;"]
    assert lines[0][3:] == lines[1][3:] and len(lines[0]) == (6 if name == "monomino" else 5)


def test_what_short_models_cannot_express() -> None:
    ell = GunportBoard(frozenset({(0, 0), (1, 0), (0, 1)}))
    port = GunportBoard(GunportBoard.rectangle(2, 2).cells, ports=frozenset({(0, 0)}))
    for board in (ell, port):
        with pytest.raises(UnsupportedError, match=r"\(\.mod, \.mzn\) is for plain rectangles"):
            short_data(ModelChoice("position"), board, PLAIN, ".dat")
    square = GunportBoard.rectangle(3, 3)
    with pytest.raises(UnsupportedError, match="expected an odd number up to 9"):
        short_data(ModelChoice("monomino", target=4), square, PLAIN, ".dat")
    with pytest.raises(UnsupportedError, match="here give a number"):
        short_data(ModelChoice("domino-index-fixed"), square, STILL, ".dat")
    with pytest.raises(UnsupportedError, match="supports dominoes only"):
        short_data(ModelChoice("position"), square, Rules(Piece.of("I3", [(0, 0), (1, 0), (2, 0)])), ".dzn")


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="minizinc is not installed")
@pytest.mark.parametrize("name", MODELS)
def test_minizinc_solves_the_short_models(tmp_path: Path, name: str) -> None:
    model, data = tmp_path / "board.mzn", tmp_path / "board.dzn"
    model.write_text(short_model(ModelChoice(name), ".mzn"))
    data.write_text(short_data(ModelChoice(name), GunportBoard.rectangle(3, 3), PLAIN, ".dzn"))
    command = ["minizinc", "--output-objective", "--output-mode", "json", str(model), str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANGS_S, check=True)
    assert "----------" in done.stdout
    assert ("_objective" in done.stdout) == (name != "domino-index-fixed")
    assert name == "domino-index-fixed" or '"_objective" : 3' in done.stdout
