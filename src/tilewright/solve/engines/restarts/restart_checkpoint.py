"""Checkpoints of a search for one solution by restarts: where the searches of it stand.

The file is a checkpoint as in checkpoint.py. Its parts are one head (the seed, the rounds) and one part for
each search that goes on beside the others: its nodes, and its position as the core tells it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from tilewright.errors import CheckpointError
from tilewright.exact_cover.translation import Cover
from tilewright.solve import checkpoint as files
from tilewright.solve.engines.registry import ENGINES
from tilewright.solve.runner import CHECKPOINT_SECONDS, FIRST_CHECKPOINT_SECONDS
from tilewright.solve.stepping import Control

NAME = "restarts"


@dataclass(frozen=True)
class Place:
    """Where one search stands: its nodes since the very start, its position; None when it has not begun."""

    nodes: int = 0
    position: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Standing:
    """Where all of them stand: ``rounds`` are over, with ``done`` nodes; ``bases`` are each one's nodes then.

    ``beside`` names the engine of the search beside the restarts, if any; ``by`` is the one that found the
    solution, once there is one.
    """

    seed: int = 0
    rounds: int = 0
    done: int = 0
    bases: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()
    beside: str = ""
    by: str = NAME


class _Restorable(Protocol):
    def restore(self, position: Sequence[int]) -> None: ...


def take_up(search: _Restorable, place: Place) -> None:
    """Bring a fresh search to a place; CheckpointError when it is none of its places."""
    if place.position is None:
        return
    try:
        search.restore(place.position)
    except ValueError as error:
        raise CheckpointError(
            f"the checkpoint does not fit this search ({error}); another version of tilewright made it"
        ) from None


class Record:
    """The checkpoint of one search: taken up when it is made, written to from ``begin`` to ``close``."""

    def __init__(self, cover: Cover, control: Control) -> None:
        """CheckpointError when the checkpoint to go on from cannot be read, or belongs to something else."""
        path = control.checkpoint or control.resume
        assert path is not None
        self._path: Path = path
        self._resume = control.resume
        tasks = hashlib.sha256(repr(cover.forced).encode()).hexdigest()
        self._question = files.Question(cover.problem.digest, NAME, tasks, keep=True, rounds=True)
        self.standing = Standing(control.seed)
        self.before = 0.0  # seconds of the runs that this one goes on from
        self.found: tuple[int, ...] | None = None
        self._saved: files.Saved | None = None
        self._spool: files.Spool | None = None
        self._begun = self._last = time.monotonic()
        self._after = min(FIRST_CHECKPOINT_SECONDS, CHECKPOINT_SECONDS)
        if self._resume is not None:
            self._saved = saved = files.load(self._resume)
            files.check_question(self._resume, saved.question, self._question)
            self.standing = _standing(self._resume, saved.parts)
            self.before = saved.seconds

    def begin(self, standing: Standing) -> None:
        """Open the files; ``found`` is the solution, if there was one already."""
        if self._saved is None or self._resume is None:
            files.check_place(self._path)
            self._spool = files.Spool(files.spool_path(self._path))
        else:
            old = files.Spool(files.spool_path(self._resume), self._saved.spooled, self._saved.digest)
            for batch in old.replay():
                self.found = batch[0]
            if files.spool_path(self._path) == old.path:
                self._spool = old
            else:
                old.close()
                files.check_place(self._path)
                self._spool = files.Spool(files.spool_path(self._path))
                self._spool.add([self.found] if self.found else [])
        self._save(standing)  # at once: an older checkpoint of this name is another search's

    def find(self, solution: tuple[int, ...], standing: Standing) -> None:
        """Keep the solution."""
        assert self._spool is not None
        self.found = solution
        self._spool.add([solution])
        self._save(standing)

    def save_now_and_then(self, standing: Callable[[], Standing]) -> None:
        """Write the checkpoint when the last one is old."""
        if self._spool is not None and time.monotonic() - self._last >= self._after:
            self._save(standing())
            self._after = CHECKPOINT_SECONDS

    def close(self, standing: Standing) -> None:
        """Write the checkpoint for the last time, if it was ever begun."""
        if self._spool is not None:
            try:
                self._save(standing)
            finally:
                self._spool.close()

    def _save(self, standing: Standing) -> None:
        assert self._spool is not None
        head: dict[str, Any] = {
            "seed": standing.seed,
            "rounds": standing.rounds,
            "done": standing.done,
            "beside": standing.beside,
            "by": standing.by,
        }
        places = zip(standing.places, standing.bases, strict=True)
        parts = [{"nodes": p.nodes, "base": base, "position": p.position} for p, base in places]
        seconds = self.before + time.monotonic() - self._begun
        delivered = int(self.found is not None)
        spooled = self._spool.settle()
        saved = files.Saved(
            self._question, (head, *parts), delivered, spooled, self._spool.digest, delivered, seconds
        )
        files.save(self._path, saved)
        self._last = time.monotonic()


def _standing(path: Path, parts: Sequence[dict[str, Any]]) -> Standing:
    head, *rest = parts
    if head["beside"] and head["beside"] not in ENGINES:
        raise CheckpointError(f"the checkpoint {path} was made by another version of tilewright")
    places = tuple(
        Place(part["nodes"], None if part["position"] is None else tuple(part["position"])) for part in rest
    )
    bases = tuple(part["base"] for part in rest)
    return Standing(head["seed"], head["rounds"], head["done"], bases, places, head["beside"], head["by"])
