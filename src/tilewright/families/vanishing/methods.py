"""The methods that look for an order of removal; :mod:`tilewright.families.vanishing.solving` runs them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RemovalMethod:
    """The name of a method, and the width and the rounds that it takes, if any: the games of ``random``."""

    name: str
    width: int = 1
    rounds: int = 1


EXACT = "exact"  # the method that also proves how many pieces must remain
METHODS: dict[str, RemovalMethod] = {
    method.name: method
    for method in (
        RemovalMethod(EXACT),  # clause learning, OLL: Andres, Kaufmann, Matheis and Schaub 2012
        RemovalMethod("random", rounds=400),
        RemovalMethod("greedy-scan"),
        RemovalMethod("waiting"),
        RemovalMethod("bounded"),
        RemovalMethod("beam", width=16),  # beam search: Lowerre 1976
        RemovalMethod("neighbourhoods", width=40, rounds=3),  # large neighbourhood search: Shaw 1998
    )
}
"""The exact method, then the approximations, the simplest first; ``cli/help.toml`` explains them."""

GRAPH = "graph"  # the exact method that searches the graph of states for a longest path
MAX_STATES = 100_000  # of the graph, unless another limit is given
RANDOM_GAME = "random-game"  # the method RANDOM with a single game
RANDOM = "random"  # the method of random games, whose number can be chosen
APPROXIMATIONS = tuple(name for name in METHODS if name != EXACT)  # the methods that prove nothing
