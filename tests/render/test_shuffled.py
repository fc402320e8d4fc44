"""Pictures of tilings by directions and of heights: the colour of each square, and what is refused."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from tilewright.errors import UnsupportedError
from tilewright.render.palette import INK, PAPER, rgb
from tilewright.render.shuffled import DIRECTIONS, HIGH, LOW, directions_png, directions_svg, heights_png
from tilewright.solving.random_tilings.shuffling import aztec_tilings

[TILING] = aztec_tilings(9, seed=1)


def colour_of(letter: str) -> tuple[int, int, int]:
    return rgb(DIRECTIONS.get(letter, PAPER))


def test_each_square_has_the_colour_of_its_direction() -> None:
    picture = Image.open(BytesIO(directions_png(TILING.rows, 3))).convert("RGB")
    assert picture.size == (54, 54)
    for y, row in enumerate(TILING.rows):
        for x, letter in enumerate(row):
            assert picture.getpixel((3 * x + 1, 3 * y + 1)) == colour_of(letter)


def test_lines_go_round_dominoes_where_squares_are_large() -> None:
    picture = Image.open(BytesIO(directions_png(TILING.rows, 8))).convert("RGB")
    for (x, y), (right, bottom) in TILING.dominoes():
        assert picture.getpixel((8 * x, 8 * y)) == rgb(INK)
        middle = 4 * (x + right + 1), 4 * (y + bottom + 1)
        assert picture.getpixel(middle) == colour_of(TILING.rows[y][x])


def test_the_runs_of_the_svg_are_the_squares() -> None:
    text = directions_svg(TILING.rows)
    for letter, colour in DIRECTIONS.items():
        (path,) = re.findall(f'fill="{colour}" d="([^"]*)"', text)
        squares = [
            (int(x) + k, int(y))
            for x, y, size in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)
            for k in range(int(size))
        ]
        rows = enumerate(TILING.rows)
        assert sorted(squares) == sorted((x, y) for y, row in rows for x, c in enumerate(row) if c == letter)


def test_heights_from_dark_to_bright() -> None:
    picture = Image.open(BytesIO(heights_png(((0, 5, None), (10, 10, 0))))).convert("RGB")
    scale = picture.width // 3
    rows = [[picture.getpixel((x * scale + 1, y * scale + 1)) for x in range(3)] for y in range(2)]
    assert [rows[0][0], rows[1][2]] == [rgb(LOW)] * 2
    assert rows[1][:2] == [rgb(HIGH)] * 2
    assert rows[0][2] == rgb(PAPER)
    assert rows[0][1] not in (rgb(LOW), rgb(HIGH), rgb(PAPER))


def test_a_picture_that_is_too_large() -> None:
    with pytest.raises(UnsupportedError, match="pixels"):
        directions_png(TILING.rows, 1000)


def test_the_greatest_order_fits_into_a_picture() -> None:
    wide = ["N" * 8001]
    assert Image.open(BytesIO(directions_png(wide))).size == (8001, 1)
    assert 'width="20000"' in directions_svg(["N" * 20_000])
