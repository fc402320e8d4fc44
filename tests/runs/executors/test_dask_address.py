"""Addresses of clusters, checked before anything is started."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from tilewright.errors import RunError
from tilewright.runs.executors.dask_address import (
    Certificates,
    ClusterAddress,
    bare_host,
    is_loopback,
    join_command,
    url_host,
)
from tilewright.runs.executors.dask_client import version_mismatch

ADDRESS = "tcp://127.0.0.1:8786"


@pytest.mark.parametrize(
    "address",
    [
        *("", "127.0.0.1:8786", "tcp://", "tcp://host", "tcp://:8786", "http://host:8786", "tcp://host:port"),
        *("tcp://host:0", "tcp://host:65536", "tcp://host:" + "9" * 5000, "tcp://host:٣"),
    ],
)
def test_malformed_address(address: str) -> None:
    with pytest.raises(RunError, match="not the address of a scheduler"):
        ClusterAddress(address)


@pytest.mark.parametrize("address", [ADDRESS, "tls://node17.example.org:8786", "tcp://[::1]:1"])
def test_valid_address(address: str) -> None:
    assert ClusterAddress(address).find() == address


def test_a_cluster_is_named_in_one_way() -> None:
    for wrong in ({}, {"address": ADDRESS, "workers": 2}, {"address": ADDRESS, "file": Path("x")}):
        with pytest.raises(RunError, match="by an address, by a scheduler file, or by a number"):
            ClusterAddress(**wrong)  # type: ignore[arg-type]


def test_a_scheduler_file_is_read_each_time(tmp_path: Path) -> None:
    file = tmp_path / "scheduler.json"
    place = ClusterAddress(file=file)
    with pytest.raises(RunError, match=r"there is no scheduler file .*scheduler\.json"):
        place.find()
    for port in (1, 2):
        file.write_text(f'{{"address": "tcp://127.0.0.1:{port}"}}')
        assert place.find() == f"tcp://127.0.0.1:{port}"


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"address": 1}', '{"address": "here"}', "\0", "[" * 100_000]
)
def test_malformed_scheduler_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(text)
    with pytest.raises(RunError, match=r"not a scheduler file|not the address of a scheduler"):
        ClusterAddress(file=file).find()


def test_a_port_that_cannot_be_used() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(RunError, match=rf"listen on port {port} of '127.0.0.1': Address already in use"):
            ClusterAddress(workers=1, port=port)
    with pytest.raises(RunError, match=r"no scheduler can listen on port 1 of 'x\.+': "):
        ClusterAddress(workers=1, port=1, host="x" + 99 * ".")


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("node17", False)],
)
def test_loopback(host: str, *, expected: bool) -> None:
    assert is_loopback(host) == expected


@pytest.mark.parametrize(
    ("given", "bare", "in_url"),
    [("::1", "::1", "[::1]"), ("[::1]", "::1", "[::1]"), ("node17", "node17", "node17")],
)
def test_brackets_of_an_ipv6_host(given: str, bare: str, in_url: str) -> None:
    assert bare_host(given) == bare and url_host(bare) == in_url


def test_the_command_that_joins() -> None:
    assert join_command("::1", 8786, tls=False) == "dask worker tcp://[::1]:8786 --nworkers -1 --nthreads 1"
    assert f" tcp://{socket.gethostname()}:1 " in join_command("0.0.0.0", 1, tls=False)
    assert join_command("node17", 1, tls=True).startswith("dask worker tls://node17:1 ")
    assert join_command("node17", 1, tls=True).endswith(" --tls-cert cert.pem --tls-key key.pem")


def test_certificates(tmp_path: Path) -> None:
    import trustme  # here, as it is large: each worker imports all modules

    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    ca, cert, key = (tmp_path / f"{what}.pem" for what in ("ca", "cert", "key"))
    authority.cert_pem.write_to_path(ca)
    issued.cert_chain_pems[0].write_to_path(cert)
    with pytest.raises(RunError, match=r"there is no file .*key\.pem"):
        ClusterAddress("tls://host:1", certificates=Certificates(ca, cert, key))
    issued.private_key_pem.write_to_path(key)
    good = Certificates(ca, cert, key)
    ClusterAddress("tls://host:1", certificates=good)
    with pytest.raises(RunError, match="does not use TLS, but certificates are given"):
        ClusterAddress("tcp://host:1", certificates=good)
    with pytest.raises(RunError, match="accepts no connections"):
        ClusterAddress(workers=1, certificates=good)
    with pytest.raises(RunError, match=r"key\.pem holds no certificate"):
        Certificates(key, cert, key).check()
    with pytest.raises(RunError, match="not a certificate and its key"):
        Certificates(ca, key, cert).check()
    with pytest.raises(RunError, match="not a certificate and its key"):
        Certificates(ca, cert, make_another_key(tmp_path)).check()


def make_another_key(place: Path) -> Path:
    import trustme  # here, as it is large: each worker imports all modules

    path = place / "another.pem"
    trustme.CA().issue_cert("localhost").private_key_pem.write_to_path(path)
    return path


def versions(python: str, distributed: str) -> dict[str, Any]:
    """As Dask tells them."""
    return {"host": {"python": python}, "packages": {"dask": "2026.8.0", "distributed": distributed}}


def test_version_mismatch_names_the_difference() -> None:
    ours = versions("3.11.7.final.0", "2026.8.0")
    assert version_mismatch(ours, versions("3.11.9.final.0", "2026.8.0")) == ""
    assert version_mismatch(ours, versions("3.12.1.final.0", "2026.8.0")) == "Python 3.12 instead of 3.11"
    assert (
        version_mismatch(ours, versions("3.11.7.final.0", "2026.7.0"))
        == "distributed 2026.7.0 instead of 2026.8.0"
    )
