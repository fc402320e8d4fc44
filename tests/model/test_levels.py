"""Levels of solutions: texts, order, ranges, counts."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tilewright.cli.levels import level_table
from tilewright.model.levels import ORDERS, LevelRange, Levels, count_by_level, levels_text

LEVELS = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)


def test_levels_end_with_the_last_number_above_one() -> None:
    assert levels_text((26, 4, 5, 1, 2)) == "26.4.5.1.2"
    assert levels_text((7, 1, 1)) == "7" and levels_text((1, 1)) == "1" and levels_text((1, 2, 1)) == "1.2"
    assert levels_text(()) == ""


def test_orders() -> None:
    items: dict[int, Levels] = {1: (3, 1), 2: (4, 1), 3: (3, 9), 4: (3, 1, 1), 5: (4, 1)}
    orders = {name: sorted(items, key=lambda at: key(at, items[at])) for name, key in ORDERS.items()}
    assert orders == {"level": [2, 5, 3, 1, 4], "moves": [3, 2, 5, 4, 1], "number": [1, 2, 3, 4, 5]}


def test_a_range_is_of_first_numbers() -> None:
    for low, high, inside in (
        (None, None, True),
        (3, None, True),
        (4, None, False),
        (None, 2, False),
        (3, 3, True),
    ):
        assert ((3, 9) in LevelRange(low, high)) == inside


@given(st.lists(LEVELS))
def test_counts_by_level_are_those_of_the_texts(tuples: list[Levels]) -> None:
    rows = count_by_level(tuples)
    assert [row.level for row in rows] == sorted({levels[0] for levels in tuples}, reverse=True)
    assert [row.solutions for row in rows] == [sum(row.levels.values()) for row in rows]
    texts = Counter[str]()
    for row in rows:
        texts.update(row.levels)
    assert texts == Counter(map(levels_text, tuples))


def test_a_table_names_the_first_of_many_levels() -> None:
    number_lists = [(4, k) for k in range(7, 1, -1)] + [(4, 7), (1, 1), (1,), (12, 2)]
    assert level_table(number_lists, "assemblies") == [
        "level   assemblies",
        "   12            1   12.2 (1)",
        "    4            7   4.7 (2), 4.6 (1), 4.5 (1), 4.4 (1) and 2 others",
        "    1            2",
    ]
    assert level_table([(4, 2)], "solutions")[1:] == ["    4           1   4.2 (1)"]
    assert level_table([], "solutions") == []
