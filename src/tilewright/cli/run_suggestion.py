"""What ``solve`` and ``count`` say of a search that will take long: the command line of a run."""

from __future__ import annotations

import shlex

from tilewright.cli.engines import LISTING
from tilewright.cli.request import Request


def run_line(request: Request, *question: str, limit: int | None = None) -> str:
    """The command line of a run that answers the same question; "" where no run does.

    ``question`` are the options that say what is asked: ``--count``, ``--first``.
    """
    if limit is not None or request.labelled or request.reject is not None or request.order is not None:
        return ""  # a run has no such wish
    if request.seconds is not None or request.nodes is not None:
        return ""  # it will not take long
    if request.keep is not None or (request.engine is not None and request.engine not in LISTING):
        return ""
    words = ["tilewright", "run", "start", request.file, *question]
    if request.unique:
        words.append("--unique")
    for option, value in (
        ("--from", request.from_format),
        ("--problem", request.problem),
        ("--mirrors", request.mirrors),
        ("--motions", request.motions),
        ("--use", None if request.use == "all" else request.use),
        ("--engine", request.engine),
    ):
        if value is not None:
            words += [option, str(value)]
    return shlex.join(words)
