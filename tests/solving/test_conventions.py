"""What "up to symmetry" may mean, decided by explicit images of all solutions."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from pathlib import Path

import pytest

from support.burrtools_cases import SOMA, burr, without_assemblies
from support.cli import run
from tilewright.formats.burrtools_reader import loads
from tilewright.solving import api, conventions
from tilewright.solving.conventions import Conventions, find_convention

# A bent piece and up to ten cubes in a box: what the piece covers must be filled, the other ten cells may
# stay empty. BurrTools' usual check for rotations gives 928 assemblies, its check of whole ones 1,024.
STATES = "#####_#_######________##"
FREE = burr(f"2x6x2 {STATES.replace('_', '+')}", f"2x6x2 {STATES}", "1x1x1 #").replace(
    'id="2" count="1"', 'id="2" min="0" max="10"'
)
BOX = [(x, y, z) for z in range(2) for y in range(6) for x in range(2)]
PIECE = frozenset(cell for cell, state in zip(BOX, STATES, strict=True) if state == "#")

Point = tuple[int, ...]
Arrangement = frozenset[frozenset[Point]]
Motion = tuple[tuple[int, ...], tuple[int, ...]]


def explicit_motions(*, mirrored: bool) -> Iterator[Motion]:
    """Each motion of the cube as an order of the axes and their signs."""
    for axes in permutations(range(3)):
        parity = prod(1 if axes[i] < axes[j] else -1 for i, j in combinations(range(3), 2))
        for signs in product((1, -1), repeat=3):
            if mirrored or parity * prod(signs) == 1:
                yield axes, signs


@cache
def turned(cell: Point, motion: Motion) -> Point:
    axes, signs = motion
    return tuple(sign * cell[axis] for axis, sign in zip(axes, signs, strict=True))


def moved(pieces: Arrangement, motion: Motion, around: Arrangement | None = None) -> Arrangement:
    """The image, placed so that that of ``around``, by default its own, has its corner at the origin."""
    there = [turned(cell, motion) for piece in around or pieces for cell in piece]
    x, y, z = (min(column) for column in zip(*there, strict=True))
    return frozenset(
        frozenset([(i - x, j - y, k - z) for i, j, k in (turned(cell, motion) for cell in piece)])
        for piece in pieces
    )


def all_solutions() -> list[Arrangement]:
    """The piece in each of its ways in the box, and cubes in all cells to fill and in any others."""
    ways = {
        piece
        for motion in explicit_motions(mirrored=False)
        for (piece,) in [moved(frozenset({PIECE}), motion)]
        if piece <= set(BOX)
    }
    tables = []
    for piece in ways:
        needed = PIECE - piece
        free = [cell for cell in BOX if cell not in piece and cell not in needed]
        for size in range(10 - len(needed) + 1):
            for more in combinations(free, size):
                cubes = {frozenset({cell}) for cell in (*needed, *more)}
                tables.append(frozenset({piece, *cubes}))
    return tables


def classes(solutions: list[Arrangement], *, mirrored: bool, keeps_board: bool) -> int:
    """How many solutions differ: no motion carries one onto another, in the box or wherever it lies."""
    motions = list(explicit_motions(mirrored=mirrored))
    board = frozenset({PIECE, frozenset(BOX) - PIECE})  # which cells must be filled, and which need not
    if keeps_board:
        motions = [motion for motion in motions if moved(board, motion) == board]
    seen: set[Arrangement] = set()
    number = 0
    around = board if keeps_board else None
    for solution in solutions:
        if moved(solution, ((0, 1, 2), (1, 1, 1)), around) not in seen:
            number += 1
            seen.update(moved(solution, motion, around) for motion in motions)
    return number


def test_what_928_and_1024_assemblies_are() -> None:
    """Up to the motions of the board there are 928; as arrangements that may lie anywhere, 1,024 or 528."""
    puzzle, listed = loads(FREE), all_solutions()
    kept = {mirrored: classes(listed, mirrored=mirrored, keeps_board=True) for mirrored in (True, False)}
    free = {mirrored: classes(listed, mirrored=mirrored, keeps_board=False) for mirrored in (True, False)}
    assert kept == {True: 928, False: 1760} and free == {True: 528, False: 1024}
    unique = api.count(puzzle, unique=True)
    assert unique.solutions == len(listed) == len(set(listed)) and unique.up_to_symmetry == kept[True]
    for mode, mirrored in (("all", True), ("rotation", False)):
        agreeing = find_convention(puzzle, unique, free[mirrored])
        assert agreeing.agreeing == conventions.ARRANGEMENTS[mode] and not agreeing.option


def test_mirror_images() -> None:
    puzzle = loads(without_assemblies(SOMA))
    answer = api.count(puzzle, unique=True)
    assert answer.up_to_symmetry == 240
    different = find_convention(puzzle, answer, 480)
    assert different.option == "--mirrors different" and different.agreeing == "mirror images are different"
    assert find_convention(puzzle, answer, 11520).agreeing.startswith("every solution counts")
    assert find_convention(puzzle, answer, 241) == Conventions()
    free = replace(puzzle, mirrors=False)
    assert find_convention(free, api.count(free, unique=True), 240).option == "--mirrors same"


def test_a_limit_leaves_conventions_untried(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = loads(FREE)
    answer = api.count(puzzle, unique=True)
    stopped = threading.Event()
    stopped.set()
    untried = Conventions(all_tried=False)
    assert find_convention(puzzle, answer, 1024, cancel=stopped) == untried
    assert find_convention(puzzle, answer, 1024, seconds=0.0) == untried
    monkeypatch.setattr(conventions, "MAX_IMAGES", 1000)
    assert find_convention(puzzle, answer, 1024) == untried
    monkeypatch.setattr(conventions, "MAX_NODES", 1)
    soma = loads(without_assemblies(SOMA))
    assert find_convention(soma, api.count(soma, unique=True), 480) == untried


def test_the_command_names_the_convention(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "soma.xmpuzzle"
    path.write_text(SOMA.replace('assemblies="240"', 'assemblies="480"'))
    result = run("count", path, "--unique")
    given = "the puzzle's file gives 480 solutions up to symmetry (saved by BurrTools)"
    named = "by another convention: mirror images are different (--mirrors different)"
    assert result.exit_code == 0 and f"tilewright: {given} {named}\n" in result.stderr
    assert "saved by" not in run("count", path, "--unique", "--mirrors", "different").stderr
    monkeypatch.setattr(conventions, "MAX_NODES", 1)
    result = run("count", path, "--unique")
    assert f"{given}, maybe by another convention" in result.stderr and "wrong" not in result.stderr


def test_the_command_names_the_motions_that_keep_the_board(tmp_path: Path) -> None:
    path = tmp_path / "free.xmpuzzle"
    path.write_text(FREE)
    text = "(928 up to symmetry: 1 reflection of the board that keeps the cells to fill)"
    assert text in run("count", path, "--unique").stdout
