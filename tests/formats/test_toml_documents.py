"""Puzzles as documents: all that they are, through JSON and back; the published schema; errors by key."""

from __future__ import annotations

import json
import tomllib
import warnings
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.formats_strategies import abstract_puzzles, any_puzzles
from support.puzzle_schema import SCHEMA_FILE, document_errors, schema_text
from support.shared_files import FOLDER, NAMES
from tilewright import catalogue
from tilewright.errors import FormatError, UnsupportedError
from tilewright.formats import FORMATS, load, problem_names, toml
from tilewright.formats.files import bare_extension
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Board, Expected, Piece, Puzzle

WHOLE = Puzzle(
    Board.of({(0, 0): "red", (1, 0): ""}, [(2, 0)], costs={(1, 0): 3}),
    (Piece.of("A", {(0, 0): "blue"}, copies=(1, 3), motions="fixed", groups=[2], weight=-1),),
    expect=(Expected("solutions", 2**60, ""), Expected("unique", 7, "counted")),
    colour_pairs=(("blue", "red"),),
    mirrors=False,
    max_holes=1,
)


def renamed(puzzle: AnyPuzzle, title: str) -> AnyPuzzle:
    """The puzzle of its document, through JSON, with another title there."""
    document = json.loads(json.dumps(toml.to_document(puzzle)))
    assert document_errors(document) == []
    return toml.from_document({**document, "title": title})


@given(any_puzzles() | abstract_puzzles(), st.text(st.characters(codec="utf-8"), max_size=9))
def test_a_document_is_the_whole_puzzle(puzzle: AnyPuzzle, title: str) -> None:
    assert renamed(puzzle, title) == replace(puzzle, title=title)


@given(any_puzzles() | abstract_puzzles())
def test_a_file_has_the_keys_of_a_document(puzzle: AnyPuzzle) -> None:
    data = tomllib.loads(toml.dumps(puzzle))
    assert document_errors(data) == []
    assert toml.from_document(data) == puzzle


@pytest.mark.parametrize("name", catalogue.names())
def test_catalogue(name: str) -> None:
    puzzle = catalogue.load(name)
    assert renamed(puzzle, "changed") == replace(puzzle, title="changed")


def problems_of(name: str) -> Iterator[AnyPuzzle]:
    """The puzzles in a collected file."""
    path, several = FOLDER / name, False
    chosen = next((f for f in FORMATS.values() if bare_extension(path) in f.extensions), None)
    several = chosen is not None and chosen.several_puzzles
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number in range(1, 1 + len(problem_names(path))) if several else (0,):
            yield load(path, problem=number)


@pytest.mark.parametrize("name", NAMES)
def test_collected_files(name: str) -> None:
    if not (FOLDER / name).is_file():
        pytest.skip("the collected puzzle files are not here")
    for puzzle in problems_of(name):
        assert renamed(puzzle, "changed") == replace(puzzle, title="changed")


def test_a_document_says_what_a_page_shows() -> None:
    assert toml.to_document(WHOLE) == {
        "version": 1,
        "lattice": "square",
        "goal": "fill",
        "fits": [["blue", "red"]],
        "max_holes": 1,
        "mirror_images": "different",
        "board": {"cells": [[0, 0, "red"], [1, 0]], "optional": [[2, 0]]},
        "pieces": [
            {
                "name": "A",
                "copies": [1, 3],
                "motions": "fixed",
                "groups": [2],
                "weight": -1,
                "cells": [[0, 0, "blue"]],
            }
        ],
        "costs": [{"cost": 3, "cells": [[1, 0]]}],
        "expect": [
            {"what": "solutions", "count": str(2**60)},  # JavaScript would round it
            {"what": "unique", "count": 7, "source": "counted"},
        ],
    }


def test_the_published_schema_is_the_one_of_the_fields() -> None:
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"titel": "x"}, "titel: there is no key 'titel' here"),
        ({"title": 5}, "title: 'title' is 5"),
        ({"version": 2, "sorts": []}, "version: 'version' is 2; this Tilewright reads version 1"),
        ({"board": {"cells": [[0, 0], [1, 0, 2]]}}, r"board\.cells\[1\]: \[1, 0, 2\] is not a cell"),
        ({"board": {"drawing": "#\n?("}}, r"board\.drawing: .*'\?'"),
        ({"pieces": [{"name": "A", "cells": [[0, 0]], "copies": [2, 1]}]}, r"pieces\[0\]\.copies: 'copies'"),
        ({"pieces": [{"name": "A", "cells": []}]}, r"pieces\[0\]: "),
        ({"fits": [["a"]]}, r"fits\[0\]: \['a'\] is not a pair"),
        ({"expect": [{"count": 1.5}]}, r"expect\[0\]\.count: 'count' is 1\.5"),
        ({"cover": {"items": "a"}}, "board: 'board' is not allowed with 'cover'"),
        ({"legend": {"x": None}}, r"legend\.x: "),
    ],
)
def test_errors_name_the_key(change: dict[str, Any], message: str) -> None:
    document = {"board": {"cells": [[0, 0]]}, **change}
    with pytest.raises(FormatError, match=f"^input: {message}"):
        toml.from_document(document)


@pytest.mark.parametrize("document", [None, [], "x", 5])
def test_a_document_is_an_object(document: Any) -> None:
    with pytest.raises(FormatError, match="expected an object"):
        toml.from_document(document)


def test_what_no_file_has_is_refused() -> None:
    nameless = replace(WHOLE, pieces=(Piece.of(" ", [(0, 0)]),))
    with pytest.raises(UnsupportedError, match="a piece has no name"):
        toml.to_document(nameless)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
def test_any_value_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    """A value of a valid document is replaced: a puzzle or a FormatError, nothing else."""
    document = json.loads(json.dumps(toml.to_document(WHOLE)))
    at: Any = document
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], dict | list) or not at[key] or data.draw(st.booleans()):
            break
        at = at[key]
    at[key] = data.draw(json_values)
    try:
        toml.from_document(document)
    except FormatError as error:
        assert error.message
