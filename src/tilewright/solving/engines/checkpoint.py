"""Checkpoints: one envelope for every kind, and the files of delivered solutions next to them.

A checkpoint is a line with the format's name, a line of JSON (the kind and what the kind adds), the payload
of the kind, and the SHA-256 of all that. It is written whole: a process that is killed at any moment leaves
the old file or the new one. Files of the earlier versions are read too.

Its head also says what the search is about and how far it is, in words, under ``about``.

The solutions that a search has delivered are in FILE.solutions, one a line as option numbers; as many bytes
of it are valid as the checkpoint says. Where no solutions are kept, there is no such file.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from tilewright.clock import monotonic
from tilewright.errors import CheckpointError, OutputError
from tilewright.solving.engines.registry import FRONTIER, engine_of_checkpoints
from tilewright.wording import quoted, span

if TYPE_CHECKING:
    import hashlib

    from tilewright.solving.steps import Control

MAGIC = b"tilewright checkpoint 2\n"
TEXT_MAGIC = b"tilewright checkpoint 1\n"  # of searches, before: a line with a SHA-256, and JSON
SWEEP_MAGIC = b"tilewright sweep 1\n"  # of sweeps, before: as now, without the kind
SEARCH = "search"
"""The kind of searches for solutions, of the tree or local; other engines have kinds of their own."""

OTHER_PUZZLE = "it belongs to another puzzle, or to other rules for it"
OTHER_QUESTION = "it belongs to another question about this puzzle, or to another version of tilewright"
NOT_OVERWRITTEN = "it is not overwritten; name another file, or delete this one"

LONGEST_HEAD = 1 << 20
DIGEST = 32  # bytes of a SHA-256
READ_BYTES = 1 << 20  # at a time: a payload may be large
UNFINISHED = ".new"  # at the end of the name while the file is written
CHECKPOINT_SECONDS = 10.0  # between two checkpoints
FIRST_CHECKPOINT_SECONDS = 2.0  # until the first one: a short run that is killed has one, too

WRONG_CONTENT = (ValueError, LookupError, TypeError, OverflowError, AttributeError, RecursionError)
"""What reading a checkpoint raises whose checksum is right, but whose content is not."""

Read = Callable[[int], bytes]
Write = Callable[[bytes], object]


class OtherSearchError(CheckpointError):
    """A checkpoint of another search; ``cause`` is in what they differ, as a sentence about the file."""

    def __init__(self, path: Path, cause: str) -> None:
        self.path, self.cause = path, cause
        super().__init__(f"the checkpoint {path} cannot be continued: {cause}")

    def __reduce__(self) -> tuple[type[OtherSearchError], tuple[Path, str]]:
        """As errors come from worker processes."""
        return type(self), (self.path, self.cause)


@dataclass(frozen=True)
class About:
    """What a checkpoint says about itself: the question, how far it is, and the seconds that took.

    ``question`` and ``progress`` are words for people. ``question`` is "" in files of earlier versions;
    ``progress`` is "" before anything was done. ``complete``: nothing is left to do.
    """

    question: str = ""
    progress: str = ""
    seconds: float = 0.0
    complete: bool = False

    def __str__(self) -> str:
        if not self.progress:
            return "nothing is done yet"
        return f"{self.progress}, {span(self.seconds)}"


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


def write_checkpoint(
    path: Path, kind: str, head: dict[str, Any], payload: Callable[[Write], object], about: About = About()
) -> None:
    """Write a checkpoint, its payload piece by piece; the old file stays until the new one is on the disk.

    OutputError when it cannot be written; then there is the old file and no other.
    """
    from tilewright.atomic_files import atomic_bytes  # here: most searches keep no checkpoint

    digest = sha256()
    details = {"about": vars(about)} if about.question or about.progress else {}
    line = json.dumps({"kind": kind, **head, **details}, separators=(",", ":")).encode()
    try:
        with atomic_bytes(path, suffix=UNFINISHED) as file:

            def write(data: bytes) -> None:
                digest.update(data)
                file.write(data)

            write(MAGIC + line + b"\n")
            payload(write)
            file.write(digest.digest())
    except OutputError as error:
        kept = "; what was saved before is kept" if has_content(path) else ""
        raise OutputError(f"the checkpoint {error}{kept}") from None


@contextmanager
def open_checkpoint(
    path: Path, kind: str, *, head_only: bool = False
) -> Iterator[tuple[dict[str, Any], Read]]:
    """The head of a checkpoint, and a function that reads so many bytes of its payload (-1: all the rest).

    CheckpointError when the file is missing, damaged, cut short, or of another kind; also when a ValueError,
    a KeyError or a TypeError is raised by those who read. The checksum is compared at the end, whatever was
    read of the payload, but not with ``head_only``.
    """
    damaged = damage(path)
    with file_errors(CheckpointError, f"cannot read the checkpoint {path}"), path.open("rb") as file:
        word, head, digest = _read_head(path, file)
        if word != kind:
            owner, expected = engine_of_checkpoints(word), engine_of_checkpoints(kind)
            cause = f"it is of the kind {quoted(word)}; expected {quoted(kind)}"
            if word == SEARCH and expected:
                made_by = f" by the engine {quoted(head['engine'])}" if "engine" in head else ""
                cause = f"it is of a search{made_by}, which the engine {expected.name!r} cannot continue"
            elif owner:
                cause = f"it was made by the engine {owner.name!r}, and only a count by it can resume"
            raise OtherSearchError(path, cause)
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
        if head_only:
            return
        while block := file.read(min(READ_BYTES, max(0, end - file.tell()))):
            digest.update(block)
        if file.read() != digest.digest():
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


def solutions_path(path: Path) -> Path:
    """Where the delivered solutions of a checkpoint are."""
    return path.with_name(path.name + ".solutions")


def has_content(path: Path) -> bool:
    """Whether there is a file of this name that is not empty."""
    with file_errors(OutputError, f"cannot write the checkpoint {path}"):
        return path.is_file() and path.stat().st_size > 0


def check_place(path: Path) -> None:
    """OutputError when a checkpoint of this name would overwrite a file that is none."""
    solutions, fresh = solutions_path(path), path.with_name(path.name + UNFINISHED)
    if has_content(path):
        try:
            kind_of(path)
        except CheckpointError as error:
            raise OutputError(f"{error}; {NOT_OVERWRITTEN}") from None
    elif has_content(solutions):
        raise OutputError(f"{solutions} does not belong to a checkpoint; {NOT_OVERWRITTEN}")
    if has_content(fresh):
        with file_errors(OutputError, f"cannot write {fresh}"), fresh.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise OutputError(f"{fresh} is not a checkpoint of tilewright; {NOT_OVERWRITTEN}")


def about_of(path: Path) -> About:
    """What a checkpoint says about itself; CheckpointError when it is none, or damaged."""
    with file_errors(CheckpointError, f"cannot read the checkpoint {path}"), path.open("rb") as file:
        head = _read_head(path, file)[1]
    try:
        about = About(**head.get("about", {}))
        return About(
            str(about.question), str(about.progress), seconds_of(about.seconds), about.complete is True
        )
    except WRONG_CONTENT:
        raise damage(path) from None


class CheckpointFile:
    """The file that a running search saves to, when a save is due, and what becomes of the file it replaces.

    With ``restart`` the old file is renamed before the first save, and removed after the first one that says
    that something was done: a search that is stopped before has not lost what there was. OutputError when
    there is a file that is neither continued nor to be replaced.
    """

    def __init__(self, control: Control) -> None:
        path = control.checkpoint or control.resume
        assert path is not None
        if path != control.resume:
            check_place(path)
            if has_content(path) and not control.restart:
                raise OutputError(f"the checkpoint {path} exists already; {NOT_OVERWRITTEN}")
        self.path, self._control = path, control
        self._replaces = control.restart
        self._kept: dict[Path, Path] = {}  # the files that were renamed, by their names before
        self._written = monotonic()
        self._interval = min(FIRST_CHECKPOINT_SECONDS, CHECKPOINT_SECONDS)

    @property
    def is_due(self) -> bool:
        """Whether the last save, or the start of the search, is so long ago that it is time for another."""
        return monotonic() - self._written >= self._interval

    def resumed(self, about: About) -> None:
        """Say how far the checkpoint is that continues; ``about`` is for one of an earlier version."""
        if self._control.on_resume is not None and (path := self._control.resume) is not None:
            about_held = about_of(path)
            about = about_held if about_held.question else about
            self._control.on_resume(
                f"{path} is complete: {about}" if about.complete else f"continues {path}: {about}"
            )

    def begin(self) -> None:
        """Set the old files aside, if they are to be replaced; before the first save does so itself."""
        if not self._replaces:
            return
        self._replaces = False
        kept = backup_path(self.path)
        files = {solutions_path(self.path): solutions_path(kept), self.path: kept}
        with file_errors(OutputError, f"cannot rename the checkpoint {self.path}"):
            if not has_content(self.path):
                solutions_path(self.path).unlink(missing_ok=True)
                return
            check_place(kept)
            if _holds_nothing(self.path) and has_content(kept):  # by a restart before
                solutions_path(self.path).unlink(missing_ok=True)
                self._kept = {old: backup for old, backup in files.items() if backup.exists()}
            else:
                for old, backup in files.items():
                    if old.exists():
                        old.replace(backup)
                        self._kept[old] = backup
                    else:
                        backup.unlink(missing_ok=True)
        if self._control.on_resume is not None:
            self._control.on_resume(
                f"begins anew; {kept} is the old checkpoint until the new one holds something"
            )

    def write(
        self, kind: str, head: dict[str, Any], payload: Callable[[Write], object], about: About
    ) -> None:
        """Save the search; ``about`` gets the question of the control."""
        self.begin()
        about = replace(about, question=self._control.question)
        try:
            write_checkpoint(self.path, kind, head, payload, about)
        except BaseException:
            if not self.path.exists():
                for old, backup in self._kept.items():
                    backup.replace(old)
            raise
        if self.is_due:
            self._interval = CHECKPOINT_SECONDS
        self._written = monotonic()
        if about.progress:
            for backup in self._kept.values():
                backup.unlink(missing_ok=True)
            self._kept.clear()


def backup_path(path: Path) -> Path:
    """Where a checkpoint is kept that another takes the place of; its solutions are next to it, as always."""
    return path.with_name(path.name + ".bak")


def _holds_nothing(path: Path) -> bool:
    """Whether a checkpoint says that nothing was done yet."""
    try:
        about = about_of(path)
    except CheckpointError:
        return False
    return bool(about.question) and not about.progress
