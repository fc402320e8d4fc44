"""Checkpoints of a sweep: its states between two places, in one file that is written whole.

The file is a line with the format's name, a line of JSON (what was asked, seconds so far, the lengths of the
parts), the parts as the core keeps them, and the SHA-256 of all that. A process that is killed at any
moment leaves the old file or the new one.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.errors import CheckpointError, OutputError
from tilewright.solve.checkpoint import SWEEP_MAGIC, check_place

if TYPE_CHECKING:
    from tilewright import _core
    from tilewright.solve.engines.frontier.semirings import Semiring
    from tilewright.solve.engines.frontier.sweep import Query

__all__ = ["check_place", "is_sweep", "load", "question", "restore_parts", "save", "write_parts"]

SHA = 32  # bytes


def question(query: Query, semiring: Semiring[Any]) -> dict[str, Any]:
    """What a checkpoint must agree with to be taken up: the problem, the line of items, the semiring."""
    plan = query.plan
    line = (plan.items, plan.live, plan.state_bits)  # the same items may lie at other places of a line
    asked = (query.prefix, query.times, query.weights, query.marks, query.maximise, line)
    return {
        "problem": query.problem.digest,
        "asked": hashlib.sha256(repr(asked).encode()).hexdigest(),
        "semiring": [semiring.name, semiring.modulus, semiring.degree],
    }


def is_sweep(path: Path) -> bool:
    """Whether the file at this path is a checkpoint of a sweep; CheckpointError when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(SWEEP_MAGIC)) == SWEEP_MAGIC.encode()
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint {path}: {error.strerror or error}") from None


def save(path: Path, asked: dict[str, Any], search: _core.Sweep, seconds: float) -> None:
    """Write a checkpoint, part by part; the old one stays until the new one is on the disk."""
    fresh = path.with_name(path.name + ".new")
    places = search.kept_places()
    digest = hashlib.sha256()
    try:
        with fresh.open("wb") as file:

            def write(data: bytes) -> None:
                digest.update(data)
                file.write(data)

            head = {"question": asked, "seconds": seconds, "places": len(places)}
            write(f"{SWEEP_MAGIC}\n{json.dumps(head, separators=(',', ':'))}\n".encode())
            write_parts(search, places, write)
            file.write(digest.digest())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as error:
        raise OutputError(f"cannot write the checkpoint {path}: {error.strerror or error}") from None


def write_parts(search: _core.Sweep, places: Sequence[int], write: Callable[[bytes], object]) -> None:
    """A sweep at rest through ``write``: its head and its states at some places, each after its length."""

    def put(data: bytes) -> None:
        write(len(data).to_bytes(8, "little"))
        write(data)

    put(search.head())
    for place in places:  # one at a time: each is as large as what it is made from
        put(search.part(place))


def restore_parts(search: _core.Sweep, places: int, read: Callable[[int], bytes]) -> None:
    """Bring a fresh sweep to where ``write_parts`` had it; ValueError when the parts do not fit."""
    search.restore_head(read(int.from_bytes(read(8), "little")))
    for _ in range(places):
        search.restore_part(read(int.from_bytes(read(8), "little")))


def load(path: Path, asked: dict[str, Any], search: _core.Sweep) -> float:
    """Bring a fresh sweep to where the checkpoint has it; the seconds that it had taken.

    CheckpointError when the file is missing, damaged, cut short, or belongs to another question.
    """
    damaged = CheckpointError(f"the checkpoint {path} is damaged or cut short")
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            size = path.stat().st_size

            def read(length: int) -> bytes:
                data = file.read(length) if file.tell() + length <= size else b""
                if len(data) != length:
                    raise damaged
                digest.update(data)
                return data

            magic, line = file.readline(len(SWEEP_MAGIC) + 1), file.readline(1 << 20)
            if magic != f"{SWEEP_MAGIC}\n".encode():
                raise CheckpointError(f"{path} is not a checkpoint of a sweep")
            digest.update(magic + line)
            try:
                head = json.loads(line)
                found, seconds, places = dict(head["question"]), float(head["seconds"]), int(head["places"])
            except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
                raise damaged from None
            _check(path, found, asked)
            try:
                restore_parts(search, places, read)
            except ValueError:
                raise damaged from None
            if file.read() != digest.digest():
                raise damaged
            return seconds
    except OSError as error:
        raise CheckpointError(f"cannot read the checkpoint {path}: {error.strerror or error}") from None


def _check(path: Path, found: dict[str, Any], asked: dict[str, Any]) -> None:
    if found.get("problem") != asked["problem"]:
        raise CheckpointError(f"the checkpoint {path} belongs to another puzzle, or to other rules for it")
    if found != asked:
        raise CheckpointError(
            f"the checkpoint {path} belongs to another question about this puzzle, "
            "or to another version of tilewright"
        )
