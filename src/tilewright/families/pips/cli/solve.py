"""``tilewright pips solve``, ``count`` and ``show``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import confirmation_keys, confirmation_text, note_limit
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    Command,
    DocumentedCommand,
    ascii_option,
    confirm_option,
    json_option,
    memory_option,
    quiet_option,
    time_option,
    with_options,
)
from tilewright.cli.output import (
    DRAWINGS,
    OutputWriter,
    PictureWriter,
    check_output_file,
    drawing_option,
    draws_lines,
    json_list,
    note,
)
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT
from tilewright.errors import FormatError
from tilewright.wording import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.families.pips.puzzle import LaidDomino, PipsPuzzle, PipsSolution
    from tilewright.families.pips.solving import PipsCount

PICTURE_LIMIT, TEXT_LIMIT = 60, 100_000
"""The most solutions in a picture, and in a text file: they are kept in memory."""

_file_argument = click.argument("file", metavar="FILE")
_puzzle_option = click.option(
    "--puzzle",
    "level",
    metavar="NAME",
    help="Of several puzzles, take this one: easy, medium or hard, or its number. Default: all.",
)


def source_options(command: Command) -> Command:
    """``FILE`` and ``--puzzle``."""
    return with_options(command, (_file_argument, _puzzle_option))


def read_puzzles(file: str, level: str | None) -> dict[str, PipsPuzzle]:
    """The puzzles of a file by level, or the one with this level. FormatError names the file."""
    from tilewright.families.pips.files import loads
    from tilewright.formats import read_text

    text = read_text(file)
    source = "standard input" if file == "-" else file
    try:
        puzzles = loads(text)
        if level is None:
            return puzzles
        if level not in puzzles:
            there = "one puzzle without a name" if "" in puzzles else f"the puzzles {', '.join(puzzles)}"
            raise FormatError(f"there is no puzzle {quoted(level)} in the file; it has {there}")
    except FormatError as error:
        raise error.at(source) from None
    return {level: puzzles[level]}


def read_puzzle(file: str, level: str | None) -> PipsPuzzle:
    """The one puzzle of a file, or that with this level. FormatError where there are several."""
    puzzles = read_puzzles(file, level)
    if len(puzzles) > 1:
        raise FormatError(f"there are the puzzles {', '.join(puzzles)}; choose one with --puzzle", file=file)
    return next(iter(puzzles.values()))


@click.command(cls=DocumentedCommand)
@source_options
@confirm_option
@memory_option
@time_option
@quiet_option
@json_option
def count(
    *,
    file: str,
    level: str | None,
    confirm: bool,
    memory: int | None,
    seconds: float | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Count the placements of the dominoes, and the fillings of the board with numbers."""
    from tilewright.families.pips import solving
    from tilewright.solving.steps import Control, Limits

    puzzles = read_puzzles(file, level)
    bodies, codes = [], []
    with ProgressMonitor("counting", quiet=quiet) as monitor:
        for name, puzzle in puzzles.items():
            limits = Limits(seconds=seconds_left(seconds))
            control = Control(limits, on_progress=monitor, cancel=monitor.cancel)
            answer = solving.count(puzzle, control, confirm=confirm, memory=memory)
            codes.append(_exit_code(answer))
            bodies.append({"puzzle": name or None, "title": puzzle.title, **_count_body(answer)})
            if not as_json:
                monitor.clear()
                head = f"{name}: " if len(puzzles) > 1 else ""
                click.echo(head + str(answer))
                if answer.confirmation:
                    click.echo(confirmation_text(answer.confirmation))
    if as_json:
        whole = bodies[0] if len(bodies) == 1 else {"puzzles": bodies}
        print_json({"command": "pips count", **whole})
    click.get_current_context().exit(max(codes))


def _count_body(answer: PipsCount) -> dict[str, Any]:
    return {
        "status": answer.status.value,
        "placements": answer.placements,
        "fillings": answer.fillings,
        "engine": answer.engine,
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        **confirmation_keys(answer.confirmation),
    }


def _exit_code(answer: PipsCount) -> int:
    """The exit code of a count; a note on stderr when it is incomplete."""
    if answer.status.value != "complete":
        note(ending_message(answer.status, answer.share))
    return ExitCode.of(answer.status, has_result=bool(answer.placements))


@click.command(cls=DocumentedCommand)
@source_options
@click.option("--all", "every", is_flag=True, help="List all placements of the dominoes.")
@click.option(
    "--fillings", "distinct", is_flag=True, help="List one placement for each filling with numbers."
)
@click.option("--limit", type=AMOUNT, metavar="N", help="Stop after N solutions. Default: 1, without --all.")
@time_option
@drawing_option
@ascii_option
@quiet_option
@json_option
def solve(
    *,
    file: str,
    level: str | None,
    every: bool,
    distinct: bool,
    limit: int | None,
    seconds: float | None,
    output: Path | None,
    plain: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Find a way to lay the dominoes, or list all, and draw it."""
    from tilewright.families.pips import solving
    from tilewright.families.pips.drawing import board_text
    from tilewright.solving.steps import Control, Limits, Returning

    check_output_file(output, DRAWINGS, file)
    puzzles = read_puzzles(file, level)
    if len(puzzles) > 1 and (as_json or output):
        read_puzzle(file, level)
    if limit is None and not (every or distinct):
        limit = 1
    first, codes = limit == 1, []
    for name, puzzle in puzzles.items():
        with ProgressMonitor("searching", quiet=quiet) as monitor:
            control = Control(
                Limits(limit, seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel
            )
            search = Returning(solving.solutions(puzzle, control, distinct=distinct))
            head = f"{name}\n" if len(puzzles) > 1 else ""
            writer = _writer(output, puzzle, as_json=as_json)

            def show(solution: PipsSolution, number: int, *, monitor: ProgressMonitor = monitor) -> None:
                monitor.clear()
                heading = "" if first else f"solution {number:,}\n"
                click.echo(heading + board_text(puzzle, solution, plain=not draws_lines(plain)))  # noqa: B023

            writers: list[OutputWriter[Any]] = [writer] if writer else []
            if as_json:
                heading = {"command": "pips solve", "title": puzzle.title}
                with json_list(heading, "found", _solution_json) as listed:
                    _write_all(search, [*writers, listed])
            else:
                if not writers:
                    click.echo(head, nl=False)
                    writers.append(OutputWriter(show))
                _write_all(search, writers)
        answer = search.value
        enough = limit is not None and answer.solutions >= limit
        message = writer.finish() if writer else ""
        if as_json:
            status = "complete" if first and enough else answer.status.value
            print_json({"status": status, "solutions": answer.solutions, "output": output})
        else:
            if not first or not answer.solutions:
                click.echo(str(answer))
            if message:
                click.echo(message)
        if enough and not first and answer.status.value != "complete":
            note_limit(limit)
        if not enough and answer.status.value != "complete":
            note(ending_message(answer.status, answer.share))
        code = ExitCode.of(answer.status, has_result=bool(answer.solutions))
        codes.append(ExitCode.FOUND if enough else code)
    click.get_current_context().exit(max(codes))


def _write_all(search: Any, writers: Sequence[OutputWriter[Any]]) -> None:
    for solution in search:
        for writer in writers:
            writer.write(solution)


def _writer(output: Path | None, puzzle: PipsPuzzle, *, as_json: bool) -> PictureWriter[PipsSolution] | None:
    """What draws solutions into a file; None without one."""
    if output is None:
        return None
    return PictureWriter(
        lambda kept, total: drawing_of(output, puzzle, kept),
        path=output,
        limit=TEXT_LIMIT if output.suffix.lower() == ".txt" else PICTURE_LIMIT,
        option="",
    )


def drawing_of(output: Path, puzzle: PipsPuzzle, solutions: Sequence[PipsSolution]) -> str | bytes:
    """The content of a drawing file: solutions, or the board with its dominoes when there are none."""
    from tilewright.families.pips.drawing import board_scene, boards_text
    from tilewright.render.png import SCENE_WRITERS

    if output.suffix.lower() == ".txt":
        return boards_text(puzzle, solutions)
    return SCENE_WRITERS[output.suffix.lower()](board_scene(puzzle, solutions))


def laid_keys(laid: LaidDomino) -> dict[str, Any]:
    """A domino on the board for JSON: its numbers and their cells as [row, column] from 0."""
    return {"domino": list(laid.numbers), "cells": [[y, x] for x, y in laid.cells]}


def _solution_json(solution: PipsSolution) -> str:
    return json.dumps([laid_keys(laid) for laid in solution.dominoes])


@click.command(cls=DocumentedCommand)
@source_options
@click.option(
    "--to", "form", type=click.Choice(["text", "json", "toml"]), help="Print the puzzle in this form."
)
@drawing_option
@ascii_option
@json_option
def show(
    *, file: str, level: str | None, form: str | None, output: Path | None, plain: bool, as_json: bool
) -> None:
    """Draw the board and the dominoes, or print the puzzle in another form."""
    from tilewright.families.pips.drawing import board_text
    from tilewright.families.pips.files import to_json
    from tilewright.formats import write_atomically

    if form is not None and as_json:
        raise click.UsageError("--to and --json cannot be given together; --to json prints a puzzle file")
    check_output_file(output, DRAWINGS, file)
    puzzles = read_puzzles(file, level)
    if output is not None or form == "toml":
        read_puzzle(file, level)
    if output is not None:
        write_atomically(output, drawing_of(output, next(iter(puzzles.values())), []))
    if as_json:
        listed = [
            {"puzzle": name or None, "title": puzzle.title, **to_json({"": puzzle})}
            for name, puzzle in puzzles.items()
        ]
        print_json({"command": "pips show", "puzzles": listed, "output": output})
    elif form is not None:
        click.echo(_FORMS[form](puzzles), nl=False)
    elif output is None:
        for name, puzzle in puzzles.items():
            head = puzzle.title or name
            click.echo((f"{head}\n" if head else "") + board_text(puzzle, plain=not draws_lines(plain)))
    if output is not None and not as_json:
        click.echo(f"wrote {output}", err=form is not None)


def _text_of(puzzles: dict[str, PipsPuzzle]) -> str:
    from tilewright.families.pips.files import dumps

    return "\n".join(map(dumps, puzzles.values()))


def _json_of(puzzles: dict[str, PipsPuzzle]) -> str:
    from tilewright.families.pips.files import to_json

    return json.dumps(to_json(puzzles)) + "\n"


def _toml_of(puzzles: dict[str, PipsPuzzle]) -> str:
    from tilewright import documents

    return documents.dumps(next(iter(puzzles.values())))


_FORMS: dict[str, Callable[[dict[str, PipsPuzzle]], str]] = {
    "text": _text_of,
    "json": _json_of,
    "toml": _toml_of,
}
