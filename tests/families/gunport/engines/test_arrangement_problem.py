"""The cover problem of a board: its options, its items, and the arrangements of its solutions."""

from __future__ import annotations

import pytest

from tilewright.errors import PuzzleError
from tilewright.families.gunport.board import GunportBoard, Rules, board_symmetries
from tilewright.families.gunport.engines.cover_problem import arrangement_problem, placements_of
from tilewright.families.gunport.pieces import rules_for

rectangle = GunportBoard.rectangle


def test_dominoes_on_a_square() -> None:
    clumsy = arrangement_problem(rectangle(2, 2), Rules())
    problem = clumsy.problem
    assert len(clumsy.placements) == 4 and clumsy.holes == ((0, 0), (1, 0), (0, 1), (1, 1))
    assert problem.primary == 4 and len(problem.items) == 8  # cells; an edge for each placement
    assert problem.costs == (1,) * 4 + (0,) * 4
    for option, placement in enumerate(clumsy.placements):
        assert [clumsy.keys[item] for item, _ in problem.options[option]] == [
            ((cell,), ()) for cell in sorted(placement, key=lambda cell: (cell[1], cell[0]))
        ]
    for option, cell in enumerate(clumsy.holes, 4):
        edges = {clumsy.keys[item] for item, _ in problem.options[option]} - {((cell,), ())}
        assert edges == {((), placement) for placement in clumsy.placements if cell in placement}


@pytest.mark.parametrize(
    ("name", "own", "ahead"),
    [("domino", 12, {1}), ("I3", 2, {1}), ("O4", 8, {2}), ("V3", 32, {2}), ("monomino", 0, set())],
)
def test_sliding_needs_an_item_only_where_it_says_more(name: str, own: int, ahead: set[int]) -> None:
    """On 3 x 3 (I3: 1 x 4), ``own`` items. Sideways a domino would slide onto a place for a domino."""
    rules = rules_for(name, no_slide=True)
    board = rectangle(3, 3) if name != "I3" else rectangle(1, 4)
    free, stuck = arrangement_problem(board, rules_for(name)), arrangement_problem(board, rules)
    new = [key for key in stuck.keys if key not in free.keys]
    assert len(new) == own and {len(cells) for _, cells in new} == ahead
    for these, cells in new:
        item = stuck.keys.index((these, cells))
        users = {o for o, uses in enumerate(stuck.problem.options) if (item, 0) in uses}
        first = len(stuck.placements)
        assert users == {
            stuck.placements.index(these),
            *(first + stuck.holes.index(cell) for cell in cells),
        }
        if len(cells) == 1:
            assert item >= stuck.problem.primary
        else:
            assert stuck.problem.bounds[item] == (0, len(cells))


def test_given_pieces_and_ports_are_options_that_every_solution_has() -> None:
    board = GunportBoard(rectangle(2, 3).cells, frozenset({((0, 0), (1, 0))}), frozenset({(2, 1)}))
    clumsy = arrangement_problem(board, Rules())
    piece, port = clumsy.given
    assert clumsy.placements[piece] == ((0, 0), (1, 0))
    assert clumsy.holes[port - len(clumsy.placements)] == (2, 1)
    arrangement = clumsy.arrangement(clumsy.given)
    assert arrangement.pieces == {((0, 0), (1, 0))}


def test_a_given_piece_of_another_shape_is_refused() -> None:
    board = GunportBoard(rectangle(2, 3).cells, frozenset({((0, 0), (1, 1))}))
    with pytest.raises(PuzzleError, match=r"given piece on \[\(0, 0\), \(1, 1\)\] is not the domino"):
        arrangement_problem(board, Rules())


@pytest.mark.parametrize("name", ["domino", "I3", "V3", "L4"])
def test_symmetries_carry_options_as_they_carry_items(name: str) -> None:
    rules = rules_for(name, no_slide=True)
    clumsy = arrangement_problem(rectangle(4, 4), rules)
    group = board_symmetries(clumsy.board, rules)
    assert len(group) == 8
    for image in group:
        options, items = clumsy.option_permutation(image), clumsy.item_permutation(image)
        for option, to in enumerate(options):
            moved = sorted((items[item], colour) for item, colour in clumsy.problem.options[option])
            assert moved == sorted(clumsy.problem.options[to])


def test_placements_lie_on_the_board() -> None:
    ring = GunportBoard(rectangle(3, 3).cells - {(1, 1)})
    assert len(placements_of(ring, Rules())) == 8
    assert len(placements_of(ring, rules_for("I3"))) == 4
    assert len(placements_of(ring, rules_for("V3"))) == 4
    assert placements_of(ring, rules_for("O4")) == ()
