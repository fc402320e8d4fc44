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
    loads               from a text
    save, convert       write a puzzle to a file; convert a file to another format
    Puzzle              a Board to be filled with Pieces; also Placement
    Puzzle.of           the same from drawings; also Board.of, Board.rectangle, Piece.of
    pieces              sets of pieces, such as pieces.pentominoes()
    ExactCoverPuzzle    items to be covered by options; AnyPuzzle is either kind of puzzle
    LATTICES            squares, hexagons, triangles, cubes, ... by name: each a Lattice

Questions, with the types of their answers, which are in tilewright.results
    first, solutions    one Solution, or each in turn
    solve               each solution to a function, and an Answer
    count               how many there are, also up to symmetry: an Answer
    count_all           the same for many puzzles, on all cores
    optimise, optimize  the least or greatest cost: an Optimum
    sample              drawn at random, each with the same probability: a Sample
    forced              which placements all solutions have: a Forced
    why                 a reason why there is none: a Reason
    estimate            how large a search will be: an Estimate
    explain             how a question is answered: the plan as a tree of steps, an Explanation
    run                 a search in a file that goes on where it ended: a RunAnswer
    Settings            how to answer and when to stop: settings=Settings(threads=4, time="90s")
    Limits              when to stop early; Progress reports it, and Status says how an answer ended

With puzzles and solutions
    reduce              what cannot affect any solution left out: a Reduced
    verify              what is wrong with a solution
    draw                a picture for notebooks and files
    disassemble         how a solution in space comes apart

All of these take the puzzles of families as far as they mean something there, such as
tilewright.families.gunport.GunportBoard and tilewright.families.dominosa.puzzle.NumberGrid.

Errors are TilewrightError and its subclasses in tilewright.errors.

Use help(tilewright.count) and the like for more. tilewright.render makes pictures, tilewright.generators
puzzles, tilewright.testing random ones to test solvers with. Notebooks show puzzles, solutions and answers.
"""

from __future__ import annotations

import sys


class _OldPaths:
    """Finds modules below the paths that they had until version 0.2, before a folder that was left there."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> object:
        if name != "tilewright.solve" and not name.startswith("tilewright.solve."):
            return None
        from tilewright import old_paths

        return old_paths.spec_of(name)


sys.meta_path.insert(0, _OldPaths)  # type: ignore[arg-type]

_MOVED = {
    **dict.fromkeys(("Answer", "Distribution", "Forced", "Optimum", "Residue", "Sample"), "results"),
    **dict.fromkeys(("CheckpointError", "DisagreementError", "FormatError", "OutputError"), "errors"),
    **dict.fromkeys(("PuzzleError", "RunError", "UnsupportedError"), "errors"),
    **dict.fromkeys(("Cell", "Motion", "SQUARE"), "model.lattices"),
    **dict.fromkeys(("Expected", "PlacementCost"), "model.puzzle"),
    **dict.fromkeys(("Item", "Option"), "model.exact_cover_puzzle"),
    **dict.fromkeys(("count_by", "count_modulo"), "solving.api"),
}
"""Names that were public here until version 0.2, and the modules below this one that have them."""

_modules: dict[str, str] = {}  # of the public names, once the list of them has been read


def _module_of() -> dict[str, str]:
    """The module of each public name, from the list that type checkers and editors read: ``__init__.pyi``."""
    if not _modules:
        import re

        # pathlib takes longer to import than this; __path__ begins elsewhere in an editable install.
        with open(f"{__file__.rpartition('.')[0]}.pyi", encoding="utf-8") as stream:  # noqa: PTH123
            _modules.update(
                (name, of) for of, name in re.findall(r"from (\S+) import (\w+) as", stream.read())
            )
    return _modules


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name == "__all__":
        value: object = sorted(_module_of())
    elif name == "__version__":
        from importlib import metadata  # takes longer than all else that --version needs

        try:
            value = metadata.version("tilewright")
        except metadata.PackageNotFoundError:
            value = "unknown (not installed)"
    elif not name.startswith("_") and name in _module_of():
        module = _module_of()[name]
        value = (
            import_module(f"{module}.{name}") if module == __name__ else getattr(import_module(module), name)
        )
    elif name in _MOVED:
        import warnings

        module = f"tilewright.{_MOVED[name]}"
        text = f"tilewright.{name} is now {module}.{name}; the old name goes with the next version"
        warnings.warn(text, DeprecationWarning, stacklevel=2)
        return getattr(import_module(module), name)
    else:
        raise AttributeError(f"module 'tilewright' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_module_of()})
