"""HTTP connections: how many may be open, and how long they wait for requests and for clients to read."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tilewright.web.clients import TOO_MANY_OF_CLIENT, client_name, is_trusted
from tilewright.web.security import error_response
from tilewright.web.settings import ServerSettings

TOO_MANY = 503, "too many open connections; close some pages, or try again in a moment"

CLOSE = (b"connection", b"close")


class Phase(Enum):
    """What a connection waits for."""

    UNUSED = "its first request"
    KEPT_ALIVE = "its next request"
    BODY = "the rest of a request"
    RESPONSE = "the application"


@dataclass
class _Group:
    """Open connections, and those of them that wait for a request, the oldest first."""

    limit: int
    error: tuple[int, str]
    size: int = 0
    waiting: dict[Phase, dict[Connection, None]] = field(
        default_factory=lambda: {Phase.UNUSED: {}, Phase.KEPT_ALIVE: {}}
    )

    def oldest_waiting(self, besides: Connection) -> Connection | None:
        """The connection to close for another one: first those without any request, then those kept alive."""
        for connection in chain(*self.waiting.values()):
            if connection is not besides and not connection.has_unsent_data():
                return connection
        return None


class Connections(ServerState):
    """uvicorn's state of a server, with the open connections of all clients and of each one.

    Connections of trusted proxies belong to no client: ``clients.ClientLimit`` limits those behind them.
    """

    def __init__(self, settings: ServerSettings) -> None:
        super().__init__()
        self.settings = settings
        self._all = _Group(settings.limits.max_connections, TOO_MANY)
        self._clients: dict[str, _Group] = {}

    def add(self, connection: Connection, host: str) -> tuple[int, str] | None:
        """Add a new connection and close others that wait, if necessary; the error if there are too many."""
        connection.groups = self._groups(host)
        for group in connection.groups:
            group.size += 1
        self.move(connection, None, Phase.UNUSED)
        for group in connection.groups:
            while group.size > group.limit:
                oldest = group.oldest_waiting(connection)
                if oldest is None:
                    return group.error
                oldest.abort()
        return None

    def move(self, connection: Connection, old: Phase | None, new: Phase | None) -> None:
        """Note that a connection waits for something else."""
        for group in connection.groups:
            if old in group.waiting:
                group.waiting[old].pop(connection, None)
            if new in group.waiting:
                group.waiting[new][connection] = None

    def remove(self, connection: Connection, phase: Phase) -> None:
        """Forget a connection; doing it again does nothing."""
        self.move(connection, phase, None)
        for group in connection.groups:
            group.size -= 1
        connection.groups = ()
        client = self._clients.get(connection.client_name)
        if client is not None and not client.size:
            del self._clients[connection.client_name]

    def _groups(self, host: str) -> tuple[_Group, ...]:
        if is_trusted(host, self.settings.trusted_proxies):
            return (self._all,)
        limit = self.settings.limits.max_client_connections
        client = self._clients.setdefault(client_name(host), _Group(limit, TOO_MANY_OF_CLIENT))
        return client, self._all


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1 with limits of number and time, and with this server's error body.

    A request must arrive in time: its head ``header_time_s`` after the connection or the first byte, its body
    ``body_time_s`` after the head. A client that reads nothing of a response for ``send_time_s`` is
    disconnected. The application may take any time.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        assert isinstance(server_state, Connections)
        super().__init__(config, server_state, app_state, _loop)
        self.table = server_state
        self.limits = server_state.settings.limits
        self.groups: tuple[_Group, ...] = ()
        self.client_name = ""
        self._phase = Phase.UNUSED
        self._request_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None

    def shutdown(self) -> None:
        """End with the server: after the response, or at once if the rest of a request is still to come."""
        if self._phase is Phase.BODY:
            self._disconnect()
            self.abort()
        else:
            super().shutdown()

    def has_unsent_data(self) -> bool:
        """Whether the client has not read all of a response yet."""
        return self.transport.get_write_buffer_size() > 0

    def abort(self) -> None:
        """Close the connection at once."""
        self.table.remove(self, self._phase)
        self.transport.abort()

    # What uvicorn and asyncio call.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the place of a connection that waits, if there are too many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self.client_name = client_name(host)
        error = self.table.add(self, host)
        if error is not None:
            self.app = _refuse(*error)
        self._start_request_timer(self.limits.header_time_s)

    def connection_lost(self, exc: Exception | None) -> None:
        """Take the closed connection from the table; others may be accepted."""
        self.table.remove(self, self._phase)
        self._stop_timers()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; from its first byte on its time runs."""
        super().data_received(data)
        if self._waits_for_request() and self._request_timer is None:
            self._start_request_timer(self.limits.header_time_s)

    def handle_events(self) -> None:
        """Act on all that was read."""
        super().handle_events()
        self._update_phase()

    def on_response_complete(self) -> None:
        """Wait for the next request, and for the client to read this response."""
        super().on_response_complete()
        self._update_phase()
        self._watch_sending()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection without another request, once all is sent."""
        super().timeout_keep_alive_handler()
        self._watch_sending()

    def pause_writing(self) -> None:
        """Wait until the client has read more of a response."""
        super().pause_writing()
        self._watch_sending()

    def resume_writing(self) -> None:
        """Go on with a response."""
        super().resume_writing()
        if not self.transport.is_closing():
            self._stop_send_timer()

    def send_400_response(self, msg: str) -> None:
        """Reject what is not HTTP, and close the connection."""
        self._send_error(400, "this is not valid HTTP")

    # What the connection waits for.

    def _waits_for_request(self) -> bool:
        return self._phase in (Phase.UNUSED, Phase.KEPT_ALIVE) and not self.transport.is_closing()

    def _update_phase(self) -> None:
        if self.conn.their_state is h11.SEND_BODY:
            phase = Phase.BODY
        elif self.cycle is not None and not self.cycle.response_complete:
            phase = Phase.RESPONSE
        else:
            phase = Phase.UNUSED if self.cycle is None else Phase.KEPT_ALIVE
        if phase is self._phase:
            return
        self.table.move(self, self._phase, phase)
        self._phase = phase
        self._stop_request_timer()
        if phase is Phase.BODY:
            self._start_request_timer(self.limits.body_time_s)
        elif phase is Phase.RESPONSE:
            self._stop_send_timer()

    # Time limits.

    def _start_request_timer(self, seconds: float) -> None:
        self._request_timer = self.loop.call_later(seconds, self._request_timeout)

    def _request_timeout(self) -> None:
        """Close a connection whose request did not arrive in time; say so if a part of it did."""
        self._request_timer = None
        if self.transport.is_closing():
            return
        if self._phase is Phase.BODY:
            has_response = self.cycle.response_started
            self._disconnect()
        else:
            has_response = not self.conn.trailing_data[0]
        if has_response:
            self.abort()
        else:
            self._send_error(408, "the request did not arrive in time")

    def _disconnect(self) -> None:
        """Tell the application that it can neither read nor write any more."""
        self.cycle.disconnected = True
        self.cycle.message_event.set()

    def _watch_sending(self) -> None:
        """Disconnect the client if it reads nothing of what is still to be sent."""
        self._stop_send_timer()
        size = self.transport.get_write_buffer_size()
        if size:
            self._send_timer = self.loop.call_later(self.limits.send_time_s, self._check_sending, size)

    def _check_sending(self, last_size: int) -> None:
        # Nothing is added in between: either writing is paused, or no response is under way.
        if self.transport.get_write_buffer_size() >= last_size:
            self.abort()
        else:
            self._watch_sending()

    def _stop_timers(self) -> None:
        self._stop_request_timer()
        self._stop_send_timer()

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _stop_send_timer(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def _send_error(self, status: int, message: str) -> None:
        error = error_response(status, message)
        start = h11.Response(status_code=status, headers=[*error.raw_headers, CLOSE], reason=b"")
        for event in (start, h11.Data(data=bytes(error.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
        self._watch_sending()


def _refuse(status: int, message: str) -> ASGIApp:
    """An application that answers every request with an error and closes the connection."""

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        error = error_response(status, message)
        error.headers["connection"] = "close"
        await error(scope, receive, send)

    return refuse
