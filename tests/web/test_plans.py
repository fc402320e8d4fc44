"""The plan for a question: that of the solve with the same question, and what is refused."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

from support.web_cases import TINY, RunningApp, finished, running_app
from tilewright import explain, loads
from tilewright.solving.steps import Limits
from tilewright.web.tasks import plans

pytestmark = [pytest.mark.anyio, pytest.mark.event]

ROWS = "[board]\ndrawing = '''\n####\n####\n'''\n[[pieces]]\nname = '<b>'\ncopies = 4\ndrawing = '##'\n"


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web")) as started:
        yield started


def outline(node: Any) -> list[Any]:
    """What a step and those below it are, from the API or from Python."""
    values = node if isinstance(node, dict) else vars(node)
    expected = (
        values["expected"]
        if isinstance(values["expected"], dict)
        else values["expected"] and vars(values["expected"])
    )
    amount = None if expected is None else expected["amount"]
    return [values["words"], values["engine"], values["reason"], amount, *map(outline, values["children"])]


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ({"question": "first"}, {"question": "first"}),
        ({"question": "all", "max_solutions": 9}, {"question": "all", "limits": Limits(solutions=9)}),
        ({"question": "unique"}, {"question": "all", "unique": True, "limits": Limits(solutions=10_000)}),
        ({"question": "count", "engine": "dense"}, {"question": "count", "engine": "dense"}),
        (
            {"question": "count", "up_to_symmetry": True, "labelled": True},
            {"question": "count", "unique": True, "labelled": True},
        ),
        ({"question": "optimise", "engine": "dense"}, {"question": "optimise"}),
    ],
)
async def test_the_plan_is_that_of_python(
    app: RunningApp, question: dict[str, Any], options: dict[str, Any]
) -> None:
    puzzle = loads(ROWS)
    source = {"text": ROWS, "format": "toml"}
    answer = await app.client.post("/api/explain", json={"puzzle": source, **question})
    assert answer.status_code == 200, answer.text
    expected, body = explain(puzzle, threads=1, **options), answer.json()
    assert outline(body["plan"]) == outline(expected.root)
    assert [one["engine"] for one in body["alternatives"]] == [one.engine for one in expected.alternatives]
    assert (body["status"], body["note"]) == ("complete", "")


def steps(node: dict[str, Any]) -> set[str]:
    return {node["step"]}.union(*map(steps, node["children"]))


@pytest.mark.parametrize("question", ["first", "all", "unique", "count"])
async def test_the_answer_says_what_steps_of_the_plan_took(app: RunningApp, question: str) -> None:
    body = {"puzzle": {"catalogue": "some-pentominoes-3x5"}, "question": question}
    value = (await app.client.post("/api/explain", json=body)).json()
    answer = (await finished(app.client, body))["answer"]
    efforts = answer["efforts"]
    assert {one["step"] for one in efforts} <= steps(value["plan"])
    assert efforts[-1]["amount"] == answer["nodes"] and efforts[-1]["engine"] == answer["engine"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"question": "sample"}, "question: Input should be 'first', 'all', 'unique', 'count' or 'optimise'"),
        ({"seed": 5}, "seed: Extra inputs are not permitted"),
        ({"engine": "<b>"}, "there is no engine named '<b>'; there are bitmask, "),
        ({"engine": "kasteleyn"}, "the engine 'kasteleyn' searches no tree"),
        ({"puzzle": {"catalogue": "nothing"}}, "no puzzle named 'nothing'"),
        ({"max_solutions": 0}, "max_solutions: Input should be greater than or equal to 1"),
    ],
)
async def test_what_has_no_plan(app: RunningApp, body: dict[str, Any], message: str) -> None:
    answer = await app.client.post("/api/explain", json={"puzzle": TINY, **body})
    assert answer.status_code == 422
    assert message in answer.json()["message"]


def test_what_could_not_be_measured_in_the_time() -> None:
    source = {"catalogue": "", "text": ROWS, "format": "toml", "filename": "", "motions": "", "use": "all"}
    args: dict[str, Any] = {"source": {**source, "problem": 0, "lattice": ""}, "max_cells": 100, "threads": 1}
    asked = {
        "question": "count",
        "engine": "",
        "max_solutions": 1,
        "up_to_symmetry": False,
        "labelled": False,
    }
    view = plans.explain({**args, **asked, "time_limit_s": 0.0}, lambda kind, data: None, threading.Event())
    assert view["status"] == "limit" and "some numbers are missing" in view["note"]
