"""How an assembly is put together, on pages of size A4: its disassembly backwards, a figure for each move."""

from __future__ import annotations

from collections.abc import Callable

from tilewright.families.assembly.animation import DisassemblyAnimation
from tilewright.render.figure import Figure
from tilewright.render.pages import grid_pages
from tilewright.render.pdf import scenes_pdf
from tilewright.render.scene import Primitive
from tilewright.solving.steps import CancelCheck, never_cancelled

Progress = Callable[[float, str], None]


def instructions_pdf(
    animation: DisassemblyAnimation,
    on_progress: Progress = lambda share, words: None,
    check_cancelled: CancelCheck = never_cancelled,
) -> bytes:
    """The pages as PDF: before each move the pieces as they lie then, and at last the assembly.

    Parts that come apart on their own are put together first.
    """
    total, entries = len(animation.stages), []
    whole: list[Primitive] = []
    for done, shots in enumerate(animation.shots(check_cancelled), start=1):
        stage, last = shots[0].stage, shots[-1]
        if done == 1:
            whole = shots[0].marks(stage.begin)
        caption = f"{total + 1 - done}. {animation.joining_text(stage)}"
        entries.append((_figure(animation, last.marks(stage.end)), caption))
        on_progress(done / total, f"move {done:,} of {total:,}")
    pages = [*reversed(entries), (_figure(animation, whole), "finished")]
    title, line = animation.title, f"{animation.heading}, put together"
    return scenes_pdf(grid_pages(title, line, pages))


def _figure(animation: DisassemblyAnimation, marks: list[Primitive]) -> Figure:
    return Figure(animation.box, lambda pixels: marks)
