"""The API of the page of assemblies: surveys, single assemblies, puzzles in files."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from support.assembly_cases import CAGE, KEY, MAZE, assembly
from support.burrtools_cases import burr
from support.web_cases import RunningApp, finished, running_app
from tilewright.families.assembly.disassembler import Disassembler
from tilewright.families.assembly.views import disassembly_view
from tilewright.formats import toml
from tilewright.web.tasks.puzzles import placement_views

pytestmark = pytest.mark.anyio

SURVEYS = "/api/assembly/surveys"
SEVERAL = {"catalogue": "tetracubes-any-2x2x3"}
"""Has several assemblies, and all come apart."""


def source(*layers: str) -> dict[str, str]:
    """The puzzle of a drawn assembly."""
    return {"text": toml.dumps(assembly(*layers)[0]), "format": "toml"}


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web")) as started:
        yield started


async def survey(app: RunningApp, puzzle: dict[str, str], question: str = "all") -> dict[str, Any]:
    return await finished(app.client, {"puzzle": puzzle, "question": question}, SURVEYS)


async def test_all_assemblies_are_listed_with_their_levels(app: RunningApp) -> None:
    view = await survey(app, source(*KEY))
    assert view["state"] == "done" and view["stored"] == 1
    answer = view["answer"]
    assert [answer[name] for name in ("status", "assemblies", "apart", "undecided")] == ["complete", 1, 1, 0]
    page = (await app.client.get(f"{SURVEYS}/{view['id']}/assemblies")).json()
    assert page["assemblies"] == [
        {"number": 1, "levels": "1.2", "moves": [1, 2], "status": "complete", "proven": True}
    ]
    body = (await app.client.get(f"{SURVEYS}/{view['id']}/assemblies/0")).json()
    puzzle, solution = assembly(*KEY)
    assert body == disassembly_view(Disassembler(puzzle).take_apart(solution.placements))
    moves = [move for part in body["separations"] for move in part["moves"]]
    assert [move["steps"] for move in moves] == [0, moves[1]["steps"], 0] and moves[1]["steps"] > 0
    missing = await app.client.get(f"{SURVEYS}/{view['id']}/assemblies/1")
    assert missing.status_code == 404 and "no assembly at position 1" in missing.json()["message"]


async def test_the_first_that_comes_apart_ends_the_survey(app: RunningApp) -> None:
    every = await survey(app, SEVERAL)
    first = await survey(app, SEVERAL, "first")
    assert every["answer"]["assemblies"] == every["answer"]["apart"] > 1
    assert first["answer"]["assemblies"] == first["stored"] == 1


async def test_why_an_assembly_does_not_come_apart(app: RunningApp) -> None:
    view = await survey(app, source(*CAGE), "first")
    assert view["answer"]["apart"] == 0 and view["stored"] == 1
    stored = (await app.client.get(f"{SURVEYS}/{view['id']}/assemblies/0")).json()
    assert stored["separations"] == [] and stored["blocking"] is None
    placed = placement_views(assembly(*CAGE)[1].placements)
    asked = {"puzzle": source(*CAGE), "assembly": placed}
    body = (await app.client.post("/api/assembly/disassemble", json=asked)).json()
    assert body["blocking"]["pieces"] == [0, 1] and body["blocking"]["whole"]
    assert len(body["blocking"]["positions"]) > 1
    refused = await app.client.post("/api/assembly/disassemble", json={**asked, "assembly": placed[:1]})
    assert refused.status_code == 422 and "no assembly of the puzzle" in refused.json()["message"]


async def test_all_positions_and_different_ways(app: RunningApp) -> None:
    placed = placement_views(assembly(*MAZE)[1].placements)
    asked = {"puzzle": source(*MAZE), "assembly": placed}
    body = (await app.client.post("/api/assembly/positions", json=asked)).json()
    assert (body["status"], body["positions"], body["levels"]) == ("complete", 8, [1, 4, 3])
    assert (body["level"], body["ways_out"], body["dead_ends"], body["shortest_ways"]) == (2, 1, 1, "1")
    tree = body["tree"]
    assert [one["position"] for one in tree["positions"]] == list(range(8)) and tree["left_out"] == 0
    kinds = [one["kind"] for one in tree["positions"]]
    assert kinds.count("way_out") == kinds.count("start") == 1 and kinds.count("dead_end") == 3
    assert tree["positions"][0]["shifts"] == [[0, 0, 0], [0, 0, 0]]
    assert body["all_ways"] and [way["levels"] for way in body["ways"]] == ["2"]
    wrong = {**asked, "assembly": placed[:1]}
    refused = await app.client.post("/api/assembly/positions", json=wrong)
    assert refused.status_code == 422 and "no assembly of the puzzle" in refused.json()["message"]
    locked = {"puzzle": source(*CAGE), "assembly": placement_views(assembly(*CAGE)[1].placements)}
    body = (await app.client.post("/api/assembly/positions", json=locked)).json()
    assert body["level"] is body["random_moves"] is None and body["ways"] == []


async def opening(app: RunningApp, puzzle: dict[str, str]) -> dict[str, Any]:
    response = await app.client.post("/api/assembly/opening", json={"puzzle": puzzle})
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


async def test_the_page_opens_with_the_fewest_moves_that_are_found(app: RunningApp) -> None:
    answer = await opening(app, source(*KEY))
    assert (answer["assemblies"], answer["whole"], answer["least"]) == (1, True, False)
    assert answer["disassembly"]["levels"] == "1.2"
    several = await opening(app, SEVERAL)
    moves = [len(part["moves"]) for part in several["disassembly"]["separations"]]
    assert several["least"] and moves == [1] * (len(several["disassembly"]["assembly"]) - 1)


async def test_the_page_opens_with_what_does_not_come_apart_or_is_not_there(app: RunningApp) -> None:
    answer = await opening(app, source(*CAGE))
    assert answer["disassembly"]["levels"] == "" and not answer["least"]
    board = 'lattice = "cube"\n[board]\ncells = [[0, 0, 0], [1, 0, 0], [2, 0, 0]]\n'
    piece = '[[pieces]]\nname = "A"\ncells = [[0, 0, 0], [1, 0, 0]]\n'
    none = await opening(app, {"text": board + piece, "format": "toml"})
    assert none == {"disassembly": None, "assemblies": 0, "whole": True, "least": False}


async def test_surveys_and_solves_are_kept_apart(app: RunningApp) -> None:
    view = await survey(app, source(*KEY))
    assert (await app.client.get(f"{SURVEYS}/{view['id']}")).json()["answer"] == view["answer"]
    for path in ("", "/events", "/solutions"):
        assert (await app.client.get(f"/api/solves/{view['id']}{path}")).status_code == 404
    assert (await app.client.post(f"{SURVEYS}/{view['id']}/stop")).status_code == 200
    assert (await app.client.delete(f"{SURVEYS}/{view['id']}")).status_code == 204
    assert (await app.client.get(f"{SURVEYS}/{view['id']}/assemblies")).status_code == 404


async def test_a_problem_of_a_file_is_chosen(app: RunningApp) -> None:
    problems = [
        f"<problem name='{name}'><shapes><shape id='1' count='{count}'/></shapes><result id='0'/></problem>"
        for name, count in (("pairs", 2), ("", 1))
    ]
    text = burr("2x1x1 ##", "1x1x1 #", problem="".join(problems))
    read = (await app.client.post("/api/assembly/puzzle", json={"text": text})).json()
    assert read["problems"] == ["pairs", ""] and read["problem"] == 1
    second = (await app.client.post("/api/assembly/puzzle", json={"text": text, "problem": 2})).json()
    assert second["problem"] == 2 and second["puzzle"]["toml"] != read["puzzle"]["toml"]
    assert read["puzzle"]["lattice"]["name"] == "cube"


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        ({"catalogue": "pentominoes-6x10"}, "in space only"),
        ({"text": "1 0\n0 1\n", "format": "ec-matrix"}, "items and options"),
        ({"catalogue": "nothing"}, "nothing"),
    ],
)
async def test_what_has_no_assemblies_is_refused(
    app: RunningApp, puzzle: dict[str, str], message: str
) -> None:
    refused = await app.client.post("/api/assembly/puzzle", json=puzzle)
    assert refused.status_code == 422 and message in refused.json()["message"]
    view = await survey(app, puzzle)
    assert view["state"] == "failed" and message in view["error"]["message"]


async def test_pieces_of_cubes_turn_on_request(app: RunningApp) -> None:
    puzzle = {"catalogue": "turning-bar"}
    request = {"puzzle": puzzle, "question": "all"}
    without = await finished(app.client, request, SURVEYS)
    assert without["answer"]["apart"] == 0 and "rotations were not tried" in without["answer"]["reason"]
    view = await finished(app.client, {**request, "rotations": True}, SURVEYS)
    assert view["answer"]["apart"] == 1
    body = (await app.client.get(f"{SURVEYS}/{view['id']}/assemblies/0")).json()
    turn, leaving = body["separations"][0]["moves"]
    assert turn["turn"]["centre"] == [3.0, 3.0, 0.0] and abs(turn["turn"]["degrees"]) == 90
    assert turn["direction"]["name"] == "+z" and leaving["turn"] is None
    spheres = {"puzzle": {"catalogue": "double-spheres-octahedron"}, "question": "all", "rotations": True}
    refused = await finished(app.client, spheres, SURVEYS)
    assert refused["state"] == "failed" and "on the lattice cube only" in refused["error"]["message"]
