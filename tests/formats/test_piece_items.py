"""The items that can be pieces: found whenever there are some, by trying all sets."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.formats import dpf as module
from tilewright.formats.dpf import SearchTooLongError, piece_items

ITEMS = 6
option_lists = st.lists(
    st.lists(st.integers(0, ITEMS - 1), min_size=1, max_size=4, unique=True).map(sorted), max_size=7
)


def hits(chosen: set[int], options: list[list[int]]) -> bool:
    """Whether each option has exactly one of the items."""
    return all(len(chosen.intersection(option)) == 1 for option in options)


@given(option_lists, st.sets(st.integers(0, ITEMS - 1), max_size=2))
def test_found_whenever_there_are_some(options: list[list[int]], all_options: set[int]) -> None:
    subsets = (set(c) for size in range(ITEMS + 1) for c in combinations(range(ITEMS), size))
    there_are = any(all_options <= chosen and hits(chosen, options) for chosen in subsets)
    numbers = piece_items(ITEMS, options, sorted(all_options))
    assert (numbers is not None) == there_are
    if numbers is not None:
        assert all_options <= numbers
        assert hits(numbers, options)


def test_late_items_are_preferred() -> None:
    assert piece_items(4, [[0, 2], [1, 2], [0, 3], [1, 3]], []) == {2, 3}
    assert piece_items(4, [[0, 2], [1, 2], [0, 3], [1, 3]], [0]) == {0, 1}


def test_an_item_that_has_no_option_is_in_only_when_held() -> None:
    assert piece_items(3, [[0]], []) == {0}
    assert piece_items(3, [[0]], [2]) == {0, 2}


def test_a_long_chain_needs_no_deep_recursion() -> None:
    size = 20_000
    numbers = piece_items(size + 1, [[k, k + 1] for k in range(size)], [])
    assert numbers == set(range(1, size + 1, 2)) or numbers == set(range(0, size + 1, 2))


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SPARE_STEPS", 0)
    monkeypatch.setattr(module, "STEPS_PER_USE", 1)
    with pytest.raises(SearchTooLongError):
        piece_items(9, [list(option) for option in combinations(range(9), 4)], [])
