"""The checkpoint of a search for sets: how many of its parts are done, and the best set so far."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from tilewright.clock import monotonic
from tilewright.errors import CheckpointError
from tilewright.formats import toml
from tilewright.model.puzzle import Puzzle
from tilewright.solve.checkpoint import (
    CHECKPOINT_SECONDS,
    FIRST_CHECKPOINT_SECONDS,
    OTHER_PUZZLE,
    check_place,
    numbers,
    open_checkpoint,
    seconds_of,
    whole_number,
    write_checkpoint,
)

KIND = "assembly sets"


@dataclass
class SetTally:
    """What a search has done: parts from the first one on, sets in them, undecided searches, seconds.

    ``best`` is the best set, also of parts that are not done, as a puzzle, with its order.
    """

    done: int = 0
    sets: int = 0
    undecided: int = 0
    seconds: float = 0.0
    best: Puzzle | None = None
    order: tuple[int, ...] = ()


class SetCheckpoint:
    """Writes the state of a search to a file now and then, and reads it when the search is resumed.

    CheckpointError when the file that is resumed from is damaged, or belongs to another search; OutputError
    when the other one that is written does.
    ``identity`` tells one search from another.
    """

    def __init__(self, identity: str, path: Path, resume: Path | None) -> None:
        self._path = path
        self._identity = hashlib.sha256(identity.encode()).hexdigest()
        self._next = monotonic() + FIRST_CHECKPOINT_SECONDS
        self.tally = SetTally()
        if resume is not None:
            self.tally = self._load(resume)
        if path != resume:
            check_place(path, self._load)

    def _load(self, path: Path) -> SetTally:
        with open_checkpoint(path, KIND) as (_, read):
            held = json.loads(read(-1))
            if held["identity"] != self._identity:
                raise CheckpointError(OTHER_PUZZLE.format(path))
            return SetTally(
                whole_number(held["done"]),
                whole_number(held["sets"]),
                whole_number(held["undecided"]),
                seconds_of(held["seconds"]),
                None if held["best"] is None else _puzzle(held["best"]),
                numbers(held["order"]),
            )

    @property
    def is_due(self) -> bool:
        return monotonic() >= self._next

    def write(self) -> None:
        """Write the file; OutputError when that fails."""
        best = None if self.tally.best is None else toml.dumps(self.tally.best)
        held = {**vars(self.tally), "best": best, "identity": self._identity}
        body = json.dumps(held, separators=(",", ":")).encode()
        write_checkpoint(self._path, KIND, {}, lambda write: write(body))
        self._next = monotonic() + CHECKPOINT_SECONDS


def _puzzle(text: str) -> Puzzle:
    puzzle = toml.loads(text)
    if not isinstance(puzzle, Puzzle):
        raise ValueError(text)
    return puzzle
