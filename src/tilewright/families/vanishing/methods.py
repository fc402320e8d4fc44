"""The methods that look for an order of removal; :mod:`tilewright.families.vanishing.solving` runs them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RemovalMethod:
    """A method, what it does, and the width and the rounds that it takes, if any."""

    name: str
    summary: str
    width: int = 1
    rounds: int = 1


EXACT = "exact"  # the method that also proves how many pieces must remain
METHODS: dict[str, RemovalMethod] = {
    method.name: method
    for method in (
        # OLL: Andres, Kaufmann, Matheis and Schaub 2012
        RemovalMethod(
            EXACT, "clause learning over orders of removal; proves the fewest pieces that can remain"
        ),
        RemovalMethod(
            "greedy-scan", "sweep over the board and remove every removable piece, until none is left"
        ),
        RemovalMethod("waiting", "hold back pieces that others need; give way where the fewest do"),
        RemovalMethod("bounded", "depth first, most removable pieces first, at most n x n states"),
        # beam search: Lowerre 1976
        RemovalMethod("beam", "level by level, the most promising sets of removed pieces", width=16),
        # large neighbourhood search: Shaw 1998
        RemovalMethod(
            "neighbourhoods",
            "improve the order of 'waiting': solve neighbourhoods exactly while the rest stays fixed",
            width=40,
            rounds=3,
        ),
    )
}
"""Every method by its name: the exact one, then the approximations, the simplest first."""

APPROXIMATIONS = tuple(name for name in METHODS if name != EXACT)  # the methods that prove nothing
