"""``tilewright disassemble``: assemblies of a puzzle taken apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.answers import resume_command
from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import TIME_LIMIT, is_interrupted, seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.levels import (
    level_keys,
    level_options,
    level_range,
    level_range_text,
    level_table,
    sort_option,
)
from tilewright.cli.moves import MOVES, moves_option
from tilewright.cli.options import (
    ALL_PROBLEMS,
    DocumentedCommand,
    json_option,
    quiet_option,
)
from tilewright.cli.output import ANIMATIONS, PAPER, check_output_file, note, output_option
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import AMOUNT, span
from tilewright.cli.search import check_checkpoint, checkpoint_options, note_resumed
from tilewright.cli.sources import has_items, load_puzzle, report_warnings
from tilewright.errors import FormatError, UnsupportedError
from tilewright.families.assembly.cli.drawing import DrawingOptions, animation_options
from tilewright.families.assembly.cli.options import assembly_options
from tilewright.model.lattices import CUBE
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.assembly.disassembly import Disassembly
    from tilewright.families.assembly.sets.search import SetSearch
    from tilewright.families.assembly.survey import Survey
    from tilewright.formats.burrtools_assemblies import SavedProblem
    from tilewright.formats.burrtools_reader import WholeFile
    from tilewright.model.levels import Levels
    from tilewright.model.puzzle import Puzzle

LISTED = 100  # the most assemblies that come apart of which text lists the levels


@click.command(cls=DocumentedCommand)
@click.argument("file", type=PUZZLE_FILE)
@click.option("--all", "every", is_flag=True, help="Take all assemblies apart and list their levels.")
@click.option(
    "--solution", "number", type=AMOUNT, metavar="N", help="Take assembly N apart, in the order of --all."
)
@level_options("With --all, list only assemblies")
@sort_option("With --all. Default: level.")
@click.option(
    "--least-total",
    is_flag=True,
    help="Find the fewest moves for all parts together, not first the fewest until a piece is free.",
)
@moves_option
@output_option(
    "Animate the moves (.svg, .gif), draw how the pieces are put together (.pdf), or write the puzzle with "
    "the assemblies that come apart and their moves (.xmpuzzle)."
)
@animation_options
@assembly_options
@checkpoint_options
@quiet_option
@json_option
def disassemble(
    *,
    file: str,
    from_format: str | None,
    problem: int | None,
    lattice: str | None,
    motions: str | None,
    mirrors: str | None,
    output: Path | None,
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Take assemblies of the puzzle in FILE apart: the first that comes apart, one, or all of them."""
    drawing = DrawingOptions.take(given)
    animated = output is not None and output.suffix.lower() in (*ANIMATIONS, PAPER)
    wanted = _Wanted(**given, keep=animated or not given["every"])
    wanted.check()
    check_output_file(output, (*ANIMATIONS, PAPER, ".xmpuzzle"), file)
    drawing.check(output, every=wanted.every)
    if wanted.moves and output is not None and output.suffix.lower() == ".xmpuzzle":
        raise click.UsageError("BurrTools' files hold no turns: --moves with rotations writes no .xmpuzzle")
    problems: list[int | None] = [problem]
    names: tuple[str, ...] = ()
    if problem == ALL_PROBLEMS:
        from tilewright.formats import problem_names

        if animated:
            raise click.UsageError("--problem all cannot be animated; give a number")
        if wanted.path is not None:
            raise click.UsageError(
                "--problem all and --checkpoint cannot be combined: a checkpoint is of one survey"
            )
        names = problem_names(file, format=from_format or "")
        problems = list(range(1, len(names) + 1))
    codes: list[ExitCode] = []
    not_begun: list[int | None] = []
    answers: list[dict[str, object]] = []
    saved: list[SavedProblem] = []
    drawn = ""
    reading = {"from_format": from_format, "lattice": lattice, "motions": motions, "mirrors": mirrors}
    # All of them first: an error in the last one is not to be found after hours.
    puzzles = [load_in_space(file, problem=one, **reading) for one in problems]
    resumed = check_checkpoint(wanted.checkpoint, wanted.resume, Path(file), restart=wanted.restart)
    if output is not None and resumed is not None:
        raise click.UsageError(
            f"--output cannot be combined with a survey that continues: the checkpoint {resumed} keeps no "
            "moves; write it to another file, or begin anew with --restart"
        )
    target = None if output is None or animated else _AssemblyFile.for_source("" if motions else file)
    for one, puzzle in zip(problems, puzzles, strict=True):
        name = names[one - 1] if names and one is not None else ""
        if codes and is_interrupted():
            not_begun.append(one)
            saved.append(_saved(puzzle, (), name))
            continue
        written: dict[int, str] = {}
        elements = None if target is None else target.elements(puzzle, one)
        survey, disassemblies = _survey(puzzle, wanted, file, written, elements, quiet=quiet)
        listed = _listed(survey, wanted)
        bounds = {at: one for at, one in disassemblies.items() if one.bound is not None}
        disassemblies = {at: one for at, one in disassemblies.items() if at not in bounds}
        shown = {} if wanted.every else disassemblies
        if as_json:
            heading = {"command": "disassemble", "file": file, "problem": one}
            keys = _keys(puzzle, survey, listed, shown, bounds, wanted)
            answers.append({**heading, **keys, **_reason(puzzle, survey), "output": output})
        else:  # before anything is written, which may take long
            if names:
                click.echo(f"problem {one} {name}".rstrip() + ":")
            _print(survey, listed, shown, bounds, wanted)
            for reason in _reason(puzzle, survey).values():
                click.echo(reason)
        if animated and output is not None:
            TIME_LIMIT.clear()
            drawn = drawing.draw(output, puzzle, disassemblies, quiet=quiet)
        elif output is not None:
            is_all = wanted.every and survey.is_proven and len(listed) == len(survey.levels)
            known = survey.assemblies if is_all else None
            saved.append(_saved(puzzle, [written[at] for at, _ in listed], name, known))
        note_end(survey, wanted.path)
        is_open = survey.status.value == "complete" and not survey.is_proven
        codes.append(
            ExitCode.LIMIT if is_open and not listed else ExitCode.of(survey.status, has_result=bool(listed))
        )
    if not_begun:
        note(f"problem {not_begun[0]} and what follows was not begun")
        codes.append(ExitCode.INTERRUPTED)
    if output is not None:
        TIME_LIMIT.clear()
        done = drawn if target is None else target.write(output, dict(zip(problems, saved, strict=True)))
        if done and not as_json:
            click.echo(done)
    for answer in answers:
        print_json(answer)
    click.get_current_context().exit(max(codes))


def _saved(puzzle: Puzzle, entries: Sequence[str], name: str, assemblies: int | None = None) -> SavedProblem:
    from tilewright.families.assembly.burrtools import saved_problem  # here: few commands write a file

    return saved_problem(puzzle, entries, name, assemblies)


@dataclass(frozen=True)
class _Wanted:
    """Which assemblies are taken apart, and with what; the fields are named after the options' parameters."""

    every: bool
    number: int | None
    min_level: int | None
    max_level: int | None
    sort: str | None
    least_total: bool
    moves: bool  # whether rotations are among them
    seconds: float | None
    memory: int | None
    threads: int | None
    checkpoint: Path | None
    resume: Path | None
    restart: bool
    keep: bool  # the moves, to print or draw them

    def check(self) -> None:
        """UsageError for options that do not go together."""
        if self.every and self.number is not None:
            raise click.UsageError("--all and --solution cannot be combined")
        for option in ("min_level", "max_level", "sort"):
            if getattr(self, option) is not None and not self.every:
                raise click.UsageError(f"--{option.replace('_', '-')} requires --all")
        level_range(self.min_level, self.max_level)
        if self.moves and self.least_total:
            raise click.UsageError("--least-total and rotations cannot be combined")
        if self.path is not None and not self.every:
            raise click.UsageError("--checkpoint and --resume require --all")

    @property
    def path(self) -> Path | None:
        """Where the survey is saved."""
        return self.checkpoint or self.resume


def _survey(
    puzzle: Puzzle,
    wanted: _Wanted,
    file: str,
    written: dict[int, str],
    elements: Callable[[Disassembly], str] | None,
    *,
    quiet: bool,
) -> tuple[Survey, dict[int, Disassembly]]:
    """The survey, and the disassemblies that are printed or drawn move by move, by their numbers.

    ``written`` gets the ``elements`` of a file of those that are wanted, each when it is found: to write the
    file takes no time then.
    """
    from tilewright.families.assembly.survey import take_all_apart
    from tilewright.solving.steps import Limits

    disassemblies: dict[int, Disassembly] = {}
    levels = level_range(wanted.min_level, wanted.max_level)

    def keep(at: int, one: Disassembly) -> None:
        if elements is not None and one.comes_apart and one.bound is None and one.levels in levels:
            written[at] = elements(one)
        kept = one.comes_apart or one.blocking is not None
        if one.bound is not None or (wanted.keep and kept):
            disassemblies[at] = one

    with ProgressMonitor("taking apart", quiet=quiet) as monitor:
        survey = take_all_apart(
            puzzle,
            first=not wanted.every and wanted.number is None,
            number=wanted.number,
            least_total=wanted.least_total,
            rotations=wanted.moves,
            threads=wanted.threads,
            memory=wanted.memory,
            limits=Limits(seconds=seconds_left(wanted.seconds)),
            on_result=keep,
            max_locked=0,
            on_progress=monitor,
            cancel=monitor.cancel,
            checkpoint=wanted.checkpoint,
            resume=wanted.resume,
            restart=wanted.restart,
            on_resume=note_resumed(monitor),
        )
    if wanted.number is not None and not survey.assemblies and survey.is_proven:
        raise click.BadParameter(
            f"there is no assembly {wanted.number:,}; --all lists them", param_hint="'--solution'"
        )
    return survey, disassemblies


@dataclass(frozen=True)
class _AssemblyFile:
    """The .xmpuzzle file that is written: ``whole``, the file that was read, with new assemblies.

    ``whole`` is None for a puzzle that was read from another format.
    """

    whole: WholeFile | None

    @classmethod
    def for_source(cls, source: str) -> _AssemblyFile:
        """The file for a puzzle from ``source``."""
        from tilewright.formats.burrtools_reader import WholeFile, looks_like
        from tilewright.formats.files import read_text

        if not Path(source).is_file() or not looks_like(text := read_text(source)):
            return cls(None)
        try:
            with report_warnings(source):
                return cls(WholeFile.read(text))
        except FormatError as error:  # in another problem
            note(f"the rest of the file will not be written: {error.at(source)}")
            return cls(None)

    def elements(self, puzzle: Puzzle, problem: int | None) -> Callable[[Disassembly], str]:
        """Makes the elements of an assembly of a problem."""
        from tilewright.families.assembly.burrtools import assembly_elements
        from tilewright.formats.burrtools_writer import assembly_writer

        whole = self.whole
        writer = assembly_writer(puzzle) if whole is None else whole.assembly_writer(problem or 1)
        return partial(assembly_elements, puzzle, writer)

    def write(self, output: Path, saved: Mapping[int | None, SavedProblem]) -> str:
        """Write problems with assemblies; a line that says what was written."""
        from tilewright.formats import write_atomically
        from tilewright.formats.burrtools_writer import dumps_problems
        from tilewright.formats.files import MAX_BYTES

        if self.whole is None:
            text = dumps_problems(list(saved.values()))
        else:
            text = self.whole.text({number or 1: problem for number, problem in saved.items()})
        write_atomically(output, text)
        if len(text) > MAX_BYTES:  # ASCII but for names
            size = f"{len(text) / 2**20:,.0f} MB"
            most = f"{MAX_BYTES >> 20} MB"
            note(f"{output} has {size}, more than is read again ({most}); --min-level writes less")
        number = sum(len(problem.written) for problem in saved.values())
        what = "the puzzle" if len(saved) == 1 else f"{len(saved)} problems"
        if len(saved) > 1 and number:
            return f"wrote {output}: {what}, {counted(number, 'assembly', 'assemblies')}"
        content = counted(number, "assembly", "assemblies") if number else f"{what}, without an assembly"
        return f"wrote {output}: {content}"


def note_end(survey: Survey | SetSearch, path: Path | None) -> None:
    """Say on stderr why not all assemblies were examined and decided; ``path`` is that of the checkpoint."""
    if survey.undecided:
        words = counted(survey.undecided, "search", "searches")
        note(f"{words} ended for want of memory, undecided; --memory allows more")
    elif survey.status.value != "complete":
        hint = "" if path is None else f"; to resume: {resume_command(path)}"
        note(ending_message(survey.status) + hint)


def load_in_space(file: str, **given: Any) -> Puzzle:
    """The puzzle, in space: one layer of BurrTools' cubes is not read as squares here."""
    from tilewright.formats.files import bare_extension

    is_named = bare_extension(file).lower() == ".xmpuzzle"
    if given["lattice"] is None and (given["from_format"] or "xmpuzzle" * is_named) == "xmpuzzle":
        given["lattice"] = CUBE.name
    loaded = load_puzzle(file, **given)
    if has_items(loaded.puzzle):
        raise UnsupportedError(f"{file}: the puzzle has items and options, but no pieces to take apart")
    return loaded.puzzle


def _listed(survey: Survey, wanted: _Wanted) -> list[tuple[int, Levels]]:
    """The assemblies that come apart and are wanted, in order."""
    from tilewright.model.levels import ORDERS

    levels = level_range(wanted.min_level, wanted.max_level)
    pairs = [(at, own) for at, own in survey.levels.items() if own in levels]
    return sorted(pairs, key=lambda one: ORDERS[wanted.sort or "level"](*one))


def _keys(
    puzzle: Puzzle,
    survey: Survey,
    listed: list[tuple[int, Levels]],
    disassemblies: dict[int, Disassembly],
    bounds: dict[int, Disassembly],
    wanted: _Wanted,
) -> dict[str, object]:
    from tilewright.families.assembly.cli.json_keys import blocking_keys, disassembly_keys
    from tilewright.model.levels import levels_text

    keys: dict[str, object] = {
        "status": survey.status.value,
        "assemblies": survey.assemblies,
        "solutions": len(survey.levels),
        "levels": [levels_text(levels) for _, levels in listed],
        "numbers": [at for at, _ in listed],
        **({"totals": _totals(survey, listed)} if wanted.least_total else {}),
        "by_level": level_keys(survey.levels.values()),
        "undecided": survey.undecided,
        "bounds": [
            {"number": at, "pieces": list(one.bound.pieces), "moves": one.bound.moves}
            for at, one in bounds.items()
            if one.bound is not None
        ],
        "proven": survey.is_proven,
        "moves": list(MOVES if wanted.moves else MOVES[:1]),
        "verdicts": {verdict.value: count for verdict, count in sorted(survey.verdicts.items())},
        "directions": [list(step) for step in puzzle.lattice.directions],
        "states": survey.states,
        "seconds": round(survey.seconds, 6),
    }
    for one in disassemblies.values():
        keys |= disassembly_keys(one)
        if one.blocking is not None:
            keys["blocking"] = blocking_keys(one.blocking)
    return keys


def _reason(puzzle: Puzzle, survey: Survey) -> dict[str, str]:
    """Why there is no assembly, or why none comes apart, or not all and it is not proven; as a JSON key."""
    from tilewright.families.assembly.text import reason_text
    from tilewright.solving.facts import facts_of

    reason = ""
    if survey.is_proven and not survey.assemblies:
        reason = facts_of(puzzle).simple_reason
    elif survey.verdicts and not (survey.levels and survey.is_proven):
        reason = reason_text(puzzle.lattice, survey.verdicts)
        if survey.levels and len(survey.verdicts) == 1:
            reason = f"the others: {reason}"
    return {"reason": reason} if reason else {}


def _totals(survey: Survey, listed: list[tuple[int, Levels]]) -> list[dict[str, int]]:
    return [
        {"total": sum(levels), "at_least": survey.open_totals.get(at, sum(levels))} for at, levels in listed
    ]


def _total_text(survey: Survey, at: int, levels: Levels) -> str:
    at_least = survey.open_totals.get(at)
    return f"   {sum(levels):,} moves" + ("" if at_least is None else f"; at least {at_least:,} are needed")


def _print(
    survey: Survey,
    listed: list[tuple[int, Levels]],
    disassemblies: dict[int, Disassembly],
    bounds: dict[int, Disassembly],
    wanted: _Wanted,
) -> None:
    from tilewright.families.assembly.text import blocking_text, bound_text, disassembly_text
    from tilewright.model.levels import levels_text

    for at, one in disassemblies.items():
        if one.comes_apart:
            total = _total_text(survey, at, one.levels) if wanted.least_total else ""
            click.echo(f"assembly {at:,} comes apart: {levels_text(one.levels)}{total}")
            click.echo(disassembly_text(one))
        else:
            moves = "" if one.is_proven else " by the moves that were tried"
            click.echo(f"assembly {at:,} does not come apart{moves}")
            click.echo(blocking_text(one))
    if wanted.number is not None and survey.assemblies and not disassemblies and not bounds:
        click.echo(f"assembly {wanted.number:,} does not come apart: it is a single piece or group")
    for at, one in list(bounds.items())[:LISTED]:
        click.echo(f"assembly {at:,} is undecided: {bound_text(one)}")
    if wanted.every:
        for at, levels in listed[:LISTED]:
            total = _total_text(survey, at, levels) if wanted.least_total else ""
            click.echo(f"assembly {at:,}   {levels_text(levels)}{total}")
        if len(listed) > LISTED:
            click.echo(f"and {len(listed) - LISTED:,} more; --json lists all, --min-level fewer")
        for line in level_table(survey.levels.values(), "assemblies") if len(survey.levels) > 1 else ():
            click.echo(line)
    effort = f"{span(survey.seconds)}, {counted(survey.states, 'state')}"
    click.echo(f"{_result_text(survey, len(listed), wanted)}   {effort}")


def _result_text(survey: Survey, listed: int, wanted: _Wanted) -> str:
    """How many assemblies there are, how many of them come apart, and how many of these are listed."""
    assemblies, apart = survey.assemblies, len(survey.levels)
    is_whole = survey.status.value == "complete"
    if not assemblies:
        return "there is no assembly" if is_whole else "no assembly was examined"
    if wanted.number is not None:
        return f"examined assembly {wanted.number:,}"
    number = counted(assemblies, "assembly", "assemblies")
    if apart and not wanted.every:
        return f"examined {number} (use --all to examine every assembly)"
    if is_whole and not apart:
        none = "the only assembly does not come apart" if assemblies == 1 else f"none of {number} comes apart"
        return none if survey.is_proven else f"{none} by the moves that were tried"
    verb = "comes" if 1 in (apart, assemblies) else "come"
    text = f"{apart:,} of {number}{'' if is_whole else ' so far'} {verb} apart"
    own = level_range_text(wanted.min_level, wanted.max_level)
    return f"{text}, {f'{listed:,}' if listed else 'none'} at {own}" if own else text
