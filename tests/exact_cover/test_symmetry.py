from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

import tilewright
from support.puzzle_cases import drawn, pentominoes, piece, puzzles, rectangle
from support.symmetry_checks import check_permutations
from tilewright.exact_cover.symmetry import BoardSymmetry, symmetries
from tilewright.exact_cover.translation import Holes, to_cover
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option
from tilewright.model.lattices import CUBE
from tilewright.model.lattices.square import IDENTITY
from tilewright.model.pieces.piece import Piece
from tilewright.model.puzzle import Board, Puzzle, Solution
from tilewright.model.verification import is_solution
from tilewright.solving.engines.reference import solutions


def names(puzzle: Puzzle) -> list[str]:
    return [member.motion.name for member in symmetries(puzzle).members]


@pytest.mark.parametrize(
    ("board", "motions", "count"),
    [
        (rectangle(8, 8), "all", 8),
        (rectangle(8, 8), "rotation", 4),
        (rectangle(8, 8), "reflection", 4),
        (rectangle(8, 8), "fixed", 1),
        (rectangle(10, 6), "all", 4),
        (rectangle(10, 6), "rotation", 2),
        (rectangle(8, 8, [(0, 0)]), "all", 2),
        (rectangle(8, 8, [(0, 0)]), "rotation", 1),
        (Board.of(drawn("###. .###")), "all", 2),
        (Board.of(drawn("###. .###")), "reflection", 2),
    ],
)
def test_the_size_of_the_group(board: Board, motions: str, count: int) -> None:
    assert len(symmetries(pentominoes(board, motions)).members) == count


def test_motions_that_move_no_cell_differently_are_one_symmetry() -> None:
    assert names(Puzzle(rectangle(5, 1), (piece("I", "##"),))) == ["identity", "half turn"]


def test_the_group_is_what_all_pieces_may_do() -> None:
    pieces = (piece("A", "#. #. ##", motions="rotation"), piece("B", "##", motions="reflection"))
    assert names(Puzzle(rectangle(4, 4), pieces)) == ["identity", "half turn"]
    unused = (*pieces, piece("C", "#. #. ##", copies=(0, 0), motions="fixed"))
    assert names(Puzzle(rectangle(4, 4), unused)) == ["identity", "half turn"]


def test_a_mirror_that_changes_no_piece_is_a_symmetry() -> None:
    """It carries solutions to solutions though no piece may be turned over."""
    pieces = (piece("A", "###", motions="rotation"), piece("B", "##", motions="reflection"))
    kept = ["identity", "half turn", "mirror left-right", "mirror up-down"]
    assert names(Puzzle(rectangle(4, 4), pieces)) == kept
    assert len(names(Puzzle(rectangle(4, 4), (piece("C", "##", motions="fixed"),)))) == 4
    assert len(names(Puzzle(rectangle(4, 4), (piece("C", "## ##", motions="fixed"),)))) == 8


def test_mirrors_may_exchange_pieces_where_the_puzzle_says_so() -> None:
    left, right = piece("J", ".# .# ##", motions="rotation"), piece("L", "#. #. ##", motions="rotation")
    both = Puzzle(rectangle(4, 2), (left, right))
    assert len(names(both)) == 2
    members = symmetries(replace(both, mirrors=True)).members
    assert [dict(m.pieces) for m in members] == [{}, {}, {"J": "L", "L": "J"}, {"J": "L", "L": "J"}]
    assert len(names(replace(both, pieces=(left, replace(right, max_copies=2)), mirrors=True))) == 2
    assert len(names(Puzzle(rectangle(4, 2), (left,), mirrors=True))) == 2


def test_a_puzzle_of_items_and_options_has_the_identity_alone() -> None:
    puzzle = ExactCoverPuzzle([Item("a")], [Option([("a", "")], "o"), Option([("a", "")], "p")])
    group = symmetries(puzzle)
    assert group.puzzle is puzzle and group.members == (BoardSymmetry(IDENTITY, ((0,), (1,)), (0, 1)),)
    assert group.words == "a puzzle of items and options has no symmetries that are known"


def test_members_that_move_no_outermost_cell_differently_are_told_apart() -> None:
    puzzle = Puzzle(Board.of([(0, 0), (1, 2), (2, 1), (3, 3)]), (piece("A", "#", copies=(0, 4)),))
    group = symmetries(puzzle)
    assert [member.numbers for member in group.members] == [
        (0, 1, 2, 3), (3, 2, 1, 0), (0, 2, 1, 3), (3, 1, 2, 0)
    ]  # fmt: skip
    check_permutations(to_cover(puzzle), group)


def test_pieces_of_one_shape_with_different_motions() -> None:
    """A mirror keeps both: how one piece lies says nothing of the ways of the other."""
    corner = [(0, 0), (1, 0), (0, 1)]
    pieces = [Piece.of(mode, corner, motions=mode, copies=(0, 3)) for mode in ("fixed", "rotation")]
    board = Board.of((x, y) for x in range(3) for y in range(3))
    group = symmetries(Puzzle(board, pieces))
    assert [member.numbers for member in group.members] == [tuple(range(9)), (0, 3, 6, 1, 4, 7, 2, 5, 8)]


def test_motions_that_a_piece_may_not_make_are_left_out() -> None:
    """A bar that lies flat on both axes: a motion may keep it on one axis, and raise it from the other."""
    cells = [(x, y, z) for x in range(2) for y in range(2) for z in range(2)]
    bar = Piece.of("I", [(0, 0, 0), (1, 0, 0)], lattice=CUBE, copies=4, motions="upright")
    group = symmetries(Puzzle(Board.of(cells), (bar,), lattice=CUBE))
    assert len(group.members) == 16
    assert all(member.cells[0, 0, 0][2] == member.cells[1, 1, 0][2] for member in group.members)


def test_holes_are_carried_to_holes() -> None:
    optional = [(x, y) for x in range(2) for y in range(2)]
    pieces = (piece("D", "##", copies=(0, 2)), piece("V", "## #.", copies=(0, 1)))
    puzzle = Puzzle(Board.of([], optional), pieces, max_holes=2)
    group, cover = symmetries(puzzle), to_cover(puzzle)
    assert len(group.members) == 8 and len(cover.holes) == 4
    check_permutations(cover, group)
    number = next(item for item, key in enumerate(cover.keys) if isinstance(key, Holes))
    assert all(items[number] == number for items in group.item_permutations(cover))
    for member, permutation in zip(group.members, group.option_permutations(cover), strict=True):
        first = len(cover.placements)
        moved = [permutation[first + k] - first for k in range(4)]
        assert [cover.holes[k] for k in moved] == [member.cells[cell] for cell in cover.holes]


def test_pieces_that_a_mirror_keeps_are_not_exchanged_with_others_alike() -> None:
    alike = (piece("B", "##"), piece("A", "##"))
    pair = (piece("J", ".# .# ##", motions="rotation"), piece("L", "#. #. ##", motions="rotation"))
    members = symmetries(Puzzle(rectangle(4, 3), (*alike, *pair), mirrors=True)).members
    swapped = {"J": "L", "L": "J"}
    assert [dict(m.pieces) for m in members] == [{}, {}, swapped, swapped]


def test_a_mirror_that_exchanges_pieces_carries_solutions_and_forced_placements() -> None:
    left, right = piece("J", ".# .# ##", motions="rotation"), piece("L", "#. #. ##", motions="rotation")
    puzzle = Puzzle(rectangle(8, 2), (left, right, piece("I", "##", copies=4)), mirrors=True)
    solution = next(
        s for s in some_solutions(puzzle) if {p.piece for p in s.placements if (0, 0) in p.cells} == {"J"}
    )
    group = symmetries(puzzle)
    for member, image in zip(group.members, group.images(solution), strict=True):
        assert image == member.image(solution) and is_solution(puzzle, image)
        corner = member.cells[0, 0]
        at_corner = next(p.piece for p in image.placements if corner in p.cells)
        assert at_corner == ("L" if member.pieces else "J")
    forced = [p for p in solution.placements if p.piece == "J"]
    mirror = next(m for m in group.members if m.pieces and m.motion.name == "mirror left-right")
    both = (*forced, *map(mirror.placement, forced))
    kept = symmetries(replace(puzzle, board=replace(puzzle.board, forced=both)))
    assert [m.motion.name for m in kept.members] == ["identity", "mirror left-right"]
    assert len(symmetries(replace(puzzle, board=replace(puzzle.board, forced=tuple(forced)))).members) == 1


def test_images_of_a_placement_are_made_once() -> None:
    """So the verifier, which knows placements by identity, checks each of them once."""
    puzzle = Puzzle(rectangle(4, 2), (piece("I", "##", copies=4),))
    group = symmetries(puzzle)
    solution = some_solutions(puzzle)[0]
    first, second = ([p for image in group.images(solution) for p in image.placements] for _ in range(2))
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_without_mirrors_only_rotations_count() -> None:
    for motions in ("rotation", "all"):
        free = Puzzle(rectangle(4, 4), (piece("I", "####", copies=4, motions=motions),))
        assert len(names(free)) == len(names(replace(free, mirrors=True))) == 8
        turns = names(replace(free, mirrors=False))
        assert len(turns) == 4 and not any("mirror" in name for name in turns)
        counts = [tilewright.count(replace(free, mirrors=m), unique=True) for m in (None, True, False)]
        assert [answer.up_to_symmetry for answer in counts] == [1, 1, 1]


def test_colours_optional_cells_and_forced_placements_are_kept() -> None:
    dots = (piece("D", "##", copies=(0, 4)),)
    cells = drawn("## ##")
    assert len(names(Puzzle(Board.of(cells), dots))) == 8
    assert len(names(Puzzle(Board.of({c: "ab"[sum(c) % 2] for c in cells}), dots))) == 4
    assert len(names(Puzzle(Board.of({c: "ab"[c[0]] for c in cells}), dots))) == 2
    assert len(names(Puzzle(Board.of(cells[:2], cells[2:]), dots))) == 2
    forced = to_cover(Puzzle(Board.of(cells), dots)).placements[0]
    assert len(names(Puzzle(replace(Board.of(cells), forced=(forced,)), dots))) == 2


def test_the_words_say_which_group() -> None:
    assert (
        symmetries(pentominoes(rectangle(10, 6))).words
        == "up to the board's 4 symmetries (2 turns, 2 mirrors)"
    )
    turned = symmetries(pentominoes(rectangle(10, 6), "rotation"))
    assert turned.words == "up to the board's 2 symmetries (2 turns)"
    assert "no symmetry" in symmetries(pentominoes(rectangle(10, 6), "fixed")).words


def some_solutions(puzzle: Puzzle, most: int = 200) -> list[Solution]:
    cover = to_cover(puzzle)
    walk = solutions(cover.problem, cover.forced)
    return [cover.solution(options) for options, _ in zip(walk, range(most), strict=False)]


@given(puzzles())
def test_images_are_solutions_and_orbits_are_classes(puzzle: Puzzle) -> None:
    group = symmetries(puzzle)
    for solution in some_solutions(puzzle, 40):
        orbit = group.orbit(solution)
        assert solution in orbit
        assert orbit[0] == group.canonical(solution)
        assert len(group.members) % len(orbit) == 0
        assert all(is_solution(puzzle, image) for image in orbit)
        assert {group.canonical(image) for image in orbit} == {group.canonical(solution)}
        assert [image for image in orbit if group.is_canonical(image)] == [group.canonical(solution)]
        assert set(group.images(solution)) == {m.image(solution) for m in group.members}


@given(puzzles())
def test_permutations_are_a_group_and_fit_the_cover(puzzle: Puzzle) -> None:
    group, cover = symmetries(puzzle), to_cover(puzzle)
    check_permutations(cover, group)


def test_permutations_are_those_of_the_placements_and_made_once() -> None:
    """Most of them are products of a few that are looked up: here against each placement's own image."""
    puzzle = tilewright.load_puzzle("catalog:soma-cube")
    cover, group = to_cover(puzzle), symmetries(puzzle)
    options = group.option_permutations(cover)
    for member, permutation in zip(group.members, options, strict=True):
        assert [cover.option_of[member.placement(p)] for p in cover.placements] == list(permutation)
    assert group.option_permutations(cover) is options
    other = to_cover(puzzle)
    assert group.option_permutations(other) == options
    assert group.option_permutations(other) is not options
