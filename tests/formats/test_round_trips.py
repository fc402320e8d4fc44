"""From every format to every other and back: the same solutions, or an error that says what is not said."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from support.formats_strategies import abstract_puzzles, page_puzzles
from support.puzzle_cases import piece, puzzles, rectangle
from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import to_cover
from tilewright.formats import FORMATS, dlx, toml
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.reference import start_node, walk

BOTH_WAYS = [name for name, format in FORMATS.items() if format.loads and format.dumps]
OF_ITEMS = {"dlx", "ec", "ec-numeric", "ec-sets", "ec-counted", "ec-matrix", "dpf"}
"""Formats that are read as items and options, whatever was written."""

pytestmark = pytest.mark.filterwarnings("ignore:one layer of cubes:tilewright.errors.FormatWarning")

NODES = 3_000
"""How far the reference may walk for one count; its puzzles are passed over beyond."""


def through(name: str, puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle written and read in a format."""
    dumps = FORMATS[name].dumps
    assert dumps is not None
    return FORMATS[name].read(dumps(puzzle))


def ways(puzzle: AnyPuzzle) -> int | None:
    """The number of solutions by the definition; None when that takes too long."""
    cover = to_cover(puzzle)
    if len(cover.problem.options) > 60:
        return None
    forced = set(cover.forced)
    steps = list(islice(walk(cover.problem, start_node(())), NODES))
    if len(steps) == NODES:
        return None
    return sum(step is not None and forced <= set(step) for step in steps)


def check(puzzle: AnyPuzzle, first: str, second: str) -> None:
    """Through one format and then through another the puzzle keeps its count, where they can say it."""
    try:
        there = through(first, puzzle)
    except UnsupportedError as error:
        assert len(str(error)) > 20
        return
    assert isinstance(there, ExactCoverPuzzle) >= (first in OF_ITEMS)
    expected = ways(puzzle)
    assert expected is None or ways(there) in (expected, None)
    assert through(first, there) == there or not _all_have_options(there)
    try:
        further = through(second, there)
    except UnsupportedError as error:
        assert len(str(error)) > 20
        return
    event(f"{first} -> {second}")
    assert expected is None or ways(further) in (expected, None)
    assert through(second, further) == further or not _all_have_options(further)


def _all_have_options(puzzle: AnyPuzzle) -> bool:
    """Whether each item has an option; DPF does not tell a piece without orientations from a location."""
    problem = to_cover(puzzle).problem
    return {item for option in problem.options for item, _ in option} == set(range(len(problem.items)))


PAIRS = [(first, second) for first in BOTH_WAYS for second in BOTH_WAYS]
WITH_CELLS = Puzzle(rectangle(4, 3), (piece("V", "## #."), piece("P", "### ##."), piece("I", "####")))
WITH_ITEMS = dlx.loads("p q r s t u\np t\np u\nq t\nq r s\nr u\ns u\nr s\np q\nt u\n")


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_plain_puzzle_round_trips_through_every_format(first: str, second: str) -> None:
    there = through(first, WITH_CELLS)
    if first in OF_ITEMS and second in BOTH_WAYS and second not in OF_ITEMS | {"toml"}:
        with pytest.raises(UnsupportedError, match="items and options only"):
            through(second, there)
        return
    assert ways(through(second, there)) == ways(WITH_CELLS) == 8


@pytest.mark.parametrize("second", sorted(OF_ITEMS | {"toml"}))
@pytest.mark.parametrize("first", sorted(OF_ITEMS | {"toml"}))
def test_plain_items_round_trip_through_every_format(first: str, second: str) -> None:
    puzzle = WITH_ITEMS
    if "dpf" in (first, second):  # which needs pieces
        puzzle = dlx.loads("x y z a b\nx a\nx y a\nz a\ny z b\nz b\nx b\n")
    assert ways(through(second, through(first, puzzle))) == ways(puzzle) == 2


@pytest.mark.parametrize("first", BOTH_WAYS)
@settings(max_examples=40)
@given(st.data())
def test_counts_stay(first: str, data: st.DataObject) -> None:
    kinds: list[Callable[[], st.SearchStrategy[AnyPuzzle]]] = [
        puzzles,
        page_puzzles,
        abstract_puzzles,
        partial(abstract_puzzles, plain=True),
    ]
    puzzle = data.draw(data.draw(st.sampled_from(kinds))())
    second = data.draw(st.sampled_from(BOTH_WAYS))
    check(puzzle, first, second)


@settings(max_examples=30)
@given(st.one_of(puzzles(), page_puzzles(), abstract_puzzles()))
def test_our_own_format_loses_nothing_of_any_other(puzzle: AnyPuzzle) -> None:
    for name in BOTH_WAYS:
        try:
            there = through(name, puzzle)
        except UnsupportedError:
            continue
        assert toml.loads(toml.dumps(there)) == there
