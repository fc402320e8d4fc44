"""The atlas of polyforms over the API: entries are those of the core, with pictures; lists are complete."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from support.web_cases import RunningApp, running_app

pytestmark = [pytest.mark.anyio, pytest.mark.event]


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web")) as started:
        yield started


async def test_an_entry_has_its_tiling_and_its_rectangle(app: RunningApp) -> None:
    """The Y pentomino, turned and moved; its smallest rectangle is 5 x 10 (Golomb, Polyominoes)."""
    cells = [[7, -2], [8, -2], [9, -2], [10, -2], [8, -1]]
    entry = (await app.client.post("/api/polyform", json={"cells": cells})).json()
    assert (entry["title"], entry["plane"], entry["status"]) == ("pentomino Y", "translation", "complete")
    assert entry["rectangle"] == {"sides": [5, 10], "tried_cells": 45, "impossible": False}
    assert len(entry["rectangle_picture"]["placements"]) == 10
    picture = entry["plane_picture"]
    covered = sorted(cell for placement in picture["placements"] for cell in placement["cells"])
    assert covered == sorted(cell["at"] for cell in picture["puzzle"]["cells"])


async def test_a_polyform_that_does_not_tile_has_coronas(app: RunningApp) -> None:
    """A heptomino with Heesch number 1, which cannot be surrounded twice."""
    cells = [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [1, 0], [1, 4]]
    entry = (await app.client.post("/api/polyform", json={"cells": cells})).json()
    assert (entry["plane"], entry["tiling"], entry["rectangle"]) == ("none", None, None)
    assert entry["heesch"]["without_holes"] == {"number": 1, "final": True}
    assert {placement["piece"] for placement in entry["plane_picture"]["placements"]} == {"1", "2"}


@pytest.mark.parametrize(
    ("lattice", "size", "number"),
    [("square", 8, 369), ("hexagon", 7, 333), ("triangle", 10, 448)],  # OEIS A000105, A000228, A000577
)
async def test_lists_are_complete(app: RunningApp, lattice: str, size: int, number: int) -> None:
    answer = await app.client.post("/api/polyforms", json={"lattice": lattice, "size": size})
    assert len(answer.json()["polyforms"]) == number
