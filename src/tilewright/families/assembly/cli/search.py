"""The command ``tilewright assembly``, and ``assembly search``: sets of pieces with a high level."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    ALL_PROBLEMS,
    DocumentedCommand,
    DocumentedGroup,
    json_option,
    motions_option,
    quiet_option,
    reading_options,
    resource_options,
    seed_option,
)
from tilewright.cli.output import check_output_file, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.cli.search import check_checkpoint, checkpoint_options, note_resumed
from tilewright.families.assembly.burr_sticks import SHORTEST, burr
from tilewright.families.assembly.cli.disassemble import load_in_space, note_end
from tilewright.families.assembly.cli.positions import positions
from tilewright.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.families.assembly.sets.goal import SetResult
    from tilewright.families.assembly.sets.growth import GrowthSpace
    from tilewright.families.assembly.sets.search import SetSearch
    from tilewright.model.puzzle import Puzzle

GOALS = ("level", "unique")
TOO_MANY = (
    "the 837 usable sticks have more than 35 billion assemblies, too many to list; change sticks by --grow, "
    "allow no holes with --solid, or take fewer: --sticks notchable, or some numbers"
)


@click.group(cls=DocumentedGroup)
def assembly() -> None:
    """Search for sets of pieces that are hard to take apart, and survey what an assembly can reach."""


assembly.add_command(positions)


@assembly.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE, required=False)
@click.option(
    "--sticks",
    metavar="STICKS",
    help="Instead of FILE, take sticks of the six-piece burr as candidates, up to six copies of each: usable "
    "(837), notchable (59), or those with given numbers, such as '52 103 256'.",
)
@click.option(
    "--length",
    type=click.IntRange(SHORTEST),
    metavar="N",
    help=f"With --sticks, their length, even. Default: {SHORTEST}.",
)
@click.option("--solid", is_flag=True, help="With --sticks, allow no holes inside.")
@click.option(
    "--pieces",
    type=AMOUNT,
    metavar="N",
    help="The number of pieces in a set. Default: any that fills the board.",
)
@click.option(
    "--copies",
    type=AMOUNT,
    metavar="N",
    help="Up to so many copies of each candidate. Default: as FILE says.",
)
@click.option(
    "--goal",
    type=click.Choice(GOALS),
    default=GOALS[0],
    show_default=True,
    help="Highest level of any assembly (level), or of the only one that comes apart (unique).",
)
@click.option(
    "--grow",
    is_flag=True,
    help="Instead of choosing pieces, change those of an assembly of FILE cell by cell, or of random ones of "
    "--sticks usable.",
)
@click.option(
    "--restarts",
    type=AMOUNT,
    metavar="N",
    help="With --grow, end after N annealings. Default: at --time or Ctrl-C.",
)
@seed_option("With --grow, the same seed makes the same changes. Default: 0.", default=None)
@click.option("--max-assemblies", type=AMOUNT, metavar="N", help="Only sets with at most N assemblies.")
@output_option("Write the best set: .xmpuzzle with its best assembly and the moves, or .toml.")
@reading_options
@motions_option
@resource_options
@checkpoint_options
@quiet_option
@json_option
def search(
    *,
    file: str | None,
    sticks: str | None,
    length: int | None,
    solid: bool,
    from_format: str | None,
    problem: int | None,
    lattice: str | None,
    motions: str | None,
    output: Path | None,
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Search for the set of pieces with the highest level, among the pieces in FILE."""
    from tilewright.families.assembly.sets.growth import growth_of, stick_growth

    wanted = _Options(**given)
    if (file is None) == (sticks is None):
        raise click.UsageError("give either FILE or --sticks")
    if sticks is None and (length is not None or solid):
        raise click.UsageError("--length and --solid require --sticks")
    check_output_file(output, (".xmpuzzle", ".toml"), file or "")
    wanted.check(sticks)
    if file is None and any(value is not None for value in (from_format, problem, lattice, motions)):
        raise click.UsageError("--from, --problem, --lattice and --motions apply to FILE, not to --sticks")
    if problem == ALL_PROBLEMS:
        raise click.UsageError("--problem all does not apply to searches for sets; give a number")
    run: Callable[..., SetSearch]
    if file is not None:
        puzzle = load_in_space(
            file, from_format=from_format, problem=problem, lattice=lattice, motions=motions
        )
        run = _changes(growth_of(puzzle), wanted) if wanted.grow else _choices(puzzle, wanted)
    elif wanted.grow:
        run = _changes(stick_growth(length or SHORTEST, solid=solid), wanted)
    else:
        puzzle = burr(length or SHORTEST, sticks or "", solid=solid)
        if sticks == "usable" and not solid:
            raise click.UsageError(TOO_MANY)
        run = _choices(puzzle, wanted)
    set_search = _search(run, wanted, file, quiet=quiet)
    if output is not None and set_search.best is not None:
        _write(output, set_search.best)
    elif output is not None:
        note(f"no set was found; {output} was not written")
    if as_json:
        heading = {"command": "assembly search", "file": file, "problem": problem, "goal": wanted.goal}
        print_json(
            {**heading, **_keys(set_search), "output": output if set_search.best is not None else None}
        )
    else:
        _print(set_search, wanted, output)
    if set_search.note and not set_search.undecided:
        note(f"{set_search.note}; leave candidates out, allow more, or use --grow")
    else:
        note_end(set_search, wanted.path)
    click.get_current_context().exit(ExitCode.of(set_search.status, has_result=set_search.best is not None))


@dataclass(frozen=True)
class _Options:
    """How to search; the fields are named after the options' parameters."""

    pieces: int | None
    copies: int | None
    goal: str
    max_assemblies: int | None
    seconds: float | None
    memory: int | None
    threads: int | None
    checkpoint: Path | None
    resume: Path | None
    restart: bool
    grow: bool
    restarts: int | None
    seed: int | None

    def check(self, sticks: str | None) -> None:
        """UsageError for options that do not go together."""
        for option in ("restarts", "seed"):
            if getattr(self, option) is not None and not self.grow:
                raise click.UsageError(f"--{option} requires --grow")
        if self.grow and (self.pieces is not None or self.copies is not None):
            raise click.UsageError("--pieces and --copies do not apply to --grow, which keeps their number")
        if self.grow and sticks not in (None, "usable"):
            raise click.UsageError("--grow applies to FILE or to --sticks usable")

    @property
    def path(self) -> Path | None:
        """Where the search is saved."""
        return self.checkpoint or self.resume


def _choices(puzzle: Puzzle, options: _Options) -> Callable[..., SetSearch]:
    """The search that chooses from the pieces of a puzzle."""
    from tilewright.families.assembly.sets.search import search_sets

    return partial(search_sets, puzzle, copies=options.copies)


def _changes(space: GrowthSpace, options: _Options) -> Callable[..., SetSearch]:
    """The search that changes pieces."""
    from tilewright.families.assembly.sets.search import grow_sets

    return partial(grow_sets, space, restarts=options.restarts)


def _search(run: Callable[..., SetSearch], options: _Options, file: str | None, *, quiet: bool) -> SetSearch:
    from tilewright.families.assembly.sets.goal import Goal, Wanted
    from tilewright.solving.resources import default_threads
    from tilewright.solving.steps import Control, Limits

    source = None if file is None else Path(file)
    check_checkpoint(options.checkpoint, options.resume, source, restart=options.restart)
    with ProgressMonitor("searching", quiet=quiet) as monitor:

        def announce(result: SetResult) -> None:
            if not quiet:
                monitor.clear()
                note(_summary(result))

        wanted = Wanted(Goal(options.goal), options.pieces, options.max_assemblies)
        control = Control(
            Limits(seconds=seconds_left(options.seconds)),
            options.threads or default_threads(),
            monitor,
            monitor.cancel,
            options.checkpoint,
            options.resume,
            options.seed or 0,
            restart=options.restart,
            on_resume=note_resumed(monitor),
        )
        set_search = run(wanted, control, memory=options.memory, on_best=announce)
        monitor.end_search()
    return set_search


def _write(output: Path, best: SetResult) -> None:
    from tilewright.families.assembly.burrtools import AssemblyDocument
    from tilewright.formats import toml, write_atomically

    assert best.best is not None
    if output.suffix.lower() == ".toml":
        text = toml.dumps(best.puzzle)
    else:
        document = AssemblyDocument(best.puzzle)
        text = document.text([document.entry(best.best)])
    write_atomically(output, text)


def _summary(result: SetResult) -> str:
    """The level of a set and its pieces, in a line."""
    from tilewright.model.levels import levels_text
    from tilewright.wording import plain

    names = [
        plain(piece.name) if piece.max_copies == 1 else f"{piece.max_copies} x {plain(piece.name)}"
        for piece in result.puzzle.pieces
    ]
    assemblies = counted(result.assemblies, "assembly", "assemblies")
    solutions = counted(result.solutions, "solution")
    return f"level {levels_text(result.levels)}, {assemblies}, {solutions}: {', '.join(names)}"


def _keys(set_search: SetSearch) -> dict[str, object]:
    return {
        "method": set_search.method.value,
        "status": set_search.status.value,
        "listed": set_search.assemblies,
        "sets": set_search.sets,
        "undecided": set_search.undecided,
        "proven": set_search.is_proven,
        "best": None if set_search.best is None else _best_keys(set_search.best),
        "seconds": round(set_search.seconds, 6),
    }


def _best_keys(best: SetResult) -> dict[str, object]:
    from tilewright.families.assembly.cli.json_keys import disassembly_keys
    from tilewright.model.levels import levels_text

    assert best.best is not None
    pieces = [
        {"piece": piece.name, "copies": piece.max_copies, "cells": [list(cell) for cell in piece.cells]}
        for piece in best.puzzle.pieces
    ]
    return {
        "level": levels_text(best.levels),
        "pieces": pieces,
        "assemblies": best.assemblies,
        "solutions": best.solutions,
        "number": best.number,
        **disassembly_keys(best.best),
    }


def _print(set_search: SetSearch, wanted: _Options, output: Path | None) -> None:
    from tilewright.families.assembly.text import disassembly_text

    if set_search.best is None or set_search.best.best is None:
        click.echo(_none_text(set_search, wanted))
    else:
        click.echo(_summary(set_search.best))
        click.echo(disassembly_text(set_search.best.best))
        if output is not None:
            click.echo(f"wrote {output}")
    click.echo(f"{_effort_text(set_search)}   {span(set_search.seconds)}")


def _none_text(set_search: SetSearch, wanted: _Options) -> str:
    """That no set was found, or that there is none, and what it would have been."""
    limits = "" if wanted.pieces is None else f" of {counted(wanted.pieces, 'piece')}"
    if wanted.max_assemblies is not None:
        limits += f" with at most {counted(wanted.max_assemblies, 'assembly', 'assemblies')}"
    number = "exactly one" if wanted.goal == "unique" else "an"
    goal = f"has {number} assembly that comes apart"
    return f"no set{limits} {goal}" if set_search.is_proven else f"no set{limits} was found that {goal}"


def _effort_text(set_search: SetSearch) -> str:
    """How many sets or assemblies were examined, and what this means for the set that was found."""
    article = "a" if set_search.best is None else "a better"
    if set_search.method.value == "annealing":
        taken = counted(set_search.sets, "assembly", "assemblies") if set_search.sets else "no assembly"
        return f"took {taken} apart; {article} set may exist"
    sets = counted(set_search.sets, "set")
    if set_search.assemblies is not None:
        sets += f" with {counted(set_search.assemblies, 'assembly', 'assemblies')}"
    if set_search.is_proven:
        every = "all " if set_search.sets > 1 else ""
        return f"searched {every}{sets}" + ("" if set_search.best is None else ": none is better")
    return f"searched {sets} so far; {article} set may exist"
