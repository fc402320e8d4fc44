"""The keys of a puzzle file's tables, each with the JSON Schema of its value.

This is the one list of keys: the reader refuses others, the writer writes these, and the published schema of
documents, ``docs/reference/puzzle.schema.json``, is made of it.
"""

from __future__ import annotations

from typing import Any

from tilewright.model.goal import GOALS
from tilewright.model.puzzle import MODES
from tilewright.model.surfaces import WRAPS

COSTS = ("least", "most")
COUNTS = ("solutions", "labelled", "unique", *COSTS, "cheapest", "dearest")
USES = ("all", "any")
MIRROR_IMAGES = {"": None, "different": False, "same": True}

Fragment = dict[str, Any]


def _text(description: str) -> Fragment:
    return {"description": description, "type": "string"}


def _integer(description: str, **bounds: int) -> Fragment:
    return {"description": description, "type": "integer", **bounds}


def _choice(description: str, values: tuple[str, ...]) -> Fragment:
    return {"description": description, "enum": list(values)}


def _list(description: str, of: Fragment) -> Fragment:
    return {"description": description, "type": "array", "items": of}


def _ref(name: str) -> Fragment:
    return {"$ref": f"#/$defs/{name}"}


VERSION = 1
"""Of the keys; a change that older versions of Tilewright would read wrongly raises it."""

_VERSION = {"description": "The version of these keys; 1 if it is not given.", "const": VERSION}
_TITLE = _text("The title.")
_SOURCE = _text("Who made it, and where it was published.")
_MOTIONS = "How pieces may be turned and reflected."
_DRAWING = _text("Cells, drawn as characters; lines end in a line feed.")
_AT = _ref("place")
_CELLS = _list("Cells, in their order.", _ref("cell"))
_COST = _integer("A cost, which may be negative.")
_PIECE = _text("The name of the piece.")

LEGEND: dict[str, Fragment] = {
    "colour": _text("The colour of the cells."),
    "optional": {"description": "Whether the cells may stay uncovered.", "type": "boolean"},
    "cost": _COST,
}
BOARD: dict[str, Fragment] = {
    "drawing": _DRAWING,
    "at": _AT,
    "cells": _CELLS,
    "optional": _list("The cells that may stay uncovered.", _ref("cell")),
    "labels": {
        "description": "Words on cells of a flat board: rows of words, '.' for none, or a list of cells.",
        "oneOf": [{"type": "string"}, {"type": "array", "items": _ref("cell")}],
    },
    "wrap": _choice("The surface that a flat board is wrapped to, '' for none.", ("", *WRAPS)),
    "size": {
        "description": "Columns and rows of the rectangle whose sides are joined, from the cell [0, 0] on; "
        "without it, the least one that holds the cells.",
        "type": "array",
        "items": {"type": "integer", "minimum": 1},
        "minItems": 2,
        "maxItems": 2,
    },
}
PARAMETER_TYPES = ("label", "number", "date")
DATE_PARTS = ("month", "day", "weekday")
PARAMETER: dict[str, Fragment] = {
    "name": _text("The name of the parameter."),
    "type": _choice("What its values are.", PARAMETER_TYPES),
    "help": _text("What it means."),
    "default": _text("Its value if none is given."),
    "labels": _text("The labels that it may have; cells with the one it has stay free."),
    "least": _integer("The least number.", minimum=0),
    "most": _integer("The greatest number; cells with greater ones stay free.", minimum=0),
    "parts": {
        "description": "The parameters that a date gives a value, with what they get of it.",
        "type": "object",
        "additionalProperties": {"enum": list(DATE_PARTS)},
    },
}
PIECE: dict[str, Fragment] = {
    "name": _text("The name of the piece; a set has names of its own."),
    "drawing": _DRAWING,
    "cells": _CELLS,
    "set": _text("The name of a set of pieces, as 'pentominoes'."),
    "drawings": {
        "description": "How pieces of the set lie that lie otherwise than usual: a drawing by name.",
        "type": "object",
        "additionalProperties": _DRAWING,
    },
    "copies": {
        "description": "How many copies there are, or the least and the greatest number that are used.",
        "oneOf": [
            {"type": "integer", "minimum": 0},
            {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2},
        ],
    },
    "motions": _choice(_MOTIONS, ("", *MODES)),
    "cost": _COST,
    "groups": _list("The groups of the piece, for disassembly.", _integer("A group.", minimum=1)),
    "weight": _integer("The weight of the piece, for disassembly."),
}
FORCED: dict[str, Fragment] = {"piece": _PIECE, "drawing": _DRAWING, "at": _AT, "cells": _CELLS}
COST: dict[str, Fragment] = {
    "cost": _COST,
    "piece": _text("The piece whose placement costs this; without it, covering each of the cells does."),
    "drawing": _DRAWING,
    "at": _AT,
    "cells": _CELLS,
}
EXPECT: dict[str, Fragment] = {
    "what": _choice("What is counted, or which cost it is.", COUNTS),
    "count": {
        "description": "The number, or its digits.",
        "oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+$"}],
    },
    "source": _text("Where the number was published."),
    "motions": _choice("The motions for which it holds; '' is those of the puzzle.", ("", *MODES)),
    "use": _choice("Whether all pieces must be used, or any.", USES),
    "parameters": {
        "description": "The values of the parameters for which it holds.",
        "type": "object",
        "additionalProperties": {"type": "string"},
    },
}
COVER: dict[str, Fragment] = {
    "items": _text("The names of the items, secondary ones after a lone '|'."),
    "options": _text("One option a line: its items, then its name after a lone '|'."),
}
_LINES = "each on a line of the text."
COMMENT: dict[str, Fragment] = {
    "text": _text("The comment, from // to the end of its line."),
    "after": _integer("How many numbers precede it.", minimum=0),
    "own_line": {"description": "Whether no number is on its line.", "type": "boolean"},
}
LAYOUT_PIECE: dict[str, Fragment] = {
    "name": _PIECE,
    "motions": _choice(_MOTIONS, ("", *MODES)),
    "cells": _text(f"The cells as they are drawn, with their colours, {_LINES}"),
}
LAYOUT: dict[str, Fragment] = {
    "numbers": _integer("How many numbers the DPF file had.", minimum=0),
    "cells": _text(f"The cells of the board in their order, {_LINES}"),
    "locations": _text(f"Options whose locations do not ascend: the option and its locations, {_LINES}"),
    "pieces": {
        "description": "The pieces in their order, each copy by itself: its name, or a table.",
        "type": "array",
        "items": {"oneOf": [{"type": "string"}, _ref("layout_piece")]},
    },
    "comments": _list("The comments of the DPF file.", _ref("comment")),
}
_GOAL = _choice("What is asked for: any solution, or one of the least or the greatest cost.", GOALS)
_EXPECT = _list("Known counts and costs.", _ref("expect"))
PUZZLE: dict[str, Fragment] = {
    "title": _TITLE,
    "source": _SOURCE,
    "version": _VERSION,
    "lattice": _text("The name of the lattice."),
    "motions": _choice("How pieces that do not say so themselves may be turned and reflected.", ("", *MODES)),
    "goal": _GOAL,
    "fits": _list(
        "Which colours of pieces may lie on which colours of the board.",
        {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 2, "maxItems": 2},
    ),
    "crossings": {"description": "Whether pieces may cross each other.", "type": "boolean"},
    "max_holes": _integer("How many of the optional cells may stay uncovered.", minimum=0),
    "mirror_images": _choice(
        "Whether mirror images of the board count as one, up to symmetry.", tuple(MIRROR_IMAGES)
    ),
    "legend": {
        "description": "What the characters of drawings mean: a colour, or a table.",
        "type": "object",
        "additionalProperties": {"oneOf": [{"type": "string"}, _ref("legend")]},
    },
    "board": _ref("board"),
    "parameters": _list("Values that say which labelled cells stay free.", _ref("parameter")),
    "pieces": _list("The pieces.", _ref("piece")),
    "forced": _list("Placements that every solution has.", _ref("forced")),
    "costs": _list("Costs of placements and of cells.", _ref("cost")),
    "expect": _EXPECT,
    "layout": _ref("layout"),
}
COVER_PUZZLE: dict[str, Fragment] = {
    "title": _TITLE,
    "source": _SOURCE,
    "version": _VERSION,
    "goal": _GOAL,
    "description": _text("What the items and options mean."),
    "cover": _ref("cover"),
    "expect": _EXPECT,
    "layout": _ref("layout"),
}

_TABLES: dict[str, tuple[str, dict[str, Fragment], tuple[str, ...]]] = {
    "puzzle": ("A board and the pieces that fill it.", PUZZLE, ("board",)),
    "cover_puzzle": ("A puzzle of items and options.", COVER_PUZZLE, ("cover",)),
    "board": ("The board, drawn or listed.", BOARD, ()),
    "parameter": ("A parameter of the puzzle.", PARAMETER, ("name", "type")),
    "piece": ("A piece, drawn, listed or a whole set.", PIECE, ()),
    "legend": ("What a character means.", LEGEND, ()),
    "forced": ("A placement.", FORCED, ("piece",)),
    "cost": ("A cost of a placement, or of each of some cells.", COST, ("cost",)),
    "expect": ("A known number.", EXPECT, ("count",)),
    "cover": ("Items and options.", COVER, ("items",)),
    "layout": ("The order and the comments of the DPF file of the puzzle.", LAYOUT, ()),
    "layout_piece": ("A copy of a piece in a compact DPF file.", LAYOUT_PIECE, ()),
    "comment": ("A comment of a DPF file.", COMMENT, ("text",)),
}


def document_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of documents: what ``to_document`` gives and ``from_document`` takes."""
    tables = {
        name: {
            "description": description,
            "type": "object",
            "properties": keys,
            **({"required": list(required)} if required else {}),
            "additionalProperties": False,
        }
        for name, (description, keys, required) in _TABLES.items()
    }
    cell = {
        "description": "The coordinates of a cell, and behind them its colour if it has one.",
        "type": "array",
        "items": {"type": ["integer", "string"]},
        "minItems": 1,
    }
    place = {"description": "Where a drawing begins.", "type": "array", "items": {"type": "integer"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A puzzle of Tilewright",
        "description": "All of a puzzle as plain data; a puzzle file in TOML has the same keys.",
        "oneOf": [_ref("puzzle"), _ref("cover_puzzle")],
        "$defs": {**tables, "cell": cell, "place": place},
    }
