from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from support.lattice_cases import SOMA_LAYERS, cut_boards, cut_line, filled, hexes, soma, sticks, triangles
from tilewright.model.lattices import CUBE, DRAFTER, HEXAGON, KITE, QUARTER_SQUARE, Lattice
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import RenderOptions, letters_text, to_text

Case = tuple[Puzzle, Solution]
PLAIN = RenderOptions(ascii=True)


def drawn(case: Case, options: RenderOptions = PLAIN) -> str:
    puzzle, solution = case
    return to_text(puzzle, [solution], options)


def test_a_line() -> None:
    assert drawn(cut_line()) == (
        "+---+---+   +-------+---+\n"
        "| a | b |   | c     | . |\n"
        "+---+---+   +-------+---+\n"
    )  # fmt: skip


def test_cubes_are_drawn_layer_by_layer_from_the_bottom() -> None:
    assert drawn(soma()) == (
        "Soma cube\n"
        "\n"
        "+---+---+---+   +-------+---+   +---+---+---+\n"
        "|   | Z | T |   | Z     | T |   | Z |   | T |\n"
        "|   +---+---+   +---+---+   |   +---+   +---+\n"
        "| V     |   |   | A |   |   |   |     A |   |\n"
        "+-------+   |   +---+   +---+   +---+---+   |\n"
        "|     L     |   |     B | P |   | B |     P |\n"
        "+-----------+   +-------+---+   +---+-------+\n"
        "   layer 1         layer 2         layer 3\n"
    )
    assert letters_text(*soma()) == "\n".join("".join(f"{row}\n" for row in layer) for layer in SOMA_LAYERS)


def test_layers_are_broken_where_the_page_ends() -> None:
    lines = drawn(soma(), RenderOptions(ascii=True, width=30)).splitlines()
    assert max(map(len, lines)) <= 30
    assert [line.split() for line in lines if "layer" in line] == [
        ["layer", "1", "layer", "2"],
        ["layer", "3"],
    ]


def test_layers_that_lie_far_apart_are_drawn_without_those_between() -> None:
    case = filled(CUBE, {(0, 0, 0): "a", (0, 0, 10**15): "b"})
    assert drawn(case) == (
        " +---+            +---+\n"
        " | a |            | b |\n"
        " +---+            +---+\n"
        "layer 1   layer 1000000000000001\n"
    )  # fmt: skip


def test_a_piece_of_cubes_shows_its_layers_side_by_side() -> None:
    puzzle, _ = soma()
    assert to_text(replace(puzzle, pieces=puzzle.pieces[:2]), [], PLAIN).endswith(
        "              +---+       +---+\n"
        "              |   |       |   |\n"
        "+---+     +---+   |   +---+   | +---+\n"
        "|   |     |       |   |       | |   |\n"
        "+---+     +-------+   +-------+ +---+\n"
        "         A                     B\n"
    )


def test_hexagons() -> None:
    assert drawn(hexes()) == (
        " / \\ / \\\n| a   a |\n \\ / \\ / \\\n  | . | b |\n   \\ /   /\n    | b |\n     \\ /\n"
    )


def test_triangles() -> None:
    assert drawn(triangles()) == (
        "   +-----+\n  /   a   \\\n / a     a \\\n+-----------+\n \\ b     b /\n  \\   b   /\n   +-----+\n"
    )


def test_quarter_squares_kites_and_drafters() -> None:
    """A letter a piece; borders with a slope that no character has are drawn as dashes in their middle."""
    around = {
        QUARTER_SQUARE: ((1, 0), (2, 1), (1, 2), (0, 1)),
        KITE: ((2, 1), (1, 2), (0, 2), (0, 1), (1, 0), (2, 0)),
        DRAFTER: (
            *((4, 0), (5, 0), (6, 1), (6, 2), (5, 4), (4, 5)),
            *((2, 6), (1, 6), (0, 5), (0, 4), (1, 2), (2, 1)),
        ),
    }

    def ring(lattice: Lattice, letters: str) -> str:
        return drawn(filled(lattice, dict(zip(around[lattice], letters, strict=True))))

    assert ring(QUARTER_SQUARE, "aabb") == (
        "+-------+\n"
        "| \\ a   |\n"
        "| b \\   |\n"
        "|     \\ |\n"
        "+-------+\n"
    )  # fmt: skip
    assert ring(KITE, "aabbb.") == (
        "    +---+---+\n"
        "   /    | .  \\\n"
        "  /     |     +\n"
        " /      | ---  \\\n"
        "+  b    +       +\n"
        " \\      |      /\n"
        "  \\     | a   /\n"
        "   \\    |    /\n"
        "    +---+---+\n"
    )
    assert ring(DRAFTER, "aabbbcccaa..") == (
        "    +-------+\n"
        "   / \\     / \\\n"
        "  /  .\\   /   \\\n"
        " / .   \\ /   b \\\n"
        "+-------+       +\n"
        " \\ a   /  ---  /\n"
        "  \\   /       +\n"
        "   \\ /   c   /\n"
        "    +-------+\n"
    )


def test_sticks_cross_and_join() -> None:
    assert drawn(sticks()) == (
        "+-c-.....\n"
        "c   b\n"
        ".-a-+-a-.\n"
        "    b\n"
        "    .\n"
    )  # fmt: skip


def test_small_hexagons_have_borders_where_letters_do_not_tell_copies_apart() -> None:
    domino = Piece.of("d", [(0, 0), (1, 0)], lattice=HEXAGON, copies=2)
    other = Piece.of("m", [(0, 0)], lattice=HEXAGON, copies=(0, 1))
    puzzle = Puzzle(Board.of((q, 0) for q in range(4)), (domino, other), lattice=HEXAGON)
    solution = Solution.of([Placement("d", ((0, 0), (1, 0))), Placement("d", ((2, 0), (3, 0)))])
    assert "| d   d | d   d |" in to_text(puzzle, [solution, solution], PLAIN)
    told, drawn_once = hexes()
    assert to_text(told, [drawn_once, drawn_once], PLAIN).endswith(
        "a a    a a\n"
        " . b    . b\n"
        "  b      b\n"
        " 1      2\n"
    )  # fmt: skip


@given(cut_boards())
def test_letters_stand_where_the_cells_are(case: Case) -> None:
    puzzle, solution = case
    place = puzzle.lattice.text.place
    owner = {cell: p.piece for p in solution.placements for cell in p.cells}
    places = {cell: place(cell) for cell in puzzle.board.cells}
    left, top = (min(at[k] for at in places.values()) for k in (0, 1))
    high = max(at[1] for at in places.values()) - top + 1
    heights = sorted({height for _, _, height in places.values()})
    lines = letters_text(puzzle, solution).splitlines()
    for cell, (column, line, height) in places.items():
        text = lines[heights.index(height) * (high + 1) + line - top]
        assert text[column - left] == owner.get(cell, ".")
    assert sum(len("".join(line.split())) for line in lines) == len(places)


def test_copies_of_cubes_have_letters_of_their_own() -> None:
    rod = Piece.of("rod", [(0, 0, 0), (0, 0, 1)], lattice=CUBE, copies=2)
    puzzle = Puzzle(Board.of((x, 0, z) for x in range(2) for z in range(2)), (rod,), lattice=CUBE)
    solution = Solution.of(Placement("rod", ((x, 0, 0), (x, 0, 1))) for x in range(2))
    shown = to_text(puzzle, [solution], PLAIN)
    assert shown.count("| A | B |") == 2
    assert "A" not in to_text(puzzle, [solution], RenderOptions(ascii=True, labels=False))
