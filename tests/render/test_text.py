from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given

from support.render_cases import SIX_BY_TEN, dominoes, filled_puzzles, mirrors, pentominoes, solution_of
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import LATTICES, SQUARE, Lattice
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import RenderOptions, letters_text, palette, to_text
from tilewright.render.text import sheet_text, solution_text

SMALL = Puzzle(
    Board.of([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]),
    (Piece.of("L", [(0, 0), (0, 1), (1, 1)]), Piece.of("V", [(0, 0), (1, 0), (1, 1)])),
)
CUT = solution_of(["LVV", "LLV"])


def test_borders() -> None:
    assert to_text(SMALL, [CUT]) == (
        "┌───┬───────┐\n"
        "│   │     V │\n"
        "│   └───┐   │\n"
        "│ L     │   │\n"
        "└───────┴───┘\n"
    )  # fmt: skip


def test_ascii_borders() -> None:
    assert to_text(SMALL, [CUT], RenderOptions(ascii=True)) == (
        "+---+-------+\n"
        "|   |     V |\n"
        "|   +---+   |\n"
        "| L     |   |\n"
        "+-------+---+\n"
    )  # fmt: skip


def test_letters() -> None:
    assert letters_text(pentominoes(), mirrors()[0]) == "\n".join(SIX_BY_TEN) + "\n"
    part = Solution.of([Placement("V", ((1, 0), (2, 0), (2, 1)))])
    assert letters_text(SMALL, part) == ".VV\n..V\n"


def test_copies_have_borders_between_them() -> None:
    puzzle, solution = dominoes(4, [((0, 0), (1, 0)), ((2, 0), (3, 0))])
    assert to_text(puzzle, [solution]) == "┌───────┬───────┐\n│       │       │\n└───────┴───────┘\n"


def test_optional_cells_holes_and_colours() -> None:
    board = Board.of({(0, 0): "r", (1, 0): "b"}, [(0, 1), (2, 1)])
    puzzle = Puzzle(board, (Piece.of("two", {(0, 0): "r", (1, 0): "b"}, copies=(0, 1)),), title="T")
    assert to_text(puzzle) == (
        "T\n"
        "2 cells and 2 that may stay empty, 0 to 1 piece\n"
        "\n"
        "┌───────┐\n"
        "│ r   b │\n"
        "│   ┌───┼───┐\n"
        "│░░░│   │░░░│\n"
        "└───┘   └───┘\n"
        "\n"
        "┌───────┐\n"
        "│ r   b │\n"
        "└───────┘\n"
        "two (0–1)\n"
    )


def test_pieces_side_by_side_on_a_common_foot() -> None:
    shown = to_text(SMALL, [], RenderOptions(ascii=True)).splitlines()
    assert shown[0] == "6 cells, 2 pieces"
    assert shown[-6:] == [
        "+---+       +-------+",
        "|   |       |       |",
        "|   +---+   +---+   |",
        "|       |       |   |",
        "+-------+       +---+",
        "    L           V",
    ]
    assert len(to_text(SMALL, [], RenderOptions(width=12)).splitlines()) > len(to_text(SMALL).splitlines())


def test_sheet() -> None:
    options = RenderOptions(ascii=True, total=8, captions=("one",), columns=2)
    assert to_text(SMALL, [CUT, CUT], options) == (
        "first 2 of 8 solutions\n"
        "\n"
        "+-+---+   +-+---+\n"
        "| |  V|   | |  V|\n"
        "| +-+ |   | +-+ |\n"
        "|L  | |   |L  | |\n"
        "+---+-+   +---+-+\n"
        "  one        2\n"
    )


def test_colours_are_those_of_the_palette() -> None:
    painted = to_text(pentominoes(), mirrors()[:1], RenderOptions(colour=True))
    grounds = {int(number) for number in re.findall(r"48;5;(\d+)m", painted)}
    assert grounds == {palette.nearest_256(colour) for colour in palette.COLOURS}
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", painted)
    assert stripped == to_text(pentominoes(), mirrors()[:1])
    for line in painted.splitlines():
        assert "\x1b" not in line or line.rindex("\x1b[0m") == line.rindex("\x1b[")


def test_names_cannot_steer_the_terminal() -> None:
    name = "evil\x1b]0;x\x07\r\nnext"
    puzzle = Puzzle(Board.of([(0, 0)]), (Piece.of(name, [(0, 0)]),), title=name)
    for options in (RenderOptions(), RenderOptions(ascii=True)):
        text = to_text(puzzle, [], options)
        assert all(c == "\n" or c.isprintable() for c in text)
        assert text.startswith("evil?]0;x?  next\n")


@given(filled_puzzles())
def test_letters_and_borders_tell_the_solution(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    puzzle = replace(puzzle, title="")
    lines = to_text(puzzle, [solution], RenderOptions(ascii=True)).splitlines()
    left, top = min(x for x, _ in puzzle.board.cells), min(y for _, y in puzzle.board.cells)
    owner = {cell: i for i, p in enumerate(solution.placements) for cell in p.cells}
    owner |= dict.fromkeys(puzzle.board.cells - owner.keys(), -1)

    def sign(line: int, column: int) -> str:
        return lines[line].ljust(column + 1)[column]

    for x, y in puzzle.board.cells:
        across, down = 4 * (x - left), 2 * (y - top)
        same_above = owner.get((x, y - 1)) == owner[x, y]
        same_before = owner.get((x - 1, y)) == owner[x, y]
        assert sign(down, across + 2) == (" " if same_above else "-")
        assert sign(down + 1, across) == (" " if same_before else "|")


def test_wide_boards_are_whole_lines() -> None:
    puzzle = Puzzle(Board.of((x, 0) for x in range(200)), (Piece.of("m", [(0, 0)], copies=200),))
    assert max(map(len, to_text(puzzle, [], RenderOptions(width=40)).splitlines())) == 801


def test_what_text_cannot_draw_is_refused() -> None:
    undrawn = replace(SQUARE, name="rhomb", text=replace(SQUARE.text, stencil=None))
    other = Puzzle(Board.of([(0, 0)]), (), lattice=undrawn)
    with pytest.raises(UnsupportedError, match="no text drawing of the rhomb lattice"):
        to_text(other)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=lambda lattice: lattice.name)
def test_a_drawing_that_would_be_mostly_blank_is_refused(lattice: Lattice) -> None:
    origin = lattice.classes[0]
    shift = 10**8 if lattice.dimension == 1 else 9 * 10**5  # a translation of each lattice
    far = tuple(x + shift for x in origin)
    puzzle = Puzzle(Board.of([origin, far]), (), lattice=lattice)
    with pytest.raises(UnsupportedError, match="characters"):
        to_text(puzzle)
    with pytest.raises(UnsupportedError, match="characters"):
        to_text(puzzle, [Solution(()), Solution(())])
    with pytest.raises(UnsupportedError, match="characters"):
        letters_text(puzzle, Solution(()))


def test_solutions_keep_the_colours_of_their_cells() -> None:
    pieces = (Piece.of("one", {(0, 0): "a"}), Piece.of("two", {(0, 0): "b", (1, 0): "a"}))
    puzzle = Puzzle(Board.of({(0, 0): "a", (1, 0): "b", (2, 0): "a"}), pieces)
    solution = Solution.of([Placement("one", ((0, 0),)), Placement("two", ((1, 0), (2, 0)))])
    lines = solution_text(puzzle, solution, RenderOptions()).splitlines()
    assert lines[1] == "│ a │ b   a │"
    assert solution_text(puzzle, solution, RenderOptions(labels=True)).splitlines()[1] != lines[1]
    assert "b a" in sheet_text(puzzle, [solution, solution], RenderOptions()).replace("│", " ")


def test_colours_of_pieces_show_where_the_board_has_none() -> None:
    puzzle = Puzzle(
        Board.of([(0, 0), (1, 0)]), (Piece.of("two", {(0, 0): "n", (1, 0): "s"}, motions="rotation"),)
    )
    solution = Solution.of([Placement("two", ((0, 0), (1, 0)))])
    assert solution_text(puzzle, solution, RenderOptions()).splitlines()[1] == "│ n   s │"


def test_costs_of_cells_are_written_on_them() -> None:
    board = Board.of([(0, 0), (1, 0)], [(2, 0)], costs={(0, 0): -4, (1, 0): 12, (2, 0): 5})
    puzzle = Puzzle(board, (Piece.of("bar", [(0, 0), (1, 0)]),))
    solution = Solution.of([Placement("bar", ((0, 0), (1, 0)))])
    assert solution_text(puzzle, solution, RenderOptions()).splitlines()[1] == "│ -4  12│░5░│"
