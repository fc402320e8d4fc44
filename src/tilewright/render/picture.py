"""Pictures as values: a puzzle and solutions of it, shown by a notebook, written as text, SVG, PNG."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.atomic_files import write_atomically
from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, require_board
from tilewright.model.puzzle import Solution
from tilewright.render import text
from tilewright.render.labels import count_text, describe_size, is_sheet, plain_ascii
from tilewright.render.options import RenderOptions
from tilewright.wording import plain

if TYPE_CHECKING:
    from tilewright.render.scene import Scene

_DEFAULT = RenderOptions()


def to_svg(puzzle: AnyPuzzle, solutions: Sequence[Solution] = (), options: RenderOptions = _DEFAULT) -> str:
    """A standalone SVG: of the puzzle with its pieces, of one solution, or a sheet of several.

    Items and options are drawn as a matrix. Raises PuzzleError when a solution cannot lie on the board,
    UnsupportedError for matrices that are too large. Only drawn, not verified: see
    :mod:`tilewright.model.verification`.
    """
    from tilewright.render.svg import scene_svg  # here: text needs no scene

    return scene_svg(_scene(puzzle, solutions, options))


def to_png(puzzle: AnyPuzzle, solutions: Sequence[Solution] = (), options: RenderOptions = _DEFAULT) -> bytes:
    """The picture of :func:`to_svg` as PNG; UnsupportedError above 40 million pixels."""
    from tilewright.render.png import scene_png

    return scene_png(_scene(puzzle, solutions, options))


def _scene(puzzle: AnyPuzzle, solutions: Sequence[Solution], options: RenderOptions) -> Scene:
    if isinstance(puzzle, ExactCoverPuzzle):
        from tilewright.render.matrix import items_scene

        return items_scene(puzzle, solutions, options)
    from tilewright.render.sheet import scene

    return scene(require_board(puzzle), solutions, options)


def to_text(puzzle: AnyPuzzle, solutions: Sequence[Solution] = (), options: RenderOptions = _DEFAULT) -> str:
    """The same choice of pictures in text, under its title; UnsupportedError when it would be too large."""
    puzzle = require_board(puzzle)
    title = puzzle.title if options.title is None else options.title
    heads = [title] if title else []
    if not solutions:
        heads.append(describe_size(puzzle))
        body = text.puzzle_text(puzzle, options)
    elif is_sheet(solutions, options):
        line = count_text(min(len(solutions), options.limit), options.total or len(solutions), options)
        heads += [line] if line else []
        body = text.sheet_text(puzzle, solutions, options)
    else:
        body = text.solution_text(puzzle, solutions[0], options)
    written = [plain_ascii(line) if options.ascii else plain(line) for line in heads]
    return "".join(f"{line}\n" for line in written) + ("\n" if heads else "") + body


RENDERERS: Mapping[str, Callable[[AnyPuzzle, Sequence[Solution], RenderOptions], bytes]] = {
    ".svg": lambda puzzle, solutions, options: to_svg(puzzle, solutions, options).encode(),
    ".png": to_png,
    ".txt": lambda puzzle, solutions, options: to_text(puzzle, solutions, options).encode(),
}
"""By file name extension: what makes the content from a puzzle, solutions (none, one, many) and options."""


class Drawing(ABC):
    """A picture as a value: a notebook shows it, ``print`` writes it as text."""

    @abstractmethod
    def svg(self) -> str:
        """The picture as standalone SVG."""

    @abstractmethod
    def png(self) -> bytes:
        """The picture as PNG."""

    @abstractmethod
    def text(self) -> str:
        """The picture as text."""

    def save(self, path: str | Path) -> None:
        """Write the picture to a file, in the format of its extension: .svg, .png or .txt."""
        makers: dict[str, Callable[[], str | bytes]] = {".svg": self.svg, ".png": self.png, ".txt": self.text}
        content = makers.get(Path(path).suffix)
        if content is None:
            raise UnsupportedError(f"{path}: a picture is saved as .svg, .png or .txt")
        write_atomically(path, content())

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class SceneDrawing(Drawing):
    """A picture that a family has composed, and the same in text."""

    scene: Scene
    written: str

    def svg(self) -> str:
        """The picture as standalone SVG."""
        from tilewright.render.svg import scene_svg

        return scene_svg(self.scene)

    def png(self) -> bytes:
        """The picture as PNG."""
        from tilewright.render.png import scene_png

        return scene_png(self.scene)

    def text(self) -> str:
        """The picture as text."""
        return self.written


@dataclass(frozen=True)
class Picture(Drawing):
    """A puzzle, the solutions of it to draw (none: the puzzle and its pieces), and how."""

    puzzle: AnyPuzzle
    solutions: tuple[Solution, ...] = ()
    options: RenderOptions = _DEFAULT

    def svg(self) -> str:
        """The picture as standalone SVG."""
        return to_svg(self.puzzle, self.solutions, self.options)

    def png(self) -> bytes:
        """The picture as PNG."""
        return to_png(self.puzzle, self.solutions, self.options)

    def text(self) -> str:
        """The picture as text."""
        return to_text(self.puzzle, self.solutions, self.options)


def picture(puzzle: AnyPuzzle, *solutions: Solution, options: RenderOptions = _DEFAULT) -> Picture:
    """The picture of a puzzle, or of one or more of its solutions; a notebook shows it as SVG."""
    return Picture(puzzle, solutions, options)
