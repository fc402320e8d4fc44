"""Reading BurrTools' files: what they say, what is refused, and the Soma cube's counts."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import tilewright
from support.burrtools_cases import SOMA, burr, without_assemblies
from tilewright.errors import FormatError, FormatWarning, TilewrightError, UnsupportedError
from tilewright.formats import burrtools_reader as xmpuzzle
from tilewright.formats.burrtools_reader import dumps, looks_like
from tilewright.loading import load_puzzle
from tilewright.model.lattices import CUBE, SQUARE
from tilewright.model.puzzle import Puzzle


def loads(text: str, motions: str = "") -> Puzzle:
    """Read as cubes, flat puzzles too."""
    return xmpuzzle.loads(text, motions, "cube")


def loads_problem(text: str, motions: str, problem: int) -> Puzzle:
    return xmpuzzle.loads_problem(text, motions, problem, "cube")


def test_the_soma_cube_as_burrtools_saves_it(tmp_path: Path) -> None:
    path = tmp_path / "soma.xmpuzzle"
    path.write_bytes(gzip.compress(SOMA.encode()))
    puzzle = load_puzzle(path)
    assert (puzzle.title, puzzle.source) == ("Soma cube", "Piet Hein, 1936")
    assert (puzzle.lattice.name, len(puzzle.board.required), puzzle.colour_pairs) == ("cube", 27, None)
    assert [p.name for p in puzzle.pieces] == ["S2", "L", "T", "Z", "left", "right", "tripod"]
    assert puzzle.by_name["left"].cells == ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1))
    assert puzzle.by_name["tripod"].cells == ((0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 1, 0))
    assert {p.motions for p in puzzle.pieces} == {"rotation"}
    answer = tilewright.count(puzzle, unique=True)
    # Conway and Guy 1961; BurrTools finds 240, as mirror images are the same for it.
    assert (answer.solutions, answer.up_to_symmetry) == (240 * 48, 240)
    assert {p.motions for p in loads(SOMA, "fixed").pieces} == {"fixed"}
    with pytest.raises(UnsupportedError, match="no motions 'some'"):
        loads(SOMA, "some")


def test_states_run_along_x_then_y_then_z() -> None:
    puzzle = loads(burr("2x3x2 #__+___#__+7_", "1x1x1 #", "2x1x1 ##"))
    assert puzzle.board.required == ((0, 0, 0), (1, 0, 1))
    assert puzzle.board.optional == ((0, 2, 1), (1, 1, 0))
    assert puzzle.board.colours == {(0, 2, 1): "7"}


def test_cells_of_a_piece_need_not_hang_together() -> None:
    puzzle = loads(burr("3x1x1 ###", "3x1x1 #_#", "1x1x1 #"))
    assert puzzle.pieces[0].cells == ((0, 0, 0), (2, 0, 0))
    assert tilewright.count(puzzle).solutions == 1


def pairs(*listed: tuple[int, int]) -> str:
    return (
        "<bitmap>" + "".join(f'<pair piece="{own}" result="{there}"/>' for own, there in listed) + "</bitmap>"
    )


@pytest.mark.parametrize(
    ("board", "piece", "listed", "ways"),
    [
        ("##", "##", (), 1),
        ("#1#1", "##", (), 1),  # a piece without a colour lies everywhere
        ("##", "#1#2", (), 1),  # and every piece on a board without
        ("#1#1", "#1#1", (), 0),  # equal colours fit only where they are listed
        ("#1#1", "#1#1", ((0, 0),), 1),  # pairs count colours from 0
        ("#1#1", "#1#1", ((1, 1),), 0),
        ("#1#2", "#1#2", ((0, 0), (1, 1)), 1),
        ("#1#2", "#1#2", ((0, 1), (1, 0)), 1),
        ("#1#2", "#1#2", ((0, 0), (1, 1), (0, 1), (1, 0)), 1),
        ("#1#2", "#1#2", ((1, 0),), 0),
        ("#1#1", "#2#2", ((1, 0),), 1),  # piece first
        ("#1#1", "#2#2", ((0, 1),), 0),
        ("#1#", "#2#", ((1, 0),), 1),
        ("#1#", "#2#", (), 1),
    ],
)
def test_colours_fit_as_the_pairs_say(
    board: str, piece: str, listed: tuple[tuple[int, int], ...], ways: int
) -> None:
    puzzle = loads(burr(f"2x1x1 {board}", f"2x1x1 {piece}", rest=pairs(*listed)))
    assert tilewright.count(puzzle).solutions == ways
    assert tilewright.count(loads(dumps(puzzle))).solutions == ways


def test_equal_colours_are_no_list_of_pairs() -> None:
    same = loads(burr("2x1x1 #1#2", "2x1x1 #1#2", rest=pairs((0, 0), (1, 1), (2, 3))))
    assert same.colour_pairs is None
    other = loads(burr("2x1x1 #1#2", "2x1x1 #1#2", rest=pairs((1, 0), (0, 1), (9, 0))))
    assert other.colour_pairs == (("1", "2"), ("2", "1"), ("10", "1"))
    assert loads(burr("2x1x1 #1#2", "2x1x1 #1#2")).colour_pairs == ()


def test_ranges_and_pieces_that_are_left_out() -> None:
    problem = (
        "<problem><shapes><shape id='1' min='0' max='4'/><shape id='2' count='0'/></shapes>"
        "<result id='0'/></problem>"
    )
    puzzle = loads(burr("2x2x1 ###+", "1x1x1 #", "2x2x2 ________", problem=problem))
    assert [(p.name, p.min_copies, p.max_copies) for p in puzzle.pieces] == [("S2", 0, 4)]
    assert tilewright.count(puzzle).solutions == 2


def test_groups_and_weights_are_those_of_the_pieces() -> None:
    puzzle = loads(SOMA)
    assert {p.name: (p.groups, p.weight) for p in puzzle.pieces if p.groups or p.weight} == {
        "L": ((), 2),
        "T": ((1,), 0),
    }
    assert loads(dumps(puzzle)).pieces == puzzle.pieces
    listed = '<shape id="3" min="1" max="2" group="4"><group group="2" count="1"/><group group="0"/></shape>'
    with pytest.warns(FormatWarning, match="line 22: only 1 of 2 copies are in group 2"):
        puzzle = loads(
            without_assemblies(SOMA).replace(
                '<shape id="3" count="1"><group group="1" count="1"/></shape>', listed
            )
        )
    assert puzzle.by_name["T"].groups == (2, 4)
    assert loads(dumps(puzzle)).pieces == puzzle.pieces
    flat = 'z="1" weight="-3" type="0">###'
    text = burr("3x1x1 ###", "3x1x1 ###").replace('z="1" type="0">###', flat)
    assert [p.weight for p in xmpuzzle.loads(text, "", "square").pieces] == [-3]
    for old, new in (('weight="-3"', 'weight="x"'), ('count="1"', 'count="1" group="-1"')):
        with pytest.raises(FormatError, match="expected a whole number"):
            loads(text.replace(old, new))


def test_names_are_kept_apart() -> None:
    text = burr("5x1x1 #####", *["1x1x1 #"] * 5)
    named = text.replace('<voxel x="1"', '<voxel name=" S3 " x="1"', 3).replace(
        '<voxel x="1"', '<voxel name="S3 S3" x="1"', 1
    )
    assert [p.name for p in loads(named).pieces] == ["S3", "S3 S3", "S3 S4", "S3 S3 S5", "S6"]


SEVERAL = burr(
    "2x1x1 ##",
    "1x1x1 #",
    problem="<problem name='pairs'><shapes><shape id='1' count='2'/></shapes><result id='0'/></problem>"
    "<problem><shapes><shape id='1' count='3'/></shapes><result id='0'/></problem>",
)


def test_one_of_several_problems_is_chosen() -> None:
    with pytest.raises(FormatError, match=r"2 problems; choose one: 1 pairs; 2$"):
        loads(SEVERAL)
    assert loads_problem(SEVERAL, "", 1).pieces[0].max_copies == 2
    assert loads_problem(SEVERAL, "", 1).title == "pairs"
    assert loads_problem(SEVERAL, "fixed", 2).pieces[0].max_copies == 3
    with pytest.raises(FormatError, match="there is no problem 3; there are 2 problems: 1 "):
        loads_problem(SEVERAL, "", 3)
    with pytest.raises(FormatError, match="there is no problem 2; there is one problem: 1"):
        loads_problem(SOMA, "", 2)
    assert loads_problem(SOMA, "", 1) == loads(SOMA)
    many = burr("1x1x1 #", problem="<problem/>" * 25)
    with pytest.raises(FormatError, match="; 20; and 5 more"):
        loads(many)


def fault(text: str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert caught.value.line > 0
    return caught.value


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('<puzzle version="2">', "<puzzle>", 2, "no version"),
        ('version="2"', 'version="3"', 2, "'3'; expected '1' or '2'"),
        ('gridType type="0"', 'gridType type="9"', 3, "'9'; expected one of 0 (cubes), 1 (triangular"),
        ('gridType type="0"', 'gridType type="2"', 8, "at (1, 0, 0), is '#', and no cell is there"),
        ('<gridType type="0"/>', '<gridType type="0"/>\n<gridType type="0"/>', 4, "a second <gridType>"),
        ('name="L" weight="2" type="0"', 'type="1"', 10, "the type of the shape is '1'"),
        ('<voxel x="3" y="2" z="1" name="L"', '<voxel x="3" y="2" name="L"', 10, "no attribute 'z'"),
        ('<voxel x="3" y="2" z="1" name="L"', '<voxel x="3" y="2" z="-1" name="L"', 10, "'z' is '-1'"),
        ('<voxel x="3" y="2" z="1" name="L"', '<voxel x="1000" y="2000" z="1"', 10, "2,000,000 cells"),
        ("####__", "####_", 10, "5 states; expected 3 x 2 x 1 = 6"),
        ("####__", "####___", 10, "more states than its box"),
        ("####__", "#### _", 10, "state 5 of the shape begins with ' '"),
        ("####__", "____##!", 10, "state 7 of the shape begins with '!'"),
        ("####__", "______", 10, "the shape 2 has no cell"),
        ("####__", "###+__", 31, ""),
        ("####__", "####64__", 10, "the colour 64; expected 1 to 63"),
        ("####__", "####05__", 10, "the colour 05"),
        ("####__", "####123456789__", 10, "the colour 123456789"),
        ('<shape id="2" count="1"/>', '<shape id="1" count="1"/>', 21, "listed for the second time"),
        ('<shape id="2" count="1"/>', '<shape id="8" count="1"/>', 21, "there are 8, counted from 0"),
        ('<shape id="2" count="1"/>', '<shape id="2" max="1"/>', 21, "no attribute 'min'"),
        ('<shape id="2" count="1"/>', '<shape id="2" min="2" max="1"/>', 21, "2, is above the greatest, 1"),
        ('<shape id="2" count="1"/>', '<shape id="2" count="1" max="1"/>', 21, "a count and a range"),
        ('<shape id="2" count="1"/>', '<shape id="2" count="1e3"/>', 21, "'count' is '1e3'"),
        ('<shape id="2" count="1"/>', '<shape id="2" count="1000001"/>', 21, "from 0 to 1,000,000"),
        ('<result id="0"/>', "", 18, "no result"),
        ('<result id="0"/>', '<result id="4294967295"/>', 18, "no result"),
        ("<bitmap/>", '<bitmap><pair piece="1"/></bitmap>', 29, "no attribute 'result'"),
        ("<bitmap/>", '<bitmap><pair piece="64" result="1"/></bitmap>', 29, "'piece' is '64'"),
        ("</puzzle>", "", 39, "not XML"),
        ("<shapes>", "<shapes", 8, "not XML"),
        ("<puzzle", "<!DOCTYPE puzzle>\n<puzzle", 2, "document type"),
    ],
)
def test_what_breaks_the_rules(old: str, new: str, line: int, words: str) -> None:
    assert old in SOMA
    error = fault(SOMA.replace(old, new, 1))
    if new == "###+__":
        line, words = 21, "cells that may stay empty ('+'); only the result can"
    assert error.line == line and words in str(error)


def test_what_old_files_leave_out() -> None:
    """As BurrTools reads them: version 1, cubes where no grid is named, one copy where no number is."""
    old = SOMA.replace('version="2"', 'version="1"').replace('<gridType type="0"/>\n', "")
    assert loads(old.replace('<shape id="2" count="1"/>', '<shape id="2"/>')) == loads(SOMA)


def test_files_without_a_problem_or_of_another_kind() -> None:
    assert "only shapes" in str(fault(burr("1x1x1 #", problem=" ")))
    assert "<html>; expected <puzzle>" in str(fault("<html></html>"))


def test_a_bound_on_holes() -> None:
    """As listed: every way to place monominoes on +++#, of which so many cells stay empty."""
    text = burr("4x1x1 +++#", "1x1x1 #").replace('count="1"', 'min="0" max="4"')
    for bound, ways in ((0, 1), (1, 4), (2, 7), (3, 8), (4, 8)):
        puzzle = loads(text.replace("<problem>", f'<problem maxHoles="{bound}">'))
        assert tilewright.count(puzzle).solutions == ways
        assert puzzle.max_holes == bound and loads(dumps(puzzle)) == puzzle
        assert xmpuzzle.loads(dumps(puzzle), lattice="square").max_holes == bound
    few = burr("3x1x1 ++#", "1x1x1 #").replace("<problem>", '<problem maxHoles="1">')
    assert tilewright.count(loads(few)).solutions == 0
    two = burr("3x1x1 ++#", "1x1x1 #", "2x1x1 ##").replace('count="1"', 'min="0" max="1"')
    for bound, ways in ((0, 2), (1, 3), (2, 4)):  # one of each; the 2 at the end; the 1 at the end
        puzzle = loads(two.replace("<problem>", f'<problem maxHoles="{bound}">'))
        assert tilewright.count(puzzle).solutions == ways and loads(dumps(puzzle)) == puzzle
    assert "'maxHoles' is 'many'" in str(fault(few.replace('maxHoles="1"', 'maxHoles="many"')))


def test_unknown_elements_are_ignored_with_a_warning() -> None:
    text = SOMA.replace("<colors>", "<magic><gridType/></magic><colors>", 1)
    with pytest.warns(FormatWarning, match="line 4: the element <magic> is unknown") as heard:
        assert loads(text) == loads(SOMA)
    assert len(heard) == 1
    with pytest.warns(FormatWarning) as heard:
        loads(SOMA.replace("<bitmap/>", "<x/>" * 1000))
    assert len(heard) == 10


def test_small_files_do_not_become_large_puzzles() -> None:
    box = "100x100x100 " + "_" * 999_999 + "#"
    assert len(loads(burr(box, "1x1x1 #")).board.required) == 1
    assert "more than 100,000 cells" in str(fault(burr("200000x1x1 " + "#" * 200_000, "1x1x1 #")))
    # One shape is read once, however often a file names it.
    shapes = [f"<shape id='{1 + k % 2}' count='1'/>" for k in range(50_000)]
    problem = f"<problem><shapes>{''.join(shapes)}</shapes><result id='0'/></problem>"
    assert "second time" in str(fault(burr("1x1x1 #", "1x1x1 #", "1x1x1 #", problem=problem)))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (SOMA, True),
        ("<puzzle version='2'/>", True),
        ("\n<?xml version='1.0'?>\n<!-- by hand -->\n<puzzle\nversion='2'>", True),
        ("<puzzles>", False),
        ("<domino_board/>", False),
        ("####\n<puzzle>", False),
        ("", False),
    ],
)
def test_what_looks_like_one(text: str, is_one: bool) -> None:  # noqa: FBT001
    assert looks_like(text) == is_one


LAYERS = {"3x2x1": "#####+", "3x1x2": "#####+", "1x3x2": "#####+"}


@pytest.mark.parametrize("size", LAYERS)
def test_one_layer_is_read_as_squares(size: str) -> None:
    """The board lies along any axis, and so does each piece; L trominoes are turned over in space."""
    text = burr(f"{size} {LAYERS[size]}", "2x1x2 ###_", "1x1x2 ##")
    with pytest.warns(FormatWarning, match="one layer of cubes is read on the square lattice"):
        puzzle = xmpuzzle.loads(text)
    assert puzzle.lattice is SQUARE and puzzle.mirrors is None
    assert {p.motions for p in puzzle.pieces} == {"all"}
    assert tilewright.count(puzzle).solutions == tilewright.count(loads(text)).solutions == 2
    assert xmpuzzle.loads(text, lattice="square") == puzzle
    assert {p.motions for p in xmpuzzle.loads(text, "all", "square").pieces} == {"all"}


def test_what_needs_the_third_dimension_stays_cubes() -> None:
    optional_tripod = burr("2x2x1 ####", "2x2x2 ###_#___").replace('count="1"', 'min="0" max="1"')
    for text in (SOMA, optional_tripod, burr("2x2x2 ########", "1x1x1 #")):
        assert xmpuzzle.loads(text).lattice is CUBE
        with pytest.raises(FormatError, match="it needs the lattice cube"):
            xmpuzzle.loads(text, lattice="square")
    upright = burr("2x1x2 ####", "2x1x2 ###_")  # about the vertical axis it only turns over
    assert xmpuzzle.loads(upright, "upright").lattice is CUBE


def test_other_grids_cannot_be_read_as_squares() -> None:
    prisms = burr("2x1x1 ##", "2x1x1 ##", grid="1")
    with pytest.raises(FormatError, match="the cells are triangular prisms; only a puzzle of cubes"):
        xmpuzzle.loads(prisms, "", "square")
    assert loads(prisms) == xmpuzzle.loads(prisms)


def test_the_lattice_is_chosen_where_there_is_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "flat.xmpuzzle"
    path.write_text(burr("2x1x1 ##", "2x1x1 ##"))
    assert load_puzzle(path, lattice="square").lattice is SQUARE
    assert load_puzzle(path, lattice="cube").lattice is CUBE
    with pytest.raises(UnsupportedError, match="cannot be read on 'line'; expected cube or square"):
        load_puzzle(path, lattice="line")
    with pytest.raises(UnsupportedError, match="the format ascii cannot be read on 'cube'"):
        load_puzzle(path, format="ascii", lattice="cube")


MARKS = st.sampled_from(["<", ">", "/", '"', "=", "0", "7", "-1", "&", "#", "_", "+", "\n", "\0", "é", " "])


@pytest.mark.filterwarnings("ignore::tilewright.errors.FormatWarning")
@given(st.text() | st.text("<>/=\"'puzle vrsion#_+123&;!"))
@example("<puzzle>")
@example('<puzzle version="2"><gridType type="0"/></puzzle>')
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        loads(text)
    except TilewrightError as error:
        assert str(error)


@pytest.mark.filterwarnings("ignore::tilewright.errors.FormatWarning")
@given(st.lists(st.tuples(st.integers(0, len(SOMA) - 1), st.integers(0, 3), MARKS), min_size=1, max_size=4))
def test_any_damage_is_read_or_refused(damage: list[tuple[int, int, str]]) -> None:
    text = SOMA
    for at, length, mark in damage:
        text = text[:at] + mark + text[at + length :]
    try:
        puzzle = loads(text)
    except TilewrightError as error:
        assert str(error)
    else:
        assert isinstance(puzzle, Puzzle)


def test_slothouber_and_graatsma() -> None:
    """Six 1 x 2 x 2 blocks and three cubes fill the 3 x 3 x 3 box in one way, up to symmetry (Conway)."""
    problem = (
        "<problem><shapes><shape id='1' count='6'/><shape id='2' min='0' max='3'/></shapes>"
        "<result id='0'/></problem>"
    )
    puzzle = loads(burr("3x3x3 " + "#" * 27, "2x1x2 ####", "1x1x1 #", problem=problem))
    answer = tilewright.count(puzzle, unique=True)
    assert answer.up_to_symmetry == 1 and answer.solutions == 48 // 6
    assert loads(dumps(puzzle)) == puzzle
