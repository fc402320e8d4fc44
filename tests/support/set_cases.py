"""Pools of candidate pieces for tests, and the best set of a pool by looking at every set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.sets.goal import SetResult
from tilewright.families.assembly.survey import take_all_apart
from tilewright.model.lattices import CUBE, Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution, merge_copies
from tilewright.model.verification import faults


def random_pool(seed: int, *, mirrors: bool | None = True, cuts: int = 3) -> Puzzle:
    """A box with optional cells in its middle, and as candidates the pieces of some random cuts of it."""
    random = Random(seed)
    cells: list[Cell] = list(product(range(3), range(3), range(2)))
    optional = random.sample(cells, 2)
    pieces = []
    for cut in range(cuts):
        for number, positions in enumerate(_cut(random, cells, 3)):
            copies = (0, random.choice((1, 1, 2)))
            name = f"{'abcdef'[cut]}{number}"
            pieces.append(Piece.of(name, positions, lattice=CUBE, copies=copies, motions="rotation"))
    board = Board.of([cell for cell in cells if cell not in optional], optional)
    return Puzzle(board, merge_copies(pieces, CUBE), lattice=CUBE, mirrors=mirrors)


def _cut(random: Random, cells: list[Cell], number: int) -> list[set[Cell]]:
    """The cells in so many connected pieces, which grow at random."""
    parts = [{start} for start in random.sample(cells, number)]
    left = set(cells).difference(*parts)
    while left:
        part = random.choice(parts)
        near = sorted({other for cell in part for other in CUBE.neighbours(cell)} & left)
        if near:
            part.add(random.choice(near))
            left -= part
    return parts


def all_sets(pool: Puzzle) -> Iterator[Puzzle]:
    """A puzzle for each set that has the right area."""
    least, most = len(pool.board.required), len(pool.board.cells)
    for copies in product(*(range(piece.max_copies + 1) for piece in pool.pieces)):
        area = sum(count * piece.size for count, piece in zip(copies, pool.pieces, strict=True))
        if least <= area <= most:
            chosen = tuple(
                replace(piece, min_copies=count, max_copies=count)
                for count, piece in zip(copies, pool.pieces, strict=True)
                if count
            )
            yield replace(pool, pieces=chosen)


@dataclass(frozen=True)
class ExaminedSet:
    """A set with some assemblies that come apart."""

    levels: tuple[int, ...]
    assemblies: int
    solutions: int
    pieces: int


def examine_sets(pool: Puzzle) -> list[ExaminedSet]:
    """Every set that comes apart, each taken apart as a puzzle of its own."""
    sets = []
    for puzzle in all_sets(pool):
        survey = take_all_apart(puzzle, threads=1)
        if survey.levels:
            pieces = sum(piece.max_copies for piece in puzzle.pieces)
            highest = max(survey.levels.values())
            sets.append(ExaminedSet(highest, survey.assemblies, len(survey.levels), pieces))
    return sets


def best_rank(
    sets: list[ExaminedSet], *, unique: bool = False, most: int = 1000, pieces: int | None = None
) -> tuple[tuple[int, ...], int] | None:
    """The levels and the negative number of assemblies of the best set; None when there is none."""
    ranks = [
        (value.levels, -value.assemblies)
        for value in sets
        if (value.solutions == 1 or not unique)
        and value.assemblies <= most
        and value.pieces == (pieces or value.pieces)
    ]
    return max(ranks, default=None)


def check_best(result: SetResult | None) -> SetResult:
    """The best set, of which the assembly and the moves are checked."""
    assert result is not None and result.best is not None
    placements = [Placement(name, cells) for name, cells in result.best.pieces]
    assert faults(result.puzzle, Solution.of(placements)) == []
    check_disassembly(result.best, result.puzzle)
    survey = take_all_apart(result.puzzle, threads=1)
    assert (survey.assemblies, len(survey.levels)) == (result.assemblies, result.solutions)
    assert survey.levels[result.number] == result.levels == max(survey.levels.values())
    return result
