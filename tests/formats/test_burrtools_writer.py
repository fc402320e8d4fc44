"""Writing BurrTools' files: what is written by the letter, what cannot be said, and round trips."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

import tilewright
from support.burrtools_cases import SOMA
from support.formats_strategies import abstract_puzzles, any_puzzles
from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.placements import placements_of
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import burrtools_reader as xmpuzzle
from tilewright.formats.burrtools_reader import dumps, looks_like
from tilewright.formats.burrtools_sizes import oversized
from tilewright.formats.burrtools_writer import colour_numbers
from tilewright.model.lattices import CUBE, HEXAGON, LINE, SQUARE, Cell
from tilewright.model.puzzle import Board, Expected, Piece, Placement, PlacementCost, Puzzle
from tilewright.solving.engines.reference import start_node, walk


def loads(text: str) -> Puzzle:
    """Read as cubes, flat puzzles too."""
    return xmpuzzle.loads(text, lattice="cube")


BOX = [(x, y, z) for x in range(2) for y in range(2) for z in range(2)]


def cubes(*pieces: Piece, **more: object) -> Puzzle:
    """A 2 x 2 x 2 box with these pieces."""
    return Puzzle(Board.of(BOX), pieces, lattice=CUBE, **more)  # type: ignore[arg-type]


def lump(name: str, cells: Iterable[Cell], motions: str = "rotation", **more: object) -> Piece:
    return Piece.of(name, cells, lattice=CUBE, motions=motions, **more)  # type: ignore[arg-type]


def test_the_file_by_the_letter() -> None:
    board = Board.of({(5, 5, 5): "3", (6, 5, 5): "", (5, 6, 5): ""}, {(5, 5, 6): "3"})
    own = Piece.of("<&>", {(0, 0, 0): "3", (0, 0, 1): ""}, lattice=CUBE, motions="rotation")
    puzzle = Puzzle(
        board,
        (own, lump("I", [(0, 0, 0)], copies=(0, 4)), lump("none", BOX, copies=0)),
        title='A "title"',
        source="line 1\nline 2 <&>",
        lattice=CUBE,
    )
    assert dumps(puzzle) == (
        '<?xml version="1.0"?>\n<puzzle version="2">\n<gridType type="0"/>\n'
        '<colors>\n<color red="230" green="69" blue="69"/>\n<color red="69" green="116" blue="230"/>\n'
        '<color red="163" green="230" blue="69"/>\n</colors>\n<shapes>\n'
        '<voxel x="1" y="1" z="2" name="&lt;&amp;&gt;" type="0">#3#</voxel>\n'
        '<voxel x="1" y="1" z="1" name="I" type="0">#</voxel>\n'
        '<voxel x="2" y="2" z="2" type="0">#3##_+3___</voxel>\n</shapes>\n'
        '<problems>\n<problem state="0">\n<shapes>\n<shape id="0" count="1"/>\n'
        '<shape id="1" min="0" max="4"/>\n</shapes>\n<result id="2"/>\n'
        '<bitmap>\n<pair piece="0" result="0"/>\n<pair piece="1" result="1"/>\n'
        '<pair piece="2" result="2"/>\n</bitmap>\n</problem>\n</problems>\n'
        '<comment>A "title"\nline 1\nline 2 &lt;&amp;&gt;</comment>\n</puzzle>\n'
    )


def test_soma_comes_back_as_it_was() -> None:
    puzzle = loads(SOMA)
    assert puzzle.expect == (Expected("unique", 240, "saved by BurrTools"),)
    assert loads(dumps(puzzle)) == replace(puzzle, expect=())
    assert looks_like(dumps(puzzle))


def test_colours_become_numbers() -> None:
    red = Piece.of("r", {(0, 0, 0): "red"}, lattice=CUBE, motions="rotation", copies=4)
    blue = Piece.of("b", {(0, 0, 0): "blue"}, lattice=CUBE, motions="rotation", copies=4)
    board = Board.of({cell: "red" if sum(cell) % 2 else "blue" for cell in BOX})
    puzzle = Puzzle(board, (red, blue), lattice=CUBE)
    there = loads(dumps(puzzle))
    assert there.by_name["r"].colours == ("2",) and there.board.colour((0, 0, 0)) == "1"
    assert tilewright.count(there).solutions == tilewright.count(puzzle).solutions == 1
    crossed = replace(puzzle, colour_pairs=(("blue", "red"), ("red", "blue")))
    assert loads(dumps(crossed)).colour_pairs == (("1", "2"), ("2", "1"))
    many = [
        Piece.of(f"p{k}", {(0, 0, 0): f"c{k}"}, lattice=CUBE, motions="rotation", copies=(0, 1))
        for k in range(64)
    ]
    with pytest.raises(UnsupportedError, match="at most 63 colours, and this puzzle has 64"):
        dumps(cubes(*many))
    assert len(loads(dumps(cubes(*many[:63]))).pieces) == 63


def test_squares_and_lines_are_one_layer() -> None:
    flat = Puzzle(rectangle(4, 3), (piece("V", "## #."), piece("P", "### ##."), piece("I", "####")))
    there = loads(dumps(flat))
    assert there.lattice is CUBE and (3, 2, 0) in there.board.required
    assert tilewright.count(there).solutions == tilewright.count(flat).solutions == 8
    stick = Puzzle(
        Board.of((x,) for x in range(5)),
        (Piece.of("a", [(0,), (1,)], lattice=LINE), Piece.of("b", [(0,), (2,), (1,)], lattice=LINE)),
        lattice=LINE,
    )
    assert tilewright.count(loads(dumps(stick))).solutions == tilewright.count(stick).solutions == 2


def test_pieces_that_move_otherwise_are_refused() -> None:
    tripod = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    twisted = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)]
    dumps(cubes(lump("tripod", tripod, "all")))  # its mirror image is itself, turned
    for motions in ("all", "fixed", "upright", "reflection"):
        with pytest.raises(UnsupportedError, match=f"piece 'twisted' \\(motions: {motions}\\)"):
            dumps(cubes(lump("twisted", twisted, motions)))
    for motions in ("fixed", "rotation", "reflection"):
        with pytest.raises(UnsupportedError, match="turns every piece in all 24 ways"):
            dumps(Puzzle(rectangle(3, 3), (piece("L", "### #..", motions=motions),)))
    dumps(Puzzle(rectangle(3, 3), (piece("O", "## ##", motions="fixed"),)))  # it has but one way to lie
    dumps(Puzzle(rectangle(3, 3), (piece("L", "### #..", copies=0, motions="fixed"),)))


def test_what_cannot_be_expressed() -> None:
    lone = lump("lone", [(0, 0, 0)], copies=8)
    for puzzle, words in (
        (
            replace(cubes(lone), board=Board.of(BOX, forced=[Placement("lone", ((0, 0, 0),))])),
            "no forced placements",
        ),
        (cubes(lump("lone", [(0, 0, 0)], copies=8, cost=1)), "cannot express costs"),
        (cubes(lone, costs=(PlacementCost(Placement("lone", ((0, 0, 0),)), 5),)), "cannot express costs"),
        (cubes(lump("a\x01b", [(0, 0, 0)])), r"'\\x01', which is in a name"),
        (replace(cubes(lone), source="\ufffe"), "in a comment"),
        (Puzzle(Board.of([(0, 0)]), (), lattice=HEXAGON), "this puzzle's is hexagon"),
        (Puzzle(Board.of([(0, 0, 0), (999, 999, 999)]), (), lattice=CUBE), "1,000,000,000 cells"),
    ):
        with pytest.raises(UnsupportedError, match=words):
            dumps(puzzle)


@given(abstract_puzzles())
@settings(max_examples=5)
def test_items_and_options_are_refused(puzzle: object) -> None:
    with pytest.raises(UnsupportedError, match="items and options only"):
        dumps(puzzle)  # type: ignore[arg-type]


@given(any_puzzles((CUBE, SQUARE, LINE)))
@settings(max_examples=40)
def test_what_was_written_comes_back(puzzle: Puzzle) -> None:
    free = replace(
        puzzle,
        board=replace(puzzle.board, forced=(), cell_costs={}),
        pieces=tuple(
            replace(p, cost=0, motions="rotation" if puzzle.lattice is CUBE else "all") for p in puzzle.pieces
        ),
        costs=(),
    )
    try:
        text = dumps(free)
    except UnsupportedError as error:
        event(str(error)[:30])
        return
    there = loads(text)
    assert len(there.board.required) == len(free.board.required)
    assert len(there.board.optional) == len(free.board.optional)
    used = [p for p in free.pieces if p.max_copies]
    assert [(p.size, p.min_copies, p.max_copies) for p in there.pieces] == [
        (p.size, p.min_copies, p.max_copies) for p in used
    ]
    # Colours have other names and the board may lie elsewhere, but the same placements are there.
    assert len(placements_of(there)) == len(placements_of(replace(free, pieces=tuple(used))))
    assert loads(dumps(there)) == there


def ways(puzzle: Puzzle, nodes: int = 2_000) -> int | None:
    """The number of solutions by the definition; None when that takes too long."""
    cover = to_cover(puzzle)
    steps = list(islice(walk(cover.problem, start_node(())), nodes))
    return None if len(steps) == nodes else sum(step is not None for step in steps)


@pytest.mark.filterwarnings("ignore::tilewright.errors.FormatWarning")
@given(puzzles())
@settings(max_examples=40)
def test_squares_come_back_as_squares(puzzle: Puzzle) -> None:
    least = [min(cell[k] for cell in puzzle.board.cells) for k in range(2)]
    corner = {
        kind: {(x - least[0], y - least[1]): puzzle.board.colour((x, y)) for x, y in cells}
        for kind, cells in (("required", puzzle.board.required), ("optional", puzzle.board.optional))
    }
    free = replace(
        puzzle,
        board=Board.of(corner["required"], corner["optional"]),
        pieces=tuple(replace(p, motions="all") for p in puzzle.pieces if p.max_copies),
        expect=(),
    )
    assume(oversized(free) is None)
    there = xmpuzzle.loads(dumps(free))
    if not free.board.colours and not any(p.colours for p in free.pieces):
        assert there == free
    assert there.lattice is SQUARE
    assert ways(there) == ways(free)
    assert xmpuzzle.loads(dumps(there)) == there


@given(puzzles(), st.booleans())
@settings(max_examples=40)
def test_counts_stay(puzzle: Puzzle, mirrors: bool) -> None:  # noqa: FBT001
    free = replace(
        puzzle,
        board=replace(puzzle.board, forced=()),
        pieces=tuple(replace(p, motions="all") for p in puzzle.pieces),
        mirrors=mirrors,
    )
    assume(oversized(free) is None)
    there = loads(dumps(free))
    assert there.mirrors
    expected = ways(free)
    assert expected is None or ways(there) in (None, expected)


def test_colours_that_are_numbers_keep_them_beside_others() -> None:
    """A colour with a name gets a number that no cell has; an edited file keeps its shapes as they are."""
    board = Board.of({(0, 0, 0): "1", (1, 0, 0): "3", (2, 0, 0): "red", (3, 0, 0): "64"})
    assert colour_numbers([Puzzle(board, (), lattice=CUBE)]) == {"1": 1, "3": 3, "64": 2, "red": 4}


@pytest.mark.parametrize("gap", ["\n", "\n\n", "\n  \n  "])
def test_an_edited_title_leaves_the_rest_of_the_comment_as_it_stands(gap: str) -> None:
    puzzle = cubes(lump("a", BOX), title="Key Trap", source="by somebody")
    text = dumps(puzzle).replace("Key Trap\nby", f"Key Trap{gap}by")
    again, left_out = xmpuzzle.edited(text, [replace(loads(text), title="Another name")])
    assert f">Another name{gap}by somebody</comment>" in again and not left_out
    assert again == text.replace("Key Trap", "Another name")


@pytest.mark.parametrize("label", ["Name: ", "name:", "NAME:  "])
def test_the_label_of_a_name_is_not_part_of_it(label: str) -> None:
    puzzle = cubes(lump("a", BOX), title="Key Trap", source="Designed by: somebody")
    text = dumps(puzzle).replace("Key Trap", f"{label}Key Trap")
    assert loads(text) == loads(dumps(puzzle))
    again, left_out = xmpuzzle.edited(text, [replace(loads(text), title="Another name")])
    assert again == text.replace("Key Trap", "Another name") and not left_out
    assert loads(text.replace("Key Trap", "")).title == label.strip()  # a label of nothing
