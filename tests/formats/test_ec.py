"""EC, exact cover as text of both kinds: what it says, what is refused and where, both ways without loss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import abstract_puzzles
from tilewright import catalogue
from tilewright.errors import FormatError, UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import ascii_tiles, load, save, to_exact_cover
from tilewright.formats import exact_cover_text as ec
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
from tilewright.solving.api import count
from tilewright.solving.api import solutions as found_by
from tilewright.solving.engines.reference import solutions

PAIRS = "1100 left\n0011 right side\n1001 out\n0110\n"
NUMBERS = "0,1 left\n2,3 right side\n0,3 out\n1,2\n"


def test_a_run_of_0_and_1_and_a_name() -> None:
    puzzle = ec.loads(PAIRS)
    assert [item.name for item in puzzle.items] == ["0", "1", "2", "3"]
    assert puzzle.options[1] == Option((("2", ""), ("3", "")), "right side")
    assert puzzle.options[3] == Option((("1", ""), ("2", "")), "")
    assert list(solutions(to_cover(puzzle).problem)) == [(0, 1), (2, 3)]


def test_both_kinds_are_equivalent() -> None:
    assert ec.loads(NUMBERS) == ec.loads_numeric(NUMBERS) == ec.loads(PAIRS)


def test_blanks_tabs_and_ends_of_lines_do_not_matter() -> None:
    assert ec.loads("\r\n1100\t left  \r\n0011 right side\r\n\r\n1001 out\r0110") == ec.loads(PAIRS)
    assert ec.loads("0,1   left\n2,3\tright side\n0,3 out\n1,2 ") == ec.loads(PAIRS)


def test_a_file_of_0_and_1_may_name_options_with_numbers() -> None:
    assert [option.name for option in ec.loads("10 1\n01 0,1\n").options] == ["1", "0,1"]


def test_the_largest_number_is_the_last_item() -> None:
    puzzle = ec.loads("3,7,12 name")
    assert len(puzzle.items) == 13
    assert puzzle.options == (Option((("3", ""), ("7", ""), ("12", "")), "name"),)
    assert ec.loads_numeric("10 one\n11 two").options[0].uses == (("10", ""),)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 0, 0, "there are no options"),
        ("\n \n", 0, 0, "there are no options"),
        ("110 a\n11 b\n", 2, 2, "2 items; expected 3"),
        ("110 a\n1100 b\n", 2, 4, "4 items; expected 3"),
        ("110 a\n\n112 b\n", 3, 3, "'2' is here; expected a run"),
        ("110 a\n110b\n", 2, 4, "'b' is here; expected a run"),
        ("110 a\n 110 b\n", 2, 1, "' ' is here; expected a run"),
        ("110 a\n000 b\n", 2, 1, "has no item"),
        ("110 a|b\n", 1, 6, "'|' is in the option's name"),
        ("110 a\x1bb\n", 1, 6, "is in the option's name"),
        ("012 a\n10 b", 1, 3, "'2' is here; expected a run"),
        ("0,1 a\nx,2 b", 2, 1, "'x,2' is here; expected items' numbers"),
        ("0,1 a\n1,,2 b", 2, 1, "'1,,2' is here; expected items' numbers"),
        ("0,1 a\n-1,2 b", 2, 1, "'-1,2' is here; expected items' numbers"),
        ("0,1 a\n12,3 b", 2, 4, "the item 3 follows 12"),
        ("0,1 a\n3,3 b", 2, 3, "the item 3 follows 3"),
        ("0,200000 a", 1, 3, "the item 200000 is too large"),
        ("0,1\n5,99999999999999999999999999", 2, 3, "is too large"),
        ("2 a\n", 0, 0, ""),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, message: str) -> None:
    if not message:
        assert len(ec.loads(text).items) == 3
        return
    with pytest.raises(FormatError, match=message.replace("|", r"\|")) as caught:
        ec.loads(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_oversized_lines_are_refused() -> None:
    with pytest.raises(FormatError, match="200,001 items; at most 200,000") as caught:
        ec.loads("1" * 200_001)
    assert caught.value.line == 1


def test_too_many_uses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(to_exact_cover, "MAX_USES", 5)
    with pytest.raises(FormatError, match="use items 6 times; at most 5") as caught:
        ec.loads(PAIRS)
    assert caught.value.line == 3


def test_motions_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="motions cannot be changed"):
        ec.loads(PAIRS, "all")


def test_written_as_it_was_read() -> None:
    assert ec.dumps(ec.loads(PAIRS)) == ec.dumps(ec.loads(NUMBERS)) == PAIRS
    assert ec.dumps_numeric(ec.loads(PAIRS)) == NUMBERS


@given(abstract_puzzles(plain=True))
def test_written_and_read_it_is_the_same_but_for_names(puzzle: ExactCoverPuzzle) -> None:
    if not puzzle.options:
        with pytest.raises(UnsupportedError, match="has none"):
            ec.dumps(puzzle)
        return
    again = ec.loads(ec.dumps(puzzle))
    number = {item.name: str(k) for k, item in enumerate(puzzle.items)}
    assert [item.name for item in again.items] == list(number.values())
    for option, same in zip(puzzle.options, again.options, strict=True):
        assert set(same.uses) == {(number[name], "") for name, _ in option.uses}
        assert same.name == option.name or not option.name
    assert ec.loads(ec.dumps(again)) == again
    if any(again.items[-1].name == name for option in again.options for name, _ in option.uses):
        assert ec.loads_numeric(ec.dumps_numeric(puzzle)) == again
    else:
        with pytest.raises(UnsupportedError, match="the last item"):
            ec.dumps_numeric(puzzle)


@given(st.text(st.sampled_from("01,2 \nab"), max_size=30), st.sampled_from([ec.loads, ec.loads_numeric]))
def test_whatever_is_read_can_be_written(text: str, loads: Callable[[str], ExactCoverPuzzle]) -> None:
    try:
        puzzle = loads(text)
    except FormatError as error:
        assert error.line <= text.count("\n") + 1
        return
    assert ec.loads(ec.dumps(puzzle)) == puzzle


A = Item("a")
USE_A = Option((("a", ""),), "one")


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (ExactCoverPuzzle((A, Item("x", primary=False)), (USE_A,)), "'x' may stay uncovered"),
        (ExactCoverPuzzle((Item("a", 0, 2),), (USE_A,)), "'a' must be covered 0 to 2 times"),
        (
            ExactCoverPuzzle((Item("a", 2, 2),), (USE_A, USE_A)),
            "'a' must be covered exactly twice; use --labelled",
        ),
        (ExactCoverPuzzle((A,), (replace(USE_A, cost=3),)), "cannot express costs"),
        (ExactCoverPuzzle((A,), ()), "this puzzle has none"),
        (catalogue.load("gold-3x3"), "'bar' must be covered 0 to 4 times"),
    ],
)
@pytest.mark.parametrize("dumps", [ec.dumps, ec.dumps_numeric])
def test_what_it_cannot_express_is_refused(
    puzzle: AnyPuzzle, message: str, dumps: Callable[[AnyPuzzle], str]
) -> None:
    with pytest.raises(UnsupportedError, match=message):
        dumps(puzzle)


def test_a_text_too_long_to_be_read_again_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ec, "MAX_CHARACTERS", 15)
    with pytest.raises(UnsupportedError, match="ec-numeric is shorter"):
        ec.dumps(ec.loads(PAIRS))


@pytest.mark.parametrize("name", ["tetrominoes-3x7-hole", "dominoes-4x4", "pentominoes-three-4x5"])
def test_puzzles_of_the_catalogue_keep_their_counts(name: str) -> None:
    puzzle = catalogue.load(name)
    for dumps in (ec.dumps, ec.dumps_numeric):
        assert count(ec.loads(dumps(puzzle))).solutions == count(puzzle).solutions


def test_solutions_are_names_ended_by_bars() -> None:
    puzzle = ec.loads(PAIRS)
    assert [ec.solution_text(puzzle, one, 5) for one in found_by(puzzle)] == [
        "left|right side|\n",
        "out|1 2|\n",
    ]
    cells = catalogue.load("trominoes-3x3")
    one = next(iter(found_by(cells)))
    names = ec.solution_text(cells, one, 1).strip().split("|")
    assert len(names) == len(one.placements) + 1
    assert sorted(names[:-1]) == sorted(
        f"{p.piece}:{';'.join(f'{x},{y}' for x, y in p.cells)}" for p in one.placements
    )


@pytest.mark.parametrize("text", [PAIRS, "01\n10\n\n", "0110 b\r\n1111 a b", "0110 a\n011 b"])
def test_looks_like(text: str) -> None:
    assert ec.looks_like(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "011\n01 b",
        NUMBERS,
        "1 a",
        "0 1 2",
        "00 a\n01 b",
        "0110\n\n01",
        "01\n1",
        "6 3 2",
        "0101x",
        " 01",
        "1111\n1111\n\n11",
    ],
)
def test_looks_like_something_else(text: str) -> None:
    assert not ec.looks_like(text)


def test_a_board_of_0_and_1_with_pieces_is_not_guessed() -> None:
    with pytest.raises(FormatError, match="may be ascii or ec; choose a format"):
        ec.looks_like("0101 01\n1010 10\n")


def test_looks_numeric() -> None:
    assert ec.looks_numeric(NUMBERS)
    for text in ("", "1\n2\n", PAIRS, "1,2\nx", "1,2\n\n3", "a,b", "0 a, b\n1 c\n"):
        assert not ec.looks_numeric(text)


def test_a_wrong_character_in_a_run_is_reported() -> None:
    """Taken for the number 12, the items 0 to 11 would have no option."""
    with pytest.raises(FormatError, match="'2' is here; expected a run of 0 and 1") as caught:
        ec.loads("012 a\n")
    assert (caught.value.line, caught.value.column) == (1, 3)


def test_a_header_names_the_items() -> None:
    puzzle = ec.loads("# left middle right\n110 a\n001 b\n")
    assert [item.name for item in puzzle.items] == ["left", "middle", "right"]
    assert [list(option.words) for option in puzzle.options] == [["left", "middle"], ["right"]]
    assert ec.header(puzzle) + ec.dumps(puzzle) == "# left middle right\n110 a\n001 b\n"
    assert ec.loads("# a b c d\n0,1\n2 x\n").items[-1].name == "d"
    assert ec.looks_like("# a b\n10 x\n01 y\n") and not ec.looks_like("# a b c\n10 x\n01 y\n")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("# a b\n110\n", 2, "the line has 3 items; the header names 2"),
        ("# a b a\n110\n", 1, "column 7: the header names 'a' twice; expected different names"),
        ("# a b:c\n11\n", 1, "column 5: 'b:c' is here; expected a name without ':' and .\\|'"),
        ("# a b c\n11\n", 2, "the line has 2 items; the header names 3"),
        ("# a b\n0,1\n2 x\n", 3, "the line has 3 items; the header names 2"),
        ("# a b\n", 0, "there are no options"),
    ],
)
def test_headers_that_do_not_fit(text: str, line: int, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        ec.loads(text)
    assert caught.value.line == line


def test_a_header_is_an_extension() -> None:
    ec.check_strict("10 a\n")
    with pytest.raises(FormatError, match="extension of EC"):
        ec.check_strict("# a b\n10 a\n")


def test_pieces_first_then_cells_row_by_row(tmp_path: Path) -> None:
    puzzle = ascii_tiles.loads("###\n##\n\n##  ##\n#\n")
    path = tmp_path / "p.ec"
    save(puzzle, path, pieces_first=True, header=True)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# V3 I2 0,0 1,0 2,0 0,1 1,1"
    names = lines[0][2:].split()
    for line in lines[1:]:
        run, name = line.split()
        piece, cells = name.split(":")
        assert {names[k] for k, bit in enumerate(run) if bit == "1"} == {piece, *cells.split(";")}
    assert count(load(path)).solutions == count(puzzle).solutions == 2
    with pytest.raises(UnsupportedError, match="the format cnf has no header"):
        save(puzzle, tmp_path / "p.cnf", header=True)
