"""Printable pages: every board is on the paper; the PDF, the SVG and their limits."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.errors import UnsupportedError
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.pages import HEIGHT, MAX_PAGES, PAGE_WRITERS, WIDTH, Entry, page_scenes
from tilewright.families.gunport.pictures import Caption
from tilewright.families.gunport.solve import solve_board
from tilewright.render.scene import Area, Label, text_width


def entry(rows: int, columns: int) -> Entry:
    [arrangement] = solve_board(GunportBoard.rectangle(rows, columns)).arrangements
    return arrangement, Caption(f"{rows}x{columns}: best", "proven to be the fewest")


@settings(max_examples=30)
@given(
    sizes=st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=12),
    per_page=st.integers(1, 60),
)
def test_every_board_is_on_a_page_and_inside_the_paper(sizes: list[tuple[int, int]], per_page: int) -> None:
    entries = [entry(*size) for size in sizes]
    pages = page_scenes(entries, "Boards", per_page)
    assert len(pages) == -(-len(sizes) // per_page)
    words = [mark.words for page in pages for mark in page.marks if isinstance(mark, Label)]
    assert all(caption.title in words for _, caption in entries)
    for mark in (mark for page in pages for mark in page.marks):
        if isinstance(mark, Area):
            points = [point for loop in mark.loops for point in loop]
            assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points)
        if isinstance(mark, Label):
            half = text_width(mark.words, mark.size) / 2
            assert mark.at[0] - half > 0 and mark.at[0] + half < WIDTH and 0 < mark.at[1] < HEIGHT


def test_a_pdf_has_pages_of_size_a4() -> None:
    done: list[int] = []
    content = PAGE_WRITERS[".pdf"](page_scenes([entry(2, 3)] * 3, "Boards", 2), done.append)
    assert content.startswith(b"%PDF") and done == [1, 2]
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]", content)
    assert [[round(float(length) / 72 * 25.4) for length in box] for box in boxes] == [[210, 297]] * 2


def test_an_svg_holds_one_page_and_a_pdf_not_too_many() -> None:
    one = page_scenes([entry(2, 3)], "Boards")
    assert b"2x3: best" in PAGE_WRITERS[".svg"](one, lambda done: None)
    with pytest.raises(UnsupportedError, match="there are 2 pages, and an SVG holds one"):
        PAGE_WRITERS[".svg"](one * 2, lambda done: None)
    with pytest.raises(UnsupportedError, match=f"at most {MAX_PAGES} are drawn"):
        page_scenes([entry(1, 2)] * (MAX_PAGES + 1), "Boards", 1)
