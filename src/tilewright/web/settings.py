"""The settings of one server: its limits, who may reach it, and the files that it keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path

Network = IPv4Network | IPv6Network

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class WebLimits:
    """What clients may use of one server; a request beyond a limit is refused with a message that names it.

    max_upload_bytes: of the body of a request.
    max_cells: of a board.
    request_time_s, request_workers, request_queue: the time of a short task (a hint, a picture), how many
        run at once, and how many more may wait.
    solve_time_s, max_solves: the time of one solve, and how many run at once.
    worker_memory_bytes: of one worker process.
    max_results: kept of tasks whose results never change, such as the puzzles of a date.
    max_streams: open event streams.
    max_solutions, max_solutions_bytes: kept of one solve.
    max_page_bytes, max_download_bytes: of solutions in one response.
    max_finished_solves: kept after their end.
    abandon_after_s: a solve without a listener is ended after this time.
    max_connections, max_client_connections: open connections, in all and of one client.
    header_time_s, body_time_s: the time in which the head and the body of a request must arrive.
    send_time_s: a client that reads nothing of a response for this time is disconnected.
    """

    max_upload_bytes: int = 1_000_000
    max_cells: int = 10_000
    request_time_s: float = 8.0
    request_workers: int = 2
    request_queue: int = 64
    solve_time_s: float = 600.0
    max_solves: int = 2
    worker_memory_bytes: int = 3_000_000_000
    max_results: int = 1_000
    max_streams: int = 400
    max_solutions: int = 100_000
    max_solutions_bytes: int = 200_000_000
    max_page_bytes: int = 4_000_000
    max_download_bytes: int = 16_000_000
    max_finished_solves: int = 32
    abandon_after_s: float = 5.0
    max_connections: int = 4_000
    max_client_connections: int = 500
    header_time_s: float = 20.0
    body_time_s: float = 60.0
    send_time_s: float = 60.0


@dataclass(frozen=True)
class ServerSettings:
    """Settings of a server.

    hosts: accepted names in the Host header, without ports; empty accepts any (use a token then).
    token: what every request must carry; "" for none.
    root_path: the prefix of all addresses, such as "/puzzles"; "" for none.
    trusted_proxies: addresses of proxies whose X-Forwarded-For names the client.
    run_database: the file of the run database; None for the default one.
    family_files: files that families keep, by the name of the family; those left out are the default ones.
    """

    limits: WebLimits = field(default_factory=WebLimits)
    token: str = ""
    root_path: str = ""
    hosts: tuple[str, ...] = LOOPBACK
    trusted_proxies: tuple[Network, ...] = ()
    run_database: Path | None = None
    family_files: Mapping[str, Path] = field(default_factory=dict)
