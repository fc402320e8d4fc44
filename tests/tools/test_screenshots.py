"""The docs have a picture of each web page in both sizes, small enough, and show all of them."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image
from screenshots import MAX_BYTES, PICTURES, SIZES, shots

from tilewright.web.pages import pages

SHOWN = Path(__file__).parents[2] / "docs/how-to/browser-pages.md"
MAX_BYTES_IN_ALL = 1_200_000
FORMS_AND_TEXT = {"convert", "learn"}
"""Pages without a board, which need no picture."""


def test_each_page_has_its_pictures() -> None:
    assert {page.name for page in pages()} - FORMS_AND_TEXT <= set(shots())
    names = {f"{name}-{width}.png" for name in shots() for width in SIZES}
    assert {path.name for path in PICTURES.iterdir()} == names
    shown = re.findall(r"\(\.\./images/pages/([^)]+)\)", SHOWN.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(names)


def test_the_pictures_are_small_and_have_the_size_of_their_window() -> None:
    sizes = [path.stat().st_size for path in PICTURES.iterdir()]
    assert max(sizes) <= MAX_BYTES
    assert sum(sizes) <= MAX_BYTES_IN_ALL
    for path in PICTURES.iterdir():
        width = int(path.stem.rpartition("-")[2])
        with Image.open(path) as picture:
            assert picture.size == (width, SIZES[width])
