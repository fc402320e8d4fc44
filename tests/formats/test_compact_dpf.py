"""Compact DPF: dimensions, motions, colours, what is refused and where, both ways without loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.puzzle_cases import piece, rectangle
from tilewright import catalogue
from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats import compact_dpf, dpf
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.lattices import CUBE, HEXAGON, LINE, SQUARE, Cell, Lattice
from tilewright.model.puzzle import Board, Expected, Piece, Placement, Puzzle
from tilewright.solving.api import count
from tilewright.solving.api import solutions as found_by

BOX = "2 0  8 0 0 1 0 2 0 3 0 0 1 1 1 2 1 3 1  2"
L, J = "4 {} 0 0 0 1 0 2 1 2", "4 {} 0 0 1 0 2 0 2 1"
TWO_L = f"{BOX} {L} {J}"


def two(v: int) -> str:
    return TWO_L.format(v, v)


@pytest.mark.parametrize(("v", "pieces", "ways"), [(1, 2, 0), (2, 2, 0), (3, 1, 2)])
def test_the_motions_of_pieces(v: int, pieces: int, ways: int) -> None:
    puzzle = compact_dpf.loads(two(v))
    assert len(puzzle.pieces) == pieces
    assert sum(piece.max_copies for piece in puzzle.pieces) == 2
    assert count(puzzle).solutions == ways  # an L and its mirror image fill no 2 x 4; two of one kind do


def test_two_of_one_kind() -> None:
    puzzle = compact_dpf.loads(f"{BOX} {L} {L}".format(2, 2))
    assert [(p.name, p.min_copies, p.max_copies) for p in puzzle.pieces] == [("L4", 2, 2)]
    assert count(puzzle).solutions == 1
    assert count(compact_dpf.loads(f"{BOX} {L} {L}".format(1, 1))).solutions == 0


@pytest.mark.parametrize(
    ("text", "lattice", "motions"),
    [
        ("1 0 3 0 1 2 1 2 {} 0 2", LINE, ("fixed", "all", "all")),
        ("2 0 3 0 0 0 1 0 2 1 2 {} 0 0 0 1", SQUARE, ("fixed", "rotation", "all")),
        ("3 0 3 0 0 0 0 0 1 0 0 2 1 2 {} 0 0 0 0 0 1", CUBE, ("fixed", "upright", "rotation")),
    ],
)
def test_dimensions_determine_the_lattice(text: str, lattice: Lattice, motions: tuple[str, ...]) -> None:
    for v, mode in enumerate(motions, start=1):
        puzzle = compact_dpf.loads(text.format(v))
        assert puzzle.lattice is lattice
        assert puzzle.pieces[0].motions == mode
        assert len(puzzle.board.required) == 3


def test_on_the_line_turning_reverses() -> None:
    comb = "1 0  7 0 1 2 3 4 5 6  3  3 {0} 0 1 3  3 {0} 0 1 3  1 {0} 0"
    assert count(compact_dpf.loads(comb.format(1))).solutions == 0
    assert (
        count(compact_dpf.loads(comb.format(2))).solutions
        == count(compact_dpf.loads(comb.format(3))).solutions
    )
    assert count(compact_dpf.loads(comb.format(2))).solutions == 2


def test_in_space_a_flat_piece_gets_its_reflections() -> None:
    board = "8  0 0 0  1 0 0  2 0 0  3 0 0  0 1 0  1 1 0  2 1 0  3 1 0"
    flat = f"3 0 {board}  2  4 {{0}} 0 0 0 1 0 0 2 0 0 2 1 0  4 {{0}} 0 0 0 0 1 0 0 2 0 1 2 0"
    assert [count(compact_dpf.loads(flat.format(v))).solutions for v in (1, 2, 3)] == [0, 0, 2]


def test_colours_match() -> None:
    strip = "1 1  4 0 7 1 -2 2 7 3 -2  2  2 {0} 0 7 1 -2  2 {0} 5 -2 6 7"
    puzzle = compact_dpf.loads(strip.format(1))
    assert puzzle.board.colour((1,)) == "-2"
    assert puzzle.pieces[1].colours == ("-2", "7")
    assert count(puzzle).solutions == 0
    turned = compact_dpf.loads(strip.format(2))
    assert [piece.max_copies for piece in turned.pieces] == [2]
    assert count(turned).solutions == 1


def test_alike_is_what_can_be_held_alike() -> None:
    boxes = "2 0 8 0 0 1 0 0 1 1 1 2 0 3 0 2 1 3 1 2 4 1 0 0 1 0 0 1 1 1 4 3 5 5 6 5 5 6 6 6"
    (only,) = compact_dpf.loads(boxes).pieces
    assert (only.name, only.max_copies, only.motions) == ("O4", 2, "fixed")


def test_motions_may_be_overruled() -> None:
    puzzle = compact_dpf.loads(two(1), "all")
    assert [(p.motions, p.max_copies) for p in puzzle.pieces] == [("all", 2)]
    with pytest.raises(UnsupportedError, match="no motions 'sideways'"):
        compact_dpf.loads(two(1), "sideways")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "ends here; expected the number of dimensions"),
        ("4 0", 1, 1, "4 is here; expected the number of dimensions, a whole number from 1 to 3"),
        ("2 2", 1, 3, "2 is here; expected whether there are colours"),
        ("2 0 0", 1, 5, "0 is here; expected the number of cells of the board"),
        ("2 0 100001", 1, 5, "100001 is here; expected the number of cells of the board"),
        ("2 0\n2 0 0 1", 2, 8, "ends here; expected a coordinate of the board"),
        ("2 0\n2 0 0 0 0\n0", 2, 9, "the cell 0 0 of the board is given twice"),
        ("1 1\n1 0 x", 2, 5, "'x' is here; expected a colour of the board"),
        ("1 0\n1 0\n", 2, 4, "ends here; expected the number of pieces"),
        ("1 0\n1 1000001\n", 2, 3, "1000001 is here; expected a coordinate"),
        ("1 0\n1 0\n200001 1", 3, 1, "200001 is here; expected the number of pieces"),
        ("1 0\n1 0\n1 0 1", 3, 3, "0 is here; expected the number of cells of piece 1"),
        ("1 0\n1 0\n1 1 4 0", 3, 5, "4 is here; expected the motions of piece 1"),
        ("1 0\n1 0\n1 2 3 0 0", 3, 9, "the cell 0 of piece 1 is given twice"),
        ("1 0\n1 0\n1 1 3 0\n7 8", 4, 1, "'7' follows the last piece"),
        ("1 0\n1 0\n200000", 3, 7, "ends here; expected the number of cells of piece 1"),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        compact_dpf.loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_too_many_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compact_dpf, "TOTAL_CELLS", 15)
    with pytest.raises(FormatError, match="more than 15 cells"):
        compact_dpf.loads(two(2))
    with pytest.raises(UnsupportedError, match="16 cells; at most 15"):
        compact_dpf.dumps(Puzzle(rectangle(4, 2), (piece("bar", "##", 4),)))


@pytest.mark.parametrize("v", [1, 2, 3])
def test_written_and_read_it_is_the_same(v: int) -> None:
    puzzle = compact_dpf.loads(two(v))
    assert compact_dpf.loads(compact_dpf.dumps(puzzle)) == puzzle


@st.composite
def solids(draw: st.DrawFn) -> Puzzle:
    """Boards and pieces of scattered cells in any number of dimensions, all or none coloured."""
    dimensions = draw(st.integers(1, 3))
    lattice = compact_dpf.LATTICE_OF[dimensions]
    modes = list(compact_dpf.MOTIONS_OF[dimensions].values())
    palette = draw(st.sampled_from([[""], ["1", "2"], ["red", "1"], ["-3"], ["01", "1"]]))
    spot: st.SearchStrategy[Cell] = st.tuples(*[st.integers(-2, 2)] * dimensions)

    def cells(most: int) -> dict[Cell, str]:
        return draw(st.dictionaries(spot, st.sampled_from(palette), min_size=1, max_size=most))

    pieces: dict[frozenset[object], Piece] = {}
    for number in range(draw(st.integers(0, 4))):
        one = Piece.of(
            f"p{number}",
            cells(4),
            lattice=lattice,
            motions=draw(st.sampled_from(modes)),
            copies=draw(st.integers(1, 3)),
        )
        pieces.setdefault(frozenset(one.orientations(lattice)), one)
    return Puzzle(Board.of(cells(9)), tuple(pieces.values()), lattice=lattice)


def same_but_for_names(one: Puzzle, other: Puzzle, paint: Callable[[str], str]) -> None:
    assert one.board.required == other.board.required
    assert [paint(one.board.colour(c)) for c in one.board.required] == [
        other.board.colour(c) for c in other.board.required
    ]
    for before, after in zip(one.pieces, other.pieces, strict=True):
        assert (before.cells, tuple(map(paint, before.colours))) == (after.cells, after.colours)
        assert (before.max_copies, before.motions) == (after.min_copies, after.motions)


@settings(max_examples=40)
@given(solids())
def test_any_puzzle_is_the_same_again(puzzle: Puzzle) -> None:
    text = compact_dpf.dumps(puzzle)
    assert compact_dpf.looks_like(text) == bool(puzzle.pieces)
    again = compact_dpf.loads(text)
    paint: dict[str, str] = {}
    for cell in puzzle.board.required:
        paint[puzzle.board.colour(cell)] = again.board.colour(cell)
    for before, after in zip(puzzle.pieces, again.pieces, strict=True):
        paint.update(zip(before.colours, after.colours, strict=True))
    assert len(set(paint.values())) == len(paint)
    same_but_for_names(puzzle, again, lambda colour: paint[colour])
    assert compact_dpf.loads(compact_dpf.dumps(again)) == again


@pytest.mark.parametrize("name", ["pentominoes-two-5x6", "dominoes-4x4", "tetrominoes-4x5"])
def test_puzzles_of_the_catalogue_become_dpf_with_the_same_pieces(name: str) -> None:
    puzzle = catalogue.load(name)
    again = compact_dpf.loads(compact_dpf.dumps(puzzle))
    assert dpf.dumps(again) == dpf.dumps(puzzle)


def test_motions_are_recognised_by_their_effect() -> None:
    def again(piece: Piece, lattice: Lattice) -> str:
        puzzle = Puzzle(Board.of([(0,) * lattice.dimension]), (piece,), lattice=lattice)
        return compact_dpf.loads(compact_dpf.dumps(puzzle)).pieces[0].motions

    assert again(Piece.of("bar", [(0, 0, 0), (0, 0, 1)], lattice=CUBE, motions="all"), CUBE) == "rotation"
    assert again(piece("box", "## ##", motions="reflection"), SQUARE) == "fixed"
    assert again(piece("box", "## ##", motions="rotation"), SQUARE) == "rotation"
    assert again(piece("U", "#.# ###", motions="upright"), SQUARE) == "rotation"
    assert again(Piece.of("comb", [(0,), (1,), (3,)], lattice=LINE, motions="rotation"), LINE) == "fixed"


def chiral(mode: str) -> Puzzle:
    screw = Piece.of("screw", [(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)], lattice=CUBE, motions=mode)
    return Puzzle(Board.of([(0, 0, 0)]), (screw,), lattice=CUBE)


DOT = piece("dot", "#")


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (ExactCoverPuzzle((), ()), "items and options only"),
        (Puzzle(Board.of([(0, 0)]), (), lattice=HEXAGON), "not of hexagon"),
        (Puzzle(Board.of([(0, 0)], [(1, 0)]), (DOT,)), "optional cells"),
        (Puzzle(Board.of([(0, 0)], forced=[Placement("dot", ((0, 0),))]), (DOT,)), "forced placements"),
        (Puzzle(rectangle(1, 1), (replace(DOT, cost=2),)), "cannot express costs"),
        (Puzzle(rectangle(1, 1), (DOT,), colour_pairs=()), "pairs of its own"),
        (Puzzle(Board.of({(0, 0): "a", (1, 0): ""}), (DOT,)), "some cells have colours"),
        (Puzzle(Board.of({(0, 0): "a"}), (DOT,)), "some cells have colours"),
        (
            Puzzle(rectangle(2, 1), (replace(DOT, max_copies=2), piece("bar", "##", (0, 1)))),
            "'dot' may be used 1 to 2",
        ),
        (Puzzle(rectangle(2, 1), (DOT, replace(DOT, name="spot"))), "'dot' and 'spot' are alike"),
        (chiral("all"), "has motions 'all'; on the cube lattice compact DPF has fixed, upright, rotation"),
        (chiral("reflection"), "has motions 'reflection'"),
        (Puzzle(rectangle(4, 2), (piece("L", "### #..", motions="reflection"),)), "has motions 'reflection'"),
        (Puzzle(Board.of([(2_000_000, 0)]), (DOT,)), "farther out than 1,000,000"),
    ],
)
def test_what_it_cannot_express_is_refused(puzzle: Puzzle | ExactCoverPuzzle, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        compact_dpf.dumps(puzzle)


def test_titles_counts_and_mirrors_are_left_out() -> None:
    plain = Puzzle(rectangle(2, 1), (piece("bar", "##"),))
    more = replace(plain, title="T", source="S", expect=(Expected("solutions", 1, ""),), mirrors=True)
    assert compact_dpf.dumps(more) == compact_dpf.dumps(plain) == "2 0\n2\n0 0\n1 0\n1\n2 3\n0 0\n1 0\n"


def test_solutions_are_cells_by_piece() -> None:
    puzzle = Puzzle(rectangle(3, 1), (piece("dot", "#"), piece("bar", "##")))
    words = {compact_dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)}
    assert words == {"0 0 | 1 0, 2 0\n", "2 0 | 0 0, 1 0\n"}
    (one, *_) = found_by(puzzle)
    with pytest.raises(UnsupportedError, match="items and options only"):
        compact_dpf.solution_text(ExactCoverPuzzle((), ()), one, 1)


@pytest.mark.parametrize("text", [two(1), "1 0 1 0 1 1 9 0", "3 1 1 9 9 9 9 1 1 1 0 0 0 0"])
def test_looks_like(text: str) -> None:
    assert compact_dpf.looks_like(text)


@pytest.mark.parametrize(
    "text",
    ["", "2", "2 0", two(1) + " 1", two(1)[:-2], "1 0 1 0 0", "4 0 1 0", "1 2 1 0 0 1", "2 0 9999999999 1"],
)
def test_looks_like_something_else(text: str) -> None:
    assert not compact_dpf.looks_like(text)


OWN_ORDER = """\
2 0 // flat
4
1 1
0 1
1 0
0 0
// dominoes
2
2 2
1 0
0 0
2 3
5 6
5 5
"""


def test_the_order_of_the_file_is_kept() -> None:
    puzzle = compact_dpf.loads(OWN_ORDER)
    assert [(piece.name, piece.max_copies) for piece in puzzle.pieces] == [("I2", 2)]
    assert compact_dpf.dumps(puzzle) == OWN_ORDER
    assert {compact_dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)} == {
        "0 1, 0 0 | 1 1, 1 0\n",
        "1 0, 0 0 | 1 1, 0 1\n",
    }


def test_locations_of_dpf_are_the_cells_in_the_order_of_the_file() -> None:
    lines = dpf.dumps(compact_dpf.loads(OWN_ORDER)).splitlines()
    assert lines[:4] == ["// flat", "// dominoes", "4 2", "4"]
    assert set(lines[4:8]) == {"2 1 3", "2 0 2", "2 2 3", "2 0 1"}


def test_equal_pieces_keep_their_places() -> None:
    text = "1 0\n4\n0\n1\n2\n3\n3\n1 1\n0\n2 1\n0\n1\n1 2\n7\n"
    puzzle = compact_dpf.loads(text)
    assert [(piece.name, piece.max_copies) for piece in puzzle.pieces] == [("1-1", 2), ("2-1", 1)]
    assert compact_dpf.dumps(puzzle) == text
    middle = {compact_dpf.solution_text(puzzle, one, 1) for one in found_by(puzzle)}
    assert middle == {"0 | 1, 2 | 3\n", "0 | 2, 3 | 1\n", "2 | 0, 1 | 3\n"}


def test_other_pieces_and_other_motions_are_written_as_they_are() -> None:
    puzzle = compact_dpf.loads(OWN_ORDER)
    fixed = puzzle.with_motions("fixed")
    again = compact_dpf.loads(compact_dpf.dumps(fixed))
    assert again.pieces == fixed.pieces
    (only,) = puzzle.pieces
    taller = replace(puzzle, pieces=(replace(only, cells=((0, 0), (1, 0))),))
    assert compact_dpf.loads(compact_dpf.dumps(taller)) == taller


def test_strict_refuses_comments() -> None:
    with pytest.raises(FormatError, match="a comment is here") as caught:
        compact_dpf.check_strict(OWN_ORDER)
    assert (caught.value.line, caught.value.column) == (1, 5)
