"""Where the work of a run is done; light to import, as the command line names its options by it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tilewright.solve.resources import default_threads


@dataclass(frozen=True)
class Workplace:
    """Where and by how many the work is to be done; each executor takes what it understands.

    ``workers`` None is one a core. The scheduler, its file and the certificates are for a Dask cluster.
    """

    workers: int | None = None
    scheduler: str | None = None
    scheduler_file: Path | None = None
    tls_ca: Path | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None

    @property
    def clustered(self) -> bool:
        """Whether a cluster that is there already is named."""
        return self.scheduler is not None or self.scheduler_file is not None

    @property
    def hands(self) -> int:
        """How many workers on this machine."""
        return self.workers or default_threads()
