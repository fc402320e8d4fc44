from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from support.render_cases import mirrors, pentominoes
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.render import RENDERERS, Picture, RenderOptions, picture, to_png, to_svg, to_text


def test_every_renderer_makes_bytes_of_every_kind_of_picture() -> None:
    assert set(RENDERERS) == {".svg", ".png", ".txt"}
    for suffix, render in RENDERERS.items():
        for solutions in ([], mirrors()[:1], mirrors()):
            data = render(pentominoes(), solutions, RenderOptions())
            assert data.startswith({".svg": b"<svg", ".png": b"\x89PNG", ".txt": b"6x10\n"}[suffix])


def test_svg_and_png_are_the_same_size() -> None:
    for solutions in ([], mirrors()[:1], mirrors()):
        root = ElementTree.fromstring(to_svg(pentominoes(), solutions))
        width, height = Image.open(BytesIO(to_png(pentominoes(), solutions))).size
        assert abs(float(root.attrib["width"]) - width) <= 1
        assert abs(float(root.attrib["height"]) - height) <= 1


def test_a_picture_is_a_value_that_a_notebook_shows() -> None:
    shown = picture(pentominoes(), mirrors()[0])
    assert shown == Picture(pentominoes(), (mirrors()[0],))
    assert shown._repr_svg_() == shown.svg() == to_svg(pentominoes(), mirrors()[:1])
    assert str(shown) == shown.text() == to_text(pentominoes(), mirrors()[:1])
    assert shown.png() == to_png(pentominoes(), mirrors()[:1])


def test_the_same_picture_is_drawn_each_time() -> None:
    for render in RENDERERS.values():
        assert render(pentominoes(), mirrors(), RenderOptions()) == render(
            pentominoes(), mirrors(), RenderOptions()
        )


@pytest.mark.parametrize("what", ["columns", "limit", "width"])
def test_sizes_below_one_are_refused(what: str) -> None:
    with pytest.raises(UnsupportedError, match=what):
        match what:
            case "columns":
                RenderOptions(columns=0)
            case "limit":
                RenderOptions(limit=0)
            case _:
                RenderOptions(width=0)


def test_pillow_is_loaded_only_for_png() -> None:
    code = "import sys, tilewright.render; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("draw", [to_svg, to_png, to_text])
def test_what_is_no_puzzle_has_no_picture(draw: Callable[..., object]) -> None:
    for wrong in (None, "puzzle.toml", [pentominoes()]):
        with pytest.raises(PuzzleError, match="is not a puzzle"):
            draw(wrong)


def test_items_have_a_matrix_as_picture_but_no_drawing_in_text() -> None:
    puzzle = ExactCoverPuzzle.of([["a"]])
    assert ">a<" in to_svg(puzzle)
    with pytest.raises(UnsupportedError, match="expected a board with pieces"):
        to_text(puzzle)
