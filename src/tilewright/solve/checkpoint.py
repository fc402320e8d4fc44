"""Checkpoints: one envelope for every kind, and the files of delivered solutions next to them.

A checkpoint is a line with the format's name, a line of JSON (the kind and what the kind adds), the payload
of the kind, and the SHA-256 of all that. It is written whole: a process that is killed at any moment leaves
the old file or the new one. Files of the earlier versions are read too.

The solutions that a search has delivered are in FILE.solutions, one a line as option numbers; as many bytes
of it are valid as the checkpoint says. Where no solutions are kept, there is no such file.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tilewright.clock import monotonic
from tilewright.errors import CheckpointError, OutputError
from tilewright.solve.engines.registry import FRONTIER, canonical_name, engine_of_checkpoints
from tilewright.solve.stepping import StepLoop

if TYPE_CHECKING:
    import hashlib

MAGIC = b"tilewright checkpoint 2\n"
TEXT_MAGIC = b"tilewright checkpoint 1\n"  # of searches, before: a line with a SHA-256, and JSON
SWEEP_MAGIC = b"tilewright sweep 1\n"  # of sweeps, before: as now, without the kind
SEARCH = "search"
"""The kind of searches for solutions, of the tree or local; other engines have kinds of their own."""

OTHER_PUZZLE = "the checkpoint {} belongs to another puzzle, or to other rules for it"
NOT_OVERWRITTEN = "it is not overwritten; name another file, or delete this one"

LONGEST_HEAD = 1 << 20
DIGEST = 32  # bytes of a SHA-256
CHECKPOINT_SECONDS = 10.0  # between two checkpoints
FIRST_CHECKPOINT_SECONDS = 2.0  # until the first one: a short run that is killed has one, too
BATCH = 1_000  # solutions replayed at a time

WRONG_CONTENT = (ValueError, LookupError, TypeError, OverflowError, AttributeError, RecursionError)
"""What reading a checkpoint raises whose checksum is right, but whose content is not."""

Read = Callable[[int], bytes]
Write = Callable[[bytes], object]


@contextmanager
def file_errors(error: type[CheckpointError | OutputError], failure: str) -> Iterator[None]:
    """Raise errors of the file system as an error with the words of this failure."""
    try:
        yield
    except OSError as fault:
        raise error(f"{failure}: {fault.strerror or fault}") from None


def damage(path: Path) -> CheckpointError:
    """The error about a checkpoint whose content is wrong."""
    return CheckpointError(f"the checkpoint {path} is damaged or cut short")


def whole_number(value: Any) -> int:
    """A number from 0 of a checkpoint; ValueError when it is none."""
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


def fraction(value: Any) -> float:
    """A share of a checkpoint, 0 to 1, rounding errors aside; ValueError when it is none."""
    if type(value) not in (int, float) or not -1e-6 <= value <= 1 + 1e-6:
        raise ValueError(value)
    return float(value)


def seconds_of(value: Any) -> float:
    """The seconds of a checkpoint; ValueError when they are none."""
    if type(value) not in (int, float) or not 0 <= value < math.inf:
        raise ValueError(value)
    return float(value)


def numbers(value: Any) -> tuple[int, ...]:
    """A list of whole numbers of a checkpoint; ValueError when it is none."""
    if type(value) is not list or {*map(type, value)} - {int}:
        raise ValueError(value)
    return tuple(value)


def sha256(data: bytes = b"") -> hashlib._Hash:
    """The SHA-256 of some data, to which more can be added."""
    import hashlib  # loads OpenSSL, which only checkpoints need

    return hashlib.sha256(data)


def write_checkpoint(path: Path, kind: str, head: dict[str, Any], payload: Callable[[Write], object]) -> None:
    """Write a checkpoint, its payload piece by piece; the old file stays until the new one is on the disk."""
    fresh = path.with_name(path.name + ".new")
    digest = sha256()
    with file_errors(OutputError, f"cannot write the checkpoint {path}"):
        with fresh.open("wb") as file:

            def write(data: bytes) -> None:
                digest.update(data)
                file.write(data)

            write(MAGIC + json.dumps({"kind": kind, **head}, separators=(",", ":")).encode() + b"\n")
            payload(write)
            file.write(digest.digest())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)


@contextmanager
def open_checkpoint(
    path: Path, kind: str, *, head_only: bool = False
) -> Iterator[tuple[dict[str, Any], Read]]:
    """The head of a checkpoint, and a function that reads so many bytes of its payload (-1: all the rest).

    CheckpointError when the file is missing, damaged, cut short, or of another kind; also when a ValueError,
    a KeyError or a TypeError is raised by those who read. The checksum is compared at the end, but not with
    ``head_only``: a payload may be large.
    """
    damaged = damage(path)
    with file_errors(CheckpointError, f"cannot read the checkpoint {path}"), path.open("rb") as file:
        found, head, digest = _read_head(path, file)
        if found != kind:
            owner = engine_of_checkpoints(found)
            of = f"the kind {found!r}; expected {kind!r}"
            if owner:
                of = f"the engine {owner.name!r}: only a count by it can resume"
            raise CheckpointError(f"{path} is a checkpoint of {of}")
        end = path.stat().st_size - DIGEST

        def read(length: int) -> bytes:
            left = end - file.tell()
            length = left if length < 0 else length
            if not 0 <= length <= left:
                raise damaged
            data = file.read(length)
            digest.update(data)
            return data

        try:
            if head.get("version") == 1 and kind == SEARCH:  # the digest stands before the payload
                text = file.read()
                line, _, body = text.partition(b"\n")
                if not body.endswith(b"\n") or sha256(body[:-1]).hexdigest().encode() != line:
                    raise damaged
                yield head, lambda length: body
                return
            yield head, read
        except WRONG_CONTENT:
            raise damaged from None
        if not head_only and file.read() != digest.digest():
            raise damaged


def _read_head(path: Path, file: BinaryIO) -> tuple[str, dict[str, Any], hashlib._Hash]:
    """The kind and the head of an open checkpoint, and the digest of what was read."""
    magic = file.readline(len(MAGIC))
    if magic == TEXT_MAGIC:
        return SEARCH, {"version": 1}, sha256()
    if magic not in (MAGIC, SWEEP_MAGIC):
        raise CheckpointError(f"{path} is not a checkpoint of tilewright")
    line = file.readline(LONGEST_HEAD)
    try:
        head = dict(json.loads(line))
        kind = FRONTIER.checkpoint_kind if magic == SWEEP_MAGIC else str(head["kind"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise damage(path) from None
    return kind, head, sha256(magic + line)


def kind_of(path: Path) -> str:
    """Of what kind the checkpoint at this path is; CheckpointError when it is none or cannot be read."""
    with file_errors(CheckpointError, f"cannot read the checkpoint {path}"), path.open("rb") as file:
        return _read_head(path, file)[0]


def check_place(path: Path, read_own: Callable[[Path], object] = kind_of) -> None:
    """OutputError when a new checkpoint would overwrite a file that it must not replace.

    That is a file about which ``read_own`` raises CheckpointError: one that the search which writes the
    checkpoint could not resume. Without it any checkpoint may be replaced.
    """
    solutions = solutions_path(path)
    with file_errors(OutputError, f"cannot write the checkpoint {path}"):
        if path.is_file() and path.stat().st_size:
            try:
                read_own(path)
            except CheckpointError as error:
                raise OutputError(f"{error}; {NOT_OVERWRITTEN}") from None
        elif solutions.is_file() and solutions.stat().st_size:
            raise OutputError(f"{solutions} does not belong to a checkpoint; {NOT_OVERWRITTEN}")


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


def save_search(path: Path, state: SearchState) -> None:
    """Write the checkpoint of a search."""
    fields = {**vars(state), "identity": vars(state.identity)}
    body = json.dumps(fields, separators=(",", ":")).encode()
    write_checkpoint(path, SEARCH, {"engine": state.identity.engine}, lambda write: write(body))


def load_search(path: Path) -> SearchState:
    """Read the checkpoint of a search; CheckpointError as of ``open_checkpoint``."""
    with open_checkpoint(path, SEARCH) as (_, read):
        held = json.loads(read(-1))
        identity = held.pop("identity", None) or held.pop("question")  # its name in the version before
        identity["engine"] = canonical_name(identity["engine"])
        return SearchState(
            SearchIdentity(**identity),
            tuple(map(dict, held["parts"])),
            whole_number(held["delivered"]),
            whole_number(held["spooled"]),
            str(held["digest"]),
            whole_number(held["images"]),
            seconds_of(held["seconds"]),
        )


def check_identity(path: Path, found: SearchIdentity, expected: SearchIdentity) -> None:
    """CheckpointError when a checkpoint belongs to another puzzle or another query."""
    if found.problem != expected.problem:
        raise CheckpointError(OTHER_PUZZLE.format(path))
    if found.engine != expected.engine:
        raise CheckpointError(
            f"the checkpoint {path} was made by the engine {found.engine!r}, not {expected.engine!r}"
        )
    if found != expected:
        raise CheckpointError(
            f"the checkpoint {path} belongs to another question about this puzzle "
            "(all or unique, solving or counting), or to another version of tilewright"
        )


def solutions_path(path: Path) -> Path:
    """Where the delivered solutions of a checkpoint are."""
    return path.with_name(path.name + ".solutions")


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
        control = loop.control
        path = control.checkpoint or control.resume
        assert path is not None
        self._loop, self._identity, self._path, self._resume = loop, identity, path, control.resume
        self._solutions: SolutionsFile | None = None
        self._written = monotonic()
        self._interval = min(FIRST_CHECKPOINT_SECONDS, CHECKPOINT_SECONDS)
        self.saved: SearchState | None = None
        if control.resume is not None:
            self.saved = self._load(control.resume)
            loop.seconds_before = self.saved.seconds

    def _load(self, path: Path) -> SearchState:
        state = load_search(path)
        check_identity(path, state.identity, self._identity)
        return state

    @property
    def resumed_path(self) -> Path:
        """The checkpoint that is resumed; else the one that is written."""
        return self._resume or self._path

    def open(self) -> Iterator[list[tuple[int, ...]]]:
        """Open the file of solutions, copied when the search writes to another one; those that it holds."""
        path = solutions_path(self._path)
        if self.saved is None or self._resume is None:
            check_place(self._path, self._load)
            self._solutions = SolutionsFile(path)
            return iter(())
        held = SolutionsFile(solutions_path(self._resume), self.saved.spooled, self.saved.digest)
        if path != held.path:
            check_place(self._path, self._load)
            copy = SolutionsFile(path)
            for batch in held.replay():
                copy.add(batch)
            held.close()
            held = copy
        self._solutions = held
        return held.replay()

    def add(self, batch: Sequence[Sequence[int]]) -> None:
        assert self._solutions is not None
        self._solutions.add(batch)

    @property
    def is_due(self) -> bool:
        """Whether the last checkpoint is old."""
        return self._solutions is not None and monotonic() - self._written >= self._interval

    def save(self, parts: Iterable[dict[str, Any]], delivered: int, images: int) -> None:
        """Write the checkpoint, once it is open."""
        if self._solutions is None:
            return
        if self.is_due:
            self._interval = CHECKPOINT_SECONDS
        spooled, digest = self._solutions.flush(), self._solutions.digest
        state = SearchState(
            self._identity, tuple(parts), delivered, spooled, digest, images, self._loop.seconds
        )
        save_search(self._path, state)
        self._written = monotonic()

    def close(self) -> None:
        if self._solutions is not None:
            self._solutions.close()
