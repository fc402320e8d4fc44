from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from support.web_cases import HARD, TINY, Open, Visitor, bounds, finished, opened, until

pytestmark = pytest.mark.anyio

COSTLY = {
    "text": "[board]\ndrawing = '''\n####\n####\n'''\n[[pieces]]\nname = 'I2'\ncopies = [0, 4]\ncost = 3\n"
    "drawing = '''\n##\n'''\n[[pieces]]\nname = 'I1'\ncopies = [0, 8]\ncost = 2\ndrawing = '''\n#\n'''\n",
    "format": "toml",
}
"""Four dominoes for 12 are the cheapest, eight single cells for 16 the dearest."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def held(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Open]:
    async with opened(tmp_path_factory.mktemp("web"), bounds(kept_solves=3, streams=4)) as house:
        yield house


async def begun(held: Open, engine: str = "reference") -> str:
    """The name of a solve that has begun; the reference is so slow that it does not end by itself."""
    asked = {"puzzle": HARD, "question": "all", "most": 1_000_000, "engine": engine}
    answer = await held.client.post("/api/solves", json=asked)
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def listener(held: Open, name: str) -> Visitor:
    return Visitor(held.app, path=f"/api/solves/{name}/events")


@pytest.mark.parametrize(
    ("question", "solutions", "kept"),
    [("first", "1", 1), ("all", "5", 5), ("unique", "5", 4), ("count", "5", 0), ("sample", "5", 12)],
)
async def test_every_question_is_answered(held: Open, question: str, solutions: str, kept: int) -> None:
    view = await finished(held.client, {"puzzle": TINY, "question": question})
    assert view["state"] == "done"
    assert view["answer"]["status"] == "complete"
    assert view["answer"]["solutions"] == solutions
    page = (await held.client.get(f"/api/solves/{view['id']}/solutions")).json()
    assert page["kept"] == view["kept"] == kept == len(page["solutions"])
    for solution in page["solutions"]:
        assert sorted(cell for one in solution for cell in one["cells"]) == [
            [x, y] for x in range(4) for y in range(2)
        ]


async def test_count_up_to_symmetry(held: Open) -> None:
    view = await finished(held.client, {"puzzle": TINY, "question": "count", "up_to_symmetry": True})
    assert (view["answer"]["solutions"], view["answer"]["up_to_symmetry"]) == ("5", "4")


@pytest.mark.parametrize(("maximise", "cost", "optima"), [(False, "12", "5"), (True, "16", "1")])
async def test_optimise(held: Open, maximise: bool, cost: str, optima: str) -> None:  # noqa: FBT001 - a case
    view = await finished(held.client, {"puzzle": COSTLY, "question": "optimise", "maximise": maximise})
    assert (view["answer"]["cost"], view["answer"]["solutions"], view["kept"]) == (cost, optima, 1)


async def test_estimate(held: Open) -> None:
    view = await finished(
        held.client,
        {"puzzle": {"catalogue": "pentominoes-3x20"}, "question": "estimate", "engine": "bitmask"},
    )
    (line,) = view["answer"]["estimates"]
    assert line["engine"] == "bitmask"
    assert line["nodes"] > 1_000


async def test_no_solution_is_proven(held: Open) -> None:
    view = await finished(held.client, {"puzzle": {"catalogue": "mutilated-chessboard"}, "question": "first"})
    assert (view["answer"]["status"], view["answer"]["solutions"]) == ("complete", "0")
    assert view["answer"]["proof"]


async def test_a_puzzle_that_is_none_is_refused_with_its_place(held: Open) -> None:
    view = await finished(held.client, {"puzzle": {"text": "[board]\ndrawing = 5\n", "format": "toml"}})
    assert view["state"] == "refused"
    assert view["fault"]["line"] == 2


async def test_the_time_asked_for_ends_a_solve_with_a_lower_bound(held: Open) -> None:
    view = await finished(held.client, {"puzzle": HARD, "question": "all", "most": 10**7, "seconds": 0.5})
    assert (view["state"], view["answer"]["status"]) == ("done", "limit")
    assert int(view["answer"]["solutions"]) < 12_988_816


async def test_stop_keeps_what_was_found(held: Open) -> None:
    name = await begun(held, engine="dancing")
    visitor = listener(held, name)
    listening = visitor.ask()
    await until(lambda: visitor.events and visitor.events[-1]["kept"])
    stopped = await held.client.post(f"/api/solves/{name}/stop")
    assert stopped.status_code == 200
    await listening
    last = visitor.events[-1]
    assert (last["state"], last["answer"]["status"]) == ("done", "cancelled")
    page = (await held.client.get(f"/api/solves/{name}/solutions?count=5")).json()
    assert len(page["solutions"]) == 5
    assert page["kept"] == last["kept"] <= int(last["answer"]["solutions"])


async def test_stop_at_once_is_not_lost(held: Open) -> None:
    name = await begun(held, engine="dancing")
    await held.client.post(f"/api/solves/{name}/stop")
    visitor = listener(held, name)
    await visitor.ask()
    last = visitor.events[-1]
    if last["state"] == "refused":  # a busy machine
        assert last["fault"]["message"].startswith("it did not stop within 3 s")
    else:
        assert (last["state"], last["answer"]["status"]) == ("done", "cancelled")


async def test_stop_of_a_finished_solve_changes_nothing(held: Open) -> None:
    done = await finished(held.client, {"puzzle": TINY, "question": "all"})
    again = (await held.client.post(f"/api/solves/{done['id']}/stop")).json()
    assert again == done


async def test_a_solve_that_nobody_listens_to_is_ended(held: Open) -> None:
    name = await begun(held)
    await until(lambda: held.house.running.get(name).state == "abandoned")
    await until(lambda: held.house.solves.busy == 0)


async def test_a_closed_tab_ends_its_solve(held: Open) -> None:
    name = await begun(held)
    visitor = listener(held, name)
    listening = visitor.ask()
    await until(lambda: visitor.events)
    visitor.gone.set()
    await listening
    await until(lambda: held.house.running.get(name).state == "abandoned")
    await until(lambda: held.house.solves.busy == 0)


async def test_who_comes_back_soon_finds_the_solve_running(held: Open) -> None:
    name = await begun(held)
    for _ in range(3):
        visitor = listener(held, name)
        listening = visitor.ask()
        await asyncio.sleep(0.15)
        visitor.gone.set()
        await listening
    assert visitor.events[0]["state"] == "running"
    await held.client.delete(f"/api/solves/{name}")


async def test_removing_a_solve_ends_its_streams(held: Open) -> None:
    name = await begun(held)
    visitors = [listener(held, name) for _ in range(3)]
    listening = [visitor.ask() for visitor in visitors]
    await until(lambda: all(visitor.events for visitor in visitors))
    assert (await held.client.delete(f"/api/solves/{name}")).status_code == 204
    await asyncio.wait_for(asyncio.gather(*listening), 10)
    assert {visitor.events[-1]["state"] for visitor in visitors} == {"abandoned"}
    assert (await held.client.get(f"/api/solves/{name}")).status_code == 404
    assert (await held.client.delete(f"/api/solves/{name}")).status_code == 404


async def test_a_solve_removed_before_it_began_ends_its_streams(held: Open) -> None:
    solve = held.house.running.begin({})
    events = held.house.running.events(solve)
    assert (await anext(events))["state"] == "running"  # type: ignore[index]
    await held.house.running.remove(solve.name)
    assert [view["state"] async for view in events if view] == ["abandoned"]


async def test_too_many_solves_are_refused(held: Open) -> None:
    names = [await begun(held) for _ in range(held.house.limits.solves)]
    refused = await held.client.post("/api/solves", json={"puzzle": TINY})
    assert refused.status_code == 429
    assert "stop one or wait" in refused.json()["message"]
    for name in names:
        await held.client.delete(f"/api/solves/{name}")
    assert (await finished(held.client, {"puzzle": TINY}))["state"] == "done"


async def test_too_many_streams_are_refused(held: Open) -> None:
    name = await begun(held)
    visitors = [listener(held, name) for _ in range(held.house.limits.streams)]
    listening = [visitor.ask() for visitor in visitors]
    await until(lambda: all(visitor.events for visitor in visitors))
    refused = await held.client.get(f"/api/solves/{name}/events")
    assert refused.status_code == 429
    assert "too many pages" in refused.json()["message"]
    visitors[0].gone.set()
    await listening[0]
    again = listener(held, name)
    asked = again.ask()
    await until(lambda: again.events)
    await held.client.delete(f"/api/solves/{name}")
    await asyncio.wait([*listening, asked])


async def test_old_solves_are_forgotten(held: Open) -> None:
    names = [(await finished(held.client, {"puzzle": TINY}))["id"] for _ in range(5)]
    found = [(await held.client.get(f"/api/solves/{name}")).status_code for name in names]
    assert found == [404, 404, 200, 200, 200]


async def test_a_quiet_stream_says_that_it_is_alive(held: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.web.solves.QUIET_SECONDS", 0.01)
    name = await begun(held)
    visitor = listener(held, name)
    listening = visitor.ask()
    await until(lambda: b": still here\n\n" in visitor.parts)
    await held.client.delete(f"/api/solves/{name}")
    await listening


@pytest.mark.parametrize("kind", ["svg", "png", "txt", "json", "ndjson"])
async def test_downloads(held: Open, kind: str) -> None:
    done = await finished(held.client, {"puzzle": TINY, "question": "all"})
    got = await held.client.get(f"/api/solves/{done['id']}/download?kind={kind}")
    assert got.status_code == 200
    assert f"solutions.{kind}" in got.headers["content-disposition"]
    beginnings = {"svg": b"<svg", "png": b"\x89PNG", "json": b"{"}
    assert got.content.lstrip().startswith(beginnings.get(kind, b""))
    if kind == "ndjson":
        assert len([json.loads(line) for line in got.text.splitlines()]) >= 5


async def test_what_is_kept_of_a_solve_is_bounded(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = bounds(kept_solutions=100, kept_bytes=20_000, page_bytes=2_000, download_bytes=3_000)
    async with opened(tmp_path_factory.mktemp("web"), limits) as held:
        question = {"puzzle": HARD, "question": "all", "most": 10_000}
        view = await finished(held.client, question)
        assert view["kept"] < 100
        assert int(view["answer"]["solutions"]) == 100
        address = f"/api/solves/{view['id']}"
        page = (await held.client.get(f"{address}/solutions?count=50")).json()
        assert 0 < len(page["solutions"]) < 50
        beyond = (await held.client.get(f"{address}/solutions?start=1000")).json()
        assert beyond["solutions"] == []
        refused = await held.client.get(f"{address}/download?kind=txt")
        assert refused.status_code == 413
        assert "too many for one file" in refused.json()["message"]
        assert (await held.client.get(f"{address}/download?kind=txt&count=2")).status_code == 200
        view = await finished(held.client, {"puzzle": TINY, "question": "sample", "number": 200})
        assert view["kept"] == 100
