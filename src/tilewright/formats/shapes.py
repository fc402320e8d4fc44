"""The shapes in puzzles, and shapes as text: what designers change with ``tilewright.model.shape``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilewright.errors import PuzzleError
from tilewright.formats import toml
from tilewright.formats.drawing import (
    FIXED_LEGEND,
    CellSpec,
    drawing_of,
    legend_for,
    read_drawing,
    reserved_characters,
)
from tilewright.formats.editing import edited_puzzle
from tilewright.formats.text import is_drawable
from tilewright.model.lattices import Cell, Lattice
from tilewright.model.puzzle import Board, Piece, Puzzle
from tilewright.model.shape import Shape
from tilewright.registry import did_you_mean
from tilewright.wording import quoted

BOARD = "board"
"""The name of the shape that the pieces fill."""


def shape_in(puzzle: Puzzle, name: str) -> Shape:
    """The shape of a piece, or of the board for the name ``board``; PuzzleError lists the names."""
    if name == BOARD:
        board = puzzle.board
        cells = {cell: board.colour(cell) for cell in sorted(board.cells)}
        return Shape(puzzle.lattice, cells, frozenset(board.optional))
    piece = puzzle.by_name.get(name)
    if piece is None:
        names = [BOARD, *puzzle.by_name]
        raise PuzzleError(
            f"the puzzle has no shape {quoted(name)}; expected one of {', '.join(names[:40])}"
            f"{did_you_mean(name, names)}"
        )
    return piece_shape(piece, puzzle.lattice)


def piece_shape(piece: Piece, lattice: Lattice) -> Shape:
    """The shape of a piece."""
    return Shape(lattice, {cell: piece.colour_of(number) for number, cell in enumerate(piece.cells)})


def with_shape(puzzle: Puzzle, name: str, shape: Shape) -> tuple[Puzzle, tuple[str, ...]]:
    """The puzzle with another shape of this name, and sentences on what no longer fits and was left out.

    A name that the puzzle does not have adds a piece. PuzzleError for a piece with variable cells, which only
    the board may have.
    """
    if shape.lattice is not puzzle.lattice:
        raise PuzzleError(
            f"the shape is on the {shape.lattice.name} lattice, "
            f"the puzzle on the {puzzle.lattice.name} lattice"
        )
    opened = toml.to_document(puzzle)
    document = dict(opened)
    if name == BOARD:
        board = {**opened["board"], "cells": _listed(shape, shape.fixed)}
        board.pop("optional", None)
        if shape.variable:
            board["optional"] = _listed(shape, sorted(shape.variable))
        document["board"] = board
    else:
        if shape.variable:
            raise PuzzleError(
                f"the piece {quoted(name)} would have cells that may stay empty; "
                "only the board has such cells"
            )
        pieces: list[dict[str, Any]] = list(opened.get("pieces", []))
        cells: dict[str, Any] = {"cells": _listed(shape, shape.fixed)}
        if name in puzzle.by_name:
            piece, first = puzzle.by_name[name], next(one for one in pieces if one["name"] == name)
            cells |= {"copies": [piece.min_copies, piece.max_copies]}  # which may be drawn in several ways
            pieces = [one for one in pieces if one is first or one["name"] != name]
            pieces = [{**one, **cells} if one is first else one for one in pieces]
        else:
            motions = puzzle.lattice.usual_motions
            pieces.append({"name": name, "copies": [1, 1], "motions": motions, **cells})
        document["pieces"] = pieces
        document.pop("layout", None)  # it may list ways of the old shape
    edited, notes = edited_puzzle(document, opened)
    assert isinstance(edited, Puzzle)
    return edited, notes


def puzzle_of_shape(shape: Shape) -> Puzzle:
    """A puzzle with a shape as its board, and no pieces."""
    free = {cell: shape.cells[cell] for cell in sorted(shape.variable)}
    return Puzzle(
        Board.of({cell: shape.cells[cell] for cell in shape.fixed}, free), (), lattice=shape.lattice
    )


def read_shape(text: str, lattice: Lattice) -> Shape:
    """The shape in a drawing: ``#`` is a cell, ``+`` one that may stay empty, other characters are colours.

    FormatError, with line and column, for what is no drawing on the lattice.
    """
    reserved = reserved_characters(lattice)
    colours = {char for char in text if is_drawable(char) and char not in reserved}
    specs = read_drawing(
        text, {**FIXED_LEGEND, **{char: CellSpec(char) for char in sorted(colours)}}, lattice
    )
    cells = {cell: spec.colour for cell, spec in sorted(specs.items())}
    return Shape(lattice, cells, frozenset(cell for cell, spec in specs.items() if spec.optional))


def shape_text(shape: Shape) -> str | None:
    """The drawing of a shape, with a legend where a colour has another character; None if it is none."""
    specs: Mapping[Cell, CellSpec] = {
        cell: CellSpec(colour, cell in shape.variable) for cell, colour in shape.cells.items()
    }
    legend = legend_for(specs.values(), shape.lattice)
    if legend is None:
        return None
    lines = drawing_of({cell: legend[spec] for cell, spec in specs.items()}, lattice=shape.lattice)
    if lines is None:
        return None
    used = set(specs.values())
    others = [
        f"{character} is {spec.colour or 'a cell'}{', may stay empty' if spec.optional else ''}"
        for spec, character in legend.items()
        if spec in used and character != spec.colour and character not in FIXED_LEGEND
    ]
    return "\n".join([*lines, *([""] if others else []), *others])


def _listed(shape: Shape, cells: list[Cell]) -> list[list[int | str]]:
    return [[*cell, *([shape.cells[cell]] if shape.cells[cell] else [])] for cell in cells]
