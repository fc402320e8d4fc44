"""A disassembly as JSON values, for the page and for notebooks."""

from __future__ import annotations

from typing import Any

from tilewright.families.assembly.disassembly import Blocking, Disassembly, Move, Turn
from tilewright.families.assembly.slides import direction_name
from tilewright.families.assembly.text import VERDICTS, piece_names, turn_text, velocity_name
from tilewright.model.lattices import Cell
from tilewright.model.levels import levels_text
from tilewright.render import palette


def disassembly_view(disassembly: Disassembly) -> dict[str, Any]:
    """A disassembly as ``web.api.DisassemblyView``; pieces in moves are numbers in ``assembly``."""
    parts = () if disassembly.separation is None else disassembly.separation.parts()
    pieces = zip(disassembly.pieces, piece_names(disassembly), strict=True)
    return {
        "assembly": [
            {
                "piece": name,
                "cells": [list(cell) for cell in cells],
                "label": label,
                "fill": palette.swatch(number).fill,
            }
            for number, ((name, cells), label) in enumerate(pieces)
        ],
        "status": disassembly.status.value,
        "proven": disassembly.is_proven,
        "reason": "" if disassembly.verdict is None else VERDICTS[disassembly.verdict],
        "levels": levels_text(disassembly.levels) if disassembly.comes_apart else "",
        "separations": [
            {"pieces": list(part.pieces), "moves": [_move_view(move) for move in part.moves]}
            for part in parts
        ],
        "bound": None if disassembly.bound is None else disassembly.bound.moves,
        "blocking": None if disassembly.blocking is None else _blocking_view(disassembly.blocking),
    }


def _move_view(move: Move | Turn) -> dict[str, Any]:
    if isinstance(move, Turn):
        along = tuple(int(axis == move.axis) for axis in range(3))
        turn = {
            "centre": [at / 2 for at in move.centre],
            "degrees": 90 * move.quarters,
            "text": turn_text(move),
        }
        return {"pieces": list(move.pieces), "direction": direction_view(along), "steps": 0, "turn": turn}
    direction = direction_view(move.direction)
    return {"pieces": list(move.pieces), "direction": direction, "steps": move.steps, "turn": None}


def direction_view(direction: Cell) -> dict[str, Any]:
    """A direction as ``web.api.DirectionView``."""
    return {"shift": list(direction), "name": direction_name(direction)}


def _blocking_view(blocking: Blocking) -> dict[str, Any]:
    return {
        "pieces": list(blocking.pieces),
        "positions": [[list(at) for at in position] for position in blocking.positions],
        "whole": blocking.whole,
        "turned": blocking.turned,
        "together": [
            {"pieces": list(pieces), "velocity": {"shift": list(way), "name": velocity_name(way)}}
            for pieces, way in blocking.together
        ],
        "met": [
            {"piece": piece, "direction": direction_view(direction), "meets": list(others)}
            for (piece, direction), others in blocking.met.items()
        ],
    }
