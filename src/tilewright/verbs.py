"""What is done with puzzles and solutions besides the questions of ``tilewright.solving.api``.

The puzzles of families go to the functions that their descriptors name, as there.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from tilewright import formats
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.family import FamilyPuzzle, functions_for
from tilewright.loading import load
from tilewright.model.exact_cover_puzzle import AnyPuzzle, check_puzzle
from tilewright.model.puzzle import Solution
from tilewright.model.verification import faults
from tilewright.render.options import RenderOptions
from tilewright.render.picture import Drawing, Picture
from tilewright.solving.dispatch import verb
from tilewright.wording import quoted

if TYPE_CHECKING:
    from tilewright.solving.infeasibility.reason import Reason
    from tilewright.solving.settings import Settings


@verb
def why(puzzle: AnyPuzzle, *, cancel: threading.Event | None = None) -> Reason | None:
    """A reason why the puzzle has no solution, as a proof; None when no check finds one.

    None proves nothing: :func:`tilewright.first` searches for a solution. When ``cancel`` is set, no further
    check begins; one of them can take seconds.

        >>> from tilewright import Puzzle, why
        >>> why(Puzzle.of(".###\\n####\\n####\\n###.", ["##"] * 7)).kind
        'colouring'
    """
    from tilewright.solving.infeasibility import steps

    check_puzzle(puzzle)
    for reason in steps(puzzle):
        if reason is not None or (cancel is not None and cancel.is_set()):
            return reason
    return None


@verb
def verify(puzzle: AnyPuzzle, solution: Solution) -> list[str]:
    """What is wrong with a solution of the puzzle, as sentences; empty for a right one.

    Checked by cells alone, or items: no code of the search is used.

        >>> from tilewright import Puzzle, first, verify
        >>> square = Puzzle.of("##\\n##", ["##", "##"])
        >>> solution = first(square)
        >>> verify(square, solution), verify(Puzzle.of("##\\n##", ["##"]), solution)
        ([], ["piece 'I2' is used 2 times; expected 1"])
    """
    check_puzzle(puzzle)
    if not isinstance(solution, Solution):
        raise PuzzleError(f"{quoted(solution)} is not a solution; tilewright.first finds one")
    return faults(puzzle, solution)


@overload
def draw(shown: AnyPuzzle | Solution, *solutions: Solution, options: RenderOptions = ...) -> Drawing: ...
@overload
def draw(shown: FamilyPuzzle, *arguments: Any, **keywords: Any) -> Drawing: ...
def draw(shown: AnyPuzzle | Solution | FamilyPuzzle, *solutions: Any, **keywords: Any) -> Drawing:
    """The picture of a puzzle, or of one or more of its solutions, as a value.

    A notebook shows it and ``print`` writes it as text; ``svg()``, ``png()`` and ``text()`` have its content,
    and ``save(path)`` writes it in the format of the extension. ``options`` say how it is drawn. Puzzles of
    families have keywords of their own.

        >>> from tilewright import draw, load, first
        >>> puzzle = load("catalog:dominoes-4x4")
        >>> draw(first(puzzle)).svg()[:4], len(str(draw(puzzle)).splitlines()) > 4
        ('<svg', True)
    """
    if isinstance(shown, FamilyPuzzle):
        own: Callable[..., Drawing] | None = getattr(functions_for(shown), "draw", None)
        if own is None:
            raise UnsupportedError(f"there is no picture of a {type(shown).__name__}")
        return own(shown, *solutions, **keywords)
    options = keywords.pop("options", RenderOptions())
    if keywords:
        raise UnsupportedError(f"draw has no keyword {', '.join(keywords)} here; expected options=")
    if isinstance(shown, Solution):
        if shown.puzzle is None:
            raise PuzzleError("the puzzle of this solution is not known; give it before the solution")
        return Picture(shown.puzzle, (shown, *solutions), options)
    check_puzzle(shown)
    return Picture(shown, solutions, options)


def convert(
    source: str | Path,
    target: str | Path,
    *,
    from_format: str = "",
    to_format: str = "",
    motions: str = "",
    problem: int = 0,
    lattice: str = "",
    labelled: bool = False,
    overwrite: bool = False,
) -> None:
    """Write the puzzle in a file, or of the catalogue, to another file in another format.

    The formats are those named, or those of the extensions; ``motions``, ``problem`` and ``lattice`` are as
    of :func:`tilewright.load`, ``labelled`` as of :func:`tilewright.save`. OutputError for a target that is
    there already, unless ``overwrite``.

        >>> from tempfile import TemporaryDirectory
        >>> from tilewright import convert, load
        >>> with TemporaryDirectory() as folder:
        ...     convert("catalog:soma-cube", f"{folder}/soma.toml")
        ...     load(f"{folder}/soma.toml")
        <Puzzle 'The Soma cube': cube, 27 cells, 7 pieces>
    """
    puzzle = load(source, format=from_format, motions=motions, problem=problem, lattice=lattice)
    if not overwrite and str(target) != "-" and Path(target).exists():
        from tilewright.errors import OutputError

        raise OutputError(f"{target}: there is such a file already; overwrite=True replaces it")
    formats.save(puzzle, target, format=to_format, labelled=labelled)


def disassemble(solution: Solution, *, settings: Settings | None = None, **keywords: Any) -> Any:
    """How a solution in space comes apart, with the fewest moves; see ``tilewright.families.assembly``.

    >>> from tilewright import disassemble, first, load
    >>> disassemble(first(load("catalog:soma-cube"))).comes_apart
    True
    """
    functions = functions_for(solution)
    if functions is None or not hasattr(functions, "disassemble"):
        raise UnsupportedError(f"{quoted(solution)} cannot be taken apart; expected a solution in space")
    if settings is not None:
        keywords = settings.keywords(functions.disassemble) | keywords
    return functions.disassemble(solution, **keywords)
