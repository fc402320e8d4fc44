"""The options of an animated disassembly, and drawing it into a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.options import Command, OptionGroup, with_options
from tilewright.cli.output import ANIMATIONS, PAPER, note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import span
from tilewright.clock import monotonic
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.assembly.disassembly import Disassembly
    from tilewright.model.puzzle import Puzzle


_size_option = click.option(
    "--size",
    type=int,
    metavar="PIXELS",
    help="Longer side of an animation, 100 to 1600 pixels. Default: 480.",
)
_speed_option = click.option(
    "--speed",
    type=float,
    metavar="FACTOR",
    help="Speed of an animation, 0.1 to 20; 2 is twice as fast. Default: 1.",
)
_turn_option = click.option(
    "--turn",
    type=float,
    metavar="DEGREES",
    help="Show an animation from another side: the viewer goes round the assembly to the right. Default: 0.",
)


def animation_options(command: Command) -> Command:
    """The options of :class:`DrawingOptions`, on a click command."""
    return with_options(command, (_size_option, _speed_option, _turn_option))


@dataclass(frozen=True)
class DrawingOptions(OptionGroup):
    """How an animation is drawn, None by default; the fields are named after the options' parameters."""

    size: int | None
    speed: float | None
    turn: float | None

    def check(self, output: Path | None, *, every: bool) -> None:
        """Refuse, before any work, options that do not go together, and values that are out of range."""
        suffix = "" if output is None else output.suffix.lower()
        for name, value in vars(self).items():
            if value is not None and suffix not in ((*ANIMATIONS, PAPER) if name == "turn" else ANIMATIONS):
                raise click.UsageError(f"--{name} applies to animations; give -o with .svg or .gif")
        if suffix not in (*ANIMATIONS, PAPER):
            return
        if every:
            what = "instructions" if suffix == PAPER else "an animation"
            raise click.UsageError(f"--all and {what} cannot be combined; choose one with --solution N")
        from tilewright.families.assembly.animation import AnimationOptions

        AnimationOptions(**self._given)

    @property
    def _given(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if value is not None}

    def draw(self, output: Path, puzzle: Puzzle, value: Mapping[int, Disassembly], *, quiet: bool) -> str:
        """Draw the assembly that comes apart, where one is found; a line that says what was written."""
        from tilewright.families.assembly.animation import AnimationOptions, DisassemblyAnimation
        from tilewright.families.assembly.animation_files import ANIMATORS
        from tilewright.families.assembly.instructions import instructions_pdf
        from tilewright.formats import write_atomically
        from tilewright.model.levels import levels_text
        from tilewright.solving.steps import Progress

        apart = [(at, one) for at, one in value.items() if one.comes_apart]
        if not apart:
            note(f"no assembly that comes apart was found; {output} was not written")
            return ""
        at, one = apart[0]
        heading = f"assembly {at:,}, level {levels_text(one.levels)}"
        with ProgressMonitor("drawing", quiet=quiet) as monitor:
            monitor.end_search()
            start = monotonic()
            animation = DisassemblyAnimation(puzzle, one, AnimationOptions(**self._given), heading)

            def show(share: float, words: str) -> None:
                seconds = monotonic() - start
                monitor(Progress(share, 0, 0, 0, seconds, seconds * (1 - share) / share, words=words))

            suffix = output.suffix.lower()
            draw = instructions_pdf if suffix == PAPER else ANIMATORS[suffix]
            content = draw(animation, show, monitor.check_cancelled)
        write_atomically(output, content)
        length = "put together step by step" if suffix == PAPER else span(animation.total)
        return f"wrote {output}: {counted(len(animation.stages), 'move')}, {length}"
