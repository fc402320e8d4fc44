"""Boards in space: their sizes by formulas, fillings by two engines, cuts that are solutions, errors."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import tilewright
from support.generator_counts import count_solutions
from tilewright.errors import PuzzleError
from tilewright.exact_cover.symmetry import symmetries
from tilewright.generators import solids
from tilewright.generators.cuts import Cut, CutRules, cut_pieces, piece_sizes
from tilewright.generators.solids import MAX_SIZE, SOLIDS, random_solid, solid
from tilewright.model.lattices import LATTICES
from tilewright.model.pieces import canonical
from tilewright.model.puzzle import Board, Puzzle, Solution
from tilewright.model.verification import faults
from tilewright.play import random_puzzles

SIZES: dict[str, Callable[[int], int]] = {
    "sphere-pyramid": lambda n: n * (n + 1) * (2 * n + 1) // 6,
    "sphere-tetrahedron": lambda n: n * (n + 1) * (n + 2) // 6,
    "sphere-octahedron": lambda n: n * (2 * n * n + 1) // 3,
    "triangular-prism": lambda n: n**3,
    "hexagonal-prism": lambda n: 6 * n**3,
    "rhombic-cube": lambda n: 24 * n**3,
    "rhombic-dodecahedron": lambda n: 48 * n**3,
    # Tetrahedra both ways up, and octahedra of eight cells.
    "tetrahedron": lambda n: (2 * n**3 + 4 * n) // 6 + 8 * (n**3 - n) // 6,
    "octahedron": lambda n: 4 * (n**3 - n) // 3 + 8 * (2 * n**3 + n) // 3,
}
"""How many cells a board of each kind has."""


@pytest.mark.parametrize("board", SOLIDS)
def test_boards_are_whole(board: str) -> None:
    kind = SOLIDS[board]
    for size in (1, 2, 3, 4):
        cells = list(kind.cells(size, size))
        assert len(cells) == len(set(cells)) == SIZES[board](size)
        assert all(map(kind.lattice.is_cell, cells))
        assert len(kind.lattice.components(cells)) == 1


@pytest.mark.parametrize(
    ("board", "size", "symmetries"),
    [
        ("sphere-pyramid", 3, 8),
        ("sphere-tetrahedron", 3, 24),
        ("sphere-octahedron", 3, 48),
        ("triangular-prism", 3, 12),
        ("hexagonal-prism", 2, 24),
        ("rhombic-cube", 1, 48),
        ("rhombic-dodecahedron", 1, 48),
        ("rhombic-dodecahedron", 2, 48),
        ("tetrahedron", 2, 24),
        ("octahedron", 2, 48),
        ("octahedron", 1, 48),
    ],
)
def test_boards_are_as_symmetric_as_the_solids(board: str, size: int, symmetries: int) -> None:
    lattice = SOLIDS[board].lattice
    cells = lattice.normalise(SOLIDS[board].cells(size, size))
    images = list(lattice.images(cells, "all"))
    assert sum(lattice.normalise(image) == cells for image in images) == symmetries


@pytest.mark.parametrize(
    ("board", "size", "pieces", "height"),
    [
        ("sphere-tetrahedron", 2, "polyspheres 1-3", None),
        ("sphere-octahedron", 2, "polyspheres 1-3", None),
        ("hexagonal-prism", 1, "polyprisms 1-3", 1),
        ("triangular-prism", 2, "polyprisms 2", 1),
        ("tetrahedron", 2, "tetra-octahedral polyforms 1-3", None),
    ],
)
def test_fillings_are_counted_alike_by_an_engine_and_the_reference(
    board: str, size: int, pieces: str, height: int | None
) -> None:
    puzzle = solid(board, size, pieces, height, spare=True)
    assert count_solutions(puzzle) == count_solutions(puzzle, "reference")


def test_two_pairs_fill_a_triangle_of_prisms() -> None:
    """By hand: the upright pair does not fit in one layer, so the set of both pairs does not either."""
    assert count_solutions(solid("triangular-prism", 2, "polyprisms 2", 1)) == 0
    assert count_solutions(solid("triangular-prism", 1, "polyprisms 1", 1)) == 1


@pytest.mark.parametrize("board", SOLIDS)
def test_a_cut_is_a_solution(board: str) -> None:
    kind = SOLIDS[board]
    cells = tuple(kind.cells(2, 2))
    count = max(1, len(cells) // 6)
    sizes = piece_sizes(len(cells), count, 1)
    motions = kind.lattice.usual_motions
    cut = Cut(CutRules(kind.lattice, cells, count, sizes, False, motions), random.Random(1), lambda: None)
    assert cut.start()
    pieces, placements = cut_pieces(cut.shapes, kind.lattice, motions, random.Random(2))
    puzzle = Puzzle(Board.of(cells), tuple(pieces), lattice=kind.lattice)
    assert faults(puzzle, Solution.of(placements)) == []
    assert all(len(kind.lattice.components(shape)) == 1 for shape in cut.shapes)


def test_a_cut_into_more_different_pieces_than_there_are_is_not_tried() -> None:
    """The 20 smallest polyspheres have more than 30 cells."""
    kind = SOLIDS["sphere-pyramid"]
    cells = tuple(sorted(kind.cells(4, 4)))
    for different in (True, False):
        dice = random.Random(1)
        before = dice.getstate()
        rules = CutRules(kind.lattice, cells, 20, (1, 3), different, "rotation")
        assert Cut(rules, dice, lambda: None).start() != different
        assert (dice.getstate() == before) == different


def test_random_boards() -> None:
    puzzle = random_solid("sphere-pyramid", 4, 7, seed=3)
    assert puzzle == random_solid("sphere-pyramid", 4, 7, seed=3)
    assert puzzle != random_solid("sphere-pyramid", 4, 7, seed=4)
    assert [piece.max_copies for piece in puzzle.pieces] == [1] * 7
    lattice = LATTICES["sphere"]
    assert len({canonical(piece.cells, "rotation", lattice) for piece in puzzle.pieces}) == 7
    alike = random_solid("triangular-prism", 2, 4, 1, alike=True)
    assert sum(piece.size * piece.max_copies for piece in alike.pieces) == 4
    assert (count_solutions(alike) or 0) > 0


@pytest.mark.parametrize(
    "arguments",
    [("sphere-pyramid", 3, 3), ("triangular-prism", 3, 5), ("rhombic-cube", 1, 5), ("octahedron", 2, 8)],
)
def test_random_boards_with_one_solution(arguments: tuple[str, int, int]) -> None:
    """One engine makes it unique; another, and the symmetries alone, agree."""
    puzzle = random_solid(*arguments, seed=2, unique=True)
    assert puzzle == random_solid(*arguments, seed=2, unique=True)
    assert puzzle != random_solid(*arguments, seed=2)
    assert tilewright.count(puzzle, unique=True, engine="reference").up_to_symmetry == 1
    solutions = list(tilewright.solutions(puzzle, engine="reference", symmetry=False))
    assert set(symmetries(puzzle).orbit(solutions[0])) == set(solutions)
    assert [(known.what, known.count) for known in puzzle.expect] == [("unique", 1)]


def test_no_board_with_one_solution_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solids, "UNIQUE_NODES", 3)
    with pytest.raises(PuzzleError, match="was found: of 2 cuts all have more than 64, or were not counted"):
        random_solid("sphere-pyramid", 4, 6, unique=True)
    monkeypatch.setattr(solids, "UNIQUE_NODES", 1_000_000)
    monkeypatch.setattr(random_puzzles, "MAX_CUTS", 2)
    with pytest.raises(PuzzleError, match="of 2 cuts the fewest solutions were 2; use another seed"):
        random_solid("sphere-pyramid", 3, 4, unique=True)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (
            lambda: solid("sphere-tetrahedron", 4, "pentacubes"),
            "are of the lattice cube; the sphere-tetrahedron",
        ),
        (
            lambda: solid("sphere-tetrahedron", 4, "polyspheres 4"),
            "have 100 cells and the sphere-tetrahedron of 4 has 20",
        ),
        (lambda: solid("sphere-tetrahedron", 9, "polyspheres 4", spare=True), "has 165"),
        (lambda: solid("octahedron", 1, "tetra-octahedral polyforms 1", 2), "has no height of its own"),
        (lambda: solid("ball", 1, "polyspheres 1"), "there is no board 'ball'"),
        (lambda: random_solid("rhombic-cube", MAX_SIZE + 1, 3), f"expected 1 to {MAX_SIZE}"),
        (lambda: random_solid("rhombic-cube", 4, 3), "boards of at most 1,000 are cut"),
        (lambda: random_solid("sphere-pyramid", 2, 6), "cannot be cut into 6 pieces"),
        (lambda: random_solid("hexagonal-prism", 1, 6, 1), "--alike"),
    ],
)
def test_what_cannot_be_made(make: Callable[[], object], words: str) -> None:
    with pytest.raises(PuzzleError, match=words):
        make()
