"""Errors that the server sends before the application is called have its error body and headers."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from support.serving_cases import running_server
from tilewright.web.security import HEADERS


def response_of(place: tuple[str, int], request: bytes) -> tuple[int, dict[str, str], dict[str, object]]:
    """The status, the headers and the body of the response to a request."""
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
def test_invalid_http_gets_the_error_body(tmp_path: Path, request_: bytes) -> None:
    with running_server(tmp_path) as address:
        status, shown, body = response_of(place_of(address), request_)
    assert status == 400
    assert body == {"message": "this is not valid HTTP", "line": 0, "column": 0}
    assert shown["content-type"] == "application/json"
    for name, value in HEADERS.items():
        assert shown[name] == value.lower()


def test_number_of_connections_is_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, connections=3) as address:
        place = place_of(address)
        request = b"GET /missing HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
        idle = [socket.create_connection(place) for _ in range(3)]
        try:
            status, shown, body = response_of(place, request)
        finally:
            for link in idle:
                link.close()
        assert status == 503
        assert str(body["message"]).startswith("too many open connections")
        assert shown["x-content-type-options"] == "nosniff"
        assert shown["connection"] == "close"
        for _ in range(100):  # until the other connections are closed
            status, _, _ = response_of(place, request)
            if status == 404:
                return
        raise AssertionError(f"the server still answers {status}")
