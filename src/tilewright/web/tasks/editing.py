"""Tasks for puzzles that are drawn, checked and generated at random."""

from __future__ import annotations

import threading
from typing import Any

from tilewright.errors import PuzzleError
from tilewright.model.lattices import LATTICES, Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle, merge_copies
from tilewright.play import draft_check, random_puzzles
from tilewright.play.random_puzzles import RandomPuzzleSpec
from tilewright.solve.engines.base import Limits
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import is_drawable, placement_views, puzzle_view, read_source

FINDING_KINDS = {"fault": "wrong", "warning": "note", "note": "note"}
"""The kind of a finding for each gravity of a remark."""


def read_draft(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzle that was drawn, as ``PuzzleView``; PuzzleError if it is not valid."""
    lattice = LATTICES.get(args["lattice"])
    if lattice is None or not is_drawable(lattice):
        raise PuzzleError(f"boards of the lattice {args['lattice']!r} cannot be drawn here")
    board = _drawn_cells(args["board"], lattice, "the board")
    optional = {tuple(one["at"]) for one in args["board"] if one["optional"]}
    pieces = [
        Piece.of(
            one["name"],
            _drawn_cells(one["cells"], lattice, f"piece {one['name']!r}"),
            lattice=lattice,
            copies=(one["least"], one["most"]),
            motions=one["motions"],
        )
        for one in args["pieces"]
    ]
    # Two drawings of one shape are two copies of it: a solution does not distinguish them.
    ground = Board.of(
        {cell: colour for cell, colour in board.items() if cell not in optional},
        {cell: colour for cell, colour in board.items() if cell in optional},
    )
    return puzzle_view(Puzzle(ground, merge_copies(pieces, lattice), title=args["title"], lattice=lattice))


def _drawn_cells(cells: list[dict[str, Any]], lattice: Lattice, owner: str) -> dict[Cell, str]:
    """The drawn cells with their colours; PuzzleError for one that is not valid."""
    drawn: dict[Cell, str] = {}
    for one in cells:
        cell = tuple(one["at"])
        if len(cell) != lattice.dimension:
            raise PuzzleError(f"{owner} has the cell {cell}; expected {lattice.dimension} coordinates")
        if cell in drawn:
            raise PuzzleError(f"{owner} has the cell {cell} twice")
        drawn[cell] = one["colour"]
    return drawn


def check(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The findings of a quick check of a puzzle, as ``DraftCheckView``."""
    found = draft_check.check_puzzle(read_source(args), Limits(seconds=args["time_limit_s"]), cancel)
    findings = [
        {
            "kind": FINDING_KINDS[one.severity],
            "sentence": one.sentence,
            "cells": [list(cell) for cell in one.cells],
        }
        for one in found.findings
    ]
    if found.solvable and findings:
        findings[0]["kind"] = "fine"
    return {"impossible": found.solvable is False, "findings": findings}


def generate(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A random puzzle, as ``GeneratedView``."""
    names = ("width", "height", "pieces", "different", "unique", "motions", "seed")
    spec = RandomPuzzleSpec(**{name: args[name] for name in names})
    made = random_puzzles.generate(spec, Limits(seconds=args["time_limit_s"]), cancel)
    return {
        "sentence": made.sentence,
        "complete": made.status.value == "complete",
        "puzzle": None if made.puzzle is None else puzzle_view(made.puzzle),
        "solution": [] if made.solution is None else placement_views(made.solution.placements),
    }
