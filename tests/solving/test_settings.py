"""The fields of questions and settings: one declaration, and what is made from it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tilewright import Limits, Settings, load
from tilewright.cli.count import count as count_command
from tilewright.cli.solve import solve as solve_command
from tilewright.errors import UnsupportedError
from tilewright.solving import api
from tilewright.solving.explain import explain
from tilewright.solving.settings import FIELDS, QUESTION, SETTINGS, check_combination
from tilewright.web.api.solves import SolveRequest
from tilewright.web.rendering import render_pages
from tilewright.web.static_files import StaticFiles

FUNCTIONS: tuple[Callable[..., Any], ...] = (
    api.count,
    api.count_by,
    api.count_modulo,
    api.estimate,
    api.first,
    api.forced,
    api.optimise,
    api.sample,
    api.solutions,
    api.solve,
    explain,
)
OTHERS = {"puzzle", "settings", "limits", "seconds", "on_progress", "cancel", "on_resume"}
"""What is no field: the puzzle, values of fields together, and what is called or watched."""
OWN = {
    "solve": {"sink"},
    "solutions": {"limit"},
    "sample": {"n"},
    "count_by": {"piece"},
    "count_modulo": {"modulus"},
    "estimate": {"repetitions", "states", "effort"},
    "explain": {"question", "run"},
}
DOMINOES = load("catalog:dominoes-4x4")


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_signatures_have_declared_fields_only(function: Callable[..., Any]) -> None:
    parameters = inspect.signature(function).parameters
    assert "settings" in parameters
    assert {*parameters} - OTHERS - OWN.get(function.__name__, set()) <= FIELDS.keys()
    defaults = {each.name: each.default for each in fields(Settings)}
    for name in parameters.keys() & SETTINGS.keys():
        assert parameters[name].default == defaults[name]


def test_the_settings_are_those_that_are_declared() -> None:
    assert {each.name for each in fields(Settings)} == SETTINGS.keys()
    assert all(name in FIELDS for one in FIELDS.values() for name in one.excludes if name != "reject")


def test_settings_are_read_from_texts() -> None:
    settings = Settings(time="1m30s", memory="500M", nodes="20k", solutions="3")
    assert (settings.time, settings.memory, settings.nodes, settings.solutions) == (90, 5 * 10**8, 20_000, 3)
    assert settings.keywords(api.count) == {"limits": Limits(3, 20_000, 90.0), "memory": 5 * 10**8}
    assert settings.given.keys() == {"time", "memory", "nodes", "solutions"}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"time": "soon"}, "time: 'soon' is not a time"),
        ({"memory": "5X"}, "memory: '5X' is not a size"),
        ({"threads": 0}, "threads is 0; expected a whole number from 1"),
        ({"threads": 2000}, "threads is 2000; expected at most 1,024"),
        ({"threads": "4"}, "threads is '4'; expected a whole number"),
        ({"nodes": -1}, "nodes is -1; expected a whole number from 0"),
        ({"seed": 1.5}, "seed is 1.5"),
        ({"time": float("nan")}, "time is nan"),
    ],
)
def test_settings_that_are_out_of_range(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        Settings(**values)


def test_a_question_has_the_settings_and_what_is_given_goes_first() -> None:
    few = Settings(nodes=5, threads=1)
    assert api.count(DOMINOES, engine="reference", settings=few).status == "limit"
    limits = Limits(nodes=10**6)
    assert api.count(DOMINOES, engine="reference", limits=limits, settings=few).solutions == 36
    assert len([*api.solutions(DOMINOES, settings=Settings(solutions=3))]) == 3
    plan = explain(DOMINOES, "count", settings=Settings(engine="reference")).root
    assert "reference" in {node.engine for node in (plan, *plan.children)}


def test_a_setting_that_a_question_does_not_have() -> None:
    with pytest.raises(UnsupportedError, match="count has no setting seed"):
        api.count(DOMINOES, settings=Settings(seed=3))
    with pytest.raises(UnsupportedError, match="first has no setting time"):
        api.first(DOMINOES, settings=Settings(time=5))
    with pytest.raises(UnsupportedError, match=r"expected tilewright\.Settings"):
        api.count(DOMINOES, settings={"threads": 1})  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"only", "order"}, "only and order cannot be combined"),
        ({"min_level"}, "min_level requires only"),
        ({"only", "seed"}, "seed and only cannot be combined"),
        ({"restart"}, "restart requires checkpoint"),
        ({"restart", "checkpoint", "resume"}, "restart and resume cannot be combined"),
    ],
)
def test_what_cannot_be_combined(given: set[str], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        check_combination(given)


@pytest.mark.parametrize("command", [count_command, solve_command])
def test_options_have_the_declared_help(command: Any) -> None:
    texts = {option.name: option.help for option in command.params if hasattr(option, "help")}
    for name in ("unique", "labelled", "nodes", "memory", "threads", "checkpoint", "engine"):
        assert texts[name].startswith(FIELDS[name].help)


def test_requests_have_the_declared_help_and_no_wider_range() -> None:
    properties = SolveRequest.model_json_schema()["properties"]
    names = {"up_to_symmetry": "unique", "max_solutions": "solutions", "time_limit_s": "time"}
    for key, schema in properties.items():
        field = FIELDS.get(names.get(key, key))
        if field is None:
            assert key in {"puzzle", "question", "sample_size"}
            continue
        assert field.help.startswith(schema["description"])
        assert schema.get("minimum", 0) >= (field.least or 0)
        assert field.most is None or schema["maximum"] <= field.most


def test_the_form_of_the_page_is_made_of_the_request() -> None:
    page = render_pages(StaticFiles())["/solve"]
    inputs = re.findall(r'<input type="number" name="(\w+)" min="(\d+)" max="(\d+)"', page)
    assert {name for name, _, _ in inputs} == {"max_solutions", "sample_size", "seed"}
    for name, least, most in inputs:
        schema = SolveRequest.model_json_schema()["properties"][name]
        assert schema["minimum"] == int(least) and schema["maximum"] >= int(most)
    for name in ("max_solutions", "labelled", "maximise", "seed", "engine", "sample_size"):
        assert f'title="{SolveRequest.model_json_schema()["properties"][name]["description"]}"' in page


def test_the_reference_lists_all_fields() -> None:
    """The table in the documentation; the rows that should be there are printed where they are not."""
    path = Path(__file__).resolve().parents[2] / "docs" / "reference" / "python.md"
    rows = []
    of_functions = {name for function in FUNCTIONS for name in inspect.signature(function).parameters}
    for name, field in (QUESTION | SETTINGS).items():
        if name in QUESTION and name not in of_functions:
            continue  # the puzzle says it
        needs = f" Needs `{field.needs}`." if field.needs else ""
        excluded = f" Not with {', '.join(f'`{one}`' for one in field.excludes)}." if field.excludes else ""
        rows.append(f"| `{name}` | {field.help}{needs}{excluded} | {field.unit} |")
    assert [row for row in rows if row not in path.read_text("utf-8").splitlines()] == [], "\n".join(rows)
