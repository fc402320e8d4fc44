"""What the commands of ``tilewright run`` have in common: the file of runs, the run meant, who works."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import click

from tilewright.cli.options import Command, with_options
from tilewright.errors import RunError
from tilewright.runs.executors.location import Workplace

if TYPE_CHECKING:
    from tilewright.runs.executors.base import Executor

EXECUTORS = ("threads", "processes", "dask")
"""The names of the registry of executors. They stand here, so that help need not load one."""
MOST_WORKERS = 1024
LAST = "last"

_FILE = click.Path(path_type=Path)
db_option = click.option(
    "--db",
    type=_FILE,
    metavar="PATH",
    help="The file of runs; without it the one that TILEWRIGHT_RUNS names, else the user's own.",
)
id_argument = click.argument("run_id", metavar="ID")

_WORKERS = (
    click.option(
        "--executor",
        type=click.Choice(EXECUTORS),
        help="Who works: threads of this process (the default), processes of their own, or a Dask cluster.",
    ),
    click.option(
        "--workers",
        type=click.IntRange(1, MOST_WORKERS),
        metavar="N",
        help="How many threads or processes work, or processes of a Dask cluster on this machine; "
        "without it, one for each core.",
    ),
    click.option(
        "--scheduler", metavar="ADDRESS", help="Work on the Dask cluster of this scheduler: tcp://HOST:8786."
    ),
    click.option(
        "--scheduler-file",
        type=_FILE,
        metavar="PATH",
        help="The same, by the file that the scheduler wrote (--scheduler-file of dask scheduler).",
    ),
    click.option(
        "--tls-ca", type=_FILE, metavar="PATH", help="The certificate of who signed the cluster's, as PEM."
    ),
    click.option("--tls-cert", type=_FILE, metavar="PATH", help="Our own certificate, as PEM."),
    click.option("--tls-key", type=_FILE, metavar="PATH", help="Its private key, as PEM."),
)


def worker_options(command: Command) -> Command:
    """The options that say who does the tasks, on a click command."""
    return with_options(command, _WORKERS)


@dataclass(frozen=True)
class Workforce:
    """Who is to do the tasks, as the user asked for it; the place's fields are named as the options are."""

    executor: str | None
    place: Workplace

    @classmethod
    def taken(cls, wishes: dict[str, Any]) -> Self:
        """The options of ``worker_options``, taken out of all that were given, and found to agree."""
        place = Workplace(**{field.name: wishes.pop(field.name) for field in fields(Workplace)})
        found = cls(wishes.pop("executor"), place)
        found.check()
        return found

    def check(self) -> None:
        """UsageError when the options contradict each other, or a file that they name is not there."""
        place = self.place
        where = "--scheduler" if place.scheduler is not None else "--scheduler-file"
        if place.scheduler is not None and place.scheduler_file is not None:
            raise click.UsageError("--scheduler and --scheduler-file both name a cluster; give one of them")
        if place.clustered:
            if self.executor not in (None, "dask"):
                raise click.UsageError(f"{where} names a Dask cluster; --executor {self.executor} is none")
            if place.workers is not None:
                raise click.UsageError(f"{where} names a cluster, which has workers; leave --workers out")
            if place.scheduler is not None and "://" not in place.scheduler:
                raise click.UsageError(
                    f"{place.scheduler!r} is no address of a scheduler; expected a form like tcp://HOST:8786"
                )
        self._check_certificates()
        for option, path in (("--scheduler-file", place.scheduler_file), *self._certificates().items()):
            if path is not None and not path.is_file():
                raise click.UsageError(f"{option}: there is no file {path}")

    def _check_certificates(self) -> None:
        given = [option for option, path in self._certificates().items() if path is not None]
        if not given:
            return
        missing = [option for option, path in self._certificates().items() if path is None]
        if missing:
            raise click.UsageError(
                f"a cluster with TLS needs all of --tls-ca, --tls-cert and --tls-key; {missing[0]} is missing"
            )
        if not self.place.clustered:
            raise click.UsageError("certificates are for a cluster; give --scheduler or --scheduler-file")

    def _certificates(self) -> dict[str, Path | None]:
        place = self.place
        return {"--tls-ca": place.tls_ca, "--tls-cert": place.tls_cert, "--tls-key": place.tls_key}

    def executor_made(self) -> Executor:
        """The executor, not yet started; RunError when what it needs is not installed."""
        from tilewright.runs.executors.registry import executor_for

        name = "dask" if self.place.clustered else self.executor or "threads"
        return executor_for(name, self.place)

    def words(self) -> list[str]:
        """The options again, as they stand on a command line."""
        asked = {
            "executor": self.executor,
            **{f.name: getattr(self.place, f.name) for f in fields(self.place)},
        }
        given = [
            (f"--{name.replace('_', '-')}", str(value)) for name, value in asked.items() if value is not None
        ]
        return [word for pair in given for word in pair]


def runs_file(db: Path | None) -> Path:
    """The file of runs that is meant."""
    from tilewright.runs.database import RUNS_FORMAT

    return RUNS_FORMAT.default_path() if db is None else db


def named_run(path: Path, word: str) -> str:
    """The whole ID of the run that a word means: its start, or ``last``; RunError when there is none."""
    from tilewright.runs.reading import find_run, run_statuses

    if word != LAST:
        return find_run(path, word)
    runs = run_statuses(path) if path.exists() else []
    if not runs:
        raise RunError(f"{path}: there is no run yet; `tilewright run start FILE` begins one")
    return runs[-1].run.id


def run_line(command: str, run: str, db: Path | None, *words: str) -> str:
    """A command line about a run, to be copied: ``tilewright run resume 3f2a91bc --db runs.db``."""
    where = [] if db is None else ["--db", str(db)]
    return shlex.join(["tilewright", "run", command, *([run] if run else []), *where, *words])
