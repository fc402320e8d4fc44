"""The checkpoint of a search: the state of its parts, and the file of delivered solutions next to it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tilewright.errors import CheckpointError, OutputError
from tilewright.solving.engines.checkpoint import (
    OTHER_PUZZLE,
    OTHER_QUESTION,
    SEARCH,
    About,
    CheckpointFile,
    OtherSearchError,
    file_errors,
    open_checkpoint,
    seconds_of,
    sha256,
    solutions_path,
    whole_number,
)
from tilewright.solving.engines.registry import canonical_name
from tilewright.solving.steps import StepLoop
from tilewright.wording import counted, quoted

BATCH = 1_000  # solutions replayed at a time


@dataclass(frozen=True)
class SearchIdentity:
    """What a search's checkpoint must agree with to be resumed: the same problem and the same query."""

    problem: str  # digest of the cover problem
    engine: str
    tasks: str  # digest of the parts: their prefixes and symmetries, in order
    keep: bool
    rounds: bool


@dataclass(frozen=True)
class SearchState:
    """What the checkpoint of a search holds: its identity, the state of each part, and what was delivered."""

    identity: SearchIdentity
    parts: tuple[dict[str, Any], ...]
    delivered: int
    spooled: int  # valid bytes of the solutions' file
    digest: str  # SHA-256 of those bytes
    images: int
    seconds: float

    @property
    def content(self) -> bytes:
        """The state as a checkpoint holds it."""
        return json.dumps({**vars(self), "identity": vars(self.identity)}, separators=(",", ":")).encode()

    @property
    def about(self) -> About:
        """How far the search is, in words."""
        rounds = self.parts[0].get("rounds") if self.parts else None
        if rounds is not None:  # of restarts
            return self._about_restarts(rounds)
        nodes = sum(part.get("nodes", 0) for part in self.parts)
        value = sum(part.get("images") or part.get("solutions", 0) for part in self.parts)
        value = max(value, self.delivered)
        done = sum(part.get("done", False) and not part.get("waiting") for part in self.parts)
        if not nodes and not value and not done:
            return About(seconds=self.seconds)
        parts, complete = counted(len(self.parts), "part"), done == len(self.parts)
        words = [
            f"all {parts}" if complete and done > 1 else f"{done:,} of {parts}",
            counted(value, "solution") + ("" if complete else " so far"),
            counted(nodes, "node"),
        ]
        return About("", ", ".join(words), self.seconds, complete)

    def _about_restarts(self, rounds: int) -> About:
        head, *stands = self.parts
        nodes = head.get("done", 0) + sum(one.get("nodes", 0) - one.get("base", 0) for one in stands)
        if self.delivered:
            return About(
                "", f"{counted(self.delivered, 'solution')}, {counted(nodes, 'node')}", self.seconds, True
            )
        if not nodes:
            return About(seconds=self.seconds)
        return About(
            "", f"{counted(rounds, 'round')}, {counted(nodes, 'node')}, no solution so far", self.seconds
        )


def load_search(path: Path) -> SearchState:
    """Read the checkpoint of a search; CheckpointError as of ``open_checkpoint``."""
    with open_checkpoint(path, SEARCH) as (_, read):
        body = json.loads(read(-1))
        identity = body.pop("identity", None) or body.pop("question")  # its name in the version before
        identity["engine"] = canonical_name(identity["engine"])
        return SearchState(
            SearchIdentity(**identity),
            tuple(map(dict, body["parts"])),
            whole_number(body["delivered"]),
            whole_number(body["spooled"]),
            str(body["digest"]),
            whole_number(body["images"]),
            seconds_of(body["seconds"]),
        )


def check_identity(path: Path, identity: SearchIdentity, expected: SearchIdentity) -> None:
    """OtherSearchError when a checkpoint belongs to another puzzle or another query."""
    cause = ""
    if identity.problem != expected.problem:
        cause = OTHER_PUZZLE
    elif identity.engine != expected.engine:
        cause = f"it was made by the engine {quoted(identity.engine)}, not {quoted(expected.engine)}"
    elif identity.rounds and not expected.rounds:
        cause = "it is of a search that ends with one solution, and cannot be continued to find more"
    elif expected.rounds and not identity.rounds:
        cause = "it is of a search for several solutions, and cannot be continued with a limit of one"
    elif expected.keep and not identity.keep:
        cause = "it counts solutions without keeping them, and cannot be continued to list or to limit them"
    elif identity.keep and not expected.keep:
        cause = "it keeps solutions, as lists and counts with --limit do: a count without a limit keeps none"
    elif identity != expected:
        cause = OTHER_QUESTION
    if cause:
        raise OtherSearchError(path, cause)


class SolutionsFile:
    """The file of delivered solutions: append-only, created with the first ones."""

    def __init__(self, path: Path, valid: int = 0, digest: str = "") -> None:
        """Open the file, cut to its valid length; CheckpointError when it is not what the digest says."""
        self.path = path
        self._hash = sha256()
        self._file: BinaryIO | None = None
        try:
            if not valid:
                path.unlink(missing_ok=True)
                return
            self._file = file = path.open("r+b")
            file.truncate(min(valid, file.seek(0, os.SEEK_END)))
        except OSError as error:
            if valid and not path.exists():
                raise CheckpointError(f"the solutions' file {path} is missing") from None
            raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
        file.seek(0)
        while block := file.read(1 << 20):
            self._hash.update(block)
        if file.tell() != valid or self.digest != digest:
            file.close()
            raise CheckpointError(f"the solutions' file {path} is damaged or cut short")

    @property
    def digest(self) -> str:
        """The SHA-256 of all that was added."""
        return self._hash.hexdigest()

    def replay(self) -> Iterator[list[tuple[int, ...]]]:
        """The solutions that the file holds, in batches."""
        if self._file is None:
            return
        self._file.seek(0)
        batch: list[tuple[int, ...]] = []
        for line in self._file:
            try:
                batch.append(tuple(map(int, line.split())))
            except ValueError:
                raise CheckpointError(f"the solutions' file {self.path} is damaged or cut short") from None
            if len(batch) >= BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def add(self, batch: Sequence[Sequence[int]]) -> None:
        """Append solutions; they are valid once a checkpoint says so."""
        if not batch:
            return
        data = "".join(" ".join(map(str, solution)) + "\n" for solution in batch).encode()
        self._hash.update(data)
        with file_errors(OutputError, f"cannot write {self.path}"):
            if self._file is None:
                self._file = self.path.open("w+b")
            self._file.seek(0, os.SEEK_END)
            self._file.write(data)

    def flush(self) -> int:
        """Put what was added on the disk; the length of the file."""
        if self._file is None:
            return 0
        with file_errors(OutputError, f"cannot write {self.path}"):
            self._file.flush()
            os.fsync(self._file.fileno())
            return self._file.seek(0, os.SEEK_END)

    def close(self) -> None:
        """Close the file; what was added since the last flush is written first."""
        if self._file is not None:
            with file_errors(OutputError, f"cannot write {self.path}"):
                self._file.close()


class SearchCheckpoint:
    """The checkpoint of a running search: read when this is made, written to once it is open.

    ``saved`` is what is resumed, None for a fresh search.
    """

    def __init__(self, loop: StepLoop, identity: SearchIdentity) -> None:
        """CheckpointError when the checkpoint to resume cannot be read, or belongs to something else."""
        self._loop, self._identity, self._resume = loop, identity, loop.control.resume
        self._file = CheckpointFile(loop.control)
        self._solutions: SolutionsFile | None = None
        self.saved: SearchState | None = None
        if self._resume is not None:
            self.saved = state = load_search(self._resume)
            check_identity(self._resume, state.identity, identity)
            loop.seconds_before = state.seconds

    @property
    def resumed_path(self) -> Path:
        """The checkpoint that is resumed; else the one that is written."""
        return self._resume or self._file.path

    def open(self) -> Iterator[list[tuple[int, ...]]]:
        """Open the file of solutions, copied when the search writes to another one; those that it holds."""
        path = solutions_path(self._file.path)
        if self.saved is None or self._resume is None:
            self._file.begin()
            self._solutions = SolutionsFile(path)
            return iter(())
        file = SolutionsFile(solutions_path(self._resume), self.saved.spooled, self.saved.digest)
        self._file.resumed(self.saved.about)
        if path != file.path:
            copy = SolutionsFile(path)
            for batch in file.replay():
                copy.add(batch)
            file.close()
            file = copy
        self._solutions = file
        return file.replay()

    def add(self, batch: Sequence[Sequence[int]]) -> None:
        assert self._solutions is not None
        self._solutions.add(batch)

    @property
    def is_due(self) -> bool:
        """Whether the last checkpoint is old."""
        return self._solutions is not None and self._file.is_due

    def save(self, parts: Iterable[dict[str, Any]], delivered: int, images: int) -> None:
        """Write the checkpoint, once it is open."""
        if self._solutions is None:
            return
        spooled, digest = self._solutions.flush(), self._solutions.digest
        state = SearchState(
            self._identity, tuple(parts), delivered, spooled, digest, images, self._loop.seconds
        )
        head = {"engine": self._identity.engine}
        self._file.write(SEARCH, head, lambda write: write(state.content), state.about)

    def close(self) -> None:
        if self._solutions is not None:
            self._solutions.close()
