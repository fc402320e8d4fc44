"""Items and options in Knuth's words: what they say, where a fault stands, and both ways without loss."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import abstract_puzzles
from tilewright.errors import FormatError
from tilewright.formats.item_syntax import (
    has_primary,
    item_words,
    option_words,
    read_items,
    read_option,
    words_of,
)
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

ITEMS = read_items("a b 2|c 0:3|d | p q")
BY_NAME = {item.name: item for item in ITEMS}


def test_items() -> None:
    assert list(ITEMS) == [
        Item("a"),
        Item("b"),
        Item("c", 2, 2),
        Item("d", 0, 3),
        Item("p", primary=False),
        Item("q", primary=False),
    ]
    assert item_words(ITEMS) == ["a", "b", "2|c", "0:3|d", "|", "p", "q"]
    assert read_items("a\n  b 1:1|c\n|\n") == (Item("a"), Item("b"), Item("c"))
    assert read_items(" ") == ()


def test_options() -> None:
    option = read_option("\tb p:red |5 q a |-2 ", BY_NAME)
    assert option == Option((("b", ""), ("p", "red"), ("q", ""), ("a", "")), cost=3)
    assert option_words(option) == ["b", "p:red", "q", "a", "|3"]
    assert has_primary(option, BY_NAME)
    assert not has_primary(read_option("p:red q", BY_NAME), BY_NAME)
    assert read_option("", BY_NAME) == Option(())


def test_words_have_places() -> None:
    assert list(words_of("ab c\n d", 3, 5)) == [("ab", 3, 5), ("c", 3, 8), ("d", 4, 2)]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a b a", 1, 5, "'a' is named twice"),
        ("a |\n p a", 2, 4, "'a' is named twice"),
        ("a | p | q", 1, 7, "a second lone '|'"),
        ("a x|b", 1, 3, "'x|b' is not an item"),
        ("a -1|b", 1, 3, "'-1|b' is not an item"),
        ("a 1:|b", 1, 3, "'1:|b' is not an item"),
        ("a 1|2|b", 1, 3, "'1|2|b' is not an item"),
        ("a 3|", 1, 3, "'' is not the name"),
        ("a b:c", 1, 3, "'b:c' is not the name"),
        ("a \u200b", 1, 3, "is not the name"),
        ("a 3:2|b", 1, 3, "3 to 2 times"),
        ("a 2000000|b", 1, 3, "<= 1,000,000"),
        ("a | 2|p", 1, 5, "'p' has a multiplicity"),
        ("a " + "b" * 99 + ":", 1, 3, "bbb...' is not the name"),
    ],
)
def test_faults_in_items(text: str, line: int, column: int, words: str) -> None:
    _faulty(lambda: read_items(text), line, column, words)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("a e", 3, "'e' is not an item"),
        ("a e:x", 3, "'e' is not an item"),
        ("a a", 3, "names the item 'a' twice"),
        ("a p p:x", 5, "names the item 'p' twice"),
        ("a b:x", 3, "'b' is given a colour"),
        ("a p:", 3, "'p:' gives no colour"),
        ("a p:x:y", 3, "'p:x:y' gives no colour"),
        ("a |", 3, "'|' is not a cost"),
        ("a |x", 3, "'|x' is not a cost"),
        ("a |1.5", 3, "'|1.5' is not a cost"),
        ("a |4611686018427387904 |1", 24, "costs 4,611,686,018,427,387,905"),
        ("a |" + "9" * 5000, 3, "is not a cost"),
        ("a b|5", 3, "a blank before a cost"),
    ],
)
def test_errors_in_options(text: str, column: int, words: str) -> None:
    _faulty(lambda: read_option(text, BY_NAME), 1, column, words)


def test_positions_count_from_where_the_text_starts() -> None:
    _faulty(lambda: read_option("a e", BY_NAME, 7, 11), 7, 13, "not an item")
    _faulty(lambda: read_items("a\na", 7, 11), 8, 1, "twice")


def _faulty(read: Callable[[], object], line: int, column: int, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read()
    assert words in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@given(abstract_puzzles(), st.sampled_from([" ", "\n", " \t\n "]))
def test_what_is_written_is_read(puzzle: ExactCoverPuzzle, blanks: str) -> None:
    items = {item.name: item for item in puzzle.items}
    assert read_items(blanks.join(item_words(puzzle.items))) == puzzle.items
    for option in puzzle.options:
        read = read_option("  ".join(option_words(option)), items)
        assert (read.uses, read.cost) == (option.uses, option.cost)


@given(st.text("ab|:01 \n-é"), st.text("apq|:05 -"))
def test_any_text_is_read_or_refused(items: str, option: str) -> None:
    try:
        known = {item.name: item for item in read_items(items)}
        read_option(option, known)
    except FormatError as error:
        assert error.line and error.column
