"""Files of a moving disassembly: GIF, and SVG that moves by itself (SMIL)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.errors import UnsupportedError
from tilewright.families.assembly.animation import DisassemblyAnimation, Layout, Shot
from tilewright.render import palette
from tilewright.render.animation import (
    SharedShapes,
    faded,
    gif_bytes,
    gif_palette,
    in_palette,
    moved_along,
    shown_during,
)
from tilewright.render.png import scene_image
from tilewright.render.svg import elements, svg_page
from tilewright.solving.steps import CancelCheck, never_cancelled
from tilewright.wording import plain

if TYPE_CHECKING:
    from PIL.Image import Image

MAX_PIXELS = 200_000_000  # the most pixels of a GIF, over all its frames
MAX_ELEMENTS = 250_000  # the most marks of an SVG
SAMPLES = 10  # places along a way in an SVG, between which pieces move evenly
SHADES = 128  # colours of a GIF besides those that are drawn with
Progress = Callable[[float, str], None]


def animated_gif(
    animation: DisassemblyAnimation,
    on_progress: Progress = lambda share, words: None,
    check_cancelled: CancelCheck = never_cancelled,
) -> bytes:
    """The animation as a GIF that repeats for ever; UnsupportedError when it would be too large."""
    count, pixels = animation.frames, animation.pixels
    if count * pixels > MAX_PIXELS:
        raise UnsupportedError(
            f"the GIF would have {count:,} frames of {pixels:,} pixels; at most {MAX_PIXELS:,} pixels in all "
            "are drawn. Use a smaller size, a higher speed, or an SVG"
        )
    sample = next(animation.shots(check_cancelled))[0]
    colours = _palette(_frame(animation, sample, 0.0), animation.colours())

    def pictures() -> Iterator[Image]:
        done = 0
        for shots in animation.shots(check_cancelled):
            for time, _ in shots[0].stage.frames():
                shot = next((one for one in shots if time <= one.end), shots[-1])
                check_cancelled()
                done += 1
                on_progress(done / count, f"frame {done:,} of {count:,}")
                yield in_palette(_frame(animation, shot, time), colours)
        yield in_palette(_frame(animation, shot, animation.total), colours)

    seconds = [each for stage in animation.stages for _, each in stage.frames()]
    return gif_bytes(pictures(), [*seconds, animation.total - animation.stages[-1].end])


def _palette(picture: Image, colours: Sequence[str]) -> Image:
    """The colours that are drawn with, and shades of a picture and of the same picture as it fades."""
    from PIL import Image

    # Pieces that are hidden at first fade later: each colour has a stripe.
    size = (picture.width + 4 * len(colours), picture.height)
    whole = Image.new("RGB", size, palette.PAPER)
    whole.paste(picture)
    for k, colour in enumerate(colours):
        whole.paste(colour, (picture.width + 4 * k, 0, picture.width + 4 * k + 4, picture.height))
    sample = Image.new("RGB", (whole.width, 4 * whole.height), palette.PAPER)
    for k in range(4):
        faint = Image.blend(whole, Image.new("RGB", whole.size, palette.PAPER), k / 5)
        sample.paste(faint, (0, k * whole.height))
    return gif_palette(sample, colours[: 256 - SHADES], SHADES)


def _frame(animation: DisassemblyAnimation, shot: Shot, time: float) -> Image:
    from PIL import Image

    opacity = shot.stage.opacity(time)
    picture = scene_image(animation.scene(shot.marks(time), shot.stage.caption))
    if opacity == 1.0:
        return picture
    return Image.blend(scene_image(animation.scene(shot.staying, shot.stage.caption)), picture, opacity)


def animated_svg(
    animation: DisassemblyAnimation,
    on_progress: Progress = lambda share, words: None,
    check_cancelled: CancelCheck = never_cancelled,
) -> bytes:
    """The animation as an SVG (SMIL, no script) that repeats for ever; elsewhere it shows the assembly.

    UnsupportedError when it would have too many marks.
    """
    layout, total = animation.layout, animation.total
    body: list[str] = elements([layout.line(layout.words[0], 0)])
    shapes = SharedShapes()
    for shot in (shot for shots in animation.shots(check_cancelled) for shot in shots):
        stage = shot.stage
        end = total if stage is animation.stages[-1] and shot.end == stage.end else shot.end
        on_progress(shot.end / total, f"{shot.end:.0f} of {total:.0f} seconds")
        whole = _svg_layers(shot, layout, shapes, total)
        if stage.leaves:
            shares = [(time, stage.opacity(time)) for time in (stage.begin, stage.fades_from, stage.end)]
            staying = (marks for slides, faces in shot.layers if not slides for marks in faces)
            whole = [
                *(shapes.use(marks, layout.left, layout.top) for marks in staying),
                *faded(whole, shares, total),
            ]
        whole += elements([layout.line(plain(stage.caption), 1)])
        body += shown_during(whole, shot.begin, end, total)
        if len(body) > MAX_ELEMENTS:
            raise UnsupportedError(
                f"the SVG would have more than {MAX_ELEMENTS:,} elements; draw a GIF, or a part of the puzzle"
            )
    words = f"{len(animation.stages):,} moves. {layout.words[0]}"
    scene = replace(animation.scene((), "", words), marks=())
    return svg_page(scene, [*shapes.definitions, *body]).encode()


def _svg_layers(shot: Shot, layout: Layout, shapes: SharedShapes, total: float) -> list[str]:
    """The layers of a shot, those that slide with their way."""
    begin = max(shot.begin, shot.stage.start)
    times = [begin + (shot.end - begin) * k / SAMPLES for k in range(SAMPLES + 1)]
    way = [(time, shot.shift(time)) for time in times]
    body: list[str] = []
    for slides, faces in shot.layers:
        drawn = [shapes.use(marks, layout.left, layout.top) for marks in faces]
        body += moved_along(drawn, way, total) if slides else drawn
    return body


ANIMATORS: Mapping[str, Callable[[DisassemblyAnimation, Progress, CancelCheck], bytes]] = {
    ".gif": animated_gif,
    ".svg": animated_svg,
}
"""What writes an animation into a file, by the file's suffix."""
