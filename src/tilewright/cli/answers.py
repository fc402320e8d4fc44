"""What came of a search, in the same words for every command: a line for people, keys of a JSON object.

:class:`AnswerPrinter` prints what a table of states answers (``optimise`` and ``sample``).
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.drawing import SolutionFormatter
from tilewright.cli.options import LISTING, RESTARTS
from tilewright.cli.output import ExitCode, note, print_json
from tilewright.cli.quantities import counted, percent, span
from tilewright.cli.solution_output import write_solutions

if TYPE_CHECKING:
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.cli.search import SearchOptions
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Solution
    from tilewright.solve.api import Answer, Optimum, Sample


def result_keys(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer) -> dict[str, object]:
    """The keys that say what came of it: only the numbers that were asked for."""
    body: dict[str, object] = {"status": answer.status.value, "solutions": answer.solutions}
    if options.labelled:
        body["labelled"] = answer.labelled
    if options.unique:
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


def note_memory_limit(answer: Answer | Optimum | Sample) -> None:
    """Say on stderr that the bound of memory ended it, and what can be done; nothing where it did not."""
    if answer.note:
        note(answer.note)
        note("--memory SIZE lets the tables take more; without it they take up to half of what is free")


def complete_if_first(answer: Answer, question: str) -> Answer:
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


def count_steps(answer: Answer) -> str:
    """How many steps a search took: ``1,234 nodes``, or states where the engine has those."""
    return counted(answer.nodes, "node" if answer.engine in (*LISTING, RESTARTS) else "state")


def summary(
    options: SearchOptions, puzzle: AnyPuzzle, answer: Answer, question: str = "all", *, words: str = ""
) -> str:
    """The line about an answer: ``9,356 solutions (2,339 up to symmetry: ...)   0.12 s, ...``.

    ``words`` stand in the place of the numbers. Below it the reason, where one was found, why there is none.
    """
    cost = ", ".join([span(answer.seconds), *([count_steps(answer)] if answer.nodes else []), answer.engine])
    line = f"{words or _numbers(options, puzzle, answer, question)}   {cost}"
    return f"{line}\n{answer.proof}" if answer.proof else line


def _numbers(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer, question: str) -> str:
    partial = answer.status.value != "complete"
    if answer.solutions is None:  # the engine learns the number at the very end
        return f"not counted: {percent(answer.share)} of the search was done"
    if partial and _orbits_left(options, answer):
        return f"{counted(answer.solutions, 'solution')}; not counted up to symmetry"
    if not answer.solutions:
        done = f"{percent(answer.share)} of the search"
        return f"no solution found in {done}" if partial else "no solution exists"
    if question == "first" and not partial:
        return "1 solution; for all of them: --all"
    extra = []
    if options.unique and answer.up_to_symmetry is not None:
        extra.append(f"{answer.up_to_symmetry:,} up to symmetry: {symmetry_words(puzzle)}")
    if options.labelled and answer.labelled is not None:
        extra.append(f"{answer.labelled:,} with copies told apart")
    words = counted(answer.solutions, "solution") + (f" ({'; '.join(extra)})" if extra else "")
    return f"{words} so far" if partial else words


def _orbits_left(options: SearchOptions, answer: Answer) -> bool:
    """Whether all solutions were counted, and only those up to symmetry were not."""
    return options.unique and answer.solutions is not None and answer.up_to_symmetry is None


def explain_end(
    options: SearchOptions,
    answer: Answer,
    monitor: ProgressMonitor,
    limit: int | None = None,
    *,
    resumable: bool = True,
    found: bool | None = None,
) -> int:
    """Say on stderr why a search did not run to its end and how to take it up again; its exit code.

    ``found`` tells whether there is a solution, where the answer's number does not.
    """
    code = ExitCode.of(answer.status, found=bool(answer.solutions) if found is None else found)
    if answer.status.value == "complete":
        if resumable and options.keep is not None and not options.keep.exists():
            note(f"the engine {answer.engine} keeps no checkpoint: there is nothing to resume")
        return code
    if answer.status.value == "cancelled":
        code = monitor.stop_code
        note(f"stopped after {percent(answer.share)} of the search")
    elif limit is not None and (answer.up_to_symmetry or answer.solutions or 0) >= limit:
        note(f"--limit {limit} ended the search; there may be more solutions")
        return code
    else:
        so_far = answer.solutions is not None and not _orbits_left(options, answer)
        more = "; there may be more solutions" if so_far else ""
        note(f"a limit ended the search after {percent(answer.share)} of it{more}")
    note_memory_limit(answer)
    if not resumable:
        return code
    if options.keep is None:
        note("to be able to go on where a search was stopped, give --checkpoint FILE from the start")
    elif not options.keep.exists():
        note(f"the engine {answer.engine} keeps no checkpoint; the next run begins anew")
    else:
        note(f"to go on: {resume_line(options.keep, *(['--memory'] if answer.note else []))}")
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


def hint_area_mismatch(options: SearchOptions, puzzle: AnyPuzzle) -> None:
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


@dataclass(frozen=True)
class AnswerPrinter:
    """Where it goes: into a file, into one JSON object, or on the screen, worded as was asked for."""

    wording: SolutionFormatter
    output: Path | None
    as_json: bool
    sheet: int = 1  # solutions in a picture
    view: str | None = None

    def tell(
        self,
        answer: Optimum | Sample,
        solutions: Sequence[Solution],
        *,
        heading: Mapping[str, object],
        body: Mapping[str, object],
        words: str,
    ) -> None:
        """Put out the solutions, then what was found: ``words``, or in JSON ``heading`` and ``body``."""
        written = write_solutions(
            self.wording,
            solutions,
            output=self.output,
            sheet=self.sheet,
            view=self.view,
            heading=heading if self.as_json else None,
        )
        if self.as_json:
            body = {
                **body,
                **_table_keys(answer),
                "output": None if self.output is None else str(self.output),
            }
            print_json(body if self.output is None else {**heading, **body})
        else:
            click.echo(f"{words}   {_effort(answer)}", err=self.wording.pure)
            if written:
                click.echo(written)


def _table_keys(answer: Optimum | Sample) -> dict[str, object]:
    """The keys that say what it took."""
    return {
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "share": answer.share,
        "engine": answer.engine,
        "engine_reason": answer.reason,
        "note": answer.note,
    }


def _effort(answer: Optimum | Sample) -> str:
    """What it took: ``0.12 s, 1,234 states, frontier``."""
    return f"{span(answer.seconds)}, {counted(answer.states, 'state')}, {answer.engine}"


def explain_table_end(
    options: SearchOptions,
    puzzle: AnyPuzzle,
    answer: Optimum | Sample,
    monitor: ProgressMonitor,
    *,
    found: bool,
) -> int:
    """Say on stderr why it was not answered, or only in part, or what may be wrong; the exit code."""
    code = ExitCode.of(answer.status, found=found)
    if answer.status.value == "cancelled":
        code = monitor.stop_code
        note(f"stopped after {percent(answer.share)} of the search")
    elif answer.status.value == "limit":
        note(f"a limit ended the search after {percent(answer.share)} of it")
    note_memory_limit(answer)
    if answer.status.value == "complete" and not found:
        hint_area_mismatch(options, puzzle)
    return code
