"""What a search is asked: the options that commands share, and the words for what came of it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli import exit_codes
from tilewright.cli.crossings import reject_option
from tilewright.cli.engines import LISTING, RESTARTS, SOLVERS, engine_option
from tilewright.cli.options import Command, time_option, with_options
from tilewright.cli.orders import order_option
from tilewright.cli.output import check_writable
from tilewright.cli.quantities import AMOUNT, SIZE, counted, percent, span
from tilewright.cli.report import note
from tilewright.cli.sources import (
    Source,
    mirrors_option,
    motions_option,
    read,
    reading_options,
    use_option,
)

if TYPE_CHECKING:
    from tilewright.cli.watch import Watch
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.solve.api import Answer, Optimum, Sample


_FILE = click.Path(dir_okay=False, path_type=Path)
_RULES = (reading_options, motions_option, use_option)
_COUNTS = (
    click.option(
        "--unique",
        is_flag=True,
        help="Take one of all solutions that the board's own turns and mirrors carry into each other.",
    ),
    mirrors_option,
    click.option("--labelled", is_flag=True, help="Also count with every copy of a piece told apart."),
)
_MEMORY = click.option(
    "--memory",
    type=SIZE,
    metavar="SIZE",
    help="Let a table of states take up to this: 500M, 2G. Without it, half of what is free.",
)
_THREADS = click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="Threads to search with; without it, 2."
)
_LIMITS = (
    time_option,
    click.option(
        "--nodes", type=AMOUNT, metavar="N", help="Stop after this many nodes, or states: 500000, 20M."
    ),
)
_CHOICE = "Search with this engine; without it Tilewright chooses"
_STATE = (
    click.option(
        "--checkpoint", type=_FILE, metavar="PATH", help="Keep the state of the search in this file."
    ),
    click.option(
        "--resume", type=_FILE, metavar="PATH", help="Go on from this checkpoint, and keep it up to date."
    ),
)


def search_options(engines: tuple[str, ...]) -> Callable[[Command], Command]:
    """The options of a search for many solutions by one of these engines, on a click command."""
    engine: Callable[[Command], Command] = engine_option(engines, _CHOICE)
    return lambda command: with_options(
        command, (*_RULES, *_COUNTS, reject_option, *_LIMITS, engine, _THREADS, _MEMORY, *_STATE)
    )


def short_search_options(command: Command) -> Command:
    """The options of a search that ends at the first solution, on a click command."""
    return with_options(command, (*_RULES, *_LIMITS, engine_option(SOLVERS, _CHOICE), _THREADS))


def table_options(command: Command) -> Command:
    """The options of a question that a table of states answers, on a click command."""
    return with_options(command, (*_RULES, time_option, _MEMORY, order_option, _THREADS))


def resource_options(command: Command) -> Command:
    """The options ``--time``, ``--memory`` and ``--threads`` on a click command."""
    return with_options(command, (time_option, _MEMORY, _THREADS))


@dataclass(frozen=True)
class Request:
    """One search as the user asked for it; the fields are named as the options are."""

    file: str
    from_format: str | None = None
    problem: int | None = None
    mirrors: str | None = None
    reject: str | None = None
    motions: str | None = None
    use: str = "all"
    unique: bool = False
    labelled: bool = False
    seconds: float | None = None
    nodes: int | None = None
    engine: str | None = None
    threads: int | None = None
    memory: int | None = None
    checkpoint: Path | None = None
    resume: Path | None = None
    order: tuple[str, ...] | None = None

    def source(self) -> Source:
        """The puzzle, read; the checkpoint's place is looked at too, before any work is done."""
        if self.mirrors is not None and not self.unique:
            raise click.UsageError("--mirrors says how --unique counts; give both")
        source = read(
            self.file,
            motions=self.motions,
            use=self.use,
            format_name=self.from_format,
            problem=self.problem,
            mirrors=self.mirrors,
        )
        if self.keep is not None:
            check_writable(self.keep, source.path)
        return source

    @property
    def keep(self) -> Path | None:
        """Where the state of the search is kept: a resumed one goes on in its own file."""
        return self.checkpoint or self.resume

    def keywords(self, watch: Watch, solutions: int | None = None) -> dict[str, Any]:
        """The keyword arguments of the questions of ``tilewright.solve.api`` that search a tree."""
        from tilewright.solve.engines.base import Limits

        return {
            **self.sweep_keywords(watch),
            "unique": self.unique,
            "labelled": self.labelled,
            "engine": self.engine,
            "limits": Limits(solutions=solutions, nodes=self.nodes, seconds=self.seconds),
        }

    def sweep_keywords(self, watch: Watch) -> dict[str, Any]:
        """The keyword arguments of questions that one sweep answers and that can be taken up again."""
        from tilewright.solve.engines.base import Limits

        return {
            **self.table_keywords(watch),
            "limits": Limits(nodes=self.nodes, seconds=self.seconds),
            "checkpoint": self.keep,
            "resume": self.resume,
        }

    def table_keywords(self, watch: Watch) -> dict[str, Any]:
        """The keyword arguments of all questions of ``tilewright.solve.api``."""
        from tilewright.solve.engines.base import Limits

        asked: dict[str, Any] = {
            "threads": self.threads,
            "limits": Limits(seconds=self.seconds),
            "on_progress": watch,
            "cancel": watch.cancel,
        }
        if self.memory is not None:
            asked["memory"] = self.memory
        if self.order is not None:
            asked["order"] = self.order
        return asked

    def heading(self, command: str, puzzle: AnyPuzzle) -> dict[str, object]:
        """The keys that say what was asked, at the head of the JSON object."""
        asked = {"mirrors": self.mirrors, "reject": self.reject, "problem": self.problem}
        return {
            "command": command,
            "file": self.file,
            "title": puzzle.title,
            "motions": self.motions,
            "use": self.use,
            **{key: value for key, value in asked.items() if value is not None},
        }

    def counts(self, puzzle: AnyPuzzle, answer: Answer) -> dict[str, object]:
        """The keys that say what came of it: only the numbers that were asked for."""
        body: dict[str, object] = {"status": answer.status.value, "solutions": answer.solutions}
        if self.labelled:
            body["labelled"] = answer.labelled
        if self.unique:
            body["up_to_symmetry"] = answer.up_to_symmetry
            turns, mirrors = symmetry_counts(puzzle)
            body["symmetries"] = {"turns": turns, "mirrors": mirrors}
        body.update(
            nodes=answer.nodes,
            seconds=round(answer.seconds, 6),
            share=answer.share,
            engine=answer.engine,
            engine_reason=answer.reason,
            note=answer.note,
            proof=answer.proof,
        )
        return body


def tell_memory(answer: Answer | Optimum | Sample) -> None:
    """Say on stderr that the bound of memory ended it, and what can be done; nothing where it did not."""
    if answer.note:
        note(answer.note)
        note("--memory SIZE lets the tables take more; without it they take up to half of what is free")


def answered(answer: Answer, question: str) -> Answer:
    """The answer to the question: a search for the first solution is complete when it has one."""
    if question == "first" and answer.solutions and answer.status.value == "limit":
        return replace(answer, status=type(answer.status)("complete"))
    return answer


def symmetry_counts(puzzle: AnyPuzzle) -> tuple[int, int]:
    """How many turns (the identity is one) and mirrors of the board the puzzle's rules allow."""
    from tilewright.exact_cover.symmetry import symmetries

    proper = [member.motion.proper for member in symmetries(puzzle).members]
    return sum(proper), len(proper) - sum(proper)


def symmetry_words(puzzle: AnyPuzzle) -> str:
    """The symmetries of a puzzle in words: ``2 turns and 2 mirrors``."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if isinstance(puzzle, ExactCoverPuzzle):
        return "items and options have none that is known"
    turns, mirrors = symmetry_counts(puzzle)
    if turns + mirrors == 1:
        return "there is none"
    words = [counted(turns, "turn")] if turns > 1 else []
    return " and ".join([*words, *([counted(mirrors, "mirror")] if mirrors else [])])


def steps(answer: Answer) -> str:
    """How many steps a search took: ``1,234 nodes``, or states where the engine has those."""
    return counted(answer.nodes, "node" if answer.engine in (*LISTING, RESTARTS) else "state")


def summary(
    request: Request, puzzle: AnyPuzzle, answer: Answer, question: str = "all", *, words: str = ""
) -> str:
    """The line about an answer: ``9,356 solutions (2,339 up to symmetry: ...)   0.12 s, ...``.

    ``words`` stand in the place of the numbers. Below it the reason, where one was found, why there is none.
    """
    cost = ", ".join([span(answer.seconds), *([steps(answer)] if answer.nodes else []), answer.engine])
    line = f"{words or _numbers(request, puzzle, answer, question)}   {cost}"
    return f"{line}\n{answer.proof}" if answer.proof else line


def _numbers(request: Request, puzzle: AnyPuzzle, answer: Answer, question: str) -> str:
    partial = answer.status.value != "complete"
    if answer.solutions is None:  # the engine learns the number at the very end
        return f"not counted: {percent(answer.share)} of the search was done"
    if partial and _orbits_left(request, answer):
        return f"{counted(answer.solutions, 'solution')}; not counted up to symmetry"
    if not answer.solutions:
        done = f"{percent(answer.share)} of the search"
        return f"no solution found in {done}" if partial else "no solution exists"
    if question == "first" and not partial:
        return "1 solution; for all of them: --all"
    extra = []
    if request.unique and answer.up_to_symmetry is not None:
        extra.append(f"{answer.up_to_symmetry:,} up to symmetry: {symmetry_words(puzzle)}")
    if request.labelled and answer.labelled is not None:
        extra.append(f"{answer.labelled:,} with copies told apart")
    words = counted(answer.solutions, "solution") + (f" ({'; '.join(extra)})" if extra else "")
    return f"{words} so far" if partial else words


def _orbits_left(request: Request, answer: Answer) -> bool:
    """Whether all solutions were counted, and only those up to symmetry were not."""
    return request.unique and answer.solutions is not None and answer.up_to_symmetry is None


def explain_end(
    request: Request,
    answer: Answer,
    watch: Watch,
    limit: int | None = None,
    *,
    resumable: bool = True,
    found: bool | None = None,
) -> int:
    """Say on stderr why a search did not run to its end and how to take it up again; its exit code.

    ``found`` tells whether there is a solution, where the answer's number does not.
    """
    code = exit_codes.code_of(answer.status, found=bool(answer.solutions) if found is None else found)
    if answer.status.value == "complete":
        if resumable and request.keep is not None and not request.keep.exists():
            note(f"the engine {answer.engine} keeps no checkpoint: there is nothing to resume")
        return code
    if answer.status.value == "cancelled":
        code = watch.stop_code
        note(f"stopped after {percent(answer.share)} of the search")
    elif limit is not None and (answer.up_to_symmetry or answer.solutions or 0) >= limit:
        note(f"--limit {limit} ended the search; there may be more solutions")
        return code
    else:
        so_far = answer.solutions is not None and not _orbits_left(request, answer)
        more = "; there may be more solutions" if so_far else ""
        note(f"a limit ended the search after {percent(answer.share)} of it{more}")
    tell_memory(answer)
    if not resumable:
        return code
    if request.keep is None:
        note("to be able to go on where a search was stopped, give --checkpoint FILE from the start")
    elif not request.keep.exists():
        note(f"the engine {answer.engine} keeps no checkpoint; the next run begins anew")
    else:
        note(f"to go on: {resume_line(request.keep, *(['--memory'] if answer.note else []))}")
    return code


def resume_line(keep: Path, *left_out: str) -> str:
    """The command line that takes this run up again: the same words, with ``--resume``.

    Limits are left out, and the options that ``left_out`` names.
    """
    kept: list[str] = []
    words = iter(sys.argv[1:])
    for word in words:
        name = word.split("=")[0]
        if name in ("--checkpoint", "--resume", "--time", "--nodes", "--seed", *left_out):
            if "=" not in word:
                next(words, None)
        else:
            kept.append(word)
    return shlex.join(["tilewright", *kept, "--resume", str(keep)])


def hint_at_use(request: Request, puzzle: AnyPuzzle) -> None:
    """Say so when the pieces have more or fewer cells than the board: then ``--use`` may be what is wrong."""
    from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle

    if isinstance(puzzle, ExactCoverPuzzle):
        return
    area = len(puzzle.board.cells)
    needed = sum(piece.size * piece.min_copies for piece in puzzle.pieces)
    most = sum(piece.size * piece.max_copies for piece in puzzle.pieces)
    if needed > area:
        note(
            f"the pieces have {needed:,} cells and the board has {area:,}; "
            "if pieces may be left over, ask with --use any"
        )
    elif not puzzle.pieces:
        note("there are no pieces, only a board")
    elif most < len(puzzle.board.required):
        note(f"the pieces have only {most:,} cells; the board has {len(puzzle.board.required):,} to fill")
