"""The image of an assembly that is taken apart, and the order of its pieces."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from support.assembly_cases import assembly, random_assemblies
from tilewright.exact_cover.symmetry import symmetries
from tilewright.families.assembly.representatives import Representatives, numbered_rotations
from tilewright.model.lattices import CUBE, LATTICES
from tilewright.model.puzzle import Piece, Puzzle, Solution

NUMBERED = {  # images of (1, 2, 3) under the rotations with these numbers, as BurrTools writes them
    0: (1, 2, 3), 1: (1, -3, 2), 2: (1, -2, -3), 4: (-3, 2, 1), 7: (2, 3, 1), 8: (-1, 2, -3),
    12: (3, 2, -1), 15: (-2, 3, -1), 16: (-2, 1, 3), 17: (3, 1, 2), 20: (2, -1, 3), 23: (3, -1, -2),
}  # fmt: skip


def test_rotations_of_cubes_have_the_numbers_of_burrtools() -> None:
    rotations = numbered_rotations(CUBE)
    assert len(set(rotations)) == 24
    assert {number: rotations[number]((1, 2, 3)) for number in NUMBERED} == NUMBERED
    assert numbered_rotations(LATTICES["prism"])[0].name == "identity"


def free(puzzle: Puzzle) -> Puzzle:
    """The puzzle with pieces that may turn."""
    return replace(puzzle, pieces=tuple(replace(piece, motions="rotation") for piece in puzzle.pieces))


@given(random_assemblies())
def test_all_images_of_an_assembly_have_one_representative(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    puzzle = free(puzzle)
    chosen = Representatives(puzzle)
    first = chosen.choose(solution.placements)
    images = symmetries(puzzle).images(solution)
    assert Solution.of(first) in images
    if all(piece.max_copies == 1 for piece in puzzle.pieces):
        moved = [image for image in images if {p.piece for p in image} == {p.piece for p in solution}]
        fixed = {tuple(chosen.choose(image.placements)) for image in moved}
        assert tuple(first) in fixed


def test_the_least_symmetric_piece_is_turned_back() -> None:
    puzzle, solution = assembly("AAB AAB", "CCC CCC")
    puzzle = replace(
        free(puzzle), pieces=(*(piece for piece in free(puzzle).pieces if piece.name != "C"), _bent("C"))
    )
    first, *rest = Representatives(puzzle).choose(solution.placements)
    assert first.piece == "A" and [p.piece for p in rest] == ["B", "C"]


def _bent(name: str) -> Piece:
    cells = [(x, y, 0) for x in range(3) for y in range(2)]
    return Piece.of(name, cells, lattice=CUBE, motions="rotation")
