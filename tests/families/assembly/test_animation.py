"""Disassemblies as animations: what hides what, times, files, limits."""

from __future__ import annotations

import random
from functools import cache
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from support.burrtools_cases import burr
from support.cli import run
from support.lines_of_sight import AT_REST, nearest, painted
from tilewright.cli.output import ANIMATIONS
from tilewright.errors import UnsupportedError
from tilewright.families.assembly import animation_files
from tilewright.families.assembly.animation import (
    AnimationOptions,
    DisassemblyAnimation,
    direction_words,
    turned,
)
from tilewright.families.assembly.animation_files import ANIMATORS, animated_gif, animated_svg
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.model.lattices import CUBE, LATTICES, SPHERE, Lattice
from tilewright.model.lattices.cube import project
from tilewright.model.lattices.lattice import add
from tilewright.model.puzzle import Board, Piece, Placement, Puzzle, Solution
from tilewright.render.board import styles
from tilewright.render.polyhedra import Polyhedron, centre, figure
from tilewright.render.scene import Area, Dots
from tilewright.solving.steps import Cancelled
from tilewright.testing import random_polyform

SOLIDS = tuple(lattice for lattice in LATTICES.values() if lattice.directions)
BARS = burr("3x3x1 #########", "3x1x1 ###", "3x1x1 ###", "3x1x1 ###")


@cache
def assembly(lattice: Lattice, seed: int) -> tuple[Puzzle, Disassembly]:
    """A random polyform cut into three connected pieces that come apart."""
    dice = random.Random(seed)
    while True:
        cells = sorted(random_polyform(dice, lattice, dice.randrange(6, 16)))
        owner = {cell: number for number, cell in enumerate(dice.sample(cells, 3))}
        todo = list(owner)
        while todo:
            cell = todo.pop(dice.randrange(len(todo)))
            for near in lattice.neighbours(cell):
                if near in cells and near not in owner:
                    owner[near] = owner[cell]
                    todo.append(near)
        parts = [tuple(cell for cell in cells if owner[cell] == number) for number in range(3)]
        pieces = [
            Piece.of(name, part, lattice=lattice, motions="fixed")
            for name, part in zip("abc", parts, strict=True)
        ]
        puzzle = Puzzle(Board.of(cells), pieces, lattice=lattice)
        solution = Solution.of(Placement(name, part) for name, part in zip("abc", parts, strict=True))
        disassembly = Disassembler(puzzle).take_apart(solution)
        if disassembly.comes_apart:
            return puzzle, disassembly


@pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)
@given(seed=st.integers(0, 5), turn=st.sampled_from([0.0, 33.0, 120.0, 270.0]), data=st.data())
@settings(max_examples=12)
def test_the_nearest_piece_is_seen_at_any_time(
    lattice: Lattice, seed: int, turn: float, data: st.DataObject
) -> None:
    puzzle, disassembly = assembly(lattice, seed)
    dice = data.draw(st.randoms(use_true_random=False))
    shown = DisassemblyAnimation(puzzle, disassembly, AnimationOptions(turn=turn))
    lattice = turned(lattice, turn)
    swatches = styles(puzzle, [Placement(name, cells) for name, cells in disassembly.pieces])
    for shots in shown.shots():
        shot = dice.choice(shots)
        stage = shot.stage
        time = dice.uniform(shot.begin, shot.end)
        ends = (
            centre(lattice, cell) for cell in (lattice.classes[0], add(lattice.classes[0], stage.direction))
        )
        step = [q - p for p, q in zip(*ends, strict=True)]
        away = [stage.place(time) * part for part in step]
        owner = {cell: piece for piece, cells in stage.cells.items() for cell in cells}
        cells = [(cell, away if owner[cell] in stage.sliding else AT_REST) for cell in owner]
        looks = {
            piece: {
                mark.fill
                for cell in value
                for mark in figure(lattice, [Polyhedron((cell,), swatches[piece])]).marks(20)
                if isinstance(mark, Area | Dots)
            }
            for piece, value in stage.cells.items()
        }
        marks = shot.marks(time)
        for _ in range(12):
            cell, shift = dice.choice(cells)
            point = [
                p + q + dice.uniform(-0.7, 0.7) for p, q in zip(centre(lattice, cell), shift, strict=True)
            ]
            colour = painted(marks, *project(*point))
            if colour is None:
                continue
            seen = nearest(lattice, cells, point)
            if seen is None:
                assert colour == "none"
            else:
                assert colour in looks[owner[seen]]


def test_a_place_is_reached_at_its_time() -> None:
    shown = DisassemblyAnimation(*assembly(CUBE, 1))
    for stage in shown.stages:
        assert stage.place(stage.begin) == 0 and stage.place(stage.end) == stage.steps
        for share in (0.1, 0.5, 0.95):
            assert stage.place(stage.time(share * stage.steps)) == pytest.approx(share * stage.steps)


def test_stages_follow_each_other() -> None:
    shown = DisassemblyAnimation(*assembly(SPHERE, 2), AnimationOptions(speed=4))
    assert shown.stages[0].begin == 0
    for stage, following in zip(shown.stages, shown.stages[1:], strict=False):
        assert stage.begin < stage.start < stage.end == following.begin
    slow = DisassemblyAnimation(*assembly(SPHERE, 2), AnimationOptions(speed=2))
    assert slow.total == pytest.approx(2 * shown.total)


def test_a_gif_lasts_as_long_as_its_animation_and_repeats() -> None:
    shown = DisassemblyAnimation(*assembly(CUBE, 3), AnimationOptions(size=160))
    told: list[float] = []
    with Image.open(BytesIO(animated_gif(shown, lambda share, words: told.append(share)))) as picture:
        assert picture.info["loop"] == 0 and max(picture.size) == 160
        seconds = 0.0
        for frame in range(picture.n_frames):  # type: ignore[attr-defined]
            picture.seek(frame)
            seconds += picture.info["duration"] / 1000
    assert seconds == pytest.approx(shown.total, abs=0.01 * shown.frames)
    assert told == sorted(told) and told[-1] <= 1


@pytest.mark.parametrize("lattice", SOLIDS, ids=lambda lattice: lattice.name)
def test_an_svg_is_whole(lattice: Lattice) -> None:
    root = ElementTree.fromstring(
        animated_svg(DisassemblyAnimation(*assembly(lattice, 4), heading="a <b> & c"))
    )
    names = {element.get("id") for element in root.iter() if element.get("id")}
    used = {
        element.get("href", "").removeprefix("#") for element in root.iter() if element.tag.endswith("use")
    }
    assert used == names
    animated = [element for element in root.iter() if element.tag.endswith(("animate", "animateTransform"))]
    assert animated and "a <b> & c" in "".join(root.itertext())
    for element in animated:
        times = [float(time) for time in element.get("keyTimes", "").split(";")]
        assert len(times) == len(element.get("values", "").split(";"))
        assert times[0] == 0 and times == sorted(times) and times[-1] <= 1


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = DisassemblyAnimation(*assembly(CUBE, 1))
    monkeypatch.setattr(animation_files, "MAX_PIXELS", 1000)
    with pytest.raises(UnsupportedError, match="Use a smaller size, a higher speed, or an SVG"):
        animated_gif(shown)
    monkeypatch.setattr(animation_files, "MAX_ELEMENTS", 10)
    with pytest.raises(UnsupportedError, match="more than 10 elements; draw a GIF"):
        animated_svg(shown)
    for wrong in ({"size": 20}, {"speed": 0.0}, {"turn": 1000.0}):
        with pytest.raises(UnsupportedError, match="of an animation cannot be"):
            AnimationOptions(**wrong)


def test_commands_offer_what_can_be_drawn() -> None:
    assert set(ANIMATORS) == set(ANIMATIONS)


@pytest.mark.parametrize("suffix", list(ANIMATORS))
def test_drawing_is_cancelled(suffix: str) -> None:
    shown = DisassemblyAnimation(*assembly(CUBE, 1), AnimationOptions(size=100))
    calls = 0

    def cancel() -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        ANIMATORS[suffix](shown, lambda share, words: None, cancel)


@pytest.mark.parametrize(
    ("vector", "words"),
    [
        ((1, 0, 0), "right"),
        ((0, -2, 0), "to the back"),
        ((0, 1, -1), "to the front and down"),
        ((-0.5, 0.87, 0), "left and to the front"),
        ((0.1, 0, 1), "up"),
    ],
)
def test_directions_in_words(vector: tuple[float, ...], words: str) -> None:
    assert direction_words(vector) == words


def test_the_command_draws_one_assembly(tmp_path: Path) -> None:
    source = tmp_path / "bars.xmpuzzle"
    source.write_text(BARS, encoding="utf-8")
    out = tmp_path / "moves.svg"
    result = run("disassemble", source, "-o", out, "--speed", 2, "--turn", 90)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith(f"wrote {out}: 2 moves, ")
    text = out.read_text(encoding="utf-8")
    assert "assembly 1, level 1" in text and "part 1 of 2, move 1 of 1: " in text
    small = tmp_path / "moves.gif"
    assert run("disassemble", source, "-o", small, "--size", 120, "--solution", 1).exit_code == 0
    with Image.open(small) as picture:
        assert max(picture.size) == 120


def test_wrong_usage_of_the_command(tmp_path: Path) -> None:
    source, out = tmp_path / "bars.xmpuzzle", tmp_path / "moves.gif"
    source.write_text(BARS, encoding="utf-8")
    for words, said in (
        (["-o", out, "--all"], "choose one with --solution N"),
        (["--speed", 2], "--speed applies to animations"),
        (["-o", tmp_path / "a.xmpuzzle", "--turn", 2], "--turn applies to animations"),
        (["-o", tmp_path / "a.pdf", "--speed", 2], "--speed applies to animations"),
        (["-o", tmp_path / "a.pdf", "--all"], "--all and instructions cannot be combined"),
        (["-o", out, "--size", 5], "the size of an animation cannot be 5; expected 100 to 1600"),
        (["-o", out, "--speed", "nan"], "the speed of an animation cannot be nan"),
        (["-o", tmp_path / "a.png"], "expected one of .gif, .svg, .pdf, .xmpuzzle"),
    ):
        result = run("disassemble", source, *words)
        assert result.exit_code == 2 and said in result.stderr
        assert not out.exists()


def test_an_assembly_that_stays_together_is_not_drawn(tmp_path: Path) -> None:
    source, out = tmp_path / "cage.xmpuzzle", tmp_path / "moves.svg"
    shell = "#" * 9 + "####_####" + "#" * 9
    source.write_text(burr("3x3x3 " + "#" * 27, "3x3x3 " + shell, "1x1x1 #"), encoding="utf-8")
    result = run("disassemble", source, "-o", out)
    assert result.exit_code == 1 and "was not written" in result.stderr and not out.exists()
