"""Charts: values on a logarithmic scale, and the chart of times of a table of puzzles."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tilewright.render.palette import COLOURS, FAINT, INK, PAPER, QUIET
from tilewright.render.scene import Dots, Label, Primitive, Scene, Stroke, text_width

SHORTEST = 0.001  # seconds; shorter times are drawn here


@dataclass(frozen=True)
class LogScale:
    """The powers of ten from 10^low to 10^high; shorter times than SHORTEST are drawn as that."""

    low: int
    high: int

    @classmethod
    def around(cls, values: Iterable[float]) -> LogScale:
        """The smallest scale with all values on it, and with two powers of ten at least."""
        shown = [max(SHORTEST, value) for value in values]
        low = math.floor(math.log10(min(shown, default=SHORTEST)))
        high = math.ceil(math.log10(max(shown, default=1.0)) - 1e-9)
        return cls(low, max(low + 1, high))

    @property
    def powers(self) -> range:
        """The exponents of the lines of the grid."""
        return range(self.low, self.high + 1)

    def share(self, value: float) -> float:
        """Where a value is on the scale: 0 at the lowest power, 1 at the highest."""
        return (math.log10(max(SHORTEST, value)) - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class TimeSpan:
    """The time to the first solution and to all of them, in seconds; None is not known.

    ``finished`` says whether a limit ended the search early.
    """

    first: float | None
    all: float | None
    finished: bool = True


LETTER, ROW, PLOT_WIDTH, PIXELS = 0.5, 0.8, 16.0, 32.0


def times_scene(title: str, rows: Sequence[tuple[str, Sequence[TimeSpan]]], modes: Sequence[str]) -> Scene:
    """A line of a chart for each puzzle: from the time to the first solution to the time to all.

    Each row has a name and a span for each of ``modes``, which have a colour each; ``modes`` may be [""].
    """
    seconds = [
        time for _, spans in rows for one in spans for time in (one.first, one.all) if time is not None
    ]
    scale = LogScale.around(seconds)
    left = 0.8 + max((text_width(name, LETTER) for name, _ in rows), default=0.0)
    top, right = 3.4, left + PLOT_WIDTH
    bottom = top + ROW * max(1, len(rows))
    legend, legend_end = _legend(modes)
    marks: list[Primitive] = [Label((0.4, 0.8), title, 1.3 * LETTER, INK, "start"), *legend]
    for power in scale.powers:
        x = left + PLOT_WIDTH * scale.share(10.0**power)
        marks.append(Stroke((((x, top), (x, bottom)),), FAINT, 0.02))
        marks += [Label((x, y), f"{10.0**power:g} s", LETTER, QUIET) for y in (top - 0.5, bottom + 0.5)]
    for number, (name, spans) in enumerate(rows):
        middle = top + ROW * (number + 0.5)
        marks.append(Label((0.4, middle), name, LETTER, INK, "start"))
        for index, one in enumerate(spans):
            y = middle + 0.6 * ROW * ((index + 0.5) / len(spans) - 0.5)
            marks += _span(one, y, lambda time: left + PLOT_WIDTH * scale.share(time), _colour(index))
    description = f"For {len(rows):,} puzzles the time to the first solution and to all solutions."
    width = max(right + 1.0, legend_end)
    return Scene(width, bottom + 1.2, tuple(marks), PIXELS, title, description)


def _span(one: TimeSpan, y: float, across: Callable[[float], float], colour: str) -> list[Primitive]:
    """A ring at the first solution, and a dot at all of them, or a cross where a limit came first."""
    marks: list[Primitive] = []
    first, last = (None if time is None else across(time) for time in (one.first, one.all))
    if first is not None and last is not None:
        marks.append(Stroke((((first, y), (last, y)),), colour, 0.05))
    if last is not None and one.finished:
        marks.append(Dots(((last, y),), 0.16, colour))
    elif last is not None:
        marks.append(Stroke(_cross(last, y), colour, 0.07))
    if first is not None:
        marks += [Dots(((first, y),), 0.16, colour), Dots(((first, y),), 0.09, PAPER)]
    return marks


def _cross(x: float, y: float) -> tuple[tuple[tuple[float, float], ...], ...]:
    arm = 0.15
    return (((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm)))


def _legend(modes: Sequence[str]) -> tuple[list[Primitive], float]:
    """The legend, and where it ends on the right."""
    x, y = 0.7, 1.9
    marks: list[Primitive] = [Dots(((x, y),), 0.16, QUIET), Dots(((x, y),), 0.09, PAPER)]
    entries = [("first solution", QUIET), ("all solutions", QUIET), ("ended by a limit", QUIET)]
    for number, (words, colour) in enumerate(
        [*entries, *((m, _colour(k)) for k, m in enumerate(modes) if m)]
    ):
        if number == 2:
            marks.append(Stroke(_cross(x, y), colour, 0.07))
        elif number:
            marks.append(Dots(((x, y),), 0.16, colour))
        marks.append(Label((x + 0.35, y), words, LETTER, INK, "start"))
        x += 1.3 + text_width(words, LETTER)
    return marks, x


def _colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]
