"""``tilewright disassemble``: assemblies of a puzzle taken apart."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import resume_command
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    json_option,
    motions_option,
    quiet_option,
    reading_options,
    resource_options,
)
from tilewright.cli.output import check_writable, note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, counted, span
from tilewright.cli.search import checkpoint_options
from tilewright.cli.sources import has_items, load_puzzle
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE

if TYPE_CHECKING:
    from tilewright.families.assembly.disassembly import Disassembly
    from tilewright.families.assembly.survey import Survey
    from tilewright.model.puzzle import Puzzle

LISTED = 100  # the most assemblies that come apart of which text lists the levels


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option("--all", "every", is_flag=True, help="Take all assemblies apart and list their levels.")
@click.option(
    "--solution", "number", type=AMOUNT, metavar="N", help="Take assembly N apart, in the order of --all."
)
@click.option(
    "--min-level",
    type=AMOUNT,
    metavar="N",
    help="With --all, list only assemblies that need N moves or more until the first piece is free.",
)
@reading_options
@motions_option
@resource_options
@checkpoint_options
@quiet_option
@json_option
def disassemble(
    *,
    file: str,
    every: bool,
    number: int | None,
    min_level: int | None,
    from_format: str | None,
    problem: int | None,
    lattice: str | None,
    motions: str | None,
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    checkpoint: Path | None,
    resume: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Take assemblies of the puzzle in FILE apart: the first that comes apart, one, or all of them."""
    if every and number is not None:
        raise click.UsageError("--all and --solution cannot be combined")
    if min_level is not None and not every:
        raise click.UsageError("--min-level requires --all")
    if (checkpoint or resume) and not every:
        raise click.UsageError("--checkpoint and --resume require --all")
    path = checkpoint or resume
    puzzle = _load(file, from_format=from_format, problem=problem, lattice=lattice, motions=motions)
    from tilewright.families.assembly.survey import take_all_apart
    from tilewright.solve.checkpoint import check_place
    from tilewright.solve.engines.base import Limits

    if path is not None:
        check_writable(path, None if file == "-" else Path(file))
        check_place(path)
    found: dict[int, Disassembly] = {}

    def keep(at: int, one: Disassembly) -> None:
        if not every:
            found[at] = one

    with ProgressMonitor("taking apart", quiet=quiet) as monitor:
        survey = take_all_apart(
            puzzle,
            first=not every and number is None,
            number=number,
            threads=threads,
            memory=memory,
            limits=Limits(seconds=seconds_left(seconds)),
            on_found=keep,
            on_progress=monitor,
            cancel=monitor.cancel,
            checkpoint=checkpoint,
            resume=resume,
        )
    if number is not None and not survey.assemblies and survey.is_proven:
        raise click.BadParameter(f"there is no assembly {number:,}", param_hint="'--solution'")
    listed = _listed(survey, min_level or 1)
    if as_json:
        print_json(
            {"command": "disassemble", "file": file, "problem": problem, **_keys(survey, listed, found)}
        )
    else:
        _print(survey, listed, found, every=every)
    if survey.undecided:
        words = counted(survey.undecided, "search", "searches")
        note(f"{words} ended for want of memory, undecided; --memory allows more")
    elif survey.status.value != "complete":
        hint = "" if path is None else f"; to resume: {resume_command(path)}"
        note(ending_message(survey.status) + hint)
    click.get_current_context().exit(ExitCode.of(survey.status, found=bool(survey.levels)))


def _load(file: str, **given: Any) -> Puzzle:
    """The puzzle, in space: one layer of BurrTools' cubes is not read as squares here."""
    if given["lattice"] is None and (
        given["from_format"] == "xmpuzzle" or file.lower().endswith(".xmpuzzle")
    ):
        given["lattice"] = CUBE.name
    loaded = load_puzzle(file, **given)
    if has_items(loaded.puzzle):
        raise UnsupportedError(f"{file}: the puzzle has items and options, but no pieces to take apart")
    return loaded.puzzle


def _listed(survey: Survey, min_level: int) -> list[tuple[int, tuple[int, ...]]]:
    """The assemblies that come apart, those of the highest level first."""
    ordered = sorted(survey.levels.items(), key=lambda pair: ([-moves for moves in pair[1]], pair[0]))
    return [(at, levels) for at, levels in ordered if levels[0] >= min_level]


def _keys(
    survey: Survey, listed: list[tuple[int, tuple[int, ...]]], found: dict[int, Disassembly]
) -> dict[str, object]:
    from tilewright.families.assembly.disassembly import levels_text

    keys: dict[str, object] = {
        "status": survey.status.value,
        "assemblies": survey.assemblies,
        "solutions": len(survey.levels),
        "levels": [levels_text(levels) for _, levels in listed],
        "numbers": [at for at, _ in listed],
        "undecided": survey.undecided,
        "proven": survey.is_proven,
        "states": survey.states,
        "seconds": round(survey.seconds, 6),
    }
    for one in found.values():
        keys["assembly"] = [
            {"piece": name, "cells": [list(cell) for cell in cells]} for name, cells in one.pieces
        ]
        assert one.separation is not None
        keys["separations"] = [
            {
                "pieces": list(part.pieces),
                "moves": [
                    {
                        "pieces": list(move.pieces),
                        "direction": list(move.direction),
                        "steps": move.steps or None,
                    }
                    for move in part.moves
                ],
            }
            for part in one.separation.parts()
        ]
    return keys


def _print(
    survey: Survey,
    listed: list[tuple[int, tuple[int, ...]]],
    found: dict[int, Disassembly],
    *,
    every: bool,
) -> None:
    from tilewright.families.assembly.disassembly import levels_text
    from tilewright.families.assembly.text import disassembly_text

    for at, one in found.items():
        click.echo(f"assembly {at:,} comes apart: {levels_text(one.levels)}")
        click.echo(disassembly_text(one))
    if every:
        for at, levels in listed[:LISTED]:
            click.echo(f"assembly {at:,}   {levels_text(levels)}")
        if len(listed) > LISTED:
            click.echo(f"and {len(listed) - LISTED:,} more; --json lists all, --min-level fewer")
    so_far = "" if survey.status.value == "complete" else " so far"
    assemblies = counted(survey.assemblies, "assembly", "assemblies")
    number = len(survey.levels)
    verb = "comes" if number == 1 else "come"
    parts = (
        f"{number:,} of {assemblies}{so_far} {verb} apart" if survey.assemblies else f"no assembly{so_far}"
    )
    click.echo(f"{parts}   {span(survey.seconds)}, {survey.states:,} states")
