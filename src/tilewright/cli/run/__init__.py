"""``tilewright run``: searches that are stored in a file and can be resumed after whatever stopped them.

This module has what the commands share, ``text.py`` what they print; the others hold the commands.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import DocumentedGroup
from tilewright.errors import RunError
from tilewright.registry import load_attribute
from tilewright.solving.engines.registry import ENGINES

if TYPE_CHECKING:
    from tilewright.cli.search import SearchOptions
    from tilewright.model.exact_cover_puzzle import AnyPuzzle


COMMANDS = {
    "start": "session:start",
    "status": "status:status",
    "tasks": "tasks:tasks",
    "resume": "session:resume",
    "stop": "manage:stop",
    "list": "status:list_runs",
    "export": "export:export",
    "delete": "manage:delete",
    "verify": "manage:verify",
}
"""The commands in the order of use, each with its module here and its name there."""


class RunGroup(DocumentedGroup):
    """A group that imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = load_attribute(f"{__name__}.{COMMANDS[cmd_name]}")
        return command


@click.group(cls=RunGroup)
def run() -> None:
    """Search for hours or weeks, on one machine or a cluster. Runs survive crashes and power cuts."""


LAST = "last"

FILE = click.Path(path_type=Path)
db_option = click.option(
    "--db",
    type=FILE,
    metavar="PATH",
    help="The run database. Default: what TILEWRIGHT_RUNS names, else a file in the user's data directory.",
)
id_argument = click.argument("run_id", metavar="ID")


def runs_file(db: Path | None) -> Path:
    """The run database that ``--db`` names, else the default one."""
    from tilewright.runs.database import RUNS_FORMAT

    return RUNS_FORMAT.default_path() if db is None else db


def resolve_run(path: Path, text: str) -> str:
    """The full ID of a run from its start, or from ``last``; RunError when there is none."""
    from tilewright.runs.reading import find_run, newest_run

    if text != LAST:
        return find_run(path, text)
    newest = newest_run(path) if path.exists() else ""
    if not newest:
        raise RunError(f"{path}: there are no runs yet; start one with: tilewright run start FILE")
    return newest


def run_command(command: str, run: str, db: Path | None, *arguments: str) -> str:
    """A command line about a run, to be copied: ``tilewright run resume 3f2a91bc --db runs.db``."""
    where = [] if db is None else ["--db", str(db)]
    import shlex

    return shlex.join(["tilewright", "run", command, *([run] if run else []), *where, *arguments])


def start_command(search: SearchOptions, puzzle: AnyPuzzle, *question: str, limit: int | None = None) -> str:
    """The command line that starts a run with the same question as a search; "" where no run answers it.

    ``question`` are the options that state it: ``--count``, ``--first``.
    """
    levels = (search.min_level, search.max_level)
    has_no_option = (limit, search.reject, search.order, search.checkpoint_path, *levels)
    is_short = (search.seconds, search.nodes)
    if any(value is not None for value in (*has_no_option, *is_short)):
        return ""
    if search.engine is not None and not ENGINES[search.engine].can("splittable"):
        return ""
    if search.labelled:
        from tilewright.runs.creation import has_fixed_labels

        if "--first" in question or not has_fixed_labels(puzzle):
            return ""
    unique = ["--unique"] if search.unique and search.only is None else []
    labelled = ["--labelled"] if search.labelled else []
    words = search.words("only", "from_format", "problem", "lattice", "mirrors", "motions", "use", "engine")
    return run_command("start", search.file, None, *question, *unique, *labelled, *words)
