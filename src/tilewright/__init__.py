"""The workbench for domino and tiling puzzles.

    >>> import tilewright
    >>> puzzle = tilewright.load_puzzle("catalog:pentominoes-3x20")
    >>> answer = tilewright.count(puzzle, unique=True)
    >>> print(answer.solutions, answer.up_to_symmetry, answer.status)
    8 2 complete
    >>> for solution in tilewright.solutions(puzzle):
    ...     grid = solution.to_grid()

Puzzles
    load, load_puzzle   from a file or the catalogue (catalog:NAME); the latter only if it has a board
    save                write a puzzle to a file
    Puzzle              a Board to be filled with Pieces; also Placement, PlacementCost, Expected
    ExactCoverPuzzle    Items to be covered by Options; AnyPuzzle is either kind of puzzle
    LATTICES            squares, hexagons, triangles, cubes, ... by name; also SQUARE, Lattice, Motion, Cell

Solutions
    first, solutions    one Solution, or each in turn
    solve               each solution to a function, and an Answer
    count               how many there are, also up to symmetry: an Answer
    count_by            for each number of copies of a piece: a Distribution
    count_modulo        modulo a number: a Residue
    optimise            the least or greatest cost: an Optimum
    sample              drawn at random, each with the same probability: a Sample
    forced              which placements all solutions have: a Forced
    estimate            how large a search will be
    Limits              when to stop early; Progress reports it, and Status says how an answer ended

Errors
    TilewrightError and its subclasses FormatError, PuzzleError, UnsupportedError, CheckpointError, RunError,
    OutputError, DisagreementError (of two engines, by count(..., confirm=True))

Use help(tilewright.count) and the like for more. tilewright.render makes pictures, tilewright.generators
puzzles, tilewright.testing random ones to test solvers with. Notebooks show puzzles, solutions and answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path  # takes a tenth of the time of --help

    from tilewright.errors import (
        CheckpointError,
        DisagreementError,
        FormatError,
        OutputError,
        PuzzleError,
        RunError,
        TilewrightError,
        UnsupportedError,
    )
    from tilewright.formats import save
    from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, Item, Option
    from tilewright.model.lattices import LATTICES, SQUARE, Cell, Lattice, Motion
    from tilewright.model.puzzle import Board, Expected, Piece, Placement, PlacementCost, Puzzle, Solution
    from tilewright.solve.api import (
        Answer,
        Distribution,
        Forced,
        Optimum,
        Residue,
        Sample,
        count,
        count_by,
        count_modulo,
        estimate,
        first,
        forced,
        optimise,
        sample,
        solutions,
        solve,
    )
    from tilewright.solve.engines.base import Limits, Progress, Status

    __version__: str

    __all__ = [
        "LATTICES",
        "SQUARE",
        "Answer",
        "AnyPuzzle",
        "Board",
        "Cell",
        "CheckpointError",
        "DisagreementError",
        "Distribution",
        "ExactCoverPuzzle",
        "Expected",
        "Forced",
        "FormatError",
        "Item",
        "Lattice",
        "Limits",
        "Motion",
        "Optimum",
        "Option",
        "OutputError",
        "Piece",
        "Placement",
        "PlacementCost",
        "Progress",
        "Puzzle",
        "PuzzleError",
        "Residue",
        "RunError",
        "Sample",
        "Solution",
        "Status",
        "TilewrightError",
        "UnsupportedError",
        "count",
        "count_by",
        "count_modulo",
        "estimate",
        "first",
        "forced",
        "load",
        "load_puzzle",
        "optimise",
        "sample",
        "save",
        "solutions",
        "solve",
    ]

_PUBLIC_NAMES = {
    "tilewright.solve.api": (
        "Answer",
        "Distribution",
        "Forced",
        "Optimum",
        "Residue",
        "Sample",
        "count",
        "count_by",
        "count_modulo",
        "estimate",
        "first",
        "forced",
        "optimise",
        "sample",
        "solutions",
        "solve",
    ),
    "tilewright.solve.engines.base": ("Limits", "Progress", "Status"),
    "tilewright.errors": (
        "CheckpointError",
        "DisagreementError",
        "FormatError",
        "OutputError",
        "PuzzleError",
        "RunError",
        "TilewrightError",
        "UnsupportedError",
    ),
    "tilewright.formats": ("save",),
    "tilewright.model.exact_cover_puzzle": ("AnyPuzzle", "ExactCoverPuzzle", "Item", "Option"),
    "tilewright.model.lattices": ("LATTICES", "SQUARE", "Cell", "Lattice", "Motion"),
    "tilewright.model.puzzle": (
        "Board",
        "Expected",
        "Piece",
        "Placement",
        "PlacementCost",
        "Puzzle",
        "Solution",
    ),
}
_MODULE_OF = {name: module for module, names in _PUBLIC_NAMES.items() for name in names}


def load(
    source: str | Path, *, format: str = "", motions: str = "", problem: int = 0, lattice: str = ""
) -> AnyPuzzle:
    """The puzzle in a file (``"-"``: standard input), or of the catalogue (``"catalog:NAME"``).

    The format of a file is the one named, else that of the extension, else that of the content. ``motions``
    overrides those of the pieces. ``problem`` chooses, from 1, where a file may hold several puzzles, and
    ``lattice`` how a flat ``.xmpuzzle`` file is read: "cube" or "square".
    FormatError when the file cannot be read or is wrong, PuzzleError when the catalogue has no such puzzle.
    """
    from tilewright import catalogue, formats
    from tilewright.errors import UnsupportedError
    from tilewright.model.exact_cover_puzzle import require_board

    if not catalogue.is_reference(str(source)):
        return formats.load(source, format=format, motions=motions, problem=problem, lattice=lattice)
    if format or problem or lattice:
        raise UnsupportedError(f"{source}: a format, a lattice or a problem number applies to files only")
    puzzle = catalogue.load(str(source))
    return require_board(puzzle, source).with_motions(motions) if motions else puzzle


def load_puzzle(
    source: str | Path, *, format: str = "", motions: str = "", problem: int = 0, lattice: str = ""
) -> Puzzle:
    """As :func:`load`, for what needs a board with pieces; UnsupportedError when the puzzle has none."""
    from tilewright.model.exact_cover_puzzle import require_board

    puzzle = load(source, format=format, motions=motions, problem=problem, lattice=lattice)
    return require_board(puzzle, source)


if not TYPE_CHECKING:

    class _StarNames(list):
        """The names that ``import *`` imports; none of them is ``in`` the list.

        pydoc shows in full what is ``in __all__``: 2,000 lines. The docstring of the module is shorter.
        """

        def __contains__(self, name: object) -> bool:
            return False

    __all__ = _StarNames(sorted([*_MODULE_OF, "load", "load_puzzle"]))


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _MODULE_OF:
        value = getattr(import_module(_MODULE_OF[name]), name)
    elif name == "__version__":
        from importlib import metadata  # takes longer than all else that --version needs

        try:
            value = metadata.version("tilewright")
        except metadata.PackageNotFoundError:
            value = "unknown (not installed)"
    else:
        raise AttributeError(f"module 'tilewright' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
