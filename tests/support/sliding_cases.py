"""Random assemblies whose pieces leave by several moves, on every lattice in space, and what engine and brute
force say of each.

A corridor is made backwards: pieces lie apart from each other, then slide in by random moves that turn, and a
frame is what remains of a solid when all cells are taken out that they meet on their way. Padding adds pieces
that cannot move within the frame and are of its group: the engine has more pieces then, brute force has not.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import inf

from support.brute_slides import BruteSlides, TooManyStatesError, both_ways, swept_cells
from tilewright.families.assembly.disassembler import MAX_PIECES_OF_TOTAL, Disassembler
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.slides import Slides, slides_of
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution

SLIDING = tuple(lattice for lattice in LATTICES.values() if lattice.directions)
MOST_STATES = 1_500
"""Of a part that is searched by brute force; cases with more are left out, and counted."""


@dataclass(frozen=True)
class SlidingCase:
    """The pieces of an assembly, their groups, and further pieces that are fixed in the first one."""

    lattice: Lattice
    pieces: tuple[frozenset[Cell], ...]
    groups: tuple[frozenset[int], ...] = ()
    pads: tuple[Cell, ...] = ()

    def __str__(self) -> str:
        cells = "; ".join(" ".join(map(str, sorted(piece))) for piece in self.pieces)
        return f"{self.lattice.name}: {cells}; groups {list(map(set, self.groups))}; pads {self.pads}"

    def puzzle(self) -> tuple[Puzzle, Solution]:
        """The puzzle with this one assembly; no piece turns."""
        groups = [tuple(sorted(own)) for own in self.groups] or [()] * len(self.pieces)
        pieces = [sorted(piece) for piece in self.pieces]
        if self.pads:
            pieces[0] = [cell for cell in pieces[0] if cell not in self.pads]
            frame = max((*(g for own in groups for g in own), 0)) + 1
            groups = [(*groups[0], frame), *groups[1:], *[(*groups[0], frame)] * len(self.pads)]
            pieces += [[pad] for pad in self.pads]
        names = [f"p{number:02}" for number in range(len(pieces))]
        rows = list(zip(names, pieces, groups, strict=True))
        puzzle = Puzzle(
            Board.of(cell for cells in pieces for cell in cells),
            tuple(
                Piece.of(name, cells, lattice=self.lattice, motions="fixed", groups=own)
                for name, cells, own in rows
            ),
            lattice=self.lattice,
        )
        return puzzle, Solution.of(Placement(name, tuple(cells)) for name, cells, _ in rows)


@dataclass(frozen=True)
class Outcome:
    """What brute force says of a case: the first number, None for one that does not come apart, the least
    total; and what is wrong with the engine's answer, if anything."""

    first: int | None
    total: float
    fault: str


def compared(case: SlidingCase, dice: random.Random) -> Outcome | None:
    """Engine and brute force on a case; None where brute force would take too long."""
    brute = BruteSlides(case.lattice, case.pieces, case.groups, MOST_STATES)
    try:
        total = brute.least_total(brute.whole)
        first = None if total == inf or not total else brute.first_number(brute.whole)
        memory = dice.choice([1 << 28, 1 << 28, 4_000, 400])
        return Outcome(first, total, _fault(case, brute, total, memory))
    except TooManyStatesError:
        return None


def _fault(case: SlidingCase, brute: BruteSlides, total: float, memory: int) -> str:
    """What is wrong with the engine's answers, with so much memory."""
    puzzle, solution = case.puzzle()
    apart = 0 < total < inf
    placements = sorted(solution.placements, key=lambda placement: placement.piece)
    unused = _no_images(case.lattice)
    disassembler = Disassembler(puzzle, representatives=unused)
    whole = disassembler.take_apart(placements, is_image=True)
    if whole.comes_apart != apart:
        return f"the engine says {whole!r}, brute force that it {'comes' if apart else 'does not come'} apart"
    summed = len(puzzle.pieces) <= MAX_PIECES_OF_TOTAL
    least = whole
    if summed:
        least = disassembler.take_apart(placements, is_image=True, least_total=True)
    if least.comes_apart != apart or (summed and apart and least.total != total):
        return f"the engine says that {least.total} moves are the least sum, brute force {total}"
    if apart:
        for disassembly in (whole, least):
            check_disassembly(disassembly, puzzle)
        if not case.pads:
            assert whole.separation is not None and least.separation is not None
            fault = brute.check(whole.separation, brute.whole)
            fault = fault or brute.replay(least.separation, brute.whole)
            if fault:
                return fault
        elif whole.levels[0] != brute.first_number(brute.whole):
            return f"with padding the first number is {whole.levels[0]}"
    short = Disassembler(puzzle, memory, unused).take_apart(placements, is_image=True)
    if short.bound is not None:
        parts = () if whole.separation is None else tuple(whole.separation.parts())
        known = [len(part.moves) for part in parts if part.pieces == short.bound.pieces]
        if known and short.bound.moves > known[0]:
            return f"with {memory} bytes at least {short.bound.moves} moves instead of {known[0]}"
    elif (short.separation, short.comes_apart) != (whole.separation, apart):
        return f"with {memory} bytes the engine says {short!r} instead of {whole!r}"
    return ""


@cache
def _no_images(lattice: Lattice) -> Representatives:
    """For assemblies that are taken apart as they lie: looking for symmetries takes longer than all else."""
    cell = lattice.classes[0]
    return Representatives(
        Puzzle(Board.of([cell]), (Piece.of("p", [cell], lattice=lattice),), lattice=lattice)
    )


def random_case(lattice: Lattice, dice: random.Random) -> SlidingCase:
    """A corridor or a carved solid, some with groups, some with padding."""
    case = None
    while case is None:
        case = corridor(lattice, dice) if dice.random() < 0.9 else carved(lattice, dice)
        if case is not None and dice.random() < 0.97:  # most would come apart at once
            brute = BruteSlides(lattice, case.pieces)
            case = None if brute.is_free(brute.whole) else case
    if dice.random() < 0.25:
        case = replace(case, groups=_random_groups(len(case.pieces), dice))
    if dice.random() < 0.15:
        case = padded(case, dice.choice([3, 14, 30, 62, 80]), dice)
    return case


def corridor(lattice: Lattice, dice: random.Random) -> SlidingCase | None:
    """A frame with a piece or several on winding ways out of it; None where no frame remains."""
    slides = slides_of(lattice)
    region = solid(lattice, len(lattice.classes) * dice.randint(10, 50) + dice.randint(20, 80), dice)
    middle = region[: dice.randint(6, 24)]
    movers: list[frozenset[Cell]] = []
    for _ in range(dice.choice([1, 1, 2, 2, 2, 3])):
        open_cells = [cell for cell in middle if not any(cell in mover for mover in movers)]
        if open_cells:
            movers.append(_connected(lattice, open_cells, dice.randint(1, 4), dice))
    cleared = set().union(*movers)
    now = dict(enumerate(movers))
    inside = set(region)
    for leaving in range(len(movers)):
        for _ in range(dice.randint(1, 5)):
            moving = {leaving} if dice.random() < 0.6 else {k for k in now if dice.random() < 0.5}
            _slide(slides, now, moving, dice.randint(1, 2), cleared, dice)
        if leaving in now:
            for _ in range(10):  # until it leaves somewhere
                way = dice.choice(both_ways(slides))
                swept = _leaving(slides, now, leaving, way, inside)
                if swept is not None:
                    cleared |= swept
                    del now[leaving]
                    break
    frame = frozenset(region) - cleared
    if not frame:
        return None
    frames = [frame]
    if len(frame) > 1 and dice.random() < 0.3:
        axis = dice.randrange(3)
        bound = dice.choice(sorted(frame))[axis]
        halves = [frozenset(cell for cell in frame if (cell[axis] < bound) == low) for low in (True, False)]
        frames = [half for half in halves if half]
    return SlidingCase(lattice, (*frames, *movers))


def carved(lattice: Lattice, dice: random.Random) -> SlidingCase | None:
    """A small solid, each cell in one of some pieces or in none."""
    region = solid(lattice, dice.randint(6, 22), dice)
    count = dice.randint(2, 5)
    owners = [dice.randint(-1 if dice.random() < 0.5 else 0, count - 1) for _ in region]
    pieces = [
        frozenset(cell for cell, owner in zip(region, owners, strict=True) if owner == k)
        for k in range(count)
    ]
    pieces = [piece for piece in pieces if piece]
    return SlidingCase(lattice, tuple(pieces)) if len(pieces) > 1 else None


def padded(case: SlidingCase, count: int, dice: random.Random) -> SlidingCase:
    """The case with up to so many cells of its first piece as pieces that cannot move within it.

    That piece must have no groups, so that it is done as soon as it is alone with its padding.
    """
    if case.groups and case.groups[0]:
        return case
    slides = slides_of(case.lattice)
    pads: list[Cell] = []
    left = set(case.pieces[0])
    for cell in dice.sample(sorted(left), len(left)):
        if len(pads) == count:
            break
        trial = left - {cell}
        if all(_is_fixed(slides, pad, trial) for pad in (*pads, cell)):
            left, pads = trial, [*pads, cell]
    return replace(case, pads=tuple(pads))


def shrunk(case: SlidingCase) -> SlidingCase:
    """A smaller case of which engine and brute force differ as well."""

    def differs(other: SlidingCase) -> bool:
        outcome = compared(other, random.Random(0))
        return outcome is not None and bool(outcome.fault)

    smaller = True
    while smaller:
        smaller = False
        for other in _simpler(case):
            if differs(other):
                case, smaller = other, True
                break
    return case


def solid(lattice: Lattice, count: int, dice: random.Random) -> list[Cell]:
    """So many cells around one, the nearest first."""
    cells = [dice.choice(lattice.classes)]
    known = set(cells)
    for cell in cells:
        if len(cells) >= count:
            break
        for other in lattice.neighbours(cell):
            if other not in known:
                known.add(other)
                cells.append(other)
    return cells[:count]


def _simpler(case: SlidingCase) -> Iterator[SlidingCase]:
    if case.pads:
        yield replace(case, pads=())
        yield replace(case, pads=case.pads[1:])
    if any(case.groups):
        yield replace(case, groups=())
    if len(case.pieces) > 2 and not case.pads:
        for k in range(len(case.pieces)):
            pieces, groups = case.pieces[:k] + case.pieces[k + 1 :], case.groups[:k] + case.groups[k + 1 :]
            yield replace(case, pieces=pieces, groups=groups)
    for k, piece in enumerate(case.pieces):
        for cell in sorted(piece if len(piece) > 1 else ()):
            if cell not in case.pads:
                yield replace(case, pieces=(*case.pieces[:k], piece - {cell}, *case.pieces[k + 1 :]))


def _random_groups(count: int, dice: random.Random) -> tuple[frozenset[int], ...]:
    return tuple(frozenset(g for g in (1, 2) if dice.random() < 0.4) for _ in range(count))


def _connected(lattice: Lattice, cells: list[Cell], count: int, dice: random.Random) -> frozenset[Cell]:
    """Up to so many of these cells, each a neighbour of another one."""
    allowed = set(cells)
    chosen = [dice.choice(cells)]
    while len(chosen) < count:
        near = {n for cell in chosen for n in lattice.neighbours(cell) if n in allowed} - set(chosen)
        if not near:
            break
        chosen.append(dice.choice(sorted(near)))
    return frozenset(chosen)


def _slide(
    slides: Slides,
    now: dict[int, frozenset[Cell]],
    moving: set[int],
    steps: int,
    cleared: set[Cell],
    dice: random.Random,
) -> None:
    """Shift pieces along a random direction, as far as others are not in the way."""
    way = min(dice.choices(both_ways(slides), k=2), key=lambda one: sum(map(abs, one)))
    for _ in range(steps):
        movers = {k: now[k] for k in moving & now.keys()}
        resting = {cell for k, cells in now.items() if k not in movers for cell in cells}
        swept = set[Cell]().union(*(swept_cells(slides, cells, way) for cells in movers.values()))
        if resting & swept:
            return
        cleared |= swept
        now.update({k: frozenset(add(cell, way) for cell in cells) for k, cells in movers.items()})


def _leaving(
    slides: Slides, now: dict[int, frozenset[Cell]], leaving: int, way: Cell, inside: set[Cell]
) -> set[Cell] | None:
    """The cells that a piece meets until it has left; None where others are in the way."""
    cells, cleared = now[leaving], set[Cell]()
    resting = {cell for k, others in now.items() if k != leaving for cell in others}
    while True:
        swept = swept_cells(slides, cells, way)
        if swept & resting:
            return None
        if not swept & inside:
            return cleared
        cleared |= swept
        cells = frozenset(add(cell, way) for cell in cells)


def _is_fixed(slides: Slides, pad: Cell, frame: set[Cell]) -> bool:
    return all(swept_cells(slides, [pad], way) & frame for way in both_ways(slides))
