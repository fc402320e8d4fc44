from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from support.waiting import HANGS_S
from support.web_cases import HARD, TINY, AsgiClient, RunningApp, finished, limits_with, running_app, until
from tilewright.web import solves
from tilewright.web.tasks.solves import QUESTIONS

pytestmark = [pytest.mark.anyio, pytest.mark.event]

COSTLY = {
    "text": "[board]\ndrawing = '''\n####\n####\n'''\n[[pieces]]\nname = 'I2'\ncopies = [0, 4]\ncost = 3\n"
    "drawing = '''\n##\n'''\n[[pieces]]\nname = 'I1'\ncopies = [0, 8]\ncost = 2\ndrawing = '''\n#\n'''\n",
    "format": "toml",
}
"""Four dominoes for 12 are the cheapest, eight single cells for 16 the most expensive."""


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(
        tmp_path_factory.mktemp("web"), limits_with(max_finished_solves=3, max_streams=4)
    ) as started:
        yield started


@pytest.fixture(scope="module")
async def impatient(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    """It ends solves without a listener soon."""
    async with running_app(tmp_path_factory.mktemp("web"), limits_with(abandon_after_s=0.2)) as started:
        yield started


async def start(app: RunningApp, engine: str = "reference") -> str:
    """The id of a solve that was started; the reference engine is too slow to finish it."""
    asked = {"puzzle": HARD, "question": "all", "max_solutions": 1_000_000, "engine": engine}
    answer = await app.client.post("/api/solves", json=asked)
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    return name


def follower(app: RunningApp, name: str) -> AsgiClient:
    return AsgiClient(app.app, path=f"/api/solves/{name}/events")


@pytest.mark.parametrize(
    ("question", "solutions", "stored"),
    [("first", "1", 1), ("all", "5", 5), ("unique", "5", 4), ("count", "5", 0), ("sample", "5", 12)],
)
async def test_every_question(app: RunningApp, question: str, solutions: str, stored: int) -> None:
    view = await finished(app.client, {"puzzle": TINY, "question": question})
    assert view["state"] == "done"
    assert view["answer"]["status"] == "complete"
    assert view["answer"]["solutions"] == solutions
    page = (await app.client.get(f"/api/solves/{view['id']}/solutions")).json()
    assert page["stored"] == view["stored"] == stored == len(page["solutions"])
    for solution in page["solutions"]:
        assert sorted(cell for one in solution for cell in one["cells"]) == [
            [x, y] for x in range(4) for y in range(2)
        ]


async def test_count_up_to_symmetry(app: RunningApp) -> None:
    view = await finished(app.client, {"puzzle": TINY, "question": "count", "up_to_symmetry": True})
    assert (view["answer"]["solutions"], view["answer"]["up_to_symmetry"]) == ("5", "4")


@pytest.mark.parametrize("question", ["all", "count"])
async def test_count_with_identical_copies_distinct(app: RunningApp, question: str) -> None:
    view = await finished(app.client, {"puzzle": TINY, "question": question, "labelled": True})
    assert (view["answer"]["solutions"], view["answer"]["labelled"]) == ("5", "120")
    view = await finished(app.client, {"puzzle": TINY, "question": question})
    assert view["answer"]["labelled"] is None


async def test_motions_apply_to_the_solve(app: RunningApp) -> None:
    view = await finished(app.client, {"puzzle": {**TINY, "motions": "fixed"}, "question": "count"})
    assert view["answer"]["solutions"] == "1"


@pytest.mark.parametrize(("maximise", "cost", "optima"), [(False, "12", "5"), (True, "16", "1")])
async def test_optimise(app: RunningApp, maximise: bool, cost: str, optima: str) -> None:  # noqa: FBT001 - a case
    view = await finished(app.client, {"puzzle": COSTLY, "question": "optimise", "maximise": maximise})
    assert (view["answer"]["cost"], view["answer"]["solutions"], view["stored"]) == (cost, optima, 1)


async def test_estimate(app: RunningApp) -> None:
    view = await finished(
        app.client,
        {"puzzle": {"catalogue": "pentominoes-3x20"}, "question": "estimate", "engine": "bitmask"},
    )
    answer = view["answer"]
    assert (answer["status"], answer["engine"]) == ("complete", "bitmask")
    solutions, nodes = answer["estimate"]["solutions"], answer["estimate"]["nodes"]
    assert (solutions["kind"], solutions["digits"], solutions["confidence"]) == ("exact", "8", 1.0)
    assert nodes["kind"] == "exact" and int(nodes["digits"]) > 1_000
    assert answer["estimate"]["seconds"]["value"] > 0


async def test_estimate_of_a_puzzle_that_is_not_soon_counted(
    app: RunningApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solves, "OVERTIME_S", HANGS_S)
    question = {"puzzle": {"catalogue": "tetris-cube"}, "question": "estimate", "time_limit_s": 3}
    view = await finished(app.client, question)
    solutions = view["answer"]["estimate"]["solutions"]
    assert solutions["kind"] in ("estimate", "at least", "unknown")
    if solutions["value"] is not None and solutions["kind"] == "at least":
        assert 0 < solutions["value"] <= 9_839 * 24


async def test_no_solution_is_proven(app: RunningApp) -> None:
    view = await finished(app.client, {"puzzle": {"catalogue": "mutilated-chessboard"}, "question": "first"})
    assert (view["answer"]["status"], view["answer"]["solutions"]) == ("complete", "0")
    assert view["answer"]["proof"]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_every_question_gives_the_reason_at_once(app: RunningApp, question: str) -> None:
    text = '[board]\ndrawing = "###"\n[[pieces]]\nname = "D"\ndrawing = "##"\n'
    view = await finished(app.client, {"puzzle": {"text": text, "format": "toml"}, "question": question})
    answer = view["answer"]
    assert (answer["status"], answer["nodes"]) == ("complete", "0")
    assert (
        answer["proof"]
        == "The areas differ: all pieces together have 2 cells, the board has 3 cells to fill."
    )


async def test_no_run_is_stored_without_a_solution(app: RunningApp) -> None:
    text = '[board]\ndrawing = "###"\n[[pieces]]\nname = "D"\ndrawing = "##"\n'
    body = {"puzzle": {"text": text, "format": "toml"}, "question": "count"}
    answer = await app.client.post("/api/runs", json=body)
    assert answer.status_code == 422 and "no solution exists" in answer.text, answer.text
    assert (await app.client.get("/api/runs")).json()["runs"] == []


async def test_unreadable_puzzle_fails_with_its_position(app: RunningApp) -> None:
    view = await finished(app.client, {"puzzle": {"text": "[board]\ndrawing = 5\n", "format": "toml"}})
    assert view["state"] == "failed"
    assert view["error"]["line"] == 2


async def test_time_limit_gives_a_lower_bound(app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solves, "OVERTIME_S", HANGS_S)
    view = await finished(
        app.client, {"puzzle": HARD, "question": "all", "max_solutions": 10**7, "time_limit_s": 0.5}
    )
    assert (view["state"], view["answer"]["status"]) == ("done", "limit")
    assert int(view["answer"]["solutions"]) < 12_988_816


async def test_stop_keeps_solutions(app: RunningApp) -> None:
    name = await start(app, engine="dancing-cells")
    client = follower(app, name)
    following = client.send()
    await until(lambda: client.events and client.events[-1]["stored"])
    stopped = await app.client.post(f"/api/solves/{name}/stop")
    assert stopped.status_code == 200
    await following
    last = client.events[-1]
    assert (last["state"], last["answer"]["status"]) == ("done", "cancelled")
    page = (await app.client.get(f"/api/solves/{name}/solutions?count=5")).json()
    assert len(page["solutions"]) == 5
    assert page["stored"] == last["stored"] <= int(last["answer"]["solutions"])


async def test_immediate_stop(app: RunningApp) -> None:
    name = await start(app, engine="dancing-cells")
    await app.client.post(f"/api/solves/{name}/stop")
    client = follower(app, name)
    await client.send()
    last = client.events[-1]
    if last["state"] == "failed":  # a busy machine
        assert last["error"]["message"].startswith("it did not stop within 3 s and was killed")
    else:
        assert (last["state"], last["answer"]["status"]) == ("done", "cancelled")


async def test_stop_of_a_finished_solve_changes_nothing(app: RunningApp) -> None:
    done = await finished(app.client, {"puzzle": TINY, "question": "all"})
    again = (await app.client.post(f"/api/solves/{done['id']}/stop")).json()
    assert again == done


async def test_solve_without_listeners_is_ended(impatient: RunningApp) -> None:
    name = await start(impatient)
    await until(lambda: impatient.state.solves.get(name).state == "abandoned")
    await until(lambda: impatient.state.solve_pool.active == 0)


async def test_disconnect_ends_the_solve(impatient: RunningApp) -> None:
    app, name = impatient, await start(impatient)
    client = follower(app, name)
    following = client.send()
    await until(lambda: client.events)
    client.disconnected.set()
    await following
    await until(lambda: app.state.solves.get(name).state == "abandoned")
    await until(lambda: app.state.solve_pool.active == 0)


async def test_reconnecting_soon_keeps_the_solve(app: RunningApp) -> None:
    name = await start(app)
    for _ in range(3):
        client = follower(app, name)
        following = client.send()
        await until(lambda client=client: client.events)
        client.disconnected.set()
        await following
    assert client.events[0]["state"] == "running"
    await app.client.delete(f"/api/solves/{name}")


async def test_deleting_a_solve_ends_its_streams(app: RunningApp) -> None:
    name = await start(app)
    clients = [follower(app, name) for _ in range(3)]
    following = [client.send() for client in clients]
    await until(lambda: all(client.events for client in clients))
    assert (await app.client.delete(f"/api/solves/{name}")).status_code == 204
    await asyncio.wait_for(asyncio.gather(*following), HANGS_S)
    assert {client.events[-1]["state"] for client in clients} == {"abandoned"}
    assert (await app.client.get(f"/api/solves/{name}")).status_code == 404
    assert (await app.client.delete(f"/api/solves/{name}")).status_code == 404


async def test_deleting_a_solve_before_it_starts_ends_its_streams(app: RunningApp) -> None:
    solve = app.state.solves.start({"time_limit_s": HANGS_S})
    events = app.state.solves.events(solve)
    assert (await anext(events))["state"] == "running"  # type: ignore[index]
    await app.state.solves.remove(solve)
    assert [view["state"] async for view in events if view] == ["abandoned"]


async def test_downloads_of_items_are_matrices(app: RunningApp) -> None:
    done = await finished(
        app.client, {"puzzle": {"text": "a b\na b\na\nb\n", "format": "dlx"}, "question": "all"}
    )
    address = f"/api/solves/{done['id']}/download"
    got = await app.client.get(f"{address}?kind=svg")
    assert got.status_code == 200 and ">2 solutions<" in got.text
    assert (await app.client.get(f"{address}?kind=png")).content.startswith(b"\x89PNG")
    refused = await app.client.get(f"{address}?kind=txt")
    assert refused.status_code == 422 and "not drawn in text" in refused.json()["message"]


async def test_number_of_solves_is_limited(app: RunningApp) -> None:
    names = [await start(app) for _ in range(app.state.limits.max_solves)]
    rejected = await app.client.post("/api/solves", json={"puzzle": TINY})
    assert rejected.status_code == 429
    assert "stop one or wait" in rejected.json()["message"]
    for name in names:
        await app.client.delete(f"/api/solves/{name}")
    assert (await finished(app.client, {"puzzle": TINY}))["state"] == "done"


async def test_number_of_streams_is_limited(app: RunningApp) -> None:
    name = await start(app)
    clients = [follower(app, name) for _ in range(app.state.limits.max_streams)]
    following = [client.send() for client in clients]
    await until(lambda: all(client.events for client in clients))
    rejected = await app.client.get(f"/api/solves/{name}/events")
    assert rejected.status_code == 429
    assert "too many pages are connected" in rejected.json()["message"]
    clients[0].disconnected.set()
    await following[0]
    again = follower(app, name)
    asked = again.send()
    await until(lambda: again.events)
    await app.client.delete(f"/api/solves/{name}")
    await asyncio.wait([*following, asked])


async def test_old_solves_are_removed(app: RunningApp) -> None:
    names = [(await finished(app.client, {"puzzle": TINY}))["id"] for _ in range(5)]
    numbers = [(await app.client.get(f"/api/solves/{name}")).status_code for name in names]
    assert numbers == [404, 404, 200, 200, 200]


async def test_idle_stream_sends_keep_alive(app: RunningApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilewright.web.solves.KEEP_ALIVE_S", 0.01)
    name = await start(app)
    client = follower(app, name)
    following = client.send()
    await until(lambda: b": keep-alive\n\n" in client.parts)
    await app.client.delete(f"/api/solves/{name}")
    await following


@pytest.mark.parametrize("kind", ["svg", "png", "txt", "json", "ndjson"])
async def test_downloads(app: RunningApp, kind: str) -> None:
    done = await finished(app.client, {"puzzle": TINY, "question": "all"})
    got = await app.client.get(f"/api/solves/{done['id']}/download?kind={kind}")
    assert got.status_code == 200
    assert f"solutions.{kind}" in got.headers["content-disposition"]
    beginnings = {"svg": b"<svg", "png": b"\x89PNG", "json": b"{"}
    assert got.content.lstrip().startswith(beginnings.get(kind, b""))
    if kind == "ndjson":
        assert len([json.loads(line) for line in got.text.splitlines()]) >= 5


async def test_stored_solutions_are_limited(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = limits_with(
        max_solutions=100, max_solutions_bytes=20_000, max_page_bytes=2_000, max_download_bytes=3_000
    )
    async with running_app(tmp_path_factory.mktemp("web"), limits) as app:
        question = {"puzzle": HARD, "question": "all", "max_solutions": 10_000}
        view = await finished(app.client, question)
        assert view["stored"] < 100
        assert int(view["answer"]["solutions"]) == 100
        address = f"/api/solves/{view['id']}"
        page = (await app.client.get(f"{address}/solutions?count=50")).json()
        assert 0 < len(page["solutions"]) < 50
        beyond = (await app.client.get(f"{address}/solutions?start=1000")).json()
        assert beyond["solutions"] == []
        rejected = await app.client.get(f"{address}/download?kind=txt")
        assert rejected.status_code == 413
        assert "too many for one file" in rejected.json()["message"]
        assert (await app.client.get(f"{address}/download?kind=txt&count=2")).status_code == 200
        view = await finished(app.client, {"puzzle": TINY, "question": "sample", "sample_size": 200})
        assert view["stored"] == 100
