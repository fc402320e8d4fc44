"""The names of ``import tilewright``, its help, and the loading of puzzles by a path or a name."""

from __future__ import annotations

import doctest
import pydoc
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilewright
from tilewright import errors, results
from tilewright.families.gunport import Arrangement, GunportBoard
from tilewright.solving import api

NAMES: list[str] = getattr(tilewright, "__all__")  # noqa: B009 - type checkers know no such list


def test_the_public_names_are_there() -> None:
    assert all(getattr(tilewright, name) is not None for name in NAMES)
    assert set(NAMES) <= set(dir(tilewright))
    with pytest.raises(AttributeError, match="nonsense"):
        tilewright.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_there_are_at_most_forty_public_names() -> None:
    assert len(NAMES) <= 40


@pytest.mark.parametrize("name", ["Answer", "Sample", "FormatError", "RunError"])
def test_names_that_moved_work_with_a_warning(name: str) -> None:
    with pytest.deprecated_call(match=f"tilewright.{name} is now tilewright.(results|errors).{name}"):
        moved = getattr(tilewright, name)
    assert moved in (getattr(results, name, None), getattr(errors, name, None))
    assert name not in NAMES


def test_answers_and_errors_are_there_without_an_import_of_their_modules() -> None:
    code = "import tilewright as t; t.results.Answer, t.errors.FormatError"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_overview_fits_on_two_screens_and_names_everything() -> None:
    text = pydoc.plain(pydoc.render_doc(tilewright)).partition("\nPACKAGE CONTENTS")[0]
    assert len(text.splitlines()) < 100
    words = set(re.findall(r"\w+", text))
    assert [name for name in NAMES if not {name, f"{name}s"} & words] == []


def test_all_names_are_imported_by_a_star() -> None:
    code = "from tilewright import *; print(count, load, ExactCoverPuzzle)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_puzzles_are_loaded_from_files_and_the_catalogue(tmp_path: Path) -> None:
    soma = tilewright.load_puzzle("catalog:soma-cube")
    tilewright.save(soma, tmp_path / "soma.toml")
    assert tilewright.load(str(tmp_path / "soma.toml")) == soma == tilewright.load("catalogue:soma-cube")
    fixed = tilewright.load_puzzle("catalog:soma-cube", motions="fixed")
    assert {piece.motions for piece in fixed.pieces} == {"fixed"}


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("catalog:soma-cub", {}, "no puzzle named 'soma-cub'; did you mean .*soma-cube"),
        ("catalog:", {}, "no puzzle named ''"),
        ("catalog:soma-cube", {"format": "toml"}, "applies to files only"),
        ("catalog:soma-cube", {"problem": 1}, "applies to files only"),
        ("catalog:morse-moved", {"motions": "fixed"}, "expected a board with pieces"),
        ("catalog:morse-moved", {}, "expected a board with pieces"),
        ("soma-cube", {}, "soma-cube: there is no such file"),
    ],
)
def test_a_puzzle_that_cannot_be_loaded_is_named(name: str, options: dict[str, Any], error: str) -> None:
    with pytest.raises(tilewright.TilewrightError, match=error):
        tilewright.load_puzzle(name, **options)


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"AnyPuzzle", "Cell", "LATTICES", "SQUARE", "optimize"}))
def test_public_docstrings_have_examples_that_run(name: str) -> None:
    shown: Any = getattr(tilewright, name)
    shown = api.solve if name == "solve" else shown  # the name of a package, too
    finder = doctest.DocTestFinder(exclude_empty=True)
    module = sys.modules[shown.__module__] if hasattr(shown, "__module__") else shown
    tests = [test for test in finder.find(shown, name, module=module) if test.examples]
    assert tests, f"{name} has no example"
    for test in tests:
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


named: Any = tilewright.pieces.named  # type checkers would refuse the calls
load: Any = tilewright.load
loads: Any = tilewright.loads
board_of: Any = GunportBoard
rectangle: Any = GunportBoard.rectangle


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: named(3), "the name of a set of pieces is 3; expected a text"),
        (lambda: tilewright.Puzzle.of("##", ["##"], title=3), "the title of a puzzle is 3; expected a text"),
        (lambda: load(3), "3 is not a path; expected one, or catalog:NAME"),
        (lambda: loads("##", 3), "the format is 3; expected its name"),
        (lambda: board_of(8, 10), "the cells of a board are 8; expected a set"),
        (lambda: rectangle("3", 2), "a board of '3' x 2; expected whole numbers"),
    ],
)
def test_a_value_of_another_type_is_named(make: Any, message: str) -> None:
    with pytest.raises(tilewright.TilewrightError, match=message):
        make()


def test_boards_of_families_are_shown_in_a_few_words() -> None:
    board = GunportBoard.rectangle(8, 10)
    assert repr(board) == "<GunportBoard 8x10>"
    assert repr(Arrangement(board, frozenset())) == "<Arrangement of 0 pieces on 8x10>"
