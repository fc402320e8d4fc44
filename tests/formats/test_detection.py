"""Formats told apart by content: drawings, lists of numbers, and what may be either."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats import FORMATS
from tilewright.formats import exact_cover_text as ec
from tilewright.formats.ascii_tiles import is_drawing
from tilewright.formats.files import choose
from tilewright.formats.text import is_number_list

WHOLE = "6 3\n2\n2 0 1\n2 2 3\n3\n2 0 2\n2 2 4\n2 4 5\n2\n2 1 3\n2 3 5\n"


@pytest.mark.parametrize("text", ["##\n##\n\n#", "11122\n11122\n\n12 11 122 11"])
def test_drawings(text: str) -> None:
    assert is_drawing(text)
    assert not is_number_list(text)
    assert choose("", text).name == "ascii"


@pytest.mark.parametrize("text", ["", "a b", "ab cd", "x\n" * 200_000])
def test_no_drawings(text: str) -> None:
    assert not is_drawing(text)


@pytest.mark.parametrize(
    "text",
    [
        WHOLE[:-2],
        WHOLE + " 7",
        WHOLE.replace("2 3 5", "2 3 5 7"),
        WHOLE[:-2] + "// with a comment",
        "2 0 3 0 0 1 0 2 0 1",
    ],
)
def test_an_incomplete_list_is_not_read_as_a_drawing(text: str) -> None:
    assert is_number_list(text)
    with pytest.raises(FormatError, match="a list of numbers, but it does not have the length that dpf"):
        choose("", text)
    assert choose(".dpf", text).name == "dpf"


@pytest.mark.parametrize(
    "text", ["", "1 1 1", "1111 1111 0 0 0 0 0", "01 1 1 1 1 1 1", "1 2 3 4 5 6 x", "9" * 5000]
)
def test_no_lists(text: str) -> None:
    assert not is_number_list(text)


def test_a_text_that_fits_two_formats_is_refused() -> None:
    both = "1 1  2  2 0  0 3  1  0 1"  # a piece of two orientations; or a board of two coloured cells
    with pytest.raises(FormatError, match="dpf or compact-dpf; choose a format"):
        choose("", both)
    assert choose(".cdpf", both).name == "compact-dpf"


@pytest.mark.parametrize("name", ["cnf", "lp", "mps"])
def test_formats_that_are_only_written_are_known_and_refused(name: str) -> None:
    """As drawings they would be boards of some hundred pieces, and have no solution."""
    dumps = FORMATS[name].dumps
    assert dumps is not None
    text = dumps(ec.loads("110 a\n001 b\n"))
    for suffix in ("", ".txt", ".unknown"):
        assert choose(suffix, text).name == name
    with pytest.raises(UnsupportedError, match=f"the format {name} can be written, but not read"):
        choose("", "\n" + text).read(text)


@pytest.mark.parametrize(
    "text", ["c\n", "p q r\np q\nr\n", "min max\nmin\nmax\n", "NAME x\nNAME\nx\n", "* *\n", "\\\n"]
)
def test_texts_that_only_begin_like_those_formats(text: str) -> None:
    assert not any(FORMATS[name].matches(text) for name in ("cnf", "lp", "mps"))


def test_detection_imports_only_what_may_match() -> None:
    script = """
import sys
from tilewright.formats.files import choose
assert choose("", "AAB\\nABB\\n\\nAA AB BB\\n").name == "ascii"
names = ("cnf", "lp", "mps", "dpf", "toml")
print([name for name in names if f"tilewright.formats.{name}" in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8")
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("name", FORMATS)
def test_descriptors_match_their_modules(name: str) -> None:
    file_format = FORMATS[name]
    assert (file_format.loads is not None, file_format.dumps is not None) == (
        file_format.reads,
        file_format.writes,
    )
    assert (file_format.solution_text is not None) == file_format.solutions
    if not file_format.several_puzzles:
        with pytest.raises(UnsupportedError):
            file_format.read("", problem=2)
