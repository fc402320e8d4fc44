"""Measures what counts without listing: our engines, peers, two threads, and counts as a user asks."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import problems
from counting_peers import PEERS
from counting_problems import Countable, countables
from programs import WrongCountError, run, run_peer

PEER_LIMIT = 5.0
"""A peer is tried on the larger board of a family when it took at most so many seconds for the smaller."""

THREAD_SECONDS = 20.0
"""How long runs on one and on two threads are repeated: single long runs differ by more than a tenth."""


@dataclass(frozen=True)
class Asked:
    """A puzzle of the catalogue whose count a user asks for, the problem that is the same, and the target.

    ``times``: as fast as plain dancing links on that problem; ``seconds``: at most, on two threads.
    """

    puzzle: str
    problem: str
    times: float | None = None
    seconds: float | None = None


ASKED = (
    Asked("pentominoes-6x10", "6x10", times=40),
    Asked("pentominoes-5x12", "5x12", times=40),
    Asked("checkered-chessboard", "checkerboard", seconds=0.5),
    Asked("lucky-thirteen", "lucky13", seconds=20),
)

PLAIN_TOO_LONG = ("lucky13",)  # minutes; its target is in seconds


@dataclass
class Counted:
    """What our engine took for a problem; of the frontier engine also states, the most live ones, and bytes.

    ``two`` is the time on two threads, where it was measured.
    """

    known: Countable
    items: int
    seconds: float
    states: int = 0
    live: int = 0
    bytes: int = 0
    slot: int = 0
    two: float | None = None


@dataclass
class PeerTime:
    """What a peer took, with which setting; ``remark`` says why there is no time, or what was wrong."""

    seconds: float | None
    variant: str = ""
    remark: str = ""


@dataclass
class AskedTime:
    """What a count took, the engine that answered, and what plain dancing links took (None: too long)."""

    asked: Asked
    seconds: float
    engine: str
    plain: float | None


@dataclass
class Counting:
    """All that was measured. ``peers``: by the problem's name and the peer's."""

    counted: list[Counted] = field(default_factory=list)
    peers: dict[str, dict[str, PeerTime]] = field(default_factory=dict)
    asked: list[AskedTime] = field(default_factory=list)


class CountingBench:
    """The programs, a directory of problem files, and how long a measurement may take."""

    def __init__(self, files: Path, plain: Path, peers: Path | None, allowed: float, timeout: float) -> None:
        self.files, self.plain, self.peers = files, plain, peers
        self.allowed, self.timeout = allowed, timeout
        self.here = Path(__file__).parent

    def measure(self) -> Counting:
        """Everything, one program after another; prints what it is at."""
        found = Counting()
        for known in countables():
            self._tell(f"{known.name}, {known.engine}")
            path = self.files / problems.file_name(known.name)
            problem = known.problem()
            path.write_text(problems.dumps(problem))
            found.counted.append(self._ours(known, len(problem.items), path))
            if known.family and self.peers is not None:
                before = [c.known.name for c in found.counted[:-1] if c.known.family == known.family]
                smaller = found.peers[before[-1]] if before else {}
                found.peers[known.name] = {
                    peer: self._peer(peer, smaller.get(peer), known, path) for peer in PEERS
                }
        for asked in ASKED:
            self._tell(f"count catalog:{asked.puzzle}")
            found.asked.append(self._asked(asked))
        return found

    def _tell(self, what: str) -> None:
        print(f"counting: {what}", flush=True)

    def _ours(self, known: Countable, items: int, path: Path) -> Counted:
        allowed = max(self.allowed, THREAD_SECONDS) if known.threads else self.allowed
        one = self._our_run(known, path, allowed, 1)
        states = {key: one[key] for key in ("live", "bytes", "slot") if key in one}
        row = Counted(known, items, one["seconds"], one.get("nodes", 0), **states)
        if known.threads:
            row.two = self._our_run(known, path, allowed, 2)["seconds"]
        return row

    def _our_run(self, known: Countable, path: Path, allowed: float, threads: int) -> dict[str, Any]:
        script = str(self.here / "ours.py")
        command = [sys.executable, script, known.engine, str(path), str(allowed), str(threads)]
        found = run(command, 20 * self.timeout)
        if "seconds" not in found:
            raise SystemExit(f"{known.engine} does not count {known.name}: {found}")
        _compare(known.engine, known.name, found["solutions"], known.count)
        return found

    def _peer(self, peer: str, smaller: PeerTime | None, known: Countable, path: Path) -> PeerTime:
        """A peer's best time over its settings."""
        if smaller is not None and (smaller.seconds is None or smaller.seconds > PEER_LIMIT):
            return PeerTime(None, remark="not tried")
        best: PeerTime | None = None
        for variant in PEERS[peer][1]:
            script = str(self.here / "counting_peers.py")
            command = [str(self.peers), script, peer, variant, str(path), str(self.allowed)]
            found = run_peer(command, self.timeout)
            seconds = found.get("seconds")
            remark = str(found.get("remark", "cannot")) if seconds is None else ""
            if seconds is not None and found["solutions"] != known.count:
                remark = f"WRONG: {found['solutions']}"
            time = PeerTime(seconds, variant, remark)
            if best is None or _better(time, best):
                best = time
        assert best is not None
        return best

    def _asked(self, asked: Asked) -> AskedTime:
        known = problems.catalogue()[asked.problem]
        script = str(self.here / "asked.py")
        found = run([sys.executable, script, asked.puzzle, "2", str(self.allowed)], 20 * self.timeout)
        _compare("count", asked.puzzle, found["solutions"], known.count)
        plain = None
        if asked.problem not in PLAIN_TOO_LONG:
            path = self.files / problems.file_name(f"{asked.problem}, plain")
            path.write_text(problems.dumps(known.plain))
            listed = run([str(self.plain), str(path), str(self.allowed)], None)
            _compare("plain", asked.problem, listed["solutions"], known.plain_count)
            plain = listed["seconds"]
        return AskedTime(asked, found["seconds"], found["engine"], plain)


def _better(one: PeerTime, other: PeerTime) -> bool:
    """Right before wrong, an answer before none, the faster one."""
    return _rank(one) < _rank(other)


def _rank(time: PeerTime) -> tuple[bool, bool, float]:
    return time.seconds is None, time.remark != "", time.seconds or 0.0


def _compare(program: str, name: str, solutions: int, known: int) -> None:
    if solutions != known:
        raise WrongCountError(f"{program} counts {solutions} solutions of {name}; {known} are known")
