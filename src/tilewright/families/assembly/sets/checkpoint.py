"""The checkpoint of a search for sets: how many of its parts are done, and the best set so far."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from tilewright.formats import toml
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.checkpoint import (
    About,
    CheckpointFile,
    OtherSearchError,
    numbers,
    open_checkpoint,
    seconds_of,
    whole_number,
)
from tilewright.solving.steps import Control
from tilewright.wording import counted

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

    CheckpointError when the file that is resumed from is damaged, or belongs to another search.
    ``identity`` tells one search from another.
    """

    def __init__(self, identity: str, control: Control) -> None:
        self._file = CheckpointFile(control)
        self._identity = hashlib.sha256(identity.encode()).hexdigest()
        self.tally = SetTally()
        if control.resume is not None:
            self.tally = self._load(control.resume)
            self._file.resumed(self._about())

    def _load(self, path: Path) -> SetTally:
        with open_checkpoint(path, KIND) as (_, read):
            body = json.loads(read(-1))
            if body["identity"] != self._identity:
                raise OtherSearchError(path, "it belongs to another search for sets")
            return SetTally(
                whole_number(body["done"]),
                whole_number(body["sets"]),
                whole_number(body["undecided"]),
                seconds_of(body["seconds"]),
                None if body["best"] is None else _puzzle(body["best"]),
                numbers(body["order"]),
            )

    @property
    def is_due(self) -> bool:
        return self._file.is_due

    def _about(self, parts: int | None = None) -> About:
        """How far the search is, in words; ``parts`` is how many there are, where that is known."""
        tally = self.tally
        complete = tally.done == parts and not tally.undecided
        if not tally.done:  # the best set is kept all the same
            return About(seconds=tally.seconds)
        done = counted(tally.done, "part") if parts is None else f"{tally.done:,} of {counted(parts, 'part')}"
        return About("", f"{done}, {counted(tally.sets, 'set')}", tally.seconds, complete)

    def write(self, parts: int | None = None) -> None:
        """Write the file; ``parts`` as in the work. OutputError when that fails."""
        best = None if self.tally.best is None else toml.dumps(self.tally.best)
        fields = {**vars(self.tally), "best": best, "identity": self._identity}
        body = json.dumps(fields, separators=(",", ":")).encode()
        self._file.write(KIND, {}, lambda write: write(body), self._about(parts))


def _puzzle(text: str) -> Puzzle:
    puzzle = toml.loads(text)
    if not isinstance(puzzle, Puzzle):
        raise ValueError(text)
    return puzzle
