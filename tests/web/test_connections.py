"""The limits of connections, with real ones on loopback, and the errors that come before the application."""

from __future__ import annotations

import asyncio
import json
import socket
import urllib.request
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

import web_flood
from support.serving_cases import running_server
from support.waiting import HANGS_S
from support.web_cases import HARD, limits_with
from tilewright.web.connections import Connection, Connections
from tilewright.web.security import HEADERS
from tilewright.web.settings import ServerSettings


def response_of(
    place: tuple[str, int], request: bytes, source: str = "127.0.0.1"
) -> tuple[int, dict[str, str], dict[str, object]]:
    """The status, the headers and the body of the response to a request."""
    with connect(place, source, request) as link:
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


REQUEST = b"GET /missing HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
ATTACKER, OTHER = "127.0.0.2", "127.0.0.3"  # both are this machine


def connect(place: tuple[str, int], source: str, sent: bytes = b"") -> socket.socket:
    """A connection from one of the addresses of this machine, after sending something."""
    link = socket.create_connection(place, timeout=HANGS_S, source_address=(source, 0))
    link.sendall(sent)
    return link


def status_over(link: socket.socket, request: bytes = REQUEST) -> int:
    """The status of the response to a request over an open connection, which stays open."""
    link.sendall(request)
    answer = b""
    while b"\r\n\r\n" not in answer:
        part = link.recv(65_536)
        assert part, "the server closed the connection without a response"
        answer += part
    return int(answer.split()[1])


def is_closed(link: socket.socket) -> bool:
    """Whether the server has closed a connection: waits for it, and reads what was sent before."""
    try:
        while link.recv(65_536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


@contextmanager
def closing(links: list[socket.socket]) -> Iterator[None]:
    try:
        yield
    finally:
        for link in links:
            link.close()


def test_client_with_many_connections_harms_itself_alone(tmp_path: Path) -> None:
    with running_server(tmp_path, limits_with(max_connections=30, max_client_connections=10)) as address:
        place = place_of(address)
        idle = [connect(place, ATTACKER) for _ in range(100)]
        partial = [connect(place, ATTACKER, REQUEST[:20]) for _ in range(20)]
        with closing(idle + partial):
            with connect(place, OTHER) as link:
                assert status_over(link) == 404
            with connect(place, ATTACKER) as link:
                assert status_over(link) == 404
            assert all(is_closed(link) for link in [*idle, *partial[:10]])


def test_connections_of_all_clients_are_limited(tmp_path: Path) -> None:
    with running_server(tmp_path, limits_with(max_connections=10, max_client_connections=9)) as address:
        place = place_of(address)
        idle = [connect(place, f"127.0.1.{number}") for number in range(1, 11)]
        with closing(idle), connect(place, OTHER) as link:
            assert status_over(link) == 404
            assert is_closed(idle[0])
            assert all(status_over(other) == 404 for other in idle[1:])


def test_connection_in_use_is_kept(tmp_path: Path) -> None:
    """Those without a request are closed first, then those kept alive; an event stream never is."""
    limits = limits_with(max_connections=30, max_client_connections=3, abandon_after_s=600.0)
    with running_server(tmp_path, limits) as address:
        place = place_of(address)
        solve = {"puzzle": HARD, "question": "count", "engine": "reference", "time_limit_s": 600}
        name = json.load(
            urllib.request.urlopen(
                urllib.request.Request(
                    f"{address}/api/solves",
                    json.dumps(solve).encode(),
                    {"content-type": "application/json"},
                ),
                timeout=HANGS_S,
            )
        )["id"]
        events = f"GET /api/solves/{name}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
        stream = connect(place, ATTACKER)
        assert status_over(stream, events) == 200
        kept_alive = connect(place, ATTACKER)
        assert status_over(kept_alive) == 404
        unused = connect(place, ATTACKER)
        later = [connect(place, ATTACKER)]
        assert is_closed(unused)
        assert status_over(later[0]) == 404
        others = []
        for _ in range(2):
            others.append(connect(place, ATTACKER))
            assert status_over(others[-1], events) == 200
        with closing([stream, kept_alive, unused, *later, *others]):
            assert is_closed(kept_alive)
            status, shown, body = response_of(place, REQUEST, ATTACKER)  # three streams, and no more
            assert status == 429
            assert str(body["message"]).startswith("too many open connections")
            assert shown["x-content-type-options"] == "nosniff"
            assert shown["connection"] == "close"
            with connect(place, OTHER) as link:
                assert status_over(link) == 404
            delete = f"DELETE /api/solves/{name} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode()
            with connect(place, OTHER) as link:
                assert status_over(link, delete) == 204
            for link in (stream, *others):  # each ends as a whole response does
                received = b""
                while not received.endswith(b"\r\n0\r\n\r\n"):
                    part = link.recv(65_536)
                    assert part, "the stream was cut off"
                    received += part


class FakeClockLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes only when a test says so."""

    now = 0.0

    def time(self) -> float:
        return self.now

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and let everything happen that is due."""
        self.now += seconds
        for _ in range(10):
            await asyncio.sleep(0)


class FakeTransport(asyncio.Transport):
    """A connection to a client that reads ``unread`` bytes less than were sent."""

    def __init__(self, protocol: Connection) -> None:
        super().__init__({"peername": (OTHER, 1), "sockname": ("127.0.0.1", 80), "socket": None})
        self.protocol, self.sent, self.unread, self.ended = protocol, b"", 0, False

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.ended

    def close(self) -> None:
        if not self.ended:
            self.ended = True
            if not self.unread:
                self.protocol.connection_lost(None)

    def abort(self) -> None:
        if self.unread or not self.ended:
            self.unread, self.ended = 0, True
            self.protocol.connection_lost(None)

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    @property
    def is_lost(self) -> bool:
        return self.ended and not self.unread


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Read the body, and answer /slow only after an hour."""
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        more = message["more_body"]
    if scope["path"] == "/slow":
        await asyncio.sleep(3_600)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def with_fake_clock(script: Callable[[FakeClockLoop, FakeTransport], Coroutine[Any, Any, None]]) -> None:
    """Run a script against one connection of a server with the default limits."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, FakeClockLoop)
        config = uvicorn.Config(echo, ws="none", log_level="critical", lifespan="off")
        connection = Connection(config, Connections(ServerSettings()), {}, loop)
        transport = FakeTransport(connection)
        connection.connection_made(transport)
        await script(loop, transport)
        transport.abort()

    with asyncio.Runner(loop_factory=FakeClockLoop) as runner:
        runner.run(run())


LIMITS = ServerSettings().limits
POST = b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\n"
GET = b"GET / HTTP/1.1\r\nhost: a\r\n\r\n"


def test_head_must_arrive_in_time() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        for _ in range(10):  # a byte now and then does not help
            client.protocol.data_received(GET[_ : _ + 1])
            await loop.pass_time(LIMITS.header_time_s / 10 - 0.01)
        assert not client.is_lost
        await loop.pass_time(0.2)
        assert client.is_lost
        assert client.sent.startswith(b"HTTP/1.1 408 ")
        assert b"did not arrive in time" in client.sent

    with_fake_clock(script)


def test_connection_without_a_request_is_closed_silently() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        await loop.pass_time(LIMITS.header_time_s - 0.01)
        assert not client.is_lost
        await loop.pass_time(0.02)
        assert client.is_lost
        assert client.sent == b""

    with_fake_clock(script)


def test_a_half_sent_request_does_not_outlive_the_server() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        client.protocol.data_received(POST + b"half")
        await loop.pass_time(1)
        tasks = client.protocol.tasks
        assert len(tasks) == 1 and not client.is_lost
        client.protocol.shutdown()
        await loop.pass_time(0.01)
        assert client.is_lost and not tasks  # the application has ended by itself

    with_fake_clock(script)


def test_a_response_is_completed_when_the_server_ends() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        client.protocol.data_received(GET.replace(b"/ ", b"/slow "))
        await loop.pass_time(1)
        client.protocol.shutdown()
        await loop.pass_time(1)
        assert not client.is_lost
        await loop.pass_time(3_600)
        assert b"HTTP/1.1 200" in client.sent and client.is_lost

    with_fake_clock(script)


def test_second_head_must_arrive_in_time() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        client.protocol.data_received(GET)
        await loop.pass_time(1)
        assert client.sent.count(b"HTTP/1.1 200") == 1
        client.protocol.data_received(GET[:5])
        await loop.pass_time(LIMITS.header_time_s - 0.01)
        assert not client.is_lost
        await loop.pass_time(0.02)
        assert client.is_lost
        assert b"HTTP/1.1 408 " in client.sent

    with_fake_clock(script)


def test_body_must_arrive_in_time() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        client.protocol.data_received(POST)
        for _ in range(9):
            await loop.pass_time(LIMITS.body_time_s / 9 - 0.01)
            client.protocol.data_received(b"x")
        assert not client.is_lost
        await loop.pass_time(0.2)
        assert client.is_lost
        assert client.sent.startswith(b"HTTP/1.1 408 ")

    with_fake_clock(script)


def test_application_may_take_any_time() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        client.protocol.data_received(POST.replace(b"/ ", b"/slow ") + b"x" * 10)
        await loop.pass_time(1)
        await loop.pass_time(3_598)
        assert not client.is_lost
        assert client.sent == b""
        await loop.pass_time(2)
        assert client.sent.startswith(b"HTTP/1.1 200 ")

    with_fake_clock(script)


def test_slow_reader_is_kept_and_one_that_reads_nothing_is_not() -> None:
    async def script(loop: FakeClockLoop, client: FakeTransport) -> None:
        client.unread = 100_000
        client.protocol.data_received(GET)
        await loop.pass_time(1)
        for _ in range(20):
            client.unread -= 1_000
            await loop.pass_time(LIMITS.send_time_s)
            assert not client.is_lost
        await loop.pass_time(LIMITS.send_time_s)
        await loop.pass_time(LIMITS.send_time_s)
        assert client.is_lost

    with_fake_clock(script)


@pytest.mark.alone
def test_thousands_of_connections_of_one_client() -> None:
    with web_flood.served() as port, web_flood.many_files(web_flood.IDLE + web_flood.PARTIAL) as allowed:
        print(f"{allowed} connections, as the limit of open files allows")
        partial = min(web_flood.PARTIAL, allowed // 2)
        with web_flood.held_connections(port, allowed - partial, partial):
            assert web_flood.status(port, web_flood.OTHER) == 200
            assert web_flood.status(port, web_flood.HOLDER) == 200
