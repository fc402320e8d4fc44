"""Words of answers: one name for each thing in the program's JSON, in Python and in the server's API."""

from __future__ import annotations

import dataclasses
import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import tilewright
from tilewright import Status, load
from tilewright.results import Residue
from tilewright.solving.questions import AnswerDisplay
from tilewright.solving.settings import QUESTION, SETTINGS

DOCS = Path(__file__).resolve().parent.parent / "docs" / "reference"
ROW = re.compile(r"^\| (`[^|]*) \| [^|]* \| (`[^|]*) \|$", re.MULTILINE)


def _ticked(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@cache
def _table() -> tuple[set[str], set[str]]:
    """The words of the table in the docs, and those that are not used."""
    text = (DOCS / "json.md").read_text("utf-8")
    section = text.partition("## One word for each thing")[2].partition("\n## ")[0]
    rows = ROW.findall(section)
    return {w for words, _ in rows for w in _ticked(words)}, {w for _, nots in rows for w in _ticked(nots)}


def _keys(schema: Any) -> Iterator[str]:
    """The names of all properties that a JSON schema allows."""
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
    for inner in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(inner, dict | list):
            yield from _keys(inner)


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    one: type[Any]
    for one in kind.__subclasses__():
        yield one
        yield from _subclasses(one)


@cache
def _names() -> dict[str, set[str]]:
    """The names of fields on each surface."""
    for module in pkgutil.walk_packages(tilewright.__path__, "tilewright."):
        if re.search(r"\.(web|verbs)\b|\.web\.|\.solving\.", module.name) and "__main__" not in module.name:
            importlib.import_module(module.name)
    own = [one for one in _subclasses(BaseModel) if one.__module__.startswith("tilewright")]
    answers = [one for one in _subclasses(AnswerDisplay) if dataclasses.is_dataclass(one)]
    return {
        "JSON of the program": set(_keys(json.loads((DOCS / "tilewright.schema.json").read_text("utf-8")))),
        "API of the server": {name for one in own for name in getattr(one, "model_fields", {})},
        "answers in Python": {each.name for one in answers for each in dataclasses.fields(one)},
        "settings": set(QUESTION) | set(SETTINGS),
    }


@pytest.mark.parametrize(
    "surface", ["JSON of the program", "API of the server", "answers in Python", "settings"]
)
def test_no_other_word_is_used(surface: str) -> None:
    words, others = _table()
    assert len(words) > 15 and not words & others
    assert not _names()[surface] & others


def test_every_word_of_the_table_is_used() -> None:
    words, _ = _table()
    assert not words - set().union(*_names().values())
    shared = words & _names()["answers in Python"]
    assert {"solutions", "seconds", "engine_reason", "status", "share"} <= shared
    assert shared <= _names()["JSON of the program"]


def test_old_names_of_fields_are_read_with_a_warning() -> None:
    answer = tilewright.count(load("catalog:dominoes-4x4"))
    with pytest.deprecated_call(match="engine_reason since version 0.3"):
        assert answer.reason == answer.engine_reason  # type: ignore[attr-defined]
    residue = Residue(Status.COMPLETE, 7, 0, False, 1, 0.0, 1.0, "frontier", "")
    with pytest.deprecated_call(match="has_solution"):
        assert residue.exists is False  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="Answer has no attribute 'exists'"):
        assert answer.exists  # type: ignore[attr-defined]
