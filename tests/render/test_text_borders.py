"""Text drawings of hexagons, triangles and sticks tell the solution by their borders alone."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.lattice_cases import cut_boards
from tilewright.model.lattices import HEXAGON, STICK, TRIANGLE, Cell, Lattice
from tilewright.model.lattices.stick import is_level
from tilewright.model.lattices.triangle import points_up
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.render import RenderOptions, to_text

Case = tuple[Puzzle, Solution]
BARE = "."


def cut(lattice: Lattice) -> st.SearchStrategy[Case]:
    """Boards of one lattice, cut at random, with at least two kinds of pieces so that they bear letters."""
    return cut_boards([lattice.name]).filter(lambda case: len(case[0].pieces) > 1)


def owner_of(case: Case) -> dict[Cell, str]:
    puzzle, solution = case
    owner = dict.fromkeys(puzzle.board.cells, BARE)
    owner.update({cell: p.piece for p in solution.placements for cell in p.cells})
    return owner


class Page:
    """A drawing, in ASCII or with lines, to be looked at sign by sign."""

    def __init__(self, case: Case, *, plain: bool) -> None:
        puzzle, solution = case
        self.lines = to_text(puzzle, [solution], RenderOptions(ascii=plain)).splitlines()

    def at(self, column: int, line: int) -> str:
        return self.lines[line].ljust(column + 1)[column]


@given(cut(HEXAGON), st.booleans())
@settings(max_examples=40)
def test_hexagons(case: Case, plain: bool) -> None:  # noqa: FBT001
    owner, page = owner_of(case), Page(case, plain=plain)
    left, top = min(2 * q + r for q, r in owner), min(r for _, r in owner)
    rise, fall, upright = "/\\|" if plain else "╱╲│"
    for (q, r), text in owner.items():
        x, y = 2 * (2 * q + r - left) + 2, 2 * (r - top) + 1
        assert page.at(x, y) == (text if text != BARE or plain else "·")
        for dx, dy, sign, near in (
            (-2, 0, upright, (q - 1, r)),
            (2, 0, upright, (q + 1, r)),
            (-1, -1, rise, (q, r - 1)),
            (1, -1, fall, (q + 1, r - 1)),
            (-1, 1, fall, (q - 1, r + 1)),
            (1, 1, rise, (q, r + 1)),
        ):
            assert page.at(x + dx, y + dy) == (" " if owner.get(near) == text else sign)


@given(cut(TRIANGLE), st.booleans())
@settings(max_examples=40)
def test_triangles(case: Case, plain: bool) -> None:  # noqa: FBT001
    owner, page = owner_of(case), Page(case, plain=plain)
    left, top = min(x for x, _ in owner), min(y for _, y in owner)
    rise, fall, level = "/\\-" if plain else "╱╲─"
    for (x, y), text in owner.items():
        up = points_up((x, y))
        column, line = 3 * (x - left) + 3, 3 * (y - top)  # the middle of the rectangle around it
        assert page.at(column, line + (2 if up else 1)) == (text if text != BARE or plain else "·")
        near = (x, y + 1) if up else (x, y - 1)
        base = " " if owner.get(near) == text else level
        assert all(page.at(column + dx, line + (3 if up else 0)) == base for dx in (-2, -1, 0, 1, 2))
        for step, sign in ((-1, rise if up else fall), (1, fall if up else rise)):
            expected = " " if owner.get((x + step, y)) == text else sign
            for deep in (1, 2):
                assert page.at(column + step * (deep if up else 3 - deep), line + deep) == expected


@given(cut(STICK), st.booleans())
@settings(max_examples=40)
def test_sticks(case: Case, plain: bool) -> None:  # noqa: FBT001
    owner, page = owner_of(case), Page(case, plain=plain)
    left = min(x - is_level((x, y)) for x, y in owner) // 2
    top = min(y - (not is_level((x, y))) for x, y in owner) // 2
    for (x, y), text in owner.items():
        level = is_level((x, y))
        column, line = 4 * (x // 2 - left) + 2 * level, y - 2 * top
        bare = "." if plain else "╌" if level else "╎"
        assert page.at(column, line) == (bare if text == BARE else text)
        if level:
            side = bare if text == BARE else "-" if plain else "─"
            assert page.at(column - 1, line) == page.at(column + 1, line) == side
    # A vertex is a joint exactly where some piece has two sticks or more.
    vertices = {(x + dx, y + dy) for x, y in owner for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    for x, y in vertices:
        if x % 2 or y % 2:
            continue
        around = [owner.get(cell, BARE) for cell in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))]
        joined = {value for value in around if value != BARE and around.count(value) > 1}
        sign = page.at(4 * (x // 2 - left), y - 2 * top)
        if len(joined) == 1:
            assert sign not in ".·"
        if not joined:
            assert sign == ("." if plain else "·")


@given(cut_boards(), st.booleans())
@settings(max_examples=40)
def test_colours_change_nothing_but_the_colours(case: Case, many: bool) -> None:  # noqa: FBT001
    puzzle, solution = case
    assume(puzzle.pieces)
    solutions = [solution] * (2 if many else 1)
    painted = to_text(puzzle, solutions, RenderOptions(colour=True))
    assert "\x1b[38;5;" in painted
    stripped = "".join(line.rstrip() + "\n" for line in re.sub(r"\x1b\[[0-9;]*m", "", painted).splitlines())
    assert stripped == to_text(puzzle, solutions)
    for line in painted.splitlines():
        assert "\x1b" not in line or line.rindex("\x1b[0m") == line.rindex("\x1b[")
