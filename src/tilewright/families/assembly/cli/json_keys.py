"""Disassemblies as keys of the JSON that commands print."""

from __future__ import annotations

from tilewright.families.assembly.disassembly import Blocking, Disassembly, Move, Separation, Turn


def disassembly_keys(one: Disassembly) -> dict[str, object]:
    """The pieces of an assembly, and its moves where it comes apart."""
    keys: dict[str, object] = {
        "assembly": [{"piece": name, "cells": [list(cell) for cell in cells]} for name, cells in one.pieces]
    }
    if one.separation is not None:
        keys["separations"] = [_part_keys(part) for part in one.separation.parts()]
    return keys


def _part_keys(part: Separation) -> dict[str, object]:
    return {"pieces": list(part.pieces), "moves": [_move_keys(move) for move in part.moves]}


def _move_keys(move: Move | Turn) -> dict[str, object]:
    pieces = list(move.pieces)
    if isinstance(move, Turn):
        centre = [None if axis == move.axis else at / 2 for axis, at in enumerate(move.centre)]
        return {"pieces": pieces, "axis": "xyz"[move.axis], "centre": centre, "degrees": 90 * move.quarters}
    return {"pieces": pieces, "direction": list(move.direction), "steps": move.steps or None}


def blocking_keys(blocking: Blocking) -> dict[str, object]:
    """Why an assembly does not come apart."""
    met = [
        {"piece": piece, "direction": list(direction), "meets": list(others)}
        for (piece, direction), others in blocking.met.items()
    ]
    positions = [[list(at) for at in position] for position in blocking.positions]
    keys: dict[str, object] = {
        "pieces": list(blocking.pieces),
        "positions": positions,
        "whole": blocking.whole,
        "met": met,
    }
    if blocking.turned:
        keys["turned"] = blocking.turned
    if blocking.together:
        keys["together"] = [
            {"pieces": list(pieces), "velocity": list(velocity)} for pieces, velocity in blocking.together
        ]
    return keys
