"""The steps of explanations: each holds in all solutions, and hints follow from the board."""

from __future__ import annotations

import random

import pytest

from support import pips_cases
from tilewright.errors import GameError
from tilewright.families.pips import game
from tilewright.families.pips.candidates import Candidates
from tilewright.families.pips.files import loads
from tilewright.families.pips.puzzle import LaidDomino, PipsPuzzle, Region
from tilewright.families.pips.techniques import LEVELS, TECHNIQUES, explain, needed


@pytest.mark.parametrize("seed", range(6))
def test_each_step_holds_in_all_solutions(seed: int) -> None:
    dice = random.Random(seed)
    used: set[str] = set()
    for _ in range(25):
        puzzle = pips_cases.random_puzzle(dice, 14)
        solutions = set(pips_cases.placements(puzzle))
        explanation = game.explain_all(puzzle)
        used |= explanation.used.keys()
        left = pips_cases.remaining_after(explanation.steps, solutions)
        assert explanation.solved == bool(solutions)
        if explanation.contradiction:
            assert not solutions
        if explanation.solved:
            laid = frozenset(step.laid for step in explanation.steps if step.laid)
            assert laid in left
        if explanation.solved and not explanation.guesses:
            assert len(solutions) == 1 and explanation.level in LEVELS
    assert len(used) > 5


def test_every_technique_is_used_somewhere() -> None:
    dice = random.Random(1)
    missing = {technique.name for technique in TECHNIQUES}
    for _ in range(3_000):
        if not missing:
            return
        missing -= explain(pips_cases.random_puzzle(dice, 16)).used.keys()
    assert not missing


@pytest.mark.parametrize("seed", range(4))
def test_hints_lead_to_a_solution(seed: int) -> None:
    dice = random.Random(seed)
    puzzle = pips_cases.random_puzzle(dice)
    while not any(True for _ in pips_cases.placements(puzzle)):
        puzzle = pips_cases.random_puzzle(dice)
    laid: list[LaidDomino] = []
    while not game.is_solved(puzzle, laid):
        hint = game.find_hint(puzzle, laid)
        assert hint.laid is not None and hint.where and hint.why and hint.laid.name in hint.what
        solutions = {one for one in pips_cases.placements(puzzle) if one >= set(laid)}
        pips_cases.remaining_after(list(hint.steps), solutions)
        game.check_move(puzzle, laid, hint.laid)
        laid.append(hint.laid)
        assert game.is_right_so_far(puzzle, laid)
    assert game.find_hint(puzzle, laid).what == "It is solved."


def test_a_mistake_is_to_be_lifted() -> None:
    (puzzle,) = loads("AB\nAB\n\nA sum 5\nB sum 4\n2-3 1-3\n").values()
    wrong = LaidDomino(((0, 0), (0, 1)), (1, 3))
    assert not game.is_right_so_far(puzzle, [wrong])
    hint = game.find_hint(puzzle, [wrong])
    assert hint.lift == (wrong,) and hint.what == "Lift 1-3." and "row 1, column 1" in hint.where
    other = LaidDomino(((1, 0), (1, 1)), (2, 3))
    assert game.find_hint(puzzle, [wrong, other]).what == "Lift 1-3 and all laid after it."
    (none,) = loads(pips_cases.WITHOUT).values()
    assert game.find_hint(none, []).what == "This puzzle has no solution."


def test_only_what_is_needed_is_in_a_hint() -> None:
    dice = random.Random(2)
    left_out = 0
    for _ in range(60):
        puzzle = pips_cases.random_puzzle(dice)
        steps = explain(puzzle, until_laid=True).steps
        if steps and steps[-1].laid is not None:
            kept = needed(Candidates(puzzle), steps)
            assert kept[-1] == steps[-1] and set(kept) <= set(steps)
            left_out += len(steps) - len(kept)
    assert left_out > 4


@pytest.mark.parametrize(
    ("laid", "message"),
    [
        (LaidDomino(((0, 0), (0, 1)), (5, 5)), "there is no domino 5-5"),
        (LaidDomino(((0, 0), (0, 1)), (3, 2)), "2-3 lies on the board already"),
        (LaidDomino(((0, 0), (0, 1)), (1, 3)), "row 1, column 1 has a domino already"),
        (LaidDomino(((1, 1), (2, 1)), (1, 3)), "row 2, column 3 is not on the board"),
        (LaidDomino(((1, 1), (0, 1)), (1, 3)), ""),
        (LaidDomino(((0, 1), (0, 1)), (1, 3)), "share no side"),
    ],
)
def test_moves_that_are_not_possible(laid: LaidDomino, message: str) -> None:
    (puzzle,) = loads("AB\nAB\n2-3 1-3\n").values()
    first = LaidDomino(((0, 0), (1, 0)), (2, 3))
    if not message:
        game.check_move(puzzle, [first], laid)
        return
    with pytest.raises(GameError, match=message):
        game.check_move(puzzle, [first], laid)


def test_states_of_regions() -> None:
    cells = ((0, 0), (1, 0))
    other = Region(((0, 1), (1, 1)))
    one = LaidDomino(((0, 0), (0, 1)), (4, 5))
    two = LaidDomino(((1, 0), (1, 1)), (2, 5))
    for rule, target, first, both in [
        ("sum", 6, "open", "right"),
        ("sum", 3, "wrong", "wrong"),
        ("less", 4, "wrong", "wrong"),
        ("less", 7, "open", "right"),
        ("greater", 5, "open", "right"),
        ("equal", None, "open", "wrong"),
        ("different", None, "open", "right"),
        ("none", None, "open", "right"),
    ]:
        puzzle = PipsPuzzle(((4, 5), (2, 5)), (Region(cells, rule, target), other))
        assert game.region_states(puzzle, [one])[0] == first
        assert game.region_states(puzzle, [one, two])[0] == both
