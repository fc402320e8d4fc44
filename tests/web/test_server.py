"""``tilewright serve`` as a process of its own."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

from support.json_schema import load_valid_json
from support.waiting import HANGS_S, wait_until

WAIT = HANGS_S


@contextmanager
def serving(directory: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address."""
    command = [sys.executable, "-m", "tilewright", "serve", "--no-browser", "--port", "0"]
    files = ["--db", str(directory / "runs.db"), "--library", str(directory / "gunport.db")]
    with subprocess.Popen(
        [*command, *files, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            line = child.stdout.readline()
            announced = re.search(r"http://[^\s\"]+", line)
            assert announced, child.communicate()
            if "--json" in options:
                assert load_valid_json(line) == {"command": "serve", "address": announced[0]}
            yield child, announced[0]
        finally:
            child.kill()


def ask(address: str, body: Any = None) -> Any:
    """The response to a GET, or to a POST of a body."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} if data else {}
    with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=WAIT) as answer:
        content = answer.read()
    return json.loads(content) if answer.headers["content-type"] == "application/json" else content


def children(pid: int) -> set[int]:
    """The processes that a process has started."""
    numbers = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == pid:
            numbers.add(int(stat.parent.name))
    return numbers


def gone(pids: set[int]) -> bool:
    return not any(Path(f"/proc/{pid}").exists() for pid in pids)


def open_streams(address: str, count: int) -> list[IO[bytes]]:
    """Event streams of a long solve."""
    question = {"puzzle": {"catalogue": "dominoes-8x8"}, "question": "count", "engine": "reference"}
    name = ask(f"{address}api/solves", question)["id"]
    streams = [
        urllib.request.urlopen(f"{address}api/solves/{name}/events", timeout=WAIT) for _ in range(count)
    ]
    for stream in streams:
        assert stream.readline().startswith(b"data: ")
    return streams


@pytest.mark.event
@pytest.mark.parametrize(("how", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_signal_ends_streams_and_worker_processes(tmp_path: Path, how: signal.Signals, code: int) -> None:
    with serving(tmp_path) as (child, address):
        streams = open_streams(address, 5)
        started = children(child.pid)
        assert started
        child.send_signal(how)
        last = [stream.read().decode().strip().rpartition("data: ")[2] for stream in streams]
        assert {json.loads(event)["state"] for event in last} == {"abandoned"}
        assert child.wait(WAIT) == code
        assert gone(started)
        assert child.stderr is not None
        assert child.stderr.read().splitlines()[-1] == "tilewright: the server was stopped"


@pytest.mark.event
def test_killed_server_leaves_no_process(tmp_path: Path) -> None:
    with serving(tmp_path) as (child, address):
        open_streams(address, 2)
        started = children(child.pid)
        child.kill()
        child.wait(WAIT)
        wait_until(lambda: gone(started), "a worker process outlives its server")


def test_port_in_use_is_a_clear_error(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        command = [sys.executable, "-m", "tilewright", "serve", "--no-browser", "--port"]
        port = str(other.getsockname()[1])
        done = subprocess.run([*command, port], capture_output=True, text=True, timeout=WAIT, check=False)
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("host", ["::1", "127.0.0.2", "localhost"])
def test_other_names_of_this_machine(tmp_path: Path, host: str) -> None:
    if ":" in host and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    with serving(tmp_path, "--host", host, "--json") as (_, address):
        assert ask(address + "api/descriptors")
        stranger = urllib.request.Request(address, headers={"host": "evil.example"})
        with pytest.raises(urllib.error.HTTPError) as error:
            urllib.request.urlopen(stranger, timeout=WAIT)
        with error.value as answer:
            assert answer.code == 421


def has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


def test_public_host_requires_a_token(tmp_path: Path) -> None:
    with serving(tmp_path, "--host", "0.0.0.0") as (_, address):
        path, _, token = address.partition("?token=")
        assert re.fullmatch("[0-9a-f]{32}", token)
        port = path.rstrip("/").rpartition(":")[2]
        with pytest.raises(urllib.error.HTTPError) as error:
            ask(f"http://127.0.0.1:{port}/api/descriptors")
        with error.value as answer:
            assert answer.code == 401
        known = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/descriptors", headers={"authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(known, timeout=WAIT) as answer:
            assert json.load(answer)


@pytest.mark.parametrize("token", ["short", "fifteen-and-dash", "0123456789abcde\u00e9", ""])
def test_weak_token_is_rejected(token: str) -> None:
    command = [sys.executable, "-m", "tilewright", "serve", "--no-browser", "--port", "0", "--token", token]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, check=False)
    assert done.returncode == 2
    assert "16 letters and digits" in done.stderr
