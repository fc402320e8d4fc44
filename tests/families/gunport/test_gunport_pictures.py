"""Pictures of arrangements and of the table: what is drawn, that it lies within its frame, and its files."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from io import BytesIO

import pytest
from hypothesis import given, settings

from support.arrangement_cases import arrangements
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
from tilewright.families.gunport.drawing import loads
from tilewright.families.gunport.pictures import (
    RENDERERS,
    Caption,
    arrangement_scene,
    sheet_scene,
    table_scene,
)
from tilewright.families.gunport.pieces import rules_for
from tilewright.families.gunport.query import GunportQuery
from tilewright.families.gunport.solve import solve_board
from tilewright.families.gunport.table import RectangleTable, TableEntry, TableRange, sweep_table
from tilewright.render.png import scene_png
from tilewright.render.scene import Area, Dots, Label, Scene, Stroke
from tilewright.solving.steps import Status

SMALL = loads("<>.\n.<>\n<>.\n")


def within(scene: Scene) -> bool:
    """Whether all marks lie in the picture."""
    for mark in scene.marks:
        match mark:
            case Area():
                points = [point for loop in mark.loops for point in loop]
            case Stroke():
                points = [point for line in mark.lines for point in line]
            case Dots():
                points = list(mark.centres)
            case Label():
                points = [mark.at]
        if any(not (0 <= x <= scene.width and 0 <= y <= scene.height) for x, y in points):
            return False
    return True


def words_of(scene: Scene) -> list[str]:
    return [mark.words for mark in scene.marks if isinstance(mark, Label)]


@given(arrangements())
@settings(max_examples=40)
def test_a_disc_for_each_port(arrangement: Arrangement) -> None:
    scene = arrangement_scene(arrangement, Caption("a title", "and a line"))
    discs = [point for mark in scene.marks if isinstance(mark, Dots) for point in mark.centres]
    assert len(discs) == len(arrangement.ports)
    assert within(scene) and words_of(scene) == ["a title", "and a line"]
    assert f"{len(arrangement.ports):,}" in scene.description


def test_dominoes_are_coloured_by_direction() -> None:
    fills = {mark.fill for mark in arrangement_scene(loads("<>^\n..v\n")).marks if isinstance(mark, Area)}
    assert len(fills) == 3  # the board, those across, those down


@given(arrangements(rules_for("L3")))
@settings(max_examples=25)
def test_pieces_that_touch_differ_in_colour(arrangement: Arrangement) -> None:
    from tilewright.families.gunport.pictures import piece_fills
    from tilewright.model.lattices import SQUARE

    fills = piece_fills(sorted(arrangement.pieces))
    owner = {cell: piece for piece in arrangement.pieces for cell in piece}
    for cell, piece in owner.items():
        for near in SQUARE.neighbours(cell):
            if near in owner and owner[near] != piece:
                assert fills[owner[near]] != fills[piece]


def test_sheets() -> None:
    all_arrangements = solve_board(
        GunportBoard.rectangle(4, 4), query=GunportQuery(arrangements=7)
    ).arrangements
    scene = sheet_scene(all_arrangements, Caption("seven"))
    assert within(scene) and words_of(scene) == ["seven", *"1234567"]
    assert sheet_scene(all_arrangements[:1], Caption("one")) == arrangement_scene(
        all_arrangements[0], Caption("one")
    )


@pytest.mark.parametrize("size", [(1, 1), (3, 3), (1, 400), (60, 60)])
def test_files(size: tuple[int, int]) -> None:
    from PIL import Image

    rows, columns = size
    pieces = [((x, y), (x + 1, y)) for y in range(rows) for x in range(0, columns - 1, 2)]
    arrangement = Arrangement.of(GunportBoard.rectangle(rows, columns), pieces)
    words = Caption("A title that is rather long for a board that is as small as this one", "and <more>")
    scene = sheet_scene([arrangement], words)
    root = ET.fromstring(RENDERERS[".svg"](scene))
    assert root.tag.endswith("svg")
    picture = Image.open(BytesIO(RENDERERS[".png"](scene)))
    assert within(scene) and abs(picture.width - scene.width * scene.scale) < 2
    assert scene.scale >= 8 and picture.width < 4000


def test_the_table_has_every_board_and_says_what_colours_mean() -> None:
    scene = table_scene(sweep_table(TableRange(1, 5)))
    assert within(scene)
    assert len([mark for mark in scene.marks if isinstance(mark, Area)]) == 25 + 2  # mirrored; the legend
    assert {"-1", "as the formula", "m\\n", "9", "Fewest dominoes on m x n boards"} <= set(words_of(scene))
    assert "+1" not in words_of(scene)
    slide = words_of(table_scene(sweep_table(TableRange(1, 4), no_slide=True)))
    assert {"no arrangement", "+1", "-", "Fewest dominoes on m x n boards, no domino can slide"} <= set(slide)


def test_a_part_of_the_table() -> None:
    scene = table_scene(sweep_table(TableRange(1, 100, 2, 3)))
    assert within(scene) and len(scene_png(scene)) > 1000
    columns = 99
    areas = [mark for mark in scene.marks if isinstance(mark, Area)]
    assert len(areas) == columns + (columns - 1) + 1 + 1  # 2x2..2x100, 3x3..3x100, 3x2, the legend
    numbers = [word for word in words_of(scene) if word.isdigit()]
    assert len(numbers) < columns  # as many as there is room for


def test_larger_distances_have_colours_of_their_own() -> None:
    sizes = tuple(TableEntry(9, 9 + more, 27 + 3 * more + more) for more in range(8))
    swept = RectangleTable(
        TableRange(9, 16, 9, 9), sizes, no_slide=False, status=Status.COMPLETE, seconds=0.0
    )
    scene = table_scene(swept)
    assert len({mark.fill for mark in scene.marks if isinstance(mark, Area)}) == 8
    assert {"+1", "+7"} <= set(words_of(scene))


def test_small_arrangement_of_the_rules() -> None:
    assert RENDERERS.keys() == {".svg", ".png"}
    assert b"3 pieces" in RENDERERS[".svg"](sheet_scene([SMALL])) and Rules().is_domino
