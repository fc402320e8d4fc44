"""How soon ``tilewright serve`` answers while one client holds thousands of connections to it.

``make bench`` measures it, on loopback addresses alone: 127.0.0.2 holds the connections, and 127.0.0.3 asks
for pages.
"""

from __future__ import annotations

import re
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

IDLE, PARTIAL = 5_000, 200
HOLDER, OTHER = "127.0.0.2", "127.0.0.3"
REQUEST = b"GET /api/descriptors HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n"
HALF = b"POST /api/puzzle HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1000\r\n\r\n{"
OTHER_FILES = 100  # open files besides the connections


@contextmanager
def many_files(wanted: int) -> Iterator[int]:
    """Raise the limit of open files during the block; how many connections it allows, at most ``wanted``."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + OTHER_FILES
    allowed = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    try:
        yield min(wanted, allowed - OTHER_FILES)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def held_connections(port: int, idle: int, partial: int) -> Iterator[list[socket.socket]]:
    """Connections of HOLDER: idle ones, then some with half a head, and as many with half a body."""
    links: list[socket.socket] = []
    try:
        for sent, count in ((b"", idle), (REQUEST[:20], partial - partial // 2), (HALF, partial // 2)):
            for _ in range(count):
                links.append(connect(port, HOLDER))
                links[-1].sendall(sent)
        yield links
    finally:
        for link in links:
            link.close()


def connect(port: int, source: str) -> socket.socket:
    """A connection to the server from a loopback address."""
    return socket.create_connection(("127.0.0.1", port), 60.0, (source, 0))


def status(port: int, source: str) -> int:
    """The status of a page for a client."""
    with connect(port, source) as link:
        link.sendall(REQUEST)
        answer = b""
        while part := link.recv(65_536):
            answer += part
    return int(answer.split(maxsplit=2)[1])


@contextmanager
def served() -> Iterator[int]:
    """The port of a server of its own."""
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "tilewright", "serve", "--no-browser", "--port", "0"]
        command += ["--db", f"{directory}/runs.db", "--library", f"{directory}/gunport.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                match = re.search(r":(\d+)/", server.stdout.readline())
                assert match
                yield int(match[1])
            finally:
                server.kill()


def measure() -> str:
    """The table of the section, as Markdown."""
    rows = []
    with served() as port, many_files(IDLE + PARTIAL) as allowed:
        status(port, OTHER)  # the first answer also starts what is computed once
        rows.append(("no other connection", _milliseconds(port, OTHER)))
        with held_connections(port, allowed - PARTIAL, PARTIAL):
            text = f"{allowed - PARTIAL:,} idle and {PARTIAL} half-sent ones, from"
            rows.append((f"{text} another address", _milliseconds(port, OTHER)))
            rows.append((f"{text} the same address", _milliseconds(port, HOLDER)))
    lines = [f"| {name} | {value:.0f} ms |" for name, value in rows]
    return "\n".join(("| open connections of one client | a page is answered in |", "|---|---|", *lines))


def _milliseconds(port: int, source: str) -> float:
    begun = time.perf_counter()
    answer = status(port, source)
    assert answer == 200, answer
    return (time.perf_counter() - begun) * 1e3
