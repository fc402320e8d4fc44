"""What a search found, in the same words for every command: a line for people, the keys of a JSON object."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING

from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.output import note, note_memory_limit
from tilewright.cli.quantities import span
from tilewright.cli.sources import has_items
from tilewright.model.surfaces import NAMES
from tilewright.solving.engines.registry import COUPLING, step_unit
from tilewright.wording import counted, visible

if TYPE_CHECKING:
    from tilewright.cli.search import SearchOptions
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.puzzle import Puzzle
    from tilewright.solving.answers import Optimum, Sample
    from tilewright.solving.api import Answer
    from tilewright.solving.confirmation import Confirmation

MAX_SOURCE = 200  # characters of the source of a known number, in a message


def complete_if_first(answer: Answer, question: str) -> Answer:
    """The answer; a search for the first solution that found one is complete."""
    if question == "first" and answer.solutions and answer.status.value == "limit":
        return replace(answer, status=type(answer.status)("complete"))
    return answer


# --- JSON


def result_keys(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer) -> dict[str, object]:
    """The keys that say what was found; counts only where they were asked for."""
    from tilewright.solving.facts import recent_matrix_size

    body: dict[str, object] = {"status": answer.status.value, "solutions": answer.solutions}
    if options.labelled:
        body["labelled"] = answer.labelled
    if options.unique:
        body["up_to_symmetry"] = answer.up_to_symmetry
        turns, mirrors = symmetry_counts(puzzle)
        body["symmetries"] = {"turns": turns, "mirrors": mirrors}
    tried = answer.tried.split(", ") if answer.tried else []
    size = recent_matrix_size(puzzle)
    body["matrix"] = None if size is None else {"rows": size[0], "columns": size[1]}
    return {**body, "nodes": answer.nodes, **_effort_keys(answer), "tried": tried, "proof": answer.proof}


def table_keys(answer: Optimum | Sample) -> dict[str, object]:
    """The keys that say what a search by a table of states took."""
    return {"states": answer.states, **_effort_keys(answer), "proof": answer.proof}


def _effort_keys(answer: Answer | Optimum | Sample) -> dict[str, object]:
    return {
        "seconds": round(answer.seconds, 6),
        "share": answer.share,
        "engine": answer.engine,
        "engine_reason": answer.engine_reason,
        "note": answer.note,
    }


def confirmation_keys(confirmation: Confirmation | None) -> dict[str, object]:
    """The keys that say whether a second method found the same, and what it took."""
    from tilewright.solving.confirmation import confirmed_by

    body = None
    if confirmation is not None:
        body = {**asdict(confirmation), "seconds": round(confirmation.seconds, 6)}
    return {"confirmed_by": confirmed_by(confirmation) or None, "confirmation": body}


# --- Lines for people


def confirmation_text(confirmation: Confirmation | None) -> str:
    """Whether a second method found the same: ``confirmed by frontier in 0.3 s``."""
    if confirmation is None:
        return "not confirmed: the first method came to no end"
    if not confirmation.engine:
        return "not confirmed"
    effort = f"{confirmation.engine} in {span(confirmation.seconds)}"
    if confirmation.status.value == "complete":
        return f"confirmed by {effort}"
    return f"not confirmed by {effort}"


def symmetry_counts(puzzle: AnyPuzzle) -> tuple[int, int]:
    """The number of rotations (with the identity) and reflections of the board that the rules allow."""
    from tilewright.exact_cover.symmetry import symmetries

    proper = [member.motion.proper for member in symmetries(puzzle).members]
    return sum(proper), len(proper) - sum(proper)


def symmetry_text(puzzle: AnyPuzzle) -> str:
    """The symmetries of a puzzle in words: ``2 rotations and 2 reflections``."""
    if has_items(puzzle):
        return "no symmetries of items and options are known"
    rotations, reflections = symmetry_counts(puzzle)
    if rotations + reflections == 1:
        return "no symmetries"
    if (surface := puzzle.board.surface) is not None:
        return f"{rotations + reflections} symmetries of the board on a {NAMES[surface.wrap]}"
    words = [counted(rotations, "rotation")] if rotations > 1 else []
    text = " and ".join([*words, *([counted(reflections, "reflection")] if reflections else [])])
    if not puzzle.board.optional:
        return text
    filled = replace(
        puzzle, board=replace(puzzle.board, required=tuple(sorted(puzzle.board.cells)), optional=())
    )
    if sum(symmetry_counts(filled)) == rotations + reflections:
        return text
    return f"{text} of the board that {'keeps' if rotations + reflections == 2 else 'keep'} the cells to fill"


def count_steps(answer: Answer) -> str:
    """How many steps a search took: ``1,234 nodes``, or states for engines that have states."""
    return counted(answer.nodes, step_unit(answer.engine))


def summary(
    options: SearchOptions, puzzle: AnyPuzzle, answer: Answer, question: str = "all", *, result: str = ""
) -> str:
    """The line about an answer: ``9,356 solutions (2,339 up to symmetry: ...)   0.12 s, ...``.

    ``result`` replaces the counts.
    """
    return with_proof(f"{result or _counts(options, puzzle, answer, question)}   {answer.effort}", answer)


def with_proof(line: str, answer: Answer) -> str:
    """The line about an answer; a reason why there is no solution, if one was found, is the second line."""
    return f"{line}\n{answer.proof}" if answer.proof else line


def _counts(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer, question: str) -> str:
    is_partial = answer.status.value != "complete"
    if is_partial and not answer.nodes and options.resumed_path is not None:
        return "stopped before the search was continued"
    if is_partial and answer.solutions and options.unique and answer.up_to_symmetry is None:
        return f"{counted(answer.solutions, 'solution')}; not counted up to symmetry"
    if question == "first" and answer.solutions and not is_partial:
        return "found a solution (use --all to list every solution)"
    return answer.counts_text(symmetry_text(puzzle) if answer.up_to_symmetry is not None else "")


# --- The end


def explain_end(
    options: SearchOptions,
    puzzle: AnyPuzzle,
    answer: Answer | Optimum | Sample,
    *,
    has_result: bool,
    limit: int | None = None,
    resumable: bool = True,
) -> ExitCode:
    """Say on stderr why a search ended early, how to resume it, or what may be wrong; the exit code."""
    code = ExitCode.of(answer.status, has_result=has_result)
    if answer.status.value == "complete":
        path = options.checkpoint_path
        if resumable and path is not None and not answer.proof and not path.exists():
            note(f"the engine {answer.engine} writes no checkpoint, so there is nothing to resume")
        if not has_result:
            hint_area_mismatch(puzzle)
        return code
    if limit is not None:
        note_limit(limit)
        return code
    if answer.status.value == "cancelled":
        code = ExitCode.INTERRUPTED
    note(ending_message(answer.status, answer.share))
    if answer.note:
        (note if answer.engine == COUPLING.name else note_memory_limit)(answer.note)
    if resumable:
        note(_resume_hint(options, answer))
    return code


def explain_missing_confirmation(confirmation: Confirmation) -> ExitCode | None:
    """Say on stderr why the second method did not confirm the answer; the exit code, None where it did."""
    if confirmation.status.value == "complete":
        return None
    note(f"the result is not confirmed: {confirmation.note or ending_message(confirmation.status)}")
    return ExitCode.INTERRUPTED if confirmation.status.value == "cancelled" else ExitCode.LIMIT


def note_contradictions(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer) -> None:
    """Say on stderr where a complete count differs from the number that the puzzle's file gives.

    Of a number up to symmetry other conventions are tried first, and the one that agrees is named.
    """
    if answer.status.value != "complete" or options.reject is not None or options.only is not None:
        return
    pairs = {
        "solutions": ("", answer.solutions),
        "labelled": (" with identical copies distinct", answer.labelled),
        "unique": (" up to symmetry", answer.up_to_symmetry if options.mirrors is None else None),
    }
    for known in puzzle.expect:
        kind, count = pairs.get(known.what, ("", None))
        same_rules = (known.motions, known.use) == (options.motions or "", options.use)
        if not same_rules or count is None or count == known.count:
            continue
        source = shorten(known.source or "without a source", MAX_SOURCE, placeholder=" ...")
        given = visible(f"the puzzle's file gives {counted(known.count, 'solution')}{kind} ({source})")
        by_another = ""
        if known.what == "unique" and not has_items(puzzle):
            by_another = _by_another_convention(options, puzzle, answer, known.count)
        note(given + (by_another or ", which this contradicts: one of the two is wrong"))


def note_equal_pieces(options: SearchOptions, puzzle: AnyPuzzle, answer: Answer) -> None:
    """Say on stderr how many solutions there are if equal pieces of a file are different pieces."""
    layout = puzzle.file_layout
    names = [piece.name for piece in layout.pieces] if layout is not None and layout.numbers else []
    filtered = options.labelled or options.reject is not None or options.only is not None
    is_complete = answer.status.value == "complete" and answer.solutions
    if len(set(names)) == len(names) or filtered or not is_complete:
        return
    from tilewright.formats.to_exact_cover import labelled_factor

    factor = labelled_factor(puzzle)
    if factor is not None and answer.solutions:
        note(
            f"equal pieces of the file count as copies of one: {counted(answer.solutions, 'solution')}; "
            f"with --labelled they are different pieces: {counted(answer.solutions * factor, 'solution')}"
        )


def note_ways_round(puzzle: AnyPuzzle, answer: Answer) -> None:
    """Say on stderr where pieces come to the same cells of a surface by different ways round."""
    if has_items(puzzle) or puzzle.board.surface is None or not answer.solutions:
        return
    from tilewright.exact_cover.placements import has_ways_apart

    if has_ways_apart(puzzle):
        note("different ways round the surface to the same cells are one placement; --parallel counts each")


def _by_another_convention(options: SearchOptions, puzzle: Puzzle, answer: Answer, number: int) -> str:
    """By which other convention there are so many solutions up to symmetry; "" where there is none."""
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.solving.conventions import find_convention

    with ProgressMonitor("trying other conventions", quiet=True) as monitor:
        conventions = find_convention(
            puzzle, answer, number, seconds=seconds_left(options.seconds), cancel=monitor.cancel
        )
    if conventions.agreeing:
        option = f" ({conventions.option})" if conventions.option else ""
        return f" by another convention: {conventions.agreeing}{option}"
    if conventions.all_tried:
        return ""
    return ", maybe by another convention (see --mirrors): not all could be tried within their limits"


def note_limit(limit: int | None) -> None:
    """Say on stderr that ``--limit`` ended the search."""
    note(f"--limit {limit} ended the search; there may be more solutions")


def limit_reached(limit: int | None, answer: Answer) -> int | None:
    """``--limit`` if it ended the search, else None."""
    if limit is None or answer.status.value != "limit":
        return None
    return limit if (answer.up_to_symmetry or answer.solutions or 0) >= limit else None


def _resume_hint(options: SearchOptions, answer: Answer | Optimum | Sample) -> str:
    path = options.checkpoint_path
    if path is None:
        return "to be able to resume a search, start it with --checkpoint FILE"
    from tilewright.solving.engines.checkpoint import about_of
    from tilewright.solving.questions import Answer

    nodes = answer.nodes if isinstance(answer, Answer) else answer.states
    # Where a restart ends before its first save, the file is that of the old search.
    if not path.exists() or not about_of(path).progress or (options.restart and not nodes):
        return "the search had done nothing yet that could be resumed; the next one starts from the beginning"
    return f"to resume: {resume_command(path, *(['--memory'] if answer.note else []))}"


def resume_command(path: Path, *omitted: str) -> str:
    """This command line with ``--resume PATH`` and without its limits and the ``omitted`` options."""
    kept: list[str] = []
    words = iter(sys.argv[1:])
    for word in words:
        name = word.split("=")[0]
        if name in ("--checkpoint", "--resume", "--time", "--nodes", "--seed", *omitted):
            if "=" not in word:
                next(words, None)
        elif word != "--restart":
            kept.append(word)
    import shlex

    return shlex.join(["tilewright", *kept, "--resume", str(path)])


def hint_area_mismatch(puzzle: AnyPuzzle) -> None:
    """Say on stderr when the pieces have more or fewer cells than the board."""
    if mismatch := area_mismatch(puzzle):
        note(mismatch)


def area_mismatch(puzzle: AnyPuzzle) -> str:
    """How the cells of the pieces and of the board differ, and what to do; "" when they may fit."""
    if has_items(puzzle):
        return ""
    area, required = len(puzzle.board.cells), puzzle.least_area
    least = sum(piece.size * piece.min_copies for piece in puzzle.pieces)
    most = sum(piece.size * piece.max_copies for piece in puzzle.pieces)
    if least > area:
        return (
            f"the pieces have {least:,} cells and the board {area:,}; "
            "use --use any if pieces may be left over"
        )
    if not puzzle.pieces:
        return "the puzzle has a board but no pieces"
    return f"the pieces have only {most:,} cells; the board needs {required:,}" if most < required else ""
