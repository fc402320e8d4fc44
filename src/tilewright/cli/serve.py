"""``tilewright serve``: the pages, in a browser."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import json_option
from tilewright.cli.output import note, print_json
from tilewright.cli.quantities import SIZE, SPAN
from tilewright.errors import UnsupportedError

if TYPE_CHECKING:
    from tilewright.web.settings import ServerSettings

EPILOG = """\b
Examples:
  tilewright serve
  tilewright serve --port 8080 --no-browser
  tilewright serve --host 0.0.0.0 --solve-time 5m --memory 1G

Without --host only this machine can reach the pages. With another one everybody who can reach it needs
the token: --token gives it, else one is made up and printed. Ctrl-C ends the server and all its work.
"""


@click.command(epilog=EPILOG, short_help="Play and solve in a browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8317,
    show_default=True,
    help="The port; 0 takes any that is free.",
)
@click.option("--token", help="What visitors must show, 16 characters or more; needed with --host.")
@click.option("--browser/--no-browser", default=True, help="Open the first page in a browser.")
@click.option(
    "--solve-time", type=SPAN, default=600.0, metavar="TIME", help="What one solve may take; without it 10m."
)
@click.option(
    "--memory", type=SIZE, default=3_000_000_000, metavar="SIZE", help="Of each calculation; without it 3G."
)
@click.option(
    "--solves", type=click.IntRange(1, 64), default=2, show_default=True, help="How many solves run at once."
)
@click.option(
    "--db",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="The file of durable runs; without it the one of 'tilewright run'.",
)
@click.option(
    "--library",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PATH",
    help="The library of gunport boards; without it the one of 'tilewright gunport'.",
)
@json_option
def serve(
    host: str,
    port: int,
    token: str | None,
    browser: bool,  # noqa: FBT001 - from click
    solve_time: float,
    memory: int,
    solves: int,
    db: Path | None,
    library: Path | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Open the pages: gallery, play, edit, watch, solve and runs."""
    settings = _settings(host, token, solve_time, memory, solves)
    settings = replace(settings, run_database=db, family_files={"gunport": library} if library else {})
    try:
        from tilewright.web.server import run
    except ModuleNotFoundError as error:
        raise UnsupportedError(
            f"the pages need the package {error.name}: pip install 'tilewright[web]'"
        ) from None
    if settings.token and token is None:
        note("everybody who can reach this address needs the token in it; --token gives one of your own")

    def ready(address: str) -> None:
        if as_json:
            print_json({"command": "serve", "address": address})
        else:
            click.echo(f"Tilewright is at {address}")
            click.echo("Ctrl-C ends it.")

    run(settings, host, port, browser=browser, ready=ready)


def _settings(host: str, token: str | None, seconds: float, memory: int, solves: int) -> ServerSettings:
    if token is not None and (len(token) < 16 or not token.isascii() or not token.isalnum()):
        raise click.BadParameter("expected 16 letters and digits or more", param_hint="'--token'")
    try:
        from tilewright.web.settings import LOOPBACK, ServerSettings, WebLimits
    except ModuleNotFoundError as error:
        raise UnsupportedError(
            f"the pages need the package {error.name}: pip install 'tilewright[web]'"
        ) from None
    local, bare = _is_loopback(host), host.strip("[]").lower()
    return ServerSettings(
        WebLimits(solve_time_s=seconds, worker_memory_bytes=memory, max_solves=solves),
        token=token or ("" if local else secrets.token_hex(16)),
        hosts=(*LOOPBACK, f"[{bare}]" if ":" in bare else bare) if local else (),
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
