"""Disassemblies drawn backwards: a figure for each move, in words, and the assembly at last."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.burrtools_cases import burr
from support.cli import run
from tilewright import catalogue
from tilewright.families.assembly.animation import DisassemblyAnimation, origin_words
from tilewright.families.assembly.disassembly import Disassembly
from tilewright.families.assembly.instructions import instructions_pages, instructions_pdf
from tilewright.families.assembly.survey import take_all_apart
from tilewright.model.puzzle import Puzzle
from tilewright.render.scene import Area, Label, Scene
from tilewright.solving.steps import Cancelled

BARS = burr("3x3x1 #########", "3x1x1 ###", "3x1x1 ###", "3x1x1 ###")


def animation_of(name: str) -> DisassemblyAnimation:
    puzzle = catalogue.load(name)
    assert isinstance(puzzle, Puzzle)
    results: list[Disassembly] = []
    take_all_apart(puzzle, first=True, on_result=lambda _, one: results.append(one))
    return DisassemblyAnimation(puzzle, next(one for one in results if one.comes_apart))


def captions(pages: list[Scene]) -> list[str]:
    return [
        mark.words
        for page in pages
        for mark in page.marks
        if isinstance(mark, Label) and (mark.words == "finished" or mark.words[:1].isdigit())
    ]


def test_the_moves_are_drawn_backwards() -> None:
    animation = animation_of("burr-level-5")
    pages = instructions_pages(animation)
    moves = [line for line in captions(pages) if ". " in line]
    assert [int(line.partition(".")[0]) for line in moves] == list(range(1, len(animation.stages) + 1))
    assert captions(pages)[-1] == "finished"
    for line, stage in zip(moves, reversed(animation.stages), strict=True):
        assert (" from " in line) == stage.leaves
        assert line.endswith(animation.joining_text(stage))
    assert all(0 <= x <= page.width and 0 <= y <= page.height for page in pages for x, y in corners(page))


def corners(page: Scene) -> list[tuple[float, float]]:
    return [point for mark in page.marks if isinstance(mark, Area) for loop in mark.loops for point in loop]


@pytest.mark.parametrize(
    ("vector", "words"),
    [
        ((1, 0, 0), "the right"),
        ((0, 0, 1), "above"),
        ((0, 0, -1), "below"),
        ((-1, 1, 0), "the left and the front"),
    ],
)
def test_where_pieces_come_from(vector: tuple[float, ...], words: str) -> None:
    assert origin_words(vector) == words


def test_turns_are_drawn_too(tmp_path: Path) -> None:
    out = tmp_path / "turn.pdf"
    result = run("disassemble", "catalog:turning-bar", "--moves", "translations,rotations", "-o", out)
    assert result.exit_code == 0 and f"wrote {out}: 2 moves, put together step by step" in result.stdout
    assert out.read_bytes().startswith(b"%PDF")


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    source, out = tmp_path / "bars.xmpuzzle", tmp_path / "steps.pdf"
    source.write_text(BARS, encoding="utf-8")
    result = run("disassemble", source, "-o", out, "--turn", 90)
    assert result.exit_code == 0 and "2 moves, put together step by step" in result.stdout
    assert out.read_bytes().startswith(b"%PDF")


def test_drawing_can_be_cancelled() -> None:
    def cancel() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        instructions_pdf(animation_of("burr-level-5"), check_cancelled=cancel)
