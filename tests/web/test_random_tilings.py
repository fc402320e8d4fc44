"""Random tilings over the API: the steps and heights are those of the core."""

from __future__ import annotations

from collections.abc import AsyncIterator
from fractions import Fraction

import pytest

from support.web_cases import RunningApp, running_app
from tilewright.generators.boxes import dominoes
from tilewright.solving.random_tilings.board import simply_connected_board
from tilewright.solving.random_tilings.drawing import draw_tilings
from tilewright.solving.random_tilings.flips import flip_graph, flips_above_least, tiling_heights
from tilewright.solving.random_tilings.shuffling import aztec_tilings, shuffle_steps
from tilewright.solving.random_tilings.weights import two_periodic

pytestmark = [pytest.mark.anyio, pytest.mark.event]


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web")) as started:
        yield started


async def test_steps_and_heights_are_those_of_the_tiling_of_the_command(app: RunningApp) -> None:
    (tiling,) = aztec_tilings(12, seed=3, vertical=2)
    *_, last = steps = list(shuffle_steps(12, seed=3, vertical=2))
    assert last.tiling == tiling
    query = {"order": 12, "seed": 3, "vertical": 2}
    answer = await app.client.post("/api/shuffle/steps", json={**query, "start": 10})
    assert answer.json()["steps"] == [step.blocks for step in steps[9:]]
    answer = await app.client.post("/api/shuffle/heights", json={**query, "step": 12})
    assert answer.json()["heights"] == [height for row in tiling.heights for height in row]


async def test_two_periodic_weights(app: RunningApp) -> None:
    query = {"order": 9, "seed": 3, "two_periodic": "1/4"}
    (tiling,) = aztec_tilings(9, seed=3, weights=two_periodic(9, Fraction(1, 4)))
    answer = await app.client.post("/api/shuffle/heights", json={**query, "step": 9})
    assert answer.json()["heights"] == [height for row in tiling.heights for height in row]


async def test_large_steps_come_in_several_answers(app: RunningApp) -> None:
    lengths: list[int] = []
    while len(lengths) < 130:
        query = {"order": 130, "seed": 1, "start": len(lengths) + 1}
        steps = (await app.client.post("/api/shuffle/steps", json=query)).json()["steps"]
        lengths += map(len, steps)
    assert lengths == [order**2 for order in range(1, 131)]
    answer = await app.client.post("/api/shuffle/steps", json={"order": 130, "seed": 1, "start": 131})
    assert answer.json()["steps"] == []


async def test_the_end_of_a_coupling_is_the_tiling_of_the_core_and_flips_go_back(app: RunningApp) -> None:
    query = {"sides": [4, 6], "seed": 2, "volume": "3/2"}
    answer = (await app.client.post("/api/coupling", json=query)).json()
    board = simply_connected_board(dominoes((4, 6)))
    (tiling,) = draw_tilings(board, 1, seed=2, volume=Fraction(3, 2))
    heights = tiling_heights(tiling)
    last = answer["frames"][-1]
    assert last["low"] == last["high"]
    assert last["low_heights"] == [heights[corner] for corner in board.corners]
    apart = [frame["flips"] for frame in answer["frames"]]
    assert apart[0] == (flip_graph(board.puzzle).diameter or 0)
    assert apart[-1] == 0
    start = (await app.client.post("/api/flip", json={"sides": [4, 6], "tiling": last["low"]})).json()
    assert start["volume"] == flips_above_least(tiling)
    for corner in start["corners"]:
        there = {"sides": [4, 6], "tiling": last["low"], "at": corner}
        other = (await app.client.post("/api/flip", json=there)).json()
        assert abs(other["volume"] - start["volume"]) == 1
        back = {**there, "tiling": other["tiling"]}
        assert (await app.client.post("/api/flip", json=back)).json() == start
