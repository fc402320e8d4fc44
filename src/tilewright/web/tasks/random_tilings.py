"""Tasks about random tilings step by step."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.generators.boxes import dominoes
from tilewright.generators.tilings import hexagon
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.lattices import TRIANGLE, Cell
from tilewright.solving.random_tilings import shuffling
from tilewright.solving.random_tilings.board import Pairs, TilingBoard, simply_connected_board
from tilewright.solving.random_tilings.bounds import meeting
from tilewright.solving.random_tilings.weights import EdgeWeights, two_periodic
from tilewright.solving.steps import Cancelled, Control, Limits, StepLoop
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import check_size, read_source

MAX_BLOCKS = 400_000  # of the steps of one answer, one letter each
MAX_WEIGHTED = 200  # the order with weights of single dominoes: 20 MB of probabilities
MAX_CELLS = 3_000  # of boards with all their heights in an answer
SIDES = {(1, 0): "r", (-1, 0): "l", (0, -1): "u", (0, 1): "d"}
STEPS = {letter: step for step, letter in SIDES.items()}


def shuffle_steps(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The steps from ``args["start"]`` on that fit an answer, as ``ShuffleStepsView``."""
    steps: list[str] = []
    letters = 0
    for step in _steps(args, args["start"], cancel):
        letters += len(step.blocks)
        if steps and letters > MAX_BLOCKS:
            break
        steps.append(step.blocks)
    return {"steps": steps}


def shuffle_heights(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The heights after the step ``args["step"]``, as ``ShuffleHeightsView``."""
    if args["step"] > args["order"]:
        raise UnsupportedError(f"the order {args['order']} has no step {args['step']}")
    step = next(_steps(args, args["step"], cancel))
    return {"heights": [height for row in step.tiling.heights for height in row]}


def _weights(args: dict[str, Any]) -> EdgeWeights | None:
    """The two-periodic weights of a ``ShuffleRequest``, if it has some."""
    if not args["two_periodic"]:
        return None
    if args["order"] > MAX_WEIGHTED:
        raise UnsupportedError(f"with two-periodic weights the order is at most {MAX_WEIGHTED} here")
    return two_periodic(args["order"], _fraction(args["two_periodic"]))


def _fraction(text: str) -> Fraction:
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise UnsupportedError(f"{text} is no fraction") from None


def _steps(args: dict[str, Any], start: int, cancel: threading.Event) -> Iterator[shuffling.ShuffleStep]:
    control = Control(Limits(seconds=args["seconds"]), cancel=cancel)
    names = ("order", "seed", "horizontal", "vertical")
    query = {**{name: args[name] for name in names}, "weights": _weights(args)}
    try:
        yield from shuffling.shuffle_steps(**query, start=start, control=control)
    except Cancelled:
        raise UnsupportedError("shuffling so far takes longer than the time limit") from None


def coupling(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """How the lowest and the highest tiling meet, as ``CouplingView``."""
    board = _board(args)
    control = Control(Limits(seconds=args["seconds"]), cancel=cancel)
    volume = _fraction(args["volume"])
    try:
        sweeps, frames = meeting(board, seed=args["seed"], volume=volume, loop=StepLoop(control))
    except Cancelled:
        raise UnsupportedError("the tilings do not meet within the time limit; try a smaller board") from None
    return {
        "board": {
            "title": board.puzzle.title,
            "triangles": board.puzzle.lattice is TRIANGLE,
            "cells": [list(cell) for cell in board.cells],
            "corners": [list(corner) for corner in board.corners],
        },
        "sweeps": sweeps,
        "frames": [
            {
                "sweeps": frame.sweeps,
                "low": _letters(board, frame.low),
                "high": _letters(board, frame.high),
                "low_heights": list(frame.low_heights),
                "high_heights": list(frame.high_heights),
                "flips": frame.flips,
            }
            for frame in frames
        ],
    }


def flip(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A tiling after a flip, as ``FlipView``."""
    board = _board(args)
    region, pairs = board.region, _pairs(board, args["tiling"])
    if args["at"] is not None:
        at = tuple(args["at"])
        vertices = [v for v in region.flippable(pairs) if board.corners[v] == at]
        if not vertices:
            raise UnsupportedError(f"no flip is possible round {at}")
        pairs = region.flipped(pairs, vertices[0])
    heights = region.heights(pairs)
    period = 3 if board.puzzle.lattice is TRIANGLE else 4
    return {
        "tiling": _letters(board, pairs),
        "heights": heights,
        "corners": [list(board.corners[v]) for v in region.flippable(pairs)],
        "volume": (sum(heights) - sum(region.extreme(greatest=False))) // period,
    }


def _board(args: dict[str, Any]) -> TilingBoard:
    """The board of a ``BoardRequest``; UnsupportedError for one that is too large or has no heights."""
    puzzle: AnyPuzzle
    if args["puzzle"] is not None:
        puzzle = read_source({"source": args["puzzle"], "max_cells": MAX_CELLS})
    elif len(args["sides"]) == 2:
        puzzle = dominoes(tuple(args["sides"]))
    else:
        puzzle = hexagon(*args["sides"])
    check_size(puzzle, MAX_CELLS)
    return simply_connected_board(puzzle)


def _letters(board: TilingBoard, pairs: Pairs) -> str:
    """A tiling as a letter for each cell, see ``TilingBoardView``."""
    letters = [""] * len(board.cells)
    for a, b in pairs:
        for one, other in ((a, b), (b, a)):
            letters[one] = SIDES[_step(board.cells[one], board.cells[other])]
    return "".join(letters)


def _step(cell: Cell, other: Cell) -> tuple[int, int]:
    return other[0] - cell[0], other[1] - cell[1]


def _pairs(board: TilingBoard, letters: str) -> list[tuple[int, int]]:
    """The pairs of a tiling as letters; UnsupportedError for what is none."""
    number = {cell: k for k, cell in enumerate(board.cells)}
    if len(letters) != len(board.cells) or not set(letters) <= set(STEPS):
        raise UnsupportedError("this is no tiling of the board: it needs a letter l, r, u or d for each cell")
    pairs = set()
    for k, (cell, letter) in enumerate(zip(board.cells, letters, strict=True)):
        step = STEPS[letter]
        other = number.get((cell[0] + step[0], cell[1] + step[1]))
        if other is None or letters[other] != SIDES[-step[0], -step[1]]:
            raise UnsupportedError(f"this is no tiling of the board: the cell {cell} has no other half")
        pairs.add((min(k, other), max(k, other)))
    try:
        board.region.heights(sorted(pairs))
    except ValueError as error:  # triangles without a common side
        raise UnsupportedError(f"this is no tiling of the board: {error}") from None
    return sorted(pairs)
