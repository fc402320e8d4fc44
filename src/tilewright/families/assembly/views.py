"""A disassembly as JSON values, for the page and for notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.families.assembly.disassembly import Blocking, Disassembly, Move, Separation, Turn
from tilewright.families.assembly.position_tree import position_tree
from tilewright.families.assembly.positions import PositionSurvey
from tilewright.families.assembly.slides import direction_name
from tilewright.families.assembly.text import VERDICTS, piece_names, turn_text, velocity_name
from tilewright.families.assembly.ways import Ways
from tilewright.model.lattices import Cell
from tilewright.model.levels import levels_text
from tilewright.render import palette


def disassembly_view(disassembly: Disassembly) -> dict[str, Any]:
    """A disassembly as ``web.api.DisassemblyView``; pieces in moves are numbers in ``assembly``."""
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
        "separations": [_separation_view(part) for part in _parts(disassembly)],
        "bound": None if disassembly.bound is None else disassembly.bound.moves,
        "blocking": None if disassembly.blocking is None else _blocking_view(disassembly.blocking),
    }


def _separation_view(part: Separation) -> dict[str, Any]:
    return {"pieces": list(part.pieces), "moves": [_move_view(move) for move in part.moves]}


def positions_view(survey: PositionSurvey, ways: Ways | None) -> dict[str, Any]:
    """A survey of positions and different disassemblies as ``web.api.PositionsView``."""
    tree = position_tree(survey)
    shortest = survey.shortest_ways
    return {
        **survey.numbers(),
        "shortest_ways": None if shortest is None else f"{shortest:,}",  # it can be too large for JavaScript
        "tree": {
            "width": tree.width,
            "left_out": tree.left_out,
            "moves": [list(pair) for pair in tree.moves],
            "positions": [
                {
                    "position": one.position,
                    "level": one.level,
                    "x": one.x,
                    "parent": one.parent,
                    "kind": one.kind.value,
                    "shortest": one.is_shortest,
                    "left_out": one.left_out,
                    "shifts": [list(shift) for shift in survey.shifts(one.position)],
                }
                for one in tree.positions
            ],
        },
        "ways": [
            {"levels": levels_text(one.levels), "separations": list(map(_separation_view, _parts(one)))}
            for one in (() if ways is None else ways.disassemblies)
        ],
        "all_ways": ways is not None and ways.are_all,
    }


def _parts(disassembly: Disassembly) -> Iterator[Separation]:
    return iter(()) if disassembly.separation is None else disassembly.separation.parts()


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
