"""Checkpoints: where a run stands, in one file that is written whole, and the solutions it has delivered.

The file is a line with the format's name, a line with the SHA-256 of what follows, and JSON. The
solutions stand beside it in FILE.solutions, one a line as option numbers; as many bytes of it are
valid as the checkpoint says. Where no solutions are kept, there is no such file. A process that is
killed at any moment leaves a checkpoint that goes on to the same solutions in the same number.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tilewright.errors import CheckpointError, OutputError
from tilewright.solve.partition import Part

MAGIC = "tilewright checkpoint 1"
SWEEP_MAGIC = "tilewright sweep 1"  # of frontier_files.py: either kind may be written over by the other
BATCH = 1_000  # solutions replayed at a time


@dataclass(frozen=True)
class Question:
    """What a checkpoint must agree with to be taken up: the same problem, asked the same way."""

    problem: str  # digest of the cover problem
    engine: str
    tasks: str  # digest of the parts: their prefixes and symmetries, in order
    keep: bool
    rounds: bool


@dataclass(frozen=True)
class Saved:
    """What a checkpoint says: its question, the state of each part, and what was delivered."""

    question: Question
    parts: tuple[dict[str, Any], ...]
    delivered: int
    spooled: int  # valid bytes of the solutions' file
    digest: str  # SHA-256 of those bytes
    images: int
    seconds: float


def spool_path(path: Path) -> Path:
    """Where the delivered solutions of a checkpoint stand."""
    return path.with_name(path.name + ".solutions")


def check_place(path: Path) -> None:
    """OutputError when a new checkpoint would write over a file that is not one, or not a checkpoint's."""
    spool = spool_path(path)
    try:
        if path.is_file():
            with path.open("rb") as file:
                start = file.read(len(MAGIC))
            strange = start not in (b"", MAGIC.encode()) and not start.startswith(SWEEP_MAGIC.encode())
            lost = path
        else:
            strange = spool.is_file() and spool.stat().st_size > 0
            lost = spool
    except OSError as error:
        raise OutputError(f"cannot write the checkpoint {path}: {error.strerror or error}") from None
    if strange:
        raise OutputError(f"{lost}: this file does not belong to a checkpoint; it is not written over")


def parts_digest(parts: Sequence[Part]) -> str:
    """A SHA-256 over the tasks of the parts; the group of a symmetry counts, too."""
    digest = hashlib.sha256()
    groups: dict[int, bytes] = {}
    for part in parts:
        symmetry = part.task.symmetry
        digest.update(repr((part.task.prefix, symmetry and symmetry.must)).encode())
        if symmetry is not None:
            group = groups.get(id(symmetry.group))
            if group is None:
                group = hashlib.sha256(repr(symmetry.group).encode()).digest()
                groups[id(symmetry.group)] = group
            digest.update(group)
    return digest.hexdigest()


def save(path: Path, saved: Saved) -> None:
    """Write a checkpoint: the old one stays until the new one is whole and on the disk."""
    body = json.dumps(
        {
            "question": vars(saved.question),
            "parts": saved.parts,
            "delivered": saved.delivered,
            "spooled": saved.spooled,
            "digest": saved.digest,
            "images": saved.images,
            "seconds": saved.seconds,
        },
        separators=(",", ":"),
    )
    text = f"{MAGIC}\n{hashlib.sha256(body.encode()).hexdigest()}\n{body}\n"
    fresh = path.with_name(path.name + ".new")
    try:
        with fresh.open("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write the checkpoint {path}: {error.strerror or error}") from None


def load(path: Path) -> Saved:
    """Read a checkpoint; CheckpointError when it is missing, damaged, cut short, or no checkpoint."""
    try:
        with path.open("rb") as file:
            if file.read(len(SWEEP_MAGIC)) == SWEEP_MAGIC.encode():
                raise CheckpointError(
                    f"{path} is a checkpoint of the engine 'frontier': only a count by it can go on"
                )
        text = path.read_text(encoding="ascii")
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise CheckpointError(f"{path} is not a checkpoint of tilewright") from None
    head, _, rest = text.partition("\n")
    if head != MAGIC:
        raise CheckpointError(f"{path} is not a checkpoint of tilewright (its first line is not {MAGIC!r})")
    digest, _, body = rest.partition("\n")
    if not body.endswith("\n") or hashlib.sha256(body[:-1].encode()).hexdigest() != digest:
        raise CheckpointError(f"the checkpoint {path} is damaged or cut short")
    held = json.loads(body)
    return Saved(
        Question(**held["question"]),
        tuple(held["parts"]),
        held["delivered"],
        held["spooled"],
        held["digest"],
        held["images"],
        held["seconds"],
    )


def check_question(path: Path, saved: Question, asked: Question) -> None:
    """CheckpointError when a checkpoint belongs to another puzzle or another question."""
    if saved.problem != asked.problem:
        raise CheckpointError(f"the checkpoint {path} belongs to another puzzle, or to other rules for it")
    if saved.engine != asked.engine:
        raise CheckpointError(
            f"the checkpoint {path} was made by the engine {saved.engine!r}, not {asked.engine!r}"
        )
    if saved != asked:
        raise CheckpointError(
            f"the checkpoint {path} belongs to another question about this puzzle "
            "(all or unique, solving or counting), or to another version of tilewright"
        )


def part_state(part: Part) -> dict[str, Any]:
    """A part as the checkpoint holds it."""
    return {
        "nodes": part.nodes,
        "solutions": part.solutions,
        "images": part.images,
        "share": part.share,
        "done": part.done,
        "position": part.position,
        "waiting": list(part.waiting),
    }


def set_part(part: Part, state: dict[str, Any]) -> None:
    """Bring a fresh part to where the checkpoint has it."""
    part.nodes, part.solutions, part.images = state["nodes"], state["solutions"], state["images"]
    part.share, part.done, part.position = state["share"], state["done"], state["position"]
    part.waiting = deque(tuple(solution) for solution in state["waiting"])


class Spool:
    """The file of delivered solutions: only ever added to, and made when the first ones come."""

    def __init__(self, path: Path, valid: int = 0, digest: str = "") -> None:
        """Open the file, cut to its valid length; CheckpointError when it is not what the digest says."""
        self.path = path
        self._hash = hashlib.sha256()
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
            batch.append(tuple(map(int, line.split())))
            if len(batch) >= BATCH:
                yield batch
                batch = []
        if batch:
            yield batch

    def add(self, batch: Sequence[Sequence[int]]) -> None:
        """Append solutions; they are valid once a checkpoint says so."""
        if not batch:
            return
        if self._file is None:
            try:
                self._file = self.path.open("w+b")
            except OSError as error:
                raise OutputError(f"cannot write {self.path}: {error.strerror or error}") from None
        self._file.seek(0, os.SEEK_END)
        data = "".join(" ".join(map(str, solution)) + "\n" for solution in batch).encode()
        self._hash.update(data)
        self._file.write(data)

    def settle(self) -> int:
        """Put what was added on the disk; the length of the file."""
        if self._file is None:
            return 0
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._file.seek(0, os.SEEK_END)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
