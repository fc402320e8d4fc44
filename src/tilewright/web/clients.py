"""Who a client is: by the address of its connection or, behind trusted proxies, by X-Forwarded-For.

A client is an IPv4 address or an IPv6 network of 64 bits, which is what one customer is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from tilewright.web.security import error_response
from tilewright.web.settings import Network, ServerSettings

TOO_MANY_OF_CLIENT = (
    429,
    "too many open connections or simultaneous requests from your address; "
    "close some pages, or try again in a moment",
)
"""The error of a client that has reached its limit."""


def client_name(host: str) -> str:
    """The client that an address belongs to; a text that is no address is a client of its own."""
    address = _address(host)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, 64), strict=False))
    return host if address is None else str(address)


def is_trusted(host: str, proxies: Iterable[Network]) -> bool:
    """Whether an address is that of one of the proxies."""
    address = _address(host)
    return address is not None and any(address in network for network in proxies)


def forwarded_host(headers: Headers, peer: str, proxies: tuple[Network, ...]) -> str:
    """On whose behalf a trusted proxy sends a request; the proxy's own address if it does not say.

    Each proxy appends the address that it was called from, so the last one that is not a proxy's was seen by
    a proxy; those before it may be made up.
    """
    host = peer
    for entry in reversed(",".join(headers.getlist("x-forwarded-for")).split(",")):
        if entry.strip():
            host = _without_port(entry.strip())
            if not is_trusted(host, proxies):
                break
    return host


class ClientLimit:
    """The ASGI layer that limits the simultaneous requests of each client behind trusted proxies.

    Clients that connect directly are limited by their connections; see ``connections``.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app, self._settings = app, settings
        self._requests: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer, _ = scope.get("client") or ("", 0)
        proxies = self._settings.trusted_proxies
        if scope["type"] != "http" or not is_trusted(peer, proxies):
            await self._app(scope, receive, send)
            return
        client = client_name(forwarded_host(Headers(scope=scope), peer, proxies))
        if self._requests[client] >= self._settings.limits.max_client_connections:
            await error_response(*TOO_MANY_OF_CLIENT)(scope, receive, send)
            return
        self._requests[client] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._requests[client] -= 1
            if not self._requests[client]:
                del self._requests[client]


def _address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, without a zone; IPv4 where IPv6 only wraps it."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _without_port(entry: str) -> str:
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    return entry.partition(":")[0] if entry.count(":") == 1 else entry
