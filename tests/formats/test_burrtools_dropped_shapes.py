"""Shapes that no problem of a BurrTools file uses: deleted when the file is written, or made a problem of."""

from __future__ import annotations

import pytest

from tilewright.errors import FormatError, PuzzleError
from tilewright.formats import toml
from tilewright.formats.burrtools_reader import (
    edited,
    loads,
    saved_problems,
    shapes_lattice,
    unused_shapes,
)

SHAPES = (
    '<voxel x="1" y="1" z="1" name="dot" type="0">#</voxel>'
    '<voxel x="2" y="1" z="1" name="row" type="0">##</voxel>'
    '<voxel x="3" y="1" z="1" name="bar" type="0">###</voxel>'
    '<voxel x="1" y="1" z="1" name="nothing" type="0">_</voxel>'
)
PROBLEM = '<problem state="0"><shapes><shape id="0" count="3"/></shapes><result id="2"/></problem>'


def file(problems: str) -> str:
    return (
        f'<puzzle version="2"><gridType type="0"/><colors/><shapes>{SHAPES}</shapes>'
        f"<problems>{problems}</problems></puzzle>"
    )


def test_shapes_that_no_problem_uses_are_left_out() -> None:
    text = file(PROBLEM)
    puzzle = saved_problems(text)[0].puzzle
    assert [shape.name for shape in unused_shapes(text)] == ["row"]
    kept, _ = edited(text, [puzzle])
    assert [shape.name for shape in unused_shapes(kept)] == ["row"]
    written, notes = edited(text, [puzzle], dropped_shapes=[0])
    assert notes == () and unused_shapes(written) == () and "row" not in written
    assert saved_problems(written)[0].puzzle == puzzle


def test_a_shape_that_is_used_again_stays() -> None:
    text = file(PROBLEM)
    document = toml.to_document(saved_problems(text)[0].puzzle)
    document["pieces"].append({"name": "row", "cells": [[0, 0, 0], [1, 0, 0]], "copies": [0, 1]})
    written, _ = edited(text, [toml.from_document(document)], dropped_shapes=[0])
    (problem,) = saved_problems(written)
    assert [piece.name for piece in problem.puzzle.pieces] == ["dot", "row"]
    assert written.count('name="row"') == 1


def test_a_number_beyond_the_shapes_is_refused() -> None:
    text = file(PROBLEM)
    with pytest.raises(PuzzleError, match="has 1 shape that no problem uses, and no shape 2 of them"):
        edited(text, [saved_problems(text)[0].puzzle], dropped_shapes=[1])


def test_a_file_without_a_problem_gets_one() -> None:
    text = file("")
    with pytest.raises(FormatError, match="there is no problem, only shapes"):
        loads(text)
    with pytest.raises(FormatError, match="there is no problem and no shape"):
        loads(text.replace(SHAPES, ""))
    assert shapes_lattice(text) == "cube" and len(unused_shapes(text)) == 3
    puzzle = toml.from_document(
        {
            "lattice": "cube",
            "board": {"cells": [[0, 0, 0], [1, 0, 0], [2, 0, 0]]},
            "pieces": [
                {"name": name, "cells": [[k, 0, 0] for k in range(n)]} for n, name in ((1, "dot"), (2, "row"))
            ],
        }
    )
    written, _ = edited(text, [puzzle], [None], [""])
    (problem,) = saved_problems(written)
    assert problem.shapes == (0, 1) and problem.result == 2 and written.count("<voxel") == 4
