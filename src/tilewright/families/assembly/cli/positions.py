"""``tilewright assembly positions``: all positions that an assembly reaches until its first pieces leave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    json_option,
    quiet_option,
)
from tilewright.cli.output import PICTURES, check_output_file, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.families.assembly.cli.disassemble import load_in_space
from tilewright.families.assembly.cli.options import assembly_options
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.assembly.disassembler import Disassembler
    from tilewright.families.assembly.disassembly import Disassembly
    from tilewright.families.assembly.positions import PositionSurvey
    from tilewright.families.assembly.ways import Ways
    from tilewright.model.puzzle import Placement, Puzzle
    from tilewright.solving.steps import Limits, Status, StepLoop

GRAPH = ".dot"


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option(
    "--solution",
    "number",
    type=AMOUNT,
    metavar="N",
    help="Survey assembly N, in the order of disassemble --all. Default: the first that comes apart.",
)
@click.option("--parts", is_flag=True, help="Survey also each part that is left when pieces have come free.")
@click.option(
    "--ways",
    type=AMOUNT,
    metavar="K",
    help="Print also the K different disassemblies with the fewest moves.",
)
@click.option(
    "--max-positions",
    type=AMOUNT,
    metavar="N",
    help="The most positions to keep of each part. Default: 200,000.",
)
@output_option(
    "Draw the tree of positions (.svg, .png), or write all positions and moves for Graphviz (.dot)."
)
@assembly_options
@quiet_option
@json_option
def positions(
    *,
    file: str,
    number: int | None,
    parts: bool,
    ways: int | None,
    max_positions: int | None,
    output: Path | None,
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    quiet: bool,
    as_json: bool,
    **reading: Any,
) -> None:
    """Survey all positions that one assembly of the puzzle in FILE reaches until its first pieces leave."""
    from tilewright.families.assembly.position_text import position_text
    from tilewright.families.assembly.text import piece_names
    from tilewright.solving.steps import Control, Limits, Status, StepLoop

    check_output_file(output, (*PICTURES, GRAPH), file)
    puzzle = load_in_space(file, **reading)
    limits = Limits(seconds=seconds_left(seconds))
    surveys: list[PositionSurvey] = []
    different: Ways | None = None
    with ProgressMonitor("surveying", quiet=quiet) as monitor:
        loop = StepLoop(Control(limits, cancel=monitor.cancel))
        status, subject = _assembly(puzzle, number, threads, memory, limits, monitor)
        if subject is not None:
            work = _Work(puzzle, subject[1], loop, memory, max_positions)
            surveys = list(work.surveys(parts=parts))
            status = next((one.status for one in surveys if not one.is_complete), Status.COMPLETE)
            if ways and work.is_separable:
                different = work.ways(ways)
                status = different.status if status is Status.COMPLETE else status
    if subject is None and not as_json and status is Status.COMPLETE:
        click.echo("there is no assembly")
    if as_json:
        keys = _keys(subject, surveys, different)
        heading = {"command": "assembly positions", "file": file, "problem": reading["problem"]}
        seconds_taken = round(loop.seconds, 6)
        written_to = output if surveys else None
        print_json(
            {**heading, "status": status.value, **keys, "seconds": seconds_taken, "output": written_to}
        )
    elif subject is not None:
        names = piece_names(subject[1])
        click.echo(_heading(*subject))
        for survey in surveys:
            click.echo(position_text(survey, names))
        if different is not None:
            _print_ways(different)
        click.echo(span(loop.seconds))
    if output is not None and surveys and subject is not None:
        written = _write(output, surveys[0], f"assembly {subject[0]:,}")
        if not as_json:
            click.echo(written)
    if status is not Status.COMPLETE:
        note(
            ending_message(status)
            + ("; --max-positions, --memory and --time allow more" * (status is Status.LIMIT))
        )
    click.get_current_context().exit(ExitCode.of(status, has_result=subject is not None))


def _assembly(
    puzzle: Puzzle,
    number: int | None,
    threads: int | None,
    memory: int | None,
    limits: Limits,
    monitor: ProgressMonitor,
) -> tuple[Status, tuple[int, Disassembly] | None]:
    """The assembly that is to be surveyed and its number, and how the search for it ended.

    That is the first that comes apart, or if none does, the first.
    """
    from tilewright.families.assembly.survey import take_all_apart

    chosen: tuple[int, Disassembly] | None = None

    def keep(at: int, one: Disassembly) -> None:
        nonlocal chosen
        if chosen is None or (one.comes_apart and not chosen[1].comes_apart):
            chosen = at, one

    examined = take_all_apart(
        puzzle,
        first=number is None,
        number=number,
        threads=threads,
        memory=memory,
        limits=limits,
        on_result=keep,
        max_locked=1,
        on_progress=monitor,
        cancel=monitor.cancel,
    )
    if number is not None and not examined.assemblies and examined.status.value == "complete":
        raise click.BadParameter(
            f"there is no assembly {number:,}; disassemble --all lists them", param_hint="'--solution'"
        )
    return examined.status, chosen


class _Work:
    """Surveys of one assembly."""

    def __init__(
        self,
        puzzle: Puzzle,
        disassembly: Disassembly,
        loop: StepLoop,
        memory: int | None,
        max_positions: int | None,
    ) -> None:
        from tilewright.families.assembly.disassembler import Disassembler
        from tilewright.families.assembly.filter import MAX_SEARCH_BYTES
        from tilewright.families.assembly.positions import MAX_POSITIONS
        from tilewright.model.puzzle import Placement

        self._puzzle, self._disassembly, self._loop = puzzle, disassembly, loop
        self._disassembler: Disassembler = Disassembler(puzzle, memory or MAX_SEARCH_BYTES)
        self._max_positions = max_positions or MAX_POSITIONS
        self._assembly: list[Placement] = [Placement(name, cells) for name, cells in disassembly.pieces]
        everything = range(len(self._assembly))
        self.is_separable = self._disassembler.needs_separation(self._assembly, everything)

    def surveys(self, *, parts: bool) -> Iterator[PositionSurvey]:
        """The survey of the assembly, then of each part that is left in the disassembly that is known."""
        from tilewright.families.assembly.positions import starts_of_parts, survey_positions

        if not self.is_separable:
            return
        separation = self._disassembly.separation
        yield survey_positions(
            self._disassembler, self._assembly, self._loop, max_positions=self._max_positions
        )
        for pieces, shifts in starts_of_parts(separation)[1:] if parts and separation is not None else ():
            yield survey_positions(
                self._disassembler,
                self._assembly,
                self._loop,
                pieces=pieces,
                shifts=shifts,
                max_positions=self._max_positions,
            )

    def ways(self, most: int) -> Ways:
        """Different disassemblies of the assembly."""
        from tilewright.families.assembly.ways import different_ways

        return different_ways(
            self._puzzle,
            self._disassembler,
            self._assembly,
            most,
            self._loop,
            max_positions=self._max_positions,
        )


def _heading(at: int, one: Disassembly) -> str:
    from tilewright.model.levels import levels_text

    if one.comes_apart:
        return f"assembly {at:,} comes apart: {levels_text(one.levels)}"
    if one.verdict is None and one.bound is None:
        return f"assembly {at:,} is a single piece or group"
    moves = "" if one.is_proven else " by the moves that were tried"
    return f"assembly {at:,} does not come apart{moves}" if one.bound is None else f"assembly {at:,}"


def _keys(
    subject: tuple[int, Disassembly] | None, surveys: list[PositionSurvey], different: Ways | None
) -> dict[str, object]:
    from tilewright.families.assembly.cli.json_keys import disassembly_keys
    from tilewright.model.levels import levels_text

    ways = different and {
        "status": different.status.value,
        "all": different.are_all,
        "positions": different.positions,
        "disassemblies": [
            {"levels": levels_text(way.levels), "separations": disassembly_keys(way)["separations"]}
            for way in different.disassemblies
        ],
    }
    return {
        "number": subject and subject[0],
        "assembly": subject and disassembly_keys(subject[1])["assembly"],
        "parts": [{"pieces": list(survey.pieces), **survey.numbers()} for survey in surveys],
        "ways": ways,
    }


def _print_ways(ways: Ways) -> None:
    from tilewright.families.assembly.text import disassembly_text
    from tilewright.model.levels import levels_text

    for number, one in enumerate(ways.disassemblies, start=1):
        click.echo(f"way {number:,}: {levels_text(one.levels)}, {counted(one.total, 'move')}")
        click.echo(disassembly_text(one))
    count = len(ways.disassemblies)
    many = counted(count, "different way", "different ways")
    if ways.are_all:
        click.echo(f"{many}, and no others" if count else "no way apart")
    elif ways.status.value == "complete":
        click.echo(f"the {many} with the fewest moves; there are others")
    else:
        click.echo(f"{many} so far; there may be others, with fewer moves too")


def _write(output: Path, survey: PositionSurvey, title: str) -> str:
    """Write the picture or the graph of a survey; a line that says what was written."""
    from tilewright.families.assembly.position_tree import graph_dot, position_tree, tree_scene
    from tilewright.formats import write_atomically

    suffix, words = output.suffix.lower(), counted(survey.positions, "position")
    if suffix != GRAPH and (left_out := position_tree(survey).left_out):
        words = f"{survey.positions - left_out:,} of {words}"
    if suffix == GRAPH:
        write_atomically(output, graph_dot(survey))
    elif suffix == ".png":
        from tilewright.render.png import scene_png

        write_atomically(output, scene_png(tree_scene(survey, title)))
    else:
        from tilewright.render.svg import scene_svg

        write_atomically(output, scene_svg(tree_scene(survey, title)))
    return f"wrote {output}: {words}"
