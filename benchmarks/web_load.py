"""Load test of ``tilewright serve``: many concurrent requests and event streams.

``python benchmarks/web_load.py [--requests N] [--streams N] [--connections N]`` prints what it measured. It
takes less than two minutes on an idle machine, and talks to 127.0.0.1 alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

PUZZLE = {"text": "XXXX\nXXXX\n\nXX\n\nXX\n\nXX\n\nXX\n", "format": "ascii"}
LONG = {
    "puzzle": {"catalogue": "dominoes-8x8"},
    "question": "count",
    "engine": "reference",
    "time_limit_s": 600,
}
ASKED = (
    ("GET", "/", b""),
    ("GET", "/static/js/api.js", b""),
    ("GET", "/api/catalogue", b""),
    ("GET", "/api/descriptors", b""),
    ("GET", "/nowhere", b""),
    ("POST", "/api/puzzle", json.dumps(PUZZLE).encode()),
    ("POST", "/api/puzzle", b'{"text": "no puzzle", "format": "toml"}'),
)
EXPECTED = {200, 404, 422, 429}
"""429 is the answer to more questions at once than may wait."""


@dataclass
class Tally:
    """What came of the requests: latencies in seconds, statuses, and events of the streams."""

    latencies: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    events: int = 0
    streams: int = 0


@dataclass
class Measured:
    """A whole run; memory in megabytes, of the server's process alone."""

    tally: Tally
    seconds: float
    memory: tuple[float, float]
    files: tuple[int, int]
    processes: tuple[int, int]
    afterwards: float
    shutdown: float
    left: int


async def ask(
    port: int,
    method: str,
    path: str,
    body: bytes = b"",
    pair: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None,
) -> tuple[int, bytes]:
    """One request, over a connection of its own when none is given."""
    reader, writer = pair or await asyncio.open_connection("127.0.0.1", port)
    kind = "content-type: application/json\r\n" if body else ""
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{kind}content-length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    await writer.drain()
    shown = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = re.search(r"content-length: (\d+)", shown)
    content = await reader.readexactly(int(length[1])) if length else b""
    if pair is None:
        writer.close()
        await writer.wait_closed()
    return int(shown.split(" ", 2)[1]), content


async def listen(port: int, name: str, tally: Tally, ready: asyncio.Semaphore) -> None:
    """An event stream, until the server ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/solves/{name}/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n".encode())
    shown = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in shown.splitlines()[0], shown
    tally.streams += 1
    ready.release()
    while line := await reader.readline():
        tally.events += line.startswith(b"data: ")
    writer.close()


async def visit(port: int, numbers: list[int], tally: Tally) -> None:
    """A share of the requests, one after another over one connection."""
    pair = await asyncio.open_connection("127.0.0.1", port)
    for number in numbers:
        begun = time.perf_counter()
        status, _ = await ask(port, *ASKED[number % len(ASKED)], pair)
        tally.latencies.append(time.perf_counter() - begun)
        tally.statuses[status] += 1
    pair[1].close()


async def load(port: int, requests: int, streams: int, connections: int) -> tuple[Tally, float, float]:
    """Open the streams, make the requests while they are open, end the solves; seconds of both parts."""
    tally, ready = Tally(), asyncio.Semaphore(0)
    names = []
    for _ in range(2):
        status, body = await ask(port, "POST", "/api/solves", json.dumps(LONG).encode())
        assert status == 201, body
        names.append(json.loads(body)["id"])
    listening = [
        asyncio.ensure_future(listen(port, names[number % 2], tally, ready)) for number in range(streams)
    ]
    for _ in range(streams):
        await ready.acquire()
    begun = time.perf_counter()
    shares = [list(range(first, requests, connections)) for first in range(connections)]
    await asyncio.gather(*(visit(port, share, tally) for share in shares if share))
    seconds = time.perf_counter() - begun
    for name in names:
        assert (await ask(port, "DELETE", f"/api/solves/{name}"))[0] == 204
    await asyncio.gather(*listening)
    begun = time.perf_counter()
    assert (await ask(port, "POST", "/api/puzzle", json.dumps(PUZZLE).encode()))[0] == 200
    return tally, seconds, time.perf_counter() - begun


def memory(pid: int) -> float:
    """Megabytes that a process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    match = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert match
    return int(match[1]) / 1000


def files(pid: int) -> int:
    """How many files and connections a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    return {
        int(one)
        for value in Path(f"/proc/{pid}/task").glob("*/children")
        for one in value.read_text().split()
    }


def measure(requests: int, streams: int, connections: int) -> Measured:
    """Start a server, load it, look at what is left, end it."""
    with tempfile.TemporaryDirectory() as directory:
        command = [sys.executable, "-m", "tilewright", "serve", "--no-browser", "--port", "0"]
        command += ["--db", f"{directory}/runs.db", "--library", f"{directory}/gunport.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                said = re.search(r":(\d+)/", server.stdout.readline())
                assert said
                port = int(said[1])
                for path in ("/", "/api/catalogue", "/api/descriptors"):
                    asyncio.run(ask(port, "GET", path))
                before = memory(server.pid), files(server.pid), len(children(server.pid))
                tally, seconds, afterwards = asyncio.run(load(port, requests, streams, connections))
                time.sleep(1)
                after = memory(server.pid), files(server.pid), len(children(server.pid))
                started = children(server.pid)
                begun = time.perf_counter()
                server.send_signal(signal.SIGTERM)
                server.wait(60)
                shutdown = time.perf_counter() - begun
                left = sum(Path(f"/proc/{pid}").exists() for pid in started)
            finally:
                server.kill()
    pairs = list(zip(before, after, strict=True))
    return Measured(
        tally,
        seconds,
        memory=(before[0], after[0]),
        files=(int(pairs[1][0]), int(pairs[1][1])),
        processes=(int(pairs[2][0]), int(pairs[2][1])),
        afterwards=afterwards,
        shutdown=shutdown,
        left=left,
    )


def report(measured: Measured) -> str:
    """What was measured, in lines."""
    tally = measured.tally
    made = len(tally.latencies)
    cuts = statistics.quantiles(tally.latencies, n=100)
    median, most, nearly, worst = (
        f"{value * 1e3:.0f} ms" for value in (cuts[49], cuts[94], cuts[98], max(tally.latencies))
    )
    statuses = ", ".join(f"{count:,} x {status}" for status, count in sorted(tally.statuses.items()))
    return "\n".join(
        (
            f"requests     {made:,} in {measured.seconds:.1f} s: {made / measured.seconds:,.0f} /s",
            f"answers      {statuses}",
            f"latency      median {median}, 95 % {most}, 99 % {nearly}, worst {worst}",
            f"streams      {tally.streams} at once, {tally.events:,} events",
            f"memory       {measured.memory[0]:.0f} MB before, {measured.memory[1]:.0f} MB after",
            f"open files   {measured.files[0]} before, {measured.files[1]} after",
            f"processes    {measured.processes[0]} before, {measured.processes[1]} after",
            f"afterwards   a puzzle is read in {measured.afterwards * 1e3:.0f} ms",
            f"shutdown     {measured.shutdown:.1f} s, {measured.left} processes left",
        )
    )


def main() -> None:
    """Measure and print; the exit code is 1 when anything was answered in a way that is not expected."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--connections", type=int, default=100)
    given = parser.parse_args()
    measured = measure(given.requests, given.streams, given.connections)
    print(report(measured))
    sys.exit(bool(measured.tally.statuses.keys() - EXPECTED))


if __name__ == "__main__":
    main()
