"""How many states a sweep will hold at a time, judged from its own first places.

Forecasts expand a share of the states at each place, and cannot see that most of the others would have become
equal; of boards with holes they are thousands of times too high. Here all states of the first places are
expanded, and their number tells how much a live item is worth.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TypeVar

from tilewright import _core
from tilewright.solve.engines.frontier.semirings import Semiring
from tilewright.solve.engines.frontier.sweep import Query
from tilewright.solve.resources import Resources
from tilewright.solve.stepping import Control, interruption

Value = TypeVar("Value")

TRIAL_STATES = 400_000  # a tenth of a second
STEP = 5_000  # states between two looks at the place, the clock and the button
ROOM = 2.0  # of a table, over the bytes of its states


@dataclass(frozen=True)
class Growth:
    """What a sweep is expected to hold at a time: ``live`` states, ``bytes`` of tables.

    ``whole``: the trial came to the end, the numbers are those of the sweep. Otherwise they are low: sweeps
    of clumsy packings (dominoes to 13 x 13, trominoes and tetrominoes to 10 x 10) took 1 to 9 times as many
    bytes, the more the longer they went on after the trial.
    """

    live: float
    bytes: float
    whole: bool


def growth(query: Query, semiring: Semiring[Value], resources: Resources, control: Control) -> Growth:
    """The growth of a sweep, from up to TRIAL_STATES of its states; a limit or a stop ends it sooner.

    If s states live at a place where k items are open, and the most items that are open anywhere are m, there
    will be 2^(b * m) states, with b = log2(s) / k at its largest over the second half of the trial.
    """
    plan = query.plan
    live = plan.live
    search = plan.sweep(
        semiring.name, semiring.modulus, semiring.degree, max(1, resources.threads), resources.bytes()
    )
    begun = time.monotonic()
    seen: dict[int, float] = {}
    least = float(search.bytes)
    while search.states < TRIAL_STATES and interruption(control, begun) is None:
        status = search.advance(STEP)
        if status is _core.SweepStatus.complete:
            return Growth(search.most_live, search.peak, whole=True)
        if status is _core.SweepStatus.memory:
            least = resources.bytes() + 1.0
            break
        if search.at_rest and search.place < len(live) and live[search.place] > 0:
            seen[search.place] = math.log2(max(2, search.live)) / live[search.place]
    rates = list(seen.values())
    expected = 2.0 ** min(1000.0, max(rates[len(rates) // 2 :], default=0.0) * max(live))
    size = max(least, search.peak, expected * search.slot_bytes * ROOM)
    return Growth(max(expected, search.most_live), size, whole=False)
