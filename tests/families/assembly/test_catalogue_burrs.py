"""The burrs of the catalogue: counted by another search, and taken apart with the levels they are known for.

The other search knows nothing of boards and engines: it puts sticks into the six places of the burr, each
turned in all ways. Pieces are made from their numbers here, after W. H. Cutler, A computer analysis of all
6-piece burrs (1994).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

import pytest

from tilewright import catalogue, count
from tilewright.families.assembly.survey import take_all_apart
from tilewright.model.exact_cover_puzzle import require_board
from tilewright.model.puzzle import Puzzle

Cells = frozenset[tuple[int, ...]]
Assembly = frozenset[Cells]

BURRS = {
    "burr-six-different": ((1, 256, 824, 928, 975, 1024), 1, ["1"]),
    "burr-level-5": ((103, 480, 480, 824, 928, 1024), 3, ["5.4"]),
    "burr-level-9": (
        (154, 344, 512, 1007, 1024, 1024),
        26,
        [*["9.2", "3", "3", "3"], *["2.2"] * 4, *["1"] * 8],
    ),
}
"""The numbers of the pieces, the assemblies up to symmetry, and the levels of those that come apart."""


def stick(number: int) -> Cells:
    """The piece of a number along x: 1 plus a power of two for each missing cube."""
    inner = [(x, 0, z) for z in (-1, 0) for x in range(-2, 2)]
    outer = [(x, 1, z) for z in (-1, 0) for x in (-1, 0)]
    missing = {cube for bit, cube in enumerate(inner + outer) if (number - 1) >> bit & 1}
    return frozenset(cube for cube in product(range(-3, 3), range(2), range(-1, 1)) if cube not in missing)


MOTIONS = [(axes, signs) for axes in permutations(range(3)) for signs in product((1, -1), repeat=3)]


def is_rotation(motion: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    axes, signs = motion
    inversions = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
    return (inversions + signs.count(-1)) % 2 == 0


def moved(cells: Cells, motion: tuple[tuple[int, ...], tuple[int, ...]]) -> Cells:
    """Cubes turned about the origin, which is a corner of eight of them."""
    axes, signs = motion
    middles = ([2 * value + 1 for value in cell] for cell in cells)
    return frozenset(tuple((s * m[a] - 1) // 2 for a, s in zip(axes, signs, strict=True)) for m in middles)


def places() -> Iterator[Cells]:
    """The six bars of the burr, two along each axis, side by side across the next axis."""
    for axis, side in product(range(3), (0, -2)):
        bar = []
        for along, across, other in product(range(-3, 3), (side, side + 1), (-1, 0)):
            cell = [0, 0, 0]
            cell[axis], cell[(axis + 1) % 3], cell[(axis + 2) % 3] = along, across, other
            bar.append(tuple(cell))
        yield frozenset(bar)


def ways(piece: Cells, bar: Cells) -> set[Cells]:
    """All ways in which a stick lies in a bar."""
    cell_sets = set()
    low = [min(cell[k] for cell in bar) for k in range(3)]
    for motion in filter(is_rotation, MOTIONS):
        turned = moved(piece, motion)
        shift = [low[k] - min(cell[k] for cell in turned) for k in range(3)]
        there = frozenset(tuple(c + s for c, s in zip(cell, shift, strict=True)) for cell in turned)
        if there <= bar:
            cell_sets.add(there)
    return cell_sets


def assemblies(numbers: tuple[int, ...]) -> set[Assembly]:
    """Everything that six sticks can be put together to without a gap outside, however that may be done."""
    bars = list(places())
    times = Counter(cell for bar in bars for cell in bar)
    outside = [{cell for cell in bar if times[cell] == 1} for bar in bars]
    lying = {
        (number, k): [cells for cells in ways(stick(number), bar) if cells >= outside[k]]
        for number in set(numbers)
        for k, bar in enumerate(bars)
    }
    tables: set[Assembly] = set()

    def fill(left: Counter[int], chosen: list[Cells]) -> None:
        if not left:
            tables.add(frozenset(chosen))
            return
        for number in list(left):
            for cells in lying[number, len(chosen)]:
                if all(cells.isdisjoint(other) for other in chosen):
                    fill(left - Counter([number]), [*chosen, cells])

    fill(Counter(numbers), [])
    return tables


def orbits(all_assemblies: set[Assembly], numbers: tuple[int, ...]) -> int:
    """How many differ by more than a motion; reflections count where they make the same set of pieces."""
    bars = set(places())
    shapes = Counter(shape(stick(number)) for number in numbers)
    mirrored = Counter(shape(moved(stick(number), ((0, 1, 2), (-1, 1, 1)))) for number in numbers)
    group = [
        motion
        for motion in MOTIONS
        if {moved(bar, motion) for bar in bars} == bars and (is_rotation(motion) or shapes == mirrored)
    ]
    left, classes = set(all_assemblies), 0
    while left:
        one = left.pop()
        left -= {frozenset(moved(cells, motion) for cells in one) for motion in group}
        classes += 1
    return classes


def shape(cells: Cells) -> tuple[tuple[int, ...], ...]:
    """The same for all rotations and translations of a piece."""
    images = []
    for motion in filter(is_rotation, MOTIONS):
        turned = moved(cells, motion)
        low = [min(cell[k] for cell in turned) for k in range(3)]
        images.append(tuple(sorted(tuple(c - o for c, o in zip(cell, low, strict=True)) for cell in turned)))
    return min(images)


def burr(name: str) -> Puzzle:
    return require_board(catalogue.load(name))


@pytest.mark.parametrize("name", BURRS)
def test_pieces_are_those_of_their_numbers(name: str) -> None:
    puzzle, (numbers, _, _) = burr(name), BURRS[name]
    assert Counter({piece.name: piece.max_copies for piece in puzzle.pieces}) == Counter(map(str, numbers))
    assert all(piece.min_copies == piece.max_copies for piece in puzzle.pieces)
    for piece in puzzle.pieces:
        assert shape(frozenset(piece.cells)) == shape(stick(int(piece.name)))
    assert puzzle.board.cells == frozenset().union(*places())


@pytest.mark.parametrize("name", BURRS)
def test_another_search_finds_as_many_assemblies(name: str) -> None:
    numbers, unique, _ = BURRS[name]
    tables = assemblies(numbers)
    if not burr(name).board.optional:
        assert all(len(frozenset().union(*assembly)) == 104 for assembly in tables)
    answer = count(burr(name), unique=True)
    assert (answer.solutions, answer.up_to_symmetry) == (len(tables), unique)
    assert orbits(tables, numbers) == unique


@pytest.mark.parametrize("name", BURRS)
def test_levels(name: str) -> None:
    from tilewright.model.levels import levels_text

    _, unique, levels = BURRS[name]
    survey = take_all_apart(burr(name))
    assert survey.assemblies == unique and survey.is_proven
    assert sorted(map(levels_text, survey.levels.values()), reverse=True) == levels


def test_all_solid_burrs_are_cutlers() -> None:
    """25 pieces make 314 that come apart, mirror images counted apart."""
    puzzle = burr("burr-solid")
    assert len(puzzle.pieces) == 25 and not puzzle.board.optional
    survey = take_all_apart(puzzle)
    assert (survey.assemblies, len(survey.levels)) == (1063, 314)
    assert {piece.name for piece in puzzle.pieces} >= set(map(str, BURRS["burr-six-different"][0]))


def test_solid_burrs_are_counted_as_burrtools_counts_them() -> None:
    """An assembly and its mirror image are one: so many are in the file SolidSixPieceBurrs of BurrTools."""
    survey = take_all_apart(replace(burr("burr-solid"), mirrors=True))
    assert (survey.assemblies, len(survey.levels)) == (588, 179)
