"""Facts about puzzles: computed once, kept for the last few puzzles."""

from __future__ import annotations

import pytest

from support.puzzle_cases import piece, rectangle
from tilewright.exact_cover.translation import Cover, to_cover
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.solving import facts as preparation
from tilewright.solving.api import count, first
from tilewright.solving.facts import PuzzleFacts, facts_of


def dominoes(width: int) -> Puzzle:
    return Puzzle(rectangle(width, 2), (piece("d", "##", copies=width),))


def test_a_puzzle_is_translated_once_for_many_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    translated: list[AnyPuzzle] = []

    def translate(puzzle: AnyPuzzle) -> Cover:
        translated.append(puzzle)
        return to_cover(puzzle)

    monkeypatch.setattr(preparation, "to_cover", translate)
    puzzle = dominoes(4)
    assert [count(puzzle).solutions, count(puzzle, unique=True).up_to_symmetry] == [5, 4]
    assert first(puzzle) is not None
    assert translated == [puzzle]


def translated(puzzle: Puzzle) -> PuzzleFacts:
    facts = facts_of(puzzle)
    assert facts.cover.puzzle is puzzle
    return facts


def test_only_the_last_few_puzzles_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "RECENT", 2)
    puzzles = [dominoes(width) for width in (2, 3, 4)]
    facts = [translated(puzzle) for puzzle in puzzles]
    assert facts_of(puzzles[2]) is facts[2] and facts_of(puzzles[1]) is facts[1]
    assert facts_of(puzzles[0]) is not facts[0]
    assert facts_of(dominoes(3)) is not facts[1]  # an equal puzzle is another object


def test_large_puzzles_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparation, "RECENT_OPTIONS", 5)
    puzzle = dominoes(3)
    assert translated(puzzle) is not facts_of(puzzle)
