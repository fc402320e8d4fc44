"""Worker tasks of the page: puzzles in space, their assemblies, and how one of them comes apart."""

from __future__ import annotations

import math
import threading
from dataclasses import replace
from typing import Any

from tilewright.clock import monotonic
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.families.assembly.burrtools import assembly_elements, saved_problem
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.filter import AssemblyExaminer
from tilewright.families.assembly.movements import movements
from tilewright.families.assembly.positions import survey_positions
from tilewright.families.assembly.survey import take_all_apart
from tilewright.families.assembly.text import reason_text
from tilewright.families.assembly.views import direction_view, disassembly_view, positions_view
from tilewright.families.assembly.ways import different_ways
from tilewright.formats.burrtools_reader import WholeFile
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import CUBE, LATTICES
from tilewright.model.lattices.lattice import add, subtract
from tilewright.model.puzzle import Placement, Puzzle, Solution
from tilewright.model.shape import Shape
from tilewright.model.verification import faults
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, Status, StepLoop
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import format_of, puzzle_view, read_source
from tilewright.web.tasks.solves import FoundBatch, progress_view
from tilewright.wording import counted, quoted

MAX_LOCKED = 200  # assemblies that do not come apart, of those that are kept
PROGRESS_INTERVAL_S = 0.2
SURVEY_SHARE = 0.6  # of the time for positions; the rest is for different ways apart
MAX_SURVEYED = 100_000  # positions
WAYS = 5  # different disassemblies


def read(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A puzzle and the names of all puzzles in its file, as ``AssemblyPuzzle``."""
    source = dict(args["source"])
    problems: tuple[str, ...] = ()
    if source["text"]:
        chosen = format_of(source)
        if chosen.several_puzzles:
            problems = chosen.problem_names(source["text"])
            if len(problems) > 1:
                source["problem"] = source["problem"] or 1
    return {
        "puzzle": puzzle_view(_read({**args, "source": source})),
        "problems": list(problems),
        "problem": source["problem"],
    }


def survey(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """Take the assemblies of a puzzle apart, as ``SurveyAnswer``; each is a ``StoredAssembly``."""
    puzzle = _read(args)
    batch, start = FoundBatch(emit), monotonic()
    locked = 0
    next_report = 0.0

    def report(progress: Progress) -> None:
        nonlocal next_report
        if monotonic() < next_report:
            return
        next_report = monotonic() + PROGRESS_INTERVAL_S
        shown = Progress(
            progress.share, 0, progress.solutions, 0, monotonic() - start, None, words=progress.words
        )
        emit("progress", progress_view(shown))

    def keep(number: int, disassembly: Disassembly) -> None:
        nonlocal locked
        locked += not disassembly.comes_apart
        if disassembly.comes_apart or locked <= MAX_LOCKED:
            batch.add({"number": number, "moves": list(disassembly.levels), **disassembly_view(disassembly)})

    result = take_all_apart(
        puzzle,
        first=args["question"] == "first",
        rotations=args["rotations"],
        threads=args["threads"],
        limits=Limits(seconds=args["time_limit_s"]),
        on_result=keep,
        max_locked=MAX_LOCKED,
        on_progress=report,
        cancel=cancel,
    )
    batch.flush()
    return {
        "status": result.status.value,
        "assemblies": result.assemblies,
        "apart": len(result.levels),
        "undecided": result.undecided,
        "proven": result.is_proven,
        "reason": reason_text(puzzle.lattice, result.verdicts) if result.verdicts else "",
        "states": result.states,
        "seconds": result.seconds,
    }


def opening(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The assembly that comes apart in the fewest moves, of those that are examined in the time, as
    ``OpeningView``."""
    puzzle = _read(args)
    enough = threading.Event()
    best: Disassembly | None = None
    is_least = False

    def keep(number: int, disassembly: Disassembly) -> None:
        nonlocal best, is_least
        if best is None or _moves(disassembly) < _moves(best):
            best = disassembly
            # Each of its separations, one fewer than there are pieces, takes a move at least.
            is_least = disassembly.comes_apart and _moves(best) == len(best.pieces) - 1
        hear()

    def hear(progress: Progress | None = None) -> None:
        if is_least or cancel.is_set():
            enough.set()

    result = take_all_apart(
        puzzle,
        threads=1,
        limits=Limits(seconds=args["time_limit_s"]),
        on_result=keep,
        max_locked=1,
        on_progress=hear,
        cancel=enough,
    )
    return {
        "disassembly": best and disassembly_view(best),
        "assemblies": result.assemblies,
        "whole": result.status is Status.COMPLETE,
        "least": is_least,
    }


def _moves(disassembly: Disassembly) -> float:
    """The number of all moves; infinite for what does not come apart."""
    return sum(disassembly.levels) if disassembly.comes_apart else math.inf


def disassemble(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How one assembly comes apart, or why it does not, as ``DisassemblyView``."""
    puzzle = _read(args)
    placements = _assembly(args, puzzle)
    solution = Solution.of(placements)
    loop = StepLoop(Control(Limits(seconds=args["time_limit_s"]), 1, cancel=cancel))
    try:
        examiner = AssemblyExaminer(puzzle, explain=True, rotations=args["rotations"])
        disassembly = examiner.examine(solution, loop.check_cancelled)
    except Cancelled as ended:
        disassembly = Disassembly(tuple((one.piece, one.cells) for one in placements), ended.status, None, 0)
    return disassembly_view(disassembly)


def positions(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The positions that an assembly reaches, and different ways to take it apart, as ``PositionsView``."""
    puzzle = _read(args)
    placements = _assembly(args, puzzle)
    disassembler = Disassembler(puzzle)
    seconds = args["time_limit_s"]
    loop = StepLoop(Control(Limits(seconds=seconds * SURVEY_SHARE), 1, cancel=cancel))
    surveyed = survey_positions(disassembler, placements, loop, max_positions=MAX_SURVEYED)
    ways = None
    if surveyed.ways_out:
        loop = StepLoop(Control(Limits(seconds=seconds * (1 - SURVEY_SHARE)), 1, cancel=cancel))
        ways = different_ways(puzzle, disassembler, placements, WAYS, loop, max_positions=MAX_SURVEYED)
    return positions_view(surveyed, ways)


def save(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A BurrTools file with assemblies of one of its problems, as ``SavedAssemblies``."""
    file, number = WholeFile.read(args["text"]), args["problem"]
    if number > len(file.problems):
        raise PuzzleError(f"there is no problem {number}; the file has {len(file.problems)}")
    puzzle, shown = file.problems[number - 1].puzzle, _read(args)
    anchor = puzzle.lattice.anchor
    shift = subtract(anchor(puzzle.board.cells), anchor(shown.board.cells))
    writer, examiner = file.assembly_writer(number), AssemblyExaminer(puzzle)
    loop = StepLoop(Control(Limits(seconds=args["time_limit_s"]), 1, cancel=cancel))
    entries: list[str] = []
    apart = undecided = 0
    for placements in args["assemblies"]:
        solution = Solution.of(
            Placement(one["piece"], tuple(sorted(add(tuple(cell), shift) for cell in one["cells"])))
            for one in placements
        )
        wrong = faults(puzzle, solution)
        if wrong:
            raise PuzzleError(f"assembly {len(entries) + 1} is none of the file's puzzle: {wrong[0]}")
        try:
            disassembly = examiner.examine(solution, loop.check_cancelled)
        except Cancelled as ended:
            pieces = tuple((one.piece, one.cells) for one in solution.placements)
            disassembly = Disassembly(pieces, ended.status, None, 0)
            undecided += 1
        apart += disassembly.comes_apart
        entries.append(assembly_elements(puzzle, writer, disassembly))
    saved = replace(saved_problem(puzzle, entries), solutions=None if undecided else apart)
    left_out = []
    if undecided:
        many = counted(undecided, "assembly", "assemblies")
        left_out.append(f"The moves of {many} were left out, as they were not known in time.")
    return {"text": file.text({number: saved}), "left_out": left_out}


def list_movements(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """What can move in a position, as ``MovementsView``."""
    if args["lattice"] not in LATTICES:
        raise UnsupportedError(f"there is no lattice {quoted(args['lattice'])}")
    lattice = LATTICES[args["lattice"]]
    pieces = [[tuple(cell) for cell in cells] for cells in args["pieces"]]
    cells = [cell for piece in pieces for cell in piece]
    for piece in pieces:
        Shape.of(lattice, piece)  # which refuses what is no shape
    if len(set(cells)) < len(cells):
        raise PuzzleError("two of the pieces overlap")
    moves, blocked = movements(lattice, pieces)
    return {
        "moves": [
            {
                "pieces": list(move.pieces),
                "direction": direction_view(move.direction),
                "steps": move.steps,
                "stopped_by": list(move.stopped_by),
            }
            for move in moves
        ],
        "blocked": [
            {"piece": one.piece, "direction": direction_view(one.direction), "meets": list(one.meets)}
            for one in blocked
        ],
    }


def _assembly(args: dict[str, Any], puzzle: Puzzle) -> list[Placement]:
    """The placements of a request; PuzzleError if they are no assembly of the puzzle."""
    placements = [Placement(one["piece"], tuple(map(tuple, one["cells"]))) for one in args["assembly"]]
    wrong = faults(puzzle, Solution.of(placements))
    if wrong:
        raise PuzzleError(f"this is no assembly of the puzzle: {wrong[0]}")
    return placements


def _read(args: dict[str, Any]) -> Puzzle:
    """The puzzle of a request, in space: one layer of cubes is not read as squares."""
    source = args["source"]
    if source["text"] and not source["lattice"] and CUBE.name in format_of(source).lattices:
        args = {**args, "source": {**source, "lattice": CUBE.name}}
    puzzle = read_source(args)
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("the puzzle has items and options, but no pieces to take apart")
    if not puzzle.lattice.directions:
        raise UnsupportedError(
            f"assemblies are taken apart in space only, and the puzzle's lattice is {puzzle.lattice.name}"
        )
    return puzzle
