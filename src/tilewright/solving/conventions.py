"""What "up to symmetry" may mean elsewhere, and which of these conventions gives a number.

A puzzle file may give a number that was counted by another convention than the one in use: with mirror
images the same or different, or with solutions compared as arrangements, wherever on the board they lie.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from tilewright.cancellation import cancelled_by, checked
from tilewright.exact_cover.symmetry import symmetries_of_board
from tilewright.model.lattices import Cell, Lattice, Motion
from tilewright.model.lattices.lattice import subtract
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving import api
from tilewright.solving.questions import Answer
from tilewright.solving.steps import Cancelled, Control, Limits, StepLoop

MAX_NODES = 2_000_000  # of each count by another convention
MAX_IMAGES = 4_000_000  # of cells, in all comparisons of arrangements

MIRRORS = {
    False: ("mirror images are different", "--mirrors different"),
    True: ("mirror images are the same, also where pieces become other pieces", "--mirrors same"),
    None: ("a reflection counts only if each piece is its own mirror image", ""),
}
ARRANGEMENTS = {
    "rotation": "an arrangement of pieces counts once wherever it lies on the board, its mirror image again",
    "all": "an arrangement of pieces and its mirror image count once wherever they lie on the board",
}

Arrangement = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Conventions:
    """What other conventions say about a number.

    ``agreeing`` is the first that gives it, in words, and ``option`` counts by it; "" where there is none.
    ``all_tried`` is False where a limit ended a count.
    """

    agreeing: str = ""
    option: str = ""
    all_tried: bool = True


def find_convention(
    puzzle: Puzzle,
    answer: Answer,
    number: int,
    *,
    seconds: float | None = None,
    cancel: threading.Event | None = None,
) -> Conventions:
    """By which other convention the puzzle has this number of solutions up to symmetry.

    ``answer`` is a complete count. Each other count takes at most ``MAX_NODES`` nodes or states.
    """
    if number == answer.solutions:
        return Conventions("every solution counts, also those that are symmetric to others")
    loop = StepLoop(Control(Limits(seconds=seconds), cancel=cancel))
    try:
        with cancelled_by(loop.check_cancelled):
            by_mirrors = _try_mirrors(puzzle, number, loop)
            if by_mirrors.agreeing or not _may_differ_as_arrangements(puzzle):
                return by_mirrors
            by_arrangement = _try_arrangements(puzzle, answer, number, loop)
    except Cancelled:
        return Conventions(all_tried=False)
    return replace(by_arrangement, all_tried=by_mirrors.all_tried and by_arrangement.all_tried)


def _limits(loop: StepLoop) -> Limits:
    return replace(loop.limits_left(0), nodes=MAX_NODES)


def _try_mirrors(puzzle: Puzzle, number: int, loop: StepLoop) -> Conventions:
    """Count up to the symmetries of the board, with other reflections among them."""
    all_tried = True
    tried = [symmetries_of_board(puzzle).members]
    for mirrors, (words, option) in MIRRORS.items():
        variant = replace(puzzle, mirrors=mirrors)
        members = symmetries_of_board(variant).members
        if members in tried:
            continue
        tried.append(members)
        answer = api.count(variant, unique=True, limits=_limits(loop), cancel=loop.control.cancel)
        if answer.status.value != "complete":
            all_tried = False
        elif answer.up_to_symmetry == number:
            return Conventions(words, option)
    return Conventions(all_tried=all_tried)


def _may_differ_as_arrangements(puzzle: Puzzle) -> bool:
    """Whether arrangements can be alike that no symmetry of the board carries onto each other.

    Not where each solution has all pieces and fills the board. Colours are not compared.
    """
    if puzzle.board.surface is not None:  # where motions that move the board are its symmetries
        return False
    has_choice = bool(puzzle.board.optional) or any(p.min_copies < p.max_copies for p in puzzle.pieces)
    return has_choice and not any(piece.colours for piece in puzzle.pieces)


def _try_arrangements(puzzle: Puzzle, answer: Answer, number: int, loop: StepLoop) -> Conventions:
    """List the solutions, and compare them as arrangements."""
    images = (answer.solutions or 0) * len(puzzle.board.cells) * len(puzzle.lattice.motions["all"])
    if images > MAX_IMAGES:
        return Conventions(all_tried=False)
    solutions: list[Solution] = []
    listed = api.solve(puzzle, sink=solutions.append, limits=_limits(loop), cancel=loop.control.cancel)
    if listed.status.value != "complete":
        return Conventions(all_tried=False)
    for mode, words in ARRANGEMENTS.items():
        if count_arrangements(puzzle.lattice, solutions, mode) == number:
            return Conventions(words)
    return Conventions()


def count_arrangements(lattice: Lattice, solutions: Iterable[Solution], mode: str) -> int:
    """How many solutions differ as arrangements, whichever motion of ``mode`` carries one onto another.

    A piece is known by its cells, not by its name, so a mirror image may consist of other pieces. The motion
    may move the board: only the pieces of the one solution are carried onto those of the other.
    """
    identity, *others = (motion for motion in lattice.motions[mode] if motion.divisor == 1)
    known: set[Arrangement] = set()
    count = 0
    for solution in checked(solutions):
        if _image(lattice, solution, identity) not in known:
            count += 1
            known.update(_image(lattice, solution, motion) for motion in (identity, *others))
    return count


def _image(lattice: Lattice, solution: Solution, motion: Motion) -> Arrangement:
    """The image of an arrangement, moved to its anchor."""
    image = motion.image([cell for placement in solution.placements for cell in placement.cells])
    assert image is not None  # for motions of the whole lattice
    anchor = lattice.anchor(image)
    moved = iter([subtract(cell, anchor) for cell in image])
    return tuple(sorted(tuple(sorted(islice(moved, len(one.cells)))) for one in solution.placements))
