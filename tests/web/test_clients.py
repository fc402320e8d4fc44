"""Clients by address, and behind trusted proxies."""

from __future__ import annotations

import asyncio
from ipaddress import ip_network
from typing import Any

import pytest
from starlette.datastructures import Headers

from tilewright.web.clients import ClientLimit, client_name, forwarded_host
from tilewright.web.settings import ServerSettings, WebLimits

PROXIES = (ip_network("127.0.0.1"), ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
    ],
)
def test_client_of_an_address(host: str, name: str) -> None:
    assert client_name(host) == name


@pytest.mark.parametrize(
    ("forwarded", "host"),
    [
        ([], "10.0.0.1"),
        (["192.0.2.7"], "192.0.2.7"),
        (["1.1.1.1, 192.0.2.7"], "192.0.2.7"),
        (["1.1.1.1", "192.0.2.7, 10.0.0.2"], "192.0.2.7"),
        (["192.0.2.7:5000"], "192.0.2.7"),
        (["[2001:db8::1]:5000"], "2001:db8::1"),
        (["10.0.0.3, fd00::1"], "10.0.0.3"),
        (["192.0.2.7, ::ffff:10.0.0.2"], "192.0.2.7"),
        ([" , "], "10.0.0.1"),
    ],
)
def test_last_address_that_is_no_proxy(forwarded: list[str], host: str) -> None:
    headers = Headers(raw=[(b"x-forwarded-for", value.encode()) for value in forwarded])
    assert forwarded_host(headers, "10.0.0.1", PROXIES) == host


async def statuses(requests: list[tuple[str, str]]) -> list[int]:
    """The statuses of simultaneous requests, by peer and X-Forwarded-For; at most 2 per client."""
    may_end = asyncio.Event()
    numbers = [0] * len(requests)

    async def wait(scope: Any, receive: Any, send: Any) -> None:
        await may_end.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    layer = ClientLimit(wait, ServerSettings(WebLimits(max_client_connections=2), trusted_proxies=PROXIES))

    async def ask(number: int, peer: str, forwarded: str) -> None:
        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                numbers[number] = message["status"]

        headers = [(b"x-forwarded-for", forwarded.encode())]
        scope = {"type": "http", "client": (peer, 1), "headers": headers}
        await layer(scope, None, send)  # type: ignore[arg-type]

    for _ in range(2):  # the second time, all that was counted has ended
        asked = [asyncio.ensure_future(ask(number, *request)) for number, request in enumerate(requests)]
        await asyncio.sleep(0)
        may_end.set()
        await asyncio.gather(*asked)
        may_end.clear()
    return numbers


def test_clients_behind_a_proxy_are_limited_one_by_one() -> None:
    first, second = ("10.0.0.1", "192.0.2.7"), ("10.0.0.1", "192.0.2.8")
    assert asyncio.run(statuses([first, first, first, second])) == [200, 200, 429, 200]


def test_header_of_a_stranger_counts_nothing() -> None:
    assert asyncio.run(statuses([("192.0.2.1", "192.0.2.7")] * 3)) == [200, 200, 200]
