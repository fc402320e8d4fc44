"""Long searches of the gunport page: progress, what a stop keeps, what is entered in the library."""

from __future__ import annotations

import base64
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from support.web_cases import RunningApp, finished, running_app
from tilewright.errors import TilewrightError
from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules, is_arrangement
from tilewright.families.gunport.library import Library
from tilewright.families.gunport.web import api, tasks

SEARCHES = "/api/gunport/searches"


class SearchCase:
    """A search that runs in this process, with what it sends; ``stop``: once it has an arrangement."""

    def __init__(self, library: Path, rows: int, columns: int, *, stop: bool = False, **options: Any) -> None:
        self.heard: list[api.GunportProgress] = []
        self._cancel, self._stop = threading.Event(), stop
        args = {"rows": rows, "columns": columns, "no_slide": False, "time_limit_s": 600.0, **options}
        args |= {"library": str(library), "memory": 3_000_000_000}
        self.found = api.GunportFound.model_validate(tasks.search(args, self._hear, self._cancel))

    def _hear(self, kind: str, data: object) -> None:
        assert kind == "progress"
        self.heard.append(api.GunportProgress.model_validate(data))
        if self._stop and self.heard[-1].pieces is not None:
            self._cancel.set()


def arrangement(result: api.GunportFound, rows: int, columns: int) -> Arrangement:
    pieces = [[(x, y) for x, y in piece] for piece in result.arrangement]
    return Arrangement.of(GunportBoard.rectangle(rows, columns), pieces)


def test_a_search_reports_the_best_so_far_and_proves_it(tmp_path: Path) -> None:
    case = SearchCase(tmp_path / "library.db", 17, 19)
    assert case.heard[0].pieces is None and case.heard[0].time_limit_s == 600
    last = case.heard[-1]
    assert (last.pieces, last.ports, last.lower_bound) == (109, 17 * 19 - 218, 109)
    result = case.found
    assert (result.status, result.pieces, result.ports, result.proven) == ("complete", 109, 105, True)
    assert is_arrangement(arrangement(result, 17, 19), Rules())
    entry = Library(tmp_path / "library.db").best(GunportBoard.rectangle(17, 19))
    assert entry is not None and entry.proven and entry.proof == "bounded"
    again = SearchCase(tmp_path / "library.db", 19, 17)  # known by now, on its side
    assert again.heard == [] and again.found.proven
    assert is_arrangement(arrangement(again.found, 19, 17), Rules())


def test_a_stopped_search_keeps_its_best_and_proves_nothing_more(tmp_path: Path) -> None:
    case = SearchCase(tmp_path / "library.db", 28, 28, stop=True)
    result = case.found
    assert result.status == "cancelled" and not result.proven
    assert result.pieces is not None and result.lower_bound < result.pieces
    assert is_arrangement(arrangement(result, 28, 28), Rules())
    entry = Library(tmp_path / "library.db").best(GunportBoard.rectangle(28, 28))
    assert entry is not None and entry.pieces == result.pieces and not entry.proven
    assert entry.lower_bound == result.lower_bound  # which the engine has proven


def test_a_search_goes_on_from_what_the_library_has(tmp_path: Path) -> None:
    before = SearchCase(tmp_path / "library.db", 28, 28, stop=True).found
    case = SearchCase(tmp_path / "library.db", 28, 28, stop=True)
    assert case.heard[0].pieces == before.pieces == case.found.pieces


def test_a_library_that_cannot_be_written_loses_nothing(tmp_path: Path) -> None:
    wrong = tmp_path / "library.db"
    case = SearchCase(wrong, 1, 30, no_slide=True)
    assert case.found.proven
    wrong.write_bytes(b"this is no library" * 100)
    with pytest.raises(TilewrightError):
        SearchCase(wrong, 1, 30)  # it cannot even be read


def test_a_board_that_no_engine_takes_is_answered_with_the_reason(tmp_path: Path) -> None:
    result = SearchCase(tmp_path / "library.db", 24, 24, no_slide=True).found
    assert result.status == "limit" and result.pieces is None and not result.proven
    assert result.note == "The dense sweep supports 1 to 23 columns, not 24."


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(tmp_path_factory.mktemp("web")) as started:
        yield started


@pytest.mark.anyio
@pytest.mark.event
async def test_searches_and_files_through_the_server(app: RunningApp) -> None:
    view = await finished(app.client, {"rows": 4, "columns": 5}, SEARCHES)
    assert view["state"] == "done" and view["answer"]["pieces"] == 7
    refused = await app.client.post(SEARCHES, json={"rows": 61, "columns": 5})
    assert refused.status_code == 422 and "rows" in refused.json()["message"]
    drawing = base64.b64encode(b"<>.\n...\n").decode()
    opened = await app.client.post("/api/gunport/open", json={"data": drawing})
    [board] = opened.json()["boards"]
    assert (board["rows"], board["columns"], board["pieces"]) == (2, 3, [[[0, 0], [1, 0]]])
    change = {"rows": 2, "columns": 3, "moves": ["lay 1,1 2,1"]}
    asked = {"kind": "text", "original": {"data": drawing}, "changes": [change]}
    saved = (await app.client.post("/api/gunport/save", json=asked)).json()
    assert base64.b64decode(saved["data"]) == b"...\n.<>\n" and saved["extension"] == ".txt"
    for data in ("!", "\xe4", "//8="):
        answer = await app.client.post("/api/gunport/open", json={"data": data})
        assert answer.status_code == 422, answer.text
    missing = await app.client.get("/api/gunport/library/00")
    assert missing.status_code == 404
