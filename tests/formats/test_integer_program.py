"""LP and MPS files: what solvers read in them is the model that was written."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import OutputError
from tilewright.families.gunport.board import GunportBoard, Rules
from tilewright.families.gunport.cli.models import MODEL_SUFFIXES
from tilewright.families.gunport.models import build_model
from tilewright.families.gunport.registry import DATA_SUFFIXES, MODELS, ModelChoice
from tilewright.formats.integer_program import (
    WRITERS,
    IntegerProgram,
    array_entries,
    lp_solve_text,
    lp_text,
    mps_text,
    mzn_text,
    mzn_values,
    write_program,
)

BOARD = GunportBoard(GunportBoard.rectangle(3, 4).cells, frozenset({((0, 0), (0, 1))}), frozenset({(1, 0)}))
CHOICES = {
    "domino-index": ModelChoice("domino-index"),
    "domino-index-fixed": ModelChoice("domino-index-fixed", target=4),
    "position": ModelChoice("position"),
    "monomino": ModelChoice("monomino"),
    "target": ModelChoice("monomino", target=4),
}

FEWEST = {(3, 3): 3, (3, 4): 4, (3, 5): 5, (4, 4): 6, (4, 5): 7, (5, 5): 9}
"""The fewest dominoes, as ``support.model_brute.fewest`` finds them by plain search."""

# Each reader in a process of its own: OR-tools and highspy cannot share one. What OR-tools reads as LP is
# another format, that of lp_solve.
HIGHS = """
import json, sys, highspy
told = {}
for path in sys.argv[1:]:
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    assert solver.readModel(path) == highspy.HighsStatus.kOk, path
    lp = solver.getLp()
    whole = all(kind == highspy.HighsVarType.kInteger for kind in lp.integrality_)
    bounds = {(low, high) for low, high in zip(lp.col_lower_, lp.col_upper_)}
    assert whole and len(lp.integrality_) == lp.num_col_ and bounds == {(0.0, 1.0)}, (path, bounds)
    solver.run()
    value = solver.getInfo().objective_function_value
    told[path] = [sorted(lp.col_names_), sorted(lp.row_names_), lp.num_row_, round(value)]
print(json.dumps(told))
"""
ORTOOLS = """
import json, sys
from ortools.linear_solver.python import model_builder
told = {}
for path in sys.argv[1:]:
    model = model_builder.Model()
    assert model.import_from_mps_file(path), path
    variables = model.get_variables()
    assert all(v.is_integral and v.lower_bound == 0 and v.upper_bound == 1 for v in variables), path
    solver = model_builder.Solver("scip")
    solver.solve(model)
    names = sorted(v.name for v in variables)
    rows = sorted(row.name for row in model.get_linear_constraints())
    told[path] = [names, rows, model.num_constraints, round(solver.objective_value)]
print(json.dumps(told))
"""


@pytest.mark.parametrize(
    ("package", "reader", "suffixes"), [("highspy", HIGHS, (".lp", ".mps")), ("ortools", ORTOOLS, (".mps",))]
)
def test_solvers_read_what_was_written(
    tmp_path: Path, package: str, reader: str, suffixes: tuple[str, ...]
) -> None:
    if subprocess.run([sys.executable, "-c", f"import {package}"], capture_output=True).returncode:
        pytest.skip(f"{package} is not installed")
    programs = {name: build_model(choice, BOARD, Rules()).program for name, choice in CHOICES.items()}
    for name, program in programs.items():
        for suffix in suffixes:
            write_program(program, tmp_path / f"{name}{suffix}")
    paths = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run([sys.executable, "-c", reader, *paths], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    best = {"domino-index": 4, "domino-index-fixed": 0, "position": 4, "monomino": 4, "target": 0}
    assert len(told) == len(CHOICES) * len(suffixes)
    for path, (names, rows, count, value) in told.items():
        program = programs[Path(path).stem]
        assert names == sorted(program.names), path
        assert (rows, count) == (sorted(row.name for row in program.constraints), len(program.constraints)), (
            path
        )
        assert value == best[Path(path).stem], path


def test_the_files_themselves() -> None:
    program = build_model(ModelChoice("monomino"), GunportBoard.rectangle(1, 2), Rules()).program
    assert lp_text(program) == (
        "\\ monomino on 1x2\nMaximize\n objective: m_1_1 + m_1_2\nSubject To\n"
        " cover_1: h_1_1 + m_1_1 = 1\n cover_2: h_1_1 + m_1_2 = 1\n apart_3: m_1_1 + m_1_2 <= 1\n"
        "Binary\n h_1_1 m_1_1 m_1_2\nEnd\n"
    )
    assert mps_text(program) == (
        "* monomino on 1x2\nNAME tilewright FREE\nOBJSENSE\n    MAX\nROWS\n N objective\n"
        " E cover_1\n E cover_2\n L apart_3\nCOLUMNS\n marker_begin 'MARKER' 'INTORG'\n"
        " h_1_1 cover_1 1\n h_1_1 cover_2 1\n m_1_1 objective 1\n m_1_1 cover_1 1\n m_1_1 apart_3 1\n"
        " m_1_2 objective 1\n m_1_2 cover_2 1\n m_1_2 apart_3 1\n marker_end 'MARKER' 'INTEND'\nRHS\n"
        " rhs cover_1 1\n rhs cover_2 1\n rhs apart_3 1\nBOUNDS\n"
        " BV bound h_1_1\n BV bound m_1_1\n BV bound m_1_2\nENDATA\n"
    )


def test_the_dialect_of_lp_solve_and_the_legend() -> None:
    model = build_model(ModelChoice("4", order="interlaced"), GunportBoard.rectangle(1, 2), Rules())
    model.program.meanings = model.legend()
    legend = [
        "h_1_1: a horizontal domino with its left half on row 1, column 1",
        "m_1_1: a port on row 1, column 1",
        "m_1_2: a port on row 1, column 2",
    ]
    assert lp_solve_text(model.program) == "".join(
        f"// {line}\n" for line in ("monomino on 1x2", *legend)
    ) + (
        "max: 0 h_1_1 + m_1_1 + m_1_2;\n"
        "cover_1: h_1_1 + m_1_1 = 1;\ncover_2: h_1_1 + m_1_2 = 1;\napart_3: m_1_1 + m_1_2 <= 1;\n"
        "h_1_1 <= 1;\nm_1_1 <= 1;\nm_1_2 <= 1;\nint h_1_1, m_1_1, m_1_2;\n"
    )
    assert lp_text(model.program).startswith("".join(f"\\ {line}\n" for line in ("monomino on 1x2", *legend)))
    assert mps_text(model.program).startswith("* monomino on 1x2\n* h_1_1: a horizontal")
    assert mzn_text(model.program).splitlines()[2] == "% m[1,1]: a port on row 1, column 1"


@pytest.mark.skipif(shutil.which("lp_solve") is None, reason="lp_solve is not installed")
@pytest.mark.parametrize("order", ["", "grouped", "interlaced"])
@pytest.mark.parametrize(
    ("model", "size", "objective"),
    [
        *[("position", size, dominoes) for size, dominoes in FEWEST.items()],
        *[("monomino", size, size[0] * size[1] - 2 * dominoes) for size, dominoes in FEWEST.items()],
        ("domino-index", (3, 3), 3),
        ("domino-index-fixed", (3, 3), 0),
    ],
)
def test_lp_solve_reads_its_dialect(
    tmp_path: Path, model: str, size: tuple[int, int], objective: int, order: str
) -> None:
    if order == "interlaced" and not MODELS[model].interlaced:
        pytest.skip("the model has one order")
    built = build_model(ModelChoice(model, order=order), GunportBoard.rectangle(*size), Rules())
    built.program.meanings = built.legend()
    write_program(built.program, tmp_path / "model.lp", "lp_solve")
    command = ["lp_solve", "-S3", str(tmp_path / "model.lp")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    head, _, rest = printed.partition("Actual values of the variables:\n")
    assert float(head.rpartition(":")[2]) == objective
    values = dict(line.split() for line in rest.partition("\n\n")[0].splitlines())
    assert sorted(values) == sorted(built.program.names)
    if order:
        assert list(values) == built.program.names
    numbers = [int(values[name]) for name in built.program.names]
    assert built.program.violated(numbers) == [] and built.program.value(numbers) == objective


def test_lp_solve_is_given_what_has_no_solution() -> None:
    """Rows without variables and an objective without terms."""
    program = IntegerProgram("nothing")
    program.require("wrong", {}, ">=", 1)
    assert lp_solve_text(program).splitlines()[1:4] == [
        "min: ;",
        "never_1: never_0 = 0;",
        "never_2: never_0 = 1;",
    ]


def test_the_minizinc_text_by_the_letter() -> None:
    board = GunportBoard(frozenset({(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)}))
    program = build_model(ModelChoice("monomino"), board, Rules()).program
    assert mzn_text(program) == (
        "% monomino on board of 5 cells\n"
        "array[1..2, 1..2] of var 0..1: h;\nconstraint h[1,2] = 0;\n"
        "array[1..1, 1..2] of var 0..1: v;\n"
        "array[1..2, 1..3] of var 0..1: m;\nconstraint m[1,3] = 0;\n"
        'constraint :: "cover_1" h[1,1] + v[1,1] + m[1,1] = 1;\n'
        'constraint :: "cover_2" h[1,1] + v[1,2] + m[1,2] = 1;\n'
        'constraint :: "cover_3" h[2,1] + v[1,1] + m[2,1] = 1;\n'
        'constraint :: "cover_4" h[2,2] + h[2,1] + v[1,2] + m[2,2] = 1;\n'
        'constraint :: "cover_5" h[2,2] + m[2,3] = 1;\n'
        'constraint :: "apart_6" m[1,1] + m[1,2] <= 1;\nconstraint :: "apart_7" m[1,1] + m[2,1] <= 1;\n'
        'constraint :: "apart_8" m[1,2] + m[2,2] <= 1;\nconstraint :: "apart_9" m[2,1] + m[2,2] <= 1;\n'
        'constraint :: "apart_10" m[2,2] + m[2,3] <= 1;\n'
        "solve maximize m[1,1] + m[1,2] + m[2,1] + m[2,2] + m[2,3];\n"
    )


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES)
def test_values_come_back_from_arrays(choice: ModelChoice) -> None:
    """MiniZinc prints arrays as nested lists, from their least indices on."""
    program = build_model(choice, BOARD, Rules()).program
    program.binary("unused")
    values = [k % 2 for k in range(len(program.names))]
    output: dict[str, Any] = {"unused": values[-1]}
    entries = array_entries(program)
    for letter in {letter for letter, _ in entries.values()}:
        numbers = {indices: values[k] for k, (name, indices) in entries.items() if name == letter}
        axes = [range(min(column), max(column) + 1) for column in zip(*numbers, strict=True)]

        def nested(place: tuple[int, ...], value: Any = numbers, axes: Any = axes) -> Any:
            if len(place) == len(axes):
                return value.get(place, 0)
            return [nested((*place, k)) for k in axes[len(place)]]

        output[letter] = nested(())
    assert mzn_values(program, output) == values


def test_far_apart_cells_are_no_array() -> None:
    program = IntegerProgram()
    for i in (1, 900):
        for j in (1, 900):
            program.binary("m", i, j)
    assert array_entries(program) == {} and "var 0..1: m_900_900;" in mzn_text(program)


def test_lines_of_lp_files_are_short_and_lose_nothing() -> None:
    program = build_model(ModelChoice("domino-index"), GunportBoard.rectangle(5, 6), Rules()).program
    lines = lp_text(program).splitlines()
    assert max(map(len, lines)) <= 200
    first = program.constraints[0]
    text = " ".join(" ".join(lines).split())
    assert f"{first.name}: " + " + ".join(program.names[v] for v, c in first.terms if c == 1) in text


def test_the_command_line_names_all_suffixes() -> None:
    assert {*WRITERS, *DATA_SUFFIXES, *DATA_SUFFIXES.values()} == set(MODEL_SUFFIXES)


def test_other_suffixes_are_refused(tmp_path: Path) -> None:
    for name in ("model", "model.txt", "model.lp.gz"):
        with pytest.raises(OutputError, match=r"expected one of \.lp, \.mps"):
            write_program(IntegerProgram("none"), tmp_path / name)
    assert list(tmp_path.iterdir()) == []
