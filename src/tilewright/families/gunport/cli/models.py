"""The gunport models at the command line: one model by one solver, model files, and their comparison."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.commands import StrictCommand
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import Command, json_option, quiet_option, with_options
from tilewright.cli.output import PICTURES, check_writable, note, output_keys, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import SPAN, ParsedType, span
from tilewright.families import gunport as api
from tilewright.families.gunport.cli.output import (
    answer_code,
    answer_text,
    check_output,
    write_report,
)
from tilewright.families.gunport.pieces import pieces_text
from tilewright.families.gunport.registry import (
    DATA_SUFFIXES,
    MODELS,
    ORDERS,
    PACKAGED_SOLVERS,
    SOLVERS,
    ModelChoice,
    model_name,
)
from tilewright.formats.integer_program import LP_DIALECTS
from tilewright.wording import aligned, counted, markdown_table, quoted

if TYPE_CHECKING:
    from tilewright.families.gunport.comparison import Comparison
    from tilewright.families.gunport.solvers.process import ModelAnswer

MODEL_SUFFIXES = (".lp", ".mps", ".mzn", ".mod", ".dat", ".dzn")
COMPARISONS = (".txt", ".md", ".tsv", ".csv", *PICTURES)
MOST_BOARDS = 1_000
MOST_SIDE = 1_000
DEFAULT_SECONDS = 60.0
PEARCE = "pearce"

_RANGE = re.compile(r"(\d{1,6})x(\d{1,6})(?:\.\.(\d{1,6})x(\d{1,6}))?", re.IGNORECASE)


def _parse_range(text: str) -> list[tuple[int, int]]:
    match = _RANGE.fullmatch(text)
    if match is None:
        raise ValueError(
            f"{quoted(text)} is not a board; expected rows x columns: 8x10, 3x3..8x8, or 4x4,6x6"
        )
    low, high = (int(match[1]), int(match[2])), (int(match[3] or match[1]), int(match[4] or match[2]))
    if min(low) < 1 or max(*low, *high) > MOST_SIDE:
        raise ValueError(f"{quoted(text)}: a side has 1 to {MOST_SIDE:,} cells")
    if match[3] is None:
        return [low]
    if high[0] < low[0] or high[1] < low[1]:
        raise ValueError(f"{quoted(text)}: the second board is smaller than the first")
    if (high[0] - low[0] + 1) * (high[1] - low[1] + 1) > MOST_BOARDS:
        raise ValueError(f"{quoted(text)}: more than {MOST_BOARDS:,} boards")
    rows, columns = range(low[0], high[0] + 1), range(low[1], high[1] + 1)
    boards = [(m, n) for m in rows for n in columns if m <= n]
    if not boards:
        raise ValueError(f"{quoted(text)} has no board with at least as many columns as rows")
    return boards


def _parse_boards(text: str) -> tuple[tuple[int, int], ...]:
    boards = {board for part in text.split(",") for board in _parse_range(part.strip())}
    return tuple(sorted(boards, key=lambda size: (size[0] * size[1], size)))


BOARDS = ParsedType("boards", _parse_boards)
"""Boards by size: 8x10; 3x3..8x8, all MxN between with M <= N; or a list of these separated by commas."""


def names_type(known: Iterable[str], canonical: Callable[[str], str] = str) -> ParsedType[tuple[str, ...]]:
    """One or several of some names, separated by commas; ``canonical`` replaces other words for them."""

    def parse(text: str) -> tuple[str, ...]:
        chosen = [canonical(part.strip()) for part in text.split(",")]
        for name in chosen:
            if name not in known:
                raise ValueError(f"{quoted(name)} is not one of {', '.join(known)}")
        return tuple(dict.fromkeys(chosen))

    return ParsedType("names", parse)


class ModelChoiceType(click.Choice[str]):
    """A model by its name or its number in the paper."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return super().convert(model_name(value), param, ctx)


def _parse_target(text: str) -> int | str:
    if text.strip().lower() == PEARCE:
        return PEARCE
    if not re.fullmatch(r"\d{1,6}", text.strip()):
        raise ValueError(f"{quoted(text)} is not a number of dominoes; expected one such as 27, or pearce")
    return int(text)


TARGET = ParsedType("target", _parse_target)
"""A number of dominoes, or the word pearce."""


_MODEL = (
    click.option(
        "--model",
        type=ModelChoiceType(list(MODELS)),
        help="Solve one of the four published 0/1 models of Chlond and Bosch instead of searching exactly. "
        "Also 1 to 4, mod1 or 'model 1', their numbers in the paper.",
    ),
    click.option(
        "--solver", type=click.Choice(SOLVERS), help=f"Solver for the model. Default: {next(iter(SOLVERS))}."
    ),
    click.option("--symmetry", is_flag=True, help="Add the two symmetry constraints of the model monomino."),
    click.option(
        "--target",
        type=click.IntRange(min=0),
        metavar="N",
        help="Require exactly N dominoes, or with the model monomino N monominoes, that is ports, instead of "
        "looking for the fewest.",
    ),
)


_FILES = (
    click.option(
        "--variable-order",
        "order",
        type=click.Choice(ORDERS),
        help="Order of the variables of the models position and monomino.\f "
        "All of a kind together (h, then v, "
        "then m), or those of a cell side by side. Default: grouped.",
    ),
    click.option(
        "--legend",
        is_flag=True,
        help="Print what each variable of the model stands for, and do not solve it.",
    ),
    click.option(
        "--lp-dialect",
        type=click.Choice(list(LP_DIALECTS)),
        help=f"Dialect of .lp files. Default: {next(iter(LP_DIALECTS))}.",
    ),
)


def model_options(command: Command) -> Command:
    """The options above on a click command."""
    return with_options(command, (*_MODEL, *_FILES))


@dataclass(frozen=True)
class ModelOptions:
    """The options of a model; the fields are named like the options."""

    model: str | None = None
    solver: str | None = None
    symmetry: bool = False
    target: int | None = None
    order: str | None = None
    legend: bool = False
    lp_dialect: str | None = None
    seconds: float | None = None
    threads: int | None = None

    def check(self) -> None:
        """Refuse options of a model without --model: UsageError."""
        given = {
            "--solver": self.solver is not None,
            "--symmetry": self.symmetry,
            "--target": self.target is not None,
            "--variable-order": self.order is not None,
            "--legend": self.legend,
            "--lp-dialect": self.lp_dialect is not None,
        }
        if self.model is None and any(given.values()):
            name = next(name for name in given if given[name])
            raise click.UsageError(f"{name} requires --model, one of {', '.join(MODELS)}")

    @property
    def choice(self) -> ModelChoice:
        """The model with its parameters. UnsupportedError when it does not have them."""
        assert self.model is not None
        return ModelChoice(self.model, self.symmetry, self.target, self.order or "")

    def solve(self, board: api.GunportBoard, rules: api.Rules, monitor: ProgressMonitor) -> ModelAnswer:
        """Solve the model. UnsupportedError when it cannot be, or when the solver is not installed."""
        from tilewright.families.gunport.solvers.process import solve_model
        from tilewright.solving.resources import default_threads

        return solve_model(
            board,
            self.choice,
            self.solver or next(iter(SOLVERS)),
            rules,
            seconds=seconds_left(self.seconds),
            threads=self.threads or default_threads(),
            on_progress=monitor,
            cancel=monitor.cancel,
        )


def with_data_files(outputs: Sequence[Path]) -> tuple[Path, ...]:
    """The output files; a short model in OPL has its data next to it, unless a data file is given."""
    suffix, files = DATA_SUFFIXES[".mod"], list[Path]()
    given = any(output.suffix.lower() == suffix for output in outputs)
    for output in outputs:
        files.append(output)
        if output.suffix.lower() == ".mod" and not given:
            files.append(output.with_suffix(suffix))
    return tuple(files)


def export_model(
    request: ModelOptions, board: api.GunportBoard, rules: api.Rules, output: Path, *, short: bool = False
) -> str:
    """Write a file of the model, with a legend; returns what was written. OutputError when it cannot be.

    OPL, and with ``short`` MiniZinc, is the model of all rectangles; a file of data has the board.
    """
    from tilewright.families.gunport.models import build_model
    from tilewright.formats import write_atomically
    from tilewright.formats.integer_program import write_program

    check_writable(output)
    suffix = output.suffix.lower()
    if suffix == ".mod" or (short and suffix in DATA_SUFFIXES) or suffix in DATA_SUFFIXES.values():
        from tilewright.families.gunport.short_models import short_data, short_model

        data = short_data(request.choice, board, rules, DATA_SUFFIXES.get(suffix, suffix))
        write_atomically(output, short_model(request.choice, suffix) if suffix in DATA_SUFFIXES else data)
        kind = (
            "the model for rectangles of any size" if suffix in DATA_SUFFIXES else f"the data of {board.name}"
        )
        return f"wrote {output}: {kind}"
    model = build_model(request.choice, board, rules)
    program = model.program
    program.meanings = model.legend()
    write_program(program, output, request.lp_dialect or next(iter(LP_DIALECTS)))
    variables, constraints = len(program.names), len(program.constraints)
    return f"wrote {output}: {counted(variables, 'variable')}, {counted(constraints, 'constraint')}"


def legend_of(request: ModelOptions, board: api.GunportBoard, rules: api.Rules) -> dict[str, str]:
    """What each variable of the model stands for, by its name."""
    from tilewright.families.gunport.models import build_model

    model = build_model(request.choice, board, rules)
    return dict(zip(model.program.names, model.legend(), strict=True))


def model_text(result: ModelAnswer) -> str:
    """The line about a model's answer.

    ``8x8: 22 dominoes are the fewest, 20 ports the most   0.61 s, found after 0.15 s, monomino, cp-sat``.
    """
    answer = result.answer
    text = answer_text(answer)
    if result.refuted:
        target = result.target or 0
        text = f"no arrangement has exactly {pieces_text(target, answer.rules)}"
        if (ports := len(answer.board.cells) - 2 * target) >= 0:
            text += f" and {counted(ports, 'port')}"
    elif result.target is not None and answer.pieces is not None:
        word = f"{pieces_text(answer.pieces, answer.rules)}, {counted(answer.ports or 0, 'port')}"
        undecided = "; whether fewer dominoes are possible is not decided" if answer.pieces else ""
        text = f"{word}, as required{undecided}"
    word = "" if result.best_seconds is None else f", found after {span(result.best_seconds)}"
    return f"{text}   {span(answer.seconds)}{word}, {answer.method}"


def model_exit_code(result: ModelAnswer) -> int:
    """The exit code of a model's answer; prints the limit that ended it on stderr."""
    return ExitCode.NONE if result.refuted else answer_code(result.answer)


EPILOG = """\b
Examples:
  tilewright gunport compare --boards 3x3..6x6 --time 10
  tilewright gunport compare --boards 8x8 --models 3,4 --symmetry both
  tilewright gunport compare --boards 3x3..8x8 --solvers cp-sat -o table.md
  tilewright gunport compare --boards 3x3..7x7 --time 5 -o plot.svg
  tilewright gunport compare --boards 4x4,7x7 --columns models --solvers highs
  tilewright gunport compare --boards 8x10 --target 27

Every model is solved by every solver on every board; a row of the table is a board and a model, a column is a
solver. With --columns models a row is a board and a solver, and the last row has the published outcomes.
At its time limit a trial ends with the best solution found and the bound proven. Ctrl-C ends the
comparison and keeps the finished trials.
"""


@click.command(cls=StrictCommand, epilog=EPILOG, short_help="Compare the published models and solvers.")
@click.option(
    "--boards",
    type=BOARDS,
    default="3x3..6x6",
    show_default=True,
    metavar="BOARDS",
    help="Boards, rows x columns: 3x3..8x8 is every MxN with M <= N between the two; or a list, 4x4,8x10.",
)
@click.option(
    "--models",
    type=names_type(MODELS, model_name),
    default=",".join(MODELS),
    metavar="NAMES",
    help=f"Models, separated by commas: {', '.join(MODELS)}. Default: all.",
)
@click.option(
    "--solvers",
    type=names_type(SOLVERS),
    default=",".join(PACKAGED_SOLVERS),
    show_default=True,
    metavar="NAMES",
    help=f"Solvers, separated by commas: {', '.join(SOLVERS)}.",
)
@click.option(
    "--time",
    "seconds",
    type=SPAN,
    default=DEFAULT_SECONDS,
    metavar="TIME",
    help="Time limit of each trial, such as 90 or 1m30s. Default: 60 seconds.",
)
@click.option(
    "--symmetry",
    type=click.Choice(["without", "with", "both"]),
    is_flag=False,
    flag_value="with",
    default="without",
    show_default=True,
    help="Solve models that have symmetry constraints (monomino) without them, with them, or both ways. "
    "--symmetry alone is the same as --symmetry with.",
)
@click.option(
    "--columns",
    type=click.Choice(["solvers", "models"]),
    default="solvers",
    show_default=True,
    help="What the columns of the table are. With models, the cells also have the nodes of the search, and a "
    "last row has the published outcomes.",
)
@click.option(
    "--target",
    type=TARGET,
    metavar="N",
    help="Require exactly N dominoes in every model, instead of looking for the fewest; pearce: as many as "
    "Pearce's formula gives for each board.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=2,
    metavar="N",
    help="Threads of a solver. Default: 2. SCIP and lp_solve always use 1.",
)
@output_option("Write to this file: .txt, .md, .tsv, .csv, or a plot as .svg or .png.", several=True)
@quiet_option
@json_option
def compare(
    boards: tuple[tuple[int, int], ...],
    models: tuple[str, ...],
    solvers: tuple[str, ...],
    seconds: float,
    symmetry: str,
    columns: str,
    target: int | str | None,
    threads: int,
    outputs: tuple[Path, ...],
    quiet: bool,  # noqa: FBT001 - from click
    as_json: bool,  # noqa: FBT001
) -> None:
    """Compare the four models of Chlond and Bosch, solver by solver and board by board."""
    from tilewright.families.gunport import comparison
    from tilewright.families.gunport.pictures import comparison_scene
    from tilewright.families.gunport.table import csv_text, tsv_text

    for output in outputs:
        check_output(output, suffixes=COMPARISONS)
    dominoes = _dominoes_for(target, boards)
    with ProgressMonitor("comparing", quiet=quiet) as monitor:
        compared = comparison.compare(
            boards,
            _choices(models, symmetry),
            solvers,
            fewest_dominoes,
            dominoes=dominoes,
            seconds=seconds,
            threads=threads,
            on_progress=monitor,
            cancel=monitor.cancel,
        )
    records = comparison.records(compared)
    lines, legend = comparison.table(compared), comparison.LEGEND
    if columns == "models":
        lines, legend = comparison.table_by_model(compared), comparison.MODEL_LEGEND
    text = "\n".join([*aligned(lines), "", textwrap.fill(legend, 100)])
    texts = {
        ".txt": f"{text}\n",
        ".md": "\n".join([*markdown_table(lines), "", legend, ""]),
        ".tsv": tsv_text(comparison.COLUMNS, records),
        ".csv": csv_text(comparison.COLUMNS, records),
    }
    for output in outputs:
        write_report(output, texts, lambda: comparison_scene(compared))
    if as_json:
        print_json(_body(compared, outputs))
    else:
        if compared.trials:
            click.echo(text)
        for output in outputs:
            click.echo(f"wrote {output}: {counted(len(compared.trials), 'trial')}")
    code = ExitCode.FOUND
    if compared.status.value == "cancelled":
        note(f"stopped after {counted(len(compared.trials), 'trial')}")
        code = ExitCode.INTERRUPTED
    click.get_current_context().exit(code)


def _choices(models: Sequence[str], symmetry: str) -> list[ModelChoice]:
    """The models, those with symmetry constraints ``with`` them, ``without`` them, or ``both`` ways."""
    ways = {"without": (False,), "with": (True,), "both": (False, True)}[symmetry]
    return [
        ModelChoice(model, symmetry=way)
        for model in models
        for way in (ways if MODELS[model].symmetry else (False,))
    ]


def _dominoes_for(
    target: int | str | None, boards: Sequence[tuple[int, int]]
) -> Callable[[api.GunportBoard], int] | None:
    """The number of dominoes that every model requires on a board; None to look for the fewest."""
    if target is None:
        return None

    def dominoes(rows: int, columns: int) -> int:
        return api.pearce(rows, columns) if isinstance(target, str) else target

    small = next((size for size in boards if math.prod(size) < 2 * dominoes(*size)), None)
    if small is not None:
        most = counted(math.prod(small) // 2, "domino", "dominoes")
        raise click.BadParameter(
            f"{small[0]}x{small[1]} has space for {most} only",
            param_hint="'--target'",
        )
    return lambda board: dominoes(*board.size) if board.size else 0


def fewest_dominoes(board: api.GunportBoard) -> int:
    """The fewest dominoes, found exactly; an arrangement of dominoes always exists."""
    pieces = api.solve_board(board).pieces
    assert pieces is not None
    return pieces


def _body(compared: Comparison, outputs: Sequence[Path]) -> dict[str, object]:
    trials = [
        {
            "rows": trial.rows,
            "columns": trial.columns,
            "model": trial.model,
            "symmetry": trial.answer.choice.symmetry,
            "solver": trial.solver,
            "seconds": round(trial.seconds, 6),
            "best_seconds": trial.best_seconds,
            "nodes": trial.nodes,
            "target": trial.answer.target,
            "finished": trial.finished,
            "dominoes": trial.answer.answer.pieces,
            "lower_bound": trial.answer.answer.lower_bound,
            "exact": trial.exact,
            "verdict": trial.verdict,
        }
        for trial in compared.trials
    ]
    return {
        "command": "gunport compare",
        "status": compared.status.value,
        "time": compared.limit,
        "trials": trials,
        "published": {trial.model: MODELS[trial.model].published for trial in compared.trials},
        **output_keys(outputs),
    }
