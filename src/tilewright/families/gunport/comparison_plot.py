"""The comparison of models as a picture: seconds on a logarithmic scale, board by board."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tilewright.families.gunport.comparison import Comparison, Trial
from tilewright.model.lattices import Point
from tilewright.render.palette import COLOURS, FAINT, INK, PAPER, QUIET
from tilewright.render.png import scene_png
from tilewright.render.scene import Dots, Label, Mark, Scene, Stroke, text_width
from tilewright.render.svg import scene_svg

WIDTH, HEIGHT = 16.0, 7.0
"""The size of a model's panel in units of length; a letter is half a unit high."""

LETTER = 0.5
LEFT, RIGHT, TOP, BOTTOM = 2.6, 0.6, 1.4, 1.6  # room around the lines of a panel
PIXELS = 32.0  # pixels a unit of length
FASTEST = 0.001  # seconds: what took less is drawn here

SOLVER_COLOURS = {"cp-sat": COLOURS[4], "highs": COLOURS[5], "scip": COLOURS[2]}


def comparison_scene(comparison: Comparison) -> Scene:
    """A panel for each model with a line for each solver; a ring marks a trial that did not finish.

    The boards stand in the order of their areas. The seconds' scale is the same in all panels.
    """
    trials = comparison.trials
    models = list(dict.fromkeys(trial.model for trial in trials))
    solvers = list(dict.fromkeys(trial.solver for trial in trials))
    sizes = sorted(
        {(trial.rows, trial.columns) for trial in trials}, key=lambda size: (size[0] * size[1], size)
    )
    axes = _Axes(sizes, trials, comparison.limit)
    marks: list[Mark] = []
    marks += _legend(solvers)
    for number, model in enumerate(models):
        marks += axes.panel(model, number * (HEIGHT + TOP + BOTTOM) + 1.0)
        for solver in solvers:
            of_line = [trial for trial in trials if (trial.model, trial.solver) == (model, solver)]
            marks += axes.line(of_line, _colour(solver), number * (HEIGHT + TOP + BOTTOM) + 1.0)
    height = 1.0 + max(1, len(models)) * (HEIGHT + TOP + BOTTOM)
    title = "Seconds to solve the gunport problem, by model, solver and board"
    return Scene(LEFT + WIDTH + RIGHT, height, tuple(marks), PIXELS, title)


class _Axes:
    """Where boards and seconds lie in a panel."""

    def __init__(
        self, sizes: Sequence[tuple[int, int]], trials: Sequence[Trial], limit: float | None
    ) -> None:
        self.sizes, self.limit = sizes, limit
        spent = [max(FASTEST, trial.seconds) for trial in trials] + ([limit] if limit else [])
        self.low = math.floor(math.log10(min(spent, default=FASTEST)))
        self.high = max(self.low + 1, math.ceil(math.log10(max(spent, default=1.0)) - 1e-9))

    def across(self, size: tuple[int, int]) -> float:
        step = WIDTH / len(self.sizes)
        return LEFT + (self.sizes.index(size) + 0.5) * step

    def up(self, seconds: float, top: float) -> float:
        share = (math.log10(max(FASTEST, seconds)) - self.low) / (self.high - self.low)
        return top + TOP + HEIGHT * (1 - share)

    def panel(self, model: str, top: float) -> list[Mark]:
        """The frame, the scales and the title of a model's panel."""
        marks: list[Mark] = [Label((LEFT, top + TOP - 0.6), model, 1.2 * LETTER, INK, "start")]
        for power in range(self.low, self.high + 1):
            y = self.up(10.0**power, top)
            marks.append(Stroke((((LEFT, y), (LEFT + WIDTH, y)),), FAINT, 0.02))
            words = f"{10.0**power:g} s"
            marks.append(Label((LEFT - 0.2 - text_width(words, LETTER), y), words, LETTER, QUIET, "start"))
        if self.limit is not None:
            y = self.up(self.limit, top)
            dashes = [((x, y), (x + 0.2, y)) for x in _steps(LEFT, LEFT + WIDTH - 0.2, 0.4)]
            marks.append(Stroke(tuple(dashes), INK, 0.03))
        # As many names of boards as have room side by side.
        widest = max((text_width(_name(size), LETTER) for size in self.sizes), default=1.0) + 0.3
        every = max(1, math.ceil(widest * len(self.sizes) / WIDTH))
        for number, size in enumerate(self.sizes):
            if number % every == 0:
                at = (self.across(size), top + TOP + HEIGHT + 0.55)
                marks.append(Label(at, _name(size), LETTER, QUIET))
        return marks

    def line(self, trials: Sequence[Trial], colour: str, top: float) -> list[Mark]:
        """A solver's seconds: points joined in the order of the boards, rings where it did not finish."""
        ordered = sorted(trials, key=lambda trial: self.sizes.index((trial.rows, trial.columns)))
        points = [(self._at(trial, top), trial.finished) for trial in ordered]
        if not points:
            return []
        marks: list[Mark] = [Stroke((tuple(point for point, _ in points),), colour, 0.07)]
        marks.append(Dots(tuple(point for point, _ in points), 0.18, colour))
        if rings := tuple(point for point, finished in points if not finished):
            marks.append(Dots(rings, 0.1, PAPER))
        return marks

    def _at(self, trial: Trial, top: float) -> Point:
        return self.across((trial.rows, trial.columns)), self.up(trial.seconds, top)


def _legend(solvers: Sequence[str]) -> list[Mark]:
    marks: list[Mark] = []
    x = LEFT
    for solver in solvers:
        marks.append(Stroke((((x, 0.8), (x + 0.9, 0.8)),), _colour(solver), 0.07))
        marks.append(Dots(((x + 0.45, 0.8),), 0.18, _colour(solver)))
        marks.append(Label((x + 1.1, 0.8), solver, LETTER, INK, "start"))
        x += 1.6 + text_width(solver, LETTER) + 0.4
    marks.append(Dots(((x + 0.2, 0.8),), 0.18, QUIET))
    marks.append(Dots(((x + 0.2, 0.8),), 0.1, PAPER))
    marks.append(Label((x + 0.6, 0.8), "not finished; dashes: the time limit", LETTER, QUIET, "start"))
    return marks


def _colour(solver: str) -> str:
    return SOLVER_COLOURS.get(solver, QUIET)


def _name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _steps(low: float, high: float, step: float) -> list[float]:
    return [low + number * step for number in range(math.floor((high - low) / step) + 1)]


PLOTTERS = {
    ".svg": lambda comparison: scene_svg(comparison_scene(comparison)).encode(),
    ".png": lambda comparison: scene_png(comparison_scene(comparison)),
}
"""A plotter for each suffix: comparison in, the file's bytes out."""
