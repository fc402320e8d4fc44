"""``tilewright gunport``: the fewest dominoes on a board such that no more fits, and all about it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.options import color_option, json_option, no_color_option, quiet_option, resource_options
from tilewright.cli.output import DRAWINGS, ExitCode, OutputWriter, print_json, wants_color
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.cli.sources import report_warnings
from tilewright.families.gunport.cli.answers import (
    answer_body,
    answer_caption,
    answer_code,
    answer_words,
    counts_words,
    effort_words,
    enter_in_library,
    pearce_words,
)
from tilewright.families.gunport.cli.group import BoardGroup
from tilewright.families.gunport.cli.library import library, library_option, no_slide_option, piece_option
from tilewright.families.gunport.cli.models import (
    MODEL_SUFFIXES,
    ModelRequest,
    compare_command,
    export_model,
    model_code,
    model_options,
    model_words,
)
from tilewright.families.gunport.cli.output import (
    check_output,
    file_writer,
    json_writer,
    screen_writer,
    style_option,
)
from tilewright.families.gunport.cli.table import table

if TYPE_CHECKING:
    from tilewright.families.gunport.answer import GunportAnswer
    from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
    from tilewright.families.gunport.pictures import Caption
    from tilewright.families.gunport.solve import Question

ENGINE_NAMES = ("dense", "bounded", "frontier")
MOST_DRAWN = 1_000_000
"""More arrangements than this are not drawn at once."""
QUICK_CELLS = 2_000
"""A board with as many cells, or a plain rectangle, is being searched before anybody can press Ctrl-C."""

EPILOG = """\b
Examples:
  tilewright gunport 8x10
  tilewright gunport 8x10 --count --json
  tilewright gunport 8x10 --all --unique -o all.svg
  tilewright gunport 12x12 --sample 6 --seed 7 -o sheet.png
  tilewright gunport board.txt --piece 'L tromino'
  tilewright gunport 9x9 --no-slide
  tilewright gunport 8x10 --model monomino --solver cp-sat --time 60

BOARD is a size, rows first; a file with a drawing of a board, or with any puzzle, whose board is taken;
'-' for standard input; or catalog:NAME. A file that is called like one of the commands below is given as
./table. No two ports are adjacent, since a domino would fit there; the fewest dominoes leave the most
ports. What was solved is entered in the library of best boards.
"""


@dataclass(frozen=True)
class GunportRequest:
    """A question about a board as the user asked it; the fields are named as the options are."""

    board: str
    count: bool
    everything: bool
    limit: int | None
    unique: bool
    number: int | None
    seed: int | None
    no_slide: bool
    piece: str
    engine: str | None
    seconds: float | None
    memory: int | None
    threads: int | None
    model: str | None
    solver: str | None
    symmetry: bool
    target: int | None
    output: Path | None
    sheet: int
    style: str | None
    library_path: Path | None
    no_library: bool
    color: str
    quiet: bool
    as_json: bool

    @property
    def listed(self) -> bool:
        """Whether arrangements are listed or drawn by lot, not just one shown."""
        return self.everything or self.limit is not None or self.number is not None

    @property
    def of_model(self) -> ModelRequest:
        """What is asked of a model."""
        return ModelRequest(self.model, self.solver, self.symmetry, self.target, self.seconds, self.threads)

    def check(self) -> None:
        """Refuse options that do not go together, and outputs that cannot be written: UsageError."""
        self.of_model.check()
        if self.number is not None and (self.everything or self.limit is not None or self.unique):
            raise click.UsageError("--sample does not go with --all, --limit and --unique")
        if self.unique and not (self.everything or self.limit is not None):
            raise click.UsageError(
                "--unique goes with --all or --limit; --count counts up to symmetry anyway"
            )
        if self.seed is not None and self.number is None:
            raise click.UsageError("--seed goes with --sample")
        if (self.number or 0) > MOST_DRAWN:
            raise click.BadParameter(f"at most {MOST_DRAWN:,} are drawn at once", param_hint="'--sample'")
        if self.library_path is not None and self.no_library:
            raise click.UsageError("--library and --no-library do not go together")
        if self.model is not None:
            for word, given in (
                ("--count", self.count),
                ("--all, --limit and --sample", self.listed),
                ("--engine", self.engine is not None),
                ("--memory", self.memory is not None),
            ):
                if given:
                    raise click.UsageError(f"a model finds one arrangement; {word} cannot be asked of it")
        if self.output is not None:
            models = MODEL_SUFFIXES if self.model is not None else ()
            check_output(self.output, suffixes=(*DRAWINGS, *models))

    def question(self) -> Question:
        """The question, for the exact engines."""
        from tilewright.families.gunport.solve import Question

        arrangements = (
            self.limit
            if self.limit is not None
            else None
            if self.everything or self.number is not None
            else 1
        )
        return Question(
            count=self.count,
            arrangements=arrangements,
            unique=self.unique,
            sample=self.number,
            seed=self.seed or 0,
        )

    def heading(self, rules: Rules) -> dict[str, object]:
        """The keys that say what was asked."""
        return {
            "command": "gunport",
            "board": self.board,
            "piece": rules.piece.name,
            "no_slide": rules.no_slide,
            "model": self.model,
            "solver": None if self.model is None else self.solver or "cp-sat",
        }


@click.group(
    cls=BoardGroup,
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="| COMMAND ...",
    epilog=EPILOG,
    short_help="Find the fewest dominoes such that no more fits.",
)
@click.argument("board", required=True)
@click.option("--count", is_flag=True, help="Count the optimal arrangements, in all and up to symmetry.")
@click.option("--all", "everything", is_flag=True, help="List all optimal arrangements.")
@click.option("--limit", type=AMOUNT, metavar="N", help="List up to N optimal arrangements.")
@click.option(
    "--unique",
    is_flag=True,
    help="List one of all arrangements that the board's turns and mirrors carry into each other.",
)
@click.option(
    "--sample",
    "number",
    type=AMOUNT,
    metavar="N",
    help="Draw N optimal arrangements at random, each as likely as any other.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),
    metavar="N",
    help="The same seed gives the same sample; without it, 0.",
)
@no_slide_option
@piece_option
@click.option(
    "--engine",
    type=click.Choice(ENGINE_NAMES),
    help="Search with this engine; without it Tilewright chooses.",
)
@resource_options
@model_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Write to this file: .svg, .png or .txt; with --model also .lp or .mps, the model itself.",
)
@click.option(
    "--sheet",
    type=click.IntRange(1, 10_000),
    default=60,
    show_default=True,
    metavar="N",
    help="How many arrangements a picture shows at most.",
)
@style_option
@library_option
@click.option("--no-library", is_flag=True, help="Enter nothing in the library of best boards.")
@color_option
@no_color_option
@quiet_option
@json_option
@click.pass_context
def gunport(ctx: click.Context, /, **wishes: Any) -> None:
    """Find the fewest dominoes on BOARD such that no more fits: so the most ports (vacant cells).

    Or look at many boards, at the published models, and at the best boards known, by one of the commands.
    """
    if ctx.invoked_subcommand is not None:
        return
    request = GunportRequest(**wishes)
    request.check()
    from tilewright.families.gunport.board_files import read_board
    from tilewright.families.gunport.pieces import rules_for

    rules = rules_for(request.piece, no_slide=request.no_slide)
    with report_warnings(request.board):
        board = read_board(request.board)
    if request.model is not None:
        ctx.exit(_by_model(request, board, rules))
    ctx.exit(_exactly(request, board, rules))


def _exactly(request: GunportRequest, board: GunportBoard, rules: Rules) -> int:
    """Answer by the exact engines, telling arrangements as they are found; the exit code."""
    from tilewright.families.gunport.solve import Means, stream_arrangements
    from tilewright.solve.engines.base import Limits

    question = request.question()
    best: Arrangement | None = None
    shown = 0
    ended: list[GunportAnswer] = []
    with ProgressMonitor("searching", quiet=request.quiet) as monitor, ExitStack() as stack:
        writer = stack.enter_context(
            _writer(request, rules, monitor, lambda: answer_caption(ended[0], question, shown))
        )
        if board.size is not None or len(board.cells) <= QUICK_CELLS:
            monitor.mark_cancellable()
        limits = Limits(seconds=request.seconds)
        means = Means(request.threads, request.memory, limits, monitor, monitor.cancel)
        steps = stream_arrangements(board, rules, question, means, engine=request.engine)
        for arrangement in _until_answer(steps, ended):
            shown += 1
            best = best or arrangement
            writer.write(arrangement)
        [answer] = ended
        for arrangement in answer.arrangements:  # the best by then, when there was no time for what was asked
            best = arrangement
            writer.write(arrangement)
        monitor.clear()
        written = writer.finish()
    if request.as_json:
        _tell_json(request, answer_body(answer, _drawn(request, best)), rules)
    else:
        words = f"{answer_words(answer)}   {effort_words(answer)}"
        for line in (words, pearce_words(answer), counts_words(answer, question, shown), written):
            if line:
                click.echo(line)
    code = answer_code(answer, monitor)
    if not request.no_library:
        enter_in_library(answer, best, request.library_path)
    return code


def _until_answer(
    steps: Generator[Arrangement, None, GunportAnswer], ended: list[GunportAnswer]
) -> Iterator[Arrangement]:
    """The arrangements of a search; its answer goes into the list."""
    ended.append((yield from steps))


def _by_model(request: GunportRequest, board: GunportBoard, rules: Rules) -> int:
    """Answer by a published model, or write the model down; the exit code."""
    asked, output = request.of_model, request.output
    if output is not None and output.suffix.lower() in MODEL_SUFFIXES:
        written = export_model(asked, board, rules, output)
        if request.as_json:
            print_json({**request.heading(rules), "output": str(output)})
        else:
            click.echo(written)
        return ExitCode.FOUND
    with ProgressMonitor("solving", quiet=request.quiet) as monitor:
        told = asked.solve(board, rules, monitor)
    answer = told.answer
    with _writer(request, rules, monitor, lambda: answer_caption(answer, request.question(), 1)) as writer:
        for arrangement in answer.arrangements:
            writer.write(arrangement)
        written = writer.finish()
    best = answer.arrangements[0] if answer.arrangements else None
    if request.as_json:
        body = {**answer_body(answer, _drawn(request, best)), "target": told.target, "refuted": told.refuted}
        _tell_json(request, body, rules)
    else:
        for line in (model_words(told), pearce_words(answer), written):
            if line:
                click.echo(line)
    code = model_code(told, monitor)
    if best is not None and not request.no_library:
        enter_in_library(answer, best, request.library_path)
    return code


@contextmanager
def _writer(
    request: GunportRequest, rules: Rules, monitor: ProgressMonitor, caption: Callable[[], Caption]
) -> Iterator[OutputWriter[Arrangement]]:
    """The writer of arrangements as they are found."""
    style = request.style or ""
    if request.output is not None:
        with file_writer(request.output, sheet=request.sheet, style=style, caption=caption) as writer:
            yield writer
    elif not request.as_json:
        yield screen_writer(style, monitor.clear, color=wants_color(request.color))
    elif request.listed:
        with json_writer(request.heading(rules), style) as writer:
            yield writer
    else:  # the JSON object has the one arrangement
        yield OutputWriter(lambda arrangement, number: None)


def _drawn(request: GunportRequest, best: Arrangement | None) -> str | None:
    from tilewright.families.gunport.drawing import dumps

    return None if best is None else dumps(best, request.style or "")


def _tell_json(request: GunportRequest, body: dict[str, object], rules: Rules) -> None:
    """Print the object, or complete the one whose list of arrangements is on stdout by now."""
    begun = request.listed and request.output is None
    body["output"] = None if request.output is None else str(request.output)
    print_json(body if begun else {**request.heading(rules), **body})


def _fewest(board: GunportBoard) -> int:
    """The fewest dominoes, for the comparison of models."""
    from tilewright.families.gunport.solve import solve_board

    pieces = solve_board(board).pieces
    assert pieces is not None, "every board of dominoes has an arrangement"
    return pieces


gunport.add_command(table)
gunport.add_command(compare_command(_fewest))
gunport.add_command(library)
