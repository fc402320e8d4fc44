"""Random packings of boxes with winding ways out, pieces in ranges of copies, taken apart by brute force."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice

from support.brute_slides import BruteSlides, TooManyStatesError
from support.sliding_cases import MOST_STATES, corridor
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.survey import take_all_apart
from tilewright.model.lattices import Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.solving import api

MOST_ASSEMBLIES = 30


def random_packing(lattice: Lattice, dice: random.Random) -> Puzzle:
    """A box that is fixed, and pieces for its inside: some must be there, some may, up to twice."""
    case = None
    while case is None or len(case.pieces[0]) < 8:
        case = corridor(lattice, dice)
    box, *movers = case.pieces
    inside = {near for cell in box for near in lattice.neighbours(cell)}.union(*movers) - box
    pieces = [Piece.of("box", sorted(box), lattice=lattice, motions="fixed", groups=(1,), weight=1)]
    for number, mover in enumerate(movers):
        copies = dice.choice([(1, 1), (0, 1), (0, 2), (1, 2), (2, 2)]) if len(mover) < 9 else (1, 1)
        groups = (dice.choice([1, 2]),) if dice.random() < 0.15 else ()
        motions = dice.choice(["fixed", "rotation"])
        pieces.append(
            Piece.of(
                f"p{number}", sorted(mover), lattice=lattice, motions=motions, copies=copies, groups=groups
            )
        )
    optional = sorted(inside)
    keep = set().union(*movers)
    while len(optional) > 14:
        spare = [cell for cell in optional if cell not in keep]
        if not spare:
            break
        optional.remove(dice.choice(spare))
    return Puzzle(Board.of(sorted(box), optional), pieces, lattice=lattice)


def packing_fault(puzzle: Puzzle, dice: random.Random) -> tuple[Counter[int | None], str] | None:
    """How many assemblies have which first number, None for those that do not come apart, and what is wrong
    with the engine's survey; None where there are too many assemblies or states."""
    if (
        len(list(islice(api.solutions(puzzle, unique=True, threads=1), MOST_ASSEMBLIES + 1)))
        > MOST_ASSEMBLIES
    ):
        return None
    seen: list[Disassembly] = []
    survey = take_all_apart(puzzle, threads=1, on_result=lambda number, one: seen.append(one))
    firsts: Counter[int | None] = Counter()
    groups = {piece.name: frozenset(piece.groups) for piece in puzzle.pieces}
    levels = []
    for number, one in enumerate(seen, start=1):
        pieces = [frozenset(cells) for _, cells in one.pieces]
        brute = BruteSlides(puzzle.lattice, pieces, [groups[name] for name, _ in one.pieces], MOST_STATES)
        try:
            total = brute.least_total(brute.whole)
            apart = 0 < total < float("inf")
            fault = brute.check(one.separation, brute.whole) if one.separation is not None else ""
        except TooManyStatesError:
            return None
        if fault or one.comes_apart != apart or survey.levels.get(number, ()) != one.levels:
            return firsts, fault or f"of assembly {number} the engine says {one!r}, brute force {total}"
        firsts[one.levels[0] if apart else None] += 1
        levels += [one.levels] if apart else []
    low, high = sorted(dice.choices(range(1, 5), k=2))
    answer = api.count(puzzle, only="disassemblable", min_level=low, max_level=high, threads=1)
    expected = sorted(one for one in levels if low <= one[0] <= high)
    assert answer.kept is not None
    if sorted(answer.kept.levels) != expected or answer.up_to_symmetry != len(expected):
        return firsts, f"levels {low} to {high}: {answer.kept.levels} instead of {expected}"
    return firsts, ""
