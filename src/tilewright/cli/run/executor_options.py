"""The options of ``tilewright run start`` and ``resume`` that choose who performs the tasks."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Self

import click

from tilewright.cli.options import Command, with_options
from tilewright.cli.run import FILE
from tilewright.runs.executors import EXECUTORS, Executor, ExecutorOptions, executor_for
from tilewright.wording import quoted

MAX_WORKERS = 1024

_WORKERS = (
    click.option(
        "--executor",
        type=click.Choice(list(EXECUTORS)),
        help="Where tasks are executed: "
        + ", ".join(f"{one.name} ({one.summary})" for one in EXECUTORS.values())
        + ". Default: threads.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, MAX_WORKERS),
        metavar="N",
        help="How many threads or processes, or processes of a Dask cluster on this machine. "
        "Default: one for each core.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Use the Dask cluster with the scheduler at this address, such as tcp://HOST:8786.",
    ),
    click.option(
        "--scheduler-file",
        type=FILE,
        metavar="PATH",
        help="Use the Dask cluster of this scheduler file, written by 'dask scheduler --scheduler-file'.",
    ),
    click.option(
        "--port",
        type=click.IntRange(1, 65_535),
        metavar="N",
        help="Start a Dask scheduler on this port, and workers on this machine; workers of other machines "
        "may join, by the command that is printed. See --host.",
    ),
    click.option(
        "--host",
        metavar="ADDRESS",
        help="With --port, the address at which the scheduler and the workers here listen, such as 0.0.0.0 "
        "for all. Default: 127.0.0.1, which only this machine reaches. Whoever reaches them can run any "
        "program: use a closed network or TLS.",
    ),
    click.option(
        "--tls-ca",
        type=FILE,
        metavar="PATH",
        help="PEM file with the certificate of the cluster's certificate authority.",
    ),
    click.option(
        "--tls-cert", type=FILE, metavar="PATH", help="PEM file with the certificate of this client."
    ),
    click.option(
        "--tls-key", type=FILE, metavar="PATH", help="PEM file with the private key of this client."
    ),
)


def worker_options(command: Command) -> Command:
    """The options that choose an executor and its workers, on a click command."""
    return with_options(command, _WORKERS)


@dataclass(frozen=True)
class ExecutorChoice:
    """The executor and its options; the fields of ``options`` are named as the command line's are."""

    executor: str | None
    options: ExecutorOptions

    @classmethod
    def from_options(cls, given: dict[str, Any]) -> Self:
        """Take the options of ``worker_options`` from all that were given; UsageError when they conflict."""
        options = ExecutorOptions(**{field.name: given.pop(field.name) for field in fields(ExecutorOptions)})
        choice = cls(given.pop("executor"), options)
        choice._check()
        return choice

    def _check(self) -> None:
        options = self.options
        if options.scheduler is not None and options.scheduler_file is not None:
            raise click.UsageError("--scheduler and --scheduler-file cannot be combined")
        if options.host is not None and options.port is None:
            raise click.UsageError("--host needs --port")
        if options.port is not None and self.executor not in (None, "dask"):
            raise click.UsageError(f"--port needs --executor dask, not --executor {self.executor}")
        if options.names_cluster:
            name = "--scheduler" if options.scheduler is not None else "--scheduler-file"
            if self.executor not in (None, "dask"):
                raise click.UsageError(f"{name} needs --executor dask, not --executor {self.executor}")
            if options.port is not None:
                raise click.UsageError(f"{name} and --port cannot be combined: a scheduler is there already")
            if options.workers is not None:
                raise click.UsageError(
                    f"{name} and --workers cannot be combined: the cluster has its own workers"
                )
            if options.scheduler is not None and "://" not in options.scheduler:
                raise click.UsageError(
                    f"{quoted(options.scheduler)} is not the address of a scheduler; "
                    "expected a form like tcp://HOST:8786"
                )
        certificates = {f"--tls-{part}": getattr(options, f"tls_{part}") for part in ("ca", "cert", "key")}
        missing = [option for option, path in certificates.items() if path is None]
        if 0 < len(missing) < len(certificates):
            raise click.UsageError(
                f"a cluster with TLS needs all of --tls-ca, --tls-cert and --tls-key; {missing[0]} is missing"
            )
        if not missing and not options.names_cluster and options.port is None:
            raise click.UsageError(
                "certificates are for a cluster; give --scheduler, --scheduler-file or --port"
            )
        for option, path in {"--scheduler-file": options.scheduler_file, **certificates}.items():
            if path is not None and not path.is_file():
                raise click.UsageError(f"{option}: there is no file {path}")

    def make(self) -> Executor:
        """The executor, not yet started; RunError when what it needs is not installed."""
        is_cluster = self.options.names_cluster or self.options.port is not None
        return executor_for("dask" if is_cluster else self.executor or "threads", self.options)

    def invitation(self) -> tuple[str, str]:
        """How other machines join, and a warning about security; "" where there is nothing to say."""
        from tilewright.runs.executors.dask_address import LOOPBACK, bare_host, is_loopback, join_command

        port, host = self.options.port, bare_host(self.options.host or LOOPBACK)
        if port is None:
            return "", ""
        tls = self.options.tls_ca is not None
        command = join_command(host, port, tls=tls)
        if is_loopback(host):
            return f"to add workers, on this machine only (see --host): {command}", ""
        warning = (
            f"without TLS, whoever reaches port {port} can run any program on this machine and its workers"
        )
        warning = "" if tls else warning
        return f"to add workers, on each machine: {command}", warning

    def arguments(self) -> list[str]:
        """The options again, as on a command line."""
        given = {"executor": self.executor, **vars(self.options)}
        pairs = ((f"--{name.replace('_', '-')}", value) for name, value in given.items() if value is not None)
        return [str(word) for pair in pairs for word in pair]
