"""Numbers with their nouns and units, and tables, as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.wording import aligned, counted, markdown_table, memory_text, plain

WORDS = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=8)


@given(st.text())
def test_plain_text_prints(words: str) -> None:
    assert all(c == " " or c.isprintable() for c in plain(words))


def test_numbers_have_their_nouns() -> None:
    assert counted(1, "solution") == "1 solution"
    assert counted(9356, "solution") == "9,356 solutions"
    assert counted(2, "assembly", "assemblies") == "2 assemblies"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 KB"),
        (640e3, "640 KB"),
        (2.1e9, "2.1 GB"),
        (21e9, "21 GB"),
        (4e14, "400 TB"),
        (1e18, "over a million TB"),
    ],
)
def test_bytes_have_their_units(number: float, text: str) -> None:
    assert memory_text(number) == text


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(WORDS, min_size=n, max_size=n), min_size=1)))
def test_columns_have_one_width_each(rows: list[list[str]]) -> None:
    lines = aligned(rows, ">", "|")
    assert [[cell.strip() for cell in line.split("|")] for line in lines] == rows
    assert len({tuple(map(len, line.split("|"))) for line in lines}) == 1
    assert [line.split() for line in aligned(rows)] == rows


def test_each_column_has_its_side() -> None:
    rows = [("level", "found", ""), ("5", "12", "5.2"), ("10", "1", "")]
    assert aligned(rows, "><", "  ") == ["level  found", "    5  12     5.2", "   10  1"]


def test_markdown() -> None:
    assert markdown_table([("a", "b"), ("x|y", "1")]) == ["| a | b |", "| --- | --- |", "| x\\|y | 1 |"]
    assert markdown_table([("a", "b")], ("---", "--:"))[1] == "| --- | --: |"
