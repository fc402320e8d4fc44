"""A worker process that ends before it is ready; it stands here so that the process can import it quickly."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection

from tilewright.runs.task import Assignment


def serve(pipe: Connection, assignment: Assignment) -> None:
    """In the place of ``processes.serve``."""
    os._exit(3)
