"""The address of a Dask cluster, checked before anything is started; needs no Dask."""

from __future__ import annotations

import ipaddress
import json
import socket
import ssl
from dataclasses import dataclass
from pathlib import Path

from tilewright.errors import RunError
from tilewright.wording import quoted

LOOPBACK = "127.0.0.1"
MAX_FILE_BYTES = 1 << 20
SCHEMES = ("tcp://", "tls://")


@dataclass(frozen=True)
class Certificates:
    """The PEM files of a cluster with TLS: the certificate authority's, our own certificate, and its key."""

    ca: Path
    cert: Path
    key: Path

    def check(self) -> None:
        """RunError when they cannot be used."""
        for path in (self.ca, self.cert, self.key):
            if not path.is_file():
                raise RunError(f"there is no file {path}, which was named as a certificate or key")
        context = ssl.create_default_context()
        try:
            context.load_verify_locations(self.ca)
        except ssl.SSLError as error:
            raise RunError(f"{self.ca} holds no certificate in PEM form ({error.reason or error})") from error
        try:
            # A key with a password would make OpenSSL ask for it on the terminal.
            context.load_cert_chain(self.cert, self.key, password="")
        except ssl.SSLError as error:
            raise RunError(
                f"{self.cert} and {self.key} are not a certificate and its key in PEM form, without a "
                f"password ({error.reason or error})"
            ) from error


@dataclass(frozen=True)
class ClusterAddress:
    """A cluster: an existing one by its scheduler's address or file, or ``workers`` processes here.

    With ``port`` the scheduler of those listens there, at ``host``, and workers of other machines may join.
    """

    address: str | None = None
    file: Path | None = None
    workers: int = 0
    certificates: Certificates | None = None
    port: int = 0
    host: str = LOOPBACK

    def __post_init__(self) -> None:
        if (self.address is not None) + (self.file is not None) + (self.workers > 0) != 1:
            raise RunError("name a cluster by an address, by a scheduler file, or by a number of workers")
        if self.address is not None:
            self.checked(self.address)
        if self.certificates is not None:
            if self.workers and not self.port:
                raise RunError("a cluster on this machine takes no certificates; it accepts no connections")
            self.certificates.check()
        if self.port:
            check_port(self.host, self.port)

    @property
    def name(self) -> str:
        """A description for people."""
        if self.workers:
            name = f"a Dask cluster of {self.workers} worker{'s' * (self.workers > 1)} on this machine"
            return f"{name}, at port {self.port}" if self.port else name
        return f"a Dask cluster at {self.address or f'the address in {self.file}'}"

    def find(self) -> str:
        """The scheduler's address as it is now; RunError when its file has none."""
        if self.file is None:
            assert self.address is not None
            return self.address
        try:
            with self.file.open("rb") as stream:
                text = stream.read(MAX_FILE_BYTES)
            address = json.loads(text)["address"]
        except FileNotFoundError as error:
            raise RunError(f"there is no scheduler file {self.file}; dask scheduler writes it") from error
        except OSError as error:
            raise RunError(f"the scheduler file {self.file} cannot be read: {error.strerror}") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RunError(
                f"{self.file} is not a scheduler file: it has no address of a scheduler"
            ) from error
        if not isinstance(address, str):
            raise RunError(f"{self.file} is not a scheduler file: its address is not a string")
        return self.checked(address)

    def checked(self, address: str) -> str:
        """The address; RunError when it is malformed, or does not match the certificates."""
        host, _, port = address.partition("://")[2].rpartition(":")
        if not address.startswith(SCHEMES) or not host or not port.isascii() or not port.isdigit():
            raise RunError(
                f"{quoted(address)} is not the address of a scheduler; expected a form like tcp://HOST:8786"
            )
        if not 0 < int(port[:9]) < 65_536:
            raise RunError(f"{quoted(address)} is not the address of a scheduler: ports are 1 to 65535")
        if address.startswith("tcp://") and self.certificates is not None:
            raise RunError(
                f"{address} does not use TLS, but certificates are given; a scheduler with TLS has an "
                "address like tls://HOST:8786"
            )
        return address


def check_port(host: str, port: int) -> None:
    """RunError when a scheduler on this machine cannot listen on this port of this address."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        with socket.socket(entries[0][0], socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(entries[0][4])
    except (OSError, UnicodeError) as error:  # a name may be too long for DNS
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RunError(f"no scheduler can listen on port {port} of {quoted(host)}: {reason}") from error


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # the name of a machine
        return False


def bare_host(host: str) -> str:
    """A host without the brackets that an IPv6 address may have."""
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


def url_host(host: str) -> str:
    """A host as it is written in an address with a port: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def join_command(host: str, port: int, *, tls: bool) -> str:
    """The command by which a machine joins a scheduler that listens on a port of an address of this one."""
    name = socket.gethostname() if host in ("", "0.0.0.0", "::") else host
    words = f"dask worker {'tls' if tls else 'tcp'}://{url_host(name)}:{port} --nworkers -1 --nthreads 1"
    return f"{words} --tls-ca-file ca.pem --tls-cert cert.pem --tls-key key.pem" if tls else words
