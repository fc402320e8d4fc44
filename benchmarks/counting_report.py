"""Counting without enumeration: the tables as Markdown, with the targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from counting import Counted, Counting, CountTime, PeerTime
from measure_counting_peer import PEERS
from report import duration, figure, table

GRAPHILLION_TIMES = 10
"""Target speed relative to graphillion on these problems."""
GRAPHILLION_ON = ("dominoes 12x12", "monomer-dimer 10x10")

STATE_BYTES, STATE_ITEMS, STATE_LIVE = 48, 128, 100_000
"""Target of bytes per state, for problems with up to this many items and at least this many live states."""

THREADS_TIMES, THREADS_FROM = 1.6, 5.0
"""Target speed of two threads relative to one, for runs of at least this many seconds."""

LONGEST = 10**18  # larger numbers are shown by their number of digits


def markdown(counting: Counting) -> str:
    """The tables."""
    parts = [
        "Counting without enumeration, on one thread:",
        "",
        *table(
            [
                "problem", "items", "solutions", "engine", "time", "states", "states/s",
                "live states", "bytes per state", "of these in the slot", "target",
            ],
            map(_ours, counting.counted),
        ),
        "",
    ]  # fmt: skip
    if counting.peers:
        names = list(counting.peers)
        parts += [
            "Time of other counters relative to `frontier`, and absolute:",
            "",
            *table(["program", *names], _peers(counting)),
            "",
            *_peer_targets(counting),
            "",
        ]
    parts += [
        "Two threads:",
        "",
        *table(
            ["problem", "one thread", "two threads", "speed-up", "target"],
            (_threads(row) for row in counting.counted if row.two is not None),
        ),
        "",
        "`tilewright count` on two threads, compared with plain dancing links:",
        "",
        *table(
            ["puzzle", "engine", "time", "plain", "speed-up", "target"],
            map(_count_cells, counting.counts),
        ),
    ]
    return "\n".join(parts)


def verdict(value: float, wanted: float, *, most: bool = False) -> str:
    """Whether a value reaches the target (with ``most``: does not exceed it)."""
    return "met" if (value <= wanted if most else value >= wanted) else "MISSED"


def _ours(row: Counted) -> list[str]:
    known, sweep = row.known, row.states > 0
    many = row.live >= STATE_LIVE
    a_state = row.bytes / row.live if sweep else 0.0
    targets = []
    if known.most_seconds is not None:
        targets.append(f"{known.most_seconds:g} s {verdict(row.seconds, known.most_seconds, most=True)}")
    if sweep and many and row.items <= STATE_ITEMS:
        targets.append(f"{STATE_BYTES} bytes {verdict(a_state, STATE_BYTES, most=True)}")
    number = f"{known.count:,}" if known.count < LONGEST else f"{len(str(known.count)):,} digits"
    return [
        known.name,
        f"{row.items:,}",
        number,
        known.engine,
        duration(row.seconds),
        f"{row.states:,}" if sweep else "",
        f"{row.states / row.seconds / 1e6:.1f} million" if sweep else "",
        f"{row.live:,}" if sweep else "",
        f"{a_state:.0f}" if sweep and many else "",
        f"{row.slot}" if sweep else "",
        ", ".join(targets),
    ]


def _frontier(counting: Counting) -> Mapping[str, float]:
    """Our times by the names of problems."""
    return {row.known.name: row.seconds for row in counting.counted if row.known.engine == "frontier"}


def _peers(counting: Counting) -> Iterable[list[str]]:
    ours = _frontier(counting)
    for peer in PEERS:
        yield [peer, *(_peer(times[peer], ours[name]) for name, times in counting.peers.items())]


def _peer(time: PeerTime, ours: float) -> str:
    if time.seconds is None:
        return time.remark
    text = f"{figure(time.seconds / ours)} ({duration(time.seconds)})"
    return f"{time.remark} {text}" if time.remark else text


def _peer_targets(counting: Counting) -> Iterable[str]:
    ours = _frontier(counting)
    for name in GRAPHILLION_ON:
        time = counting.peers[name]["graphillion"]
        if time.seconds is None:
            yield f"- graphillion on {name}: {time.remark}."
            continue
        times = time.seconds / ours[name]
        yield (
            f"- {figure(times)} times as fast as graphillion on {name} "
            f"(target: {GRAPHILLION_TIMES}, {verdict(times, GRAPHILLION_TIMES)})."
        )
    ratios = [
        (time.seconds / ours[name], peer, name)
        for name, times in counting.peers.items()
        for peer, time in times.items()
        if time.seconds is not None and not time.remark
    ]
    if ratios:
        least, peer, name = min(ratios)
        yield (
            f"- At least as fast as every other counter: {verdict(least, 1)}; "
            f"the next one is {peer} on {name}, {figure(least)} times as long."
        )


def _threads(row: Counted) -> list[str]:
    assert row.two is not None
    times = row.seconds / row.two
    long = row.seconds > THREADS_FROM
    target = f"{THREADS_TIMES} {verdict(times, THREADS_TIMES)}" if long else f"under {THREADS_FROM:g} s"
    return [row.known.name, duration(row.seconds), duration(row.two), f"{times:.2f}", target]


def _count_cells(row: CountTime) -> list[str]:
    times = None if row.plain is None else row.plain / row.seconds
    targets = []
    if row.case.times is not None and times is not None:
        targets.append(f"{row.case.times:g} times {verdict(times, row.case.times)}")
    if row.case.seconds is not None:
        targets.append(f"{row.case.seconds:g} s {verdict(row.seconds, row.case.seconds, most=True)}")
    return [
        row.case.puzzle or row.case.problem,
        row.engine,
        duration(row.seconds),
        "not tried" if row.plain is None else duration(row.plain),
        "" if times is None else figure(times),
        ", ".join(targets),
    ]
