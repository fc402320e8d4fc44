"""Exact answers for boards of any shape, against an independent brute-force program."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.brute_arrangements import Brute, laid, orbits
from support.frontier_cases import arrangements_of
from tilewright.families.gunport.board import GunportBoard, Rules, board_symmetries
from tilewright.families.gunport.pieces import rules_for
from tilewright.solving.steps import Status

RULES = [rules_for(name, no_slide=stuck) for name in ("domino", "I3", "V3", "T4") for stuck in (False, True)]
MORE_RULES = [
    *RULES,
    *(rules_for(name, no_slide=stuck) for name in ("L4", "S4", "O4") for stuck in (False, True)),
]
HUGE = "TILEWRIGHT_HUGE" in os.environ

rectangle = GunportBoard.rectangle


def rule_name(rules: Rules) -> str:
    return f"{rules.piece.name}{', no slide' if rules.no_slide else ''}"


def check(board: GunportBoard, rules: Rules) -> None:
    """The numbers, all arrangements, and one of each kind, against brute force."""
    brute = Brute(
        board.cells, rules.piece.cells, no_slide=rules.no_slide, pieces=board.pieces, ports=board.ports
    )
    kinds = orbits(
        board.cells, brute.arrangements, [board.pieces, frozenset((cell,) for cell in board.ports)]
    )
    arrangements, steps = [], arrangements_of(board, rules, unique=True)
    while True:
        try:
            arrangements.append(next(steps))
        except StopIteration as end:
            answer = end.value
            break
    assert (answer.pieces, answer.optima, answer.up_to_symmetry) == (
        brute.best,
        len(brute.arrangements),
        kinds,
    )
    assert answer.status is Status.COMPLETE and answer.proven and answer.arrangements == ()
    assert len(arrangements) == kinds
    group = board_symmetries(board, rules)
    images = [
        frozenset(tuple(sorted(image[cell] for cell in piece)) for piece in arrangement.pieces)
        for arrangement in arrangements
        for image in group
    ]
    assert set(images) == set(brute.arrangements)
    if len(brute.arrangements) <= 300:
        every = [arrangement.pieces for arrangement in arrangements_of(board, rules)]
        assert len(every) == len(set(every)) and set(every) == set(brute.arrangements)


@pytest.mark.parametrize("rules", MORE_RULES if HUGE else RULES, ids=rule_name)
def test_every_small_rectangle(rules: Rules) -> None:
    """Up to 30 cells; where arrangements are many, fewer cells unless TILEWRIGHT_HUGE is set."""
    most = (
        30 if HUGE or rules == Rules() else 24 if rules.piece.name in ("domino", "straight tromino") else 18
    )
    for m in range(1, most + 1):
        for n in range(m, most // m + 1):
            check(rectangle(m, n), rules)


@st.composite
def boards(draw: st.DrawFn, rules: Rules) -> GunportBoard:
    """Up to 20 cells in any shape, sometimes the same twice, with given pieces and ports."""
    width, height = draw(st.integers(1, 7)), draw(st.integers(1, 6))
    page = [(x, y) for x in range(width) for y in range(height)]
    cells = draw(st.sets(st.sampled_from(page), min_size=1, max_size=20))
    if draw(st.booleans()) and len(page) <= 20:
        cells = set(page) - draw(st.sets(st.sampled_from(page), max_size=min(3, len(page) - 1)))
    pieces = set()
    ports = set()
    if draw(st.integers(0, 2)) == 0:
        places = [tuple(sorted(place)) for place in laid(cells, rules.piece.cells)]
        if places:
            pieces = {draw(st.sampled_from(places))}
        free = sorted(cells - {cell for piece in pieces for cell in piece})
        if free:
            ports = draw(st.sets(st.sampled_from(free), max_size=3))
    return GunportBoard(frozenset(cells), frozenset(pieces), frozenset(ports))


@given(st.data(), st.sampled_from(MORE_RULES))
def test_boards_of_any_shape(data: st.DataObject, rules: Rules) -> None:
    check(data.draw(boards(rules)), rules)


@settings(max_examples=30)
@given(st.data(), st.sampled_from(("monomino", "P", "X", "6-07", "XX./.XX/..X")))
def test_other_pieces(data: st.DataObject, name: str) -> None:
    rules = rules_for(name, no_slide=data.draw(st.booleans()))
    check(data.draw(boards(rules)), rules)


def test_a_board_that_is_moved_has_the_same_answer() -> None:
    cells = frozenset((x - 7, y + 3) for x in range(5) for y in range(4) if (x, y) != (2, 1))
    check(GunportBoard(cells), rules_for("domino"))
