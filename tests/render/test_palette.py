from __future__ import annotations

import math
from itertools import combinations

import pytest

from tilewright.render import palette

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
# deficiency" (IEEE TVCG 15(6), 2009), severity 1.0, for linear sRGB.
SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, sight: str) -> tuple[float, float, float]:
    light = palette.linear(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in SIGHT[sight]
    )
    return palette.lab((red, green, blue))


@pytest.mark.parametrize(
    ("sight", "least"), [("normal", 17), ("protanopia", 17), ("deuteranopia", 17), ("tritanopia", 13)]
)
def test_any_two_of_the_twelve_colours_differ_for_all_eyes(sight: str, least: float) -> None:
    assert len(palette.COLOURS) == 12
    for a, b in combinations(palette.COLOURS, 2):
        assert math.dist(seen(a, sight), seen(b, sight)) >= least, (a, b)


def test_pieces_differ_from_the_ground_and_the_paper() -> None:
    for colour in palette.COLOURS:
        for behind in (palette.GROUND, palette.PAPER):
            for sight in SIGHT:
                assert math.dist(seen(colour, sight), seen(behind, sight)) >= 13, (colour, behind, sight)


def test_labels_are_legible_on_every_fill() -> None:
    fills = [palette.swatch(i, shade).fill for i in range(12) for shade in range(6)]
    fills += [tone for fill in fills for tone in palette.two_tones(fill)]
    fills += [palette.ground(i, count) for count in (1, 2, 3, 14) for i in range(count)]
    for fill in fills:
        assert palette.contrast(fill, palette.ink_on(fill)) >= 4.5, fill


def test_captions_read_on_paper() -> None:
    for ink in (palette.INK, palette.QUIET):
        assert palette.contrast(ink, palette.PAPER) >= 4.5


def test_the_first_sixty_pieces_look_different() -> None:
    looks = {(palette.swatch(i).fill, palette.swatch(i).pattern) for i in range(60)}
    assert len(looks) == 60
    assert {palette.swatch(i).pattern for i in range(12)} == {"plain"}


def test_patterns_and_shades_stand_out() -> None:
    for i in range(12):
        assert palette.contrast(palette.swatch(i).fill, palette.swatch(i).mark) >= 1.5
        fills = [palette.swatch(i, shade).fill for shade in range(4)]
        for a, b in combinations(fills, 2):
            assert math.dist(seen(a, "normal"), seen(b, "normal")) >= 4, (i, a, b)


def test_tones_are_light_then_dark() -> None:
    for colour in palette.COLOURS:
        light, dark = palette.two_tones(colour)
        assert palette.luminance(light) > palette.luminance(dark)
        assert math.dist(seen(light, "normal"), seen(dark, "normal")) >= 10


def test_terminal_colours_stay_apart() -> None:
    assert len({palette.nearest_256(colour) for colour in palette.COLOURS}) == 12
    assert palette.nearest_256("#ffffff") in (231, 255) and palette.terminal_colour(231) == "#ffffff"
    assert palette.nearest_256("#5f87af") == 67  # a corner of the cube is itself


def test_lab_of_known_colours() -> None:
    # CIELAB of sRGB white and red under D65 (e.g. Lindbloom's calculator).
    assert palette.lab(palette.linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.02)
    assert palette.lab(palette.linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    assert palette.contrast("#000000", "#ffffff") == pytest.approx(21)
