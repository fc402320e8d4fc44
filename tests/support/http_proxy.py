"""An HTTP proxy on this machine in front of a server, which may answer in its place."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from support.waiting import HANGS_S

PER_CONNECTION = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Answer(NamedTuple):
    """What the proxy answers itself."""

    status: int
    body: bytes
    headers: dict[str, str]


class HttpProxy:
    """Forwards requests to the server of an address, which is on this machine; use it in ``with``.

    ``status`` other than 0 is answered to all requests, as by a proxy whose server is away; while it
    ``is_away`` it answers nothing. ``answer`` gets the path and the body of each request otherwise, and may
    return what is answered instead.
    """

    def __init__(self, server: str) -> None:
        self._port = urlsplit(server).port or 80
        self.status, self.is_away = 0, False
        self.answer: Callable[[str, bytes], Answer | None] = lambda path, body: None
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except OSError:  # the browser has gone
                    self.close_connection = True

            def __getattr__(self, name: str) -> Callable[[], None]:
                if name.startswith("do_"):  # any method
                    return partial(proxy._handle, self)
                raise AttributeError(name)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._listener = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._listener.server_port}"
        self._thread = threading.Thread(target=self._listener.serve_forever, name="proxy")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown()
        self._listener.server_close()
        self._thread.join(HANGS_S)

    def _handle(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers.get("content-length", 0)))
        if self.is_away:
            return  # which closes the connection
        if self.status:
            words = f"<!doctype html><title>{self.status}</title><h1>The proxy has no server</h1>"
            answer = Answer(self.status, words.encode(), {"content-type": "text/html"})
        else:
            answer = self.answer(request.path, body) or self._forward(request, body)
        request.send_response_only(answer.status)
        for name, value in answer.headers.items():
            request.send_header(name, value)
        request.send_header("content-length", str(len(answer.body)))
        request.end_headers()
        if request.command != "HEAD":
            request.wfile.write(answer.body)

    def _forward(self, request: BaseHTTPRequestHandler, body: bytes) -> Answer:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=HANGS_S)
        try:
            connection.request(request.command, request.path, body or None, dict(request.headers.items()))
            response = connection.getresponse()
            headers = {
                name: value for name, value in response.getheaders() if name.lower() not in PER_CONNECTION
            }
            return Answer(response.status, response.read(), headers)
        finally:
            connection.close()
