"""Malicious, malformed and out-of-range input gets a clear 4xx, and the server keeps working."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from support.burrtools_cases import SOMA
from support.web_cases import TINY, RunningApp, limits_with, running_app

pytestmark = pytest.mark.anyio

BOMB = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(10))


@pytest.fixture(scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[RunningApp]:
    async with running_app(
        tmp_path_factory.mktemp("web"), limits_with(worker_memory_bytes=1_000_000_000)
    ) as started:
        yield started


async def error_of(app: RunningApp, path: str, body: Any) -> dict[str, Any]:
    """The error that a request gets; the server must work after it."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = await app.client.post(path, content=content, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 408, 413, 422), answer.text
    error: dict[str, Any] = answer.json()
    assert "internal" not in error["message"]
    assert len(error["message"]) < 2_000
    assert (await app.client.post("/api/puzzle", json=TINY)).status_code == 200
    return error


ONE_CELL = {"board": {"cells": [[0, 0, 0]]}, "lattice": "cube"}


def many_large_problems() -> str:
    """A small file with many problems on one large shape: their boards have more cells than are accepted."""
    shape = f'<voxel x="50" y="50" z="2" type="0">{"#" * 5_000}</voxel>'
    problems = '<problem><shapes/><result id="0"/></problem>' * 21
    return f'<puzzle version="2"><shapes>{shape}</shapes><problems>{problems}</problems></puzzle>'


def xml(doctype: str, text: str = "&x;") -> dict[str, str]:
    body = f'<?xml version="1.0"?>{doctype}<puzzle version="2">{text}</puzzle>'
    return {"text": body, "filename": "p.xmpuzzle"}


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE x [<!ENTITY x "y">]>',
        f"<!DOCTYPE x [{BOMB}<!ENTITY x '&e9;'>]>",
        '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>',
        '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd">',
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>',
        "",
    ],
)
async def test_malicious_xml(app: RunningApp, doctype: str) -> None:
    error = await error_of(app, "/api/puzzle", xml(doctype))
    assert "root:" not in error["message"]
    await error_of(app, "/api/vanishing/board", {"board": xml(doctype)["text"]})


async def test_deeply_nested_xml(app: RunningApp) -> None:
    await error_of(app, "/api/puzzle", xml("", "<a>" * 100_000))
    await error_of(app, "/api/vanishing/board", {"board": "<a>" * 50_000})


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"text": "\xff"}',
        b'{"text": "\\ud800"}',
        b"[" * 200_000,
        b'{"text":' * 100_000,
        b'{"catalogue": ' + b"9" * 900_000 + b"}",
        b'{"catalogue": 1e999, "text": NaN}',
        b'{"text": "XX", "text2": "XX"}',
        b'{"catalogue": "pentominoes-6x10", "text": "XX"}',
        b'{"text": "XX\\u0000"}',
        b'{"text": "XX", "problem": -1}',
        b'{"text": "XX", "problem": 1e30}',
        b'{"text": "XX", "format": "../../etc/passwd"}',
        b'{"catalogue": "../../../etc/passwd"}',
        b'{"catalogue": "/etc/passwd"}',
        b'{"catalogue": "pentominoes-6x10\\u0000"}',
        b'{"text": "XX", "format": "no-such"}',
        b"null",
        b"[]",
        b'"text"',
    ],
)
async def test_malformed_bodies(app: RunningApp, body: bytes) -> None:
    await error_of(app, "/api/puzzle", body)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 50_000,
        "x = " + "{a=" * 20_000,
        "[" + ".".join(["a"] * 50_000) + "]",
        "x = " + "9" * 500_000,
        "[board]\nat = [[99999999999999999999, 0], [0, 0]]\n[[pieces]]\nset = 'dominoes'\n",
        "[board]\ndrawing = '''\n##\n'''\n[[pieces]]\nset = 'dominoes'\ncopies = 99999999999999999999\n",
        "[board]\ndrawing = '''\n##\n'''\n[[pieces]]\nset = '13-ominoes'\n",
        "[board]\ndrawing = '''\n" + ("#" * 100 + "\n") * 101 + "'''\n[[pieces]]\nset = 'dominoes'\n",
        "[board]\ndrawing = '''\n" + "#" * 900_000 + "'''\n",
    ],
)
async def test_toml_beyond_all_limits_with(app: RunningApp, text: str) -> None:
    await error_of(app, "/api/puzzle", {"text": text, "format": "toml"})


@pytest.mark.parametrize("format_name", ["ascii", "dpf", "compact-dpf", "ec", "dlx", "toml", "xmpuzzle"])
@pytest.mark.parametrize("text", ["9" * 300_000, "# " * 200_000, "\n" * 400_000, "a b " * 100_000])
async def test_long_garbage_in_every_format(app: RunningApp, format_name: str, text: str) -> None:
    body = {"text": text, "format": format_name}
    answer = await app.client.post("/api/puzzle", json=body)
    assert answer.status_code in (200, 408, 413, 422), answer.text


async def test_number_of_cells_is_limited(app: RunningApp) -> None:
    rows = ("X" * 100 + "\n") * 101
    error = await error_of(app, "/api/puzzle", {"text": rows + "\nXX\n", "format": "ascii"})
    assert "10,100 cells" in error["message"]
    assert "10,000" in error["message"]


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/gunport/position", {"rows": 61, "columns": 3}),
        ("/api/gunport/position", {"rows": 3, "columns": 3, "moves": ["lay 0,0 0,1", "lay 0,0 0,1"]}),
        ("/api/gunport/position", {"rows": 3, "columns": 3, "moves": ["lay 9999999999,0 0,1"]}),
        ("/api/gunport/position", {"rows": 3, "columns": 3, "moves": ["rm -rf /"]}),
        ("/api/gunport/record", {"rows": 3, "columns": 3, "moves": [], "who": "me"}),
        ("/api/gunport/searches", {"rows": 0, "columns": 3}),
        ("/api/gunport/searches", {"rows": 3, "columns": 3, "time_limit_s": 1e9}),
        ("/api/gunport/open", {"name": "x", "data": "<script>"}),
        ("/api/gunport/open", {"name": "x.stm", "data": "AAAA"}),
        ("/api/gunport/save", {"kind": "exe", "changes": []}),
        ("/api/gunport/save", {"kind": "stm", "changes": [{"rows": 3, "columns": 3, "at": -1}]}),
        ("/api/tiling/check", {"puzzle": TINY, "moves": ["x" * 20_001]}),
        ("/api/tiling/check", {"puzzle": TINY, "moves": [], "position": "~" * 1_000}),
        ("/api/vanishing/board", {"board": "99999999;99999999\n"}),
        ("/api/vanishing/board", {"board": "3;3\n" + "1 " * 50_000}),
        ("/api/vanishing/new", {"width": 13}),
        ("/api/draft", {"document": {}}),
        ("/api/draft", {"document": {"board": {"cells": [[0, 0, 0]]}}}),
        ("/api/draft", {"document": {"board": {"cells": [[0, 0], [0, 0]]}}}),
        ("/api/draft", {"document": {"board": {"cells": [[0, 10**9]]}}}),
        ("/api/draft", {"document": {"board": {"cells": [[n, 0] for n in range(10_001)]}}}),
        ("/api/draft", {"document": {"board": {"cells": [[0, 0]]}, "expect": [{"count": 1}]}, "opened": {}}),
        ("/api/save", {"problems": [], "format": "toml"}),
        ("/api/save", {"problems": [{"document": ONE_CELL}], "format": "cube"}),
        ("/api/save", {"problems": [{"document": ONE_CELL}], "format": "toml", "chosen": 1}),
        (
            "/api/save",
            {
                "problems": [{"document": ONE_CELL}] * 2,
                "format": "xmpuzzle",
                "original": {"text": SOMA, "format": "xmpuzzle"},
            },
        ),
        ("/api/documents", {"text": many_large_problems(), "format": "xmpuzzle", "lattice": "cube"}),
        ("/api/generate", {"width": 2, "height": 2, "pieces": 100}),
        ("/api/convert", {"puzzle": TINY, "format": "../x"}),
        ("/api/trace", {"puzzle": TINY, "start": 10**12}),
        ("/api/shuffle/steps", {"order": 401}),
        ("/api/shuffle/steps", {"order": 3, "seed": 2**60}),
        ("/api/shuffle/steps", {"order": 3, "horizontal": 0}),
        ("/api/shuffle/heights", {"order": 3, "step": 4}),
        ("/api/shuffle/steps", {"order": 3, "two_periodic": "1/0"}),
        ("/api/shuffle/steps", {"order": 3, "two_periodic": "-1"}),
        ("/api/shuffle/steps", {"order": 3, "two_periodic": "0"}),
        ("/api/shuffle/steps", {"order": 201, "two_periodic": "2"}),
        ("/api/shuffle/steps", {"order": 3, "two_periodic": "2", "vertical": 2}),
        ("/api/polyform", {"cells": []}),
        ("/api/polyform", {"cells": [[0, 0], [2, 0]]}),
        ("/api/polyform", {"cells": [[0, 0, 0]]}),
        ("/api/polyform", {"cells": [[0, n] for n in range(61)]}),
        ("/api/polyform", {"cells": [[10**9, 0]]}),
        ("/api/polyform", {"cells": [[0, 0]], "lattice": "cube"}),
        ("/api/polyforms", {"size": 9}),
        ("/api/polyforms", {"size": 0}),
        ("/api/coupling", {"sides": [200, 200]}),
        ("/api/coupling", {"sides": [3, 3]}),
        ("/api/coupling", {"sides": [4, 4], "volume": "1/0"}),
        ("/api/coupling", {"sides": [4, 4], "volume": "0"}),
        ("/api/flip", {"sides": [2, 2], "tiling": "rlr"}),
        ("/api/flip", {"sides": [2, 2], "tiling": "rlrr"}),
        ("/api/flip", {"sides": [2, 2], "tiling": "rlrx"}),
        ("/api/flip", {"sides": [2, 2], "tiling": "rlrl", "at": [5, 5]}),
        ("/api/solves", {"puzzle": TINY, "time_limit_s": 0}),
        ("/api/solves", {"puzzle": TINY, "question": "everything"}),
        ("/api/solves", b'{"puzzle": {"catalogue": "x"}, "time_limit_s": NaN}'),
    ],
)
async def test_out_of_range_requests(app: RunningApp, path: str, body: Any) -> None:
    await error_of(app, path, body)


async def test_puzzle_with_a_million_placements(app: RunningApp) -> None:
    text = "[board]\ndrawing = '''\n" + ("#" * 70 + "\n") * 70 + "'''\n[[pieces]]\nset = 'decominoes'\n"
    answer = await app.client.post("/api/puzzle", json={"text": text, "format": "toml"})
    assert answer.status_code in (200, 408, 413)
