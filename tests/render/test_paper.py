"""Pages in true size: everything inside the paper and apart, all copies, faults in one sentence."""

from __future__ import annotations

from math import dist

import pytest

from support.lattice_cases import chain_puzzle, hexes, soma, sticks
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import CUBE, SQUARE
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.render.pages import HEIGHT, WIDTH
from tilewright.render.paper import paper_pages
from tilewright.render.scene import Area, Label, Scene, Stroke


def points(page: Scene) -> list[tuple[float, float]]:
    areas = [mark for mark in page.marks if isinstance(mark, Area)]
    strokes = [mark for mark in page.marks if isinstance(mark, Stroke)]
    return [p for area in areas for loop in area.loops for p in loop] + [
        p for stroke in strokes for line in stroke.lines for p in line
    ]


def words(pages: list[Scene]) -> list[str]:
    return [mark.words for page in pages for mark in page.marks if isinstance(mark, Label)]


def test_nets_are_on_the_pages_in_true_size() -> None:
    pages = paper_pages(soma()[0], 15)
    for page in pages:
        assert (page.width, page.height) == (WIDTH, HEIGHT) == (210, 297)
        assert all(8 < x < WIDTH - 8 and 8 < y < HEIGHT - 8 for x, y in points(page))
        facets = [mark for mark in page.marks if isinstance(mark, Area)]
        for facet in facets:
            (loop,) = facet.loops
            assert dist(loop[0], loop[1]) == pytest.approx(15)
    faces = sum(isinstance(mark, Area) for page in pages for mark in page.marks)
    # Soma: each of 27 cubes has 6 faces; a piece of n cubes without a ring hides 2 (n - 1).
    assert faces == 27 * 6 - 2 * (27 - 7)
    for piece in soma()[0].pieces:
        assert words(pages).count(piece.name) == 2  # on it and below it
    assert any("cells of 15 mm" in line for line in words(pages))


def test_flat_pieces_have_a_page_with_the_board() -> None:
    puzzle = Puzzle(
        Board.of((x, y) for x in range(4) for y in range(2)),
        [Piece.of("I", [(0, 0), (1, 0)], copies=4)],
    )
    pages = paper_pages(puzzle, 20)
    assert words(pages).count("I") == 4 and words(pages).count("board") == 1
    pages = paper_pages(hexes()[0])
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for page in pages for x, y in points(page))
    assert paper_pages(sticks()[0])


def test_cells_are_smaller_where_the_board_is_large() -> None:
    cells = [(x, y) for x in range(40) for y in range(10)]
    puzzle = Puzzle(Board.of(cells), [Piece.of("big", cells)])
    (line,) = {line for line in words(paper_pages(puzzle)) if line.startswith("true size")}
    assert "cells of 4.6 mm" in line
    with pytest.raises(UnsupportedError, match=r"'board' takes 400 x 100 mm, more than a page has"):
        paper_pages(puzzle, 10)


def test_layers_of_pieces_in_space() -> None:
    pages = paper_pages(soma()[0], None, "layers")
    assert "layer 3" in words(pages) and {"board", "A", "B"} <= {*words(pages)}


def test_copies_of_nets_are_all_there() -> None:
    cells = [(x, 0, 0) for x in range(6)]
    puzzle = Puzzle(Board.of(cells), [Piece.of("D", cells[:2], copies=3, lattice=CUBE)], lattice=CUBE)
    assert words(paper_pages(puzzle, 10)).count("D") == 6


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="no pieces to draw"):
        paper_pages(Puzzle(Board.of([(0, 0)]), ()))
    with pytest.raises(UnsupportedError, match="a cell cannot be 0 mm wide"):
        paper_pages(soma()[0], 0)
    with pytest.raises(UnsupportedError, match="'A' has a face that is larger than a page"):
        paper_pages(chain_puzzle(CUBE, 2), 200)
    cube = [(x, y, z) for x in range(11) for y in range(11) for z in range(11)]
    puzzle = Puzzle(Board.of(cube), [Piece.of("big", cube, lattice=CUBE)], lattice=CUBE)
    with pytest.raises(UnsupportedError, match="'big' has 726 faces; at most 600 are unfolded"):
        paper_pages(puzzle)
    many = Puzzle(
        Board.of([(x, 0) for x in range(2000)]), [Piece.of("o", [(0, 0)], copies=2000)], lattice=SQUARE
    )
    with pytest.raises(UnsupportedError, match="2,000 shapes are too many to draw"):
        paper_pages(many)
