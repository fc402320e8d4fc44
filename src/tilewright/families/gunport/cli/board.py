"""``tilewright gunport``: the fewest dominoes on a board such that no more fits."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from tilewright.cli.answers import confirmation_keys, confirmation_text, explain_missing_confirmation
from tilewright.cli.commands import StrictCommand, StrictGroup
from tilewright.cli.completion import FileType
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    color_option,
    confirm_option,
    json_option,
    no_color_option,
    quiet_option,
    resource_options,
    seed_option,
)
from tilewright.cli.output import (
    DRAWINGS,
    CombinedWriter,
    OutputWriter,
    json_list,
    output_keys,
    output_option,
    wants_color,
)
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.sources import report_warnings
from tilewright.families import gunport as api
from tilewright.families.gunport.cli.join import join
from tilewright.families.gunport.cli.library import library, library_option, no_slide_option, piece_option
from tilewright.families.gunport.cli.model_file import solve_model
from tilewright.families.gunport.cli.models import (
    MODEL_SUFFIXES,
    ModelOptions,
    compare,
    export_model,
    legend_of,
    model_exit_code,
    model_options,
    model_text,
    with_data_files,
)
from tilewright.families.gunport.cli.output import (
    PDF,
    answer_body,
    answer_caption,
    answer_code,
    answer_text,
    check_output,
    coloured,
    counts_text,
    effort_text,
    file_writer,
    pearce_text,
    record_in_library,
    style_option,
)
from tilewright.families.gunport.cli.pattern import pattern
from tilewright.families.gunport.cli.table import table
from tilewright.families.gunport.registry import COVER_SUFFIXES, DATA_SUFFIXES, ENGINES, SOLVERS
from tilewright.solving.steps import Limits, Returning
from tilewright.wording import quoted

MAX_SAMPLE = 1_000_000  # the largest sample

EPILOG = """\b
Examples:
  tilewright gunport 8x10
  tilewright gunport 8x10 --count --confirm
  tilewright gunport 12x12 --sample 6 --seed 7 -o sheet.png
  tilewright gunport board.txt --piece 'L tromino'
  tilewright gunport 8x10 --model monomino --solver cp-sat --time 60

BOARD is a size, rows x columns; a file with a drawing of a board, or with a puzzle, whose board is used;
'-' for standard input; or catalog:NAME. Write ./table for a file that has the name of a command. No two
ports are adjacent, since a domino would fit there; the fewest dominoes leave the most ports. Solved boards
are entered in the library of best boards.
"""


@dataclass(frozen=True, kw_only=True)
class BoardOptions(ModelOptions):
    """The options of the command; the fields are named like the options."""

    board: str
    count: bool
    confirm: bool
    everything: bool
    limit: int | None
    unique: bool
    number: int | None
    seed: int | None
    no_slide: bool
    piece: str
    engine: str | None
    memory: int | None
    outputs: tuple[Path, ...]
    sheet: int
    style: str | None
    library_path: Path | None
    no_library: bool
    color: str
    quiet: bool
    as_json: bool

    @property
    def listed(self) -> bool:
        return self.everything or self.limit is not None or self.number is not None

    def check(self) -> None:
        """Refuse incompatible options and outputs that cannot be written: UsageError."""
        super().check()
        if self.number is not None and (self.everything or self.limit is not None or self.unique):
            raise click.UsageError("--sample cannot be combined with --all, --limit or --unique")
        if self.unique and not (self.everything or self.limit is not None):
            raise click.UsageError(
                "--unique requires --all or --limit; --count always counts up to symmetry as well"
            )
        if self.seed is not None and self.number is None:
            raise click.UsageError("--seed requires --sample")
        if (self.number or 0) > MAX_SAMPLE:
            raise click.BadParameter(f"at most {MAX_SAMPLE:,} can be drawn", param_hint="'--sample'")
        if self.library_path is not None and self.no_library:
            raise click.UsageError("--library and --no-library cannot be combined")
        if self.model is not None:
            for name, given in (
                ("--count", self.count),
                ("--confirm", self.confirm),
                ("--all, --limit and --sample", self.listed),
                ("--engine", self.engine is not None),
                ("--memory", self.memory is not None),
            ):
                if given:
                    raise click.UsageError(f"a model finds one arrangement; it does not support {name}")
        for output in self.outputs:
            suffix = output.suffix.lower()
            if suffix in MODEL_SUFFIXES and self.model is None:
                raise click.UsageError(f"-o FILE{suffix} writes a model; it requires --model")
            if suffix in COVER_SUFFIXES and self.model is not None:
                raise click.UsageError(f"-o FILE{suffix} writes the exact cover problem; it takes no --model")
            check_output(output, suffixes=(*DRAWINGS, PDF, *self.problem_suffixes))
        if self.lp_dialect is not None and all(path.suffix.lower() != ".lp" for path in self.outputs):
            raise click.UsageError("--lp-dialect requires -o FILE.lp")

    @property
    def problem_suffixes(self) -> tuple[str, ...]:
        """The suffixes of files with the problem itself: the model, or without one an exact cover problem."""
        return MODEL_SUFFIXES if self.model is not None else COVER_SUFFIXES

    @property
    def problem_files(self) -> list[Path]:
        return [path for path in self.outputs if path.suffix.lower() in self.problem_suffixes]

    @property
    def drawings(self) -> list[Path]:
        """The files with arrangements."""
        return [path for path in self.outputs if path not in self.problem_files]

    @property
    def only_problem(self) -> bool:
        """Whether the problem itself is all that is asked for, and nothing is to be solved."""
        asked = self.count or self.confirm or self.listed or self.drawings
        return bool(self.problem_files or self.legend) and not asked

    def query(self) -> api.GunportQuery:
        """The query to the exact engines."""
        every = self.everything or self.number is not None
        return api.GunportQuery(
            count=self.count,
            arrangements=None if every and self.limit is None else self.limit or 1,
            unique=self.unique,
            sample=self.number,
            seed=self.seed or 0,
        )

    def heading(self, rules: api.Rules) -> dict[str, object]:
        """The keys of the JSON object that repeat the query."""
        return {
            "command": "gunport",
            "board": self.board,
            "piece": rules.piece.name,
            "no_slide": rules.no_slide,
            "model": self.model,
            "solver": None if self.model is None else self.solver or next(iter(SOLVERS)),
        }


_SUBCOMMAND = f"{__name__}.subcommand"
_EXPECTED = "expected a size (rows x columns, such as 8x10, 1 or more of each), a file, or catalog:NAME"


class BoardType(FileType):
    """A board; where it may stand, a command may stand as well."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        commands = ctx.command.list_commands(ctx) if isinstance(ctx.command, click.Group) else []
        begun = [CompletionItem(name) for name in commands if name.startswith(incomplete)]
        return [*begun, *super().shell_complete(ctx, param, incomplete)]


class BoardGroup(StrictGroup):
    """A group of commands that is also a command itself, when its first word is a board and not a command."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        args = _pattern_command(args)
        if args and args[0] in self.commands:
            ctx.meta[_SUBCOMMAND] = True
            return super().parse_args(ctx, args)
        ctx.allow_interspersed_args, ctx.allow_extra_args = True, False
        negative = next((word for word in args if re.match(r"-\d", word)), "")
        try:
            return StrictCommand.parse_args(self, ctx, args)
        except click.NoSuchOption as error:
            if negative and error.option_name == negative[:2]:
                raise click.UsageError(f"{quoted(negative)} is not a board; {_EXPECTED}", ctx) from None
            raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in their order of use, not of the alphabet."""
        return list(self.commands)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The parameters for a board; before a command there is only ``--help``."""
        params = super().get_params(ctx)
        if _SUBCOMMAND in ctx.meta:
            return [param for param in params if not param.expose_value]
        return params


def _pattern_command(args: list[str]) -> list[str]:
    """``--pattern 4x6`` and ``--pattern=4x6`` as the command ``pattern 4x6``; other words unchanged."""
    places = [place for place, word in enumerate(args) if word.partition("=")[0] == "--pattern"]
    if len(places) != 1:  # an option that is given twice is refused like any other
        return args
    [place] = places
    _, equals, size = args[place].partition("=")
    return ["pattern", *([size] if equals else []), *args[place + 1 :], *args[:place]]


@click.group(
    cls=BoardGroup,
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="| COMMAND ...",
    epilog=EPILOG,
    short_help="Find the fewest dominoes such that no more fits.",
)
@click.argument("board", type=BoardType(), required=True)
@click.option("--count", is_flag=True, help="Count the optimal arrangements, in all and up to symmetry.")
@confirm_option
@click.option("--all", "everything", is_flag=True, help="List all optimal arrangements.")
@click.option("--limit", type=AMOUNT, metavar="N", help="List up to N optimal arrangements.")
@click.option(
    "--unique",
    is_flag=True,
    help="List one of all arrangements that differ only by a rotation or reflection of the board.",
)
@click.option(
    "--sample", "number", type=AMOUNT, metavar="N", help="Draw N optimal arrangements uniformly at random."
)
@seed_option("Seed of --sample. Default: 0.", default=None)
@no_slide_option
@piece_option
@click.option(
    "--engine",
    type=click.Choice(list(ENGINES)),
    help="Search with this engine. Default: chosen automatically.",
)
@click.option(
    "--pattern",
    metavar="PxQ",
    help="The best pattern that repeats, as the command pattern, whose options may follow, instead of BOARD.",
)
@resource_options
@model_options
@output_option(
    "Write to this file: .svg, .png, .txt, or .pdf with pages to print. The problem itself, not solved: .dlx "
    "or .ec as exact cover; with --model .lp, .mps or .mzn. For rectangles of any size: .mod, with the data "
    "of BOARD in .dat, or .mzn together with .dzn.",
    several=True,
)
@click.option(
    "--sheet",
    type=click.IntRange(1, 10_000),
    default=60,
    show_default=True,
    metavar="N",
    help="Show at most N arrangements in a picture.",
)
@style_option
@library_option
@click.option("--no-library", is_flag=True, help="Enter nothing in the library of best boards.")
@color_option
@no_color_option
@quiet_option
@json_option
@click.pass_context
def gunport(ctx: click.Context, /, **values: Any) -> None:
    """Find the fewest dominoes on BOARD such that no more fits, and so the most ports (vacant cells).

    The commands solve many boards, compare the published models, and show the best boards known.
    """
    if ctx.invoked_subcommand is not None:
        return
    del values["pattern"]  # it runs the command of that name: see _pattern_command
    options = BoardOptions(**values | {"outputs": with_data_files(values["outputs"])})
    options.check()
    rules = api.rules_for(options.piece, no_slide=options.no_slide)
    with report_warnings(options.board):
        board = api.read_board(options.board)
    problem = _show_problem(options, board, rules)
    if options.only_problem:
        if options.as_json:
            print_json({**options.heading(rules), **problem.keys, **output_keys(options.outputs)})
        else:
            click.echo("\n".join(problem.lines))
        ctx.exit(ExitCode.FOUND)
    solve = _exactly if options.model is None else _by_model
    ctx.exit(solve(options, board, rules, problem))


@dataclass(frozen=True)
class ShownProblem:
    """What is printed of the problem itself: lines of text, and keys of the JSON object."""

    lines: Sequence[str]
    keys: Mapping[str, object]


def _show_problem(options: BoardOptions, board: api.GunportBoard, rules: api.Rules) -> ShownProblem:
    """Write the files with the problem itself: the model with its legend, or exact cover."""
    if options.model is None:
        from tilewright.families.gunport.cover_files import write_cover

        return ShownProblem([write_cover(board, rules, path) for path in options.problem_files], {})
    legend = legend_of(options, board, rules) if options.legend else {}
    lines = [f"{name}: {meaning}" for name, meaning in legend.items()]
    if options.legend and not legend:
        lines = ["the model has no variables"]
    short = any(path.suffix.lower() == DATA_SUFFIXES[".mzn"] for path in options.problem_files)
    lines += [export_model(options, board, rules, path, short=short) for path in options.problem_files]
    return ShownProblem(lines, {"legend": legend} if options.legend else {})


def _exactly(options: BoardOptions, board: api.GunportBoard, rules: api.Rules, problem: ShownProblem) -> int:
    """Answer with the exact engines, writing arrangements as they are found; the exit code."""
    query = options.query()
    from tilewright.families.gunport.library import MAX_ARRANGEMENTS, MAX_IMAGES

    arrangements: list[api.Arrangement] = []  # as many as may be needed to have all that the library keeps
    shown = 0
    with ProgressMonitor("searching", quiet=options.quiet) as monitor, ExitStack() as stack:
        limits = Limits(seconds=seconds_left(options.seconds))
        solve_options = api.SolveOptions(options.threads, options.memory, limits, monitor, monitor.cancel)
        solve = api.confirmed_arrangements if options.confirm else api.stream_arrangements
        steps = Returning(solve(board, rules, query, solve_options, engine=options.engine))
        writer = stack.enter_context(
            _writer(options, rules, monitor, lambda: answer_caption(steps.value, query, shown))
        )
        for arrangement in steps:
            shown += 1
            if len(arrangements) < MAX_IMAGES * MAX_ARRANGEMENTS:
                arrangements.append(arrangement)
            writer.write(arrangement)
        answer = steps.value
        if answer.best is not None:  # when a limit came before the first of the query
            arrangements = [answer.best]
            writer.write(answer.best)
        monitor.end_search()
        written = writer.finish()
    if options.as_json:
        body = answer_body(answer, _drawn(options, next(iter(arrangements), None)))
        body |= confirmation_keys(answer.confirmation) if options.confirm else {}
        _print_body(options, body, rules)
    else:
        confirmed = confirmation_text(answer.confirmation) if options.confirm else ""
        summary = f"{answer_text(answer)}   {effort_text(answer)}"
        counts = counts_text(answer, query, shown)
        for line in (summary, pearce_text(answer), counts, confirmed, *problem.lines, written):
            if line:
                click.echo(line)
    code: int = answer_code(answer)
    if answer.confirmation is not None:
        code = explain_missing_confirmation(answer.confirmation) or code
    if not options.no_library:
        record_in_library(answer, arrangements, options.library_path)
    return code


def _by_model(options: BoardOptions, board: api.GunportBoard, rules: api.Rules, problem: ShownProblem) -> int:
    with ProgressMonitor("solving", quiet=options.quiet) as monitor:
        result = options.solve(board, rules, monitor)
    answer = result.answer
    with _writer(options, rules, monitor, lambda: answer_caption(answer, options.query(), 1)) as writer:
        if answer.best is not None:
            writer.write(answer.best)
        written = writer.finish()
    if options.as_json:
        body = answer_body(answer, _drawn(options, answer.best))
        best = result.best_seconds
        body |= {"target": result.target, "refuted": result.refuted, **problem.keys}
        body |= {"best_seconds": None if best is None else round(best, 6), "nodes": result.nodes}
        _print_body(options, body, rules)
    else:
        for line in (model_text(result), pearce_text(answer), *problem.lines, written):
            if line:
                click.echo(line)
    code = model_exit_code(result)
    if answer.best is not None and not options.no_library:
        record_in_library(answer, [answer.best], options.library_path)
    return code


@contextmanager
def _writer(
    options: BoardOptions, rules: api.Rules, monitor: ProgressMonitor, caption: Callable[[], api.Caption]
) -> Iterator[OutputWriter[api.Arrangement]]:
    """The writer of arrangements as they are found: into a file, on the screen, or into a JSON list."""
    style, color = options.style or "", wants_color(options.color)

    def show(arrangement: api.Arrangement, number: int) -> None:
        monitor.clear()
        text = api.dumps(arrangement, style)
        click.echo(coloured(text) if color else text, color=color)

    def to_json(arrangement: api.Arrangement) -> str:
        return json.dumps(api.dumps(arrangement, style).splitlines())

    if options.drawings:
        with ExitStack() as stack:
            files = (
                file_writer(path, sheet=options.sheet, style=style, caption=caption)
                for path in options.drawings
            )
            yield CombinedWriter([stack.enter_context(file) for file in files])
    elif not options.as_json:
        yield OutputWriter(show)
    elif options.listed:
        with json_list(options.heading(rules), "arrangements", to_json) as writer:
            yield writer
    else:  # the JSON object has the one arrangement
        yield OutputWriter(lambda arrangement, number: None)


def _drawn(options: BoardOptions, best: api.Arrangement | None) -> str | None:
    return None if best is None else api.dumps(best, options.style or "")


def _print_body(options: BoardOptions, body: dict[str, object], rules: api.Rules) -> None:
    """Print the JSON object, or complete the one whose list of arrangements was printed."""
    started = options.listed and not options.drawings
    drawn = body["arrangement"] is not None
    body |= output_keys([path for path in options.outputs if drawn or path not in options.drawings])
    print_json(body if started else {**options.heading(rules), **body})


gunport.add_command(table)
gunport.add_command(compare)
gunport.add_command(solve_model)
gunport.add_command(join)
gunport.add_command(pattern)
gunport.add_command(library)
