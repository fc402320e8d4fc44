"""How an assembly is put together, on pages of size A4: its disassembly backwards, a figure for each move."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.families.assembly.animation import DisassemblyAnimation, Shot
from tilewright.model.lattices import Point
from tilewright.model.lattices.cube import project
from tilewright.render.figure import Figure
from tilewright.render.geometry import middle
from tilewright.render.instructions import arrow, curved_arrow, pale_marks
from tilewright.render.pages import grid_pages
from tilewright.render.pdf import scenes_pdf
from tilewright.render.scene import Area, Primitive, Scene, moved
from tilewright.solving.steps import CancelCheck, never_cancelled

Progress = Callable[[float, str], None]


def instructions_pdf(
    animation: DisassemblyAnimation,
    on_progress: Progress = lambda share, words: None,
    check_cancelled: CancelCheck = never_cancelled,
) -> bytes:
    """The pages of :func:`instructions_pages` as PDF."""
    return scenes_pdf(instructions_pages(animation, on_progress, check_cancelled))


def instructions_pages(
    animation: DisassemblyAnimation,
    on_progress: Progress = lambda share, words: None,
    check_cancelled: CancelCheck = never_cancelled,
) -> list[Scene]:
    """The pages: before each move the pieces as they lie then, and at last the assembly.

    Parts that come apart on their own are put together first.
    """
    total, entries = len(animation.stages), []
    whole: list[Primitive] = []
    for done, shots in enumerate(animation.shots(check_cancelled), start=1):
        stage, last = shots[0].stage, shots[-1]
        if done == 1:
            whole = shots[0].marks(stage.begin)
        caption = f"{total + 1 - done}. {animation.joining_text(stage)}"
        entries.append((_figure(animation, _step_marks(animation, last)), caption))
        on_progress(done / total, f"move {done:,} of {total:,}")
    pages = [*reversed(entries), (_figure(animation, whole), "finished")]
    return grid_pages(animation.title, f"{animation.heading}, put together", pages)


def _step_marks(animation: DisassemblyAnimation, shot: Shot) -> list[Primitive]:
    """The pieces after a move of the disassembly, those that stay pale, and an arrow that goes back.

    Of a turn all pieces are in full colours, as its shots do not say which faces turn; its arrow is an arc.
    """
    stage = shot.stage
    if stage.turn is not None:
        cells = [cell for piece in stage.sliding for cell in stage.cells[piece]]
        arc = [project(*point) for point in animation.arc(stage.turn, cells)]
        return [*shot.marks(stage.end), *curved_arrow(arc[::-1])]
    dx, dy = shot.shift(shot.stage.end)
    marks: list[Primitive] = []
    corners: list[Point] = []
    for slides, faces in shot.layers:
        for face in faces:
            marks += moved(face, dx, dy) if slides else pale_marks(face)
            corners += [
                point for mark in face if slides and isinstance(mark, Area) for point in mark.loops[0]
            ]
    x, y = middle(corners)
    return [*marks, *arrow((x + dx, y + dy), (x, y))]


def _figure(animation: DisassemblyAnimation, marks: list[Primitive]) -> Figure:
    return Figure(animation.box, lambda pixels: marks)
