"""The tasks for designers: shapes that are changed, the status of a design, where a piece can go."""

from __future__ import annotations

import threading
from typing import Any, get_args

import pytest

from support.waiting import HANGS_S
from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.web.api.base import PuzzleSource
from tilewright.web.api.design import ChangeShapeRequest, Operation, PlacesView, ShapeModel
from tilewright.web.tasks import design


def changed(operation: str, cells: list[list[int]], **fields: Any) -> dict[str, Any]:
    shape = {"cells": [{"at": cell, "colour": ""} for cell in cells], "optional": []}
    query = ChangeShapeRequest.model_validate(
        {"lattice": "cube", "shape": shape, "operation": operation, **fields}
    )
    answer = design.change_shape(query.model_dump(), print, threading.Event())
    ShapeModel.model_validate(answer)
    return answer


def cells_of(answer: dict[str, Any]) -> list[list[int]]:
    return [entry["at"] for entry in answer["cells"]]


BAR = [[0, 0, 0], [1, 0, 0]]
CUBE = [[x, y, z] for x in range(3) for y in range(3) for z in range(3)]


@pytest.mark.parametrize(
    ("operation", "cells", "fields", "expected"),
    [
        ("turn", BAR, {"axis": "z"}, [[0, 0, 0], [0, 1, 0]]),
        ("mirror", BAR, {"axis": "x"}, BAR),
        ("shift", BAR, {"vector": [0, 0, 2]}, [[0, 0, 2], [1, 0, 2]]),
        ("scale", [[0, 0, 0]], {"number": 2}, [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]),
        ("crop", BAR, {"low": [0, 0, 0], "vector": [0, 5, 5]}, [[0, 0, 0]]),
        ("hollow", CUBE, {}, [cell for cell in CUBE if cell != [1, 1, 1]]),
        ("vary", CUBE, {}, [cell for cell in CUBE if cell != [1, 1, 1]]),
        ("fix", BAR, {}, BAR),
        ("fill", [cell for cell in CUBE if cell != [1, 1, 1]], {}, CUBE),
    ],
)
def test_a_shape_is_changed(
    operation: str, cells: list[list[int]], fields: dict[str, Any], expected: list[list[int]]
) -> None:
    answer = changed(operation, cells, **fields)
    assert cells_of(answer) == expected
    assert answer["optional"] == ([{"at": [1, 1, 1], "colour": ""}] if operation == "vary" else [])


def test_two_shapes() -> None:
    other = {"cells": [{"at": [1, 0, 0]}, {"at": [2, 0, 0]}]}
    wanted = {"union": [*BAR, [2, 0, 0]], "difference": BAR[:1], "intersection": BAR[1:]}
    for operation, cells in wanted.items():
        assert cells_of(changed(operation, BAR, other=other)) == cells
    assert {"turn", "mirror", "shift", "scale", "crop", "hollow", "vary", "fix", "fill", *wanted} == set(
        get_args(Operation)
    )


@pytest.mark.parametrize(
    ("operation", "cells", "fields", "sentence"),
    [
        ("turn", [], {}, "the shape has no cell"),
        ("turn", BAR, {"axis": "w"}, "the axis is 'w'"),
        ("union", BAR, {}, "needs a second shape"),
        ("shift", BAR, {"vector": [1]}, "expected 3 whole numbers"),
        ("turn", [[0, 0]], {}, "coordinates"),
        ("turn", BAR, {"lattice": "cubes"}, "there is no lattice 'cubes'"),
    ],
)
def test_what_cannot_be_is_an_error(
    operation: str, cells: list[list[int]], fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises((PuzzleError, UnsupportedError), match=sentence):
        changed(operation, cells, **fields)


def args(text: str, file_format: str = "toml", **fields: Any) -> dict[str, Any]:
    source = PuzzleSource(text=text, format=file_format).model_dump()
    return {"source": source, "max_cells": 1_000, "time_limit_s": HANGS_S, **fields}


def test_where_a_piece_can_go() -> None:
    text = '[board]\ndrawing = "###"\n[[pieces]]\nname = "I"\ndrawing = "##"\n'
    everywhere = design.places(args(text, piece="I", cell=[]), print, threading.Event())
    assert (everywhere["fitting"], everywhere["refused"]) == (2, 0)
    at_end = design.places(args(text, piece="I", cell=[0, 0]), print, threading.Event())
    assert (at_end["fitting"], at_end["refused"]) == (1, 3)
    PlacesView.model_validate(at_end)
    assert at_end["places"][0] == {"cells": [[0, 0], [1, 0]], "reason": "", "wrong": []}
    assert all(one["reason"].startswith("It leaves the board at") for one in at_end["places"][1:])


def test_the_status_of_a_design() -> None:
    text = '[board]\ndrawing = "###"\n[[pieces]]\nname = "I"\ndrawing = "##"\n'
    status = design.status(args(text), print, threading.Event())
    assert status["volume"] == "The pieces have 2 cells, the result has 3: 1 too few."
    assert status["pieces"][0]["placements"] == 2
    with pytest.raises(UnsupportedError, match="no shapes"):
        design.status(args("a b\na b\n", "dlx"), print, threading.Event())
