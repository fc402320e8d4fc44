"""``tilewright serve``: the web server."""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tilewright.cli.interruption import Interrupted
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedCommand, json_option
from tilewright.cli.output import note
from tilewright.cli.quantities import SIZE, SPAN, ParsedType
from tilewright.errors import UnsupportedError
from tilewright.extras import import_failure
from tilewright.family import FAMILIES
from tilewright.web.settings import LOOPBACK, Network, ServerSettings, WebLimits
from tilewright.wording import quoted

FILE = click.Path(dir_okay=False, path_type=Path)


def _parse_network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text.strip("[]"))
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is not an address or a network; expected e.g. 10.0.0.5 or 10.0.0.0/24"
        ) from None


def _parse_root_path(text: str) -> str:
    path = "/" + text.strip("/") if text.strip("/") else ""
    if not re.fullmatch(r"(/[A-Za-z0-9._~-]*[A-Za-z0-9_~-])*", path):
        raise ValueError(f"{quoted(text)} is not a prefix of addresses; expected e.g. /puzzles")
    return path


ROOT_PATH = ParsedType("prefix", _parse_root_path)
NETWORK = ParsedType("network", _parse_network)


class ServerStopped(Interrupted):
    """Ctrl-C or SIGTERM, which is how the server ends."""

    message = "the server was stopped"


def family_file_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the file options of the families."""
    for family in FAMILIES.values():
        if family.file_option:
            option, text = family.file_option
            command = click.option(option, family.name, type=FILE, metavar="PATH", help=text)(command)
    return command


@click.command(cls=DocumentedCommand)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8317,
    show_default=True,
    help="The port; 0 chooses a free one.",
)
@click.option("--token", help="The token that clients need, at least 16 letters and digits.")
@click.option("--browser/--no-browser", default=True, help="Open the first page in a browser.")
@click.option(
    "--solve-time", type=SPAN, default=600.0, metavar="TIME", help="Time limit of one solve. Default: 10m."
)
@click.option(
    "--memory",
    type=SIZE,
    default=3_000_000_000,
    metavar="SIZE",
    help="Memory limit of one worker process. Default: 3G.",
)
@click.option(
    "--solves",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="How many solves run at the same time.",
)
@click.option(
    "--connections",
    type=click.IntRange(1, 2_000),
    default=500,
    show_default=True,
    help="How many connections one client address may have.",
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    type=NETWORK,
    multiple=True,
    metavar="ADDRESS",
    help="A proxy in front, as an address or a network; its X-Forwarded-For names the client.",
)
@click.option(
    "--root-path",
    type=ROOT_PATH,
    default="",
    metavar="PATH",
    help="The prefix of all addresses behind a proxy, such as /puzzles.",
)
@click.option("--db", type=FILE, metavar="PATH", help="The run database. Default: that of 'tilewright run'.")
@family_file_options
@json_option
def serve(
    *,
    host: str,
    port: int,
    token: str | None,
    browser: bool,
    solve_time: float,
    memory: int,
    solves: int,
    connections: int,
    trusted_proxies: tuple[Network, ...],
    root_path: str,
    db: Path | None,
    as_json: bool,
    **family_files: Any,
) -> None:
    """Start the web server and open its first page."""
    if token is not None and (len(token) < 16 or not token.isascii() or not token.isalnum()):
        raise click.BadParameter("expected at least 16 letters and digits", param_hint="'--token'")
    is_local, bare_host = _is_loopback(host) and not trusted_proxies, host.strip("[]").lower()
    settings = ServerSettings(
        WebLimits(
            solve_time_s=solve_time,
            worker_memory_bytes=memory,
            max_solves=solves,
            max_client_connections=connections,
        ),
        token=token or ("" if is_local else secrets.token_hex(16)),
        hosts=(*LOOPBACK, f"[{bare_host}]" if ":" in bare_host else bare_host) if is_local else (),
        root_path=root_path,
        trusted_proxies=trusted_proxies,
        run_database=db,
        family_files={name: path for name, path in family_files.items() if path is not None},
    )
    try:
        from tilewright.web.server import run
    except ImportError as error:
        raise UnsupportedError(import_failure("the web pages need", "web", error)) from error
    if settings.token and token is None:
        note("everybody who can reach this address needs the token in it; --token sets one of your own")

    def ready(address: str) -> None:
        if as_json:
            print_json({"command": "serve", "address": address})
        else:
            click.echo(f"Tilewright is at {address}")
            click.echo("Press Ctrl-C to stop it.")

    try:
        run(settings, host, port, browser=browser, ready=ready)
    except Interrupted as stop:
        raise ServerStopped from stop


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
