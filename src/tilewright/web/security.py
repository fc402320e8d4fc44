"""Security of the whole application in one layer: access, upload size, and response headers."""

from __future__ import annotations

import hmac
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tilewright.web.settings import ServerSettings

COOKIE = "tilewright-token"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No inline script or style, and nothing from other sites."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

MAX_DRAINED_BODIES = 16  # how many bodies of the largest size are read before an error is sent


class SecurityMiddleware:
    """The ASGI layer that checks Host (DNS rebinding), token, Origin and body size, and sets headers."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope = self._below_root(scope)
        headers = Headers(scope=scope)
        error = self._check(scope, headers)
        if error is not None:
            await _drain(receive, MAX_DRAINED_BODIES * self.settings.limits.max_upload_bytes)
            await error_response(*error)(scope, receive, send)
            return
        if self.settings.token and scope["method"] in ("GET", "HEAD") and "token" in dict(_query(scope)):
            await self._set_cookie(scope)(scope, receive, send)
            return

        received = 0
        has_started = False

        async def receive_bounded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.settings.limits.max_upload_bytes:
                if has_started or scope["method"] in ("GET", "HEAD"):  # unread, or too late for an error
                    return {"type": "http.disconnect"}
                raise HTTPException(413, self._too_large())
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                response_headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    response_headers.setdefault(name, value)
                # Firefox shows what it may store, however old, where there is no network.
                is_answer = scope["path"].startswith("/api/")
                response_headers.setdefault("cache-control", "no-store" if is_answer else "no-cache")
            await send(message)

        await self.app(scope, receive_bounded, send_with_headers)

    def _below_root(self, scope: Scope) -> Scope:
        """The request without the prefix of all addresses; a proxy may have removed it already."""
        root = self.settings.root_path
        if not root or not (scope["path"] == root or scope["path"].startswith(f"{root}/")):
            return scope
        return {**scope, "path": scope["path"].removeprefix(root) or "/"}

    def _too_large(self) -> str:
        return f"the request is too large; the limit is {self.settings.limits.max_upload_bytes:,} bytes"

    def _check(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """The status and the message of the error of a request; None if it may pass."""
        host = host_name(headers.get("host", ""))
        if self.settings.hosts and host not in self.settings.hosts:
            return 421, "the name in the Host header is not one of this server's"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.limits.max_upload_bytes:
            return 413, self._too_large()
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            origin = headers.get("origin")
            if origin is not None and origin.partition("://")[2] != headers.get("host", ""):
                return 403, "requests from pages of other sites are not allowed"
        if self.settings.token and not self._has_token(scope, headers):
            return 401, "the token is missing or wrong: open the address that the server printed at its start"
        return None

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if not given:
            given = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if scope["method"] in ("GET", "HEAD"):
            given = dict(_query(scope)).get("token", given)
        return hmac.compare_digest(given.encode(), self.settings.token.encode())

    def _set_cookie(self, scope: Scope) -> Response:
        """Move the token from the address to a cookie, and redirect to the address without it."""
        rest = [pair for pair in _query(scope) if pair[0] != "token"]
        # Quoted: two slashes, or one and a \\, lead elsewhere.
        path = f"{self.settings.root_path}/" + quote(scope["path"].lstrip("/"))
        location = path + (f"?{urlencode(rest)}" if rest else "")
        cookie = f"{COOKIE}={self.settings.token}; Path={self.settings.root_path}/; HttpOnly; SameSite=Strict"
        return Response(None, 303, {"location": location, "set-cookie": cookie, **_HEADERS_UNCACHED})


_HEADERS_UNCACHED = {**HEADERS, "cache-control": "no-store"}


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def host_name(host: str) -> str:
    """A Host header without its port, in lower case; IPv6 stays in brackets."""
    return (host if host.endswith("]") else host.rpartition(":")[0] or host).lower()


async def _drain(receive: Receive, max_bytes: int) -> None:
    """Read a body and drop it; many clients read no response before they have sent all of it."""
    while max_bytes > 0:
        message = await receive()
        max_bytes -= len(message.get("body", b""))
        if not message.get("more_body"):
            return


def error_response(status: int, message: str) -> JSONResponse:
    """An error that is sent outside the application."""
    return JSONResponse({"message": message, "line": 0, "column": 0}, status, _HEADERS_UNCACHED)
