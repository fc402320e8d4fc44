"""The models at the command line: boards, options, words and exit codes, and the command compare."""

from __future__ import annotations

import contextlib
import csv
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from support.cli import parse_json, printed_json
from support.cli import run as run_program
from support.waiting import HANGS_S
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.progress import ProgressMonitor
from tilewright.errors import OutputError, UnsupportedError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.cli.models import (
    BOARDS,
    ModelOptions,
    compare,
    export_model,
    model_exit_code,
    model_text,
    names_type,
)
from tilewright.families.gunport.query import GunportAnswer
from tilewright.families.gunport.registry import MODELS, SOLVERS, ModelChoice, model_name
from tilewright.families.gunport.short_models import short_model
from tilewright.families.gunport.solvers.process import ModelAnswer
from tilewright.solving.steps import Status

needs_highs = pytest.mark.skipif(find_spec("highspy") is None, reason="highspy is not installed")


def boards(text: str) -> tuple[tuple[int, int], ...]:
    return BOARDS.convert(text, None, None)


def test_boards_by_range_and_list() -> None:
    assert boards("8x10") == ((8, 10),)
    assert boards("10x8") == ((10, 8),)
    assert boards("3x3..4x5") == ((3, 3), (3, 4), (3, 5), (4, 4), (4, 5))
    assert boards("6x6, 4X4,4x4") == ((4, 4), (6, 6))
    assert len(boards("3x3..8x8")) == 21
    assert boards("2x3..2x5,1x1") == ((1, 1), (2, 3), (2, 4), (2, 5))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3x", "'3x' is not a board; expected rows x columns: 8x10"),
        ("", "is not a board"),
        ("4x4,,5x5", "is not a board"),
        ("-1x4", "is not a board"),
        ("3x3...5x5", "is not a board"),
        ("0x5", "a side has 1 to 1,000 cells"),
        ("1001x4", "a side has 1 to 1,000 cells"),
        ("5x5..4x4", "the second board is smaller than the first"),
        ("1x1..900x900", "more than 1,000 boards"),
        ("5x2..6x3", "at least as many columns as rows"),
    ],
)
def test_bad_boards_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(click.BadParameter, match=sentence):
        boards(text)


def test_lists_of_names() -> None:
    names = names_type(SOLVERS)
    assert names.convert("scip, cp-sat,scip", None, None) == ("scip", "cp-sat")
    models = names_type(MODELS, model_name)
    assert models.convert("4, mod3,monomino", None, None) == ("monomino", "position")
    with pytest.raises(click.BadParameter, match="'gurobi' is not one of cp-sat, highs, scip"):
        names.convert("scip,gurobi", None, None)


@pytest.mark.parametrize(
    ("request_", "word"),
    [
        (ModelOptions(solver="scip"), "--solver"),
        (ModelOptions(symmetry=True), "--symmetry"),
        (ModelOptions(target=0), "--target"),
    ],
)
def test_options_that_go_with_a_model(request_: ModelOptions, word: str) -> None:
    with pytest.raises(click.UsageError, match=f"{word} requires --model"):
        request_.check()
    ModelOptions().check()
    ModelOptions("monomino", "scip", symmetry=True, target=4).check()


def test_model_files(tmp_path: Path) -> None:
    board, path = GunportBoard.rectangle(3, 3), tmp_path / "model.lp"
    solved = export_model(ModelOptions("monomino"), board, Rules(), path)
    assert solved == f"wrote {path}: 21 variables, 21 constraints"
    assert path.read_text().startswith("\\ monomino on 3x3\n\\ h_1_1: a horizontal domino")
    with pytest.raises(OutputError, match=r"expected one of \.lp, \.mps"):
        export_model(ModelOptions("monomino"), board, Rules(), tmp_path / "model.svg")
    with pytest.raises(OutputError, match="no directory"):
        export_model(ModelOptions("monomino"), board, Rules(), tmp_path / "none" / "model.mps")
    with pytest.raises(UnsupportedError, match="has no symmetry constraints"):
        export_model(ModelOptions("position", symmetry=True), board, Rules(), tmp_path / "model.mps")


def written(folder: Path, *words: object) -> tuple[list[str], set[str]]:
    """What the command said of a model of 4x5, and the files that are there."""
    folder.mkdir()
    with contextlib.chdir(folder):
        result = run_program("gunport", "4x5", "--model", *words)
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines(), {path.name for path in folder.iterdir()}


def test_short_models(tmp_path: Path) -> None:
    said = ["wrote m.mod: the model for rectangles of any size", "wrote m.dat: the data of 4x5"]
    assert written(tmp_path / "a", 4, "-o", "m.mod") == (said, {"m.mod", "m.dat"})
    _, files = written(tmp_path / "b", 3, "-o", "m.mod", "-o", "n.dat", "-o", "m.mzn", "-o", "m.dzn")
    assert files == {"m.mod", "n.dat", "m.mzn", "m.dzn"}
    assert (tmp_path / "b" / "m.mzn").read_text() == short_model(ModelChoice("position"), ".mzn")
    assert written(tmp_path / "c", 3, "-o", "m.dat")[1] == {"m.dat"}
    assert written(tmp_path / "d", 3, "-o", "m.mzn")[0] == ["wrote m.mzn: 51 variables, 51 constraints"]
    with contextlib.chdir(tmp_path / "d"):
        assert run_program("gunport", "5x7", "--model", 4, "-o", "m.mod", "-o", "m.svg").exit_code == 0
    assert (tmp_path / "d" / "m.mod").read_text() == (tmp_path / "a" / "m.mod").read_text()
    assert printed_json(run_program("gunport", "4x5", "--model", 4, "--json", "-o", tmp_path / "m.mod"))[
        "outputs"
    ] == [str(tmp_path / "m.mod"), str(tmp_path / "m.dat")]


def test_short_models_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.mod"
    result = run_program("gunport", "-", "--model", 4, "-o", path, text="##\n#\n")
    assert result.exit_code == 2 and "is for plain rectangles" in result.stderr
    result = run_program("gunport", "4x4", "-o", path)
    assert result.exit_code == 2 and "-o FILE.mod writes a model; it requires --model" in result.stderr
    assert not path.exists()


def answer(pieces: int | None, bound: int, ended: str = "complete", **more: Any) -> ModelAnswer:
    solved = GunportAnswer(
        GunportBoard.rectangle(4, 4),
        Rules(),
        Status(ended),
        pieces,
        bound,
        method="monomino, scip",
        seconds=0.5,
        note="time limit",
    )
    return ModelAnswer(solved, ModelChoice("monomino"), "scip", **more)


@pytest.mark.parametrize(
    ("solved", "words", "code"),
    [
        (answer(6, 6), "4x4: 6 dominoes are the fewest, 4 ports the most", ExitCode.FOUND),
        (
            answer(7, 5, "limit"),
            "4x4: at most 7 dominoes, so at least 2 ports; at least 5 dominoes needed",
            ExitCode.LIMIT,
        ),
        (answer(6, 6, best_seconds=0.25), "4x4: 6 dominoes are the fewest, 4 ports the most", ExitCode.FOUND),
        (answer(None, 0, "limit"), "4x4: no arrangement found   ", ExitCode.LIMIT),
        (answer(None, 1, "limit"), "4x4: no arrangement found; at least 1 domino needed", ExitCode.LIMIT),
        (answer(None, 0), "4x4: impossible: there is no such arrangement", ExitCode.NONE),
        (
            answer(7, 0, target=7),
            "7 dominoes, 2 ports, as required; whether",
            ExitCode.FOUND,
        ),
        (answer(0, 0, target=0), "0 dominoes, 16 ports, as required   ", ExitCode.FOUND),
        (
            answer(None, 0, "limit", target=5, refuted=True),
            "no arrangement has exactly 5 dominoes and 6 ports   ",
            ExitCode.NONE,
        ),
        (answer(7, 5, "cancelled"), "4x4: at most 7 dominoes", ExitCode.INTERRUPTED),
    ],
)
def test_words_and_exit_codes(solved: ModelAnswer, words: str, code: int) -> None:
    assert model_text(solved).startswith(words)
    text = "" if solved.best_seconds is None else ", found after 0.25 s"
    assert model_text(solved).endswith(f"   0.50 s{text}, monomino, scip")
    assert model_exit_code(solved) == code


@needs_highs
def test_a_request_is_solved() -> None:
    with ProgressMonitor("solving", quiet=True) as monitor:
        solved = ModelOptions("monomino", "highs", seconds=HANGS_S).solve(
            GunportBoard.rectangle(3, 4), Rules(), monitor
        )
    assert model_text(solved).startswith("3x4: 4 dominoes are the fewest, 4 ports the most")
    assert model_exit_code(solved) == ExitCode.FOUND


def run(*words: object) -> Result:
    line = list(map(str, words))
    for option, value in (("--boards", "2x2..3x3"), ("--solvers", "highs"), ("--time", "600")):
        line += [] if option in line else [option, value]
    return CliRunner().invoke(compare, line)


@needs_highs
def test_compare_prints_the_table() -> None:
    result = run("--models", "position,monomino")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["board", "exact", "model", "highs"]
    assert [line.split()[:3] for line in lines[1:7]] == [
        [board, exact, model]
        for board, exact in (("2x2", "2"), ("2x3", "2"), ("3x3", "3"))
        for model in ("position", "monomino")
    ]
    assert "Seconds to the proven answer" in result.stdout


@needs_highs
@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ([], ["position", "monomino"]),
        (["--symmetry"], ["position", "monomino, symmetry"]),
        (["--symmetry", "both"], ["position", "monomino", "monomino, symmetry"]),
    ],
)
def test_compare_with_and_without_symmetry_constraints(
    tmp_path: Path, words: list[str], rows: list[str]
) -> None:
    files = [tmp_path / name for name in ("t.md", "t.csv")]
    result = run("--models", "position,monomino", "--boards", "2x3", *words, "-o", files[0], "-o", files[1])
    assert result.exit_code == 0, result.output
    lines = files[0].read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["| board | exact | model | highs |", "| --- | --- | --- | --- |"]
    assert [line.split(" | ")[2] for line in lines[2 : 2 + len(rows)]] == rows
    with files[1].open(encoding="utf-8", newline="") as stream:
        symmetry = [row["symmetry"] for row in csv.DictReader(stream)]
    assert symmetry == ["yes" if row.endswith("symmetry") else "no" for row in rows]


@needs_highs
@pytest.mark.parametrize("suffix", [".tsv", ".csv", ".md", ".txt", ".svg", ".png"])
def test_compare_writes_files(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out{suffix}"
    result = run("--models", "position", "--boards", "2x2", "-o", path)
    assert result.exit_code == 0, result.output
    assert f"wrote {path}: 1 trial" in result.stdout
    head = path.read_bytes()[:8]
    assert (
        head
        == {
            ".tsv": b"rows\tcol",
            ".csv": b"rows,col",
            ".md": b"| board ",
            ".txt": b"board  e",
            ".svg": b"<svg xml",
            ".png": b"\x89PNG\r\n\x1a\n",
        }[suffix]
    )


@needs_highs
def test_compare_in_json() -> None:
    result = run("--models", "position", "--boards", "2x3", "--json")
    body = parse_json(result.stdout)
    assert (body["status"], body["time"], body["output"]) == ("complete", 600.0, None)
    assert body["published"] == {"position": "8x10 in under 4 seconds"}
    (trial,) = body["trials"]
    assert (0 < trial.pop("best_seconds") <= trial.pop("seconds")) and trial.pop("nodes") >= 0
    assert trial == {
        "rows": 2, "columns": 3, "model": "position", "solver": "highs", "symmetry": False, "finished": True,
        "dominoes": 2, "lower_bound": 2, "exact": 2, "verdict": "proven", "target": None,
    }  # fmt: skip


@needs_highs
@pytest.mark.parametrize(("target", "verdicts"), [("7", ["found"] * 4), ("Pearce", ["found"] * 4)])
def test_compare_with_a_number_of_dominoes(target: str, verdicts: list[str]) -> None:
    result = run("--boards", "4x4", "--target", target, "--json")
    body = parse_json(result.stdout)
    assert [trial["verdict"] for trial in body["trials"]] == verdicts
    assert {trial["target"] for trial in body["trials"]} == {7 if target == "7" else 6}


@needs_highs
def test_compare_with_a_column_for_each_model() -> None:
    result = run("--models", "4,3", "--boards", "2x2,2x3", "--columns", "models")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["board", "exact", "solver", "monomino", "position"]
    assert [line.split()[:3] for line in lines[1:3]] == [["2x2", "2", "highs"], ["2x3", "2", "highs"]]
    assert lines[1].count(" node") == 2
    assert " ".join(lines[3].split()) == "published faster; 11x11 with 39 ports 8x10 in under 4 seconds"
    assert "after more than 7 days" in result.stdout.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["-o", "table.xlsx"], "expected one of .txt, .md, .tsv, .csv, .svg, .png"),
        (["--symmetry", "maybe"], "'maybe' is not one of"),
        (["--models", "best"], "'best' is not one of domino-index"),
        (["--time", "0"], "is too short"),
        (["--threads", "0"], "--threads"),
        (["--target", "-1"], "'-1' is not a number of dominoes; expected one such as 27, or pearce"),
        (["--boards", "4x4,3x3", "--target", "5"], "3x3 has space for 4 dominoes only"),
        (["--boards", "1x1,3x3", "--target", "pearce"], "1x1 has space for 0 dominoes only"),
        (["--columns", "boards"], "'boards' is not one of 'solvers', 'models'"),
    ],
)
def test_compare_refuses(words: list[str], sentence: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert sentence in result.output


@pytest.mark.event
@needs_highs
def test_ctrl_c_ends_compare_with_the_trials_that_are_done() -> None:
    code = (
        "import os, signal\n"
        "from tilewright.cli import interruption\n"
        "from tilewright.cli.program import program\n"
        "from tilewright.families.gunport.cli import models\n"
        "from tilewright.families.gunport.solvers import process\n"
        "def report(self):\n"
        "    if self.job.board.size == (21, 21) and self.start_time and not self.cancel.is_set():\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "process.JobRun._report = report\n"
        "interruption.GRACE_S = interruption.LONG_GRACE_S = 1e9\n"
        "models.fewest_dominoes = lambda board: 2\n"
        "program.add_command(models.compare)\n"
        "program.main(['compare', '--boards', '2x2,21x21', '--models', 'position', '--solvers', 'highs'])\n"
    )
    started = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=HANGS_S
    )
    out, err = started.stdout, started.stderr
    assert started.returncode == ExitCode.INTERRUPTED, err
    assert "stopped after 1 trial" in err
    assert [line.split()[:2] for line in out.splitlines()[:2]] == [["board", "exact"], ["2x2", "2"]]
    assert "21x21" not in out
