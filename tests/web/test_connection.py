"""What the server says before the application is asked has its body and its headers too."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from support.serving_cases import serving
from tilewright.web.security import HEADERS


def told(place: tuple[str, int], request: bytes) -> tuple[int, dict[str, str], dict[str, object]]:
    """The status, the headers and the body that a request gets."""
    with socket.create_connection(place, timeout=20.0) as link:
        link.sendall(request)
        answer = b""
        while part := link.recv(65_536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    shown = dict(line.lower().split(": ", 1) for line in lines)
    return int(first.split()[1]), shown, json.loads(body)


def place_of(address: str) -> tuple[str, int]:
    host, _, port = address.removeprefix("http://").partition(":")
    return host, int(port)


@pytest.mark.parametrize(
    "request_", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"hello\r\n\r\n"]
)
def test_what_is_no_http_is_refused_in_the_house_style(tmp_path: Path, request_: bytes) -> None:
    with serving(tmp_path) as address:
        status, shown, body = told(place_of(address), request_)
    assert status == 400
    assert body == {"message": "this is no HTTP that the server understands", "line": 0, "column": 0}
    assert shown["content-type"] == "application/json"
    for name, value in HEADERS.items():
        assert shown[name] == value.lower()


def test_too_many_connections_are_told_so(tmp_path: Path) -> None:
    with serving(tmp_path, connections=3) as address:
        place = place_of(address)
        request = b"GET /missing HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
        idle = [socket.create_connection(place) for _ in range(3)]
        try:
            status, shown, body = told(place, request)
        finally:
            for link in idle:
                link.close()
        assert status == 503
        assert str(body["message"]).startswith("too many connections are open")
        assert shown["x-content-type-options"] == "nosniff"
        assert shown["connection"] == "close"
        for _ in range(100):  # once the others are gone there is room again
            status, _, _ = told(place, request)
            if status == 404:
                return
        raise AssertionError(f"the server still says {status}")
