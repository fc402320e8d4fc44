"""Measurements of counting without enumeration: our engines, peers, two threads and ``api.count``."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import problems
from counting_problems import Countable, countables
from measure_counting_peer import PEERS
from programs import WrongCountError, run, run_peer
from regret import without_cells
from report import TARGETS
from tilewright.formats.dlx import dumps

PEER_LIMIT = 5.0
"""Seconds a peer may take on the smaller board of a family to be tried on the larger one."""

THREAD_SECONDS = 20.0
"""Seconds to repeat runs on one and two threads; single runs differ by more than 10%."""


@dataclass(frozen=True)
class CountCase:
    """A puzzle of the catalogue ("": the problem without cells), the same problem in problems.py, the target.

    ``times``: target speed relative to plain dancing links; ``seconds``: target time on two threads.
    """

    puzzle: str
    problem: str
    times: float | None = None
    seconds: float | None = None


COUNT_CASES = (
    CountCase("pentominoes-6x10", "6x10", times=40),
    CountCase("pentominoes-5x12", "5x12", times=40),
    CountCase("pentominoes-3x20", "3x20", times=TARGETS["3x20"]),
    CountCase("pentominoes-8x8-centre-hole", "8x8 middle missing", times=TARGETS["8x8 middle missing"]),
    CountCase("soma-cube", "soma", times=TARGETS["soma"]),
    CountCase("", "12 queens", times=TARGETS["12 queens"]),
    CountCase("", "Langford 11", times=TARGETS["Langford 11"]),
    CountCase("", "Langford 12", times=TARGETS["Langford 12"]),
    CountCase("checkered-chessboard", "checkerboard", seconds=0.5),
    CountCase("lucky-thirteen", "lucky13", seconds=20),
)

PLAIN_TOO_LONG = ("lucky13",)  # minutes; its target is in seconds


@dataclass
class Counted:
    """The time of our engine on a problem; for the frontier engine also its states and their size in bytes.

    ``two`` is the time on two threads where it was measured.
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
    """The best time of a peer and its setting; ``remark`` says why there is no time or what is wrong."""

    seconds: float | None
    variant: str = ""
    remark: str = ""


@dataclass
class CountTime:
    """The time of ``api.count``, the engine, and the time of plain dancing links (None: too long)."""

    case: CountCase
    seconds: float
    engine: str
    plain: float | None


@dataclass
class Counting:
    """All measurements; ``peers`` by the names of the problem and the peer."""

    counted: list[Counted] = field(default_factory=list)
    peers: dict[str, dict[str, PeerTime]] = field(default_factory=dict)
    counts: list[CountTime] = field(default_factory=list)


class CountingBench:
    """The programs, the directory of problem files and the time limits."""

    def __init__(self, files: Path, plain: Path, peers: Path | None, allowed: float, timeout: float) -> None:
        self.files, self.plain, self.peers = files, plain, peers
        self.allowed, self.timeout = allowed, timeout
        self.here = Path(__file__).parent

    def measure(self) -> Counting:
        """Measure everything, one program after another, and log each step."""
        counting = Counting()
        for known in countables():
            self._log(f"{known.name}, {known.engine}")
            path = self.files / problems.file_name(known.name)
            problem = known.problem()
            path.write_text(problems.dumps(problem))
            counting.counted.append(self._ours(known, len(problem.items), path))
            if known.family and self.peers is not None:
                before = [c.known.name for c in counting.counted[:-1] if c.known.family == known.family]
                smaller = counting.peers[before[-1]] if before else {}
                counting.peers[known.name] = {
                    peer: self._peer(peer, smaller.get(peer), known, path) for peer in PEERS
                }
        for case in COUNT_CASES:
            self._log(f"count {case.puzzle or case.problem}")
            counting.counts.append(self._count(case))
        return counting

    def _log(self, what: str) -> None:
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
        script = str(self.here / "measure_engine.py")
        command = [sys.executable, script, known.engine, str(path), str(allowed), str(threads)]
        fields = run(command, 20 * self.timeout)
        if "seconds" not in fields:
            raise SystemExit(f"{known.engine} does not count {known.name}: {fields}")
        _compare(known.engine, known.name, fields["solutions"], known.count)
        return fields

    def _peer(self, peer: str, smaller: PeerTime | None, known: Countable, path: Path) -> PeerTime:
        """A peer's best time over its settings."""
        if smaller is not None and (smaller.seconds is None or smaller.seconds > PEER_LIMIT):
            return PeerTime(None, remark="not tried")
        best: PeerTime | None = None
        for variant in PEERS[peer][1]:
            script = str(self.here / "measure_counting_peer.py")
            command = [str(self.peers), script, peer, variant, str(path), str(self.allowed)]
            fields = run_peer(command, self.timeout)
            seconds = fields.get("seconds")
            remark = str(fields.get("remark", "cannot")) if seconds is None else ""
            if seconds is not None and fields["solutions"] != known.count:
                remark = f"WRONG: {fields['solutions']}"
            time = PeerTime(seconds, variant, remark)
            if best is None or _better(time, best):
                best = time
        assert best is not None
        return best

    def _count(self, case: CountCase) -> CountTime:
        known = problems.catalogue()[case.problem]
        source = f"catalog:{case.puzzle}"
        if not case.puzzle:
            file = self.files / problems.file_name(case.problem).replace(".cover", ".dlx")
            file.write_text(dumps(without_cells(known.problem)))
            source = str(file)
        script = str(self.here / "measure_count.py")
        fields = run([sys.executable, script, source, "2", str(self.allowed)], 20 * self.timeout)
        _compare("count", source, fields["solutions"], known.count)
        plain = None
        if case.problem not in PLAIN_TOO_LONG:
            path = self.files / problems.file_name(f"{case.problem}, plain")
            path.write_text(problems.dumps(known.plain))
            listed = run([str(self.plain), str(path), str(self.allowed)], None)
            _compare("plain", case.problem, listed["solutions"], known.plain_count)
            plain = listed["seconds"]
        return CountTime(case, fields["seconds"], fields["engine"], plain)


def _better(one: PeerTime, other: PeerTime) -> bool:
    """Whether a time is better: correct before wrong, any before none, the faster one."""
    return _rank(one) < _rank(other)


def _rank(time: PeerTime) -> tuple[bool, bool, float]:
    return time.seconds is None, time.remark != "", time.seconds or 0.0


def _compare(program: str, name: str, solutions: int, known: int) -> None:
    if solutions != known:
        raise WrongCountError(f"{program} counts {solutions} solutions of {name}; expected {known}")
