"""The command ``gunport solve-model``: files with constraints by hand, solved and drawn."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from support.cli import printed_json, run
from support.solver_cases import SOLVER_CASES
from tilewright.cli.exit_codes import ExitCode
from tilewright.families.gunport import loads
from tilewright.families.gunport.board import GunportBoard, Rules, is_arrangement
from tilewright.families.gunport.cli import model_file as model_file_command
from tilewright.families.gunport.models import build_model
from tilewright.families.gunport.registry import MODELS, ModelChoice
from tilewright.formats.integer_program import write_program

pytestmark = pytest.mark.skipif(
    find_spec("highspy") is None or find_spec("ortools") is None, reason="solvers are not installed"
)


def model_file(folder: Path, name: str, *lines: str, size: tuple[int, int] = (3, 3)) -> Path:
    """A model file with constraints added by hand."""
    path = folder / "board.lp"
    choice = ModelChoice(name, target=3 if name == "domino-index-fixed" else None)
    write_program(build_model(choice, GunportBoard.rectangle(*size), Rules()).program, path)
    path.write_text(path.read_text().replace("Binary", "\n".join([*lines, "Binary"])))
    return path


@pytest.mark.parametrize("solver", SOLVER_CASES)
@pytest.mark.parametrize("name", ["position", "monomino"])
def test_every_solver_solves_it(tmp_path: Path, name: str, solver: str) -> None:
    """On 3x3 with a port in the middle the fewest dominoes are 4, with 1 port."""
    middle = {"position": "y_2_2 = 0", "monomino": "m_2_2 = 1"}[name]
    path = model_file(tmp_path, name, middle)
    body = printed_json(run("gunport", "solve-model", path, "--solver", solver, "--json"))
    expected = {"model": name, "status": "complete", "dominoes": 4, "ports": 1, "valid": True}
    assert expected.items() <= body.items()
    assert body["objective"] == body["bound"] == (4 if name == "position" else 1)
    arrangement = loads("\n".join(body["arrangement"]))
    assert is_arrangement(arrangement, Rules()) and arrangement.ports == {(1, 1)}


@pytest.mark.parametrize("name", MODELS)
def test_every_model_is_drawn(tmp_path: Path, name: str) -> None:
    path, picture = model_file(tmp_path, name), tmp_path / "board.svg"
    result = run("gunport", "solve-model", path, "--solver", "highs", "-o", picture)
    assert result.exit_code == ExitCode.FOUND
    known = {
        "domino-index-fixed": "a solution",
        "monomino": "the greatest value of the objective is 3",
    }.get(name, "the least value of the objective is 3")
    lines = result.stdout.splitlines()
    assert lines[0].startswith(f"{path}: 3 dominoes, 3 ports; {known}   ")
    assert lines[0].endswith(f", {name}, highs")
    assert lines[1] == f"wrote {picture}: 1 arrangement" and picture.read_text().startswith("<svg")


def test_what_the_file_says(tmp_path: Path) -> None:
    contradiction = model_file(tmp_path, "monomino", " a: m_1_1 = 1", " b: m_1_2 = 1")
    result = run("gunport", "solve-model", contradiction, "--solver", "highs", "-o", tmp_path / "x.txt")
    assert result.exit_code == ExitCode.NONE
    assert "board.lp: there is no solution   " in result.stdout
    assert not (tmp_path / "x.txt").exists() and "x.txt was not written" in result.stdout
    words = ("--solver", "highs", "-o", tmp_path / "x.txt", "--json")
    assert printed_json(run("gunport", "solve-model", contradiction, *words))["output"] is None
    text = model_file(tmp_path, "monomino").read_text()
    loose = "\n".join(line for line in text.splitlines() if "apart" not in line)
    result = run("gunport", "solve-model", "-", "--solver", "highs", text=loose)
    assert result.exit_code == ExitCode.FOUND
    assert "standard input: 0 dominoes, 9 ports; the greatest value of the objective is 9" in result.stdout
    assert "one more domino fits on this board" in result.stderr


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([" a: m_1_1 >= m_1_2"], "board.lp, line 26: expected one number after '>='"),
        ([" a: corner = 1"], "board.lp: 'corner' is no variable of a gunport model; expected"),
        ([" a: m_1_4 = 1"], "board.lp: the variable 'h_1_3' is missing for the model monomino on the board"),
        ([" a: m_7_7 = 0"], "board.lp: the constraint 'm_7_7 = 1' is missing for the model monomino"),
        ([" a: h_1_3 = 1"], "board.lp: 'h_1_3' is no variable of the model monomino on the board"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, lines: list[str], sentence: str) -> None:
    path, output = model_file(tmp_path, "monomino", *lines), tmp_path / "x.txt"
    output.write_text("kept")
    result = run("gunport", "solve-model", path, "-o", output)
    assert (result.exit_code, output.read_text()) == (2, "kept")
    assert sentence in result.stderr and result.stderr.count("\n") == 1


def test_a_mistyped_cell_is_noted(tmp_path: Path) -> None:
    path = model_file(tmp_path, "monomino", " corner: m_7_9 = 1")
    result = run("gunport", "solve-model", path, "--solver", "highs")
    assert "a cell without neighbours, in row 7, column 9" in result.stderr
    path = model_file(tmp_path, "monomino", size=(1, 1))
    assert run("gunport", "solve-model", path, "--solver", "highs").stderr == ""


def test_outputs_are_checked_first(tmp_path: Path) -> None:
    result = run("gunport", "solve-model", tmp_path / "none.lp", "-o", "x.lp")
    assert result.exit_code == 2 and "expected one of .svg, .png, .txt, .pdf" in result.stderr


def test_a_limit_keeps_the_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = model_file(tmp_path, "monomino", size=(14, 14))
    monkeypatch.setattr(model_file_command, "seconds_left", lambda _: 1e-6)
    body = printed_json(run("gunport", "solve-model", path, "--solver", "highs", "--json"))
    assert (body["status"], body["note"]) == ("limit", "the solver reached its time limit")
    assert body["dominoes"] is None or body["dominoes"] >= 66
