"""Who may ask, how much they may send, and what a page may do: one layer around the whole application."""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "tilewright-token"

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
"""No script or style in the page itself, nothing from elsewhere."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


DRAINED_BODIES = 16
"""How many bodies of the largest size may go by before a refusal is told."""


@dataclass(frozen=True)
class Door:
    """``hosts`` are names that the Host header may have, without ports (empty: any, as behind a token);
    ``token`` "" lets everybody in; ``upload`` is bytes of a body at most."""

    hosts: Sequence[str]
    token: str
    upload: int


class Guard:
    """The ASGI layer: Host (against DNS rebinding), token, Origin of changes, size of bodies, headers."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self.app, self.door = app, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = self._refused(scope, headers)
        if refused is not None:
            await _drained(receive, DRAINED_BODIES * self.door.upload)
            await _answer(send, *refused)
            return
        if self.door.token and scope["method"] in ("GET", "HEAD") and "token" in dict(_query(scope)):
            await self._enter(scope, send)
            return

        sent = 0
        begun = False

        async def bounded() -> Message:
            nonlocal sent
            message = await receive()
            sent += len(message.get("body", b""))
            if sent > self.door.upload:
                if begun or scope["method"] in ("GET", "HEAD"):  # nobody reads it, or too late to refuse
                    return {"type": "http.disconnect"}
                raise HTTPException(413, self._too_large())
            return message

        async def dressed(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                shown = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    shown.setdefault(name, value)
                shown.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, bounded, dressed)

    def _too_large(self) -> str:
        return f"this is too large; the server takes up to {self.door.upload:,} bytes"

    def _refused(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = _name(headers.get("host", ""))
        if self.door.hosts and host not in self.door.hosts:
            return 421, "this server does not answer to that name"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.door.upload:
            return 413, self._too_large()
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            origin = headers.get("origin")
            if origin is not None and origin.partition("://")[2] != headers.get("host", ""):
                return 403, "a page of another site may not ask for this"
        if self.door.token and not self._known(scope, headers):
            return 401, "this server asks for its token: open the address that it printed when it was started"
        return None

    def _known(self, scope: Scope, headers: Headers) -> bool:
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if not given:
            given = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if scope["method"] in ("GET", "HEAD"):
            given = dict(_query(scope)).get("token", given)
        return hmac.compare_digest(given.encode(), self.door.token.encode())

    async def _enter(self, scope: Scope, send: Send) -> None:
        """Who comes with the token in the address gets it as a cookie, and the address without it."""
        rest = [pair for pair in _query(scope) if pair[0] != "token"]
        path = "/" + quote(scope["path"].lstrip("/"))  # quoted: two slashes, or one and a \\, lead elsewhere
        place = path + (f"?{urlencode(rest)}" if rest else "")
        cookie = f"{COOKIE}={self.door.token}; Path=/; HttpOnly; SameSite=Strict"
        headers = [(b"location", place.encode()), (b"set-cookie", cookie.encode()), *_DRESS]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


_DRESS = [(name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": "no-store"}.items()]


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _name(host: str) -> str:
    """A Host header without its port, in small letters; IPv6 in brackets stays so."""
    return (host if host.endswith("]") else host.rpartition(":")[0] or host).lower()


async def _drained(receive: Receive, most: int) -> None:
    """Let a body go by, as many programs hear no answer before they have sent theirs."""
    while most > 0:
        message = await receive()
        most -= len(message.get("body", b""))
        if not message.get("more_body"):
            return


def refusal(words: str) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """The headers and the body of a refusal, as every one of this server has them."""
    body = json.dumps({"message": words, "line": 0, "column": 0}).encode()
    length = str(len(body)).encode()
    return [(b"content-type", b"application/json"), (b"content-length", length), *_DRESS], body


async def _answer(send: Send, status: int, words: str) -> None:
    headers, body = refusal(words)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
