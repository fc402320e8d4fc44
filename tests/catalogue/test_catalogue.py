"""The catalogue: every file loads, is in the index, and says where its numbers come from."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import warnings
from importlib.resources import files
from pathlib import Path

import pytest

from tilewright import catalogue
from tilewright.errors import FormatWarning, PuzzleError
from tilewright.formats import FORMATS
from tilewright.formats.toml import dumps, loads
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import LATTICES
from tilewright.model.puzzle import Puzzle
from tilewright.solving.infeasibility import why


@pytest.fixture(scope="module")
def puzzles() -> dict[str, AnyPuzzle]:
    return {name: catalogue.load(name) for name in catalogue.names()}


def test_there_are_many_and_each_file_is_in_the_index_once() -> None:
    there = sorted(
        path.name.removesuffix(".toml")
        for path in files("tilewright.catalogue").iterdir()
        if path.name.endswith(".toml") and path.name != "index.toml"
    )
    index = files("tilewright.catalogue").joinpath("index.toml").read_text(encoding="utf-8")
    listed = re.findall(r"^([A-Za-z0-9-]+) = \[", index, re.M)
    listed = [name for name in listed if name != "tags"]
    assert len(listed) == len(set(listed)) >= 100
    assert sorted(listed) == there
    assert catalogue.names() == tuple(listed)


def test_every_puzzle_has_a_title_of_its_own(puzzles: dict[str, AnyPuzzle]) -> None:
    titles = [puzzle.title for puzzle in puzzles.values()]
    assert all(titles)
    assert len(set(titles)) == len(titles)
    assert [catalogue.entry(name).title for name in puzzles] == titles


def test_every_number_has_a_source(puzzles: dict[str, AnyPuzzle]) -> None:
    for name, puzzle in puzzles.items():
        assert puzzle.expect or "open" in catalogue.entry(name).tags, name
        for expected in puzzle.expect:
            assert len(expected.source) > 10, (name, expected)
        asked = [(e.what, e.use, e.motions) for e in puzzle.expect]
        assert len(set(asked)) == len(asked), name


def test_numbers_of_one_puzzle_agree(puzzles: dict[str, AnyPuzzle]) -> None:
    """Orbits are no larger than the group, and telling copies apart makes no fewer solutions."""
    for name, puzzle in puzzles.items():
        largest = len(puzzle.lattice.motions["all"]) if isinstance(puzzle, Puzzle) else 1
        if isinstance(puzzle, Puzzle) and (surface := puzzle.board.surface) is not None:
            largest *= surface.width * surface.height  # steps round it
        for use in ("all", "any"):
            counts = {e.what: e.count for e in puzzle.expect if e.use == use}
            if "unique" in counts and "solutions" in counts:
                assert counts["unique"] <= counts["solutions"] <= largest * counts["unique"], name
            if "least" in counts and "most" in counts:
                assert counts["least"] <= counts["most"], name
            if {"cheapest", "dearest", "solutions"} <= set(counts):
                assert 0 < counts["cheapest"] + counts["dearest"] <= 2 * counts["solutions"], name
            if "labelled" in counts and "solutions" in counts:
                assert counts["labelled"] >= counts["solutions"], name


def test_impossible_puzzles_are_marked(puzzles: dict[str, AnyPuzzle]) -> None:
    for name, puzzle in puzzles.items():
        none = any(e.what == "solutions" and e.count == 0 and e.use == "all" for e in puzzle.expect)
        tags = catalogue.entry(name).tags
        assert ("impossible" in tags or "areas" in tags) == none, name
        if "no search" in tags:
            assert why(puzzle) is not None, name


def test_files_survive_writing_and_reading(puzzles: dict[str, AnyPuzzle]) -> None:
    for name, puzzle in puzzles.items():
        assert loads(dumps(puzzle)) == puzzle, name


def test_every_lattice_and_every_kind_of_puzzle_is_there(puzzles: dict[str, AnyPuzzle]) -> None:
    boards = [puzzle for puzzle in puzzles.values() if isinstance(puzzle, Puzzle)]
    assert {puzzle.lattice.name for puzzle in boards} == set(LATTICES)
    assert len(boards) < len(puzzles)
    assert any(puzzle.mirrors for puzzle in boards)
    assert any(not puzzle.crossings for puzzle in boards)
    assert any(puzzle.board.colours for puzzle in boards if puzzle.lattice.name != "square")


def test_search() -> None:
    assert [entry.name for entry in catalogue.search("mutilated chessboard")] == ["mutilated-chessboard"]
    assert {entry.name for entry in catalogue.search(["AZTEC"])} == {
        f"aztec-diamond-{n}" for n in range(1, 7)
    }
    assert "pentominoes-8x8-centre-hole" in {entry.name for entry in catalogue.search("scott")}
    assert catalogue.search("no such words") == ()
    assert len(catalogue.search()) == len(catalogue.names())


def test_search_finds_aliases_sources_and_authors() -> None:
    def names_of(words: str) -> set[str]:
        return {entry.name for entry in catalogue.search(words)}

    assert names_of("board3") == {"frame-and-plugs"}
    assert "pentominoes-6x10" in names_of("haselgrove")
    assert names_of("knuth") >= {f"tetrasticks-5x5-without-{letter}" for letter in "HJLNY"}
    assert "sticks-4-5-6" in names_of("Faase")
    assert "mutilated-6x6" not in names_of("mutilated chessboard"), "words of a proof are not searched"


def test_search_finds_known_counts() -> None:
    def names_of(words: str) -> set[str]:
        return {entry.name for entry in catalogue.search(words)}

    assert names_of("8574") == {"morse"}
    assert names_of("20160") == names_of("20,160") == {"dominosa-most"}
    for word in ("20,,160", "2,0160", "201,60", "0x20160", "9" * 5_000):
        assert names_of(word) == set()
    assert names_of("9356") == {"pentominoes-6x10"}
    assert names_of("633856") == {"ten-by-ten"}
    assert names_of("pentominoes 2339") == {"pentominoes-6x10"}
    assert names_of("dominoes 2339") == set()


def test_a_collection_is_found_by_its_tag() -> None:
    entries = catalogue.search("students")
    assert len(entries) == 43
    assert all(entry.aliases for entry in entries)
    assert all("students" in entry.tags for entry in entries)
    assert [len(catalogue.search(f"students {tag}")) for tag in ("pentominoes", "open")] == [23, 2]


def test_aliases_name_puzzles_and_are_not_names() -> None:
    names = {name.casefold() for name in catalogue.names()}
    aliases = [alias for entry in catalogue.entries().values() for alias in entry.aliases]
    assert len({alias.casefold() for alias in aliases}) == len(aliases) >= 34
    assert names.isdisjoint(alias.casefold() for alias in aliases)
    index = tomllib.loads(files("tilewright.catalogue").joinpath("index.toml").read_text(encoding="utf-8"))
    for collection in index["collection"]:
        assert set(collection["aliases"].values()) <= set(catalogue.names())
    assert catalogue.load("iq_CREATOR") == catalogue.load("iq-creator")


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(PuzzleError, match=r"did you mean .*pentominoes-6x10"):
        catalogue.load("pentominos-6x10")
    with pytest.raises(PuzzleError, match="did you mean lucky13"):
        catalogue.load("lucky_13")
    with pytest.raises(PuzzleError, match="no puzzle named"):
        catalogue.load("../index")
    with pytest.raises(PuzzleError, match="no puzzle named 'index'"):
        catalogue.load("index")


def test_looking_at_names_reads_no_puzzle() -> None:
    code = (
        "import sys; from tilewright import catalogue; assert catalogue.names(); "
        "print([m for m in sys.modules if m.startswith(('tilewright.formats', 'tilewright.solving'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_names_every_group_and_every_tag_with_a_meaning() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "catalogue.md"
    text = page.read_text(encoding="utf-8")
    for group in {entry.group for entry in catalogue.entries().values()}:
        assert f"| {group} |" in text
    for tag in ("open", "heavy", "impossible", "no search"):
        assert f"`{tag}`" in text
        assert any(tag in entry.tags for entry in catalogue.entries().values())


def test_examples_of_dpf_can_be_written_and_read_again() -> None:
    entries = catalogue.search("dpf")
    assert {"three-pieces", "sticks-4-5-6", "morse", "soma-cube", "welded-tetrasticks-4x4"} <= {
        entry.name for entry in entries
    }
    for entry in entries:
        formats = [FORMATS[tag] for tag in ("dpf", "compact-dpf") if tag in entry.tags]
        assert formats, entry.name
        for format in formats:
            assert format.dumps is not None
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", FormatWarning)  # sticks may cross in compact DPF
                text = format.dumps(entry.load())
            assert format.dumps(format.read(text)) == text, entry.name
