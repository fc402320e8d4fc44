"""Checkpoints of sweeps: the states between two places of the line, and the question they belong to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.solving.engines import checkpoint as files
from tilewright.wording import counted, percent

if TYPE_CHECKING:
    from tilewright import _core
    from tilewright.solving.steps import StepLoop


def write_parts(
    search: _core.Sweep | _core.ProfileSweep, places: Sequence[int], write: Callable[[bytes], object]
) -> None:
    """A sweep between two places through ``write``: its head and its states, each after its length."""

    def put(data: bytes) -> None:
        write(len(data).to_bytes(8, "little"))
        write(data)

    put(search.head())
    for place in places:  # one at a time: each is as large as what it is made from
        put(search.part(place))


def restore_parts(
    search: _core.Sweep | _core.ProfileSweep, places: int, read: Callable[[int], bytes]
) -> None:
    """Bring a fresh sweep to where ``write_parts`` had it; ValueError when the parts do not fit."""
    search.restore_head(read(int.from_bytes(read(8), "little")))
    for _ in range(places):
        search.restore_part(read(int.from_bytes(read(8), "little")))


class SweepCheckpoint:
    """The checkpoint of a sweep: resumed at the start, written from time to time and at the end.

    It agrees with the sweep in ``identity``, which is that of the query in a semiring. ``share`` is how much
    of the sweep is done.
    """

    def __init__(
        self,
        kind: str,
        identity: dict[str, Any],
        search: _core.Sweep | _core.ProfileSweep,
        loop: StepLoop,
        share: Callable[[], float],
    ) -> None:
        self.kind, self.identity, self.search, self.loop, self.share = kind, identity, search, loop, share
        control = loop.control
        self.file = files.CheckpointFile(control)
        if control.resume is not None:
            self._read(control.resume)
            self.file.resumed(self._about())
        else:
            self._write()

    def write_if_due(self, *, ended: bool = False) -> None:
        """Write the checkpoint when it is time, or at the end, where the sweep is between two places."""
        if not self.search.at_rest:
            return
        if ended or self.file.is_due:
            self._write()

    def _write(self) -> None:
        places = self.search.kept_places()
        head = {"question": self.identity, "seconds": self.loop.seconds, "places": len(places)}
        self.file.write(self.kind, head, lambda write: write_parts(self.search, places, write), self._about())

    def _about(self) -> files.About:
        """How far the sweep is, in words; what a count needs besides it is never in its checkpoint."""
        states, share = self.search.states, self.share()
        if not states:
            return files.About(seconds=self.loop.seconds)
        done = (
            "the whole sweep" if share >= 1 else f"about {percent(min(round(share, 3), 0.999))} of the sweep"
        )
        return files.About("", f"{done}, {counted(states, 'state')}", self.loop.seconds)

    def _read(self, path: Path) -> None:
        """Bring a fresh sweep to where the checkpoint has it; CheckpointError as of ``open_checkpoint``."""
        with files.open_checkpoint(path, self.kind) as (head, read):
            self._check_identity(path, head)
            seconds = float(head["seconds"])
            restore_parts(self.search, int(head["places"]), read)
        self.loop.seconds_before = seconds

    def _check_identity(self, path: Path, head: dict[str, Any]) -> None:
        values = dict(head["question"])
        if values.get("problem") != self.identity["problem"]:
            raise files.OtherSearchError(path, files.OTHER_PUZZLE)
        if values != self.identity:
            raise files.OtherSearchError(path, files.OTHER_QUESTION)
