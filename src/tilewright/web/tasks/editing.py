"""Puzzles that are drawn, and puzzles made up by chance."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import PuzzleError
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle, merge_copies
from tilewright.play.random_puzzles import Wish
from tilewright.play.random_puzzles import make as make_puzzle
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Tell
from tilewright.web.tasks.puzzles import lattice_view, placement_view, view_of

DRAWN = ("square", "hexagon", "triangle")


def lattices(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """The lattices that can be drawn on, as models.LatticesView."""
    return {"lattices": [lattice_view(LATTICES[name]) for name in DRAWN]}


def draft(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """The puzzle that was drawn, as models.PuzzleView; PuzzleError says what is wrong with it."""
    lattice = LATTICES[args["lattice"]]
    board = _drawn(args["board"], lattice, "the board")
    optional = {tuple(one["at"]) for one in args["board"] if one["optional"]}
    pieces = [
        Piece.of(
            one["name"],
            _drawn(one["cells"], lattice, f"piece {one['name']!r}"),
            lattice=lattice,
            copies=(one["least"], one["most"]),
            motions=one["motions"],
        )
        for one in args["pieces"]
    ]
    # Two drawings of one shape are two copies of it: a solution does not tell them apart.
    ground = Board.of(
        {cell: colour for cell, colour in board.items() if cell not in optional},
        {cell: colour for cell, colour in board.items() if cell in optional},
    )
    return view_of(Puzzle(ground, merge_copies(pieces, lattice), title=args["title"], lattice=lattice))


def _drawn(cells: list[dict[str, Any]], lattice: Lattice, what: str) -> dict[Cell, str]:
    """The cells that were drawn, with their colours; PuzzleError for one that cannot be."""
    drawn: dict[Cell, str] = {}
    for one in cells:
        cell = tuple(one["at"])
        if len(cell) != lattice.dimension:
            raise PuzzleError(f"{what} has the cell {cell}; expected {lattice.dimension} coordinates")
        if cell in drawn:
            raise PuzzleError(f"{what} has the cell {cell} twice")
        drawn[cell] = one["colour"]
    return drawn


def make(args: dict[str, Any], tell: Tell, cancel: threading.Event) -> dict[str, Any]:
    """A random puzzle, as models.WishView."""
    names = ("width", "height", "pieces", "different", "unique", "motions", "seed")
    made = make_puzzle(Wish(**{name: args[name] for name in names}), Limits(seconds=args["seconds"]), cancel)
    return {
        "sentence": made.sentence,
        "complete": made.status.value == "complete",
        "puzzle": None if made.puzzle is None else view_of(made.puzzle),
        "solution": []
        if made.solution is None
        else [placement_view(one) for one in made.solution.placements],
    }
