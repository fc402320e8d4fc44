"""Turns in animations: no jump before, in or after one, what hides what, and words for the viewer."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from support.assembly_cases import assembly
from support.lines_of_sight import entry, painted
from tilewright.families.assembly.animation import (
    MIN_SIZE,
    PER_QUARTER,
    AnimationOptions,
    DisassemblyAnimation,
    Shot,
    turned,
)
from tilewright.families.assembly.animation_files import ANIMATORS
from tilewright.families.assembly.disassembly import Disassembly, Move, Separation, Turn
from tilewright.families.assembly.replay import check_disassembly
from tilewright.families.assembly.turn_drawing import turn_words, turned_about
from tilewright.model.lattices import CUBE
from tilewright.model.lattices.cube import project
from tilewright.model.puzzle import Placement
from tilewright.render.board import styles
from tilewright.render.polyhedra import Polyhedron, centre, figure
from tilewright.render.scene import Area
from tilewright.solving.steps import Status

TRAY = (
    "AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA AAAAAAA",
    "A.....A ....... ...B... ...B... ...B... ....... A.....A",
    "A.....A ....... ....... ...B... ....... ....... A.....A",
)
MOVES = (
    Turn((1,), 2, (6, 6, 0), 3),  # on the spot
    Turn((1,), 2, (6, 6, 0), -1),
    Turn((1,), 1, (9, 0, 1), 1),  # over an edge, onto its end
    Turn((1,), 2, (9, 7, 0), 2),  # about the middle of a face
    Move((1,), (0, 0, 1), 0),
)


def animation(turn: float = 0.0, size: int = 480) -> DisassemblyAnimation:
    """A bar in an open tray that turns in several ways before it leaves."""
    puzzle, solution = assembly(*TRAY)
    pieces = tuple((one.piece, one.cells) for one in sorted(solution.placements, key=lambda one: one.piece))
    disassembly = Disassembly(pieces, Status.COMPLETE, Separation((0, 1), MOVES), 0)
    check_disassembly(disassembly, puzzle)
    return DisassemblyAnimation(puzzle, disassembly, AnimationOptions(size, turn=turn))


def outlines(shot: Shot, time: float) -> set[tuple[tuple[float, float], ...]]:
    """The faces of a picture, each as its corners."""
    loops = [mark.loops[0] for mark in shot.marks(time) if isinstance(mark, Area)]
    return {tuple(sorted((round(x, 5), round(y, 5)) for x, y in loop)) for loop in loops}


def test_turns_are_drawn_without_a_jump() -> None:
    drawn = animation(200.0)
    stages = list(drawn.shots())
    assert [len(shots) for shots in stages[:4]] == [quarters * PER_QUARTER + 1 for quarters in (3, 1, 1, 2)]
    for before, after in pairwise(shot for shots in stages for shot in shots):
        assert math.isclose(before.end, after.begin)
    for shots, following in pairwise(stages):
        assert outlines(shots[-1], shots[-1].end) == outlines(following[0], following[0].begin)


def test_the_nearest_piece_is_seen_while_it_turns() -> None:
    drawn, dice = animation(33.0), random.Random(1)
    lattice = turned(CUBE, 33.0)
    puzzle, solution = assembly(*TRAY)
    swatches = styles(puzzle, [Placement(one.piece, one.cells) for one in solution.placements])
    compared = 0
    for shots in list(drawn.shots())[:4]:
        number = dice.randrange(len(shots))
        stage = shots[number].stage
        marks = shots[number].marks(shots[number].begin)
        seen = {
            piece: turned_about(lattice, stage.turn, number / PER_QUARTER)
            if piece in stage.sliding
            else lattice
            for piece in stage.cells
        }
        looks = {
            piece: {
                mark.fill
                for cell in cells
                for mark in figure(seen[piece], [Polyhedron((cell,), swatches[piece])]).marks(20)
                if isinstance(mark, Area)
            }
            for piece, cells in stage.cells.items()
        }
        for _ in range(60):
            piece = dice.choice((0, 1))
            cell = dice.choice(stage.cells[piece])
            point = [at + dice.uniform(-0.7, 0.7) for at in centre(seen[piece], cell)]
            colour = painted(marks, *project(*point))
            if colour is None:
                continue
            depths = {
                piece: max(entry(seen[piece], own, point) for own in cells)
                for piece, cells in stage.cells.items()
            }
            nearest = max(depths, key=depths.__getitem__)
            assert colour == "none" if depths[nearest] == -math.inf else colour in looks[nearest]
            compared += 1
    assert compared > 60


def test_files_of_turns() -> None:
    drawn = animation(size=MIN_SIZE)
    for suffix, draw in ANIMATORS.items():
        assert len(draw(drawn, lambda share, words: None, lambda: None)) > 1000, suffix


def test_words_for_the_viewer() -> None:
    assert turn_words((0, 0, 1), 1) == "turn 90 degrees clockwise, seen from the top"
    assert turn_words((0, 0, 1), -2) == "turn 180 degrees anticlockwise, seen from the top"
    assert turn_words((-1, 0, 0), 3) == "turn 270 degrees anticlockwise, seen from the right"
    assert turn_words((1, 1, 0), -1) == "turn 90 degrees anticlockwise, seen from the right and front"
    captions = [stage.caption for stage in animation().stages]
    assert captions[0] == "move 1 of 5: B turn 270 degrees clockwise, seen from the top"
    assert animation().joining_text(animation().stages[0]).startswith("B turn 270 degrees anticlockwise")
