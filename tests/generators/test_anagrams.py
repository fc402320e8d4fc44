"""Rearranged words and the Morse alphabet: published counts, every order, errors."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.generator_counts import count_solutions
from tilewright.errors import PuzzleError
from tilewright.generators.anagrams import morse, words
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle


def test_morse_both_ways() -> None:
    assert count_solutions(morse()) == 8574
    assert count_solutions(morse(moved=True)) == 48


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab", min_size=1, max_size=3), min_size=1, max_size=6), st.booleans())
def test_words_against_all_orders(spelt: list[str], moved: bool) -> None:  # noqa: FBT001
    def places(order: tuple[str, ...]) -> frozenset[tuple[str, int]]:
        return frozenset((word, len("".join(order[:k]))) for k, word in enumerate(order))

    home = places(tuple(spelt))
    groups = {order for order in permutations(spelt) if "".join(order) == "".join(spelt)}
    expected = [order for order in groups if not moved or not places(order) & home]
    assert count_solutions(words(spelt, moved=moved)) == len(expected)


def test_words_in_a_code() -> None:
    assert count_solutions(words(("E", "I"), "morse")) == 2
    with pytest.raises(PuzzleError, match="'5' in 'A5' cannot be written in morse code"):
        words(("A5",), "morse")
    with pytest.raises(PuzzleError, match="no code 'baudot'"):
        words(("A",), "baudot")
    with pytest.raises(PuzzleError, match="too many places"):
        words(("a" * 5_000, "a" * 4_999), moved=True)
    for wrong in ((), ("",), ("a b",), ("a" * 30_000,)):
        with pytest.raises(PuzzleError):
            words(wrong)


def test_moved_words_are_described_in_code() -> None:
    puzzle = words(("A", "ET"), "morse", moved=True)
    assert isinstance(puzzle, ExactCoverPuzzle)
    assert puzzle.description.split("\n") == ["A .-   ET .-", "", "Together:", ".-.-"]
    assert [option.name for option in puzzle.options] == ["ET .- from 1", "A .- from 3"]
    plain = words(("AB", "A", "B"), moved=True)
    assert isinstance(plain, ExactCoverPuzzle)
    assert plain.description.startswith("AB   A   B\n")
