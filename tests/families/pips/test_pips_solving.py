"""Counts and lists of Pips puzzles: against a plain program, and against published days."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from support import pips_cases
from support.shared_files import FOLDER
from tilewright import Limits, Settings, Status, count, first, solutions, verify
from tilewright.errors import DisagreementError
from tilewright.families.pips import checker, solving
from tilewright.families.pips.files import loads
from tilewright.families.pips.puzzle import LaidDomino, PipsPuzzle, PipsSolution, Region
from tilewright.solving.steps import Cancelled, Control

FULL = PipsPuzzle(
    tuple((a, b) for b in range(7) for a in range(b + 1)),
    (Region(tuple((x, y) for y in range(7) for x in range(8))),),
)
"""A whole set of dominoes on a board without rules: more solutions than can be listed, or states kept."""


@pytest.mark.parametrize("seed", range(6))
def test_random_puzzles_against_a_plain_program(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(40):
        puzzle = pips_cases.random_puzzle(dice)
        expected = list(pips_cases.placements(puzzle))
        distinct = pips_cases.fillings(expected)
        answer = solving.count(puzzle, confirm=True)
        assert (answer.placements, answer.fillings) == (len(expected), len(distinct)), puzzle
        assert answer.confirmation is not None and answer.confirmation.status is Status.COMPLETE
        listed = [frozenset(one.dominoes) for one in solving.solutions(puzzle)]
        assert len(listed) == len(expected) and set(listed) == set(expected)
        each = [frozenset(one.numbers.items()) for one in solving.solutions(puzzle, distinct=True)]
        assert len(each) == len(distinct) and set(each) == distinct


def test_with_dominoes_that_are_laid() -> None:
    dice = random.Random(3)
    for _ in range(60):
        puzzle = pips_cases.random_puzzle(dice)
        expected = list(pips_cases.placements(puzzle))
        if not expected:
            continue
        laid = sorted(dice.choice(expected), key=str)[: dice.randint(1, 3)]
        wanted = {one for one in expected if one >= set(laid)}
        assert {frozenset(one.dominoes) for one in solving.solutions(puzzle, laid=laid)} == wanted


PIPS = FOLDER / "pips"


@pytest.mark.skipif(not PIPS.is_dir(), reason="the published days are not here")
def test_published_days() -> None:
    oracle = (FOLDER.parent / "oracles" / "pips.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in oracle if line[:2] == "20"]
    assert len(rows) == 45
    for date, level, cells, placements, fillings, _ in rows:
        puzzle = loads((PIPS / f"game-{date}.json").read_text(encoding="utf-8"))[level]
        assert len(puzzle.cells) == int(cells)
        answer = solving.count(puzzle, confirm=int(placements) < 10_000)
        assert (answer.placements, answer.fillings) == (int(placements), int(fillings)), (date, level)


def test_the_functions_of_tilewright() -> None:
    (puzzle,) = loads(pips_cases.UNIQUE).values()
    assert isinstance(puzzle, PipsPuzzle)
    answer = count(puzzle, settings=Settings(nodes=10_000))
    assert (answer.solutions, answer.placements, answer.fillings) == (4, 4, 4)
    assert str(answer).startswith("4 placements, 4 fillings   ") and answer.to_dict()["fillings"] == 4
    solution = first(puzzle)
    assert isinstance(solution, PipsSolution) and verify(puzzle, solution) == []
    assert len([*solutions(puzzle, limit=3)]) == 3 and len([*solutions(puzzle, unique=True)]) == 4
    (none,) = loads(pips_cases.WITHOUT).values()
    assert first(none) is None and count(none).words == "no solution exists"


def test_only_one_of_the_counts() -> None:
    (puzzle,) = loads(pips_cases.UNIQUE).values()
    assert solving.count(puzzle, fillings=False).words == "4 placements"
    assert solving.count(puzzle, placements=False, confirm=True).words == "4 fillings"


def test_limits() -> None:
    answer = solving.count(FULL, Control(Limits(nodes=1_000)))
    assert (answer.status, answer.placements, answer.fillings) == (Status.LIMIT, None, None)
    assert answer.states == 1_000 and answer.words == "not counted"
    small = solving.count(FULL, memory=1)
    assert small.status is Status.LIMIT and "the states need more than" in small.words
    listed = solving.solutions(FULL, Control(Limits(solutions=3)))
    assert len([next(listed) for _ in range(3)]) == 3
    with pytest.raises(StopIteration) as end:
        next(listed)
    assert (end.value.value.status, end.value.value.solutions) == (Status.LIMIT, 3)
    with pytest.raises(Cancelled):
        solving.first(FULL, Control(Limits(nodes=2)))


@pytest.mark.usefixtures("ticking_clock")
def test_a_time_limit() -> None:
    assert solving.count(FULL, Control(Limits(seconds=50))).status is Status.LIMIT


def test_too_many_placements_are_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = loads(pips_cases.UNIQUE).values()
    monkeypatch.setattr(solving, "LISTED_TO_CONFIRM", 3)
    answer = solving.count(puzzle, confirm=True)
    assert answer.confirmation is not None and answer.confirmation.status is Status.LIMIT
    assert answer.confirmation.note == "a list of 4 placements would be too long"


def test_another_count_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = loads(pips_cases.UNIQUE).values()
    monkeypatch.setattr(solving._Sweeps, "count", lambda self, kind: 5)
    with pytest.raises(
        DisagreementError, match=r"counts 5 placements and 5 fillings, the search lists 4 and 4"
    ):
        solving.count(puzzle, confirm=True)
    monkeypatch.setattr(solving, "faults", lambda puzzle, solution: ["this is wrong"])
    with pytest.raises(DisagreementError, match="the checker says that this is wrong"):
        solving.first(puzzle)


def test_what_the_checker_notices(tmp_path: Path) -> None:
    puzzle = PipsPuzzle(((0, 1), (2, 2)), (Region(((0, 0), (1, 0)), "sum", 1), Region(((0, 1), (1, 1)))))
    right = PipsSolution((LaidDomino(((0, 0), (1, 0)), (0, 1)), LaidDomino(((0, 1), (1, 1)), (2, 2))))
    assert checker.faults(puzzle, right) == []
    wrong = {
        "which is not on the board": LaidDomino(((0, 0), (0, -1)), (0, 1)),
        "which share no side": LaidDomino(((0, 0), (1, 1)), (0, 1)),
        "row 1, column 2 is covered by 0 dominoes": LaidDomino(((0, 0), (0, 1)), (0, 1)),
        "0-1 is laid 0 times; there are 1": LaidDomino(((0, 0), (1, 0)), (0, 2)),
        "has the numbers 2, 1; expected sum 1": LaidDomino(((0, 0), (1, 0)), (2, 1)),
    }
    for message, laid in wrong.items():
        told = checker.faults(puzzle, PipsSolution((laid, right.dominoes[1])))
        assert any(message in fault for fault in told), told
