from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given, settings
from PIL import Image

from support.render_cases import filled_puzzles, mirrors, pentominoes
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import Cell
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render import RenderOptions, palette, to_png
from tilewright.render import png as png_module
from tilewright.render.board import board_tints, copy_shades
from tilewright.render.scene import Area, Scene
from tilewright.render.sheet import MARGIN, scene


def opened(data: bytes) -> Image.Image:
    picture = Image.open(BytesIO(data))
    picture.load()
    assert picture.format == "PNG" and picture.mode == "RGB"
    return picture


def at_cell(picture: Image.Image, cell: Cell, scale: float, *, up: float = 0.0) -> str:
    """The colour in the middle of a cell of a solution without a title whose board starts at (0, 0)."""
    x, y = ((c + 0.5 + MARGIN) * scale for c in cell)
    value = picture.getpixel((int(x), int(y - up * scale)))
    assert isinstance(value, tuple)
    return palette.hexadecimal(*(int(channel) for channel in value[:3]))


def test_cells_have_the_colours_of_their_pieces() -> None:
    puzzle = pentominoes()
    index = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    for solution in mirrors():
        picture = opened(to_png(puzzle, [solution], RenderOptions(scale=20, title="", labels=False)))
        assert picture.size == (11 * 20, 7 * 20)
        for placement in solution.placements:
            for cell in placement.cells:
                assert at_cell(picture, cell, 20) == palette.COLOURS[index[placement.piece]]


@settings(max_examples=30, deadline=None)
@given(filled_puzzles())
def test_random_pictures_have_the_right_size_and_colours(case: tuple[Puzzle, Solution]) -> None:
    puzzle, solution = case
    picture = opened(to_png(puzzle, [solution], RenderOptions(scale=10, title="", labels=False)))
    xs, ys = zip(*puzzle.board.cells, strict=True)
    assert picture.size == ((max(xs) - min(xs) + 2) * 10, (max(ys) - min(ys) + 2) * 10)
    if board_tints(puzzle):
        return
    index = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    owner = {cell: i for i, p in enumerate(solution.placements) for cell in p.cells}
    shades = copy_shades(puzzle, solution.placements)
    for cell in puzzle.board.cells:
        wanted = palette.GROUND
        if cell in owner:
            i = owner[cell]
            wanted = palette.swatch(index[solution.placements[i].piece], shades[i]).fill
        elif cell in puzzle.board.optional:
            continue  # hatched
        assert at_cell(picture, (cell[0] - min(xs), cell[1] - min(ys)), 10) == wanted


def test_a_hole_and_a_bare_cell_show() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    puzzle = Puzzle(Board.of(ring[:-1], ring[-1:]), (Piece.of("C", ring[:-1]),))
    solution = Solution.of([Placement("C", tuple(ring[:-1]))])
    picture = opened(to_png(puzzle, [solution], RenderOptions(scale=30, title="")))
    assert at_cell(picture, (1, 1), 30) == palette.PAPER
    assert at_cell(picture, (0, 0), 30) == palette.COLOURS[0]
    bare = {at_cell(picture, (2, 2), 30, up=step / 30) for step in range(-9, 10)}
    assert palette.GROUND in bare and palette.COLOURS[0] not in bare


def test_borders_and_labels_are_drawn() -> None:
    puzzle, solution = pentominoes(), mirrors()[0]
    picture = opened(to_png(puzzle, [solution], RenderOptions(scale=40, title="")))
    assert picture.getpixel((20, 20)) == palette.rgb(palette.INK)
    bare = opened(to_png(puzzle, [solution], RenderOptions(scale=40, title="", labels=False)))
    assert picture.tobytes() != bare.tobytes()


def test_bands_make_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    for solutions in ([], mirrors()[:1], mirrors()):
        whole = to_png(pentominoes(), solutions)
        with monkeypatch.context() as patch:
            patch.setattr(png_module, "BAND", 20_000)
            banded = to_png(pentominoes(), solutions)
        assert opened(whole).tobytes() == opened(banded).tobytes()


def test_pictures_have_sensible_sizes() -> None:
    assert 500 <= opened(to_png(pentominoes(), mirrors()[:1])).width <= 800
    assert 800 <= opened(to_png(pentominoes())).width <= 1200
    assert 1400 <= opened(to_png(pentominoes(), mirrors() * 15)).width <= 1800


def test_a_picture_too_large_is_refused_in_words() -> None:
    with pytest.raises(UnsupportedError, match=r"55,000 x 35,000 pixels; a PNG of at most 40,000,000 pixels"):
        to_png(pentominoes(), mirrors()[:1], RenderOptions(scale=5000, title=""))
    far = Puzzle(Board.of([(0, 0), (10**9, 10**9)]), (Piece.of("a", [(0, 0)], copies=2),))
    with pytest.raises(UnsupportedError, match="smaller scale"):
        to_png(far)


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf")])
def test_odd_scales_are_refused(scale: float) -> None:
    with pytest.raises(UnsupportedError, match="pixels a cell"):
        RenderOptions(scale=scale)
    with pytest.raises(UnsupportedError, match="pixels a cell"):
        png_module.scene_png(scene(pentominoes(), [], RenderOptions()), scale)


def test_many_loops_are_filled_by_the_even_odd_rule_wherever_they_lie() -> None:
    def square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
        return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))

    # A frame with a core in its hole, a square that lies apart, and one that reaches into the frame.
    loops = (square(1, 1, 9), square(2, 2, 7), square(4, 4, 3), square(14, 2, 4), square(9.5, 5, 2))
    picture = opened(png_module.scene_png(Scene(20, 12, (Area(loops, "#000000"),), 10)))
    for x in range(20):
        for y in range(12):
            spot = (x + 0.75, y + 0.25)
            odd = sum(
                left < spot[0] < right and top < spot[1] < bottom
                for (left, top), _, (right, bottom), _ in loops
            )
            expected = (0, 0, 0) if odd % 2 else (255, 255, 255)
            assert picture.getpixel((int(spot[0] * 10), int(spot[1] * 10))) == expected
